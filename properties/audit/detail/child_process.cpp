// SPDX-License-Identifier: MIT
//
// fork() and exec() rather than posix_spawn(), for what must be set between the two: the memory
// limit and, on Linux, that the program dies with us. In between only calls that are safe after the
// fork of a program with threads. A failure to start comes back through a pipe that exec() closes.
//
// The group is killed before its leader is waited for: until then the leader's number, which is
// also the group's, cannot be given to anybody else. A program that leaves its group (setsid) is
// not found again: to be the reaper of all orphans (PR_SET_CHILD_SUBREAPER) would change our whole
// process, whose other children are not ours to end. If we are killed ourselves, PR_SET_PDEATHSIG
// ends the program but not its children, which see their pipes close; a guardian process would end
// them too, and was left for its cost: a copy of us for as long as the program runs.
#include "properties/audit/detail/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::properties::audit::detail {

using std::chrono::milliseconds;

namespace {

/// A look costs some milliseconds, as many as the machine has hundreds of processes.
constexpr milliseconds time_between_looks{250};

/// The capacity of a pipe on Linux: more is not there in one read.
constexpr std::size_t block_bytes = 64 << 10;

[[noreturn]] void fail(const char* call) {
    throw std::system_error(errno, std::generic_category(), call);
}

/// Above 0, 1, 2, which may be free to be given out and which the child needs for others.
Descriptor above_standard(Descriptor descriptor) {
    if (descriptor.number() > STDERR_FILENO) return descriptor;
    Descriptor moved(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!moved.is_open()) fail("fcntl");
    return moved;
}

Pipe make_pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
    Descriptor read(ends[0]), write(ends[1]);
    return {above_standard(std::move(read)), above_standard(std::move(write))};
}

void set_nonblocking(const Descriptor& descriptor) {
    const int flags = ::fcntl(descriptor.number(), F_GETFL);
    if (flags < 0 || ::fcntl(descriptor.number(), F_SETFL, flags | O_NONBLOCK) < 0) fail("fcntl");
}

bool is_only_later() {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

void set_limit(int resource, std::uint64_t bytes) {
    const rlimit limit{static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
    ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

}  // namespace

PipeSignalHeld::PipeSignalHeld() {
    sigset_t pipe_signal, waiting;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&waiting);
    was_waiting_ = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before_);
}

PipeSignalHeld::~PipeSignalHeld() {
    sigset_t waiting;
    sigpending(&waiting);
    if (!was_waiting_ && sigismember(&waiting, SIGPIPE) == 1) {
        sigset_t pipe_signal;
        sigemptyset(&pipe_signal);
        sigaddset(&pipe_signal, SIGPIPE);
        int taken = 0;
        sigwait(&pipe_signal, &taken);
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void ErrorOutput::add(std::string_view text) {
    recent_ += text;
    if (recent_.size() > most_recent) recent_.erase(0, recent_.size() - most_recent);
}

std::string ErrorOutput::last_line() const {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t end = recent_.find_last_not_of(blanks) + 1;  // npos + 1 is 0
    if (end == 0) return "";
    const std::size_t begin = recent_.find_last_of('\n', end - 1) + 1;
    return recent_.substr(begin, end - begin);
}

/// Our ends do not block, and theirs do: the two ends of a pipe do not share that.
struct ChildProcess::Pipes {
    Pipe input = make_pipe(), output = make_pipe(), errors = make_pipe(), failure = make_pipe();
    Pipes() {
        for (const Descriptor* end : {&input.write, &output.read, &errors.read})
            set_nonblocking(*end);
    }
};

/// In the child: sets it up and becomes the program; tells why not, if not. No allocation here,
/// and no lock: another thread may have held it at the fork. (execvp() of glibc and musl has none;
/// as everywhere, a script without a first line #! is run by /bin/sh.)
void ChildProcess::become(const Pipes& pipes, char* const* arguments, std::uint64_t memory_bytes,
                          pid_t parent) {
    ::setpgid(0, 0);
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (::getppid() != parent) ::_exit(1);  // it died before that was set
    set_limit(RLIMIT_CORE, 0);              // crashes are expected: no files of them
    if (memory_bytes != 0) set_limit(RLIMIT_AS, memory_bytes);
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    ::sigaction(SIGPIPE, &usual, nullptr);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);  // a program expects to start with none held
    ::dup2(pipes.input.read.number(), STDIN_FILENO);
    ::dup2(pipes.output.write.number(), STDOUT_FILENO);
    ::dup2(pipes.errors.write.number(), STDERR_FILENO);
    ::execvp(arguments[0], arguments);
    const int error = errno;
    [[maybe_unused]] const auto told = ::write(pipes.failure.write.number(), &error, sizeof(error));
    ::_exit(127);
}

ChildProcess::ChildProcess(const std::vector<std::string>& command, const Limits& limits,
                           ErrorOutput& errors)
    : limits_(limits), errors_(errors) {
    if (command.empty()) throw UsageError("ChildProcess: no command");
    Pipes pipes;
    std::vector<char*> arguments;
    for (const std::string& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));  // NOLINT: exec() only reads
    arguments.push_back(nullptr);
    const pid_t parent = ::getpid();
    process_ = ::fork();
    if (process_ < 0) fail("fork");
    if (process_ == 0) become(pipes, arguments.data(), limits_.memory_bytes, parent);
    if (const int error = failure_to_start(pipes)) {
        end();
        throw InputError(printable(command.front(), 200),
                         fmt::format("no program that can be started ({})", std::strerror(error)),
                         "a command and its arguments");
    }
    input_ = std::move(pipes.input.write);
    output_ = std::move(pipes.output.read);
    error_output_ = std::move(pipes.errors.read);
    errors_.start_run();
}

