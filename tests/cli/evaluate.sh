#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray evaluate` on MIR's worked example: text, JSON and CSV, conventions, comparisons of two
# runs, forms of files; then what it refuses, and what it only notes.
#
# usage: evaluate.sh PATH_OF_DISARRAY
set -u
examples=$(cd "$(dirname "${BASH_SOURCE[0]}")/../evaluation" && pwd)
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# MIR, Precision and Recall; Discounted Cumulated Gain: the answers to q1 and q2, and their grades.
cp "$examples/mir.qrels" qrels
cp "$examples/mir.run" run
# Another run: d3, which q1 has last, is exchanged with its first document, and in q2 two that are
# not relevant with each other.
sed -e 's/mir$/other/' -e '/^q1/{s/ d3 / x /; s/ d123 / d3 /; s/ x / d123 /}' \
    -e '/^q2/{s/ d87 / x /; s/ d425 / d87 /; s/ x / d425 /}' run >other

evaluate() { "$program" evaluate "$@"; }
# values FIELD ARGUMENTS…: a column of the lines for metrics, in one line.
values() {
    local field=$1
    shift
    evaluate "$@" 2>err | grep -v -e '^runid' -e '^conventions' -e '^num_q' -e '^documents_not_judged' | cut -f "$field" | paste -s -d ' '
}

equal 'means' "$(values 3 qrels run -m AP,P@5,P@10,Rprec,RR,recall,11pt)" \
    '0.2756 0.3000 0.3000 0.3667 0.6667 0.7500 0.3083'
equal 'exact means' "$(values 4 qrels run -m AP,P@5,P@10,Rprec,RR,recall,11pt --exact)" \
    '62/225 3/10 3/10 11/30 2/3 3/4 37/120'
equal 'queries' "$(values 4 qrels run -m AP -q --exact)" '29/100 47/180 62/225'
equal 'DCG of MIR' "$(values 4 qrels run -m DCG@3 --exact --discount mir)" '1/2 + (3/2)/log2(3)'
equal 'NCG of MIR' "$(values 4 qrels run -m NCG@2 --exact --normalization of-averages)" '1/11'
equal 'NCG per query' "$(values 4 qrels run -m NCG@2 --exact)" '1/12'
equal 'digits' "$(values 3 qrels run -m AP --places 12)" '0.275555555556'
equal 'E and F' "$(values 4 qrels run -m F@5,E@5 --exact --beta 2)" '79/306 227/306'
equal 'short lists' "$(values 4 qrels run -m P@30 --exact)" '2/15'
equal 'short lists by length' "$(values 4 qrels run -m P@30 --exact --short-lists length)" '4/15'
equal 'levels' "$(values 4 qrels run -m P@15,recall --exact --relevance-level 2)" '1/6 3/4'
equal 'exponential gain' "$(values 4 qrels run -m CG@6 -q --exact --gain exponential)" '9 3 6'
equal 'names of trec_eval' "$(values 1 qrels run -m map,recip_rank,P_5,ndcg_cut_10 | tr -s ' ')" \
    'map recip_rank P_5 ndcg_cut_10 '
equal 'columns as trec_eval has them' "$(evaluate qrels run -m map | tail -n 1)" \
    "$(printf '%-22s\t%s\t%s' map all 0.2756)"
equal 'default measures' "$(evaluate qrels run | grep -vc '^documents_not_judged')" 31
equal 'documents that are not judged' "$(evaluate qrels run -m AP | grep '^documents_not_judged')" \
    "$(printf '%-22s\tall\t%s' documents_not_judged "$(awk 'NR == FNR { judged[$1, $3]; next } !(($1, $3) in judged)' qrels run | wc -l)")"

# JSON and CSV.
evaluate qrels run other -m AP,nDCG@10 --curves 2 --points --histogram Rprec --side-by-side q1 \
    --between kendall --json >json
