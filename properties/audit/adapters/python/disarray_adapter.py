# SPDX-License-Identifier: MIT
"""The protocol of `disarray audit` (properties/audit/PROTOCOL.md) for metrics in Python: what an
adapter has to say is in template.py. Standard library only, Python 3.8 or later."""
import json
import math
import numbers
import os
from fractions import Fraction

PROTOCOL = 1

# NumPy's OpenBLAS reserves address space for each core, which counts against the memory limit of an
# audit; one thread is enough. Only where the library is imported after this module.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class Undefined(Exception):
    """Raised by a metric that has no value for its input; the text says why."""


class Refused(ValueError):
    """Raised by a metric that does not take its input; the text says why."""


def serve(evaluate, refuses=(ValueError,), **description):
    """Answers the requests on standard input until it ends.

    evaluate: is called with the members of "input" by name, numbers given as strings ("NaN") made
        floats. It returns a float, an int or a fractions.Fraction (these two are exact; NaN and the
        infinities are answered as undefined), or a list of them, None for what has no value, where
        several are asked for (cutoffs, votes); or raises Undefined, or one of `refuses` to refuse
        the input. Any other exception is a fault, and reported as one.
    refuses: the exceptions that the metric documents for what it does not take.
    description: what the answer to "describe" says beside the protocol: name, kind, direction, …
    """
    # Whatever a library prints on standard output goes to standard error, not between the answers.
    answers = os.fdopen(os.dup(1), "w", buffering=1 << 16, encoding="utf-8")
    os.dup2(2, 1)
    for line in _lines(before_waiting=answers.flush):
        request = json.loads(line)
        answer = {"id": request["id"], **_answer(request, evaluate, refuses, description)}
        answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _lines(before_waiting):
    """The lines of standard input. Answers are collected as long as there are lines that have been
    read already: a flush for each would cost more than a small metric."""
    begun = []
    while True:
        before_waiting()
        chunk = os.read(0, 1 << 16)
        if not chunk:
            break
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield b"".join(begun) + end
            begun = []
        begun.append(rest)
    if any(begun):
        yield b"".join(begun)


def _answer(request, evaluate, refuses, description):
    try:
        if request["op"] == "describe":
            if request["protocol"] != PROTOCOL:
                raise ValueError(f"protocol {request['protocol']}, expected {PROTOCOL}")
            return {"protocol": PROTOCOL, **description}
        if request["op"] != "evaluate":
            raise ValueError(f"op {request['op']}, expected describe or evaluate")
        return _value(evaluate(**_with_numbers(request["input"])))
    except Undefined as why:
        return {"undefined": str(why)}
    except Exception as why:  # whatever it is, the program goes on
        key = "error" if isinstance(why, (Refused, *refuses)) else "exception"
        return {key: f"{type(why).__name__}: {why}"}


def _with_numbers(members):
    return {
        name: [_number(x) for x in value] if isinstance(value, list) and name != "ids" else value
        for name, value in members.items()
    }


def _number(x):
    if isinstance(x, dict):  # a query of a batch
        return _with_numbers(x)
    return float(x) if x in ("NaN", "Infinity", "-Infinity") else x


def _value(value):
    if isinstance(value, (list, tuple)):
        return {"values": [None if x is None else _value(x).get("value") for x in value]}
    if isinstance(value, numbers.Rational):
        return {"value": str(Fraction(value))}
    value = float(value)
    if math.isfinite(value):
        return {"value": value}
    return {"undefined": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}
