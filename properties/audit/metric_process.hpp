// SPDX-License-Identifier: MIT
//
// A foreign metric as a function: inputs in, values out, whatever its program does. Requests go
// ahead of the answers, many in flight, so that a call costs what the program needs and a few
// microseconds. When the program crashes, hangs or says something that is no answer, it is ended
// with its whole process group, the input that caused it is found, and a new run of the program
// answers the rest: the failure is the reply to one input, and the work goes on.
//
// The input that is to blame. Of requests in flight the first one without an answer need not be
// it: programs keep answers in buffers, and stumble after an answer. So a new run is asked that one
// alone; if it answers, the one before it, and then the others that were in flight, one at a time.
// Nearly always it fails at the first, which makes two starts for a failing input: this one, and
// the one that answers the rest. What does not happen again is reported for the first request
// without an answer, with the note that it needs what was asked before it. Answers that were there
// are kept in any case.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "properties/audit/foreign_metric.hpp"

namespace disarray::properties::audit {

namespace detail {
class ChildProcess;
class ErrorOutput;
}  // namespace detail

struct ProcessLimits {
    double seconds_per_call = 5;   ///< from the answer before, or the request if that is later
    double seconds_to_start = 30;  ///< until the description is there
    double seconds_to_end = 5;     ///< after its input has ended
    /// Address space of each process, and resident memory of all of them together; 0: none.
    std::uint64_t memory_bytes = std::uint64_t{2} << 30;
    std::size_t line_bytes = most_line_bytes;  ///< of an answer
    std::size_t in_flight = 256;               ///< requests sent ahead of their answers, at least 1
    std::size_t restarts = 100;                ///< in all; then inputs are no longer asked
    std::size_t time_outs = 20;  ///< likewise: each costs seconds_per_call, 100 s together
};

/// The work was to stop before the program had described itself: there is nothing to report.
class Stopped : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Not for several threads at once, and for a thread that lives as long: on Linux the kernel ends
/// the program when the thread that started it ends.
class MetricProcess final : public ForeignMetric {
public:
    /// Starts the program and has it describe itself.
    /// \param command  program, searched in PATH, and arguments; no shell
    /// \throws InputError, one line, if it cannot be started, ends, or does not describe itself.
    /// \throws Stopped if `stop` was requested meanwhile.
    MetricProcess(std::vector<std::string> command, const ProcessLimits& limits, const Stop& stop);
    /// Ends the program and all that it started.
    ~MetricProcess() override;
    MetricProcess(const MetricProcess&) = delete;
    MetricProcess& operator=(const MetricProcess&) = delete;

    const Description& description() const override { return description_; }
    /// The program, as error messages begin.
    const std::string& name() const override { return name_; }
    /// The whole command line in one line, its words quoted as a shell would need them.
    std::string command_text() const;

    /// One reply for each input, in their order. A failure costs two restarts, or three where it is
    /// not that of the first request without an answer; a time-out costs the time for one call
    /// twice.
    /// \param inputs  JSON objects, each in one line
    /// \throws InputError for an input too long for a line of the protocol.
    /// \throws UsageError for one with an end of line.
    std::vector<Reply> ask(std::span<const std::string> inputs) override;

    /// Ends the input of the program, which should end then with status 0. Empty if it does;
    /// otherwise what it does: `timed_out` (it has not ended within seconds_to_end), `exited`,
    /// `crashed`, `out_of_memory`, `garbage` (it says something that is no answer to anything), or
    /// `not_asked`, which is no finding. Where no run is there to end, one is started. A call of
    /// ask() afterwards starts it again.
    std::optional<Failure> finish() override;

    std::size_t restarts() const override { return restarts_; }

private:
    struct Trouble;
    struct Progress;
    class Patience;
    class Conversation;

    std::optional<Trouble> start(Description& description);
    std::optional<Trouble> listen(Patience& patience);
    bool is_running();
    std::size_t ask_on(std::span<const std::string> inputs, std::size_t next,
                       std::vector<Reply>& replies);
    std::size_t find_culprit(std::span<const std::string> inputs, const Progress& batch,
                             Failure failure, std::vector<Reply>& replies);
    Progress ask_again(std::span<const std::string> inputs, const Progress& batch,
                       std::vector<Reply>& replies);
    Failure alone(std::span<const std::string> inputs, std::size_t culprit, Failure failure,
                  std::vector<Reply>& replies);
    std::optional<Trouble> stop_trouble() const;
    Failure end_after(const Trouble& trouble);
    void give_up(std::string reason);

    const std::vector<std::string> command_;
    const ProcessLimits limits_;
    const Stop stop_;
    const std::string name_;
    Description description_;
    std::unique_ptr<detail::ErrorOutput> errors_;
    std::unique_ptr<detail::ChildProcess> child_;  ///< empty between two runs
    std::uint64_t asked_ = 0;                      ///< requests to this run; the last id
    std::size_t restarts_ = 0, time_outs_ = 0;
    bool loses_answers_ = false;  ///< of inputs before the one at which it fails: it has buffers
    std::string given_up_;        ///< why nothing is asked any more
};

}  // namespace disarray::properties::audit
