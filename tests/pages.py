#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands of a page and compares what they print with what the page shows.

A command is an indented line that begins with "$ "; lines below it, up to the next command or the end
of the block, are its output. In these "…" stands for any text, and a line of "…" alone, or the end of
the page's lines after such a line, for any lines. A command without lines below is only run. What
begins with two blanks and "#" after a command is a remark. All commands of a page run in one folder,
in which the folders of the tree can be read, and QRELS, RUN, A and B are small files.

A comment before a block changes this: <!-- status N --> is the exit status of the last command;
<!-- not run: WHY --> leaves the block out; <!-- long --> leaves it to the tests labelled long.

usage: pages.py PATH_OF_DISARRAY PATH_OF_VERIFY ROOT_OF_THE_TREE [--long] PAGE...
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 300  # for what hangs; a busy machine takes its time
LONG_SECONDS = 1800
MARK = re.compile(r"<!-- (status \d+|not run: .+|long) -->")


def blocks(text):
    """(marks, lines, number of the first line) of each indented block with a command."""
    marks, lines, first = [], [], 0
    for number, line in enumerate(text.split("\n") + ["end"], 1):
        if line.startswith("    ") or (lines and not line.strip()):
            first = first if lines else number
            lines.append(line[4:])
            continue
        if any(entry.startswith("$ ") for entry in lines):
            yield marks, lines, first
        if lines:
            marks, lines = [], []
        mark = MARK.fullmatch(line.strip())
        if mark:
            marks.append(mark.group(1))
        elif line.strip():
            marks = []


def commands(lines):
    """(command, lines of its output) of a block."""
    result = []
    for line in lines:
        if line.startswith("$ "):
            result.append([line[2:], []])
        elif result and result[-1][0].endswith("\\") and not result[-1][1]:
            result[-1][0] = result[-1][0][:-1] + line.strip()
        elif result:
            result[-1][1].append(line.rstrip())
    for entry in result:
        entry[0] = re.sub(r"  +# .*$", "", entry[0])
        while entry[1] and not entry[1][-1]:
            entry[1].pop()
    return result


def pattern_of(lines):
    """What the whole output has to match."""
    parts = []
    for line in lines:
        if line.strip() == "…":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append(re.escape(line).replace("…", "[^\\n]*") + r"[ ]*\n")
    return re.compile("".join(parts))


def as_lines(text):
    return "".join(line.rstrip() + "\n" for line in text.rstrip("\n").split("\n")) if text else ""


class Page:
    def __init__(self, path, programs, root, is_long):
        self.path, self.root, self.is_long = path, root, is_long
        self.failures, self.count = [], 0
        self.environment = dict(os.environ, LC_ALL="C.UTF-8", OMPI_ALLOW_RUN_AS_ROOT="1",
                                OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        self.environment["PATH"] = f"{programs}:{os.environ['PATH']}"

    def prepare(self, folder):
        for name in ("tests", "properties", "docs", "search", "python"):
            (folder / name).symlink_to(self.root / name)
        for name, source in {"QRELS": "mir.qrels", "RUN": "mir.run", "A": "mir.run"}.items():
            (folder / name).write_text((self.root / "tests/evaluation" / source).read_text())
        lines = (folder / "A").read_text().splitlines()
        (folder / "B").write_text("".join(
            re.sub(r"\S+ (\S+)$", rf"{index} other", line) + "\n"
            for index, line in enumerate(lines)))

    def run(self, command, expected, status, folder, where):
        self.count += 1
        seconds = LONG_SECONDS if self.is_long else SECONDS
        try:
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=self.environment,
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=seconds)
        except subprocess.TimeoutExpired:
            self.failures.append(f"{where}: $ {command}\n  takes more than {seconds} s")
            return
        if done.returncode != status:
            self.failures.append(f"{where}: $ {command}\n  exit status {done.returncode}, expected "
                                 f"{status}: {done.stderr[-500:]}")
        elif expected and not pattern_of(expected).fullmatch(as_lines(done.stdout)):
            self.failures.append(f"{where}: $ {command}\n  prints\n{done.stdout[:3000]}\n  expected\n"
                                 + "\n".join(expected))

    def check(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            self.prepare(folder)
            for marks, lines, first in blocks(self.path.read_text(encoding="utf-8")):
                if any(mark.startswith("not run") for mark in marks):
                    continue
                if ("long" in marks) and not self.is_long:
                    continue
                status = next((int(mark[7:]) for mark in marks if mark.startswith("status")), 0)
                found = commands(lines)
                for index, (command, expected) in enumerate(found):
                    is_last = index == len(found) - 1
                    self.run(command, expected, status if is_last else 0, folder,
                             f"{self.path.name}:{first}")


def main(arguments):
    disarray, verify, root, *pages = arguments
    is_long = "--long" in pages
    with tempfile.TemporaryDirectory() as programs:
        Path(programs, "disarray").symlink_to(disarray)
        Path(programs, "disarray-verify").symlink_to(verify)
        # That of the distribution, which has the libraries that adapters audit.
        Path(programs, "python3").symlink_to("/usr/bin/python3")
        failures = count = 0
        for name in pages:
            if name == "--long":
                continue
            page = Page(Path(root, name), programs, Path(root), is_long)
            page.check()
            for failure in page.failures:
                print("FAILED:", failure)
            failures += len(page.failures)
            count += page.count
    print(f"{count} commands, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
