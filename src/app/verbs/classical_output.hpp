// SPDX-License-Identifier: MIT
//
// `disarray search --classical`: K ≤ F ≤ 2K with all weights 1.
#pragma once

#include <cstddef>

namespace disarray::search {

/// Sweeps S_n for each n and prints a table or JSON. \param threads  0: all cores
void run_classical(std::size_t n_from, std::size_t n_to, unsigned threads, bool as_json);

}  // namespace disarray::search
