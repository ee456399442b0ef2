# SPDX-License-Identifier: MIT
"""Distances against their definitions, for every way in which Python says a ranking."""
import array
import math
import random
from fractions import Fraction
from itertools import combinations, permutations

import numpy
import pytest

import disarray


def discordant(a, b):
    return sum((a[i] < a[j]) != (b[i] < b[j]) for i, j in combinations(range(len(a)), 2))


def displacement(a, b):
    return sum(abs(x - y) for x, y in zip(a, b))


def weighted_kendall(a, b, w, d):
    """KV 11 with unit swap costs."""
    return sum(w[i] * w[j] * d[i][j] for i, j in combinations(range(len(a)), 2)
               if (a[i] < a[j]) != (b[i] < b[j]))


def weighted_prefix(a, b, w, d):
    """KV 12 with unit swap costs."""
    n = len(a)
    return sum(abs(sum(w[i] * w[j] * d[i][j] * ((b[j] < b[i]) - (a[j] < a[i])) for j in range(n)))
               for i in range(n))


def test_all_pairs_have_the_distances_of_the_definitions(rank_vectors):
    for a in rank_vectors:
        for b in rank_vectors:
            assert disarray.kendall(a, b) == discordant(a, b)
            for reading in ("prefix", "interval", "box"):
                assert disarray.footrule(a, b, reading) == displacement(a, b)
    assert isinstance(disarray.kendall(rank_vectors[0], rank_vectors[-1]), Fraction)


def test_weights_and_dissimilarities_are_those_of_the_definitions():
    rng = random.Random(1)
    for _ in range(200):
        n = rng.randint(2, 6)
        a, b = (rng.sample(range(1, n + 1), n) for _ in range(2))
        w = [Fraction(rng.randint(1, 5), rng.randint(1, 3)) for _ in range(n)]
        x = [Fraction(rng.randint(0, 9), 2) for _ in range(n)]
        d = [[abs(p - q) for q in x] for p in x]
        given = {"weights": w, "dissimilarity": d}
        assert disarray.kendall(a, b, **given) == weighted_kendall(a, b, w, d)
        assert disarray.footrule(a, b, **given) == weighted_prefix(a, b, w, d)
        line = "line:" + ",".join(map(str, x))
        assert disarray.kendall(a, b, weights=list(map(str, w)), dissimilarity=line) == \
            weighted_kendall(a, b, w, d)


@pytest.mark.parametrize("kind", "bBhHiIlLqQ")
def test_arrays_of_every_integer_type(kind):
    assert disarray.kendall(array.array(kind, [3, 1, 2])) == 2
    assert disarray.kendall(numpy.array([3, 1, 2], dtype=kind), numpy.array([1, 2, 3])) == 2


def test_arrays_are_read_where_they_lie():
    table = numpy.array([[3, 1, 2], [1, 2, 3]], dtype=numpy.int32)
    assert disarray.kendall(table[0], table[1]) == 2
    assert disarray.kendall(table[0, ::-1]) == disarray.kendall([2, 1, 3])
    assert disarray.kendall(table.T[:, 0]) == 2
    assert disarray.kendall(numpy.array([3, 1, 2], dtype=">i4")) == 2  # the other byte order
    assert disarray.kendall(numpy.array([3, 1, 2], dtype=object)) == 2
    read_only = numpy.array([3, 1, 2])
    read_only.flags.writeable = False
    assert disarray.kendall(read_only) == 2


def test_orders_of_any_hashable_items():
    class Item:
        pass

    for items in (["a", "b", "c"], [("x", 1), ("y", 2), frozenset()], [Item(), Item(), Item()]):
        a, b, c = items
        assert disarray.kendall([c, a, b], [a, b, c]) == 2
        assert disarray.kendall([c, a, b], elements=[a, b, c]) == 2
        weights = {a: 1, b: 2, c: 3}
        assert disarray.kendall([c, a, b], [a, b, c], weights=weights) == 9
        assert disarray.kendall([c, a, b], [a, b, c], weights=[1, 2, 3], elements=[a, b, c]) == 9
    assert disarray.kendall([2, 3, 1], [1, 2, 3], notation="order", weights=[1, 2, 3]) == 5
    assert disarray.kendall([1, 2, 0], base=0, notation="order", weights=[1, 2, 3]) == 5
    # The rank vector of that order is its inverse.
    assert disarray.kendall([3, 1, 2], weights=[1, 2, 3]) == 5


