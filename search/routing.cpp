// SPDX-License-Identifier: MIT
#include "search/routing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace disarray::search {

namespace {

constexpr std::size_t most_elements = 20;
constexpr std::int64_t most_coefficient = 1 << 30;  // of the sum over all forms

/// c for the signs at hand, and what the rule does with it. Whole numbers: c times `scale`.
class Routing {
public:
    Routing(const Functional& small, const Functional& big) : n_(big.n) {
        const std::int64_t scale = std::lcm(small.divisor, big.divisor);
        times_big_ = scale / big.divisor;
        times_small_ = scale / small.divisor;
        fits_ = n_ <= most_elements && scale < most_coefficient && read(small, big);
    }

    bool fits() const { return fits_; }
    std::int64_t scale(const Functional& big) const { return times_big_ * big.divisor; }

    /// How much of the deficits the rule leaves without cover; as soon as this is `enough` or more,
    /// a part of it. 0: the rule has succeeded.
    std::int64_t missing(const Signs& signs, std::int64_t enough);
    /// Whether all deficits are covered, by the rule and what it leaves by detours.
    bool covers_with_detours(const Signs& signs);
    /// What the last success has proved.
    Leaf leaf(const Signs& signs, const Functional& big) const;

    /// The triangles of a success are kept.
    void keep_triangles() { keeps_triangles_ = true; }

private:
    struct Pair {
        std::uint8_t i, j;
    };

    bool read(const Functional& small, const Functional& big);
    void form(const Signs& signs);
    std::int64_t margin(Pair pair) const;
    std::int64_t cover(Pair pair);
    void take(std::size_t i, std::size_t j, std::int32_t amount);
    void use(std::size_t i, std::size_t j, std::size_t k, std::int32_t amount);
    std::vector<std::size_t> detour(Pair pair) const;

    std::size_t n_;
    bool keeps_triangles_ = false;
    std::vector<TriangleTerm> used_;  // in units of 1/scale
    std::int64_t times_big_ = 1, times_small_ = 1;
    bool fits_ = false;
    std::vector<std::int32_t> constant_;  // what of c does not depend on the signs
    std::vector<std::int32_t> forms_;     // f_1, f_2, …, one behind the other
    std::vector<std::int32_t> sum_;       // c by pairs
    std::array<std::array<std::int32_t, most_elements>, most_elements> c_{};
    std::array<std::uint32_t, most_elements> surplus_{};  // bit j of entry i: c_ij > 0
    std::vector<Pair> deficits_;                          // in the order of pair_index
};

/// The greatest absolute value of a coefficient.
std::int64_t greatest(const LinearForm& form) {
    std::int64_t most = 0;
    for (const std::int64_t c : form)
        most = std::max(most, c < 0 ? -c : c);
    return most;
}

/// An upper bound of |coefficient| of the sum of all forms, whatever their signs; saturated.
Int128 greatest_sum(const Functional& f, std::int64_t factor) {
    Int128 sum = greatest(f.linear);
    for (const LinearForm& form : f.absolute)
        sum += greatest(form);
    return sum * factor;
}

/// False if a coefficient is too long.
bool Routing::read(const Functional& small, const Functional& big) {
    if (greatest_sum(small, times_small_) + greatest_sum(big, times_big_) >= most_coefficient) {
        return false;
    }
    const auto small_factor = static_cast<std::int32_t>(times_small_);
    const auto big_factor = static_cast<std::int32_t>(times_big_);
    const std::size_t pairs = pair_count(n_);
    constant_.resize(pairs);
    for (std::size_t e = 0; e < pairs; ++e) {
        constant_[e] = static_cast<std::int32_t>(big.linear[e]) * big_factor -
                       static_cast<std::int32_t>(small.linear[e]) * small_factor;
    }
    for (const LinearForm& g : small.absolute) {
        for (std::size_t e = 0; e < pairs; ++e)
            constant_[e] -= std::abs(static_cast<std::int32_t>(g[e])) * small_factor;
    }
    forms_.resize(big.absolute.size() * pairs);
    auto* entry = forms_.data();
    for (const LinearForm& f : big.absolute) {
        for (const std::int64_t c : f)
            *entry++ = static_cast<std::int32_t>(c) * big_factor;
    }
    return true;
}

void Routing::form(const Signs& signs) {
    sum_ = constant_;
    const std::int32_t* form = forms_.data();
    for (const int sign : signs) {
        for (std::int32_t& c : sum_)
            c += sign * *form++;
    }
    surplus_ = {};
    deficits_.clear();
    for (std::size_t i = 0, e = 0; i < n_; ++i) {
        for (std::size_t j = i + 1; j < n_; ++j, ++e) {
            c_[i][j] = c_[j][i] = sum_[e];
            if (sum_[e] > 0) {
                surplus_[i] |= 1U << j;
                surplus_[j] |= 1U << i;
            } else if (sum_[e] < 0) {
                deficits_.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j)});
            }
        }
    }
}

