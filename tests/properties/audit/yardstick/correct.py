# SPDX-License-Identifier: MIT
"""Metrics without a fault, in many conventions: an audit that refutes a law of one of them is wrong.

usage: correct.py --list         names, one a line
       correct.py NAME [bare]    speaks the protocol; bare: claims no reference, under a name of its own
"""
import math
import sys
from fractions import Fraction
from itertools import combinations, groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "properties/audit/adapters/python"))
from disarray_adapter import Undefined, serve  # noqa: E402

METRICS = {}  # name: (function, description)


def metric(name, kind="relevance-by-rank", direction="greatest", **description):
    def register(function):
        METRICS[name] = (function, {"name": name, "kind": kind, "direction": direction, **description})
        return function
    return register


# ---- Input

def checked(grades, scores=()):
    """Grades as integers. ValueError for what is none, and for scores that are no numbers."""
    for grade in grades:
        if grade != grade or grade < 0 or grade in (math.inf, -math.inf):
            raise ValueError(f"grade {grade}")
    if not all(map(math.isfinite, scores)):
        raise ValueError("a score that is no number")
    return list(grades)


def ratio(numerator, denominator):
    if denominator == 0:
        raise Undefined("0/0")
    if isinstance(numerator, float) or isinstance(denominator, float):
        return numerator / denominator
    return Fraction(numerator) / Fraction(denominator)


def relevant(grades):
    return [int(grade >= 1) for grade in grades]


# ---- Of a list without ties: functions of (grades, not_retrieved, cutoff)

def precision(grades, missing, cutoff):
    return ratio(sum(relevant(grades[:cutoff])), len(grades) if cutoff is None else cutoff)


def precision_of_length(grades, missing, cutoff):
    return ratio(sum(relevant(grades[:cutoff])), len(grades[:cutoff]))


def recall(grades, missing, cutoff):
    return ratio(sum(relevant(grades[:cutoff])), sum(relevant(grades + missing)))


def f1(grades, missing, cutoff):
    """Of precision and recall, where both have a value."""
    p, r = precision(grades, missing, cutoff), recall(grades, missing, cutoff)
    return 2 * p * r / (p + r) if p + r else Fraction(0)


def average_precision(grades, missing, cutoff, reachable=False):
    total = sum(relevant(grades + missing))
    if reachable and cutoff is not None:
        total = min(total, cutoff)
    hits, precisions = 0, []
    for rank, hit in enumerate(relevant(grades[:cutoff]), 1):
        hits += hit
        if hit:
            precisions.append(hits / rank)
    return ratio(math.fsum(precisions), total)


def reciprocal_rank(grades, missing, cutoff):
    if not any(relevant(grades + missing)):
        raise Undefined("no relevant document")
    hits = relevant(grades[:cutoff])
    return Fraction(1, hits.index(1) + 1) if any(hits) else Fraction(0)


def r_precision(grades, missing, cutoff):
    total = sum(relevant(grades + missing))
    return ratio(sum(relevant(grades[:total])), total)


def rbp(grades, missing, cutoff, p=0.8):
    return min(1.0, (1 - p) * math.fsum(p**i for i, hit in enumerate(relevant(grades[:cutoff])) if hit))


def err(grades, missing, cutoff, greatest=2):
    value, going_on = 0.0, 1.0
    for rank, grade in enumerate(grades[:cutoff], 1):
        stops = (2.0**min(grade, greatest) - 1) / 2.0**greatest
        value += going_on * stops / rank
        going_on *= 1 - stops
    return value


def dcg(grades, cutoff=None, gain=lambda grade: grade, discount=lambda rank: 1 / math.log2(rank + 1)):
    return math.fsum(gain(grade) * discount(rank) for rank, grade in enumerate(grades[:cutoff], 1))


def exponential(grade):
    return 2.0**grade - 1


def discount_of_mir(rank):
    return 1 / max(1, math.log2(rank))


def ndcg(grades, missing, cutoff, **convention):
    ideal = dcg(sorted(grades + missing, reverse=True), cutoff, **convention)
    return min(1.0, ratio(dcg(grades, cutoff, **convention), ideal))


