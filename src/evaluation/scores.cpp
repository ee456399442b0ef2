// SPDX-License-Identifier: MIT
#include "evaluation/scores.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/parallel.hpp"
#include "exact/decimal.hpp"

namespace disarray::evaluation {

namespace {

using retrieval::Fraction;
using retrieval::Normalization;
using retrieval::Request;

/// Queries whose exact values are in memory at a time: those of nDCG have kilobytes each.
constexpr std::size_t chunk = 2048;

/// work(i) for first <= i < last, by several threads.
template <class Work>
void in_parallel(std::size_t first, std::size_t last, unsigned threads, const Work& work) {
    with_threads(threads, [&] { tbb::parallel_for(first, last, work); });
}

/// A sum over queries in doubles.
class BoundedSum {
public:
    void add(const Fraction<Bounded>& fraction) { sum_ += value_of(fraction); }
    void add_parts(const Fraction<Bounded>& fraction) {
        sum_ += fraction.numerator;
        denominator_ += fraction.denominator;
    }
    Bounded over(std::size_t count) const {
        return sum_ / Bounded(static_cast<std::int64_t>(count));
    }
    Bounded quotient() const { return sum_ / denominator_; }

private:
    Bounded sum_, denominator_;
};

/// One request on one run: counts, decimals and exact texts, in this order of need.
class Scorer {
public:
    /// \param values  room for one of each query
    Scorer(const Request& request, const JudgedRun& run, bool per_query,
           const ScoreOptions& options, std::vector<Fraction<Bounded>>& values)
        : run_(run), options_(options), per_query_(per_query), values_(values) {
        scores_.request = request;
    }

    /// The value of one query in doubles; by several threads at once, all before scores().
    void evaluate(std::size_t i) {
        try {
            values_[i] = bounded_fraction(i);
        } catch (const NotSupported&) {
            for (std::size_t first = refused_; i < first;) {
                if (refused_.compare_exchange_weak(first, i)) break;
            }
        }
    }

    Scores scores() {
        count();
        if (per_query_) scores_.queries.resize(run_.queries.size());
        if (per_query_) decimals();
        const bool settled = request().metric->is_geometric ? geometric_decimal() : mean_decimal();
        if (options_.exact || !settled) exact_values();
        return std::move(scores_);
    }

private:
    const Request& request() const { return scores_.request; }
    bool of_averages() const {
        return request().metric->is_normalized &&
               options_.conventions.normalization == Normalization::of_averages;
    }

    void count() {
        if (refused_ != none) refuse(refused_);
        scores_.undefined = static_cast<std::size_t>(std::ranges::count_if(
            values_, [](const Fraction<Bounded>& value) { return !value.is_defined(); }));
        scores_.counted = values_.size();
        if (options_.undefined == Undefined::skip) scores_.counted -= scores_.undefined;
    }

    /// The values of the queries, where doubles settle them; else exactly.
    void decimals() {
        in_parallel(0, values_.size(), options_.threads, [&](std::size_t i) {
            Score& score = scores_.queries[i];
            if (!values_[i].is_defined()) {
                score = without_value(values_[i].undefined);
                return;
            }
            score.decimal = to_fixed(value_of(values_[i]), options_.places).value_or(std::string());
            if (score.decimal.empty())
                score.decimal = decimal_of(values_of(exact_parts(i)), value_of(values_[i]));
            set_sign(score.decimal, value_of(values_[i]));
        });
    }

    Score without_value(std::string_view reason) const {
        if (options_.undefined == Undefined::skip) return {"undefined", "undefined", reason};
        const bool one = options_.undefined == Undefined::one;
        return {to_fixed(Rational(one), options_.places), one ? "1" : "0", reason};
    }

