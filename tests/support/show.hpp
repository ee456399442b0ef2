// SPDX-License-Identifier: MIT
//
// How failure messages print our types, under Catch2 (StringMaker) and RapidCheck (showValue).
#pragma once

#include <ostream>
#include <string>

#include <fmt/format.h>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "tests/catch.hpp"
#include "weighting/weighting.hpp"

namespace disarray::test {

inline std::string described(const Dissimilarity& d) {
    std::string text;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = 0; j < d.size(); ++j) {
            text += d(i, j).to_string() + (j + 1 < d.size() ? " " : "; ");
        }
    }
    return text;
}

/// All of `weighting` on one line, so that an instance can be copied from a failure message.
inline std::string described(const Weighting& weighting) {
    std::string text;
    if (weighting.element_weights) {
        text += "w =";
        for (std::size_t i = 0; i < weighting.element_weights->size(); ++i) {
            text += fmt::format(" {}", (*weighting.element_weights)[i].to_string());
        }
        text += ", ";
    }
    if (weighting.swap_costs) {
        text += "swap costs =";
        for (const Rational& cost : weighting.swap_costs->costs()) {
            text += fmt::format(" {}", cost.to_string());
        }
        text += fmt::format(" (fixed points: {}), ", name_of(weighting.fixed_points));
    }
    if (weighting.dissimilarity) text += "D = " + described(*weighting.dissimilarity);
    return text.empty() ? "unit weights" : text;
}

}  // namespace disarray::test

namespace disarray {

inline void showValue(const Rational& value, std::ostream& os) {
    os << value.to_string();
}
inline void showValue(const Permutation& sigma, std::ostream& os) {
    os << "ranks " << sigma.to_string();
}
inline void showValue(const Dissimilarity& d, std::ostream& os) {
    os << test::described(d);
}
inline void showValue(const Weighting& weighting, std::ostream& os) {
    os << test::described(weighting);
}

}  // namespace disarray

template <>
struct Catch::StringMaker<disarray::Rational> {
    static std::string convert(const disarray::Rational& value) { return value.to_string(); }
};
template <>
struct Catch::StringMaker<disarray::Permutation> {
    static std::string convert(const disarray::Permutation& sigma) {
        return "ranks " + sigma.to_string();
    }
};
