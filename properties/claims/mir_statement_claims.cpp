// SPDX-License-Identifier: MIT
//
// What MIR says in words, where a machine can decide it: of E and F, of normalized gains, of the
// discount, and of rank correlation. Each is tried on every list or pair of rankings of its scope,
// smallest first. A word that MIR does not define ("independent", "agreement") leaves a row that
// does not apply.
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "properties/append.hpp"
#include "properties/claims/claims.hpp"
#include "properties/claims/mir_examples.hpp"
#include "properties/claims/mir_rows.hpp"
#include "properties/outcome.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

namespace {

using mir::List;
using retrieval::Grade;

using ClaimRows = std::vector<ClaimRow>;

ClaimRow empty_row(std::string variant, std::string scope) {
    ClaimRow row;
    row.frame = "either";
    row.variant = std::move(variant);
    row.scope = std::move(scope);
    row.verdict = Verdict::exhausted;
    return row;
}

ClaimRow not_decidable(std::string variant, std::string reason) {
    ClaimRow row = empty_row(std::move(variant), "");
    row.verdict = Verdict::not_applicable;
    row.explanation = std::move(reason);
    return row;
}

/// Takes one more case into the row. \param where  which case it is
/// \returns whether to go on: the first violation is the least one.
bool add_case(ClaimRow& row, const Outcome& outcome, const std::string& where) {
    ++row.effort.exhaustive_cases;
    if (outcome.kind == Outcome::Kind::does_not_apply) return true;
    ++row.effort.applicable;
    if (outcome.kind == Outcome::Kind::undecided) {
        ++row.effort.undecided;
        row.verdict = Verdict::undecided;
        row.explanation = where + ": " + outcome.explanation;
    } else if (outcome.is_violated()) {
        row.verdict = Verdict::refuted;
        row.explanation = where + ": " + outcome.explanation;
        return false;
    }
    return true;
}

// --- lists ------------------------------------------------------------------------------------

/// Which lists are tried.
struct ListScope {
    std::size_t length;                             ///< largest number of documents
    Grade greatest;                                 ///< largest grade
    std::vector<std::vector<Grade>> not_retrieved;  ///< each of these with every list
};

std::string lists_in_words(const ListScope& scope) {
    std::vector<std::string> missing;
    for (const auto& grades : scope.not_retrieved)
        missing.push_back(grades.empty() ? "none" : fmt::format("{}", fmt::join(grades, " ")));
    return fmt::format("grades 0 to {}, at most {} ranked; not ranked: {}", scope.greatest,
                       scope.length, fmt::join(missing, ", or "));
}

/// The grades as digits of a number, the top one least.
bool advance(std::vector<Grade>& grades, Grade greatest) {
    for (Grade& grade : grades) {
        if (grade++ < greatest) return true;
        grade = 0;
    }
    return false;
}

/// Calls visit(list), short ones first, until it returns false. \returns whether it never did.
bool for_each_list(const ListScope& scope, const std::function<bool(const List&)>& visit) {
    for (std::size_t length = 1; length <= scope.length; ++length) {
        for (const auto& not_retrieved : scope.not_retrieved) {
            List list{std::vector<Grade>(length, 0), not_retrieved};
            do {
                if (!visit(list)) return false;
            } while (advance(list.grades, scope.greatest));
        }
    }
    return true;
}

/// One row: the check at every position j of every list.
ClaimRow over_lists(std::string variant, const ListScope& scope,
                    const std::function<Outcome(const List&, std::uint32_t j)>& check) {
    ClaimRow row = empty_row(std::move(variant), lists_in_words(scope));
    for_each_list(scope, [&](const List& list) {
        for (std::uint32_t j = 1; j <= list.grades.size(); ++j) {
            if (!add_case(row, check(list, j), fmt::format("{}, j = {}", mir::to_string(list), j)))
                return false;
        }
        return true;
    });
    return row;
}

Value list_value(const List& list, const mir::Measure& measure) {
    return mir::both_ways(measure.metric,
                          [&](Path path) { return mir::value(path, list, measure); });
}

// --- E and F ----------------------------------------------------------------------------------

const ListScope binary_lists{6, 1, {{}, {1}, {1, 1}}};

/// r(j), P(j), and F(j) and E(j) of the catalogue for some b.
struct CutoffPoint {
    const List& list;
    std::uint32_t j;

