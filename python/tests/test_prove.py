# SPDX-License-Identifier: MIT
"""Proofs for every n: known constants, certificates, what is refuted and what is refused."""
from fractions import Fraction

import pytest

import disarray


@pytest.mark.parametrize("inequality, constant", [
    ("K <= c*F[interval]", 1), ("F[interval] <= c*K", 4), ("K <= c*F[box]", 1),
    ("F[box] <= c*K", 4), ("F[interval] <= c*F[box]", Fraction(3, 2))])
def test_the_least_constants_are_proved(inequality, constant):
    [proof] = disarray.prove(inequality)
    assert proof.proved and proof.sharp and not proof.refuted
    assert proof.least_constant == constant
    assert proof.verification.startswith("VERIFIED ")
    assert proof.certificate is None


def test_certificates_are_accepted(tmp_path):
    [proof] = disarray.prove("K <= c*F[box]", all_weights=True, certificates=True)
    assert proof.method == "by its coefficients" and proof.certificate.verify()
    proof.certificate.save(tmp_path / "proof.jsonl")
    assert disarray.verify(tmp_path / "proof.jsonl")


def test_what_is_false_has_a_witness():
    [proof] = disarray.prove("K <= 0.99*F[interval]")
    assert proof.refuted and not proof.proved and proof.certificate is None
    witness = proof.witness
    given = {"weights": list(witness.weights), "dissimilarity": witness.dissimilarity.tolist()}
    assert disarray.kendall(witness.ranks, **given) == witness.small > witness.big


def test_a_family_and_what_is_refused():
    [proof] = disarray.prove("K <= c*F[prefix]", family="framed")
    assert not proof.proved and "needs c >= 3/2" in proof.verification
    with pytest.raises(ValueError, match="sum of absolute values"):
        disarray.prove("K <= c*F[prefix]")
    with pytest.raises(ValueError, match="framed"):
        disarray.prove("K <= c*F[prefix]", family="frame")
