// SPDX-License-Identifier: MIT
//
// Judged lists for the tests of the retrieval metrics, all small ones and random long ones, and the
// comparisons that every metric must pass: exact against naive, double against exact, ties against
// all their orders.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exact/bounded.hpp"
#include "exact/value.hpp"
#include "metrics/retrieval/metric.hpp"
#include "metrics/retrieval/naive.hpp"
#include "tests/catch.hpp"
#include "tests/support/bounded.hpp"

namespace disarray::test {

using retrieval::naive::RankedGroups;

// --- How failure messages show them -------------------------------------------------------------

inline std::string described(const std::vector<retrieval::Grade>& grades) {
    return fmt::format("{}", fmt::join(grades, " "));
}

/// "1 0 (2 0) 1, not retrieved 2": what stands in parentheses is tied.
inline std::string described(const RankedGroups& list) {
    std::string text = "list";
    for (const auto& group : list.groups)
        text += group.size() == 1 ? " " + described(group) : " (" + described(group) + ")";
    return text + ", not retrieved " + described(list.not_retrieved);
}

inline std::string described(const retrieval::Conventions& c) {
    return fmt::format(
        "level {}, discount {}, gain {}, short lists {}, averaged {}, beta {}, persistence {}, "
        "greatest {}, recall ranks {}, RBP {}",
        c.relevance_level, name_of(c.discount), name_of(c.gain), name_of(c.short_lists),
        name_of(c.precisions_averaged), c.beta.to_string(), c.persistence.to_string(),
        c.greatest_grade, name_of(c.recall_ranks), name_of(c.rank_biased));
}

inline std::string described(const retrieval::Request& request) {
    std::string text(request.metric->name);
    if (request.cutoff) text += fmt::format("@{}", *request.cutoff);
    if (request.metric->suffix == retrieval::Suffix::level ||
        request.metric->suffix == retrieval::Suffix::multiple)
        text += "@" + request.level.to_string();
    for (const Rational& number : request.parameters.numbers)
        text += " " + number.to_string();
    for (const auto& [grade, gain] : request.parameters.gains)
        text += fmt::format(" {}={}", grade, gain.to_string());
    return text;
}

// --- Lists --------------------------------------------------------------------------------------

inline RankedGroups untied(const std::vector<retrieval::Grade>& by_rank,
                           std::vector<retrieval::Grade> not_retrieved = {}) {
    RankedGroups list{{}, std::move(not_retrieved)};
    for (const retrieval::Grade grade : by_rank)
        list.groups.push_back({grade});
    return list;
}

/// The list without ties that the tie policy best (by falling grades) or worst makes of it.
inline RankedGroups resolved(const RankedGroups& list, bool is_best) {
    RankedGroups order{{}, list.not_retrieved};
    for (std::vector<retrieval::Grade> group : list.groups) {
        std::ranges::sort(group);
        if (is_best) std::ranges::reverse(group);
        for (const retrieval::Grade grade : group)
            order.groups.push_back({grade});
    }
    return order;
}

/// What the metrics see of it, after the words of judged_list.hpp.
inline retrieval::JudgedList judged(const RankedGroups& list) {
    return retrieval::judged_list(list.groups, list.not_retrieved);
}

/// All lists of `length` grades from `least` to `greatest`.
inline std::vector<std::vector<retrieval::Grade>> all_grades(std::size_t length,
                                                             retrieval::Grade greatest,
                                                             retrieval::Grade least = 0) {
    std::vector<std::vector<retrieval::Grade>> all{{}};
    for (std::size_t i = 0; i < length; ++i) {
        std::vector<std::vector<retrieval::Grade>> longer;
        for (const auto& list : all) {
            for (retrieval::Grade grade = least; grade <= greatest; ++grade) {
                longer.push_back(list);
                longer.back().push_back(grade);
            }
        }
        all = std::move(longer);
    }
    return all;
}

/// All lists of `length` documents in tied groups, grades from `least` to `greatest`. Within a
/// group the order does not matter, so that only falling and rising ones are there, in turn.
inline std::vector<RankedGroups> all_tied(std::size_t length, retrieval::Grade greatest,
                                          retrieval::Grade least = 0) {
    std::vector<RankedGroups> all;
    for (const auto& grades : all_grades(length, greatest, least)) {
        for (std::uint32_t ends = 0; ends < (length == 0 ? 1U : 1U << (length - 1)); ++ends) {
            RankedGroups list;
            for (std::size_t i = 0; i < length; ++i) {
                const bool is_tied = i > 0 && (ends >> (i - 1) & 1U) == 0;
                if (!is_tied) list.groups.emplace_back();
                list.groups.back().push_back(grades[i]);
            }
            const bool is_sorted = std::ranges::all_of(
                list.groups, [](const auto& group) { return std::ranges::is_sorted(group); });
            if (!is_sorted) continue;
            if (all.size() % 2 == 1) {
                for (auto& group : list.groups)
                    std::ranges::reverse(group);
            }
            all.push_back(std::move(list));
        }
    }
    return all;
}

/// Orders that differ in more than documents of one grade.
inline double number_of_orders(const RankedGroups& list) {
    double orders = 1;
    for (const auto& group : list.groups) {
        orders *= std::tgamma(static_cast<double>(group.size()) + 1);
        for (const retrieval::Grade grade : std::vector<retrieval::Grade>{-2, -1, 0, 1, 2, 3, 4})
            orders /= std::tgamma(static_cast<double>(std::ranges::count(group, grade)) + 1);
    }
    return std::round(orders);
}

/// Random groups of 1 to `greatest_group` documents with grades from 0 to `greatest` (about half of
/// them 0 or below, not judged), `length` documents or a few more, and up to five documents that
/// are not retrieved.
inline RankedGroups random_list(std::size_t length, std::size_t greatest_group,
                                retrieval::Grade greatest, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t bound) { return random() % bound; };
    const auto grade = [&] {
        const auto g = static_cast<retrieval::Grade>(below(2 * std::uint64_t(greatest) + 1));
        return g > greatest ? g - greatest : -static_cast<retrieval::Grade>(below(3));
    };
    RankedGroups list;
    for (std::size_t size = 0; size < length;) {
        list.groups.emplace_back();
        for (std::uint64_t tied = 1 + below(greatest_group); tied > 0; --tied, ++size)
            list.groups.back().push_back(grade());
    }
    for (std::uint64_t more = below(6); more > 0; --more)
        list.not_retrieved.push_back(grade());
    return list;
}

