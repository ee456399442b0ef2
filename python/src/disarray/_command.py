# SPDX-License-Identifier: MIT
"""Verbs of the command line in the process, for those that print a document."""
import json

from . import _core

#: Exit statuses, as `disarray --help` lists them.
DONE, REFUTED, BAD_INPUT, FAULT, INCOMPLETE, HYGIENE = range(6)


class DisarrayError(RuntimeError):
    """A verb has ended otherwise than it should."""


def run(*arguments, progress=None):
    """Runs a command line of `disarray` in the process.

    Parameters
    ----------
    *arguments : str
        What stands after ``disarray``, one by one or as one list.
    progress : callable, optional
        Is called with a line of text now and then; ``tqdm``'s ``set_description_str`` fits.

    Returns
    -------
    (int, str)
        Exit status (0 done, 1 refuted, 4 incomplete, 5 hygiene) and what is printed. Ctrl-C ends
        the verb with what it has found.

    Raises
    ------
    ValueError
        For what the command line refuses, in one line.

    Examples
    --------
    >>> status, text = run("distance", "--ranks", "3,1,2", "--metric", "kendall")
    >>> status
    0
    """
    if len(arguments) == 1 and isinstance(arguments[0], (list, tuple)):
        arguments = arguments[0]
    return _core.run([str(argument) for argument in arguments], progress)


def document(*arguments, progress=None):
    """The JSON document that a verb prints, and its status."""
    status, text = run(*arguments, "--json", progress=progress)
    try:
        return json.loads(text), status
    except json.JSONDecodeError:
        raise DisarrayError(f"status {status}, and no document: {text[:200]!r}") from None


def options(**values):
    """Options of the command line: ``best_of=3`` as ``--best-of 3``, True as a flag, None as
    nothing, a list as one option with commas."""
    words = []
    for name, value in values.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
            continue
        if isinstance(value, (list, tuple)):
            value = ",".join(map(str, value))
        # "=", so that a value that begins with "-" is one.
        words.append(f"{option}={value}")
    return words
