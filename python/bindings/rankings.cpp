// SPDX-License-Identifier: MIT
#include "rankings.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "base/error.hpp"
#include "numbers.hpp"

namespace disarray::python {

namespace {

/// A buffer that is given back.
class Buffer {
public:
    /// One of integers, of one dimension; empty if the object has none.
    explicit Buffer(py::handle object) {
        if (PyObject_CheckBuffer(object.ptr()) == 0 || PyBytes_Check(object.ptr()) != 0) return;
        if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_RECORDS_RO) != 0) {
            PyErr_Clear();
            return;
        }
        is_held_ = true;
    }
    ~Buffer() {
        if (is_held_) PyBuffer_Release(&view_);
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    bool is_held() const { return is_held_; }
    const Py_buffer& view() const { return view_; }

private:
    Py_buffer view_{};
    bool is_held_ = false;
};

[[noreturn]] void refuse_type(py::handle object, std::string_view where) {
    throw py::type_error(
        fmt::format("{}: found {}, expected a sequence of integers, an array of an integer type, "
                    "or an order of "
                    "hashable items",
                    where, type_name(object)));
}

template <class T>
void copy_items(const Py_buffer& view, Integers& items, std::string_view where) {
    const char* from = static_cast<const char*>(view.buf);
    const Py_ssize_t step = view.strides != nullptr ? view.strides[0] : Py_ssize_t{sizeof(T)};
    for (std::int64_t& item : items) {
        T value;
        std::memcpy(&value, from, sizeof(T));
        if (!std::in_range<std::int64_t>(value)) {
            throw InputError(where, std::to_string(value), "a rank");
        }
        item = static_cast<std::int64_t>(value);
        from += step;
    }
}

template <class Signed, class Unsigned>
void copy_either(bool is_signed, const Py_buffer& view, Integers& items, std::string_view where) {
    is_signed ? copy_items<Signed>(view, items, where) : copy_items<Unsigned>(view, items, where);
}

/// False if the items are no integers in the machine's byte order.
bool read_buffer(const Py_buffer& view, Integers& items, std::string_view where) {
    if (view.ndim != 1 || view.format == nullptr) return false;
    const char* format = view.format;
    if (*format == '@' || *format == '=' || *format == '<') ++format;
    if (std::strlen(format) != 1) return false;
    const bool is_signed = std::strchr("bhilqn", *format) != nullptr;
    if (!is_signed && std::strchr("BHILQN", *format) == nullptr) return false;
    items.resize(static_cast<std::size_t>(view.shape[0]));
    switch (view.itemsize) {
        case 1:
            copy_either<std::int8_t, std::uint8_t>(is_signed, view, items, where);
            return true;
        case 2:
            copy_either<std::int16_t, std::uint16_t>(is_signed, view, items, where);
            return true;
        case 4:
            copy_either<std::int32_t, std::uint32_t>(is_signed, view, items, where);
            return true;
        case 8:
            copy_either<std::int64_t, std::uint64_t>(is_signed, view, items, where);
            return true;
        default:
            return false;
    }
}

/// \throws py::type_error for what is no integer
std::int64_t integer_from(PyObject* item, std::string_view where) {
    if (PyBool_Check(item) == 0) {
        const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(item));
        if (index) {
            int overflow = 0;
            const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
            if (overflow == 0) return value;
            throw InputError(where, printable(std::string(py::str(index))), "a rank");
        }
        PyErr_Clear();
    }
    throw py::type_error(
        fmt::format("{}: found {} among ranks, expected integers", where, type_name(item)));
}

/// A list or tuple with the same items; what it is made from may be any iterable.
py::object as_list(py::handle sequence, std::string_view where) {
    // A text is a sequence of letters, and a set has no order: neither is meant.
    if (PyUnicode_Check(sequence.ptr()) != 0 || PyBytes_Check(sequence.ptr()) != 0 ||
        PyAnySet_Check(sequence.ptr()) != 0 || PyDict_Check(sequence.ptr()) != 0) {
        refuse_type(sequence, where);
    }
    auto list = py::reinterpret_steal<py::object>(PySequence_Fast(sequence.ptr(), ""));
    if (list) return list;
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    refuse_type(sequence, where);
}

std::string shown(py::handle item) {
    return printable(std::string(py::repr(item)));
}

}  // namespace

