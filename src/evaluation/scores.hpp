// SPDX-License-Identifier: MIT
//
// The values of one metric for all queries of a run, and their mean. Decimals come from doubles
// with proved bounds; what these do not settle is computed exactly, and exact values are computed
// where they are asked for.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "evaluation/judged_run.hpp"
#include "metrics/retrieval/metric.hpp"

namespace disarray::evaluation {

/// What a query counts for a metric that has no value for it.
enum class Undefined {
    skip,  ///< nothing: it is left out of the mean
    zero,
    one
};
constexpr auto choices(Undefined) {
    return std::to_array<Choice<Undefined>>(
        {{"skip", Undefined::skip}, {"zero", Undefined::zero}, {"one", Undefined::one}});
}

/// Which of two decimals is printed for a number midway between them.
enum class Midway {
    even,    ///< the one that ends in an even digit
    double_  ///< the one nearer to what doubles add up to, the queries in their order (trec_eval)
};
constexpr auto choices(Midway) {
    return std::to_array<Choice<Midway>>({{"even", Midway::even}, {"double", Midway::double_}});
}

struct ScoreOptions {
    retrieval::Conventions conventions;
    Undefined undefined = Undefined::skip;
    int places = 4;      ///< digits after the point
    bool exact = false;  ///< exact texts beside the decimals
    unsigned threads = 0;
    Midway midway = Midway::even;
};

/// A number as it is printed.
struct Score {
    std::string decimal;                  ///< correctly rounded; "undefined"
    std::string exact;                    ///< only if asked for; "3/8", "(…)/(…)", "undefined"
    std::string_view why_undefined = {};  ///< also where the policy put a number in its place
};

/// One metric on a run.
struct Scores {
    retrieval::Request request;
    std::vector<Score> queries;  ///< one for each query of the run; empty unless asked for
    Score mean;                  ///< of a count: the sum; of some: the geometric mean
    std::size_t counted = 0;     ///< queries in the mean
    std::size_t undefined = 0;   ///< queries without a value, counted or not
};

/// \param per_query  whether the values of the queries are wanted, or their mean only
/// \throws NotSupported where a metric cannot be had under a tie policy.
Scores score(const retrieval::Request& request, const JudgedRun& run, bool per_query,
             const ScoreOptions& options);
/// The same of several, which is quicker than one by one.
std::vector<Scores> score(std::span<const retrieval::Request> requests, const JudgedRun& run,
                          bool per_query, const ScoreOptions& options);

/// The geometric mean of values >= floor > 0, "3/8", "(3/64)^(1/3)"; of more than a thousand its
/// text is a description. Values below the floor count as the floor.
Score geometric_mean(const std::vector<Rational>& values, const Rational& floor, int places);

/// Its value, with the policy's in place of an undefined one.
Value value_under(const retrieval::Fraction<Value>& fraction, Undefined policy);

/// A sum of quotients, exactly, as one quotient for each denominator that occurs: Σ aᵢ/bᵢ. nDCG has
/// a denominator for each set of judged grades, and bringing logarithms to a common one would
/// multiply them all.
class ExactSum {
public:
    /// \param fraction  defined
    void add(const retrieval::Fraction<Value>& fraction);
    /// The quotients, each divided by `count` >= 1; their sum is what was added, over `count`.
    std::vector<Value> over(std::size_t count) const;

private:
    /// Numerators that share a denominator. The i-th sum has 2^i summands or none, so that each
    /// numerator is copied as often as the logarithm of their number.
    struct Part {
        Value denominator;
        std::vector<std::optional<Value>> sums;
    };
    std::map<std::string, Part> parts_;  ///< by the denominator as text
};

/// "3/8", "(2 + 1/log2(3))/2 + 1/(1 + 1/log2(3))": the sum of these.
std::string exact_text(const std::vector<Value>& summands);
/// Correctly rounded, or "undecided".
std::string decimal_text(const std::vector<Value>& summands, int places);

}  // namespace disarray::evaluation
