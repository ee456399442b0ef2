#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs every example that --help of any verb shows: the lines under "Example:" that begin with two
# blanks and "disarray ". Each must end with 0. The verbs are those that `disarray --help` lists.
#
# usage: help_examples.sh PATH_OF_DISARRAY
set -u
program=$1
failures=0
count=0

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

verbs=$("$program" --help | sed -n '/^Subcommands:/,$s/^  \([a-z][a-z_-]*\).*/\1/p')
[ -n "$verbs" ] || fail "disarray --help lists no verbs"

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit 1

# Verbs below a verb have examples of their own.
for verb in $verbs; do
    below=$("$program" "$verb" --help | sed -n '/^Subcommands:/,$s/^  \([a-z][a-z_-]*\) .*/\1/p')
    for name in $below; do verbs="$verbs
$verb $name"; done
done

while IFS= read -r verb; do
    read -r -a words <<<"$verb"
    examples=$("$program" "${words[@]}" --help | sed -n '/^Example:/,$s/^  disarray //p')
    if [ -z "$examples" ]; then
        fail "disarray $verb --help shows no example"
        continue
    fi
    while IFS= read -r arguments; do
        # eval, because an example is quoted for a shell.
        if output=$(
            disarray() { "$program" "$@"; } # an example may call it more than once
            eval "disarray $arguments" 2>&1 </dev/null
        ); then
            [ -n "$output" ] || fail "disarray $arguments: prints nothing"
        else
            fail "disarray $arguments: exit status $?, $output"
        fi
        count=$((count + 1))
    done <<<"$examples"
done <<<"$verbs"

echo "$count examples, $failures failures"
[ "$failures" -eq 0 ]
