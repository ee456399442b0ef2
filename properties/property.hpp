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

#include "exact/rational.hpp"
#include "metrics/metric.hpp"
#include "properties/case.hpp"

namespace disarray::properties {

/// A metric in a frame, evaluated by one of its two paths.
class Subject {
public:
    enum class Path { fast, naive };

    Subject(const metrics::Metric& metric, metrics::Frame frame, Path path = Path::fast)
        : metric_(&metric), frame_(frame), path_(path) {}

    /// The same subject with M(σ,τ) for all σ, τ in S_n and this weighting looked up, not computed
    /// anew: n!² values, so n ≤ 5 (UsageError above). What is looked up is what is asked with this
    /// very object, which must outlive the result, as its weighting.
    Subject with_table(std::size_t n, const Weighting& weighting) const;
    /// The same table for a copy of the weighting it was made for.
    Subject with_table_for(const Weighting& copy) const;

    const metrics::Metric& metric() const { return *metric_; }
    metrics::Frame frame() const { return frame_; }
    bool is_naive() const { return path_ == Path::naive; }

    /// M(σ,τ) with the given weights. \throws NotSupported where the metric is undefined.
    Rational operator()(const Permutation& sigma, const Permutation& tau,
                        const Weighting& weighting) const;
    /// M(σ) = M(σ, id).
    Rational operator()(const Permutation& sigma, const Weighting& weighting) const;
    /// Empty if M(σ,τ) is defined.
    std::optional<std::string> why_undefined(const Permutation& sigma, const Permutation& tau,
                                             const Weighting& weighting) const;

private:
    Rational computed(const Permutation& sigma, const Permutation& tau,
                      const Weighting& weighting) const;
    /// Values by lexicographic ranks of σ and τ; empty where the metric is undefined.
    struct Table {
        std::size_t n;
        std::vector<std::optional<Rational>> values;
    };

    const metrics::Metric* metric_;
    metrics::Frame frame_;
    Path path_;
    std::shared_ptr<const Table> table_;
    const Weighting* table_weighting_ = nullptr;
};

/// Largest n for Subject::with_table.
inline constexpr std::size_t max_table_n = 5;

/// What the check of one case found.
struct Outcome {
    enum class Kind { holds, violated, does_not_apply };
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

struct Property {
    std::string_view name;       ///< "triangle-inequality"
    std::string_view statement;  ///< one line, as a formula
    std::string_view source;     ///< key and number
    std::size_t rankings = 2;    ///< how many it quantifies over: 1, 2 or 3
    Varies varies;
    /// What the statement presupposes of D and δ; runners try no other cases.
    DissimilarityClass dissimilarity = DissimilarityClass::pseudometric;
    bool positive_swap_costs = false;
    /// Why it does not apply to a metric at all; empty if it does.
    std::function<std::optional<std::string>(const metrics::Metric&)> why_not;
    /// The exact check of one case.
    std::function<Outcome(const Subject&, const Case&)> check;
};

}  // namespace disarray::properties
