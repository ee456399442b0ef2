// SPDX-License-Identifier: MIT
//
// Conjectures mean what they say: random texts are evaluated as written, on random values of the
// distances, and compared with the inequalities that the parser makes of them. The rest are the
// refusals, each with its kind and column, and the manual's examples.
#include "search/conjecture.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

namespace {

using namespace disarray;
using namespace disarray::search;
using test::contains;
using test::message_of;

// ---- The meaning of a text, written down naively ----------------------------------------------

/// A side as written. Evaluated without any rearrangement.
struct Node {
    enum class Kind { distance, sum, difference, multiple, quotient, negative, max, min, absolute };

    Kind kind = Kind::distance;
    std::string name;   ///< of a distance; "0" is zero
    Rational constant;  ///< of a multiple or quotient
    std::vector<Node> children;
};

using Values = std::map<std::string, Rational>;

const std::vector<std::string> linear_names = {"K",      "K[inverse]",     "F[interval]",
                                               "F[box]", "F[box,inverse]", "F[interval,inverse]"};
const std::vector<std::string> all_names = {"K",
                                            "K[inverse]",
                                            "F[interval]",
                                            "F[box]",
                                            "F[box,inverse]",
                                            "F[prefix]",
                                            "F[prefix-sym]",
                                            "F[prefix,inverse]",
                                            "F[prefix-sym,inverse]"};

Rational naive(const Node& node, const Values& values) {
    std::vector<Rational> below;
    for (const Node& child : node.children)
        below.push_back(naive(child, values));
    switch (node.kind) {
        case Node::Kind::distance:
            return values.at(node.name);
        case Node::Kind::sum:
            return below[0] + below[1];
        case Node::Kind::difference:
            return below[0] - below[1];
        case Node::Kind::multiple:
            return node.constant * below[0];
        case Node::Kind::quotient:
            return below[0] / node.constant;
        case Node::Kind::negative:
            return -below[0];
        case Node::Kind::max:
            return *std::max_element(below.begin(), below.end());
        case Node::Kind::min:
            return *std::min_element(below.begin(), below.end());
        case Node::Kind::absolute:
            return abs(below[0]);
    }
    return 0;
}

Rational value(const std::vector<Term>& terms, const Values& values) {
    Rational total;
    for (const Term& term : terms)
        total += term.coefficient * values.at(functional_name(term.distance));
    return total;
}

Rational value(const Expression& expression, const Values& values) {
    Rational total = value(expression.terms, values);
    for (const AbsoluteTerm& term : expression.absolute)
        total += term.coefficient * abs(value(term.inside, values));
    return total;
}

// ---- Random texts -----------------------------------------------------------------------------

class Writer {
public:
    explicit Writer(std::uint64_t seed) : engine_(seed) {}

    /// 0 … limit − 1. By remainder, since distributions differ between standard libraries.
    std::size_t below(std::size_t limit) { return engine_() % limit; }
    bool one_in(std::size_t n) { return below(n) == 0; }

    Rational constant() { return Rational(Integer(1 + below(4)), Integer(1 + below(3))); }

    /// Small values with many ties and zeros.
    Values values() {
        Values result = {{"0", 0}};
        for (const std::string& name : all_names)
            result[name] = Rational(Integer(below(5)), Integer(1 + below(2)));
        result["F[interval,inverse]"] = Rational(below(5));
        result["F[prefix-sym,inverse]"] = result["F[prefix-sym]"];
        return result;
    }

