// SPDX-License-Identifier: MIT
#include "search/discover/discover.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "search/discover/implication.hpp"

namespace disarray::search::discover {

namespace {

/// Tuples that are swept together: their points are all held until their conjectures are found.
constexpr std::size_t tuples_at_once = 40;

/// Larger n that a conjecture is tested at, beyond the last one swept.
constexpr std::size_t steps_beyond[] = {1, 2, 5, 10};

Row row_of(const Conjecture& conjecture, std::size_t n) {
    return {conjecture.quantities, conjecture.form(n)};
}

bool claims(const Conjecture& conjecture, std::size_t n) {
    return n >= conjecture.from;
}

class Discoverer {
public:
    explicit Discoverer(const DiscoverOptions& options) : options_(options) {}

    Discovery discover() {
        result_.complete = check_theorems() && find_candidates();
        judge_theorems();
        set_ranges_aside();
        result_.candidates = candidates_.size();
        drop_known();
        drop_implied();
        rank();
        walk_all();
        return std::move(result_);
    }

private:
    void say(const std::string& what) const {
        if (options_.progress) options_.progress(what);
    }

    // --- what is swept ------------------------------------------------------------------------

    bool concerns(const Theorem& theorem) const {
        return std::ranges::all_of(theorem.statement.quantities, [&](const Quantity& quantity) {
            return std::ranges::find(options_.quantities, quantity) != options_.quantities.end();
        });
    }

    /// False if stopped.
    bool check_theorems() {
        std::vector<std::vector<Quantity>> tuples;
        for (const Theorem& theorem : options_.theorems) {
            if (!concerns(theorem)) continue;
            result_.theorems.push_back({theorem, {}, false, false, 0});
            tuples.push_back(theorem.statement.quantities);
        }
        for (std::size_t n = options_.n_from; n <= options_.n_to && !tuples.empty(); ++n) {
            say(fmt::format("n = {}: {} known theorems", n, tuples.size()));
            const auto points =
                attained_once(options_.work, n, tuples, options_.threads, options_.stop);
            if (points.empty()) return false;
            for (std::size_t k = 0; k < tuples.size(); ++k) {
                TheoremResult& known = result_.theorems[k];
                if (n >= known.theorem.least_n)
                    known.lengths.push_back(decide_at(known.theorem.statement, points[k]));
            }
        }
        return true;
    }

    /// False if stopped.
    bool find_candidates() {
        const auto tuples = tuples_of(options_.quantities, options_.dimension);
        for (std::size_t next = 0; next < tuples.size(); next += tuples_at_once) {
            const auto end = std::min(tuples.size(), next + tuples_at_once);
            const std::vector<std::vector<Quantity>> some(
                tuples.begin() + static_cast<std::ptrdiff_t>(next),
                tuples.begin() + static_cast<std::ptrdiff_t>(end));
            if (!find_among(some)) return false;
            result_.tuples = end;
        }
        return true;
    }

    bool find_among(const std::vector<std::vector<Quantity>>& tuples) {
        // Of each tuple, its regions by n: with the identity, and without.
        std::vector<std::vector<Region>> all(tuples.size()), others(tuples.size());
        for (std::size_t n = options_.n_from; n <= options_.n_to; ++n) {
            say(fmt::format("n = {}: {} of {} tuples, {} conjectures so far", n, result_.tuples,
                            tuples_of(options_.quantities, options_.dimension).size(),
                            candidates_.size()));
            auto points = attained_once(options_.work, n, tuples, options_.threads, options_.stop);
            if (points.empty()) return false;
            with_threads(options_.threads, [&] {
                tbb::parallel_for(std::size_t{0}, tuples.size(), [&](std::size_t k) {
                    const std::size_t dimension = tuples[k].size();
                    Attained rest = without_identity(points[k]);
                    auto rest_facets = hull_facets(rest.points, dimension);
                    others[k].push_back({std::move(rest), std::move(rest_facets)});
                    auto facets = hull_facets(points[k].points, dimension);
                    all[k].push_back({std::move(points[k]), std::move(facets)});
                });
            });
        }
        for (std::size_t k = 0; k < tuples.size() && tuples[k].size() == 1; ++k)
            note_distribution(all[k]);
        for (std::size_t k = 0; k < tuples.size(); ++k)
            if (tuples[k].size() == 2 && !all[k].back().attained.is_of_ties())
                result_.regions.push_back(all[k].back().attained);
        std::vector<std::vector<Conjecture>> found(tuples.size());
        with_threads(options_.threads, [&] {
            tbb::parallel_for(std::size_t{0}, tuples.size(), [&](std::size_t k) {
                found[k] = conjectures_from(all[k], false);
                add_for_others(found[k], conjectures_from(others[k], true));
            });
        });
        for (auto& conjectures : found)
            std::ranges::move(conjectures, std::back_inserter(candidates_));
        return true;
    }

