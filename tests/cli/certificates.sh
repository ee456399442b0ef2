#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Certificates as the search writes them: accepted by disarray-verify, rejected after any change,
# and the answers and exit statuses of the verifier.
#
# usage: certificates.sh DISARRAY DISARRAY_VERIFY DISARRAY_NEGATIVE_SUITE
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/cli/common.sh
. "$here/common.sh"
verify=$2
negative_suite=$3

# answer STATUS PATTERN FILE...: the verifier's exit status, one line a file, matching PATTERN.
answer() {
    local expected=$1 pattern=$2
    shift 2
    count=$((count + 1))
    "$verify" "$@" >out 2>err
    local status=$?
    [ "$status" -eq "$expected" ] || fail "$*: exit status $status, expected $expected"
    [ "$expected" -eq 2 ] || [ "$(wc -l <out)" -eq $# ] || fail "$*: $(wc -l <out) lines"
    grep -qE -- "$pattern" out err || fail "$*: expected '$pattern', found: $(cat out err)"
}

keep() {
    "$program" search "$@" --certificates proofs >/dev/null || fail "search $*: exit status $?"
}

# Every reading and side, with and without reductions, one ranking with weights, and conjectures with
# sums, inverses and absolute values.
keep --reading all --side both --n 3..4
keep "2*K <= F[interval] + K[inverse]" --n 3
keep "|K - K[inverse]| <= F[box]" --n 3
keep "F[prefix-sym] <= F[box] + K" --n 3..4
keep --ranks 3,1,4,2 --weights 1,1/2,3,2 --swap-costs 1,1/3,0 --side both
keep "F[prefix] <= F[interval]" --ranks 2,4,3,1 # has a leaf in which nothing of N is left
keep --ranks 2,3,4,5,1 --reading prefix-sym --side max
answer 0 '^VERIFIED ' proofs/*
count=$((count + 1))
"$negative_suite" proofs/* >out || fail "changes that were not rejected: $(grep -A 3 accepted out)"
[ "$(wc -l <out)" -ge 15 ] || fail "the negative suite saw $(wc -l <out) certificates"
answer 0 '^VERIFIED .* ranks 3 2 1 ' "$here/../../search/verify/example.jsonl"

# The same by the verb.
count=$((count + 1))
"$program" verify proofs/* >out || fail "disarray verify: exit status $?"
grep -vq '^VERIFIED ' out && fail "disarray verify: $(grep -v '^VERIFIED ' out)"

# A sweep that violates has its witnesses in the file.
keep --reading prefix --n 6
answer 0 'K <= F\[prefix\] fails for 2 of 720' proofs/prefix-min-n6.jsonl.zst

# Damaged and foreign files.
good=proofs/prefix-min-n6.jsonl.zst
head -c 300 $good >truncated
answer 1 '^REJECTED truncated: ' truncated
(cat $good && echo garbage) >garbage
answer 1 '^REJECTED garbage: ' garbage
example=$here/../../search/verify/example.jsonl
head -n 2 "$example" >no_end
answer 1 '^REJECTED no_end: ' no_end
sed 's/certificate\/1/certificate\/2/' "$example" >newer
answer 1 'expected .*disarray.certificate/1.*, found .*disarray.certificate/2' newer
sed 's/F\[prefix\]/F[box]/' "$example" >other_problem
answer 1 '^REJECTED other_problem: ' other_problem
sed '2s/"ratio":"1"/"ratio":"1\/0"/' "$example" >zero
answer 1 'found .*1/0' zero
: >empty
answer 1 '^REJECTED empty: ' empty
head -c 100000 /dev/urandom >noise
answer 1 '^REJECTED noise: ' noise
cp "$example" fine
answer 1 '^REJECTED noise: ' fine noise fine
answer 2 'missing' missing
answer 2 'expected' --nonsense

# A folder that cannot be made: an error, and nothing printed.
count=$((count + 1))
"$program" search --n 3 --certificates /proc/nowhere >out 2>err
[ $? -eq 2 ] || fail "--certificates /proc/nowhere: no error"
[ -s out ] && fail "--certificates /proc/nowhere: writes to standard output"

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
