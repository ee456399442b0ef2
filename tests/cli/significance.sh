#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray evaluate --test`: the p-values of SciPy and of R for the same runs, to 10⁻⁹, and what is
# refused.
#
# usage: significance.sh PATH_OF_DISARRAY
#        PYTHON=/usr/bin/python3   the interpreter that has SciPy
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/cli/common.sh
. "$here/common.sh"
python=${PYTHON:-/usr/bin/python3}

refused() { refused_by evaluate "$@"; }

# runs QUERIES SEED: judgements in qrels, runs in a, b, c; some values are tied, some differences 0.
runs() {
    awk -v queries="$1" -v seed="$2" 'BEGIN {
        srand(seed)
        for (q = 1; q <= queries; ++q) for (d = 1; d <= 8; ++d) {
            grade = int(3 * rand())
            print "q" q, 0, "d" d, grade >"qrels"
            for (s = 1; s <= 3; ++s)
                print "q" q, "Q0", "d" d, 1, grade + 2 * s * rand(), substr("abc", s, 1) >substr("abc", s, 1)
        }
    }'
}

exits_with() { count=$((count + 1)); "$@" || fail "$*"; }

for queries in 5 12 40 250; do
    runs "$queries" "$queries"
    "$program" evaluate qrels a b c --metric AP,P@5,nDCG --test all --json >document || fail "--test all"
    if "$python" -c 'import scipy' 2>/dev/null; then
        exits_with "$python" "$here/significance.py" document
    else
        echo "skipped: $python has no scipy"
    fi
    if Rscript -e 'library(jsonlite)' >/dev/null 2>&1; then
        exits_with Rscript "$here/significance.R" document
    else
        echo "skipped: no Rscript, or no jsonlite"
    fi
done

# The same seed and any number of threads: the same text.
"$program" evaluate qrels a b --metric AP --test all --threads 1 >one
"$program" evaluate qrels a b --metric AP --test all --threads 2 >two
equal "threads" "$(cat one)" "$(cat two)"
exits 0 evaluate qrels a b --metric AP --test randomization --samples 500 --seed 3
grep -q '500 samples, seed 3' out || fail "samples are not said"
exits 0 evaluate qrels a a --metric AP --test all
grep -q 'no difference' out || fail "a run and itself: $(cat out)"


# A table for LaTeX: the letter of each run that another one is significantly above, by Holm's p.
exits 0 evaluate qrels a b c --metric AP,nDCG --test t,sign --latex
cp out table
marks() { # marks COLUMN RUN: the letters beside the mean
    awk -F ' & ' -v run="$2" -v column="$1" '$2 == run { cell = $(column + 2)
        sub(/ \\\\$/, "", cell)
        print (match(cell, /\\textsuperscript\{[a-z,]*\}/) ? substr(cell, RSTART + 17, RLENGTH - 18) : "") }' table
}
"$program" evaluate qrels a b c --metric AP,nDCG --test t,sign --json >document
expected() { # the same from the document
    "$python" -c '
import json, sys
pairs = json.load(open("document"))["comparisons"][int(sys.argv[1])]["pairs"]
below = [p["second" if p["mean_difference"] > 0 else "first"] for p in pairs
         if p["tests"][0]["p_holm"] <= 0.05
         and p["first" if p["mean_difference"] > 0 else "second"] == sys.argv[2]]
print(",".join(below))' "$1" "$2"
}
for metric in 0 1; do
    for run in a b c; do
        equal "marks of $run, metric $metric" "$(expected $metric $run)" "$(marks $((metric + 1)) $run)"
    done
done
grep -q 'textsuperscript' table || fail "no mark in $(cat table)"
equal "bold" 2 "$(grep -o 'textbf' table | wc -l)"
exits 0 evaluate qrels a --latex
equal "one run has no marks" 0 "$(grep -c 'textsuperscript\|textbf' out)"

refused 'two runs' qrels a --test t
refused '--latex' qrels a b --curves 3 --latex
refused '--csv' qrels a b --csv --latex
refused '"tt"' qrels a b --test tt
refused '--samples' qrels a b --test t --samples 0
refused '--confidence' qrels a b --test t --confidence 1
refused '--test' qrels a b --test t --csv
refused '--test' qrels a b --samples 10

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
