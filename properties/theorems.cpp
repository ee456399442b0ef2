// SPDX-License-Identifier: MIT
#include "properties/theorems.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "metrics/catalogue.hpp"
#include "properties/property.hpp"
#include "properties/weighted_laws.hpp"

namespace disarray::properties {

namespace {

using metrics::Reading;

/// K ≤ F/ratio, or F ≤ ratio·K.
struct Bound {
    Reading reading;
    Extreme extreme;
    int ratio;
    bool every_weighting;
    Theorem theorem;
};

const Bound bounds[] = {
    {Reading::box,
     Extreme::least,
     1,
     true,
     {"EveryN.v", "kendall_le_box",
      "forall n v s t D, ranking n s -> ranking n t -> weights_nonnegative n v -> "
      "dissimilarity n D -> kendall n (cost v n s t D) s t <= box n (cost v n s t D) s t"}},
    {Reading::prefix,
     Extreme::greatest,
     2,
     true,
     {"EveryN.v", "prefix_le_2_kendall",
      "forall n v s t D, ranking n s -> ranking n t -> weights_nonnegative n v -> "
      "dissimilarity n D -> prefix n (cost v n s t D) s t <= 2 * kendall n (cost v n s t D) s t"}},
    {Reading::interval,
     Extreme::least,
     1,
     false,
     {"Bubble.v", "kendall_le_interval",
      "forall n s t D, ranking n s -> ranking n t -> pseudometric n D -> "
      "kendall n D s t <= interval n D s t"}},
};

/// Those that a claim asks for by name.
const Theorem named_by_claims[] = {
    {"Weighted.v", "unit_strict",
     "forall n f s, f <> Kendall -> ranking n s -> (exists i, (i < n)%nat /\\ s i <> i) -> "
     "let M f := distance unit_weighting n (fun _ _ => 1) f s in M Kendall < M f"},
    {"Triangles.v", "prefix_term_through_identity",
     "forall n a s t i, let term s t := Qabs (sum n (fun j => when (t j <? t i)%nat (a i j)) - "
     "sum n (fun j => when (s j <? s i)%nat (a i j))) in term s t <= term s identity + "
     "term t identity"},
    {"EveryN.v", "kendall_le_box_terms",
     "forall n a s t, ranking n s -> ranking n t -> symmetric n a -> nonnegative n a -> "
     "kendall n a s t <= box n a s t"},
    {"EveryN.v", "prefix_le_2_kendall_terms",
     "forall n a s t, ranking n s -> ranking n t -> symmetric n a -> nonnegative n a -> "
     "prefix n a s t <= 2 * kendall n a s t"},
};

/// Whose law it is: of the number that Coq defines, of its root, or of any function of it; or of
/// a metric of the confusion matrix itself.
enum class Of : std::uint8_t { number, root, function, own };

/// A predicate in Coq, and the measures of which it is proved.
struct Law {
    std::string_view property;  ///< of the catalogue
    Of of;
    std::string_view predicate;
    std::string_view file;
    std::vector<std::string_view> measures;
};

/// Those whose greatest value is at equality: rates of success.
const std::vector<std::string_view> of_confusion = {
    "recall",          "tnr", "precision", "npv",        "accuracy",    "balanced_accuracy", "f1",
    "fowlkes_mallows", "mcc", "jaccard",   "markedness", "informedness"};

const Law laws[] = {
    {"right-invariance",
     Of::function,
     "is_right_invariant",
     "MetricLaws.v",
     {"mse", "mae", "mape", "smape", "r2", "kendall_tau", "spearman_rho", "ndpm", "hits"}},
    {"symmetry",
     Of::function,
     "is_symmetric",
     "MetricLaws.v",
     {"mse", "mae", "smape", "r2", "kendall_tau", "spearman_rho", "ndpm", "hits"}},
    {"width-swap-dependence",
     Of::function,
     "depends_on_width",
     "MetricLaws.v",
     {"mse", "mae", "r2", "kendall_tau", "spearman_rho", "ndpm"}},
    {"distance", Of::number, "is_distance", "MetricDistances.v", {"mae", "smape", "ndpm"}},
    {"distance", Of::root, "root_is_distance", "MetricDistances.v", {"mse", "mae"}},
    {"linear-map-to-distance",
     Of::number,
     "maps_to_distance",
     "MetricDistances.v",
     {"mae", "smape", "ndpm", "kendall_tau"}},
    {"maximal-agreement", Of::own, "greatest_is_one_at_k", "Maxima.v", of_confusion},
    {"maximum-independent-of-n", Of::own, "greatest_is_one_at_k", "Maxima.v", of_confusion},
    {"maximal-agreement",
     Of::number,
     "greatest_is_one",
     "Maxima.v",
     {"r2", "kendall_tau", "spearman_rho"}},
    {"maximum-independent-of-n",
     Of::number,
     "greatest_is_one",
     "Maxima.v",
     {"r2", "kendall_tau", "spearman_rho"}},
    {"sensitivity", Of::number, "sees_place", "Maxima.v", {"mape", "smape"}},
    // With a = 1 and b = 0.
    {"linear-map-to-distance", Of::root, "root_is_distance", "MetricDistances.v", {"mse", "mae"}},
};

/// What Coq calls the number of which a metric is a function.
struct Measure {
    std::string name;
    Of of = Of::number;  ///< how the metric comes from it
};

/// \param of  what a law speaks of
Measure measure_of(const metrics::Metric& metric, Of of) {
    Measure measure{std::string(metric.name)};
    std::ranges::replace(measure.name, '-', '_');
    if (metric.family == metrics::family::confusion) {
        measure.of = Of::own;
        // Beside n and k all of these depend on the hits alone.
        if (of != Of::own) measure = {"hits", Of::function};
    } else if (metric.name == "rmse" || metric.name == "rmae") {
        measure = {std::string(metric.name.substr(1)), Of::root};
    }
    return measure;
}

std::string quantified(std::string_view measure) {
    return measure == "hits" ? "forall k, {} ({} k)" : "{} {}";
}

Theorem theorem_in(const Law& law, std::string_view measure) {
    return {std::string(law.file), fmt::format("{}_{}", measure, law.predicate),
            fmt::format(fmt::runtime(quantified(measure)), law.predicate, measure)};
}

/// All parameters but k as usual, and no other number of relevant elements.
bool is_usual(metrics::Parameters parameters) {
    parameters.k.reset();
    return parameters == metrics::Parameters{};
}

bool is_listed(const metrics::Metric& metric) {
    return std::ranges::any_of(metrics::catalogue(),
                               [&](const metrics::Metric& listed) { return &listed == &metric; });
}

}  // namespace

std::span<const Theorem> theorems() {
    static const std::vector<Theorem> all = [] {
        std::vector<Theorem> list;
        for (const Bound& bound : bounds)
            list.push_back(bound.theorem);
        const auto add = [&](Theorem theorem) {
            if (std::ranges::find(list, theorem) == list.end()) list.push_back(std::move(theorem));
        };
        for (const WeightedLaw& law : weighted_laws())
            add(law.theorem);
        for (const Law& law : laws) {
            for (const std::string_view measure : law.measures)
                add(theorem_in(law, measure));
        }
        for (const Theorem& theorem : named_by_claims)
            add(theorem);
        return list;
    }();
    return all;
}

const Theorem& theorem_named(std::string_view name) {
    const auto found = std::ranges::find(theorems(), name, &Theorem::name);
    if (found == theorems().end())
        throw InternalError(fmt::format("no theorem is called {}", name));
    return *found;
}

std::string to_string(const Theorem& theorem) {
    return fmt::format("{} ({})", theorem.name, theorem.file);
}

const Theorem* theorem_of_bound(Reading reading, Extreme extreme, const Rational& ratio,
                                bool every_weighting) {
    for (const Bound& bound : bounds) {
        // What holds for all weights holds for weights 1.
        if (bound.reading == reading && bound.extreme == extreme &&
            Rational(bound.ratio) == ratio && (bound.every_weighting || !every_weighting))
            return &bound.theorem;
    }
    return nullptr;
}

const Theorem* theorem_of_law(const metrics::Metric& metric, const Property& property,
                              metrics::Frame frame, FixedPointPolicy policy,
                              const metrics::Parameters& parameters) {
    if (!is_usual(parameters) || !is_listed(metric)) return nullptr;
    for (const WeightedLaw& law : weighted_laws()) {
        const bool is_covered = law.frame == frame && law.speaks_of(property.varies) &&
                                (!law.local_only || policy == FixedPointPolicy::local);
        if (law.property == property.name && is_covered &&
            std::ranges::find(law.metrics, metric.full_name()) != law.metrics.end())
            return &law.theorem;
    }
    if (frame != metrics::Frame::element) return nullptr;
    for (const Law& law : laws) {
        const Measure measure = measure_of(metric, law.of);
        const bool speaks_of_it = law.of == Of::function || law.of == measure.of;
        if (law.property == property.name && speaks_of_it &&
            std::ranges::find(law.measures, measure.name) != law.measures.end())
            return &*std::ranges::find(theorems(), theorem_in(law, measure.name));
    }
    return nullptr;
}

}  // namespace disarray::properties
