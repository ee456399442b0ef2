# SPDX-License-Identifier: MIT
"""The ranking nearest to many."""
import json
import os
import tempfile
from dataclasses import dataclass, field
from fractions import Fraction

from ._command import document, options
from ._search import table_html


@dataclass(frozen=True)
class Aggregation:
    """A ranking of all items and how near it is known to be to the best.

    `ranking` are the items from the top; `cost` and `lower_bound` are exact, and the ranking is
    proved to be one of the best if they are equal (`optimal`).
    """

    ranking: list
    cost: Fraction
    lower_bound: Fraction
    optimal: bool
    method: str
    complete: bool
    document: dict = field(repr=False)

    def _repr_html_(self):
        rows = [("rank", "item")] + [(rank, item) for rank, item in enumerate(self.ranking, 1)]
        proof = "proved to be least" if self.optimal else f"the least is at least {self.lower_bound}"
        return table_html(rows) + f"<p>cost {self.cost}, {proof} ({self.method})</p>"


def aggregate(votes, counts=None, *, progress=None, **more):
    """The ranking whose sum of distances to the votes is least.

    Parameters
    ----------
    votes : path, or sequence of orders
        A file as ``disarray aggregate`` reads it, or for each vote the items from the top; a list,
        tuple or set among them is a tie: ``["b", ["a", "c"]]``. Items are any hashables but lists,
        tuples and sets.
    counts : sequence of int, optional
        How many cast each vote; 1 where it is left out.
    **more
        Options of ``disarray aggregate``: metric='footrule', method='pivot', unranked='bottom',
        time=10, …

    Returns
    -------
    Aggregation

    Examples
    --------
    >>> best = aggregate([["a", "b", "c"], ["b", "c", "a"], ["b", "a", "c"]])
    >>> best.ranking, best.cost, best.optimal
    (['b', 'a', 'c'], Fraction(2, 1), True)
    """
    if isinstance(votes, (str, os.PathLike)):
        found, _ = document("aggregate", os.fspath(votes), *options(**more), progress=progress)
        return _aggregation(found, found["ranking"])
    items, names = [], {}

    def name(item):
        if item not in names:
            items.append(item)
            names[item] = str(len(items))
        return names[item]

    rows = []
    for vote in votes:
        rows.append([[name(tied) for tied in place] if isinstance(place, (list, tuple, set, frozenset))
                     else [name(place)] for place in vote])
    counts = [1] * len(rows) if counts is None else [int(count) for count in counts]
    if len(counts) != len(rows):
        raise ValueError(f"counts: found {len(counts)}, expected one for each of {len(rows)} votes")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "votes.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump([{"order": row, "count": count} for row, count in zip(rows, counts)], file)
        found, _ = document("aggregate", path, *options(**more), progress=progress)
    return _aggregation(found, [items[int(place) - 1] for place in found["ranking"]])


def _aggregation(found, ranking):
    return Aggregation(ranking=ranking, cost=Fraction(found["cost"]),
                       lower_bound=Fraction(found["lower_bound"]), optimal=found["optimal"],
                       method=found["method"], complete=found["complete"], document=found)
