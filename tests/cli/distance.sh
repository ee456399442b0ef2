#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray distance` against the values that fix the readings (definitions section 3) and the
# worked examples of KV 3.1, 3.2 and 4.3, as text and as JSON; then the ways to give rankings.
#
# usage: distance.sh PATH_OF_DISARRAY
set -u
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The exact value and the decimal in a text answer that has one row: "27/2 13.5".
text_value() { "$program" distance "$@" | sed -n '2s/^[^ ]*  *\([^ ]*\)  *\([^ ]*\)$/\2 \1/p'; }
# The same from a JSON answer.
json_value() {
    "$program" distance "$@" --json |
        sed -n 's/^ *"value": "\(.*\)",$/\1/p; s/^ *"decimal": "\(.*\)"$/\1/p' | paste -s -d ' '
}

# value EXPECTED ARGUMENTS…: one metric, one pair; text and JSON say the same.
value() {
    local expected=$1
    shift
    equal "$*" "$(text_value "$@")" "$expected"
    equal "$* --json" "$(json_value "$@")" "$expected"
}

# row WEIGHTS K K_INVERSE PREFIX PREFIX_SYM INTERVAL BOX: a line of the table, WEIGHTS as options.
# The order b c a has rank vector 3 1 2; as an order, 3 1 2 is its inverse.
row() {
    local weights=$1
    value "$2" --order b,c,a $weights --metric kendall
    value "$3" --order 3,1,2 $weights --metric kendall
    value "$4" --order b,c,a $weights --metric footrule --reading prefix
    value "$5" --order b,c,a $weights --metric footrule --reading prefix-sym
    value "$6" --order b,c,a $weights --metric 'footrule[interval]'
    value "$7" --order b,c,a $weights --metric 'footrule[box]'
}

row ''                        '2 2' '2 2' '4 4' '4 4' '4 4' '4 4'
row '--weights 1,2,3'         '5 5' '9 9' '10 10' '14 14' '14 14' '27/2 13.5'
row '--dissimilarity cut:3'   '1 1' '2 2' '2 2' '3 3' '3 3' '5/2 2.5'
row '--swap-costs 1,1/2'      '9/8 1.125' '9/8 1.125' '9/4 2.25' '9/4 2.25' '2 2' '35/16 2.1875'

# The same row of the table through every other way to write its D.
printf '0 0 1\n0 0 1\n1 1 0\n' >matrix
printf '[[0, 0, 1.0], [0, 0, "1"], [1, 1, 0]]\n' >matrix.json
printf 'a b 0\nb c 1\n' >edges
for d in cut:a,b classes:x,x,y line:0,0,1 matrix matrix.json graph:edges; do
    row_d="--dissimilarity $d"
    value '1 1' --order b,c,a $row_d --metric kendall
    value '5/2 2.5' --order b,c,a $row_d --metric 'footrule[box]'
done

# KV 3.1: K_w = 5, F_w = 10. KV 3.2: K = 1.125, F = 2.25. KV 4.3: K = 1, and F = 3 in the reading
# whose terms KV counts there; unweighted, K = 2 and F = 4.
value '5 5' --order b,c,a --weights 1,2,3 --metric kendall
value '10 10' --order b,c,a --weights 1,2,3 --metric 'footrule[prefix]'
value '9/8 1.125' --order b,c,a --swap-costs 1,0.5 --metric kendall
value '9/4 2.25' --order b,c,a --swap-costs 1,0.5 --metric 'footrule[prefix]'
value '1 1' --order b,c,a --dissimilarity line:0,0,1 --metric kendall
value '3 3' --order b,c,a --dissimilarity line:0,0,1 --metric 'footrule[interval]'
value '2 2' --order b,c,a --metric kendall
value '4 4' --order b,c,a --metric 'footrule[prefix]'

# Frames: K of a b c against b c a is K of the inverse when read off the labels (9, not 5).
value '5 5' --order a,b,c --reference-order b,c,a --weights 1,2,3 --metric kendall
value '9 9' --order a,b,c --reference-order b,c,a --weights 1,2,3 --metric kendall --frame literal
value '14 14' --order a,b,c --reference-ranks 2,3,1 --weights 1,2,3 --frame literal \
    --metric 'footrule[prefix-sym]'

# Ranks, orders, listed elements: the same ranking, and the same weights for the same elements.
value '5 5' --ranks 3,1,2 --weights 1,2,3 --metric kendall
value '5 5' --order 2,3,1 --weights 1,2,3 --metric kendall
value '5 5' --order b,c,a --elements c,b,a --reference-order a,b,c --weights 3,2,1 --metric kendall
value '5 5' --order 'b c a' --weights '1 2 3' --metric kendall

# Fixed points: 3 2 1 leaves element 2 at its place; there p̄ is 1, or the mean 3/2 of its swaps.
value '21/4 5.25' --ranks 3,2,1 --swap-costs 1,2 --metric kendall
value '27/4 6.75' --ranks 3,2,1 --swap-costs 1,2 --metric kendall --fixed-points local
value '0 0' --ranks 1 --metric kendall

