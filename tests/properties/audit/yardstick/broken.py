# SPDX-License-Identifier: MIT
"""Metrics with one fault each, of kinds that libraries had: an audit that passes one is wrong. Each declares what
the metric without the fault would.

usage: broken.py --list         names, one a line
       broken.py NAME [bare]    speaks the protocol; bare: claims no reference, under a name of its own
"""
import ctypes
import itertools
import math
import random
import struct
import sys

import correct
from correct import (METRICS, Undefined, average_precision, balance, by_rank, by_score, checked, dcg,
                     exponential, f1, ndcg, ordered, precision, r_precision, ratio, rbp, recall,
                     reciprocal_rank, relevant, rho, tau_a, tau_b, two)

OF = dict(METRICS)
METRICS.clear()


def broken(name, of, function, **changes):
    """A metric that declares what OF[of] does, but for the changes."""
    METRICS[name] = (function, {**OF[of][1], **changes})


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def int32(x):
    return ctypes.c_int32(x).value


def int64(x):
    return ctypes.c_int64(x).value


def better(grades):
    return sorted(grades, reverse=True)


# ---- Cutoffs
broken("P-cutoff-one-more", "P", by_rank(lambda g, m, k: precision(g, m, k and k + 1)))
broken("P-cutoff-one-less", "P", by_rank(lambda g, m, k: ratio(sum(relevant(g[:k - 1 if k else None])), k or len(g))))
broken("P-divided-by-length", "P", by_rank(correct.precision_of_length))
broken("P-counts-grades", "P", by_rank(lambda g, m, k: ratio(sum(g[:k]), k or len(g))))
broken("P-relevant-from-two", "P", by_rank(lambda g, m, k: ratio(sum(x >= 2 for x in g[:k]), k or len(g))))
broken("P-cutoff-ignored", "P", by_rank(lambda g, m, k: precision(g, m, None)))
broken("recall-of-retrieved", "recall", by_rank(lambda g, m, k: recall(g, [], k)))
broken("recall-above-one", "recall", by_rank(lambda g, m, k: ratio(sum(relevant(g[:k])), min(sum(relevant(g + m)), k or 10**9))
                                            if k else ratio(sum(g), sum(relevant(g + m)))))
broken("recall-divided-by-cutoff", "recall", by_rank(lambda g, m, k: ratio(sum(relevant(g[:k])), k or sum(relevant(g + m)))))
broken("F1-arithmetic-mean", "F1", by_rank(lambda g, m, k: (precision(g, m, k) + recall(g, m, k)) / 2))
broken("F1-without-two", "F1", by_rank(lambda g, m, k: f1(g, m, k) / 2))

# ---- Average precision, reciprocal rank
broken("AP-of-retrieved", "AP", by_rank(lambda g, m, k: average_precision(g, [], k)))
broken("AP-over-cutoff", "AP", by_rank(lambda g, m, k: average_precision(g, m, k, True)))
broken("AP-from-zero", "AP", by_rank(lambda g, m, k: ratio(
    math.fsum(sum(relevant(g[:i])) / (i + 1) for i in range(len(g[:k])) if g[i] >= 1), sum(relevant(g + m)))))
broken("AP-without-hit", "AP", by_rank(lambda g, m, k: ratio(
    math.fsum(sum(relevant(g[:i + 1])) / (i + 1) for i in range(len(g[:min(k or 999, 999)]))), sum(relevant(g + m)))))
broken("AP-rounded", "AP", by_rank(lambda g, m, k: round(float(average_precision(g, m, k)), 4)))
broken("AP-zero-undeclared", "AP", by_rank(correct.instead(average_precision, 0)))
broken("AP-nan-as-one", "AP-zero", by_rank(correct.instead(average_precision, 1)))
broken("RR-from-zero", "RR", by_rank(lambda g, m, k: (1 / ((relevant(g[:k]) + [1]).index(1) or 1)
                                                     if any(relevant(g + m)) else reciprocal_rank(g, m, k))))
