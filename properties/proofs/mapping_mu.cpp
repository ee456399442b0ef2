// SPDX-License-Identifier: MIT
#include "properties/proofs/mapping_mu.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace disarray::properties::proofs {

namespace {

bool is_good(const Permutation& sigma, std::size_t i, std::size_t k, GoodSet good) {
    switch (good) {
        case GoodSet::rank_from_i:
            return sigma[k] >= i;
        case GoodSet::rank_after_i:
            return sigma[k] > i;
        case GoodSet::element_from_i:
            return k >= i;
        case GoodSet::element_after_i:
            break;
    }
    return k > i;
}

/// β_i(j), for any j.
std::size_t beta(const std::vector<std::size_t>& bad, std::size_t j) {
    return static_cast<std::size_t>(
        std::count_if(bad.begin(), bad.end(), [&](std::size_t other) { return other < j; }));
}

/// γ_i(k), for any k.
std::size_t gamma(const Permutation& sigma, const std::vector<std::size_t>& good, std::size_t k,
                  GoodOrder order) {
    return static_cast<std::size_t>(std::count_if(good.begin(), good.end(), [&](std::size_t other) {
        return order == GoodOrder::by_rank ? sigma[other] < sigma[k] : other < k;
    }));
}

Fault first_image_outside(const Permutation& sigma, MuReading reading, Ends ends, Tested tested,
                          bool of_j) {
    const Mapping mu = mapping_mu(sigma, reading);
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (const MappedElement& m : mu.of[i]) {
            if (!m.image) continue;
            const std::size_t k = *m.image;
            const std::size_t x = tested == Tested::image ? k : sigma[k];
            const std::size_t end = of_j ? m.j : i;
            if (lies_between(x, end, sigma[end], ends)) continue;
            return fmt::format(
                "μ_{}({}) = {} has rank {}; {} is not between {} and σ({}) = {} ({})", i + 1,
                m.j + 1, k + 1, sigma[k] + 1, x + 1, end + 1, end + 1, sigma[end] + 1,
                name_of(ends));
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::size_t> bad_elements(const Permutation& sigma, std::size_t i) {
    std::vector<std::size_t> bad;
    for (std::size_t j = i + 1; j < sigma[i] && j < sigma.size(); ++j) {
        if (sigma[j] < i) bad.push_back(j);
    }
    return bad;
}

std::vector<std::size_t> good_elements(const Permutation& sigma, std::size_t i, GoodSet good) {
    std::vector<std::size_t> set;
    for (std::size_t k = 0; k < sigma.size(); ++k) {
        if (is_good(sigma, i, k, good)) set.push_back(k);
    }
    return set;
}

Mapping mapping_mu(const Permutation& sigma, MuReading reading) {
    Mapping mu{"μ", std::vector<std::vector<MappedElement>>(sigma.size())};
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const auto bad = bad_elements(sigma, i);
        if (bad.empty()) continue;
        const auto good = good_elements(sigma, i, reading.good);
        for (const std::size_t j : bad) {
            MappedElement m{j, beta(bad, j), {}, 0};
            for (const std::size_t k : good) {
                if (gamma(sigma, good, k, reading.order) != m.count) continue;
                if (m.images++ == 0) m.image = k;
            }
            mu.of[i].push_back(m);
        }
    }
    return mu;
}

Fault first_violation_of_mu_c(const Permutation& sigma, MuReading reading, Ends ends,
                              Tested tested) {
    return first_image_outside(sigma, reading, ends, tested, false);
}

Fault first_violation_of_mu_d(const Permutation& sigma, MuReading reading, Ends ends,
                              Tested tested) {
    return first_image_outside(sigma, reading, ends, tested, true);
}

Fault first_violation_of_mu_good_after_i(const Permutation& sigma, Tested tested) {
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (const std::size_t j : bad_elements(sigma, i)) {
            for (const std::size_t k : good_elements(sigma, i, GoodSet::rank_from_i)) {
                const std::size_t x = tested == Tested::image ? k : sigma[k];
                if (x > i && i > sigma[j]) continue;
                return fmt::format(
                    "k = {} with σ(k) = {} is in G_{}, but {} > {} > σ({}) = {} is "
                    "false",
                    k + 1, sigma[k] + 1, i + 1, x + 1, i + 1, j + 1, sigma[j] + 1);
            }
        }
    }
    return std::nullopt;
}

Fault first_violation_of_mu_rank_at_most_j(const Permutation& sigma) {
    const Mapping mu = mapping_mu(sigma);
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (const MappedElement& m : mu.of[i]) {
            if (!m.image || (sigma[*m.image] <= m.j && m.j < sigma[i])) continue;
            return fmt::format("σ(μ_{}({})) = {} <= {} < σ({}) = {} is false", i + 1, m.j + 1,
                               sigma[*m.image] + 1, m.j + 1, i + 1, sigma[i] + 1);
        }
    }
    return std::nullopt;
}

