// SPDX-License-Identifier: MIT
//
// A million cases a metric at GT's size (1000 pairs in S_1000), so values are not made one by one.
//
// The metrics of the confusion matrix are functions of n, k and |R∩S| (metrics/confusion.hpp). For
// each k some hundred transitions from |R∩S| at k to |R∩S| at k+1 occur; each is evaluated once, at
// the first pair that shows it, and counts as often as it occurs.
//
// The others are asked for all k at once, by updating; their values become intervals, and the exact
// values are only made for a case that the intervals leave open. For gmr even values_by_k is too
// slow: it writes every value as a simplest radical, of integers with thousands of digits. Here the
// product of the ranks is updated, and a root of it enclosed.
#include "properties/experiments/stability.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_group.h>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "properties/case.hpp"
#include "properties/experiments/sample.hpp"

namespace disarray::properties::experiments {

namespace {

using metrics::Metric;
using metrics::Parameters;

constexpr unsigned interval_precision = Interval::least_precision;
/// Convention: where intervals of so many bits leave a case open, it is probably an equality.
constexpr unsigned probably_equal = 1024;

Rational one_over(std::size_t k) {
    return {Integer(1), Integer(k)};
}

// --- one case ---------------------------------------------------------------------------------

/// How |a − b| stands to 1/k, for defined values.
Order order_to_bound(const Value& a, const Value& b, std::size_t k) {
    if (!a.is_rational() || !b.is_rational()) {
        for (unsigned bits = interval_precision; bits <= probably_equal; bits *= 2) {
            const Interval difference = (a.enclosure(bits) - b.enclosure(bits)).absolute();
            const auto sign = (difference - Interval(one_over(k), bits)).sign();
            if (sign) return *sign < 0 ? Order::less : *sign > 0 ? Order::greater : Order::equal;
        }
    }
    return compare(abs(a - b), Value(one_over(k)));
}

/// The cases of one k.
struct CountsOfK {
    StabilityCount count;
    Interval sum{Rational(0),
                 interval_precision};  ///< of the differences of values that are defined
    std::string why_undefined;

    std::uint64_t defined() const { return count.cases - count.undefined; }

    void add_undefined(const std::string& reason, std::uint64_t times) {
        count.cases += times;
        count.undefined += times;
        if (why_undefined.empty()) why_undefined = reason;
    }
    void add(const Interval& difference, Order to_bound, std::uint64_t times) {
        count.cases += times;
        if (to_bound == Order::less) count.within += times;
        if (to_bound == Order::undecided || to_bound == Order::undefined) count.undecided += times;
        sum += times == 1 ? difference : Interval(Rational(times), interval_precision) * difference;
    }
    void merge(const CountsOfK& other) {
        count.cases += other.count.cases;
        count.within += other.count.within;
        count.undefined += other.count.undefined;
        count.undecided += other.count.undecided;
        sum += other.sum;
        if (why_undefined.empty()) why_undefined = other.why_undefined;
    }
};

/// For k = 1, …, n−2.
using CountsByK = std::vector<CountsOfK>;

// --- a metric and the sample ------------------------------------------------------------------

struct Sample {
    std::size_t n;
    std::vector<RandomPair> pairs;
};

// Below, what is made is of no use if it is stopped.

Sample sample_of(std::size_t n, const SampleOptions& options) {
    Sample sample{n, std::vector<RandomPair>(options.pairs)};
    tbb::parallel_for(std::size_t{0}, sample.pairs.size(), [&](std::size_t i) {
        if (!options.stop.requested()) sample.pairs[i] = random_pair(n, options.seed, i);
    });
    return sample;
}

/// A metric with its parameters but k.
struct Asked {
    const Metric& metric;
    Parameters parameters;

