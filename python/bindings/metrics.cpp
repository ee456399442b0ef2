// SPDX-License-Identifier: MIT
//
// The catalogue of metrics, called with rankings as Python has them.
#include "metrics.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/parallel.hpp"
#include "formats/weighting_text.hpp"
#include "metrics/catalogue.hpp"
#include "numbers.hpp"
#include "rankings.hpp"

namespace disarray::python {

namespace {

using metrics::Metric;

/// The keywords of a call; what is None was not given.
struct Keywords {
    py::object weights = py::none(), swap_costs = py::none(), dissimilarity = py::none();
    std::string frame = "element", fixed_points = "one";
    py::object notation = py::none(), elements = py::none();
    std::int64_t base = 1;
    py::object k = py::none(), relevant_count = py::none(), relevant = py::none();
    metrics::Parameters numbers;  ///< those of number_parameters()
    bool as_printed = false;
    std::string first_k = "ranked";
    bool exact = true;
};

std::string text_from(py::handle value, std::string_view where) {
    if (!py::isinstance<py::str>(value)) {
        throw py::type_error(fmt::format("{}: expected a text", where));
    }
    return py::str(value);
}

bool flag_from(py::handle value) {
    const int truth = PyObject_IsTrue(value.ptr());
    if (truth < 0) throw py::error_already_set();
    return truth == 1;
}

std::int64_t whole_number_from(py::handle value, std::string_view where) {
    const Rational number = rational_from(value, where);
    const Integer numerator = number.numerator();
    if (number.is_integer() && numerator.word() != nullptr) return *numerator.word();
    throw InputError(where, printable(number.to_string()), "a whole number");
}

struct Keyword {
    std::string_view name;
    void (*set)(Keywords& words, const py::object& value);
};

constexpr Keyword keywords[] = {
    {"weights", [](Keywords& w, const py::object& v) { w.weights = v; }},
    {"swap_costs", [](Keywords& w, const py::object& v) { w.swap_costs = v; }},
    {"dissimilarity", [](Keywords& w, const py::object& v) { w.dissimilarity = v; }},
    {"frame", [](Keywords& w, const py::object& v) { w.frame = text_from(v, "frame"); }},
    {"fixed_points",
     [](Keywords& w, const py::object& v) { w.fixed_points = text_from(v, "fixed_points"); }},
    {"notation", [](Keywords& w, const py::object& v) { w.notation = v; }},
    {"elements", [](Keywords& w, const py::object& v) { w.elements = v; }},
    {"base", [](Keywords& w, const py::object& v) { w.base = whole_number_from(v, "base"); }},
    {"k", [](Keywords& w, const py::object& v) { w.k = v; }},
    {"relevant_count", [](Keywords& w, const py::object& v) { w.relevant_count = v; }},
    {"relevant", [](Keywords& w, const py::object& v) { w.relevant = v; }},
    {"as_printed", [](Keywords& w, const py::object& v) { w.as_printed = flag_from(v); }},
    {"first_k", [](Keywords& w, const py::object& v) { w.first_k = text_from(v, "first_k"); }},
    {"exact", [](Keywords& w, const py::object& v) { w.exact = flag_from(v); }},
};

/// Null if there is none.
const metrics::NumberParameter* number_named(std::string_view name) {
    const auto numbers = metrics::number_parameters();
    const auto found = std::ranges::find(numbers, name, &metrics::NumberParameter::name);
    return found == numbers.end() ? nullptr : &*found;
}

Keywords keywords_from(const py::kwargs& given) {
    Keywords words;
    for (const auto& [key, value] : given) {
        const std::string name = py::str(key);
        if (const auto* const number = number_named(name)) {
            if (!value.is_none()) number->set(words.numbers, rational_from(value, name), name);
            continue;
        }
        const auto* const known = std::ranges::find(keywords, name, &Keyword::name);
        if (known == std::end(keywords)) {
            std::vector<std::string_view> names;
            for (const Keyword& keyword : keywords)
                names.push_back(keyword.name);
            for (const metrics::NumberParameter& number : metrics::number_parameters())
                names.push_back(number.name);
            throw py::type_error(fmt::format("found the keyword {}, expected {}", printable(name),
                                             expected_one_of(name, names)));
        }
        known->set(words, py::reinterpret_borrow<py::object>(value));
    }
    if (words.base != 0 && words.base != 1) {
        throw InputError("base", std::to_string(words.base), "0 or 1");
    }
    return words;
}

/// Which elements there are, and how rankings of them are written.
class Reader {
public:
    /// \param example  one of the rankings, by which the notation is recognized
    Reader(const Keywords& words, py::handle example)
        : notation_(notation_from(words.notation, example)), base_(words.base) {
        if (!words.elements.is_none()) items_.emplace(words.elements, "elements");
    }

