// SPDX-License-Identifier: MIT
#include "metrics/retrieval/conventions.hpp"

#include <utility>

#include "base/near_names.hpp"

namespace disarray::retrieval {

namespace {

constexpr std::pair<std::string_view, Discount> discounts[] = {{"trec", Discount::trec},
                                                               {"mir", Discount::mir}};
constexpr std::pair<std::string_view, Gain> gains[] = {{"linear", Gain::linear},
                                                       {"exponential", Gain::exponential}};
constexpr std::pair<std::string_view, ShortLists> all_short_lists[] = {
    {"cutoff", ShortLists::cutoff}, {"length", ShortLists::length}};
constexpr std::pair<std::string_view, PrecisionsAveraged> all_precisions_averaged[] = {
    {"relevant", PrecisionsAveraged::relevant}, {"reachable", PrecisionsAveraged::reachable}};
constexpr std::pair<std::string_view, Normalization> normalizations[] = {
    {"per-query", Normalization::per_query}, {"of-averages", Normalization::of_averages}};

}  // namespace

Discount discount_named(std::string_view name, std::string_view where) {
    return choice_named(discounts, name, where);
}
Gain gain_named(std::string_view name, std::string_view where) {
    return choice_named(gains, name, where);
}
ShortLists short_lists_named(std::string_view name, std::string_view where) {
    return choice_named(all_short_lists, name, where);
}
PrecisionsAveraged precisions_averaged_named(std::string_view name, std::string_view where) {
    return choice_named(all_precisions_averaged, name, where);
}
Normalization normalization_named(std::string_view name, std::string_view where) {
    return choice_named(normalizations, name, where);
}

std::string_view name_of(Discount discount) {
    return name_of_choice(discounts, discount);
}
std::string_view name_of(Gain gain) {
    return name_of_choice(gains, gain);
}
std::string_view name_of(ShortLists short_lists) {
    return name_of_choice(all_short_lists, short_lists);
}
std::string_view name_of(PrecisionsAveraged precisions_averaged) {
    return name_of_choice(all_precisions_averaged, precisions_averaged);
}
std::string_view name_of(Normalization normalization) {
    return name_of_choice(normalizations, normalization);
}

}  // namespace disarray::retrieval
