// SPDX-License-Identifier: MIT
//
// What every program owes: the same answer when it is asked again, no number for what is none, an
// answer at all.
#include <algorithm>
#include <random>

#include "properties/audit/detail/kind_audit.hpp"

namespace disarray::properties::audit::detail {

namespace {

LawResult simple(std::string law, std::string statement, std::string scope) {
    return {std::move(law),
            std::move(statement),
            LawVerdict::exhausted,
            std::move(scope),
            {},
            {},
            {},
            {}};
}

/// Every input that was asked, in another order and one at a time.
class ProgramAudit {
public:
    ProgramAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric), options_(options) {}

    LawResult answers_again(std::vector<std::string> inputs) {
        LawResult result = simple(
            "same-answer-again", "the answer does not depend on what was asked before, or together",
            fmt::format("{} inputs, one at a time, in another order", inputs.size()));
        std::mt19937_64 random(options_.seed);
        for (std::size_t i = inputs.size(); i > 1; --i)
            std::swap(inputs[i - 1], inputs[random() % i]);
        for (const std::string& input : inputs) {
            if (options_.stop.requested()) {
                if (result.input.empty()) result.verdict = LawVerdict::undecided;
                break;
            }
            const Reply& first = metric_.reply(input);
            const Reply again = metric_.reply_anew(input);
            // Twice no answer is a finding of its own, whatever its words.
            if (std::holds_alternative<Failure>(first) && std::holds_alternative<Failure>(again)) {
                continue;
            }
            const std::string before = to_string(first);
            const std::string after = to_string(again);
            if (before == after) continue;
            const bool is_smaller =
                result.input.empty() ||
                std::pair(input.size(), input) < std::pair(result.input.size(), result.input);
            if (!is_smaller) continue;
            result.verdict = LawVerdict::refuted;
            result.input = input;
            result.expected = before;
            result.got = after;
            result.explanation = fmt::format("{} at first, {} when asked again", before, after);
        }
        return result;
    }

    LawResult no_number_for_none(const std::vector<std::string>& inputs) {
        LawResult result =
            simple("not-a-number", "an input that is no number gets an error or undefined",
                   fmt::format("{} inputs with NaN and infinities", inputs.size()));
        for (const std::string& input : inputs) {
            const auto* answer = std::get_if<Answer>(&metric_.reply(input));
            if (!answer || answer->kind != Answer::Kind::value) continue;
            result.verdict = LawVerdict::refuted;
            result.input = input;
            result.expected = "an error or undefined";
            result.got = answer->text;
            result.explanation = fmt::format("{} for an input that is no number", answer->text);
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
            try {
                const Value before = metric_.value(once), after = metric_.value(twice);
                const bool greatest = metric_.description().direction == Direction::greatest;
                const Order order = greatest ? compare(after, before) : compare(before, after);
                if (order != Order::greater) continue;
                result.verdict = LawVerdict::refuted;
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
        LawResult result = no_number_for_none(inputs);
        result.law = "negative-grade";
        result.statement = "a negative grade gets an error or undefined, or counts as 0";
        result.scope = fmt::format("{} inputs", inputs.size());
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
        LawResult result = simple("finite", "the value is a finite number, or there is none",
                                  fmt::format("{} inputs", metric_.inputs_asked()));
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

    LawResult always_answers() const {
        LawResult result = simple("always-answers", "every input gets an answer",
                                  fmt::format("{} inputs", metric_.inputs_asked()));
        const auto least = std::ranges::min_element(
            metric_.failures(), {}, [](const auto& failure) { return failure.first.size(); });
        if (least == metric_.failures().end()) return result;
        result.verdict = LawVerdict::refuted;
        result.input = least->first;
        result.expected = "an answer";
        result.got = std::string(name_of(least->second.kind));
        result.explanation = least->second.text;
        return result;
    }

private:
    AuditedMetric& metric_;
    const AuditOptions& options_;
};

/// Inputs with what is no number in one place.
std::vector<std::string> inputs_without_numbers(MetricKind kind) {
    std::vector<std::string> inputs;
    for (const std::string_view none : {"NaN", "Infinity", "-Infinity"}) {
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

std::vector<LawResult> program_laws(AuditedMetric& metric, const AuditOptions& options,
                                    std::vector<std::string> inputs) {
    const MetricKind kind = metric.description().kind;
    ProgramAudit program(metric, options);
    std::vector<LawResult> laws{program.answers_again(std::move(inputs)),
                                program.no_number_for_none(inputs_without_numbers(kind))};
    if (kind == MetricKind::relevance_and_scores) laws.push_back(program.repeated_document());
    if (kind != MetricKind::two_rankings) {
        laws.push_back(program.no_number_for_negative(inputs_with_negative_grades(kind)));
    }
    laws.push_back(program.finite());
    laws.push_back(program.always_answers());
    return laws;
}

}  // namespace disarray::properties::audit::detail
