// SPDX-License-Identifier: MIT
//
// Interpolated precision (MIR "Precision and Recall"): at a recall level, the greatest precision at
// that recall or a higher one. It is attained at a relevant document, so that only hits are looked
// at; quotients of counts are compared by cross multiplication, in integers.
//
// Under ties it is the expected value of a maximum. After a tied group the number of relevant
// documents is certain again, so that the groups are independent of each other, and
//     E[max] = m + Σ (v' − v)·P(max > v)
// over the values v that precision can take inside groups, neighbours v < v' from the certain
// maximum m on. Inside one group of t documents, r of them relevant, P(max <= v) is a sum over
// lattice paths, t·r steps for each v. For all groups together that is the square of Σ t·r, which
// is limited (most_cells).
#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "metrics/retrieval/detail/numbers.hpp"

namespace disarray::retrieval {

namespace {

using detail::MetricNumber;
using detail::number;

/// A second of exact arithmetic, on the machine of docs/speed.md.
constexpr std::uint64_t most_cells = 1000;

/// A precision: relevant documents among the first `rank`.
struct Ratio {
    std::uint64_t relevant = 0;
    std::uint64_t rank = 1;

    friend bool operator<(const Ratio& a, const Ratio& b) {
        return a.relevant * b.rank < b.relevant * a.rank;
    }
    friend bool operator==(const Ratio& a, const Ratio& b) {
        return a.relevant * b.rank == b.relevant * a.rank;
    }
};

template <MetricNumber Number>
Number number(const Ratio& ratio) {
    return number<Number>(ratio.relevant) / number<Number>(ratio.rank);
}

/// A group of tied documents of which some are relevant and some are not.
struct MixedGroup {
    std::uint64_t before, tied, relevant, relevant_before;

