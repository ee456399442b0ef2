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