    /// Says which query it was: the first of the run, whatever the threads do.
    [[noreturn]] void refuse(std::size_t i) const {
        try {
            bounded_fraction(i);
        } catch (const NotSupported& reason) {
            throw NotSupported(fmt::format("{}: query {}: {}", printable(run_.file, 200),
                                           printable(run_.queries[i].name), reason.what()));
        }
        throw InternalError("a metric that was refused once is evaluated");
    }

    Fraction<Bounded> bounded_fraction(std::size_t i) const {
        return bounded(request(), run_.queries[i].list, options_.conventions);
    }

    /// The value of a query, as quotients whose sum it is.
    std::vector<Fraction<Value>> exact_parts(std::size_t i) const {
        const auto& list = run_.queries[i].list;
        if (!request().metric->exact_parts) return {exact(request(), list, options_.conventions)};
        return request().metric->exact_parts(
            {list, options_.conventions, request().cutoff, request().level, request().parameters});
    }

    static std::vector<Value> values_of(const std::vector<Fraction<Value>>& parts) {
        std::vector<Value> values;
        for (const auto& part : parts)
            values.push_back(value_of(part));
        return values;
    }

    /// \param near  the same in doubles, which may say where it goes if it is midway
    std::string decimal_of(const std::vector<Value>& summands, const Bounded& near) const {
        if (options_.midway == Midway::double_ && summands.size() == 1 &&
            summands[0].is_rational()) {
            Integer power = 2;
            for (int i = 0; i < options_.places; ++i)
                power *= 10;
            const Rational doubled = summands[0].rational() * Rational(power);
            if (doubled.is_integer() && doubled.numerator() % 2 != 0)
                return fmt::format("{:.{}f}", near.value(), options_.places);
        }
        return decimal_text(summands, options_.places);
    }

    /// As C prints it, a number that is negative and rounds to 0 keeps its sign.
    void set_sign(std::string& decimal, const Bounded& number) const {
        if (options_.midway == Midway::double_ && number.value() + number.error() < 0 &&
            !decimal.empty() && decimal.find_first_not_of("0.") == std::string::npos)
            decimal.insert(0, 1, '-');
    }

    /// False if doubles do not settle it.
    bool mean_decimal() {
        if (scores_.counted == 0) {
            scores_.mean = {"undefined", "undefined", "no query has a value"};
            return true;
        }
        BoundedSum sum;
        for (const Fraction<Bounded>& value : values_) {
            if (of_averages()) {
                sum.add_parts(value);
            } else if (value.is_defined()) {
                sum.add(value);
            } else if (options_.undefined == Undefined::one) {
                sum.add({Bounded(1)});
            }
        }
        const Bounded mean = of_averages()                ? sum.quotient()
                             : request().metric->is_count ? sum.over(1)
                                                          : sum.over(scores_.counted);
        const auto text = to_fixed(mean, options_.places);
        scores_.mean.decimal = text.value_or("");
        set_sign(scores_.mean.decimal, mean);
        mean_ = mean;
        return text.has_value();
    }

    /// The same of a geometric mean, from intervals around the doubles.
    bool geometric_decimal() {
        if (scores_.counted == 0) return mean_decimal();
        constexpr unsigned precision = 2 * Interval::least_precision;
        const Interval floor(options_.conventions.geometric_floor, precision);
        Interval product(1, precision);
        for (const Fraction<Bounded>& value : values_) {
            if (!value.is_defined() && options_.undefined == Undefined::skip) continue;
            const Bounded number = !value.is_defined()
                                       ? Bounded(options_.undefined == Undefined::one ? 1 : 0)
                                       : value_of(value);
            const Interval around =
                Interval::between(std::nextafter(number.value() - number.error(), -1.0),
                                  std::nextafter(number.value() + number.error(), 2.0), precision);
            const auto sign = (around - floor).sign();
            if (!sign) return false;
            product *= *sign > 0 ? around : floor;
        }
        const auto [low, high] = product.root(static_cast<unsigned>(scores_.counted)).ends();
        const std::string text = to_fixed(low, options_.places);
        if (text != to_fixed(high, options_.places)) return false;
        scores_.mean.decimal = text;
        return true;
    }

