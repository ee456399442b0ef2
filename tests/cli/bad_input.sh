#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Every kind of bad input to `disarray distance`: exit status 2, exactly one line on standard error
# that says what is wrong, and nothing on standard output, with and without --json. What must be
# accepted although it looks odd (CRLF, byte order mark, comments) is at the end, and after it what
# the system refuses to verbs.
#
# usage: bad_input.sh PATH_OF_DISARRAY
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd) || exit 1
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# refused TEXT ARGUMENTS…: the call fails with one line that contains TEXT.
refused() {
    local text=$1 json
    shift
    for json in "" --json; do
        count=$((count + 1))
        "$program" distance "$@" $json >out 2>err <stdin
        local status=$?
        [ "$status" -eq 2 ] || fail "$* $json: exit status $status, expected 2"
        [ -s out ] && fail "$* $json: writes to standard output: $(head -c 200 out)"
        [ "$(wc -l <err)" -eq 1 ] || fail "$* $json: $(wc -l <err) lines on standard error, expected 1"
        grep -qF -- "$text" err || fail "$* $json: expected '$text', found: $(cat err)"
    done
}

# accepted ARGUMENTS…: the call succeeds and is silent on standard error.
accepted() {
    count=$((count + 1))
    "$program" distance "$@" >out 2>err <stdin
    local status=$?
    [ "$status" -eq 0 ] || fail "$*: exit status $status, $(cat err)"
    [ -s out ] || fail "$*: prints nothing"
    [ -s err ] && fail "$*: writes to standard error: $(cat err)"
}

: >stdin
: >empty
printf '# nothing\n\n' >comments
printf '3 1 2\n1 1 2\n' >repeated
printf '3 1 2\n1 2\n' >shorter
printf '3 1 2 | 1 2\n' >reference
printf '3 1 2 | 1 2 3 | 2 1 3\n' >bars
printf 'b c a\nb c d\n' >names
printf '3 1 2\n3 \0 1 2\n' >binary
head -c 4096 /dev/urandom | tr -d '\n' >random; printf '\0' >>random
mkdir folder

# Not a ranking.
refused 'rank 1 at places 2 and 3' --ranks 3,1,1
refused 'rank 4 at place 3' --ranks 1,2,4
refused 'rank 0 at place 1' --ranks 0,1,2
refused 'rank 5 at place 1' --ranks 5,1,2,3
refused 'rank -1 at place 1' --ranks -1,1,2
refused '"x" at place 2' --ranks 1,x,3
refused '"1.5" at place 2' --ranks 1,1.5,3
refused '"99999999999999999999" at place 1' --ranks 99999999999999999999
refused 'nothing at place 2' --ranks 1,,2
refused 'nothing at place 3' --ranks 1,2,
refused 'found nothing' --ranks ''
refused 'no ranks' --ranks ' '
refused 'element "b" at places 1 and 3' --order b,a,b
refused 'element 1 at places 1 and 2' --order 1,1
refused 'element 3 at place 1' --order 3,1
refused 'element 0 at place 1' --order 0,1
refused 'found nothing' --order ''
refused 'unknown element "d" at place 3' --order b,c,d --elements a,b,c
refused 'without "c"' --order b,a --elements a,b,c
refused 'element "a" at places 1 and 3' --order a,b --elements a,b,a

# Lengths that differ.
refused '2 ranks, expected 3' --ranks 1,2 --reference-ranks 1,2,3
refused '2 elements, expected 3' --order a,b --reference-ranks 1,2,3
refused 'unknown element "d"' --order b,c,d --reference-order a,b,c
refused 'shorter line 2: found 2 ranks, expected 3' --ranks-file shorter
refused 'reference line 1, reference: found 2 ranks' --ranks-file reference
refused 'two bars' --ranks-file bars
refused '2 ranks, expected 3' --ranks 1,2 --elements a,b,c

# Where rankings come from.
refused 'no ranking, expected one of --ranks' --metric kendall
refused 'only one of them' --ranks 1,2 --order a,b
refused 'only one of them' --ranks 1,2 --reference-ranks 1,2 --reference-order 1,2
refused '--ranks' --ranks
refused 'the nearest --order-file' --ranks 1,2 --no-such-option
refused 'expected no further argument' --ranks 1,2 word

# Files.
refused 'missing: found No such file' --ranks-file missing
refused 'folder: found a directory' --ranks-file folder
refused 'empty: found no ranking' --ranks-file empty
refused 'comments: found no ranking' --ranks-file comments
refused 'standard input: found no ranking' --ranks-file -
refused 'binary line 2: found byte 0x00' --ranks-file binary
refused 'random line 1: found byte' --ranks-file random
refused '/dev/zero line 1: found byte 0x00' --ranks-file /dev/zero
refused 'repeated line 2: found rank 1' --ranks-file repeated
refused 'names line 2: found unknown element "d"' --order-file names

