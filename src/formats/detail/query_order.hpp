// SPDX-License-Identifier: MIT
//
// The ranked list of one query of a run: documents twice there, order, ties.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "formats/detail/refused.hpp"
#include "formats/runs.hpp"

namespace disarray::formats::detail {

/// A line of a run without its query.
struct RunRecord {
    std::string_view document;  ///< never empty
    std::string_view score_text;
    double score = 0;  ///< nearest to the text; under Scores::single, rounded once more
    std::int64_t rank = 0;
    std::size_t position = 0;  ///< its line, or the how many-th document of JSON
};

/// Orders one query after the other; its memory serves for the next one. For one thread.
class QueryOrder {
public:
    QueryOrder(const RunOptions& options, const Origin& origin)
        : options_(options), origin_(origin) {}

    /// Puts the documents of a query into `ranked`.
    /// \param records  in the order of the file; are moved about
    /// \throws PositionedError, the first one of the query: a document twice, two that are tied
    /// and have the same rank.
    void rank(std::string_view query, std::span<RunRecord> records, RankedQuery& ranked);

private:
    std::span<RunRecord> distinct(std::string_view query, std::span<RunRecord> records);
    std::size_t earlier(std::span<const RunRecord> records, std::size_t index);
    void sort(std::span<RunRecord> records) const;
    bool is_before(const RunRecord& a, const RunRecord& b) const;
    int compare(const RunRecord& a, const RunRecord& b) const;
    void refuse_equal_ranks(std::string_view query, std::span<const RunRecord> records) const;

    const RunOptions& options_;
    const Origin& origin_;
    /// An open-addressing table of documents: the upper half of a hash, and an index plus 1.
    std::vector<std::uint64_t> slots_;
};

}  // namespace disarray::formats::detail