    /// Ranks, perhaps with ties.
    Ranks read(py::handle ranking, std::string_view where) {
        if (notation_ == Notation::ranks) return ranks_from(ranking, base_, where);
        if (!items_ && has_integers(ranking)) {
            const Permutation order = order_from(ranking, base_, where);
            return {{order.ranks().begin(), order.ranks().end()}, false};
        }
        // The first order that is read numbers the items.
        if (!items_) items_.emplace(ranking, where);
        const Permutation order = items_->permutation_of_order(ranking, where);
        return {{order.ranks().begin(), order.ranks().end()}, false};
    }
    /// Items of an order that are no integers have no order of their own.
    bool has_identity(py::handle ranking) const {
        return notation_ == Notation::ranks || items_.has_value() || has_integers(ranking);
    }

    /// A place for each element: in a mapping from items, or in the order of the elements.
    template <class Take>
    void for_each_element(py::handle values, std::size_t n, std::string_view where,
                          const Take& take) {
        if (PyDict_Check(values.ptr()) == 0) {
            const py::object list = as_sequence(values, where);
            const std::size_t count = py::len(list);
            if (count != n) {
                throw InputError(where, fmt::format("{} values", count),
                                 fmt::format("{}, one for each element", n));
            }
            for (std::size_t i = 0; i < n; ++i)
                take(i, list[py::int_(i)], fmt::format("{}, place {}", where, i + 1));
            return;
        }
        std::vector<bool> seen(n);
        for (const auto& [item, value] : py::reinterpret_borrow<py::dict>(values)) {
            const Rank element = element_of(item, n, where);
            seen[element] = true;
            take(element, py::reinterpret_borrow<py::object>(value),
                 fmt::format("{}[{}]", where, printable(std::string(py::repr(item)))));
        }
        const auto missing =
            static_cast<std::size_t>(std::ranges::find(seen, false) - seen.begin());
        if (missing < n) {
            throw InputError(where, "none for an element", "a value for each element");
        }
    }
    /// Counted from 0.
    Rank element_of(py::handle item, std::size_t n, std::string_view where) const {
        if (items_) return items_->find(item, where);
        const std::int64_t number = whole_number_from(item, where) - base_;
        if (number >= 0 && number < static_cast<std::int64_t>(n)) return static_cast<Rank>(number);
        throw InputError(where, printable(std::string(py::repr(item))), "an element");
    }

private:
    static py::object as_sequence(py::handle values, std::string_view where) {
        if (PySequence_Check(values.ptr()) != 0 && PyUnicode_Check(values.ptr()) == 0) {
            return py::reinterpret_borrow<py::object>(values);
        }
        throw py::type_error(
            fmt::format("{}: found {}, expected a sequence or a dict", where, type_name(values)));
    }
    static bool has_integers(py::handle ranking) {
        const auto first = py::reinterpret_steal<py::object>(PySequence_GetItem(ranking.ptr(), 0));
        if (!first) PyErr_Clear();
        return first && PyIndex_Check(first.ptr()) != 0;
    }

