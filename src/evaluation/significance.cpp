// SPDX-License-Identifier: MIT
#include "evaluation/significance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/random.hpp"

namespace disarray::evaluation {

namespace {

/// Signed ranks of so many differences are counted; of more the normal approximation is used.
constexpr std::size_t most_counted_ranks = 200;
/// All 2ⁿ choices of signs are gone through up to here.
constexpr std::size_t most_enumerated_signs = 25;
/// Sums of doubles that are as near as this, relative to the sum of sizes, are equal.
constexpr double rounding = 1e-12;

TestResult nothing_to_test(Test test, std::string why) {
    TestResult result;
    result.test = test;
    result.method = std::move(why);
    return result;
}

/// Of exact values whose doubles are near: these decide where they are far apart.
bool is_less(const std::pair<double, Value>& a, const std::pair<double, Value>& b) {
    const double gap = rounding * std::max(std::abs(a.first), std::abs(b.first));
    if (std::abs(a.first - b.first) > gap) return a.first < b.first;
    return compare(a.second, b.second) == Order::less;
}

/// Mid-ranks of what differs from 0, doubled so that they are whole, with the sign of the
/// difference; and Σ t³ − t over the tied.
struct SignedRanks {
    std::vector<std::int64_t> doubled;
    double ties = 0;
};

SignedRanks signed_ranks(const std::vector<Value>& values, const std::vector<double>& near) {
    std::vector<std::pair<double, Value>> sizes;
    std::vector<bool> is_positive;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int sign = values[i].sign().value_or(0);
        if (sign == 0) continue;
        order.push_back(sizes.size());
        sizes.emplace_back(std::abs(near[i]), abs(values[i]));
        is_positive.push_back(sign > 0);
    }
    std::ranges::sort(order,
                      [&](std::size_t a, std::size_t b) { return is_less(sizes[a], sizes[b]); });
    SignedRanks ranks{std::vector<std::int64_t>(order.size())};
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && !is_less(sizes[order[begin]], sizes[order[end]]))
            ++end;
        for (std::size_t i = begin; i < end; ++i) {
            const auto doubled = static_cast<std::int64_t>(begin + 1 + end);
            ranks.doubled[order[i]] = is_positive[order[i]] ? doubled : -doubled;
        }
        const auto tied = static_cast<double>(end - begin);
        ranks.ties += tied * tied * tied - tied;
        begin = end;
    }
    return ranks;
}

/// P(S <= bound) of S = Σ of each rank with probability one half, and P(S >= bound).
std::pair<double, double> tails_of_sum(std::span<const std::int64_t> ranks, std::int64_t bound) {
    std::vector<double> probability{1};
    for (const std::int64_t signed_rank : ranks) {
        const auto rank = static_cast<std::size_t>(std::abs(signed_rank));
        probability.resize(probability.size() + rank);
        for (std::size_t sum = probability.size(); sum-- > 0;) {
            const double without = sum + rank < probability.size() ? probability[sum] : 0;
            const double with = sum >= rank ? probability[sum - rank] : 0;
            probability[sum] = (without + with) / 2;
        }
    }
    const auto at = static_cast<std::ptrdiff_t>(bound);
    return {std::accumulate(probability.begin(), probability.begin() + at + 1, 0.0),
            std::accumulate(probability.begin() + at, probability.end(), 0.0)};
}

double both_tails(double lower, double upper) {
    return std::min(1.0, 2 * std::min(lower, upper));
}

/// The differences as whole numbers of one unit, if they and their sum fit a word.
std::optional<std::vector<std::int64_t>> scaled(const std::vector<Value>& values) {
    Integer unit = 1;
    for (const Value& value : values) {
        if (!value.is_rational()) return std::nullopt;
        const Rational scaled = value.rational() * Rational(unit);
        unit = unit * scaled.denominator();
        if (unit.word() == nullptr) return std::nullopt;
    }
    Integer total = 0;
    std::vector<std::int64_t> whole;
    for (const Value& value : values) {
        const Integer number = (value.rational() * Rational(unit)).numerator();
        total += number.sign() < 0 ? -number : number;
        if (total.word() == nullptr) return std::nullopt;
        whole.push_back(*number.word());
    }
    return whole;
}

