// SPDX-License-Identifier: MIT
#include "properties/proofs/occurrences.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::properties::proofs {

namespace {

using metrics::Reading;

void require_one_size(const Permutation& sigma, const Permutation& tau) {
    if (sigma.size() != tau.size()) throw UsageError("proof step: σ and τ differ in size");
}

bool ordered_differently(const Permutation& sigma, const Permutation& tau, std::size_t i,
                         std::size_t j) {
    return (sigma[i] < sigma[j]) != (tau[i] < tau[j]);
}

/// x ∈ I(σ(i), τ(i)), as 0 or 1.
std::uint32_t covered(const Permutation& sigma, const Permutation& tau, std::size_t i,
                      std::size_t x) {
    return lies_between(x, sigma[i], tau[i], Ends::closed) ? 1 : 0;
}

std::string ranks_text(const Permutation& sigma, const Permutation& tau, std::size_t i,
                       std::size_t j) {
    return fmt::format("σ({0}) = {2}, τ({0}) = {3}, σ({1}) = {4}, τ({1}) = {5}", i + 1, j + 1,
                       sigma[i] + 1, tau[i] + 1, sigma[j] + 1, tau[j] + 1);
}

std::string_view meet_in_words(Meet meet) {
    return meet == Meet::elements ? "as sets of elements" : "as intervals";
}

/// What `explain(i, j)` says of the first {i,j}, i < j, of which it says something.
template <class Explain>
Fault first_pair(std::size_t n, const Explain& explain) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j)
            if (Fault fault = explain(i, j)) return fault;
    }
    return std::nullopt;
}

bool is_in_case(const Permutation& sigma, const Permutation& tau, std::size_t i, std::size_t j,
                CountCase count_case, Meet meet) {
    const bool a = sigma[i] == tau[j];
    const bool b = sigma[j] == tau[i];
    switch (count_case) {
        case CountCase::zero:
            return !boxes_meet(sigma, tau, i, j, meet);
        case CountCase::two:
            return !a && !b && boxes_meet(sigma, tau, i, j, meet);
        case CountCase::three:
            return a != b;
        case CountCase::four:
            break;
    }
    return a && b;
}

std::uint32_t number_of(CountCase count_case) {
    switch (count_case) {
        case CountCase::zero:
            return 0;
        case CountCase::two:
            return 2;
        case CountCase::three:
            return 3;
        case CountCase::four:
            break;
    }
    return 4;
}

std::string_view premise_of(CountCase count_case) {
    switch (count_case) {
        case CountCase::zero:
            return "the boxes are disjoint";
        case CountCase::two:
            return "neither rank is shared and the boxes meet";
        case CountCase::three:
            return "exactly one of σ(i)=τ(j), σ(j)=τ(i)";
        case CountCase::four:
            break;
    }
    return "σ(i)=τ(j) and σ(j)=τ(i)";
}

/// σ(j) ∈ [i, σ(i)), j ≠ i.
bool is_in_term_interval(const Permutation& sigma, std::size_t i, std::size_t j,
                         TermInterval interval) {
    if (interval == TermInterval::ordered) return i <= sigma[j] && sigma[j] < sigma[i];
    return lies_between(sigma[j], i, sigma[i], Ends::half_open);
}

/// The first ordered (i,j), i ≠ j, for which `is_wrong(i, j)`.
template <class IsWrong>
Fault first_term(const Permutation& sigma, std::string_view fault, const IsWrong& is_wrong) {
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            if (i == j || !is_wrong(i, j)) continue;
            return fmt::format("i = {}, j = {}, σ(i) = {}, σ(j) = {}: {}", i + 1, j + 1,
                               sigma[i] + 1, sigma[j] + 1, fault);
        }
    }
    return std::nullopt;
}

}  // namespace

std::uint32_t occurrences(const Permutation& sigma, const Permutation& tau, std::size_t i,
                          std::size_t j, Reading reading) {
    require_one_size(sigma, tau);
    switch (reading) {
        case Reading::prefix:
            return ordered_differently(sigma, tau, i, j) ? 2 : 0;
        case Reading::prefix_sym: {
            if (!tau.is_identity()) throw UsageError("prefix-sym has one argument: τ = id");
            const Permutation back = sigma.inverse();
            return (inverted(sigma, i, j) ? 2u : 0u) + (inverted(back, i, j) ? 2u : 0u);
        }
        case Reading::interval:
            return covered(sigma, tau, i, sigma[j]) + covered(sigma, tau, j, sigma[i]);
        case Reading::box:
            break;
    }
    return covered(sigma, tau, i, sigma[j]) + covered(sigma, tau, i, tau[j]) +
           covered(sigma, tau, j, sigma[i]) + covered(sigma, tau, j, tau[i]);
}

