// SPDX-License-Identifier: MIT
#include "properties/generators/cases.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "properties/generators/dissimilarities.hpp"
#include "properties/generators/permutations.hpp"
#include "properties/generators/weightings.hpp"

namespace disarray::properties::generators {

namespace {

/// Convention: from here on all n are equally likely, and half of a cycle of case_at is beyond it.
constexpr std::size_t full_size = 50;

void require_usable(const CaseShape& shape) {
    if (shape.rankings < 1 || shape.least_n < 1 || shape.least_n > shape.most_n) {
        throw UsageError(fmt::format("CaseShape: {} rankings, n from {} to {}", shape.rankings,
                                     shape.least_n, shape.most_n));
    }
}

std::size_t draw_n(Draw& draw, const CaseShape& shape) {
    const auto size = std::min(static_cast<std::size_t>(std::max(draw.size(), 0)), full_size);
    const std::size_t more = (shape.most_n - shape.least_n) * size / full_size;
    return draw.between(shape.least_n, shape.least_n + more);
}

/// `drawn()` into `part`, four times in five if the part varies; its labels to `labels`.
template <class Part, class Drawn>
void draw_part(Draw& draw, bool varies, std::string_view aspect, std::optional<Part>& part,
               std::vector<std::string>& labels, const Drawn& drawn) {
    if (!varies) return;
    if (draw.chance(1, 5)) {
        labels.push_back(label(aspect, "absent"));
        return;
    }
    auto [value, value_labels] = drawn();
    part = std::move(value);
    labels.insert(labels.end(), value_labels.begin(), value_labels.end());
}

FixedPointPolicy draw_policy(Draw& draw, const CaseShape& shape, const Weighting& weighting) {
    if (shape.fixed_points) return *shape.fixed_points;
    if (!weighting.swap_costs) return FixedPointPolicy::one;
    return draw.chance(1, 2) ? FixedPointPolicy::local : FixedPointPolicy::one;
}

}  // namespace

LabelledCase draw_case(Draw& draw, const CaseShape& shape) {
    require_usable(shape);
    const std::size_t n = draw_n(draw, shape);
    auto [rankings, labels] = draw_rankings(draw, shape.rankings, n);
    LabelledCase drawn{Case{std::move(rankings), {}, 2}, std::move(labels)};
    Weighting& weighting = drawn.value.weighting;
    draw_part(draw, shape.varies.element_weights, "element weights", weighting.element_weights,
              drawn.labels, [&] { return draw_element_weights(draw, n); });
    draw_part(draw, shape.varies.swap_costs, "swap costs", weighting.swap_costs, drawn.labels,
              [&] { return draw_swap_costs(draw, n, shape.positive_swap_costs); });
    draw_part(draw, shape.varies.dissimilarity, "dissimilarity", weighting.dissimilarity,
              drawn.labels, [&] { return draw_dissimilarity(draw, n, shape.dissimilarity); });
    weighting.fixed_points = draw_policy(draw, shape, weighting);
    if (shape.vary_scale && draw.chance(1, 2)) drawn.value.scale = draw.small(false);
    return drawn;
}

LabelledCase case_at(const CaseShape& shape, std::uint64_t seed, std::uint64_t index) {
    // RapidCheck's generator is a block cipher (Threefish) of a counter under a 256-bit key; keys
    // that differ in any bit give unrelated streams, so seed and index can be the key as they are.
    const rc::Random random(rc::Random::Key{seed, index, 0, 0});
    Draw draw(random, static_cast<int>(index % rc::kNominalSize));
    return draw_case(draw, shape);
}

}  // namespace disarray::properties::generators