/// c_ij + Σ_k min(c_ik, c_jk) over the k where both are > 0: no cover of others makes it larger.
std::int64_t Routing::margin(Pair pair) const {
    std::int64_t sum = c_[pair.i][pair.j];
    for (std::uint32_t both = surplus_[pair.i] & surplus_[pair.j]; both != 0; both &= both - 1) {
        const auto k = static_cast<std::size_t>(std::countr_zero(both));
        sum += std::min(c_[pair.i][k], c_[pair.j][k]);
    }
    return sum;
}

void Routing::take(std::size_t i, std::size_t j, std::int32_t amount) {
    c_[i][j] = c_[j][i] -= amount;
    if (c_[i][j] > 0) return;
    surplus_[i] &= ~(1U << j);
    surplus_[j] &= ~(1U << i);
}

void Routing::use(std::size_t i, std::size_t j, std::size_t k, std::int32_t amount) {
    if (keeps_triangles_) used_.push_back({std::min(i, j), std::max(i, j), k, Rational(amount)});
}

/// Covers as much of a deficit as can be; returns what is left of it.
std::int64_t Routing::cover(Pair pair) {
    const auto [i, j] = pair;
    while (c_[i][j] < 0) {
        std::size_t best = 0;
        std::int32_t most = 0;
        for (std::uint32_t both = surplus_[i] & surplus_[j]; both != 0; both &= both - 1) {
            const auto k = static_cast<std::size_t>(std::countr_zero(both));
            const std::int32_t amount = std::min(c_[i][k], c_[j][k]);
            if (amount <= most) continue;
            most = amount;
            best = k;
        }
        if (most == 0) break;
        const std::int32_t amount = std::min(most, -c_[i][j]);
        take(i, best, amount);
        take(j, best, amount);
        c_[i][j] = c_[j][i] += amount;
        use(i, j, best, amount);
    }
    return -std::int64_t{c_[i][j]};
}

std::int64_t Routing::missing(const Signs& signs, std::int64_t enough) {
    form(signs);
    std::int64_t missing = 0;
    while (!deficits_.empty() && missing < enough) {
        auto tightest = deficits_.begin();
        std::int64_t least = margin(*tightest);
        for (auto pair = tightest + 1; pair != deficits_.end(); ++pair) {
            const std::int64_t here = margin(*pair);
            if (here < least) {
                least = here;
                tightest = pair;
            }
        }
        missing += cover(*tightest);
        deficits_.erase(tightest);
    }
    return missing;
}

/// A shortest way from i to j over pairs with c > 0, of those the one that begins widest; both ends
/// are in it. Empty if there is none.
std::vector<std::size_t> Routing::detour(Pair pair) const {
    std::array<std::uint32_t, most_elements> layers{};  // by steps to j
    std::size_t steps = 0;
    layers[0] = 1U << pair.j;
    std::uint32_t seen = layers[0];
    while ((layers[steps] >> pair.i & 1U) == 0) {
        std::uint32_t next = 0;
        for (std::uint32_t rest = layers[steps]; rest != 0; rest &= rest - 1)
            next |= surplus_[static_cast<std::size_t>(std::countr_zero(rest))];
        next &= ~seen;
        if (next == 0) return {};
        seen |= next;
        layers[++steps] = next;
    }
    std::vector<std::size_t> way{pair.i};
    while (steps-- > 0) {
        const auto& from = c_[way.back()];
        std::size_t widest = n_;
        for (std::uint32_t rest = surplus_[way.back()] & layers[steps]; rest != 0;
             rest &= rest - 1) {
            const auto k = static_cast<std::size_t>(std::countr_zero(rest));
            if (widest == n_ || from[k] > from[widest]) widest = k;
        }
        way.push_back(widest);
    }
    return way;
}