bool boxes_meet(const Permutation& sigma, const Permutation& tau, std::size_t i, std::size_t j,
                Meet meet) {
    require_one_size(sigma, tau);
    if (meet == Meet::intervals) {
        return std::max(std::min(sigma[i], tau[i]), std::min(sigma[j], tau[j])) <=
               std::min(std::max(sigma[i], tau[i]), std::max(sigma[j], tau[j]));
    }
    for (std::size_t k = 0; k < sigma.size(); ++k) {
        if (covered(sigma, tau, i, sigma[k]) + covered(sigma, tau, i, tau[k]) > 0 &&
            covered(sigma, tau, j, sigma[k]) + covered(sigma, tau, j, tau[k]) > 0) {
            return true;
        }
    }
    return false;
}

Fault first_violation_of_counts(const Permutation& sigma, const Permutation& tau, Reading reading) {
    require_one_size(sigma, tau);
    return first_pair(sigma.size(), [&](std::size_t i, std::size_t j) -> Fault {
        const std::uint32_t count = occurrences(sigma, tau, i, j, reading);
        if (count != 1 && count <= 4) return {};
        return fmt::format("{}: D({},{}) occurs {} times", ranks_text(sigma, tau, i, j), i + 1,
                           j + 1, count);
    });
}

Fault first_violation_of_count_case(const Permutation& sigma, const Permutation& tau,
                                    Reading reading, CountCase count_case, Direction direction,
                                    Meet meet) {
    require_one_size(sigma, tau);
    return first_pair(sigma.size(), [&](std::size_t i, std::size_t j) -> Fault {
        const std::uint32_t count = occurrences(sigma, tau, i, j, reading);
        const bool in_case = is_in_case(sigma, tau, i, j, count_case, meet);
        const bool agrees = count == number_of(count_case);
        if (in_case == agrees || (!in_case && direction == Direction::implies)) return {};
        return fmt::format("{}: D({},{}) occurs {} times, and that {} is {}",
                           ranks_text(sigma, tau, i, j), i + 1, j + 1, count,
                           premise_of(count_case), in_case ? "true" : "false");
    });
}

Fault first_violation_of_inverted_meet(const Permutation& sigma, const Permutation& tau,
                                       Meet meet) {
    require_one_size(sigma, tau);
    return first_pair(sigma.size(), [&](std::size_t i, std::size_t j) -> Fault {
        if (!ordered_differently(sigma, tau, i, j) || boxes_meet(sigma, tau, i, j, meet)) return {};
        return fmt::format("{}: inverted, but the boxes do not meet {}",
                           ranks_text(sigma, tau, i, j), meet_in_words(meet));
    });
}

Fault first_violation_of_other_boxes_meet(const Permutation& sigma, const Permutation& tau,
                                          Meet meet) {
    require_one_size(sigma, tau);
    const Permutation id = Permutation::identity(sigma.size());
    return first_pair(sigma.size(), [&](std::size_t i, std::size_t j) -> Fault {
        const std::uint32_t count = occurrences(sigma, tau, i, j, Reading::box);
        if (count < 2 || boxes_meet(sigma, id, i, j, meet) || boxes_meet(tau, id, i, j, meet)) {
            return {};
        }
        return fmt::format(
            "{}: D({},{}) occurs {} times, but neither the boxes of σ nor those of τ meet {}",
            ranks_text(sigma, tau, i, j), i + 1, j + 1, count, meet_in_words(meet));
    });
}

Fault first_violation_of_two_on_the_right(const Permutation& sigma, const Permutation& tau,
                                          Reading reading) {
    require_one_size(sigma, tau);
    const Permutation id = Permutation::identity(sigma.size());
    return first_pair(sigma.size(), [&](std::size_t i, std::size_t j) -> Fault {
        const std::uint32_t left = occurrences(sigma, tau, i, j, reading);
        const std::uint32_t of_sigma = occurrences(sigma, id, i, j, reading);
        const std::uint32_t of_tau = occurrences(tau, id, i, j, reading);
        if (left < 2 || of_sigma + of_tau >= 2) return {};
        return fmt::format("{}: D({},{}) occurs {} times on the left, {} + {} times on the right",
                           ranks_text(sigma, tau, i, j), i + 1, j + 1, left, of_sigma, of_tau);
    });
}