    Node linear(std::size_t depth) { return node(linear_names, depth, 6); }
    /// A sum of linear things and max, min, |…| of linear things with two arguments.
    Node simple(std::size_t depth) {
        if (depth == 0) return choice_of_linear();
        return Node{one_in(2) ? Node::Kind::sum : Node::Kind::difference,
                    "",
                    0,
                    {one_in(2) ? linear(1) : simple(depth - 1), simple(depth - 1)}};
    }
    Node anything(std::size_t depth) { return node(all_names, depth, 9); }
    /// Sums, positive multiples and max of anything without a choice in it.
    Node convex(std::size_t depth) {
        if (depth == 0) return node(all_names, 2, 6);
        const std::size_t kind = below(4);
        if (kind == 0) return Node{Node::Kind::multiple, "", constant(), {convex(depth - 1)}};
        if (kind == 1) return Node{Node::Kind::absolute, "", 0, {node(all_names, 2, 6)}};
        return Node{kind == 2 ? Node::Kind::sum : Node::Kind::max,
                    "",
                    0,
                    {convex(depth - 1), convex(depth - 1)}};
    }

    /// The node in one of its spellings.
    std::string text(const Node& node);

private:
    Node choice_of_linear() {
        const std::size_t kind = below(3);
        if (kind == 0) return Node{Node::Kind::absolute, "", 0, {linear(2)}};
        return Node{kind == 1 ? Node::Kind::max : Node::Kind::min, "", 0, {linear(2), linear(2)}};
    }

    /// Of the first `kinds` kinds.
    Node node(const std::vector<std::string>& names, std::size_t depth, std::size_t kinds) {
        Node result;
        if (depth > 0) result.kind = static_cast<Node::Kind>(below(kinds));
        if (result.kind == Node::Kind::distance) {
            result.name = one_in(12) ? "0" : names[below(names.size())];
            return result;
        }
        const bool two = result.kind == Node::Kind::sum || result.kind == Node::Kind::difference;
        const bool some = result.kind == Node::Kind::max || result.kind == Node::Kind::min;
        const std::size_t count = two ? 2 : some ? 1 + below(3) : 1;
        for (std::size_t i = 0; i < count; ++i)
            result.children.push_back(node(names, depth - 1, kinds));
        result.constant = constant();
        return result;
    }

    std::string blank() { return one_in(3) ? " " : one_in(8) ? "\t" : ""; }
    std::string spelled(std::string name);
    std::string enclosed(const Node& node) { return "(" + blank() + text(node) + blank() + ")"; }
    std::string multiple(const Node& node);

