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
# A rule in place of records, with a ratio below 1, an equality, and neither; and chunks.
mv proofs plain
keep --reading all --side both --n 4 --threshold
keep --reading prefix --n 6 --threshold
keep "|K - K[inverse]| <= F[box]" --n 4 --threshold
keep "F[prefix-sym] <= F[box] + K" --n 3..4 --threshold
keep --reading interval --n 4 --threshold --no-reduction
accepted proofs/*
mv proofs rules
keep --reading all --side both --n 5 --chunks 1
keep --reading prefix --n 6 --threshold --chunks 1
accepted proofs/*
mv proofs chunks
# With weights the images under symmetries are compared form by form: K <= K on S_3, where equal
# weights have both symmetries and others have none.
weighted() {
    local header record='"proof":{"ratio":"1","signs":[],"triangles":[],"slacks":[]}}' ranks
    local k='[{"coefficient":"1","functional":"K"}]'
    header='{"format":"disarray.certificate/1","n":3,"scope":"all","small":'$k',"big":'$k',"weights":'$1',"swap_costs":"unit",'
    header+='"fixed_points":"one","direct_sums":false,"symmetries":["inverse","reverse-complement"]}'
    echo "$header"
    for ranks in 1,3,2 2,3,1 3,2,1; do
        echo '{"ranks":['$ranks'],'"$record"
    done
    echo '{"end":{"claim":'"$header"',"records":3,"results":[{"n":3,"ratio":"1","violating":0,"best":{"ranks":[1,3,2],'\
'"dissimilarity":[["0","1","0"],["1","0","1"],["0","1","0"]]}}]}}'
}
weighted '["1/2","1/2","1/2"]' >equal.jsonl
accepted equal.jsonl
for weights in '["1","2","2"]' '["1","2","1"]'; do
    count=$((count + 1))
    weighted "$weights" >other.jsonl
    "$folder/disarray-verify-proved" other.jsonl >out && fail "weights $weights: $(cat out)"
done

# Chunks that are missing, in another order, or not there.
for change in '/^{"file":"n4/d' '/^{"file":"n3/{h;d};/^{"file":"n4/G' 's/"file":"n4/"file":"n4x/'; do
    for folder_of in chunks/prefix-min-n5 chunks/prefix-min-n6; do
        count=$((count + 1))
        cp -r $folder_of changed
        sed -i "$change" changed/index.json
        cmp -s $folder_of/index.json changed/index.json && fail "$folder_of: '$change' changes nothing"
        "$folder/disarray-verify-proved" changed >out 2>/dev/null && fail "$folder_of with '$change': $(cat out)"
        rm -r changed
    done
done

# Of all texts the first, the certificate itself, is accepted, and no other; but those that
# disarray-verify accepts as well, where the signs of an exception are not the only ones that will do.
none_changed() {
    local file others
    for file in "$@"; do
        count=$((count + 1))
        "$negative_suite" --print "$file" >changed
        others=$("$negative_suite" "$file" | grep -c '^  accepted: ')
        [ "$others" -eq 0 ] || [[ $file == rules/prefix-* ]] || fail "$file: disarray-verify accepts $others"
        "$folder/disarray-verify-proved" --many changed >out
        grep -qE "^[0-9]{3,} texts, $((1 + others)) accepted\$" out && grep -qx 'accepted: text 1' out ||
            fail "$file: $(tail -3 out)"
    done
}
if [ "$is_long" = long ]; then
    none_changed plain/* rules/* "$source/../example.jsonl"
    keep --reading all --side both --n 3..7
    keep --reading all --side both --n 3..6
    accepted proofs/*
else
    none_changed plain/prefix-min-n4* plain/prefix-sym-max-n4* rules/prefix-min-n6* "$source/../example.jsonl"
fi

# refused FILE SED [NEXT…]: with that change the proof fails, of the file itself or of one of the next.
refused() {
    local file=$1 change=$2 each
    shift 2
    count=$((count + 1))
    rm -rf mutant
    mkdir mutant
    cp "$folder"/*.vo mutant
    for each in "$file" "$@"; do
        rm -f "mutant/$each.vo"
        cp "$source/$each.v" mutant
    done
    sed -i "$change" "mutant/$file.v"
    cmp -s "mutant/$file.v" "$source/$file.v" && fail "$file: '$change' changes nothing"
    if (cd mutant && for each in "$file" "$@"; do coqc -q -R . Disarray "$each.v" || exit 1; done) >out 2>&1; then
        fail "$file is proved with '$change'"
    fi
    grep -q 'makes inconsistent assumptions' out && fail "$file: with '$change' the next file did not compile"
}
refused Checker 's/Z.abs phi <=? den/Z.abs phi <? den/' # <= becomes <
refused Checker 's/Z.abs phi <=? den/Z.abs phi <=? 2 * den/'
refused Definitions 's/(k <=? max x y)/(k <? max x y)/'
if [ "$is_long" = long ]; then
    refused Checker 's/(k <? n)%nat \&\& (0 <=? y)%Z/(k <? n)%nat/'
    refused Checker 's/(k <? n)%nat \&\& (0 <=? y)%Z/(0 <=? y)%Z/'
    refused Checker 's/if (0 <=? s)%Z then/if (-1 <=? s)%Z then/'
    refused Checker 's/if (0 <=? mu)%Z then/if (-1 <=? mu)%Z then/'
    refused Checker 's/(pair_add i j z m)/(pair_add i k z m)/'
    refused Checker 's/(x <=? a + b)%Z/(x <=? a + b + 1)%Z/'
    refused Checker 's/if Qle_bool x y then a else b/if Qle_bool y x then a else b/'
    refused Checker 's/form_axpy (-1) (absolute_form g) b/form_axpy 1 (absolute_form g) b/'
    refused Walk 's/(x <? y)%nat ||/(x <=? y)%nat ||/' Records Soundness # σ is not before itself
    refused Walk 's/before (fst p) l)/negb (before l (fst p)))/' Records Soundness
    refused Walk 's/if known_symmetry c \&\& negb/if negb/' Records Soundness
    refused Walk 's/if direct_sums c \&\& decomposable l then/if decomposable l then/' Records Soundness
    refused Walk 's/|| form_same x (- y) f g/|| form_same x (2 * y) f g/' Records
    refused Walk 's/all_one c \&\& (negb (by_inverse c)/(negb (by_inverse c)/' Records
    refused Symmetry 's/Kendall | Prefix | Box => true/Kendall | Prefix | Box | Interval => true/'
fi

echo "formal.sh: $count checks, $failures failed"
[ "$failures" -eq 0 ]