    Value recall() const { return list_value(list, {"recall", j}); }
    Value precision() const { return list_value(list, {"P", j}); }
    Value f(const Rational& b = 1) const { return list_value(list, {"F", j, 0, b}); }
    Value e(const Rational& b = 1) const { return list_value(list, {"E", j, 0, b}); }

    bool has_relevant() const {
        return !list.not_retrieved.empty() ||
               compare(list_value(list, {"num_rel", {}}), 0) != Order::equal;
    }
    bool finds_relevant() const { return compare(precision(), 0) != Order::equal; }
};

/// MIR's formula as it stands: 1 − (1 + b²)/(b²/r + 1/P).
Value printed_e(const CutoffPoint& at, const Rational& b) {
    const Value square = b * b;
    return 1 - (1 + square) / (square / at.recall() + 1 / at.precision());
}

using PointCheck = std::function<Outcome(const CutoffPoint&)>;

/// At every j of every list of a query that has a relevant document.
ClaimRow over_points(std::string variant, const PointCheck& check) {
    return over_lists(std::move(variant), binary_lists, [&](const List& list, std::uint32_t j) {
        const CutoffPoint at{list, j};
        return at.has_relevant() ? check(at) : does_not_apply("no document is relevant");
    });
}

/// The same where a relevant document is among the first j: there r(j) and P(j) are not 0.
ClaimRow over_found_points(const PointCheck& check) {
    return over_points("j with a relevant document up to it", [&](const CutoffPoint& at) {
        return at.finds_relevant() ? check(at) : does_not_apply("r(j) = P(j) = 0");
    });
}

Outcome e_at_zero(const CutoffPoint& at) {
    return equal({"E(j)", printed_e(at, 0)}, {"1 - P(j)", 1 - at.precision()});
}

/// E(b) − (1 − r) = r(r − P)/(b²P + r). Both sides are quotients of polynomials in b² of degree 1
/// at most, so that three b show it for all; and the right one goes to 0 as b grows.
Outcome e_at_infinity(const CutoffPoint& at) {
    const Value r = at.recall();
    const Value p = at.precision();
    Outcome outcome;
    for (const int b : {1, 10, 100}) {
        const Value rest = r * (r - p) / (Value(b * b) * p + r);
        outcome = equal({"E(j) - (1 - r(j))", at.e(b) - (1 - r)}, {"r(r - P)/(b²P + r)", rest});
        if (outcome.kind != Outcome::Kind::holds) return outcome;
    }
    return outcome;
}

Outcome f_at_most_one(const CutoffPoint& at) {
    const Outcome low = at_most({"0", 0}, {"F(j)", at.f()});
    return low.kind == Outcome::Kind::holds ? at_most({"F(j)", at.f()}, {"1", 1}) : low;
}

Value harmonic_mean(const CutoffPoint& at) {
    return 2 / (1 / at.recall() + 1 / at.precision());
}

Outcome f_is_zero(const CutoffPoint& at, const Value& f) {
    if (at.finds_relevant()) return does_not_apply("a relevant document is among the first j");
    return equal({"F(j)", f}, {"claimed", 0});
}

Outcome f_is_one(const CutoffPoint& at) {
    if (compare(at.precision(), 1) != Order::equal) return does_not_apply("P(j) < 1");
    return equal({"F(j)", at.f()}, {"claimed", 1});
}

ClaimRows f_zero_rows() {
    return {over_points("harmonic mean as it stands",
                        [](const CutoffPoint& at) { return f_is_zero(at, harmonic_mean(at)); }),
            over_points("(1 + b²)h/(b²R + j), the same without quotients in it",
                        [](const CutoffPoint& at) { return f_is_zero(at, at.f()); })};
}

ClaimRows f_one_rows() {
    return {over_points("all ranked documents are relevant", f_is_one),
            over_points("and all relevant documents are ranked", [](const CutoffPoint& at) {
                if (compare(at.recall(), 1) != Order::equal) return does_not_apply("r(j) < 1");
                return f_is_one(at);
            })};
}

// --- normalized gains -------------------------------------------------------------------------

const ListScope graded_lists{4, 3, {{}, {2}, {3, 1}}};
const ListScope short_graded_lists{2, 3, {{}, {2}}};

Outcome within_unit(std::string_view name, const Value& value) {
    if (!value.is_defined()) return does_not_apply("no document has a gain");
    const Outcome low = at_most({"0", 0}, {name, value});
    return low.kind == Outcome::Kind::holds ? at_most({name, value}, {"1", 1}) : low;
}

ClaimRow normalized_row(std::string_view metric) {
    return over_lists(fmt::format("{}, one query", metric), graded_lists,
                      [&](const List& list, std::uint32_t j) {
                          return within_unit(metric, list_value(list, {metric, j}));
                      });
}

/// The quotient of the sums over two queries.
Value of_averages(std::string_view gain, std::string_view ideal, const List& first,
                  const List& second, std::uint32_t j) {
    return mir::both_ways(gain, [&](Path path) {
        const auto both = [&](std::string_view metric) {
            return mir::value(path, first, {metric, j}) + mir::value(path, second, {metric, j});
        };
        return both(gain) / both(ideal);
    });
}

ClaimRow normalized_row_of_two(std::string_view name, std::string_view gain,
                               std::string_view ideal) {
    ClaimRow row = empty_row(fmt::format("{}, quotient of the averages of two queries", name),
                             "two lists: " + lists_in_words(short_graded_lists));
    for_each_list(short_graded_lists, [&](const List& first) {
        return for_each_list(short_graded_lists, [&](const List& second) {
            for (std::uint32_t j = 1; j <= short_graded_lists.length; ++j) {
                const Value value = of_averages(gain, ideal, first, second, j);
                if (!add_case(row, within_unit(name, value),
                              fmt::format("{}; {}; j = {}", mir::to_string(first),
                                          mir::to_string(second), j)))
                    return false;
            }
            return true;
        });
    });
    return row;
}

ClaimRows normalized_rows() {
    return {normalized_row("NCG"), normalized_row("nDCG"),
            normalized_row_of_two("NCG", "CG", "ICG"),
            normalized_row_of_two("nDCG", "DCG", "IDCG")};
}

// --- the base of the discount -----------------------------------------------------------------

/// DCG at j with base 4, log₂ i = 2·log₄ i, from the gains that base 2 has discounted.
/// \param undiscounted  ranks that keep their whole gain
Value dcg_of_base_four(Path path, const List& list, std::uint32_t j, std::uint32_t undiscounted) {
    const std::uint32_t whole = std::min(j, undiscounted);
    const Value kept = mir::value(path, list, {"CG", whole});
    const Value discounted =
        mir::value(path, list, {"DCG", j}) - mir::value(path, list, {"DCG", whole});
    return kept + 2 * discounted;
}

ClaimRow higher_base_row(std::string variant, std::uint32_t undiscounted) {
    ClaimRow row = empty_row(std::move(variant), "bases 2 and 4, the lists of q1 and q2");
    for (const mir::Query& query : mir::queries()) {
        const List list = query.list();
        for (std::uint32_t j = 1; j <= list.grades.size(); ++j) {
            const Value four = mir::both_ways("DCG of base 4", [&](Path path) {
                return dcg_of_base_four(path, list, j, undiscounted);
            });
            const Outcome outcome =
                at_most({"DCG of base 4", four}, {"DCG of base 2", list_value(list, {"DCG", j})});
            if (!add_case(row, outcome, fmt::format("{}, j = {}", query.name, j))) return row;
        }
    }
    return row;
}

ClaimRows higher_base_rows() {
    return {higher_base_row("as printed: every rank from 2 on is discounted", 1),
            higher_base_row("ranks below the base are not discounted", 3)};
}

// --- rank correlation -------------------------------------------------------------------------

constexpr std::string_view coefficients[] = {"spearman-rho", "kendall-tau"};

Value rank_correlation(std::string_view name, const Permutation& first, const Permutation& second) {
    return mir::both_ways(name,
                          [&](Path path) { return mir::coefficient(path, name, first, second); });
}

bool is_reverse(const Permutation& first, const Permutation& second) {
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i] + second[i] + 1 != first.size()) return false;
    }
    return true;
}

