#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Certificates as the search writes them, files and folders of chunks: accepted by disarray-verify,
# rejected after any change, and the answers and exit statuses of the verifier. A folder that is
# written over is the older or the new certificate, through kill -9 and a full disk.
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
sed 's/certificate\/1/certificate\/3/' "$example" >newer
answer 1 'expected .*disarray.certificate/1.*, found .*disarray.certificate/3' newer

# A rule in place of records: the same claim in a tenth of the bytes.
count=$((count + 1))
"$program" search 'F[prefix] >= 6/7*K' --n 7 --threshold --certificates rules >out || fail "threshold: $?"
grep -q '^6/7\*K <= F\[prefix\] holds for every σ in S_7' out || fail "threshold: $(cat out)"
answer 0 '^VERIFIED F\[prefix\] >= 1\*\(6/7\*K\) for every σ in S_7' rules/*
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

# What is no regular file is not waited for, and an answer that cannot be written is said to be lost.
mkfifo pipe && mkdir piped && mkfifo piped/index.json
answer 2 '^disarray-verify: pipe: found no regular file, expected a certificate$' pipe
answer 2 '^disarray-verify: piped/index.json: found no regular file' piped
for target in /dev/full '&-'; do
    count=$((count + 1))
    eval "\"\$verify\" \"\$example\" >$target" 2>err
    [ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q '^disarray-verify: standard output: ' err ||
        fail "answers to $target: $(cat err)"
done
mkdir wide && { printf '{"chunks":[{}' && yes ',{}' | head -n 2000000 && printf ']}'; } >wide/index.json
answer 1 'expected at most 1700000 values, found more' wide
answer 2 'expected' --nonsense

# The same claim in chunks: by a sweep, by a campaign, by its resumption, the same bytes and line.
keep --reading prefix --n 7 --campaign campaign.db
in_chunks=proofs/prefix-min-n7
keep --resume campaign.db --chunks 0.01
[ "$(find $in_chunks -type f | wc -l)" -ge 8 ] || fail "chunks: $(ls $in_chunks)"
"$verify" $in_chunks.jsonl.zst >line || fail "the file: exit status $?"
for threads in 1 2 5; do
    count=$((count + 2))
    "$verify" --threads $threads $in_chunks >out && cmp out line || fail "$threads threads: $(cat out)"
    "$program" verify --threads $threads $in_chunks $in_chunks.jsonl.zst >out || fail "verify"
    cat line line | cmp - out || fail "disarray verify, $threads threads: $(cat out)"
done
answer 0 '^VERIFIED ' $in_chunks $in_chunks/ $in_chunks/index.json
count=$((count + 2))
"$program" search --reading prefix --n 7 --threads 3 --certificates swept --chunks 0.01 >/dev/null ||
    fail "a sweep in chunks: exit status $?"
diff -r $in_chunks swept/prefix-min-n7 || fail "a sweep writes other chunks than a campaign"
"$program" search --reading prefix --n 7 --campaign another.db --certificates at_once --chunks 0.01 |
    grep -q '^  in at_once/prefix-min-n7$' || fail "a campaign in chunks does not say where"
diff -r $in_chunks at_once/prefix-min-n7 || fail "a campaign writes other chunks than its resumption"

# Damaged folders.
damage() { # NAME: a copy to be damaged, its chunks in order in the array
    rm -rf "$1"
    cp -r $in_chunks "$1"
    mapfile -t chunk < <(grep -o 'n[0-9]*-[0-9a-f]*\.jsonl\.zst' "$1/index.json")
}
damage flipped
printf '\377' | dd of="flipped/${chunk[5]}" bs=1 seek=100 conv=notrunc 2>/dev/null
answer 1 "^REJECTED flipped: chunk 6, file ${chunk[5]}, SHA-256: expected [0-9a-f]{64}, found " flipped
damage shorter
truncate -s -1 "shorter/${chunk[2]}"
answer 1 "^REJECTED shorter: chunk 3, file ${chunk[2]}, SHA-256: expected " shorter
damage without
rm "without/${chunk[3]}" "without/${chunk[5]}"
answer 1 "^REJECTED without: chunk 4, file ${chunk[3]}: expected a file of this name, found none$" without
damage exchanged
cp "exchanged/${chunk[4]}" "exchanged/${chunk[6]}"
answer 1 "^REJECTED exchanged: chunk 7, file ${chunk[6]}, SHA-256: expected " exchanged
damage renamed
sed -i "s/${chunk[3]}/..\/x/" renamed/index.json
answer 1 '^REJECTED renamed: chunk 4, file: expected 1 to 100 of the characters .*, found "../x"$' renamed
damage no_index
rm no_index/index.json
answer 2 'no_index/index.json: found no file that can be opened, expected a certificate' no_index

# Killed at any moment, a writer leaves a certificate that is whole; the next one clears up.
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    "$program" search --resume campaign.db --certificates proofs --chunks "0.00$((RANDOM % 9 + 1))" \
        >/dev/null 2>err &
    process=$!
    sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
    kill -KILL "$process" 2>/dev/null
    wait "$process" 2>/dev/null
    count=$((count + 1))
    "$verify" $in_chunks >out && cmp out line || fail "after kill -9: $(cat out)"
done
keep --resume campaign.db --chunks 0.01
count=$((count + 1))
diff -r $in_chunks swept/prefix-min-n7 || fail "a killed writer has left something behind"

# A full disk.
mkdir small
if mount -t tmpfs -o size=400k none small 2>/dev/null; then
    "$program" search --resume campaign.db --certificates small --chunks 0.01 >/dev/null ||
        fail "a small disk: exit status $?"
    head -c 1000000 /dev/zero >small/filled 2>/dev/null
    for _ in 1 2 3 4; do # with 8 KiB more each time, of which the new one needs 44
        count=$((count + 2))
        truncate -s -8k small/filled
        "$program" search --resume campaign.db --certificates small --chunks 0.005 >out 2>err
        [ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q '^disarray: small/.*No space' err ||
            fail "a full disk: $(cat err)"
        diff -r $in_chunks small/prefix-min-n7 || fail "a full disk changes a certificate"
    done
    umount small
else
    echo 'no small disk can be made here: what happens on a full one is not tried'
fi

# What means nothing.
refused() { refused_by search "$@"; }
refused '--certificates' --n 3 --chunks 1
refused '--chunks: found --ranks or --order' --ranks 3,1,2 --certificates refused --chunks 1
refused '--classical' --classical --n 3 --certificates refused --chunks 1
refused '--family' --family reversal --n 3 --certificates refused --chunks 1
for size in 0 -1 nan 0.0000001 1e300; do
    refused '--chunks: found ' --n 3 --certificates refused --chunks=$size
done
[ -e refused ] && fail "a call that is refused makes a folder"
mkdir -p occupied && : >occupied/prefix-min-n3
refused 'occupied/prefix-min-n3' --reading prefix --n 3 --certificates occupied --chunks 1
answer 2 '^disarray-verify: --threads: found "x", expected a whole number' --threads x $in_chunks

# A folder that cannot be made: an error, and nothing printed.
count=$((count + 1))
"$program" search --n 3 --certificates /proc/nowhere >out 2>err
[ $? -eq 2 ] || fail "--certificates /proc/nowhere: no error"
[ -s out ] && fail "--certificates /proc/nowhere: writes to standard output"

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
