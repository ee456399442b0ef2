// SPDX-License-Identifier: MIT
//
// What every program owes: the same answer when it is asked again, no number for what is none, an
// answer at all. Those that ask little come before the laws of the metric, so that a limit of time
// does not cut them off.
#include <algorithm>
#include <initializer_list>
#include <random>

#include "base/near_names.hpp"
#include "properties/audit/detail/kind_audit.hpp"
#include "properties/audit/missing_values.hpp"

namespace disarray::properties::audit::detail {

namespace {

/// A law that holds, as long as nothing else is found. \param verdict  exhausted if no other input
/// is meant
LawResult simple(std::string_view law, std::string_view statement, std::string scope,
                 LawVerdict verdict = LawVerdict::exhausted) {
    LawResult result = untried(law, statement);
    result.verdict = verdict;
    result.scope = std::move(scope);
    return result;
}

/// Requests that are saved with an answer that changes: what it depends on may be among them.
constexpr std::size_t most_context = 20;

/// Each of them waits for its answer.
constexpr std::size_t most_asked_again = 2000;

/// Inputs that were asked, in another order and one at a time.
class ProgramAudit {
public:
    ProgramAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric), options_(options) {}

    LawResult answers_again(std::vector<std::string> inputs) {
        inputs = first_and_last(std::move(inputs));
        LawResult result = simple(
            "same-answer-again", "the answer does not depend on what was asked before, or together",
            fmt::format("{} inputs, one at a time, in another order", inputs.size()),
            LawVerdict::supported);
        shuffle(inputs);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (options_.stop.requested()) {
                if (result.input.empty()) result.verdict = LawVerdict::undecided;
                break;
            }
            const Reply& first = metric_.reply(inputs[i]);
            // No answer is a finding of its own, and costs a start of the program.
            if (std::holds_alternative<Failure>(first)) continue;
            const Reply again = metric_.reply_anew(inputs[i]);
            if (was_not_asked(again)) {
                if (result.input.empty()) result.verdict = LawVerdict::undecided;
                result.explanation = to_string(again);
                break;
            }
            const std::string before = to_string(first), after = to_string(again);
            const bool is_smaller = result.input.empty() || is_less(inputs[i], result.input);
            if (before == after || !is_smaller) continue;
            result.verdict = LawVerdict::refuted;
            result.input = inputs[i];
            result.expected = before;
            result.got = after;
            result.explanation = fmt::format("{} at first, {} when asked again", before, after);
            add_context(inputs, i, result);
        }
        return result;
    }

    /// \param what  is wrong with the inputs
    LawResult no_number_for(std::string_view law, std::string_view what,
                            const std::vector<std::string>& inputs) {
        LawResult result = simple(law, fmt::format("{} gets an error or undefined", what),
                                  fmt::format("{} inputs", inputs.size()));
        if (inputs.empty()) result.verdict = LawVerdict::not_applicable;
        for (const std::string& input : inputs) {
            const auto* answer = std::get_if<Answer>(&metric_.odd_reply(input));
            if (!answer || answer->kind != Answer::Kind::value) continue;
            result.verdict = LawVerdict::refuted;
            result.input = input;
            result.expected = "an error or undefined";
            result.got = answer->text;
            result.explanation = fmt::format("{} for {}", answer->text, what);
            return result;
        }
        return result;
    }

    /// One relevant document on two lines, alone or with another one that is not retrieved.
    LawResult repeated_document() {
        LawResult result = simple("repeated-document",
                                  "a document on two lines gets an error, or is no better than on "
                                  "the first of them alone",
                                  "two lists of one document");
        for (const std::string_view others : {"", "1"}) {
            const std::string once = fmt::format(
                R"({{"ids": ["d1"], "scores": [2], "grades": [1], "not_retrieved": [{}]}})",
                others);
            const std::string twice = fmt::format(
                R"({{"ids": ["d1", "d1"], "scores": [2, 1], "grades": [1, 1], "not_retrieved": [{}]}})",
                others);
            if (!others.empty() && !metric_.description().takes_not_retrieved) continue;
            try {
                metric_.odd_reply(twice);
                const Value before = metric_.value(once), after = metric_.value(twice);
                const bool greatest = metric_.description().direction == Direction::greatest;
                const Order order = greatest ? compare(after, before) : compare(before, after);
                if (order != Order::greater) continue;
                const bool says_so = metric_.description().conventions.contains("duplicates");
                result.verdict = says_so ? LawVerdict::documented_convention : LawVerdict::refuted;
                result.input = twice;
                result.expected = fmt::format("no better than {}", before.to_decimal(17));
                result.got = to_string(metric_.reply(twice));
                result.explanation = fmt::format("{} where the document stands once",
                                                 to_string(metric_.reply(once)));
                return result;
            } catch (const NoValue&) {
                // Refused, which is right.
            }
        }
        return result;
    }

