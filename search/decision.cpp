// SPDX-License-Identifier: MIT
//
// The program of a node is the dual one, since it has only C(n,2) rows and its solution is the
// proof itself: find the largest C, signs φ_k ∈ [−1,1] and multipliers y, μ ≥ 0 with
//     linear_M(e) + Σ_k φ_k·f_k(e) − C·N'(e) − Σ_t y_t·triangle_t(e) − Σ_k μ_k·s_k·g_k(e) ≥ 0
// for each pair e, where N' replaces |g_k| by s_k·g_k if the node has split at k and by its
// termwise absolute value |g|_k otherwise. The multipliers of the rows are a D: by duality D is a
// pseudometric within the node's region with N'(D) = 1 and M(D) = C. It is worth M(D)/N(D) ≥ C, and
// where N'(D) = N(D) the node is closed. Once some D of ratio r is known, the other nodes need
// C = r and no more: C is bounded there, which also keeps their programs bounded.
#include "search/decision.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "search/linear_program.hpp"

namespace disarray::search {

namespace {

/// s_k: +1 or −1 where a node has split at form k of N, else 0.
using Assumptions = std::vector<int>;

/// Calls visit(i, j, k) for each triangle inequality D_ij ≤ D_ik + D_jk, i < j.
template <class Visit>
void for_each_triangle(std::size_t n, const Visit& visit) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            for (std::size_t k = 0; k < n; ++k) {
                if (k != i && k != j) visit(i, j, k);
            }
        }
    }
}

/// The coefficients of `form` times `factor`, as entries of a column.
std::vector<std::pair<std::size_t, std::int64_t>> entries(const LinearForm& form,
                                                          std::int64_t factor) {
    std::vector<std::pair<std::size_t, std::int64_t>> nonzero;
    for (std::size_t e = 0; e < form.size(); ++e) {
        if (form[e] != 0 && factor != 0) {
            nonzero.emplace_back(e, checked_product(factor, form[e]));
        }
    }
    return nonzero;
}

/// N' of a node, times N's divisor.
LinearForm leaf_form(const Functional& small, const Assumptions& assumed) {
    LinearForm form = small.linear;
    for (std::size_t k = 0; k < small.absolute.size(); ++k) {
        for (std::size_t e = 0; e < form.size(); ++e) {
            const std::int64_t c = small.absolute[k][e];
            const std::int64_t part = assumed[k] == 0 ? std::abs(c) : assumed[k] * c;
            if (__builtin_add_overflow(form[e], part, &form[e])) refuse_wide_products();
        }
    }
    return form;
}

/// True if the splits have made N' zero: then every ratio is proved, and 0 stands for it.
bool is_vacuous(const Functional& small, const Assumptions& assumed) {
    return std::ranges::all_of(leaf_form(small, assumed), [](std::int64_t c) { return c == 0; });
}

/// The ratio in which C is measured: C = cap means ratio numerator/denominator of the undivided
/// functionals. Without a cap, C itself is the ratio.
struct Scale {
    std::int64_t numerator = 1;
    std::int64_t denominator = 1;
    bool capped = false;
};

/// Columns in this order: C, the φ_k, the y_t in the order of for_each_triangle, the μ_k of the
/// assumed k. All but C are multiplied by the scale's denominator.
LinearProgram node_program(const Functional& small, const Functional& big,
                           const Assumptions& assumed, const Scale& scale) {
    LinearProgram program;
    for (const std::int64_t coefficient : big.linear) {
        program.rows.push_back({-checked_product(coefficient, scale.denominator), std::nullopt});
    }
    Bounds c_bounds{0, std::nullopt};
    if (scale.capped) c_bounds.upper = 1;
    program.columns.push_back({c_bounds, 1, entries(leaf_form(small, assumed), -scale.numerator)});
    for (const LinearForm& form : big.absolute) {
        program.columns.push_back({{-scale.denominator, scale.denominator}, 0, entries(form, 1)});
    }
    const std::size_t n = big.n;
    for_each_triangle(n, [&](std::size_t i, std::size_t j, std::size_t k) {
        program.columns.push_back(
            {{0, std::nullopt},
             0,
             {{pair_index(n, i, j), 1}, {pair_index(n, i, k), -1}, {pair_index(n, j, k), -1}}});
    });
    for (std::size_t k = 0; k < assumed.size(); ++k) {
        if (assumed[k] == 0) continue;
        program.columns.push_back({{0, std::nullopt}, 0, entries(small.absolute[k], -assumed[k])});
    }
    return program;
}

