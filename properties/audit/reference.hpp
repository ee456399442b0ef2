// SPDX-License-Identifier: MIT
//
// The exact metrics that a foreign one may be: those of its name, in every convention, or the
// coefficients of two rankings. Each is compared answer by answer, in units in the last place.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/near_names.hpp"
#include "exact/bounded.hpp"
#include "properties/audit/audited_metric.hpp"
#include "properties/audit/declared_conventions.hpp"
#include "properties/audit/pair_laws.hpp"
#include "properties/retrieval/subject.hpp"

namespace disarray::properties::audit {

/// kendall-tau (τ_a), kendall-tau-b, kendall-tau-c, gamma, spearman-rho, own_pair_references(), and
/// the distances of the catalogue that take no parameters, which but for ndpm are defined without
/// ties (NoValue).
std::vector<PairReference> pair_references();

/// A value for what has none.
enum class InsteadOfUndefined { nothing, zero, one };
/// By the values of the option of `disarray evaluate`.
constexpr auto choices(InsteadOfUndefined) {
    return std::to_array<Choice<InsteadOfUndefined>>({{"skip", InsteadOfUndefined::nothing},
                                                      {"zero", InsteadOfUndefined::zero},
                                                      {"one", InsteadOfUndefined::one}});
}
inline constexpr InsteadOfUndefined every_instead[] = {
    InsteadOfUndefined::nothing, InsteadOfUndefined::zero, InsteadOfUndefined::one};

RetrievalFunction instead_of_undefined(RetrievalFunction value, InsteadOfUndefined instead);

/// An exact retrieval metric in one set of conventions.
struct RetrievalReference {
    std::string name;         ///< "nDCG"
    std::string conventions;  ///< "ties=average discount=trec gain=linear undefined=zero"
    RetrievalFunction value;
    /// The same in floating point with a proved error, for long lists, where exact numbers take
    /// minutes; only where the value is defined. Empty: `value` is quick.
    std::function<Bounded(const RetrievalCase&)> bounded = {};
    retrieval::Conventions settings = {};
    std::string ties = "trec";  ///< as declared_conventions names them
    InsteadOfUndefined instead = InsteadOfUndefined::nothing;
    bool is_best_at_greatest = true;

    /// "nDCG ties=average …"
    std::string full_name() const { return name + ' ' + conventions; }
};

/// "ties" -> "average", … of RetrievalReference::conventions.
std::map<std::string, std::string> values_of(std::string_view conventions);

/// Every convention that can make a difference to the metric.
/// \param name      of a metric, as request_named reads it, or AUC; its cutoff counts where a
///                  case has none
/// \param declared  its levels, parameters and rule of equal scores hold in all of them
/// \throws InputError for an unknown name.
std::vector<RetrievalReference> retrieval_references(std::string_view name, bool takes_cutoff,
                                                     const DeclaredConventions& declared,
                                                     std::string_view where);

/// The name of the reference that libraries call `name`: nDCG for "ndcg_score" and "NDCG@10"'s
/// "ndcg_at_10", kendall-tau-b for "kendalltau". Empty if none is known.
std::string reference_called(std::string_view name, MetricKind kind);

/// The metrics that a law is asked about for a program that names none: AUC and those of the
/// catalogue, in every convention but of ties and undefined values.
/// \param ties  "average", or the rule that the program declares
std::vector<RetrievalReference> retrieval_judges(const DeclaredConventions& declared,
                                                 std::string_view ties, InsteadOfUndefined instead);

/// How far a floating-point answer is from an exact value: |answer − exact| over the distance from
/// the answer to the next 64-bit number on that side, rounded up; 0 if the answer is the nearest.
/// Empty if one has a value and the other has none, or the answer is exact and differs.
std::optional<std::uint64_t> units_apart(const Reply& reply, const Value& exact);

/// How a foreign metric and one reference compare on some inputs.
struct Agreement {
    std::string reference;          ///< name and conventions
    std::size_t compared = 0;       ///< inputs to which both have an answer
    std::size_t differing = 0;      ///< further apart than the tolerance
    std::uint64_t worst_units = 0;  ///< among those that do not differ
    std::string first_difference;   ///< the first input that differs; then both answers
    std::string got, expected;
};

}  // namespace disarray::properties::audit
