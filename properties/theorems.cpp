// SPDX-License-Identifier: MIT
#include "properties/theorems.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "metrics/catalogue.hpp"
#include "properties/property.hpp"

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

/// A law of K and F with weights.
struct WeightedLaw {
    std::string_view property;
    std::vector<std::string_view> metrics;  ///< by their full names
    bool with_swap_costs;                   ///< true if also where swap costs vary
    bool local_only;                        ///< true if with that policy at fixed points only
    Theorem theorem;
};

const std::vector<std::string_view> every_weighted = {
    "kendall", "footrule[prefix]", "footrule[prefix-sym]", "footrule[interval]", "footrule[box]"};

const WeightedLaw weighted_laws[] = {
    {"scale-element-weights",
     every_weighted,
     true,
     false,
     {"Scaling.v", "scale_weights",
      "forall c v n D f s, distance (Weighting (fun i => c * w v i) (delta v) (fixed_points v)) "
      "n D f s == c * c * distance v n D f s"}},
    {"scale-dissimilarity",
     every_weighted,
     true,
     false,
     {"Scaling.v", "scale_dissimilarity",
      "forall c v n D f s, 0 <= c -> distance v n (fun i j => c * D i j) f s == "
      "c * distance v n D f s"}},
    {"scale-swap-costs",
     every_weighted,
     true,
     true,
     {"Scaling.v", "scale_swap_costs",
      "forall c v n D f s, fixed_points v = local -> distance (Weighting (w v) "
      "(fun k => c * delta v k) (fixed_points v)) n D f s == c * c * distance v n D f s"}},
    {"scale-all",
     every_weighted,
     true,
     true,
     {"Scaling.v", "scale_all",
      "forall a b c v n D f s, 0 <= c -> fixed_points v = local -> distance (Weighting "
      "(fun i => a * w v i) (fun k => b * delta v k) (fixed_points v)) n "
      "(fun i j => c * D i j) f s == a * a * (b * b) * c * distance v n D f s"}},
    {"swap-costs-as-weights",
     {"kendall", "footrule[prefix]", "footrule[interval]", "footrule[box]"},
     true,
     false,
     {"Scaling.v", "swap_costs_as_weights",
      "forall d policy n D f s, f <> PrefixSym -> let v := Weighting (fun _ => 1) d policy in "
      "distance v n D f s == distance (Weighting (p_bar v n s identity) (fun _ => 1) one) n D f "
      "s"}},
    {"symmetry",
     {"kendall"},
     false,
     false,
     {"Triangles.v", "kendall_symmetric",
      "forall n D s t, symmetric n D -> kendall n D s t == kendall n D t s"}},
    {"symmetry",
     {"footrule[prefix]"},
     false,
     false,
     {"Triangles.v", "prefix_symmetric", "forall n a s t, prefix n a s t == prefix n a t s"}},
    {"symmetry",
     {"footrule[box]"},
     false,
     false,
     {"Triangles.v", "box_symmetric", "forall n a s t, box n a s t == box n a t s"}},
    {"triangle-inequality",
     {"kendall"},
     false,
     false,
     {"Triangles.v", "kendall_triangle",
      "forall n a s t r, ranking n s -> ranking n t -> ranking n r -> dissimilarity n a -> "
      "kendall n a s r <= kendall n a s t + kendall n a t r"}},
    {"triangle-inequality",
     {"footrule[prefix]"},
     false,
     false,
     {"Triangles.v", "prefix_triangle",
      "forall n a s t r, prefix n a s r <= prefix n a s t + prefix n a t r"}},
    {"triangle-any-dissimilarity",
     {"kendall"},
     false,
     false,
     {"Triangles.v", "kendall_through_identity",
      "forall n a s t, ranking n s -> ranking n t -> dissimilarity n a -> "
      "kendall n a s t <= kendall n a s identity + kendall n a t identity"}},
    {"triangle-through-identity",
     {"footrule[prefix]"},
     false,
     false,
     {"Triangles.v", "prefix_through_identity",
      "forall n a s t, prefix n a s t <= prefix n a s identity + prefix n a t identity"}},
};

/// Whose law it is: of the number that Coq defines, of its root, or of any function of it.
enum class Of : std::uint8_t { number, root, function };

/// A predicate in Coq, and the measures of which it is proved.
struct Law {
    std::string_view property;  ///< of the catalogue
    Of of;
    std::string_view predicate;
    std::string_view file;
    std::vector<std::string_view> measures;
};

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
    // With a = 1 and b = 0.
    {"linear-map-to-distance", Of::root, "root_is_distance", "MetricDistances.v", {"mse", "mae"}},
};

/// What Coq calls the number of which a metric is a function.
struct Measure {
    std::string name;
    Of of = Of::number;  ///< how the metric comes from it
};

Measure measure_of(const metrics::Metric& metric) {
    // Beside n and k all of these depend on the hits alone.
    if (metric.family == metrics::family::confusion) return {"hits", Of::function};
    if (metric.name == "rmse" || metric.name == "rmae")
        return {std::string(metric.name.substr(1)), Of::root};
    Measure measure{std::string(metric.name)};
    std::ranges::replace(measure.name, '-', '_');
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
        for (const WeightedLaw& law : weighted_laws)
            list.push_back(law.theorem);
        for (const Law& law : laws) {
            for (const std::string_view measure : law.measures) {
                Theorem theorem = theorem_in(law, measure);
                if (std::ranges::find(list, theorem) == list.end())
                    list.push_back(std::move(theorem));
            }
        }
        return list;
    }();
    return all;
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
    if (frame != metrics::Frame::element || !is_usual(parameters) || !is_listed(metric))
        return nullptr;
    for (const WeightedLaw& law : weighted_laws) {
        const bool is_covered = (law.with_swap_costs || !property.varies.swap_costs) &&
                                (!law.local_only || policy == FixedPointPolicy::local);
        if (law.property == property.name && is_covered &&
            std::ranges::find(law.metrics, metric.full_name()) != law.metrics.end())
            return &law.theorem;
    }
    const Measure measure = measure_of(metric);
    for (const Law& law : laws) {
        const bool speaks_of_it = law.of == Of::function || law.of == measure.of;
        if (law.property == property.name && speaks_of_it &&
            std::ranges::find(law.measures, measure.name) != law.measures.end())
            return &*std::ranges::find(theorems(), theorem_in(law, measure.name));
    }
    return nullptr;
}

}  // namespace disarray::properties
