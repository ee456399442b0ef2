#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# What the program says of itself, verb by verb: --help is a screen, --help-all is all of it, each
# option is declared in a group, --time takes seconds and nothing else, a name that nothing has is
# answered with the nearest; --version, the colours of a terminal, --fail-if.
#
# usage: help.sh PATH_OF_DISARRAY
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd) || exit 1
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

below() { # the verbs below a verb
    # shellcheck disable=SC2086 # a verb is one word or two
    "$program" $1 --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z_-]*\).*/\1/p'
}

verbs=
for verb in $(below ''); do
    verbs="$verbs$verb
"
    for name in $(below "$verb"); do verbs="$verbs$verb $name
"; done
done
[ "$(wc -l <<<"$verbs")" -ge 25 ] || fail "few verbs: $verbs"

options_in() { grep -oE '^  (-[A-Za-z],)?--[A-Za-z_-]+' "$1" | sed 's/.*--/--/' | sort; }

empty_values=0
# A terminal shows 40 lines of 100 characters; an example is a line to copy, however long.
while IFS= read -r verb; do
    read -r -a words <<<"$verb"
    exits 0 "${words[@]}" --help-all
    cp out whole
    exits 0 "${words[@]}" --help
    [ "$(wc -l <out)" -le 40 ] || fail "$verb --help: $(wc -l <out) lines"
    for text in out whole; do
        width=$(sed '/^Example:/,$d' "$text" | LC_ALL=C.UTF-8 wc -L)
        [ "$width" -le 100 ] || fail "$verb: a line of $width characters in $text"
    done
    grep -q ' …$' whole && fail "$verb --help-all: a text cut short"
    grep -qE '^(Options|Positionals):' whole && fail "$verb: options without a group"
    [ -z "$(comm -23 <(options_in out) <(options_in whole))" ] || fail "$verb: --help has more than --help-all"
    hidden=$(comm -13 <(options_in out) <(options_in whole) | wc -l)
    if [ "$hidden" -gt 0 ]; then
        grep -qF -- "--help-all: $hidden more options" out || fail "$verb --help: $hidden options are not spoken of"
    fi
    if grep -q -- '^  --time ' whole; then
        for seconds in nan -nan inf -inf -1 0 1e10 1s; do
            refused_by "${words[0]}" "found \"$seconds\", expected seconds greater than 0 and less than 10^9" \
                "${words[@]:1}" --time "$seconds"
        done
    fi
    # A value that is empty, as a variable of a script may be, is none.
    while IFS= read -r option; do
        exits 2 "${words[@]}" "$option" ''
        [ "$(wc -l <err)" -eq 1 ] && grep -q -- "$option.*found" err || fail "$verb $option '': $(cat err)"
        empty_values=$((empty_values + 1))
    done < <(grep -oE '^  (-[A-Za-z],)?--[A-Za-z_-]+ [A-Z]' whole | sed 's/ [A-Z]$//; s/.*--/--/')
done <<<"${verbs%$'\n'}"
[ "$empty_values" -ge 200 ] || fail "only $empty_values options with a value"
exits 0 check retrieval --help
grep -qF -- '--metric LIST=all ' out || fail "the default of a list: $(cat out)"
exits 0 search --help-all
grep -qF -- '--patience' out || fail "search --help-all has no --patience"
exits 0 search --help
grep -qF -- '--patience' out && fail "search --help has --patience"

# Asked for in front as well, of any verb.
for verb in '' search 'search prove'; do
    read -r -a words <<<"$verb"
    exits 0 "${words[@]}" --help
    cp out asked
    exits 0 help "${words[@]}"
    cmp out asked || fail "help $verb is another text than $verb --help"
done
refused_by help 'found "serch", expected one of' serch

