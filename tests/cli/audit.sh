#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray audit`: metrics with one fault each are caught by the law and at the least input written
# here, those without pass; the adapters; programs that misbehave, of which nothing stays behind.
#
# usage: audit.sh DISARRAY BROKEN_METRICS KENDALL_TAU FINDINGS_TEST
#        PYTHON=/usr/bin/python3   the interpreter that has SciPy and scikit-learn
set -u
adapters=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../properties/audit/adapters" && pwd)
yardstick=$(cd "$(dirname "${BASH_SOURCE[0]}")/../properties/audit/yardstick" && pwd)
# shellcheck source=tests/cli/common.sh disable=SC2154 # it sets count, failures and directory
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
broken_metrics=$2
kendall_tau=$3
findings_test=$4
python=${PYTHON:-/usr/bin/python3}
export PYTHONDONTWRITEBYTECODE=1

# ---- What is read from a report: JSON, one key a line.
# field KEY LAW: of that law, without blanks; an input in one line.
field() {
    sed -n "/^      \"law\": \"$2\"/,/^    }/p" report |
        sed -n "/^      \"$1\":/,/^      \"/{/^      \"$1\":/p;/^        /p;/^      []}]/p}" |
        tr -d ' \n' | sed -e "s/^\"$1\"://" -e 's/,$//'
}
# laws VERDICT: names in one line.
laws() { grep -B 2 "^      \"verdict\": \"$1\"" report | sed -n 's/^ *"law": "\(.*\)",/\1/p' | paste -s -d ' '; }

# audited STATUS COMMAND…: writes report, and err; options in the array options.
# Times of calls are what an audit takes longest for, and are looked at once, below.
options=(--exhaustive 2 --random 20 --sizes 10)
audited() {
    local expected=$1 status
    shift
    count=$((count + 1))
    timeout 300 "$program" audit "${options[@]}" --json --no-timings -- "$@" >report 2>err </dev/null
    status=$?
    [ "$status" -eq "$expected" ] || fail "$*: exit status $status, expected $expected: $(cat err)"
}