    Notation notation_;
    std::int64_t base_;
    std::optional<Items> items_;
};

std::vector<std::vector<Rational>> matrix_from(py::handle rows, std::size_t n) {
    constexpr std::string_view where = "dissimilarity";
    std::vector<std::vector<Rational>> matrix;
    for (const py::handle row : py::iter(rows)) {
        std::vector<Rational>& numbers = matrix.emplace_back();
        for (const py::handle number : py::iter(row)) {
            numbers.push_back(rational_from(
                number,
                fmt::format("{}, row {}, column {}", where, matrix.size(), numbers.size() + 1)));
        }
    }
    if (matrix.size() == n) return matrix;
    throw InputError(where, fmt::format("{} rows", matrix.size()), fmt::format("{}", n));
}

Weighting weighting_from(const Keywords& words, Reader& reader, std::size_t n) {
    Weighting weighting;
    if (!words.weights.is_none()) {
        std::vector<Rational> weights(n);
        reader.for_each_element(
            words.weights, n, "weights",
            [&](std::size_t element, const py::object& value, const std::string& where) {
                weights[element] = rational_from(value, where);
            });
        weighting.element_weights = ElementWeights::from(weights, "weights");
    }
    if (py::isinstance<py::str>(words.swap_costs)) {
        formats::set_swap_costs(weighting, std::string(py::str(words.swap_costs)), n, "swap_costs");
    } else if (!words.swap_costs.is_none()) {
        std::vector<Rational> costs;
        for (const py::handle cost : py::iter(words.swap_costs))
            costs.push_back(
                rational_from(cost, fmt::format("swap_costs, place {}", costs.size() + 1)));
        if (costs.size() + 1 != n) {
            throw InputError("swap_costs", fmt::format("{} values", costs.size()),
                             fmt::format("{}, one less than elements", n - 1));
        }
        weighting.swap_costs = SwapCosts::from(costs, "swap_costs");
    }
    if (py::isinstance<py::str>(words.dissimilarity)) {
        weighting.dissimilarity =
            formats::dissimilarity(std::string(py::str(words.dissimilarity)),
                                   formats::Elements::numbered(n), "dissimilarity");
    } else if (!words.dissimilarity.is_none()) {
        weighting.dissimilarity =
            Dissimilarity::from_rows(matrix_from(words.dissimilarity, n), "dissimilarity");
    }
    weighting.fixed_points = choice_named<FixedPointPolicy>(words.fixed_points, "fixed_points");
    return weighting;
}

std::optional<std::size_t> count_from(const py::object& value, std::string_view where) {
    if (value.is_none()) return std::nullopt;
    const std::int64_t count = whole_number_from(value, where);
    if (count >= 1) return static_cast<std::size_t>(count);
    throw InputError(where, std::to_string(count), "at least 1");
}

metrics::Parameters parameters_from(const Keywords& words, const Reader& reader, std::size_t n) {
    metrics::Parameters parameters = words.numbers;
    parameters.k = count_from(words.k, "k");
    parameters.relevant_count = count_from(words.relevant_count, "relevant_count");
    if (!words.relevant.is_none()) {
        std::vector<Rank> relevant;
        for (const py::handle item : py::iter(words.relevant))
            relevant.push_back(reader.element_of(item, n, "relevant"));
        std::ranges::sort(relevant);
        if (std::ranges::adjacent_find(relevant) != relevant.end()) {
            throw InputError("relevant", "an element twice", "each element once");
        }
        parameters.relevant = std::move(relevant);
    }
    parameters.as_printed = words.as_printed;
    parameters.first_k = choice_named<metrics::FirstK>(words.first_k, "first_k");
    return parameters;
}

std::string quoted(const Metric& metric, std::string_view what) {
    return fmt::format("{}: {}", metric.full_name(), what);
}

/// Everything that stays the same while a metric is asked about several pairs.
struct Question {
    const Metric& metric;
    Weighting weighting;
    metrics::Frame frame;
    metrics::Parameters parameters;

