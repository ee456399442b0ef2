#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `disarray aggregate`: every form of profile, every method, the keys of its document, exact
# methods against each other and against `disarray distance`, what stops it, and bad input.
#
# usage: aggregate.sh PATH_OF_DISARRAY
set -u
data=$(cd "$(dirname "${BASH_SOURCE[0]}")/../data" && pwd) # before common.sh leaves this folder
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

aggregate() { "$program" aggregate "$@"; }
refused() { refused_by aggregate "$@"; }
shows() { shown_by aggregate "$@"; }
has() { in_document "$@"; }

# key NAME ARGUMENTS…: the first string of that name in the document.
key() {
    local name=$1
    shift
    aggregate "$@" --json </dev/null | sed -n "s/^  \"$name\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" |
        head -n 1
}
# order ARGUMENTS…: the ranking, names between commas.
order() {
    aggregate "$@" --json </dev/null | tr -d '\n' | sed 's/.*"ranking": \[\([^]]*\)\].*/\1/; s/  *"/"/g; s/"//g'
}
without_time() { grep -v -e '"seconds"' -e '^seconds' -e '"command"'; }

# The keys of the contract, and what they say.
shows 'disarray.aggregate/1' "$data/council.soc" --json
has '"version":'
has '"command":"disarrayaggregate'
has '"method":"kemeny"'
has '"ranking":["AdaByrne","BenCole","CoraDaly","DanEgan","EveFlynn","FinnGray"]'
has '"ranks":[1,2,3,4,5,6],"cost":"79","lower_bound":"79"'
has '"optimal":true,"gap":"0","ratio":"1"'
has '"decimal":{"cost":"79","lower_bound":"79","ratio":"1"}'
has '"effort":{"components":4,"largest_component":3,"nodes":8,"inequalities":0}'
has '"seconds":'
has '"rows":6,"votes":21'
grep -q '"seed"' out && fail 'a seed where none was used'
shows '"seed": 5' "$data/council.soc" --method pivot --seed 5 --json

# For people: names with their ranks, both costs, the proof or the gap.
shows '   1  Ada Byrne' "$data/council.soc"
shows 'optimal        yes, proved by: dynamic programming over subsets' "$data/council.soc"
shows 'effort         4 components, the largest of 3 elements, 8 nodes' "$data/council.soc"
shows 'optimal        not proved, at most 7 above the least' "$data/council.soc" --method borda
shows 'ratio          85/78 (1.08974)' "$data/council.soc" --method borda
# Elements below less those above: b gets 3·0 + 2·2, a 3·2 − 2·2, c −3·2 + 2·0.
printf '3: a > b > c\n2: b > c > a\n' >five.txt
shows '   1  b             4' five.txt --method borda
shows '   3  c            -6' five.txt --method borda
equal 'points in JSON, by element' \
    "$("$program" aggregate five.txt --method borda --json | tr -d ' \n' | grep -o '"points":.[^]]*.')" '"points":[2,4,-6]'
equal 'points of no other method' "$("$program" aggregate five.txt --method local --json | grep -c points)" 0
printf 'a b c\nb c a\nc a b\n' >cycle
shows 'lower bound    4, by: half of the least footrule' cycle --method footrule
shows 'lower bound    3, by: minimum of each pair' cycle --method footrule --weights 1,1,1
shows 'lower bound    78, by: minimum of each pair' "$data/council.soc" --method borda

# Whether an optimum is the only one. Condorcet's cycle has three of least K, and three of least F.
printf 'a b c\n' >unanimous
shows 'unique         yes, proved' unanimous
shows 'unique         yes, proved' unanimous --metric footrule --method exhaustive
grep -q '^optima ' out && fail 'a list that nobody asked for'
for metric in kendall footrule; do
    for method in '' '--method exhaustive' '--compare'; do
        shows 'unique         no' cycle --metric $metric $method
        equal "$metric $method: others" "$(grep -c '^another  ' out)" 1
        shows 'optima         2 orders, there may be more' cycle --metric $metric $method --all-optima 2
        shows '"optima_complete": false' cycle --metric $metric $method --all-optima 2 --json
    done
