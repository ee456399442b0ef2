#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scipy.stats.weightedtau with hyperbolic additive weights (its default). There is no exact metric
of this kind to compare it with."""
from disarray_adapter import serve
from scipy.stats import weightedtau


def evaluate(first, second):
    # It takes scores, the larger the more important; rank 1 is the top.
    return weightedtau([-rank for rank in first], [-rank for rank in second])[0]


serve(evaluate, name="weightedtau", kind="two-rankings", direction="greatest", range=["-1", "1"])
