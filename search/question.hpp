// SPDX-License-Identifier: MIT
//
// From the options of `disarray search` to what is asked: one inequality for each reading and side,
// or the parts of a conjecture given as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/near_names.hpp"
#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "search/campaign.hpp"
#include "search/certificate.hpp"
#include "search/statement.hpp"

namespace disarray::search {

/// Which extreme of F/K an inequality between multiples of K and one F is about.
enum class Side {
    min,   ///< a·K ≤ b·F: min F/K
    max,   ///< a·F ≤ b·K: max F/K
    other  ///< any other inequality: its own M/N
};
constexpr auto choices(Side) {
    return std::to_array<Choice<Side>>(
        {{"min", Side::min}, {"max", Side::max}, {"other", Side::other}});
}

struct Question {
    Inequality inequality;
    Side side = Side::other;
    std::optional<metrics::Reading> reading;  ///< unless side is other
    bool asks_constant = false;  ///< for the least c in small ≤ c·big, not whether c = 1

    /// "min F/K", "max F/K", or "min (M)/(N)".
    std::string ratio_name() const;
    /// F/K, or M/N itself, where M/N is `ratio`; absent if it is unbounded.
    std::optional<Rational> shown_ratio(const Rational& ratio) const;
    /// That in lowest terms, or "unbounded".
    std::string ratio_text(const Rational& ratio) const;
    /// That as a decimal, or "-".
    std::string decimal_text(const Rational& ratio) const;
    /// Part of the name of a certificate's file: "prefix-min", or the inequality in letters.
    std::string file_stem() const;
};

/// Recognizes side and reading.
Question question_about(const Inequality& inequality);

/// "min", "max" or "both"; a reading or "all".
std::vector<Question> standard_questions(const std::string& reading, const std::string& side);

/// Everything that a text asks for: a short name may stand for several inequalities.
/// \throws InputError as parse_conjectures
std::vector<Question> questions_in(const std::string& text);

/// The claim over S_n; of a threshold, if that is asked.
Claim claim_over(const Inequality& inequality, std::size_t n, bool threshold);

/// The question and claim about S_n whose title is `statement`; empty if it is no title of one.
/// \param header  of its certificate, which says whether it is a threshold
std::optional<std::pair<Question, Claim>> claim_titled(const std::string& statement, std::size_t n,
                                                       std::string_view header = {});

/// What a campaign is about. \throws InputError naming `where` for a plan that this version would
/// not make of its question
std::pair<Question, Claim> claim_of(const CampaignPlan& plan, const std::string& where);

}  // namespace disarray::search
