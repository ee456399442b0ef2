#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray search estimate`: the same sample for the same seed, tables and JSON, and bad input. The
# times it measures are looked at by nobody here.
#
# usage: estimate.sh PATH_OF_DISARRAY
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

refused() { refused_by search "$@"; }
shows() { shown_by search "$@"; }

shows 'K <= F[prefix], n = 7, from a sample of seed 1' estimate --reading prefix --n 7 --time 0.1
shows '1,119 programs' estimate --reading prefix --n 7 --time 0.1 --threads 3
shows 'on 3 threads' estimate --reading prefix --n 7 --time 0.1 --threads 3
shows 'the verifier takes' estimate '2*K <= 3*F[box]' --n 6 --time 0.1
shows 'F[interval] <= 3*K' estimate --reading all --side both --n 5 --time 0.1

# The programs are those that the search solves.
"$program" search --reading box --n 6 --campaign box.db >/dev/null || fail "--campaign"
"$program" search status box.db --json >status || fail "status"
solved=$(sed -n 's/^ *"programs": \([0-9]*\).*/\1/p' status | awk '{ n += $1 } END { print n }')
exits 0 search estimate --reading box --n 6 --time 300 --json # as long as the sample takes
in_document '"schema":"disarray.search-estimate/1"'
in_document "\"total\":{\"permutations\":872,\"programs\":{\"value\":$solved.0,\"half_width\":0.0}"
in_document '"sample_complete":true'

# A sample that is not cut short is the same again; the bytes depend on nothing else.
"$program" search estimate --reading box --n 6 --seed 4 --time 300 --threads 1 --json >one || fail "seed 4"
"$program" search estimate --reading box --n 6 --seed 4 --time 300 --threads 2 --json >two || fail "seed 4"
bytes() { sed -n '/"certificate_bytes"/,/}/p' "$1"; }
sampled() { grep -E '"(programs|runs)_sampled"' "$1"; }
equal "bytes of one sample" "$(bytes one)" "$(bytes two)"
equal "counts of one sample" "$(sampled one)" "$(sampled two)"

# Beyond what a search offers.
shows '77,923 programs' estimate 'F[prefix] >= 4/5*K' --n 9 --threshold --time 0.1
refused 'at most 12' estimate 'F[prefix] >= 4/5*K' --n 13 --threshold
shows 'Sweeps are offered up to n = 12' estimate --side max --n 13 --time 0.01
shows '2,600,551,230' estimate --side max --n 13 --reading interval --time 0.01

refused '--n' estimate
refused 'from 2 to 20' estimate --n 1
refused 'from 2 to 20' estimate --n 21
refused '"x"' estimate --n x
refused '"-1"' estimate --n=-1
refused 'from 2 to 20' estimate --n 3..6
refused 'did you mean prefix?' estimate --n 5 --reading prefx
refused '"low"' estimate --n 5 --side low
refused 'seconds greater than 0' estimate --n 5 --time 0
refused 'less than 10^9' estimate --n 5 --time inf
refused '"-1"' estimate --n 5 --seed=-1
refused '2000' estimate --n 5 --threads 2000
refused '--reading' estimate 'K <= F[box]' --n 5 --reading box
refused 'a greater side that comes to 0' estimate '2K <= K' --n 3
says_full search estimate --n 4 --time 0.1

# A part of a long search is told what is left to it.
"$program" search --reading box --n 10 --shard 1/100 --campaign part.db --time 3 >/dev/null 2>err
status=$?
[ $status -eq 0 ] || [ $status -eq 4 ] || fail "a part of S_10: $(cat err)" # a quick machine ends it
count=$((count + 1))
grep -q '^disarray: estimate: .*; 1.1 % of that is left to this run$' err || fail "a part: $(cat err)"

# Ctrl-C ends the sample, not the answer.
"$program" search estimate --n 12 --time 100 >out 2>err &
process=$!
sleep 2
kill -INT "$process"
wait "$process"
[ $? -eq 4 ] || fail "interrupted: no exit status 4: $(cat err)"
count=$((count + 1))
grep -q 'as far as it came' out || fail "interrupted: $(cat out)"

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
