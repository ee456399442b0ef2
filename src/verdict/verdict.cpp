// SPDX-License-Identifier: MIT
#include "verdict/verdict.hpp"

#include "base/near_names.hpp"

namespace disarray {

namespace {

constexpr std::pair<std::string_view, Verdict> verdict_names[] = {
    {"refuted", Verdict::refuted},     {"certified", Verdict::certified},
    {"exhausted", Verdict::exhausted}, {"supported", Verdict::supported},
    {"undecided", Verdict::undecided}, {"not-applicable", Verdict::not_applicable}};

}  // namespace

std::string_view name_of(Verdict verdict) {
    return name_of_choice(verdict_names, verdict);
}

Verdict verdict_named(std::string_view name, std::string_view where) {
    return choice_named(verdict_names, name, where);
}

}  // namespace disarray