/// The same with so few orders that the naive path can try them.
inline RankedGroups random_tied_list(std::uint64_t seed) {
    const auto greatest = static_cast<retrieval::Grade>(1 + seed % 3);
    for (std::uint64_t attempt = 0;; ++attempt) {
        RankedGroups list = random_list(6 + seed % 9, 6, greatest, seed * 1000 + attempt);
        const double orders = number_of_orders(list);
        if (orders > 20 && orders <= 400) return list;
    }
}

// --- Conventions --------------------------------------------------------------------------------

inline const Rational one_half{Integer(1), Integer(2)};

/// One combination of all conventions; those of 1152 successive turns differ.
inline retrieval::Conventions any_conventions(std::uint64_t turn) {
    using namespace retrieval;
    const auto digit = [&](std::uint64_t base) {
        const std::uint64_t last = turn % base;
        turn /= base;
        return last;
    };
    Conventions c;
    c.discount = digit(2) == 0 ? Discount::trec : Discount::mir;
    c.short_lists = digit(2) == 0 ? ShortLists::cutoff : ShortLists::length;
    c.gain = digit(2) == 0 ? Gain::linear : Gain::exponential;
    c.precisions_averaged =
        digit(2) == 0 ? PrecisionsAveraged::relevant : PrecisionsAveraged::reachable;
    c.relevance_level = digit(2) == 0 ? 1 : 2;
    c.beta = std::vector<Rational>{1, 2, one_half}[digit(3)];
    c.persistence = digit(2) == 0 ? Rational(Integer(4), Integer(5)) : one_half;
    c.greatest_grade = 4;
    c.rank_biased = digit(2) == 0 ? RankBiased::binary : RankBiased::graded;
    c.recall_ranks =
        std::vector{RecallRanks::least, RecallRanks::nearest, RecallRanks::nine_tenths}[digit(3)];
    c.collection_size = 100;
    return c;
}