constexpr std::string_view all_pairs_scope =
    "R1, R2 in S_n, 2 <= n <= 4; R1 in S_5, S_6 with R2 = 1 2 … n";

/// Calls visit(R1, R2) until it returns false.
void for_each_pair(const std::function<bool(const Permutation&, const Permutation&)>& visit) {
    for (std::size_t n = 2; n <= 6; ++n) {
        const std::vector<Permutation> all = all_permutations(n);
        const std::size_t seconds = n <= 4 ? all.size() : 1;
        for (std::size_t second = 0; second < seconds; ++second) {
            for (const Permutation& first : all) {
                if (!visit(first, all[second])) return;
            }
        }
    }
}

ClaimRow over_pairs(std::string_view metric, std::string variant,
                    const std::function<Outcome(const Permutation&, const Permutation&)>& check) {
    ClaimRow row = empty_row(std::move(variant), std::string(all_pairs_scope));
    row.metric = metric;
    for_each_pair([&](const Permutation& first, const Permutation& second) {
        const bool goes_on =
            add_case(row, check(first, second),
                     fmt::format("R1 = {}, R2 = {}", first.to_string(), second.to_string()));
        if (!goes_on) row.witness = Case{{first, second}, {}, 2};
        return goes_on;
    });
    return row;
}