def test_every_metric_of_the_catalogue_is_one_by_name():
    a, b = [3, 1, 2, 4], [1, 2, 3, 4]
    for name in disarray.metric_names():
        metric = disarray.metric(name)
        assert metric.name == name
        value = metric(a, b if name != "footrule[prefix-sym]" else None, k=2)
        assert isinstance(value, (Fraction, disarray.Value)), name
        assert metric.formula and metric.source and metric.kind in ("distance", "similarity")


def test_known_values():
    # By hand: p = (0, 2, 3), p̄ = (3/2, 2, 1), inversions {1,2} and {1,3}: 1·2·3/2·2 + 1·3·3/2·1.
    assert disarray.kendall([3, 1, 2], weights=[1, 2, 3], swap_costs=[2, 1]) == Fraction(21, 2)
    assert disarray.distance([2, 1, 3], metric="spearman-rho") == Fraction(1, 2)
    assert disarray.distance([2, 1, 3], metric="max-kendall") == 2


def test_floats_are_the_nearest():
    value = disarray.metric("rmse")([3, 1, 2])
    assert disarray.distance([3, 1, 2], metric="rmse", exact=False) == float(value) == math.sqrt(2)
    third = disarray.kendall([2, 1], weights=["1/3", 1], exact=False)
    assert third == 1 / 3 and isinstance(third, float)
    assert disarray.kendall([2, 1], weights=[0.1, 1]) == Fraction(0.1)
    huge = disarray.kendall([2, 1], weights=[10**30, 10**30])
    assert huge == 10**60
    assert disarray.kendall([2, 1], weights=[10**30, Fraction(1, 10**30)]) == 1


def test_pairwise_is_every_pair():
    vectors = list(permutations([1, 2, 3]))
    matrix = disarray.pairwise(vectors, "footrule[box]", threads=2)
    assert matrix.shape == (6, 6)
    assert all(matrix[i, j] == displacement(a, b) for i, a in enumerate(vectors)
               for j, b in enumerate(vectors))
    assert disarray.pairwise(numpy.array(vectors), exact=False).dtype == float
    assert disarray.pairwise([["a", "b"], ["b", "a"]]).tolist() == [[0, 1], [1, 0]]
    assert disarray.pairwise([]).shape == (0, 0)


def test_many_elements_agree_with_another_library():
    stats = pytest.importorskip("scipy.stats")
    rng = numpy.random.default_rng(3)
    for n in (63, 64, 65, 1000, 5000):
        a, b = rng.permutation(n) + 1, rng.permutation(n) + 1
        tau = 1 - 4 * disarray.kendall(a, b) / (n * (n - 1))
        assert abs(float(tau) - stats.kendalltau(a, b)[0]) < 1e-12
        assert disarray.distance(a, b, "kendall-tau") == tau


def test_coefficients_with_ties_agree_with_another_library():
    stats = pytest.importorskip("scipy.stats")
    rng = numpy.random.default_rng(5)
    for n in (2, 3, 10, 60):
        for _ in range(20):
            a, b = rng.integers(1, n + 1, n), rng.integers(1, n + 1, n)
            if len(set(a)) == 1 or len(set(b)) == 1:
                continue
            # SciPy takes scores, of which the greatest are on top, and the independent one first.
            pairs = [("weighted-tau", stats.weightedtau(-a, -b)[0]),
                     ("kendall-tau-b", stats.kendalltau(a, b)[0]),
                     ("somers-d", stats.somersd(b, a).statistic)]
            for name, expected in pairs:
                value = disarray.distance(a, b, name, exact=False)
                assert abs(value - expected) < 1e-12, (name, a, b)


def test_overlap_takes_ties_in_three_readings():
    tied = [1, 1, 2]
    assert disarray.distance(tied, tied, "rbo", persistence="1/2") == Fraction(3, 4)
    assert disarray.distance(tied, tied, "rbo-b", persistence="1/2") == 1
    assert disarray.distance(tied, tied, "rbo-w", persistence="1/2") == 1
    assert disarray.distance(tied, tied, "average-overlap") == Fraction(5, 6)


