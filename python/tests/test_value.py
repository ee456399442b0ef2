# SPDX-License-Identifier: MIT
"""Exact values that are not rational."""
import math
from fractions import Fraction

import pytest

import disarray


@pytest.fixture
def root_two():
    return disarray.metric("rmse")([3, 1, 2])


@pytest.fixture
def logarithmic():
    return disarray.metric("dcg")([3, 1, 2], k=2)


def test_comparisons_are_exact(root_two):
    close = Fraction(math.isqrt(2 * 10**200), 10**100)
    assert root_two > close and root_two < close + Fraction(1, 10**100)
    assert root_two * root_two == 2
    assert root_two != close and not root_two == close
    assert root_two >= 1 and root_two <= 1.5
    assert close < root_two


def test_arithmetic(root_two):
    assert isinstance(root_two * root_two, Fraction)
    assert 1 + root_two - 1 == root_two
    assert 2 / root_two == root_two
    assert -root_two == abs(root_two) - 2 * root_two
    assert root_two - root_two == 0
    with pytest.raises(TypeError):
        root_two + "1"


def test_floats_are_the_nearest(root_two, logarithmic):
    assert float(root_two) == math.sqrt(2)
    assert root_two.decimal(30) == "1.41421356237309504880168872421"
    assert abs(float(logarithmic) - float(logarithmic.decimal(17))) == 0
    assert logarithmic.kind == "logarithmic" and root_two.kind == "algebraic"


def test_what_has_no_value_says_why():
    value = disarray.distance([1], metric="kendall-tau")
    assert not value.is_defined and value.why_undefined
    assert math.isnan(float(value))
    assert not (value == value or value < 1 or value >= 1) and value != 1
    assert math.isnan(disarray.distance([1], metric="kendall-tau", exact=False))


def test_values_are_not_hashed_since_equal_ones_may_look_different(root_two):
    with pytest.raises(TypeError):
        hash(root_two)


def test_latex(root_two, logarithmic):
    assert root_two.latex() == r"\sqrt{2}"
    assert root_two._repr_latex_() == r"$\sqrt{2}$"
    assert r"\log_2 3" in logarithmic.latex() and "*" not in logarithmic.latex()
    assert (root_two / 3 + Fraction(1, 2)).latex() == r"\tfrac{1}{2} + \tfrac{1}{3}\,\sqrt{2}"
    assert disarray.distance([1], metric="kendall-tau").latex() == r"\text{undefined}"