/// Each member of `all` once with each of the values.
template <class T>
void vary(std::vector<retrieval::Conventions>& all, T retrieval::Conventions::*convention,
          const std::vector<T>& values) {
    std::vector<retrieval::Conventions> varied;
    for (const retrieval::Conventions& each : all) {
        for (const T& value : values) {
            varied.push_back(each);
            varied.back().*convention = value;
        }
    }
    all = std::move(varied);
}

/// All combinations of the conventions on which the metric called `name` depends by its definition;
/// the others are those of any_conventions(turn), and must not matter.
inline std::vector<retrieval::Conventions> conventions_of(std::string_view name,
                                                          std::uint64_t turn) {
    using namespace retrieval;
    using Names = std::vector<std::string_view>;
    const auto is_one_of = [&](const Names& names) { return std::ranges::count(names, name) > 0; };
    std::vector<Conventions> all{any_conventions(turn)};
    if (!is_one_of({"num_ret", "CG", "ICG", "NCG", "DCG", "IDCG", "nDCG", "ERR", "unj", "rbp_resid",
                    "ndcg_rel", "G"}))
        vary(all, &Conventions::relevance_level, {1, 2});
    if (is_one_of({"P", "F", "E"}))
        vary(all, &Conventions::short_lists, {ShortLists::cutoff, ShortLists::length});
    if (is_one_of({"F", "E"})) vary(all, &Conventions::beta, {1, 2, one_half});
    if (is_one_of({"AP"})) {
        vary(all, &Conventions::precisions_averaged,
             {PrecisionsAveraged::relevant, PrecisionsAveraged::reachable});
    }
    if (is_one_of({"CG", "ICG", "NCG", "DCG", "IDCG", "nDCG"}))
        vary(all, &Conventions::gain, {Gain::linear, Gain::exponential});
    if (is_one_of({"DCG", "IDCG", "nDCG"}))
        vary(all, &Conventions::discount, {Discount::trec, Discount::mir});
    if (is_one_of({"ERR"})) vary(all, &Conventions::greatest_grade, {4, 5});
    if (is_one_of({"RBP", "rbp_resid"})) {
        vary(all, &Conventions::rank_biased, {RankBiased::binary, RankBiased::graded});
    }
    if (is_one_of({"iP", "11pt", "Rprec_mult"})) {
        vary(all, &Conventions::recall_ranks,
             {RecallRanks::least, RecallRanks::nearest, RecallRanks::nine_tenths});
    }
    if (is_one_of({"RBP"})) vary(all, &Conventions::persistence, {one_half, {1, 3}});
    return all;
}

/// Parameters for those that take some.
inline std::vector<retrieval::Parameters> parameters_of(std::string_view name) {
    // Rising, so that falling grades stay best.
    const std::map<retrieval::Grade, Rational> gains{{0, 1}, {1, 2}, {2, 3}, {3, 9}, {4, 20}};
    if (name == "F") return {{{3}, {}, {}}};
    if (name == "utility") return {{{2, -1, one_half, Rational(Integer(1), Integer(4))}, {}, {}}};
    if (name == "11pt") return {{{0, one_half, 1}, {}, {}}};
    if (name == "RBP") return {{{}, {}, one_half}, {{}, {{0, -1}, {4, 9}}, {}}, {{}, gains, {}}};
    if (name == "rbp_resid") return {{{}, {}, one_half}};
    if (name == "nDCG" || name == "DCG" || name == "ndcg_rel" || name == "Rndcg" || name == "G")
        return {{{}, {{4, 5}}, {}}, {{}, gains, {}}};
    return {};
}