/// C has the value where and only where the rankings stand so.
Outcome only_there(const Value& c, int value, bool stands_so) {
    const Side left{"C", c};
    const Side right{"claimed", value};
    return stands_so ? equal(left, right) : different(left, right);
}

ClaimRows range_rows() {
    ClaimRows rows;
    for (const std::string_view name : coefficients) {
        rows.push_back(over_pairs(name, "", [&](const Permutation& a, const Permutation& b) {
            const Value c = rank_correlation(name, a, b);
            const Outcome low = at_most({"-1", -1}, {"C", c});
            return low.kind == Outcome::Kind::holds ? at_most({"C", c}, {"1", 1}) : low;
        }));
    }
    return rows;
}

ClaimRows end_rows(int end) {
    ClaimRows rows;
    for (const std::string_view name : coefficients) {
        rows.push_back(over_pairs(name, "", [&](const Permutation& a, const Permutation& b) {
            return only_there(rank_correlation(name, a, b), end,
                              end == 1 ? a == b : is_reverse(a, b));
        }));
    }
    return rows;
}

/// A ranking of S_n and how it agrees with 1 2 … n.
struct Correlated {
    Permutation ranks;
    Value tau, rho;
};

std::vector<Correlated> correlated(std::size_t n) {
    const Permutation identity = Permutation::identity(n);
    std::vector<Correlated> all;
    for (const Permutation& ranks : all_permutations(n)) {
        all.push_back({ranks, rank_correlation("kendall-tau", ranks, identity),
                       rank_correlation("spearman-rho", ranks, identity)});
    }
    return all;
}

/// R2 is nearer to R3 than R1 is by Kendall's coefficient, but R1 is nearer by Spearman's.
ClaimRow agreement_by_the_other() {
    constexpr std::size_t greatest_n = 5;
    ClaimRow row = empty_row("C is Kendall's coefficient, agreement is Spearman's",
                             fmt::format("R1, R2 in S_n, R3 = 1 2 … n, 2 <= n <= {}", greatest_n));
    for (std::size_t n = 2; n <= greatest_n; ++n) {
        const std::vector<Correlated> all = correlated(n);
        for (const Correlated& a : all) {
            for (const Correlated& b : all) {
                if (compare(a.tau, b.tau) != Order::less) continue;
                const Outcome outcome = at_most({"S(R1,R3)", a.rho}, {"S(R2,R3)", b.rho});
                const auto where = fmt::format("R1 = {}, R2 = {}, τ(R1,R3) = {} < τ(R2,R3) = {}",
                                               a.ranks.to_string(), b.ranks.to_string(),
                                               a.tau.to_string(), b.tau.to_string());
                if (add_case(row, outcome, where)) continue;
                row.witness = Case{{a.ranks, b.ranks, Permutation::identity(n)}, {}, 2};
                return row;
            }
        }
    }
    return row;
}

