# SPDX-License-Identifier: MIT
"""Builds the module by CMake, in ../build/python or in the folder that DISARRAY_BUILD names."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent.parent


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(disarray VERSION ([0-9.]+)", text).group(1)


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        folder = Path(os.environ.get("DISARRAY_BUILD", ROOT / "build" / "python")).resolve()
        if not os.environ.get("DISARRAY_BUILD"):
            subprocess.run(
                ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=5", "-DDISARRAY_MPI=OFF",
                 "-DDISARRAY_PYTHON=ON", f"-DPython3_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "disarray_python"], check=True)
        [module] = (folder / "python" / "disarray").glob("_core.*.so")
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, target)


setup(version=version(), ext_modules=[Extension("disarray._core", [])],
      cmdclass={"build_ext": CMakeBuild})
