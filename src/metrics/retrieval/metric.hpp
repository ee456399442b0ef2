// SPDX-License-Identifier: MIT
//
// What a retrieval metric is to the rest of the program. Each is written once, as a template over
// the number type, and evaluated in two: doubles with a proved error bound, and exact values. A new
// one is a function and an entry in one of the files of this folder.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exact/bounded.hpp"
#include "exact/value.hpp"
#include "metrics/retrieval/conventions.hpp"
#include "metrics/retrieval/judged_list.hpp"

namespace disarray::retrieval {

/// What may stand after the name of a metric.
enum class Suffix {
    none,     ///< nothing: "Rprec"
    cutoff,   ///< nothing, or the number of documents looked at, >= 1: "P", "P@5"
    level,    ///< a recall level, a rational number in [0, 1], which must be there: "iP@0.3"
    multiple  ///< a multiple of R, a rational number >= 0, which must be there: "Rprec_mult@1.5"
};

/// What a metric may be asked with beside its suffix; trec_eval writes it there:
/// "utility.2,-1,0,0", "ndcg.1=3,2=9", "rbp.p=0.8".
struct Parameters {
    /// Of utility the four coefficients, of 11pt the recall levels, of F the square of b.
    std::vector<Rational> numbers;
    std::map<Grade, Rational> gains;  ///< of grades >= 0, in place of those of Conventions::gain
    std::optional<Rational> persistence;  ///< in place of Conventions::persistence
};
inline const Parameters no_parameters;

/// One question to a metric.
struct Question {
    const JudgedList& list;
    const Conventions& conventions;
    std::optional<std::uint32_t> cutoff;  ///< k; absent: the whole list
    Rational level = 0;                   ///< of Suffix::level, Suffix::multiple
    const Parameters& parameters = no_parameters;
};

/// A value as the quotient that its definition has, so that sums over queries can be taken of
/// numerators and denominators. If it is undefined both are 0, and `undefined` says why.
template <class Number>
struct Fraction {
    Number numerator{};
    Number denominator{1};
    std::string_view undefined = {};  ///< "no relevant document"; empty if there is a value

    bool is_defined() const { return undefined.empty(); }
    static Fraction none(std::string_view reason) { return {Number(0), Number(0), reason}; }
};

/// numerator/denominator, or undefined.
Value value_of(const Fraction<Value>& fraction);
/// Only of a fraction that is defined.
inline Bounded value_of(const Fraction<Bounded>& fraction) {
    return fraction.numerator / fraction.denominator;
}

struct Metric {
    std::string_view name;                  ///< "nDCG"
    std::vector<std::string_view> aliases;  ///< other names, trec_eval's among them: "ndcg_cut"
    Suffix suffix = Suffix::cutoff;
    bool is_best_at_greatest = true;  ///< false for E
    bool is_count = false;            ///< over several queries it is added up, not averaged
    bool is_geometric = false;        ///< over several queries its mean is the geometric one
    bool is_normalized = false;       ///< Conventions::normalization changes its mean
    std::string_view range;           ///< "[0, 1]", "[0, ∞)": of its defined values
    std::string_view formula;         ///< one line
    std::string_view source;          ///< key and place, as in the README's references
    std::function<Fraction<Bounded>(const Question&)> bounded;
    std::function<Fraction<Value>(const Question&)> exact;
    /// The same as a sum of quotients, where one quotient would have the product of their
    /// denominators; empty of most.
    std::function<std::vector<Fraction<Value>>(const Question&)> exact_parts = {};
};

/// All, in the order of the sources.
std::span<const Metric> catalogue();

/// A metric with its cutoff or level, and the spelling in which it was asked for.
struct Request {
    const Metric* metric = nullptr;
    std::optional<std::uint32_t> cutoff;
    Rational level = 0;
    std::string label;  ///< "nDCG@10", as given
    Parameters parameters = {};
};

/// Reads NAME, `NAME@K` and trec_eval's NAME_K and NAME.K; capital letters do not matter.
/// \throws InputError naming `where`: an unknown name (the nearest is suggested), a cutoff that is
/// missing, superfluous or no number.
Request request_named(std::string_view text, std::string_view where);

/// The name with the suffix that it needs, if any, at 1/2: "nDCG", "iP@0.5".
std::string example_of(const Metric& metric);

inline Fraction<Bounded> bounded(const Request& request, const JudgedList& list,
                                 const Conventions& conventions) {
    return request.metric->bounded(
        {list, conventions, request.cutoff, request.level, request.parameters});
}
inline Fraction<Value> exact(const Request& request, const JudgedList& list,
                             const Conventions& conventions) {
    return request.metric->exact(
        {list, conventions, request.cutoff, request.level, request.parameters});
}

// One function for each file of this folder.
std::vector<Metric> set_metrics();              ///< P, recall, F, E, utility, and counts
std::vector<Metric> precision_metrics();        ///< AP, Rprec, RR, yaap
std::vector<Metric> incomplete_metrics();       ///< bpref, infAP, and what is not judged
std::vector<Metric> interpolated_metrics();     ///< iP, 11pt
std::vector<Metric> cumulated_gain_metrics();   ///< CG, DCG, ICG, IDCG, NCG, nDCG
std::vector<Metric> normalized_gain_metrics();  ///< ndcg_rel, Rndcg, binG, G
std::vector<Metric> cascade_metrics();          ///< ERR, RBP, rbp_resid

}  // namespace disarray::retrieval
