#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray check atlas` (resumed after kill -9, after a time budget, after a torn line; other
# settings and damaged files refused), and the verbs beside it: pairs, robustness, stability,
# agreement.
#
# usage: atlas.sh PATH_OF_DISARRAY
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

refused() { refused_by check "$@"; }

same() {
    count=$((count + 1))
    cmp -s "$2" "$3" || fail "$1: $2 and $3 differ"
}

# has TEXT ARGUMENTS…: exit 0, and TEXT on standard output.
has() {
    local text=$1
    shift
    count=$((count + 1))
    "$program" check "$@" >out 2>err </dev/null || fail "$*: exit status $?: $(cat err)"
    grep -qF -- "$text" out || fail "$*: expected '$text' in $(head -c 1000 out)"
}

# A quarter of the catalogue, with values of every kind.
small=(atlas --metric gain,error,kendall --exhaustive 3 --random 20)
without_command() { sed '/^  "command"/d' "$1"; }

# The answer does not depend on threads, or on where it was interrupted.
"$program" check "${small[@]}" --threads 1 >whole || fail "a whole atlas"
"$program" check "${small[@]}" --threads 2 >whole2 || fail "a whole atlas, two threads"
same 'threads' whole whole2
for delay in 0.05 0.15 0.4; do
    "$program" check "${small[@]}" --save killed >/dev/null 2>&1 &
    sleep "$delay"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
printf '{"metric":"kendall","prop' >>killed # a line that was cut off
"$program" check "${small[@]}" --save killed --csv cells.csv >resumed || fail "resumed after kill -9"
same 'resumed after kill -9' whole resumed
has '"complete": true' "${small[@]}" --save killed --json # what was added after the cut is whole
"$program" check "${small[@]}" --save budget --time 0.05 >partial
[ $? -eq 4 ] || fail "a time budget"
"$program" check "${small[@]}" --save budget >resumed || fail "resumed after a time budget"
same 'resumed after a time budget' whole resumed
grep -q 'cells are not decided yet' partial || fail "a time budget that is not over: $(tail -n 1 partial)"
cp budget before
has '"complete": true' "${small[@]}" --save budget --json
same 'nothing is decided twice' before budget
count=$((count + 1))
[ "$(wc -l <cells.csv)" -gt 600 ] || fail "CSV: $(wc -l <cells.csv) lines"
grep -q '^dcg,triangle-inequality,element,"exhausted",' cells.csv || fail "CSV: a cell of dcg"

has '"complete": true' atlas --exhaustive 2 --random 5 --json # all metrics

# Formulas over S_n: in the text, in the document, in the table; they are part of what is resumed.
sums=(atlas --metric chebyshev --metric kendall-tau --metric dcg --random 0)
has 'kendall-tau: mean 0 for n = 2..7; variance' "${sums[@]}" --csv sums.csv
cell() {
    count=$((count + 1))
    grep -qF -- "$1" sums.csv || fail "no cell $1 in $(grep -E ',(mean|variance|diameter|unim)' sums.csv)"
}
cell 'chebyshev,diameter,element,"supported","M(σ,id) on all of S_1 … S_7, as M(σ,τ) = M(στ⁻¹,id) on S_1 … S_4, w = δ = D = 1","n - 1, fitted on n = 1..2, tested on n = 3..7"'
cell 'chebyshev,mean,element,"undecided","M(σ,id) on all of S_1 … S_7, w = δ = D = 1","no formula'
cell 'chebyshev,unimodality,element,"exhausted"'
cell 'kendall-tau,diameter,element,"not-applicable","","it is asked of distances, and this is a similarity"'
cell 'dcg,variance,element,"not-applicable","","ranks 1 2 have no rational value"'

# A file that is no atlas, or another one, is left alone.
cp budget before
refused 'an atlas with seed 1' "${small[@]}" --seed 2 --save budget
refused 'an atlas with exhaustive 3' atlas --exhaustive 2 --random 20 --save budget
same 'refused' before budget
echo 'something else' >foreign
cp foreign before
refused 'another kind of file' "${small[@]}" --save foreign
same 'a foreign file' before foreign
sed '3s/"verdict"/"verdikt"/' budget >damaged
refused 'damaged line 3' "${small[@]}" --save damaged
refused 'no regular file' "${small[@]}" --save .
printf '{"schema":"disarray.atlas/1","settings":"x"}\n' >odd
refused 'an atlas with version null' "${small[@]}" --save odd
head -n 1 budget >odd
printf '{"metric":1,"property":"symmetry","frame":"element","verdict":"refuted"}\n' >>odd
refused 'odd line 2' "${small[@]}" --save odd
sed '2s/"verdict":"[a-z-]*"/"verdict":"bogus"/' budget >odd
refused 'odd line 2' "${small[@]}" --save odd
printf '{"schema":"disarray.atlas/1","sett' >odd # a first line that was cut off
has 'cells:' "${small[@]}" --save odd
exec 9>>odd
flock 9
refused 'another process' "${small[@]}" --save odd
exec 9>&-
refused 'another file than --save' "${small[@]}" --save same --csv same
mkfifo pipe
refused 'no regular file' "${small[@]}" --csv pipe
ln -s linked-to link
has 'cells:' "${small[@]}" --save budget --csv link
[ -L link ] && [ -s linked-to ] || fail "a link is not followed"

# Sizes that are given: all that are possible, and no others.
has 'exhausted' --metric recall --property symmetry --k 1 --relevant-count 1 --exhaustive 4
has 'refuted' --metric recall --property symmetry --k 1 --relevant-count 2 --exhaustive 4
refused '--k: found 10' --metric recall --property symmetry --k 10 --exhaustive 4
refused '--relevant-count: found 4' --metric recall --property symmetry --relevant-count 4 --exhaustive 4
has 'not-applicable' --metric max-kendall --property triangle-inequality --exhaustive 3
has 'cells:' atlas --metric max-mape --exhaustive 2 --random 0
refused 'expected a whole number, from 1 to 100' atlas --n 0
refused 'missing/cells.csv' "${small[@]}" --csv missing/cells.csv

# Two metrics.
has 'ndpm = a·kendall-tau + b with a = -1/2, b = 1/2' pairs --metric kendall-tau --metric ndpm --n 3
has '"a": "-1/2"' pairs --metric kendall-tau --metric ndpm --n 3 --json
refused 'one metric, expected two or more' pairs --metric mse
refused 'expected 2 to 6' pairs --metric mse --metric mae --n 9
refused '--k: found nothing' pairs --metric recall --metric mae

# Experiments: the same for any number of threads, and bad input.
for verb in robustness stability agreement; do
    arguments=("$verb" --metric gain --metric recall --n 12 --pairs 40 --seed 3)
    has 'mrr' "${arguments[@]}" --threads 1
    cp out one
    has 'mrr' "${arguments[@]}" --threads 2
    same "$verb, threads" one out
    has '"seed": 3' "${arguments[@]}" --json
    refused '--pairs: found 0' "$verb" --pairs 0
    refused 'before' --seed 5 "$verb" --n 12
done
refused '--k: found 12' robustness --n 12 --k 12
refused '--k: found 30' agreement --n 12 --k 30

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
