// SPDX-License-Identifier: MIT
//
// An answer is read as a stream of tokens, not as a tree: there is one for each call, the text of
// its number is wanted, and a line of 16 MiB of brackets should end at the second one. A
// description is read once, as a tree, key by key.
#include "properties/audit/protocol.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/strtod.hpp"

namespace disarray::properties::audit {

namespace {

constexpr std::string_view description_keys[] = {"id",
                                                 "protocol",
                                                 "name",
                                                 "kind",
                                                 "direction",
                                                 "range",
                                                 "takes_cutoff",
                                                 "takes_not_retrieved",
                                                 "takes_cutoffs",
                                                 "takes_batches",
                                                 "takes_weights",
                                                 "least_length",
                                                 "reference",
                                                 "conventions",
                                                 "exceptions",
                                                 "claims"};

constexpr std::string_view expected_answer =
    R"({"id": …, "value": a finite number, or one in quotes as "1/3"}, or "values" with a list of )"
    R"(them, or "undefined", "error" or "exception" with a reason in place of "value")";

constexpr std::string_view expected_description =
    R"(the answer to "describe": a JSON object in one line, with id 0, protocol, name, kind, )"
    R"(direction; `disarray audit --template python` prints a program that has it)";

/// Enough of a line to know it by.
std::string beginning_of(std::string_view line) {
    return line.empty() ? "an empty line" : printable(line, 80);
}

/// Collects id, kind and value of one answer; anything unexpected ends the reading.
class AnswerHandler final : public nlohmann::json_sax<nlohmann::json> {
public:
    AnswerHandler(NumberedAnswer& result, std::string_view where)
        : result_(result), answer_(result.answer), where_(where) {}

    bool is_complete() const { return has_id_ && has_content_; }

    bool start_object(std::size_t) override { return !std::exchange(is_open_, true); }
    bool end_object() override { return true; }
    bool key(std::string& name) override {
        if (name == "id") return expect(Part::id, has_id_);
        if (name == "value") return expect_content(Answer::Kind::value);
        if (name == "values") return expect_content(Answer::Kind::list);
        if (name == "undefined") return expect_content(Answer::Kind::undefined);
        if (name == "error") return expect_content(Answer::Kind::error);
        if (name == "exception") return expect_content(Answer::Kind::exception);
        return false;
    }
    bool number_unsigned(number_unsigned_t number) override {
        if (part_ == Part::id) {
            result_.id = number;
            return true;
        }
        return is_value() && set_double(static_cast<double>(number), std::to_string(number));
    }
    bool number_integer(number_integer_t number) override {
        return is_value() && set_double(static_cast<double>(number), std::to_string(number));
    }
    bool number_float(number_float_t number, const std::string& text) override {
        return is_value() && set_double(number, as_in_json(text));
    }
    bool string(std::string& text) override {
        if (part_ != Part::content || (is_list() && !is_in_list_)) return false;
        Answer& answer = next();
        if (answer.kind == Answer::Kind::value) answer.exact = Rational::parse(text, where_);
        answer.text = std::move(text);
        return true;
    }
    /// In a list: no value.
    bool null() override {
        if (!is_in_list_) return false;
        Answer& answer = next();
        answer.kind = Answer::Kind::undefined;
        answer.text = "null";
        return true;
    }
    bool boolean(bool) override { return false; }
    bool binary(binary_t&) override { return false; }
    bool start_array(std::size_t) override {
        return part_ == Part::content && is_list() && answer_.values.empty() &&
               !std::exchange(is_in_list_, true);
    }
    bool end_array() override {
        is_in_list_ = false;
        part_ = Part::none;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
        return false;
    }

private:
    enum class Part { none, id, content };

    bool expect(Part part, bool& is_there) {
        part_ = part;
        return !std::exchange(is_there, true);
    }
    bool expect_content(Answer::Kind kind) {
        answer_.kind = kind;
        return expect(Part::content, has_content_);
    }
    bool is_list() const { return answer_.kind == Answer::Kind::list; }
    bool is_value() const {
        return part_ == Part::content && (answer_.kind == Answer::Kind::value || is_in_list_);
    }
    /// What a number or a text belongs to.
    Answer& next() { return is_in_list_ ? answer_.values.emplace_back() : answer_; }
    bool set_double(double number, std::string text) {
        Answer& answer = next();
        answer.as_double = number;
        answer.exact = exact_value_of(number);
        answer.text = std::move(text);
        return true;
    }

    NumberedAnswer& result_;
    Answer& answer_;
    std::string_view where_;
    Part part_ = Part::none;
    bool is_open_ = false, has_id_ = false, has_content_ = false, is_in_list_ = false;
};

/// Reads {"id": 7, "value": NaN}, its two members in either order, and nothing else: many writers
/// of JSON print a value that is no number so, and what they print around it is just this. By hand,
/// since std::regex takes a step of recursion for each blank, of which a line may have millions.
class NoNumberScanner {
public:
    explicit NoNumberScanner(std::string_view line) : rest_(line) {}

