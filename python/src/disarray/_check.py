# SPDX-License-Identifier: MIT
"""Properties of the metrics of the catalogue, and the claims of the papers."""
from collections import Counter
from dataclasses import dataclass

from ._command import document, options
from ._search import table_html


@dataclass(frozen=True)
class Check:
    """Rows of a check, as ``disarray check --json`` prints them."""

    rows: list
    complete: bool
    document: dict

    def to_frame(self):
        """A pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows)

    def __repr__(self):
        verdicts = Counter(row["verdict"] for row in self.rows if "verdict" in row)
        counts = "".join(f", {count} {verdict}" for verdict, count in verdicts.items())
        return (f"<disarray.Check: {len(self.rows)} row{'s' * (len(self.rows) != 1)}{counts}"
                f"{'' if self.complete else ', not complete'}>")

    def _repr_html_(self):
        names = [name for name in ("claim", "metric", "property", "statement", "verdict", "scope")
                 if any(name in row for row in self.rows)]
        return table_html([names] + [[row.get(name, "") for name in names] for row in self.rows])


def check(what=None, *, progress=None, **more):
    """Checks properties of metrics, or the claims of the papers.

    Parameters
    ----------
    what : str, optional
        A table of its own: 'claims', 'atlas', 'retrieval'; without it properties of the metrics
        that `metric` and `property` name.
    **more
        Options of ``disarray check``: metric='footrule', property='symmetry', exhaustive=4, …

    Returns
    -------
    Check

    Examples
    --------
    >>> check(metric="kendall", property="symmetry", exhaustive=3, random=10).rows[0]["verdict"]
    'exhausted'
    """
    words = ["check"] + ([what] if what is not None else [])
    found, _ = document(*words, *options(**more), progress=progress)
    rows = next((found[key] for key in ("results", "claims", "cells", "rows", "laws")
                 if isinstance(found.get(key), list)), [])
    return Check(rows, bool(found.get("complete", True)), found)
