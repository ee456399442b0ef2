// SPDX-License-Identifier: MIT
//
// Sums go over patterns in their order, since rounding depends on it. Moments of rational numbers
// are exact; of others, and of ratios with long denominators, doubles with proved errors are summed
// first, and intervals where those leave a digit open.
#include "properties/experiments/footrule_kendall.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include "exact/value.hpp"

namespace disarray::properties::experiments {

namespace {

using Quantity = PairMeasure::Quantity;

constexpr unsigned first_precision = 128;  // bits; the double was not enough
constexpr unsigned last_precision = 1024;  // what this leaves open is a tie of rounding

Bounded root_of(const Bounded& value) {
    return square_root(value);
}
Interval root_of(const Interval& value) {
    return value.square_root();
}

bool is_positive(const Bounded& value) {
    return certain_sign(value) == 1;
}
bool is_positive(const Interval& value) {
    return value.sign() == 1;
}

/// A whole number as a Number of the same precision as `like`.
Bounded whole(std::uint64_t count, const Bounded&) {
    return static_cast<std::int64_t>(count);
}
Interval whole(std::uint64_t count, const Interval& like) {
    return Interval(Rational(count), like.precision());
}
Rational whole(std::uint64_t count, const Rational&) {
    return count;
}

/// Σ z, Σ z² over queries.
template <class Number>
struct Powers {
    Number sum;
    Number squares;

    explicit Powers(const Number& zero) : sum(zero), squares(zero) {}
    void add(const Number& z, std::uint64_t queries) {
        const Number times = whole(queries, z);
        sum = sum + times * z;
        squares = squares + times * (z * z);
    }
    Number mean(std::uint64_t queries) const { return sum / whole(queries, sum); }
    Number variance(std::uint64_t queries) const {
        const Number average = mean(queries);
        return squares / whole(queries, sum) - average * average;
    }
};

/// Both quantities and their product.
template <class Number>
struct JointMoments {
    Powers<Number> footrule;
    Powers<Number> kendall;
    Number products;

    explicit JointMoments(const Number& zero) : footrule(zero), kendall(zero), products(zero) {}
    void add(const Number& x, const Number& y, std::uint64_t queries) {
        footrule.add(x, queries);
        kendall.add(y, queries);
        products = products + whole(queries, x) * (x * y);
    }
    Number covariance(std::uint64_t queries) const {
        return products / whole(queries, products) - footrule.mean(queries) * kendall.mean(queries);
    }
};

bool are_settled(std::initializer_list<const std::optional<Figure>*> figures, int places) {
    return std::ranges::all_of(
        figures, [&](const auto* figure) { return !*figure || (*figure)->fixed(places); });
}

/// 1 − ρ from ρ·|ρ|; exact if the root is.
Figure correlation_error(const Rational& signed_square) {
    const Rational square = abs(signed_square);
    const bool is_negative = signed_square.sign() < 0;
    const Figure size = Figure::root(square);
    if (size.exact()) return Figure(Rational(1) + (is_negative ? *size.exact() : -*size.exact()));
    const Interval one(1, Figure::precision);
    const Interval root = Interval(square, Figure::precision).square_root();
    return Figure(is_negative ? one + root : one - root);
}

/// Sums of integers over one denominator, as long as they are sums.
class RationalMoments {
public:
    /// \param orders  a common multiple of the orders of all patterns
    RationalMoments(const Integer& denominator, const Integer& orders)
        : denominator_(denominator * orders), orders_(orders) {}

    void add(const Measured& measured, std::uint64_t queries) {
        const Integer scale = orders_ / measured.orders;
        const Integer x = to_integer(measured.footrule_sum) * scale;
        const Integer y = to_integer(measured.kendall_sum) * scale;
        const Integer times = queries;
        x_ += times * x;
        y_ += times * y;
        xx_ += times * x * x;
        yy_ += times * y * y;
        xy_ += times * x * y;
    }