# found WHO LAW INPUT GOT: a refuted law in report. INPUT and GOT may be left out.
found() {
    equal "$1, $2" "$(field verdict "$2")" '"refuted"'
    [ $# -lt 3 ] || equal "$1, input of $2" "$(field input "$2")" "$3"
    [ $# -lt 4 ] || equal "$1, answer to the input of $2" "$(field got "$2")" "\"$4\""
}

# caught FAULT LAW INPUT GOT
caught() {
    audited 1 "$broken_metrics" "$1"
    found "$@"
}
# also LAW INPUT GOT: a further law that the metric of the last `caught` breaks.
also() { found 'the same metric' "$@"; }

# ---- Metrics with a fault. No smaller input shows it:
# The discount 1/log₂(i+2) cancels if only one rank counts, in the list or the ideal one: two are
# judged, and both count.
caught off-by-one-discount exact-reference \
    '{"ids":["d1"],"scores":[1],"grades":[1],"not_retrieved":[1],"cutoff":2}' 0.5578858913022597
equal 'the exact value' "$(field expected exact-reference)" '"0.61314719276545841"'
# 0/0 instead of 0: nothing is retrieved, one document is relevant.
caught ideal-from-retrieved exact-reference \
    '{"ids":[],"scores":[],"grades":[],"not_retrieved":[1],"cutoff":1}' 'undefined(0/0)'
also retrieving-relevant '{"ids":["d1"],"scores":[1],"grades":[1],"not_retrieved":[2]}' 1.0
also beyond-cutoff '{"ids":["d1","d2"],"scores":[2,1],"grades":[0,1],"not_retrieved":[],"cutoff":1}' 0.0
# A tie takes two documents, of which one is relevant.
caught constant-score-one ties-no-advantage \
    '{"ids":["d1","d2"],"scores":[1,1],"grades":[0,1],"not_retrieved":[]}' 1.0
also ties-as-mean '{"ids":["d1","d2"],"scores":[1,1],"grades":[0,1],"not_retrieved":[]}' 1.0
# {1,1} orders no pair and {1,2} one: undefined one way, 0 the other.
caught asymmetric-tie-count symmetry '{"first":[1,1],"second":[1,2]}' 'undefined(0/0)'
also exact-reference '{"first":[1,2],"second":[1,1]}' 0.0
# ρ is undefined below two elements.
caught sign-flip identity '{"first":[1,2],"second":[2,1]}' 1.0
also exchange '{"first":[1,2],"second":[1,2]}' -1.0
also exact-reference '{"first":[1,2],"second":[1,2]}' -1.0
# The cutoff shortens the ideal list: one document beyond it.
caught cutoff-ignored exact-reference \
    '{"ids":["d1"],"scores":[1],"grades":[1],"not_retrieved":[1],"cutoff":1}' 0.6131471927654584
also beyond-cutoff '{"ids":["d1","d2"],"scores":[2,1],"grades":[0,1],"not_retrieved":[],"cutoff":1}' \
    0.6309297535714574
# One hit is one too many for the next call; without a relevant document there is no value at all.
# What it says depends on all that was asked before, and is not part of the test.
caught state-between-calls same-answer-again '{"grades":[1],"not_retrieved":[]}'
equal 'answers that change: nothing else is refuted' "$(laws refuted)" same-answer-again
caught zero-division-as-zero exact-reference '{"first":[],"second":[]}' 0
also best-at-identity '{"first":[],"second":[]}' 0
# Two documents of one grade give four rows instead of two, or one that is judged elsewhere another.
caught join-by-grade exact-reference \
    '{"ids":["d1"],"scores":[1],"grades":[1],"not_retrieved":[1],"cutoff":1}' 1.0
also range '{"ids":["d1","d2"],"scores":[2,1],"grades":[1,1],"not_retrieved":[]}' 2.0
also tied-lines '{"ids":["d1","d2"],"scores":[1,1],"grades":[0,1],"not_retrieved":[],"cutoff":1}' 0.0
# A document given twice needs two lines, and is found twice if it is relevant.
caught duplicate-documents repeated-document \
    '{"ids":["d1","d1"],"scores":[2,1],"grades":[1,1],"not_retrieved":[]}' 2.0

options=(--exhaustive 3 --random 20 --sizes 10)
# 3/√3/√3 is 1.0000000000000002, which is rounding and no fault.
audited 0 "$broken_metrics" range-above-one
equal 'a value one unit above the range' "$(field verdict range)" '"exhausted"'
# Precisions at ranks 1 and 2 are exact in 32 bits; 1/3 is the first that is not.
caught float32-sum exact-reference '{"grades":[0,0,1],"not_retrieved":[],"cutoff":3}' 0.3333333432674408
# n = 65537 has 2147516416 pairs, more than 2^31; n = 65536 has 2147450880.
# Inputs are as long as those that are timed: the sizes that hold if none are given go beyond it.
options=(--exhaustive 3 --random 20)
audited 1 "$broken_metrics" integer-overflow
equal 'integer-overflow: laws refuted' "$(laws refuted)" 'identity long-inputs'
ranks=$(seq -s , 65537)
count=$((count + 1))
[ "$(field input long-inputs)" = "{\"first\":[$ranks],\"second\":[$ranks]}" ] ||
    fail 'integer-overflow: the input is not 1, 2, …, 65537 twice'

# ---- Metrics without a fault.
passes() {
    audited 0 "$@"
    equal "$*: laws refuted" "$(laws refuted)" ''
    equal "$*: answers" "$(field verdict always-answers)" '"supported"'
}
options=(--exhaustive 3 --random 20 --sizes 10)
for metric in correct-tau-a correct-tau-b correct-rho correct-ap; do
    passes "$broken_metrics" "$metric"
    equal "$metric" "$(field verdict exact-reference)" '"exhausted"'
done
equal 'documented conventions of AP' "$(laws documented-convention)" perfect-list
options=(--exhaustive 2 --random 50 --sizes 10)
for metric in correct-ndcg correct-recall; do
    passes "$broken_metrics" "$metric"
    equal "$metric" "$(field verdict exact-reference)" '"exhausted"'
done
equal 'documented conventions of recall' "$(laws documented-convention)" perfect-list
grep -q '"reference": "recall ties=average .*undefined=skip"' report || fail 'recall: no agreement'

# ---- One seed, one report.
audit() { "$program" audit --exhaustive 2 --random 30 --sizes 10 --no-timings "$@" </dev/null 2>err; }
for form in '' --json; do
    for metric in join-by-grade state-between-calls sign-flip; do
        count=$((count + 1))
        # shellcheck disable=SC2086 # no word if empty
        audit $form --seed 7 -- "$broken_metrics" "$metric" >first
        # shellcheck disable=SC2086
        audit $form --seed 7 -- "$broken_metrics" "$metric" >second
        [ -s first ] || fail "$metric $form: no report"
        cmp -s first second || fail "$metric $form: two reports with one seed differ"
    done
done
audit -- "$broken_metrics" sign-flip >text
for line in 'rho: two-rankings, best at the greatest value, range -1 to 1' '  input     {"first": [1, 2], "second": [2, 1]}' \
    '  M(first, second) = 1 > M(first, first) = -1'; do
    grep -qxF -- "$line" text || fail "text: no line '$line'"
done
audit -- "$broken_metrics" correct-rho >text
grep -qE '^matches spearman-rho on [0-9]+ inputs, to 0 units in the last place$' text ||
    fail 'text: no exact metric that it follows'
audit --json -- "$broken_metrics" sign-flip | grep -q '"timings"' && fail '--no-timings: there are'
"$program" audit --exhaustive 1 --random 1 --sizes 5,10 --json -- "$broken_metrics" correct-rho |
    grep -c '^      "n":' >timed
equal 'a time for each size' "$(cat timed)" 2

# ---- Saved findings: both tests fail as long as the program has its fault, from any folder.
# saved STATUS FAULT: the metric of the last audit has that fault now.
saved() {
    count=$((count + 1))
    printf '#!/bin/sh\nexec "%s" %s\n' "$broken_metrics" "$2" >metric
    (cd kept && "$findings_test" >../said 2>&1)
    equal "$2: Catch2" "$(($? != 0))" "$1"
    "$python" "$directory/kept/test_findings.py" >said 2>&1
    equal "$2: as a script" $? "$1"
    "$python" -c 'import pytest' 2>/dev/null || return
    (cd / && "$python" -m pytest -q -p no:cacheprovider "$directory/kept" >"$directory/pytest" 2>&1)
    equal "$2: pytest" $? "$1"
}
mended() {
    printf '#!/bin/sh\nexec "%s" %s\n' "$broken_metrics" "$1" >metric
    chmod +x metric
    audit --save kept -- ./metric >text
    saved 1 "$1"
    grep -qx '\([0-9]*\) findings, \1 of them still there' said || fail "$1: $(cat said)"
    cp kept/findings.json first
    audit --save kept -- ./metric >text
    cmp -s first kept/findings.json || fail "$1: findings of two audits differ"
    saved 0 "$2"
}
mended sign-flip correct-rho
mended float32-sum correct-ap
mended join-by-grade correct-recall
mended zero-division-as-zero correct-tau-b
saved 1 no-such-metric
"$python" -c 'import pytest' 2>/dev/null || echo "skipped: pytest: $python has none"

# ---- Adapters.
options=(--exhaustive 3 --random 20 --sizes 10)
passes "$kendall_tau"
# follows_tau_b NAME COMMAND…: the exact τ_b, and nothing refuted that it claims.
follows_tau_b() {
    local name=$1
    shift
    passes "$@"
    equal "$name" "$(field verdict exact-reference)" '"exhausted"'
}
if "$python" -c 'import scipy.stats' 2>/dev/null; then
    follows_tau_b scipy_kendalltau "$python" "$adapters/python/scipy_kendalltau.py"
    equal 'scipy_kendalltau: exceptions' "$(laws documented-convention)" infinite-number
else
    echo "skipped: scipy_kendalltau: $python has no scipy"
fi
if "$python" -c 'import sklearn.metrics' 2>/dev/null; then
    # The least input has three documents; a random one is shrunk to it, in a third of the time that
    # all of three take.
    options=(--exhaustive 2 --random 60 --sizes 10)
    # Its values of 1.0000000000000002 are rounding; negative grades it takes as they are.
    audited 5 "$python" "$adapters/python/sklearn_ndcg_score.py"
    found sklearn_ndcg_score negative-grade \
        '{"ids":["d1","d2","d3"],"scores":[3,2,1],"grades":[1,-1,2],"not_retrieved":[]}' 0.6424755410796478
    equal 'sklearn_ndcg_score: laws refuted' "$(laws refuted)" negative-grade
else
    echo "skipped: sklearn_ndcg_score: $python has no sklearn"
fi
if Rscript -e 'library(jsonlite)' >/dev/null 2>&1; then
    options=(--exhaustive 2 --random 20 --sizes 10)
    follows_tau_b cor_kendall Rscript "$adapters/r/cor_kendall.R"
else
    echo "skipped: cor_kendall: no Rscript, or no jsonlite"
fi

# ---- Kinds of faults that take more than one list or two rankings: yardstick/broken.py.
# planted NAME LAW INPUT GOT: the first metric, and law, that it breaks
planted() {
    audited 1 "$python" "$yardstick/broken.py" "$1"
    found "$@"
}
one='{"ids":["d1"],"scores":[1],"grades":[1],"not_retrieved":[]}'
missed='{"ids":[],"scores":[],"grades":[],"not_retrieved":[1]}'
none='{"ids":[],"scores":[],"grades":[],"not_retrieved":[]}'
if "$python" -c '' 2>/dev/null; then
    options=(--exhaustive 2 --random 10 --sizes 10)
    planted missing-omit-as-least missing-values \
        '{"ids":["d1"],"scores":["NaN"],"grades":[1],"not_retrieved":[]}' 1
    planted missing-refuse-swallowed missing-values \
        '{"ids":["d1"],"scores":["NaN"],"grades":[1],"not_retrieved":[]}' 0
    planted missing-rank-on-top missing-values '{"first":["NaN",1],"second":[1,2]}' 1
    audited 5 "$python" "$yardstick/broken.py" missing-omit-undeclared
    grep -qF 'the answers are those of \"missing\": \"omit\", which \"conventions\" does not declare' report ||
        fail "NaN omitted, and not declared: $(field explanation declared-missing)"
    equal 'missing-omit-undeclared: laws refuted' "$(laws refuted)" declared-missing
    planted cutoffs-sorted cutoffs-together '{"grades":[1],"not_retrieved":[1],"cutoffs":[2,1]}'
    planted cutoffs-each-once cutoffs-together '{"grades":[],"not_retrieved":[1],"cutoffs":[1,1]}' '[0.0]'
    planted batch-sum batch-mean "{\"queries\":[$missed,$one]}" 1.0
    planted batch-weight-zero-counts batch-weights "{\"queries\":[$one,$none],\"weights\":[1,0]}" 0.5
    planted batch-scores-by-largest batch-shift
    planted rbo-of-shorter exact-reference '{"first":["i1"],"second":["i2","i1"]}' 0
    planted rbo-of-same-places exact-reference '{"first":["i1"],"second":["i2","i1"]}'
    planted jaccard-by-name relabelling
    planted borda-reversed unanimity '{"elements":["e1","e2"],"votes":[["e1","e2"]]}' '[0,1]'
    planted borda-ranks-by-number neutrality '{"elements":["e1","e2"],"votes":[]}' '[1,2]'
    planted plurality-claims-reversal reversal-symmetry
    planted runoff-claims-monotonicity monotonicity
    planted coombs-claims-monotonicity monotonicity
fi

# ---- Programs that misbehave. metric FILE: what follows is done with each line read, whose id is $i.
metric() {
    {
        cat <<'SCRIPT'
read -r r
i=0
echo '{"id": 0, "protocol": 1, "name": "planted", "kind": "two-rankings", "direction": "least"}'
answer() { printf '{"id": %s, "undefined": "never"}\n' "$i"; }
while read -r r; do
    i=$((i + 1))
    case $r in
    *'"first": [1, 2], "second": [2, 1]'*)
SCRIPT
        cat
        echo ';; *) answer ;; esac; done'
    } >"$1"
}
# misbehaves NAME GOT: the one finding is the input, what the program did, and nothing is left.
options=(--exhaustive 2 --random 5 --sizes 10 --call-seconds 0.5)
misbehaves() {
    rm -f processes
    metric "$1.sh"
    audited 1 sh "$1.sh"
    equal "$1: laws refuted" "$(laws refuted)" always-answers
    found "$1" always-answers '{"first":[1,2],"second":[2,1]}' "$2"
    equal "$1: complete" "$(sed -n 's/^  "complete": //p' report)" true
    if [ -e processes ]; then
        while read -r process; do
            is_gone "$process" || fail "$1: process $process is still there"
        done <processes
    fi
}
# shellcheck disable=SC2016 # the programs expand it
{
    misbehaves signal crashed <<<'echo $$ >>processes; kill -SEGV $$'
    misbehaves abort crashed <<<'kill -ABRT $$'
    misbehaves status exited <<<'exit 3'
    misbehaves garbage garbage <<<'echo hello'
    # In one piece, since a second line that comes late may be taken for the answer to the next request.
    misbehaves twice answeredtwice <<<'both=$(answer; answer); printf "%s\n" "$both"'
    misbehaves hang timedout <<<'echo $$ >>processes; exec sleep 1000'
    misbehaves stopped timedout <<<'echo $$ >>processes; kill -STOP $$'
    misbehaves flood garbage <<<'echo $$ >>processes; exec yes'
    misbehaves flood-line linetoolong <<<'echo $$ >>processes; exec head -c 1000000000 /dev/zero'
    misbehaves orphan exited <<<'sleep 1000 & echo $! >>processes; exit 4'
}

# What is no number: NaN means that there is no value, an infinite value is a finding.
metric nan.sh <<<'echo "{\"id\": $i, \"value\": NaN}"'
audited 0 sh nan.sh
metric infinite.sh <<<'echo "{\"id\": $i, \"value\": -Infinity}"'
audited 1 sh infinite.sh
found infinite finite '{"first":[1,2],"second":[2,1]}' 'undefined(-Infinity)'

# Before there is a description: one line, exit 2.
refused_by audit 'can be started (No such file or directory)' -- ./no-such-program
refused_by audit 'found no description: it ended with status 1' -- false
refused_by audit 'found no description: it ended with status 0' -- true
refused_by audit 'no-description' -- sh -c 'read -r r; echo no-description; sleep 1000'
refused_by audit 'ended with status 7' --shell -- read -r r ';' exit 7
refused_by audit 'died of' -- sh -c 'kill -SEGV $$'
count=$((count + 1))
metric hung.sh <<<'answer'
# stopped_early NAME TEXT COMMAND…: nothing is known: exit 4, one line, nothing printed.
stopped_early() {
    local name=$1 text=$2
    shift 2
    count=$((count + 1))
    "$@" -- sh -c 'echo $$ >hung; exec sleep 1000' >out 2>err </dev/null
    equal "$name: status" $? 4
    equal "$name: output" "$(cat out)" ''
    equal "$name: error" "$(cat err)" \
        "disarray: sh: $text before it had described itself: nothing is known of it"
    [ ! -s hung ] || is_gone "$(cat hung)" || fail "$name: the program is still there"
}
# signalled SIGNAL FILE COMMAND…: sends the signal once FILE says that the audited program has begun.
# A shell's background jobs ignore SIGINT, hence the trap.
signalled() {
    local signal=$1 file=$2 process
    shift 2
    rm -f "$file"
    (trap - INT && exec "$@") &
    process=$!
    until [ -s "$file" ] || has_ended "$process"; do sleep 0.05; done
    kill -s "$signal" "$process"
    wait "$process"
}
rm -f hung
stopped_early 'time budget' 'the time was over' timeout 60 "$program" audit --time 1
for signal in INT TERM HUP; do
    stopped_early "SIG$signal" interrupted signalled $signal hung "$program" audit
done
# With JSON, a document says so.
count=$((count + 1))
"$program" audit --time 0.2 --json -- sleep 1000 >out 2>err </dev/null
equal 'time budget --json: status' $? 4
grep -q '"complete": false' out || fail "time budget --json: $(cat out)"
# While inputs are made, of which there are many, or long ones, and when they are asked for.
metric two.sh <<<'answer'
printf 'echo begun >begun\n%s\n' "$(cat two.sh)" >begun.sh
for sizes in '--random 10000000' '--n 1000 --random 1000000'; do
    for other in '' 'sh two.sh'; do
        count=$((count + 1))
        # shellcheck disable=SC2086 # words
        signalled TERM begun timeout 60 "$program" audit --json $sizes ${other:+--against "$other"} \
            -- sh begun.sh >report 2>err </dev/null
        equal "stopped among $sizes $other: status" $? 4
        equal "stopped among $sizes $other: complete" \
            "$(sed -n 's/^  "complete": //p' report | tr -d ,)" false
    done
done
# A terminal that closes: what is known is printed.
count=$((count + 1))
metric hangs.sh <<<'echo begun >hangs; exec sleep 1000'
signalled HUP hangs "$program" audit --json --call-seconds 100 -- sh hangs.sh >report 2>err </dev/null
equal 'SIGHUP: complete' "$(sed -n 's/^  "complete": //p' report)" false,

# One that never answers: so many times is the time for one call waited for, and not for each input.
cat >silent.sh <<'SCRIPT'
read -r r
echo '{"id": 0, "protocol": 1, "name": "silent", "kind": "two-rankings", "direction": "least"}'
while read -r r; do :; done
SCRIPT
count=$((count + 1))
timeout 300 "$program" audit --call-seconds 0.1 --no-timings -- sh silent.sh >text 2>err </dev/null
equal 'a program that never answers: status' $? 1
grep -qF 'was not asked: 20 times it has not answered within 0.1 s' text ||
    fail "a program that never answers: $(cat text)"

# What a program says cannot reach the terminal as it is, nor look like a row of a table.
cat >forging.sh <<'SCRIPT'
read -r r
printf '%s\n' '{"id": 0, "protocol": 1, "name": "a\u001b[31m\nforged  exhausted", "kind": "two-rankings", "direction": "least", "range": ["0", "1"], "exceptions": {"range": "b\u001b[2J\nforged  exhausted"}}'
i=0
while read -r r; do
    i=$((i + 1))
    case $r in
    *'"first": [1, 2], "second": [2, 1]'*) echo "{\"id\": $i, \"value\": 5}" ;;
    *'"first": [1, 1]'*) printf '%s\n' "{\"id\": $i, \"error\": \"c\\u001b[1m\\nforged  exhausted\"}" ;;
    *) printf '%s\n' "{\"id\": $i, \"undefined\": \"d\\u001b[1m\\nforged  exhausted\"}" ;;
    esac
