# SPDX-License-Identifier: MIT
"""Retrieval metrics of runs against judgements."""
import json
import os
import tempfile
from fractions import Fraction

from ._command import document, options


def evaluate(qrels, run, metrics=("official",), *, exact=False, **conventions):
    """Exact retrieval metrics of a run.

    Parameters
    ----------
    qrels, run : path, dict or DataFrame
        A file as ``disarray evaluate`` reads it (TREC, JSON, CSV; gzip), a dict
        ``{query: {document: grade or score}}``, or a DataFrame with the columns of ir_measures:
        query_id, doc_id, and relevance or score.
    metrics : sequence of str
        Such as ``["AP", "nDCG@10", "P@5"]``; ``["official"]`` for those of trec_eval, ``["all"]``.
    exact : bool
        True: values are Fractions, or texts where they are not rational; False: the nearest
        decimal of 17 digits as a float.
    **conventions
        Options of ``disarray evaluate``: ties='average', discount='mir', undefined='zero', …

    Returns
    -------
    pandas.DataFrame
        A row for each query, a column for each metric, the row ``mean`` at the end; the conventions
        that were used in ``.attrs['conventions']``.

    Raises
    ------
    ValueError
        In one line: where, found, expected.

    Examples
    --------
    >>> qrels = {"q1": {"a": 1, "b": 0, "c": 2}}
    >>> run = {"q1": {"b": 3.0, "a": 2.5, "c": 1.0}}
    >>> evaluate(qrels, run, ["AP", "P@2"], exact=True).loc["mean"].tolist()
    [Fraction(7, 12), Fraction(1, 2)]
    """
    import pandas

    with tempfile.TemporaryDirectory() as folder:
        found, _ = document(
            "evaluate", _file(qrels, "relevance", os.path.join(folder, "qrels.json")),
            _file(run, "score", os.path.join(folder, "run.json")),
            *options(metric=list(metrics), places=17, **conventions))
    result = found["runs"][0]
    rows = {**result["queries"], "mean": result["mean"]}
    names = list(result["mean"])
    table = pandas.DataFrame(
        {name: [_number(row.get(name), exact) for row in rows.values()] for name in names},
        index=pandas.Index(list(rows), name="query_id"))
    table.attrs["conventions"] = result["conventions"]
    table.attrs["document"] = found
    return table


def compare(qrels, runs, metrics=("official",), *, tests=("all",), samples=100_000, seed=1,
            confidence=0.95, **conventions):
    """Whether differences of runs may be chance.

    Parameters
    ----------
    qrels
        As in :func:`evaluate`.
    runs : dict or sequence
        Two runs or more, each as in :func:`evaluate`; a dict names them.
    metrics : sequence of str
    tests : sequence of {'t', 'wilcoxon', 'sign', 'randomization', 'all'}
        All two-sided, on the differences of the queries that all runs have.
    samples, seed : int
        Of randomization, bootstrap intervals and Tukey's test.
    confidence : float
        Of the intervals.
    **conventions
        As in :func:`evaluate`.

    Returns
    -------
    pandas.DataFrame
        A row for each metric, pair of runs and test: mean_difference (first minus second), low and
        high (bootstrap), effect_size (Cohen's d), test, statistic, p, p_error, p_holm, p_tukey,
        method. Numbers are floats; which differences are zero or tied is decided exactly.

    Examples
    --------
    >>> qrels = {f"q{i}": {"a": 1, "b": 0} for i in range(6)}
    >>> good = {f"q{i}": {"a": 2.0, "b": 1.0} for i in range(6)}
    >>> bad = {f"q{i}": {"a": 1.0, "b": 2.0} for i in range(6)}
    >>> compare(qrels, {"good": good, "bad": bad}, ["AP"], tests=["sign"])["p"].tolist()
    [0.03125]
    """
    import pandas

    named = dict(runs) if isinstance(runs, dict) else {str(i): run for i, run in enumerate(runs, 1)}
    with tempfile.TemporaryDirectory() as folder:
        files = [_file(run, "score", os.path.join(folder, f"run{i}.json"))
                 for i, run in enumerate(named.values())]
        found, _ = document(
            "evaluate", _file(qrels, "relevance", os.path.join(folder, "qrels.json")), *files,
            *options(metric=list(metrics), test=list(tests), samples=samples, seed=seed,
                     confidence=confidence, **conventions))
    names = dict(zip((run["run"] for run in found["runs"]), named))
    rows = []
    for comparison in found["comparisons"]:
        for pair in comparison["pairs"]:
            low, high = pair["interval"] or (None, None)
            for test in pair["tests"]:
                rows.append({
                    "metric": comparison["metric"], "first": names[pair["first"]],
                    "second": names[pair["second"]], "queries": comparison["queries"],
                    "mean_difference": pair["mean_difference"], "low": low, "high": high,
                    "effect_size": pair["effect_size"], "test": test["test"],
                    "statistic": test["statistic"], "p": test["p"], "p_error": test.get("p_error"),
                    "p_holm": test.get("p_holm"), "p_tukey": pair.get("p_tukey"),
                    "method": test["method"]})
    return pandas.DataFrame(rows)


def _number(cell, exact):
    if cell is None or cell["value"] is None or cell["value"] == "undefined":
        return None if exact else float("nan")
    if not exact:
        return float(cell["decimal"])
    try:
        return Fraction(cell["value"])
    except ValueError:
        return cell["value"]


def _file(source, value, path):
    """A file that holds what `source` is."""
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    if hasattr(source, "itertuples"):
        source = _nested(source, value)
    if not isinstance(source, dict):
        raise TypeError(f"found {type(source).__name__}, expected a path, a dict or a DataFrame")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({_text(query): _documents(query, documents, value)
                   for query, documents in source.items()}, file)
    return path


def _documents(query, documents, value):
    if not isinstance(documents, dict):
        raise TypeError(f"query {query!r}: found {type(documents).__name__}, "
                        f"expected a dict from documents to their {value}")
    return {_text(document): _plain(number) for document, number in documents.items()}


def _nested(frame, value):
    for column in ("query_id", "doc_id", value):
        if column not in frame.columns:
            raise ValueError(f"DataFrame: found the columns {', '.join(map(str, frame.columns))}, "
                             f"expected query_id, doc_id, {value}")
    nested = {}
    for query, document, number in frame[["query_id", "doc_id", value]].itertuples(index=False):
        documents = nested.setdefault(query, {})
        if document in documents:
            raise ValueError(f"DataFrame: found document {document!r} of query {query!r} twice, "
                             "expected it once")
        documents[document] = number
    return nested


def _text(name):
    return name if isinstance(name, str) else str(name)


def _plain(number):
    """What JSON can write: NumPy's scalars are no numbers to it."""
    if hasattr(number, "item") and not isinstance(number, (int, float)):
        number = number.item()
    if isinstance(number, (int, float)) and not isinstance(number, bool):
        return number
    raise TypeError(f"found {type(number).__name__}, expected numbers")
