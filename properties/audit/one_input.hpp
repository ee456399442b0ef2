// SPDX-License-Identifier: MIT
//
// One input of the protocol, written by hand, and the value of an exact metric there under every
// convention that it has: which of them gives what a library says?
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "exact/value.hpp"
#include "properties/audit/audited_metric.hpp"
#include "properties/audit/declared_conventions.hpp"
#include "properties/audit/list_laws.hpp"
#include "properties/audit/vote_laws.hpp"

namespace disarray::properties::audit {

/// An input, read. NaN stands apart from the numbers.
struct GivenInput {
    MetricKind kind = MetricKind::two_rankings;  ///< by its members
    std::string input;                           ///< in one line, as it is sent
    RankPair ranks = {};                         ///< of two rankings; a rank that is NaN is 0
    IsMissing first_is_missing = {}, second_is_missing = {};
    ListPair lists = {};      ///< of items, numbered as they appear
    RetrievalCase list = {};  ///< of relevance; a score that is NaN is 0
    IsMissing score_is_missing = {};
    Votes votes = {};  ///< elements numbered in the order of "elements"
};

/// \param json  as "input" in PROTOCOL.md; "not_retrieved" may be left out
/// \throws InputError, one line, for anything else: no JSON, a member that is unknown, missing or
/// of the wrong kind, lists of different lengths, a document twice.
GivenInput given_input(std::string_view json, std::string_view where);

/// The value under one convention for each key.
struct ConventionValue {
    std::string reference;  ///< "nDCG"
    std::map<std::string, std::string> conventions;
    std::optional<Value> value;  ///< empty: it refuses the input
    std::string why_none = {};
    Points points = {};  ///< of votes, in place of `value`
};

/// \param name                 of the exact metric, also as libraries have it; of two rankings,
///                             lists or votes "": all of them
/// \param takes_not_retrieved  whether what is omitted is judged still
/// \throws InputError for a name that is not known.
std::vector<ConventionValue> values_under_conventions(const GivenInput& given,
                                                      const std::string& name,
                                                      const DeclaredConventions& declared,
                                                      bool takes_not_retrieved,
                                                      std::string_view where);

/// What has one value: each convention of each of `boxes` together with each other one of it. A key
/// that makes no difference is in none.
struct EqualConventions {
    std::string reference;
    std::optional<Value> value;
    std::string why_none;
    Points points;  ///< as above
    std::vector<std::map<std::string, std::set<std::string>>> boxes;
    std::vector<std::size_t> members;  ///< indices of the values
};

/// In the order of the first value of each.
std::vector<EqualConventions> equal_conventions(const std::vector<ConventionValue>& values);

}  // namespace disarray::properties::audit
