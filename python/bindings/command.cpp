// SPDX-License-Identifier: MIT
//
// A verb runs in a thread of its own without the interpreter's lock. The calling thread looks after
// it: it hands on progress to Python, and asks whether Ctrl-C was pressed. So no C++ thread ever
// waits for the lock, and nothing can wait in a circle.
#include "command.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "app/output.hpp"
#include "app/program.hpp"
#include "base/error.hpp"
#include "base/stop.hpp"

namespace disarray::python {

namespace py = pybind11;

namespace {

/// What the thread of the verb leaves, and the one that called it takes.
class Conversation {
public:
    void print(std::string_view text) {
        const std::lock_guard lock(mutex_);
        printed_ += text;
    }
    void progress(std::string_view line) {
        const std::lock_guard lock(mutex_);
        line_ = line;
    }
    void end() {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
        ended_.notify_one();
    }
    /// \return whether the verb has ended
    bool wait_a_moment() {
        std::unique_lock lock(mutex_);
        return ended_.wait_for(lock, std::chrono::milliseconds(50), [&] { return is_over_; });
    }
    std::optional<std::string> take_progress() {
        const std::lock_guard lock(mutex_);
        return std::exchange(line_, std::nullopt);
    }
    std::string take_printed() { return std::move(printed_); }

private:
    std::mutex mutex_;
    std::condition_variable ended_;
    std::string printed_;
    std::optional<std::string> line_;
    bool is_over_ = false;
};

/// One at a time: what the command line is, and the interrupt, belong to the process.
std::mutex& only_one() {
    static std::mutex mutex;
    return mutex;
}

/// Waits without the lock for the verb of another Python thread.
std::unique_lock<std::mutex> turn() {
    std::unique_lock lock(only_one(), std::try_to_lock);
    while (!lock.owns_lock()) {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        const py::gil_scoped_release others_may_run;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        lock.try_lock();
    }
    return lock;
}

/// Looks after the verb until it ends. What Python raises meanwhile (in a callback, by Ctrl-C)
/// interrupts the verb.
/// \return the first exception of a callback; Ctrl-C is none, as the verb keeps what it has found
std::optional<py::error_already_set> attend(Conversation& conversation,
                                            const py::object& progress) {
    std::optional<py::error_already_set> raised;
    const auto wait = [&] {
        const py::gil_scoped_release others_may_run;
        return conversation.wait_a_moment();
    };
    while (!wait()) {
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            const auto line = conversation.take_progress();
            if (line && !progress.is_none() && !raised) progress(*line);
        } catch (py::error_already_set& error) {
            Stop::set_interrupted(true);
            if (!raised && !error.matches(PyExc_KeyboardInterrupt))
                raised.emplace(std::move(error));
        }
    }
    return raised;
}

/// \return the exit status and what was printed
std::pair<int, std::string> run(const std::vector<std::string>& arguments,
                                const py::object& progress) {
    const auto lock = turn();
    Conversation conversation;
    Stop::set_interrupted(false);
    app::set_host({[&](std::string_view text) { conversation.print(text); },
                   [&](std::string_view line) { conversation.progress(line); }});
    int status = 0;
    std::exception_ptr failure;
    std::jthread verb([&] {
        try {
            status = app::run(arguments);
        } catch (...) {
            failure = std::current_exception();
        }
        conversation.end();
    });
    auto raised = attend(conversation, progress);
    {
        const py::gil_scoped_release others_may_run;
        verb.join();
    }
    app::set_host({});
    Stop::set_interrupted(false);
    if (raised) throw std::move(*raised);
    if (failure) std::rethrow_exception(failure);
    return {status, conversation.take_printed()};
}

}  // namespace

void add_commands(py::module_& module) {
    module.def("run", &run, py::arg("arguments"), py::arg("progress") = py::none(),
               R"(Runs a command line in the process.

Parameters
----------
arguments : list of str
    Those after ``disarray``.
progress : callable, optional
    Is called with a line of text now and then, in the calling thread.

Returns
-------
(int, str)
    The exit status, and what the command prints. Ctrl-C ends it with what it has found (status 4).

Raises
------
ValueError
    For what the command line refuses with status 2.
)");
}

}  // namespace disarray::python
