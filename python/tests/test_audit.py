# SPDX-License-Identifier: MIT
"""Audits in the process: what is right is not refuted, what is wrong is, and nothing ends the
interpreter."""
import _thread
import math
import threading
import time
from fractions import Fraction
from itertools import combinations

import pytest

import disarray

QUICK = {"random": 20, "sizes": [10], "exhaustive": 3}


def tau(first, second):
    """Kendall's τ_a; undefined for one element."""
    pairs = list(combinations(range(len(first)), 2))
    if not pairs:
        raise disarray.Undefined("no pair")
    for rank in (*first, *second):
        if not math.isfinite(rank):
            raise disarray.Refused("no rank")

    def sign(x, y):
        return (x > y) - (x < y)

    total = sum(sign(first[i], first[j]) * sign(second[i], second[j]) for i, j in pairs)
    return Fraction(total, len(pairs))


def test_a_right_metric_has_no_refuted_law():
    report = disarray.audit(tau, range=[-1, 1], reference="kendall-tau", **QUICK)
    assert report.refuted == [] and report.complete and report.smallest is None, str(report)
    assert report.matches and report.matches.startswith("kendall-tau")
    assert disarray.assert_lawful(tau, range=[-1, 1], reference="kendall-tau", **QUICK)


def test_a_wrong_metric_is_refuted_by_the_least_input():
    def wrong(first, second):
        value = tau(first, second)
        return -value if len(first) == 3 and first[0] == 3 else value

    report = disarray.audit(wrong, range=[-1, 1], reference="kendall-tau", **QUICK)
    assert len(report.smallest.input["first"]) == 3
    assert "refuted" in str(report) and "<table>" in report._repr_html_()
    with pytest.raises(AssertionError) as raised:
        disarray.assert_lawful(wrong, range=[-1, 1], reference="kendall-tau", **QUICK)
    for word in ("law ", "input ", "got ", "again     disarray.audit(wrong"):
        assert word in str(raised.value)


def test_exceptions_are_findings_and_refusals_are_not():
    def broken(first, second):
        return undefined_name  # noqa: F821

    report = disarray.audit(broken, **QUICK)
    assert any("NameError" in law.explanation for law in report.refuted)

    def exits(first, second):
        raise SystemExit(3)

    assert disarray.audit(exits, **QUICK).refuted
    assert disarray.audit(lambda first, second: "text", **QUICK).refuted
    assert disarray.audit(lambda first, second: None, **QUICK).refuted


def test_wrong_input_that_is_taken_is_hygiene():
    def lax(first, second):
        return tau([0 if math.isnan(x) else min(x, 10**6) for x in first], second)

    report = disarray.audit(lax, **QUICK)
    assert "not-a-number" in [law.name for law in report.hygiene]
    assert "not-a-number" not in [law.name for law in report.refuted]
    disarray.assert_lawful(lax, **QUICK)
    with pytest.raises(AssertionError, match="not-a-number"):
        disarray.assert_lawful(lax, hygiene=True, **QUICK)


def test_a_call_that_does_not_return_is_ended():
    def hangs(first, second):
        while len(first) == 2:
            pass
        return tau(first, second)

    began = time.monotonic()
    report = disarray.audit(hangs, call_seconds=0.2, time=20, **QUICK)
    assert report.refuted
    assert time.monotonic() - began < 60


def test_ctrl_c_ends_the_audit_with_what_was_found():
    calls = []

    def counts(first, second):
        calls.append(len(first))
        if len(calls) == 50:
            _thread.interrupt_main()
        return tau(first, second)

    report = disarray.audit(counts, **QUICK)
    assert not report.complete
    assert disarray.audit(tau, **QUICK).complete


def test_threads_of_the_metric_do_not_deadlock():
    def threaded(first, second):
        result = []
        thread = threading.Thread(target=lambda: result.append(abs(sum(first) - sum(second))))
        thread.start()
        thread.join()
        return result[0]

    small = {"random": 5, "sizes": [10], "exhaustive": 2}
    assert disarray.audit(threaded, **small).laws