    std::mt19937_64 engine_;
};

std::string Writer::spelled(std::string name) {
    if (one_in(4))
        name = (name[0] == 'K' ? "kendall" : name[0] == 'F' ? "footrule" : "0") + name.substr(1);
    const std::size_t comma = name.find(',');
    if (comma != std::string::npos && one_in(2)) name.insert(comma + 1, " ");
    return name;
}

std::string Writer::multiple(const Node& node) {
    const std::string inside = enclosed(node.children[0]);
    const std::string number = node.constant.to_string();
    switch (below(5)) {
        case 0:
            return number + blank() + inside;
        case 1:
            return inside + blank() + "*(" + number + ")";
        case 2:
            return inside + "·" + node.constant.numerator().to_string() + "/" +
                   node.constant.denominator().to_string();
        case 3:
            return node.constant.is_integer() ? number + ".0*" + inside : number + "*" + inside;
        default:
            return number + blank() + "*" + blank() + inside;
    }
}

std::string Writer::text(const Node& node) {
    const auto list = [&](const std::string& name) {
        std::string result = name + blank() + "(";
        for (const Node& child : node.children)
            result += (&child == &node.children[0] ? "" : ",") + blank() + text(child);
        return result + ")";
    };
    const auto child = [&](std::size_t i) { return node.children[i]; };
    switch (node.kind) {
        case Node::Kind::distance:
            return spelled(node.name);
        case Node::Kind::sum:
            return text(child(0)) + blank() + "+" + blank() + text(child(1));
        case Node::Kind::difference:
            return text(child(0)) + (one_in(4) ? "−" : "-") + enclosed(child(1));
        case Node::Kind::multiple:
            return multiple(node);
        case Node::Kind::quotient:
            return enclosed(child(0)) + blank() + "/(" + node.constant.to_string() + ")";
        case Node::Kind::negative:
            return "-" + blank() + enclosed(child(0));
        case Node::Kind::max:
            return list("max");
        case Node::Kind::min:
            return list("min");
        case Node::Kind::absolute:
            return one_in(2) ? list("abs") : "|" + enclosed(child(0)) + "|";
    }
    return "";
}

struct Written {
    Node small;
    Node big;
    std::string text;
};

Written written(Writer& writer, Node small, Node big) {
    const std::array<std::string, 2> up = {"<=", "≤"}, down = {">=", "≥"};
    Written result{std::move(small), std::move(big), ""};
    const std::string left = writer.text(result.small), right = writer.text(result.big);
    const std::size_t spelling = writer.below(2);
    result.text = writer.one_in(2) ? left + " " + up[spelling] + " " + right
                                   : right + " " + down[spelling] + left;
    return result;
}

// ---- What is checked of each text -------------------------------------------------------------

bool is_well_formed(const Expression& expression) {
    std::set<std::string> seen;
    for (const Term& term : expression.terms) {
        if (term.coefficient.sign() <= 0 || !seen.insert(functional_name(term.distance)).second) {
            return false;
        }
    }
    for (const AbsoluteTerm& term : expression.absolute) {
        if (term.coefficient.sign() <= 0 || term.inside.size() < 2) return false;
        for (const Term& inside : term.inside) {
            if (inside.coefficient.sign() == 0 || !inside.distance.is_linear()) return false;
        }
    }
    return true;
}

void check_form(const Conjecture& conjecture) {
    CHECK(!conjecture.parts.empty());
    for (std::size_t i = 0; i < conjecture.parts.size(); ++i) {
        const Inequality& part = conjecture.parts[i];
        INFO("part: " << to_string(part));
        CHECK(is_well_formed(part.small));
        CHECK(is_well_formed(part.big));
        CHECK(!(part.small == Expression{}));
        for (std::size_t j = 0; j < i; ++j)
            CHECK(!(conjecture.parts[j] == part));
        CHECK(parse_conjecture(to_string(part)).parts == std::vector{part});
    }
}

/// How far the worst part fails: the greatest small − big.
Rational excess(const Conjecture& conjecture, const Values& values) {
    std::optional<Rational> worst;
    for (const Inequality& part : conjecture.parts) {
        const Rational one = value(part.small, values) - value(part.big, values);
        if (!worst || one > *worst) worst = one;
    }
    return worst.value();
}

struct Tally {
    int understood = 0, trivial = 0, refused = 0, held = 0, failed = 0;
};

/// Parts that hold for every D are left out, so that the excess is the same where it is positive.
void compare(const Written& conjecture, Writer& writer, Tally& tally) {
    INFO("conjecture: " << conjecture.text);
    std::optional<Conjecture> parsed;
    bool trivial = false;
    try {
        parsed = parse_conjecture(conjecture.text);
    } catch (const NotSupported&) {
        ++tally.refused;
        return;
    } catch (const InputError& error) {
        REQUIRE(contains(error.what(), "nothing to decide"));
        trivial = true;
    }
    ++(trivial ? tally.trivial : tally.understood);
    if (parsed) check_form(*parsed);
    for (int i = 0; i < 12; ++i) {
        const Values values = writer.values();
        const Rational expected = naive(conjecture.small, values) - naive(conjecture.big, values);
        const bool holds = expected.sign() <= 0;
        ++(holds ? tally.held : tally.failed);
        if (trivial) {
            CHECK(holds);
        } else if (holds) {
            CHECK(excess(*parsed, values).sign() <= 0);
        } else {
            CHECK(excess(*parsed, values) == expected);
        }
    }
}

template <class Make>
Tally compare_many(int count, const Make& make) {
    Tally tally;
    for (int seed = 1; seed <= count; ++seed) {
        INFO("seed " << seed);
        Writer writer(static_cast<std::uint64_t>(seed));
        compare(make(writer), writer, tally);
    }
    INFO(fmt::format("understood {}, trivial {}, refused {}, held {}, failed {}", tally.understood,
                     tally.trivial, tally.refused, tally.held, tally.failed));
    CHECK(tally.held > count);
    CHECK(tally.failed > count);
    return tally;
}

std::vector<std::string> parts(std::string_view text) {
    std::vector<std::string> result;
    for (const Inequality& part : parse_conjecture(text).parts)
        result.push_back(to_string(part));
    return result;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a sum of linear distances means what it says and is never refused", "[conjecture]") {
    const Tally tally = compare_many(
        600, [](Writer& writer) { return written(writer, writer.linear(4), writer.linear(4)); });
    CHECK(tally.refused == 0);
}

TEST_CASE("max, min and absolute values of linear sums mean what they say on both sides",
          "[conjecture]") {
    const Tally tally = compare_many(
        600, [](Writer& writer) { return written(writer, writer.simple(2), writer.simple(2)); });
    CHECK(tally.refused == 0);
}

TEST_CASE("max of anything on the smaller side means what it says", "[conjecture]") {
    const Tally tally = compare_many(
        600, [](Writer& writer) { return written(writer, writer.convex(3), writer.linear(2)); });
    CHECK(tally.refused < 20);  // more than 64 parts
}

TEST_CASE("whatever is understood means what it says", "[conjecture]") {
    const Tally tally = compare_many(3000, [](Writer& writer) {
        return written(writer, writer.anything(4), writer.anything(4));
    });
    CHECK(tally.understood > 1000);
    CHECK(tally.refused > 300);
}

TEST_CASE("with c, the parts hold for a constant exactly if the text does", "[conjecture]") {
    int understood = 0, held = 0, failed = 0;
    for (int seed = 1; seed <= 3000; ++seed) {
        Writer writer(static_cast<std::uint64_t>(seed));
        const bool on_small = writer.one_in(2);
        const Node small = writer.simple(1), big = writer.simple(1);
        const std::string left = writer.text(small), right = writer.text(big);
        const std::string text =
            on_small ? "c*(" + left + ") <= " + right : "(" + right + ")*c/2 >= " + left;
        INFO("seed " << seed << ", conjecture: " << text);
        Conjecture parsed;
        try {
            parsed = parse_conjecture(text);
        } catch (const NotSupported&) {
            continue;
        } catch (const InputError& error) {
            const std::string message = error.what();
            REQUIRE((contains(message, "nothing to decide") || contains(message, "c times 0")));
            continue;
        }
        ++understood;
        CHECK(parsed.asks_constant);
        CHECK(parsed.constant_on_small == on_small);
        for (int i = 0; i < 12; ++i) {
            const Values values = writer.values();
            const Rational c = writer.constant();
            const bool expected = on_small ? c * naive(small, values) <= naive(big, values)
                                           : naive(small, values) <= c / 2 * naive(big, values);
            bool holds = true;
            for (const Inequality& part : parsed.parts) {
                const Rational n = value(part.small, values), m = value(part.big, values);
                holds = holds && (on_small ? c * n <= m : n <= c * m);
            }
            CHECK(holds == expected);
            ++(expected ? held : failed);
        }
    }
    CHECK(understood > 200);
    CHECK(held > 200);
    CHECK(failed > 200);
}

TEST_CASE("like terms are added and cancelled", "[conjecture]") {
    CHECK(parts("K <= F[box]") == Texts{"K <= F[box]"});
    CHECK(parts("F[box] >= K") == Texts{"K <= F[box]"});
    CHECK(parts("3K - F[box] ≤ K + 1/2 F[interval]") == Texts{"2*K <= 1/2*F[interval] + F[box]"});
    CHECK(parts("(K + F[box])/2 <= 0.25*(K)*8") == Texts{"1/2*F[box] <= 3/2*K"});
    CHECK(parts("F[prefix-sym,inverse] + K <= F[prefix-sym] + K[inverse]") ==
          Texts{"K <= K[inverse]"});
    CHECK(parts("K <= 0") == Texts{"K <= 0"});
    CHECK(parts("K <= K - F[box]") == Texts{"F[box] <= 0"});
}

TEST_CASE("max splits on the smaller side and becomes an absolute value on the greater",
          "[conjecture]") {
    CHECK(parts("max(K, F[prefix]) <= F[box]") == Texts{"K <= F[box]", "F[prefix] <= F[box]"});
    CHECK(parts("K <= min(F[box], F[prefix])") == Texts{"K <= F[box]", "K <= F[prefix]"});
    CHECK(parts("F[prefix] <= max(K, F[box])") ==
          Texts{"F[prefix] <= 1/2*K + 1/2*F[box] + 1/2*|K - F[box]|"});
    CHECK(parts("min(K, F[box]) <= F[prefix]") ==
          Texts{"1/2*K + 1/2*F[box] <= F[prefix] + 1/2*|K - F[box]|"});
    CHECK(parts("|F[prefix] - K| <= F[box]") ==
          Texts{"K <= F[prefix] + F[box]", "F[prefix] <= K + F[box]"});
}

TEST_CASE("an absolute value of linear distances stays whole, in lowest terms", "[conjecture]") {
    CHECK(parts("|K - F[box]| <= F[prefix]") == Texts{"|K - F[box]| <= F[prefix]"});
    CHECK(parts("K <= |F[box] - K| + |1/2*K - F[box]/2|") == Texts{"K <= 3/2*|K - F[box]|"});
    CHECK(parts("K + |F[box]/2 - K/3| <= abs(-F[prefix])") ==
          Texts{"K + 1/6*|2*K - 3*F[box]| <= F[prefix]"});
}

TEST_CASE("arguments that never decide a maximum are left out", "[conjecture]") {
    CHECK(parts("F[prefix] <= max(K, 0, 2K, K)") == Texts{"F[prefix] <= 2*K"});
    CHECK(parts("F[box] <= max(F[prefix], F[prefix] + K, F[prefix])") ==
          Texts{"F[box] <= K + F[prefix]"});
}

TEST_CASE("the letter c asks for the best constant", "[conjecture]") {
    const Conjecture on_big = parse_conjecture("K <= c*(F[box] + K)/2");
    CHECK(on_big.asks_constant);
    CHECK(!on_big.constant_on_small);
    CHECK(to_string(on_big.parts.at(0)) == "K <= 1/2*K + 1/2*F[box]");
    const Conjecture on_small = parse_conjecture("F[box] >= c K");
    CHECK(on_small.asks_constant);
    CHECK(on_small.constant_on_small);
    CHECK(to_string(on_small.parts.at(0)) == "K <= F[box]");
    CHECK(!parse_conjecture("K <= F[box]").asks_constant);
    CHECK(parts("(3c - c*1)*K <= F[box]") == Texts{"2*K <= F[box]"});
}

TEST_CASE("a short name stands for a reading or for all four", "[conjecture]") {
    CHECK(parts("kv-conjecture[prefix]") == Texts{"K <= F[prefix]"});
    CHECK(parts(" kv-lemma-16[prefix-sym] ") == Texts{"F[prefix-sym] <= 3*K"});
    CHECK(parse_conjecture("kv-lemma-13[box]").name == "kv-lemma-13[box]");
    CHECK(parse_conjecture("kv-lemma-13[box]").text == "K <= 3*F[box]");
    for (const std::string name :
         {"kv-conjecture", "kv-lemma-13", "kv-lemma-16", "kv-theorem-9-upper"}) {
        const std::vector<Conjecture> all = parse_conjectures(name);
        REQUIRE(all.size() == 4);
        for (std::size_t i = 0; i < 4; ++i) {
            const std::string brackets = "[" + std::string(name_of(metrics::all_readings[i])) + "]";
            CHECK(all[i].name == name + brackets);
            CHECK(contains(all[i].text, brackets));
        }
    }
    CHECK(parse_conjecture("kv-conjecture[box]").parts ==
          std::vector{lower_side(metrics::Reading::box)});
    CHECK(parse_conjecture("kv-lemma-16[box]").parts ==
          std::vector{upper_side(metrics::Reading::box)});
}

namespace {

struct Refusal {
    std::string text;
    int column;
    std::string words;  ///< in the first line of the message
};

std::size_t characters(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text)
        count += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    return count;
}

/// The first line complete in itself, then the text, then the caret under the column.
void check_message(const std::string& message, const Refusal& refusal) {
    INFO("text: " << refusal.text << "\n" << message);
    std::istringstream lines(message);
    std::string first, text, caret, rest;
    std::getline(lines, first);
    std::getline(lines, text);
    std::getline(lines, caret);
    CHECK(first.starts_with(fmt::format("conjecture, column {}: found ", refusal.column)));
    CHECK(contains(first, ", expected "));
    CHECK(contains(first, refusal.words));
    CHECK(characters(text) == characters(refusal.text) + 2);
    CHECK(caret == std::string(static_cast<std::size_t>(refusal.column) + 1, ' ') + "^");
    CHECK(!std::getline(lines, rest));
}

/// The message of an error of exactly the type Error.
template <class Error>
std::string refused(const std::string& text) {
    try {
        parse_conjecture(text);
    } catch (const InputError& error) {
        CHECK(typeid(error) == typeid(Error));
        return error.what();
    }
    return "(understood)";
}

const std::vector<Refusal> bad_texts = {
    {"", 1, "found the end, expected a number"},
    {"K", 2, "a comparison, <= or >="},
    {"K <=", 5, "found the end"},
    {"K <= F[box] )", 13, "an operator or the end"},
    {"K =< F[box]", 3, "found \"=<\""},
    {"K* <= F*", 9, "a reading of F* in brackets"},
    {"K <= F[box] = 3K*3 4", 20, "an operator before a number"},
    {"K <= F", 7, "a reading of F in brackets: one of prefix, prefix-sym, interval, box"},
    {"footrule + K <= K", 10, "a reading of footrule"},
    {"F[prefx] <= K", 3, "did you mean prefix?"},
    {"F[prefix_sym] <= K", 3, "did you mean prefix-sym?"},
    {"F[inverse] <= K", 3, "a reading before it"},
    {"F[box,invers] <= K", 7, "found \"invers\", expected inverse"},
    {"F[box <= K", 7, "expected ]"},
    {"K[box] <= K", 3, "K has one reading only"},
    {"kendal <= F[box]", 1, "did you mean kendall?"},
    {"k <= F[box]", 1, "did you mean K?"},
    {"K(σ) <= F[box](σ)", 3, "K and F are those of σ"},
    {"K σ <= F[box]", 3, "found \"σ\", expected an operator"},
    {"K <= 2 3 K", 8, "an operator before a number"},
    {"K <= F[box] 2", 13, "an operator before a number"},
    {"K <= (F[box] + K", 17, "an operator or )"},
    {"K <= |F[box] - K", 17, "an operator or |"},
    {"K <= max F[box]", 10, "( after max"},
    {"K <= max(F[box]; K)", 16, "a comma or )"},
    {"K <= abs(K, F[box])", 6, "found 2 arguments, expected one"},
    {"K <= F[box]/0", 13, "a divisor other than 0"},
    {"K <= F[box]/(1/2 - .5)", 13, "a divisor other than 0"},
    {"K <= 1e99999*K", 6, "a decimal exponent"},
    {"K <= 1e5000*K", 6, "more than 1000 digits"},
    {"K <= 1e600*1e600*K", 6, "more than 1000 digits"},
    {"K <= K", 3, "found nothing to decide"},
    {"0 <= F[box]", 3, "0 <= F[box], which holds for every D"},
    {"F[box] >= 0", 8, "0 <= F[box], which holds for every D"},
    {"K <= 0*c*F[box]", 8, "c times 0"},
    {"kv-lema-13[box]", 1, "did you mean kv-lemma-13?"},
    {"kv-lemma-13[bx]", 13, "did you mean box?"},
    {"kv-conjecture", 14, "a reading in brackets"},
    {"K ≤ F[bax]", 7, "did you mean box?"},
    {"K\t<=\n$", 6, "found \"$\""},
    {"K <= \xff", 6, "found \"\\xff\""},
};

const std::vector<Refusal> unsupported_texts = {
    {"K < F[box]", 3, "no strict inequality"},
    {"K > F[box]", 3, "no strict inequality"},
    {"K = c*F[box]", 5, "c beside several inequalities"},
    {"K <= F[box] <= c*K", 16, "c beside several inequalities"},
    {"kendall-tau <= F[box]", 1, "found \"kendall-tau\", expected K or F[reading], which"},
    {"K <= 2 hamming", 8, "no D enters this metric; disarray check pairs"},
    {"K* * F* <= K*", 1, "a product of distances"},
    {"K*F[box] <= K", 1, "a product of distances"},
    {"K <= 2 + |K|(K - F[box])", 10, "a product of distances"},
    {"K/F[box] <= 2", 1, "multiply by the divisor"},
    {"K^2 <= K", 2, "no power"},
    {"K <= K**2", 7, "no power"},
    {"K <= 3", 6, "does not scale with D"},
    {"K ≤ 2*(F[box] − 1/3)", 17, "found \"1/3\""},
    {"K <= max(F[box], 3)", 18, "does not scale with D"},
    {"K <= c", 6, "found \"c\""},
    {"K <= c*c*F[box]", 6, "c once in a product"},
    {"K/c <= F[box]", 1, "c as a factor of the other side"},
    {"c*K <= c*F[box]", 1, "c on one side"},
    {"K <= c*F[box] + K", 6, "c as a factor of the whole side"},
    {"K <= c*(F[box] - K)", 6, "no term can change sides"},
    {"K - F[box] <= c*K", 15, "no term can change sides"},
    {"K <= max(c*F[box], K)", 10, "c outside of max"},
    {"K <= max(F[prefix], K)", 6, "F[prefix] is itself a sum of absolute values"},
    {"K <= max(K, F[box], F[interval])", 6, "two arguments there, not 3"},
    {"min(F[prefix-sym], K) <= K", 1, "which counts for the smaller side"},
    {"K ≤ |F[prefix] − K|", 5, "F[prefix] is itself a sum of absolute values"},
    {"K - |F[prefix] - K| <= F[box]", 5, "which counts for the greater side"},
    {"K <= max(|K - F[box]|, K)", 6, "\"|K - F[box]|\" is itself not linear in D"},
    {"max(2max(F[prefix],K), F[box]) <= max(max(F[prefix],K), F[box])", 35, "not linear in D"},
};

}  // namespace

