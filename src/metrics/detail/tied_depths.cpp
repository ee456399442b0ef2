// SPDX-License-Identifier: MIT
#include "metrics/detail/tied_depths.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/error.hpp"

namespace disarray::metrics::detail {

namespace {

/// Places of an item in both lists.
struct Places {
    Place of[2] = {Place::below, Place::below};
};

class TiedWalk {
public:
    TiedWalk(const ItemRanking& shorter, const ItemRanking& longer) : lists_{shorter, longer} {
        places_.reserve(shorter.size() + longer.size());
    }

    TiedDepth at(std::size_t depth) {
        now_.shorter_share = advance(0, depth);
        now_.longer_share = advance(1, depth);
        return now_;
    }

private:
    /// Moves a list on to `depth`, which rises by 1. \returns the share of the group it cuts.
    Rational advance(int list, std::size_t depth) {
        const ItemRanking& ranking = lists_[list];
        if (depth > end_[list]) {
            move(list, Place::above);
            begin_[list] = end_[list];
            if (begin_[list] == ranking.size()) return 1;
            end_[list] = end_of_group(ranking, begin_[list]);
            move(list, Place::within);
        }
        return {Integer(depth - begin_[list]), Integer(end_[list] - begin_[list])};
    }

    static std::size_t end_of_group(const ItemRanking& ranking, std::size_t begin) {
        if (ranking.before.empty()) return begin + 1;
        std::size_t end = begin + 1;
        while (end < ranking.size() && ranking.before[end] == ranking.before[begin])
            ++end;
        return end;
    }

    void move(int list, Place place) {
        for (std::size_t i = begin_[list]; i < end_[list]; ++i) {
            Places& places = places_[lists_[list].items[i]];
            if (places.of[list] >= place)
                throw UsageError("overlaps: an item stands twice in a list");
            counted(places, -1);
            places.of[list] = place;
            counted(places, 1);
        }
    }

    void counted(const Places& places, int change) {
        if (places.of[0] == Place::below && places.of[1] == Place::below) return;
        now_.count[static_cast<int>(places.of[0])][static_cast<int>(places.of[1])] +=
            static_cast<std::uint32_t>(change);
    }

    ItemRanking lists_[2];
    std::size_t begin_[2] = {0, 0}, end_[2] = {0, 0};  ///< of the groups that are cut
    std::unordered_map<std::uint32_t, Places> places_;
    TiedDepth now_;
};

}  // namespace

std::vector<TiedDepth> tied_depths(const ItemRanking& shorter, const ItemRanking& longer) {
    TiedWalk walk(shorter, longer);
    std::vector<TiedDepth> depths;
    depths.reserve(longer.size());
    for (std::size_t d = 1; d <= longer.size(); ++d)
        depths.push_back(walk.at(d));
    return depths;
}

}  // namespace disarray::metrics::detail