    void set(std::uint64_t queries, bool has_correlation, WeightingResult& result) const {
        const Integer n = queries;
        const Integer below = n * denominator_;
        const auto spread = [&](const Integer& products, const Integer& a, const Integer& b) {
            return Rational(n * products - a * b, below * below);
        };
        result.footrule_mean = Figure(Rational(x_, below));
        result.kendall_mean = Figure(Rational(y_, below));
        const Rational of_x = spread(xx_, x_, x_), of_y = spread(yy_, y_, y_);
        result.footrule_deviation = Figure::root(of_x);
        result.kendall_deviation = Figure::root(of_y);
        if (has_correlation) {
            const Rational covariance = spread(xy_, x_, y_);
            result.signed_square = covariance * abs(covariance) / (of_x * of_y);
            result.correlation_error = correlation_error(*result.signed_square);
        }
    }

private:
    Integer denominator_;
    Integer orders_;
    Integer x_, y_, xx_, yy_, xy_;
};

/// The figures of numbers that are doubles with errors, or intervals.
template <class Number>
void set_figures(const JointMoments<Number>& moments, std::uint64_t queries, bool has_correlation,
                 WeightingResult& result) {
    const Number of_x = moments.footrule.variance(queries);
    const Number of_y = moments.kendall.variance(queries);
    result.footrule_mean = Figure(moments.footrule.mean(queries));
    result.kendall_mean = Figure(moments.kendall.mean(queries));
    result.footrule_deviation = Figure(root_of(of_x));
    result.kendall_deviation = Figure(root_of(of_y));
    if (!has_correlation) return;
    const Number product = root_of(of_x) * root_of(of_y);
    if (!is_positive(product)) return;  // not known well enough: the next precision knows it better
    const Number rho = moments.covariance(queries) / product;
    result.correlation_error = Figure(whole(1, rho) - rho);
}

/// Sorts by place and makes points at one place one point, that of the first pattern.
void join(std::vector<Point>& points) {
    std::ranges::sort(points, {}, [](const Point& point) {
        return std::tuple(point.place.by_kendall, point.place.by_footrule, point.pattern);
    });
    std::size_t kept = 0;
    for (const Point& point : points) {
        Place* last = kept > 0 ? &points[kept - 1].place : nullptr;
        if (last && last->by_kendall == point.place.by_kendall &&
            last->by_footrule == point.place.by_footrule) {
            last->queries += point.place.queries;
        } else {
            points[kept++] = point;
        }
    }
    points.resize(kept);
}

bool needs_values(const FootruleKendallOptions& options) {
    return std::ranges::any_of(
        options.weightings, [](const PairWeights& weights) { return weights.grades.has_value(); });
}

}  // namespace

std::optional<std::strong_ordering> compare_errors(const WeightingResult& a,
                                                   const WeightingResult& b) {
    if (!a.correlation_error || !b.correlation_error) return std::nullopt;
    // The larger correlation has the smaller error.
    if (a.signed_square && b.signed_square) return *b.signed_square <=> *a.signed_square;
    return compare(*a.correlation_error, *b.correlation_error);
}

FootruleKendall::FootruleKendall(const formats::PositionTable& table,
                                 const FootruleKendallOptions& options)
    : patterns_(patterns_of(table, options.ties, options.seed, needs_values(options))) {
    for (const PairWeights& weights : options.weightings)
        measures_.emplace_back(weights, table.positions, options.reading);
    measure(options);
    std::vector<std::optional<WeightingResult>> results(measures_.size());
    tbb::parallel_for(std::size_t{0}, results.size(),
                      [&](std::size_t w) { results[w] = result_of(w, options); });
    for (auto& result : results)
        results_.push_back(std::move(*result));
}

/// Patterns are numbered by their first query, so that the queries of the patterns measured so far
/// are the first ones of the table, up to that of the next pattern.
void FootruleKendall::measure(const FootruleKendallOptions& options) {
    measured_.resize(measures_.size());
    std::size_t done = 0;
    // The first batch is done in any case: when the time is over there is something to show.
    while (done < patterns_.size() && (done == 0 || !options.stop.requested())) {
        const std::size_t last = std::min(done + options.batch_size, patterns_.size());
        for (auto& of_weighting : measured_)
            of_weighting.resize(last);
        tbb::parallel_for(tbb::blocked_range(done, last, 16), [&](const auto& range) {
            for (std::size_t p = range.begin(); p < range.end(); ++p) {
                for (std::size_t w = 0; w < measures_.size(); ++w)
                    measured_[w][p] = measures_[w].measure(patterns_, p);
            }
        });
        done = last;
        if (options.on_progress) options.on_progress(done, patterns_.size());
    }
    count_queries(done);
}

void FootruleKendall::count_queries(std::size_t measured_patterns) {
    queries_ = measured_patterns < patterns_.size() ? patterns_.first_query[measured_patterns]
                                                    : patterns_.of_query.size();
    counts_.assign(measured_patterns, 0);
    for (std::size_t query = 0; query < queries_; ++query)
        ++counts_[patterns_.of_query[query]];
}

/// The place of each pattern: 0 for the largest number, 1 for the next one, …
std::vector<std::uint32_t> FootruleKendall::places(std::size_t weighting, Quantity quantity) const {
    const std::vector<Measured>& measured = measured_[weighting];
    const auto order = [&](std::size_t a, std::size_t b) {
        return measures_[weighting].compare(quantity, patterns_, a, measured[a], b, measured[b]);
    };
    std::vector<std::uint32_t> sorted(counts_.size());
    std::iota(sorted.begin(), sorted.end(), std::uint32_t{0});
    tbb::parallel_sort(sorted, [&](std::uint32_t a, std::uint32_t b) { return order(a, b) > 0; });
    std::vector<std::uint32_t> places(sorted.size());
    std::uint32_t place = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i > 0 && order(sorted[i - 1], sorted[i]) != 0) ++place;
        places[sorted[i]] = place;
    }
    return places;
}

