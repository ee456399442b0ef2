// SPDX-License-Identifier: MIT
//
// The checks that need the forms of M and N. They are a template in the type of a coefficient
// behind one interface, which the header of the certificate chooses.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "search/verify/claim.hpp"
#include "search/verify/fields.hpp"
#include "search/verify/verify.hpp"

namespace disarray::verify {

/// D, one entry for each pair (i, j), i < j.
using Dissimilarity = std::vector<Rational>;

/// The pseudometric on n elements in `value`, a matrix.
Dissimilarity read_pseudometric(const Json& value, int n);

class Checker {
public:
    explicit Checker(Claim stated) : claim(std::move(stated)) {}
    virtual ~Checker() = default;

    /// See RecordChecker::check.
    virtual Record check(const Json& record) const = 0;

    /// Whether N of σ has no coefficient other than 0.
    virtual bool nothing_claimed(const Ranks& sigma) const = 0;

    struct Values {
        Rational small, big;
    };
    /// N_σ(D) and M_σ(D), both times the same number > 0.
    virtual Values values(const Ranks& sigma, const Dissimilarity& d) const = 0;

    /// \throws Rejected unless N_σ(D) > 0 and M_σ(D) = ratio·N_σ(D)
    void require_attained(const Ranks& sigma, const Dissimilarity& d, const Rational& ratio) const;

    const Claim claim;
};

std::unique_ptr<const Checker> make_checker(std::string_view header);

}  // namespace disarray::verify
