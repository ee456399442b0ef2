#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# What pages and comments refer to is there: files that a link of a page names, and pages that a
# comment cites, with the section that it cites ("docs/definitions.md, Weights"). The version is one.
#
# usage: pages.sh ROOT_OF_THE_TREE
set -u
cd "$1" || exit 1
failures=0
count=0

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

while IFS=: read -r page link; do
    count=$((count + 1))
    target=${link%%#*}
    [ -z "$target" ] || [ -e "$(dirname "$page")/$target" ] || fail "$page: no $target"
done < <(grep -oE --with-filename '\]\([^)]*\)' *.md docs/*.md search/*.md search/verify/*.md properties/audit/*.md |
    sed 's/\](\(.*\))$/\1/' | grep -v 'https\?:')

folders=(src properties search reports tests)
while IFS= read -r citation; do
    count=$((count + 1))
    page=${citation%%,*}
    [ -e "$page" ] || fail "no $page, which a comment cites"
    section=${citation#"$page"}
    section=${section#, }
    [ -z "$section" ] || [ ! -e "$page" ] || grep -qF "## $section" "$page" || fail "$page: no section $section"
done < <(
    # Comments go on in the next line.
    grep -rhE -A1 --include=*.cpp --include=*.hpp 'docs/[a-z]+\.md' "${folders[@]}" |
        sed 's,^ *///* *,,' | tr '\n' ' ' |
        grep -oE 'docs/[a-z]+\.md(, [A-Z][a-z]*( [a-z]+)*[):;.])?' | sed 's/[):;.]$//' | sort -u
)
grep -rniE --include=*.cpp --include=*.hpp 'definitions? §|spec/' "${folders[@]}" &&
    fail "a comment cites a page that is not in the tree"

# The version and its date, which stand in three places.
version=$(sed -n 's/^project(disarray VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
date=$(sed -n 's/^set(DISARRAY_DATE \([0-9-]*\)).*/\1/p' CMakeLists.txt)
grep -qxF "## $version ($date)" CHANGELOG.md || fail "CHANGELOG.md: no $version ($date)"
grep -qxF "version: $version" CITATION.cff || fail "CITATION.cff: not of $version"
grep -qxF "date-released: $date" CITATION.cff || fail "CITATION.cff: not of $date"

[ "$count" -ge 30 ] || fail "only $count references"
echo "$count references, $failures failures"
[ "$failures" -eq 0 ]