done
SCRIPT
unforged() {
    count=$((count + 1))
    equal "$1: control characters" "$(tr -d '\n' <text | LC_ALL=C grep -c '[[:cntrl:]]')" 0
    equal "$1: forged rows" "$(grep -c '^forged' text)" 0
    grep -qF '\x1b[1m\x0aforged  exhausted' text || fail "$1: $(cat text)"
}
forging=(audit --exhaustive 2 --random 5 --sizes 10 --no-timings)
"$program" "${forging[@]}" -- sh forging.sh >text 2>err </dev/null
unforged 'text that forges a row'
grep -qE '^a\\x1b\[31m\\x0aforged  exhausted: two-rankings' text || fail "name: $(head -1 text)"
grep -qE '^refused [0-9]+ inputs, the least: \{"first": \[1, 1\], "second": \[1, 1\]\} \(c\\x1b' text ||
    fail "refused: $(cat text)"
grep -qx 'not decided:' text || fail "not decided: $(cat text)"
sed -n '/^not decided:$/,/^$/p' text | grep -qE '^  [a-z-]+: .' || fail "not decided: $(cat text)"
"$program" "${forging[@]}" --json -- sh forging.sh >report 2>err </dev/null
equal 'refused, as JSON' "$(sed -n '/^  "refused": {/,/^  }/p' report | tr -d ' \n')" \
    "$(sed -n 's/^  *"inputs": \([0-9]*\),$/"refused":{"inputs":\1,/p' report | tail -1)"'"input":{"first":[1,1],"second":[1,1]},"why":"c\u001b[1m\nforgedexhausted"},'