    void note_distribution(const std::vector<Region>& regions) {
        std::vector<Attained> points;
        for (const Region& region : regions)
            points.push_back(region.attained);
        if (!points.front().is_of_ties()) result_.distributions.push_back(distribution_of(points));
    }

    /// Without the identity, what holds with it is told already.
    static void add_for_others(std::vector<Conjecture>& all, std::vector<Conjecture> others) {
        const std::size_t count = all.size();
        for (Conjecture& other : others) {
            const bool is_told =
                std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count),
                            [&](const Conjecture& known) {
                                return known.direction == other.direction &&
                                       known.bound.function == other.bound.function;
                            });
            if (!is_told) all.push_back(std::move(other));
        }
    }

    // --- what is known ------------------------------------------------------------------------

    /// One row for each inequality of the theorem.
    static std::vector<Row> rows_of(const Theorem& theorem, std::size_t n) {
        std::vector<Row> rows;
        for (LinearForm& form : theorem.statement.linear_forms(n))
            rows.push_back({theorem.statement.quantities, std::move(form)});
        return rows;
    }

    bool is_told(const Theorem& theorem, std::size_t comparison, const Conjecture& conjecture) {
        if (theorem.statement.without_identity != conjecture.without_identity) return false;
        for (std::size_t n = std::max(conjecture.from, theorem.least_n); n <= options_.n_to; ++n)
            if (!same_form(rows_of(theorem, n)[comparison], row_of(conjecture, n))) return false;
        return true;
    }

    /// What is claimed for n, of σ ≠ id too if `without_identity`.
    std::vector<Row> premises(const std::vector<Conjecture>& conjectures, std::size_t n,
                              bool without_identity, const Conjecture* but = nullptr) const {
        std::vector<Row> rows;
        for (const Conjecture& conjecture : conjectures)
            if (&conjecture != but && claims(conjecture, n) &&
                (without_identity || !conjecture.without_identity))
                rows.push_back(row_of(conjecture, n));
        return rows;
    }

    void judge_theorems() {
        for (TheoremResult& known : result_.theorems) {
            const Theorem& theorem = known.theorem;
            if (known.is_false()) continue;
            if (!theorem.statement.is_linear()) {
                known.chords = static_cast<std::size_t>(std::ranges::count_if(
                    candidates_, [&](const Conjecture& c) { return is_chord(theorem, c); }));
                continue;
            }
            known.is_found = true;
            known.is_implied = true;
            for (std::size_t k = 0; k < theorem.statement.comparisons.size(); ++k) {
                known.is_found &= std::ranges::any_of(
                    candidates_, [&](const Conjecture& c) { return is_told(theorem, k, c); });
                for (std::size_t n = std::max(options_.n_from, theorem.least_n);
                     n <= options_.n_to && known.is_implied; ++n) {
                    known.is_implied =
                        is_implied(rows_of(theorem, n)[k],
                                   premises(candidates_, n, theorem.statement.without_identity), n);
                }
            }
        }
    }