/// How many of all 2ⁿ sums of ±d are at least as large, in size, as the sum of all d. A Gray code
/// changes one sign at a time.
template <class Number>
std::uint64_t count_as_extreme(const std::vector<Number>& differences, Number slack) {
    Number sum = 0;
    for (const Number difference : differences)
        sum += difference;
    const Number bound = (sum < 0 ? -sum : sum) - slack;
    std::vector<bool> is_kept(differences.size(), true);
    std::uint64_t count = 0;
    for (std::uint64_t code = 0;; ++code) {
        count += (sum < 0 ? -sum : sum) >= bound ? 1U : 0U;
        const auto changed = static_cast<std::size_t>(std::countr_one(code));
        if (changed >= differences.size()) return count;
        is_kept[changed] = !is_kept[changed];
        sum += (is_kept[changed] ? 2 : -2) * differences[changed];
    }
}

/// Sums of ±d for random signs, eight differences at a time out of a table.
class SignTable {
public:
    explicit SignTable(const std::vector<double>& differences)
        : tables_((differences.size() + 7) / 8) {
        for (std::size_t i = 0; i < differences.size(); ++i) {
            for (std::size_t signs = 0; signs < 256; ++signs)
                tables_[i / 8][signs] +=
                    (signs >> i % 8 & 1) != 0 ? differences[i] : -differences[i];
        }
    }
    double sum(Random& random) const {
        double sum = 0;
        for (const auto& table : tables_)
            sum += table[random.below(256)];
        return sum;
    }

private:
    std::vector<std::array<double, 256>> tables_;
};

}  // namespace

Differences::Differences(std::vector<Value> values) : values_(std::move(values)) {
    for (const Value& value : values_) {
        if (!value.is_defined()) throw UsageError("Differences: a query without a value");
        near_.push_back(value.approximate());
    }
    if (near_.empty()) return;
    const auto n = static_cast<double>(near_.size());
    mean_ = std::accumulate(near_.begin(), near_.end(), 0.0) / n;
    if (near_.size() < 2) return;
    double squares = 0;
    for (const double difference : near_)
        squares += (difference - mean_) * (difference - mean_);
    deviation_ = std::sqrt(squares / (n - 1));
    // Equal differences have none, whatever their doubles say.
    const bool are_equal = std::ranges::all_of(values_, [&](const Value& value) {
        return compare(value, values_.front()) == Order::equal;
    });
    if (are_equal) deviation_ = 0;
}

std::optional<double> Differences::effect_size() const {
    if (deviation_ == 0) return std::nullopt;
    return mean_ / deviation_;
}

std::optional<std::pair<double, double>> Differences::bootstrap_interval(
    const SignificanceOptions& options) const {
    if (near_.empty()) return std::nullopt;
    Random random(options.seed, 1);
    std::vector<double> means(options.samples);
    for (double& mean : means) {
        for (std::size_t i = 0; i < near_.size(); ++i)
            mean += near_[random.below(near_.size())];
        mean /= static_cast<double>(near_.size());
    }
    std::ranges::sort(means);
    const auto percentile = [&](double share) {
        const double place = share * static_cast<double>(means.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, means.size() - 1);
        return std::lerp(means[below], means[above], place - static_cast<double>(below));
    };
    const double outside = (1 - options.confidence) / 2;
    return std::pair(percentile(outside), percentile(1 - outside));
}

TestResult Differences::test(Test test, const SignificanceOptions& options) const {
    switch (test) {
        case Test::t:
            return t_test();
        case Test::wilcoxon:
            return wilcoxon_test();
        case Test::sign:
            return sign_test();
        case Test::randomization:
            return randomization_test(options);
    }
    throw InternalError("a test of no kind");
}

TestResult Differences::t_test() const {
    if (size() < 2) return nothing_to_test(Test::t, "fewer than two queries");
    if (deviation_ == 0) return nothing_to_test(Test::t, "all differences are equal");
    const auto n = static_cast<double>(size());
    TestResult result{Test::t,
                      mean_ / (deviation_ / std::sqrt(n)),
                      {},
                      0,
                      counted(size() - 1, "degree of freedom", "degrees of freedom")};
    const boost::math::students_t distribution(n - 1);
    result.p =
        2 * boost::math::cdf(boost::math::complement(distribution, std::abs(result.statistic)));
    return result;
}

TestResult Differences::wilcoxon_test() const {
    const SignedRanks ranks = signed_ranks(values_, near_);
    if (ranks.doubled.empty()) return nothing_to_test(Test::wilcoxon, "no difference");
    std::int64_t positive = 0, negative = 0;
    for (const std::int64_t rank : ranks.doubled)
        (rank > 0 ? positive : negative) += std::abs(rank);
    TestResult result{
        Test::wilcoxon, static_cast<double>(std::min(positive, negative)) / 2, {}, 0, {}};
    if (ranks.doubled.size() <= most_counted_ranks) {
        const auto [lower, upper] = tails_of_sum(ranks.doubled, positive);
        result.p = both_tails(lower, upper);
        result.method = "exact";
        return result;
    }
    const auto n = static_cast<double>(ranks.doubled.size());
    const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48;
    const double z = (result.statistic - n * (n + 1) / 4) / std::sqrt(variance);
    result.p = 2 * boost::math::cdf(boost::math::normal(), -std::abs(z));
    result.method = "normal approximation";
    return result;
}