/// Σ (s1 − s2)² for the reference 1 2 … n.
Value squares_to_identity(const Permutation& ranks) {
    return mir::both_ways("sum of squares", [&](Path path) {
        return mir::sum_of_squares(path, ranks, Permutation::identity(ranks.size()));
    });
}

ClaimRow over_rankings(std::string variant, std::size_t greatest_n,
                       const std::function<Outcome(const Permutation&)>& check) {
    ClaimRow row = empty_row(std::move(variant),
                             fmt::format("R1 in S_n, R2 = 1 2 … n, 2 <= n <= {}", greatest_n));
    for (std::size_t n = 2; n <= greatest_n; ++n) {
        for (const Permutation& ranks : all_permutations(n)) {
            if (add_case(row, check(ranks), "R1 = " + ranks.to_string())) continue;
            row.witness = Case{{ranks}, {}, 2};
            return row;
        }
    }
    return row;
}

ClaimRows sum_of_squares_rows() {
    const auto greatest = [](const Permutation& ranks) {
        const std::size_t n = ranks.size();
        return Side{"K(K² - 1)/3", Rational(Integer(n * (n * n - 1)), Integer(3))};
    };
    return {
        over_rankings("no sum is greater", 7,
                      [=](const Permutation& ranks) {
                          return at_most({"sum", squares_to_identity(ranks)}, greatest(ranks));
                      }),
        over_rankings("attained in perfect disagreement, and only there", 7,
                      [=](const Permutation& ranks) {
                          const Side sum{"sum", squares_to_identity(ranks)};
                          return is_reverse(ranks, Permutation::identity(ranks.size()))
                                     ? equal(sum, greatest(ranks))
                                     : different(sum, greatest(ranks));
                      }),
        over_rankings("0 in complete agreement, and only there", 7, [](const Permutation& ranks) {
            const Side sum{"sum", squares_to_identity(ranks)};
            return ranks.is_identity() ? equal(sum, {"claimed", 0})
                                       : different(sum, {"claimed", 0});
        })};
}

/// Pairs of documents that R1 and 1 2 … n order differently.
std::int64_t discordant_pairs(const Permutation& ranks) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        for (std::size_t j = i + 1; j < ranks.size(); ++j)
            count += ranks[i] > ranks[j];
    }
    return count;
}

/// τ against 1 − 2Δ/(K(K − 1)), each discordant pair counted so many times in Δ.
ClaimRow kendall_formula_row(std::string variant, int times) {
    return over_rankings(std::move(variant), 6, [=](const Permutation& ranks) {
        const auto k = static_cast<std::int64_t>(ranks.size());
        const Rational delta = times * discordant_pairs(ranks);
        return equal(
            {"τ", rank_correlation("kendall-tau", ranks, Permutation::identity(ranks.size()))},
            {"1 - 2Δ/(K(K - 1))", 1 - 2 * delta / Rational(k * (k - 1))});
    });
}

// --- the list of them -------------------------------------------------------------------------

Claim statement_claim(std::string_view id, std::string_view source, std::string_view statement,
                      std::function<ClaimRows()> rows) {
    return {id, source, statement,
            [rows = std::move(rows)](const LedgerOptions&) { return rows(); }};
}

