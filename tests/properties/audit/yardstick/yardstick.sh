#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# What `disarray audit` is believed for: it refutes no law of a metric without a fault (correct.py), whether it names
# its reference or not, and passes none with a fault (broken.py).
#
# usage: yardstick.sh DISARRAY correct|all
#        correct: those without a fault, on few inputs, every second one with its reference; all:
#        everything on the inputs that users have, those with a fault in 20 s each
#        PYTHON=/usr/bin/python3   the interpreter that has SciPy and scikit-learn
set -u
program=$1
which=$2
python=${PYTHON:-/usr/bin/python3}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PYTHONDONTWRITEBYTECODE=1
options=()
[ "$which" = all ] || options=(--exhaustive 2 --random 20 --sizes 10)
count=0
failures=0

# audited EXPECTED FILE NAME [bare]: EXPECTED is a pattern of exit statuses.
audited() {
    local expected=$1 report status
    shift
    count=$((count + 1))
    report=$("$program" audit "${options[@]}" --no-timings -- "$python" "$here/$1" "${@:2}" 2>&1 </dev/null)
    status=$?
    # shellcheck disable=SC2053 # a pattern
    [[ $status == $expected ]] && return
    failures=$((failures + 1))
    printf 'FAILED: %s: exit status %s, expected %s\n%s\n' "$*" "$status" "$expected" "$report"
}

named=1
for name in $("$python" "$here/correct.py" --list); do
    named=$((1 - named))
    [[ $which != all && $named == 0 ]] || audited 0 correct.py "$name"
    [[ $which != all && $named == 1 ]] || audited 0 correct.py "$name" bare
done
if [ "$which" = all ]; then
    options=(--time 20)
    for name in $("$python" "$here/broken.py" --list); do
        case $name in
        nan-swallowed | negative-grade | missing-omit-undeclared) audited 5 broken.py "$name" ;;
        *) audited 1 broken.py "$name" ;;
        esac
    done
fi
echo "$count audits, $failures failed"
((failures == 0))