    /// \param inputs  with a grade below 0
    LawResult no_number_for_negative(const std::vector<std::string>& inputs) {
        LawResult result = no_number_for("negative-grade", "a negative grade", inputs);
        result.statement += ", or counts as 0";
        if (result.verdict != LawVerdict::refuted) return result;
        // The same with 0 in its place.
        std::string with_zero = result.input;
        with_zero.replace(with_zero.find("-1"), 2, "0");
        result.expected = to_string(metric_.reply(with_zero));
        if (result.expected == result.got) {
            LawResult counts = simple(result.law, result.statement, result.scope);
            counts.explanation = "counts as 0";
            return counts;
        }
        result.explanation =
            fmt::format("{} for a grade of -1, {} for 0", result.got, result.expected);
        return result;
    }

    LawResult finite() {
        LawResult result =
            simple("finite", "the value is a finite number, or there is none",
                   fmt::format("{} inputs", metric_.inputs_asked()), LawVerdict::supported);
        const auto& found = metric_.infinities();
        const auto least = std::ranges::min_element(found, {}, &std::string::size);
        if (least == found.end()) return result;
        result.verdict = LawVerdict::refuted;
        result.input = *least;
        result.expected = "a finite number or undefined";
        result.got = to_string(metric_.reply(*least));
        result.explanation = fmt::format("infinite on {} inputs", found.size());
        return result;
    }

    /// What the program does when there is nothing more to ask.
    LawResult ends() {
        LawResult result = simple("ends", "when its input ends the program ends, with status 0",
                                  "after the last request");
        const std::optional<Failure> failure = metric_.finish();
        if (!failure) return result;
        result.explanation = failure->text;
        result.verdict = LawVerdict::refuted;
        if (failure->kind == Failure::Kind::not_asked) {
            result.verdict = LawVerdict::undecided;
            return result;
        }
        result.expected = "status 0";
        result.got = std::string(name_of(failure->kind));
        return result;
    }

    LawResult always_answers() const {
        LawResult result =
            simple("always-answers", "every input gets an answer",
                   fmt::format("{} inputs", metric_.inputs_asked()), LawVerdict::supported);
        if (!metric_.why_missing().empty()) {
            result.verdict = LawVerdict::undecided;
            result.explanation = metric_.why_missing();
        }
        // One that happens with this input alone can be seen again.
        const auto least =
            std::ranges::min_element(metric_.failures(), {}, [](const auto& failure) {
                return std::pair(!failure.second.happens_alone, failure.first.size());
            });
        if (least == metric_.failures().end()) return result;
        result.verdict = LawVerdict::refuted;
        result.input = least->first;
        result.expected = "an answer";
        result.got = std::string(name_of(least->second.kind));
        result.explanation = least->second.text;
        return result;
    }

private:
    /// Small ones and random ones.
    static std::vector<std::string> first_and_last(std::vector<std::string> inputs) {
        if (inputs.size() <= most_asked_again) return inputs;
        const auto half = static_cast<std::ptrdiff_t>(most_asked_again / 2);
        inputs.erase(inputs.begin() + half, inputs.end() - half);
        return inputs;
    }

    static bool is_less(const std::string& a, const std::string& b) {
        return std::pair(a.size(), a) < std::pair(b.size(), b);
    }