    void add_factor(const Fraction<Value>& fraction) {
        if (fraction.is_defined()) {
            factors_.push_back(value_of(fraction).rational());
        } else if (options_.undefined != Undefined::skip) {
            factors_.push_back(options_.undefined == Undefined::one ? 1 : 0);
        }
    }

    void exact_values() {
        ExactSum sum, denominators;
        for (std::size_t first = 0; first < values_.size(); first += chunk) {
            const std::size_t last = std::min(first + chunk, values_.size());
            std::vector<std::vector<Fraction<Value>>> exact(last - first);
            in_parallel(first, last, options_.threads, [&](std::size_t i) {
                exact[i - first] = exact_parts(i);
                if (per_query_ && options_.exact && values_[i].is_defined())
                    scores_.queries[i].exact = exact_text(values_of(exact[i - first]));
            });
            for (const auto& parts : exact) {
                for (const Fraction<Value>& fraction : parts)
                    request().metric->is_geometric ? add_factor(fraction)
                                                   : add(fraction, sum, denominators);
            }
        }
        if (scores_.counted == 0) return;
        if (request().metric->is_geometric) {
            Score mean =
                geometric_mean(factors_, options_.conventions.geometric_floor, options_.places);
            if (!options_.exact) mean.exact.clear();
            scores_.mean = std::move(mean);
            return;
        }
        set_mean(mean_of(sum, denominators));
    }

    void add(const Fraction<Value>& fraction, ExactSum& sum, ExactSum& denominators) const {
        if (of_averages()) {
            sum.add({fraction.numerator});
            denominators.add({fraction.denominator});
        } else if (fraction.is_defined()) {
            sum.add(fraction);
        } else if (options_.undefined == Undefined::one) {
            sum.add({Value(1)});
        }
    }

    std::vector<Value> mean_of(const ExactSum& sum, const ExactSum& denominators) const {
        if (!of_averages()) return sum.over(request().metric->is_count ? 1 : scores_.counted);
        // Plain sums have the denominator 1 only.
        const std::vector<Value> above = sum.over(1);
        return {(above.empty() ? Value(0) : above.front()) / denominators.over(1).front()};
    }

    void set_mean(const std::vector<Value>& summands) {
        if (scores_.mean.decimal.empty()) {
            scores_.mean.decimal = decimal_of(summands, mean_);
            set_sign(scores_.mean.decimal, mean_);
        }
        if (options_.exact) scores_.mean.exact = exact_text(summands);
    }

