// SPDX-License-Identifier: MIT
//
// What the subcommands of `search` read in the same way.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/verb.hpp"
#include "base/stop.hpp"
#include "search/question.hpp"

namespace disarray::search {

/// The text of an option that may be left out.
using OptionText = std::optional<std::string>;

/// A range of lengths, both ends included.
struct NRange {
    std::size_t from = 0, to = 0;
};

/// "6" or "3..6". \throws InputError naming --n unless least ≤ from ≤ to ≤ largest
NRange parse_n(const std::string& text, std::size_t least, std::size_t largest);

/// Which inequalities are asked about.
struct QuestionOptions {
    OptionText conjecture;  ///< in place of the other two
    std::string reading = "all";
    std::string side = "min";
    bool threshold = false;
};

/// --reading and --side
void add_reading_options(app::Verb verb, std::string& reading, std::string& side);
/// CONJECTURE, --reading and --side
void add_question_options(app::Verb verb, QuestionOptions& options);

/// --threshold
void add_threshold_option(app::Verb verb, QuestionOptions& options);

/// \throws InputError for what is no reading, side or conjecture
std::vector<Question> questions(const QuestionOptions& options);
/// \throws NotSupported, naming `where`, unless it is one
Question one_question(const QuestionOptions& options, const std::string& where);

/// The seconds of --time, shared out to several questions so that the first does not take all.
class TimeBudget {
public:
    /// From now on Ctrl-C asks work to stop, with or without a budget.
    /// \param seconds  as Verb::add_time_option or Option::seconds takes them
    explicit TimeBudget(const std::optional<double>& seconds);

    /// An equal share of what is left, `questions` being those still to come, this one included.
    Stop share(std::size_t questions) const;

private:
    std::optional<std::chrono::steady_clock::time_point> deadline_;
};

}  // namespace disarray::search
