#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# disarray search prove: what is proved for every n and how sharp it is, what is refused, and
# certificates that disarray-verify accepts and, after any change, rejects.
#
# usage: prove.sh DISARRAY DISARRAY_VERIFY DISARRAY_NEGATIVE_SUITE
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/cli/common.sh
. "$here/common.sh"
verify=$2
negative_suite=$3

shown() { shown_by search "$1" prove "${@:2}"; }
refused() { refused_by search "$1" prove "${@:2}"; }

shown 'K <= F[interval] is proved by the bubble step for every n' "K <= c*F[interval]"
shown 'attained for n = 3, 4, 5, ...' "K <= c*F[interval]" --certificates proofs
shown 'F[interval] <= 4*K is proved by the bubble step' "F[interval] <= c*K" --certificates proofs
shown 'F[interval] = 4, 4*K = 4' "F[interval] <= c*K"
shown 'K <= F[box] is proved by its coefficients' "K <= c*F[box]" --all-weights --certificates proofs
shown 'F[box] = 2*n - 5 and 4*K = 2*n - 4 for some of them at n = 6, 10, 14, ...' \
    "F[box] <= c*K" --certificates proofs
shown 'F[box] = n - 1/2 and 2*F[interval] = n + 2 for some of them at n = 4, 6, 8, ...' \
    "F[box] <= c*F[interval]" --certificates proofs
shown 'needs c >= 3/2' "K <= c*F[prefix]" --family framed --certificates proofs
shown 'K <= F[interval] is proved' "K <= 1*F[interval]"
shown 'K <= 99/100*F[interval] is refuted' "K <= 0.99*F[interval]" --certificates none
shown 'is not proved for every n, every σ in S_n, all w > 0' "K <= F[interval]" --all-weights
shown 'For n <= 6, w = δ = 1 and every pseudometric D the left side is at most 7/10 times' "F[interval] <= c*F[box]" --all-weights
shown '"sharp": false' "F[interval] <= 3/2*F[box]" --all-weights --json
exits 1 search prove "K <= 0.99*F[interval]" --fail-if refuted
exits 1 search prove "1/2*F[prefix] <= 5/6*F[interval]" --fail-if refuted
grep -q 'is refuted, at n = 7' out || fail "refuted by a family: $(cat out)"
[ -e none ] && fail "a certificate of what is not proved"

shown '"least_constant": "4"' "F[box] <= c*K" --json
in_document '"statement":"F[box]<=4*K"'
in_document '"proved":true'
shown '"refuted": true' "K <= 0.99*F[interval]" --json
in_document '"certificate":null'
# Equality for one ranking is no counterexample: the one that is shown is.
shown 'the left side is at most 4/3 times the right one' "F[interval] <= 3*K"
shown '"refuted": true' "F[interval] <= 3*K" --json
in_document '"sharp":false'
in_document '"small":"4"'

refused 'F[prefix] is a sum of absolute values' "K <= c*F[prefix]"
refused 'order types do not tie' "K[inverse] <= c*F[interval]"
refused 'found an absolute value' "|K - F[box]| <= 3*K"
refused '--family: found "frame", expected one of framed' "K <= c*F[prefix]" --family frame
exits 2 search prove

count=$((count + 2))
"$verify" proofs/* >out || fail "disarray-verify: $(cat out)"
[ "$(grep -c '^VERIFIED ' out)" -eq 6 ] || fail "disarray-verify: $(cat out)"
"$negative_suite" proofs/* >out || fail "changes that were not rejected: $(grep -A 3 accepted out)"
# Those that the pages link to.
count=$((count + 1))
"$verify" "$here"/../../docs/proofs/* >out || fail "docs/proofs: $(cat out)"
says_full search prove "K <= c*F[box]"

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
