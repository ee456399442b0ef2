// SPDX-License-Identifier: MIT
#include "properties/proofs/mapping_nu.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace disarray::properties::proofs {

namespace {

/// π_i(j), for j in P_i.
std::size_t pi(const Permutation& sigma, std::size_t i, std::size_t j, NuReading reading) {
    if (reading.pi_counts_all) return sigma[j] - i;  // the ranks i, …, σ(j)−1 are all taken
    const auto partners = type_two_partners(sigma, i, reading);
    return static_cast<std::size_t>(std::count_if(
        partners.begin(), partners.end(),
        [&](std::size_t other) { return i <= sigma[other] && sigma[other] < sigma[j]; }));
}

/// ξ_i(k), for k in Q_i.
std::size_t xi(const Permutation& sigma, const std::vector<std::size_t>& crossing, std::size_t k,
               NuReading reading) {
    return static_cast<std::size_t>(
        std::count_if(crossing.begin(), crossing.end(), [&](std::size_t other) {
            return reading.xi_by_rank ? sigma[other] < sigma[k] : other < k;
        }));
}

Fault first_not_inverted(const Permutation& sigma, NuReading reading, bool with_j) {
    const Mapping nu = mapping_nu(sigma, reading);
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (const MappedElement& m : nu.of[i]) {
            const std::size_t x = with_j ? m.j : i;
            if (!m.image || inverted(sigma, x, *m.image)) continue;
            return fmt::format(
                "ν_{}({}) = {}: σ({}) = {} and σ({}) = {} are in the order of {} and "
                "{}",
                i + 1, m.j + 1, *m.image + 1, x + 1, sigma[x] + 1, *m.image + 1,
                sigma[*m.image] + 1, x + 1, *m.image + 1);
        }
    }
    return std::nullopt;
}

/// Adds the charges of the terms of elements that move down; `mirrored` says that σ was turned
/// upside down, so that element x stands for n−1−x.
void add_charges(const Permutation& sigma, bool mirrored, bool type_one,
                 std::vector<std::uint32_t>& charges) {
    const std::size_t n = sigma.size();
    const auto charge = [&](std::size_t x, std::size_t y) {
        if (mirrored) {
            x = n - 1 - x;
            y = n - 1 - y;
        }
        ++charges[std::min(x, y) * n + std::max(x, y)];
    };
    const Mapping nu = mapping_nu(sigma);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; type_one && j < n; ++j) {
            if (i <= sigma[j] && sigma[j] < sigma[i]) charge(i, j);
        }
        for (const MappedElement& m : nu.of[i]) {
            if (!m.image) continue;
            charge(i, *m.image);
            charge(m.j, *m.image);
        }
    }
}

