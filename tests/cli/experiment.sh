#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray experiment robustness` and `disarray experiment click-log`: every source, every form of
# output, that synthetic logs say so everywhere, the same output for any number of threads, and bad
# input.
#
# usage: experiment.sh PATH_OF_DISARRAY
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

robustness() { "$program" experiment robustness "$@"; }
refused() { refused_by experiment "$@"; }
shows() { shown_by experiment "$@"; }
has() { in_document "$@"; }

# points: of each weighting of the document in out, how many points its scatter has and how many
# queries these have.
points() {
    tr -d ' \n' <out | sed 's/"scatter":/\n&/g' | sed -n '/^"scatter"/s/}].*$/}]/p' |
        while IFS= read -r scatter || [ -n "$scatter" ]; do
            grep -o '"queries":[0-9]*' <<<"$scatter" |
                awk -F : '{ sum += $2 } END { printf "%d:%d ", NR, sum }'
        done
}
weightings() { tr -d ' \n' <out | grep -o '"weighting":"[A-Z]*"' | cut -d '"' -f 4 | paste -s -d ' '; }

# Three queries at three positions: ranks 2 1 3, 1 2 3, 3 2 1.
printf 'a 2 3 1\nb 3 2 1\nc 1 2 3\n' >log
shows 'disarray.experiment/1' robustness log --weighting unit --json
has '"ratio_mean":{"decimal":"1.666667","value":"5/3"}'
has '"ratio_deviation":{"decimal":"0.333333","value":"1/3"}'
has '"correlation_error":{"decimal":"0.018019"},"signed_squared_correlation":"27/28"'
has '"with_ratio":2,"without_ratio":1'
has '"synthetic":false'
has '"paper":null' # KV have no figures for three positions
has '"by_kendall":[{"query":"c","ranks":[3,2,1]'
has '{"k":3,"least":{"value":"1"'
equal 'points' "$(points)" '3:3 '
shows '1.667' robustness log --weighting unit
shows 'clicks,UNIT,3,2,1,1.666667,,0.333333,,0.018019,' robustness log --weighting unit --csv
shows 'leave out the queries with Y = 0' robustness log
# Three positions know no k = 5: TOPK is UNIT, and their ε are one number, a root or not.
shows '"correlation_error_to_unit": "equal"' robustness log --json

# Every choice of a name works.
for reading in prefix prefix-sym interval box; do
    shows "footrule[$reading]" robustness log --reading "$reading"
done
for ties in position reversed random average; do shows "ties $ties" robustness log --ties "$ties"; done
for policy in one local; do shows "fixed points $policy" robustness log --fixed-points "$policy"; done
shows 'CTR' robustness log --weighting ctr --ctr 0.5,0.25,0.125
shows '"rates": "share of all clicks of the log"' robustness <(printf 'a 9 5 1\nb 1 2 0\n') \
    --weighting ctr --ctr log --json
shows 'TOPK' robustness log --weighting topk --k 1
shows '1/log_10(i+1) - 1/log_10(i+2)' robustness log --weighting dcg --log-base 10 --json
shows '2  1.000' robustness log --weighting unit --overlap 2,3
shows '1 query left out: fewer than 6 clicks' robustness <(printf 'a 2 3 1\nb 3 2 0\n') --least-clicks 6

# Ties: clicks 1 1 0 rank as 1 2 3 or 2 1 3.
printf 'a 1 1 0\nb 2 1 3\n' >tied
mean() {
    shows 'robustness' robustness tied --weighting unit --json --ties "$1"
    has "\"kendall\":{\"mean\":{\"decimal\":\"$2\""
}
mean position 1.000000
mean reversed 1.500000
mean average 1.250000

# The same log in other forms.
gzip -k log
printf 'query,1,2,3\na,2,3,1\n"b",3,2,1\nc,1,2,3\n' >log.csv
printf '{"a": [2,3,1], "b": [3,2,1], "c": [1,2,3]}' >log.json
plain=$(robustness log --csv)
for form in log.gz log.csv log.json; do equal "$form" "$(robustness $form --csv)" "$plain"; done
equal 'standard input' "$(robustness - --csv <log)" "$plain"
equal 'a form that is given' "$(robustness - --form csv --csv <log.csv)" "$plain"

