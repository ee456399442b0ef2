// SPDX-License-Identifier: MIT
//
// What walks by parallel tempering have in common, over σ alone or with weights and D: a ladder of
// temperatures, the moves of σ, and the exchange of states between neighbours on the ladder.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "ranking/permutation.hpp"

namespace disarray::search::detail {

/// Temperatures of `rungs` ≥ 1 replicas, geometric, the coldest first; in units of the energy.
std::vector<double> temperature_ladder(double coldest, double hottest, std::size_t rungs);

/// Changes σ, given by its ranks (from 0, at least two of them): an exchange of two, the reversal
/// of a stretch, or a move of one element, of either end of a stretch to the other.
void change_ranks(std::vector<Rank>& ranks, Random& random);

/// The greatest energy at which a move from `energy` is accepted (Metropolis).
inline double accepted_energy(double energy, double temperature, Random& random) {
    return energy - temperature * std::log(1 - random.unit());
}

/// Exchanges states of neighbours on the ladder, pairs from the even and the odd rungs in turn, by
/// their energies; a rung without a state exchanges none.
/// \param energy_of  of a state \return how many exchanges
template <class State, class Energy>
std::uint64_t exchange_neighbours(std::vector<std::optional<State>>& states,
                                  std::span<const double> temperatures, std::uint64_t round,
                                  Random& random, const Energy& energy_of) {
    std::uint64_t exchanges = 0;
    for (std::size_t k = round % 2; k + 1 < states.size(); k += 2) {
        const double drawn = random.unit();
        if (!states[k] || !states[k + 1]) continue;
        const double gain = (energy_of(*states[k]) - energy_of(*states[k + 1])) *
                            (1 / temperatures[k] - 1 / temperatures[k + 1]);
        if (drawn >= std::exp(gain)) continue;
        std::swap(states[k], states[k + 1]);
        ++exchanges;
    }
    return exchanges;
}

}  // namespace disarray::search::detail
