// SPDX-License-Identifier: MIT
//
// A foreign metric as laws see it: inputs and exact values. Answers are remembered, so that twenty
// laws on the same small inputs ask once; what the program could not answer is kept as a finding.
#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "exact/value.hpp"
#include "properties/audit/foreign_metric.hpp"
#include "properties/retrieval/retrieval_case.hpp"

namespace disarray::properties::audit {

/// Two rankings of the same elements: ranks from 1, the top; equal ranks are tied.
struct RankPair {
    std::vector<int> first;
    std::vector<int> second;
    int divisor = 1;  ///< of all ranks as they are sent: quarters are no integers
    friend bool operator==(const RankPair&, const RankPair&) = default;
};

/// Which elements have no rank, or documents no score, but NaN; empty: none.
using IsMissing = std::vector<bool>;

/// The "input" of a request, in one line.
std::string input_of(const RankPair& pair, const IsMissing& first = {},
                     const IsMissing& second = {});
/// \param kind     relevance_by_rank or relevance_and_scores.
/// \param missing  of scores; none by rank
/// \throws NoValue for tied scores by rank.
std::string input_of(const RetrievalCase& instance, MetricKind kind, const IsMissing& missing = {});

/// The program refuses an input, or fails: no law applies there.
class NoValue : public std::exception {
public:
    explicit NoValue(std::string why) : why_(std::move(why)) {}
    const char* what() const noexcept override { return why_.c_str(); }

private:
    std::string why_;
};

// \throws NoValue for what a program of this description is not asked: too few elements or
// documents, documents that are not retrieved where it takes none.
void require_length(std::size_t length, const Description& description);
void require_taken(const RankPair& pair, const Description& description);
void require_taken(const RetrievalCase& instance, const Description& description);

/// Has inputs answered by other runs of the program: one for each, empty where there is none.
using AskElsewhere =
    std::function<std::vector<std::optional<Answer>>(std::span<const std::string> inputs)>;

class AuditedMetric {
public:
    /// \param elsewhere  is asked first, where it is not empty
    explicit AuditedMetric(ForeignMetric& process, AskElsewhere elsewhere = {})
        : process_(process), elsewhere_(std::move(elsewhere)) {}

    const Description& description() const { return process_.description(); }
    /// Of the program, as error messages begin.
    const std::string& name() const { return process_.name(); }

    /// Asks for what is not known yet, many at once, short inputs first.
    void prefetch(std::span<const std::string> inputs);
    /// Runs `work` without asking the program: the inputs that value() is asked for are asked for
    /// elsewhere, all at once, as often as their answers lead to others. Nothing where there is no
    /// elsewhere: here a conversation is as quick one by one. What is foreseen counts as asked when
    /// it is wanted.
    template <class Work>
    void foresee(const Work& work) {
        if (!elsewhere_) return;
        do {
            unforeseen_.emplace();
            work();
        } while (look_elsewhere(*std::exchange(unforeseen_, std::nullopt)));
    }
    /// What the program says; remembered.
    const Reply& reply(const std::string& input);
    /// The same of a long input: to be too slow for it is no failure.
    const Reply& long_reply(const std::string& input);
    /// The same of an input that no metric need take: an exception there refuses it.
    const Reply& odd_reply(const std::string& input);
    /// The same asked again, whatever is known.
    Reply reply_anew(const std::string& input);
    /// As ForeignMetric::finish.
    std::optional<Failure> finish() {
        return waiting([&] { return process_.finish(); });
    }
    /// A number, or undefined. \throws NoValue
    Value value(const std::string& input);
    /// Of an input that has a value for each of `count` elements. \throws NoValue, also for another
    /// number of them
    std::vector<Value> values(const std::string& input, std::size_t count);
    /// The inputs that value() is asked for while `work` runs, in this order.
    template <class Work>
    std::vector<std::string> inputs_asked_in(const Work& work) {
        asked_.emplace();
        work();
        return *std::exchange(asked_, std::nullopt);
    }

    /// How often a reply was wanted that there is not, since the program was not asked; and why it
    /// was not. What was seen meanwhile is incomplete.
    std::size_t missing_replies() const { return missing_replies_; }
    const std::string& why_missing() const { return why_missing_; }

    /// Inputs that the program failed at, in the order in which they were asked first.
    const std::vector<std::pair<std::string, Failure>>& failures() const { return failures_; }
    /// Inputs with numbers only to which the answer was infinite, in that order.
    const std::vector<std::string>& infinities() const { return infinities_; }
    std::size_t inputs_asked() const { return replies_.size(); }
    /// How long was waited for the program, here and elsewhere, up to now.
    double seconds_waited() const { return seconds_waited_; }

private:
    /// What is no failure.
    enum class Leniency { none, slowness, exceptions };
    void ask(std::vector<std::string> unknown, Leniency leniency);
    bool wants_list(std::string_view input) const;
    template <class Ask>
    auto waiting(const Ask& ask_it) -> decltype(ask_it()) {
        const auto start = std::chrono::steady_clock::now();
        auto answer = ask_it();
        seconds_waited_ +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return answer;
    }
    Answer answer(const std::string& input);
    std::vector<Reply> replies_to(const std::vector<std::string>& inputs);
    bool look_elsewhere(const std::unordered_set<std::string>& inputs);
    std::optional<Answer> answer_in_advance(const std::string& input);

    ForeignMetric& process_;
    AskElsewhere elsewhere_;
    std::unordered_map<std::string, std::optional<Answer>> foreseen_;  ///< empty: no answer there
    std::optional<std::unordered_set<std::string>> unforeseen_;        ///< in foresee
    std::unordered_map<std::string, Reply> replies_;
    std::vector<std::pair<std::string, Failure>> failures_;
    std::vector<std::string> infinities_;
    std::size_t missing_replies_ = 0;
    std::string why_missing_;
    double seconds_waited_ = 0;
    std::optional<std::vector<std::string>> asked_;  ///< in inputs_asked_in
};

bool was_not_asked(const Reply& reply);

/// What an answer says, in words: "0.5", "undefined (0/0)", "error (n < 2)", "crashed: …".
std::string to_string(const Reply& reply);

}  // namespace disarray::properties::audit