# Weights and swap costs.
refused 'weight 0 at place 2' --ranks 3,1,2 --weights 1,0,2
refused 'weight -1 at place 1' --ranks 3,1,2 --weights -1,2,3
refused 'weight -1 at place 1' --ranks 3,1,2 --weights=-1,2,3
refused 'place 3: found "x"' --ranks 3,1,2 --weights 1,2,x
refused 'place 1: found "nan"' --ranks 3,1,2 --weights nan,2,3
refused 'place 1: found "1/0"' --ranks 3,1,2 --weights 1/0,2,3
refused '2 weights, expected 3' --ranks 3,1,2 --weights 1,2
refused '0 weights' --ranks 3,1,2 --weights ' '
refused 'swap cost -1 at place 2' --ranks 3,1,2 --swap-costs 1,-1
refused '3 swap costs, expected 2' --ranks 3,1,2 --swap-costs 1,1,1
refused 'did you mean unit?' --ranks 3,1,2 --swap-costs uni
refused 'k = "0"' --ranks 3,1,2 --swap-costs topk:0
refused 'KV Table 1' --ranks 1,2,3,4,5,6,7,8,9,10,11 --swap-costs ctr

# Dissimilarities.
printf '0 1\n1 0\n' >two
printf '0 1 2\n1 0 3\n' >flat
printf '0 1 2\n1 0\n2 3 0\n' >ragged
printf '0 1 2\n5 0 3\n2 3 0\n' >asymmetric
printf '0 1 -2\n1 0 3\n-2 3 0\n' >negative
printf '0 1 2\n1 7 3\n2 3 0\n' >diagonal
printf '0 1 9\n1 0 3\n9 3 0\n' >triangle
printf '0 1 y\n1 0 3\n2 3 0\n' >text
printf '[[0,1,2],[1,0,null],[2,3,0]]' >null.json
printf '[[0,1,2],[1,0,3],[2,3,0]' >cut.json
printf '1 2 1\n2 3 x\n' >edges
printf '1 2 1\n' >apart
refused 'expected 3×3' --ranks 3,1,2 --dissimilarity two
refused '3 entries in row 1' --ranks 3,1,2 --dissimilarity flat
refused '2 entries in row 2' --ranks 3,1,2 --dissimilarity ragged
refused '1 at row 1, column 2, expected a symmetric matrix, 5 as at row 2, column 1' \
    --ranks 3,1,2 --dissimilarity asymmetric
refused '-2 at row 1, column 3' --ranks 3,1,2 --dissimilarity negative
refused '7 at row 2, column 2, expected 0 on the diagonal' --ranks 3,1,2 --dissimilarity diagonal
refused 'text line 1, place 3: found "y"' --ranks 3,1,2 --dissimilarity text
refused 'null.json row 2, column 3: found null' --ranks 3,1,2 --dissimilarity null.json
refused 'cut.json line 1' --ranks 3,1,2 --dissimilarity cut.json
refused 'empty: found no numbers' --ranks 3,1,2 --dissimilarity empty
refused 'folder: found a directory' --ranks 3,1,2 --dissimilarity folder
refused 'binary line 2: found byte 0x00' --ranks 3,1,2 --dissimilarity binary
refused 'expected a file that exists' --ranks 3,1,2 --dissimilarity missing
refused 'did you mean line?' --ranks 3,1,2 --dissimilarity lines:0,1,2
refused 'element "4"' --ranks 3,1,2 --dissimilarity cut:4
refused '2 classes, expected 3' --ranks 3,1,2 --dissimilarity classes:1,1
refused '2 positions, expected 3' --ranks 3,1,2 --dissimilarity line:0,1
refused 'k = 4' --ranks 3,1,2 --dissimilarity topk:4,1
refused 'edges line 2: found "x"' --ranks 3,1,2 --dissimilarity graph:edges
refused 'no path between 1 and 3' --ranks 3,1,2 --dissimilarity graph:apart
refused 'missing: found No such file' --ranks 3,1,2 --dissimilarity graph:missing
refused 'standard input has the rankings' --ranks-file - --dissimilarity -
refused 'D(1,3) exceeds D(1,2) + D(2,3) by 5' --ranks 3,1,2 --dissimilarity triangle --require metric
refused 'D(1,3) exceeds D(1,2) + D(2,3) by 5' \
    --ranks 3,1,2 --dissimilarity triangle --require pseudometric
refused 'D(1,2) = 0' --ranks 3,1,2 --dissimilarity cut:3 --require metric

# Names of choices.
refused 'did you mean prefix?' --ranks 3,1,2 --reading prefx
refused 'one of all, prefix, prefix-sym, interval, box' --ranks 3,1,2 --reading none
refused 'did you mean element?' --ranks 3,1,2 --frame elements
refused 'the nearest kendall, kendall-tau, ' --ranks 3,1,2 --metric kendal
refused 'did you mean local?' --ranks 3,1,2 --fixed-points loca
refused 'did you mean metric?' --ranks 3,1,2 --require metrics
refused 'the reading of --metric footrule[box]' --ranks 3,1,2 --metric 'footrule[box]' --reading prefix