    /// A facet with two ends at which a theorem that is not linear is an equation, for some n.
    bool is_chord(const Theorem& theorem, const Conjecture& conjecture) {
        const auto& own = theorem.statement.quantities;
        if (conjecture.quantities.size() != 2 || own.size() != 2) return false;
        if (!std::ranges::is_permutation(own, conjecture.quantities)) return false;
        const bool turned = own[0] != conjecture.quantities[0];
        for (std::size_t n = options_.n_to; n >= std::max(conjecture.from, theorem.least_n); --n) {
            const Attained* points = pairs_at(theorem, n);
            if (points == nullptr) return false;
            std::size_t tight = 0;
            for (const AttainedPoint& point : points->points) {
                const Point at = turned ? Point{point.at[1], point.at[0]} : point.at;
                const Rational left = Rational(dot(conjecture.direction.at(n), at));
                if (left == conjecture.bound.function.at(n) &&
                    theorem.statement.is_tight_at(n, point.at))
                    ++tight;
            }
            if (tight >= 2) return true;
        }
        return false;
    }

    /// Null if stopped.
    const Attained* pairs_at(const Theorem& theorem, std::size_t n) {
        for (const Attained& points : chord_points_)
            if (points.n == n && points.quantities == theorem.statement.quantities) return &points;
        auto swept = attained_once(options_.work, n, {theorem.statement.quantities},
                                   options_.threads, options_.stop);
        if (swept.empty()) {
            result_.complete = false;
            return nullptr;
        }
        chord_points_.push_back(std::move(swept.front()));
        return &chord_points_.back();
    }

    void set_ranges_aside() {
        const auto rest = std::ranges::stable_partition(
            candidates_, [](const Conjecture& c) { return c.quantities.size() > 1; });
        result_.ranges.assign(std::make_move_iterator(rest.begin()),
                              std::make_move_iterator(rest.end()));
        candidates_.erase(rest.begin(), rest.end());
    }

    /// What the ranges and the known theorems claim.
    void collect_known() {
        known_.resize(options_.n_to + 1);
        known_of_others_.resize(options_.n_to + 1);
        for (std::size_t n = options_.n_from; n <= options_.n_to; ++n) {
            known_[n] = premises(result_.ranges, n, false);
            known_of_others_[n] = premises(result_.ranges, n, true);
        }
        for (const TheoremResult& known : result_.theorems) {
            const Statement& statement = known.theorem.statement;
            if (known.is_false() || !statement.is_linear()) continue;
            for (std::size_t n = std::max(options_.n_from, known.theorem.least_n);
                 n <= options_.n_to; ++n) {
                for (Row& row : rows_of(known.theorem, n)) {
                    known_of_others_[n].push_back(row);
                    if (!statement.without_identity) known_[n].push_back(std::move(row));
                }
            }
        }
    }

    const std::vector<Row>& known_at(std::size_t n, bool without_identity) const {
        return (without_identity ? known_of_others_ : known_)[n];
    }

    void drop_known() {
        collect_known();
        result_.known = erase_where([&](const Conjecture& conjecture) {
            for (std::size_t n = options_.n_to; n >= conjecture.from; --n) {
                const auto& rows = known_at(n, conjecture.without_identity);
                if (!is_implied(row_of(conjecture, n), rows, n)) return false;
            }
            return true;
        });
    }

    template <class Condition>
    std::size_t erase_where(const Condition& condition) {
        std::vector<char> erased(candidates_.size());
        with_threads(options_.threads, [&] {
            tbb::parallel_for(std::size_t{0}, candidates_.size(), [&](std::size_t k) {
                erased[k] = condition(candidates_[k]) ? 1 : 0;
            });
        });
        std::size_t k = 0;
        return std::erase_if(candidates_, [&](const Conjecture&) { return erased[k++] != 0; });
    }

    // --- what is worth telling ----------------------------------------------------------------

    /// Of fewer quantities first, then more often attained, then shorter.
    static bool is_better(const Conjecture& a, const Conjecture& b) {
        const auto key = [](const Conjecture& c) { return std::tuple(c.touch(), c.facets()); };
        if (key(a) != key(b)) return key(a) > key(b);
        return std::pair(a.text().size(), a.text()) < std::pair(b.text().size(), b.text());
    }

    bool follows(const Conjecture& conjecture) const {
        for (std::size_t n = options_.n_to; n >= conjecture.from; --n) {
            auto rows = premises(candidates_, n, conjecture.without_identity, &conjecture);
            std::ranges::copy(known_at(n, conjecture.without_identity), std::back_inserter(rows));
            if (!is_implied(row_of(conjecture, n), rows, n)) return false;
        }
        return true;
    }

