// SPDX-License-Identifier: MIT
//
// The laws run without the interpreter's lock, which is taken for each call of the function. What
// does not come back within its time is interrupted by an exception that a watching thread raises
// in it; that works between two instructions of Python, and not within one of a library in C.
#include "audit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <nlohmann/json.hpp>

#include "app/verbs/audit_output.hpp"
#include "base/error.hpp"
#include "base/stop.hpp"
#include "numbers.hpp"
#include "properties/audit/audit.hpp"
#include "properties/audit/foreign_metric.hpp"

namespace disarray::python {

namespace {

using properties::audit::Answer;
using properties::audit::AuditOptions;
using properties::audit::Description;
using properties::audit::Failure;
using properties::audit::Reply;

/// Raises TimeoutError in the thread that it was made in, if a call takes too long.
class Watch {
public:
    explicit Watch(double seconds)
        : seconds_(seconds), thread_id_(PyThread_get_thread_ident()), thread_([this] { run(); }) {}
    ~Watch() {
        {
            const std::lock_guard lock(mutex_);
            is_over_ = true;
        }
        changed_.notify_one();
        const py::gil_scoped_release others_may_run;
        thread_.join();
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    void begin_call() {
        const std::lock_guard lock(mutex_);
        deadline_ = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds_);
        has_rung_ = false;
    }
    /// \return whether the call was interrupted
    bool end_call() {
        const std::lock_guard lock(mutex_);
        deadline_.reset();
        return has_rung_;
    }

private:
    // It looks now and then: a wake-up for each call would cost more than many a metric.
    void run() {
        std::unique_lock lock(mutex_);
        while (!is_over_) {
            changed_.wait_for(lock, std::chrono::milliseconds(50));
            if (!deadline_ || std::chrono::steady_clock::now() < *deadline_) continue;
            lock.unlock();
            {
                const py::gil_scoped_acquire locked;
                const std::lock_guard again(mutex_);
                if (deadline_ && !has_rung_) {
                    PyThreadState_SetAsyncExc(thread_id_, PyExc_TimeoutError);
                    has_rung_ = true;
                }
            }
            lock.lock();
        }
    }

    const double seconds_;
    const unsigned long thread_id_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<std::chrono::time_point<std::chrono::steady_clock, std::chrono::duration<double>>>
        deadline_;
    bool has_rung_ = false, is_over_ = false;
    std::thread thread_;
};

py::object object_from(const nlohmann::json& json, bool has_numbers);

py::object list_from(const nlohmann::json& json, bool has_numbers) {
    py::list list(json.size());
    std::size_t i = 0;
    for (const auto& item : json)
        list[i++] = object_from(item, has_numbers);
    return list;
}

/// What JSON cannot write as a number, and the audit means to be none.
std::optional<double> special_number(const std::string& text) {
    if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (text == "Infinity") return std::numeric_limits<double>::infinity();
    if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
    return std::nullopt;
}

/// \param has_numbers  in the place of a text there is no other but these
py::object object_from(const nlohmann::json& json, bool has_numbers) {
    if (json.is_number_integer()) return py::int_(json.get<std::int64_t>());
    if (json.is_number()) return py::float_(json.get<double>());
    if (json.is_boolean()) return py::bool_(json.get<bool>());
    if (json.is_array()) return list_from(json, has_numbers);
    if (json.is_string()) {
        const auto& text = json.get_ref<const std::string&>();
        if (const auto number = has_numbers ? special_number(text) : std::nullopt) {
            return py::float_(*number);
        }
        return py::str(text);
    }
    if (json.is_object()) {
        py::dict members;
        for (const auto& [name, value] : json.items()) {
            const bool is_names = name == "ids" || name == "first_ids" || name == "second_ids";
            members[py::str(name)] = object_from(value, !is_names);
        }
        return members;
    }
    return py::none();
}

/// A function as the laws see a metric.
class PythonMetric final : public properties::audit::ForeignMetric {
public:
    /// \param call  takes the members of an input as a dict
    PythonMetric(Description description, py::object call, py::object undefined, py::object refuses,
                 double seconds_per_call)
        : description_(std::move(description)),
          name_(printable(description_.name, 200)),
          call_(std::move(call)),
          undefined_(std::move(undefined)),
          refuses_(std::move(refuses)),
          watch_(seconds_per_call),
          seconds_per_call_(seconds_per_call) {}

    const Description& description() const override { return description_; }
    const std::string& name() const override { return name_; }
    std::optional<Failure> finish() override { return std::nullopt; }
    std::size_t restarts() const override { return 0; }
    void stop_with(const Stop& stop) { stop_ = stop; }

    std::vector<Reply> ask(std::span<const std::string> inputs) override {
        const py::gil_scoped_acquire locked;
        std::vector<Reply> replies;
        replies.reserve(inputs.size());
        for (const std::string& input : inputs)
            replies.push_back(reply(input));
        return replies;
    }
    bool is_interrupted() const { return is_interrupted_; }

private:
    static Failure not_asked(const char* why) {
        return {Failure::Kind::not_asked, fmt::format("was not asked: {}", why)};
    }

    Reply reply(const std::string& input) {
        if (is_interrupted_) return not_asked("interrupted");
        if (stop_.requested()) return not_asked("the time is over");
        if (time_outs_ >= most_time_outs) return not_asked("it was too slow too often");
        const py::object members = object_from(nlohmann::json::parse(input), true);
        watch_.begin_call();
        try {
            const py::object value = call_(members);
            if (watch_.end_call()) return timed_out();
            return answer_of(value);
        } catch (py::error_already_set& error) {
            if (watch_.end_call() && error.matches(PyExc_TimeoutError)) return timed_out();
            return reply_of(error);
        }
    }

