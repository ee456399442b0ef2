// SPDX-License-Identifier: MIT
#include "properties/generators/weightings.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace disarray::properties::generators {

namespace {

using Numbers = std::vector<Rational>;

/// `count` results of `value()`.
template <class Value>
Numbers repeated(std::size_t count, const Value& value) {
    Numbers numbers;
    for (std::size_t i = 0; i < count; ++i)
        numbers.push_back(value());
    return numbers;
}

Numbers unit_weights(Draw&, std::size_t n) {
    return Numbers(n, Rational(1));
}

Numbers small_integers(Draw& draw, std::size_t n) {
    return repeated(n, [&] { return draw.positive(5, 1); });
}

Numbers small_rationals(Draw& draw, std::size_t n) {
    return repeated(n, [&] { return draw.small(false); });
}

/// 1, r, r², … with r = 2, 3, 1/2 or 1/3, in a random order one time in two.
Numbers geometric(Draw& draw, std::size_t n) {
    Rational ratio = draw.between(2, 3);
    if (draw.chance(1, 2)) ratio = Rational(1) / ratio;
    Rational value = 1;
    Numbers weights = repeated(n, [&] { return std::exchange(value, value * ratio); });
    if (draw.chance(1, 2)) draw.shuffle(weights);
    return weights;
}

/// One element outweighs all others together.
Numbers one_heavy(Draw& draw, std::size_t n) {
    Numbers weights(n, Rational(1));
    weights[draw.below(n)] = n + draw.between(1, 100);
    return weights;
}

struct WeightKind {
    std::string_view name;
    Numbers (*draw)(Draw&, std::size_t n);
};

constexpr WeightKind weight_kinds[] = {{"unit", unit_weights},
                                       {"small integers", small_integers},
                                       {"small rationals", small_rationals},
                                       {"geometric", geometric},
                                       {"one heavy", one_heavy}};

/// 1 for the first k swaps, 0 for the rest; if there are two swaps or more, both occur.
Numbers top_k_costs(Draw& draw, std::size_t n, bool) {
    const std::size_t k = n > 2 ? draw.between(1, n - 2) : 0;
    return SwapCosts::top_k(n, k).costs();
}

Numbers click_through_rate(Draw&, std::size_t n, bool) {
    return SwapCosts::click_through_rate(n, "generated").costs();
}

Numbers decreasing(Draw& draw, std::size_t n, bool) {
    Numbers costs = small_rationals(draw, n - 1);
    std::ranges::sort(costs, std::greater<>());
    return costs;
}

Numbers increasing(Draw& draw, std::size_t n, bool) {
    Numbers costs = small_rationals(draw, n - 1);
    std::ranges::sort(costs);
    return costs;
}

struct CostKind {
    std::string_view name;
    Numbers (*draw)(Draw&, std::size_t n, bool positive);
};

constexpr CostKind cost_kinds[] = {
    {"unit", [](Draw&, std::size_t n, bool) { return Numbers(n - 1, Rational(1)); }},
    {"ctr", click_through_rate},
    {"topk", top_k_costs},
    {"decreasing", decreasing},
    {"increasing", increasing},
    {"small rationals", [](Draw& draw, std::size_t n, bool positive) {
         return repeated(n - 1, [&] { return draw.small(!positive); });
     }}};

/// KV Table 1 has ten positions, and the last two rates are equal: the ninth cost is 0.
bool can_draw(const CostKind& kind, std::size_t n, bool positive) {
    if (kind.name == "ctr") return n <= (positive ? 9 : 10);
    return !(positive && kind.name == "topk");
}

template <class Kinds>
std::vector<std::string_view> names_of(const Kinds& kinds) {
    std::vector<std::string_view> names;
    for (const auto& kind : kinds)
        names.push_back(kind.name);
    return names;
}

}  // namespace

std::vector<std::string_view> element_weight_kinds() {
    return names_of(weight_kinds);
}

Labelled<ElementWeights> draw_element_weights(Draw& draw, std::size_t n) {
    const WeightKind& kind = weight_kinds[draw.below(std::size(weight_kinds))];
    return {ElementWeights::from(kind.draw(draw, n), "generated"),
            {label("element weights", kind.name)}};
}

std::vector<std::string_view> swap_cost_kinds() {
    return names_of(cost_kinds);
}

Labelled<SwapCosts> draw_swap_costs(Draw& draw, std::size_t n, bool positive) {
    std::vector<const CostKind*> possible;
    for (const CostKind& kind : cost_kinds) {
        if (can_draw(kind, n, positive)) possible.push_back(&kind);
    }
    const CostKind& kind = *possible[draw.below(possible.size())];
    return {SwapCosts::from(kind.draw(draw, n, positive), "generated"),
            {label("swap costs", kind.name)}};
}

}  // namespace disarray::properties::generators