/// What can be asked of a metric: without a cutoff and with 1 to `greatest_cutoff`; the eleven
/// recall levels and two between them.
inline std::vector<retrieval::Request> requests_of(const retrieval::Metric& metric,
                                                   std::uint32_t greatest_cutoff) {
    std::vector<retrieval::Request> requests;
    const auto ask = [&](std::optional<std::uint32_t> cutoff, const Rational& level) {
        requests.push_back({&metric, cutoff, level, {}});
    };
    for (const retrieval::Parameters& parameters : parameters_of(metric.name))
        requests.push_back({&metric, {}, 0, {}, parameters});
    if (metric.suffix == retrieval::Suffix::multiple) {
        for (const Rational& multiple :
             {Rational(0), one_half, Rational(1), Rational(Integer(6), Integer(5)),
              Rational(Integer(7), Integer(3)), Rational(Integer(35), Integer(100))})
            ask({}, multiple);
        return requests;
    }
    if (metric.suffix == retrieval::Suffix::level) {
        for (int j = 0; j <= 10; ++j)
            ask({}, {Integer(j), Integer(10)});
        ask({}, {Integer(1), Integer(3)});
        ask({}, {Integer(2), Integer(3)});
        return requests;
    }
    ask({}, 0);
    if (metric.suffix == retrieval::Suffix::none) return requests;
    for (std::uint32_t k = 1; k <= greatest_cutoff; ++k)
        ask(k, 0);
    return requests;
}

// --- Comparisons --------------------------------------------------------------------------------

/// Equal, proved; two undefined values are equal. Of long lists, that their numbers agree to 200
/// binary digits.
inline bool agree(const Value& a, const Value& b, bool is_long) {
    if (!a.is_defined() || !b.is_defined()) {
        return a.is_defined() == b.is_defined() && !a.is_undecided() && !b.is_undecided();
    }
    if (!is_long || (a.is_rational() && b.is_rational())) return compare(a, b) == Order::equal;
    const auto [a_low, a_high] = a.enclosure(320).ends();
    const auto [b_low, b_high] = b.enclosure(320).ends();
    const Rational width{Integer(1), Integer(1) << 200U};
    return a_low <= b_high && b_low <= a_high && a_high - a_low < width && b_high - b_low < width;
}

/// What is wrong with the double near a value; empty if nothing is.
inline std::string fault_of(const retrieval::Fraction<Bounded>& fraction, const Value& exact) {
    if (!fraction.is_defined() || !exact.is_defined()) {
        if (fraction.is_defined() != exact.is_defined()) return "only one is defined";
        const bool is_zero = fraction.numerator.value() == 0 && fraction.denominator.value() == 0 &&
                             fraction.numerator.error() == 0 && fraction.denominator.error() == 0;
        return is_zero ? "" : "undefined, but not 0/0";
    }
    const Bounded bounded = value_of(fraction);
    const std::string shown = fmt::format("{} ± {}", bounded.value(), bounded.error());
    if (!holds(bounded, exact)) return shown + " does not hold";
    // E is 1 − F, and yaap ln of what may be near 1: near 0 their relative error may be large.
    const double allowed = 1e-12 * std::max(std::abs(bounded.value()), 1e-2);
    return bounded.error() <= allowed ? "" : shown + " is not sharp";
}

