// SPDX-License-Identifier: MIT
//
// Metrics made from metrics: 1 − m and max m − m (GT (7), Def 12). Callers hold a Metric by its
// address and its names by string_view, as for the catalogue; so each transform is made once and
// kept in a register of the program, with the texts that it refers to.
//
// max m is over S_n × S_n, in closed form where the metric has one. A right-invariant metric has it
// over M(π, id), π in S_n, since M(σ,τ) = M(στ⁻¹, id): by trying all, up to n = 8. Larger n would
// be minutes, for a metric (mape, smape) whose maximum is a rational number without a known form.
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "metrics/metric.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::metrics {

namespace {

/// Largest n for which S_n is walked: 8! = 40320 values are below a second, 9! is not.
constexpr std::size_t most_enumerated = 8;

/// max m over S_n × S_n, remembered for each n and Parameters. Threads may share it.
class Greatest {
public:
    explicit Greatest(Metric metric) : metric_(std::move(metric)) {}

    /// \throws NotSupported where neither a closed form nor trying all gives it.
    Value operator()(std::size_t n, const Parameters& parameters, bool has_weights) {
        // No form of the maximum knows weights.
        if (metric_.takes.weights && has_weights) refuse("weights", "unit weights");
        const Key key = key_of(n, parameters);
        // Held while it is computed: who asks for the same would only compute it again.
        const std::lock_guard lock(mutex_);
        const auto known = values_.find(key);
        if (known != values_.end()) return known->second;
        return values_.emplace(key, computed(n, parameters)).first->second;
    }

private:
    using Key = std::tuple<std::size_t, std::optional<std::size_t>, std::optional<std::size_t>,
                           std::optional<std::vector<Rank>>, std::vector<Rational>, bool>;

    /// What is not looked at is left out, so that it does not make two entries of one.
    Key key_of(std::size_t n, const Parameters& parameters) const {
        const Takes& takes = metric_.takes;
        Key key{n, {}, {}, {}, {}, takes.as_printed && parameters.as_printed};
        if (takes.k) std::get<1>(key) = parameters.k;
        if (takes.relevant_count) std::get<2>(key) = parameters.relevant_count;
        if (takes.relevant) std::get<3>(key) = parameters.relevant;
        for (const NumberParameter& number : number_parameters()) {
            if (takes.*number.is_taken) std::get<4>(key).push_back(parameters.*number.value);
        }
        return key;
    }

    [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
        throw NotSupported("max-" + metric_.full_name(), found, expected);
    }

    Value computed(std::size_t n, const Parameters& parameters) const {
        if (metric_.greatest) return metric_.greatest(n, parameters);
        const Takes& takes = metric_.takes;
        if (takes.k || takes.relevant || metric_.ignores_reference) {
            refuse("a metric without a closed form of its greatest value",
                   "one that has it, or is right-invariant");
        }
        if (n > most_enumerated) {
            refuse(fmt::format("n = {}", n),
                   fmt::format("n up to {}, where all rankings are tried", most_enumerated));
        }
        return by_trying_all(n, parameters);
    }

    Value by_trying_all(std::size_t n, const Parameters& parameters) const {
        Value best = Value::undefined("no pair of rankings has a value");
        const Weighting unit;
        const Permutation id = Permutation::identity(n);
        for_each_permutation(n, {0, factorial_64(n)}, [&](const std::vector<Rank>& ranks) {
            const Permutation pi = Permutation::from_ranks_unchecked(ranks);
            Value value = metric_.value({pi, id, unit, Frame::element, parameters});
            if (!value.is_defined()) return true;
            if (!best.is_defined()) {
                best = std::move(value);
                return true;
            }
            const Order order = compare(value, best);
            if (order == Order::undecided) {
                best = Value::undefined("it is not decided which value is the greatest");
                return false;
            }
            if (order == Order::greater) best = std::move(value);
            return true;
        });
        return best;
    }