Fault first_violation_of_mu_gamma_difference(const Permutation& sigma, MuReading reading) {
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const auto good = good_elements(sigma, i, reading.good);
        for (std::size_t other = 0; other < i; ++other) {
            const auto other_good = good_elements(sigma, other, reading.good);
            for (const std::size_t k : good) {
                if (!is_good(sigma, other, k, reading.good)) continue;
                const std::size_t here = gamma(sigma, good, k, reading.order);
                const std::size_t there = gamma(sigma, other_good, k, reading.order);
                if (there == here + (i - other)) continue;
                return fmt::format("γ_{}({}) - γ_{}({}) = {} - {}, which is not {} - {}", other + 1,
                                   k + 1, i + 1, k + 1, there, here, i + 1, other + 1);
            }
        }
    }
    return std::nullopt;
}

Fault first_violation_of_mu_beta_difference(const Permutation& sigma) {
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const auto bad = bad_elements(sigma, i);
        for (std::size_t other = 0; other < i; ++other) {
            const auto other_bad = bad_elements(sigma, other);
            for (const std::size_t j : bad) {
                if (!std::binary_search(other_bad.begin(), other_bad.end(), j)) continue;
                const std::size_t here = beta(bad, j);
                const std::size_t there = beta(other_bad, j);
                if (there < here + (i - other)) continue;
                return fmt::format("β_{}({}) - β_{}({}) = {} - {}, which is not below {} - {}",
                                   other + 1, j + 1, i + 1, j + 1, there, here, i + 1, other + 1);
            }
        }
    }
    return std::nullopt;
}

std::vector<std::uint32_t> charges_of_lemma_13(const Permutation& sigma) {
    const std::size_t n = sigma.size();
    std::vector<std::uint32_t> charges(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            if (sigma[i] < sigma[j]) continue;
            if (lies_between(sigma[j], i, sigma[i], Ends::closed)) {
                ++charges[i * n + j];
            } else if (lies_between(sigma[i], j, sigma[j], Ends::closed)) {
                ++charges[j * n + i];
            }
        }
    }
    const Mapping mu = mapping_mu(sigma);
    for (std::size_t i = 0; i < n; ++i) {
        for (const MappedElement& m : mu.of[i]) {
            if (!m.image) continue;
            ++charges[i * n + *m.image];
            ++charges[m.j * n + *m.image];
        }
    }
    return charges;
}

Fault first_violation_of_lemma_13_charges(const Permutation& sigma, ChargedTerm term,
                                          std::uint32_t most) {
    const std::size_t n = sigma.size();
    const auto charges = charges_of_lemma_13(sigma);
    for (std::size_t x = 0; x < n; ++x) {
        for (std::size_t y = 0; y < n; ++y) {
            const std::uint32_t here = charges[x * n + y];
            const bool occurs = x != y && lies_between(sigma[y], x, sigma[x], Ends::closed);
            if (here > 0 && !occurs) {
                return fmt::format(
                    "D({0},{1}) in the sum of {0} is charged {2} times but does not "
                    "occur there",
                    x + 1, y + 1, here);
            }
            if (term == ChargedTerm::pair && y < x) continue;
            const std::uint32_t total =
                term == ChargedTerm::pair && x != y ? here + charges[y * n + x] : here;
            if (total > most) {
                return fmt::format("D({},{}) is charged {} times, more than {}", x + 1, y + 1,
                                   total, most);
            }
        }
    }
    return std::nullopt;
}

}  // namespace disarray::properties::proofs
