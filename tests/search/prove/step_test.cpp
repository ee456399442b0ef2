// SPDX-License-Identifier: MIT
// The steps of the proofs for every n, against the naive definitions on every σ of n ≤ 7: order
// types have the coefficients of the definitions, a step is where it is said to be, changes what it
// is said to change, and its configuration is among the 47.
#include <algorithm>
#include <map>
#include <vector>

#include "search/prove/order_types.hpp"
#include "search/prove/step_prover.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::search;

namespace {

/// Ranks of the elements 1 … n; place 0 is not used.
using Sigma = std::vector<int>;

int length(const Sigma& sigma) {
    return static_cast<int>(sigma.size()) - 1;
}

int rank(const Sigma& sigma, int i) {
    return sigma[static_cast<std::size_t>(i)];
}

template <class Use>
void for_each_sigma(int most, Use use) {
    for (int n = 1; n <= most; ++n) {
        Sigma sigma;
        for (int i = 0; i <= n; ++i)
            sigma.push_back(i);
        do
            use(sigma);
        while (std::next_permutation(sigma.begin() + 1, sigma.end()));
    }
}

/// docs/definitions.md: whether k is in the closed interval I(σ(i), i), none if σ(i) = i.
bool passes(const Sigma& sigma, int i, int k) {
    const int low = std::min(i, rank(sigma, i)), high = std::max(i, rank(sigma, i));
    return low < high && low <= k && k <= high;
}

/// Coefficients of D_ij, times 2: of K, F[interval], F[box] as they are defined.
struct Naive {
    int kendall = 0, interval = 0, box = 0;
};

Naive naive(const Sigma& sigma, int i, int j) {
    Naive sum;
    sum.kendall = (i < j) == (rank(sigma, i) > rank(sigma, j)) ? 2 : 0;
    for (const auto& [a, b] : {std::pair(i, j), std::pair(j, i)}) {
        sum.interval += 2 * int{passes(sigma, a, rank(sigma, b))};
        sum.box += int{passes(sigma, a, rank(sigma, b))} + int{passes(sigma, a, b)};
    }
    return sum;
}

const Rational two = 2;

Expression one_term(Distance::Kind kind, metrics::Reading reading = metrics::Reading::prefix) {
    return {{{1, {kind, reading, false}}}, {}};
}
const Expression kendall_term = one_term(Distance::Kind::kendall);
const Expression interval_term = one_term(Distance::Kind::footrule, metrics::Reading::interval);
const Expression box_term = one_term(Distance::Kind::footrule, metrics::Reading::box);

/// The step of FORMAT.md for σ ≠ id.
struct Step {
    int x = 0, c = 0, d = 0, z = 0;
};

int element_on(const Sigma& sigma, int k) {
    return static_cast<int>(std::find(sigma.begin() + 1, sigma.end(), k) - sigma.begin());
}

Step step_of(const Sigma& sigma) {
    Step step;
    for (int k = 1; k <= length(sigma); ++k)
        if (element_on(sigma, k) > k) step.c = k;
    for (int k = length(sigma); k > step.c; --k)
        if (element_on(sigma, k) < k) step.d = k;
    step.x = element_on(sigma, step.d);
    step.z = element_on(sigma, step.c);
    return step;
}

Sigma after(const Sigma& sigma, const Step& step) {
    Sigma result = sigma;
    std::swap(result[static_cast<std::size_t>(step.x)], result[static_cast<std::size_t>(step.z)]);
    return result;
}

/// Every step of the form: x ≤ c < d ≤ z, σ(x) = d, σ(z) = c, nothing between c and d moves.
std::vector<Step> all_steps(const Sigma& sigma) {
    std::vector<Step> steps;
    for (int c = 1; c <= length(sigma); ++c) {
        for (int d = c + 1; d <= length(sigma); ++d) {
            if (d > c + 1 && rank(sigma, d - 1) != d - 1) break;
            const Step step{element_on(sigma, d), c, d, element_on(sigma, c)};
            if (step.x <= c && d <= step.z) steps.push_back(step);
        }
    }
    return steps;
}

bool is_identity(const Sigma& sigma) {
    return std::ranges::is_sorted(sigma);
}

bool has_fixed(const Sigma& sigma) {
    for (int i = 1; i <= length(sigma); ++i)
        if (rank(sigma, i) == i) return true;
    return false;
}

/// A form with a value of its own on each type, none of them related.
TypeForm arbitrary_form() {
    TypeForm form;
    for (std::size_t t = 0; t < order_type_count; ++t)
        form.push_back(Rational(static_cast<std::int64_t>(t * t * 7 + 3 * t + 1)));
    return form;
}

std::size_t type_in(const Sigma& sigma, int i, int j) {
    return order_type(i, rank(sigma, i), j, rank(sigma, j));
}

/// The configuration of a step without fixed points between c and d, with the numbers of its
/// points.
std::size_t configuration_of(const Sigma& sigma, const Step& step, std::map<int, int>& number) {
    for (const int value :
         {step.x, step.c, step.d, step.z, rank(sigma, step.c), rank(sigma, step.d)})
        number[value] = 0;
    int next = 0;
    for (auto& [value, place] : number)
        place = ++next;
    const auto& all = configurations();
    const auto found = std::ranges::find_if(all, [&](const Configuration& s) {
        return s.x == number[step.x] && s.c == number[step.c] && s.d == number[step.d] &&
               s.z == number[step.z] && s.rank_c == number[rank(sigma, step.c)] &&
               s.rank_d == number[rank(sigma, step.d)];
    });
    REQUIRE(found != all.end());
    return static_cast<std::size_t>(found - all.begin());
}

/// Σ y·(D_ik + D_jk − D_ij) + Σ s·D_ij, the coefficient of D_ab.
Rational in_identity(const StepIdentity& identity, int a, int b) {
    Rational sum;
    const auto is = [&](int i, int j) { return std::minmax(i, j) == std::minmax(a, b); };
    for (const auto& t : identity.triangles)
        sum += t.multiplier * Rational(int{is(t.i, t.k)} + int{is(t.j, t.k)} - int{is(t.i, t.j)});
    for (const auto& s : identity.slacks)
        if (is(s.i, s.j)) sum += s.multiplier;
    return sum;
}

/// Whether H = t − ψ of a proof changes on every ranking of n ≤ 7 as the proof says.
bool has_its_identities(const StepProof& proof) {
    bool holds = true;
    const auto rest = [&](const Sigma& sigma, int i, int j) {
        const std::size_t t = type_in(sigma, i, j);
        return proof.target[t] - proof.potential[t];
    };
    for_each_sigma(7, [&](const Sigma& sigma) {
        for (int i = 1; i <= length(sigma); ++i)  // fixed points may be removed
            for (int j = i + 1; j <= length(sigma); ++j)
                if (rank(sigma, i) == i || rank(sigma, j) == j)
                    holds = holds && rest(sigma, i, j).sign() >= 0;
        if (is_identity(sigma) || has_fixed(sigma)) return;
        const Step step = step_of(sigma);
        std::map<int, int> number;
        const StepIdentity& identity = proof.steps[configuration_of(sigma, step, number)];
        const Sigma next = after(sigma, step);
        const auto is_point = [&](int i) {
            return i == step.x || i == step.c || i == step.d || i == step.z;
        };
        for (int i = 1; i <= length(sigma); ++i) {
            for (int j = i + 1; j <= length(sigma); ++j) {
                const Rational change = rest(sigma, i, j) - rest(next, i, j);
                holds = holds && (is_point(i) && is_point(j)
                                      ? change == in_identity(identity, number[i], number[j])
                                      : change.sign() >= 0);
            }
        }
    });
    return holds;
}

}  // namespace

