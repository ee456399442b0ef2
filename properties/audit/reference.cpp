// SPDX-License-Identifier: MIT
#include "properties/audit/reference.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "metrics/catalogue.hpp"
#include "metrics/correlation.hpp"

namespace disarray::properties::audit {

namespace {

using formats::Ties;
using retrieval::Conventions;

std::vector<Rank> from_zero(const std::vector<int>& ranks) {
    std::vector<Rank> result;
    for (const int rank : ranks)
        result.push_back(static_cast<Rank>(rank - 1));
    return result;
}

/// A metric of the catalogue, on permutations.
PairReference reference_without_ties(const metrics::Metric& metric) {
    return {metric.full_name(),
            [&metric](const RankPair& pair) -> Value {
                for (const std::vector<int>* ranks : {&pair.first, &pair.second}) {
                    std::vector<int> sorted = *ranks;
                    std::ranges::sort(sorted);
                    for (std::size_t i = 0; i < sorted.size(); ++i) {
                        if (sorted[i] != static_cast<int>(i) + 1) {
                            throw NoValue("it is defined for permutations only");
                        }
                    }
                }
                const Permutation sigma = Permutation::from_ranks_unchecked(from_zero(pair.first));
                const Permutation tau = Permutation::from_ranks_unchecked(from_zero(pair.second));
                return metric.value({sigma, tau, Weighting{}});
            },
            metric.kind == metrics::Kind::similarity};
}

template <class Correlation>
PairReference reference_with_ties(std::string name, Correlation correlation) {
    return {std::move(name),
            [correlation](const RankPair& pair) {
                return correlation(from_zero(pair.first), from_zero(pair.second));
            },
            true};
}

RetrievalFunction instead_of_undefined(RetrievalFunction value, InsteadOfUndefined instead) {
    if (instead == InsteadOfUndefined::nothing) return value;
    return [value = std::move(value), instead](const RetrievalCase& instance) -> Value {
        Value result = value(instance);
        if (result.is_defined()) return result;
        return instead == InsteadOfUndefined::one ? 1 : 0;
    };
}

Rational as_floating_point(const Rational& score, formats::Scores scores) {
    const std::string text = score.to_decimal(17);
    return exact_value_of(scores == formats::Scores::single ? std::strtof(text.c_str(), nullptr)
                                                            : std::strtod(text.c_str(), nullptr));
}

/// With the metric's own cutoff where a case has none, and scores rounded to numbers of the
/// precision that the program reads them in.
RetrievalFunction as_program_sees_it(RetrievalFunction value, std::optional<std::uint32_t> cutoff,
                                     formats::Scores scores) {
    if (!cutoff && scores == formats::Scores::exact) return value;
    return [value = std::move(value), cutoff, scores](RetrievalCase instance) {
        if (!instance.cutoff) instance.cutoff = cutoff;
        for (RetrievedDocument& document : instance.retrieved) {
            if (scores == formats::Scores::exact) break;
            document.score = as_floating_point(document.score, scores);
        }
        return value(instance);
    };
}

/// The conventions that change the values of a metric.
struct ConventionChoices {
    std::vector<retrieval::Discount> discounts{retrieval::Discount::trec};
    std::vector<retrieval::Gain> gains{retrieval::Gain::linear};
    std::vector<retrieval::ShortLists> short_lists{retrieval::ShortLists::cutoff};
    std::vector<retrieval::PrecisionsAveraged> averaged{retrieval::PrecisionsAveraged::relevant};
};

ConventionChoices convention_choices_of(std::string_view metric, bool takes_cutoff) {
    ConventionChoices choices;
    const bool discounted = metric == "DCG" || metric == "IDCG" || metric == "nDCG";
    if (discounted) choices.discounts.push_back(retrieval::Discount::mir);
    if (discounted || metric == "CG" || metric == "ICG" || metric == "NCG")
        choices.gains.push_back(retrieval::Gain::exponential);
    if (takes_cutoff && (metric == "P" || metric == "F" || metric == "E"))
        choices.short_lists.push_back(retrieval::ShortLists::length);
    if (takes_cutoff && metric == "AP")
        choices.averaged.push_back(retrieval::PrecisionsAveraged::reachable);
    return choices;
}

std::string convention_names(const Conventions& c, Ties ties, InsteadOfUndefined instead) {
    constexpr std::string_view undefined[] = {"skip", "zero", "one"};
    return fmt::format(
        "ties={} discount={} gain={} short-lists={} precisions-averaged={} undefined={}",
        name_of(ties), name_of(c.discount), name_of(c.gain), name_of(c.short_lists),
        name_of(c.precisions_averaged), undefined[static_cast<std::size_t>(instead)]);
}

std::vector<Conventions> all_conventions_of(const ConventionChoices& choices,
                                            const Conventions& settings) {
    std::vector<Conventions> all;
    for (const auto discount : choices.discounts) {
        for (const auto gain : choices.gains) {
            for (const auto short_lists : choices.short_lists) {
                for (const auto averaged : choices.averaged) {
                    Conventions& c = all.emplace_back(settings);
                    c.discount = discount;
                    c.gain = gain;
                    c.short_lists = short_lists;
                    c.precisions_averaged = averaged;
                }
            }
        }
    }
    return all;
}

/// How far the next 64-bit number is from `number`, in the direction of `towards`; of the least
/// normal numbers at least.
Rational gap(double number, const Rational& towards) {
    const Rational exact = exact_value_of(number);
    const double end = towards < exact ? -HUGE_VAL : HUGE_VAL;
    double next = std::nextafter(number, end);
    if (std::isinf(next)) next = std::nextafter(number, -end);
    constexpr unsigned least_normal_unit = 1074;
    return std::max(abs(exact_value_of(next) - exact),
                    Rational(Integer(1), Integer(1) << least_normal_unit));
}

}  // namespace

std::vector<PairReference> pair_references() {
    std::vector<PairReference> all{
        reference_with_ties("kendall-tau", metrics::kendall_tau_a),
        reference_with_ties("kendall-tau-b", metrics::kendall_tau_b),
        reference_with_ties("spearman-rho", metrics::spearman_rho_of_midranks),
    };
    for (const metrics::Metric& metric : metrics::catalogue()) {
        const bool known = std::ranges::find(all, metric.name, &PairReference::name) != all.end();
        if (known || metric.takes.k || metric.ignores_reference || metric.is_one_argument) continue;
        all.push_back(reference_without_ties(metric));
    }
    return all;
}

std::vector<RetrievalReference> retrieval_references(std::string_view name, bool takes_cutoff,
                                                     const DeclaredConventions& declared,
                                                     std::string_view where) {
    const retrieval::Request request = retrieval::request_named(name, where);
    std::vector<RetrievalReference> all;
    for (const Ties ties :
         {Ties::average, Ties::trec, Ties::input_order, Ties::best, Ties::worst}) {
        for (const Conventions& c : all_conventions_of(
                 convention_choices_of(request.metric->name, takes_cutoff), declared.settings)) {
            const RetrievalFunction value =
                as_program_sees_it(function_of(request, c, ties), request.cutoff, declared.scores);
            for (const auto instead :
                 {InsteadOfUndefined::nothing, InsteadOfUndefined::zero, InsteadOfUndefined::one}) {
                all.push_back({std::string(request.metric->name),
                               convention_names(c, ties, instead),
                               instead_of_undefined(value, instead), c, ties, instead,
                               request.metric->is_best_at_greatest});
            }
        }
    }
    return all;
}

std::optional<std::uint64_t> units_apart(const Reply& reply, const Value& exact) {
    const auto* answer = std::get_if<Answer>(&reply);
    if (!answer) return std::nullopt;
    if (answer->kind != Answer::Kind::value || !exact.is_defined()) {
        const bool both = answer->kind == Answer::Kind::undefined && !exact.is_defined();
        return both ? std::optional<std::uint64_t>(0) : std::nullopt;
    }
    if (!answer->as_double) {
        return compare(Value(answer->exact), exact) == Order::equal
                   ? std::optional<std::uint64_t>(0)
                   : std::nullopt;
    }
    const Rational value =
        exact.is_rational() ? exact.rational() : exact.enclosure(192).ends().first;
    const Rational units = abs(answer->exact - value) / gap(*answer->as_double, value);
    if (units * Rational(2) <= 1) return 0;
    constexpr std::uint64_t most = std::uint64_t{1} << 62;
    if (units >= Rational(most)) return most;
    return ((units.numerator() + units.denominator() - 1) / units.denominator())
        .convert_to<std::uint64_t>();
}

}  // namespace disarray::properties::audit
