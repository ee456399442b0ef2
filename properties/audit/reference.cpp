// SPDX-License-Identifier: MIT
#include "properties/audit/reference.hpp"
#include "base/strtod.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "metrics/catalogue.hpp"
#include "metrics/correlation.hpp"
#include "properties/audit/own_references.hpp"
#include "properties/retrieval/ordering.hpp"

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

/// A metric of the catalogue, on permutations, or with ties if it takes them.
PairReference reference_of(const metrics::Metric& metric) {
    if (metric.value_with_ties) {
        return {metric.full_name(),
                [&metric](const RankPair& pair) {
                    return metric.value_with_ties(from_zero(pair.first), from_zero(pair.second),
                                                  metrics::Comparison::no_parameters());
                },
                metric.kind == metrics::Kind::similarity};
    }
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

Rational as_floating_point(const Rational& score, formats::Scores scores) {
    const std::string text = score.to_decimal(17);
    return exact_value_of(scores == formats::Scores::single ? c_strtof(text) : c_strtod(text));
}

/// With the metric's own cutoff where a case has none, scores rounded to numbers of the precision
/// that the program reads them in, and documents that are not judged as judged 0, which is what the
/// program is told of them.
template <class Result>
std::function<Result(const RetrievalCase&)> as_program_sees_it(
    std::function<Result(const RetrievalCase&)> value, std::optional<std::uint32_t> cutoff,
    formats::Scores scores) {
    if (!value) return value;
    return [value = std::move(value), cutoff, scores](RetrievalCase instance) {
        if (!instance.cutoff) instance.cutoff = cutoff;
        for (RetrievedDocument& document : instance.retrieved) {
            document.grade = document.grade.value_or(0);
            if (scores == formats::Scores::exact) continue;
            document.score = as_floating_point(document.score, scores);
        }
        return value(instance);
    };
}

/// 1/ln 2 to 2^-330 or so, by which the natural logarithm changes sums of 1/log₂.
Rational per_natural_logarithm() {
    return Rational::parse(
        "1."
        "44269504088896340735992468100189213742664595415298593413544940693110921918118507988552662"
        "289350634",
        "1/ln 2");
}

/// A discount, by its name among the conventions, and what the sum with it is multiplied by.
struct NamedDiscount {
    retrieval::Discount discount = retrieval::Discount::trec;
    bool is_natural = false;

    std::string_view name() const { return is_natural ? "natural" : name_of(discount); }
};

/// The conventions that change the values of a metric.
struct ConventionChoices {
    std::vector<NamedDiscount> discounts{{}};
    std::vector<retrieval::Gain> gains{retrieval::Gain::linear};
    std::vector<retrieval::ShortLists> short_lists{retrieval::ShortLists::cutoff};
    std::vector<retrieval::PrecisionsAveraged> averaged{retrieval::PrecisionsAveraged::relevant};
    std::vector<std::string_view> ties{"average", "trec", "input-order", "best", "worst"};
};

ConventionChoices convention_choices_of(std::string_view metric, bool takes_cutoff) {
    ConventionChoices choices;
    const bool discounted = metric == "DCG" || metric == "IDCG" || metric == "nDCG";
    if (discounted) choices.discounts.push_back({retrieval::Discount::mir});
    // It cancels in the quotient nDCG.
    if (discounted && metric != "nDCG")
        choices.discounts.push_back({retrieval::Discount::trec, true});
    if (discounted || metric == "CG" || metric == "ICG" || metric == "NCG")
        choices.gains.push_back(retrieval::Gain::exponential);
    if (takes_cutoff && (metric == "P" || metric == "F" || metric == "E"))
        choices.short_lists.push_back(retrieval::ShortLists::length);
    if (takes_cutoff && metric == "AP")
        choices.averaged.push_back(retrieval::PrecisionsAveraged::reachable);
    if (!takes_cutoff && metric == "AP") choices.ties.push_back("block");
    return choices;
}

/// A set of conventions, with the names of those that have no setting.
struct NamedConventions {
    Conventions settings;
    std::string_view ties;
    NamedDiscount discount;
};

std::string convention_names(const NamedConventions& named, InsteadOfUndefined instead) {
    const Conventions& c = named.settings;
    return fmt::format(
        "ties={} discount={} gain={} short-lists={} precisions-averaged={} undefined={}",
        named.ties, named.discount.name(), name_of(c.gain), name_of(c.short_lists),
        name_of(c.precisions_averaged), name_of(instead));
}

std::vector<NamedConventions> all_conventions_of(const ConventionChoices& choices,
                                                 const Conventions& settings) {
    std::vector<NamedConventions> all;
    for (const std::string_view ties : choices.ties) {
        for (const NamedDiscount& discount : choices.discounts) {
            for (const auto gain : choices.gains) {
                for (const auto short_lists : choices.short_lists) {
                    for (const auto averaged : choices.averaged) {
                        Conventions& c =
                            all.emplace_back(NamedConventions{settings, ties, discount}).settings;
                        c.discount = discount.discount;
                        c.gain = gain;
                        c.short_lists = short_lists;
                        c.precisions_averaged = averaged;
                    }
                }
            }
        }
    }
    return all;
}

/// The metric's values in floating point. \param factor  of all values
std::function<Bounded(const RetrievalCase&)> bounded_function_of(const retrieval::Request& request,
                                                                 const Conventions& c, Ties ties,
                                                                 const Rational& factor) {
    return [request, c, ties, factor](const RetrievalCase& instance) {
        const retrieval::JudgedList list = judged_list(instance, ties);
        return retrieval::value_of(
                   request.metric->bounded({list, c, instance.cutoff, request.level})) *
               Bounded::near(factor);
    };
}

/// Both functions of a metric, before anything is put in place of an undefined value.
void set_functions(const retrieval::Request& request, const NamedConventions& named,
                   formats::Scores scores, RetrievalReference& reference) {
    const Conventions& c = named.settings;
    if (named.ties == "block") {
        reference.value = [c](const RetrievalCase& i) { return block_average_precision(i, c); };
        reference.bounded = [c](const RetrievalCase& i) {
            return bounded_block_average_precision(i, c);
        };
    } else {
        const Ties ties = choice_named<Ties>(named.ties, "ties");
        const Rational factor = named.discount.is_natural ? per_natural_logarithm() : Rational(1);
        reference.value = [value = function_of(request, c, ties)](const RetrievalCase& instance) {
            try {
                return value(instance);
            } catch (const NotSupported& reason) {  // too many orders of the tied
                throw NoValue(reason.what());
            }
        };
        if (named.discount.is_natural) {
            reference.value = [value = reference.value, factor](const RetrievalCase& instance) {
                return value(instance) * Value(factor);
            };
        }
        reference.bounded = bounded_function_of(request, c, ties, factor);
    }
    reference.value = as_program_sees_it(std::move(reference.value), request.cutoff, scores);
    reference.bounded = as_program_sees_it(std::move(reference.bounded), request.cutoff, scores);
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

std::map<std::string, std::string> values_of(std::string_view conventions) {
    std::map<std::string, std::string> values;
    while (!conventions.empty()) {
        const std::string_view one = conventions.substr(0, conventions.find(' '));
        const std::size_t sign = one.find('=');
        values.emplace(one.substr(0, sign), one.substr(sign + 1));
        conventions.remove_prefix(std::min(one.size() + 1, conventions.size()));
    }
    return values;
}

std::vector<PairReference> pair_references() {
    std::vector<PairReference> all{
        reference_with_ties("kendall-tau", metrics::kendall_tau_a),
        reference_with_ties("kendall-tau-b", metrics::kendall_tau_b),
        reference_with_ties("spearman-rho", metrics::spearman_rho_of_midranks),
        reference_with_ties("kendall-tau-c", metrics::kendall_tau_c),
        reference_with_ties("gamma", metrics::goodman_kruskal_gamma),
        reference_with_ties("somers-d", metrics::somers_d),
    };
    std::ranges::move(own_pair_references(), std::back_inserter(all));
    for (const metrics::Metric& metric : metrics::catalogue()) {
        const bool known =
            std::ranges::find(all, metric.full_name(), &PairReference::name) != all.end();
        if (known || metric.takes.k || metric.ignores_reference || metric.is_one_argument) continue;
        all.push_back(reference_of(metric));
    }
    return all;
}

RetrievalFunction instead_of_undefined(RetrievalFunction value, InsteadOfUndefined instead) {
    if (instead == InsteadOfUndefined::nothing) return value;
    return [value = std::move(value), instead](const RetrievalCase& instance) -> Value {
        Value result = value(instance);
        if (result.is_defined()) return result;
        return instead == InsteadOfUndefined::one ? 1 : 0;
    };
}

std::vector<RetrievalReference> retrieval_references(std::string_view name, bool takes_cutoff,
                                                     const DeclaredConventions& declared,
                                                     std::string_view where) {
    std::vector<RetrievalReference> all = own_retrieval_references(name, declared.settings);
    if (!all.empty()) return all;
    const retrieval::Request request = retrieval::request_named(name, where);
    const ConventionChoices choices =
        convention_choices_of(request.metric->name, takes_cutoff || request.cutoff.has_value());
    for (const NamedConventions& named : all_conventions_of(choices, declared.settings)) {
        RetrievalReference reference;
        reference.name = request.metric->name;
        reference.settings = named.settings;
        reference.ties = named.ties;
        reference.is_best_at_greatest = request.metric->is_best_at_greatest;
        set_functions(request, named, declared.scores, reference);
        for (const InsteadOfUndefined instead : every_instead) {
            RetrievalReference& each = all.emplace_back(reference);
            each.conventions = convention_names(named, instead);
            each.instead = instead;
            each.value = instead_of_undefined(each.value, instead);
        }
    }
    return all;
}

std::vector<RetrievalReference> retrieval_judges(const DeclaredConventions& declared,
                                                 std::string_view ties,
                                                 InsteadOfUndefined instead) {
    std::vector<std::string> names{"AUC"};
    for (const retrieval::Metric& metric : retrieval::catalogue())
        names.push_back(retrieval::example_of(metric));
    std::vector<RetrievalReference> judges;
    for (const std::string& name : names) {
        // AP has thresholds where there is no cutoff.
        const auto all = retrieval_references(name, ties != "block", declared, "judge");
        // What has no such rule is as good under the mean, which breaks no law of ties.
        const bool has_rule = std::ranges::find(all, ties, &RetrievalReference::ties) != all.end();
        const std::string_view rule = has_rule ? ties : "average";
        std::ranges::copy_if(all, std::back_inserter(judges), [&](const RetrievalReference& each) {
            return each.ties == rule && each.instead == instead;
        });
    }
    return judges;
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
