// SPDX-License-Identifier: MIT
//
// The lines of a certificate against the places where records are due. What a line is worth on its
// own is judged by any thread; whether it stands in its place only by the one that walks.
#pragma once

#include <optional>
#include <string_view>

#include "search/verify/checker.hpp"
#include "search/verify/enumeration.hpp"
#include "search/verify/results.hpp"

namespace disarray::verify {

/// What is found in a line without knowing its place.
struct Judgement {
    std::optional<Ranks> ranks;         ///< whose record the line is, as it says
    std::optional<Record> record;       ///< when it holds
    std::optional<Rejected> rejection;  ///< why not; without ranks: why the line is no JSON
};
Judgement judge(const Checker& checker, std::string_view line);

/// One pass over a part of the enumeration.
class Walk {
public:
    /// \param part  of the claim of `checker`
    Walk(const Checker& checker, const Enumeration& part)
        : checker_(checker), part_(part), results_(checker.claim) {}

    /// Goes on to the σ whose record `line` is, and adds the record; false, at the end, if it is
    /// the record of none that is left. \throws Rejected if the line is no JSON, the record does
    /// not hold, or another should stand before it
    bool take(std::string_view line, const Judgement& judgement);

    /// Goes on to the end. \param found  stands where another record might be
    /// \throws Rejected if one should
    void finish(std::string_view found);

    /// The sum, once the walk is at its end.
    const Results& results() const { return results_; }

private:
    const Checker& checker_;
    Enumeration part_;
    Results results_;
    bool at_end_ = false;
};

}  // namespace disarray::verify
