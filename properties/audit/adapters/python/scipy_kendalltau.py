#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scipy.stats.kendalltau, variant b (its default)."""
from disarray_adapter import serve
from scipy.stats import kendalltau


def evaluate(first, second):
    return kendalltau(first, second)[0]


serve(evaluate, name="kendalltau", kind="two-rankings", direction="greatest", range=["-1", "1"],
      reference="kendall-tau-b",
      exceptions={"infinite-number": "an infinite rank is ordered like any other"})
