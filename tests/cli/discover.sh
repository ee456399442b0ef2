#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray discover` and statements of `search --classical`: what the literature has is found and
# marked, a false theorem is refuted, what is told can be searched, and bad input.
#
# usage: discover.sh PATH_OF_DISARRAY
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

shows() { shown_by discover "$@"; }
refused() { refused_by discover "$@"; }

# found NAME ARGUMENTS…: the theorem is among what is found.
found() {
    local name=$1
    shift
    exits 0 discover "$@"
    grep -qE "^$name +exhausted +found " out || fail "$name is not found by $*: $(cat out)"
}
found diaconis-graham-lower --metrics kendall,footrule,cayley --size 3 --n 3..7 --climbing 100
grep -qF '6 23 103 511 2719' out || fail "tight counts of I + T <= D: $(cat out)"
found diaconis-graham-gap --metrics kendall,footrule,cayley --size 3 --n 3..9 --climbing 100
found cayley-hamming-lower --metrics hamming,cayley --n 3..7
found max-dis-upper --metrics chebyshev,dis --n 3..7
shows 'daniels-as-quoted is refuted: 1 of 6 at n = 3, first ranks 1 2 3' \
    --metrics kendall,spearman --n 3..6 --climbing 0

shows 'footrule: mean (n^2 - 1)/3, variance (2*n^3 + 2*n^2 + 7*n + 7)/45, unimodal for n = 3..8' \
    --metrics footrule --n 3..8
shows '"mean": [' --metrics footrule --n 3..5 --json

# Each statement goes to search as it is.
count=$((count + 1))
"$program" discover --metrics kendall,footrule,ulam --n 3..7 --climbing 0 --json >found.json ||
    fail 'discover --json'
grep -q '"schema": "disarray.discover/1"' found.json || fail 'no schema'
grep -o '"statement": "[^"]*"' found.json | sed 's/"statement": "//; s/"$//' |
    sort -u | head -12 >statements
[ -s statements ] || fail 'no statements'
while read -r statement; do
    exits 0 search --classical "$statement" --n 3..6 --fail-if refuted
done <statements

# The same for any number of threads.
osc_enc=(--metrics osc,enc --n 3..6)
efforts=(--climbing 200 --tempering 300)
"$program" discover "${osc_enc[@]}" "${efforts[@]}" --threads 1 --json | grep -v command >one
"$program" discover "${osc_enc[@]}" "${efforts[@]}" --threads 3 --json | grep -v command >three
equal 'threads' "$(cat one)" "$(cat three)"
grep -q '"temperings": \[' one || fail 'no temperings in the document'
shows 'climbing, 200 evaluations at each n = 7, 8, 11, 16; by tempering, 300 evaluations at each n = 7' \
    "${osc_enc[@]}" "${efforts[@]}"
shows 'by tempering, 20000 evaluations' "${osc_enc[@]}" --climbing 0
shows 'by climbing, 20000 evaluations at each n = 7, 8, 11, 16' "${osc_enc[@]}" --tempering 0

# One name for what the catalogue calls so, and the shorter one of before.
shows 'spearman-distance: mean (n^3 - n)/6' --metrics spearman --n 3..8
shown_by search exhausted --classical 'spearman-distance <= n*kendall' --n 4
shown_by distance 'spearman-distance' --ranks 3,1,2 --metric spearman-distance

# A planted theorem, which is false.
echo 'planted | footrule <= kendall | 1 | nobody' >theorems
shows 'planted is refuted' --metrics kendall,footrule --n 3..5 --theorems theorems
exits 1 discover --metrics kendall,footrule --n 3..5 --theorems theorems --fail-if refuted
echo 'planted | footrule <= kendal | 1 | nobody' >theorems
refused 'theorems line 1: conjecture, column 13' --metrics kendall --theorems theorems
echo 'footrule <= kendall' >theorems
refused '1 fields, expected name | statement' --metrics kendall --theorems theorems