/// The dissimilarity of coprime integers proportional to `values`, one for each pair; empty if all
/// are 0.
std::optional<Dissimilarity> integer_dissimilarity(std::size_t n,
                                                   const std::vector<Rational>& values) {
    Integer denominator = 1;
    for (const Rational& value : values) {
        denominator = lcm(denominator, value.denominator());
    }
    Integer divisor = 0;
    std::vector<Integer> numerators;
    for (const Rational& value : values) {
        numerators.push_back((value * Rational(denominator)).numerator());
        divisor = gcd(divisor, numerators.back());
    }
    if (divisor == 0) return std::nullopt;
    std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n));
    for (std::size_t i = 0, e = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j, ++e) {
            rows[i][j] = rows[j][i] = Rational(Integer(numerators[e] / divisor));
        }
    }
    return Dissimilarity::from_rows(rows, "the solution of a linear program");
}

/// sum += factor·form.
void add_form(std::vector<Rational>& sum, const LinearForm& form, const Rational& factor) {
    if (factor.sign() == 0) return;
    for (std::size_t e = 0; e < form.size(); ++e) {
        if (form[e] == 1) {
            sum[e] += factor;
        } else if (form[e] == -1) {
            sum[e] -= factor;
        } else if (form[e] != 0) {
            sum[e] += factor * Rational(form[e]);
        }
    }
}

/// sum += factor·(D_ik + D_jk − D_ij).
void add_triangle(std::vector<Rational>& sum, std::size_t n, const TriangleTerm& t,
                  const Rational& factor) {
    sum[pair_index(n, t.i, t.k)] += factor;
    sum[pair_index(n, t.j, t.k)] += factor;
    sum[pair_index(n, t.i, t.j)] -= factor;
}

/// What the identity leaves for the slacks: left-hand side − Σ triangles − Σ regions.
std::vector<Rational> remainder(const Leaf& leaf, const Functional& small, const Functional& big,
                                const Assumptions& assumed) {
    std::vector<Rational> left(pair_count(big.n));
    const Rational unit_m(Integer(1), Integer(big.divisor));
    const Rational unit_n(Integer(1), Integer(small.divisor));
    add_form(left, big.linear, unit_m);
    for (std::size_t k = 0; k < leaf.signs.size(); ++k)
        add_form(left, big.absolute[k], leaf.signs[k] * unit_m);
    add_form(left, leaf_form(small, assumed), -leaf.ratio * unit_n);
    for (const TriangleTerm& t : leaf.triangles)
        add_triangle(left, big.n, t, -t.multiplier);
    for (const RegionTerm& r : leaf.regions)
        add_form(left, small.absolute[r.form], -r.multiplier * Rational(assumed[r.form]) * unit_n);
    return left;
}

/// The proof in a solution of node_program, brought back from the scale and the divisors.
Leaf leaf_from(const std::vector<Rational>& x, const Functional& small, const Functional& big,
               const Assumptions& assumed, const Scale& scale) {
    const Rational divisor = Rational(scale.denominator) * Rational(big.divisor);
    Leaf leaf;
    leaf.ratio = x[0] * Rational(scale.numerator) * Rational(small.divisor) / divisor;
    std::size_t column = 1;
    for (std::size_t k = 0; k < big.absolute.size(); ++k)
        leaf.signs.push_back(x[column++] / Rational(scale.denominator));
    for_each_triangle(big.n, [&](std::size_t i, std::size_t j, std::size_t k) {
        const Rational& multiplier = x[column++];
        if (multiplier.sign() != 0) leaf.triangles.push_back({i, j, k, multiplier / divisor});
    });
    for (std::size_t k = 0; k < assumed.size(); ++k) {
        if (assumed[k] == 0) continue;
        const Rational& multiplier = x[column++];
        if (multiplier.sign() == 0) continue;
        leaf.regions.push_back({k, multiplier * Rational(small.divisor) / divisor});
    }
    if (is_vacuous(small, assumed)) leaf.ratio = 0;
    const std::vector<Rational> left = remainder(leaf, small, big, assumed);
    for (std::size_t e = 0; e < left.size(); ++e) {
        if (left[e].sign() != 0) leaf.slacks.push_back({e, left[e]});
    }
    return leaf;
}

