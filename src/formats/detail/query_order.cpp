// SPDX-License-Identifier: MIT
//
// Most runs are in order already and have no document twice, so that one pass finds both: the
// sort, and the comparison of equal scores digit by digit, are for the rest.
#include "formats/detail/query_order.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "formats/detail/score_text.hpp"

namespace disarray::formats::detail {

namespace {

[[noreturn]] void refuse_repeated(const Origin& origin, std::string_view query,
                                  const RunRecord& first, const RunRecord& second) {
    throw PositionedError(
        second.position, origin.where(second.position, query, second.document),
        {fmt::format("document {} of query {} once more{}", in_quotes(second.document),
                     in_quotes(query), origin.at_line(first.position)),
         "each document once in a query"});
}

[[noreturn]] void refuse_same_rank(const Origin& origin, std::string_view query,
                                   const RunRecord& first, const RunRecord& second) {
    throw PositionedError(second.position, origin.where(second.position, query, second.document),
                          {fmt::format("documents {}{} and {} of query {} tied, both with rank {}",
                                       in_quotes(first.document), origin.at_line(first.position),
                                       in_quotes(second.document), in_quotes(query), second.rank),
                           "ranks that order those that are tied"});
}

}  // namespace

/// An index before `index` with the same document, or `index` itself. From now on, the table has
/// the one that counts.
std::size_t QueryOrder::earlier(std::span<const RunRecord> records, std::size_t index) {
    constexpr std::uint64_t index_bits = std::numeric_limits<std::uint32_t>::max();
    const std::string_view document = records[index].document;
    const std::uint64_t hash = std::hash<std::string_view>()(document);
    const std::uint64_t tag = hash & ~index_bits;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
        std::uint64_t& slot = slots_[at];
        if (slot == 0) {
            slot = tag | (index + 1);
            return index;
        }
        if ((slot & ~index_bits) != tag) continue;
        const std::size_t other = (slot & index_bits) - 1;
        if (records[other].document != document) continue;
        if (options_.duplicates == Duplicates::last) slot = tag | (index + 1);
        return other;
    }
}

/// The records that count, in the order of the file.
std::span<RunRecord> QueryOrder::distinct(std::string_view query, std::span<RunRecord> records) {
    slots_.assign(std::bit_ceil(2 * records.size() + 1), 0);
    bool are_distinct = true;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const std::size_t other = earlier(records, i);
        if (other == i) continue;
        are_distinct = false;
        switch (options_.duplicates) {
            case Duplicates::refuse: {
                const auto [first, second] = std::pair(records[other], records[i]);
                // A tie that is refused may stand before; sorting is done with the records then.
                if (options_.ties == Ties::rank_column) {
                    sort(records.first(i));
                    refuse_equal_ranks(query, records.first(i));
                }
                refuse_repeated(origin_, query, first, second);
            }
            case Duplicates::first:
                records[i].document = {};
                break;
            case Duplicates::last:
                records[other].document = {};
                break;
        }
    }
    if (are_distinct) return records;
    const auto dropped = std::ranges::remove_if(
        records, [](const RunRecord& record) { return record.document.empty(); });
    return records.first(records.size() - dropped.size());
}

/// Below 0 if `a` is ranked before `b` by RankBy, 0 if they are tied.
int QueryOrder::compare(const RunRecord& a, const RunRecord& b) const {
    const auto sign = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
    switch (options_.rank_by) {
        case RankBy::rank:
            return sign(a.rank, b.rank);
        case RankBy::input:
            return sign(a.position, b.position);
        case RankBy::score:
            break;
    }
    if (a.score != b.score || options_.scores != Scores::exact) return sign(b.score, a.score);
    const auto order = compare_decimals(b.score_text, a.score_text);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

bool QueryOrder::is_before(const RunRecord& a, const RunRecord& b) const {
    if (const int order = compare(a, b); order != 0) return order < 0;
    switch (options_.ties) {
        case Ties::rank_column:
            if (a.rank != b.rank) return a.rank < b.rank;
            return a.position < b.position;
        case Ties::input_order:
            return a.position < b.position;
        case Ties::trec:
        case Ties::average:
        case Ties::best:
        case Ties::worst:
            break;
    }
    return a.document > b.document;  // as unsigned bytes
}

void QueryOrder::sort(std::span<RunRecord> records) const {
    const auto before = [this](const RunRecord& a, const RunRecord& b) { return is_before(a, b); };
    if (!std::ranges::is_sorted(records, before)) std::ranges::sort(records, before);
}

/// \param records  sorted, so that those with the same rank stand together by position; the error
/// is the one whose second record comes first in the file.
void QueryOrder::refuse_equal_ranks(std::string_view query,
                                    std::span<const RunRecord> records) const {
    const RunRecord* second = nullptr;
    for (std::size_t i = 1; i < records.size(); ++i) {
        const RunRecord& record = records[i];
        const bool is_same =
            compare(records[i - 1], record) == 0 && records[i - 1].rank == record.rank;
        if (is_same && (!second || record.position < second->position)) second = &record;
    }
    if (second) refuse_same_rank(origin_, query, *(second - 1), *second);
}

void QueryOrder::rank(std::string_view query, std::span<RunRecord> all, RankedQuery& ranked) {
    const std::span<RunRecord> records = distinct(query, all);
    sort(records);
    if (options_.ties == Ties::rank_column) refuse_equal_ranks(query, records);

    const bool keeps_ties = options_.ties == Ties::average || options_.ties == Ties::best ||
                            options_.ties == Ties::worst;
    ranked.name = query;
    ranked.documents.clear();
    ranked.documents.reserve(records.size());
    for (std::size_t first = 0; first < records.size();) {
        std::size_t last = first + 1;
        while (keeps_ties && last < records.size() && compare(records[first], records[last]) == 0)
            ++last;
        for (std::size_t i = first; i < last; ++i) {
            ranked.documents.push_back({records[i].document, static_cast<std::uint32_t>(first),
                                        static_cast<std::uint32_t>(last - first)});
        }
        first = last;
    }
}

}  // namespace disarray::formats::detail