WeightingResult FootruleKendall::result_of(std::size_t weighting,
                                           const FootruleKendallOptions& options) const {
    WeightingResult result{};
    result.weights = options.weightings[weighting];
    if (queries_ == 0) return result;
    const auto by_kendall = places(weighting, Quantity::kendall);
    const auto by_footrule = places(weighting, Quantity::footrule);
    for (std::size_t p = 0; p < counts_.size(); ++p)
        result.points.push_back({{by_kendall[p], by_footrule[p], counts_[p]}, p});
    join(result.points);
    std::vector<Place> all;
    for (const Point& point : result.points)
        all.push_back(point.place);
    std::vector<std::uint64_t> ks = options.overlap_sizes;
    if (ks.empty()) ks = usual_overlap_sizes(queries_);
    std::erase_if(ks, [&](std::uint64_t k) { return k > queries_; });  // of a run that was stopped
    result.overlaps = overlaps(all, ks);
    result.worst_by_kendall = worst(by_kendall, options.worst);
    result.worst_by_footrule = worst(by_footrule, options.worst);
    set_ratios(weighting, options, result);
    set_moments(weighting, options, result);
    return result;
}

std::vector<std::size_t> FootruleKendall::worst(const std::vector<std::uint32_t>& places,
                                                std::size_t most) const {
    std::vector<std::size_t> queries(queries_);
    std::iota(queries.begin(), queries.end(), std::size_t{0});
    const auto key = [&](std::size_t query) {
        return std::pair(places[patterns_.of_query[query]], query);
    };
    const auto last = queries.begin() + static_cast<std::ptrdiff_t>(std::min(most, queries.size()));
    std::ranges::partial_sort(queries, last, {}, key);
    queries.erase(last, queries.end());
    return queries;
}

void FootruleKendall::set_ratios(std::size_t weighting, const FootruleKendallOptions& options,
                                 WeightingResult& result) const {
    const PairMeasure& measure = measures_[weighting];
    const std::vector<Measured>& measured = measured_[weighting];
    Powers<Bounded> near{Bounded()};
    std::optional<Powers<Rational>> exact;
    if (measure.is_rational()) exact.emplace(Rational(0));
    for (std::size_t p = 0; p < counts_.size(); ++p) {
        const Measured& m = measured[p];
        if (m.without_ratio == m.orders) {
            result.without_ratio += counts_[p];
            continue;
        }
        result.with_ratio += counts_[p];
        if (m.without_ratio > 0) result.partly += counts_[p];
        near.add(m.ratio, counts_[p]);
        if (!exact) continue;
        const auto ratio = measure.exact_ratio(patterns_, p, m);
        if (ratio) exact->add(*ratio, counts_[p]);
        if (!ratio || msb(exact->squares.denominator()) > PairMeasure::max_bits) exact.reset();
    }
    const std::uint64_t n = result.with_ratio;
    if (n == 0) return;
    if (exact) {
        result.ratio_mean = Figure(exact->mean(n));
        result.ratio_deviation = Figure::root(exact->variance(n));
        return;
    }
    result.ratio_mean = Figure(near.mean(n));
    result.ratio_deviation = Figure(square_root(near.variance(n)));
    for (unsigned precision = first_precision; precision <= last_precision; precision *= 2) {
        if (are_settled({&result.ratio_mean, &result.ratio_deviation}, options.settled_places)) {
            return;
        }
        Powers<Interval> within(Interval(0, precision));
        const auto products = measure.products_within(precision);
        for (std::size_t p = 0; p < counts_.size(); ++p) {
            const auto ratio = measure.enclose(patterns_, p, products).ratio;
            if (ratio) within.add(*ratio, counts_[p]);
        }
        result.ratio_mean = Figure(within.mean(n));
        result.ratio_deviation = Figure(root_of(within.variance(n)));
    }
}