# Grades, from a file and from a run with judgements.
printf 'a 0 1 3 2 0\nb 3 2 1 0 0\nc 1 1 0 2 3\n' >labels
shows 'labels' robustness --labels labels --json
equal 'UNIT and EDIT' "$(weightings)" 'UNIT EDIT'
has '"paper":{"data":"D2","ratio_mean":"1.721"'
for rule in grade+1 2^grade grade+1/2; do
    shows "\"element_weights\": \"$rule\"" robustness --labels labels --grade-weight "$rule" --json
done
for query in a b c; do
    rank=0
    # shellcheck disable=SC2013 # words are what is wanted
    for grade in $(sed -n "s/^$query //p" labels); do
        rank=$((rank + 1))
        echo "$query 0 d$rank $grade" >>qrels
        echo "$query Q0 d$rank $rank $((9 - rank)) tag" >>run
    done
done
equal 'a run' "$(robustness --run run --qrels qrels --depth 5 --csv | cut -d , -f 2-)" \
    "$(robustness --labels labels --csv | cut -d , -f 2-)"
printf 'short Q0 d1 1 1 tag\nunjudged Q0 d1 1 1 tag\n' >>run
printf 'short 0 d1 1\nabsent 0 d1 1\n' >>qrels
shows '1 query left out: fewer than 5 documents' robustness --run run --qrels qrels --depth 5
shows '1 query left out: without judgements' robustness --run run --qrels qrels --depth 5
shows '1 query left out: with judgements, but not in the run' robustness --run run --qrels qrels --depth 5
shows 'run' robustness --run run --qrels qrels --depth 2 --unjudged removed --greatest-grade 4

# A synthetic log says that it is one, in every form, also when it is read again.
for model in position-based cascade; do
    shows "synthetic: $model model, 300 queries" robustness --synthetic $model --queries 300
    shows 'KV Table 1' robustness --synthetic $model --queries 300
    shows '"synthetic": true' robustness --synthetic $model --queries 300 --json
    has '"paper":{"data":"D1","ratio_mean":"1.756","ratio_deviation":"0.273","correlation_error":"0.022"}'
    equal 'four weightings' "$(weightings)" 'UNIT DCG CTR TOPK'
    shows 'synthetic,UNIT,300' robustness --synthetic $model --queries 300 --csv --scatter points.csv
    [ "$(grep -c '^synthetic,' points.csv)" -eq $(($(wc -l <points.csv) - 1)) ] ||
        fail 'a point of a synthetic log without its label'
    shows "# synthetic: $model model" click-log --model $model --queries 300
    cp out printed.csv
    shows "synthetic: $model model" click-log --model $model --queries 300 --out written.csv
    equal 'a log that is written is the one that is printed' "$(cksum <written.csv)" "$(cksum <printed.csv)"
    shows '"synthetic": true' click-log --model $model --queries 300 --out written.csv --json
    shows 'synthetic: written.csv' robustness written.csv
    shows 'synthetic,UNIT,300' robustness written.csv --csv
    equal 'read again' "$(robustness written.csv --csv)" \
        "$(robustness --synthetic $model --queries 300 --csv)"
done

# Threads and repetition change nothing; another seed does.
for threads in 1 2 5; do
    robustness --synthetic cascade --queries 6000 --seed 3 --ties random --json --threads $threads |
        grep -v '"command"' >"threads$threads" || fail "--threads $threads"
    "$program" experiment click-log --queries 6000 --threads $threads >"log$threads"
    count=$((count + 2))
done
for threads in 2 5; do
    cmp -s threads1 threads$threads || fail "1 and $threads threads differ"
    cmp -s log1 log$threads || fail "logs of 1 and $threads threads differ"
done
"$program" experiment click-log --queries 6000 --seed 2 | cmp -s - log1 && fail 'another seed, the same log'

# Points: as many as asked for, rounded where there are more; each query is in one.
robustness --synthetic cascade --queries 3000 --points 200 --json >out
equal 'four scatters' "$(points | wc -w)" 4
for scatter in $(points); do
    [ "${scatter%:*}" -le 200 ] || fail "${scatter%:*} points"
    equal 'points are all' "${scatter#*:}" 3000