TestResult Differences::sign_test() const {
    std::size_t positive = 0, n = 0;
    for (const Value& value : values_) {
        const int sign = value.sign().value_or(0);
        n += sign != 0 ? 1 : 0;
        positive += sign > 0 ? 1 : 0;
    }
    if (n == 0) return nothing_to_test(Test::sign, "no difference");
    const boost::math::binomial distribution(static_cast<double>(n), 0.5);
    const auto least = static_cast<double>(std::min(positive, n - positive));
    const double tail = boost::math::cdf(distribution, least);
    return {Test::sign, static_cast<double>(positive), both_tails(tail, 1), 0,
            fmt::format("exact, {} differences", n)};
}

TestResult Differences::randomization_test(const SignificanceOptions& options) const {
    const bool has_difference = std::ranges::any_of(
        values_, [](const Value& value) { return value.sign().value_or(0) != 0; });
    if (!has_difference) return nothing_to_test(Test::randomization, "no difference");
    TestResult result{Test::randomization, mean_, {}, 0, {}};
    double sizes = 0;
    for (const double difference : near_)
        sizes += std::abs(difference);
    if (size() <= most_enumerated_signs) {
        const auto whole = scaled(values_);
        const std::uint64_t count = whole ? count_as_extreme(*whole, std::int64_t{0})
                                          : count_as_extreme(near_, rounding * sizes);
        result.p = std::ldexp(static_cast<double>(count), -static_cast<int>(size()));
        result.method = whole ? "exact" : "all signs, sums to 12 digits";
        return result;
    }
    const SignTable table(near_);
    Random random(options.seed);
    const double bound = std::abs(mean_) * static_cast<double>(size()) - rounding * sizes;
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < options.samples; ++i)
        count += std::abs(table.sum(random)) >= bound ? 1U : 0U;
    // The observed signs are one of the samples (Davison and Hinkley 1997).
    const auto samples = static_cast<double>(options.samples);
    const double p = (static_cast<double>(count) + 1) / (samples + 1);
    result.p = p;
    result.p_error = std::sqrt(p * (1 - p) / samples);
    result.method = fmt::format("{} samples, seed {}", options.samples, options.seed);
    return result;
}

std::vector<double> holm(std::span<const double> p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
    std::vector<double> corrected(p_values.size());
    double greatest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        greatest = std::max(
            greatest, std::min(1.0, p_values[order[i]] * static_cast<double>(order.size() - i)));
        corrected[order[i]] = greatest;
    }
    return corrected;
}

std::vector<double> randomized_tukey(const std::vector<std::vector<double>>& values,
                                     const SignificanceOptions& options) {
    const std::size_t systems = values.size();
    if (systems == 0) return {};
    const std::size_t queries = values.front().size();
    std::vector<double> sums(systems);
    double sizes = 0;
    for (std::size_t i = 0; i < systems; ++i) {
        if (values[i].size() != queries)
            throw UsageError("randomized_tukey: rows of different lengths");
        sums[i] = std::accumulate(values[i].begin(), values[i].end(), 0.0);
        for (const double value : values[i])
            sizes += std::abs(value);
    }
    std::vector<double> ranges(options.samples);
    std::vector<double> shuffled(systems), row(systems);
    Random random(options.seed, 2);
    for (double& range : ranges) {
        std::ranges::fill(shuffled, 0);
        for (std::size_t query = 0; query < queries; ++query) {
            for (std::size_t i = 0; i < systems; ++i)
                row[i] = values[i][query];
            for (std::size_t i = systems; i > 1; --i)
                std::swap(row[i - 1], row[random.below(i)]);
            for (std::size_t i = 0; i < systems; ++i)
                shuffled[i] += row[i];
        }
        const auto [least, most] = std::ranges::minmax(shuffled);
        range = most - least;
    }
    std::ranges::sort(ranges);
    std::vector<double> found;
    for (std::size_t i = 0; i < systems; ++i) {
        for (std::size_t j = i + 1; j < systems; ++j) {
            const double bound = std::abs(sums[i] - sums[j]) - rounding * sizes;
            const auto count = ranges.end() - std::ranges::lower_bound(ranges, bound);
            found.push_back((static_cast<double>(count) + 1) /
                            (static_cast<double>(options.samples) + 1));
        }
    }
    return found;
}

}  // namespace disarray::evaluation