/// Exact and double against naive; `list` may have ties, which count on the average.
inline void require_as_naive(const retrieval::Request& request, const RankedGroups& list,
                             const retrieval::JudgedList& seen,
                             const retrieval::Conventions& conventions) {
    const Value expected =
        retrieval::naive::value(request.metric->name, request.cutoff, request.level, list,
                                conventions, retrieval::naive::Orders::average, request.parameters);
    const auto fraction = exact(request, seen, conventions);
    const Value fast = value_of(fraction);
    if (!agree(fast, expected, seen.length > 20)) {
        FAIL_CHECK(described(request)
                   << " of " << described(list) << "; " << described(conventions) << ": fast "
                   << fast.to_string() << ", naive " << expected.to_string());
    }
    const auto near = bounded(request, seen, conventions);
    const std::string fault = fault_of(near, expected);
    if (!fault.empty() || fraction.undefined != near.undefined) {
        FAIL_CHECK(described(request) << " of " << described(list) << "; " << described(conventions)
                                      << ": " << fault << ", exact " << expected.to_decimal(20)
                                      << ", " << fraction.undefined << ", " << near.undefined);
    }
}
inline void require_as_naive(const retrieval::Request& request, const RankedGroups& list,
                             const retrieval::Conventions& conventions) {
    require_as_naive(request, list, judged(list), conventions);
}

/// Sanitizers watch each allocation of the rationals: lists of one document less have to do.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::size_t all_lists_up_to = 4;
#else
inline constexpr std::size_t all_lists_up_to = 5;
#endif

/// Lists without ties, of grades from `least` to 2; cutoffs beyond their length; all conventions.
inline void require_as_naive_on_all_lists(const std::vector<retrieval::Metric>& all,
                                          retrieval::Grade least = 0) {
    std::uint64_t turn = 0;
    for (std::size_t length = 0; length <= all_lists_up_to; ++length) {
        if (least < 0 && length == 5) break;
        for (const auto& grades : all_grades(length, 2, least)) {
            for (const auto& not_retrieved :
                 std::vector<std::vector<retrieval::Grade>>{{}, {1}, {2, 1, 0}}) {
                const RankedGroups list = untied(grades, not_retrieved);
                const retrieval::JudgedList seen = judged(list);
                for (const retrieval::Metric& metric : all) {
                    for (const auto& request : requests_of(metric, 7)) {
                        for (const auto& conventions : conventions_of(metric.name, ++turn))
                            require_as_naive(request, list, seen, conventions);
                    }
                }
            }
        }
    }
    SUCCEED();
}

/// Ties on the average: all groupings of such lists. Conventions and documents that are not
/// retrieved take turns.
inline void require_as_naive_on_all_ties(const std::vector<retrieval::Metric>& all,
                                         retrieval::Grade least = 0) {
    std::uint64_t turn = 0;
    for (std::size_t length = 2; length <= all_lists_up_to; ++length) {
        if (least < 0 && length == 5) break;
        for (RankedGroups list : all_tied(length, 2, least)) {
            list.not_retrieved =
                std::vector<std::vector<retrieval::Grade>>{{}, {1}, {2, 1, 0}}[++turn % 3];
            const retrieval::JudgedList seen = judged(list);
            for (const retrieval::Metric& metric : all) {
                for (const auto& request : requests_of(metric, 6))
                    require_as_naive(request, list, seen, any_conventions(turn += 7));
            }
        }
    }
    SUCCEED();
}

/// Longer lists with ties of up to six documents, on the average.
inline void require_as_naive_on_random_ties(const std::vector<retrieval::Metric>& all) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const RankedGroups list = random_tied_list(seed);
        const retrieval::JudgedList seen = judged(list);
        for (const retrieval::Metric& metric : all) {
            std::uint64_t turn = seed;
            for (const auto& request : requests_of(metric, seen.length + 1)) {
                // Two of three cutoffs have to do: these are the most expensive tests.
                if (++turn % 3 != 0) require_as_naive(request, list, seen, any_conventions(turn));
            }
        }
    }
    SUCCEED();
}