    Value at(const RandomPair& pair, std::size_t k) const {
        Parameters with = parameters;
        with.k = k;
        return metric.value(
            {pair.first, pair.second, unit_weighting, metrics::Frame::element, with});
    }
    std::vector<Value> by_k(const RandomPair& pair) const {
        return metric.values_by_k(
            {pair.first, pair.second, unit_weighting, metrics::Frame::element, parameters});
    }
};

/// What is looked at: neither k nor the relevant elements.
Parameters without_k(const Parameters& given) {
    Parameters parameters = given;
    parameters.k.reset();
    parameters.relevant_count.reset();
    parameters.relevant.reset();
    return parameters;
}

// --- metrics of the confusion matrix ----------------------------------------------------------

/// |R∩S| at some k and at k+1.
using Overlaps = std::pair<std::uint32_t, std::uint32_t>;

struct Occurrence {
    std::uint64_t times = 0;
    const RandomPair* first = nullptr;
};

/// For k = 1, …, n−2 what occurs.
using Transitions = std::vector<std::map<Overlaps, Occurrence>>;

/// |R∩S| for k = 1, …, n−1, read off recall@k = |R∩S|/k.
std::vector<std::uint32_t> overlaps_of(const RandomPair& pair, const Parameters& parameters) {
    static const Metric& recall = *metrics::metrics_named("recall", {}, "stability").front();
    const std::vector<Value> values = Asked{recall, parameters}.by_k(pair);
    std::vector<std::uint32_t> overlaps;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Rational overlap = values[i].rational() * Rational(i + 1);
        overlaps.push_back(overlap.numerator().convert_to<std::uint32_t>());
    }
    return overlaps;
}

Transitions transitions_of(const Sample& sample, const Parameters& parameters, const Stop& stop) {
    std::vector<std::vector<std::uint32_t>> overlaps(sample.pairs.size());
    tbb::parallel_for(std::size_t{0}, sample.pairs.size(), [&](std::size_t i) {
        if (!stop.requested()) overlaps[i] = overlaps_of(sample.pairs[i], parameters);
    });
    Transitions transitions(sample.n - 2);
    if (stop.requested()) return transitions;
    tbb::parallel_for(std::size_t{0}, transitions.size(), [&](std::size_t c) {
        for (std::size_t i = 0; i < sample.pairs.size() && !stop.requested(); ++i) {
            Occurrence& found = transitions[c][{overlaps[i][c], overlaps[i][c + 1]}];
            if (found.times++ == 0) found.first = &sample.pairs[i];
        }
    });
    return transitions;
}

/// The values of a metric for one k, by |R∩S|.
class ValuesAt {
public:
    ValuesAt(const Asked& asked, std::size_t k) : asked_(asked), k_(k) {}
    const Value& operator()(std::uint32_t overlap, const RandomPair& shown_by) {
        const auto known = values_.find(overlap);
        if (known != values_.end()) return known->second;
        return values_.emplace(overlap, asked_.at(shown_by, k_)).first->second;
    }

private:
    const Asked& asked_;
    std::size_t k_;
    std::map<std::uint32_t, Value> values_;
};

CountsOfK column_of(const Asked& asked, std::size_t k,
                    const std::map<Overlaps, Occurrence>& transitions) {
    CountsOfK column;
    ValuesAt here(asked, k);
    ValuesAt next(asked, k + 1);
    for (const auto& [overlaps, occurrence] : transitions) {
        const Value& a = here(overlaps.first, *occurrence.first);
        const Value& b = next(overlaps.second, *occurrence.first);
        if (!a.is_defined() || !b.is_defined()) {
            column.add_undefined((a.is_defined() ? b : a).why_undefined(), occurrence.times);
            continue;
        }
        column.add((a.enclosure(interval_precision) - b.enclosure(interval_precision)).absolute(),
                   order_to_bound(a, b, k), occurrence.times);
    }
    return column;
}

CountsByK confusion_columns(const Asked& asked, const Transitions& transitions, const Stop& stop) {
    CountsByK columns(transitions.size());
    tbb::parallel_for(std::size_t{0}, columns.size(), [&](std::size_t c) {
        if (!stop.requested()) columns[c] = column_of(asked, c + 1, transitions[c]);
    });
    return columns;
}

// --- other metrics ----------------------------------------------------------------------------

/// m@k of one pair for k = 1, …, n−1, as far as it is defined.
struct Enclosures {
    std::vector<std::optional<Interval>> at;
    std::string why_undefined;  ///< of one
};

/// (Π σ(i))^(1/k) over the elements 1..k.
Enclosures geometric_means(const Permutation& sigma) {
    Enclosures means;
    Integer product = 1;
    for (std::size_t k = 1; k < sigma.size(); ++k) {
        product *= std::uint64_t{sigma[k - 1]} + 1;
        means.at.emplace_back(
            Interval::root(product, static_cast<unsigned>(k), interval_precision));
    }
    return means;
}

Enclosures enclosures_of(const Asked& asked, const RandomPair& pair) {
    if (asked.metric.name == "gmr") return geometric_means(pair.first);
    Enclosures enclosures;
    for (const Value& value : asked.by_k(pair)) {
        auto& place = enclosures.at.emplace_back();
        if (value.is_defined()) {
            place = value.enclosure(interval_precision);
        } else {
            enclosures.why_undefined = value.why_undefined();
        }
    }
    return enclosures;
}

void add_pair(const Asked& asked, const RandomPair& pair, CountsByK& columns) {
    const Enclosures enclosures = enclosures_of(asked, pair);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const auto& here = enclosures.at[c];
        const auto& next = enclosures.at[c + 1];
        if (!here || !next) {
            columns[c].add_undefined(enclosures.why_undefined, 1);
            continue;
        }
        const std::size_t k = c + 1;
        const Interval difference = (*here - *next).absolute();
        const auto sign = (difference - Interval(one_over(k), interval_precision)).sign();
        const Order order = sign && *sign != 0
                                ? (*sign < 0 ? Order::less : Order::greater)
                                : order_to_bound(asked.at(pair, k), asked.at(pair, k + 1), k);
        columns[c].add(difference, order, 1);
    }
}

