// SPDX-License-Identifier: MIT
#include "evaluation/scores.hpp"

#include <algorithm>
#include <atomic>
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
    Scorer(const Request& request, const JudgedRun& run, bool per_query,
           const ScoreOptions& options)
        : run_(run), options_(options), per_query_(per_query) {
        scores_.request = request;
    }

    Scores scores() {
        count();
        if (per_query_) scores_.queries.resize(run_.queries.size());
        if (per_query_) decimals();
        const bool settled = mean_decimal();
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
        values_.resize(run_.queries.size());
        constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
        std::atomic<std::size_t> refused = none;
        in_parallel(0, values_.size(), options_.threads, [&](std::size_t i) {
            try {
                values_[i] = bounded_fraction(i);
            } catch (const NotSupported&) {
                for (std::size_t first = refused; i < first;) {
                    if (refused.compare_exchange_weak(first, i)) break;
                }
            }
        });
        if (refused != none) refuse(refused);
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
            if (score.decimal.empty()) {
                score.decimal = to_fixed(value_of(exact_fraction(i)), options_.places);
            }
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

    Fraction<Value> exact_fraction(std::size_t i) const {
        return exact(request(), run_.queries[i].list, options_.conventions);
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
        return text.has_value();
    }

    void exact_values() {
        ExactSum sum, denominators;
        for (std::size_t first = 0; first < values_.size(); first += chunk) {
            const std::size_t last = std::min(first + chunk, values_.size());
            std::vector<Fraction<Value>> exact(last - first);
            in_parallel(first, last, options_.threads, [&](std::size_t i) {
                exact[i - first] = exact_fraction(i);
                if (per_query_ && options_.exact && values_[i].is_defined()) {
                    scores_.queries[i].exact = value_of(exact[i - first]).to_string();
                }
            });
            for (const Fraction<Value>& fraction : exact)
                add(fraction, sum, denominators);
        }
        if (scores_.counted == 0) return;
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
        if (scores_.mean.decimal.empty())
            scores_.mean.decimal = decimal_text(summands, options_.places);
        if (options_.exact) scores_.mean.exact = exact_text(summands);
    }

    const JudgedRun& run_;
    const ScoreOptions& options_;
    bool per_query_;
    std::vector<Fraction<Bounded>> values_;
    Scores scores_;
};

}  // namespace

Value value_under(const Fraction<Value>& fraction, Undefined policy) {
    if (fraction.is_defined() || policy == Undefined::skip) return value_of(fraction);
    return policy == Undefined::one ? 1 : 0;
}

Scores score(const Request& request, const JudgedRun& run, bool per_query,
             const ScoreOptions& options) {
    return Scorer(request, run, per_query, options).scores();
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
    std::string text;
    for (const Value& summand : summands) {
        if (summand.sign() == 0) continue;
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