    Failure timed_out() {
        // One that came after the call had ended would be raised in the next one.
        PyThreadState_SetAsyncExc(PyThread_get_thread_ident(), nullptr);
        ++time_outs_;
        Failure failure{Failure::Kind::timed_out,
                        fmt::format("did not return within {:g} s", seconds_per_call_)};
        failure.happens_alone = true;
        return failure;
    }

    Reply reply_of(py::error_already_set& error) {
        if (error.matches(PyExc_KeyboardInterrupt)) {
            is_interrupted_ = true;
            Stop::set_interrupted(true);
            return not_asked("interrupted");
        }
        const std::string why = py::str(error.value());
        if (error.matches(undefined_)) return Answer{Answer::Kind::undefined, 0, {}, why};
        const std::string text = type_name(error.value()) + ": " + why;
        const bool is_refusal = error.matches(refuses_);
        return Answer{is_refusal ? Answer::Kind::error : Answer::Kind::exception, 0, {}, text};
    }

    static Answer answer_of(py::handle value) {
        if (PyFloat_Check(value.ptr()) == 0 && is_rational(value)) {
            const Rational exact = rational_from(value, "value");
            return {Answer::Kind::value, exact, {}, exact.to_string()};
        }
        if (is_list(value)) {
            Answer list{Answer::Kind::list, 0, {}, {}};
            for (const py::handle item : value)
                list.values.push_back(answer_of(item));
            list.text = fmt::format("{} values", list.values.size());
            return list;
        }
        const double number = PyFloat_AsDouble(value.ptr());
        if (number == -1 && PyErr_Occurred() != nullptr) {
            PyErr_Clear();
            return {Answer::Kind::exception,
                    0,
                    {},
                    fmt::format("returned {}, and no number", type_name(value))};
        }
        if (!std::isfinite(number)) {
            return {Answer::Kind::undefined,
                    0,
                    {},
                    std::isnan(number) ? "NaN"
                    : number > 0       ? "Infinity"
                                       : "-Infinity"};
        }
        const std::string text = py::repr(py::float_(number));
        return {Answer::Kind::value, properties::audit::exact_value_of(number), number, text};
    }
    /// An array of one value is one: NumPy would make it a number.
    static bool is_list(py::handle value) {
        if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) return true;
        return py::hasattr(value, "ndim") && py::hasattr(value, "__len__") &&
               !py::object(value.attr("ndim")).equal(py::int_(0));
    }
    static bool is_rational(py::handle value) {
        return PyLong_Check(value.ptr()) || py::hasattr(value, "denominator");
    }

    static constexpr std::size_t most_time_outs = 20;
    const Description description_;
    const std::string name_;
    const py::object call_, undefined_, refuses_;
    Watch watch_;
    const double seconds_per_call_;
    Stop stop_;
    std::size_t time_outs_ = 0;
    bool is_interrupted_ = false;
};

/// \throws InputError unless `seconds` is a number > 0.
double positive_seconds(std::string_view name, double seconds) {
    if (!(seconds > 0))
        throw InputError(name, fmt::format("{}", seconds), "a number of seconds > 0");
    return seconds;
}

/// The report as JSON and as text. What is None is as on the command line.
std::pair<std::string, std::string> audit(const std::string& description, const py::object& call,
                                          const py::object& undefined, const py::object& refuses,
                                          std::optional<std::size_t> exhaustive,
                                          std::uint64_t random, std::uint64_t seed,
                                          std::uint64_t tolerance, std::vector<std::size_t> sizes,
                                          std::optional<double> seconds, double call_seconds) {
    PythonMetric metric(properties::audit::description_from(description, "audit"), call, undefined,
                        refuses, positive_seconds("call_seconds", call_seconds));
    AuditOptions options;
    options.exhaustive_n =
        exhaustive.value_or(properties::audit::default_exhaustive_n(metric.description().kind));
    options.random_cases = random;
    options.seed = seed;
    options.tolerance = tolerance;
    std::ranges::sort(sizes);
    options.sizes = std::move(sizes);
    if (seconds) {
        options.stop = Stop(std::chrono::duration<double>(positive_seconds("time", *seconds)));
    }
    metric.stop_with(options.stop);
    properties::audit::AuditReport report;
    Stop::set_interrupted(false);
    try {
        const py::gil_scoped_release others_may_run;
        report = properties::audit::audit(metric, options);
    } catch (...) {
        Stop::set_interrupted(false);
        throw;
    }
    Stop::set_interrupted(false);
    app::Json json = properties::audit_json(report, seed, false);
    json["command"] = "disarray.audit";
    return {json.dump(-1, ' ', false, app::Json::error_handler_t::replace),
            properties::audit_text(report, false)};
}

}  // namespace

void add_audit(py::module_& module) {
    module.def("audit", &audit, py::arg("description"), py::arg("call"), py::arg("undefined"),
               py::arg("refuses"), py::kw_only(), py::arg("exhaustive"), py::arg("random"),
               py::arg("seed"), py::arg("tolerance"), py::arg("sizes"), py::arg("time"),
               py::arg("call_seconds"), "Use disarray.audit.");
    module.def(
        "is_of_hygiene",
        [](const std::string& law) { return properties::audit::is_of_hygiene(law); },
        py::arg("law"), "Whether a law speaks of inputs that no metric need take.");
}

}  // namespace disarray::python
