// SPDX-License-Identifier: MIT
//
// What a metric is to the rest of the program: a name, what it measures and where, and two ways to
// evaluate it. A new metric is one file that defines a Metric, plus one line in catalogue.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "exact/value.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray::metrics {

/// A list of items, best first; any numbers, each once. Those that are tied stand together.
struct ItemRanking {
    std::span<const std::uint32_t> items;
    /// For each item, how many are ranked above it and those it is tied with; empty: no ties.
    std::span<const std::uint32_t> before = {};

    ItemRanking(std::span<const std::uint32_t> list, std::span<const std::uint32_t> above = {})
        : items(list), before(above) {}
    ItemRanking(const std::vector<std::uint32_t>& list)  // NOLINT: a list without ties
        : items(list) {}
    std::size_t size() const { return items.size(); }
};

enum class Kind { distance, similarity };
constexpr auto choices(Kind) {
    return std::to_array<Choice<Kind>>(
        {{"distance", Kind::distance}, {"similarity", Kind::similarity}});
}

/// Names of families of which the program says something in particular. A metric may have any
/// other: lists and tables take the families that they find in the catalogue.
namespace family {
inline constexpr std::string_view confusion = "confusion";
inline constexpr std::string_view error = "error";
inline constexpr std::string_view correlation = "correlation";
inline constexpr std::string_view gain = "gain";
}  // namespace family

/// Which elements the first k of a ranking σ are. GT means the first reading where it speaks of
/// rankings and writes, and computes, the second.
enum class FirstK {
    ranked,  ///< those with σ(i) <= k
    printed  ///< {σ(1), …, σ(k)} (GT C.1)
};
constexpr auto choices(FirstK) {
    return std::to_array<Choice<FirstK>>(
        {{"ranked", FirstK::ranked}, {"printed", FirstK::printed}});
}

/// What some metrics take beside the rankings; what is absent was not given.
struct Parameters {
    /// How many elements σ retrieves, S; 1 to n−1.
    std::optional<std::size_t> k;
    /// How many elements of τ are relevant, R; 1 to n−1; absent: k, as GT has it.
    std::optional<std::size_t> relevant_count;
    /// The relevant elements, counted from 0, ascending, for the metrics of one ranking; absent:
    /// the first k (GT C.3).
    std::optional<std::vector<Rank>> relevant;
    Rational beta = 1;                       ///< > 0; of F_β
    Rational penalty = Rational(1, 2);       ///< 0 to 1; p of kendall-top-k
    Rational persistence = Rational(9, 10);  ///< between 0 and 1; p of rbo
    bool as_printed = false;                 ///< GT's formula where it differs from the usual one
    FirstK first_k = FirstK::ranked;

    friend bool operator==(const Parameters&, const Parameters&) = default;
};

/// One question to a metric: M(σ,τ) with weights and parameters. σ is evaluated, τ is the reference
/// (GT writes the reference first).
struct Comparison {
    const Permutation& sigma;
    const Permutation& tau;
    const Weighting& weighting;
    Frame frame = Frame::element;
    const Parameters& parameters = no_parameters();

    static const Parameters& no_parameters();
};

/// Which parameters change a metric's value.
struct Takes {
    bool weights = false;         ///< a Weighting
    bool k = false;               ///< Parameters::k, which must be given (or relevant, where taken)
    bool relevant_count = false;  ///< beside k
    bool relevant = false;        ///< Parameters::relevant instead of k
    bool beta = false;
    bool penalty = false;
    bool persistence = false;
    bool as_printed = false;  ///< GT prints another formula than the usual one
};

/// Those of Parameters that are numbers, for all that reads and writes them.
struct NumberParameter {
    std::string_view name;    ///< as option, keyword and JSON key: "beta"
    std::string_view symbol;  ///< "β"
    std::string_view help;    ///< of which metrics, and its default
    Rational Parameters::*value;
    bool Takes::*is_taken;
    bool (*is_allowed)(const Rational& value);
    std::string_view allowed;  ///< "a number above 0"

    bool is_usual(const Parameters& parameters) const {
        return parameters.*value == Parameters{}.*value;
    }
    /// \throws InputError naming `where` unless it is allowed
    void set(Parameters& parameters, const Rational& number, std::string_view where) const;
};
std::span<const NumberParameter> number_parameters();
/// "β = 2" for each that is not as usual.
std::vector<std::string> unusual_numbers(const Parameters& parameters);

struct Metric {
    std::string_view name;           ///< as on the command line: "kendall", "footrule"
    std::optional<Reading> reading;  ///< which formula, where the source has several
    std::string_view family;         ///< a name for it and its kin; its own where it has none
    Kind kind = Kind::distance;
    Takes takes;
    /// The least n for which it is defined at all; below, it has no value (0/0) anywhere.
    std::size_t least_n = 1;
    /// Whether the element frame knows M(σ) = M(σ, id) only; the literal frame has M(στ⁻¹) always.
    bool is_one_argument = false;
    /// Whether M(σ,τ) = M(σ) whatever τ is: the metric measures one ranking against an ideal of its
    /// own (GT C.3).
    bool ignores_reference = false;
    std::string_view formula;    ///< one line
    std::string_view domain;     ///< what it takes: "two permutations; w, δ, D"
    std::string_view exactness;  ///< the kind of number it returns: "rational"
    std::string_view source;     ///< key and number as in the README's references
    /// Fast path. Undefined where the metric has no value (0/0, a reading that takes one ranking).
    /// \throws InputError if a parameter that it takes is missing or out of range.
    std::function<Value(const Comparison&)> value;
    /// The definition, evaluated independently of `value`.
    std::function<Value(const Comparison&)> naive_value;
    /// M with k = 1, …, n−1 (Parameters::k is not looked at), by updating from k to k+1. Empty
    /// unless takes.k.
    std::function<std::vector<Value>(const Comparison&)> values_by_k = {};
    /// The largest defined value on S_n × S_n, in closed form; undefined if there is none. Empty
    /// where no closed form is known.
    std::function<Value(std::size_t n, const Parameters&)> greatest = {};
    /// M of rank vectors with ties (equal numbers, counted from 0); empty where none is known.
    std::function<Value(std::span<const Rank> sigma, std::span<const Rank> tau, const Parameters&)>
        value_with_ties = {};
    /// M of two lists, best first, of items that need not be the same; empty where there is none.
    std::function<Value(const ItemRanking& first, const ItemRanking& second, const Parameters&)>
        value_of_lists = {};
    /// Names of metrics that are shown with it where it is asked for by its own name: the bounds of
    /// what it extrapolates.
    std::vector<std::string_view> companions = {};

    /// "kendall", "footrule[box]".
    std::string full_name() const;
};

/// \throws InputError naming the option ("--k") if a parameter that the metric takes is missing, or
/// out of range for n elements. What it does not take is not looked at.
void require_parameters(const Metric& metric, const Parameters& parameters, std::size_t n);

/// The metric with 1 − m ("1-recall") or max m − m ("max-recall") for its value, where max is taken
/// over S_n × S_n (GT (7), Def 12); a distance becomes a similarity and the reverse. Its lifetime
/// is that of the program; one object for each metric and transform.
const Metric& one_minus(const Metric& metric);
const Metric& greatest_minus(const Metric& metric);

}  // namespace disarray::metrics