# A reading without a value, asked for by name.
refused 'one-argument reading' --ranks 3,1,2 --reference-ranks 2,1,3 --metric 'footrule[prefix-sym]'
refused 'one-argument reading' --ranks 3,1,2 --reference-ranks 2,1,3 --reading prefix-sym

# Accepted.
printf '\xef\xbb\xbf# CRLF and a byte order mark\r\n3 1 2\r\n\r\n1,2,3 | 2,1,3\r\n' >crlf
printf '0,1,2\r\n1,0,3\r\n2,3,0\r\n' >matrix
printf '[[0, "1/2", 0.1],\r\n ["1/2", 0, 1e-1],\r\n [0.1, 0.1, 0]]\r\n' >matrix.json
accepted --ranks-file crlf
accepted --ranks-file crlf --json
accepted --ranks 3,1,2 --dissimilarity matrix --require metric
accepted --ranks 3,1,2 --dissimilarity matrix.json
accepted --ranks 3,1,2 --dissimilarity triangle
accepted --ranks 3,1,2 --dissimilarity cut:3 --require pseudometric
accepted --ranks 1
accepted --order 'é,à'

# system_refuses TEXT COMMAND…: what the system does not grant is no fault of the program either.
system_refuses() {
    local text=$1 status=0
    shift
    count=$((count + 1))
    "$@" >out 2>err <stdin || status=$?
    [ "$status" -eq 2 ] || fail "$*: exit status $status, expected 2"
    [ "$(wc -l <err)" -eq 1 ] || fail "$*: $(wc -l <err) lines on standard error, expected 1"
    grep -qF -- "$text" err || fail "$*: expected '$text', found: $(cat err)"
}
golden=$root/tests/reports/golden
system_refuses 'expected that it grants this' \
    env TMPDIR=/nonexistent "$program" report --from "$golden/documents/scatter.json" --out pages
# A link that leads to itself, as a source, in a folder of sources, as the place of a report or in it.
ln -s loop loop
mkdir linked
ln -s ../loop linked/report.md
ln -s ../loop linked/a.json
for from in loop linked; do
    system_refuses "$from" "$program" report --from "$from" --format md
    system_refuses "$from" "$program" report --from "$from" --out pages
done
for out in linked loop loop/below /dev/full/below; do
    system_refuses "$out" "$program" report --from "$golden/documents/scatter.json" --out "$out" --force --format md
done
system_refuses 'Too many open files' bash -c 'ulimit -n 8; "$0" audit -- cat' "$program"

# What a terminal obeys, or would show in another order, is in the name of a file. Each verb that takes
# one says so without it, whatever it says.
name=$'x\e[31m\u202e\ny'
mkdir strange
cd strange || exit 1
plain() { # plain ARGUMENTS…
    count=$((count + 1))
    "$program" "$@" >../out 2>../err <../stdin
    local status=$?
    { [ "$status" -ne 3 ] && ! grep -qaP '\e|\xe2\x80\xae' ../out ../err; } || fail "$*: status $status, $(cat -v ../out ../err)"
    [ "$status" -ne 2 ] || [ "$(wc -l <../err)" -eq 1 ] || fail "$*: $(wc -l <../err) lines"
}
for content in absent '' '[["a","b"]]' '3 1 2' '{"schema":"disarray.search/1"}' $'1 Q0 a 1 2 \e[31m'; do
    if [ "$content" = absent ]; then rm -f "$name"; else printf '%s\n' "$content" >"$name"; fi
    for option in --ranks-file --order-file --scores-file --weights-file --dissimilarity --weights --swap-costs; do
        plain distance "$option" "$name"
    done
    plain aggregate "$name"
    plain aggregate --weights "$name" "$name"
    plain evaluate "$name" "$name"
    plain evaluate "$name" "./$name" "$name" --test t
    plain trec_eval "$name" "$name"
    plain report --from "$name"
    plain report --from "$name" --out "$name"
    plain discover --resume "$name"
    plain check --examples "$name"
    plain check --replay "$name"
    plain check atlas --save "$name/x"
    plain check claims --expect "$name"
    plain verify "$name"
    plain search merge --out "$name/x" "$name"
    plain search status "$name"
    plain search --conjecture-file "$name"
    plain audit --compare "$name" "$name"
    plain audit --replay "$name" -- cat
    plain plan "$name"
    plain experiment robustness --labels "$name"
done
rm -f "$name"
plain report --from "$golden/documents/scatter.json" --out "$name" --format md
plain search --n 3 --certificates "$name/certificates" 'F[box] <= 7/2*K'
cd ..

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