/// The reduction splits and joins alike for any number of threads, so that sums are rounded alike.
CountsByK updated_columns(const Asked& asked, const Sample& sample, const Stop& stop) {
    constexpr std::size_t grain = 8;
    tbb::task_group_context context;
    return tbb::parallel_deterministic_reduce(
        tbb::blocked_range<std::size_t>(0, sample.pairs.size(), grain), CountsByK(sample.n - 2),
        [&](const tbb::blocked_range<std::size_t>& part, CountsByK sum) {
            for (std::size_t i = part.begin(); i != part.end(); ++i) {
                if (stop.requested()) {
                    context.cancel_group_execution();
                    break;
                }
                add_pair(asked, sample.pairs[i], sum);
            }
            return sum;
        },
        [](CountsByK a, const CountsByK& b) {
            for (std::size_t c = 0; c < a.size(); ++c)
                a[c].merge(b[c]);
            return a;
        },
        context);
}

// --- the averaged reading ---------------------------------------------------------------------

/// How Σ|m@k − m@(k+1)| over the pairs with values stands to `bound`, where an interval around the
/// sum does not tell: the rational differences are added up exactly, the others at rising
/// precision.
Order exact_order_of_sum(const Asked& asked, const Sample& sample, std::size_t k,
                         const Rational& bound) {
    Rational rational = -bound;
    std::vector<std::pair<Value, Value>> irrational;
    for (const RandomPair& pair : sample.pairs) {
        const Value a = asked.at(pair, k);
        const Value b = asked.at(pair, k + 1);
        if (!a.is_defined() || !b.is_defined()) continue;
        if (a.is_rational() && b.is_rational()) {
            rational += abs(a.rational() - b.rational());
        } else {
            irrational.emplace_back(a, b);
        }
    }
    for (unsigned bits = interval_precision; bits <= Value::max_precision; bits *= 2) {
        Interval sum(rational, bits);
        for (const auto& [a, b] : irrational)
            sum += (a.enclosure(bits) - b.enclosure(bits)).absolute();
        const auto sign = sum.sign();
        if (sign) return *sign < 0 ? Order::less : *sign > 0 ? Order::greater : Order::equal;
    }
    return Order::undecided;
}

void add_average(const Asked& asked, const Sample& sample, std::size_t k, const CountsOfK& column,
                 StabilityCount& averaged) {
    ++averaged.cases;
    if (column.defined() == 0) {
        ++averaged.undefined;
        return;
    }
    const Rational bound = Rational(column.defined()) * one_over(k);
    const auto sign = (column.sum - Interval(bound, interval_precision)).sign();
    const bool settled = sign && *sign != 0;
    const Order order = settled ? (*sign < 0 ? Order::less : Order::greater)
                                : exact_order_of_sum(asked, sample, k, bound);
    if (order == Order::less) ++averaged.within;
    if (order == Order::undecided) ++averaged.undecided;
}

// --- rows -------------------------------------------------------------------------------------

Stability stability_of_metric(const Asked& asked, const Sample& sample, const CountsByK& columns) {
    Stability row;
    row.metric = &asked.metric;
    row.n = sample.n;
    row.pairs = sample.pairs.size();
    CountsOfK all;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        all.merge(columns[c]);
        add_average(asked, sample, c + 1, columns[c], row.averaged);
    }
    row.each = all.count;
    row.why_undefined = all.why_undefined;
    if (all.defined() > 0) {
        row.mean_difference = all.sum / Interval(Rational(all.defined()), interval_precision);
    }
    return row;
}

Stability row_without_k(const Metric& metric, const Sample& sample) {
    Stability row;
    row.metric = &metric;
    row.n = sample.n;
    row.pairs = sample.pairs.size();
    row.depends_on_k = false;
    row.averaged.cases = row.averaged.within = sample.n - 2;
    row.each.cases = row.each.within = row.pairs * (sample.n - 2);
    row.mean_difference = Interval(Rational(0), interval_precision);
    return row;
}

}  // namespace

std::optional<Rational> StabilityCount::share() const {
    if (decided() == 0) return std::nullopt;
    return Rational(Integer(within), Integer(decided()));
}

std::optional<bool> StabilityCount::is_stable() const {
    const auto holds = share();
    if (!holds) return std::nullopt;
    return *holds >= Rational(Integer(975), Integer(1000));
}

std::vector<Stability> stability(std::span<const Metric* const> metrics, std::size_t n,
                                 const SampleOptions& options) {
    require_sample(n, options.pairs);
    const Sample sample = sample_of(n, options);
    const Parameters parameters = without_k(options.parameters);
    std::optional<Transitions> transitions;
    std::vector<Stability> rows;
    for (const Metric* metric : metrics) {
        if (options.on_progress) options.on_progress(rows.size());
        if (options.stop.requested()) break;  // also within the sample
        if (!metric->takes.k) {
            rows.push_back(row_without_k(*metric, sample));
            continue;
        }
        const Asked asked{*metric, parameters};
        const bool by_overlap = metric->family == metrics::family::confusion;
        if (by_overlap && !transitions)
            transitions = transitions_of(sample, parameters, options.stop);
        const CountsByK columns = by_overlap ? confusion_columns(asked, *transitions, options.stop)
                                             : updated_columns(asked, sample, options.stop);
        if (!options.stop.requested()) rows.push_back(stability_of_metric(asked, sample, columns));
    }
    return rows;
}

}  // namespace disarray::properties::experiments
