// SPDX-License-Identifier: MIT
//
// The audit of a Python function, in the process.
#pragma once

#include <pybind11/pybind11.h>

namespace disarray::python {

/// audit(description, call, …).
void add_audit(pybind11::module_& module);

}  // namespace disarray::python
