#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The adapters and the broken metrics of `disarray audit`: what they declare, and their answers to
# requests worked out by hand. Each is asked twice, all at once and waiting for each answer, and has
# to say the same. One whose interpreter or library is not there is skipped with a line.
#
# usage: adapters_test.sh BROKEN_METRICS KENDALL_TAU   (absolute paths)
#        PYTHON=/usr/bin/python3   the interpreter that has SciPy and scikit-learn
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
adapters=$here/../../../properties/audit/adapters
# shellcheck source=tests/cli/common.sh disable=SC2154 # it sets count and failures
. "$here/../../cli/common.sh"
broken_metrics=$1
kendall_tau=$2
python=${PYTHON:-/usr/bin/python3}
export PYTHONDONTWRITEBYTECODE=1

# answers_one_by_one COMMAND…: to the lines of "requests", each sent when the last is answered.
answers_one_by_one() {
    local request answer
    coproc program_asked { "$@" 2>/dev/null; }
    # shellcheck disable=SC2154 # set by coproc
    local from=${program_asked[0]} to=${program_asked[1]} process=$program_asked_PID
    while read -r request; do
        printf '%s\n' "$request" >&"$to"
        read -r -t 30 answer <&"$from" || break
        printf '%s\n' "$answer"
    done <requests
    eval "exec $to>&- $from<&-"
    wait "$process"
}

