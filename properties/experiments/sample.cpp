// SPDX-License-Identifier: MIT
#include "properties/experiments/sample.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <rapidcheck.h>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "properties/generators/permutations.hpp"

namespace disarray::properties::experiments {

namespace {

using metrics::Metric;

/// Whether GT has its family.
bool is_of_gt(const Metric& metric) {
    namespace family = metrics::family;
    constexpr std::string_view families[] = {family::confusion, family::error, family::correlation,
                                             family::gain};
    return std::ranges::find(families, metric.family) != std::end(families);
}

std::vector<const Metric*> metrics_called(std::string_view name, std::string_view where) {
    if (name != "gt" && name != "all") return metrics::metrics_named(name, std::nullopt, where);
    std::vector<const Metric*> found;
    for (const Metric& metric : metrics::catalogue()) {
        if (is_of_gt(metric) && (name == "all" || metric.name != "rmae")) found.push_back(&metric);
    }
    return found;
}

}  // namespace

RandomPair random_pair(std::size_t n, std::uint64_t seed, std::uint64_t index) {
    // Keys that differ in any bit give unrelated streams (generators/cases.cpp, whose keys have 0
    // for n).
    const rc::Random random(rc::Random::Key{seed, index, n, 0});
    generators::Draw draw(random, 0);
    RandomPair pair{generators::uniform_permutation(draw, n),
                    generators::uniform_permutation(draw, n), 0, 0};
    const std::size_t i = draw.below(n);
    const std::size_t j = (i + draw.between(1, n - 1)) % n;
    pair.i = static_cast<Rank>(i);
    pair.j = static_cast<Rank>(j);
    return pair;
}

std::vector<const Metric*> metrics_of_experiment(std::span<const std::string> names,
                                                 std::string_view where) {
    std::vector<const Metric*> all;
    for (const std::string& name : names) {
        for (const Metric* metric : metrics_called(name, where)) {
            if (std::ranges::find(all, metric) == all.end()) all.push_back(metric);
        }
    }
    return all;
}

metrics::Parameters with_k(const metrics::Parameters& given, std::size_t n) {
    metrics::Parameters parameters = given;
    if (!parameters.k) parameters.k = std::max<std::size_t>(1, 3 * n / 10);
    if (*parameters.k < 1 || *parameters.k >= n) {
        throw InputError("--k", std::to_string(*parameters.k),
                         fmt::format("a number from 1 to {} for n = {}", n - 1, n));
    }
    return parameters;
}

void require_sample(std::size_t n, std::uint64_t pairs) {
    if (n < 2 || n > most_elements) {
        throw InputError("--n", std::to_string(n),
                         fmt::format("a length from 2 to {}", most_elements));
    }
    if (pairs < 1) throw InputError("--pairs", std::to_string(pairs), "1 pair or more");
}

}  // namespace disarray::properties::experiments
