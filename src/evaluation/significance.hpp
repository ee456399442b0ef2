// SPDX-License-Identifier: MIT
//
// Whether the difference of two systems may be chance: tests on the differences of their values,
// query by query (Smucker, Allan, Carterette 2007), and of many systems at once. Differences are
// exact; which of them are 0 or equal, and so what is dropped and tied, is decided exactly. The
// p-values themselves are doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/near_names.hpp"
#include "exact/value.hpp"

namespace disarray::evaluation {

/// All two-sided.
enum class Test {
    t,              ///< Student's, paired
    wilcoxon,       ///< signed ranks; 0 dropped, ties at their mid-rank
    sign,           ///< 0 dropped
    randomization,  ///< Fisher's, of the mean, by changing signs
};
constexpr auto choices(Test) {
    return std::to_array<Choice<Test>>({{"t", Test::t},
                                        {"wilcoxon", Test::wilcoxon},
                                        {"sign", Test::sign},
                                        {"randomization", Test::randomization}});
}

struct SignificanceOptions {
    std::uint64_t samples = 100'000;  ///< of randomization and bootstrap, at least 1
    std::uint64_t seed = 1;
    double confidence = 0.95;  ///< of intervals, in (0, 1)
};

struct TestResult {
    Test test = Test::t;
    double statistic = 0;     ///< t; W = min(W⁺, W⁻); positive signs; the mean difference
    std::optional<double> p;  ///< empty where there is nothing to test
    double p_error = 0;       ///< standard error of p, where it is from a sample
    std::string method;  ///< "exact", "normal approximation", "100000 samples, seed 1"; why no p
};

/// What two systems differ by on the same queries.
class Differences {
public:
    /// \param values  first minus second, defined
    explicit Differences(std::vector<Value> values);

    std::size_t size() const { return near_.size(); }
    double mean() const { return mean_; }
    /// Of the sample (n − 1); 0 for fewer than two.
    double standard_deviation() const { return deviation_; }
    /// Cohen's d of paired values, mean/standard deviation; empty where that is 0.
    std::optional<double> effect_size() const;
    /// Of the mean, by the percentiles of resampled means (Efron 1979). Empty for no query.
    std::optional<std::pair<double, double>> bootstrap_interval(
        const SignificanceOptions& options) const;
    TestResult test(Test test, const SignificanceOptions& options) const;

private:
    TestResult t_test() const;
    TestResult wilcoxon_test() const;
    TestResult sign_test() const;
    TestResult randomization_test(const SignificanceOptions& options) const;

    std::vector<Value> values_;
    std::vector<double> near_;
    double mean_ = 0, deviation_ = 0;
};

/// p-values corrected for their number, in their order (Holm 1979).
std::vector<double> holm(std::span<const double> p_values);

/// Of each pair of systems, by the randomized form of Tukey's honestly significant difference
/// (Carterette 2012): values of a query are shuffled among the systems, and a difference of means
/// counts against the range of all means. \param values  one row for each system, of the same
/// queries. \return p for i < j, row by row.
std::vector<double> randomized_tukey(const std::vector<std::vector<double>>& values,
                                     const SignificanceOptions& options);

}  // namespace disarray::evaluation