Fault first_overcharged(const Permutation& sigma, const std::vector<std::uint32_t>& charges,
                        std::uint32_t most) {
    const std::size_t n = sigma.size();
    for (std::size_t x = 0; x < n; ++x) {
        for (std::size_t y = x; y < n; ++y) {
            const std::uint32_t count = charges[x * n + y];
            if (count == 0 || (count <= most && inverted(sigma, x, y))) continue;
            return fmt::format(
                "D({},{}) is charged {} times; at most {} are allowed, and only if inverted "
                "(ranks {} and {})",
                x + 1, y + 1, count, most, sigma[x] + 1, sigma[y] + 1);
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::size_t> type_two_partners(const Permutation& sigma, std::size_t i,
                                           NuReading reading) {
    std::vector<std::size_t> partners;
    for (std::size_t j = 0; j < i; ++j) {
        const bool from_i = reading.p_open ? i < sigma[j] : i <= sigma[j];
        if (from_i && sigma[j] < sigma[i]) partners.push_back(j);
    }
    return partners;
}

std::vector<std::size_t> crossing_elements(const Permutation& sigma, std::size_t i,
                                           NuReading reading) {
    std::vector<std::size_t> crossing;
    for (std::size_t k = i + 1; k < sigma.size(); ++k) {
        if (reading.q_open ? sigma[k] < i : sigma[k] <= i) crossing.push_back(k);
    }
    return crossing;
}

Mapping mapping_nu(const Permutation& sigma, NuReading reading) {
    Mapping nu{"ν", std::vector<std::vector<MappedElement>>(sigma.size())};
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const auto partners = type_two_partners(sigma, i, reading);
        if (partners.empty()) continue;
        const auto crossing = crossing_elements(sigma, i, reading);
        for (const std::size_t j : partners) {
            MappedElement m{j, pi(sigma, i, j, reading), {}, 0};
            for (const std::size_t k : crossing) {
                if (xi(sigma, crossing, k, reading) != m.count) continue;
                if (m.images++ == 0) m.image = k;
            }
            nu.of[i].push_back(m);
        }
    }
    return nu;
}

Fault first_violation_of_nu_c(const Permutation& sigma, NuReading reading) {
    return first_not_inverted(sigma, reading, false);
}

Fault first_violation_of_nu_d(const Permutation& sigma, NuReading reading) {
    return first_not_inverted(sigma, reading, true);
}

Fault first_violation_of_nu_pi_difference(const Permutation& sigma, NuReading reading) {
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const auto partners = type_two_partners(sigma, i, reading);
        for (std::size_t other = 0; other < i; ++other) {
            const auto other_partners = type_two_partners(sigma, other, reading);
            for (const std::size_t j : partners) {
                if (!std::binary_search(other_partners.begin(), other_partners.end(), j)) continue;
                const std::size_t here = pi(sigma, i, j, reading);
                const std::size_t there = pi(sigma, other, j, reading);
                if (there == here + (i - other)) continue;
                return fmt::format("π_{}({}) - π_{}({}) = {} - {}, which is not {} - {}", other + 1,
                                   j + 1, i + 1, j + 1, there, here, i + 1, other + 1);
            }
        }
    }
    return std::nullopt;
}

Fault first_violation_of_nu_xi_difference(const Permutation& sigma, NuReading reading) {
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const auto partners = type_two_partners(sigma, i, reading);
        const auto crossing = crossing_elements(sigma, i, reading);
        for (std::size_t other = 0; other < i; ++other) {
            const auto other_partners = type_two_partners(sigma, other, reading);
            const auto other_crossing = crossing_elements(sigma, other, reading);
            const auto common = std::find_first_of(partners.begin(), partners.end(),
                                                   other_partners.begin(), other_partners.end());
            if (common == partners.end()) continue;
            for (const std::size_t k : crossing) {
                if (!std::binary_search(other_crossing.begin(), other_crossing.end(), k)) continue;
                const std::size_t here = xi(sigma, crossing, k, reading);
                const std::size_t there = xi(sigma, other_crossing, k, reading);
                if (there + 1 <= here + (i - other)) continue;
                return fmt::format("ξ_{}({}) - ξ_{}({}) = {} - {}, which is above {} - {} - 1",
                                   other + 1, k + 1, i + 1, k + 1, there, here, i + 1, other + 1);
            }
        }
    }
    return std::nullopt;
}

std::vector<std::uint32_t> charges_of_lemma_16(const Permutation& sigma, ChargingTerms terms) {
    std::vector<std::uint32_t> charges(sigma.size() * sigma.size(), 0);
    add_charges(sigma, false, true, charges);
    if (terms == ChargingTerms::both_sides) {
        add_charges(sigma.reverse_complement(), true, true, charges);
    }
    return charges;
}

Fault first_violation_of_lemma_16_charges(const Permutation& sigma, ChargingTerms terms,
                                          std::uint32_t most) {
    return first_overcharged(sigma, charges_of_lemma_16(sigma, terms), most);
}

Fault first_violation_of_lemma_16_type_two_charges(const Permutation& sigma) {
    std::vector<std::uint32_t> charges(sigma.size() * sigma.size(), 0);
    add_charges(sigma, false, false, charges);
    return first_overcharged(sigma, charges, 2);
}

}  // namespace disarray::properties::proofs
