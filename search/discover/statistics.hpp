// SPDX-License-Identifier: MIT
//
// The classical distances from the identity as whole numbers of a rank vector, quick enough to be
// evaluated at every σ of a sweep. Each is a metric of the catalogue at (σ, id), with all weights
// 1; the tests hold the two against each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ranking/permutation.hpp"

namespace disarray::search::discover {

/// Largest n that statistics take.
inline constexpr std::size_t max_statistic_n = 64;

struct Statistic {
    std::string_view name;    ///< "kendall"; of the language of statements
    std::string_view metric;  ///< name in the catalogue; gini is ⌊n²/2⌋(1 − gini-gamma)
    /// At least 0, and 0 for the identity; null of a distance of two rankings with ties (tied.hpp).
    std::int64_t (*value)(std::span<const Rank> sigma);
    std::int64_t (*greatest)(std::int64_t n);  ///< over S_n, n ≥ 1
    std::int64_t unit = 1;                     ///< what is counted is so many times the statistic

    bool is_of_ties() const { return value == nullptr; }
};

/// Those of σ.
std::span<const Statistic> statistics();
/// Those of two rankings with ties: K0, Kprof, KHaus, Fprof, FHaus (metrics/partial_rankings.hpp).
std::span<const Statistic> tied_statistics();

/// A statistic of σ or of σ⁻¹.
struct Quantity {
    const Statistic* statistic = nullptr;
    bool inverse = false;

    /// "runs", "runs[inverse]".
    std::string name() const;
    friend bool operator==(const Quantity&, const Quantity&) = default;
};

/// True if σ⁻¹ always has the same value, as bi-invariant and symmetric distances do.
bool is_symmetric(const Statistic& statistic);

/// "kendall", "runs[inverse]", or another name that the literature has, such as "exc". The inverse
/// of a symmetric statistic is the statistic.
/// \throws InputError, which names `where`
Quantity quantity_named(std::string_view name, std::string_view where);
/// Empty for an unknown name.
const Statistic* find_statistic(std::string_view name);

/// A list with commas, each once. \throws InputError for an unknown name or an empty list
std::vector<Quantity> quantities_named(std::string_view list, std::string_view where);

/// Values of several quantities at one σ after the other; scratch space is kept.
class Evaluator {
public:
    explicit Evaluator(std::vector<Quantity> quantities);
    /// One value for each quantity, valid until the next call.
    std::span<const std::int64_t> operator()(std::span<const Rank> sigma);

private:
    std::vector<Quantity> quantities_;
    bool any_inverse_ = false;
    std::vector<Rank> inverse_;
    std::vector<std::int64_t> values_;
};

}  // namespace disarray::search::discover
