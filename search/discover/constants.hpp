// SPDX-License-Identifier: MIT
//
// The best constants between the generalized K and F over all pseudometrics D, as formulas in n:
// exact at each n by certified sweeps, beyond by families whose members attain them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "formulas/rational_function.hpp"
#include "search/discover/work_file.hpp"
#include "search/question.hpp"

namespace disarray::search::discover {

/// A family whose members attain the best constant wherever both are known.
struct AttainingFamily {
    std::string name;
    std::vector<Sample> samples;  ///< the constants of its members, exact, also for larger n
    Formulas formulas;            ///< for them
};

struct ConstantInN {
    Question question;
    bool complete = false;               ///< not stopped before the end
    bool certified = true;               ///< disarray-verify accepts the proof of each
    std::vector<Sample> constants;       ///< the extreme at each n, where it is finite
    std::vector<std::size_t> unbounded;  ///< n without a finite one
    Formulas formulas;                   ///< for them, at least one value more than unknowns
    std::vector<AttainingFamily> families;
};

struct ConstantOptions {
    std::size_t n_from = 3, n_to = 7;  ///< swept
    std::size_t n_family = 14;         ///< the longest member of a family
    unsigned threads = 0;
    Stop stop = {};
    WorkFile* work = nullptr;  ///< as in DiscoverOptions
};

/// \param question  of one reading and side, such as standard_questions() has
ConstantInN constant_in_n(const Question& question, const ConstantOptions& options);

}  // namespace disarray::search::discover