/// The error of execvp(); 0 if the program runs. By then it leads its group.
int ChildProcess::failure_to_start(Pipes& pipes) {
    pipes.failure.write.close();
    int error = 0;
    ssize_t got = 0;
    do {
        got = ::read(pipes.failure.read.number(), &error, sizeof(error));
    } while (got < 0 && errno == EINTR);
    return got == sizeof(error) ? error : 0;
}

ChildProcess::~ChildProcess() {
    end();
}

namespace {

/// The number in the line "KEY: … kB" of a file of /proc, in bytes; empty if there is none.
std::optional<std::uint64_t> bytes_at(const std::string& path, std::string_view key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key)) return std::stoull(line.substr(key.size())) * 1024;
    }
    return std::nullopt;
}

/// The group of a process: the third field behind its name, which may have blanks and brackets.
/// −1 if the process has gone.
pid_t group_of(const std::string& process) {
    std::ifstream file("/proc/" + process + "/stat");
    std::string line;
    std::getline(file, line);
    const std::size_t end_of_name = line.rfind(')');
    if (end_of_name == line.npos) return -1;
    std::istringstream fields(line.substr(end_of_name + 1));
    std::string state;
    pid_t parent = 0, group = -1;
    fields >> state >> parent >> group;
    return fields ? group : -1;
}

}  // namespace

std::uint64_t group_memory(pid_t group) {
    std::uint64_t total = 0;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
        const std::string process = entry.path().filename();
        if (process.empty() || process.find_first_not_of("0123456789") != process.npos) continue;
        if (group_of(process) != group) continue;
        // The proportional size, where the kernel tells it: children share much with their parent.
        const auto shared = bytes_at("/proc/" + process + "/smaps_rollup", "Pss:");
        total += shared ? *shared : bytes_at("/proc/" + process + "/status", "VmRSS:").value_or(0);
    }
    return total;
}

void ChildProcess::look_at_memory() {
    const auto now = std::chrono::steady_clock::now();
    if (limits_.memory_bytes == 0 || too_much_together_ > 0 ||
        now - last_look_ < time_between_looks) {
        return;
    }
    last_look_ = now;
    const std::uint64_t used = group_memory(process_);
    if (used <= limits_.memory_bytes) return;
    too_much_together_ = used;
    ::kill(-process_, SIGKILL);
}

