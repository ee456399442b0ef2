// SPDX-License-Identifier: MIT
//
// Exact numbers between Python and C++: whatever is a rational number there (int, Fraction,
// Decimal, a float, NumPy's scalars, text such as "1/3") is one here, and a Rational is a Fraction
// there.
#pragma once

#include <string>
#include <string_view>

#include <pybind11/pybind11.h>

#include "exact/value.hpp"

namespace disarray::python {

namespace py = pybind11;

/// The number, exactly: of a float the one that it stands for.
/// \param where  begins the error message
/// \throws InputError for a text that is no number, an infinite number or NaN; py::type_error for
/// what is no number.
Rational rational_from(py::handle number, std::string_view where);

/// A fractions.Fraction.
py::object fraction_of(const Rational& number);

/// The nearest float, ties to even. \throws py::error_already_set (OverflowError) beyond floats.
py::object float_of(const Rational& number);
/// Likewise; NaN where there is no value. \throws py::error_already_set (ArithmeticError) where
/// Value::max_precision bits do not tell which it is.
py::object float_of(const Value& value);

/// Fraction where the value is rational, else disarray.Value; the nearest float if not `exact`.
py::object number_of(const Value& value, bool exact);

/// Of the object's class, for messages.
std::string type_name(py::handle object);

void add_value_class(py::module_& module);

}  // namespace disarray::python