    Metric metric_;
    std::mutex mutex_;
    std::map<Key, Value> values_;
};

bool has_weights(const Comparison& c) {
    return !c.weighting.is_unit();
}

/// A metric and the texts that its string_views show.
struct Entry {
    std::string name;
    std::string formula;
    std::string domain;
    std::string exactness;
    std::string source;
    Metric metric;
};

/// Everything but the functions. `entry` has its texts, and stays where it is.
void describe(Entry& entry, const Metric& metric) {
    Metric& made = entry.metric;
    made.name = entry.name;
    made.reading = metric.reading;
    made.family = metric.family;
    made.kind = metric.kind == Kind::distance ? Kind::similarity : Kind::distance;
    made.takes = metric.takes;
    made.least_n = metric.least_n;
    made.is_one_argument = metric.is_one_argument;
    made.ignores_reference = metric.ignores_reference;
    made.formula = entry.formula;
    made.domain = entry.domain;
    made.exactness = entry.exactness;
    made.source = entry.source;
}

/// `constant(n, parameters, whether weights are given)` − m, in each of the functions of m. m is
/// evaluated first: it checks the parameters.
template <class Constant>
void subtract_from(const Constant& constant, const Metric& metric, Metric& made) {
    const auto of = [constant](std::function<Value(const Comparison&)> value) {
        return [constant, value = std::move(value)](const Comparison& c) {
            const Value m = value(c);
            return constant(c.sigma.size(), c.parameters, has_weights(c)) - m;
        };
    };
    made.value = of(metric.value);
    made.naive_value = of(metric.naive_value);
    if (metric.values_by_k) {
        made.values_by_k = [constant, values_by_k = metric.values_by_k](const Comparison& c) {
            std::vector<Value> values = values_by_k(c);
            Parameters of_each = c.parameters;
            of_each.relevant_count.reset();
            of_each.relevant.reset();
            for (std::size_t i = 0; i < values.size(); ++i) {
                of_each.k = i + 1;
                values[i] = constant(c.sigma.size(), of_each, has_weights(c)) - values[i];
            }
            return values;
        };
    }
    if (metric.value_of_lists) {
        made.value_of_lists = [constant, value = metric.value_of_lists](const ItemRanking& first,
                                                                        const ItemRanking& second,
                                                                        const Parameters& given) {
            const Value m = value(first, second, given);
            return constant(std::max(first.size(), second.size()), given, false) - m;
        };
    }
    if (metric.value_with_ties) {
        made.value_with_ties = [constant, value = metric.value_with_ties](
                                   std::span<const Rank> sigma, std::span<const Rank> tau,
                                   const Parameters& parameters) {
            const Value m = value(sigma, tau, parameters);
            return constant(sigma.size(), parameters, false) - m;
        };
    }
}

/// The entry of `metric` in `made`, by its full name; `complete` gives a new one its functions.
template <class Complete>
const Metric& registered(std::map<std::string, Entry>& made, std::mutex& mutex,
                         const Metric& metric, const Entry& texts, const Complete& complete) {
    const std::lock_guard lock(mutex);
    const auto [place, is_new] = made.try_emplace(metric.full_name(), texts);
    Entry& entry = place->second;
    if (is_new) {
        describe(entry, metric);
        complete(entry.metric);
    }
    return entry.metric;
}

Entry texts_of(const Metric& metric, std::string_view prefix, std::string_view minuend,
               std::string_view source) {
    Entry entry;
    entry.name = fmt::format("{}-{}", prefix, metric.name);
    entry.formula = fmt::format("{} − {}", minuend, metric.full_name());
    entry.domain = metric.domain;
    entry.exactness = metric.exactness;
    entry.source = fmt::format("{}; {}", metric.source, source);
    return entry;
}

}  // namespace

const Metric& one_minus(const Metric& metric) {
    static std::map<std::string, Entry> made;
    static std::mutex mutex;
    return registered(
        made, mutex, metric, texts_of(metric, "1", "1", "GT Def 12"), [&metric](Metric& result) {
            subtract_from([](std::size_t, const Parameters&, bool) { return Value(1); }, metric,
                          result);
        });
}

const Metric& greatest_minus(const Metric& metric) {
    static std::map<std::string, Entry> made;
    static std::mutex mutex;
    return registered(
        made, mutex, metric, texts_of(metric, "max", "max " + metric.full_name(), "GT (7)"),
        [&metric](Metric& result) {
            const auto greatest = std::make_shared<Greatest>(metric);
            subtract_from([greatest](std::size_t n, const Parameters& parameters,
                                     bool weights) { return (*greatest)(n, parameters, weights); },
                          metric, result);
        });
}

}  // namespace disarray::metrics
