#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# tests/cli/report.sh PATH-TO-DISARRAY: reports from documents, folders and campaigns; refusals;
# without gnuplot; live.
# shellcheck source=tests/cli/common.sh
source "$(dirname "$0")/common.sh"

# expect TEXT FILE: FILE has a line with TEXT.
expect() {
    count=$((count + 1))
    grep -qF -- "$1" "$2" || fail "no '$1' in $2: $(head -c 400 "$2")"
}

# filled FOLDER FILES…: each file is there, and not empty.
filled() {
    local folder=$1 file
    shift
    for file in "$@"; do
        count=$((count + 1))
        [ -s "$folder/$file" ] || fail "no $folder/$file"
    done
}

absent() {
    count=$((count + 1))
    [ ! -e "$1" ] || fail "$1 should not be there"
}

mkdir documents
"$program" search --reading prefix --n 3..4 --json >documents/search.json
"$program" check claims KV-pbar-positive --json >documents/claims.json
"$program" search --reading box --side max --n 5 --campaign documents/box.db >/dev/null

# Whatever evaluate prints can be reported: roots, logarithms, quotients that are rational together.
printf 'q1 0 a 2\nq1 0 b 1\nq2 0 c 1\nq2 0 d 0\n' >judged
printf 'q1 Q0 b 1 3 x\nq1 Q0 a 2 2 x\nq2 Q0 d 1 2 x\nq2 Q0 c 2 1 x\n' >run
printf 'q1 Q0 a 1 3 x\nq1 Q0 b 2 2 x\nq2 Q0 c 1 2 x\nq2 Q0 d 2 1 x\n' >best
for measures in all nDCG,nDCG@1 yaap gm_map,gm_bpref,yaap; do
    for run in run best; do
        "$program" evaluate judged $run -m $measures --json >evaluated.json || fail "evaluate -m $measures $run"
        "$program" report --from evaluated.json >out 2>err || fail "report of -m $measures $run: $(cat err)"
    done
done
"$program" evaluate judged best -m nDCG --json | grep -q '"value": "1",' || fail 'a mean of ones is not written as one'
# A mean that is not that of its queries is refused, also a geometric one.
"$program" evaluate judged run -m gm_map,map --json >evaluated.json
grep -q '"value": "(' evaluated.json || fail 'gm_map is no root here'
sed 's/"value": "(1/"value": "(2/' evaluated.json >forged.json
"$program" report --from forged.json >out 2>err && fail 'a forged geometric mean is reported'
grep -q 'the geometric mean of its queries' err || fail "a forged geometric mean: $(cat err)"

# To standard output: one format, Markdown by default.
"$program" report --from documents >out || fail "report to standard output"
expect '# Distances between rankings: what was decided' out
expect 'KV-pbar-positive' out
# The lines that repeat a witness run as they stand.
disarray() { "$program" "$@"; }
while read -r line; do
    count=$((count + 1))
    eval "$line" >repeated 2>&1 || fail "$line: $(cat repeated)"
    expect VERIFIED repeated
done < <(grep "^disarray search '" out)
count=$((count + 1))
grep -q "^disarray search '" out || fail "no line that repeats a witness"
"$program" report --from documents/search.json --format json >out || fail "JSON"
expect '"schema": "disarray.report/2"' out

# What audit prints, of one program and of two. By sed: every value is undefined, or the same.
planted() {
    printf '%s' "s/.*describe.*/{\"id\": 0, \"protocol\": 1, \"name\": \"planted\", \"kind\": \"two-rankings\", \"direction\": \"least\"}/;s/.*\"id\": \\([0-9]*\\), \"op\": \"evaluate\".*/{\"id\": \\1, $1}/"
}
planted '"undefined": "<always>"' >undefined.sed
planted '"value": 1' >one.sed
mkdir audits
"$program" audit --exhaustive 2 --random 5 --json -- sed -u -f undefined.sed >audits/audit.json 2>err ||
    fail "audit: $(cat err)"
"$program" audit --exhaustive 2 --random 5 --json --against 'sed -u -f one.sed' -- \
    sed -u -f undefined.sed >audits/against.json 2>err
status=$?
count=$((count + 1))
[ "$status" -eq 1 ] || fail "audit --against of two programs that differ: exit status $status"
"$program" report --from audits >out || fail "a report of audits"
expect '</a>Audit of planted' out
expect '</a>Two programs' out
expect 'They differ on' out
"$program" report --from audits --out audited --format all >out 2>err || fail "report of audits --out"
expect '1 metric audited and 1 pair of programs compared' out
filled audited laws.csv timings.csv differences.csv
count=$((count + 1))
! grep -q '<always>' audited/report.html || fail 'markup of a foreign program in the page'
sed 's/"verdict": "exhausted"/"verdict": "certified"/' audits/audit.json >bad.json
refused_by report 'found "verdict": certified, expected one of refuted' --from bad.json --out new

