// SPDX-License-Identifier: MIT
//
// Made-up judgements and a run of the size of large evaluations, for benchmarks: the same for the
// same seed, everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace disarray::bench {

/// Paths of files in TREC form.
struct RetrievalData {
    std::string qrels;
    std::string run;
};

/// Writes both into `folder`, which must be there. Each query has `documents` lines in the run, in
/// order, scores falling by 0 (one step in 16, a tie) to 0.13 with 6 decimals; 20 documents are
/// judged 0 to 3, half of them among the retrieved, so that half of the relevant ones are too.
/// 50,000 queries of 100 documents are 190 MB and 20 MB. \param documents  at least 10
RetrievalData write_retrieval_data(const std::filesystem::path& folder, std::size_t queries,
                                   std::size_t documents, std::uint64_t seed = 1);

}  // namespace disarray::bench
