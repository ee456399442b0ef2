// SPDX-License-Identifier: MIT
//
// D = 1 and the reference is the identity, so that a_ij = a_i a_j with a_i = w_i p̄_i, and the sums
// over ranks below one are prefix sums. Linear forms (sums of a_i) have 64-bit coefficients,
// quadratic ones 128-bit; check_size proves once that they cannot overflow.
#include "properties/experiments/pair_measure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "exact/value.hpp"
#include "properties/experiments/figure.hpp"

namespace disarray::properties::experiments {

namespace {

using metrics::Reading;

/// Those of g + 1/2 are halves.
std::int64_t weight_denominator(GradeWeight weight) {
    return weight == GradeWeight::grade_plus_one_half ? 2 : 1;
}

std::int64_t weight_numerator(GradeWeight weight, std::int64_t grade) {
    if (grade < 0 || grade > greatest_grade) {
        throw InputError("grades", fmt::format("grade {}", grade),
                         fmt::format("grades from 0 to {}", greatest_grade));
    }
    switch (weight) {
        case GradeWeight::grade_plus_one:
            return grade + 1;
        case GradeWeight::two_to_the_grade:
            return std::int64_t{1} << grade;
        case GradeWeight::grade_plus_one_half:
            return 2 * grade + 1;
    }
    throw InternalError("a grade weight without a formula");
}

/// Readings that are half of a sum: everything is counted twice instead.
bool is_half(Reading reading) {
    return reading == Reading::prefix_sym || reading == Reading::box;
}

Bounded bounded(Int128 value) {
    const auto nearest = static_cast<double>(value);
    if (std::abs(nearest) < 0x1p53) return {nearest, 0};
    return {nearest, std::abs(nearest) * 0x1p-52};
}

template <class Coefficients>
Bounded bounded_dot(const Coefficients& coefficients, std::span<const Bounded> numbers) {
    Bounded sum;
    for (std::size_t t = 0; t < numbers.size(); ++t) {
        if (coefficients[t] == 0) continue;
        sum += bounded(coefficients[t]) * numbers[t];
    }
    return sum;
}

Interval interval_dot(const std::vector<Integer>& coefficients,
                      const std::vector<Interval>& numbers, unsigned precision) {
    Interval sum(0, precision);
    for (std::size_t t = 0; t < numbers.size(); ++t) {
        if (coefficients[t] != 0)
            sum += Interval(Rational(coefficients[t]), precision) * numbers[t];
    }
    return sum;
}

/// Of all pairs s <= t, by s, then by t.
template <class Number>
std::vector<Number> products_of(const std::vector<Number>& symbols) {
    std::vector<Number> products;
    for (std::size_t s = 0; s < symbols.size(); ++s) {
        for (std::size_t t = s; t < symbols.size(); ++t)
            products.push_back(symbols[s] * symbols[t]);
    }
    return products;
}

/// The sign of a sum of products of coefficients, not all 0, and numbers. It has one, or the
/// numbers would be dependent over the rationals, which nobody knows of logarithms.
/// \param numbers_within  the numbers at a precision
template <class NumbersWithin>
int settled_sign(const std::vector<Integer>& coefficients, const NumbersWithin& numbers_within) {
    for (unsigned precision = Interval::least_precision; precision <= Value::max_precision;
         precision *= 2) {
        const auto sign = interval_dot(coefficients, numbers_within(precision), precision).sign();
        if (sign && *sign != 0) return *sign;
    }
    throw NotSupported(
        "DCG: found a sum of logarithms whose sign is not decided, expected one that "
        "intervals tell from 0");
}

template <class Coefficients>
std::vector<Integer> as_integers(const Coefficients& coefficients, std::size_t count) {
    std::vector<Integer> integers;
    for (std::size_t t = 0; t < count; ++t)
        integers.push_back(to_integer(coefficients[t]));
    return integers;
}

template <class Coefficients>
bool is_zero(const Coefficients& coefficients, std::size_t count) {
    for (std::size_t t = 0; t < count; ++t) {
        if (coefficients[t] != 0) return false;
    }
    return true;
}

}  // namespace

/// Sums over orders, times the denominator: coefficients of the products of symbols.
struct PairMeasure::Sums {
    std::vector<Int128> footrule;
    std::vector<Int128> kendall;

