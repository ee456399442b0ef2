// SPDX-License-Identifier: MIT
//
// A table with a cell for each vector of values that could occur, by the greatest value of each
// statistic; each thread has its own, added up at the end. Hashing would save memory where few
// vectors occur, and costs several times the time where the tables fit the cache, as most do.
#include "search/discover/attained.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "ranking/enumeration.hpp"
#include "search/discover/tied.hpp"

namespace disarray::search::discover {

namespace {

struct Cell {
    std::uint32_t count = 0;
    std::uint32_t first = std::numeric_limits<std::uint32_t>::max();

    void add(const Cell& other) {
        count += other.count;
        first = std::min(first, other.first);
    }
};

/// Bytes of all tables of all threads in one sweep: the memory limit of the verb is 500 MB.
constexpr std::size_t most_table_bytes = std::size_t{256} << 20;

/// Where the vectors of a tuple are in its table.
struct TableShape {
    std::vector<std::size_t> places;   ///< of the quantities among all that are evaluated
    std::vector<std::size_t> extents;  ///< greatest value + 1
    std::size_t cells = 1;

    std::size_t index(std::span<const std::int64_t> values) const {
        std::size_t at = 0;
        for (std::size_t k = 0; k < places.size(); ++k)
            at = at * extents[k] + static_cast<std::size_t>(values[places[k]]);
        return at;
    }

    Point point(std::size_t index) const {
        Point values{};
        for (std::size_t k = places.size(); k-- > 0; index /= extents[k])
            values[k] = static_cast<std::int64_t>(index % extents[k]);
        return values;
    }
};

/// Some of the tuples, swept together.
struct Batch {
    std::vector<Quantity> quantities;
    std::vector<TableShape> shapes;
    std::size_t cells = 0;

