// SPDX-License-Identifier: MIT
// Discovery from nothing: the inequalities that the literature has are found, with their counts;
// what is told can be given to the parser and holds; what is false is refuted; what follows is left
// out.
#include "search/discover/discover.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "search/discover/implication.hpp"

namespace disarray::test {

using namespace search::discover;

namespace {

DiscoverOptions options_for(std::string_view names, std::size_t n_to, std::size_t dimension) {
    DiscoverOptions options;
    options.quantities = quantities_named(names, "q");
    options.n_to = n_to;
    options.dimension = dimension;
    options.climbing = options.tempering = 300;
    return options;
}

std::vector<std::string> texts_of(const Discovery& found) {
    std::vector<std::string> texts;
    for (const RankedConjecture& ranked : found.conjectures)
        texts.push_back(ranked.conjecture.text());
    return texts;
}

bool has(const std::vector<std::string>& texts, std::string_view text) {
    return std::ranges::find(texts, text) != texts.end();
}

Theorem theorem_of(const std::string& text) {
    return {"planted", "nobody", parse_statement(text), 1};
}

Row row_at(std::string_view text, std::size_t n) {
    const Statement statement = parse_statement(text);
    return {statement.quantities, statement.linear_forms(n).front()};
}

/// Σ direction·quantities ≤ bound, of constants.
Conjecture constant_conjecture(std::string_view names, const Point& direction,
                               const Rational& bound) {
    Conjecture conjecture;
    conjecture.quantities = quantities_named(names, "q");
    conjecture.direction.constant = direction;
    conjecture.bound.function.smooth = {bound};
    return conjecture;
}

}  // namespace

TEST_CASE("Diaconis and Graham's inequalities are found from nothing", "[discover]") {
    const Discovery found = discover(options_for("kendall,footrule,cayley", 7, 3));
    CHECK(found.complete);
    CHECK(found.tuples == 7);
    const auto texts = texts_of(found);
    CHECK(has(texts, "kendall + cayley <= footrule"));
    CHECK(has(texts, "footrule <= 2*kendall"));
    // It follows from the two.
    CHECK(!has(texts, "cayley <= kendall"));
    const auto lower = std::ranges::find_if(found.conjectures, [](const RankedConjecture& ranked) {
        return ranked.conjecture.text() == "kendall + cayley <= footrule";
    });
    REQUIRE(lower != found.conjectures.end());
    std::vector<std::uint64_t> tight;
    for (const LengthEvidence& length : lower->conjecture.lengths)
        tight.push_back(length.tight);
    CHECK(tight == std::vector<std::uint64_t>{6, 23, 103, 511, 2719});
    CHECK(lower->conjecture.facets() == 4);  // on S_3 the points lie in a plane
}

TEST_CASE("What is found can be read again and holds on all of S_n", "[discover]") {
    for (const auto* names : {"kendall,spearman,runs", "hamming,cayley,dis,enc"}) {
        const Discovery found = discover(options_for(names, 7, 2));
        CHECK(found.conjectures.size() > 5);
        for (const RankedConjecture& ranked : found.conjectures) {
            const Conjecture& conjecture = ranked.conjecture;
            CAPTURE(conjecture.text());
            const Statement statement = parse_statement(conjecture.text());
            for (const LengthEvidence& length : conjecture.lengths) {
                if (length.n < conjecture.from || length.n > 6) continue;
                const StatementResult result = decide(statement, length.n);
                REQUIRE(result.violating == 0);
                if (length.n >= conjecture.bound.from) REQUIRE(result.tight == length.tight);
            }
        }
    }
}

TEST_CASE("A statement that fails for small n begins at a later one", "[discover]") {
    DiscoverOptions options = options_for("osc,ulam", 7, 2);
    options.n_from = 2;
    const Discovery found = discover(options);
    const auto ranked = std::ranges::find_if(found.conjectures, [](const RankedConjecture& r) {
        return r.conjecture.text() == "osc <= (2*n - 5)*ulam";
    });
    REQUIRE(ranked != found.conjectures.end());
    CHECK(ranked->conjecture.from == 3);
    CHECK(decide(parse_statement("osc <= (2*n - 5)*ulam"), 2).violating == 1);
}

TEST_CASE("No conjecture that is left follows from the theorems and the others together",
          "[discover]") {
    DiscoverOptions options = options_for("kendall,footrule,cayley,ulam,spearman-distance", 6, 2);
    options.theorems = known_theorems();
    const Discovery found = discover(options);
    CHECK(found.implied > 0);
    const auto follows_at = [&](const Conjecture& conjecture, std::size_t n) {
        const auto claims = [&](const Conjecture& other) {
            return other.from <= n && (conjecture.without_identity || !other.without_identity);
        };
        std::vector<Row> rows;
        for (const Conjecture& range : found.ranges)
            if (claims(range)) rows.push_back({range.quantities, range.form(n)});
        for (const RankedConjecture& other : found.conjectures)
            if (&other.conjecture != &conjecture && claims(other.conjecture))
                rows.push_back({other.conjecture.quantities, other.conjecture.form(n)});
        for (const TheoremResult& known : found.theorems) {
            const Statement& statement = known.theorem.statement;
            if (!statement.is_linear() || known.theorem.least_n > n) continue;
            if (statement.without_identity && !conjecture.without_identity) continue;
            for (const LinearForm& form : statement.linear_forms(n))
                rows.push_back({statement.quantities, form});
        }
        return is_implied({conjecture.quantities, conjecture.form(n)}, rows, n);
    };
    for (const auto& [conjecture, climbs, temperings] : found.conjectures) {
        INFO(conjecture.text());
        bool follows = true;
        for (std::size_t n = conjecture.from; n <= options.n_to; ++n)
            follows = follows && follows_at(conjecture, n);
        CHECK_FALSE(follows);
    }
}

TEST_CASE("A facet is one of the statement, for the n at which it holds", "[discover]") {
    const Discovery found = discover(options_for("cayley,dis", 8, 2));
    bool begins_later = false;
    for (const RankedConjecture& ranked : found.conjectures) {
        const Conjecture& conjecture = ranked.conjecture;
        begins_later = begins_later || conjecture.from > conjecture.lengths.front().n;
        for (const LengthEvidence& length : conjecture.lengths) {
            INFO(conjecture.text() << ", n = " << length.n);
            if (!length.is_facet) continue;
            CHECK(length.n >= conjecture.from);
            CHECK(Rational(length.best) == conjecture.bound.function.at(length.n));
        }
    }
    CHECK(begins_later);  // cayley <= dis + n - 4, from n = 5 on
}

TEST_CASE("What is said of all but the identity is not tried at the identity", "[discover]") {
    // With so many random starts on S_3 some are the identity.
    Conjecture conjecture = constant_conjecture("kendall,footrule", {1, -1}, -1);
    conjecture.without_identity = true;  // K + 1 <= F
    for (const auto& walk : {climb, temper}) {
        const Climb found = walk(conjecture, 3, 2000, 1, {});
        CHECK_FALSE(found.refutes());
        CHECK(found.sigma != Permutation::identity(3));
        CHECK(found.slack == Rational(0));
    }
    conjecture.without_identity = false;
    CHECK(climb(conjecture, 3, 2000, 1).refutes());
}

TEST_CASE("Normals that are linear in n are found: Daniels' inequality", "[discover]") {
    DiscoverOptions options = options_for("kendall,spearman", 8, 2);
    options.theorems = known_theorems();
    const Discovery found = discover(options);
    const auto result_of = [&](std::string_view name) -> const TheoremResult& {
        return *std::ranges::find_if(
            found.theorems, [&](const TheoremResult& known) { return known.theorem.name == name; });
    };
    CHECK(result_of("daniels-upper").is_found);
    CHECK(result_of("daniels-lower").is_found);
    CHECK(result_of("daniels-as-quoted").verdict() == Verdict::refuted);
    CHECK(result_of("daniels-as-quoted").lengths.front().witness->is_identity());
    CHECK(result_of("durbin-stuart").verdict() == Verdict::exhausted);
    CHECK(result_of("durbin-stuart").chords > 0);
    CHECK(!has(texts_of(found), "spearman-distance <= n*kendall"));
    options.theorems.clear();
    CHECK(has(texts_of(discover(options)), "spearman-distance <= n*kendall"));
}

TEST_CASE("A planted false theorem is refuted and implies nothing", "[discover]") {
    DiscoverOptions options = options_for("kendall,footrule", 6, 2);
    options.theorems = {theorem_of("footrule <= kendall"), theorem_of("footrule <= 2*kendall")};
    const Discovery found = discover(options);
    CHECK(found.theorems[0].verdict() == Verdict::refuted);
    CHECK(!found.theorems[0].is_found);
    CHECK(found.theorems[1].is_found);
    CHECK(!has(texts_of(found), "footrule <= 2*kendall"));
    CHECK(has(texts_of(found), "kendall + 1 <= footrule for sigma != id"));
}

TEST_CASE("Discoveries are the same for any number of threads", "[discover]") {
    DiscoverOptions options = options_for("kendall,ulam,osc", 6, 3);
    options.threads = 1;
    const Discovery one = discover(options);
    options.threads = 3;
    const Discovery three = discover(options);
    CHECK(texts_of(one) == texts_of(three));
    CHECK(one.candidates == three.candidates);
    REQUIRE(!one.conjectures.empty());
    for (std::size_t k = 0; k < one.conjectures.size(); ++k)
        for (const auto walks : {&RankedConjecture::climbs, &RankedConjecture::temperings}) {
            const auto& of_one = one.conjectures[k].*walks;
            REQUIRE(of_one.size() == 4);
            for (std::size_t c = 0; c < of_one.size(); ++c)
                CHECK(of_one[c].sigma == (three.conjectures[k].*walks)[c].sigma);
        }
}

TEST_CASE("An inequality follows from others exactly where a sum of them says so", "[discover]") {
    const std::vector<Row> known{row_at("kendall + cayley <= footrule", 6),
                                 row_at("footrule <= 2*kendall", 6)};
    CHECK(is_implied(row_at("cayley <= kendall", 6), known, 6));
    CHECK(!is_implied(row_at("2*cayley <= kendall", 6), known, 6));
    CHECK(!is_implied(row_at("cayley <= kendall", 6), {}, 6));
    // The greatest value of each is known: cayley <= 5 on S_6.
    CHECK(is_implied(row_at("cayley <= 5", 6), {}, 6));
    CHECK(!is_implied(row_at("cayley <= 4", 6), {}, 6));
}

TEST_CASE("Climbing and tempering refute what is false and attain what is sharp", "[discover]") {
    for (const auto way : {climb, temper}) {
        // footrule <= 31 holds to n = 7 and is false on S_12, where the greatest is 72.
        const Climb refuted = way(constant_conjecture("footrule", {1}, 31), 12, 1000, 1, {});
        CHECK(refuted.refutes());
        CHECK(catalogue_value(quantity_named("footrule", "q"), refuted.sigma) > Rational(31));
        const Climb sharp =
            way(constant_conjecture("kendall,footrule", {-2, 1}, 0), 12, 1000, 1, {});
        CHECK(sharp.attains());
        const Climb loose = way(constant_conjecture("cayley", {1}, 20), 12, 1000, 1, {});
        CHECK(loose.slack == 9);
        CHECK(loose.evaluations == 1000);
        CHECK(way(constant_conjecture("cayley", {1}, 20), 12, 1000, 1, {}).sigma == loose.sigma);
        // Of σ ≠ id there is one in S_2, whatever is tried.
        Conjecture other = constant_conjecture("kendall", {-1}, -1);
        other.without_identity = true;
        CHECK(way(other, 2, 200, 1, {}).attains());
    }
}

TEST_CASE("A walk that is to stop ends with what it has", "[discover]") {
    const Stop at_once(std::chrono::duration<double>(0));
    for (const auto way : {climb, temper}) {
        const Climb found =
            way(constant_conjecture("cayley", {1}, 20), 12, 1'000'000'000, 1, at_once);
        CHECK(found.evaluations > 0);
        CHECK(found.evaluations <= 2000);
        CHECK(found.slack >= 9);
    }
}

// For a process of its own: who says once that it hears signals itself goes on doing so.
TEST_CASE("Interrupted between two sweeps, discovery tells what was found", "[.interrupted]") {
    // Among the 40 tuples of the first sweep are the two statistics of a theorem that is not
    // linear, of which more would be swept.
    auto options = options_for(
        "kendall,spearman-distance,footrule,cayley,hamming,ulam,chebyshev,lee,gini,dis,runs,osc", 5,
        2);
    options.theorems = known_theorems();
    options.progress = [](const std::string& what) {
        if (what.find(": 40 of") != what.npos) Stop::set_interrupted(true);
    };
    const Discovery found = discover(options);
    Stop::set_interrupted(false);
    CHECK_FALSE(found.complete);
    CHECK(found.tuples == 40);
    CHECK_FALSE(found.conjectures.empty());
}

TEST_CASE("Discovery that is interrupted tells what was found", "[discover]") {
    const std::string self = std::filesystem::read_symlink("/proc/self/exe");
    CHECK(std::system(("'" + self + "' '[.interrupted]' | grep -q 'All tests passed'").c_str()) ==
          0);
}

TEST_CASE("Tuples are all subsets, small ones first", "[discover]") {
    const auto tuples = tuples_of(quantities_named("kendall,cayley,ulam,lee", "q"), 3);
    REQUIRE(tuples.size() == 4 + 6 + 4);
    CHECK(tuples[0].size() == 1);
    CHECK(tuples[4].size() == 2);
    CHECK(tuples.back().back().name() == "lee");
}

TEST_CASE("Every line of the file of theorems has a source and is read", "[discover]") {
    const auto theorems = known_theorems();
    CHECK(theorems.size() > 20);
    for (const Theorem& theorem : theorems) {
        CAPTURE(theorem.name);
        CHECK(!theorem.source.empty());
        CHECK(!theorem.statement.comparisons.empty());
    }
}

}  // namespace disarray::test
