// SPDX-License-Identifier: MIT
#include "search/question.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "metrics/catalogue.hpp"
#include "search/conjecture.hpp"
#include "search/sweep.hpp"

namespace disarray::search {

namespace {

using metrics::Reading;

/// The only term of an expression that has one; else null.
const Term* single_term(const Expression& expression) {
    const bool single = expression.terms.size() == 1 && expression.absolute.empty();
    return single && !expression.terms.front().distance.inverse ? &expression.terms.front()
                                                                : nullptr;
}

bool is_kendall(const Term& term) {
    return term.distance.kind == Distance::Kind::kendall;
}

/// A text in letters, digits and dashes.
std::string in_letters(const std::string& text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> words = {
        {{"<=", "le"}, {"*", ""}, {"+", "plus"}, {"/", "over"}, {"|", "abs"}, {" - ", "-minus-"}}};
    std::string out;
    for (std::size_t k = 0; k < text.size();) {
        const auto word = std::ranges::find_if(
            words, [&](const auto& w) { return text.compare(k, w.first.size(), w.first) == 0; });
        if (word != words.end()) {
            out += word->second;
            k += word->first.size();
            continue;
        }
        const bool plain = std::isalnum(static_cast<unsigned char>(text[k])) != 0;
        if (plain) {
            out += text[k];
        } else if (!out.empty() && out.back() != '-') {
            out += '-';
        }
        ++k;
    }
    while (!out.empty() && out.back() == '-')
        out.pop_back();
    return out;
}

}  // namespace

std::string Question::ratio_name() const {
    if (side == Side::other) {
        return "min (" + to_string(inequality.big) + ")/(" + to_string(inequality.small) + ")";
    }
    return std::string(name_of(side)) + " F/K";
}

std::optional<Rational> Question::shown_ratio(const Rational& ratio) const {
    if (side == Side::other) return ratio;
    const Rational factor =
        inequality.small.terms.front().coefficient / inequality.big.terms.front().coefficient;
    // M/N = (b/a)·F/K on the lower side, (b/a)·K/F on the upper one.
    if (side == Side::min) return ratio * factor;
    if (ratio.sign() == 0) return std::nullopt;
    return Rational(1) / (ratio * factor);
}

std::string Question::ratio_text(const Rational& ratio) const {
    const auto shown = shown_ratio(ratio);
    return shown ? shown->to_string() : "unbounded";
}

std::string Question::decimal_text(const Rational& ratio) const {
    const auto shown = shown_ratio(ratio);
    return shown ? shown->to_decimal() : "-";
}

std::string Question::file_stem() const {
    if (inequality == lower_side(reading.value_or(Reading::prefix)) ||
        inequality == upper_side(reading.value_or(Reading::prefix))) {
        return std::string(name_of(*reading)) + "-" + std::string(name_of(side));
    }
    return in_letters(to_string(inequality));
}

Question question_about(const Inequality& inequality) {
    Question question{inequality, Side::other, {}};
    const Term* small = single_term(inequality.small);
    const Term* big = single_term(inequality.big);
    if (small == nullptr || big == nullptr || is_kendall(*small) == is_kendall(*big)) {
        return question;
    }
    question.side = is_kendall(*small) ? Side::min : Side::max;
    question.reading = (is_kendall(*small) ? big : small)->distance.reading;
    return question;
}

std::vector<Question> standard_questions(const std::string& reading, const std::string& side) {
    constexpr std::pair<std::string_view, std::pair<bool, bool>> sides[] = {
        {"min", {true, false}}, {"max", {false, true}}, {"both", {true, true}}};
    const auto [lower, upper] = choice_named(sides, side, "--side");
    std::vector<Question> questions;
    for (const Reading r : metrics::readings_named(reading, "--reading")) {
        if (lower) questions.push_back(question_about(lower_side(r)));
        if (upper) questions.push_back(question_about(upper_side(r)));
    }
    return questions;
}

std::vector<Question> questions_in(const std::string& text) {
    std::vector<Question> questions;
    for (const Conjecture& conjecture : parse_conjectures(text)) {
        for (const Inequality& part : conjecture.parts) {
            if (part.big == Expression{}) {
                throw InputError(
                    "conjecture", "a greater side that comes to 0",
                    "one that depends on D: 0 is exceeded wherever the other side is not 0");
            }
            questions.push_back(question_about(part));
            questions.back().asks_constant = conjecture.asks_constant;
        }
    }
    return questions;
}

Claim claim_over(const Inequality& inequality, std::size_t n, bool threshold) {
    return threshold ? threshold_claim(inequality, n) : sweep_claim(inequality, n);
}

std::optional<std::pair<Question, Claim>> claim_titled(const std::string& statement, std::size_t n,
                                                       std::string_view header) {
    try {
        const std::vector<Question> questions = questions_in(statement);
        if (questions.size() != 1) return std::nullopt;
        const Inequality& inequality = questions.front().inequality;
        if (to_string(inequality) != statement) return std::nullopt;
        return std::pair(questions.front(), claim_over(inequality, n, is_threshold_header(header)));
    } catch (const InputError&) {  // its place in the text means nothing to who did not write it
        return std::nullopt;
    }
}

std::pair<Question, Claim> claim_of(const CampaignPlan& plan, const std::string& where) {
    auto titled = claim_titled(plan.title, plan.n, plan.claim);
    if (titled && plan_of(titled->second) == plan) return std::move(*titled);
    throw InputError(where, "a campaign about " + printable(plan.title, 200),
                     "one whose units this version would cut in the same way");
}

}  // namespace disarray::search
