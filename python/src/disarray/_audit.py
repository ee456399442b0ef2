# SPDX-License-Identifier: MIT
"""Laws of a metric of your own, in the process."""
import functools
import inspect
import json
from dataclasses import dataclass, field

from . import _core
from ._search import table_html


class Undefined(Exception):
    """Raise it in a metric that has no value for its input; the text says why."""


class Refused(ValueError):
    """Raise it in a metric that does not take its input; the text says why."""


@dataclass(frozen=True)
class Law:
    """What an audit found of one law.

    `input` is the least input that was found, as the members that the metric was called with;
    `expected` and `got` are texts; `explanation` has the relation with its numbers.
    """

    name: str
    statement: str
    verdict: str
    input: object = None
    expected: str = ""
    got: str = ""
    explanation: str = ""
    scope: str = field(default="", repr=False)

    @classmethod
    def _from(cls, law):
        return cls(law["law"], law["statement"], law["verdict"], law.get("input"),
                   law.get("expected") or "", law.get("got") or "", law.get("explanation") or "",
                   law.get("scope") or "")


def _size(law):
    return len(json.dumps(law.input))


class AuditReport:
    """The laws of an audit.

    Attributes
    ----------
    laws : list of Law
    refuted : list of Law
        Those of the metric that are broken.
    hygiene : list of Law
        Those of wrong input (NaN, infinite numbers, negative grades) that is not refused.
    complete : bool
        False: it was stopped before the end.
    document : dict
        All of it, as ``disarray audit --json`` prints it.
    """

    def __init__(self, document, text):
        self.document = document
        self.laws = [Law._from(law) for law in document["laws"]]
        broken = [law for law in self.laws if law.verdict == "refuted"]
        self.hygiene = [law for law in broken if _core.is_of_hygiene(law.name)]
        self.refuted = [law for law in broken if law not in self.hygiene]
        self.complete = document["complete"]
        self._text = text

    @property
    def smallest(self):
        """The refuted law with the least input; None if nothing is refuted."""
        return min(self.refuted, key=_size, default=None)

    @property
    def matches(self):
        """The exact metric, with its conventions, that fits all answers; None if there is none."""
        best = next(iter(self.document["agreements"]), None)
        return best["reference"] if best and best["compared"] and not best["differing"] else None

    def __str__(self):
        return self._text

    def __repr__(self):
        return (f"<disarray.AuditReport: {len(self.refuted)} of {len(self.laws)} laws refuted"
                f"{'' if self.complete else ', incomplete'}>")

    def _repr_html_(self):
        rows = [("law", "verdict", "input", "expected", "got")]
        rows += [(law.name, law.verdict, "" if law.input is None else json.dumps(law.input),
                  law.expected, law.got) for law in self.refuted or self.laws]
        return table_html(rows)


#: Names of parameters, and the member of the input that they take. Those of a parameter that is
#: not here are its own.
_PARAMETERS = {
    "relevance": {
        "y_true": "grades", "true_relevance": "grades", "relevances": "grades", "rel": "grades",
        "labels": "grades", "y_score": "scores", "y_pred": "scores", "k": "cutoff",
        "top_k": "cutoff", "at": "cutoff",
    },
    "pair": {
        "a": "first", "b": "second", "x": "first", "y": "second", "r1": "first", "r2": "second",
        "list1": "first", "list2": "second", "s": "first", "t": "second", "p": "cutoff",
    },
}


def _query_dicts(members):
    """The input as one query in the form of pytrec_eval, ranx and ir_measures."""
    ids = members["ids"]
    hidden = [f"unretrieved{i}" for i in range(len(members.get("not_retrieved", ())))]
    qrels = {**dict(zip(ids, members["grades"])),
             **dict(zip(hidden, members.get("not_retrieved", ())))}
    return {"q": qrels}, {"q": dict(zip(ids, members["scores"]))}


def _relevant_and_ranked(members):
    """The input as the ids that are relevant, and the ids from the top."""
    ids, grades = members["ids"], members["grades"]
    hidden = [f"unretrieved{i}" for i, grade in enumerate(members.get("not_retrieved", ())) if grade > 0]
    order = sorted(range(len(ids)), key=lambda i: (-members["scores"][i], ids[i]))
    return [x for x, grade in zip(ids, grades) if grade > 0] + hidden, [ids[i] for i in order]


