#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray search`: the same answer for any number of threads and with or without reductions, a time
# budget that stops, Ctrl-C that keeps what was found, and bad input.
#
# usage: search.sh PATH_OF_DISARRAY
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# same A B: two documents differ in the command only.
same() {
    count=$((count + 1))
    diff <(grep -v '"command":' "$1") <(grep -v '"command":' "$2") >/dev/null ||
        fail "$1 and $2 differ"
}

# same_facts A B: two documents have the same findings; where a minimum is attained by several D,
# another one may be shown.
same_facts() {
    local keys='"(n|reading|side|ratio|violating|verdict|certified|scope)":'
    count=$((count + 1))
    diff <(grep -E "$keys" "$1") <(grep -E "$keys" "$2") >/dev/null || fail "$1 and $2 differ"
}

refused() { refused_by search "$@"; }

"$program" search --n 2..6 --json --threads 1 >one || fail "one thread"
"$program" search --n 2..6 --json --threads 2 >two || fail "two threads"
"$program" search --n 2..6 --json --threads 5 >five || fail "five threads"
"$program" search --n 2..5 --json --no-reduction >all || fail "no reduction"
"$program" search --n 2..5 --json >reduced || fail "reduced"
same one two
same one five
same_facts all reduced
grep -q '"ratio": "6/7"' one || fail "no 6/7 up to n = 6"
grep -q '"verdict": "refuted"' one || fail "nothing refuted up to n = 6"

# F/K itself is shown, on both sides and for every way to ask.
shows() { shown_by search "$@"; }
shows '"ratio": "13/4"' --reading box --side max --n 5 --json
shows '"ratio": "6/7"' '2*K <= 3*F[prefix]' --n 6 --json
shows 'the least c in F[box] <= c*K is 13/4' 'F[box] <= c*K' --n 5
# Asked for c, it says one thing of it: nothing is refuted, and the proof is of the same inequality.
shows 'F[box] <= 13/4*K holds for every σ in S_5' 'F[box] <= c*K' --n 5
shows 'VERIFIED F[box] <= 13/4*(K) for every σ in S_5' 'F[box] <= c*K' --n 5
"$program" search 'F[box] <= c*K' --n 5 | grep -q refuted && fail 'F[box] <= c*K: refuted'
"$program" search 'F[box]<=c*K' --n 5 --json >constant.json || fail 'F[box] <= c*K: --json'
for row in '"statement": "F[box] <= c*K"' '"best_constant": "13/4"' '"verdict": "certified"'; do
    grep -qF "$row" constant.json || fail "F[box] <= c*K: no $row"
done
grep -q violating constant.json && fail 'F[box] <= c*K: σ that violate what is not asked'
"$program" search '2*F[box] <= c*K' --n 4 --fail-if refuted >/dev/null || fail 'a constant is refuted'
shows 'the least c in K <= c*F[prefix] is 7/6' 'K <= F[prefix]' --n 6 --constant

# A threshold is decided as written; where it fails the exact extreme is there, as without.
shows '"verdict": "certified"' 'F[prefix] >= 6/7*K' --n 7 --threshold --json
shows '"threshold": true' 'F[prefix] >= 6/7*K' --n 7 --threshold --json
shows '>= 4/5' 'F[prefix] >= 4/5*K' --n 6 --threshold
"$program" search 'K <= F[prefix]' --n 6 --json >exact || fail "exact"
"$program" search 'K <= F[prefix]' --n 6 --threshold --json >threshold || fail "threshold"
count=$((count + 1))
diff <(grep -E '"(violating|ratio)":' exact | tail -n 2) \
    <(grep -E '"(violating|ratio)":' threshold | tail -n 2) >/dev/null || fail "threshold: another ratio"
"$program" search 'F[box] <= 7/2*K' --n 5..6 --json --threads 1 --threshold >one || fail "threshold, one thread"
"$program" search 'F[box] <= 7/2*K' --n 5..6 --json --threads 4 --threshold >four || fail "threshold, four"
same one four
# The best constant by two thresholds is that by linear programs.
"$program" search 'F[box] <= c*K' --n 5 --json --threshold --threads 4 >one || fail "constant by thresholds"
"$program" search 'F[box] <= c*K' --n 5 --json >four || fail "constant"
count=$((count + 1))
diff <(grep -E '"(best_constant|ratio|statement|verdict)":' one) \
    <(grep -E '"(best_constant|ratio|statement|verdict)":' four | tail -n 4) >/dev/null ||
    fail "constant by thresholds: another"
