# SPDX-License-Identifier: MIT
"""Compares the tests in a document of `disarray evaluate --test all --json` with SciPy's."""
import json
import math
import re
import sys
import warnings
from fractions import Fraction
from itertools import product

from scipy import stats

warnings.simplefilter("ignore")


def value(text):
    """A quotient of sums with logarithms, as a float: near enough for a p-value."""
    try:
        return Fraction(text)
    except ValueError:
        return eval(re.sub(r"log2\((\d+)\)", r"math.log2(\1)", text), {"math": math})


def same(what, found, expected):
    if not math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-15):
        sys.exit(f"{what}: found {found!r}, expected {expected!r}")


document = json.load(open(sys.argv[1]))
runs = {run["run"]: run["queries"] for run in document["runs"]}
compared = 0
for comparison in document["comparisons"]:
    metric = comparison["metric"]
    for pair in comparison["pairs"]:
        first, second = runs[pair["first"]], runs[pair["second"]]
        defined = [q for q in first if q in second
                   and "undefined" not in (first[q][metric]["value"], second[q][metric]["value"])]
        exact = [value(first[q][metric]["value"]) - value(second[q][metric]["value"]) for q in defined]
        d = [0.0 if abs(x) < 1e-12 else float(x) for x in exact]
        tests = {test["test"]: test for test in pair["tests"]}
        where = f"{metric} {pair['first']} {pair['second']}"
        t = stats.ttest_1samp(d, 0)
        same(where + " t", tests["t"]["p"], t.pvalue)
        same(where + " t statistic", tests["t"]["statistic"], t.statistic)
        same(where + " mean", pair["mean_difference"], sum(d) / len(d))
        changed = [x for x in d if x != 0]
        same(where + " sign", tests["sign"]["p"],
             stats.binomtest(sum(x > 0 for x in changed), len(changed)).pvalue)
        sizes = [round(abs(x), 10) for x in changed]
        has_ties = len(set(sizes)) < len(sizes)
        if len(changed) > 200:
            w = stats.wilcoxon([round(x, 10) for x in changed], mode="approx", correction=False)
            same(where + " wilcoxon", tests["wilcoxon"]["p"], w.pvalue)
        elif not has_ties:
            same(where + " wilcoxon", tests["wilcoxon"]["p"], stats.wilcoxon(changed, mode="exact").pvalue)
        if len(d) <= 12:
            sums = [abs(math.fsum(s * x for s, x in zip(signs, d))) for signs in product((1, -1), repeat=len(d))]
            extreme = sum(total >= abs(math.fsum(d)) - 1e-12 for total in sums)
            same(where + " randomization", tests["randomization"]["p"], extreme / len(sums))
        compared += 1
if compared == 0:
    sys.exit("nothing was compared")