void FootruleKendall::set_moments(std::size_t weighting, const FootruleKendallOptions& options,
                                  WeightingResult& result) const {
    const PairMeasure& measure = measures_[weighting];
    const std::vector<Measured>& measured = measured_[weighting];
    // One place each: all numbers are equal, and a deviation is 0 exactly.
    const auto is_constant = [&](auto by) {
        return std::ranges::all_of(result.points,
                                   [&](const Point& point) { return point.place.*by == 0; });
    };
    const bool same_footrule = is_constant(&Place::by_footrule);
    const bool same_kendall = is_constant(&Place::by_kendall);
    const bool has_correlation = !same_footrule && !same_kendall;
    // Two points lie on a line, whatever the numbers are: exactly 0 or 2, and so comparable.
    std::optional<Figure> error_of_two;
    if (has_correlation && result.points.size() == 2) {
        const Place &first = result.points[0].place, &last = result.points[1].place;
        const bool rise_together =
            (first.by_kendall < last.by_kendall) == (first.by_footrule < last.by_footrule);
        error_of_two = Figure(Rational(rise_together ? 0 : 2));
    }
    if (measure.is_rational()) {
        Integer orders = 1;
        for (std::size_t p = 0; p < counts_.size(); ++p)
            if (measured[p].orders > 1) orders = lcm(orders, Integer(measured[p].orders));
        RationalMoments moments(measure.denominator(), orders);
        for (std::size_t p = 0; p < counts_.size(); ++p)
            moments.add(measured[p], counts_[p]);
        moments.set(queries_, has_correlation, result);
        return;
    }
    const auto set_known = [&] {
        if (same_footrule) result.footrule_deviation = Figure(Rational(0));
        if (same_kendall) result.kendall_deviation = Figure(Rational(0));
        if (error_of_two) result.correlation_error = error_of_two;
    };
    JointMoments<Bounded> near{Bounded()};
    for (std::size_t p = 0; p < counts_.size(); ++p)
        near.add(measured[p].footrule, measured[p].kendall, counts_[p]);
    set_figures(near, queries_, has_correlation, result);
    set_known();
    const auto is_complete = [&] {
        return has_correlation == result.correlation_error.has_value();
    };
    for (unsigned precision = first_precision; precision <= last_precision; precision *= 2) {
        if (is_complete() &&
            are_settled({&result.footrule_mean, &result.footrule_deviation, &result.kendall_mean,
                         &result.kendall_deviation, &result.correlation_error},
                        options.settled_places)) {
            return;
        }
        JointMoments<Interval> within(Interval(0, precision));
        const auto products = measure.products_within(precision);
        for (std::size_t p = 0; p < counts_.size(); ++p) {
            const auto enclosed = measure.enclose(patterns_, p, products);
            within.add(enclosed.footrule, enclosed.kendall, counts_[p]);
        }
        set_figures(within, queries_, has_correlation, result);
        set_known();
    }
}

Figure FootruleKendall::value(std::size_t weighting, Quantity quantity, std::size_t pattern,
                              int places) const {
    const PairMeasure& measure = measures_[weighting];
    const Measured& measured = measured_[weighting][pattern];
    const bool is_footrule = quantity == Quantity::footrule;
    if (!measure.is_rational()) {
        const Figure near(is_footrule ? measured.footrule : measured.kendall);
        if (near.fixed(places)) return near;
    }
    if (const auto exact = measure.exact_value(quantity, patterns_, pattern, measured)) {
        return Figure(*exact);
    }
    const auto enclosed =
        measure.enclose(patterns_, pattern, measure.products_within(Figure::precision));
    return Figure(is_footrule ? enclosed.footrule : enclosed.kendall);
}

}  // namespace disarray::properties::experiments