/// Long lists without ties.
inline void require_as_naive_on_long_lists(const std::vector<retrieval::Metric>& all) {
    std::uint64_t turn = 0;
    for (const std::size_t length : std::vector<std::size_t>{20, 57, 100, 333, 1000}) {
        const RankedGroups list = random_list(length, 1, 4, 77 + length);
        const retrieval::JudgedList seen = judged(list);
        for (const retrieval::Metric& metric : all) {
            std::vector<retrieval::Request> requests = requests_of(metric, 1);
            if (metric.suffix == retrieval::Suffix::cutoff) {
                for (const std::size_t k : std::vector<std::size_t>{10, length / 2, length + 10})
                    requests.push_back({&metric, static_cast<std::uint32_t>(k), 0, {}});
            }
            for (const auto& request : requests)
                require_as_naive(request, list, seen, any_conventions(turn += 5));
        }
    }
    SUCCEED();
}

/// That falling grades within each tied group attain the best of all orders, and rising ones the
/// worst.
inline void require_resolved_ties_are_extreme(const retrieval::Request& request,
                                              const RankedGroups& list,
                                              const retrieval::Conventions& conventions) {
    using retrieval::naive::Orders;
    for (const bool is_best : {true, false}) {
        const Value expected = retrieval::naive::value(
            request.metric->name, request.cutoff, request.level, list, conventions,
            is_best ? Orders::best : Orders::worst, request.parameters);
        const Value fast = value_of(exact(request, judged(resolved(list, is_best)), conventions));
        if (agree(fast, expected, false)) continue;
        FAIL_CHECK((is_best ? "best " : "worst ")
                   << described(request) << " of " << described(list) << "; "
                   << described(conventions) << ": fast " << fast.to_string() << ", naive "
                   << expected.to_string());
    }
}

inline void require_resolved_ties_are_extreme(const std::vector<retrieval::Metric>& all) {
    std::uint64_t turn = 0;
    for (std::size_t length = 2; length <= 4; ++length) {
        for (RankedGroups list : all_tied(length, 2)) {
            list.not_retrieved =
                std::vector<std::vector<retrieval::Grade>>{{}, {1}, {2, 1}}[++turn % 3];
            for (const retrieval::Metric& metric : all) {
                for (const auto& request : requests_of(metric, 4))
                    require_resolved_ties_are_extreme(request, list, any_conventions(turn += 7));
            }
        }
    }
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        for (const retrieval::Metric& metric : all) {
            for (const auto& request : requests_of(metric, 6)) {
                if (++turn % 3 != 0) continue;
                require_resolved_ties_are_extreme(request, random_tied_list(100 + seed),
                                                  any_conventions(turn / 3));
            }
        }
    }
    SUCCEED();
}

inline const retrieval::Metric& named(const std::vector<retrieval::Metric>& all,
                                      std::string_view name) {
    const auto found = std::ranges::find(all, name, &retrieval::Metric::name);
    if (found == all.end()) FAIL("no metric " << name);
    return *found;
}

/// The exact value of a list without ties, by the metric's request ("P@5").
inline Value value_at(std::string_view request, const std::vector<retrieval::Grade>& by_rank,
                      const std::vector<retrieval::Grade>& not_retrieved = {},
                      const retrieval::Conventions& conventions = {}) {
    return value_of(exact(retrieval::request_named(request, "test"),
                          retrieval::judged_list(by_rank, not_retrieved), conventions));
}

// MIR's examples: the grades of the first 15 documents (its gain vectors), and of those that the
// list does not have. For the binary metrics each of these is relevant.
inline const std::vector<retrieval::Grade> mir_q1{1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3};
inline const std::vector<retrieval::Grade> mir_q1_not_retrieved{3, 2, 2, 1, 1};
inline const std::vector<retrieval::Grade> mir_q2{0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3};

}  // namespace disarray::test
