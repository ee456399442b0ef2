// SPDX-License-Identifier: MIT
//
// A foreign metric as laws see it: inputs and exact values. Answers are remembered, so that twenty
// laws on the same small inputs ask once; what the program could not answer is kept as a finding.
#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exact/value.hpp"
#include "properties/audit/metric_process.hpp"
#include "properties/retrieval/retrieval_case.hpp"

namespace disarray::properties::audit {

/// Two rankings of the same elements: ranks from 1, the top; equal ranks are tied.
struct RankPair {
    std::vector<int> first;
    std::vector<int> second;
    friend bool operator==(const RankPair&, const RankPair&) = default;
};

/// The "input" of a request, in one line.
std::string input_of(const RankPair& pair);
/// \param kind  relevance_by_rank or relevance_and_scores. \throws NoValue for tied scores by rank.
std::string input_of(const RetrievalCase& instance, MetricKind kind);

/// The program refuses an input, or fails: no law applies there.
class NoValue : public std::exception {
public:
    explicit NoValue(std::string why) : why_(std::move(why)) {}
    const char* what() const noexcept override { return why_.c_str(); }

private:
    std::string why_;
};

class AuditedMetric {
public:
    explicit AuditedMetric(MetricProcess& process) : process_(process) {}

    const Description& description() const { return process_.description(); }

    /// Asks for what is not known yet, many at once.
    void prefetch(std::span<const std::string> inputs);
    /// What the program says; remembered.
    const Reply& reply(const std::string& input);
    /// The same asked again, whatever is known.
    Reply reply_anew(const std::string& input);
    /// A number, or undefined. \throws NoValue
    Value value(const std::string& input);

    /// Inputs that the program failed at, in the order in which they were asked first.
    const std::vector<std::pair<std::string, Failure>>& failures() const { return failures_; }
    /// Inputs with numbers only to which the answer was infinite, in that order.
    const std::vector<std::string>& infinities() const { return infinities_; }
    std::size_t inputs_asked() const { return replies_.size(); }

private:
    MetricProcess& process_;
    std::unordered_map<std::string, Reply> replies_;
    std::vector<std::pair<std::string, Failure>> failures_;
    std::vector<std::string> infinities_;
};

/// What an answer says, in words: "0.5", "undefined (0/0)", "error (n < 2)", "crashed: …".
std::string to_string(const Reply& reply);

}  // namespace disarray::properties::audit
