// SPDX-License-Identifier: MIT
//
// Whether the objects of a certificate have the form of FORMAT.md, and no other: what is true of
// them is for the core to find out. The first fault is thrown as Rejected.
#pragma once

#include "search/verify/values.hpp"

namespace disarray::verify {

/// \param inside  an absolute value
void require_terms(const Value& value, bool inside);

/// The claim of a header.
Claim read_header(const Json& header);

void require_record_format(const Claim& claim, const Json& record);

void require_section_format(const Claim& claim, const Json& section);

/// \param end  the value under "end"
void require_end_format(const Claim& claim, const Json& end);

/// The most terms of an expression, those in absolute values counted singly, and the greatest n
/// with scope "all": S_13 has 6·10⁹ permutations, and a header must not start what nobody would
/// wait for.
inline constexpr std::size_t max_terms = 100;
inline constexpr int max_exhausted = 12;
/// The most digits of all numbers of a header, and of these times its terms: a coefficient has
/// twice as many, and a form of each term is in memory.
inline constexpr std::size_t max_header_digits = 2'000;
inline constexpr std::size_t max_header_size = 50'000;
/// The greatest scale of a header, and coefficient times that.
inline constexpr std::int64_t max_scale = 1'000'000;

}  // namespace disarray::verify