TEST_CASE("order types have the coefficients of the definitions, n <= 7", "[prove]") {
    REQUIRE(order_types().size() == order_type_count);
    REQUIRE(configurations().size() == configuration_count);
    const TypeForm kendall = form_below(kendall_term, false);
    const TypeForm interval = form_below(interval_term, false);
    const TypeForm box = form_below(box_term, false);
    std::vector<bool> seen(order_type_count);
    bool holds = true;
    for_each_sigma(7, [&](const Sigma& sigma) {
        for (int i = 1; i <= length(sigma); ++i) {
            for (int j = i + 1; j <= length(sigma); ++j) {
                const std::size_t t = type_in(sigma, i, j);
                const Naive due = naive(sigma, i, j);
                seen[t] = true;
                holds = holds && two * kendall[t] == Rational(due.kendall) &&
                        two * interval[t] == Rational(due.interval) &&
                        two * box[t] == Rational(due.box);
            }
        }
    });
    CHECK(holds);
    CHECK(std::ranges::all_of(seen, [](bool s) { return s; }));
}

TEST_CASE("exchanging elements and ranks makes the type that sigma inverse has", "[prove]") {
    bool holds = true;
    for_each_sigma(6, [&](const Sigma& sigma) {
        Sigma inverse = sigma;
        for (int i = 1; i <= length(sigma); ++i)
            inverse[static_cast<std::size_t>(rank(sigma, i))] = i;
        for (int i = 1; i <= length(sigma); ++i)
            for (int j = i + 1; j <= length(sigma); ++j)
                holds = holds && exchanged(type_in(sigma, i, j)) ==
                                     type_in(inverse, rank(sigma, i), rank(sigma, j));
    });
    CHECK(holds);
}