# What experiment robustness prints, of generated clicks and of a log with a hostile query.
mkdir experiments
"$program" experiment robustness --synthetic position-based --queries 200 --json \
    >experiments/synthetic.json
printf "<b>q</b> 5 9 1\n\$x_1 3 3 1\n" >clicks.txt
"$program" experiment robustness clicks.txt --json >experiments/clicks.json
"$program" report --from experiments >out || fail "a report of experiments"
expect '</a>Footrule and Kendall distance on synthetic clicks' out
expect 'Synthetic data. KV Table 2, ours beside what KV print' out
"$program" report --from experiments --out measured --format all >out 2>err ||
    fail "report of experiments --out"
expect '2 experiments on clicks or grades' out
filled measured footrule-kendall.csv overlaps.csv worst.csv query-points.csv
count=$((count + 1))
! grep -q '<b>q' measured/report.html || fail 'markup of a query in the page'
sed 's/"without_ratio": 1/"without_ratio": 3/' experiments/clicks.json >bad.json
refused_by report 'found "without_ratio": 3, expected 1: of 2 queries' --from bad.json --out new

# To a folder, twice: the second one replaces the first.
"$program" report --from documents --out pages --format all >out 2>err || fail "report --out"
filled pages report.html report.md report.tex report.json claims.csv constants.csv campaigns.csv
expect '"units_done":' pages/report.json
"$program" report --from documents --out pages >out 2>err || fail "a second report"
absent pages/report.md
absent pages/.staging
expect 'pages/report.html' out
if command -v gnuplot >/dev/null; then
    count=$((count + 1))
    [ -s pages/figures/ratios.svg ] || fail "no figure"
else
    echo "skipped: figures, for want of gnuplot"
fi

# Rebuilding is a function of the documents.
"$program" report --from documents --out again >/dev/null 2>&1
count=$((count + 1))
cmp -s pages/report.html again/report.html || fail "two reports of the same documents differ"

# Without gnuplot: a report that says so, or none.
mkdir empty
PATH=$directory/empty "$program" report --from documents --out bare >out 2>err ||
    fail "report without gnuplot: exit status $?"
expect 'This report has no figures' bare/report.html
expect 'gnuplot' err
refused_strict() {
    PATH=$directory/empty "$program" report --from documents --out strict --strict >out 2>err
}
count=$((count + 1))
refused_strict
[ $? -eq 2 ] || fail "--strict without gnuplot: not refused"
absent strict

# Bad input: one line, nothing written, nothing lost.
refused_by report 'expected a file that exists' --from nothing.json --out new
sed 's/"scope": "[^"]*"/"scope": ""/' documents/search.json >bad.json
refused_by report 'bad.json results[0]: found "scope": ""' --from bad.json --out new
head -c 1000 documents/search.json >bad.json
refused_by report 'bad.json: found no JSON at byte' --from bad.json --out new
sed 's#disarray.search/1#disarray.search/2#' documents/search.json >bad.json
refused_by report 'bad.json: found schema "disarray.search/2"' --from bad.json --out new
sed 's/"K": "2"/"K": "3"/' documents/search.json >bad.json
refused_by report 'found "K": 3, expected 2, by the definition' --from bad.json --out new
sed '0,/{/s//{"a": [1e400], /' documents/search.json >bad.json
refused_by report "bad.json a[0]: found '1e400', expected a number below" --from bad.json --out new
head -c 5000 documents/box.db >bad.db
refused_by report 'bad.db' --from bad.db --out new
absent new
mkdir thesis
echo mine >thesis/chapter.tex
refused_by report 'chapter.tex' --from documents --out thesis
absent thesis/report.html
"$program" report --from documents --out thesis --force >out 2>err || fail "--force"
expect mine thesis/chapter.tex
refused_by report 'expected a folder' --from documents --out documents/search.json
refused_by report 'one of html, md, tex, json, csv' --from documents --format pdf --out new
refused_by report 'one of html, md, tex and json' --from documents --format md,tex
refused_by report '--out: found nothing, expected FOLDER' --from documents --out ''
refused_by report 'no file of data' --from /dev/zero --out new
refused_by report 'no campaign file' --from documents/search.json --out new --live
refused_by report '--out' --from documents --live
refused_by report 'html, for --live' --from documents --out new --live --format md
refused_by report 'seconds greater than 0' --from documents --out new --live --time 0
absent new

# A campaign that is done ends --live at once; one that is not is followed until its time is over.
"$program" report --from documents --out live --live --every 1 >out 2>err || fail "--live"
expect '4 of 4 units' out
"$program" search --reading prefix --n 7 --shard 1/3 --campaign part.db >/dev/null 2>&1
"$program" report --from part.db --out live --live --every 1 --time 1 >out 2>err ||
    fail "--live of a part"
expect 'part.db is not complete' live/report.html
count=$((count + 1))
! grep -q 'http-equiv="refresh"' live/report.html || fail "a page that is no longer live"

echo "$count checks, $failures failed"
[ "$failures" -eq 0 ]
