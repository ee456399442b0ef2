#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray check` and `disarray check claims`: replays, example files, --expect, the same output for
# any number of threads, and bad input.
#
# usage: check.sh PATH_OF_DISARRAY
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

refused() { refused_by check "$@"; }

# expect STATUS TEXT ARGUMENTS…: this status, TEXT on standard output.
expect() {
    local wanted=$1 text=$2
    shift 2
    exits "$wanted" check "$@"
    grep -qF -- "$text" out || fail "$*: expected '$text' in $(head -c 2000 out)"
}

# What a refutation prints as its replay does replay.
expect 0 'is refuted' --metric kendall --property left-invariance --exhaustive 3
replay=$(sed -n "s/^  disarray check --replay '\(.*\)'$/\1/p" out | head -n 1)
[ -n "$replay" ] || fail "no replay line"
expect 0 'violated' --replay "$replay"
expect 0 '"outcome": "violated"' --replay "$replay" --json

# Each verdict says what it speaks of, also where there are several.
expect 0 'scope of symmetry: ' --metric cayley --property symmetry,triangle-inequality --exhaustive 3
expect 0 'scope of triangle-inequality: ' --metric cayley --property symmetry,triangle-inequality --exhaustive 3
expect 0 'scope: ' --metric cayley,hamming --property symmetry --exhaustive 3

# Threads change nothing; nor does the order in which random cases finish.
for threads in 1 2 5; do
    "$program" check --metric footrule --frame both --exhaustive 3 --random 200 --seed 5 \
        --threads "$threads" >"threads$threads" || fail "--threads $threads"
    count=$((count + 1))
done
cmp -s threads1 threads2 || fail "1 and 2 threads differ"
cmp -s threads1 threads5 || fail "1 and 5 threads differ"

# Examples are saved, used, and never harmed.
expect 0 'is refuted' --metric kendall --property left-invariance --exhaustive 3 \
    --examples saved.json
[ -s saved.json ] || fail "no examples saved"
expect 0 '1 saved examples' --metric kendall --property left-invariance --exhaustive 0 \
    --examples saved.json
cp saved.json good.json
head -c 100 good.json >saved.json
cp saved.json before.json
refused 'saved.json' --metric kendall --property symmetry --examples saved.json
cmp -s saved.json before.json || fail "a corrupt file of examples was changed"
echo '{"schema": "other"}' >foreign.json
refused 'foreign.json' --metric kendall --property symmetry --examples foreign.json
refused '.' --metric kendall --property symmetry --examples .

# A run that is killed leaves what it had found, in a file that can be read.
count=$((count + 1))
"$program" check --metric footrule[interval] --property triangle-inequality --exhaustive 4 --n 5 \
    --examples killed.json >/dev/null 2>&1 &
process=$!
for _ in $(seq 200); do
    [ -s killed.json ] && break
    sleep 0.02
done
kill -9 "$process" 2>/dev/null
wait "$process" 2>/dev/null
grep -q '"triangle-inequality"' killed.json || fail "killed: no example was kept"
expect 0 'saved examples' --metric footrule[interval] --property triangle-inequality \
    --exhaustive 0 --examples killed.json

# The ledger against itself, and against one in which a verdict was changed.
expect 0 '"id": "KV-T1"' claims KV-T1 KV-ex-3.1 --json
cp out ledger.json
expect 0 'KV-T1' claims KV-T1 KV-ex-3.1 --expect ledger.json
sed '0,/"exhausted"/s//"refuted"/' ledger.json >changed.json
expect 1 'expected refuted, now exhausted' claims KV-T1 KV-ex-3.1 --expect changed.json
expect 1 'now no row' claims KV-T1 --expect ledger.json
# So does every document of what may be cut short, and one that is whole.
expect 4 '"cells": [' --time 0.02 --json --random 100000 --metric ndcg --metric dcg
grep -qx '  "complete": false,*' out || fail "cells that are cut short: $(tail -n 2 out)"
expect 0 '"cells": [' --json --metric kendall --property symmetry --exhaustive 2
grep -qx '  "complete": true,*' out || fail "cells: $(tail -n 2 out)"
# A ledger that was cut short says so, and a report is made of it: by a time budget, and by Ctrl-C.
expect 4 '"complete": false' claims GT-stab KV-T1 --time 0.05 --json
grep -qF '"not_begun": [' out && grep -qF '"KV-T1"' out || fail "not begun: $(head -c 400 out)"
cp out stopped.json
grep -q '"verdict": "\(exhausted\|supported\|certified\)"' stopped.json && fail "cut short, and it holds"
expect 4 'note: stopped, 1 claims are not begun' claims GT-stab KV-T1 --time 0.05
count=$((count + 1))
"$program" check claims GT-stab KV-T1 --json --time 60 >interrupted.json 2>err &
process=$!
# Bit 1 of the mask: SIGINT has a handler from now on.
for _ in $(seq 500); do
    caught=$(sed -n 's/^SigCgt:\t//p' "/proc/$process/status")
    [ $((0x${caught:-0} & 2)) -ne 0 ] && break
    sleep 0.02
