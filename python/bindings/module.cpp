// SPDX-License-Identifier: MIT
//
// disarray._core: what the Python package takes from C++.
#include <pybind11/pybind11.h>

#include "app/version.hpp"
#include "audit.hpp"
#include "base/error.hpp"
#include "command.hpp"
#include "metrics.hpp"
#include "numbers.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_core, module) {
    module.doc() = "What the package disarray takes from C++; use the package.";
    module.attr("version") = disarray::app::version;
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const disarray::InputError& error) {
            PyErr_SetString(PyExc_ValueError, error.what());
        } catch (const disarray::UsageError& error) {
            PyErr_SetString(PyExc_ValueError, error.what());
        } catch (const disarray::InternalError& error) {
            PyErr_SetString(PyExc_RuntimeError, error.what());
        }
    });
    disarray::python::add_value_class(module);
    disarray::python::add_metrics(module);
    disarray::python::add_commands(module);
    disarray::python::add_audit(module);
}