TEST_CASE("every ranking but the identity has a step, which lowers the displacement", "[prove]") {
    bool holds = true;
    const auto displacement = [](const Sigma& sigma) {
        int sum = 0;
        for (int i = 1; i <= length(sigma); ++i)
            sum += std::abs(rank(sigma, i) - i);
        return sum;
    };
    for_each_sigma(7, [&](const Sigma& sigma) {
        if (is_identity(sigma)) return;
        const Step step = step_of(sigma);
        holds = holds && step.x >= 1 && step.x <= step.c && step.c < step.d && step.d <= step.z &&
                step.z <= length(sigma) && rank(sigma, step.x) == step.d &&
                rank(sigma, step.z) == step.c;
        for (int e = step.c + 1; e < step.d; ++e)
            holds = holds && rank(sigma, e) == e;
        holds = holds &&
                displacement(sigma) - displacement(after(sigma, step)) == 2 * (step.d - step.c);
    });
    CHECK(holds);
}

// The proof by hand: docs/conjectures.md, For every n.
TEST_CASE("what a step changes in K and in F[interval] - K, coefficient by coefficient, n <= 7",
          "[prove]") {
    bool holds = true;
    int steps = 0;
    for_each_sigma(7, [&](const Sigma& sigma) {
        for (const Step& step : all_steps(sigma)) {
            ++steps;
            const auto& [x, c, d, z] = step;
            const Sigma next = after(sigma, step);
            std::map<std::pair<int, int>, int> kendall, gap;  // twice; D(a,a) is dropped below
            const auto add = [](auto& form, int times, int a, int b) {
                form[std::minmax(a, b)] += 2 * times;
            };
            add(kendall, 1, x, z);
            for (int e = c + 1; e < d; ++e) {
                add(kendall, 1, x, e);
                add(kendall, 1, e, z);
            }
            add(gap, 1, x, z);
            if (rank(sigma, d) > d) {
                add(gap, -1, z, d);
                add(gap, 1, x, d);
            }
            if (rank(sigma, c) < c) {
                add(gap, -1, x, c);
                add(gap, 1, z, c);
            }
            for (int i = 1; i <= length(sigma); ++i) {
                for (int j = i + 1; j <= length(sigma); ++j) {
                    const Naive before = naive(sigma, i, j), then = naive(next, i, j);
                    const int in_kendall = before.kendall - then.kendall;
                    const int in_interval = before.interval - then.interval;
                    holds = holds && in_kendall == kendall[{i, j}] &&
                            in_interval - in_kendall == gap[{i, j}];
                }
            }
        }
    });
    CHECK(holds);
    CHECK(steps > 5000);
}

TEST_CASE("a step changes what its configuration says, whatever the form, n <= 7", "[prove]") {
    const TypeForm form = arbitrary_form();
    std::vector<bool> seen(configuration_count);
    bool holds = true;
    for_each_sigma(7, [&](const Sigma& sigma) {
        if (is_identity(sigma) || has_fixed(sigma)) return;
        const Step step = step_of(sigma);
        std::map<int, int> number;
        const std::size_t k = configuration_of(sigma, step, number);
        const Configuration& s = configurations()[k];
        seen[k] = true;
        const Sigma next = after(sigma, step);
        const auto is_point = [&](int i) {
            return i == step.x || i == step.c || i == step.d || i == step.z;
        };
        for (int i = 1; i <= length(sigma); ++i) {
            for (int j = i + 1; j <= length(sigma); ++j) {
                const std::size_t before = type_in(sigma, i, j), then = type_in(next, i, j);
                if (is_point(i) && is_point(j)) {
                    const int a = number[i], b = number[j];
                    holds = holds &&
                            before == order_type(a, s.rank_before(a), b, s.rank_before(b)) &&
                            then == order_type(a, s.rank_after(a), b, s.rank_after(b));
                } else if (before != then) {
                    holds = holds &&
                            std::ranges::find(changes_beyond_points(), std::pair(before, then)) !=
                                changes_beyond_points().end();
                }
            }
        }
    });
    CHECK(holds);
    CHECK(std::ranges::all_of(seen, [](bool s) { return s; }));
    CHECK(form.size() == order_type_count);
}

TEST_CASE("each identity of a proof is the change of its form on every ranking, n <= 7",
          "[prove]") {
    struct Target {
        const Expression &small, &big;
        Rational constant;
    };
    for (const auto& [small, big, constant] :
         {Target{kendall_term, interval_term, 1}, Target{interval_term, kendall_term, 4},
          Target{box_term, kendall_term, 4}}) {
        const auto bound =
            least_constant_by_steps(form_above(small, false), form_below(big, false));
        REQUIRE(bound);
        CHECK(bound->constant == constant);
        for (const StepProof& proof : bound->parts)
            CHECK(has_its_identities(proof));
    }
}
