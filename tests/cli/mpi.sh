#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Work by several processes of mpirun. Campaigns: the certificate and the canonical status are those
# of one process, also when workers are killed or stopped, when rank 0 is killed, and when its disk
# is full. Searches over weights, tempering, suites of properties, audits: the same output to the
# byte.
#
# usage: mpi.sh PATH_OF_DISARRAY MPIRUN [TIMES]    TIMES: how often the faults are gone through
set -u
mpirun=$2
times=${3:-1}
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# In a container all is done by root, and there are fewer cores than ranks.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if ! timeout 60 "$mpirun" --oversubscribe -n 2 true >out 2>err; then
    echo "mpirun starts nothing here, so nothing is tried: $(head -c 500 err)"
    exit 77
fi
# Whatever needs no fault in the middle is asked of the small one; of the large one there are seconds left
# after its processes were found.
small=(--reading prefix-sym --side max --n 7)
large=(--reading prefix-sym --side max --n 8)

# begin N ARGUMENTS…: search --mpi by N processes of one thread each; job is mpirun. A process that
# dies does not end the others; but then mpirun has no exit status to tell.
recovery=(--enable-recovery)
begin() {
    local number=$1
    shift
    "$mpirun" --oversubscribe --bind-to none "${recovery[@]}" -n "$number" \
        "$program" search --mpi --threads 1 "$@" 2>err >out &
    job=$!
}
ranks() {
    begin "$@"
    wait "$job"
}

# rank_of RANK: the process of that rank, in this folder.
rank_of() {
    local process
    for process in $(pgrep -f -- "$program search"); do
        if [ "$(readlink "/proc/$process/cwd" 2>/dev/null)" = "$PWD" ] &&
            tr '\0' '\n' <"/proc/$process/environ" 2>/dev/null |
            grep -qx "OMPI_COMM_WORLD_RANK=$1"; then
            echo "$process"
            return
        fi
    done 2>/dev/null
    return 1
}
# is_busy RANK: a thread that is not the first, which only talks, has worked for 100 ms at least: more
# than those of MPI, in whose beginning a death would be waited for without an end.
is_busy() {
    local process thread
    process=$(rank_of "$1") || return 1
    for thread in /proc/"$process"/task/*; do
        [ "${thread##*/}" != "$process" ] &&
            sed 's/.*) //' "$thread/stat" | awk '$12 + $13 >= 10 { found = 1 } END { exit !found }' &&
            return
    done 2>/dev/null
    return 1
}
# busy RANK…: waits until each of them works, and leaves their processes in the array victims.
busy() {
    local rank
    victims=()
    for rank in "$@"; do
        wait_for 120 is_busy "$rank" || fail "rank $rank does not work: $(cat err)"
        victims+=("$(rank_of "$rank")")
    done
}

# units FILE: how many a campaign holds; nothing for what is no campaign.
units() { "$program" search status "$1" 2>/dev/null | awk '$1 + 0 > 1 { n += $2 } END { print n + 0 }'; }
holds_more() { [ "$(units "$1")" -gt "$2" ]; }
# at_work FILE UNITS: waits until the campaign holds more than so many.
at_work() { wait_for 120 holds_more "$@" || fail "$1: nothing was stored: $(cat err)"; }

# same CERTIFICATE CAMPAIGN FOLDER FILE: the certificate is that of one process, and so is all that a campaign
# says but times and runs.
canonical() {
    "$program" search status "$1" --json | sed -e '/"runs"/,$d' -e '/"seconds"/d' -e '/"command"/d'
}
same() {
    count=$((count + 2))
    cmp -s "whole/$1" "$3/$1" || fail "$3: another certificate"
    [ "$(canonical "$4")" = "$(canonical "$2")" ] || fail "$4: another campaign"
}
same_small() { same prefix-sym-max-n7.jsonl.zst small.db "$@"; }
same_large() { same prefix-sym-max-n8.jsonl.zst large.db "$@"; }

"$program" search "${small[@]}" --campaign small.db --certificates whole >/dev/null &&
    "$program" search "${large[@]}" --campaign large.db --certificates whole >/dev/null ||
    fail 'one process'

count=$((count + 1))
ranks 4 "${small[@]}" --campaign four.db --certificates four || fail "four ranks: $(cat err)"
grep -q refuted out || fail "four ranks print no result: $(cat out)"
grep '^disarray' err && fail "four ranks complain: $(cat err)" # MPI may have to say something
same_small four four.db