TEST_CASE("a text that is no conjecture is refused at its place", "[conjecture]") {
    for (const Refusal& refusal : bad_texts)
        check_message(refused<InputError>(refusal.text), refusal);
}

TEST_CASE("a conjecture outside of the method is refused at its place with the reason",
          "[conjecture]") {
    for (const Refusal& refusal : unsupported_texts)
        check_message(refused<NotSupported>(refusal.text), refusal);
}

TEST_CASE("the star of KV's K* and F* is a part of the name, elsewhere a * multiplies",
          "[conjecture]") {
    for (const std::string text :
         {"K* <= F*[box]", "K* ≤ F*[box]", "K*≤F[box]", "K^* ⩽ F^*[box]", "F*[box] >= kendall*",
          "(K*) <= F[box]", "K* - 0*K <= F[box]", "max(K*, 0 K) <= F*[box]"})
        CHECK(parts(text) == Texts{"K <= F[box]"});
    for (const std::string text :
         {"K*2 <= F[box]*3", "K* 2 <= F[box] * 3", "K*-2 >= F[box]*-3", "2K* <= 3*F*[box]"})
        CHECK(parts(text) == Texts{"2*K <= 3*F[box]"});
    CHECK(parts("|K* - F*[box]| <= K*") == Texts{"|K - F[box]| <= K"});
}

