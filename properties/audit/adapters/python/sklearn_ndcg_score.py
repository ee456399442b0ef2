#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sklearn.metrics.ndcg_score: 0 where no document has a gain; every judged document has a score."""
from disarray_adapter import serve
from sklearn.metrics import ndcg_score


def evaluate(ids, scores, grades, not_retrieved=(), cutoff=None):
    return ndcg_score([grades], [scores], k=cutoff)


serve(evaluate, name="ndcg_score", kind="relevance-and-scores", direction="greatest",
      range=["0", "1"], takes_cutoff=True, takes_not_retrieved=False,
      reference="nDCG",
      conventions={"ties": "average", "scores": "double", "discount": "trec", "gain": "linear",
                   "undefined": "zero"})