def test_ways_of_calling():
    def by_rank(grades, k=None):
        top = grades[:k]
        return Fraction(sum(grade > 0 for grade in top), k or len(top)) if (k or top) else math.nan

    laws = disarray.audit(by_rank, "relevance-by-rank", reference="P", takes_cutoff=True, **QUICK)
    assert laws.matches, str(laws)

    def hits(relevant, ranked):
        return len(set(relevant) & set(ranked))

    kinds = {"kind": "relevance-and-scores", "random": 5, "sizes": [10], "exhaustive": 2}
    assert disarray.audit(hits, call="ids", **kinds).laws
    seen = []

    def dicts(qrels, run):
        seen.append((qrels, run))
        return 0

    disarray.audit(dicts, call="qrels-run", **kinds)
    assert all(set(qrels) == {"q"} == set(run) for qrels, run in seen)
    disarray.audit(lambda y_true, y_score, k=None: 0, call="2d", **kinds)
    disarray.audit(lambda g: 0, call={"g": "grades"}, **kinds)
    disarray.audit(hits, call=lambda f, **members: f([], members["ids"]), **kinds)
    with pytest.raises(ValueError, match="call"):
        disarray.audit(hits, call="rows", **kinds)


def test_a_metric_is_judged_by_what_it_is_told():
    def my_ndcg(y_true, y_score, k=None):
        order = sorted(range(len(y_true)), key=lambda i: -y_score[i])
        dcg = lambda grades: sum(g / math.log2(i + 2) for i, g in enumerate(grades[:k]))
        best = dcg(sorted(y_true, reverse=True))
        return dcg([y_true[i] for i in order]) / best if best else math.nan

    options = {"reference": "nDCG", "conventions": {"ties": "input-order"}, **QUICK}
    told = disarray.audit(my_ndcg, "relevance-and-scores", **options)
    assert told.matches and not told.refuted, str(told)
    metric = told.document["metric"]
    assert metric["takes_cutoff"] and not metric["takes_not_retrieved"]
    # What is said goes before what the parameters say.
    said = disarray.audit(my_ndcg, "relevance-and-scores", takes_not_retrieved=True, **options)
    assert said.refuted

    def recall(grades, not_retrieved):
        relevant = sum(grade > 0 for grade in [*grades, *not_retrieved])
        return Fraction(sum(grade > 0 for grade in grades), relevant) if relevant else math.nan

    report = disarray.audit(recall, "relevance-by-rank", reference="R", **QUICK)
    assert report.matches and report.document["metric"]["takes_not_retrieved"], str(report)


def test_scikit_learn_follows_what_it_declares():
    metrics = pytest.importorskip("sklearn.metrics")
    report = disarray.audit(
        metrics.ndcg_score, "relevance-and-scores", call="2d", reference="nDCG", range=[0, 1],
        takes_cutoff=True, takes_not_retrieved=False, least_length=2,
        conventions={"ties": "average", "scores": "double", "discount": "trec", "gain": "linear",
                     "undefined": "zero"}, **QUICK)
    assert report.matches and "nDCG" in report.matches, str(report)


def test_the_description_is_checked():
    for words in ({"kind": "rankings"}, {"direction": "up"}, {"rnage": [0, 1]}, {"reference": "nDCGG"}):
        with pytest.raises(ValueError):
            disarray.audit(tau, **{**QUICK, **words})


def test_the_decorator_and_the_fixture(pytester):
    pytester.makepyfile("""
        import disarray

        def footrule(first, second):
            return sum(abs(a - b) for a, b in zip(first, second))

        @disarray.metric_like(direction="least", random=5, sizes=[10], exhaustive=2)
        def broken(first, second):
            return first[0] - second[0]

        def test_broken():
            broken.assert_lawful()

        def test_fixture(assert_lawful):
            assert_lawful(lambda first, second: 1 if first[0] > second[0] else 0,
                          direction="least", random=5, sizes=[10], exhaustive=2)
    """)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-p", "disarray.pytest_plugin")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*law *", "*input *", "*again *"])


@pytest.mark.parametrize("seconds", [float("nan"), -1.0, 0.0])
def test_times_are_numbers_above_0(seconds):
    for name in ("time", "call_seconds"):
        with pytest.raises(ValueError, match="a number of seconds > 0"):
            disarray.audit(lambda a, b: 0.0, **{name: seconds})
