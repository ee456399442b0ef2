// SPDX-License-Identifier: MIT
//
// The catalogue of metrics in Python.
#pragma once

#include <pybind11/pybind11.h>

namespace disarray::python {

/// The class Metric, metric(name) and metric_names().
void add_metrics(pybind11::module_& module);

}  // namespace disarray::python
