// SPDX-License-Identifier: MIT
//
// Random rankings. Uniform ones are all alike for n beyond a few: nearly half the pairs inverted,
// no long run in order. What breaks a formula is as often a permutation with structure, or two that
// differ in little, so those are drawn by name.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "properties/generators/draw.hpp"
#include "properties/generators/labels.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::generators {

/// The names of the structures: "uniform", "identity", "reversal", "rotation", "swap", "direct
/// sum", "skew sum", "near identity", "involution", "layered".
std::vector<std::string_view> permutation_structures();

/// Each permutation of n elements with one probability.
Permutation uniform_permutation(Draw& draw, std::size_t n);

/// A permutation of n ≥ 1 elements of a random structure; label "ranking: <structure>".
Labelled<Permutation> draw_permutation(Draw& draw, std::size_t n);

/// `count` rankings of n elements. The first is drawn by structure, each further one by its
/// relation to the one before; labels "ranking: …" and "next ranking: …" (ranking_relations).
Labelled<std::vector<Permutation>> draw_rankings(Draw& draw, std::size_t count, std::size_t n);

/// "independent", "few moves", "identity", "equal", "reversed".
std::vector<std::string_view> ranking_relations();

/// σ with the ranks of one inverted pair of elements exchanged, for each pair in lexicographic
/// order: at least one inversion less each. Adjacent elements and adjacent ranks are among them.
std::vector<Permutation> with_an_inversion_undone(const Permutation& sigma);

}  // namespace disarray::properties::generators
