# SPDX-License-Identifier: MIT
"""Exact values as LaTeX."""
import re

_RULES = (
    (r"(\d+)\^\(1/(\d+)\)", r"\\sqrt[\2]{\1}"),
    (r"sqrt\((\d+)\)", r"\\sqrt{\1}"),
    (r"log2\((\d+)\)", r"{\\log_2 \1}"),
    (r"^\((.*)\)/\((.*)\)$", r"\\frac{\1}{\2}"),
    (r"(?<![\w}])(\d+)/(\d+)(?![\w.])", r"\\tfrac{\1}{\2}"),
    (r"\*", r"\\,"),
)


def latex(value):
    """The value in LaTeX's mathematics.

    Examples
    --------
    >>> from disarray import metric
    >>> latex(metric("rmse")([3, 1, 2]))
    '\\\\sqrt{2}'
    """
    if not value.is_defined:
        return r"\text{undefined}"
    text = str(value)
    for pattern, replacement in _RULES:
        text = re.sub(pattern, replacement, text)
    return text