# Names that nothing has.
refused_by distance 'option of disarray distance: found "--metrc", expected one of' --order b,a --metrc kendall
grep -qF 'the nearest --metric,' err || fail "nearest option: $(cat err)"
grep -qF '(disarray distance --help-all lists all)' err || fail "list of options: $(cat err)"
refused_by --json 'found "--json" before distance, expected it after distance' distance --order b,a
refused_by report 'found "--form", expected one of --help,' --form=x
refused_by report '(did you mean --from?)' --frm=x
refused_by check 'disarray check: found "claim", expected one of claims' claim
refused_by search 'disarray search status: found "b", expected no further argument' status a b
refused_by chek 'disarray: found "chek", expected one of 12 names, the nearest check' --help-me
for arguments in 'distance --order b,a --metric kendal' 'check --property symmetri' \
    'check retrieval --law rang' 'check claims KV-T' 'evaluate a b --metric nDGC'; do
    read -r -a words <<<"$arguments"
    exits 2 "${words[@]}"
    [ "$(wc -c <err)" -le 200 ] || fail "$arguments: an answer of $(wc -c <err) bytes"
    grep -qE ', the nearest [^,]+, [^,]+, [^,]+ \(disarray .* lists? all\)' err || fail "$arguments: $(cat err)"
done
shown_by check 'KV-T1' claims --list

# The version, and that it names every format that the sources do.
exits 0 --version
for text in 'disarray ' 'build: ' 'GMP ' 'FLINT ' 'CLI11 2' 'audit protocol 1'; do
    grep -qF "$text" out || fail "--version without '$text'"
done
tr '\n' ' ' <out >version
while IFS= read -r format; do
    count=$((count + 1))
    grep -qE "\b$format\b" version || fail "--version without the format $format"
done < <(
    cd "$root" && grep -rhoE --include=*.cpp 'document\("[a-z-]+"\)' src properties search |
        sed 's/document("\(.*\)")/\1/' | sort -u
    grep -rhoE --include=*.cpp 'disarray\.[a-z-]+/[0-9]+' src properties search reports | sort -u |
        grep -vE '\.(search|check|discover|evaluate|aggregate|audit|experiment)/'
)

# Colours on a terminal, and only there.
escape=$(printf '\033')
on_terminal() { TERM=xterm script -qec "$1" /dev/null </dev/null; }
if command -v script >/dev/null; then
    command="'$program' 2>/dev/null search --reading prefix --n 3..4"
    count=$((count + 3))
    on_terminal "$command" | grep -qF "${escape}[32mcertified${escape}[0m" || fail "no colour on a terminal"
    NO_COLOR=1 on_terminal "$command" | grep -qF "${escape}[32m" && fail "NO_COLOR is not obeyed"
    on_terminal "$command --json" | grep -qF "${escape}[" && fail "colours in JSON"
fi
exits 0 search --reading prefix --n 3
grep -qF "$escape" out && fail "colours in a file"

# --fail-if: 1 where one of its verdicts is among the answers, whatever else there is.
exits 0 search --reading prefix --n 3..6
exits 1 search --reading prefix --n 3..6 --fail-if refuted
exits 1 search --reading prefix --n 3..6 --fail-if undecided,refuted --json
exits 0 search --reading prefix --n 3..4 --fail-if refuted --fail-if undecided
exits 1 search --classical --n 3 --fail-if exhausted
exits 1 search weights --reading prefix --n 3 --fail-if exhausted
exits 1 search family framed --reading prefix --n 4..6 --fail-if exhausted,refuted
exits 0 search --reading prefix,box --reading interval --n 3
[ "$(grep -c "^K <= F\[[a-z]*\]  *3 " out)" -eq 3 ] || fail "three readings: $(cat out)"
exits 1 search conjecture --reading prefix --n 6 --weighted-n 3 --fail-if refuted
exits 1 check --metric kendall --property symmetry --exhaustive 3 --frame literal --fail-if exhausted,refuted
exits 0 check --metric kendall --property symmetry --exhaustive 2 --fail-if certified
exits 1 check retrieval --metric P@1 --law range --exhaustive 1 --random 0 --fail-if exhausted
exits 1 check pairs --metric kendall,kendall-tau --n 3 --fail-if exhausted
exits 1 check claims KV-T1-strong --exhaustive 3 --random 0 --program-n 3 --fail-if supported,exhausted,certified,refuted
exits 1 check atlas --metric hamming --exhaustive 2 --random 0 --fail-if exhausted
refused_by search 'found "false", expected one of refuted' --fail-if false

echo "$count calls, $failures failures"
[ "$failures" -eq 0 ]