broken("RR-of-last", "RR", by_rank(lambda g, m, k: reciprocal_rank(g[:k][::-1], m + g, None)))
broken("RR-cutoff-ignored", "RR", by_rank(lambda g, m, k: reciprocal_rank(g, m, None)))
broken("Rprec-of-retrieved", "Rprec", by_rank(lambda g, m, k: r_precision(g, [], k)))
broken("Rprec-of-all", "Rprec", by_rank(lambda g, m, k: precision(g, m, None)))
broken("bpref-above-one", "bpref", by_rank(lambda g, m, k: 1 + correct.bpref(g, m, k)))

# ---- Cascades
broken("RBP-not-normalized", "RBP", by_rank(lambda g, m, k: rbp(g, m, k) * 5))
broken("RBP-from-one", "RBP", by_rank(lambda g, m, k: rbp(g, m, k) * 0.8))
broken("RBP-graded", "RBP", by_rank(lambda g, m, k: 0.2 * sum(x * 0.8**i for i, x in enumerate(g[:k]))))
broken("RBP-other-persistence", "RBP", by_rank(lambda g, m, k: rbp(g, m, k, 0.5)))
broken("ERR-greatest-of-list", "ERR", by_rank(lambda g, m, k: correct.err(g, m, k, max(g + [1]))))
broken("ERR-no-cascade", "ERR", by_rank(lambda g, m, k: sum((2.0**min(x, 2) - 1) / 4 / r for r, x in enumerate(g[:k], 1))))

# ---- Gains
broken("nDCG-natural-ideal", "nDCG", by_rank(lambda g, m, k: ratio(
    dcg(g, k, discount=lambda r: 1 / math.log(r + 1)), dcg(better(g + m), k))), range=["0", None])
broken("nDCG-ideal-of-retrieved", "nDCG", by_rank(lambda g, m, k: ndcg(g, [], k)))
broken("nDCG-ideal-not-cut", "nDCG", by_rank(lambda g, m, k: ratio(dcg(g, k), dcg(better(g + m)))))
broken("nDCG-ideal-of-cut-list", "nDCG", by_rank(lambda g, m, k: ratio(dcg(g, k), dcg(better(g[:k]), k))))
broken("nDCG-ideal-ascending", "nDCG", by_rank(lambda g, m, k: ratio(dcg(g, k), dcg(sorted(g + m), k))))
broken("nDCG-discount-late", "nDCG", by_rank(lambda g, m, k: ndcg(g, m, k, discount=lambda r: 1 / math.log2(r + 2))))
broken("nDCG-discount-linear", "nDCG", by_rank(lambda g, m, k: ndcg(g, m, k, discount=lambda r: 1 / r)))
broken("nDCG-gain-undeclared", "nDCG", by_rank(lambda g, m, k: ndcg(g, m, k, gain=exponential)))
broken("nDCG-discount-undeclared", "nDCG", by_rank(lambda g, m, k: ndcg(g, m, k, discount=correct.discount_of_mir)))
broken("nDCG-gain-in-32-bits", "nDCG-exponential", by_rank(lambda g, m, k: ndcg(g, m, k, gain=lambda x: int32(2**x - 1))))
broken("nDCG-gain-in-64-bits", "nDCG-exponential", by_rank(lambda g, m, k: ndcg(g, m, k, gain=lambda x: int64((1 << min(x, 64)) - 1))))
broken("nDCG-gain-of-shift", "nDCG-exponential", by_rank(lambda g, m, k: ndcg(g, m, k, gain=lambda x: (1 << (x & 31)) - 1)))
broken("nDCG-binary", "nDCG", by_rank(lambda g, m, k: ndcg(relevant(g), relevant(m), k)))
broken("nDCG-float32", "nDCG", by_rank(lambda g, m, k: single(ndcg(g, m, k))))
broken("nDCG-inverted", "nDCG", by_rank(lambda g, m, k: 1 - ndcg(g, m, k)))
broken("nDCG-capped-at-ten", "nDCG", by_rank(lambda g, m, k: ndcg(g, m, min(k or 10, 10))))
broken("DCG-inverted-log", "DCG", by_rank(lambda g, m, k: dcg(g, k, discount=lambda r: math.log2(r + 1))))
broken("DCG-natural-undeclared", "DCG", by_rank(lambda g, m, k: dcg(g, k, discount=lambda r: 1 / math.log(r + 1))))
broken("DCG-32-bit-length", "DCG", by_rank(lambda g, m, k: dcg(g[:46341], k)))
broken("DCG-16-bit-rank", "DCG", by_rank(lambda g, m, k: dcg(g, k, discount=lambda r: 1 / math.log2(r % 65536 + 1 or 2))))
broken("CG-mean", "CG", by_rank(lambda g, m, k: ratio(sum(g[:k]), len(g[:k]))))