done
shows 'another        ranks 1 to 3: b > c > a' cycle --all-optima 3
shows 'optima         3 orders, these are all' cycle --all-optima 3
shows 'optima         3 orders, these are all' cycle --all-optima 1000
shows '"unique": false' cycle --all-optima 3 --json
has '"optima":[["a","b","c"],["b","c","a"],["c","a","b"]],"optima_complete":true'
shows '"unique": true' unanimous --json
has '"optima":[["a","b","c"]],"optima_complete":true'
shows 'another        ranks 4 to 6: Finn Gray > Dan Egan > Eve Flynn' "$data/council.soc"
shows '"optima_complete": true' cycle --all-optima 7 --json --metric footrule
shows 'unique         unknown: no other optimum was found' unanimous --method borda
shows '"unique": null' unanimous --method borda --json
shows '"optimal": false' "$data/council.soc" --method borda --json
grep -q '"unique"' out && fail 'unique, of what is not proved optimal'
refused '--all-optima: found "0", expected a whole number, from 1 to 1000' cycle --all-optima 0

# One profile in every form.
cat >old.soc <<'END'
3
1,a
2,b
3,c
6,6,3
3,1,2,3
2,2,3,1
1,3,1,2
END
printf '# NUMBER ALTERNATIVES: 3\n# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: b\n# ALTERNATIVE NAME 3: c\n3: 1,2,3\n2: 2,3,1\n1: 3,1,2\n' >new.soc
printf '3: a > b > c\n2: b,c,a\nc a b\n' >text
printf 'a,b,c,count\n1,2,3,3\n3,1,2,2\n2,3,1,1\n' >votes.csv
printf '[{"order":[["a"],["b"],["c"]],"count":3},{"order":["b","c","a"],"count":2},["c","a","b"]]' >votes.json
for file in old.soc new.soc votes.csv votes.json; do
    gzip -kc $file >"zipped.${file#*.}.gz"
    equal "$file" "$(aggregate $file --json | without_time)" "$(aggregate text --json | without_time)"
    equal "gzip of $file" "$(key cost "zipped.${file#*.}.gz")" 6
done
cp new.soc unnamed
equal 'a form that is given' "$(key cost unnamed --form soc)" 6
equal 'standard input' "$(aggregate - --json <text | without_time)" "$(aggregate text --json | without_time)"

# Exact methods agree, on every kind of votes; nothing is below them.
cost() { key cost "$@"; }
for rules in '--ties free' '--ties half' '--ties element-order'; do
    for unranked in bottom absent; do
        # shellcheck disable=SC2086 # words are what is wanted
        equal "kemeny and exhaustive, $rules $unranked" \
            "$(cost "$data/council.toi" $rules --unranked $unranked)" \
            "$(cost "$data/council.toi" $rules --unranked $unranked --method exhaustive)"
    done
done
equal 'ties free, bottom' "$(cost "$data/council.toi" --unranked bottom --ties free)" 49
equal 'ties half, bottom' "$(cost "$data/council.toi" --unranked bottom --ties half)" 78
equal 'ties half, absent' "$(cost "$data/council.toi" --unranked absent)" 57/2
equal 'kemeny and exhaustive' "$(cost "$data/council.soc" --method exhaustive)" 79
equal 'footrule' "$(cost "$data/council.soc" --metric footrule)" 140
equal 'the vote of least footrule' "$(cost "$data/council.soc" --metric footrule --method best-input)" 144
for method in prefix exhaustive; do
    equal "footrule and $method" "$(cost "$data/council.soc" --metric footrule --method $method)" 140
    equal "$method is optimal" "$(key optimal "$data/council.soc" --metric footrule --method $method)" true
done
equal 'footrule[prefix] without weights' "$(cost "$data/council.soc" --metric footrule --reading prefix)" 140
weights='--weights 1,2,3,1,1,5'
# shellcheck disable=SC2086
equal 'weights: kemeny and exhaustive' "$(cost "$data/council.soc" $weights)" \
    "$(cost "$data/council.soc" $weights --method exhaustive)"
# shellcheck disable=SC2086
equal 'weights: prefix and exhaustive' \
    "$(cost "$data/council.soc" --metric footrule --reading prefix $weights --method prefix)" \
    "$(cost "$data/council.soc" --metric footrule --reading prefix $weights --method exhaustive)"

# The default is the exact method of the cost.
equal 'default' "$(key method text)" kemeny
equal 'default of the footrule' "$(key method text --metric footrule)" footrule
equal 'default with swap costs' "$(key method text --swap-costs 1,1/2)" exhaustive
equal 'default in a reading' "$(key method text --metric footrule --reading box)" exhaustive
printf '%s\n' 'l k j i h g f e d c b a' 'a b c d e f g h i j k l' 'c a b f d e i g h l j k' >twelve
equal 'default of prefix' "$(key method twelve --metric footrule --reading prefix --weights 1,2,3,4,5,6,7,8,9,1,2,3)" prefix
equal 'default of more' "$(key method twelve --metric footrule --reading box)" local
equal 'default of more with swap costs' "$(key method twelve --swap-costs topk:2)" local
seq 1 5000 | paste -s -d , >many
equal 'default of many' "$(key method many)" pivot
equal 'unit swap costs are none' "$(key method text --swap-costs unit)" kemeny

# The cost of each answer is what `disarray distance` says, vote by vote: weights stay with their
# elements, the answer is the first argument. The distances are whole numbers here.
printf 'a b c d\nb d a c\nd c b a\nb a c d\n' >four
check_distances() {
    local answer sum=0 vote value metric=$1
    shift
    local options=("$@")
    answer=$(order four "${options[@]}")
    while read -r vote; do
        value=$("$program" distance --order "$answer" --reference-order "${vote// /,}" --metric "$metric" \
            "${distance_options[@]}" --json | sed -n 's/.*"value": "\(.*\)",\{0,1\}$/\1/p')
        sum=$((sum + value))
    done <four
    equal "the sum of ${options[*]} at $answer" "$(cost four "${options[@]}")" "$sum"
}
for method in kemeny borda best-input local exhaustive pivot; do
    distance_options=(--weights "1,2,3,7")
    check_distances kendall --weights 1,2,3,7 --method $method
    check_distances 'footrule[prefix]' --metric footrule --reading prefix --weights 1,2,3,7 --method $method
    distance_options=(--dissimilarity "line:0,1,5,2")
    check_distances kendall --dissimilarity line:0,1,5,2 --method $method
    distance_options=(--swap-costs "12,12,24" --fixed-points local)
    check_distances kendall --swap-costs 12,12,24 --fixed-points local --method $method
    distance_options=(--frame literal --weights "1,2,3,7")
    check_distances kendall --frame literal --weights 1,2,3,7 --method $method
done
equal 'both names of weights' "$(cost four --element-weights 1,2,3,7)" "$(cost four --weights 1,2,3,7)"

# All methods in a table, with the reasons for those left out.
shows 'cost/bound' "$data/council.soc" --compare
for method in kemeny footrule exhaustive pivot deterministic-pivot borda best-input local; do
    grep -q "^$method  *[0-9]" out || fail "--compare: no row for $method"
done
shows 'note: prefix left out: ' "$data/council.soc" --compare
shows 'note: footrule left out: ' "$data/council.toi" --unranked absent --compare
shows 'note: exhaustive left out: exhaustive: found 12 elements' twelve --compare
shows '"methods"' "$data/council.soc" --compare --json
has '"method":"kemeny","ranking":["AdaByrne"'
has '"reason":"prefix:found'
has '"own_lower_bound":"78"'
equal 'rows of --compare' "$(grep -c '"method":' out)" 10 # nine, and the best
equal 'bound of --compare' "$(key lower_bound "$data/council.soc" --compare)" 79
equal 'best of --compare' "$(key cost "$data/council.soc" --metric footrule --compare)" 140
equal 'and its method' "$(key method "$data/council.soc" --metric footrule --compare)" footrule

# Same seed, same output.
shuffled() { # SEED N VOTES: orders of 1..N
    awk -v seed="$1" -v n="$2" -v votes="$3" 'BEGIN {
        srand(seed)
        for (v = 0; v < votes; ++v) {
            for (i = 1; i <= n; ++i) p[i] = i
            for (i = n; i > 1; --i) { j = 1 + int(rand() * i); t = p[i]; p[i] = p[j]; p[j] = t }
            line = p[1]
            for (i = 2; i <= n; ++i) line = line "," p[i]
            print line
        }
    }'
}
shuffled 3 60 5 >sixty
equal 'the same seed' "$(aggregate sixty --method pivot --seed 7 | without_time)" \
    "$(aggregate sixty --method pivot --seed 7 | without_time)"