    explicit Sums(std::size_t terms) : footrule(terms), kendall(terms) {}
    void clear() {
        std::ranges::fill(footrule, 0);
        std::ranges::fill(kendall, 0);
    }
    void add(const Sums& other) {
        for (std::size_t t = 0; t < footrule.size(); ++t) {
            footrule[t] += other.footrule[t];
            kendall[t] += other.kendall[t];
        }
    }
};

/// Evaluates one σ after another; holds the memory for it.
class PairMeasure::Evaluation {
public:
    explicit Evaluation(const PairMeasure& measure)
        : measure_(measure),
          n_(measure.forms_.positions()),
          symbols_(measure.forms_.symbols()),
          sums_(measure.products_.size()),
          a_(n_ * symbols_),
          below_((n_ + 1) * symbols_),
          below_identity_((n_ + 1) * symbols_),
          inner_(symbols_),
          weights_(n_, 1),
          inverse_(n_),
          identity_(n_) {
        std::iota(identity_.begin(), identity_.end(), Rank{0});
    }

    void set_weights(std::span<const std::int64_t> grades) {
        if (!measure_.grades_) return;
        for (std::size_t i = 0; i < n_; ++i)
            weights_[i] = weight_numerator(*measure_.grades_, grades[i]);
    }

    const Sums& evaluate(std::span<const Rank> sigma) {
        sums_.clear();
        load(sigma);
        const int times = is_half(measure_.reading_) ? 2 : 1;
        add_kendall(sigma, times);
        switch (measure_.reading_) {
            case Reading::prefix:
                add_prefix(sigma);
                break;
            case Reading::prefix_sym:
                add_prefix(sigma);
                for (std::size_t i = 0; i < n_; ++i)
                    inverse_[sigma[i]] = static_cast<Rank>(i);
                load(inverse_);  // p̄ of σ⁻¹, while w stays with the labels
                add_prefix(inverse_);
                break;
            case Reading::interval:
                add_interval(sigma, sigma);
                break;
            case Reading::box:
                add_interval(sigma, sigma);
                add_interval(sigma, identity_);
                break;
        }
        return sums_;
    }

private:
    /// a_i = w_i p̄_i.
    void load(std::span<const Rank> sigma) {
        for (std::size_t i = 0; i < n_; ++i) {
            const auto form = measure_.forms_.form(i, sigma[i]);
            for (std::size_t s = 0; s < symbols_; ++s)
                a_[i * symbols_ + s] = weights_[i] * form[s];
        }
    }

    const std::int64_t* a(std::size_t i) const { return &a_[i * symbols_]; }

    void add_to_inner(const std::int64_t* form, int sign) {
        for (std::size_t s = 0; s < symbols_; ++s)
            inner_[s] += sign * form[s];
    }

    /// sum += times · a_i · inner.
    void add_product(std::vector<Int128>& sum, std::size_t i, int times) {
        const std::int64_t* left = a(i);
        for (std::size_t s = 0; s < symbols_; ++s) {
            if (left[s] == 0) continue;  // a p̄ has at most four symbols
            const Int128 factor = Int128{left[s]} * times;
            for (std::size_t t = 0; t < symbols_; ++t)
                sum[index_of(s, t)] += factor * inner_[t];
        }
    }

    std::size_t index_of(std::size_t s, std::size_t t) const {
        if (s > t) std::swap(s, t);
        return s * symbols_ - s * (s + 1) / 2 + t;
    }

