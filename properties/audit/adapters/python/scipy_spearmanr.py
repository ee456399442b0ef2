#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scipy.stats.spearmanr: ties have their mid-rank."""
from disarray_adapter import serve
from scipy.stats import spearmanr


def evaluate(first, second):
    return spearmanr(first, second)[0]


serve(evaluate, name="spearmanr", kind="two-rankings", direction="greatest", range=["-1", "1"],
      reference="spearman-rho",
      exceptions={"infinite-number": "an infinite rank is ordered like any other"})