"$program" "${forging[@]}" --against "$broken_metrics correct-tau-b" -- sh forging.sh >text 2>err </dev/null
unforged 'two programs, one of which forges'

# ---- Exit statuses: 5 for wrong input only, 4 where the time was over before anything was found.
# always NAME ANSWER: a metric that has the same answer to everything, for sh.
always() {
    cat <<SCRIPT
read -r r
echo '{"id": 0, "protocol": 1, "name": "$1", "kind": "two-rankings", "direction": "least"}'
i=0
while read -r r; do i=\$((i + 1)); printf '{"id": %s, %s}\n' "\$i" '$2'; done
SCRIPT
}
always constant '"value": 1' >constant.sh
sed 's/"name"/"exceptions": {"identity-of-indiscernibles": "constant"}, &/' constant.sh >excepted.sh
options=(--exhaustive 2 --random 5 --sizes 10)
audited 5 sh excepted.sh
equal 'wrong input: laws refuted' "$(laws refuted)" 'not-a-number infinite-number'
options=(--exhaustive 3 --random 100000 --time 0.3)
audited 4 sh excepted.sh
equal 'time: complete' "$(sed -n 's/^  "complete": //p' report)" false

# ---- Two programs. against STATUS OTHER COMMAND…: writes text.
against() {
    local expected=$1 other=$2 status
    shift 2
    count=$((count + 1))
    "$program" audit --exhaustive 2 --random 5 --sizes 10 "${more[@]}" --against "$other" -- "$@" >text \
        2>err </dev/null
    status=$?
    [ "$status" -eq "$expected" ] || fail "against $other: exit status $status: $(cat text err)"
}
more=()
always refusing '"error": "no"' >refusing.sh
cp refusing.sh 'a b.sh'
against 0 "sh 'a b.sh'" sh refusing.sh
equal 'both refuse: first line' "$(head -1 text)" "compared with sh 'a b.sh' on no input"
grep -qE '^both refuse [0-9]+ inputs$' text || fail "both refuse: $(cat text)"
grep -q agrees text && fail 'both refuse: agrees'
against 0 'sh "a b.sh"' sh refusing.sh
against 0 'sh a\ b.sh' sh refusing.sh
more=(--json)
against 0 'sh a\ b.sh' sh refusing.sh
equal 'both refuse: compared' "$(sed -n 's/^  "compared": //p' text)" 0,
[ "$(sed -n 's/^  "refused": \(.*\),/\1/p' text)" -gt 0 ] || fail "both refuse: $(cat text)"
more=(--shell)
# shellcheck disable=SC2016 # the shell of the audit expands it
against 0 'x=correct-rho; exec "'"$broken_metrics"'" $x' exec "$broken_metrics" correct-rho
grep -qE '^agrees with .* on [0-9]+ inputs, to 0 units of 2\^-52$' text || fail "agreement: $(cat text)"
grep -q stopped text && fail "agreement: $(cat text)"
"$program" audit --exhaustive 5 --time 0.1 --against "$broken_metrics correct-rho" -- "$broken_metrics" correct-rho \
    >text 2>err </dev/null
