# SPDX-License-Identifier: MIT
"""Distances and correlations of two rankings, and of many."""
from ._core import metric as _metric

_KENDALL = _metric("kendall")
_FOOTRULE = {
    reading: _metric(f"footrule[{reading}]")
    for reading in ("prefix", "prefix-sym", "interval", "box")
}


def distance(a, b=None, metric="kendall", **keywords):
    """A metric of the catalogue, exactly.

    Parameters
    ----------
    a, b : sequence or array, shape (n,)
        Two rankings of the same n elements. Integers are rank vectors: the rank of each element,
        1 is the top. Other hashable items are an order: the items from the top. `b` is the
        reference; without it the identity.
    metric : str or Metric
        As :func:`metric_names` lists them.
    weights : sequence or dict, optional
        Positive element weights w, for each element; a dict has them by item.
    swap_costs : str or sequence, optional
        Position weights: n-1 costs δ_i >= 0 of a swap between positions i and i+1; or 'unit',
        'dcg', 'ctr', 'topk', 'topk:K'.
    dissimilarity : str or matrix, optional
        Element similarities D, shape (n, n), symmetric, zero diagonal; or 'cut:1,3',
        'classes:1,1,2', 'line:0,1,5/2', 'topk:K,P'.
    frame : {'element', 'literal'}
        Whether weights stay with the elements, or are read off the labels of a·b⁻¹.
    fixed_points : {'one', 'local'}
        The average swap cost of an element that does not move.
    notation : {'ranks', 'order'}, optional
        What the sequences say, where it is not as above: ``notation='order'`` for orders of
        integers.
    base : {1, 0}
        What ranks, and elements that are integers, count from.
    elements : sequence, optional
        The items in the order of `weights` and `dissimilarity`; without it that of the reference.
    k, relevant_count, relevant, beta, penalty, persistence, as_printed, first_k
        Of metrics that look at the first k, or at relevant elements.
    exact : bool
        False: the nearest float.

    Numbers are taken exactly: int, Fraction, Decimal, text such as '1/3', and floats as the numbers
    that they stand for.

    Returns
    -------
    fractions.Fraction, Value or float

    Raises
    ------
    ValueError
        What, where and what was expected, in one line.
    TypeError
        For what is no ranking or no number.

    Examples
    --------
    >>> distance([3, 1, 2], [1, 2, 3])
    Fraction(2, 1)
    >>> distance("b a c".split(), "a b c".split(), "spearman-rho")
    Fraction(1, 2)
    """
    if isinstance(metric, str):
        metric = _metric(metric)
    return metric(a, b, **keywords)


def kendall(a, b=None, **keywords):
    """Kendall's tau distance, K(a, b) = Σ w_i w_j p̄_i p̄_j D_ij over the pairs that are ordered
    differently (Kumar and Vassilvitskii 2010, equation 11).

    Without weights the number of discordant pairs, in O(n log n). Parameters and errors as
    :func:`distance`.

    Examples
    --------
    >>> kendall([3, 1, 2], [1, 2, 3])
    Fraction(2, 1)
    >>> kendall([3, 1, 2], weights=[1, 2, 3], swap_costs=[2, 1])
    Fraction(21, 2)
    """
    return _KENDALL(a, b, **keywords) if keywords else _KENDALL(a, b)


def footrule(a, b=None, reading="prefix", **keywords):
    """Spearman's footrule and its generalization F* (Kumar and Vassilvitskii 2010).

    Parameters
    ----------
    a, b, **keywords
        As :func:`distance`.
    reading : {'prefix', 'prefix-sym', 'interval', 'box'}
        Which formula of the source is meant, where there are weights; without weights they agree:
        Σ |a(i) - b(i)|.

    Examples
    --------
    >>> footrule([3, 1, 2], [1, 2, 3])
    Fraction(4, 1)
    """
    try:
        chosen = _FOOTRULE[reading]
    except (KeyError, TypeError):
        raise ValueError(
            f"reading: found {reading!r}, expected one of {', '.join(_FOOTRULE)}") from None
    return chosen(a, b, **keywords)


def pairwise(rankings, metric="kendall", threads=0, **keywords):
    """The matrix of a metric between many rankings, on all cores.

    Parameters
    ----------
    rankings : sequence of m rankings, or array of shape (m, n)
        As :func:`distance` takes them, without ties.
    metric : str or Metric
    threads : int
        0: all cores.
    **keywords
        As :func:`distance`.

    Returns
    -------
    numpy.ndarray, shape (m, m)
        Entry i, j is the metric of rankings[i] with rankings[j] as reference: objects, or float64
        with ``exact=False``.

    Examples
    --------
    >>> pairwise([[1, 2, 3], [3, 1, 2], [3, 2, 1]], exact=False).tolist()
    [[0.0, 2.0, 3.0], [2.0, 0.0, 1.0], [3.0, 1.0, 0.0]]
    """
    import numpy

    if isinstance(metric, str):
        metric = _metric(metric)
    rows = metric._pairwise(rankings, threads, **keywords)
    if not keywords.get("exact", True):
        return numpy.array(rows, dtype=float).reshape(len(rows), len(rows))
    matrix = numpy.empty((len(rows), len(rows)), dtype=object)
    for i, row in enumerate(rows):
        matrix[i, :] = row
    return matrix