done

# What is done within a time budget is kept, and said.
count=$((count + 1))
robustness --synthetic position-based --queries 3000000 --time 0.3 >out 2>err
[ $? -eq 4 ] || fail "--time: $(cat err)"
grep -q 'note: stopped: the first' out || fail "--time: nothing said in $(head -c 600 out)"
count=$((count + 1))
"$program" experiment robustness --synthetic position-based --queries 5000000 --json >out 2>err &
process=$!
sleep 0.5
kill -INT "$process"
wait "$process"
[ $? -eq 4 ] || fail "interrupted: no exit status 4"
has '"complete":false'

# Bad input.
printf 'a 1 -2 3\n' >negative
printf 'a 1 2 3\nb 1 2\n' >short
printf 'a 1 2 3\na 1 2 3\n' >twice
printf 'a 0 1 4\n' >four
printf '{"a": [1, "x"]}' >bad.json
: >empty
refused 'negative line 1: found "-2" at position 2' robustness negative
refused 'short line 2' robustness short
refused 'twice line 2' robustness twice
refused 'empty: found no query' robustness empty
refused 'missing' robustness missing
refused 'bad.json: query "a"' robustness bad.json
refused 'four line 1: found "4" at position 3, expected grades' robustness --labels four
refused 'no queries' robustness
refused 'LOG and --labels' robustness log --labels labels
refused '--run without --qrels' robustness --run run
refused '--qrels without --run' robustness log --qrels qrels
refused 'fewer than 10 documents' robustness --run run --qrels qrels
refused '--depth' robustness --run run --qrels qrels --depth 1
refused '--depth' robustness log --depth 5
refused '--queries' robustness log --queries 5
refused '--clicks' robustness log --clicks 5
refused '--least-clicks' robustness --labels labels --least-clicks 5
refused 'a number that some query has' robustness log --least-clicks 50
refused '--grade-weight' robustness log --grade-weight grade+1
refused 'did you mean position-based?' robustness --synthetic position-base
refused 'did you mean cascade?' click-log --model cascad
refused 'did you mean average?' robustness log --ties averag
refused 'did you mean box?' robustness log --reading bax
refused 'did you mean topk?' robustness log --weighting top
refused '--fixed-points' robustness log --fixed-points none
refused 'one of auto, text, csv, json' robustness log --form cvs
refused 'edit, for clicks' robustness log --weighting edit
refused 'did you mean 2^grade?' robustness --labels labels --grade-weight 2^grad
refused '2 rates' robustness log --ctr 1,2
refused 'do not rise' robustness log --ctr 1,2,3
refused 'do not rise' robustness <(printf 'a 1 2\n') --ctr log
refused 'log, without clicks' robustness --labels labels --weighting ctr --ctr log
refused 'without' robustness --labels labels --weighting ctr --ctr log
refused 'an empty list' robustness log --weighting ' '
refused '--overlap' robustness log --overlap 4
refused '--overlap' robustness log --overlap 0
refused '--log-base' robustness log --log-base 1
refused '--k' robustness log --k 0
refused '--greatest-grade' robustness --labels labels --greatest-grade 31
refused '--points' robustness log --points 0
refused '--worst' robustness log --worst=-1
refused '--csv' robustness log --csv --json
refused '--spread' robustness --synthetic cascade --spread 2
refused '--spread' click-log --spread 0.0001
refused 'a name ending in .csv' click-log --out clicks.txt
refused '--queries' click-log --queries 0
refused '--clicks' click-log --clicks 0
refused '--out' click-log --json
refused 'nowhere' click-log --queries 5 --out nowhere/log.csv
refused 'nowhere' robustness log --scatter nowhere/points
refused 'seconds greater than 0' robustness log --time 0
refused 'at most 10' robustness <(printf 'a 1 2 3 4 5 6 7 8 9 10 11\n')
refused '3628800 orders' robustness <(printf 'a 1 1 1 1 1 1 1 1 1 1 1\n') --weighting unit --ties average
count=$((count + 1))
"$program" experiment >out 2>err
[ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] || fail "experiment alone: $(cat err)"
says_full experiment robustness log

echo "$count checks, $failures failed"
[ "$failures" -eq 0 ]
