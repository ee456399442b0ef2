// SPDX-License-Identifier: MIT
//
// The measures of trec_eval 10 by its names, in its order, with its parameters: what `-m P.5,10`
// and
// `-m all_trec` ask for, as requests to the catalogue, and how it labels them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/retrieval/metric.hpp"

namespace disarray::retrieval {

struct TrecMeasure {
    /// What may stand after a point behind the name.
    enum class Takes {
        nothing,
        cutoffs,     ///< numbers of documents; a value for each
        levels,      ///< shares of R; a value for each
        numbers,     ///< of one value
        gains,       ///< LEVEL=GAIN of one value
        persistence  ///< the same, with p=P
    };

    std::string_view name;
    std::string_view metric;  ///< of the catalogue; empty of runid, num_q and relstring
    Takes takes = Takes::nothing;
    std::string_view usual = {};  ///< the parameters of cutoffs and levels if none are given
    bool is_official = false, is_in_all = false, is_in_set = false;

    /// Whether it has a line for each query.
    bool is_of_queries() const {
        return name != "runid" && name != "num_q" && !name.starts_with("gm_");
    }
};

/// All but those of preferences and of several judges.
std::span<const TrecMeasure> trec_measures();

/// A measure that is asked for, with a request for each of its values.
struct TrecRow {
    const TrecMeasure* measure = nullptr;
    std::vector<Request> requests;  ///< none without a metric
    std::uint64_t length = 10;      ///< of relstring
    std::string label;              ///< of a measure without a metric: "relstring_20"
};

/// Measures of a list that was cut at its commas, those of parameters too ("P.5", "10"): what can
/// only be a parameter goes on with the name before it.
std::vector<std::string> with_parameters(std::span<const std::string> items);

/// What `texts` ("P.5,10", "official", "all_trec", "set") ask for, in trec_eval's order; the first
/// parameters of a measure count, cutoffs and levels in rising order.
/// \throws InputError naming `where`: no such measure (the nearest are named), parameters that it
/// does not take, or twice.
std::vector<TrecRow> trec_rows(std::span<const std::string> texts, std::string_view where);

/// Whether the text is one for trec_rows that request_named does not read: a nickname, or several
/// parameters.
bool is_only_trec(std::string_view text);

}  // namespace disarray::retrieval
