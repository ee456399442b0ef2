#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Job arrays on a real Slurm, which is started here for this test alone: what `search plan` has
# written runs all shards, goes on after scancel, requeue, a node that goes down, kill -9 and the end
# of its time, and the merged certificate is that of the search in one. tests/cli/plan.sh has the
# rest, with a stand-in for Slurm.
#
# usage: slurm.sh PATH_OF_DISARRAY [long]    long: as well the signal before the end of a job's time,
#                                            which Slurm looks for only twice a minute
set -u
long=${2:-}
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
for tool in munged slurmctld slurmd sbatch; do
    if ! command -v "$tool" >/dev/null; then
        echo "no $tool is installed, so nothing is tried"
        exit 77
    fi
done

# ---------------------------------------------------------------------------- a cluster of one node

cluster=$directory/cluster
mkdir -p "$cluster/state" "$cluster/spool"
host=$(hostname -s)
user=$(id -un)
port=$((20000 + $$ % 10000 * 2)) # tests may run at the same time
head -c 1024 /dev/urandom >"$cluster/munge.key"
chmod 600 "$cluster/munge.key"
# cred_expire is also how long a job that is queued again has to wait: 5 s is the least that Slurm
# takes, two minutes the default.
cat >"$cluster/slurm.conf" <<END
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket,cred_expire=5
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0,bf_interval=1
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=16 RealMemory=4096
PartitionName=all Nodes=ALL Default=YES State=UP
END
export SLURM_CONF=$cluster/slurm.conf

daemons=()
end_cluster() {
    scancel --quiet --signal=KILL --full --user="$user" 2>/dev/null
    scancel --quiet --user="$user" 2>/dev/null
    wait_for 60 nothing_queued
    kill "${daemons[@]}" 2>/dev/null
    wait_for 10 daemons_are_gone || kill -KILL "${daemons[@]}"
    wait
    rm -rf "$directory"
}

daemons_are_gone() { ! kill -0 "${daemons[@]}" 2>/dev/null; }
nothing_queued() { [ -z "$(squeue --noheader 2>&1)" ]; }
node_is() { [ "$(sinfo --noheader --format=%T 2>/dev/null)" = "$1" ]; }

munged --foreground --force --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" \
    --pid-file="$cluster/munged.pid" --log-file="$cluster/munged.log" \
    --seed-file="$cluster/munge.seed" 2>>"$cluster/err" &
daemons+=($!)
wait_for 10 test -S "$cluster/munge.socket"
slurmctld -D 2>>"$cluster/err" &
daemons+=($!)
slurmd -D 2>>"$cluster/err" &
daemons+=($!)
trap end_cluster EXIT
if ! wait_for 20 node_is idle; then
    echo "Slurm does not start here, so nothing is tried: $(cat "$cluster"/{err,munged.log,slurm*.log} |
        grep -i -m 10 'error\|fatal')"
    exit 77
fi

# ---------------------------------------------------------------------------- what is asked

# The scripts call this: it notes the task, how often it was queued again, and the arguments.
cat >"$directory/noting disarray" <<END
#!/usr/bin/env bash
case \$2 in missing) ;; *)
    echo "\${SLURM_ARRAY_TASK_ID} \${SLURM_RESTART_COUNT:-0} \$*" >>'$directory/noted' ;;
esac
exec '$program' "\$@"
END
chmod +x "$directory/noting disarray"
export DISARRAY="$directory/noting disarray"

# submit ARGUMENTS…: prints the number of the job.
submit() { sbatch --parsable "$@" || fail "sbatch $*"; }

# shown JOB FIELD: as scontrol shows it.
shown() { scontrol show job --oneliner "$1" | grep -o " $2=[^ ]*" | head -n 1 | cut -d = -f 2-; }
is() { [ "$(shown "$1" "$2")" = "$3" ]; }

# comes_to JOB FIELD VALUE
comes_to() {
    count=$((count + 1))
    wait_for 90 is "$@" || fail "$1: $2 is $(shown "$1" "$2"), expected $3"
}

# comes_back JOB: after its end it runs again, or will.
has_restarted() { [ "$(shown "$1" Restarts)" -ge 1 ]; }
comes_back() {
    count=$((count + 1))
    wait_for 90 has_restarted "$1" || fail "$1 is not queued again: $(shown "$1" JobState)"
}

# at_work FOLDER SHARD: waits until one of its units is kept.
has_unit() {
    [ -e "$1/shards/shard-$2.db" ] &&
        ! "$program" search missing "$1" --shard "$2" --json | grep -q '"units_done": 0'
}
at_work() { wait_for 90 has_unit "$@" || fail "shard $2: nothing is kept"; }

# log_says FOLDER JOB TASK TEXT
log_says() {
    count=$((count + 1))
    grep -qF -- "$4" "$1/logs/slurm-$2_$3.log" ||
        fail "the log of task $3: expected '$4' in $(cat "$1/logs/slurm-$2_$3.log")"
}
not_complete='not complete, queued again'
ended_by_slurm='ended by Slurm; what it found is kept'
last_words='Exact extremes' # of a search that has ended by itself