count=$((count + 1))
[ "$(order sixty --method pivot --seed 7 --repetitions 1)" != "$(order sixty --method pivot --seed 8 --repetitions 1)" ] ||
    fail 'another seed, the same order'
count=$((count + 1))
[ "$(cost sixty --method pivot --repetitions 200)" -le "$(cost sixty --method pivot --repetitions 1)" ] ||
    fail 'more repetitions, a greater cost'
equal 'the name of before' "$(key method text --method pivot-deterministic)" deterministic-pivot

# What is found within a time budget, or before a signal, is kept, and said.
shuffled 3 200 5 >large
# Then the exit status is that of an incomplete answer.
expected_status=4
shows 'note: stopped' large --time 0.5
shows 'not proved, at most' large --time 0.5
shows '"complete": false' large --time 0.5 --json
has '"optimal":false'
shows 'stopped before it' large --compare --time 0.000001
expected_status=0
count=$((count + 1))
"$program" aggregate large --json --time 40 >out 2>err & # the budget ends what ignores the signal
process=$!
began=$SECONDS
sleep 1
kill -INT "$process"
wait "$process"
[ $? -eq 4 ] || fail "interrupted: no exit status 4: $(cat err)"
[ $((SECONDS - began)) -lt 30 ] || fail "interrupted: ended after $((SECONDS - began)) s"
has '"optimal":false'
has '"complete":false'
equal 'ranked when interrupted' "$(sed -n '/"ranking"/,/]/p' out | grep -c '"[0-9]*",\{0,1\}$')" 200

