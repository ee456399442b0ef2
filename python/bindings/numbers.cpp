// SPDX-License-Identifier: MIT
#include "numbers.hpp"

#include <limits>
#include <string>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::python {

namespace {

/// Objects that are wanted at every call, kept for the life of the interpreter.
struct Names {
    py::object fraction = py::module_::import("fractions").attr("Fraction");
    py::str numerator = "_numerator", denominator = "_denominator";
    py::tuple no_arguments;
};

const Names& names() {
    // Never destroyed: the interpreter may be gone by then.
    static const Names* const kept = new Names;
    return *kept;
}

py::object python_integer(const Integer& number) {
    if (const std::int64_t* const word = number.word()) {
        return py::reinterpret_steal<py::object>(PyLong_FromLongLong(*word));
    }
    return py::reinterpret_steal<py::object>(
        PyLong_FromString(number.to_string().c_str(), nullptr, 10));
}

Integer integer_from(py::handle number) {
    int overflow = 0;
    const long long word = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (word == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
    if (overflow == 0) return Integer(word);
    // In base 16 Python converts numbers of any length, and quickly.
    const auto is_negative = overflow < 0;
    const auto text = py::reinterpret_steal<py::str>(PyNumber_ToBase(number.ptr(), 16));
    const std::string digits = text;
    Integer value = 0;
    for (const char digit : digits.substr(is_negative ? 3 : 2))
        value = value * Integer(16) + Integer(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    return is_negative ? -value : value;
}

}  // namespace

std::string type_name(py::handle object) {
    return Py_TYPE(object.ptr())->tp_name;
}

Rational rational_from(py::handle number, std::string_view where) {
    if (PyLong_Check(number.ptr())) return Rational(integer_from(number));
    if (py::isinstance<py::str>(number)) {
        return Rational::parse(std::string(py::str(number)), where);
    }
    // Fraction, Decimal, float and NumPy's floating-point scalars.
    if (py::hasattr(number, "as_integer_ratio")) {
        try {
            const py::tuple parts = number.attr("as_integer_ratio")();
            return Rational(integer_from(parts[0]), integer_from(parts[1]));
        } catch (const py::error_already_set& error) {
            if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_OverflowError)) throw;
            throw InputError(where, std::string(py::str(number)), "a finite number");
        }
    }
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(number.ptr()));
    if (index) return Rational(integer_from(index));
    PyErr_Clear();
    throw py::type_error(
        fmt::format("{}: found {}, expected a number: int, Fraction, Decimal, float or text", where,
                    type_name(number)));
}

py::object fraction_of(const Rational& number) {
    const Names& known = names();
    const py::object numerator = python_integer(number.numerator());
    const py::object denominator = python_integer(number.denominator());
    // It is in lowest terms: what Fraction's constructor would find out takes longer than a
    // distance.
    auto* const type = reinterpret_cast<PyTypeObject*>(known.fraction.ptr());
    auto made = py::reinterpret_steal<py::object>(
        PyBaseObject_Type.tp_new(type, known.no_arguments.ptr(), nullptr));
    if (made && PyObject_SetAttr(made.ptr(), known.numerator.ptr(), numerator.ptr()) == 0 &&
        PyObject_SetAttr(made.ptr(), known.denominator.ptr(), denominator.ptr()) == 0) {
        return made;
    }
    PyErr_Clear();
    return known.fraction(numerator, denominator);
}

py::object float_of(const Rational& number) {
    const auto quotient = py::reinterpret_steal<py::object>(PyNumber_TrueDivide(
        python_integer(number.numerator()).ptr(), python_integer(number.denominator()).ptr()));
    if (!quotient) throw py::error_already_set();
    return quotient;
}

py::object float_of(const Value& value) {
    if (value.is_undecided() || !value.is_defined()) {
        return py::float_(std::numeric_limits<double>::quiet_NaN());
    }
    if (value.is_rational()) return float_of(value.rational());
    for (unsigned precision = 2 * Interval::least_precision; precision <= Value::max_precision;
         precision *= 2) {
        const auto [low, high] = value.enclosure(precision).ends();
        const py::object nearest = float_of(low);
        if (nearest.equal(float_of(high))) return nearest;
    }
    PyErr_SetString(PyExc_ArithmeticError, "the nearest float is not decided");
    throw py::error_already_set();
}

py::object number_of(const Value& value, bool exact) {
    if (!exact) return float_of(value);
    return value.is_rational() ? fraction_of(value.rational()) : py::cast(value);
}