# missing FOLDER LIST
missing() {
    exits 0 search missing "$1"
    equal "missing in $1" "$(cat out)" "$2"
}

# noted TASK RESTARTS PATTERN
noted() {
    count=$((count + 1))
    grep -q -- "^$1 $2 $3" noted || fail "task $1, restart $2: expected '$3' in $(cat noted)"
}

# ---------------------------------------------------------------------------- the end of a job

# Long enough never to be done here. The first task gets its signal, and the second ends by itself.
"$program" search plan --reading box --n 10 --jobs 4 --threads 1 --out long >/dev/null || fail "plan"
echo text >long/shards/shard-3.db
[ -z "$long" ] ||
    limited=$(DISARRAY_TIME='' submit --time=0:01:00 --signal=B:TERM@59 --array=1 long/array.sbatch)
brief=$(DISARRAY_TIME=1 submit --array=2 long/array.sbatch)
failing=$(submit --array=3 long/array.sbatch)

# ---------------------------------------------------------------------------- all shards

# Between all these signs Slurm finds the folder.
folder="a plan, it's \"50 %j\" \$HOME #1"
question=(--reading interval --side max --n 8)
certificate=interval-max-n8.jsonl.zst
"$program" search plan "${question[@]}" --jobs 4 --threads 1 --out "$folder" >/dev/null || fail "plan"
job=$(submit --cpus-per-task=2 "$folder/array.sbatch")
at_work "$folder" 1
scancel "${job}_1"
at_work "$folder" 2
scontrol requeue "${job}_2"
at_work "$folder" 3
pgrep -f "$directory/.*/shard-3.db" | xargs kill -KILL
comes_to "${job}_1" JobState CANCELLED
comes_to "${job}_3" JobState FAILED
equal "exit status after kill -9" "$(shown "${job}_3" ExitCode)" 137:0
comes_to "${job}_4" JobState COMPLETED
comes_to "${job}_2" JobState COMPLETED
equal "restarts after requeue" "$(shown "${job}_2" Restarts)" 1
for task in 1 2; do
    log_says "$folder" "$job" "$task" "$ended_by_slurm"
    log_says "$folder" "$job" "$task" "$last_words"
done
noted 2 0 'search .*--shard 2/4 --threads 2 .*--campaign'
noted 2 1 'search .*--shard 2/4 --threads 2 .*--resume'

# What is missing, and nothing else.
missing "$folder" 1,3
: >noted
job=$(submit --array="$("$program" search missing "$folder")" "$folder/array.sbatch")
comes_to "${job}_1" JobState COMPLETED
comes_to "${job}_3" JobState COMPLETED
noted 1 0 'search .*--shard 1/4 --threads 1 .*--resume'
noted 3 0 'search .*--shard 3/4 --threads 1 .*--resume'
grep -q '^[24] .*a plan' noted && fail "a complete shard is worked on: $(cat noted)"
missing "$folder" ''
job=$(submit --array="$("$program" search missing "$folder")" "$folder/array.sbatch")
comes_to "$job" JobState COMPLETED

# ---------------------------------------------------------------------------- the end of a job

comes_to "${failing}_3" JobState FAILED
equal "exit status with a foreign file" "$(shown "${failing}_3" ExitCode)" 2:0
equal "restarts after a failure" "$(shown "${failing}_3" Restarts)" 0
if [ -n "$long" ]; then
    comes_back "${limited}_1"
    scancel "$limited"
    log_says long "$limited" 1 "$not_complete"
    log_says long "$limited" 1 "$last_words"
fi
comes_back "${brief}_2"
comes_to "${brief}_2" JobState PENDING # not while it asks to be queued again, which would win
scancel "$brief"
log_says long "$brief" 2 "$not_complete"

# A node that goes down: Slurm queues the task again.
job=$(submit --array=4 long/array.sbatch)
at_work long 4
scontrol update nodename="$host" state=down reason=test
comes_back "${job}_4"
scontrol update nodename="$host" state=resume 2>/dev/null # it may have come back by itself

# While that waits for its turn: all shards are one search.
exits 0 search merge "$folder" --out whole.db
count=$((count + 1))
"$program" search --resume whole.db --certificates merged >/dev/null || fail "--resume"
"$program" search "${question[@]}" --certificates direct >/dev/null || fail "the search in one"
cmp "direct/$certificate" "merged/$certificate" || fail "another certificate"

comes_to "${job}_4" JobState RUNNING
log_says long "$job" 4 "$ended_by_slurm"
scancel "$job"
count=$((count + 1))
wait_for 60 nothing_queued || fail "what was cancelled comes back: $(squeue)"
rm long/shards/shard-3.db
missing long 1-4

echo "$count checks, $failures failures"
[ "$failures" -eq 0 ]