def _caller(function, call):
    """A function of the members of an input."""
    if callable(call):
        return lambda members: call(function, **members)
    if call == "2d":
        def with_rows(members):
            cutoff = {"k": members["cutoff"]} if members.get("cutoff") is not None else {}
            return function([members["grades"]], [members["scores"]], **cutoff)
        return with_rows
    if call == "qrels-run":
        return lambda members: function(*_query_dicts(members))
    if call == "ids":
        return lambda members: function(*_relevant_and_ranked(members))
    if isinstance(call, dict):
        return lambda members: function(**{parameter: members[member]
                                           for parameter, member in call.items() if member in members})
    if call is not None:
        raise ValueError(f"call: found {call!r}, expected '2d', 'qrels-run', 'ids', a dict from "
                         "parameters to members, or a function")
    return _by_signature(function)


def _parameters(function):
    """The names of its parameters, and whether it takes any other."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # a function in C may have none
        parameters = []
    names = [parameter.name for parameter in parameters
             if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)]
    return names, any(parameter.kind == parameter.VAR_KEYWORD for parameter in parameters)


def _told(function, kind, call):
    """What of an input a metric on lists is told, as keys of the protocol.

    It is not judged by what it never sees. Nothing where the names of parameters do not say it.
    """
    if not kind.startswith("relevance") or callable(call) or call in ("qrels-run", "ids"):
        return {}
    if isinstance(call, dict):
        members = set(call.values())
    elif call == "2d":
        members = set()  # a cutoff is passed on, if it is said that there is one
    else:
        names, takes_all = _parameters(function)
        if takes_all:
            return {}
        members = {_PARAMETERS["relevance"].get(name, name) for name in names}
    told = {"takes_not_retrieved": "not_retrieved" in members}
    if "cutoff" in members:
        told["takes_cutoff"] = True
    return told


def _by_signature(function):
    """By the names of the parameters; of two rankings by their place."""
    names, takes_all = _parameters(function)

    def call(members):
        if "first" in members:
            known = {name: _PARAMETERS["pair"].get(name, name) for name in names}
            if not {"first", "second"} <= set(known.values()):
                return function(members["first"], members["second"])
        else:
            known = {name: _PARAMETERS["relevance"].get(name, name) for name in names}
        if takes_all:
            known.update({name: name for name in members if name not in known.values()})
        return function(**{name: members[member] for name, member in known.items()
                           if member in members})

    return call


def audit(function, kind="two-rankings", *, name=None, direction=None, reference=None, call=None,
          refuses=(ValueError,), exhaustive=None, random=200, seed=1, tolerance=16,
          sizes=(10, 1000, 100_000), time=None, call_seconds=5.0, **description):
    """Runs the laws of its kind on a metric of your own, and compares it with exact ones.

    Parameters
    ----------
    function : callable
        Returns a number (a Fraction or an int is exact); NaN, or raising :class:`Undefined`, where
        there is none.
    kind : {'two-rankings', 'relevance-by-rank', 'relevance-and-scores', ...}
        What the function takes; the members of its input are

        ======================  ==============================================================
        two-rankings            first, second: for each element a rank, 1 is the top; equal
                                ranks are tied
        relevance-by-rank       grades of the documents retrieved, top first; not_retrieved,
                                grades of further judged documents; cutoff
        relevance-and-scores    ids, scores, grades of the documents retrieved, the larger
                                score first; not_retrieved, cutoff
        ======================  ==============================================================
    name : str, optional
        Of the metric; that of the function.
    direction : {'greatest', 'least'}, optional
        Which values are good; for two rankings 'greatest' is a similarity, 'least' a distance.
        Without it that of `reference`, or 'greatest'.
    reference : str, optional
        The exact metric that it claims to be: 'nDCG', 'kendall-tau-b', …
    call : optional
        How the function is called. By the names of its parameters (y_true, y_score, k, …) where
        this is left out; '2d': arrays of one row, as scikit-learn has them; 'qrels-run': two dicts
        of one query; 'ids': the relevant ids and the ranked ids; a dict from parameters to members;
        or a function ``call(function, **members)``.
    refuses : tuple of exceptions
        Those that the function documents for what it does not take. Any other is a finding.
    exhaustive, random, seed, tolerance, sizes
        Every input of at most so many elements; how many random ones; units of 2⁻⁵² by which
        floating point may miss; lengths of long inputs.
    time : float, optional
        Seconds for all of it.
    call_seconds : float
        For one call; a call in C that does not return cannot be interrupted.
    **description
        Further keys of the audit protocol: range=[0, 1], takes_cutoff=True,
        takes_not_retrieved=False, least_length=2, conventions={'ties': 'average'},
        exceptions={law: why}. The two that begin with takes_ follow from the names of the
        parameters where they are left out.

    Returns
    -------
    AuditReport

    Examples
    --------
    >>> def agreement(first, second):  # the share of pairs in the same order
    ...     n = len(first)
    ...     pairs = [(i, j) for i in range(n) for j in range(i)]
    ...     same = sum((first[i] < first[j]) == (second[i] < second[j]) for i, j in pairs)
    ...     return same / len(pairs)
    >>> report = audit(agreement, range=[0, 1])
    >>> report.smallest.explanation
    'ZeroDivisionError: division by zero'
    """
    words = {"protocol": 1, "id": 0, "name": name or getattr(function, "__name__", "metric"),
             "kind": kind, **_told(function, kind, call), **description}
    if "range" in words:
        words["range"] = [None if end is None else str(end) for end in words["range"]]
    words["direction"] = direction or _direction_of(reference)
    if reference is not None:
        words["reference"] = reference
    text, report = _core.audit(
        json.dumps(words), _caller(function, call), Undefined, tuple(refuses) + (Refused,),
        exhaustive=exhaustive, random=random, seed=seed, tolerance=tolerance, sizes=list(sizes),
        time=time, call_seconds=call_seconds)
    return AuditReport(json.loads(text), report)


def _direction_of(reference):
    if reference is not None:
        try:
            return "least" if _core.metric(reference).kind == "distance" else "greatest"
        except ValueError:  # retrieval metrics are none of these
            pass
    return "greatest"


def assert_lawful(function, kind="two-rankings", *, hygiene=False, **options):
    """Fails a test if a law of the metric is refuted.

    Takes what :func:`audit` takes; with ``hygiene=True`` it also fails where wrong input is not
    refused. The message has the law, the least input, what the function
    returned and what was expected, and a line that repeats it.

    Examples
    --------
    >>> def same_order(first, second):  # the pairs ordered alike, without those tied
    ...     pairs = [(i, j) for i in range(len(first)) for j in range(i)]
    ...     return sum((first[i] - first[j]) * (second[i] - second[j]) > 0 for i, j in pairs)
    >>> report = assert_lawful(same_order, range=[0, None], random=20, sizes=[10])
    """
    __tracebackhide__ = True
    report = audit(function, kind, **options)
    broken = report.refuted + (report.hygiene if hygiene else [])
    if broken:
        raise AssertionError(_message(report, broken, function, kind, options))
    return report


def _message(report, broken, function, kind, options):
    law = min(broken, key=_size)
    lines = [f"{report.document['metric']['name']}: {len(broken)} law{'s' * (len(broken) > 1)} refuted",
             f"law       {law.name}: {law.statement}",
             f"input     {json.dumps(law.input)}",
             f"got       {law.got}",
             *([f"expected  {law.expected}"] if law.expected else []),
             f"why       {law.explanation}"]
    others = ", ".join(other.name for other in broken if other is not law)
    if others:
        lines.append(f"as well   {others}")
    words = "".join(f", {key}={value!r}" for key, value in options.items())
    lines.append(f"again     disarray.audit({getattr(function, '__name__', 'metric')}, {kind!r}{words})")
    return "\n".join(lines)


def metric_like(kind="two-rankings", **options):
    """A decorator that gives a metric its description, and the method ``audit``.

    Examples
    --------
    >>> @metric_like("relevance-by-rank", reference="P", takes_cutoff=True)
    ... def precision(grades, cutoff=None):
    ...     top = grades[:cutoff]
    ...     return sum(grade > 0 for grade in top) / (cutoff or len(top) or 1)
    >>> precision([1, 0, 2])
    0.6666666666666666
    >>> report = precision.audit(random=20, sizes=[10])
    """
    def with_audit(function):
        @functools.wraps(function)
        def metric(*args, **keywords):
            return function(*args, **keywords)

        metric.audit = lambda **more: audit(function, kind, **{**options, **more})
        metric.assert_lawful = lambda **more: assert_lawful(function, kind, **{**options, **more})
        return metric

    return with_audit