# ---- Ties
broken("nDCG-best-of-ties", "nDCG-ties-average", by_score(ndcg, "best"))
broken("nDCG-ties-undeclared", "nDCG-ties-average", by_score(ndcg, "input-order"), conventions={"discount": "trec"})
broken("nDCG-ties-trec-as-average", "nDCG-ties-average", by_score(ndcg, "trec"))
broken("AP-ids-rising", "AP-ties-trec", lambda ids, scores, grades, not_retrieved=(), cutoff=None: average_precision(
    [g for _, _, g in sorted(zip([-s for s in scores], ids, checked(grades, scores)))], list(not_retrieved), cutoff))
broken("AP-block-as-average", "AP-ties-block", OF["AP-ties-block"][0], conventions={"ties": "average"})
broken("AP-ascending-scores", "AP-ties-trec", lambda ids, scores, grades, not_retrieved=(), cutoff=None: OF["AP-ties-trec"][0](
    ids, [-s for s in scores], grades, not_retrieved, cutoff))
broken("P-integer-scores", "P-ties-input-order", lambda ids, scores, grades, not_retrieved=(), cutoff=None: OF["P-ties-input-order"][0](
    ids, [int(s) for s in scores], grades, not_retrieved, cutoff))
broken("AUC-ties-lost", "AUC-ties-block", by_score(lambda g, m, k: correct.auc(g, m, k), "best"))
broken("recall-scores-unused", "recall-ties-trec", lambda ids, scores, grades, not_retrieved=(), cutoff=None: recall(
    checked(grades, scores), list(not_retrieved), cutoff))
broken("recall-positive-scores-only", "recall-ties-trec", lambda ids, scores, grades, not_retrieved=(), cutoff=None: OF["recall-ties-trec"][0](
    [i for i, s in zip(ids, scores) if s > 0], [s for s in scores if s > 0],
    [g for g, s in zip(grades, scores) if s > 0], list(not_retrieved) + [g for g, s in zip(grades, scores) if s <= 0], cutoff))
broken("P-duplicates-counted", "P-ties-input-order", lambda ids, scores, grades, not_retrieved=(), cutoff=None: recall(
    [g for _, g in sorted(zip(scores, checked(grades, scores)), key=lambda d: -d[0])], [0], cutoff) if len(set(ids)) == len(ids)
    else 2.0)


