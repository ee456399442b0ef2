// SPDX-License-Identifier: MIT
//
// What the laws of retrieval metrics are about: an evaluation "documents with scores and grades ->
// value", and what is claimed of it. Laws know nothing else: they serve the catalogue, metrics of a
// test, and foreign programs alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/value.hpp"
#include "formats/retrieval_options.hpp"
#include "metrics/retrieval/conventions.hpp"
#include "metrics/retrieval/metric.hpp"
#include "properties/retrieval/retrieval_case.hpp"

namespace disarray::properties {

/// The value for one query. Called from several threads at once.
using RetrievalFunction = std::function<Value(const RetrievalCase&)>;

/// The values that a metric may take.
struct ValueRange {
    std::optional<Rational> least = Rational(0);  ///< absent: -∞
    std::optional<Rational> greatest = {};        ///< absent: ∞

    /// Reads "[0, 1]", "[0, ∞)" and "(-∞, ∞)". \throws InternalError for another form.
    static ValueRange parse(std::string_view text);
    /// "[0, 1]"
    std::string to_string() const;
};

/// With which cutoffs a subject is asked, and in which lists.
struct Cutoffs {
    /// Every k from 1 to one more than the list has documents; else `fixed`, which may be absent.
    bool every = false;
    std::optional<std::uint32_t> fixed = {};
    /// With `every`: besides, one far beyond the end, and none.
    bool beyond = false;
    /// Only lists without ties, in the order of their lines: those of who is told grades by rank.
    bool untied = false;

    std::vector<std::optional<std::uint32_t>> for_length(std::size_t n) const;
};

struct RetrievalSubject {
    std::string name;         ///< "nDCG@10"
    std::string metric = {};  ///< its name in the catalogue, "nDCG"; empty: it is not from there
    RetrievalFunction value;  ///< M
    /// M on another path; what refutes a law has to refute it here too.
    RetrievalFunction second;
    bool is_best_at_greatest = true;
    ValueRange range;
    retrieval::Grade relevance_level = 1;  ///< >= 1; what "relevant" means in a statement
    Cutoffs cutoffs;
    /// Of a metric in floating point: values x, y are as good as equal to a law if
    /// |x − y| <= tolerance·max(1, |x|, |y|); an end of the range so with numbers in floating
    /// point.
    Rational tolerance = 0;
    /// The laws about orders of tied documents apply to cases with at most this many of them: 5!.
    /// Fewer where an exact value is a sum of quotients: adding values multiplies denominators.
    std::size_t most_orders = 120;
};

/// A metric of the catalogue under conventions and a tie policy, evaluated exactly. The cutoff is
/// the case's; the request's is not looked at. Values are remembered for lists that were seen.
RetrievalFunction function_of(const retrieval::Request& request,
                              const retrieval::Conventions& conventions, formats::Ties ties);

/// The same from metrics/retrieval/naive.hpp.
RetrievalFunction naive_function_of(const retrieval::Request& request,
                                    const retrieval::Conventions& conventions, formats::Ties ties);

/// A metric of the catalogue, with the request's cutoff or, for "nDCG@k", with every one.
/// \param name  as request_named reads it, or `NAME@k` for a metric that takes a cutoff
/// \throws InputError naming `where`.
RetrievalSubject subject_named(std::string_view name, const retrieval::Conventions& conventions,
                               formats::Ties ties, std::string_view where);

/// Names of the whole catalogue: without a cutoff, and with "@k" where there may be one; at a
/// recall level or multiple of 1/2 where there must be one.
std::vector<std::string> all_subject_names();

}  // namespace disarray::properties
