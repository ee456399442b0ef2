# SPDX-License-Identifier: MIT
"""Examples in docstrings, notebooks, and the stubs."""
import ast
import doctest
import importlib
import importlib.util
import inspect
import os
import pathlib
import subprocess
import sys

import pytest

import disarray

RUN_NOTEBOOK = """
import sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
resources = {"metadata": {"path": sys.argv[2]}}
nbclient.NotebookClient(notebook, timeout=200, kernel_name="python3", resources=resources).execute()
"""

FOLDER = pathlib.Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("name", ["disarray", "disarray._distance", "disarray._command",
                                  "disarray._search", "disarray._prove", "disarray._evaluate",
                                  "disarray._aggregate", "disarray._check", "disarray._latex", "disarray._audit", "disarray._core"])
def test_examples(name):
    module = importlib.import_module(name)
    tried = doctest.testmod(module)
    assert tried.failed == 0


def test_all_that_is_public_has_an_example_or_a_text():
    for name in disarray.__all__:
        thing = getattr(disarray, name)
        if not isinstance(thing, str):
            assert inspect.getdoc(thing), name


def test_the_stubs_name_what_the_package_has():
    stubs = ast.parse((FOLDER / "src" / "disarray" / "__init__.pyi").read_text())
    named = {node.name for node in stubs.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert named | {"__version__"} >= set(disarray.__all__)
    for node in stubs.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        function = getattr(disarray, node.name)
        try:
            parameters = inspect.signature(function).parameters
        except ValueError:  # of C++
            continue
        stubbed = [a.arg for a in (*node.args.args, *node.args.kwonlyargs)]
        wanted = [p.name for p in parameters.values()
                  if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
        assert [name for name in wanted if name not in stubbed] == [], node.name


@pytest.mark.parametrize("path", sorted((FOLDER / "notebooks").glob("*.ipynb")), ids=lambda p: p.stem)
def test_notebooks_run(path, tmp_path):
    for module in ("nbformat", "nbclient", "ipykernel"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"no {module}")
    # In a process of its own: what runs notebooks imports a debugger, which looks for tracers and
    # does not end where doctest has been at work.
    # The kernel may be of another environment, and finds this package by its path.
    environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(disarray.__file__).parents[1])}
    subprocess.run([sys.executable, "-c", RUN_NOTEBOOK, str(path), str(tmp_path)], check=True,
                   timeout=300, env=environment)
