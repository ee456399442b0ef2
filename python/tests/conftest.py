# SPDX-License-Identifier: MIT
"""What several tests take."""
import signal
from itertools import permutations

import pytest

pytest_plugins = ["pytester"]

# A shell has it ignored in what it starts in the background, and no Ctrl-C would be heard.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=[1, 2, 3, 4])
def rank_vectors(request):
    """All rank vectors of so many elements."""
    return list(permutations(range(1, request.param + 1)))