    void add_kendall(std::span<const Rank> sigma, int times) {
        for (std::size_t i = 1; i < n_; ++i) {
            std::ranges::fill(inner_, 0);
            bool is_inverted = false;
            for (std::size_t j = 0; j < i; ++j) {
                if (sigma[j] < sigma[i]) continue;
                add_to_inner(a(j), 1);
                is_inverted = true;
            }
            if (is_inverted) add_product(sums_.kendall, i, times);
        }
    }

    /// below[r] = Σ a_j over the elements j of rank < r.
    void set_below(std::vector<std::int64_t>& below, std::span<const Rank> rank) const {
        for (std::size_t j = 0; j < n_; ++j)
            std::copy_n(a(j), symbols_, &below[(rank[j] + 1) * symbols_]);
        for (std::size_t x = symbols_; x < below.size(); ++x)
            below[x] += below[x - symbols_];
    }

    void add_prefix(std::span<const Rank> sigma) {
        set_below(below_, sigma);
        set_below(below_identity_, identity_);
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t s = 0; s < symbols_; ++s) {
                inner_[s] = below_identity_[i * symbols_ + s] - below_[sigma[i] * symbols_ + s];
            }
            if (is_zero(inner_, symbols_)) continue;
            add_product(sums_.footrule, i, sign_of_inner());
        }
    }

    /// Σ_i a_i Σ a_j over j ≠ i with rank(j) in the closed interval between i and σ(i) ≠ i.
    void add_interval(std::span<const Rank> sigma, std::span<const Rank> rank) {
        set_below(below_, rank);
        for (std::size_t i = 0; i < n_; ++i) {
            if (sigma[i] == i) continue;
            const std::size_t low = std::min<std::size_t>(i, sigma[i]);
            const std::size_t high = std::max<std::size_t>(i, sigma[i]) + 1;
            for (std::size_t s = 0; s < symbols_; ++s) {
                // rank(i) lies in the interval: it is one of its two ends.
                inner_[s] =
                    below_[high * symbols_ + s] - below_[low * symbols_ + s] - a_[i * symbols_ + s];
            }
            add_product(sums_.footrule, i, 1);
        }
    }

    int sign_of_inner() const {
        if (symbols_ == 1) return inner_[0] < 0 ? -1 : 1;
        if (const auto sign = certain_sign(bounded_dot(inner_, measure_.symbols_))) return *sign;
        return settled_sign(as_integers(inner_, symbols_), [this](unsigned precision) {
            return measure_.forms_.symbols_within(precision);
        });
    }

    const PairMeasure& measure_;
    std::size_t n_;
    std::size_t symbols_;
    Sums sums_;
    std::vector<std::int64_t> a_;
    std::vector<std::int64_t> below_;
    std::vector<std::int64_t> below_identity_;
    std::vector<std::int64_t> inner_;
    std::vector<std::int64_t> weights_;
    std::vector<Rank> inverse_;
    std::vector<Rank> identity_;
};

Rational weight_of(GradeWeight weight, std::int64_t grade) {
    return {Integer(weight_numerator(weight, grade)), Integer(weight_denominator(weight))};
}

PairMeasure::PairMeasure(const PairWeights& weights, std::size_t positions, Reading reading)
    : forms_(weights.swap_costs ? SwapCostForms(*weights.swap_costs, weights.fixed_points)
                                : SwapCostForms::discounted_gain(positions, weights.log_base,
                                                                 weights.fixed_points)),
      reading_(reading),
      grades_(weights.grades),
      symbols_(forms_.bounded_symbols()),
      products_(products_of(symbols_)) {
    if (forms_.positions() != positions) throw UsageError("PairMeasure: swap costs of another n");
    const Integer factor = forms_.denominator() * (grades_ ? weight_denominator(*grades_) : 1);
    denominator_ = factor * factor * (is_half(reading) ? 2 : 1);
    inverse_denominator_ = Bounded::near(Rational(Integer(1), denominator_));
    check_size(weights);
}

