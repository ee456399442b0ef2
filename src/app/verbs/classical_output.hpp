// SPDX-License-Identifier: MIT
//
// `disarray search --classical`: K ≤ F ≤ 2K with all weights 1, or a statement between statistics.
#pragma once

#include <cstddef>
#include <string>

#include "base/stop.hpp"

namespace disarray::search {

/// Sweeps S_n for each n and prints a table or JSON, if stopped of the n until then.
/// \param threads  0: all cores
void run_classical(std::size_t n_from, std::size_t n_to, unsigned threads, const Stop& stop,
                   bool as_json);

/// Decides a statement (search/discover/statement.hpp) on S_n for each n, and prints likewise.
void run_classical_statement(const std::string& text, std::size_t n_from, std::size_t n_to,
                             unsigned threads, const Stop& stop, bool as_json);

}  // namespace disarray::search
