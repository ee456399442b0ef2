#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The theorems compile and assume nothing; the extracted checker accepts certificates as the search
# writes them and none that was changed; a checker that asks for less, or for another thing, is not
# proved. FOLDER keeps what is compiled. With `long`: certificates of n <= 7, and all changes.
#
# usage: formal.sh DISARRAY DISARRAY_NEGATIVE_SUITE FOLDER [long]
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/cli/common.sh
. "$here/common.sh"
negative_suite=$2
folder=$3
is_long=${4:-}
source=$here/../../search/verify/formal
if ! command -v coqc >/dev/null || ! ocamlfind query zarith >/dev/null 2>&1; then
    echo "coqc, ocamlfind or zarith is not installed"
    exit 77
fi

mkdir -p "$folder"
make -s -C "$folder" -f "$source/Makefile" DISARRAY="$program" >out 2>&1 || {
    fail "make: $(tail -5 out)"
    exit 1
}
count=$((count + 1))
theorems=$(grep -c '^Check ' "$source/Theorems.v")
[ "$(grep -c '^Closed under the global context$' "$folder/theorems.txt")" -eq "$theorems" ] ||
    fail "theorems that assume something: $(grep -A 3 '^Axioms' "$folder/theorems.txt")"
count=$((count + 1))
grep -rnwE 'Admitted|Axiom|Parameter|Conjecture|admit' "$source"/*.v && fail "something is not proved"

# What the ledger names is a theorem, with the statement that its rows print; Coq reads it.
for claim in KV-T17 KV-conjecture KV-L5 KV-L6-w KV-L6-δ KV-L6-D KV-L6-all KV-L7 KV-L8 KV-graph KV-graph-symmetry \
    KV-T1 KV-T1-tight KV-T9 KV-T10 KV-L4 KV-collapse-w KV-invariant KV-zero KV-zero-together KV-zero-together-pseudometric KV-sym-w KV-sym-δ \
    KV-L8-needs-metric KV-L8-pointwise KV-slides-averages GT-P6.2 GT-sym GT-T2-wsd GT-none-distance GT-A-max; do
    "$program" check claims --explain "$claim" --exhaustive 3 --program-n 3 >>explained ||
        fail "check claims --explain $claim: exit status $?"
done
# There are no two swaps, one before the other, below n = 4.
"$program" check claims --explain GT-T2-sensitivity --exhaustive 4 >>explained || fail "GT-T2-sensitivity: exit status $?"
{
    echo 'From Disarray Require Import Splitting Maxima.'
    sed -n 's/^  theorem \([a-z0-9_]*\) ([A-Za-z]*\.v): \(.*\)$/Check (\1 : \2)./p' explained | sort -u
} >rows.v
named=$(grep -c '^Check ' rows.v)
count=$((count + 1))
[ "$named" -ge 79 ] && coqc -q -R "$folder" Disarray rows.v >out 2>&1 ||
    fail "$named theorems named by rows: $(tail -3 out)"
count=$((count + 1))
sed 's/: is_distance ndpm/: is_distance mse/' rows.v >wrong.v
cmp -s rows.v wrong.v && fail "no row says that ndpm is a distance"
coqc -q -R "$folder" Disarray wrong.v >out 2>&1 && fail "another statement is proved as well"

keep() {
    "$program" search "$@" --certificates proofs >/dev/null || fail "search $*: exit status $?"
}
accepted() {
    count=$((count + 1))
    "$folder/disarray-verify-proved" "$@" >out || fail "not accepted: $(grep -v '^PROVED' out)"
    [ "$(grep -c '^PROVED ' out)" -eq $# ] || fail "$(wc -l <out) answers to $# certificates"
}
# Readings and sides, with and without reductions, weights, splits, sums, inverses, absolute values.
keep --reading all --side both --n 3..4
keep --reading prefix,interval --side both --n 4 --no-reduction
keep "2*K <= F[interval] + K[inverse]" --n 3
keep "|K - K[inverse]| <= F[box]" --n 3
keep "F[prefix-sym] <= F[box] + K" --n 3..4
keep --ranks 3,1,4,2 --weights 1,1/2,3,2 --swap-costs 1,1/3,0 --side both
keep "F[prefix] <= F[interval]" --ranks 2,4,3,1
keep --ranks 2,3,4,5,1 --reading prefix-sym --side max
accepted proofs/* "$source/../example.jsonl"

# Of all texts the first, the certificate itself, is accepted, and no other.
none_changed() {
    local file
    for file in "$@"; do
        count=$((count + 1))
        "$negative_suite" --print "$file" >changed
        "$folder/disarray-verify-proved" --many changed >out
        grep -qE '^[0-9]{3,} texts, 1 accepted$' out && grep -qx 'accepted: text 1' out ||
            fail "$file: $(tail -3 out)"
    done
}
if [ "$is_long" = long ]; then
    none_changed proofs/* "$source/../example.jsonl"
    rm -rf proofs
    keep --reading all --side both --n 3..7
    keep --reading all --side both --n 3..6
    accepted proofs/*
else
    none_changed proofs/prefix-min-n4* proofs/prefix-sym-max-n4* "$source/../example.jsonl"
fi

# refused FILE SED: with that change the proof fails, of the file itself or of the next one.
refused() {
    local file=$1 change=$2 next=${3:-}
    count=$((count + 1))
    rm -rf mutant
    mkdir mutant
    cp "$folder"/*.vo mutant
    rm -f "mutant/$file.vo" ${next:+"mutant/$next.vo"}
    sed "$change" "$source/$file.v" >"mutant/$file.v"
    cmp -s "mutant/$file.v" "$source/$file.v" && fail "$file: '$change' changes nothing"
    [ -z "$next" ] || cp "$source/$next.v" mutant
    if (cd mutant && coqc -q -R . Disarray "$file.v" && { [ -z "$next" ] || coqc -q -R . Disarray "$next.v"; }) >out 2>&1; then
        fail "$file is proved with '$change'"
    fi
}
refused Checker 's/Qle_bool phi 1/negb (Qle_bool 1 phi)/' # <= becomes <
refused Checker 's/Qle_bool phi 1/Qle_bool phi 2/'
refused Definitions 's/(k <=? max x y)/(k <? max x y)/'
if [ "$is_long" = long ]; then
    refused Checker 's/(k <? n)%nat \&\& Qle_bool 0 y/(k <? n)%nat/'
    refused Checker 's/(j <? n)%nat \&\& Qle_bool 0 s/(j <? n)%nat/'
    refused Checker 's/if Qle_bool 0 mu then/if Qle_bool (-1) mu then/'
    refused Checker 's/(y, i, j) :: t/(y, i, k) :: t/'
    refused Checker 's/Qle_bool (D i j) (add (D i k) (D k j))/Qle_bool (D i j) (add (D i k) (add (D k j) 1))/'
    refused Checker 's/if Qle_bool x y then a else b/if Qle_bool y x then a else b/'
    refused Walk 's/if list_eq k l then true else false | None => false/if list_eq k l then true else false | None => true/' Soundness
    refused Walk 's/if direct_sums c \&\& decomposable l then/if decomposable l then/' Soundness
    refused Walk 's/|| form_same (-1) f g/|| form_same 2 f g/' Soundness
fi

echo "formal.sh: $count checks, $failures failed"
[ "$failures" -eq 0 ]