def bpref(grades, missing, cutoff):
    """Buckley and Voorhees 2004, as trec_eval has it; ranks judged documents only."""
    total, others = sum(relevant(grades + missing)), sum(grade < 1 for grade in grades + missing)
    above, value = 0, Fraction(0)
    for hit in relevant(grades):
        above += 1 - hit
        if hit:
            value += 1 - ratio(min(above, total), min(total, others)) if above else 1
    return ratio(value, total)


def auc(grades, missing, cutoff):
    hits = relevant(grades)
    good, bad = sum(hits), len(hits) - sum(hits)
    above, pairs = 0, 0
    for hit in hits:
        above += hit
        pairs += 0 if hit else above
    return ratio(pairs, good * bad)


def instead(function, value):
    def defined(*arguments):
        try:
            return function(*arguments)
        except Undefined:
            return value
    return defined


def by_rank(function):
    return lambda grades, not_retrieved=(), cutoff=None: function(
        checked(grades), checked(not_retrieved), cutoff)


for name, function, description in [
        ("P", precision, {"conventions": {"short-lists": "cutoff"}}),
        ("P-of-length", precision_of_length, {"reference": "P", "conventions": {"short-lists": "length"}}),
        ("recall", recall, {}),
        ("F1", f1, {"reference": "F"}),
        ("AP", average_precision, {"conventions": {"precisions-averaged": "relevant"}}),
        ("AP-reachable", lambda g, m, k: average_precision(g, m, k, True),
         {"reference": "AP", "conventions": {"precisions-averaged": "reachable"}}),
        ("RR", reciprocal_rank, {}),
        ("RBP", rbp, {"conventions": {"persistence": "0.8"}}),
        ("ERR", err, {"conventions": {"greatest-grade": "2"}}),
        ("nDCG", ndcg, {}),
        ("nDCG-exponential", lambda g, m, k: ndcg(g, m, k, gain=exponential),
         {"reference": "nDCG", "conventions": {"gain": "exponential"}}),
        ("nDCG-mir", lambda g, m, k: ndcg(g, m, k, discount=discount_of_mir),
         {"reference": "nDCG", "conventions": {"discount": "mir"}}),
        ("nDCG-zero", instead(ndcg, 0), {"reference": "nDCG", "conventions": {"undefined": "zero"}}),
        ("nDCG-one", instead(ndcg, 1), {"reference": "nDCG", "conventions": {"undefined": "one"}}),
        ("AP-zero", instead(average_precision, 0), {"reference": "AP", "conventions": {
            "undefined": "zero", "precisions-averaged": "relevant"}}),
        ("P-zero", instead(precision, 0), {"reference": "P", "conventions": {"undefined": "zero"}})]:
    metric(name, **{"range": ["0", "1"], "takes_cutoff": True, "reference": name, **description})(
        by_rank(function))

for name, function, description in [
        ("Rprec", r_precision, {"reference": "Rprec"}),
        ("nDCG@3", lambda g, m, k: ndcg(g, m, 3), {"reference": "nDCG@3"}),
        ("P@2", lambda g, m, k: precision(g, m, 2), {"reference": "P@2"}),
        ("AP@2", lambda g, m, k: average_precision(g, m, 2), {"reference": "AP@2"}),
        ("bpref", bpref, {}),
        ("AUC", auc, {})]:
    metric(name, range=["0", "1"], **description)(by_rank(function))

for name, function, description in [
        ("CG", lambda g, m, k: sum(g[:k]), {"reference": "CG"}),
        ("DCG", lambda g, m, k: dcg(g, k), {"reference": "DCG"}),
        ("DCG-natural", lambda g, m, k: dcg(g, k, discount=lambda rank: 1 / math.log(rank + 1)),
         {"reference": "DCG", "conventions": {"discount": "natural"}}),
        ("DCG-exponential", lambda g, m, k: dcg(g, k, gain=exponential),
         {"reference": "DCG", "conventions": {"gain": "exponential"}})]:
    metric(name, range=["0", None], takes_cutoff=True, **description)(by_rank(function))


# ---- Of a list with ties