bool ChildProcess::exchange(milliseconds wait) {
    look_at_memory();
    // With no events asked for, poll() still tells that nobody reads. A closed one is −1: passed
    // over.
    const bool has_to_write = written_ < to_write_.size();
    std::array<pollfd, 3> ends{
        {{input_.number(), static_cast<short>(has_to_write ? POLLOUT : 0), 0},
         {output_.number(), POLLIN, 0},
         {error_output_.number(), POLLIN, 0}}};
    if (is_line_too_long_) ends[1].fd = -1;
    const int ready = ::poll(ends.data(), ends.size(), static_cast<int>(wait.count()));
    if (ready <= 0) return false;
    if (ends[0].revents & POLLERR) {
        input_.close();
    } else if (ends[0].revents & POLLOUT) {
        write_block();
    }
    if (ends[2].revents != 0) read_errors();
    return ends[1].revents != 0 && read_block();
}

void ChildProcess::write_block() {
    const ssize_t done =
        ::write(input_.number(), to_write_.data() + written_, to_write_.size() - written_);
    if (done < 0) {
        if (!is_only_later()) input_.close();
        return;
    }
    written_ += static_cast<std::size_t>(done);
    if (written_ < to_write_.size()) return;
    to_write_.clear();
    written_ = 0;
}

bool ChildProcess::read_block() {
    // Lines that were handed out make room; what is left moves to the front.
    read_.erase(0, line_begin_);
    searched_ -= std::exchange(line_begin_, 0);
    const std::size_t before = read_.size();
    read_.resize(before + block_bytes);
    const ssize_t got = ::read(output_.number(), read_.data() + before, block_bytes);
    read_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0 || (got < 0 && !is_only_later())) output_.close();
    return got > 0;
}

void ChildProcess::read_errors() {
    std::array<char, block_bytes> block;
    const ssize_t got = ::read(error_output_.number(), block.data(), block.size());
    if (got == 0 || (got < 0 && !is_only_later())) error_output_.close();
    if (got > 0) errors_.add({block.data(), static_cast<std::size_t>(got)});
}

std::optional<std::string_view> ChildProcess::next_line() {
    const std::size_t end = read_.find('\n', searched_);
    searched_ = std::min(end, read_.size());
    is_line_too_long_ = searched_ - line_begin_ > limits_.line_bytes;
    if (is_line_too_long_ || end == read_.npos) return std::nullopt;
    const std::string_view line = std::string_view(read_).substr(line_begin_, end - line_begin_);
    line_begin_ = searched_ = end + 1;
    return line;
}

std::string_view ChildProcess::unfinished_line() const {
    return std::string_view(read_).substr(line_begin_);
}

namespace {

/// How the process has ended; its si_pid is 0 if it has not. Without reaping: see the top of the
/// file.
siginfo_t end_of(pid_t process) {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
        return {};
    }
    return info;
}

}  // namespace

bool ChildProcess::has_exited() const {
    return end_of(process_).si_pid == process_;
}

bool ChildProcess::has_succeeded() const {
    const siginfo_t info = end_of(process_);
    return info.si_pid == process_ && info.si_code == CLD_EXITED && info.si_status == 0;
}

bool ChildProcess::has_exited_within(milliseconds wait) const {
    const auto deadline = std::chrono::steady_clock::now() + wait;
    while (!has_exited()) {
        if (std::chrono::steady_clock::now() >= deadline) return false;
        std::this_thread::sleep_for(milliseconds(1));
    }
    return true;
}

Ending ChildProcess::end() {
    if (process_ < 0) return {};
    Ending ending;
    ending.by_itself = has_exited();
    ::kill(-process_, SIGKILL);
    rusage usage{};
    while (::wait4(process_, &ending.status, 0, &usage) < 0 && errno == EINTR)
        ;
    process_ = -1;
    ending.most_memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // it is in KiB
    ending.too_much_together = too_much_together_;
    // What it said last is in the pipe; more than a pipe holds does not come from the dead.
    for (int blocks = 0; error_output_.is_open() && blocks < 16; ++blocks)
        read_errors();
    return ending;
}

}  // namespace disarray::properties::audit::detail
