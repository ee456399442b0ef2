# SPDX-License-Identifier: MIT
"""Asks an audited program again what `disarray audit --save` found: one test for each finding,
which fails as long as the program breaks the law. The findings are in findings.json beside this
file; what its relations mean says PROTOCOL.md of disarray. Under pytest or as a script, from any
folder; Python 3.9 or later, POSIX.
"""
import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).resolve().parent
AUDIT = json.loads((HERE / "findings.json").read_text("utf-8"))
FINDINGS = [finding for finding in AUDIT["findings"] if finding["relations"]]
SECONDS = 60  # for all requests of a finding
MOST_LINE = 16 << 20  # bytes
MOST_SHOWN = 1000  # bytes of an answer


def stop(run):
    """With all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGKILL)


def lines_for(requests):
    """What the program writes, and its status. One line more than was asked for is read at most, so
    that a flood has an end."""
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(request + "\n" for request in requests).encode())
        asked.seek(0)
        run = subprocess.Popen(AUDIT["command"], cwd=HERE / AUDIT["folder"], stdin=asked,
                               stdout=subprocess.PIPE, start_new_session=True)
    timer = threading.Timer(SECONDS, stop, [run])
    timer.start()
    try:
        read = iter(lambda: run.stdout.readline(MOST_LINE), b"")
        lines = list(itertools.islice(read, len(requests) + 1))
        if len(lines) <= len(requests):
            run.wait()
    finally:
        timer.cancel()
        stop(run)
        run.stdout.close()
    return lines, run.wait()


def answer_of(line, number):
    """{"value": …}, {"values": […]}, {"undefined": …} or {"error": …}. An exception for anything else."""
    answer = json.loads(line.decode(), parse_int=float, parse_constant=lambda name: [name])
    if answer.pop("id") != number:
        raise ValueError("another id")
    (key, value), = answer.items()
    if key == "value" and isinstance(value, list):  # NaN, Infinity or -Infinity, which is no JSON
        return {"undefined": value[0]}
    if key == "value":
        Fraction(value if isinstance(value, (float, str)) else "no number")
    elif key == "values":
        [Fraction(each) for each in value if each is not None]
    elif key not in ("undefined", "error"):
        raise ValueError("no answer")
    return answer


def holds_without_value(relation, keys):
    """Where an answer is no value, which is neither below nor above anything."""
    if relation["kind"] != "equal":
        return True
    if relation["to"] == "number":
        return relation["or_none"]
    # What is refused is not judged.
    return "error" in keys or (keys[0] == "value") == all(key == "value" for key in keys[1:])


def compares(relation, answers):
    """The first value with what the relation names; exact ones, as "1/3", without rounding."""
    x, *others = [Fraction(answer["value"]) for answer in answers]
    y = {"number": lambda: Fraction(relation["number"]), "second": lambda: others[0],
         "sum": lambda: sum(others), "mean": lambda: sum(others) / len(others),
         "least": lambda: min(others), "greatest": lambda: max(others)}[relation["to"]]()
    is_exact = all(isinstance(answer["value"], str) for answer in answers)
    miss = 0 if is_exact else relation["tolerance"] * max(1, abs(x), abs(y)) / Fraction(2**52)
    return {"equal": abs(x - y) <= miss, "at-most": x <= y + miss, "at-least": x >= y - miss,
            "greater": x > y, "not": float(x) != float(y)}[relation["kind"]]


def has_values(relation, answers):
    """The list of the first answer, one by one, with what the relation names; None is no value."""
    if any("error" in answer for answer in answers):
        return True
    first, *others = answers
    wanted = {"others": lambda: [answer.get("value") for answer in others],
              "second": lambda: others[0]["values"], "list": lambda: relation["list"]}[relation["to"]]()
    found = [None] * len(wanted) if "undefined" in first else first["values"]
    pairs = zip(found, wanted)
    return len(found) == len(wanted) and all(
        x == y if None in (x, y) else compares({**relation, "kind": "equal", "to": "second"},
                                               [{"value": x}, {"value": y}]) for x, y in pairs)


def holds(relation, answers):
    kind, first = relation["kind"], answers[0]
    if kind == "answer":
        return any(key in first for key in relation["one_of"])
    if kind == "finite":
        return first.get("undefined") not in ("Infinity", "-Infinity")
    if kind == "identical":
        return json.dumps(first) == json.dumps(answers[-1])
    if kind in ("values", "other-values"):
        return has_values(relation, answers) == (kind == "values")
    keys = [key for answer in answers for key in answer]
    if keys != ["value"] * len(answers):
        return holds_without_value(relation, keys)
    return compares(relation, answers)


def pytest_generate_tests(metafunc):
    metafunc.parametrize("finding", FINDINGS, ids=[finding["law"] for finding in FINDINGS])


def test_finding(finding):
    lines, status = lines_for(finding["requests"])
    try:
        json.loads(lines[0])  # what it says of itself
        answers = [answer_of(line, i) for i, line in enumerate(lines[1:], 1)]
        is_mended = (len(lines) == len(finding["requests"])
                     and all(holds(relation, answers) for relation in finding["relations"]))
    except Exception:  # No answer, whatever it is instead.
        is_mended = False
    got = ["  got       %a" % line[:MOST_SHOWN] for line in lines[1:]]
    assert is_mended, "\n".join([finding["message"], *got, "  ended with status %d" % status])


def main():
    failures = 0
    for finding in FINDINGS:
        try:
            test_finding(finding)
        except AssertionError as failure:
            failures += 1
            print(failure)
    print("%d findings, %d of them still there" % (len(FINDINGS), failures))
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
