// SPDX-License-Identifier: MIT
//
// One case of a law of retrieval metrics: what an evaluation sees of one query, before anything is
// ranked. Cases have a total order, so that "the least witness" means the same for any number of
// threads.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/retrieval/judged_list.hpp"
#include "properties/case_json.hpp"

namespace disarray::properties {

/// A line of a run, with its judgement.
struct RetrievedDocument {
    std::string id;
    Rational score = 0;
    std::optional<retrieval::Grade> grade = 0;  ///< >= 0; absent: not judged

    friend bool operator==(const RetrievedDocument&, const RetrievedDocument&) = default;
};

struct RetrievalCase {
    std::vector<RetrievedDocument> retrieved;     ///< in the order of the file; ids differ
    std::vector<retrieval::Grade> not_retrieved;  ///< >= 0; of further judged documents
    std::optional<std::uint32_t> cutoff = {};     ///< k >= 1; absent: the whole list

    friend bool operator==(const RetrievalCase&, const RetrievalCase&) = default;
};

/// The grade, or 0 if there is none.
inline retrieval::Grade grade_of(const RetrievedDocument& document) {
    return document.grade.value_or(0);
}

/// By documents retrieved, then documents not retrieved, then documents not judged, tied pairs, the
/// sum of all grades, pairs of lines whose scores rise, scores other than 1, 2, …, k (absent
/// first), the length of ids and scores as text, then the parts themselves: the order in which
/// witnesses are preferred.
std::strong_ordering compare(const RetrievalCase& a, const RetrievalCase& b);

/// "d1 (score 2, grade 1), d2 (score 1, not judged); not retrieved: grade 2; k = 1".
std::string to_string(const RetrievalCase& instance);

/// {"retrieved": [{"document": "d1", "score": "2", "grade": 1}, …], "not_retrieved": [2],
/// "cutoff": 1}; a grade is null if there is none, and a cutoff is left out.
Json to_json(const RetrievalCase& instance);

/// Largest grade that a case may have: one whose gain 2^g − 1 every metric takes.
inline constexpr retrieval::Grade most_grade = 1000;

/// \param where  begins the error message
/// \throws InputError for anything but such an object: what is missing, of the wrong kind or out of
/// range, and a document that stands twice.
RetrievalCase retrieval_case_from_json(const Json& json, std::string_view where);

}  // namespace disarray::properties
