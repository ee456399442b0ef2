#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sklearn.metrics.dcg_score. Documents that are not retrieved do not count in DCG."""
from disarray_adapter import serve
from sklearn.metrics import dcg_score


def evaluate(ids, scores, grades, not_retrieved=(), cutoff=None):
    return dcg_score([grades], [scores], k=cutoff)


serve(evaluate, name="dcg_score", kind="relevance-and-scores", direction="greatest",
      range=["0", None], takes_cutoff=True, takes_not_retrieved=False,
      reference="DCG",
      conventions={"ties": "average", "scores": "double", "discount": "trec", "gain": "linear"})
