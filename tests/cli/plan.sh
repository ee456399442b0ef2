#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Job arrays: the scripts of `search plan` do all shards and only what is missing, through kill -9,
# SIGTERM, lost and foreign files; a batch system is asked to start a job again exactly if there is
# more to do; the merged certificate is that of the search in one.
#
# usage: plan.sh PATH_OF_DISARRAY
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

refused() { refused_by search "$@"; }

# The scripts call this: it notes which shards were worked on. It is named by DISARRAY, as a user
# names another build.
cat >"$directory/noting disarray" <<END
#!/usr/bin/env bash
case \$2 in missing) ;; *) printf '%s\n' "\$*" | sed 's/.*--shard \([0-9]*\).*/\1/' >>'$directory/noted' ;; esac
exec '$program' "\$@"
END
chmod +x "$directory/noting disarray"
export DISARRAY="$directory/noting disarray"
: >noted

# worked_on SHARDS: since the last call, in ascending order.
worked_on() {
    equal "shards that were worked on" "$(sort -n noted | tr '\n' ' ')" "$1"
    : >noted
}

# missing FOLDER LIST
missing() {
    exits 0 search missing "$1"
    equal "missing in $1" "$(cat out)" "$2"
}

# status_of EXPECTED COMMAND…
status_of() {
    local expected=$1
    shift
    count=$((count + 1))
    "$@" >out 2>err </dev/null
    local status=$?
    [ "$status" -eq "$expected" ] || fail "$*: exit status $status, expected $expected: $(cat err)"
}

question=(--reading interval --side max --n 7)
certificate=interval-max-n7.jsonl.zst
"$program" search "${question[@]}" --certificates direct >/dev/null || fail "the search in one"

# same_certificate WHOLE
same_certificate() {
    count=$((count + 1))
    "$program" search --resume "$1" --certificates "of $1" >/dev/null || fail "--resume $1"
    cmp "direct/$certificate" "of $1/$certificate" || fail "$1: another certificate"
}

# ---------------------------------------------------------------------------- the folder

folder='a plan'
exits 0 search plan "${question[@]}" --jobs 4 --out "$folder"
grep -qF 'F[interval] <= 3*K, n = 7: 12 units in 4 shards.' out || fail "plan: $(cat out)"
grep -qF "sbatch 'a plan'/array.sbatch" out || fail "plan names no way to start it: $(cat out)"
for script in shard.sh run.sh array.sbatch; do
    status_of 0 bash -n "$folder/$script"
    if command -v shellcheck >/dev/null; then
        status_of 0 shellcheck "$folder/$script"
        [ -s out ] && fail "shellcheck: $(cat out)"
    fi
done
missing "$folder" 1-4
exits 0 search missing "$folder" --shard 3
equal "a missing shard" "$(cat out)" 3
refused 'a plan' plan "${question[@]}" --jobs 4 --out "$folder"
refused 'a plan of which no shard was begun' merge "$folder" --out whole.db
[ -e whole.db ] && fail "a refused merge leaves a file"

# ---------------------------------------------------------------------------- run.sh, without parallel

# A PATH of its own, so that GNU parallel is there only if it is asked for.
mkdir bin
for tool in bash dirname nproc grep sed sort tr cat; do ln -s "$(command -v "$tool")" "bin/$tool"; done
here=(env PATH="$directory/bin")

status_of 0 "${here[@]}" "$folder/run.sh"
worked_on '1 2 3 4 '
missing "$folder" ''
status_of 0 "${here[@]}" "$folder/run.sh"
worked_on ''
status_of 0 "$folder/shard.sh" 2
worked_on ''
exits 0 search merge "$folder" --out whole.db
equal "merge" "$(cat out)" 'whole.db: 12 of 12 units'
same_certificate whole.db

# A lost file, and one that a kill left without its end, are done again, and nothing else is.
rm "$folder/shards/shard-3.db"
missing "$folder" 3
exits 0 search merge "$folder" --out part.db
equal "an incomplete merge" "$(cat out)" "part.db: 10 of 12 units
missing: n = 7: units 2, 6 (ranks 1440 to 2159, 4320 to 5039), shards 3 of a plan"
exits 0 search merge part.db "$folder" "$folder/shards/shard-1.db" --out again.db
cmp -s part.db again.db || fail "files given twice change a merge"
rm "$folder/shards/shard-2.db"
missing "$folder" 2-3
"$program" search 'F[interval] <= 3*K' --n 7 --campaign "$folder/shards/shard-2.db" --shard 2/4 \
    --time 0.0001 >/dev/null
[ $? -eq 4 ] || fail "a shard without time"
exits 0 search missing "$folder" --json
in_document '"missing":"2-3"'
in_document '"units_done":0,"units":2,"state":"partial"'
in_document '"units_done":0,"units":2,"state":"missing"'
in_document '"units_done":7,"units":7,"state":"complete"'
mv "$folder" moved # the folder is found where the scripts are
status_of 0 "${here[@]}" moved/run.sh
worked_on '2 3 '
exits 0 search merge moved --out whole2.db
same_certificate whole2.db
mv moved "$folder"

