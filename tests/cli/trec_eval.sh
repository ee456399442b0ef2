#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray trec_eval` against the figures that trec_eval 10 printed for judgements and a run that
# were made up (ties, grades, documents not judged, negative grades, missing and surplus queries,
# short lists): every measure, every query, line by line. Then what its readers take, and what is
# refused.
#
# usage: trec_eval.sh PATH_OF_DISARRAY
set -u
data=$(cd "$(dirname "${BASH_SOURCE[0]}")/../data/trec_eval" && pwd)
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

trec_eval() { "$program" trec_eval "$@"; }
# The lines "measure query value" as one line for each measure, after one with the queries.
as_figures() {
    awk -F'\t' -v name="$1" '
        { gsub(/ +$/, "", $1); if (!($2 in seen)) { seen[$2] = 1; queries = queries " " $2 }
          if (!($1 in row)) { order[++n] = $1 } row[$1] = row[$1] " " $3 }
        END { print name " queries" queries; for (i = 1; i <= n; i++) print name " " order[i] row[order[i]] }'
}

# trec_eval 10 ends with an error where a query is not in the run and -c is not given.
grep -v '^q8 ' "$data/qrels" >judged_and_run
while read -r name options; do
    count=$((count + 1))
    judgements=$data/qrels
    [ "$name" = some ] && judgements=judged_and_run
    # shellcheck disable=SC2086 # options are words
    trec_eval $options "$judgements" "$data/run" 2>err | as_figures "$name" >found
    grep "^$name " "$data/figures" | diff - found >differences ||
        fail "$name: $(grep -c '^>' differences) lines differ: $(head -4 differences)"
done <"$data/cases"
equal 'queries of the judgements only are left out' \
    "$(trec_eval -q -m map "$data/qrels" "$data/run" 2>/dev/null)" \
    "$(trec_eval -q -m map judged_and_run "$data/run" 2>/dev/null)"
equal 'columns' "$(trec_eval -m map "$data/qrels" "$data/run" 2>/dev/null)" \
    "$(printf '%-22s\t%s\t%s' map all 0.2706)"
equal 'long options' "$(trec_eval --query_eval_wanted --measure P.5 --nosummary "$data/qrels" "$data/run" 2>/dev/null)" \
    "$(trec_eval -q -mP.5 -n "$data/qrels" "$data/run" 2>/dev/null)"
for threads in 1 3; do
    equal "$threads threads" "$(trec_eval --threads $threads -c -q -m all_trec "$data/qrels" "$data/run" 2>/dev/null | cksum)" \
        "$(trec_eval -c -q -m all_trec "$data/qrels" "$data/run" 2>/dev/null | cksum)"
done

# The same conventions in `evaluate`.
equal 'evaluate under these conventions' \
    "$("$program" evaluate --conventions trec_eval --lenient -c -q -m official,infAP,Rndcg,rbp "$data/qrels" "$data/run" 2>/dev/null | sort | cksum)" \
    "$(trec_eval -c -q -m official -m infAP -m Rndcg -m rbp "$data/qrels" "$data/run" 2>/dev/null | sort | cksum)"
equal 'nicknames and parameters in evaluate' \
    "$("$program" evaluate --conventions trec_eval --lenient -m P.5,7,ndcg.1=3,2=9,set_map "$data/qrels" "$data/run" 2>/dev/null | cut -f 1 | tr -d ' ' | paste -s -d ' ')" \
    'runid num_q P_5 P_7 ndcg_1=3,2=9 set_map'

# Its readers.
printf '# judged\nq 0 a 2x\nq 0 b relevant\nq 0 c -7\n' >loose_qrels
printf 'q Q0 a first 5.5 x and more\nq Q0 b - 6e0junk x\nq Q0 c - high last\n# end\n' >loose_run
equal 'what its readers take' "$(trec_eval -q -m relstring -m runid loose_qrels loose_run | cut -f 3 | paste -s -d ' ')" \
    "'02.' last"
printf 'q Q0 a 1 2 x\n  # later\n\t# Q0 d 1 9 x\n' >indented
equal 'a comment behind blanks' "$(trec_eval -q -m relstring loose_qrels indented | cut -f 3)" "'2'"
equal 'standard input' "$(trec_eval -q -m relstring loose_qrels - <loose_run | cut -f 3)" "'02.'"

refused() { refused_by trec_eval "$@"; }
refused 'the nearest' -m mapp loose_qrels loose_run
refused 'cutoffs from 1' -m P.0 loose_qrels loose_run
refused 'each parameter once' -m P.5,5 loose_qrels loose_run
refused 'map without parameters' -m map.5 loose_qrels loose_run
refused 'four coefficients' -m utility.1 loose_qrels loose_run
refused 'pairs LEVEL=GAIN' -m ndcg.5 loose_qrels loose_run
refused 'p between 0 and 1' -m rbp.p=1 loose_qrels loose_run
refused 'preferences' -m all_prefs loose_qrels loose_run
refused 'whole numbers' -m G.2=0.5 loose_qrels loose_run
refused 'several judges have measures of their own' -R prefs loose_qrels loose_run
refused '-T' -T other loose_qrels loose_run
refused 'no Z-scores' -Z means loose_qrels loose_run
refused 'no debug level' -D 1 loose_qrels loose_run
refused 'preferences' -m prefs_simp loose_qrels loose_run
refused '-l' -l 0 loose_qrels loose_run
printf 'q Q0 a 1 nan x\n' >nan
refused 'nan line 1' loose_qrels nan
printf 'q Q0 a 1 5\n' >short
refused 'short line 1' loose_qrels short
refused 'missing' loose_qrels missing

# A negative number that rounds to 0 keeps its sign, as C prints it: ln((1 + S)/(1 + R - S)), S a little below R/2.
for rank in $(seq 56); do echo "q Q0 d$rank 0 $((100 - rank)) r"; done >near_zero
for rank in 1 2 3 4 31 35 47 48 52 56; do echo "q 0 d$rank 1"; done >half_found
equal "a negative 0" "$(trec_eval -q -m yaap half_found near_zero | cut -f 3 | paste -sd ' ')" "-0.0000 -0.0000"

echo "$count checks, $failures failed"
[ "$failures" -eq 0 ]
