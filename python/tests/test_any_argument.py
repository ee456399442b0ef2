# SPDX-License-Identifier: MIT
"""No argument ends the interpreter: what is thrown at every function is answered by a value, a
ValueError or a TypeError."""
import math
from fractions import Fraction

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import disarray


class Hostile:
    """Answers every question wrongly."""

    def __index__(self):
        raise ValueError("no index")

    def __iter__(self):
        raise ValueError("no items")

    def __hash__(self):
        raise ValueError("no hash")

    def __len__(self):
        return 2**40


class Shrinks(list):
    """Loses its items while they are read."""

    def __getitem__(self, index):
        self.clear()
        raise IndexError(index)


atoms = st.one_of(
    st.none(), st.booleans(), st.integers(-10, 10), st.integers(), st.floats(), st.text(max_size=5),
    st.binary(max_size=5), st.fractions(), st.decimals(), st.complex_numbers(),
    st.sampled_from([Hostile(), Hostile, object(), numpy.int64(2), numpy.float32(0.5), numpy.nan,
                     numpy.array(3), numpy.array([]), numpy.array([[1, 2]]), numpy.array(["a"]),
                     numpy.array([1.5, 2]), numpy.array([1, 2], dtype=complex), Shrinks([1, 2]),
                     memoryview(b"abc"), bytearray(b"ab"), range(1, 4), range(10**6), 10**400]))
objects = st.recursive(
    atoms, lambda inner: st.one_of(st.lists(inner, max_size=4), st.tuples(inner, inner),
                                   st.dictionaries(st.integers(0, 3) | st.text(max_size=2), inner, max_size=3),
                                   st.permutations([1, 2, 3])), max_leaves=8)
keywords = st.dictionaries(
    st.sampled_from(["weights", "swap_costs", "dissimilarity", "frame", "fixed_points", "notation",
                     "base", "elements", "k", "relevant_count", "relevant", "beta", "as_printed",
                     "first_k", "exact", "unknown"]), objects, max_size=3)
rankings = st.one_of(objects, st.permutations([1, 2, 3]), st.permutations(["a", "b", "c"]))

many = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))


def survives(call):
    try:
        return call()
    except (ValueError, TypeError, OverflowError, ArithmeticError):
        return None


@many
@given(rankings, rankings, keywords)
def test_distances(a, b, words):
    result = survives(lambda: disarray.kendall(a, b, **words))
    assert result is None or isinstance(result, (Fraction, disarray.Value, float))
    survives(lambda: disarray.footrule(a, b, **words))


@many
@given(objects, rankings, rankings, keywords)
def test_metrics(name, a, b, words):
    survives(lambda: disarray.metric(name))
    survives(lambda: disarray.distance(a, b, name, **words))
    survives(lambda: disarray.distance(a, b, "rmse", **words))


@many
@given(objects, keywords)
def test_matrices(many_rankings, words):
    survives(lambda: disarray.pairwise(many_rankings, **words))


@many
@given(objects)
def test_values(number):
    value = disarray.metric("rmse")([3, 1, 2])
    survives(lambda: disarray.Value(number))
    for operation in (lambda: value + number, lambda: number - value, lambda: value * number,
                      lambda: value / number, lambda: value < number, lambda: value == number):
        survives(operation)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(objects, objects)
def test_verbs(one, other):
    survives(lambda: disarray.evaluate(one, other))
    survives(lambda: disarray.evaluate({"q": one}, {"q": other}))
    survives(lambda: disarray.aggregate(one, other, time=0.1))
    survives(lambda: disarray.verify(one if not isinstance(one, int) else "none"))
    survives(lambda: disarray.check(one, exhaustive=1, random=0))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(objects)
def test_results_of_a_metric(result):
    report = disarray.audit(lambda first, second: result, random=2, sizes=[], exhaustive=2)
    assert report.laws