/// With A the greatest coefficient of an a_i: sums of n of them, and 2·n²·A² for each order of the
/// tied in each coefficient of a product (which two products of symbols may share).
void PairMeasure::check_size(const PairWeights& weights) const {
    const Integer n = forms_.positions();
    const Integer weight = grades_ ? weight_numerator(*grades_, greatest_grade) : 1;
    const Integer greatest = weight * forms_.greatest_coefficient();
    const Integer orders = most_tie_orders;
    if (n * greatest < (Integer(1) << 62) &&
        4 * n * n * greatest * greatest * orders < (Integer(1) << 126)) {
        return;
    }
    throw NotSupported(fmt::format(
        "{}: found swap costs with fractions too long for {} positions, expected fewer digits",
        weights.name, forms_.positions()));
}

Measured PairMeasure::measure(const Patterns& patterns, std::size_t pattern) const {
    Evaluation evaluation(*this);
    evaluation.set_weights(patterns.values_of(pattern));
    Measured measured;
    Sums total(products_.size());
    Bounded ratios;
    for_each_tie_order(patterns.above_of(pattern), [&](std::span<const Rank> sigma) {
        const Sums& sums = evaluation.evaluate(sigma);
        ++measured.orders;
        total.add(sums);
        if (is_zero(sums.kendall, products_.size())) {
            ++measured.without_ratio;
        } else {
            ratios += bounded_dot(sums.footrule, products_) / bounded_dot(sums.kendall, products_);
        }
    });
    const auto mean = [&](const std::vector<Int128>& sum) {
        const Bounded whole = bounded_dot(sum, products_) * inverse_denominator_;
        return measured.orders == 1 ? whole
                                    : whole / Bounded(static_cast<std::int64_t>(measured.orders));
    };
    measured.footrule = mean(total.footrule);
    measured.kendall = mean(total.kendall);
    if (const std::uint64_t with_ratio = measured.orders - measured.without_ratio; with_ratio > 0) {
        measured.ratio =
            with_ratio == 1 ? ratios : ratios / Bounded(static_cast<std::int64_t>(with_ratio));
    }
    if (is_rational()) {
        measured.footrule_sum = total.footrule[0];
        measured.kendall_sum = total.kendall[0];
    }
    return measured;
}

std::vector<Interval> PairMeasure::products_within(unsigned precision) const {
    return products_of(forms_.symbols_within(precision));
}

PairMeasure::Enclosed PairMeasure::enclose(const Patterns& patterns, std::size_t pattern,
                                           const std::vector<Interval>& products) const {
    const unsigned precision = products.front().precision();
    Evaluation evaluation(*this);
    evaluation.set_weights(patterns.values_of(pattern));
    const auto number = [&](const std::vector<Int128>& sum) {
        return interval_dot(as_integers(sum, sum.size()), products, precision);
    };
    Sums total(products.size());
    Interval ratios(0, precision);
    std::uint64_t orders = 0, with_ratio = 0;
    for_each_tie_order(patterns.above_of(pattern), [&](std::span<const Rank> sigma) {
        const Sums& sums = evaluation.evaluate(sigma);
        ++orders;
        total.add(sums);
        if (is_zero(sums.kendall, products.size())) return;
        ++with_ratio;
        ratios += number(sums.footrule) / number(sums.kendall);
    });
    const Interval divisor(Rational(denominator_ * orders), precision);
    Enclosed enclosed{number(total.footrule) / divisor, number(total.kendall) / divisor, {}};
    if (with_ratio > 0) enclosed.ratio = ratios / Interval(Rational(with_ratio), precision);
    return enclosed;
}

