#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Installs the packages in a bare Debian 12 and uses them there: the main job and its proofs without a
# compiler, the Python module, and then, with one, the example of the library. As root.
#
# usage: bare.sh FOLDER_OF_PACKAGES [MIRROR]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
packages=$1
mirror=${2:-http://deb.debian.org/debian}
bare=$PWD/build/bare
((EUID == 0)) || { echo "bare.sh: only root can change its root folder" >&2; exit 2; }

# Unpacked once; each run begins with a copy of it.
[[ -f $bare/debian.tar ]] || {
    rm -rf "$bare"
    mkdir -p "$bare"
    debootstrap --variant=minbase bookworm "$bare/root" "$mirror" >"$bare/log"
    tar -C "$bare/root" -cf "$bare/debian.tar" .
}
rm -rf "$bare/root"
mkdir -p "$bare/root"
tar -C "$bare/root" -xf "$bare/debian.tar"
cp /etc/resolv.conf /etc/hosts "$bare/root/etc/"
mkdir "$bare/root/packages"
cp "$packages"/*.deb "$bare/root/packages/"
cp -r docs/example "$bare/root/example"

inside() { chroot "$bare/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
install() { inside apt-get -qq install -y --no-install-recommends "$@" >>"$bare/log" 2>&1 || { tail -20 "$bare/log"; exit 1; }; }
fail() {
    echo "FAILED: $*" >&2
    exit 1
}

inside apt-get -qq update >>"$bare/log"
package() { (cd "$bare/root" && echo packages/"$1"_*.deb | sed 's,^,/,'); }
install "$(package disarray)"
for compiler in cc c++ gcc g++ clang python3; do
    inside sh -c "command -v $compiler" && fail "$compiler is there: this is no bare system"
done
inside disarray --version | sed 1q
inside disarray search --n 3..6 --reading all >"$bare/found"
build/release/src/app/disarray search --n 3..6 --reading all >"$bare/expected"
diff "$bare/expected" "$bare/found" || fail "the main job says something else there"
inside disarray search --n 6 --reading all --certificates /proofs >/dev/null
inside sh -c 'disarray-verify /proofs/*' | tee "$bare/verified" | tail -3
[[ $(grep -c ^VERIFIED "$bare/verified") -ge 4 ]] || fail "not all proofs were verified"
printf 'q1 0 a 1\n' >"$bare/root/qrels"
printf 'q1 Q0 a 1 1 x\n' >"$bare/root/a.run"
inside disarray evaluate /qrels /a.run --metric AP | grep -q 1.0000 || fail "evaluate"

install "$(package python3-disarray)"
inside python3 -c 'import disarray; print(disarray.kendall([3, 1, 2]), disarray.search("K <= F[prefix]", n=6)[0].ratio)' |
    tee "$bare/python"
[[ $(<"$bare/python") == "2 6/7" ]] || fail "Python says something else"

install "$(package libdisarray-dev)" g++ cmake make pkg-config
inside sh -c 'cmake -S /example -B /by-cmake >/dev/null && cmake --build /by-cmake >/dev/null && /by-cmake/distances' >"$bare/found"
diff docs/example/output.txt "$bare/found" || fail "the example, built by CMake"
# shellcheck disable=SC2016 # for the shell inside
inside sh -c 'c++ /example/main.cpp $(pkg-config --cflags --libs disarray) -o /distances && /distances' >"$bare/found"
diff docs/example/output.txt "$bare/found" || fail "the example, built by pkg-config"
rm -rf "$bare/root"
echo "the packages work in a bare Debian 12"