TEST_CASE("equations and chains are all of their inequalities", "[conjecture]") {
    CHECK(parts("K = F[box]") == Texts{"K <= F[box]", "F[box] <= K"});
    CHECK(parts("K <= F[box] <= 2K") == Texts{"K <= F[box]", "F[box] <= 2*K"});
    CHECK(parts("2K >= F[box] >= K") == Texts{"F[box] <= 2*K", "K <= F[box]"});
    CHECK(parts("K <= F[box] == K") == Texts{"K <= F[box]", "F[box] <= K"});
}

TEST_CASE("a footrule without reading asks for each", "[conjecture]") {
    const std::vector<Conjecture> all = parse_conjectures("K* <= F* + 0*footrule");
    REQUIRE(all.size() == metrics::all_readings.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string reading(name_of(metrics::all_readings[i]));
        CHECK(all[i].text == "K* <= F*[" + reading + "] + 0*footrule[" + reading + "]");
        CHECK(all[i].parts == parse_conjecture("K <= F[" + reading + "]").parts);
    }
}

TEST_CASE("hostile texts are refused and not suffered", "[conjecture]") {
    const auto repeated = [](const std::string& text, std::size_t count) {
        std::string result;
        for (std::size_t i = 0; i < count; ++i)
            result += text;
        return result;
    };
    const auto nested = [&](std::size_t depth) {
        return repeated("(", depth) + "K" + repeated(")", depth) + " <= F[box]";
    };
    CHECK(parts(nested(max_conjecture_depth)) == Texts{"K <= F[box]"});
    CHECK(contains(refused<InputError>(nested(max_conjecture_depth + 1)), "at most 100 levels"));
    CHECK(contains(refused<InputError>(repeated("|", 9000)), "at most 100 levels"));
    CHECK(contains(refused<InputError>(repeated("max(", 2000)), "at most 100 levels"));
    CHECK(parts(repeated("-", 9000) + "K <= F[box]") == Texts{"K <= F[box]"});
    CHECK(contains(refused<InputError>(repeated("K", 10'001)), "found a text of 10001 bytes"));
    CHECK(contains(refused<InputError>("1" + repeated("*1e999", 1500) + "*K <= K"),
                   "more than 1000 digits"));
    const std::string pair = "max(F[prefix], K) + max(F[box], K[inverse]) + max(F[interval], K)";
    CHECK(parts(pair + " <= F[prefix-sym]").size() == 8);
    CHECK(contains(refused<NotSupported>(pair + " + " + pair +
                                         "/2 + max(F[box], K) + "
                                         "max(F[prefix], 2K) + max(F[prefix], 3K) + "
                                         "max(F[prefix], 4K) + max(F[prefix], 5K) <= F[box]"),
                   "at most 64 inequalities"));
    CHECK(
        contains(refused<InputError>("max(" + repeated("K,", 64) + "K) <= F[box]"), "at most 64"));
}

TEST_CASE("of a long text the message shows the neighbourhood of the place", "[conjecture]") {
    std::string text;
    for (int i = 0; i < 100; ++i)
        text += "F[box] + ";
    const std::string message = refused<InputError>(text + "σ <= K" + text);
    std::istringstream lines(message);
    std::string first, shown, caret;
    std::getline(lines, first);
    std::getline(lines, shown);
    std::getline(lines, caret);
    CHECK(first.starts_with("conjecture, column 901: found \"σ\""));
    CHECK(shown.starts_with("  ..."));
    CHECK(shown.ends_with("..."));
    CHECK(shown.substr(caret.size() - 1).starts_with("σ"));
    CHECK(characters(shown) <= 100);
}