namespace {

/// \throws py::type_error for what is neither a Value nor a number.
Value value_from(py::handle number) {
    if (py::isinstance<Value>(number)) return number.cast<Value>();
    return rational_from(number, "number");
}

bool is_number(py::handle object) {
    return py::isinstance<Value>(object) || PyLong_Check(object.ptr()) ||
           PyFloat_Check(object.ptr()) || py::isinstance(object, names().fraction);
}

py::object not_implemented() {
    return py::reinterpret_borrow<py::object>(Py_NotImplemented);
}

template <class Operation>
auto operation(Operation combine) {
    return [combine](const Value& self, py::handle other) -> py::object {
        if (!is_number(other)) return not_implemented();
        return number_of(combine(self, value_from(other)), true);
    };
}

/// \throws ArithmeticError where the order is not decided.
template <class Test>
auto comparison(Test holds) {
    return [holds](const Value& self, py::handle other) -> py::object {
        if (!is_number(other)) return not_implemented();
        const Order order = compare(self, value_from(other));
        if (order == Order::undecided) {
            PyErr_Format(PyExc_ArithmeticError, "not decided with %u bits", Value::max_precision);
            throw py::error_already_set();
        }
        return py::bool_(holds(order));
    };
}

}  // namespace

void add_value_class(py::module_& module) {
    py::class_<Value> value(module, "Value",
                            R"(An exact real number that is not rational, or no value at all.

Values are made by metrics: sums of roots and of reciprocal logarithms, or quotients of these.
Comparisons are exact; they raise ArithmeticError where 8192 bits do not decide. Where there is no
value (0/0) every comparison but != is False, and ``float`` is NaN.

Examples
--------
>>> import disarray
>>> rmse = disarray.metric("rmse")([3, 1, 2], [1, 2, 3])
>>> rmse
disarray.Value('sqrt(2)')
>>> rmse > 1.41421356, float(rmse), rmse.decimal(20)
(True, 1.4142135623730951, '1.4142135623730950488')
)");
    value.def(py::init([](py::handle number) { return value_from(number); }), py::arg("number"))
        .def("__str__", [](const Value& self) { return self.to_string(); })
        .def(
            "__repr__",
            [](const Value& self) { return fmt::format("disarray.Value('{}')", self.to_string()); })
        .def("__float__", [](const Value& self) { return float_of(self); })
        .def("__bool__", [](const Value& self) { return self.sign() != 0; })
        .def("__neg__", [](const Value& self) { return -self; })
        .def("__abs__", [](const Value& self) { return number_of(abs(self), true); })
        .def("__eq__", comparison([](Order order) { return order == Order::equal; }))
        .def("__ne__", comparison([](Order order) { return order != Order::equal; }))
        .def("__lt__", comparison([](Order order) { return order == Order::less; }))
        .def("__gt__", comparison([](Order order) { return order == Order::greater; }))
        .def("__le__",
             comparison([](Order order) { return order == Order::less || order == Order::equal; }))
        .def("__ge__", comparison([](Order order) {
                 return order == Order::greater || order == Order::equal;
             }));
    const auto add = [](const Value& a, const Value& b) { return a + b; };
    const auto multiply = [](const Value& a, const Value& b) { return a * b; };
    value.def("__add__", operation(add))
        .def("__radd__", operation(add))
        .def("__mul__", operation(multiply))
        .def("__rmul__", operation(multiply))
        .def("__sub__", operation([](const Value& a, const Value& b) { return a - b; }))
        .def("__rsub__", operation([](const Value& a, const Value& b) { return b - a; }))
        .def("__truediv__", operation([](const Value& a, const Value& b) { return a / b; }))
        .def("__rtruediv__", operation([](const Value& a, const Value& b) { return b / a; }))
        .def(
            "decimal", [](const Value& self, int digits) { return self.to_decimal(digits); },
            py::arg("digits") = 6, "The nearest decimal with so many significant digits.")
        .def_property_readonly(
            "kind", [](const Value& self) { return std::string(self.kind()); },
            "'rational', 'algebraic', 'logarithmic' or 'undefined'.")
        .def_property_readonly("is_defined", &Value::is_defined, "Whether there is a value.")
        .def_property_readonly(
            "why_undefined",
            [](const Value& self) -> py::object {
                if (self.is_defined()) return py::none();
                return py::str(self.why_undefined());
            },
            "Why there is no value, in a few words; None if there is one.");
}

}  // namespace disarray::python