# differences: of "answers" to "expected", a line for each.
differences() {
    awk '
        function number(text,  parts) {
            return split(text, parts, "/") == 2 ? parts[1] / parts[2] : text + 0
        }
        NR == FNR { input[NR] = $1; expected[NR] = $2; total = NR; next }
        {
            n = FNR
            sub(/^[^"]*/, "")  # the opening brace
            gsub(/": */, "\":")
            if ($0 !~ "\"id\":" n "[,}]") print "answer " n " has another id: " $0
            found = $0 ~ /"undefined":"/ ? "undefined" : $0 ~ /"error":"/ ? "error" : "none"
            if (match($0, /"value":("[^"]*"|[^,}]*)/)) {
                found = substr($0, RSTART + 8, RLENGTH - 8)
                gsub(/"/, "", found)
            }
            wanted = expected[n]
            if (wanted ~ /^=/) same = found == substr(wanted, 2)
            else if (wanted ~ /^[a-z]/ || found ~ /^[a-z]/) same = found == wanted
            else {
                d = number(found) - number(wanted)
                same = d * d < 1e-24
            }
            if (!same) print input[n] ": found " found ", expected " wanted
        }
        END { if (n != total) print n + 0 " answers, expected " total }
    ' FS=' *[|] *' expected FS='^$' answers
}

# check NAME KIND COMMAND…: with lines "INPUT | ANSWER" on standard input. An answer is a number,
# which is compared to 1e-12, "=" and the text of a number, "undefined", or "error".
check() {
    local name=$1 kind=$2
    shift 2
    cat >expected
    echo '{"id": 0, "op": "describe", "protocol": 1}' >requests
    awk -F ' *[|] *' '{ print "{\"id\": " NR ", \"op\": \"evaluate\", \"input\": " $1 "}" }' expected >>requests
    count=$((count + $(wc -l <requests)))
    "$@" <requests >all_answers 2>err || fail "$name: exit status $?: $(tail -n 3 err)"
    head -n 1 all_answers | grep -q '"id": *0[,}]' || fail "$name: no description"
    head -n 1 all_answers | grep -q "\"kind\": *\"$kind\"" || fail "$name: not of kind $kind"
    tail -n +2 all_answers >answers
    differences >found
    [ -s found ] && fail "$name: $(cat found)"
    answers_one_by_one "$@" >one_by_one || fail "$name: exit status $?, asked one by one"
    cmp -s all_answers one_by_one || fail "$name: other answers when asked one by one"
}

skip() { echo "skipped: $*"; }

# rankings FIRST SECOND ANSWER, by_rank MEMBERS ANSWER, scored SCORES GRADES MEMBERS ANSWER: lines for
# check; the documents are called a, b, c, …
rankings() { printf '{"first": [%s], "second": [%s]} | %s\n' "$1" "$2" "$3"; }
by_rank() { printf '{"grades": [%s], "not_retrieved": [%s]%s} | %s\n' "$1" "$2" "${3:+, \"cutoff\": $3}" "$4"; }
scored() {
    local ids='"a","b","c","d"' size
    size=$(printf '%s' "$1" | tr -cd , | wc -c)
    [ -n "$1" ] && ids=${ids:0:4*size+3} || ids=
    named "$ids" "$@"
}
named() {
    printf '{"ids": [%s], "scores": [%s], "grades": [%s], "not_retrieved": [%s]%s} | %s\n' \
        "$1" "$2" "$3" "$4" "${5:+, \"cutoff\": $5}" "$6"
}

# ---- Two rankings. Of three elements, one exchange of neighbours: τ (2−1)/3, ρ 1−6·2/24.
rankings_without_value() {
    rankings '' '' undefined
    rankings 1 1 undefined
    rankings 1,2 1,2,3 error
}
# {1,1,2} and {1,2,2}: one concordant pair, no discordant, each orders 2 of 3. τ_a 1/3, τ_b 1/2;
# mid-ranks 3/2,3/2,3 and 1,5/2,5/2: ρ 1/2.
tau_a_cases() {
    rankings 1,2,3 1,2,3 1
    rankings 1,2,3 3,2,1 -1
    rankings 1,2,3 1,3,2 1/3
    rankings 1,1,2 1,2,2 1/3
    rankings 1,2 1,1 0
    rankings 1,1,1 1,1,1 0
    rankings 2,4,1,3 1,2,3,4 0
    rankings '1,"NaN"' 1,2 error
    rankings_without_value
}
tau_b_cases() {
    rankings 1,2,3 1,2,3 1
    rankings 1,2,3 3,2,1 -1
    rankings 1,2,3 1,3,2 1/3
    rankings 1,1,2 1,2,2 1/2
    rankings 1,2 1,1 undefined
    rankings 1,1,1 1,2,3 undefined
    rankings 1,1,2 1,2,3 0.816496580927726 # 2/√(2·3)
    rankings_without_value
}
rho_cases() {
    rankings 1,2,3 1,2,3 1
    rankings 1,2,3 3,2,1 -1
    rankings 1,2,3 1,3,2 1/2
    rankings 1,1,2 1,2,2 1/2
    rankings 1,2 1,1 undefined
    rankings_without_value
}
# Weights of ranks 1, 1/2, 1/3: pairs weigh 3/2, 4/3, 5/6. Exchanging ranks 2 and 3:
# (3/2+4/3−5/6)/(11/3) in both orders of importance.
weightedtau_cases() {
    rankings 1,2,3 1,2,3 1
    rankings 1,2,3 3,2,1 -1
    rankings 1,2,3 1,3,2 6/11
    rankings 1,2,3 2,1,3 2/11
    rankings 1,2 1,1 undefined
    rankings_without_value
}

# ---- Scores. 1/log₂ 3 is 0.630929753571457, DCG of grades 1, 1 is 1 and that.
dcg_cases() {
    scored 2,1 1,0 '' '' 1
    scored 1,2 1,0 '' '' 0.630929753571457
    scored 1,2 1,0 '' 1 0
    scored 1,2 1,0 '' 9 0.630929753571457
    scored 1,1 1,0 '' '' 0.815464876785729
    scored 3,2,1 0,0,2 '' '' 1
    scored 2,1 0,0 '' '' 0
    scored '1,"NaN"' 1,0 '' '' error
    scored 1,2 '1,"NaN"' '' '' error
    scored '' '' '' '' error
    scored 1 1 '' '' error
}
ndcg_cases() {
    scored 2,1 1,0 '' '' 1
    scored 1,2 1,0 '' '' 0.630929753571457
    scored 1,2 1,0 '' 1 0
    scored 1,2 1,0 '' 9 0.630929753571457
    scored 1,1 1,0 '' '' 0.815464876785729
    scored 3,2,1 0,0,2 '' '' 1/2
    scored '1,"NaN"' 1,0 '' '' error
    scored 1,2 '1,"NaN"' '' '' error
}
sklearn_ndcg_cases() {
    ndcg_cases
    scored 2,1 0,0 '' '' 0
    scored '' '' '' '' error
    scored 1 1 '' '' error
}

check kendall_tau two-rankings "$kendall_tau" < <(tau_a_cases)
if "$python" -c '' 2>/dev/null; then
    check template relevance-by-rank "$python" "$adapters/python/template.py" < <(
        by_rank 1,0,2 '' 2 =1/2
        by_rank 1,0,2 1 '' =2/3
        by_rank 1 '' 4 =1/4
        by_rank '' '' '' undefined
        by_rank '' 1 2 =0
        by_rank '1,"NaN"' '' '' error
        by_rank -1 '' '' error
    )
else
    skip "Python adapters: no $python"
fi
if "$python" -c 'import scipy.stats' 2>/dev/null; then
    check kendalltau two-rankings "$python" "$adapters/python/scipy_kendalltau.py" < <(
        tau_b_cases
        rankings '1,"NaN"' 1,2 undefined
    )
    check spearmanr two-rankings "$python" "$adapters/python/scipy_spearmanr.py" < <(
        rho_cases
        rankings '1,"NaN"' 1,2 undefined
    )
    # SciPy's documentation: "NaNs are considered the smallest possible score".
    check weightedtau two-rankings "$python" "$adapters/python/scipy_weightedtau.py" < <(
        weightedtau_cases
        rankings '1,"NaN"' 1,2 1
    )
else
    skip "SciPy's adapters: $python has no scipy"
fi
if "$python" -c 'import sklearn.metrics' 2>/dev/null; then
    check dcg_score relevance-and-scores "$python" "$adapters/python/sklearn_dcg_score.py" < <(dcg_cases)
    check ndcg_score relevance-and-scores "$python" "$adapters/python/sklearn_ndcg_score.py" < <(sklearn_ndcg_cases)
else
    skip "scikit-learn's adapters: $python has no sklearn"
fi
if Rscript -e 'library(jsonlite)' >/dev/null 2>&1; then
    check cor_kendall two-rankings Rscript "$adapters/r/cor_kendall.R" < <(
        tau_b_cases
        rankings '1,"NaN"' 1,2 undefined
    )
else
    skip "R's adapter: no Rscript, or no jsonlite"
fi

# ---- Metrics with a fault, and those without.
fault() { check "$1" "$2" "$broken_metrics" "$1"; }

fault correct-tau-a two-rankings < <(tau_a_cases)
fault correct-tau-b two-rankings < <(tau_b_cases)
fault correct-rho two-rankings < <(rho_cases)
fault correct-ndcg relevance-and-scores < <(
    ndcg_cases
    scored 2,1 0,0 '' '' undefined
    scored 1 1 1 '' 0.613147192765458 # 1/(1 + 1/log₂ 3)
    scored '' '' 1 '' 0
    scored '' '' '' '' undefined
    scored 1 1 '' '' =1.0
    scored 3,3,3 3,3,3 '' '' =1.0
    scored 1,2 -1,1 '' '' error
    scored 1,2 0.5,1 '' '' error
    scored 1,2 0,1 '' 0 error
    named '"a","a"' 1,2 1,1 '' '' error
)
fault correct-recall relevance-and-scores < <(
    scored 3,2,1 1,0,2 1 '' 2/3
    scored 3,2,1 1,0,2 1 2 1/3
    scored 2,2,1 1,0,2 1 1 1/6
    scored 1 0 '' '' undefined
    named '"a","a"' 1,2 1,1 '' '' error
)
fault correct-ap relevance-by-rank < <(
    by_rank 1,0,1 '' '' 5/6
    by_rank 1,0,1 2 '' 5/9
    by_rank 1,0,1 '' 2 1/2
    by_rank 0 1 '' 0
    by_rank 0,0 0 '' undefined
    by_rank '"NaN"' '' '' error
)
fault off-by-one-discount relevance-and-scores < <(
    scored 2,1 1,0 '' '' 1
    scored 1,2 1,0 '' '' 0.792481250360578 # log₂ 3/log₂ 4
)
fault ideal-from-retrieved relevance-and-scores < <(
    scored 1 1 1 '' 1
    scored 1,2 1,0 '' '' 0.630929753571457
)
fault constant-score-one relevance-and-scores < <(
    scored 1,1 0,1 '' '' 1
    scored 1,2 1,0 '' '' 0.630929753571457
)
fault range-above-one two-rankings < <(
    rankings 1,2 1,2 =1.0
    rankings 1,2,3 1,2,3 =1.0000000000000002
    rankings 1,2,3 3,2,1 =-1.0000000000000002
    rankings 1,1 1,2 undefined
)
fault asymmetric-tie-count two-rankings < <(
    rankings 1,1,2 1,2,3 1
    rankings 1,2,3 1,1,2 2/3
    rankings 1,2 1,1 0
    rankings 1,1 1,2 undefined
)
fault integer-overflow two-rankings < <(
    rankings 1,2,3 1,3,2 1/3
    # 65536·65535/2 = 2147450880 < 2³¹; 65537·65536/2 = 2147516416, less 2³² is −2147450880.
    rankings "$(seq -s, 65536)" "$(seq -s, 65536)" 1
    rankings "$(seq -s, 65537)" "$(seq -s, 65537)" -2147450880/2147516416
)
fault float32-sum relevance-by-rank < <(
    by_rank 0,1 '' '' 1/2
    by_rank 0,0,1 '' '' =0.3333333432674408 # 11184811/2²⁵
)
fault sign-flip two-rankings < <(
    rankings 1,2 1,2 -1
    rankings 1,2,3 1,3,2 -1/2
    rankings 1,1 1,2 undefined
)
fault cutoff-ignored relevance-and-scores < <(
    scored 1,2 1,0 '' 1 0.630929753571457
    scored 1,2 1,0 '' 2 0.630929753571457
)
fault duplicate-documents relevance-and-scores < <(
    scored 2,1 1,1 '' '' 1
    named '"a","a"' 2,1 1,1 '' '' 2
)
fault state-between-calls relevance-by-rank < <(
    by_rank 1 '' '' 1
    by_rank 1 '' '' 2
    by_rank 0,1 '' '' 3/2
)
fault zero-division-as-zero two-rankings < <(
    rankings 1,1 1,2 0
    rankings 1 1 0
    rankings 1,2,3 1,3,2 1/3
)
fault join-by-grade relevance-and-scores < <(
    scored 1,2 1,2 '' '' 1
    scored 1,2 1,1 '' '' 2
)

echo "$count answers, $failures failed checks"
# Without answers nothing was tested: /dev/fd is missing, or the programs are.
[ "$count" -gt 0 ] && [ "$failures" -eq 0 ]
