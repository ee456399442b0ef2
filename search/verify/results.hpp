// SPDX-License-Identifier: MIT
//
// What the records of a certificate add up to, and whether its end says the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "search/verify/checker.hpp"
#include "search/verify/claim.hpp"
#include "search/verify/enumeration.hpp"
#include "search/verify/fields.hpp"

namespace disarray::verify {

/// What the records prove for S_m, with direct sums for each m from 2, else for n only.
struct Result {
    int n = 0;
    std::optional<Rational>
        ratio;   ///< the least of the records of lengths ≤ n; none without record
    Ranks best;  ///< the first σ with that ratio
    std::uint64_t violating = 0;       ///< σ of length n in scope with a ratio < 1
    std::uint64_t indecomposable = 0;  ///< σ of length n; with direct sums
};

/// The sum over records that follow each other.
class Results {
public:
    explicit Results(const Claim& claim);

    void add(const Record& record);
    /// Behind its last record: the indecomposable σ of a part of the enumeration.
    void add_indecomposable(const Enumeration& part);
    /// The sum over the records that follow.
    void add(const Results& later);

    /// Of all records of the claim.
    std::vector<Result> whole() const;
    std::uint64_t records() const { return records_; }

private:
    bool direct_sums_;
    std::vector<Result> results_;
    std::uint64_t records_ = 0;
};

/// \param header  the claim, as the certificate has it
/// \param end     the value of "end"
/// \throws Rejected unless the end holds
void check_end(const Checker& checker, const Json& header, const Json& end, const Results& results);

/// "F[prefix] >= 6/7*(K) for every σ in S_6 …".
std::string statement(const Claim& claim, const Results& results);

}  // namespace disarray::verify