    const JudgedRun& run_;
    const ScoreOptions& options_;
    bool per_query_;
    std::vector<Fraction<Bounded>>& values_;
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::atomic<std::size_t> refused_ = none;  ///< the first query that is
    std::vector<Rational> factors_;            ///< of a geometric mean
    Bounded mean_;
    Scores scores_;
};

}  // namespace

Value value_under(const Fraction<Value>& fraction, Undefined policy) {
    if (fraction.is_defined() || policy == Undefined::skip) return value_of(fraction);
    return policy == Undefined::one ? 1 : 0;
}

Score geometric_mean(const std::vector<Rational>& values, const Rational& floor, int places) {
    std::vector<Rational> factors;
    for (const Rational& value : values)
        factors.push_back(std::max(value, floor));
    const auto degree = static_cast<unsigned>(factors.size());
    constexpr std::size_t most_written = 1000;
    if (std::ranges::adjacent_find(factors, std::ranges::not_equal_to()) == factors.end())
        return {to_fixed(factors.at(0), places), factors.at(0).to_string()};
    Score mean;
    const auto decimal = settled_decimal(places, [&](unsigned precision) {
        Interval product(1, precision);
        for (const Rational& factor : factors)
            product *= Interval(factor, precision);
        return product.root(degree);
    });
    if (degree > most_written) {
        mean.exact = fmt::format("the geometric mean of {} values", degree);
    } else {
        Rational product = 1;
        for (const Rational& factor : factors)
            product *= factor;
        mean.exact = fmt::format("({})^(1/{})", product.to_string(), degree);
        // Two decimals that never agree: the root is a number midway between them.
        if (!decimal) mean.decimal = to_fixed(Value::root(product, degree), places);
    }
    if (decimal) mean.decimal = *decimal;
    if (mean.decimal.empty()) mean.decimal = "undecided";
    return mean;
}

Scores score(const Request& request, const JudgedRun& run, bool per_query,
             const ScoreOptions& options) {
    return std::move(score(std::span(&request, 1), run, per_query, options).front());
}

std::vector<Scores> score(std::span<const Request> requests, const JudgedRun& run, bool per_query,
                          const ScoreOptions& options) {
    // A query's list is in the cache for all requests of a batch. Their values stay where those of
    // the batch before were: for 50,000 queries each has 2.4 MB, which the system would clear anew.
    constexpr std::size_t batch = 16;
    std::vector<std::vector<Fraction<Bounded>>> values(std::min(batch, requests.size()));
    for (auto& each : values)
        each.resize(run.queries.size());
    std::vector<Scores> all;
    for (std::size_t first = 0; first < requests.size(); first += batch) {
        std::deque<Scorer> scorers;
        for (const Request& request :
             requests.subspan(first, std::min(batch, requests.size() - first)))
            scorers.emplace_back(request, run, per_query, options, values[scorers.size()]);
        in_parallel(0, run.queries.size(), options.threads, [&](std::size_t i) {
            for (Scorer& scorer : scorers)
                scorer.evaluate(i);
        });
        for (Scorer& scorer : scorers)
            all.push_back(scorer.scores());
    }
    return all;
}

void ExactSum::add(const Fraction<Value>& fraction) {
    // A rational denominator is divided by at once; all of these share the denominator 1.
    const bool rational = fraction.denominator.is_rational();
    Value sum = rational ? fraction.numerator / fraction.denominator : fraction.numerator;
    Part& part = parts_[rational ? "1" : fraction.denominator.to_string()];
    part.denominator = rational ? Value(1) : fraction.denominator;
    for (std::optional<Value>& level : part.sums) {
        if (!level) {
            level = std::move(sum);
            return;
        }
        sum += *std::exchange(level, std::nullopt);
    }
    part.sums.emplace_back(std::move(sum));
}

std::vector<Value> ExactSum::over(std::size_t count) const {
    std::vector<Value> quotients;
    for (const auto& [text, part] : parts_) {
        Value sum = 0;
        for (const std::optional<Value>& level : part.sums) {
            if (level) sum += *level;
        }
        quotients.push_back(sum / (part.denominator * Value(count)));
    }
    return quotients;
}

std::string exact_text(const std::vector<Value>& summands) {
    // Of irrational sums a quotient can be rational: an ideal list's is 1.
    Value rational = 0;
    for (const Value& summand : summands)
        if (summand.is_rational()) rational += summand;
    std::string text = rational.sign() == 0 ? "" : rational.to_string();
    for (const Value& summand : summands) {
        if (summand.is_rational()) continue;
        text += (text.empty() ? "" : " + ") + summand.to_string();
    }
    return text.empty() ? "0" : text;
}

std::string decimal_text(const std::vector<Value>& summands, int places) {
    if (summands.empty()) return to_fixed(Rational(0), places);
    if (summands.size() == 1) return to_fixed(summands.front(), places);
    return settled_decimal(places,
                           [&](unsigned precision) {
                               Interval sum(0, precision);
                               for (const Value& summand : summands)
                                   sum += summand.enclosure(precision);
                               return sum;
                           })
        .value_or("undecided");
}

}  // namespace disarray::evaluation