bool Routing::covers_with_detours(const Signs& signs) {
    used_.clear();
    form(signs);
    for (const Pair& pair : deficits_) {
        const auto [i, j] = pair;
        while (cover(pair) > 0) {
            const auto way = detour(pair);
            if (way.empty()) return false;
            std::int32_t amount = -c_[i][j];
            for (std::size_t k = 0; k + 1 < way.size(); ++k)
                amount = std::min(amount, c_[way[k]][way[k + 1]]);
            for (std::size_t k = 0; k + 1 < way.size(); ++k)
                take(way[k], way[k + 1], amount);
            c_[i][j] = c_[j][i] += amount;
            // D(i,j) ≤ D(i,k) + D(k,j), and so on with the rest of the way.
            for (std::size_t k = 0; k + 2 < way.size(); ++k)
                use(way[k], j, way[k + 1], amount);
        }
    }
    return true;
}

Leaf Routing::leaf(const Signs& signs, const Functional& big) const {
    Leaf leaf;
    leaf.ratio = 1;
    leaf.signs.assign(signs.begin(), signs.end());
    const Rational unit = Rational(1) / Rational(scale(big));
    const auto key = [](const TriangleTerm& t) { return std::array{t.i, t.j, t.k}; };
    std::vector<TriangleTerm> sorted = used_;
    std::ranges::sort(sorted, {}, key);
    for (TriangleTerm& t : sorted) {
        t.multiplier *= unit;
        if (!leaf.triangles.empty() && key(leaf.triangles.back()) == key(t)) {
            leaf.triangles.back().multiplier += t.multiplier;
        } else {
            leaf.triangles.push_back(t);
        }
    }
    for (std::size_t i = 0, e = 0; i < n_; ++i) {
        for (std::size_t j = i + 1; j < n_; ++j, ++e) {
            const std::int64_t rest = c_[i][j];
            if (rest > 0) leaf.slacks.push_back({e, unit * Rational(rest)});
        }
    }
    return leaf;
}

}  // namespace

Signs signs_at_one(const Functional& big) {
    Signs signs;
    for (const LinearForm& form : big.absolute) {
        const std::int64_t sum = std::accumulate(form.begin(), form.end(), std::int64_t{0});
        signs.push_back((sum > 0 ? 1 : 0) - (sum < 0 ? 1 : 0));
    }
    return signs;
}

std::optional<Leaf> routed_leaf(const Functional& small, const Functional& big,
                                const Signs& signs) {
    Routing routing(small, big);
    routing.keep_triangles();
    if (!routing.fits() || routing.missing(signs, 1) > 0) return std::nullopt;
    return routing.leaf(signs, big);
}

std::optional<Leaf> detoured_leaf(const Functional& small, const Functional& big) {
    Routing routing(small, big);
    routing.keep_triangles();
    const Signs signs = signs_at_one(big);
    if (!routing.fits() || !routing.covers_with_detours(signs)) return std::nullopt;
    return routing.leaf(signs, big);
}

std::optional<RoutedSigns> routable_signs(const Functional& small, const Functional& big) {
    Routing routing(small, big);
    if (!routing.fits()) return std::nullopt;
    Signs signs = signs_at_one(big);
    std::int64_t least = routing.missing(signs, INT64_MAX);
    if (least == 0) return RoutedSigns{std::move(signs), true};
    // Each round makes the greatest improvement. Eight rounds: more have proved nothing on S_10.
    for (int round = 0; round < 8 && least > 0; ++round) {
        Signs best;
        for (std::size_t k = 0; k < signs.size() && least > 0; ++k) {
            const int before = signs[k];
            for (const int sign : {-1, 0, 1}) {
                if (sign == before || least == 0) continue;
                signs[k] = sign;
                const std::int64_t here = routing.missing(signs, least);
                if (here >= least) continue;
                least = here;
                best = signs;
            }
            signs[k] = before;
        }
        if (best.empty()) return std::nullopt;
        signs = std::move(best);
    }
    if (least > 0) return std::nullopt;
    return RoutedSigns{std::move(signs), false};
}

}  // namespace disarray::search