    /// One by one from the worst, each against what is known and all that are left.
    void drop_implied() {
        std::ranges::sort(candidates_, is_better);
        say(fmt::format("{} conjectures: what follows from the others", candidates_.size()));
        for (std::size_t k = candidates_.size(); k-- > 0;) {
            if (options_.stop.requested()) {
                result_.complete = false;
                return;
            }
            if (!follows(candidates_[k])) continue;
            candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(k));
            ++result_.implied;
        }
    }

    void rank() {
        for (Conjecture& conjecture : candidates_)
            result_.conjectures.push_back({std::move(conjecture), {}, {}});
    }

    void walk(RankedConjecture& ranked) const {
        if (ranked.conjecture.quantities.front().statistic->is_of_ties()) return;
        const auto walk_by = [&](std::vector<Climb>& walks, const auto& way, std::uint64_t effort) {
            for (const std::size_t step : steps_beyond) {
                if (options_.stop.requested() || effort == 0 || ranked.is_refuted()) return;
                walks.push_back(way(ranked.conjecture, options_.n_to + step, effort, options_.seed,
                                    options_.stop));
            }
        };
        walk_by(ranked.climbs, climb, options_.climbing);
        walk_by(ranked.temperings, temper, options_.tempering);
    }

    void walk_all() {
        say(fmt::format("{} conjectures: climbing and tempering at larger n",
                        result_.conjectures.size()));
        with_threads(options_.threads, [&] {
            tbb::parallel_for(std::size_t{0}, result_.conjectures.size(),
                              [&](std::size_t k) { walk(result_.conjectures[k]); });
        });
        if (options_.stop.requested()) result_.complete = false;
        auto& all = result_.conjectures;
        std::ranges::copy_if(all, std::back_inserter(result_.refuted),
                             &RankedConjecture::is_refuted);
        std::erase_if(all, [](const RankedConjecture& ranked) { return ranked.is_refuted(); });
    }

    const DiscoverOptions& options_;
    Discovery result_;
    std::vector<Conjecture> candidates_;
    std::vector<Attained> chord_points_;
    std::vector<std::vector<Row>> known_, known_of_others_;  ///< by n; of all σ, of all but id
};

}  // namespace

bool TheoremResult::is_false() const {
    return std::ranges::any_of(lengths,
                               [](const StatementResult& length) { return length.violating > 0; });
}

Verdict TheoremResult::verdict() const {
    if (is_false()) return Verdict::refuted;
    return lengths.empty() ? Verdict::undecided : Verdict::exhausted;
}

bool RankedConjecture::is_refuted() const {
    return std::ranges::any_of(climbs, &Climb::refutes) ||
           std::ranges::any_of(temperings, &Climb::refutes);
}

std::vector<std::vector<Quantity>> tuples_of(const std::vector<Quantity>& quantities,
                                             std::size_t dimension) {
    std::vector<std::vector<Quantity>> tuples{{}};
    std::size_t begin = 0;
    // Each tuple of one size, gone on with by a later quantity.
    for (std::size_t size = 1; size <= dimension; ++size) {
        const std::size_t end = tuples.size();
        for (; begin < end; ++begin) {
            const auto shorter = tuples[begin];
            const auto last = shorter.empty() ? quantities.begin()
                                              : std::ranges::find(quantities, shorter.back()) + 1;
            for (auto next = last; next != quantities.end(); ++next) {
                tuples.push_back(shorter);
                tuples.back().push_back(*next);
            }
        }
    }
    tuples.erase(tuples.begin());
    return tuples;
}

Discovery discover(const DiscoverOptions& options) {
    if (options.n_from < 2 || options.n_from > options.n_to || options.n_to > max_attained_n)
        throw UsageError("discover: n out of range");
    if (options.dimension < 1 || options.dimension > 3)
        throw UsageError("discover: dimension out of range");
    return Discoverer(options).discover();
}

}  // namespace disarray::search::discover