# ---------------------------------------------------------------------------- files of others

cp "$folder/shards/shard-2.db" kept.db
# is_foreign TEXT: shard 2 is named, by every way to ask, and nothing is run.
is_foreign() {
    refused "shard-2.db: found $1" missing "$folder"
    refused "shard-2.db: found $1" missing "$folder" --shard 2
    exits 2 search missing "$folder" --json
    in_document '"state":"foreign"'
    equal "lines on standard error" "$(wc -l <err)" 1
    for script in run.sh "shard.sh 2"; do
        # shellcheck disable=SC2086 # a script and its argument
        status_of 2 "${here[@]}" "$folder"/$script
        grep -qF "shard-2.db: found $1" err || fail "$script: $(cat err)"
    done
    worked_on ''
}
cp "$folder/shards/shard-1.db" "$folder/shards/shard-2.db"
is_foreign 'unit 0 of length 2, expected those of shard 2 of 4 only'
exits 0 search merge "$folder" --out twice.db
equal "a merge with a file twice" "$(cat out)" "twice.db: 10 of 12 units
missing: n = 7: units 1, 5 (ranks 720 to 1439, 3600 to 4319), shards 2 of a plan"
"$program" search --reading box --n 5 --campaign box.db >/dev/null || fail "another question"
cp box.db "$folder/shards/shard-2.db"
is_foreign 'a campaign about K <= F[box], n = 5'
refused 'shard-2.db' merge "$folder" --out bad.db
refused 'box.db: found n 5, expected 7 as in kept.db' merge kept.db box.db --out bad.db
head -c 5000 kept.db >"$folder/shards/shard-2.db"
is_foreign 'damaged data'
echo text >"$folder/shards/shard-2.db"
is_foreign 'no SQLite file'
refused 'shard-2.db' merge "$folder" --out bad.db
[ -e bad.db ] && fail "a refused merge leaves a file"
cp kept.db "$folder/shards/shard-2.db"
missing "$folder" ''

# ---------------------------------------------------------------------------- kill -9

# Killed in the middle, wherever that is; then only what is missing is done.
"$program" search plan "${question[@]}" --jobs 5 --out killed >/dev/null || fail "plan"
for shard in 1 4; do
    killed/shard.sh "$shard" >/dev/null 2>&1 &
    process=$!
    sleep 0.15
    kill -STOP "$process" # so that it begins no other
    children=$(pgrep -P "$process")
    # shellcheck disable=SC2086 # several numbers
    kill -KILL "$process" $children 2>/dev/null
    wait "$process" 2>/dev/null
done
"$program" search missing killed >left || fail "missing after kill -9"
: >noted
status_of 0 "${here[@]}" killed/run.sh
expected=''
IFS=, read -r -a ranges <left
for range in "${ranges[@]}"; do expected+=$(seq -s ' ' "${range%-*}" "${range#*-}")' '; done
worked_on "$expected"
exits 0 search merge killed --out whole3.db
same_certificate whole3.db

# ---------------------------------------------------------------------------- the end of a job

# long enough never to be done here
"$program" search plan --reading box --n 10 --jobs 4 --hours 0.25 --out long >/dev/null || fail "plan"

# ends_with STATUS SIGNAL COMMAND…: started, asked to stop, and what it says then. The signal goes to
# the script alone, as Slurm's --signal=B: and HTCondor send it.
ends_with() {
    local expected=$1 signal=$2
    shift 2
    count=$((count + 1))
    "$@" >out 2>err </dev/null &
    local process=$!
    sleep 0.8
    kill "-$signal" "$process"
    wait "$process"
    local status=$?
    [ "$status" -eq "$expected" ] || fail "$*: exit status $status, expected $expected: $(cat err)"
    if pgrep -f "$directory/long/shards" >/dev/null; then fail "$*: a search goes on"; fi
}
ends_with 75 TERM long/shard.sh 2
ends_with 75 TERM long/shard.sh 2 # which is a resumption
ends_with 75 TERM "${here[@]}" long/run.sh
: >noted
DISARRAY_TIME=0.3 status_of 75 long/shard.sh 3
worked_on '3 '
"$program" search missing long >out || fail "missing of the long plan"
equal "missing in the long plan" "$(cat out)" 1-4

# Slurm, as far as a job sees it.
mkdir slurm
cat >slurm/scontrol <<'END'
#!/usr/bin/env bash
if [ "$1" = show ]; then
    echo "JobId=78 ArrayJobId=77 JobState=${FAKE_STATE:-RUNNING} Reason=None"
else
    echo "$*" >>"$FAKE_LOG"
