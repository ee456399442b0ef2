// SPDX-License-Identifier: MIT
//
// Small certificates, one for each kind. They were made by a program that shares nothing with the
// verifier or the search: definitions written down from FORMAT.md, a simplex method in fractions.
#pragma once

namespace disarray::test::certificates {

/// K ≤ F[prefix] for ranks 3 2 1: example.jsonl, worked out by hand in FORMAT.md.
extern const char* const example;
/// F[box] ≤ 3/2·K in S_4, which fails: direct sums, both symmetries, witnesses.
extern const char* const direct_sums;
/// K ≤ F[prefix-sym] in S_3, each σ with a record.
extern const char* const plain_sweep;
/// F[prefix] ≤ K for one σ: absolute values on the small side, so a proof by cases.
extern const char* const split;
/// All functionals with weights, swap costs and an absolute value, for one σ with fixed points.
extern const char* const weighted;

}  // namespace disarray::test::certificates