def test_parameters_that_are_numbers():
    a, b = [1, 2, 3, 4], [3, 4, 1, 2]
    assert disarray.distance(a, b, "kendall-top-k", k=2) == 5
    assert disarray.distance(a, b, "kendall-top-k", k=2, penalty=0) == 4
    assert disarray.distance(a, b, "rbo", persistence="1/2") == Fraction(7, 48) + Fraction(1, 16)
    # Where the lists end they agree in full, and no continuation agrees more: rbo is its own greatest value.
    least, most = (disarray.distance(a, b, name, persistence="1/2") for name in ("rbo-min", "rbo-max"))
    assert str(least).endswith("*ln(2)")
    assert float(least) < 5 / 24 and most == Fraction(5, 24)
    with pytest.raises(ValueError, match="penalty: found 2, expected a number from 0 to 1"):
        disarray.distance(a, b, "kendall-top-k", k=2, penalty=2)


@pytest.mark.parametrize("call, error, text", [
    (lambda: disarray.kendall([0, 1, 2]), ValueError, "a, place 1: found 0, expected a rank from 1 to 3; base=0"),
    (lambda: disarray.kendall([1, 2], [1, 2, 3]), ValueError, "b: found 3 elements, expected 2"),
    (lambda: disarray.kendall([1, 1]), ValueError, "equal ranks"),
    (lambda: disarray.kendall([]), ValueError, "no ranks"),
    (lambda: disarray.kendall([1.0, 2.0]), TypeError, "float among ranks"),
    (lambda: disarray.kendall([True, False]), TypeError, "bool"),
    (lambda: disarray.kendall("abc"), TypeError, "found str"),
    (lambda: disarray.kendall({"a", "b"}), TypeError, "found set"),
    (lambda: disarray.kendall(["a", "b"]), ValueError, "an order of the same items"),
    (lambda: disarray.kendall(["a", "c"], ["a", "b"]), ValueError, "'c'"),
    (lambda: disarray.kendall(["a", "a"], ["a", "b"]), ValueError, "'a' twice"),
    (lambda: disarray.kendall(["a"], ["a", "b"]), ValueError, "without 'b'"),
    (lambda: disarray.kendall([[1], [2]], [[1], [2]]), TypeError, "unhashable"),
    (lambda: disarray.kendall([1, 2], weights=[1]), ValueError, "weights: found 1 values, expected 2"),
    (lambda: disarray.kendall([1, 2], weights=[1, 0]), ValueError, "weights"),
    (lambda: disarray.kendall([1, 2], weights=[1, math.nan]), ValueError, "a finite number"),
    (lambda: disarray.kendall([1, 2], weights=[1, "x"]), ValueError, "weights, place 2"),
    (lambda: disarray.kendall([1, 2], weights={1: 1, 3: 1}), ValueError, "an element"),
    (lambda: disarray.kendall([1, 2], weights=3), TypeError, "a sequence or a dict"),
    (lambda: disarray.kendall([1, 2], swap_costs=[1, 1]), ValueError, "swap_costs"),
    (lambda: disarray.kendall([1, 2], dissimilarity=[[0, 1]]), ValueError, "dissimilarity"),
    (lambda: disarray.kendall([1, 2], frame="none"), ValueError, "frame"),
    (lambda: disarray.kendall([1, 2], wieghts=[1, 2]), TypeError, "weights"),
    (lambda: disarray.kendall([1, 2], base=7), ValueError, "base"),
    (lambda: disarray.footrule([1, 2], reading="boxes"), ValueError, "prefix, prefix-sym, interval, box"),
    (lambda: disarray.metric("kendal"), ValueError, "kendall"),
    (lambda: disarray.metric("footrule"), ValueError, "footrule[box]"),
    (lambda: disarray.distance([1, 2], metric="recall"), ValueError, "k"),
    (lambda: disarray.distance([1, 2], metric="mse", weights=[1, 2]), ValueError, "mse"),
    (lambda: disarray.pairwise([[1, 2], [1, 2, 3]]), ValueError, "ranking 2: found 3 elements"),
])
def test_bad_input_is_named(call, error, text):
    with pytest.raises(error) as raised:
        call()
    assert text in str(raised.value)
    assert "\n" not in str(raised.value)