Fault first_violation_of_claims_fit(const Permutation& sigma, const Permutation& tau) {
    require_one_size(sigma, tau);
    const std::size_t n = sigma.size();
    const Permutation id = Permutation::identity(n);
    std::vector<std::uint32_t> claims(n * n, 0);
    const auto claim = [&](std::size_t x, std::size_t y, std::uint32_t times) {
        if (x != y) claims[std::min(x, y) * n + std::max(x, y)] += times;
    };
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            const std::uint32_t count = occurrences(sigma, tau, i, j, Reading::box);
            claim(i, j, std::min(count, 2u));
            if (count < 3) continue;
            // A third occurrence needs a shared rank k, which is read as the element k.
            for (const std::size_t k : {std::size_t{sigma[i]}, std::size_t{sigma[j]}}) {
                if ((k == sigma[i] && k == tau[j]) || (k == sigma[j] && k == tau[i])) {
                    claim(i, k, 1);
                    claim(k, j, 1);
                }
            }
        }
    }
    return first_pair(sigma.size(), [&](std::size_t x, std::size_t y) -> Fault {
        const std::uint32_t of_sigma = occurrences(sigma, id, x, y, Reading::box);
        const std::uint32_t of_tau = occurrences(tau, id, x, y, Reading::box);
        if (claims[x * n + y] <= of_sigma + of_tau) return {};
        return fmt::format(
            "{}: D({},{}) is claimed {} times, but occurs {} + {} times on the right",
            ranks_text(sigma, tau, x, y), x + 1, y + 1, claims[x * n + y], of_sigma, of_tau);
    });
}

bool is_type_one_inversion(const Permutation& sigma, std::size_t i, std::size_t j, Ends ends) {
    return inverted(sigma, i, j) &&
           (lies_between(sigma[j], i, sigma[i], ends) || lies_between(sigma[i], j, sigma[j], ends));
}

bool is_type_two_inversion(const Permutation& sigma, std::size_t i, std::size_t j) {
    const std::size_t first = std::min(i, j);
    const std::size_t second = std::max(i, j);
    return sigma[second] < first && first < second && second < sigma[first];
}

Fault first_violation_of_types_split(const Permutation& sigma, Ends ends) {
    return first_pair(sigma.size(), [&](std::size_t i, std::size_t j) -> Fault {
        if (!inverted(sigma, i, j)) return {};
        const bool one = is_type_one_inversion(sigma, i, j, ends);
        if (one != is_type_two_inversion(sigma, i, j)) return {};
        return fmt::format("σ({}) = {}, σ({}) = {}: an inversion of {}", i + 1, sigma[i] + 1, j + 1,
                           sigma[j] + 1, one ? "both types" : "neither type");
    });
}

Fault first_violation_of_type_one_appears(const Permutation& sigma, Reading reading, Ends ends) {
    const Permutation id = Permutation::identity(sigma.size());
    return first_pair(sigma.size(), [&](std::size_t i, std::size_t j) -> Fault {
        if (!is_type_one_inversion(sigma, i, j, ends)) return {};
        if (occurrences(sigma, id, i, j, reading) > 0) return {};
        return fmt::format("σ({}) = {}, σ({}) = {}: type I, but D({},{}) does not occur in F",
                           i + 1, sigma[i] + 1, j + 1, sigma[j] + 1, i + 1, j + 1);
    });
}

Fault first_violation_of_type_two_absent(const Permutation& sigma, Reading reading) {
    const Permutation id = Permutation::identity(sigma.size());
    return first_pair(sigma.size(), [&](std::size_t i, std::size_t j) -> Fault {
        if (!is_type_two_inversion(sigma, i, j)) return {};
        const std::uint32_t count = occurrences(sigma, id, i, j, reading);
        if (count == 0) return {};
        return fmt::format("σ({}) = {}, σ({}) = {}: type II, but D({},{}) occurs {} times in F",
                           i + 1, sigma[i] + 1, j + 1, sigma[j] + 1, i + 1, j + 1, count);
    });
}

Fault first_violation_of_bad_set_words(const Permutation& sigma) {
    return first_term(sigma, "of type II, but j is not in B_i as the formula has it",
                      [&](std::size_t i, std::size_t j) {
                          const bool in_formula = sigma[j] < i && i < j && j < sigma[i];
                          return is_type_two_inversion(sigma, i, j) != in_formula;
                      });
}

Fault first_violation_of_terms_covered(const Permutation& sigma, TermInterval interval) {
    return first_term(sigma, "a term of F that is of neither type",
                      [&](std::size_t i, std::size_t j) {
                          return lies_between(sigma[j], i, sigma[i], Ends::closed) &&
                                 !is_in_term_interval(sigma, i, j, interval);
                      });
}

Fault first_violation_of_type_one_term_inverted(const Permutation& sigma, TermInterval interval) {
    return first_term(
        sigma, "a type I term that is no inversion", [&](std::size_t i, std::size_t j) {
            return j > i && is_in_term_interval(sigma, i, j, interval) && !inverted(sigma, i, j);
        });
}

Fault first_violation_of_type_two_term_not_inverted(const Permutation& sigma,
                                                    TermInterval interval) {
    return first_term(
        sigma, "a type II term that is an inversion", [&](std::size_t i, std::size_t j) {
            return j < i && is_in_term_interval(sigma, i, j, interval) && inverted(sigma, i, j);
        });
}

}  // namespace disarray::properties::proofs