    void shuffle(std::vector<std::string>& inputs) const {
        std::mt19937_64 random(options_.seed);
        for (std::size_t i = inputs.size(); i > 1; --i)
            std::swap(inputs[i - 1], inputs[random() % i]);
    }

    /// What was asked before inputs[end].
    void add_context(const std::vector<std::string>& inputs, std::size_t end, LawResult& result) {
        result.related.clear();
        result.related_got.clear();
        for (std::size_t i = end - std::min(end, most_context); i < end; ++i) {
            result.related.push_back(inputs[i]);
            result.related_got.push_back(to_string(metric_.reply(inputs[i])));
        }
    }

    AuditedMetric& metric_;
    const AuditOptions& options_;
};

constexpr std::size_t made_length = 3;  // of the inputs that are made here

/// Inputs of three elements or documents with something else for a number in one place.
std::vector<std::string> inputs_with(std::initializer_list<std::string_view> others,
                                     MetricKind kind) {
    std::vector<std::string> inputs;
    for (const std::string_view none : others) {
        if (kind == MetricKind::two_rankings) {
            inputs.push_back(
                fmt::format(R"({{"first": [1, "{}", 3], "second": [1, 2, 3]}})", none));
        } else if (kind == MetricKind::relevance_and_scores) {
            inputs.push_back(fmt::format(
                R"({{"ids": ["d1", "d2", "d3"], "scores": [1, "{}", 3], "grades": [1, 0, 2], "not_retrieved": []}})",
                none));
        } else {
            inputs.push_back(
                fmt::format(R"({{"grades": [1, "{}", 2], "not_retrieved": []}})", none));
        }
    }
    return inputs;
}

/// Inputs with a grade of −1.
std::vector<std::string> inputs_with_negative_grades(MetricKind kind) {
    if (kind == MetricKind::relevance_by_rank) {
        return {R"({"grades": [1, -1, 2], "not_retrieved": []})"};
    }
    return {
        R"({"ids": ["d1", "d2", "d3"], "scores": [3, 2, 1], "grades": [1, -1, 2], "not_retrieved": []})"};
}

}  // namespace

std::vector<LawResult> first_program_laws(AuditedMetric& metric, const AuditOptions& options,
                                          std::vector<std::string> inputs) {
    const Description& description = metric.description();
    const MetricKind kind = description.kind;
    ProgramAudit program(metric, options);
    std::vector<LawResult> laws;
    const auto add = [&](const auto& law) {
        if (options.stop.requested()) return;
        laws.push_back(unless_missing(metric, law));
    };
    add([&] { return program.answers_again(std::move(inputs)); });
    // Items and votes are no numbers.
    const bool has_numbers = kind != MetricKind::two_lists && kind != MetricKind::votes;
    if (has_numbers && description.least_length <= made_length) {
        add([&] {
            return program.no_number_for("not-a-number", "a NaN", inputs_with({"NaN"}, kind));
        });
        add([&] {
            return program.no_number_for("infinite-number", "an infinite number",
                                         inputs_with({"Infinity", "-Infinity"}, kind));
        });
        if (kind != MetricKind::two_rankings) {
            add([&] { return program.no_number_for_negative(inputs_with_negative_grades(kind)); });
        }
    }
    if (kind == MetricKind::relevance_and_scores && description.least_length <= 1) {
        add([&] { return program.repeated_document(); });
    }
    return laws;
}