    /// Undefined, with the value for the reason; empty for a line of any other shape.
    std::optional<NumberedAnswer> answer() {
        if (!take("{") || !take_member() || !take(",") || !take_member() || !take("}")) return {};
        skip_blanks();
        if (!rest_.empty() || !id_ || value_.empty()) return {};
        return NumberedAnswer{
            *id_, {Answer::Kind::undefined, Rational(0), std::nullopt, std::string(value_)}};
    }

private:
    void skip_blanks() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
    }
    bool take(std::string_view token) {
        skip_blanks();
        if (!rest_.starts_with(token)) return false;
        rest_.remove_prefix(token.size());
        return true;
    }
    /// Each of the two once: a second one of a name is not taken.
    bool take_member() {
        if (!id_ && take("\"id\"")) return take(":") && take_id();
        return value_.empty() && take("\"value\"") && take(":") && take_no_number();
    }
    bool take_id() {
        skip_blanks();
        std::uint64_t id = 0;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), id);
        const auto digits = static_cast<std::size_t>(end - rest_.data());
        if (error != std::errc() || (digits > 1 && rest_.front() == '0')) return false;
        rest_.remove_prefix(digits);
        id_ = id;
        return true;
    }
    bool take_no_number() {
        for (const std::string_view name : {"NaN", "Infinity", "-Infinity"}) {
            if (!take(name)) continue;
            value_ = name;
            return true;
        }
        return false;
    }

    std::string_view rest_;
    std::optional<std::uint64_t> id_;
    std::string_view value_;
};

/// A value for a message; of a list or an object, which may be deep, only that it is one.
std::string value_in_words(const nlohmann::json& json) {
    if (json.is_array()) return "a list";
    if (json.is_object()) return "an object";
    return printable(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

[[noreturn]] void refuse_value(std::string_view where, std::string_view key,
                               const nlohmann::json& found, std::string_view expected) {
    throw InputError(where, fmt::format("\"{}\": {}", key, value_in_words(found)), expected);
}

nlohmann::json object_from(std::string_view line, std::string_view where) {
    std::set<std::string> keys;
    const auto note_key = [&](int depth, nlohmann::json::parse_event_t event,
                              nlohmann::json& parsed) {
        if (event != nlohmann::json::parse_event_t::key || depth != 1) return true;
        if (keys.insert(parsed.get<std::string>()).second) return true;
        throw InputError(where, fmt::format("{} twice", value_in_words(parsed)), "each key once");
    };
    nlohmann::json json = nlohmann::json::parse(line.begin(), line.end(), note_key, false);
    if (!json.is_object()) throw InputError(where, beginning_of(line), expected_description);
    return json;
}

const nlohmann::json& member(const nlohmann::json& json, const char* key, std::string_view where) {
    const auto found = json.find(key);
    if (found != json.end()) return *found;
    throw InputError(where, fmt::format("a description without \"{}\"", key), expected_description);
}

void require_number(const nlohmann::json& json, const char* key, std::uint64_t number,
                    std::string_view where) {
    const nlohmann::json& value = member(json, key, where);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() != number) {
        refuse_value(where, key, value, fmt::format("\"{}\": {}", key, number));
    }
}

std::string text_in(const nlohmann::json& json, const char* key, std::string_view where) {
    const nlohmann::json& value = member(json, key, where);
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
        refuse_value(where, key, value, "a text that is not empty");
    }
    return value.get<std::string>();
}

template <NamedChoice Enum>
Enum choice_in(const nlohmann::json& json, const char* key, std::string_view where) {
    return choice_named<Enum>(text_in(json, key, where), fmt::format("{}: \"{}\"", where, key));
}

std::optional<Rational> end_of_range(const nlohmann::json& json, std::string_view where) {
    if (json.is_null()) return std::nullopt;
    if (!json.is_string())
        refuse_value(where, "range", json, "numbers in quotes, or null for none");
    return Rational::parse(json.get_ref<const std::string&>(), fmt::format("{}: \"range\"", where));
}

void read_range(const nlohmann::json& json, Description& description, std::string_view where) {
    if (!json.is_array() || json.size() != 2) {
        refuse_value(where, "range", json,
                     R"(the least and the greatest value in a list, as ["0", "1"])");
    }
    description.least_value = end_of_range(json[0], where);
    description.greatest_value = end_of_range(json[1], where);
    if (description.least_value && description.greatest_value &&
        *description.least_value > *description.greatest_value) {
        throw InputError(where,
                         fmt::format("\"range\" from {} to {}", value_in_words(json[0]),
                                     value_in_words(json[1])),
                         "the least value before the greatest");
    }
}

/// Of a key that may be left out.
std::map<std::string, std::string> texts_in(const nlohmann::json& json, const char* key,
                                            std::string_view where) {
    if (!json.contains(key)) return {};
    if (!json[key].is_object()) refuse_value(where, key, json[key], "an object of texts");
    std::map<std::string, std::string> texts;
    for (const auto& [name, value] : json[key].items()) {
        if (!value.is_string()) refuse_value(where, printable(name), value, "a text");
        texts.emplace(name, value.template get<std::string>());
    }
    return texts;
}