fi
END
chmod +x slurm/scontrol
mkdir spool
cp long/array.sbatch spool/script # Slurm runs a copy
export FAKE_LOG="$directory/requeued"
: >requeued
slurm=(env PATH="$directory/slurm:$PATH" SLURM_ARRAY_JOB_ID=77 SLURM_ARRAY_TASK_ID=2
    SLURM_CPUS_PER_TASK=1)
ends_with 0 TERM "${slurm[@]}" spool/script
equal "requeued" "$(cat requeued)" 'requeue 77_2'
for state in COMPLETING PENDING; do # by scancel; by the loss of a node
    export FAKE_STATE=$state
    ends_with 75 TERM "${slurm[@]}" spool/script
done
unset FAKE_STATE
equal "requeued where Slurm ends the job" "$(wc -l <requeued)" 1
DISARRAY_TIME=0.3 status_of 0 "${slurm[@]}" spool/script
equal "requeued when its time is over" "$(wc -l <requeued)" 2
echo text >long/shards/shard-2.db
status_of 2 "${slurm[@]}" spool/script
equal "requeued after a failure" "$(wc -l <requeued)" 2
cp "$folder/array.sbatch" spool/script
status_of 0 "${slurm[@]}" spool/script
equal "requeued when complete" "$(wc -l <requeued)" 2
status_of 1 env -u SLURM_ARRAY_TASK_ID spool/script
status_of 0 env -u SLURM_ARRAY_TASK_ID SLURM_JOB_ID=79 spool/script # sbatch --array=""

# ---------------------------------------------------------------------------- run.sh, with parallel

# GNU parallel, as far as run.sh calls it: one job after the other, the first failure ends it.
cat >bin/parallel <<'END'
#!/usr/bin/env bash
case $1 in --version) echo 'GNU parallel 20221122'; exit ;; esac
[[ " $* " == *' --quote '*' --halt soon,fail=1 '* ]] || exit 255
while [ "$1" != --termseq ]; do shift; done
command=$3
shift 5
for argument; do "$command" "$argument" || exit $?; done
END
chmod +x bin/parallel
rm "$folder"/shards/shard-[24].db
: >noted
status_of 0 "${here[@]}" "$folder/run.sh"
worked_on '2 4 '
rm "$folder/shards/shard-4.db"
DISARRAY_TIME=0.0001 status_of 75 "${here[@]}" "$folder/run.sh"
missing "$folder" 4
if [[ $(command parallel --version 2>/dev/null || true) == 'GNU parallel'* ]]; then # the real one
    rm "$folder"/shards/shard-*.db
    : >noted
    status_of 0 "$folder/run.sh"
    worked_on '1 2 3 4 '
    status_of 2 long/run.sh # the foreign file above
    rm long/shards/shard-2.db
    ends_with 75 TERM long/run.sh
fi

# ---------------------------------------------------------------------------- bad input

refused 'whole number, from 2 to 12' plan --reading box --n 13 --jobs 2 --out new
refused 'whole number, from 1 to 100000' plan --reading box --n 5 --jobs 0 --out new
refused '--hours: found 0.1, expected a number from 0.25' plan --reading box --n 5 --jobs 2 \
    --hours 0.1 --out new
refused '4 inequalities, expected one' plan --n 5 --jobs 2 --out new
refused 'excludes' plan 'K <= F[box]' --reading box --n 5 --jobs 2 --out new
refused 'did you mean prefix?' plan --reading prefx --n 5 --jobs 2 --out new
refused '--jobs is required' plan --reading box --n 5 --out new
refused '--memory' plan --reading box --n 5 --jobs 2 --memory 0 --out new
refused 'kept.db' plan --reading box --n 5 --jobs 2 --out kept.db
[ -e new ] && fail "a refused plan leaves a folder"
refused 'nowhere/plan.json' missing nowhere
refused 'bin/plan.json' merge bin --out new
refused '--shard: found 5, expected a shard of the plan, from 1 to 4' missing "$folder" --shard 5
sed 's/"n": 7/"n": 8/' "$folder/plan.json" >plan.json
refused './plan.json: found a plan about F[interval] <= 3*K' missing .
exits 0 search plan 'F[box] <= 3*K' --n 5 --jobs 40 --out many
grep -qF '4 units in 40 shards, of which 39 have nothing to do' out || fail "many: $(cat out)"
missing many 1

# A plan of a threshold: its shards are begun as such, and merge into one certificate.
exits 0 search plan 'F[prefix] >= 6/7*K' --n 6 --threshold --jobs 2 --out rule
grep -qF -- '--n 6 --threshold --' rule/shard.sh || fail "a shard of a threshold is begun as another"
rule/run.sh >/dev/null 2>&1 || fail "the plan of a threshold: $?"
exits 0 search merge rule --out rule.db
exits 0 search --resume rule.db --certificates rules
grep -q '^VERIFIED F\[prefix\] >= 1\*(6/7\*K) for every' out || fail "the plan of a threshold: $(cat out)"

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