equal 'two programs, stopped' "$(tail -1 text)" 'stopped before the end'
if "$python" -c '' 2>/dev/null; then
    more=()
    against 0 "$python $yardstick/correct.py jaccard" "$python" "$yardstick/correct.py" jaccard
    against 1 "$python $yardstick/correct.py jaccard" "$python" "$yardstick/broken.py" jaccard-of-first
    equal 'two lists: input' "$(sed -n 's/.* first on //p' text)" '{"first": [], "second": ["i1"]}'
    against 0 "$python $yardstick/correct.py borda" "$python" "$yardstick/correct.py" borda
    against 1 "$python $yardstick/correct.py borda" "$python" "$yardstick/correct.py" plurality
    equal 'votes: input' "$(sed -n 's/.* first on //p' text)" '{"elements": ["e1"], "votes": [["e1"]]}'
    against 1 "$python $yardstick/correct.py borda" "$python" "$yardstick/broken.py" borda-too-short
fi
refused_by audit "found a quote ' that is not closed in sh 'a" --against "sh 'a" -- sh refusing.sh
refused_by audit '--against: found nothing' --against ' ' -- sh refusing.sh
refused_by audit '--save: found it with --against' --against 'sh refusing.sh' --save found -- sh refusing.sh
[ -e found ] && fail '--against with --save: saves'