# has TEXT: the JSON without white space between its parts contains it.
has() {
    count=$((count + 1))
    tr -d '\n' <json | sed 's/": */":/g; s/, */,/g; s/\([{[]\) */\1/g; s/ *\([]}]\)/\1/g' | grep -qF -- "$1" ||
        fail "JSON without $1"
}
has '"schema":"disarray.evaluate/1"'
has "\"documents_not_judged\":$(awk 'NR == FNR {judged[$1, $3]; next} !(($1, $3) in judged) {n++} END {print n}' qrels run)"
has '"q1":{"AP":{"decimal":"0.29","value":"29/100"},"nDCG@10":'
has '"mean":{"AP":{"decimal":"0.275556","value":"62/225","queries":2,"undefined_queries":0}'
has '"ties":"trec"'
has '"curves":{"iP":[{"at":"0","decimal":"0.666667","value":"2/3"}'
has '"q2":[{"rank":3,"recall":"1/3","precision":"1/3"}'
has '"first_better":0,"second_better":0,"equal":2'
has '"values":{"kendall":{"decimal":"27","value":"27"}}'
has '"first":[{"document":"d123","grade":1,"rank_in_the_other":15}'
equal 'CSV' "$(evaluate qrels run -m P@5 --csv --exact)" \
    "$(printf 'run,query,metric,decimal,exact\nmir,q1,P@5,0.400000,2/5\nmir,q2,P@5,0.200000,1/5\nmir,all,P@5,0.300000,3/10')"

# The same run in other forms.
gzip -k run
{ printf '\xef\xbb\xbf'; sed 's/ /\t/g; s/$/\r/' run; } >dos
sort -R --random-source=qrels run >shuffled
sed -n 's/^\(q.\) Q0 \(d[0-9]*\) \([0-9]*\) \([0-9]*\) mir/\1,\2,\3,\4/p' run | sed '1i query,document,rank,score' >run.csv
json_list() { sed -n "s/^$1 Q0 \(d[0-9]*\) [0-9]* \([0-9]*\) mir/\"\1\": \2/p" run | paste -s -d ,; }
printf '{"q1": {%s}, "q2": {%s}}\n' "$(json_list q1)" "$(json_list q2)" >run.json
for form in run.gz dos shuffled run.csv run.json; do
    equal "$form" "$(values 3 qrels $form -m AP,nDCG)" "$(values 3 qrels run -m AP,nDCG)"
done
equal 'standard input' "$(values 3 qrels - -m AP <run)" 0.2756
for threads in 1 2 5; do
    equal "$threads threads" "$(evaluate qrels run other -m all --threads $threads -q --exact | cksum)" \
        "$(evaluate qrels run other -m all -q --exact | cksum)"
done

# Ties: a relevant document among two others with one score.
printf 'q 0 b 1\n' >one
printf 'q Q0 %s 5 x\n' 'a 3' 'b 2' 'c 1' >tied
ties() { equal "ties $1" "$(values 4 one tied -m RR --exact --ties "$1")" "$2"; }
ties trec 1/2; ties input-order 1/2; ties rank-column 1/2; ties average 11/18; ties best 1; ties worst 1/3
equal 'ranked by the rank column' "$(values 4 one tied -m RR --exact --rank-by rank)" 1/2
equal 'single scores' "$(printf 'q Q0 a 1 1.00000001 x\nq Q0 b 2 1.00000002 x\n' |
    values 4 one - -m RR --exact --scores single)" 1
equal 'exact scores' "$(printf 'q Q0 a 1 1.00000002 x\nq Q0 b 2 1.00000001 x\n' |
    values 4 one - -m RR --exact)" 1/2

# Which queries, and those without a value.
printf 'p 0 a 0\nq 0 b 1\nr 0 a 1\n' >sets
printf '%s Q0 a 1 1 x\n' p q s >some
equal 'intersection' "$(values 4 sets some -m AP,P@1 -q --exact)" 'undefined 0 0 0 0 0'
grep -q 'note: 1 query of some without judgements: s' err || fail 'a query without judgements is not named'
grep -q 'note: 1 query with judgements not in some: r' err || fail 'a query without a list is not named'
equal 'complete' "$(evaluate sets some -m AP -c 2>/dev/null | grep '^num_q ')" "$(printf '%-22s\tall\t3' num_q)"
equal 'union' "$(evaluate sets some -m AP --queries union 2>/dev/null | grep '^num_q ')" "$(printf '%-22s\tall\t4' num_q)"
equal 'undefined is 1' "$(values 4 sets some -m AP --exact --undefined one)" 1/2