/// Branch and bound, depth first.
class BranchAndBound {
public:
    BranchAndBound(const Functional& small, const Functional& big, std::size_t most_programs)
        : small_(small), big_(big), most_programs_(most_programs) {}

    std::optional<Decision> run() {
        Assumptions none(small_.absolute.size(), 0);
        std::optional<ProofNode> proof = prove(none);
        if (!proof || !best_) return std::nullopt;
        return Decision{*best_, std::move(*witness_), std::move(*proof), programs_};
    }

private:
    /// A proof of M ≥ best_·N, the best_ of the end, within the region; empty if it cannot be had.
    std::optional<ProofNode> prove(Assumptions& assumed);
    std::optional<ProofNode> split(Assumptions& assumed, const Dissimilarity& d);
    /// M/N ≥ best_ in units of the undivided functionals, if something is known.
    Scale scale() const;
    /// Keeps D if it is the best so far.
    void offer(const Dissimilarity& d);

    const Functional& small_;
    const Functional& big_;
    std::size_t most_programs_;
    std::size_t programs_ = 0;
    std::optional<Rational> best_;
    std::optional<Dissimilarity> witness_;
};

Scale BranchAndBound::scale() const {
    if (!best_) return {};
    const Rational undivided = *best_ * Rational(big_.divisor) / Rational(small_.divisor);
    return {in_64_bits(undivided.numerator()), in_64_bits(undivided.denominator()), true};
}

void BranchAndBound::offer(const Dissimilarity& d) {
    const Rational n = small_.value(d);
    if (n.sign() <= 0) return;
    const Rational ratio = big_.value(d) / n;
    if (best_ && !(ratio < *best_)) return;
    best_ = ratio;
    witness_ = d;
}

std::optional<ProofNode> BranchAndBound::prove(Assumptions& assumed) {
    if (++programs_ > most_programs_) return std::nullopt;
    const Scale scale = this->scale();
    const auto optimum = maximize(node_program(small_, big_, assumed, scale));
    if (!optimum) return std::nullopt;
    ProofNode node;
    node.leaf = leaf_from(optimum->x, small_, big_, assumed, scale);
    if (is_vacuous(small_, assumed) || (best_ && node.leaf.ratio >= *best_)) return node;

    std::vector<Rational> values;  // rows ask for ≥, so their multipliers in a maximum are ≤ 0
    for (const Rational& dual : optimum->duals)
        values.push_back(-dual);
    const auto d = integer_dissimilarity(big_.n, values);
    if (!d) throw InternalError("a linear program over metrics with the solution 0");
    offer(*d);
    if (best_ && node.leaf.ratio >= *best_) return node;
    return split(assumed, *d);
}

std::optional<ProofNode> BranchAndBound::split(Assumptions& assumed, const Dissimilarity& d) {
    // Where the termwise bound is farthest from the value: the split that changes most at D.
    std::size_t widest = assumed.size();
    Rational gap;
    Rational value_there;
    for (std::size_t k = 0; k < assumed.size(); ++k) {
        if (assumed[k] != 0) continue;
        LinearForm termwise = small_.absolute[k];
        for (std::int64_t& c : termwise)
            c = std::abs(c);
        const Rational value = evaluate(small_.absolute[k], d);
        const Rational here = evaluate(termwise, d) - abs(value);
        if (here > gap) {
            gap = here;
            widest = k;
            value_there = value;
        }
    }
    if (widest == assumed.size()) throw InternalError("nothing to split, and yet a gap");

    ProofNode node;
    node.split = widest;
    const int first = value_there.sign() >= 0 ? 1 : -1;
    for (const int sign : {first, -first}) {
        assumed[widest] = sign;
        auto child = prove(assumed);
        if (!child) return std::nullopt;
        (sign > 0 ? node.positive : node.negative) = std::make_unique<ProofNode>(std::move(*child));
    }
    assumed[widest] = 0;
    return node;
}

