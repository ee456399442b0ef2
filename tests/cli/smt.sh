#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# A claim about one ranking in SMT-LIB: each solver that is installed says of it what the search says.
#
# usage: smt.sh PATH_OF_DISARRAY
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/cli/common.sh
. "$here/common.sh"

solvers=()
for solver in z3 cvc5; do
    command -v $solver >/dev/null && solvers+=("$solver")
done
if ((${#solvers[@]} == 0)); then
    echo "neither z3 nor cvc5 is installed"
    exit 77
fi

# says ANSWER ARGUMENTS…: unsat where the inequality holds for every D, sat where it fails.
says() {
    local answer=$1 solver
    shift
    exits 0 search "$@" --smt claim.smt2
    for solver in "${solvers[@]}"; do
        count=$((count + 1))
        "$solver" claim.smt2 >out 2>err
        [ "$(cat out)" = "$answer" ] || fail "$*: $solver says $(cat out err), expected $answer"
    done
}
# Prefix holds for all but two σ of S_6; their least F/K is 6/7.
says unsat "K <= F[prefix]" --ranks 3,2,1
says unsat "6*K <= 7*F[prefix]" --ranks 6,3,2,5,4,1
says sat "K <= F[prefix]" --ranks 6,3,2,5,4,1
says sat "7*K <= 8*F[prefix]" --ranks 6,3,2,5,4,1
# The constant of interval, with absolute values on either side, weights, swap costs, inverses.
says unsat "F[interval] <= 4*K" --ranks 3,1,4,2
says sat "F[interval] <= 39/10*K" --ranks 3,1,4,2
says unsat "F[prefix] <= 2*K" --ranks 3,1,4,2 --weights 1,1/2,3,2 --swap-costs 1,1/3,0
says sat "F[prefix-sym] <= 4*K" --ranks 2,3,4,5,1
says unsat "F[prefix-sym] <= 5*K" --ranks 2,3,4,5,1
says unsat --reading interval --ranks 2,4,1,3
says sat --reading interval --ranks 2,4,1,3 --weights 1,5,5,1
says unsat "|K - K[inverse]| <= 2*F[box]" --ranks 3,1,2

exits 2 search "K <= F[prefix]" --n 3 --smt claim.smt2
exits 2 search --ranks 3,2,1 --smt claim.smt2 # four claims
exits 2 search "K <= F[prefix]" --ranks 3,2,1 --smt nowhere/claim.smt2

echo "smt.sh: $count checks, $failures failed"
[ "$failures" -eq 0 ]
