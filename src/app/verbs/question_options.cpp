// SPDX-License-Identifier: MIT
#include "app/verbs/question_options.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_text.hpp"

namespace disarray::search {

NRange parse_n(const std::string& text, std::size_t least, std::size_t largest) {
    const auto dots = text.find("..");
    const std::string_view view = text;
    const auto from = as_number<std::uint64_t>(view.substr(0, dots));
    const auto to =
        dots == std::string::npos ? from : as_number<std::uint64_t>(view.substr(dots + 2));
    if (!from || !to || *from < least || *from > *to || *to > largest) {
        throw InputError(
            "--n", "\"" + printable(text) + "\"",
            fmt::format("a number or a range such as 4..6, from {} to {}", least, largest));
    }
    return {*from, *to};
}

void add_reading_options(app::Verb verb, std::string& reading, std::string& side) {
    verb.add_option("--reading", &reading,
                    "Readings of F: all, or of prefix, prefix-sym, interval, box")
        .list();
    verb.add_option("--side", &side, "min: K <= F, min F/K; max: F <= 3K, max F/K; or both");
}

void add_question_options(app::Verb verb, QuestionOptions& options) {
    const app::Option conjecture =
        verb.add_option("CONJECTURE", &options.conjecture,
                        "An inequality such as \"K <= F[prefix]\", \"F[box] <= 3*K\", "
                        "\"2*K <= F[interval] + K[inverse]\", or a short name such as "
                        "kv-conjecture");
    add_reading_options(verb, options.reading, options.side);
    conjecture.excludes("--reading").excludes("--side");
}

void add_threshold_option(app::Verb verb, QuestionOptions& options) {
    verb.add_flag("--threshold", options.threshold,
                  "Decide the inequality as written: fast, no extreme where it holds")
        .in(app::Group::effort)
        .rare();
}

std::vector<Question> questions(const QuestionOptions& options) {
    if (options.conjecture) return questions_in(*options.conjecture);
    return standard_questions(options.reading, options.side);
}

Question one_question(const QuestionOptions& options, const std::string& where) {
    const std::vector<Question> asked = questions(options);
    if (asked.size() == 1) return asked.front();
    throw NotSupported(where, fmt::format("{} inequalities", asked.size()),
                       "one: a single --reading and --side, or one conjecture");
}

TimeBudget::TimeBudget(const std::optional<double>& seconds) {
    Stop::listen_to_signals();
    if (!seconds) return;
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                    std::chrono::duration<double>(*seconds));
}

Stop TimeBudget::share(std::size_t questions) const {
    if (!deadline_) return {};
    const std::chrono::duration<double> left = *deadline_ - std::chrono::steady_clock::now();
    return Stop(std::max(left, std::chrono::duration<double>(0)) /
                static_cast<double>(std::max<std::size_t>(questions, 1)));
}

}  // namespace disarray::search
