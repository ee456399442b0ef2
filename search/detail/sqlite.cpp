// SPDX-License-Identifier: MIT
//
// The one trap in here is POSIX: closing any descriptor of a file drops all fcntl() locks that the
// process has on it, SQLite's among them (sqlite.org/howtocorrupt.html, 2.2). So nothing in this
// program opens a campaign beside SQLite, except for the writer's lock, and that descriptor is kept
// for the next writer instead of being closed.
#include "search/detail/sqlite.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/descriptor.hpp"

namespace disarray::search::detail {

namespace {

/// How long to wait for another process that reads or commits, in milliseconds. Ours do either in
/// well under a second; the rest is for a slow disk or a person in the sqlite3 shell.
constexpr int busy_timeout = 30'000;

/// SQLite gives ":memory:" and "file:…" meanings of their own; a path with a slash has none.
std::string as_path(const std::string& path) {
    return path.starts_with('/') ? path : "./" + path;
}

[[noreturn]] void fail_by_errno(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

Connection::Connection(const std::string& path) {
    const int code =
        sqlite3_open_v2(as_path(path).c_str(), &handle_, SQLITE_OPEN_READWRITE, nullptr);
    try {
        if (code != SQLITE_OK) fail(code);
        sqlite3_extended_result_codes(handle_, 1);
        sqlite3_busy_timeout(handle_, busy_timeout);
        // A file from elsewhere may be made to harm: no functions run from its schema, and each
        // page is checked when it is read.
        execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
    } catch (...) {
        sqlite3_close_v2(handle_);  // the destructor does not run
        throw;
    }
}

void Connection::fail(int code) const {
    if (!handle_) throw SqliteError(code, sqlite3_errstr(code));
    const std::string reason = sqlite3_errmsg(handle_);
    const int error = sqlite3_system_errno(handle_);
    const int primary = code & 0xff;
    // SQLite keeps the errno of an earlier failure; it belongs to these two only. On some ways to
    // an I/O error, a commit's among them, it is lost; the extended code then tells write from
    // sync.
    if ((primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN) && error != 0) {
        throw SqliteError(code, fmt::format("{}: {}", reason, std::strerror(error)));
    }
    if (primary == SQLITE_IOERR) {
        throw SqliteError(code, fmt::format("{}, SQLite code {}", reason, code));
    }
    throw SqliteError(code, reason);
}

void Connection::execute(const std::string& sql) {
    const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(code);
}

std::int64_t Connection::pragma(const std::string& name) {
    Statement statement(*this, "PRAGMA " + name);
    if (!statement.step()) throw SqliteError(SQLITE_CORRUPT, "no value for " + name);
    return statement.integer_at(0);
}

Statement::Statement(Connection& connection, std::string_view sql) : connection_(connection) {
    check(sqlite3_prepare_v2(connection.raw(), sql.data(), static_cast<int>(sql.size()), &handle_,
                             nullptr));
}

void Statement::check(int code) const {
    if (code != SQLITE_OK) connection_.fail(code);
}

Statement& Statement::integer(std::int64_t value) {
    check(sqlite3_bind_int64(handle_, ++bound_, value));
    return *this;
}

Statement& Statement::real(double value) {
    check(sqlite3_bind_double(handle_, ++bound_, value));
    return *this;
}

Statement& Statement::text(std::string_view value) {
    const char* data = value.data() ? value.data() : "";  // a null pointer would bind NULL
    check(
        sqlite3_bind_text64(handle_, ++bound_, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
}

Statement& Statement::null() {
    check(sqlite3_bind_null(handle_, ++bound_));
    return *this;
}

Statement& Statement::blob(const std::string& value) {
    check(sqlite3_bind_blob64(handle_, ++bound_, value.data(), value.size(), SQLITE_STATIC));
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) connection_.fail(code);
    return false;
}

void Statement::run() {
    while (step()) {
    }
}

void Statement::require_type(int column, int expected) const {
    if (type(column) != expected) {
        throw SqliteError(SQLITE_MISMATCH, fmt::format("a value of another type in column {}",
                                                       sqlite3_column_name(handle_, column)));
    }
}

std::int64_t Statement::integer_at(int column) const {
    require_type(column, SQLITE_INTEGER);
    return sqlite3_column_int64(handle_, column);
}

double Statement::real_at(int column) const {
    require_type(column, SQLITE_FLOAT);
    return sqlite3_column_double(handle_, column);
}

/// The value whose `data` was just asked for; a null pointer with a length is a failed read.
std::string Statement::bytes(int column, const void* data) const {
    if (!data) {
        const int code = sqlite3_errcode(connection_.raw());
        if (code != SQLITE_OK && code != SQLITE_ROW) connection_.fail(code);
        return {};
    }
    return {static_cast<const char*>(data),
            static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

std::string Statement::text_at(int column) const {
    require_type(column, SQLITE_TEXT);
    return bytes(column, sqlite3_column_text(handle_, column));
}

std::string Statement::blob_at(int column) const {
    require_type(column, SQLITE_BLOB);
    return bytes(column, sqlite3_column_blob(handle_, column));
}

Transaction::~Transaction() {
    // After some errors SQLite has rolled back by itself. If this fails too, the journal stays and
    // whoever opens the file next rolls back.
    if (connection_.in_transaction()) {
        sqlite3_exec(connection_.raw(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

// ---------------------------------------------------------------------------------------------

namespace {

/// The descriptors of locks that were given back, by inode, for the next lock on the same file.
class IdleDescriptors {
public:
    /// One for the inode, or −1.
    int take(const struct stat& file) {
        const std::scoped_lock guard(mutex_);
        // A child of fork() shares the parent's descriptors, and with them would share its locks.
        if (owner_ != getpid()) idle_.clear();
        owner_ = getpid();
        const auto found = idle_.find({file.st_dev, file.st_ino});
        if (found == idle_.end()) return -1;
        const int descriptor = found->second;
        idle_.erase(found);
        return descriptor;
    }

    void put(int descriptor) {
        struct stat file {};
        if (fstat(descriptor, &file) != 0) return;
        if (file.st_nlink == 0) {  // nobody will open it again, and it would keep its disk space
            ::close(descriptor);
            return;
        }
        const std::scoped_lock guard(mutex_);
        idle_.insert({{file.st_dev, file.st_ino}, descriptor});
    }

private:
    std::mutex mutex_;
    pid_t owner_ = getpid();
    std::multimap<std::pair<dev_t, ino_t>, int> idle_;
};

IdleDescriptors& idle_descriptors() {
    static IdleDescriptors descriptors;
    return descriptors;
}

}  // namespace

std::optional<WriterLock> WriterLock::take(const std::string& path) {
    struct stat file {};
    if (stat(path.c_str(), &file) != 0) fail_by_errno(path);
    int descriptor = idle_descriptors().take(file);
    if (descriptor < 0) descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail_by_errno(path);
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return WriterLock(descriptor);
    const int error = errno;
    idle_descriptors().put(descriptor);
    if (error == EWOULDBLOCK) return std::nullopt;
    throw std::system_error(error, std::generic_category(), path);
}

WriterLock& WriterLock::operator=(WriterLock&& other) noexcept {
    if (this != &other) {
        release();
        descriptor_ = std::exchange(other.descriptor_, -1);
    }
    return *this;
}

void WriterLock::release() noexcept {
    if (descriptor_ < 0) return;
    flock(descriptor_, LOCK_UN);
    try {
        idle_descriptors().put(std::exchange(descriptor_, -1));
    } catch (...) {
        // Out of memory: the descriptor stays open unused, which is better than closed.
    }
}

// ---------------------------------------------------------------------------------------------

namespace {

/// Makes a file's content, or a directory's entries, durable. (EINVAL: a file system that cannot do
/// that for directories.)
void synchronize(const std::string& path, int flags) {
    const Descriptor file(::open(path.c_str(), flags | O_RDONLY | O_CLOEXEC));
    if (!file.is_open() || (fsync(file.number()) != 0 && errno != EINVAL)) fail_by_errno(path);
}

/// Renames without replacing. Where the file system has no such call, a second name is given and
/// the first removed; a crash between the two leaves both, which harms nobody.
void rename_to_new(const std::string& from, const std::string& to) {
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return;
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) fail_by_errno(to);
    if (link(from.c_str(), to.c_str()) != 0) fail_by_errno(to);
    unlink(from.c_str());
}

/// "PATH.new-HOST-", after which a process of this machine puts its number.
std::string temporary_prefix(const std::string& path) {
    std::array<char, 256> host{};
    if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
    return fmt::format("{}.new-{}-", path, host.data());
}

/// Removes what a process of this machine has left that was killed before its file was complete.
void remove_leftovers(const std::string& prefix) {
    const std::filesystem::path begin = as_path(prefix);
    const std::string name = begin.filename().string();
    const auto folder = begin.has_parent_path() ? begin.parent_path() : std::filesystem::path(".");
    std::error_code ignored;
    std::filesystem::directory_iterator entry(folder, ignored);
    for (; !ignored && entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
        const std::string other = entry->path().filename().string();
        if (!other.starts_with(name)) continue;
        const auto process = static_cast<pid_t>(std::atol(other.c_str() + name.size()));
        const bool is_gone = process > 0 && kill(process, 0) != 0 && errno == ESRCH;
        if (is_gone) unlink(entry->path().c_str());
    }
}

}  // namespace

NewFile::NewFile(const std::string& path) : path_(path) {
    const std::string prefix = temporary_prefix(path);
    remove_leftovers(prefix);
    for (int attempt = 0;; ++attempt) {
        temporary_ = fmt::format("{}{}-{}", prefix, getpid(), attempt);
        const int descriptor =
            ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
        if (descriptor >= 0) {
            ::close(descriptor);
            return;
        }
        if (errno != EEXIST) fail_by_errno(path);
    }
}

NewFile::~NewFile() {
    if (published_) return;
    unlink(temporary_.c_str());
    unlink((temporary_ + "-journal").c_str());
}

void NewFile::publish() {
    synchronize(temporary_, 0);
    rename_to_new(temporary_, path_);
    published_ = true;
    const std::string directory = std::filesystem::path(as_path(path_)).parent_path().string();
    synchronize(directory, O_DIRECTORY);
}

}  // namespace disarray::search::detail
