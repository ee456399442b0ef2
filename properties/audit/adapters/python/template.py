#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A metric for `disarray audit -- python3 template.py`: precision at a cutoff. Change CLAIMS, which is held against it,
and metric(), whose parameters are the members of "input": hand them on as in earnest, and repair nothing."""
import json
import sys
from fractions import Fraction

CLAIMS = {"protocol": 1, "name": "precision", "kind": "relevance-by-rank", "direction": "greatest", "range": ["0", "1"],
          "takes_cutoff": True, "takes_not_retrieved": False, "reference": "P", "conventions": {"short-lists": "cutoff"},
          "takes_cutoffs": True, "takes_batches": True, "takes_weights": True}  # these three as far as answer() has them


def metric(grades, not_retrieved=(), cutoff=None):
    if any(not isinstance(grade, int) or grade < 0 for grade in grades):
        raise ValueError("a grade that is no integer of at least 0")  # refused; all other exceptions are faults
    retrieved = len(grades) if cutoff is None else cutoff
    return Fraction(sum(g >= 1 for g in grades[:retrieved]), retrieved) if retrieved else None  # a float does as well


def answer(input):
    if "queries" in input:  # a batch, whose mean is the value
        weights = input.get("weights", [1] * len(input["queries"]))
        values = [(metric(**query), w) for query, w in zip(input["queries"], weights) if w]
        values = [(value, w) for value, w in values if value is not None]
        return sum(value * w for value, w in values) / sum(w for _, w in values) if values else None
    if "cutoffs" in input:  # several in one call: a value for each
        return [metric(input["grades"], input["not_retrieved"], cutoff) for cutoff in input["cutoffs"]]
    return metric(**input)


def as_json(value):
    return value if value is None or isinstance(value, float) else str(value)


for line in sys.stdin:
    request = json.loads(line)
    try:
        value = CLAIMS if request["op"] == "describe" else answer(request["input"])
        members = (value if value is CLAIMS else {"undefined": "0/0"} if value is None else
                   {"values": [as_json(each) for each in value]} if isinstance(value, list) else {"value": as_json(value)})
    except Exception as why:
        members = {"error" if isinstance(why, ValueError) else "exception": f"{type(why).__name__}: {why}"}
    print(json.dumps({"id": request["id"], **members}), flush=True)