# ---- One input under every convention, with a program and without.
shown_by audit '0.38685280723454159  discount=trec  (1/log2(3))/(1 + 1/log2(3))' \
    --input '{"grades": [0, 1], "not_retrieved": [1], "cutoff": 2}' --reference nDCG
shown_by audit 'AP      1        ties=best|trec                1' --reference map \
    --input '{"ids": ["a", "b"], "scores": [1, 1], "grades": [0, 1]}'
shown_by audit 'kendall-tau-c       0.44444444444444444  every convention  4/9' --input '{"first": [1, 1, 2], "second": [1, 2, 2]}'
shown_by audit 'borda           [6, 7, 2]                         every convention  [6, 7, 2]' --input '{"elements": ["a", "b", "c"],
    "votes": [["a", "b", "c"], ["a", "b", "c"], ["a", "b", "c"], ["b", "c", "a"], ["b", "c", "a"]]}'
refused_by audit 'found ["a"], expected all elements, each once, the top first' \
    --input '{"elements": ["a", "b"], "votes": [["a"]]}'
shown_by audit 'missing=refuse  none: a score is NaN' --reference recall \
    --input '{"ids": ["a"], "scores": ["NaN"], "grades": [1]}'
shown_by audit 'the program: 1.0' --input '{"grades": [1], "not_retrieved": []}' -- "$broken_metrics" correct-ap
grep -qE '^agrees +AP +1 +every convention +1$' out || fail "--input: $(cat out)"
shown_by audit '"agrees": true' --json --input '{"first": [1, 1], "second": [1, 2]}' -- "$broken_metrics" correct-tau-a
in_document '"metric":"kendall-tau","value":"0","decimal":"0"'
# (1-p)/p·(p²/2 + 2p³/3 + p³/6) + p³·(1/3 + 1/2), p = 9/10.
shown_by audit 'rbo              0.72                 every convention  18/25' --input '{"first": ["a", "b"], "second": ["c", "a", "b"]}'
shown_by audit 'average-overlap  0.25     every convention  1/4' --reference average_overlap --input '{"first": ["a", "b"], "second": ["c", "a"]}'
# What is no rational number is not shown as one, and what takes too long is said.
shown_by audit '1/9*ln(10)' --reference rbo-min --input '{"first": ["a"], "second": ["a"]}'
shown_by audit '"value": "1 - 1/9*ln(10)"' --json --reference rbo-res --input '{"first": ["a"], "second": ["a"]}'
long=$(seq -s '", "' 1001)
shown_by audit 'none: exact numbers take too long there' --reference rbo-min --input "{\"first\": [\"$long\"], \"second\": []}"
refused_by audit 'each item once' --input '{"first": ["a", "a"], "second": []}'
for bad in 'x|a JSON object' '{"grades": [0.5]}|whole numbers from 0' '{"grades": [1], "cutoff": 0}|at least 1' \
    '{"first": [1]}|no "second"' '{"first": [1, 2], "second": [1]}|as many as "first"' \
    '{"first": [1, -2], "second": [1, 2]}|ranks above 0' '{"grades": [1], "kutoff": 1}|did you mean cutoff' \
    '{"ids": ["a", "a"], "scores": [1, 2], "grades": [1, 1]}|texts that differ'; do
    refused_by audit "${bad#*|}" --input "${bad%|*}" --reference P
