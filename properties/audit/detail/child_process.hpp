// SPDX-License-Identifier: MIT
//
// One run of a foreign program that is talked to in lines: its pipes, its process group, its end.
// Nothing here waits for the program without a limit: writes and reads never block, and everything
// that arrives is bounded.
#pragma once

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.hpp"

namespace disarray::properties::audit::detail {

struct Pipe {
    Descriptor read, write;  ///< its ends
};

/// Holds back SIGPIPE from this thread as long as it lives, and takes back one that came meanwhile:
/// a write to a program that has gone is an error to handle here, not the end of ours. (Pipes have
/// no MSG_NOSIGNAL; sockets, which have, cannot be opened again as /dev/stdin. To ignore the signal
/// would change it for all threads.)
class PipeSignalHeld {
public:
    PipeSignalHeld();
    ~PipeSignalHeld();
    PipeSignalHeld(const PipeSignalHeld&) = delete;
    PipeSignalHeld& operator=(const PipeSignalHeld&) = delete;

private:
    sigset_t before_{};
    bool was_waiting_ = false;
};

/// The end of what a run has written to standard error, for messages; all before is dropped.
class ErrorOutput {
public:
    static constexpr std::size_t most_recent = 4 << 10;  ///< bytes

    void add(std::string_view text);
    /// Forgets what there is: a new run begins.
    void start_run() { recent_.clear(); }

    const std::string& recent() const { return recent_; }
    /// The last line of this run that is not blank; empty if there is none.
    std::string last_line() const;

private:
    std::string recent_;
};

/// How a process ended.
struct Ending {
    bool by_itself = false;         ///< otherwise by our SIGKILL
    int status = 0;                 ///< as waitpid() gives it
    std::uint64_t most_memory = 0;  ///< bytes, resident, of it or the largest of its children
    /// Bytes of all processes of its group, when they were too many and it was killed for that.
    std::uint64_t too_much_together = 0;
};

class ChildProcess {
public:
    struct Limits {
        /// Of address space, for each process, and of resident memory for all of the group, which
        /// is looked at every time_between_looks; 0: none.
        std::uint64_t memory_bytes = 0;
        std::size_t line_bytes = 0;  ///< of one line of output
    };

    /// Runs command[0], searched in PATH, without a shell and in a process group of its own. The
    /// kernel ends the program, though not what it has started, when the thread that made this
    /// object ends.
    /// \param errors  must live as long as this object
    /// \throws InputError if there is no such program or it cannot be run.
    ChildProcess(const std::vector<std::string>& command, const Limits& limits,
                 ErrorOutput& errors);
    /// Kills the process group.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Text to be written by the next calls of exchange().
    std::string& to_write() { return to_write_; }

    /// Waits until something can be read or written, at most for `wait`, and does it: at most one
    /// block each way. Returns whether anything was read from standard output.
    /// Kills the process group if it has too much memory.
    bool exchange(std::chrono::milliseconds wait);

    /// The next whole line, without its end; valid until the next exchange(). To be called until
    /// there is none: it is what notices a line that is too long.
    std::optional<std::string_view> next_line();

    /// Whether a line is longer than the limit; nothing more is read then.
    bool is_line_too_long() const { return is_line_too_long_; }
    bool is_input_closed() const { return !input_.is_open(); }    ///< nobody reads
    bool is_output_closed() const { return !output_.is_open(); }  ///< nobody will write
    /// What stands after the last whole line.
    std::string_view unfinished_line() const;

    /// Whether the process has ended; what it has written can still be read.
    bool has_exited() const;
    /// Whether it has ended by itself, with status 0.
    bool has_succeeded() const;
    bool has_exited_within(std::chrono::milliseconds wait) const;

    void close_input() { input_.close(); }
    /// Kills the process group, whatever of it is alive, and waits for the process.
    Ending end();

private:
    struct Pipes;
    [[noreturn]] static void become(const Pipes& pipes, char* const* arguments,
                                    std::uint64_t memory_bytes, pid_t parent);
    static int failure_to_start(Pipes& pipes);
    void write_block();
    bool read_block();
    void read_errors();
    void look_at_memory();

    const Limits limits_;
    ErrorOutput& errors_;
    pid_t process_ = -1;  ///< −1 when it was waited for
    Descriptor input_, output_, error_output_;
    std::string to_write_, read_;
    std::size_t written_ = 0;     ///< of to_write_
    std::size_t line_begin_ = 0;  ///< in read_: all before was handed out
    std::size_t searched_ = 0;    ///< in read_: no end of line between line_begin_ and here
    bool is_line_too_long_ = false;
    std::chrono::steady_clock::time_point last_look_ = std::chrono::steady_clock::now();
    std::uint64_t too_much_together_ = 0;
};

/// Bytes of resident memory that the processes of a group have together, what they share counted
/// once. Linux; 0 elsewhere.
std::uint64_t group_memory(pid_t group);

}  // namespace disarray::properties::audit::detail