# Gone on with from a file of which the end is lost: the same bytes, and the file is whole again.
for about in '--metrics kendall,footrule,dis --n 3..7 --climbing 200' '--about F[box] --n 3..6'; do
    rm -f work half
    read -ra words <<<"$about"
    "$program" discover "${words[@]}" >whole
    "$program" discover "${words[@]}" --resume work >kept
    head -c "$(($(wc -c <work) / 2))" work >half
    "$program" discover "${words[@]}" --resume half >resumed
    equal "$about: kept" "$(cat whole)" "$(cat kept)"
    equal "$about: resumed" "$(cat whole)" "$(cat resumed)"
    equal "$about: work" "$(sort work)" "$(sort half)"
    # What is there is not done again.
    sed 's/"certified",/"",/; s/"found":\["0 0 /"found":["0 1 /' half >changed
    "$program" discover "${words[@]}" --resume changed >resumed
    cmp -s whole resumed && fail "$about: what is in the file is done again"
done
# A constant that its ranking has not, or that a member of a family goes below.
sed 's/"found":\["1",/"found":["1\/2",/' half >changed
refused 'changed: found 1/2 for n = 3: K <= F[box], expected 1, which ranks' --about 'F[box]' --n 3..6 \
    --resume changed
sed 's/\(n = 6: F\[box\].*\)"found":.*/\1"found":["3","certified","2 1 3 4 5 6"]}/' half >changed
refused 'changed: found 3 for n = 6: F[box] <= 3*K, expected' --about 'F[box]' --n 3..6 --resume changed
echo 'work' >other
refused 'other line 1: found another line' --metrics kendall --n 3 --resume other
printf '%s\n' "$(head -1 work)" '{"of":"n = 3: kendall","found":["0 x"]}' >other
refused 'other: found "0 x", expected values' --metrics kendall --n 3..4 --resume other
printf '%s\n' "$(head -1 work)" '{"of":"n = 3: kendall","found":[]}' >other
refused 'other: found no points' --metrics kendall --n 3..4 --resume other
printf 'work' >other
refused 'other line 1: found another line' --metrics kendall --n 3..4 --resume other
equal 'a foreign file is left alone' "$(cat other)" work
mkfifo pipe
refused 'pipe: found no regular file' --metrics kendall --n 3..4 --resume pipe
exec 9>>half
flock 9
refused 'half: found another process' --metrics kendall --n 3..4 --resume half
exec 9>&-

# The greatest F[box]/K up to n = 10 as a formula; those of n > 8 as the search of S_10 has them.
{
    head -1 work
    while IFS=, read -r n least most ranks; do
        printf '{"of":"n = %s: K <= F[box]","found":["1","certified","%s"]}\n' "$n" "$least"
        printf '{"of":"n = %s: F[box] <= 3*K","found":["%s","certified","%s"]}\n' "$n" "$most" "$ranks"
    done <<'END'
9,9 8 7 6 5 4 3 2 1,9/11,2 4 6 1 7 3 8 5 9
10,10 9 8 7 6 5 4 3 2 1,4/5,2 4 6 1 8 3 9 5 10 7
END
} >known
shows 'max F/K = (4*n - 10)/(n - 2) for n = 0 mod 2: fits n = 4, 6, …, 10 (4 values' \
    --about 'F[box]' --n 4..10 --resume known

refused 'found "kendal"' --metrics kendal
refused 'from 2 to 12' --n 3..13
refused '--size' --size 4
refused_by search 'a table of' --classical 'spearman + kendall + osc + lee <= 9' --n 11

# A walk is told to stop as well, and says how far it came.
osc_enc=(--metrics osc,enc --n 3..6 --json)
stops discover "${osc_enc[@]}" --climbing 100000000 --tempering 0
grep -q '"complete": false' out && grep -q '"evaluations"' out || fail "climbing, stopped: $(cat out)"
stops discover "${osc_enc[@]}" --climbing 0 --tempering 100000000
exits 4 discover "${osc_enc[@]}" --climbing 100000000 --time 0.5

# Statements between statistics.
shown_by search '15205' --classical 'kendall + cayley <= footrule' --n 8
shown_by search 'ranks 1 3 2: footrule = 2, kendall = 1' --classical 'footrule <= kendall' --n 3
shown_by search '"verdict": "refuted"' --classical 'footrule <= kendall' --n 3 --json
shown_by search '≠ id' --classical 'cayley + 1 <= hamming for sigma != id' --n 4
exits 2 search --classical 'footrule <= kendal' --n 3
exits 2 search --classical 'footrule < kendall' --n 3

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
