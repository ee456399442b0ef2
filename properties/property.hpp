// SPDX-License-Identifier: MIT
//
// What a property of a metric is: a name, a statement, whom it applies to, and the exact check of
// one case. It is written once and serves exhaustive, random and audit runs.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/value.hpp"
#include "metrics/metric.hpp"
#include "properties/case.hpp"

namespace disarray::properties {

/// By which of its two evaluations a metric is asked.
enum class Path { fast, naive };

/// A metric in a frame, with parameters, evaluated by one of its two paths.
class Subject {
public:
    using Path = properties::Path;

    Subject(const metrics::Metric& metric, metrics::Frame frame, Path path = Path::fast)
        : metric_(&metric), frame_(frame), path_(path) {}

    /// The subject with the parameters of a case, which must outlive the result. A table is kept,
    /// for the case must have the weighting and parameters that it was made for.
    Subject at(const Case& instance) const;
    /// The same subject with M(σ,τ) for all σ, τ in S_n, with the weighting and parameters of the
    /// case, looked up, not computed anew: n!² values, so n ≤ 5 (UsageError above).
    Subject with_table(std::size_t n, const Case& instance) const;

    const metrics::Metric& metric() const { return *metric_; }
    metrics::Frame frame() const { return frame_; }
    bool is_naive() const { return path_ == Path::naive; }

    const metrics::Parameters& parameters() const { return *parameters_; }

    /// M(σ,τ) with the given weights.
    Value operator()(const Permutation& sigma, const Permutation& tau,
                     const Weighting& weighting) const;
    /// M(σ) = M(σ, id).
    Value operator()(const Permutation& sigma, const Weighting& weighting) const;
    /// M(σ,τ) with other parameters than the case has; never looked up.
    Value with_parameters(const Permutation& sigma, const Permutation& tau,
                          const Weighting& weighting, const metrics::Parameters& parameters) const;

private:
    /// Values by lexicographic ranks of σ and τ.
    struct Table {
        std::size_t n;
        std::vector<Value> values;
    };

    const metrics::Metric* metric_;
    metrics::Frame frame_;
    Path path_;
    const metrics::Parameters* parameters_ = &metrics::Comparison::no_parameters();
    std::shared_ptr<const Table> table_;
    /// What is looked up is what is asked with this very object as its weighting.
    const Weighting* table_weighting_ = nullptr;
};

/// Largest n for Subject::with_table.
inline constexpr std::size_t max_table_n = 5;

/// What the check of one case found.
struct Outcome {
    enum class Kind {
        holds,
        violated,
        does_not_apply,
        undecided  ///< two values that cannot be told apart at the precision limit
    };
    Kind kind = Kind::holds;
    /// The two sides as formula and value, for example "M(σ,ρ) = 4 <= M(σ,τ) + M(τ,ρ) = 3"; what is
    /// violated is exactly this relation. For does_not_apply: the reason.
    std::string explanation;

    bool is_violated() const { return kind == Kind::violated; }
};

/// Which parts of a weighting a property varies; a grid or a generator leaves the others unit.
struct Varies {
    bool element_weights = true;
    bool swap_costs = true;
    bool dissimilarity = true;
};
inline constexpr Varies no_weights{false, false, false};
inline constexpr Varies element_weights_only{true, false, false};
inline constexpr Varies swap_costs_only{false, true, false};
inline constexpr Varies dissimilarity_only{false, false, true};
inline constexpr Varies all_weights{true, true, true};

/// The tuples of rankings that a property is about, where these are few: all of them are tried, and
/// no random ones.
struct Domain {
    std::string_view words;  ///< "every two swaps of one width"
    /// Number of tuples for n elements.
    std::function<std::uint64_t(std::size_t n)> count;
    /// Tuple number index, from 0.
    std::function<std::vector<Permutation>(std::size_t n, std::uint64_t index)> at;
    std::size_t exhaustive_n = 10;  ///< the largest n of a check that does not say
};

/// Decides one length faster than by trying every tuple, for example by sorting values.
struct Sweep {
    /// The least violation among all tuples of S_n with the weighting and parameters of `setting`
    /// (a case without rankings); what some tuples leave undecided, or do not apply to, is counted.
    struct Found {
        std::optional<Case> least;
        std::uint64_t applicable = 0;
        std::uint64_t undecided = 0;
    };
    std::function<Found(const Subject&, const Case& setting, std::size_t n)> run;
    /// The largest n of a check that does not say, and of any.
    std::function<std::size_t(const metrics::Metric&)> exhaustive_n;
    std::function<std::size_t(const metrics::Metric&)> most_n;
};

struct Property {
    std::string_view name;       ///< "triangle-inequality"
    std::string_view statement;  ///< one line, as a formula
    std::string_view source;     ///< key and number
    std::size_t rankings = 2;    ///< how many it quantifies over: 1, 2 or 3
    Varies varies;
    /// What the statement presupposes of D and δ; runners try no other cases.
    DissimilarityClass dissimilarity = DissimilarityClass::pseudometric;
    bool positive_swap_costs = false;
    /// Whether the numbers of retrieved and of relevant elements vary apart; else they are equal.
    bool varies_relevant_count = false;
    /// Absent: all tuples of S_n.
    std::optional<Domain> domain = std::nullopt;
    /// Absent: every tuple is checked.
    std::optional<Sweep> sweep = std::nullopt;
    /// Why it does not apply to a metric at all; empty if it does.
    std::function<std::optional<std::string>(const metrics::Metric&)> why_not;
    /// The exact check of one case.
    std::function<Outcome(const Subject&, const Case&)> check;
};

}  // namespace disarray::properties