    /// Precision at the j-th document if it is the c-th relevant one of the group.
    Ratio precision(std::uint64_t j, std::uint64_t c) const {
        return {relevant_before + c, before + j};
    }
};

/// What a list says of one recall level.
struct Level {
    std::uint64_t needed;  ///< relevant documents at that recall
    Ratio certain;         ///< the greatest precision at documents whose rank is certain
    std::vector<MixedGroup> mixed;
};

std::uint64_t needed_for(const Rational& level, std::uint64_t relevant, RecallRanks ranks) {
    switch (ranks) {
        case RecallRanks::nearest:
            return detail::nearest_at(level, relevant);
        case RecallRanks::nine_tenths:
            return detail::nine_tenths_at(level, relevant);
        case RecallRanks::least:
            break;
    }
    return detail::least_at(level, relevant);
}

Level level_of(const Question& q, std::uint64_t needed) {
    Level level{needed, {}, {}};
    std::uint64_t found = 0;
    for_each_group(q.list.hits,
                   [&](std::span<const Hit> group, std::uint64_t before, std::uint64_t tied) {
                       const std::uint64_t relevant = detail::relevant_count(group, q.conventions);
                       if (relevant > 0 && relevant < tied) {
                           level.mixed.push_back({before, tied, relevant, found});
                       }
                       found += relevant;
                       // The last document of a group of relevant ones has the greatest precision
                       // of them.
                       if (relevant == tied && found >= needed) {
                           level.certain = std::max(level.certain, Ratio{found, before + tied});
                       }
                   });
    std::erase_if(level.mixed, [&](const MixedGroup& group) {
        return group.relevant_before + group.relevant < needed;
    });
    return level;
}

/// The values above the certain one that precision can take in mixed groups, rising.
std::vector<Ratio> possible_maxima(const Level& level) {
    std::vector<Ratio> values;
    for (const MixedGroup& group : level.mixed) {
        for (std::uint64_t c = 1; c <= group.relevant; ++c) {
            if (group.relevant_before + c < level.needed) continue;
            const std::uint64_t last = group.tied - (group.relevant - c);
            for (std::uint64_t j = c; j <= last; ++j) {
                const Ratio value = group.precision(j, c);
                if (level.certain < value) values.push_back(value);
            }
        }
    }
    std::ranges::sort(values, [](const Ratio& a, const Ratio& b) { return a < b; });
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

/// P(no precision in the group that counts is above `bound`).
template <MetricNumber Number>
Number probability_within(const MixedGroup& group, std::uint64_t needed, const Ratio& bound) {
    // After j documents: the probability of c relevant ones, none of them above the bound.
    std::vector<Number> reached(group.relevant + 1, Number(0));
    reached[0] = Number(1);
    for (std::uint64_t j = 1; j <= group.tied; ++j) {
        const std::uint64_t left = group.tied - j + 1;
        for (std::uint64_t c = std::min(j, group.relevant) + 1; c-- > 0;) {
            const std::uint64_t others = group.tied - group.relevant;
            const std::uint64_t others_seen = j - 1 - std::min(c, j - 1);
            Number stays = 0;
            if (c < j && others > others_seen) {
                stays = reached[c] * number<Number>(others - others_seen) / number<Number>(left);
            }
            const bool counts = group.relevant_before + c >= needed;
            if (c > 0 && !(counts && bound < group.precision(j, c))) {
                stays +=
                    reached[c - 1] * number<Number>(group.relevant - c + 1) / number<Number>(left);
            }
            reached[c] = stays;
        }
    }
    return reached[group.relevant];
}

template <MetricNumber Number>
Number expected_maximum(const Level& level) {
    Number expected = number<Number>(level.certain);
    Ratio bound = level.certain;
    for (const Ratio& value : possible_maxima(level)) {
        Number within = 1;
        for (const MixedGroup& group : level.mixed)
            within *= probability_within<Number>(group, level.needed, bound);
        expected += (number<Number>(value) - number<Number>(bound)) * (Number(1) - within);
        bound = value;
    }
    return expected;
}

template <MetricNumber Number>
Number interpolated(const Question& q, std::uint64_t needed) {
    const Level level = level_of(q, needed);
    std::uint64_t cells = 0;
    for (const MixedGroup& group : level.mixed)
        cells += group.tied * group.relevant;
    if (cells > most_cells) {
        throw NotSupported(fmt::format(
            "interpolated precision under --ties average: found {} pairs of a tied and a relevant "
            "document in one query, expected at most {}",
            cells, most_cells));
    }
    return expected_maximum<Number>(level);
}

struct InterpolatedPrecision {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t relevant = detail::relevant_count(q);
        if (relevant == 0) return Fraction<Number>::none(detail::nothing_relevant);
        return {interpolated<Number>(q, needed_for(q.level, relevant, q.conventions.recall_ranks))};
    }
};

/// 0, 0.1, …, 1.
const std::vector<Rational>& tenths() {
    static const std::vector<Rational> levels = [] {
        std::vector<Rational> all;
        for (int i = 0; i <= 10; ++i)
            all.emplace_back(Integer(i), Integer(10));
        return all;
    }();
    return levels;
}

struct ElevenPoints {
    template <MetricNumber Number>
    static Fraction<Number> of(const Question& q) {
        const std::uint64_t relevant = detail::relevant_count(q);
        if (relevant == 0) return Fraction<Number>::none(detail::nothing_relevant);
        Number sum = 0;
        // The highest level first, as trec_eval adds them up.
        const auto& levels = q.parameters.numbers.empty() ? tenths() : q.parameters.numbers;
        for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
            sum +=
                interpolated<Number>(q, needed_for(*level, relevant, q.conventions.recall_ranks));
        }
        return {sum, number<Number>(levels.size())};
    }
};

}  // namespace

std::vector<Metric> interpolated_metrics() {
    constexpr std::string_view source = "MIR, Precision and Recall";
    return {
        detail::entry<InterpolatedPrecision>(
            "iP", {"iprec_at_recall"}, Suffix::level, detail::unit_interval,
            "the greatest precision at a recall of at least the level", source),
        detail::entry<ElevenPoints>("11pt", {"11pt_avg"}, Suffix::none, detail::unit_interval,
                                    "the mean of iP@0, iP@0.1, ..., iP@1", source),
    };
}

}  // namespace disarray::retrieval
