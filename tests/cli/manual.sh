#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The manual pages, the reference and the completion that the program writes: they have every verb and
# option that --help-all has, man and mandoc take them without a warning, and each shell that is
# installed completes with them.
#
# usage: manual.sh PATH_OF_DISARRAY FOLDER_OF_THE_MANUAL
set -u
folder=$2
# shellcheck source=tests/cli/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

for format in man markdown bash zsh fish; do
    exits 0 --manual "$format"
    cp out "$format"
done
cmp -s man "$folder/disarray.1" || fail "the page of the build is not that of the program"
refused_by --manual 'expected one of man, markdown, bash, zsh, fish' html

# The page as a reader sees it, section by section, against --help-all.
sed 's/\\f[BIR]//g; s/\\-/-/g; s/\\e/\\/g' man >page
options=0
while IFS= read -r verb; do
    read -r -a words <<<"$verb"
    exits 0 "${words[@]:1}" --help-all
    heading="## $verb"
    awk -v heading=".SH ${verb^^}" '/^\.SH/ { is_in = $0 == heading } is_in' page >section
    awk -v heading="$heading" '/^## / { is_in = $0 == heading } is_in' markdown >part
    [ -s section ] || fail "man: no $verb"
    [ -s part ] || fail "markdown: no $verb"
    while IFS= read -r option; do # the first of its long names
        options=$((options + 1))
        grep -qE -- "^(-[A-Za-z], )?$option([ ,]|\$)" section || fail "man: $verb has no $option"
        grep -qE -- "\`(-[A-Za-z], )?${option}[, \`]" part || fail "markdown: $verb has no $option"
    done < <(grep -oE '^  (-[A-Za-z],)?--[A-Za-z_-]+' out | sed 's/^[^-]*\(-[A-Za-z],\)*--/--/')
    example=$(sed -n '/^Example:/,$s/^  disarray /disarray /p' out)
    grep -qxF -- "$example" section || fail "man: $verb without its example"
done < <(sed -n 's/^## //p' markdown | tail -n +2)
[ "$options" -ge 300 ] || fail "only $options options"

if command -v mandoc >/dev/null; then
    mandoc -Tlint -W warning "$folder"/*.1 >lint || fail "mandoc: $(head -5 lint)"
fi
if command -v man >/dev/null; then
    for page in "$folder"/*.1; do
        LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l "$page" >text 2>lint
        [ ! -s lint ] || fail "man: $(head -5 lint)"
        [ -s text ] || fail "man: $page is empty"
    done
fi

# completed WORDS…: what bash offers for the last of them.
completed() {
    bash --norc -c '. ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _disarray
        printf "%s\n" "${COMPREPLY[@]}"' bash disarray "$@" | paste -sd ' '
}
equal "a verb" "$(completed agg)" aggregate
equal "verbs below a verb" "$(completed search s)" "status scatter"
equal "an option" "$(completed search --rest --read)" --reading
equal "an option of a verb below" "$(completed search family --na)" ""
equal "options of the other" "$(completed search merge --o)" --out
equal "a value, for readline" "$(completed search --certificates s)" ""
equal "a value behind a sign of equality" "$(completed search --certificates = s)" ""
equal "every verb" "$(completed '' | wc -w)" "$("$program" --help | grep -cE '^  [a-z]')"
if command -v zsh >/dev/null; then
    zsh -n zsh || fail "zsh does not parse its completion"
fi
if command -v fish >/dev/null; then
    HOME=$directory fish --no-config -c 'source fish; complete -C "disarray search s"; complete -C "disarray search --shar"' \
        >offered 2>err || fail "fish: $(cat err)"
    equal "fish" "$(cut -f1 offered | grep -xE 'status|scatter|--shard' | LC_ALL=C sort | paste -sd ' ')" "--shard scatter status"
fi

echo "$count calls, $options options, $failures failures"
[ "$failures" -eq 0 ]
