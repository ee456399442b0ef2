# SPDX-License-Identifier: MIT
#
# What every test of the command line begins with: the program under test, a folder of its own that
# is gone at the end, a count of failures, and the checks that several of them make. Sourced with the
# path of the binary as first argument.
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

# wait_for SECONDS COMMAND…: until it succeeds. The limit is for what is broken, and far from what a
# busy machine needs.
wait_for() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.05
    done
}

# Ended, or a zombie that only init can remove.
has_ended() { case $(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) in '' | Z* | X*) ;; *) return 1 ;; esac }
is_gone() { wait_for 60 has_ended "$1"; }
# It has a handler of SIGTERM, signal 15.
listens() {
    local caught
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
    ((0x${caught:-0} >> 14 & 1))
}

# stops ARGUMENTS…: at work, and asked to stop, it keeps what it has: status 4. As exits.
stops() {
    count=$((count + 1))
    "$program" "$@" >out 2>err </dev/null &
    local process=$! status
    wait_for 60 listens "$process" || fail "$*: does not listen to signals"
    sleep 0.3
    kill -TERM "$process"
    is_gone "$process" || {
        fail "$*: goes on after SIGTERM"
        kill -KILL "$process"
    }
    wait "$process"
    status=$?
    [ "$status" -eq 4 ] || fail "$*: exit status $status after SIGTERM, expected 4: $(cat err)"
}

# exits STATUS ARGUMENTS…: leaves what the program writes in out and err.
exits() {
    local expected=$1
    shift
    count=$((count + 1))
    "$program" "$@" >out 2>err </dev/null
    local status=$?
    [ "$status" -eq "$expected" ] || fail "$*: exit status $status, expected $expected: $(cat err)"
}

# refused_by VERB TEXT ARGUMENTS…: exit 2, one line with TEXT, nothing on standard output.
refused_by() {
    local verb=$1 text=$2
    shift 2
    exits 2 "$verb" "$@"
    [ -s out ] && fail "$*: writes to standard output"
    [ "$(wc -l <err)" -eq 1 ] || fail "$*: $(wc -l <err) lines on standard error"
    grep -qF -- "$text" err || fail "$*: expected '$text', found: $(cat err)"
}

# shown_by VERB TEXT ARGUMENTS…: exit 0, or $expected_status, TEXT on standard output, nothing on standard error.
shown_by() {
    local verb=$1 text=$2
    shift 2
    exits "${expected_status:-0}" "$verb" "$@"
    [ -s err ] && fail "$*: writes to standard error: $(cat err)"
    grep -qF -- "$text" out || fail "$*: expected '$text' in $(head -c 2000 out)"
}

# in_document TEXT: the document in out, without its blanks and line ends, contains TEXT.
in_document() {
    count=$((count + 1))
    tr -d ' \n' <out | grep -qF -- "$1" || fail "expected '$1' in $(tr -d ' \n' <out | head -c 3000)"
}

# says_full ARGUMENTS…: where standard output takes nothing, that is said.
says_full() {
    [ -e /dev/full ] || return 0
    count=$((count + 1))
    "$program" "$@" >/dev/full 2>err
    [ $? -eq 2 ] && grep -q 'standard output' err || fail "/dev/full: $(cat err)"
}

# equal WHAT FOUND EXPECTED
equal() {
    count=$((count + 1))
    [ "$2" = "$3" ] || fail "$1: found '$2', expected '$3'"
}