namespace {

constexpr std::string_view missing_statement =
    "a score or a rank that is NaN is what \"missing\" says: refused, omitted, or the least";

/// The input that has the value of one with NaN; empty for none.
const std::optional<std::string>& partner_of(const MissingCase& each, Missing rule) {
    return rule == Missing::omit ? each.omitted : each.least;
}

/// Whether the answer to an input with NaN is as the rule has it; empty where that says nothing.
std::optional<bool> follows(AuditedMetric& metric, const AuditOptions& options,
                            const MissingCase& each, Missing rule) {
    const auto* answer = std::get_if<Answer>(&metric.odd_reply(each.input));
    if (!answer) return std::nullopt;
    if (rule == Missing::refuse) return answer->kind != Answer::Kind::value;
    const auto& partner = partner_of(each, rule);
    if (!partner) return std::nullopt;
    const auto* other = std::get_if<Answer>(&metric.odd_reply(*partner));
    if (!other || other->kind == Answer::Kind::error) return std::nullopt;
    if (other->kind != answer->kind) return false;
    return answer->kind != Answer::Kind::value || answer->exact == other->exact ||
           nearly_equal(answer->exact, other->exact, tolerance_of(options));
}

/// Whether all answers are, some of them values.
bool is_followed(AuditedMetric& metric, const AuditOptions& options,
                 const std::vector<MissingCase>& cases, Missing rule) {
    bool has_value = false;
    for (const MissingCase& each : cases) {
        const auto is_so = follows(metric, options, each, rule);
        if (is_so == false || options.stop.requested()) return false;
        const auto* answer = std::get_if<Answer>(&metric.odd_reply(each.input));
        has_value = has_value || (is_so && answer && answer->kind == Answer::Kind::value);
    }
    return has_value;
}

void show_missing(AuditedMetric& metric, const MissingCase& each, Missing rule, LawResult& result) {
    result.verdict = LawVerdict::refuted;
    result.input = each.input;
    result.got = to_string(metric.odd_reply(each.input));
    if (rule == Missing::refuse) {
        result.expected = "an error or undefined";
        result.explanation = fmt::format("{} for a NaN", result.got);
        return;
    }
    const std::string& partner = *partner_of(each, rule);
    result.expected = to_string(metric.odd_reply(partner));
    result.related = {partner};
    result.related_got = {result.expected};
    result.explanation = fmt::format(
        "{}, and {} {}", result.got, result.expected,
        rule == Missing::omit ? "where it is left out" : "where the least stands in its place");
}

LawResult declared_missing_law(AuditedMetric& metric, const AuditOptions& options,
                               std::vector<MissingCase> cases, Missing rule) {
    std::ranges::stable_sort(cases, {}, [](const MissingCase& each) { return each.input.size(); });
    LawResult result =
        simple("missing-values", missing_statement,
               fmt::format("{} inputs, by \"missing\": \"{}\"", cases.size(), name_of(rule)),
               LawVerdict::supported);
    for (const MissingCase& each : cases) {
        if (options.stop.requested()) {
            result.verdict = LawVerdict::undecided;
            break;
        }
        if (follows(metric, options, each, rule) != false) continue;
        show_missing(metric, each, rule, result);
        break;
    }
    return result;
}

}  // namespace

LawResult missing_law(AuditedMetric& metric, const AuditOptions& options,
                      const std::vector<MissingCase>& cases, LawResult not_a_number) {
    if (cases.empty()) return not_a_number;
    const auto& conventions = metric.description().conventions;
    const auto declared = conventions.find("missing");
    if (declared != conventions.end()) {
        return declared_missing_law(metric, options, cases,
                                    choice_named<Missing>(declared->second, "\"missing\""));
    }
    if (not_a_number.verdict != LawVerdict::refuted) return not_a_number;
    // Who excepts the law excuses NaN, whatever it gets.
    if (metric.description().exceptions.contains(not_a_number.law)) return not_a_number;
    std::vector<Missing> followed;
    for (const Missing rule : {Missing::omit, Missing::least}) {
        if (is_followed(metric, options, cases, rule)) followed.push_back(rule);
    }
    if (followed.size() != 1) return not_a_number;  // a constant follows both, and says nothing
    not_a_number.law = "declared-missing";
    not_a_number.statement = "what the answers make of NaN is declared, or they are no numbers";
    not_a_number.explanation += fmt::format(
        "; the answers are those of \"missing\": \"{}\", which \"conventions\" does not declare",
        name_of(followed.front()));
    return not_a_number;
}

std::vector<LawResult> last_program_laws(AuditedMetric& metric, const AuditOptions& options) {
    ProgramAudit program(metric, options);
    std::vector<LawResult> laws;
    const auto add = [&](const auto& law) { laws.push_back(unless_missing(metric, law)); };
    add([&] { return program.finite(); });
    add([&] { return program.always_answers(); });
    add([&] { return program.ends(); });
    return laws;
}

}  // namespace disarray::properties::audit::detail