    void add(std::size_t n, const std::vector<Quantity>& tuple) {
        TableShape shape;
        for (const Quantity& quantity : tuple) {
            const auto found = std::ranges::find(quantities, quantity);
            shape.places.push_back(static_cast<std::size_t>(found - quantities.begin()));
            if (found == quantities.end()) quantities.push_back(quantity);
            const std::int64_t greatest =
                quantity.statistic->greatest(static_cast<std::int64_t>(n));
            shape.extents.push_back(
                static_cast<std::size_t>(quantity.statistic->unit * greatest + 1));
        }
        for (const std::size_t extent : shape.extents)
            shape.cells *= extent;
        cells += shape.cells;
        shapes.push_back(std::move(shape));
    }
};

using Tables = std::vector<std::vector<Cell>>;

Tables empty_tables(const Batch& batch) {
    Tables tables;
    for (const TableShape& shape : batch.shapes)
        tables.emplace_back(shape.cells);
    return tables;
}

void sweep_block(const Batch& batch, std::size_t n, RankRange block, Tables& tables) {
    Evaluator evaluate(batch.quantities);
    auto rank = static_cast<std::uint32_t>(block.begin);
    for_each_permutation(n, block, [&](const std::vector<Rank>& sigma) {
        const auto values = evaluate(sigma);
        for (std::size_t t = 0; t < tables.size(); ++t)
            tables[t][batch.shapes[t].index(values)].add({1, rank});
        ++rank;
        return true;
    });
}

void sweep_pairs(const Batch& batch, const TiedPairs& pairs, RankRange block, Tables& tables) {
    std::vector<std::int64_t> values(batch.quantities.size());
    for (std::uint64_t pair = block.begin; pair < block.end; ++pair) {
        const auto [sigma, tau] = pairs[pair];
        for (std::size_t k = 0; k < values.size(); ++k)
            values[k] = tied_value(*batch.quantities[k].statistic, sigma, tau);
        const Cell cell{static_cast<std::uint32_t>(pairs.count(pair)),
                        static_cast<std::uint32_t>(pair)};
        for (std::size_t t = 0; t < tables.size(); ++t)
            tables[t][batch.shapes[t].index(values)].add(cell);
    }
}

/// Empty if stopped.
Tables swept(const Batch& batch, std::size_t n, unsigned threads, const Stop& stop) {
    std::optional<TiedPairs> pairs;
    if (batch.quantities.front().statistic->is_of_ties()) pairs.emplace(n);
    // 7!: milliseconds, so that Ctrl-C is heard.
    const std::uint64_t total = pairs ? pairs->size() : factorial_64(n), size = 5040;
    return with_threads(threads, [&] {
        tbb::combinable<Tables> parts([&] { return empty_tables(batch); });
        using Range = tbb::blocked_range<std::uint64_t>;
        tbb::parallel_for(Range(0, (total + size - 1) / size), [&](const Range& part) {
            Tables& mine = parts.local();
            for (std::uint64_t b = part.begin(); b != part.end() && !stop.requested(); ++b) {
                const RankRange block{b * size, std::min(total, (b + 1) * size)};
                if (pairs) {
                    sweep_pairs(batch, *pairs, block, mine);
                } else {
                    sweep_block(batch, n, block, mine);
                }
            }
        });
        if (stop.requested()) return Tables{};
        Tables sum;
        parts.combine_each([&](Tables& part) {
            if (sum.empty()) {
                sum = std::move(part);
                return;
            }
            for (std::size_t t = 0; t < sum.size(); ++t)
                for (std::size_t c = 0; c < sum[t].size(); ++c)
                    sum[t][c].add(part[t][c]);
        });
        return sum;
    });
}

Attained points_in(const TableShape& shape, const std::vector<Cell>& table, std::size_t n,
                   const std::vector<Quantity>& tuple) {
    Attained result{n, tuple, {}};
    for (std::size_t c = 0; c < table.size(); ++c)
        if (table[c].count > 0)
            result.points.push_back({shape.point(c), table[c].count, table[c].first});
    return result;
}

/// All of one domain, which has so many elements.
void require_one_domain(std::size_t n, const std::vector<std::vector<Quantity>>& tuples) {
    std::size_t tied = 0, all = 0;
    for (const auto& tuple : tuples) {
        if (tuple.empty() || tuple.size() > max_dimension)
            throw UsageError("attained: a tuple of no or too many quantities");
        all += tuple.size();
        tied += static_cast<std::size_t>(std::ranges::count_if(
            tuple, [](const Quantity& q) { return q.statistic->is_of_ties(); }));
    }
    if (tied == 0) return;
    if (tied < all)
        throw NotSupported("statistics", "of permutations and of rankings with ties",
                           "those of one kind");
    if (n > max_tied_n)
        throw NotSupported("rankings with ties", fmt::format("n = {}", n),
                           fmt::format("n from 1 to {}", max_tied_n));
}

void require_table(std::size_t n, const std::vector<Quantity>& tuple, std::size_t cells,
                   std::size_t limit) {
    if (cells <= limit) return;
    std::string names;
    for (const Quantity& quantity : tuple)
        names += (names.empty() ? "" : ", ") + quantity.name();
    throw NotSupported(fmt::format("{} on S_{}", names, n),
                       fmt::format("a table of {} cells", cells),
                       fmt::format("at most {}: a smaller n or fewer statistics", limit));
}

}  // namespace

bool Attained::is_of_ties() const {
    return !quantities.empty() && quantities.front().statistic->is_of_ties();
}

Permutation Attained::sigma(const AttainedPoint& point) const {
    if (is_of_ties()) throw UsageError("Attained::sigma: rankings with ties");
    return lexicographic_unrank(n, point.first);
}

Attained without_identity(Attained all) {
    // All statistics are 0 there, and the identity is the first σ of all.
    auto& points = all.points;
    if (all.is_of_ties() || points.empty() || points.front().first != 0) return all;
    if (--points.front().count == 0) {
        points.erase(points.begin());
        return all;
    }
    // Another σ has the same point; the second in order of rank is found by looking.
    Evaluator evaluate(all.quantities);
    const Point origin = points.front().at;
    for_each_permutation(all.n, {1, factorial_64(all.n)}, [&](const std::vector<Rank>& sigma) {
        const auto values = evaluate(sigma);
        ++points.front().first;
        return !std::equal(values.begin(), values.end(), origin.begin());
    });
    return all;
}

std::vector<Attained> attained(std::size_t n, const std::vector<std::vector<Quantity>>& tuples,
                               unsigned threads, const Stop& stop) {
    if (n < 1 || n > max_attained_n) throw UsageError("attained: n out of range");
    require_one_domain(n, tuples);
    const std::size_t limit = most_table_bytes / sizeof(Cell) / made_threads(threads);
    std::vector<Attained> results;
    for (std::size_t next = 0; next < tuples.size();) {
        Batch batch;
        const std::size_t begin = next;
        for (; next < tuples.size(); ++next) {
            Batch wider = batch;
            wider.add(n, tuples[next]);
            require_table(n, tuples[next], wider.shapes.back().cells, limit);
            if (wider.cells > limit) break;
            batch = std::move(wider);
        }
        const Tables tables = swept(batch, n, threads, stop);
        if (tables.empty()) return {};
        for (std::size_t t = begin; t < next; ++t)
            results.push_back(points_in(batch.shapes[t - begin], tables[t - begin], n, tuples[t]));
    }
    return results;
}

}  // namespace disarray::search::discover