grep -q '"threshold": true' one || fail "constant by thresholds: by programs"
refused "a campaign for the best constant" 'F[box] <= c*K' --n 5 --threshold --campaign new.db

# The scatter of K against F: one picture without weights, one for each reading with them.
"$program" search scatter --n 8 --json --threads 1 >one || fail "scatter, one thread"
"$program" search scatter --n 8 --json --threads 4 >four || fail "scatter, four threads"
same one four
"$program" search scatter --n 6 --weights 1,2,1,2,1,1/2 --swap-costs ctr --dissimilarity cut:1,3 \
    --json --threads 1 >one || fail "weighted scatter, one thread"
"$program" search scatter --n 6 --weights 1,2,1,2,1,1/2 --swap-costs ctr --dissimilarity cut:1,3 \
    --json --threads 4 >four || fail "weighted scatter, four threads"
same one four
shows '"reading": "classical"' scatter --n 3 --reading box --weights 1,1,1 --json
shows '"weights": "w = 1 2, D = 0 2; 2 0"' scatter --n 2 --weights 1,2 --dissimilarity line:0,2 --json
shows ' 5            22        6          10' scatter --n 5
expected_status=4
shows '"complete": false' scatter --n 10 --weights 1,1,1,1,1,1,1,1,1,2 --time 0.001 --json
shows '(stopped before the end: partial)' scatter --n 10 --weights 1,1,1,1,1,1,1,1,1,2 --time 0.001
expected_status=0

# A budget of a blink: an answer that says it is partial, and exit 4.
count=$((count + 1))
"$program" search --n 9 --reading prefix --time 0.2 --json >out 2>err
[ $? -eq 4 ] || fail "--time: no exit status 4"
grep -q '"complete": false' out || fail "--time: not said to be partial"

# An interrupt keeps what was found.
count=$((count + 1))
"$program" search --n 9 --reading interval --json >out 2>err &
process=$!
sleep 0.5
kill -INT "$process"
wait "$process"
[ $? -eq 4 ] || fail "interrupted: no exit status 4"
grep -q '"complete": false' out || fail "interrupted: not said to be partial"

# So does a stop of the inequality of Diaconis and Graham: what was done before is there.
stops search --classical --n 3..12 --threads 1
grep -q '^ *3 .* 4/3 ' out && grep -q 'Stopped before the end of n = 1[012]: partial' out ||
    fail "--classical, stopped: $(cat out)"
exits 4 search --classical --n 3..12 --threads 1 --time 0.3 --json
grep -q '"n": 3,' out && grep -q '"complete": false' out || fail "--classical --time: $(cat out)"

refused 'from 2 to 12' --n 13
refused '--n: found --ranks or --order as well' --ranks 2,3,1 --n 4
refused 'from 2 to 12' --n 1
refused '"x"' --n x
refused '"6..3"' --n 6..3
refused '"3.."' --n 3..
refused '"-1"' --n=-1
refused 'did you mean prefix?' --reading prefx
refused 'seconds greater than 0' --time 0
refused 'from 2 to 12' --classical --n 13
refused '--thread' --thread
refused 'less than 10^9' --time inf
refused '--fixed-points' --n 3 --fixed-points local
refused 'options of the search over D' --classical --ranks 2,1
refused '--n: found "-1", expected a whole number, from 3 to 30' temper --n=-1
refused '--meetings' temper --n 5 --steps 80 --meetings 2 # of one chain with whom?
refused '--chains' temper --n 5 --chains 0
refused '--mpi' temper --n 5 --patience 3
refused '--n: found "11", expected a whole number, from 1 to 10' scatter --n 11
refused 'more than 100000' scatter --n 9 --swap-costs ctr
refused '2 weights, expected 7' scatter --weights 1,2
refused 'did you mean prefix?' scatter --reading prefx
refused 'rational swap costs' scatter --n 3 --swap-costs dcg
refused '0 is exceeded wherever the other side is not 0' '2K <= K' --n 3
refused 'a greater side that comes to 0' 'K <= 0' --n 3
refused 'a greater side that comes to 0' '|K - K[inverse]| <= 0' --n 3

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