def ranked(ids, scores, grades, rule):
    rank_by = {"trec": lambda d: d[0], "best": lambda d: d[2], "worst": lambda d: -d[2]}
    documents = list(zip(ids, scores, grades))
    if rule in rank_by:
        documents.sort(key=rank_by[rule], reverse=True)
    documents.sort(key=lambda d: -d[1])
    return [grade for _, _, grade in documents]


def blocks(scores, grades):
    documents = sorted(zip(scores, grades), key=lambda d: -d[0])
    return [[grade for _, grade in block] for _, block in groupby(documents, lambda d: d[0])]


def by_score(function, rule):
    def value(ids, scores, grades, not_retrieved=(), cutoff=None):
        grades, missing = checked(grades, scores), checked(not_retrieved)
        if len(set(ids)) < len(ids):
            raise ValueError("a document twice")
        if rule == "average":
            grades = [Fraction(sum(block), len(block)) if sum(block) else 0
                      for block in blocks(scores, grades) for _ in block]
            ideal = sorted(value.judged, reverse=True)
            return min(1.0, ratio(dcg([float(g) for g in grades], cutoff), dcg(ideal, cutoff)))
        if rule == "block":
            return function(blocks(scores, grades), missing)
        return function(ranked(ids, scores, grades, rule), missing, cutoff)

    def with_judged(ids, scores, grades, not_retrieved=(), cutoff=None):
        value.judged = list(grades) + list(not_retrieved)
        return value(ids, scores, grades, not_retrieved, cutoff)
    return with_judged


def ap_of_blocks(tied, missing):
    """As sklearn.metrics.average_precision_score: a threshold for each score."""
    total = sum(sum(relevant(block)) for block in tied) + sum(relevant(missing))
    hits, rank, value = 0, 0, Fraction(0)
    for block in tied:
        new = sum(relevant(block))
        hits, rank = hits + new, rank + len(block)
        value += new * Fraction(hits, rank)
    return ratio(value, total)


def auc_of_blocks(tied, missing):
    good, pairs, bad = 0, Fraction(0), 0
    for block in tied:
        new = sum(relevant(block))
        others = len(block) - new
        pairs += others * (good + Fraction(new, 2))
        good, bad = good + new, bad + others
    return ratio(pairs, good * bad)


for name, function, rule in [("nDCG", ndcg, "average"), ("nDCG", ndcg, "trec"), ("P", precision, "input-order"),
                             ("AP", average_precision, "trec"), ("AP", average_precision, "best"),
                             ("AP", average_precision, "worst"), ("RR", reciprocal_rank, "input-order"),
                             ("recall", recall, "trec")]:
    metric(f"{name}-ties-{rule}", "relevance-and-scores", range=["0", "1"], takes_cutoff=True, reference=name,
           conventions={"ties": rule, "scores": "double", **(
               {"precisions-averaged": "relevant"} if name == "AP" else {})})(by_score(function, rule))
metric("AP-ties-block", "relevance-and-scores", range=["0", "1"], reference="AP",
       conventions={"ties": "block", "scores": "double"})(by_score(ap_of_blocks, "block"))
metric("AUC-ties-block", "relevance-and-scores", range=["0", "1"],
       conventions={"ties": "average", "scores": "double"})(by_score(auc_of_blocks, "block"))


# ---- NaN for a score, several cutoffs in one call, batches of queries

def omitting(function):
    def value(ids, scores, grades, not_retrieved=(), cutoff=None):
        kept = [d for d in zip(ids, scores, grades) if d[1] == d[1]]
        lost = [grade for score, grade in zip(scores, grades) if score != score]
        return function(*map(list, zip(*kept) if kept else ([], [], [])), list(not_retrieved) + lost, cutoff)
    return value


def last(function):
    def value(ids, scores, grades, not_retrieved=(), cutoff=None):
        least = min([0, *(s for s in scores if s == s)]) - 1
        return function(ids, [s if s == s else least for s in scores], grades, not_retrieved, cutoff)
    return value


def together(function):
    def value(queries=None, weights=None, cutoffs=None, **members):
        if queries is not None:
            weighted = [(function(**query), w) for query, w in zip(queries, weights or [1] * len(queries)) if w]
            return ratio(sum(v * w for v, w in weighted), sum(w for _, w in weighted))
        return [function(**members, cutoff=k) for k in cutoffs] if cutoffs else function(**members)
    return value


