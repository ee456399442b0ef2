# SPDX-License-Identifier: MIT
"""Retrieval metrics from dicts, files and DataFrames; aggregation."""
from fractions import Fraction
from itertools import permutations

import pytest

import disarray

pandas = pytest.importorskip("pandas")

QRELS = {"q1": {"a": 1, "b": 0, "c": 2}, "q2": {"x": 1}}
RUN = {"q1": {"b": 3.0, "a": 2.5, "c": 1.0}, "q2": {"y": 1.0, "x": 0.5}}


def average_precision(grades, run):
    order = sorted(run, key=lambda document: -run[document])
    relevant = sum(grade > 0 for grade in grades.values())
    found, total = 0, Fraction(0)
    for rank, document in enumerate(order, 1):
        if grades.get(document, 0) > 0:
            found += 1
            total += Fraction(found, rank)
    return total / relevant


def frame(nested, value):
    return pandas.DataFrame([(query, document, number) for query, documents in nested.items()
                             for document, number in documents.items()],
                            columns=["query_id", "doc_id", value])


def test_the_values_are_those_of_the_definition():
    table = disarray.evaluate(QRELS, RUN, ["AP", "P@2"], exact=True)
    for query in QRELS:
        assert table.loc[query, "AP"] == average_precision(QRELS[query], RUN[query])
    assert table.loc["mean", "AP"] == Fraction(13, 24)
    assert list(table.columns) == ["AP", "P@2"]
    assert table.attrs["conventions"]["ties"] == "trec"


def test_dicts_frames_and_files_are_the_same(tmp_path):
    expected = disarray.evaluate(QRELS, RUN, ["AP"])
    assert disarray.evaluate(frame(QRELS, "relevance"), frame(RUN, "score"), ["AP"]).equals(expected)
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {g}\n" for q in QRELS for d, g in QRELS[q].items()))
    (tmp_path / "run").write_text("".join(f"{q} Q0 {d} 1 {s} x\n" for q in RUN for d, s in RUN[q].items()))
    assert disarray.evaluate(tmp_path / "qrels", str(tmp_path / "run"), ["AP"]).equals(expected)


def test_conventions_are_keywords():
    none = {"q1": {"a": 0}}
    run = {"q1": {"a": 1.0}}
    assert disarray.evaluate(none, run, ["AP"]).isna().loc["q1", "AP"]
    assert disarray.evaluate(none, run, ["AP"], undefined="zero").loc["mean", "AP"] == 0
    with pytest.raises(ValueError, match="undefined"):
        disarray.evaluate(none, run, ["AP"], undefined="nil")
    with pytest.raises(ValueError, match="--tise"):
        disarray.evaluate(none, run, ["AP"], tise="average")
    with pytest.raises(ValueError, match="MAPP"):
        disarray.evaluate(none, run, ["MAPP"])
    with pytest.raises(ValueError, match="doc_id"):
        disarray.evaluate(pandas.DataFrame({"query": []}), run)
    with pytest.raises(TypeError):
        disarray.evaluate(3, run)


def test_runs_are_compared_by_tests():
    import random

    rng = random.Random(1)
    qrels = {f"q{i}": {f"d{j}": rng.randint(0, 1) for j in range(10)} for i in range(20)}
    runs = {name: {q: {d: g + rng.gauss(0, noise) for d, g in judged.items()} for q, judged in qrels.items()}
            for name, noise in (("near", 0.4), ("far", 1.5), ("farther", 3))}
    table = disarray.compare(qrels, runs, ["AP"], undefined="zero")
    assert set(table["test"]) == {"t", "wilcoxon", "sign", "randomization"}
    first = table[(table["first"] == "near") & (table["second"] == "far")]
    assert (first["p"] < 0.05).all() and (first["p_holm"] >= first["p"]).all()
    assert (first["low"] < first["mean_difference"]).all() and (first["p_tukey"] < 0.1).all()
    stats = pytest.importorskip("scipy.stats")
    values = {name: disarray.evaluate(qrels, run, ["AP"], exact=True, undefined="zero").drop("mean")["AP"]
              for name, run in runs.items()}
    differences = [float(a - b) for a, b in zip(values["near"], values["far"])]
    t = first[first["test"] == "t"].iloc[0]
    assert t["p"] == pytest.approx(stats.ttest_1samp(differences, 0).pvalue, rel=1e-9)
    with pytest.raises(ValueError, match="--test"):
        disarray.compare(qrels, [runs["near"]], ["AP"])


def test_aggregation_is_the_least_of_all_orders():
    votes = [["a", "b", "c", "d"], ["b", "d", "a", "c"], ["c", "a", "b", "d"], ["d", "b", "a", "c"]]

    def cost(order):
        return sum(disarray.kendall(order, vote) for vote in votes)

    best = disarray.aggregate(votes)
    assert best.optimal and best.cost == min(map(cost, permutations("abcd"))) == cost(best.ranking)
    twice = disarray.aggregate([["a", "b"], ["b", "a"]], counts=[1, 2])
    assert twice.ranking == ["b", "a"] and twice.cost == 1
    tied = disarray.aggregate([[{1, 2}, 3], [3, 2, 1]])
    assert sorted(tied.ranking) == [1, 2, 3]
    with pytest.raises(ValueError, match="counts"):
        disarray.aggregate(votes, counts=[1])
    with pytest.raises(ValueError):
        disarray.aggregate([["a", "a"]])