bool is_valid_leaf(const Leaf& leaf, const Functional& small, const Functional& big,
                   const Assumptions& assumed) {
    const std::size_t n = big.n;
    const auto positive = [](const auto& term) { return term.multiplier.sign() > 0; };
    if (leaf.signs.size() != big.absolute.size() || leaf.ratio.sign() < 0) return false;
    for (const Rational& sign : leaf.signs) {
        if (abs(sign) > Rational(1)) return false;
    }
    if (!std::ranges::all_of(leaf.triangles, positive) ||
        !std::ranges::all_of(leaf.slacks, positive) ||
        !std::ranges::all_of(leaf.regions, positive)) {
        return false;
    }
    for (const TriangleTerm& t : leaf.triangles) {
        if (!(t.i < t.j && t.j < n && t.k < n && t.k != t.i && t.k != t.j)) return false;
    }
    for (const RegionTerm& r : leaf.regions) {
        if (r.form >= assumed.size() || assumed[r.form] == 0) return false;
    }
    std::vector<Rational> left = remainder(leaf, small, big, assumed);
    for (const SlackTerm& s : leaf.slacks) {
        if (s.pair >= left.size()) return false;
        left[s.pair] -= s.multiplier;
    }
    return std::ranges::all_of(left, [](const Rational& r) { return r.sign() == 0; });
}

/// Whether all leaves hold; `least` becomes the least ratio of those that are not vacuous.
bool holds(const ProofNode& node, const Functional& small, const Functional& big,
           Assumptions& assumed, std::optional<Rational>& least) {
    if (node.is_leaf()) {
        if (!is_valid_leaf(node.leaf, small, big, assumed)) return false;
        if (is_vacuous(small, assumed)) return node.leaf.ratio.sign() == 0;
        if (!least || node.leaf.ratio < *least) least = node.leaf.ratio;
        return true;
    }
    if (!node.negative || node.split >= assumed.size() || assumed[node.split] != 0) return false;
    assumed[node.split] = 1;
    const bool positive = holds(*node.positive, small, big, assumed, least);
    assumed[node.split] = -1;
    const bool both = positive && holds(*node.negative, small, big, assumed, least);
    assumed[node.split] = 0;
    return both;
}

}  // namespace

bool is_valid(const ProofNode& proof, const Rational& ratio, const Functional& small,
              const Functional& big) {
    Assumptions none(small.absolute.size(), 0);
    std::optional<Rational> least;
    return holds(proof, small, big, none, least) && least == ratio;
}

std::optional<Decision> decide(const Functional& small, const Functional& big,
                               std::size_t most_programs) {
    if (small.n != big.n) throw UsageError("decide: functionals of different sizes");
    if (small.is_zero()) return std::nullopt;
    auto found = BranchAndBound(small, big, most_programs).run();
    if (!found) return std::nullopt;
    const Rational n = small.value(found->witness);
    const bool attained = found->witness.is_pseudometric() && n.sign() > 0 &&
                          big.value(found->witness) == found->ratio * n;
    if (!attained || !is_valid(found->proof, found->ratio, small, big)) {
        throw InternalError("a decided ratio whose witness or proof does not hold");
    }
    return found;
}

std::optional<Dissimilarity> strict_violation(const Dissimilarity& d, const Functional& small,
                                              const Functional& big) {
    if (!(big.value(d) < small.value(d))) return std::nullopt;
    // M and N are continuous and homogeneous: c·D + 1 is D + 1/c up to scale, so some c does.
    for (std::int64_t factor = 1;; ++factor) {
        std::vector<std::vector<Rational>> rows(d.size(), std::vector<Rational>(d.size()));
        for (std::size_t i = 0; i < d.size(); ++i) {
            for (std::size_t j = 0; j < d.size(); ++j) {
                if (i != j) rows[i][j] = Rational(factor) * d(i, j) + Rational(1);
            }
        }
        Dissimilarity strict = Dissimilarity::from_rows(rows, "a strict witness");
        if (big.value(strict) < small.value(strict)) return strict;
    }
}

}  // namespace disarray::search