done
refused_by audit 'a metric of `disarray metrics`' --input '{"grades": [1]}'
refused_by audit 'as' --input '{"grades": [1]}' -- "$broken_metrics" correct-rho
refused_by audit '--reference: found it without --input' --reference P -- true

# ---- Templates: each is a program that passes, and who speaks no protocol is told of them.
for language in python r c; do
    exits 0 audit --template "$language"
    mv out "template.$language"
done
options=(--exhaustive 2 --random 5 --sizes 10)
cc -std=c11 -x c -o template template.c && audited 0 ./template
if "$python" -c '' 2>/dev/null; then audited 0 "$python" template.python; fi
if Rscript -e 'library(jsonlite)' >/dev/null 2>&1; then audited 0 Rscript template.r; fi
refused_by audit 'one of python, r, c' --template perl
refused_by audit 'disarray audit --template python' -- cat
refused_by audit 'disarray audit --template python' -- true

# ---- Options.
refused_by audit 'command is required'
refused_by audit '--exhaustive' --exhaustive 9 -- true
refused_by audit '--n' --n 1 -- true
refused_by audit '--random' --random x -- true
for option in '--time 0' '--time -1' '--time nan' '--time inf' '--time 1e10' '--time 1s' \
    '--call-seconds 0' '--call-seconds -1' '--call-seconds nan' '--call-seconds inf' \
    '--seed -1' '--seed 18446744073709551616' '--random -1' '--random 10000001' \
    '--random 99999999999999999999' '--tolerance -1' '--tolerance 4294967297' '--tolerance 0.5' \
    '--memory -1' '--memory 16777217' '--sizes 0' '--sizes -1' '--sizes 10,500001' '--sizes 10,x'; do
    value=${option#* }
    # shellcheck disable=SC2086 # two words
    refused_by audit "${option% *}: found \"${value#10,}\", expected " $option -- true
done
# In their order, each once.
count=$((count + 1))
"$program" audit --exhaustive 1 --random 1 --sizes 20,5,20,10 --seed 18446744073709551615 \
    --tolerance 4294967296 --json -- "$broken_metrics" correct-rho >report 2>err </dev/null
equal '--sizes' "$(sed -n 's/^ *"n": //p' report | tr -d '\n')" 5,10,20,

echo "$count checks, $failures failed"
[ "$failures" -eq 0 ]