# Bad input.
: >empty
printf 'a > b\nb > c\n' >sets
printf '0: a > b\n' >zero
printf 'a > b > a\n' >twice
printf '# NUMBER ALTERNATIVES: 2\n# NUMBER VOTERS: 3\n1: 1,2\n' >voters.soc
printf '# NUMBER ALTERNATIVES: 2\n# NUMBER UNIQUE ORDERS: 3\n1: 1,2\n' >orders.soc
printf '# NUMBER ALTERNATIVES: 2\n1: 1,2,3\n' >alternatives.soc
printf 'a = b\n' >tied
refused 'missing: found No such file' missing
refused 'empty: found no votes' empty
refused 'sets line 1: found a vote without "c", which line 2 has, expected all 3 elements, or --unranked bottom' sets
refused 'council.toi line 14: found a vote without "Eve Flynn"' "$data/council.toi"
refused 'zero line 1: found count "0"' zero
refused 'twice line 1: found element "a" a second time' twice
refused 'voters.soc line 2: found 3 voters, expected 1' voters.soc
refused 'orders.soc line 2: found 3 unique orders, expected 1' orders.soc
refused 'alternatives.soc line 2: found alternative "3"' alternatives.soc
refused 'a header of PrefLib' new.soc --form text
refused 'one of auto, soc' text --form sco
refused 'one of kemeny, footrule' text --method kemmeny
refused 'did you mean kendall?' text --metric kendal
refused '--ties: found' text --ties none
refused '--unranked: found' text --unranked top
refused '--metric footrule, which has readings' text --reading box
refused 'F* differs between them' text --metric footrule --weights 1,2,3
refused 'did you mean box?' text --metric footrule --reading bax
refused 'one of them' text --compare --method kemeny
refused 'at most 10, or another method: kemeny' twelve --method exhaustive
refused 'at most 4096, or another method: pivot' many --method kemeny
refused 'at most 4096, or --metric kendall with --method pivot' many --metric footrule
refused 'at most 500, or another method: pivot' many --method deterministic-pivot
refused 'or another method: footrule' sixty --metric footrule --method prefix
refused 'or another method: kemeny' text --method prefix
refused 'the rule element-order' tied --swap-costs 2
refused 'the rule bottom' sets --unranked absent --metric footrule
refused 'irrational' text --swap-costs dcg
refused '--weights' text --weights 1,2
refused '--swap-costs' text --swap-costs 1,2,3
refused '--dissimilarity' text --dissimilarity line:1,2
refused '--require' text --dissimilarity cut:a --require sometimes
refused '--weights' text --weights 1,2,3 --element-weights 1,2,3
refused '--fixed-points: found no --swap-costs' text --fixed-points local
refused '--require: found no --dissimilarity' text --require metric
refused '--frame: found no weights' text --frame literal
refused '--repetitions: found a method without runs' text --method borda --repetitions 3
refused 'standard input has the profile' - --dissimilarity -
refused '--repetitions: found "0", expected a whole number, from 1 to 1000000' text --method pivot --repetitions 0
refused 'seconds greater than 0' text --time 0
refused 'file' # no file at all
says_full aggregate text

echo "$count checks, $failures failed"
[ "$failures" -eq 0 ]
