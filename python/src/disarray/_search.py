# SPDX-License-Identifier: MIT
"""Inequalities over all rankings of n elements and all pseudometrics, with witness and
certificate."""
import html
import os
import tempfile
from dataclasses import dataclass, field
from fractions import Fraction

from ._command import DONE, document, options, run


@dataclass(frozen=True)
class Certificate:
    """A proof of a constant, as ``disarray-verify`` checks it."""

    content: bytes = field(repr=False)
    name: str

    def verify(self):
        """Whether the checker accepts it; it shares no code with the search."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, self.name)
            self.save(path)
            return verify(path)

    def save(self, path):
        """Writes it to a file, for ``disarray-verify``."""
        with open(path, "wb") as file:
            file.write(self.content)


@dataclass(frozen=True)
class Witness:
    """A ranking and weights at which the two sides are as said; checked by a second path.

    `ranks` (n,), `weights` (n,), `swap_costs` (n-1,) and `dissimilarity` (n, n) are NumPy arrays,
    ranks of integers from 1, the others of Fractions.
    """

    ranks: object
    weights: object
    swap_costs: object
    dissimilarity: object
    K: Fraction
    F: Fraction
    small: Fraction
    big: Fraction
    strict: bool


@dataclass(frozen=True)
class Row:
    """What is known of one inequality and one n."""

    n: int
    statement: str
    verdict: str
    complete: bool
    ratio: object
    best_constant: object
    violating: int
    permutations: int
    scope: str
    witness: object = field(default=None, repr=False)
    certificate: object = field(default=None, repr=False)
    document: dict = field(default_factory=dict, repr=False)


class SearchResult(list):
    """Rows, one for each inequality and n; `complete` unless it was stopped."""

    def __init__(self, rows, complete, document):
        super().__init__(rows)
        self.complete = complete
        self.document = document

    def to_frame(self):
        """A pandas DataFrame with a row for each n."""
        import pandas

        names = ["n", "statement", "verdict", "ratio", "best_constant", "violating",
                 "permutations", "complete"]
        return pandas.DataFrame([[getattr(row, name) for name in names] for row in self], columns=names)

    def _repr_html_(self):
        cells = [("n", "inequality", "verdict", "best constant", "violating σ", "of")]
        cells += [(row.n, row.statement, row.verdict, row.best_constant, row.violating,
                   row.permutations) for row in self]
        table = table_html(cells)
        return table + "".join(_witness_html(row) for row in self if row.witness is not None)


def table_html(rows):
    """A table whose first row is its head."""
    def cells(row, tag):
        return "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in row)

    head, *body = rows
    return ("<table><thead><tr>" + cells(head, "th") + "</tr></thead><tbody>"
            + "".join(f"<tr>{cells(row, 'td')}</tr>" for row in body) + "</tbody></table>")


def _witness_html(row):
    """The ranking drawn: elements on the left, their ranks on the right, a line for each."""
    ranks = [int(rank) for rank in row.witness.ranks]
    step, width = 18, 130
    lines = "".join(
        f'<text x="8" y="{step * (i + 1) + 4}">{i + 1}</text>'
        f'<text x="{width + 12}" y="{step * (i + 1) + 4}">{i + 1}</text>'
        f'<line x1="24" y1="{step * (i + 1)}" x2="{width}" y2="{step * rank}" stroke="currentColor"/>'
        for i, rank in enumerate(ranks))
    return (f"<figure><svg width='{width + 32}' height='{step * (len(ranks) + 1)}' "
            f"font-size='11' fill='currentColor'>{lines}</svg><figcaption>n = {row.n}: "
            f"{html.escape(row.statement)}: {row.witness.small} against {row.witness.big}"
            "</figcaption></figure>")


def search(conjecture=None, n="3..6", *, reading=None, side=None, time=None, threads=0,
           certificates=False, progress=None, **more):
    """Decides an inequality over all of S_n and all pseudometrics D, exactly.

    Parameters
    ----------
    conjecture : str, optional
        Such as ``"K <= F[prefix]"``, ``"2*K <= F[interval] + K[inverse]"``, ``"F[box] <= c*K"``.
        Without it K <= F (``side='min'``) and F <= 3K (``'max'``) in a `reading`.
    n : int, str or range
        Length of the rankings, or several: 6, "3..6", range(3, 7).
    time : float, optional
        Seconds; what is found by then is kept.
    threads : int
        0: all cores.
    certificates : bool
        Keeps the proofs: ``row.certificate.content``, ``row.certificate.verify()``.
    progress : callable, optional
        Is called with a line of text now and then.
    **more
        Options of ``disarray search``, with underscores for hyphens.

    Returns
    -------
    SearchResult

    Raises
    ------
    ValueError
        For what is no inequality, or none that is linear in D.

    Examples
    --------
    >>> row = search("K <= F[prefix]", n=6)[0]
    >>> row.verdict, row.ratio, row.violating
    ('refuted', Fraction(6, 7), 2)
    >>> row.witness.K, row.witness.F, row.witness.ranks.tolist()
    (Fraction(7, 1), Fraction(6, 1), [6, 3, 2, 5, 4, 1])
    """
    words = ["search"]
    if conjecture is not None:
        words.append(str(conjecture))
    if isinstance(n, range):
        if n.step != 1 or len(n) == 0:
            raise ValueError(f"n: found {n!r}, expected a range with step 1")
        n = f"{n[0]}..{n[-1]}"
    words += options(n=n, reading=reading, side=side, time=time, threads=threads, **more)
    if not certificates:
        found, _ = document(*words, progress=progress)
        return _result(found, None)
    with tempfile.TemporaryDirectory() as folder:
        found, _ = document(*words, *options(certificates=folder), progress=progress)
        return _result(found, folder)


def _result(found, folder):
    rows = [_row(row, folder) for row in found["results"]]
    return SearchResult(rows, all(row.complete for row in rows), found)


def _row(row, folder):
    return Row(n=row["n"], statement=row["statement"], verdict=row["verdict"],
               complete=row["complete"], ratio=_fraction(row.get("ratio")),
               best_constant=_fraction(row.get("best_constant")), violating=row.get("violating"),
               permutations=row.get("permutations"), scope=row.get("scope", ""),
               witness=_witness(row.get("witness")),
               certificate=_certificate(row.get("certificate"), folder), document=row)


def _fraction(text):
    try:
        return None if text is None else Fraction(text)
    except ValueError:
        return text


def _fractions(items):
    import numpy

    if items and isinstance(items[0], list):
        return numpy.array([[Fraction(item) for item in row] for row in items], dtype=object)
    return numpy.array([Fraction(item) for item in items], dtype=object)


def _witness(found):
    if not found:
        return None
    import numpy

    return Witness(ranks=numpy.array(found["ranks"]), weights=_fractions(found["weights"]),
                   swap_costs=_fractions(found["swap_costs"]),
                   dissimilarity=_fractions(found["dissimilarity"]), K=_fraction(found.get("K")),
                   F=_fraction(found.get("F")), small=_fraction(found.get("small")),
                   big=_fraction(found.get("big")), strict=found.get("strict", False))


def _certificate(path, folder):
    if not path or folder is None:
        return None
    with open(path, "rb") as file:
        return Certificate(file.read(), os.path.basename(path))


def verify(path):
    """Whether the certificate in a file, or in a folder of chunks, is accepted by the checker."""
    status, _ = run("verify", os.fspath(path))
    return status == DONE