# A file gives rows for each line, numbered as in the file, and standard input is a file.
printf '# rankings\n3 1 2\n\n1,2,3 | 3,1,2\r\n' >rows
lines() { "$program" distance "$@" | sed -n '2,$s/^ *//p' | tr -s ' ' | paste -s -d '|'; }
json_lines() { "$program" distance "$@" --json | sed -n 's/^ *"line": \([0-9]*\),$/\1/p' | paste -s -d ' '; }
equal 'a file of two lines' "$(lines --ranks-file rows --metric kendall)" '2 kendall 2 2|4 kendall 2 2'
equal 'standard input' "$(lines --ranks-file - --metric kendall <rows)" '2 kendall 2 2|4 kendall 2 2'
equal 'lines in JSON' "$(json_lines --ranks-file rows --metric kendall)" '2 4'
printf 'b c a\na b c | b c a\n' >orders
equal 'a file of orders' "$(lines --order-file orders --metric kendall --weights 1,2,3)" \
    '1 kendall 5 5|2 kendall 5 5'
equal 'a reference for all lines' \
    "$(lines --order-file - --metric kendall --reference-order b,c,a <<<'a c b')" '1 kendall 3 3'

# Kendall and the footrules by default; a metric is evaluated once however often it is asked for.
equal 'the metrics by default' "$("$program" distance --ranks 3,1,2 | wc -l)" 6
equal 'a metric asked for twice' \
    "$("$program" distance --ranks 3,1,2 --metric kendall --metric footrule --metric all --metric kendall |
        grep -c '^kendall ')" 1

# The metrics of GT. 3 1 2 4 against the identity, k = 2: one of the two retrieved is relevant.
value '1/2 0.5' --ranks 3,1,2,4 --k 2 --metric recall
value '1/3 0.333333' --ranks 3,1,2,4 --k 2 --metric jaccard
value '2 2' --ranks 3,1,2,4 --k 2 --metric mean-rank
value '5/2 2.5' --ranks 3,1,2,4 --relevant 2,4 --metric mean-rank
value 'sqrt(3) 1.73205' --ranks 3,1,2,4 --k 2 --metric gmr
value '3/2 1.5' --ranks 3,1,2,4 --metric mse
value '6 6' --ranks 3,1,2,4 --metric mse --as-printed
value '1/2*sqrt(6) 1.22474' --ranks 3,1,2,4 --metric rmse
value '4 4' --ranks 1,2,3 --metric 1-r2 --reference-ranks 3,2,1 # r2 = 1 - (4+0+4)/(1+0+1)
value '1/6 0.166667' --ranks 1,1,2 --metric ndpm                # half of one pair in three
value '4/5 0.8' --ranks 1,2,3,5,4 --metric kendall-tau
# Ties: of 3 pairs one concordant and none the other way; each orders 2; mid-ranks 3/2,3/2,3 and 1,5/2,5/2.
value '1/3 0.333333' --ranks 1,1,2 --reference-ranks 1,2,2 --metric kendall-tau
value '1/2 0.5' --ranks 1,1,2 --reference-ranks 1,2,2 --metric kendall-tau-b
value '4/9 0.444444' --ranks 1,1,2 --reference-ranks 1,2,2 --metric kendall-tau-c
value '1 1' --ranks 1,1,2 --reference-ranks 1,2,2 --metric gamma
value '1/2 0.5' --ranks 1,1,2 --reference-ranks 1,2,2 --metric spearman-rho
value '1/3*sqrt(6) 0.816497' --ranks 1,1,2 --metric kendall-tau-b # 2/√(2·3)
equal 'RBO and its bounds' "$("$program" distance --ranks 2,1,3 --metric rbo --persistence 1/2 | tail -n +2 | tr -s ' ')" \
    "$(printf '%s\n' 'rbo 0.5 1/2' 'rbo-min 0.454442 -13/8 + 3*ln(2)' 'rbo-max 0.5 1/2')"
value '1 1' --ranks 1,1,2 --reference-ranks 1,1,2 --metric rbo-b
value '1/2*sqrt(3) 0.866025' --ranks 1,1,2 --metric spearman-rho
value '1/3 0.333333' --ranks 3,1,2 --reference-ranks 3,2,1 --metric gamma
value '2/3 0.666667' --ranks 1,1,2 --reference-ranks 1,2,2 --metric 1-kendall-tau
equal 'a sum of logarithms' "$(json_value --ranks 1,2,3 --metric dcg)" '5/2 + 2/log2(3) 3.76186'
"$program" distance --ranks 1,2,3 --metric ndcg |
    grep -qF 'note: ndcg measures the ranking alone' || fail 'ndcg of equal rankings: not a word why'
value '0 0' --ranks 3,1,2,4 --k 2 --relevant-count 1 --metric recall
equal 'no value' "$(json_value --ranks 1,2,3,4 --k 1 --metric lr-plus)" undefined
refused_by distance '--k: found nothing' --ranks 3,1,2 --metric recall
refused_by distance '--k: found 3, expected a number of retrieved elements from 1 to 2' \
    --ranks 3,1,2 --metric recall --k 3
