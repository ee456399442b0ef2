# SPDX-License-Identifier: MIT
"""What several tests take."""
from itertools import permutations

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture(params=[1, 2, 3, 4])
def rank_vectors(request):
    """All rank vectors of so many elements."""
    return list(permutations(range(1, request.param + 1)))