def derived(name, of, wrapped, **changes):
    function, description = METRICS[of]
    METRICS[name] = (wrapped(function), {**description, "name": name, **changes})


TOGETHER = {"takes_cutoffs": True, "takes_batches": True, "takes_weights": True}
for name, of, function, rule in [("recall-missing-omit", "recall-ties-trec", omitting, "omit"),
                                 ("nDCG-missing-least", "nDCG-ties-trec", last, "least"),
                                 ("RR-missing-refuse", "RR-ties-input-order", lambda f: f, "refuse")]:
    derived(name, of, function, conventions={**METRICS[of][1]["conventions"], "missing": rule})
for name in ["P", "nDCG", "AP-ties-trec", "RR-ties-input-order"]:
    derived(f"{name}-together", name, together, **TOGETHER)


# ---- Two rankings

def numbers(first, second):
    if not all(map(math.isfinite, first)) or not all(map(math.isfinite, second)):
        raise ValueError("a rank that is no number")
    return first, second


def two(function):
    return lambda first, second: function(*numbers(first, second))


def ordered(ranks):
    return len(ranks) * (len(ranks) - 1) // 2 - sum(
        n * (n - 1) // 2 for n in (sum(1 for _ in same) for _, same in groupby(sorted(ranks))))


def inversions(values):
    if len(values) < 2:
        return values, 0
    (a, m), (b, n) = inversions(values[:len(values) // 2]), inversions(values[len(values) // 2:])
    merged, count, i = [], m + n, 0
    for x in b:
        while i < len(a) and a[i] <= x:
            merged.append(a[i])
            i += 1
        merged.append(x)
        count += len(a) - i
    return merged + a[i:], count


def balance(first, second):
    """Concordant pairs less discordant ones."""
    pairs = sorted(zip(first, second))
    _, discordant = inversions([b for _, b in pairs])
    n = len(pairs)
    both = n * (n - 1) // 2 - ordered(pairs)
    return ordered(first) + ordered(second) + both - n * (n - 1) // 2 - 2 * discordant


def tau_a(first, second):
    return ratio(balance(first, second), len(first) * (len(first) - 1) // 2)


def tau_b(first, second):
    square = ordered(first) * ordered(second)
    value = balance(first, second)
    if square == 0:
        raise Undefined("0/0")
    root = math.isqrt(square)
    return Fraction(value, root) if root * root == square else value / math.sqrt(square)


def gamma(first, second):
    pairs = sorted(zip(first, second))
    discordant = inversions([b for _, b in pairs])[1]
    concordant = balance(first, second) + discordant
    return ratio(concordant - discordant, concordant + discordant)


def midranks(ranks):
    order = sorted(range(len(ranks)), key=lambda i: ranks[i])
    result, done = [0] * len(ranks), 0
    for _, same in groupby(order, lambda i: ranks[i]):
        same = list(same)
        for i in same:
            result[i] = 2 * done + len(same) + 1
        done += len(same)
    return result


def rho(first, second):
    n = len(first)
    a, b = ([r - (n + 1) for r in midranks(ranks)] for ranks in (first, second))
    square = sum(x * x for x in a) * sum(y * y for y in b)
    value = sum(x * y for x, y in zip(a, b))
    if square == 0:
        raise Undefined("0/0")
    root = math.isqrt(square)
    return Fraction(value, root) if root * root == square else value / math.sqrt(square)


def permutations_only(function):
    def value(first, second):
        for ranks in (first, second):
            if sorted(ranks) != list(range(1, len(ranks) + 1)):
                raise ValueError("no permutation")
        return function(first, second)
    return value


def ap_correlation(first, second):
    """Yilmaz, Aslam and Robertson 2008: not symmetric. `second` is the truth."""
    n = len(first)
    order = [second[i] for i in sorted(range(n), key=lambda i: first[i])]
    value = sum(Fraction(sum(x < order[i] for x in order[:i]), i) for i in range(1, n))
    return ratio(2 * value, n - 1) - 1


for name, function, description in [
        ("kendall-tau", tau_a, {"reference": "kendall-tau"}),
        ("kendall-tau-b", tau_b, {"reference": "kendall-tau-b"}),
        ("spearman-rho", rho, {"reference": "spearman-rho"}),
        ("gamma", gamma, {}),
        ("tau-ap", permutations_only(ap_correlation), {"least_length": 2})]:
    metric(name, "two-rankings", range=["-1", "1"], **description)(two(function))
for name, function, description in [
        ("kendall", lambda a, b: sum((x - y) * (u - v) < 0 for (x, u), (y, v) in combinations(zip(a, b), 2)),
         {"reference": "kendall"}),
        ("footrule", lambda a, b: sum(abs(x - y) for x, y in zip(a, b)), {"reference": "footrule"}),
        ("spearman-distance", lambda a, b: sum((x - y) ** 2 for x, y in zip(a, b)), {}),
        ("mae", lambda a, b: ratio(sum(abs(x - y) for x, y in zip(a, b)), len(a)), {"reference": "mae"}),
        ("hamming", lambda a, b: sum(x != y for x, y in zip(a, b)), {})]:
    metric(name, "two-rankings", "least", range=["0", None], **description)(
        two(permutations_only(function) if name == "kendall" else function))
metric("footrule-of-permutations", "two-rankings", "least", range=["0", None], reference="footrule")(
    two(permutations_only(lambda a, b: sum(abs(x - y) for x, y in zip(a, b)))))


def ranks_without(function):
    """With NaN left out on both sides."""
    def value(first, second):
        kept = [(a, b) for a, b in zip(first, second) if a == a and b == b]
        return function([a for a, _ in kept], [b for _, b in kept])
    return value


metric("kendall-tau-b-missing-omit", "two-rankings", range=["-1", "1"], reference="kendall-tau-b",
       conventions={"missing": "omit"})(ranks_without(two(tau_b)))


# ---- Two lists

def shared(first, second, depth):
    return len(set(first[:depth]) & set(second[:depth]))


def rbo(first, second, p=Fraction(9, 10)):
    """RBO_EXT."""
    s, l = sorted([len(first), len(second)])
    if s == 0:
        raise Undefined("an empty list")
    at_s, at_l = shared(first, second, s), shared(first, second, l)
    value = sum(p**d * Fraction(shared(first, second, d), d) for d in range(1, l + 1))
    value += sum(p**d * Fraction(at_s * (d - s), s * d) for d in range(s + 1, l + 1))
    return (1 - p) / p * value + p**l * (Fraction(at_l - at_s, l) + Fraction(at_s, s))


def rbo_min(first, second, p=0.9):
    l = max(len(first), len(second))
    last_shared = shared(first, second, l)
    value = sum(p**d / d * (shared(first, second, d) - last_shared) for d in range(1, l + 1))
    return (1 - p) / p * (value - last_shared * math.log(1 - p))


def average_overlap(first, second):
    s = min(len(first), len(second))
    return ratio(sum(Fraction(shared(first, second, d), d) for d in range(1, s + 1)), s)


def jaccard(first, second):
    return ratio(len(set(first) & set(second)), len(set(first) | set(second)))


def few(function):
    """Exact sums with long numbers are not for long lists."""
    return lambda first, second: function(first, second) if max(len(first), len(second)) <= 100 else refuse_length()


def two_lists(function):
    return lambda first, second: function(first, second)


def refuse_length():
    raise ValueError("a long list")


for name, function, description in [
        ("rbo", few(rbo), {"reference": "rbo"}),
        ("rbo-float", few(lambda a, b: float(rbo(a, b, 0.8))),
         {"reference": "rbo", "conventions": {"persistence": "0.8"}}),
        ("rbo-min", few(rbo_min), {"reference": "rbo-min"}),
        ("average-overlap", few(average_overlap), {"reference": "average-overlap"}),
        ("overlap", lambda a, b: ratio(len(set(a) & set(b)), min(len(a), len(b))), {"reference": "overlap"}),
        ("jaccard", jaccard, {"reference": "jaccard"})]:
    metric(name, "two-lists", range=["0", "1"], **description)(two_lists(function))


# ---- Votes

def scoring(points):
    def rule(elements, votes):
        sums = dict.fromkeys(elements, 0)
        for vote in votes:
            for rank, element in enumerate(vote, 1):
                sums[element] += points(rank, len(elements))
        return [sums[element] for element in elements]
    return rule


def as_ranks(rule):
    def ranks(elements, votes):
        points = rule(elements, votes)
        return [1 + sum(x > mine for x in points) for mine in points]
    return ranks


def copeland(elements, votes):
    places = [{element: i for i, element in enumerate(vote)} for vote in votes]

    def beats(a, b):
        margin = sum((vote[b] > vote[a]) - (vote[b] < vote[a]) for vote in places)
        return (margin > 0) - (margin < 0)
    return [sum(beats(a, b) for b in elements if a != b) for a in elements]


def few_elements(rule):
    return lambda elements, votes: rule(elements, votes) if len(elements) <= 50 else refuse_length()


def mean_rank(elements, votes):
    if not votes:
        return [None] * len(elements)
    return [Fraction(rank_sum, len(votes)) for rank_sum in scoring(lambda r, n: r)(elements, votes)]


borda = scoring(lambda r, n: n - r)
CLAIMS = {"claims": ["monotonicity", "reversal-symmetry"]}
for name, direction, rule, description in [
        ("borda", "greatest", borda, {"reference": "borda", "range": ["0", None], **CLAIMS}),
        ("borda-from-one", "greatest", scoring(lambda r, n: n - r + 1), {"reference": "borda-from-one", **CLAIMS}),
        ("borda-ranks", "least", as_ranks(borda), {"range": ["1", None], **CLAIMS}),
        ("plurality", "greatest", scoring(lambda r, n: int(r == 1)), {"reference": "plurality", "claims": ["monotonicity"]}),
        ("dowdall", "greatest", scoring(lambda r, n: Fraction(1, r)), {"reference": "dowdall", "claims": ["monotonicity"]}),
        ("rrf", "greatest", scoring(lambda r, n: 1 / (60 + r)), {"reference": "rrf"}),
        ("mean-rank", "least", mean_rank, {"reference": "mean-rank", **CLAIMS}),
        ("copeland", "greatest", few_elements(copeland), CLAIMS)]:
    metric(name, "votes", direction, **description)(rule)


# ---- Libraries, where they are installed

def of_library(name, module, make, *description, **more):
    try:
        library = __import__(module, fromlist=["x"])
    except ImportError:
        return
    metric(name, *description, **more)(make(library))


def wanted(prefix):
    return len(sys.argv) > 1 and (sys.argv[1].startswith(prefix) or sys.argv[1] == "--list")


if wanted("sklearn"):
    def average_precision_score(library):
        def value(ids, scores, grades, not_retrieved=(), cutoff=None):
            if not any(relevant(checked(grades))):
                raise Undefined("no relevant document")
            return library.average_precision_score(relevant(checked(grades)), scores)
        return value

    def roc_auc_score(library):
        return lambda ids, scores, grades, not_retrieved=(), cutoff=None: library.roc_auc_score(
            relevant(checked(grades)), scores)

    of_library("sklearn-average_precision_score", "sklearn.metrics", average_precision_score,
               "relevance-and-scores", range=["0", "1"], takes_not_retrieved=False, reference="AP",
               conventions={"ties": "block", "scores": "double"}, least_length=1)
    of_library("sklearn-roc_auc_score", "sklearn.metrics", roc_auc_score, "relevance-and-scores",
               range=["0", "1"], takes_not_retrieved=False, least_length=1,
               conventions={"ties": "average", "scores": "double"})
if wanted("scipy"):
    of_library("scipy-kendalltau", "scipy.stats", lambda stats: two(lambda a, b: float(stats.kendalltau(a, b)[0])),
               "two-rankings", range=["-1", "1"], reference="kendall-tau-b")
    of_library("scipy-spearmanr", "scipy.stats", lambda stats: two(lambda a, b: float(stats.spearmanr(a, b)[0])),
               "two-rankings", range=None, reference="spearman-rho", least_length=2)


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(METRICS))
        return
    function, description = METRICS[sys.argv[1]]
    if sys.argv[2:] == ["bare"]:
        description = {**description, "name": "planted"}
        description.pop("reference", None)
    serve(function, **{key: value for key, value in description.items() if value is not None})


if __name__ == "__main__":
    main()
