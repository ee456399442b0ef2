#!/bin/sh
# SPDX-License-Identifier: MIT
# The metric x/8 of {"x": …}, which at x = 13 does what its first argument says. $2: a file that
# some of it is written to.

behaviour=${1:-good}
file=${2:-/dev/null}
count=0

answer() { printf '{"id": %s, "value": "%s/8"}\n' "$id" "$x"; }

misbehave() {
  case $behaviour in
    good) answer ;;
    undefined) printf '{"id": %s, "undefined": "0/0"}\n' "$id" ;;
    refuse) printf '{"id": %s, "error": "no 13"}\n' "$id" ;;
    exit) echo "no thirteen here" >&2; exit 3 ;;
    segv) kill -SEGV $$ ;;
    stop) kill -STOP $$ ;;
    garbage) echo "hello" ;;
    empty) echo ;;
    wrong-id) printf '{"id": 99999, "value": 1}\n' ;;
    id-zero) printf '{"id": 0, "value": 1}\n' ;;
    late) (sleep 0.05; answer) & ;;
    twice) printf '{"id": %s, "value": "1/8"}\n{"id": %s, "value": "1/8"}\n' "$id" "$id" ;;
    more) printf '{"id": %s, "value": "1/8"}\nhello\n' "$id" ;;
    silent) ;;
    hang) echo $$ > "$file"; exec sleep 1000 ;;
    flood) exec yes ;;
    flood-line) exec head -c 1000000000 /dev/zero ;;
    dribble) while :; do printf ' '; done ;;
    flood-errors) head -c 3000000 /dev/zero | tr '\0' 'e' >&2; echo "the end" >&2; answer ;;
    close-input) exec <&-; exec sleep 1000 ;;
    close-output) exec >&-; exec sleep 1000 ;;
    half) printf '{"id": %s, "val' "$id"; exit 0 ;;
    exit-after) answer; exit 5 ;;
    farewell) answer; sleep 0.05; echo "good bye"; exit 0 ;;
    orphan) sleep 1000 & echo $! > "$file"; exit 4 ;;
    hog) while :; do x=$x$x; done ;;
    herd)
      for child in 1 2 3 4 5 6 7 8 9 10 11 12; do
        (
          x=12345678
          while [ ${#x} -lt 16777216 ]; do x=$x$x; done
          sleep 1000
        ) &
      done
      wait
      ;;
    slow) sleep 0.2; answer ;;
  esac
}

while IFS= read -r line; do
  id=${line#'{"id": '}
  id=${id%%,*}
  x=${line##*'"x": '}
  x=${x%%\}*}
  if [ "$id" = 0 ]; then
    printf '{"id": 0, "protocol": 1, "name": "eighth", "kind": "two-rankings", "direction": "least"}\n'
    continue
  fi
  count=$((count + 1))
  case $behaviour in
    fifth) [ "$count" = 5 ] && exit 7; answer ;;           # state: the fifth request of each run
    pair) [ "$x" = 13 ] && [ "$count" -gt 1 ] && exit 8; answer ;;  # 13, but only after another one
    *) if [ "$x" = 13 ]; then misbehave; else answer; fi ;;
  esac
done
case $behaviour in
  rude) echo "no more?" >&2; exit 6 ;;
  dying) kill -SEGV $$ ;;
  lingering) exec sleep 1000 ;;
  talkative) echo "good bye" ;;
esac
