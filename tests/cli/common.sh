# SPDX-License-Identifier: MIT
#
# What every test of the command line begins with: the program under test, a folder of its own that
# is gone at the end, and a count of failures. Sourced with the path of the binary as first argument.
# shellcheck shell=bash disable=SC2034 # program and count are used by those who source this
program=$1
failures=0
count=0

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit 1

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# refused_by VERB TEXT ARGUMENTS…: exit 2, one line with TEXT, nothing on standard output.
refused_by() {
    local verb=$1 text=$2
    shift 2
    count=$((count + 1))
    "$program" "$verb" "$@" >out 2>err </dev/null
    local status=$?
    [ "$status" -eq 2 ] || fail "$*: exit status $status, expected 2"
    [ -s out ] && fail "$*: writes to standard output"
    [ "$(wc -l <err)" -eq 1 ] || fail "$*: $(wc -l <err) lines on standard error"
    grep -qF -- "$text" err || fail "$*: expected '$text', found: $(cat err)"
}
