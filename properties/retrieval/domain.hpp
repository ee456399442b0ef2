// SPDX-License-Identifier: MIT
//
// The cases that laws are tried on: every small one, numbered; random ones; and the smaller cases
// that a random violation is shrunk to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "metrics/retrieval/judged_list.hpp"
#include "properties/retrieval/retrieval_case.hpp"
#include "properties/retrieval/subject.hpp"

namespace disarray::properties {

/// The largest grade of a case that is made here.
inline constexpr retrieval::Grade greatest_case_grade = 2;

/// All cases of n documents d1, d2, … in this order of lines, each with a grade of 0, 1 or 2; every
/// way in which scores 1, 2, … can rank and tie them, or the one of Cutoffs::untied; no document
/// that is not retrieved, or one of grade 1 or 2; every cutoff of the subject.
class SmallCases {
public:
    SmallCases(std::size_t n, const Cutoffs& cutoffs);

    /// 3^n · (ways to rank and tie n) · 3 · cutoffs
    std::uint64_t size() const;
    /// \param index  below size()
    RetrievalCase at(std::uint64_t index) const;

    /// size() without making any.
    static double count(std::size_t n, const Cutoffs& cutoffs);

private:
    std::size_t n_;
    std::vector<std::vector<int>> scores_;
    std::vector<std::optional<std::uint32_t>> cutoffs_;
};

/// Random case number `index`: at most most_n documents, in any order of lines, names that are not
/// in the order of lines, some not judged; up to three documents that are not retrieved.
RetrievalCase random_case(std::size_t most_n, const Cutoffs& cutoffs, std::uint64_t seed,
                          std::uint64_t index);

/// A case that violates and has no simpler one (by compare, among those tried) that does: a
/// document or a judgement less, a smaller grade, scores 1, 2, …, lines by score, plain names, a
/// smaller k. \param cutoffs  of the subject: only these are tried
RetrievalCase shrunk(RetrievalCase instance, const Cutoffs& cutoffs,
                     const std::function<bool(const RetrievalCase&)>& violates);

}  // namespace disarray::properties