refused_by distance '--relevant: found nothing' --ranks 3,1,2 --metric mrr
refused_by distance '--beta: found 0' --ranks 3,1,2 --metric f1 --k 1 --beta 0
refused_by distance '--k: found x' --ranks 3,1,2 --metric recall --k x
refused_by distance '--k: found 99999999999999999999' --ranks 3,1,2 --metric recall --k 99999999999999999999
refused_by distance 'at most 4 transforms' --ranks 3,1,2 --metric "$(printf '1-%.0s' {1..9999})mse"
refused_by distance '--reference-order as well' --ranks 1,2 --metric ndpm --reference-ranks 2,1 --reference-order 2,1
refused_by distance '--weights' --ranks 1,1,2 --metric ndpm --weights abc
equal 'ties in JSON' "$("$program" distance --ranks 1,1,2 --metric ndpm --json | tr -d ' \n' | grep -o '"ranks":.1,1,2.')" '"ranks":[1,1,2]'
equal 'the relevant elements in JSON' \
    "$("$program" distance --ranks 3,1,2 --metric mrr --relevant 3,1 --json | tr -d ' \n' | grep -o '"relevant":.1,3.')" \
    '"relevant":[1,3]'
equal 'the order of asking' "$("$program" distance --ranks 3,1,2 --metric mse --metric 1-mae --metric mae | cut -d ' ' -f 1 | paste -s -d ' ')" \
    'metric mse 1-mae mae'
equal 'lists by commas and again' "$("$program" distance --ranks 3,1,2 --metric mse,1-mae --metric mae | cut -d ' ' -f 1 | paste -s -d ' ')" \
    'metric mse 1-mae mae'
for metrics in kendall all ndcg hamming,dcg; do
    equal "the columns of $metrics" "$("$program" distance --ranks 3,1,2 --metric $metrics | head -1 | tr -s ' ')" 'metric decimal exact'
done
value '3 3' --order b,c,a --metric hamming
# Metrics that weigh the top.
value '0 0' --ranks 1,2,3 --reference-ranks 2,3,1 --metric tau-ap # one of one, none of two
value '-1 -1' --ranks 4,3,2,1 --metric weighted-tau
value '2 2' --ranks 1,2,3,4 --reference-ranks 3,1,2,4 --metric kendall-top-k --k 2 # {1,2} and {1,3}
value '5 5' --ranks 1,2,3,4 --reference-ranks 3,4,1,2 --metric kendall-top-k --k 2 # k² + ½·k(k−1)
value '4 4' --ranks 1,2,3,4 --reference-ranks 3,4,1,2 --metric kendall-top-k --k 2 --penalty 0
refused_by distance '--penalty: found 2, expected a number from 0 to 1' \
    --ranks 3,1,2 --metric kendall-top-k --k 1 --penalty 2
value '1/2 0.5' --ranks 1,1,2 --reference-ranks 1,2,2 --metric somers-d
equal 'a transform without a value is left out' \
    "$("$program" distance --ranks 9,8,7,6,5,4,3,2,1 --metric max-error | grep -c '^note: max-s*mape left out')" 2
refused_by distance 'no ties' --ranks 1,1,2 --metric mse

# What has no value is left out openly when it was not asked for by name.
equal 'note of an omission' \
    "$("$program" distance --ranks 3,1,2 --reference-ranks 2,1,3 | grep -c '^note: footrule\[prefix-sym\] left out')" 1
equal 'omission in JSON' \
    "$("$program" distance --ranks 3,1,2 --reference-ranks 2,1,3 --json |
        sed -n '/"omitted"/,$s/^ *"reading": "\(.*\)",$/\1/p')" prefix-sym

# The envelope of the JSON contract.
equal 'schema' "$("$program" distance --ranks 3,1,2 --json | sed -n 2p)" \
    '  "schema": "disarray.distance/1",'
equal 'schema of metrics' "$("$program" metrics --json | sed -n 2p)" \
    '  "schema": "disarray.metrics/1",'
equal 'command' "$("$program" distance --ranks 3,1,2 --json | sed -n 's/^ *"command": "\(.*\)",$/\1/p')" \
    'disarray distance --ranks 3,1,2 --json'
equal 'a reading that a metric does not have is null' \
    "$("$program" distance --ranks 3,1,2 --metric kendall --json | grep -c '"reading": null')" 1
equal 'metrics as a table' "$("$program" metrics | grep -c '^footrule\[')" 4

# What is computed when it is time to stop is there.
awk 'BEGIN { for (i = 1; i <= 20000; ++i) { for (k = 60; k; --k) printf "%d ", k; print "" } }' >long
stops distance --ranks-file long --metric all
grep -q '^ *1  kendall  *1770  *1770$' out && grep -q '^Stopped before line [0-9]*: partial' out ||
    fail "stopped: $(tail -n 3 out)"
stops distance --ranks-file long --metric all --json
grep -q '"line": 1,' out && grep -q '"complete": false' out || fail "stopped --json: $(tail -n 3 out)"

echo "$count values, $failures failures"
[ "$failures" -eq 0 ]