std::vector<Claim> set_claims() {
    constexpr std::string_view e_measure = "MIR, The E-Measure";
    constexpr std::string_view f_measure = "MIR, F-Measure: Harmonic Mean";
    return {
        statement_claim("MIR-histogram", "MIR, Precision Histograms",
                        "algorithm A performs better for 8 of the queries, B for the other 2",
                        [] {
                            return ClaimRows{
                                not_decidable("", "the ten differences are drawn, not printed")};
                        }),
        statement_claim(
            "MIR-E-b0", e_measure, "if b = 0, E(j) = 1 - P(j)",
            [] {
                return ClaimRows{over_found_points(e_at_zero), over_points("every j", e_at_zero)};
            }),
        statement_claim("MIR-E-infinity", e_measure, "if b → ∞, lim E(j) = 1 - r(j)",
                        [] { return ClaimRows{over_found_points(e_at_infinity)}; }),
        statement_claim("MIR-E-is-F", e_measure, "for b = 1, the E-measure becomes the F-measure",
                        [] {
                            return ClaimRows{
                                over_points("as worded: E(j) = F(j)", [](const CutoffPoint& at) {
                                    return equal({"E(j)", at.e()}, {"F(j)", at.f()});
                                })};
                        }),
        statement_claim("MIR-F-is-1-E", f_measure,
                        "setting b = 1 in the formula of E yields F(j) = 1 - E(j)",
                        [] {
                            return ClaimRows{over_found_points([](const CutoffPoint& at) {
                                return equal({"F(j)", at.f()}, {"1 - E(j)", 1 - printed_e(at, 1)});
                            })};
                        }),
        statement_claim("MIR-F-range", f_measure, "F assumes values in the interval [0, 1]",
                        [] { return ClaimRows{over_points("", f_at_most_one)}; }),
        statement_claim("MIR-F-zero", f_measure,
                        "F is 0 when no relevant documents have been retrieved", f_zero_rows),
        statement_claim("MIR-F-one", f_measure, "F is 1 when all ranked documents are relevant",
                        f_one_rows),
    };
}

std::vector<Claim> gain_claims() {
    return {
        statement_claim(
            "MIR-log-base", "MIR, Discounted Cumulated Gain",
            "by adopting logs in higher bases the discount factor can be accentuated (then no DCG "
            "is greater than with base 2)",
            higher_base_rows),
        statement_claim("MIR-normalized", "MIR, Normalized DCG",
                        "NCG and NDCG are relative to the ideal: they lie in [0, 1]",
                        normalized_rows),
    };
}

std::vector<Claim> correlation_claims() {
    constexpr std::string_view correlation = "MIR, Rank Correlation Metrics";
    constexpr std::string_view kendall = "MIR, The Kendall Tau Coefficient";
    return {
        statement_claim("MIR-C-range", correlation, "-1 <= C(R1,R2) <= 1", range_rows),
        statement_claim("MIR-C-one", correlation,
                        "if, and only if, C(R1,R2) = 1, the rankings are the same",
                        [] { return end_rows(1); }),
        statement_claim(
            "MIR-C-minus-one", correlation,
            "if, and only if, C(R1,R2) = -1, the rankings are the reverse of each other",
            [] { return end_rows(-1); }),
        statement_claim("MIR-C-zero", correlation,
                        "if C(R1,R2) = 0, the two rankings are completely independent",
                        [] {
                            return ClaimRows{not_decidable(
                                "", "independence of two fixed rankings is not defined")};
                        }),
        statement_claim("MIR-C-increasing", correlation,
                        "increasing values of C(R1,R2) imply increasing agreement",
                        [] {
                            return ClaimRows{
                                not_decidable("agreement as such", "agreement is not defined"),
                                agreement_by_the_other()};
                        }),
        statement_claim(
            "MIR-sum-of-squares", "MIR, The Spearman Coefficient",
            "the maximum value of the sum of squares of ranking differences is K(K² - 1)/3",
            sum_of_squares_rows),
        statement_claim(
            "MIR-kendall-formula", kendall, "τ(R1,R2) = 1 - 2Δ(R1,R2)/(K(K - 1))",
            [] {
                return ClaimRows{
                    kendall_formula_row("Δ of the K(K - 1) pairs that both rankings order", 2),
                    kendall_formula_row("Δ of the pairs of documents, each counted once", 1)};
            }),
    };
}

}  // namespace

std::vector<Claim> mir_statement_claims() {
    std::vector<Claim> all;
    for (const auto& part : {set_claims(), gain_claims(), correlation_claims()})
        append(all, part);
    return all;
}

}  // namespace disarray::properties