Notation notation_from(py::handle text, py::handle ranking) {
    if (!text.is_none()) {
        const std::string name = py::str(text);
        if (name == "ranks") return Notation::ranks;
        if (name == "order") return Notation::order;
        throw InputError("notation", shown(text), "\"ranks\" or \"order\"");
    }
    if (Buffer(ranking).is_held()) return Notation::ranks;
    const py::object list = as_list(ranking, "ranking");
    if (PySequence_Fast_GET_SIZE(list.ptr()) == 0) return Notation::ranks;
    PyObject* const first = PySequence_Fast_GET_ITEM(list.ptr(), 0);
    const bool is_number = PyIndex_Check(first) != 0 || PyFloat_Check(first) != 0;
    return is_number ? Notation::ranks : Notation::order;
}

Integers integers_from(py::handle sequence, std::string_view where) {
    Integers items;
    if (PyList_CheckExact(sequence.ptr()) == 0 && PyTuple_CheckExact(sequence.ptr()) == 0) {
        const Buffer buffer(sequence);
        if (buffer.is_held() && read_buffer(buffer.view(), items, where)) return items;
    }
    const py::object list = as_list(sequence, where);
    const Py_ssize_t n = PySequence_Fast_GET_SIZE(list.ptr());
    items.reserve(static_cast<std::size_t>(n));
    // The list may be changed by an item's own __index__.
    for (Py_ssize_t i = 0; i < n && i < PySequence_Fast_GET_SIZE(list.ptr()); ++i) {
        const auto item =
            py::reinterpret_borrow<py::object>(PySequence_Fast_GET_ITEM(list.ptr(), i));
        items.push_back(integer_from(item.ptr(), where));
    }
    return items;
}

Ranks ranks_from(py::handle sequence, std::int64_t base, std::string_view where) {
    const Integers items = integers_from(sequence, where);
    if (items.empty()) throw InputError(where, "no ranks", "at least one element");
    const auto n = static_cast<std::int64_t>(items.size());
    Ranks found{std::vector<Rank>(items.size()), false};
    std::vector<bool> seen(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::int64_t rank = items[i];
        if (rank < base || rank - base >= n) {
            const bool counts_from_0 = base == 1 && rank == 0;
            throw InputError(fmt::format("{}, place {}", where, i + 1), std::to_string(rank),
                             fmt::format("a rank from {} to {}{}", base, base + n - 1,
                                         counts_from_0 ? "; base=0 where they count from 0" : ""));
        }
        const auto place = static_cast<std::size_t>(rank - base);
        found.has_ties = found.has_ties || seen[place];
        seen[place] = true;
        found.ranks[i] = static_cast<Rank>(place);
    }
    return found;
}

Permutation order_from(py::handle sequence, std::int64_t base, std::string_view where) {
    Integers items = integers_from(sequence, where);
    if (base != 1) {
        for (std::int64_t& item : items) {
            if (__builtin_add_overflow(item, 1 - base, &item)) {
                throw InputError(where, "a number out of range", "the elements");
            }
        }
    }
    return Permutation::from_order(items, where);
}

Items::Items(py::handle sequence, std::string_view where) {
    const py::object list = as_list(sequence, where);
    for (const py::handle item : list) {
        if (numbers_.contains(item)) {
            throw InputError(where, shown(item) + " twice", "each item once");
        }
        numbers_[item] = size_++;
    }
    if (size_ == 0) throw InputError(where, "no items", "at least one");
}

Rank Items::find(py::handle item, std::string_view where) const {
    PyObject* const number = PyDict_GetItemWithError(numbers_.ptr(), item.ptr());
    if (number != nullptr) return static_cast<Rank>(PyLong_AsUnsignedLong(number));
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    throw InputError(where, shown(item), "an item that is ranked");
}

Permutation Items::permutation_of_order(py::handle order, std::string_view where) const {
    const py::object list = as_list(order, where);
    std::vector<Rank> ranks(size_);
    std::vector<bool> seen(size_);
    Rank next = 0;
    for (const py::handle item : list) {
        const Rank element = find(item, where);
        if (seen[element]) throw InputError(where, shown(item) + " twice", "each item once");
        seen[element] = true;
        ranks[element] = next++;
    }
    if (next == size_) return Permutation::from_ranks_unchecked(std::move(ranks));
    const auto missing = static_cast<std::size_t>(std::ranges::find(seen, false) - seen.begin());
    for (const auto& [item, number] : numbers_) {
        if (number.cast<std::size_t>() == missing) {
            throw InputError(where, fmt::format("{} items, without {}", next, shown(item)),
                             fmt::format("all {} items", size_));
        }
    }
    throw InternalError("an item without a number");
}

}  // namespace disarray::python