# refused TEXT ARGUMENTS…
refused() {
    refused_by evaluate "$@"
    refused_by evaluate "$@" --json
}
printf 'q Q0 a 1 5\n' >short
printf 'q Q0 a 1 5 x y\n' >long
printf 'q Q0 a 1 NaN x\n' >nan
printf 'q Q0 a 1 1 x\nq Q0 b one 1 x\n' >rank
printf 'q Q0 b 1 1 x\nq Q0 b 2 1 x\n' >twice
printf 'q 0 b good\n' >word
printf 'q 0 b -1\n' >negative
printf 'other 0 b 1\n' >no_common
: >empty
mkdir folder
refused 'short line 1' one short
refused 'long line 1' one long
refused 'nan line 1' one nan
refused 'rank line 2' one rank
refused 'twice line 2' one twice
refused 'word line 1' word tied
refused 'negative line 1' negative tied --negative refuse
refused 'empty' empty tied
refused 'empty' one empty
refused 'folder' one folder
refused 'missing' one missing
refused 'no query that has judgements' no_common tied
refused 'standard input (-) for two files' - -
refused '"AX"' one tied -m AX
refused 'a cutoff' one tied -m P@0
refused 'a recall level' one tied -m iP
refused 'Rprec without a cutoff' one tied -m Rprec@5
refused '--places' one tied --places 101
refused '--beta' one tied --beta 0
refused '--persistence' one tied --persistence 1
refused '--ties' one tied --ties random
refused 'two runs' one tied --histogram Rprec
refused '--greatest-grade' qrels run --greatest-grade 2
sed 's/ [123] 5/ 1 5/' tied >one_rank
refused 'both with rank 1' one one_rank --ties rank-column
equal 'two lines of one query' "$(values 4 one twice -m RR --exact --duplicates first)" 1
refused '--csv' qrels run other --csv --histogram Rprec
refused 'found nothing, expected NAMES' one tied -m ''
count=$((count + 1))
printf 'q\377 0 b 1\nq\376 0 b 1\n' >latin
[ "$(printf 'q\377 Q0 b 1 1 x\nq\376 Q0 b 1 1 x\n' | evaluate latin - -m RR --json | grep -c '"q\\\\xf[ef]": ')" -eq 2 ] ||
    fail 'two names that are no UTF-8 become one'
printf '# judged by hand\n=c|d 0 b 1.0 sure\nq\342\200\2563 0 b 1\n' >others
printf '# BM25\n=c|d Q0 b 1 1 x y\nq\342\200\2563 Q0 b 1 1 x\n' >other_run
equal 'what other programs write' "$(evaluate others other_run --lenient -m RR --csv | head -3)" \
    "run,query,metric,decimal
x,'=c|d,RR,1.000000
x,q\\xe2\\x80\\xae3,RR,1.000000"
equal 'no sign turns a line around' "$(evaluate others other_run --lenient -m RR -q | grep -c 'q\\xe2\\x80\\xae3')" 1
refused '--lenient' others other_run -m RR
equal 'exact values between runs' "$(evaluate qrels run other -m AP --between kendall --exact |
    sed -n '/^Between/,$p' | grep '^all' | grep -c '[.]')" 0
# RBO comes with the interval in which it lies whatever follows.
printf 'q Q0 a 1 3 x\nq Q0 b 2 3 x\nq Q0 c 3 1 x\n' >tied_run
printf 'q Q0 b 1 3 y\nq Q0 a 2 2 y\n' >short_run
printf 'q 0 a 1\n' >of_q
equal 'RBO and its bounds' "$(evaluate of_q tied_run short_run -m AP --between rbo,rbo-b --ties average --exact |
    tail -1 | tr -s ' ')" 'all 2 19/20 -3/20 + 2/9*ln(10) 19/20 9/10 + 1/20*sqrt(2)'
exits 0 evaluate of_q tied_run short_run -m AP --between rbo --json
grep -q '"rbo-min"' out && grep -q '"rbo-max"' out || fail 'the bounds of RBO are not in JSON'
equal 'runs with one tag' "$(evaluate qrels run run.gz -m AP | grep -c -e '^runid .*run$' -e '^runid .*run.gz$')" 2
if [ -e /dev/full ]; then
    count=$((count + 1))
    evaluate one tied >/dev/full 2>err
    [ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] || fail "a full disk: $(cat err)"
fi

echo "$count checks, $failures failed"
[ "$failures" -eq 0 ]