# ---- Two rankings
broken("tau-sign", "kendall-tau", two(lambda a, b: -tau_a(a, b)))
broken("tau-b-as-a", "kendall-tau-b", two(tau_a))
broken("tau-a-as-b", "kendall-tau", two(tau_b))
broken("tau-zero-undeclared", "kendall-tau-b", two(correct.instead(tau_b, 0)))
broken("tau-b-one-side", "kendall-tau-b", two(lambda a, b: ratio(balance(a, b), ordered(a))))
broken("tau-integer-ranks", "kendall-tau-b", two(lambda a, b: tau_b([int(x) for x in a], [int(x) for x in b])))
broken("tau-n-squared", "kendall-tau", two(lambda a, b: ratio(2 * balance(a, b), len(a)**2)))
broken("tau-32-bits", "kendall-tau", two(lambda a, b: ratio(int32(balance(a, b)), len(a) * (len(a) - 1) // 2)))
broken("tau-b-32-bit-product", "kendall-tau-b", two(
    lambda a, b: ratio(balance(a, b), math.sqrt(max(0, int64(ordered(a) * ordered(b)))))))
broken("gamma-32-bit-blocks", "gamma", two(lambda a, b: ratio(
    int32(len([x for x in a if x == 1]) * len([x for x in a if x != 1])), 1) if len(a) > 60000 and len(set(a)) == 2 else correct.gamma(a, b)))
broken("rho-formula-with-ties", "spearman-rho", two(lambda a, b: 1 - ratio(
    6 * sum((x - y)**2 for x, y in zip(a, b)), len(a) * (len(a)**2 - 1))))
broken("rho-32-bit-cube", "spearman-rho", two(lambda a, b: rho(a, b) if len(a) < 1291 else
                                              1 - ratio(6 * sum((x - y)**2 for x, y in zip(a, b)), int32(len(a)**3 - len(a)))))
broken("footrule-half", "footrule-of-permutations", two(lambda a, b: sum(abs(x - y) for x, y in zip(a, b)) // 2))
broken("footrule-signed", "footrule-of-permutations", two(lambda a, b: abs(sum(x - y for x, y in zip(a, b)))))
broken("footrule-squared", "footrule-of-permutations", OF["spearman-distance"][0])
broken("kendall-of-neighbours", "kendall", two(lambda a, b: sum(
    (x - y) * (u - v) < 0 for (x, u), (y, v) in zip(zip(a, b), list(zip(a, b))[1:]))))

# ---- Programs
broken("always-refuses", "AP", by_rank(lambda g, m, k: undefined_name(g)))  # noqa: F821
broken("refuses-all-in-words", "AP", lambda **members: (_ for _ in ()).throw(ValueError("not today")))
broken("wrong-signature", "AP", lambda relevances: average_precision(relevances, [], None))
broken("fails-on-single", "AP", by_rank(lambda g, m, k: average_precision(g, m, k) if len(g) != 1 else [][0]))
broken("undefined-everywhere", "AP", by_rank(lambda g, m, k: float("nan")))
broken("constant", "AP", by_rank(lambda g, m, k: 0.5))
broken("infinite", "DCG", by_rank(lambda g, m, k: dcg(g, k) if len(g) != 2 else math.inf))
broken("random", "AP", by_rank(lambda g, m, k: random.random()))

COUNTER = itertools.count()
broken("counts-calls", "AP", by_rank(lambda g, m, k: average_precision(g, m, k) + (next(COUNTER) > 500) / 8))
CACHE = {}
broken("cache-by-length", "P", by_rank(lambda g, m, k: CACHE.setdefault((len(g), k), precision(g, m, k))))
broken("percent", "AP", by_rank(lambda g, m, k: average_precision(g, m, k) * 100))

# ---- What is no number
broken("nan-swallowed", "nDCG", lambda grades, not_retrieved=(), cutoff=None: ndcg(
    [0 if g != g or g in (math.inf, -math.inf) else max(g, 0) for g in grades], list(not_retrieved), cutoff))
broken("negative-grade", "nDCG", lambda grades, not_retrieved=(), cutoff=None: ndcg(
    checked([abs(g) for g in grades]), list(not_retrieved), cutoff))

# ---- Missing values
broken("missing-omit-as-least", "recall-missing-omit", correct.last(OF["recall-ties-trec"][0]))
broken("missing-least-as-omit", "nDCG-missing-least", correct.omitting(OF["nDCG-ties-trec"][0]))
broken("missing-least-on-top", "nDCG-missing-least", lambda ids, scores, grades, not_retrieved=(), cutoff=None: OF[
    "nDCG-ties-trec"][0](ids, [s if s == s else 99 for s in scores], grades, not_retrieved, cutoff))
broken("missing-omit-loses-grade", "recall-missing-omit", lambda ids, scores, grades, not_retrieved=(), cutoff=None: OF[
    "recall-missing-omit"][0](*map(list, zip(*[d for d in zip(ids, scores, grades) if d[1] == d[1]])), not_retrieved, cutoff))
broken("missing-refuse-swallowed", "RR-missing-refuse", correct.omitting(OF["RR-ties-input-order"][0]))
broken("missing-omit-undeclared", "recall-missing-omit", OF["recall-missing-omit"][0], conventions={"ties": "trec"})
broken("missing-rank-on-top", "kendall-tau-b-missing-omit", lambda first, second: tau_b(
    [x if x == x else 0 for x in first], [x if x == x else 0 for x in second]))


# ---- Several cutoffs in one call, batches
def cutoffs(function):
    def value(queries=None, weights=None, cutoffs=None, **members):
        return function(members["grades"], members["not_retrieved"], cutoffs) if cutoffs else OF["nDCG-together"][0](
            queries, weights, cutoffs, **members)
    return value


def batches(function, of="AP-ties-trec-together"):
    def value(queries=None, weights=None, cutoffs=None, **members):
        return function(queries, weights) if queries else OF[of][0](queries, weights, cutoffs, **members)
    return value


def in_place(grades, missing, ks):
    values, rest = [], list(grades)
    for k in ks:
        missing, rest = missing + rest[k:], rest[:k]
        values.append(ndcg(rest, missing, k))
    return values


def all_at_once(queries, weights):
    documents = [d for q in queries for d in zip(q["ids"], q["scores"], checked(q["grades"]))]
    lists = [[d[2] for d in sorted(documents, key=lambda d: -d[1]) if d in set(zip(q["ids"], q["scores"], q["grades"]))]
             for q in queries]
    return ratio(sum(average_precision(g, q["not_retrieved"], None) for g, q in zip(lists, queries)), len(queries))


one = OF["AP-ties-trec"][0]
broken("cutoffs-sorted", "nDCG-together", cutoffs(lambda g, m, ks: [ndcg(g, m, k) for k in sorted(ks)]))
broken("cutoffs-each-once", "nDCG-together", cutoffs(lambda g, m, ks: [ndcg(g, m, k) for k in dict.fromkeys(ks)]))
broken("cutoffs-ideal-of-largest", "nDCG-together", cutoffs(lambda g, m, ks: [
    ratio(dcg(g, k), dcg(better(g + m), max(ks))) for k in ks]))
broken("cutoffs-in-place", "nDCG-together", cutoffs(in_place))
broken("cutoffs-one-value", "nDCG-together", cutoffs(lambda g, m, ks: ndcg(g, m, ks[0])))
broken("batch-of-all-documents", "AP-ties-trec-together", batches(lambda queries, w: one(
    [f"{i}-{x}" for i, q in enumerate(queries) for x in q["ids"]], *[sum((q[key] for q in queries), [])
                                                                    for key in ("scores", "grades", "not_retrieved")])))
broken("batch-sum", "AP-ties-trec-together", batches(lambda queries, w: sum(
    one(**q) * x for q, x in zip(queries, w or [1] * len(queries)))))
broken("batch-by-rank-of-all", "AP-ties-trec-together", batches(all_at_once))
broken("batch-scores-by-largest", "AP-ties-trec-together", batches(lambda queries, w: OF["AP-ties-trec-together"][0](
    [{**q, "scores": [int(s * 4 / max([1, *(max(r["scores"], default=1) for r in queries)])) for s in q["scores"]]}
     for q in queries], w)))
broken("batch-weights-ignored", "AP-ties-trec-together", batches(lambda queries, w: OF["AP-ties-trec-together"][0](queries)))
broken("batch-weight-zero-counts", "AP-ties-trec-together", batches(lambda queries, w: ratio(
    sum(one(**q) * x for q, x in zip(queries, w or [1] * len(queries)) if x), len(queries))))
broken("batch-weight-times-undefined", "AP-ties-trec-together", batches(lambda queries, w: ratio(
    sum(one(**q) * x for q, x in zip(queries, w or [1] * len(queries))), sum(w or [1] * len(queries)))))

# ---- Two lists
broken("rbo-of-shorter", "rbo", correct.two_lists(lambda a, b: correct.rbo(a[:len(b)], b[:len(a)])))
broken("rbo-other-persistence", "rbo", correct.few(lambda a, b: correct.rbo(a, b, correct.Fraction(1, 10))))
broken("rbo-min-as-rbo", "rbo", correct.few(correct.rbo_min))
broken("rbo-not-extrapolated", "rbo", correct.few(lambda a, b: sum(
    0.1 * 0.9**(d - 1) * correct.shared(a, b, d) / d for d in range(1, max(len(a), len(b)) + 1))))
broken("rbo-in-percent", "rbo", correct.few(lambda a, b: correct.rbo(a, b) * 100))
broken("rbo-of-same-places", "rbo", correct.few(lambda a, b: correct.rbo(
    list(zip(a, range(len(a)))), list(zip(b, range(len(b)))))))
broken("average-overlap-of-longer", "average-overlap", correct.few(lambda a, b: ratio(sum(
    correct.Fraction(correct.shared(a, b, d), d) for d in range(1, max(len(a), len(b)) + 1)), max(len(a), len(b)))))
broken("jaccard-of-first", "jaccard", correct.two_lists(lambda a, b: ratio(len(set(a) & set(b)), len(a))))
broken("jaccard-by-name", "jaccard", correct.two_lists(lambda a, b: correct.jaccard([x[:2] for x in a], [x[:2] for x in b])))
broken("overlap-distance", "overlap", correct.two_lists(lambda a, b: 1 - OF["overlap"][0](a, b)))
broken("rbo-asymmetric", "rbo-float", correct.few(lambda a, b: float(correct.rbo(a, b[:max(1, len(a))], 0.8))))

# ---- Votes
broken("borda-from-one-as-zero", "borda", correct.scoring(lambda r, n: n - r + 1))
broken("borda-reversed", "borda", correct.scoring(lambda r, n: r - 1))
broken("borda-last-vote-twice", "borda", lambda elements, votes: correct.borda(elements, votes + votes[-1:]))
broken("borda-ranks-by-number", "borda-ranks", lambda elements, votes: [
    1 + sorted(range(len(elements)), key=lambda i: -correct.borda(elements, votes)[i]).index(j) for j in range(len(elements))]
    if len(elements) < 9 else correct.refuse_length())
broken("borda-by-name", "borda", lambda elements, votes: correct.borda(sorted(elements), votes))
broken("borda-too-short", "borda", lambda elements, votes: correct.borda(elements, votes)[1:])
broken("plurality-claims-reversal", "plurality", OF["plurality"][0], claims=["reversal-symmetry"])
broken("mean-rank-of-first", "mean-rank", lambda elements, votes: correct.mean_rank(elements, votes[:1]))


def eliminating(points):
    """Ranks by a rule that eliminates those with the least sums of points(vote, element) until none is left."""
    def rule(elements, votes):
        left, ranks = list(elements), {}
        while left:
            sums = {x: sum(points([y for y in vote if y in left], x) for vote in votes) for x in left}
            out = [x for x in left if sums[x] == min(sums.values())]
            left = [x for x in left if x not in out]
            ranks.update(dict.fromkeys(out, len(left) + 1))
        return [ranks[x] for x in elements]
    return lambda elements, votes: rule(elements, votes) if len(elements) <= 50 else correct.refuse_length()


for name, points in [("runoff", lambda vote, x: vote[0] == x), ("coombs", lambda vote, x: -(vote[-1] == x))]:
    broken(f"{name}-claims-monotonicity", "borda-ranks", eliminating(points), claims=["monotonicity"])
broken("second-place-worth-nothing", "copeland", correct.scoring(lambda r, n: {1: 3, 2: 0}.get(r, 1)), claims=["monotonicity"])

if __name__ == "__main__":
    correct.main()
