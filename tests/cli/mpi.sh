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
# Seconds, so that there is time for a fault in the middle.
question=(--reading prefix-sym --side max --n 8)
certificate=prefix-sym-max-n8.jsonl.zst

# begin N ARGUMENTS…: search --mpi by N processes of one thread each; job is mpirun. A process that
# dies does not end the others; but then mpirun has no exit status to tell.
recovery=(--enable-recovery)
begin() {
    local number=$1
    shift
    "$mpirun" --oversubscribe --bind-to none "${recovery[@]}" -n "$number" \
        "$program" search --mpi --threads 1 --patience 2 "$@" 2>err >out &
    job=$!
}
ranks() {
    begin "$@"
    wait "$job"
}

# rank_of RANK: the process of that rank, in this folder; waits until it is there.
rank_of() {
    local process _
    for _ in $(seq 200); do
        for process in /proc/[0-9]*; do
            if [ "$(readlink "$process/cwd" 2>/dev/null)" = "$PWD" ] &&
                tr '\0' '\n' <"$process/environ" 2>/dev/null |
                grep -qx "OMPI_COMM_WORLD_RANK=$1"; then
                echo "${process#/proc/}"
                return
            fi
        done
        sleep 0.05
    done
}

# at_work FILE: waits until the campaign holds a unit.
at_work() {
    local _
    for _ in $(seq 200); do
        "$program" search status "$1" 2>/dev/null | awk '$2 > 0 && $1 + 0 > 1 { found = 1 }
            END { exit !found }' && return
        sleep 0.05
    done
    fail "$1: nothing was stored"
}

# same FOLDER FILE: the certificate is that of one process, and so is all that a campaign says but
# times and runs.
canonical() {
    "$program" search status "$1" --json | sed -e '/"runs"/,$d' -e '/"seconds"/d' -e '/"command"/d'
}
same() {
    count=$((count + 2))
    cmp -s "whole/$certificate" "$1/$certificate" || fail "$1: another certificate"
    [ "$(canonical "$2")" = "$(canonical whole.db)" ] || fail "$2: another campaign"
}

"$program" search "${question[@]}" --campaign whole.db --certificates whole >/dev/null ||
    fail 'one process'

count=$((count + 1))
ranks 4 "${question[@]}" --campaign four.db --certificates four || fail "four ranks: $(cat err)"
grep -q refuted out || fail "four ranks print no result: $(cat out)"
grep '^disarray' err && fail "four ranks complain: $(cat err)" # MPI may have to say something
same four four.db

for run in $(seq "$times"); do
    for signal in KILL STOP; do
        rm -rf faulty faulty.db
        begin 4 "${question[@]}" --campaign faulty.db --certificates faulty
        at_work faulty.db
        victim=$(rank_of 2)
        [ -n "$victim" ] || fail "no process of rank 2"
        kill -$signal "$victim"
        count=$((count + 1))
        wait "$job"
        grep -q 'rank 2 did not answer' err || fail "run $run, $signal: not noticed: $(cat err)"
        same faulty faulty.db
        kill -KILL "$victim" 2>/dev/null
    done

    # Without rank 0 the job is over; what it had stored is there.
    rm -rf faulty faulty.db
    begin 3 "${question[@]}" --campaign faulty.db
    at_work faulty.db
    kill -KILL "$(rank_of 0)"
    wait "$job"
    "$program" search status faulty.db >/dev/null || fail "run $run: no campaign after kill -9"
    ranks 3 --resume faulty.db --certificates faulty || fail "run $run: --resume: $(cat err)"
    same faulty faulty.db

    # Ended by the batch system: mpirun passes SIGTERM on.
    rm -rf faulty faulty.db
    begin 3 "${question[@]}" --campaign faulty.db
    at_work faulty.db
    kill -TERM "$job"
    wait "$job"
    ranks 3 --resume faulty.db --certificates faulty || fail "run $run: after SIGTERM: $(cat err)"
    same faulty faulty.db

    # A full disk. (A limit for files would be one for the messages of MPI as well.)
    rm -rf faulty
    mkdir -p small
    if mount -t tmpfs -o size=200k none small 2>/dev/null; then
        count=$((count + 2))
        ranks 3 "${question[@]}" --campaign small/faulty.db
        grep -q '^disarray: small/faulty.db' err || fail "run $run: not named: $(cat err)"
        "$program" search status small/faulty.db >/dev/null || fail "run $run: no campaign left"
        mount -o remount,size=100m small
        ranks 3 --resume small/faulty.db --certificates faulty || fail "run $run: $(cat err)"
        same faulty small/faulty.db
        umount small
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
alike check --metric footrule --property all --frame literal --exhaustive 3
audited=${program%/src/app/disarray}/tests/disarray_broken_metrics
if [ -x "$audited" ]; then
    for fault in correct-tau-b range-above-one duplicate-documents; do
        alike audit --no-timings --sizes 10 --random 2000 -- "$audited" $fault
    done
fi

# A rank of three is killed while chains walk.
count=$((count + 2))
walk=(--reading prefix --n 12 --steps 480 --chains 6 --meetings 1 --seed 3)
"$program" search temper "${walk[@]}" >alone
"$mpirun" --oversubscribe --bind-to none "${recovery[@]}" -n 3 "$program" search temper --mpi \
    --threads 1 --patience 1 "${walk[@]}" >out 2>err &
job=$!
victim=$(rank_of 2)
sleep 0.7
kill -KILL "$victim"
wait "$job"
cmp -s alone out || fail "a killed rank changes what is found: $(diff alone out | head -n 5)"
grep -q 'rank 2 did not answer' err || fail "tempering, KILL: not noticed: $(cat err)"

count=$((count + 4))
"$mpirun" --oversubscribe -n 2 "$program" search temper --mpi --n 2 >out 2>err &&
    fail 'n = 2 is no length for tempering'
recovery=()
ranks 2 "${question[@]}" --campaign four.db && fail 'a campaign that is there is taken'
[ "$(grep -c '^disarray: four.db' err)" -eq 1 ] || fail "not one line: $(cat err)"
ranks 2 --reading box --n 4 && fail '--mpi without a campaign'

echo "$count checks, $failures failed"
[ "$failures" -eq 0 ]