for run in $(seq "$times"); do
    # One worker dies, another is stopped.
    rm -rf faulty faulty.db
    begin 4 --patience 1 "${large[@]}" --campaign faulty.db --certificates faulty
    at_work faulty.db 0
    busy 2 3
    kill -KILL "${victims[0]}" && kill -STOP "${victims[1]}" || fail "run $run: over before its faults"
    count=$((count + 2))
    wait "$job"
    for rank in 2 3; do
        grep -q "rank.* $rank.* did not answer" err || fail "run $run, rank $rank: not noticed: $(cat err)"
    done
    kill -KILL "${victims[1]}" 2>/dev/null
    same_large faulty faulty.db

    # Without rank 0 the job is over; what it had stored is there. The others wait for it four times
    # as long as it would for them.
    rm -rf faulty faulty.db
    begin 3 --patience 0.3 "${large[@]}" --campaign faulty.db
    at_work faulty.db 0
    kill -KILL "$(rank_of 0)" || fail "run $run: over before rank 0 was killed"
    wait "$job"
    stored=$(units faulty.db)
    [ "$stored" -gt 0 ] || fail "run $run: no campaign after kill -9"
    # The next job is ended by the batch system: mpirun passes SIGTERM on.
    begin 3 --resume faulty.db
    at_work faulty.db "$stored"
    kill -TERM "$job" || fail "run $run: over before SIGTERM"
    wait "$job"
    [ "$(units faulty.db)" -lt "$(units large.db)" ] || fail "run $run: SIGTERM ends nothing"
    ranks 3 --resume faulty.db --certificates faulty || fail "run $run: --resume: $(cat err)"
    same_large faulty faulty.db

    # A full disk. (A limit for files would be one for the messages of MPI as well.)
    rm -rf faulty
    mkdir -p disk
    if mount -t tmpfs -o size=100k none disk 2>/dev/null; then
        count=$((count + 2))
        ranks 3 "${small[@]}" --campaign disk/faulty.db
        grep -q '^disarray: disk/faulty.db' err || fail "run $run: not named: $(cat err)"
        [ "$(units disk/faulty.db)" -gt 0 ] || fail "run $run: no campaign left"
        mount -o remount,size=100m disk
        ranks 3 --resume disk/faulty.db --certificates faulty || fail "run $run: $(cat err)"
        same_small faulty disk/faulty.db
        umount disk
    else
        echo 'no small disk can be made here: what happens on a full one is not tried'
    fi
done

# alike VERBS ARGUMENTS…: three ranks print what one process prints.
alike() {
    local verbs expected
    read -ra verbs <<<"$1"
    shift
    count=$((count + 1))
    "$program" "${verbs[@]}" "$@" >alone 2>alone.err
    expected=$?
    "$mpirun" --oversubscribe --bind-to none -n 3 "$program" "${verbs[@]}" --mpi "$@" >out 2>err
    [ $? -eq $expected ] || fail "${verbs[*]} $*: another exit status than $expected: $(cat err)"
    cmp -s alone out || fail "${verbs[*]} $*: another output: $(diff alone out | head -n 5)"
}

alike 'search weights' --reading interval --n 4 --largest 3
alike 'search weights' --reading prefix-sym --side both --n 4..5 --restarts 8 --largest 3 --seed 4
alike 'search temper' --reading box --n 10 --steps 160 --chains 3 --meetings 2
alike check --metric all --property symmetry --frame both --exhaustive 3 --random 5000 --n 5
alike check --metric footrule --property all --frame literal --exhaustive 2
audited=${program%/src/app/disarray}/tests/disarray_broken_metrics
if [ -x "$audited" ]; then
    for fault in correct-tau-b duplicate-documents; do
        alike audit --no-timings --exhaustive 2 --sizes 10 --random 100 -- "$audited" $fault
    done
fi

# A rank of three is killed while chains walk.
count=$((count + 2))
walk=(--reading prefix --n 12 --steps 240 --chains 6 --meetings 1 --seed 3)
"$program" search temper "${walk[@]}" >alone
"$mpirun" --oversubscribe --bind-to none "${recovery[@]}" -n 3 "$program" search temper --mpi \
    --threads 1 --patience 1 "${walk[@]}" >out 2>err &
job=$!
busy 2
kill -KILL "${victims[0]}" || fail 'tempering: over before its fault'
wait "$job"
cmp -s alone out || fail "a killed rank changes what is found: $(diff alone out | head -n 5)"
grep -q 'rank 2 did not answer' err || fail "tempering, KILL: not noticed: $(cat err)"

count=$((count + 4))
"$mpirun" --oversubscribe -n 2 "$program" search temper --mpi --n 2 >out 2>err &&
    fail 'n = 2 is no length for tempering'
recovery=()
ranks 2 "${small[@]}" --campaign four.db && fail 'a campaign that is there is taken'
[ "$(grep -c '^disarray: four.db' err)" -eq 1 ] || fail "not one line: $(cat err)"
ranks 2 --reading box --n 4 && fail '--mpi without a campaign'

echo "$count checks, $failures failed"
[ "$failures" -eq 0 ]
