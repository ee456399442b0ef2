#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# tests/reports/accept.sh TESTS: shows how the reports that the test program (disarray_tests) writes
# now differ from the golden files, and, if asked to, puts them in their place.
set -euo pipefail
tests=$(realpath "${1:?the path of disarray_tests}")
golden=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/golden
received=$(mktemp -d)
trap 'rm -rf "$received"' EXIT

DISARRAY_RECEIVED=$received "$tests" "reports are as reviewed" >/dev/null || true
changed=()
for file in "$received"/* "$received"/*/*; do
    [[ -f $file ]] || continue
    name=${file#"$received"/}
    if ! diff -u "$golden/$name" "$file" 2>/dev/null; then changed+=("$name"); fi
done
for file in "$golden"/* "$golden"/{evaluation,audit,experiment}/*; do
    [[ ! -f $file || -e $received/${file#"$golden"/} ]] || echo "no longer made: $file"
done
if ((${#changed[@]} == 0)); then
    echo "nothing has changed"
    exit 0
fi
read -rp "accept ${changed[*]}? [y/N] " answer
[[ $answer == y ]] || exit 1
for name in "${changed[@]}"; do cp "$received/$name" "$golden/$name"; done
