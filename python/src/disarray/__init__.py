# SPDX-License-Identifier: MIT
"""Exact distances between rankings, what they satisfy, and searches for what they do not.

Distances and correlations
    kendall, footrule, distance, metric, metric_names, pairwise
Retrieval metrics of runs against judgements, and whether runs differ by chance
    evaluate, compare
The ranking nearest to many
    aggregate
Inequalities such as K <= F over all rankings and all pseudometrics
    search, verify
Proofs of such inequalities for every n
    prove
Claims and properties of metrics
    check
Laws of a metric of your own
    audit, assert_lawful, metric_like
The command line in the process
    run

Numbers are exact: a ``fractions.Fraction``, or a :class:`Value` where they are not rational; with
``exact=False`` they are the nearest floats.

Examples
--------
>>> import disarray
>>> disarray.kendall([3, 1, 2], [1, 2, 3])
Fraction(2, 1)
>>> disarray.kendall(["b", "a", "c"], ["a", "b", "c"], weights={"a": 2, "b": "1/2", "c": 1})
Fraction(1, 1)
>>> disarray.search("K <= F[prefix]", n=6)[0].ratio
Fraction(6, 7)
"""
from ._core import Metric, Value, metric, metric_names
from ._core import version as __version__
from ._latex import latex as _latex
from ._distance import distance, footrule, kendall, pairwise
from ._command import DisarrayError, run
from ._aggregate import Aggregation, aggregate
from ._audit import AuditReport, Law, Refused, Undefined, assert_lawful, audit, metric_like
from ._check import Check, check
from ._evaluate import compare, evaluate
from ._prove import Proof, prove
from ._search import Certificate, Row, SearchResult, Witness, search, verify

Value.latex = _latex
Value._repr_latex_ = lambda self: f"${_latex(self)}$"

__all__ = [
    "Aggregation", "AuditReport", "Certificate", "Check", "DisarrayError", "Law", "Metric",
    "Proof", "Refused", "Row", "SearchResult", "Undefined", "Value", "Witness", "__version__", "aggregate",
    "assert_lawful", "audit", "check", "compare", "distance", "evaluate", "footrule", "kendall", "metric",
    "metric_like", "metric_names", "pairwise", "prove", "run", "search", "verify",
]