std::set<std::string> names_in(const nlohmann::json& json, const char* key,
                               std::string_view where) {
    std::set<std::string> names;
    if (!json.contains(key)) return names;
    if (!json[key].is_array()) refuse_value(where, key, json[key], "a list of texts");
    for (const nlohmann::json& name : json[key]) {
        if (!name.is_string()) refuse_value(where, key, name, "texts");
        names.insert(name.get<std::string>());
    }
    return names;
}

bool truth_in(const nlohmann::json& json, const char* key, bool otherwise, std::string_view where) {
    if (!json.contains(key)) return otherwise;
    if (!json[key].is_boolean()) refuse_value(where, key, json[key], "true or false");
    return json[key].get<bool>();
}

std::size_t count_in(const nlohmann::json& json, const char* key, std::string_view where) {
    if (!json.contains(key)) return 0;
    if (!json[key].is_number_unsigned())
        refuse_value(where, key, json[key], "an integer, at least 0");
    return json[key].get<std::size_t>();
}

/// \throws InputError for a claim that nothing would be tried of.
void require_capabilities(const Description& description, std::string_view where) {
    const auto require = [&](bool is_claimed, bool is_possible, std::string_view key,
                             std::string_view expected) {
        if (!is_claimed || is_possible) return;
        throw InputError(fmt::format("{}: \"{}\"", where, key), "true", expected);
    };
    const bool is_of_lists = description.kind == MetricKind::relevance_by_rank ||
                             description.kind == MetricKind::relevance_and_scores;
    require(description.takes_cutoffs, is_of_lists && description.takes_cutoff, "takes_cutoffs",
            "it of a retrieval metric with \"takes_cutoff\": true");
    require(description.takes_batches, is_of_lists, "takes_batches", "it of a retrieval metric");
    require(description.takes_weights, description.takes_batches, "takes_weights",
            "it beside \"takes_batches\": true");
}

void require_known_keys(const nlohmann::json& json, std::string_view where) {
    for (const auto& item : json.items()) {
        const std::string& key = item.key();
        if (std::ranges::find(description_keys, key) != std::end(description_keys)) continue;
        throw InputError(where, fmt::format("the key \"{}\"", printable(key)),
                         expected_one_of(key, description_keys, "properties/audit/PROTOCOL.md"));
    }
}

}  // namespace

std::string describe_request() {
    return fmt::format("{{\"id\": 0, \"op\": \"describe\", \"protocol\": {}}}\n", protocol_version);
}

void append_evaluate_request(std::string& lines, std::uint64_t id, std::string_view input) {
    const fmt::format_int digits(id);
    lines.append("{\"id\": ").append(digits.data(), digits.size());
    lines.append(", \"op\": \"evaluate\", \"input\": ").append(input).append("}\n");
}

Description description_from(std::string_view line, std::string_view where) {
    const nlohmann::json json = object_from(line, where);
    require_number(json, "id", 0, where);
    require_number(json, "protocol", protocol_version, where);
    Description description;
    description.name = text_in(json, "name", where);
    require_known_keys(json, where);
    description.kind = choice_in<MetricKind>(json, "kind", where);
    description.direction = choice_in<Direction>(json, "direction", where);
    if (json.contains("range")) read_range(json["range"], description, where);
    description.takes_cutoff = truth_in(json, "takes_cutoff", false, where);
    description.takes_not_retrieved = truth_in(json, "takes_not_retrieved", true, where);
    description.takes_cutoffs = truth_in(json, "takes_cutoffs", false, where);
    description.takes_batches = truth_in(json, "takes_batches", false, where);
    description.takes_weights = truth_in(json, "takes_weights", false, where);
    require_capabilities(description, where);
    description.least_length = count_in(json, "least_length", where);
    description.conventions = texts_in(json, "conventions", where);
    description.claims = names_in(json, "claims", where);
    description.exceptions = texts_in(json, "exceptions", where);
    if (json.contains("reference")) description.reference = text_in(json, "reference", where);
    return description;
}

NumberedAnswer answer_from(std::string_view line, std::string_view where) {
    NumberedAnswer result;
    AnswerHandler handler(result, where);
    const bool is_read = nlohmann::json::sax_parse(line.begin(), line.end(), &handler);
    if (is_read && handler.is_complete()) return result;
    if (auto answer = NoNumberScanner(line).answer()) return *std::move(answer);
    throw InputError(where, beginning_of(line), expected_answer);
}

Rational exact_value_of(double number) {
    if (!std::isfinite(number)) throw UsageError("exact_value_of: no finite number");
    constexpr int bits = 53;
    int exponent = 0;
    const double fraction = std::frexp(number, &exponent);  // number = fraction · 2^exponent
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(fraction, bits));
    exponent -= bits;
    if (exponent >= 0) return Rational(Integer(Integer(mantissa) << exponent));
    return Rational(Integer(mantissa), Integer(Integer(1) << -exponent));
}

}  // namespace disarray::properties::audit
