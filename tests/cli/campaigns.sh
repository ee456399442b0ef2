#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Campaigns: kill -9 at random moments, interrupts, budgets and shards change nothing in the final
# certificate; what is not a campaign, or not for this call, is refused in one line.
#
# usage: campaigns.sh PATH_OF_DISARRAY
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

question=(--reading interval --side max --n 8)
certificate=interval-max-n8.jsonl.zst

refused() { refused_by search "$@"; }

# same FOLDER: its certificate is that of the run in one.
same() {
    count=$((count + 1))
    cmp "whole/$certificate" "$1/$certificate" || fail "$1: another certificate"
}

"$program" search "${question[@]}" --certificates whole >/dev/null || fail "the run in one"

# Killed ten times, then interrupted, then stopped by its budget, then finished. A quick machine may be
# done with it before: what a stop exits with is asked of a question that no machine is done with.
stopped() { [ "$1" -eq 0 ] || [ "$1" -eq 4 ] || fail "$2: exit status $1: $(cat err)"; }
"$program" search "${question[@]}" --campaign killed --time 0.001 >/dev/null 2>err
stopped $? --campaign
for _ in 1 2 3 4 5 6 7 8 9 10; do
    "$program" search --resume killed >/dev/null 2>err &
    process=$!
    sleep "0.$((RANDOM % 2))$((RANDOM % 10))"
    kill -KILL "$process" 2>/dev/null
    wait "$process" 2>/dev/null
done
"$program" search status killed >out || fail "status after kill -9: $(cat out)"
"$program" search --resume killed >/dev/null 2>err &
process=$!
sleep 0.1
kill -INT "$process"
wait "$process"
stopped $? interrupted
"$program" search --resume killed --time 0.1 >/dev/null 2>err
stopped $? "--resume --time"
"$program" search --resume killed --certificates finished >out || fail "--resume"
same finished
grep -q 'refuted' out || fail "no result after the last resumption: $(cat out)"
[ -e killed-journal ] && fail "a journal is left behind"

# A second look takes nothing new, and says the same.
"$program" search --resume killed --certificates again >/dev/null || fail "--resume, done"
same again
"$program" search status killed --json >out || fail "status --json"
grep -q '"statement": "F\[interval\] <= 3\*K"' out || fail "status names no statement"

# Seven shards, merged in another order.
for i in 1 2 3 4 5 6 7; do
    "$program" search "${question[@]}" --campaign "part$i" --shard $i/7 >/dev/null || fail "shard $i"
done
"$program" search merge part3 part7 part1 part2 part5 part4 part6 --out merged >/dev/null ||
    fail "merge"
# What a merge that was killed has left is removed by the next one; what another machine writes is not.
host=$(uname -n)
sleep 0 &
gone=$!
wait "$gone"
: >"merged2.new-$host-$gone-0"
: >"merged2.new-$host-$gone-0-journal"
: >"merged2.new-$host-$$-0"
: >"merged2.new-elsewhere-$gone-0"
"$program" search merge part1 part2 part3 part4 part5 part6 part7 --output merged2 >/dev/null || fail "merge, again"
rm merged2
expect_files=$(ls merged2.new-*)
[ "$expect_files" = "$(printf '%s\n' "merged2.new-$host-$$-0" "merged2.new-elsewhere-$gone-0" | sort)" ] ||
    fail "left beside a merge: $expect_files"
"$program" search --resume merged --certificates union >/dev/null || fail "--resume merged"
same union

# While one process writes, another is refused, and a reader is not. Interrupted, and out of time:
# incomplete.
"$program" search --reading box --n 11 --campaign busy >/dev/null 2>err &
process=$!
wait_for 60 test -s busy-journal
refused 'in use by another process' --resume busy
"$program" search status busy >/dev/null || fail "status of a campaign in use"
kill -INT "$process"
wait "$process"
equal "interrupted" $? 4
exits 4 search --resume busy --time 0.3

refused 'killed' "${question[@]}" --campaign killed
"$program" search --reading box --n 4 --campaign other >/dev/null || fail "another campaign"
refused 'part1' merge part1 other --out conflict
[ -e conflict ] && fail "a refused merge leaves a file"
refused 'merged' merge part1 part2 --out merged
refused 'missing' --resume missing
refused 'missing' status missing
echo 'no database' >text
refused 'text' --resume text
: >empty
refused 'empty' --resume empty
refused '--shard' --shard 1/2 --n 3
refused '1 <= i <= N' --shard 3/2 --n 3 --campaign new
refused '1 <= i <= N' --shard 0/2 --n 3 --campaign new
refused '1 <= i <= N' --shard x --n 3 --campaign new
refused 'one' --n 3 --reading all --campaign new
[ -e new ] && fail "a refused campaign leaves a file"

# Damage in the middle of a file is an error, not a result.
size=$(stat -c %s merged)
cp merged damaged
dd if=/dev/zero of=damaged bs=1 seek=$((size / 2)) count=4096 conv=notrunc 2>/dev/null
count=$((count + 1))
"$program" search --resume damaged >out 2>err
[ $? -eq 2 ] || fail "a damaged file: exit status $?, $(cat err)"

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
