#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An adapter to copy: precision at a cutoff, by `disarray audit -- python3 template.py`.

Put a copy beside disarray_adapter.py, import your metric instead, and change the two parts below.
To try it without the audit:

    $ echo '{"id": 1, "op": "evaluate", "input": {"grades": [1, 0, 2], "cutoff": 2}}' |
          python3 template.py
    {"id": 1, "value": "1/2"}
"""
from fractions import Fraction

from disarray_adapter import Undefined, serve

# 1. The metric. Its parameters are the members of "input", which depend on the kind:
#
#    two-rankings          first, second: for each element a rank, 1 is the top
#    relevance-by-rank     grades of the documents retrieved, top first; not_retrieved, cutoff
#    relevance-and-scores  ids, scores, grades of the documents retrieved, the larger score
#                          first; not_retrieved, cutoff
#
#    not_retrieved (grades of further judged documents) and cutoff may be absent: give a default.
#
#    Hand the input to your metric as it would be called in earnest, and repair nothing: what it
#    does with ties, with an empty list, with NaN is what the audit asks. A ValueError means that it
#    refuses the input (refuses=(…) in serve names other exceptions), any other exception that it
#    fails; raise Undefined where it has no value (NaN means the same).


def precision(grades, not_retrieved=(), cutoff=None):
    for grade in grades:
        if not isinstance(grade, int) or grade < 0:
            raise ValueError(f"grade {grade}, expected an integer, at least 0")
    retrieved = len(grades) if cutoff is None else cutoff
    if retrieved == 0:
        raise Undefined("0/0")
    # A Fraction is exact; a float would do, and be compared with the exact value in ulps.
    return Fraction(sum(grade >= 1 for grade in grades[:retrieved]), retrieved)


# 2. What it claims to be. Only what stands here is held against it.
serve(
    precision,
    name="precision",  # for the report
    kind="relevance-by-rank",  # what it is called with
    direction="greatest",  # good values are the great ones; "least" for a distance
    range=["0", "1"],  # numbers as text; None where there is no bound
    takes_cutoff=True,  # whether it looks at the cutoff
    takes_not_retrieved=False,  # whether judged documents that are not retrieved count
    reference="P",  # the exact metric that it claims to be (`disarray metrics`)
    # What it does on purpose, by the names of the options of `disarray evaluate`.
    conventions={"short-lists": "cutoff"},
    # Laws by their names in the report that it does not claim, as {"symmetry": "the reason"}.
    exceptions={},
)