std::optional<Rational> PairMeasure::exact_value(Quantity quantity, const Patterns& patterns,
                                                 std::size_t pattern,
                                                 const Measured& measured) const {
    const bool is_footrule = quantity == Quantity::footrule;
    Int128 sum = is_footrule ? measured.footrule_sum : measured.kendall_sum;
    if (!is_rational()) {
        const Sums sums = exact_sums(patterns, pattern);
        const auto& of = is_footrule ? sums.footrule : sums.kendall;
        const bool has_logarithms =
            std::any_of(of.begin() + 1, of.end(), [](Int128 term) { return term != 0; });
        if (has_logarithms) return std::nullopt;
        sum = of.front();
    }
    return Rational(to_integer(sum), denominator_ * measured.orders);
}

std::optional<Rational> PairMeasure::exact_ratio(const Patterns& patterns, std::size_t pattern,
                                                 const Measured& measured) const {
    const std::uint64_t with_ratio = measured.orders - measured.without_ratio;
    if (!is_rational() || with_ratio == 0) return std::nullopt;
    if (measured.orders == 1) {
        return Rational(to_integer(measured.footrule_sum), to_integer(measured.kendall_sum));
    }
    constexpr std::uint64_t most_orders = 5040;  // beyond, an interval is what one waits for
    if (measured.orders > most_orders) return std::nullopt;
    Evaluation evaluation(*this);
    evaluation.set_weights(patterns.values_of(pattern));
    Rational total;
    bool is_short = true;
    for_each_tie_order(patterns.above_of(pattern), [&](std::span<const Rank> sigma) {
        const Sums& sums = evaluation.evaluate(sigma);
        if (!is_short || sums.kendall[0] == 0) return;
        total += Rational(to_integer(sums.footrule[0]), to_integer(sums.kendall[0]));
        is_short = msb(total.denominator()) < max_bits;
    });
    if (!is_short) return std::nullopt;
    return total / Rational(with_ratio);
}

PairMeasure::Sums PairMeasure::exact_sums(const Patterns& patterns, std::size_t pattern) const {
    Evaluation evaluation(*this);
    evaluation.set_weights(patterns.values_of(pattern));
    Sums total(products_.size());
    for_each_tie_order(patterns.above_of(pattern),
                       [&](std::span<const Rank> sigma) { total.add(evaluation.evaluate(sigma)); });
    return total;
}

std::strong_ordering PairMeasure::compare(Quantity quantity, const Patterns& patterns,
                                          std::size_t a, const Measured& measured_a, std::size_t b,
                                          const Measured& measured_b) const {
    const bool is_footrule = quantity == Quantity::footrule;
    const auto near = [&](const Measured& m) { return is_footrule ? m.footrule : m.kendall; };
    if (const auto sign = certain_sign(near(measured_a) - near(measured_b))) return *sign <=> 0;
    // Over one denominator: the sums of a times the orders of b, and the other way round.
    const Integer orders_a = measured_a.orders, orders_b = measured_b.orders;
    if (is_rational()) {
        const Int128 plain_a = is_footrule ? measured_a.footrule_sum : measured_a.kendall_sum;
        const Int128 plain_b = is_footrule ? measured_b.footrule_sum : measured_b.kendall_sum;
        if (measured_a.orders == measured_b.orders) return plain_a <=> plain_b;
        return to_integer(plain_a) * orders_b <=> to_integer(plain_b) * orders_a;
    }
    const Sums sums_a = exact_sums(patterns, a), sums_b = exact_sums(patterns, b);
    const auto& of_a = is_footrule ? sums_a.footrule : sums_a.kendall;
    const auto& of_b = is_footrule ? sums_b.footrule : sums_b.kendall;
    std::vector<Integer> difference;
    for (std::size_t t = 0; t < of_a.size(); ++t)
        difference.push_back(to_integer(of_a[t]) * orders_b - to_integer(of_b[t]) * orders_a);
    if (is_zero(difference, difference.size())) return std::strong_ordering::equal;
    return settled_sign(difference,
                        [this](unsigned precision) { return products_within(precision); }) <=> 0;
}

}  // namespace disarray::properties::experiments
