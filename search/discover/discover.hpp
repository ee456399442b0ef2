// SPDX-License-Identifier: MIT
//
// Conjectures that nobody wrote: all tuples of up to three quantities are swept, the facets of
// their hulls matched over n (conjecture.hpp), compared with known theorems, freed of what follows
// from the others, tested beyond the n swept, and ordered by how often they are attained.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "search/discover/climbing.hpp"
#include "search/discover/conjecture.hpp"
#include "search/discover/distribution.hpp"
#include "search/discover/theorems.hpp"
#include "search/discover/work_file.hpp"
#include "verdict/verdict.hpp"

namespace disarray::search::discover {

struct DiscoverOptions {
    std::vector<Quantity> quantities;
    std::size_t n_from = 3;
    std::size_t n_to = 8;
    std::size_t dimension = 2;  ///< quantities in one conjecture, at most: 1 to 3
    std::vector<Theorem> theorems;
    std::uint64_t climbing = 20'000;   ///< evaluations at each larger n, for each conjecture
    std::uint64_t tempering = 20'000;  ///< likewise, where climbing does not refute it
    std::uint64_t seed = 1;
    unsigned threads = 0;
    Stop stop = {};
    WorkFile* work = nullptr;  ///< what is done is kept there, and what is there is not done again
    std::function<void(const std::string& what)> progress = {};  ///< may be empty
};

/// A theorem whose quantities are all among those asked about, and what was found of it.
struct TheoremResult {
    Theorem theorem;
    std::vector<StatementResult> lengths;  ///< of the n swept from its least n on
    /// Found by the program itself: all its inequalities are among the conjectures, to the letter.
    bool is_found = false;
    /// Not among them, but they imply it: at each n, exactly.
    bool is_implied = false;
    /// Where it is not linear: conjectures that are chords of it, both of whose ends attain it.
    std::size_t chords = 0;

    bool is_false() const;
    /// refuted; exhausted; undecided if no n was swept
    Verdict verdict() const;
};

struct RankedConjecture {
    Conjecture conjecture;
    std::vector<Climb> climbs, temperings;  ///< at larger n

    bool is_refuted() const;
    /// refuted, or exhausted: of the n swept
    Verdict verdict() const { return is_refuted() ? Verdict::refuted : Verdict::exhausted; }
};

struct Discovery {
    bool complete = false;       ///< not stopped before the end
    std::size_t tuples = 0;      ///< of quantities, swept
    std::size_t candidates = 0;  ///< conjectures before any was left out
    std::size_t known = 0;       ///< of these, they are theorems or follow from them
    std::size_t implied = 0;     ///< of these, they follow from the others and what is known
    std::vector<TheoremResult> theorems;
    /// The least and greatest values of single quantities as formulas in n. They hold beside the
    /// theorems when it is asked what follows from what is known.
    std::vector<Conjecture> ranges;
    std::vector<Distribution> distributions;  ///< of single quantities, but of no ties
    std::vector<Attained> regions;  ///< of each two quantities at the greatest n, but of no ties
    std::vector<RankedConjecture> conjectures;  ///< what is left, most often attained first
    std::vector<RankedConjecture> refuted;      ///< at larger n, by climbing or tempering
};

/// The result does not depend on the number of threads; a stopped one is what was done until then.
/// \throws UsageError for n or a dimension out of range
Discovery discover(const DiscoverOptions& options);

/// All subsets of up to `dimension` quantities, those of one first.
std::vector<std::vector<Quantity>> tuples_of(const std::vector<Quantity>& quantities,
                                             std::size_t dimension);

}  // namespace disarray::search::discover