    Value value(const Permutation& sigma, const Permutation& tau) const {
        return metric.value({sigma, tau, weighting, frame, parameters});
    }
};

Question question_from(const Metric& metric, const Keywords& words, Reader& reader, std::size_t n) {
    Question question{metric, weighting_from(words, reader, n),
                      choice_named<metrics::Frame>(words.frame, "frame"),
                      parameters_from(words, reader, n)};
    if (!metric.takes.weights && !question.weighting.is_unit()) {
        throw InputError(metric.full_name(), "weights, swap costs or a dissimilarity", "none");
    }
    metrics::require_parameters(metric, question.parameters, n);
    return question;
}

void require_same_size(std::size_t a, std::size_t b) {
    if (a == b) return;
    throw InputError("b", fmt::format("{} elements", b), fmt::format("{}, as in a", a));
}

Value tied_value(const Metric& metric, const Ranks& a, const Ranks& b,
                 const metrics::Parameters& parameters) {
    if (!metric.value_with_ties) {
        throw InputError(a.has_ties ? "a" : "b", "equal ranks",
                         quoted(metric, "different ranks, it has no value for ties"));
    }
    return metric.value_with_ties(a.ranks, b.ranks, parameters);
}

Value distance(const Metric& metric, py::handle a, py::handle b, const Keywords& words) {
    Reader reader(words, b.is_none() ? a : b);
    std::optional<Ranks> reference;
    if (!b.is_none()) reference = reader.read(b, "b");
    if (!reference && !reader.has_identity(a)) {
        throw InputError("b", "None", "an order of the same items");
    }
    Ranks ranking = reader.read(a, "a");
    const std::size_t n = ranking.ranks.size();
    if (!reference) {
        reference.emplace();
        reference->ranks.resize(n);
        std::iota(reference->ranks.begin(), reference->ranks.end(), Rank{0});
    }
    require_same_size(n, reference->ranks.size());
    const Question question = question_from(metric, words, reader, n);
    if (ranking.has_ties || reference->has_ties) {
        return tied_value(metric, ranking, *reference, question.parameters);
    }
    const auto sigma = Permutation::from_ranks_unchecked(std::move(ranking.ranks));
    const auto tau = Permutation::from_ranks_unchecked(std::move(reference->ranks));
    if (n < 10'000) return question.value(sigma, tau);
    const py::gil_scoped_release others_may_run;
    return question.value(sigma, tau);
}

py::object call(const Metric& metric, const py::object& a, const py::object& b,
                const py::kwargs& given) {
    const Keywords words = keywords_from(given);
    return number_of(distance(metric, a, b, words), words.exact);
}

/// A row for each ranking, a column for each.
py::list pairwise(const Metric& metric, const py::object& rankings, unsigned threads,
                  const py::kwargs& given) {
    const Keywords words = keywords_from(given);
    std::vector<Permutation> all;
    std::optional<Reader> reader;
    for (const py::handle ranking : py::iter(rankings)) {
        const std::string where = fmt::format("ranking {}", all.size() + 1);
        if (!reader) reader.emplace(words, ranking);
        Ranks ranks = reader->read(ranking, where);
        if (ranks.has_ties) throw InputError(where, "equal ranks", "different ranks");
        if (!all.empty() && all.front().size() != ranks.ranks.size()) {
            throw InputError(where, fmt::format("{} elements", ranks.ranks.size()),
                             fmt::format("{}, as in the first", all.front().size()));
        }
        all.push_back(Permutation::from_ranks_unchecked(std::move(ranks.ranks)));
    }
    if (all.empty()) return py::list();
    const Question question = question_from(metric, words, *reader, all.front().size());
    const std::size_t count = all.size();
    std::vector<Value> values(count * count);
    {
        const py::gil_scoped_release others_may_run;
        with_threads(threads, [&] {
            tbb::parallel_for(std::size_t{0}, values.size(), [&](std::size_t pair) {
                values[pair] = question.value(all[pair / count], all[pair % count]);
            });
        });
    }
    py::list rows;
    for (std::size_t i = 0; i < count; ++i) {
        py::list row;
        for (std::size_t j = 0; j < count; ++j)
            row.append(number_of(values[i * count + j], words.exact));
        rows.append(row);
    }
    return rows;
}

const Metric& metric_named(const std::string& name) {
    const auto found = metrics::metrics_named(name, {}, "metric");
    if (found.size() == 1) return *found.front();
    std::string names;
    for (const Metric* metric : found)
        names += (names.empty() ? "" : ", ") + metric->full_name();
    throw InputError("metric", in_quotes(name), "one of " + printable(names, 500));
}

}  // namespace

void add_metrics(py::module_& module) {
    py::class_<Metric, std::unique_ptr<Metric, py::nodelete>>(
        module, "Metric", R"(A metric of the catalogue; call it with two rankings.

Use :func:`disarray.metric` to get one by name. The call takes the keywords of
:func:`disarray.distance`.
)")
        .def("__call__", &call, py::arg("a"), py::arg("b") = py::none())
        .def("_pairwise", &pairwise, py::arg("rankings"), py::arg("threads"))
        .def_property_readonly("name", &Metric::full_name,
                               "As on the command line: 'footrule[box]'.")
        .def_property_readonly("family",
                               [](const Metric& self) { return std::string(self.family); })
        .def_property_readonly(
            "kind", [](const Metric& self) { return std::string(name_of(self.kind)); },
            "'distance' or 'similarity'.")
        .def_property_readonly("formula",
                               [](const Metric& self) { return std::string(self.formula); })
        .def_property_readonly("domain",
                               [](const Metric& self) { return std::string(self.domain); })
        .def_property_readonly("exactness",
                               [](const Metric& self) { return std::string(self.exactness); })
        .def_property_readonly(
            "source", [](const Metric& self) { return std::string(self.source); },
            "Where it is defined, as in the README's references.")
        .def("__repr__", [](const Metric& self) {
            return fmt::format("disarray.metric('{}')", self.full_name());
        });
    module.def("metric", &metric_named, py::arg("name"), py::return_value_policy::reference,
               R"(The metric of that name.

Parameters
----------
name : str
    As ``disarray metrics`` lists them: 'kendall', 'footrule[box]', 'spearman-rho'; with 'max-' or
    '1-' before it for the transforms of a metric.

Raises
------
ValueError
    For a name that is unknown or stands for several; the nearest are named.
)");
    module.def(
        "metric_names",
        [] {
            py::list names;
            for (const Metric& metric : metrics::catalogue())
                names.append(metric.full_name());
            return names;
        },
        "The names of all metrics, in the order of the tables.");
}

}  // namespace disarray::python
