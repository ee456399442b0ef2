# SPDX-License-Identifier: MIT
"""A fixture for pytest: ``def test_my_metric(assert_lawful): assert_lawful(my_metric, ...)``."""
import pytest


@pytest.fixture(name="assert_lawful")
def _assert_lawful():
    """:func:`disarray.assert_lawful`."""
    from disarray import assert_lawful

    return assert_lawful
