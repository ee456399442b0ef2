# SPDX-License-Identifier: MIT
"""Inequalities that hold for every n, with a proof that the checker accepts."""
import tempfile
from dataclasses import dataclass, field

from ._command import document, options
from ._search import _certificate, _fraction, _witness


@dataclass(frozen=True)
class Proof:
    """What is known of one inequality for every n.

    `statement` has the least constant that is proved where c was asked for; `sharp` says whether a
    smaller one is known not to do; `verification` is the line of the checker.
    """

    statement: str
    scope: str
    proved: bool
    method: str
    least_constant: object
    sharp: bool
    refuted: bool
    verification: str
    witness: object = field(default=None, repr=False)
    certificate: object = field(default=None, repr=False)
    document: dict = field(default_factory=dict, repr=False)


def prove(inequality, *, all_weights=False, family=None, certificates=False, progress=None):
    """Proves an inequality for every n, or finds the least c in N <= c*M that it can prove.

    Parameters
    ----------
    inequality : str
        Between sums of K, F[interval], F[box] and, on the smaller side, F[prefix].
    all_weights : bool
        For all weights and every symmetric D >= 0, coefficient by coefficient.
    family : str, optional
        No proof, but what a family of rankings says of c: "framed", "rotation", …
    certificates : bool
        Keeps the proofs: ``proof.certificate.content``, ``proof.certificate.verify()``.
    progress : callable, optional
        Is called with a line of text now and then.

    Returns
    -------
    list of Proof
        One for each inequality that the text stands for.

    Raises
    ------
    ValueError
        For what these proofs cannot be about, with the reason.

    Examples
    --------
    >>> [proof] = prove("F[interval] <= c*K")
    >>> proof.statement, proof.proved, proof.sharp
    ('F[interval] <= 4*K', True, True)
    """
    words = ["search", "prove", str(inequality), *options(all_weights=all_weights, family=family)]
    with tempfile.TemporaryDirectory() as folder:
        kept = options(certificates=folder if certificates else None)
        found, _ = document(*words, *kept, progress=progress)
        return [_proof(row, folder if certificates else None) for row in found["proofs"]]


def _proof(row, folder):
    return Proof(statement=row["statement"], scope=row["scope"], proved=row["proved"],
                 method=row["method"], least_constant=_fraction(row["least_constant"]),
                 sharp=row["sharp"], refuted=row["refuted"], verification=row["verification"],
                 witness=_witness(row["witness"]),
                 certificate=_certificate(row["certificate"], folder), document=row)