done
kill -INT "$process"
wait "$process"
[ $? -eq 4 ] || fail "interrupted: no exit status 4: $(cat err)"
grep -qF '"complete": false' interrupted.json || fail "interrupted: $(head -c 400 interrupted.json)"
"$program" report --from stopped.json --from interrupted.json --out pages >/dev/null 2>err ||
    fail "a report of ledgers that were cut short: $(cat err)"
grep -q 'interrupted.json is not complete' pages/report.html || fail "not said to be cut short"
expect 0 'inverted   1–2 1–3' claims --explain KV-ex-3.1
expect 0 'vote abc' claims --explain KV-fas
grep -q 'inverted' out && fail "a drawing of a ranking that inverts nothing"
expect 0 'survives the same effort with: fixed points local' claims --explain KV-L6-δ

refused 'the nearest KV-L6-w, KV-L6-D, ' claims KV-L6-x
refused 'before claims' --metric kendall claims KV-T1
refused 'as well' claims KV-T1 --explain KV-T9
refused 'the nearest symmetry, ' --property symetry
refused 'the nearest kendall, kendall-tau, ' --metric kendal
refused 'did you mean box?' --reading bax
refused 'did you mean literal?' --frame litteral
refused 'does not apply to kendall' --metric kendall --property kendall-at-most-footrule
refused '--random samples instead' --metric kendall --property triangle-inequality --exhaustive 9
refused '--random samples instead' --metric kendall --property symmetry --exhaustive 1000000000000
refused '--random samples instead' claims KV-T1 --exhaustive 1000000000000
refused 'seconds greater than 0' --time -1
refused 'expected a whole number, from 1 to 100' --n 0
refused '--seed' --seed -1
refused '--random' --random=-5
refused '--threads' --threads 100000
refused '--threads' --threads=-1
expect 0 'undecided' --metric kendall --property symmetry --exhaustive 0
refused 'a length from 2 to 10' claims --program-n 11
refused 'JSON' --replay '{'
refused 'no "metric"' --replay '{}'
refused 'missing.json' claims KV-T1 --expect missing.json
refused 'another kind of file' claims KV-T1 --expect good.json

# A verb that does not exist is answered with the nearest.
count=$((count + 1))
"$program" distnce >out 2>err </dev/null
[ $? -eq 2 ] && grep -q 'the nearest distance' err || fail "distnce: $(cat err)"
says_full metrics
# On a terminal, how far it is.
if command -v script >/dev/null; then
    count=$((count + 1))
    TERM=xterm script -qec "'$program' check claims KV-ex-3.1 KV-ex-3.2 >/dev/null" /dev/null </dev/null |
        grep -qF 'claims: 0 of 2; now KV-ex-3.1' || fail "check claims shows no progress"
fi

# All laws of all retrieval metrics, as users have them: no metric is too slow for them.
exits 0 check retrieval
for metric in AP bpref infAP ndcg_rel Rndcg G; do
    grep -q "^ *$metric" out || fail "check retrieval says nothing of $metric"
done
says_full --help
says_full check --help
says_full --version

# Two metrics against each other: those that are done when it is time to stop are there.
stops check pairs --metric all --k 2 --n 6 --threads 1 --json
grep -q '"complete": false' out || fail "check pairs, stopped: $(tail -n 3 out)"

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
