// SPDX-License-Identifier: MIT
//
// Verbs of the command line, run in the process.
#pragma once

#include <pybind11/pybind11.h>

namespace disarray::python {

/// run(arguments, progress): a verb.
void add_commands(pybind11::module_& module);

}  // namespace disarray::python
