// SPDX-License-Identifier: MIT
//
// A SQLite file with C++ lifetimes: connection, statement and transaction around the C API, every
// failure a typed exception; and two things that SQLite itself does not offer and that need to know
// how it locks: the lock of a file's one writer, and a new file that appears whole or not at all.
//
// Statements are prepared where they are used and not kept: that costs some microseconds, against
// milliseconds for a stored unit, and leaves no cursor open that would hold a lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace disarray::search::detail {

/// What SQLite reported. what() is SQLite's reason and, where there is one, the system's.
class SqliteError : public std::runtime_error {
public:
    SqliteError(int code, const std::string& reason) : std::runtime_error(reason), code_(code) {}
    /// The primary result code: SQLITE_FULL, SQLITE_CORRUPT, …
    int code() const { return code_ & 0xff; }

private:
    int code_;
};

/// An open file. For one thread at a time. \throws SqliteError from every member.
class Connection {
public:
    /// Opens an existing file, for writing where the system allows it: also a reader must be able
    /// to take back what a killed writer left unfinished (SQLite's hot journal).
    explicit Connection(const std::string& path);
    ~Connection() { sqlite3_close_v2(handle_); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Runs statements that have no result, separated by semicolons.
    void execute(const std::string& sql);
    /// The value of a PRAGMA that is one integer.
    std::int64_t pragma(const std::string& name);
    /// True if the system does not allow writing.
    bool is_read_only() const { return sqlite3_db_readonly(handle_, "main") == 1; }
    bool in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

    /// Throws what the last call on this connection, which returned `code`, reported.
    [[noreturn]] void fail(int code) const;
    sqlite3* raw() const { return handle_; }

private:
    sqlite3* handle_ = nullptr;
};

/// One statement. Places of `bind` count from 1 in the order of the calls, columns from 0.
class Statement {
public:
    Statement(Connection& connection, std::string_view sql);
    ~Statement() { sqlite3_finalize(handle_); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& integer(std::int64_t value);
    Statement& real(double value);
    Statement& text(std::string_view value);
    Statement& null();
    /// Not copied: `value` has to live until the statement has run.
    Statement& blob(const std::string& value);

    /// The next row; false after the last.
    bool step();
    /// Runs a statement that has no result.
    void run();

    // The columns of the present row. SqliteError(SQLITE_MISMATCH) if the value is of another type,
    // which a STRICT table allows only when the file is damaged.
    std::int64_t integer_at(int column) const;
    double real_at(int column) const;
    std::string text_at(int column) const;
    std::string blob_at(int column) const;
    bool is_null(int column) const { return type(column) == SQLITE_NULL; }

private:
    int type(int column) const { return sqlite3_column_type(handle_, column); }
    void require_type(int column, int expected) const;
    void check(int code) const;
    std::string bytes(int column, const void* data) const;

    Connection& connection_;
    sqlite3_stmt* handle_ = nullptr;
    int bound_ = 0;
};

/// Everything between construction and commit(), or nothing of it.
class Transaction {
public:
    /// Reserves the right to write at once, so that no later statement fails for want of it.
    explicit Transaction(Connection& connection) : connection_(connection) {
        connection_.execute("BEGIN IMMEDIATE");
    }
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit() { connection_.execute("COMMIT"); }

private:
    Connection& connection_;
};

/// The right to be the one process that writes to a file, from take() until destruction.
///
/// It is a flock() on a descriptor of its own. The kernel drops it when the process ends, also by
/// kill -9, so no stale lock is ever left. It is independent of the fcntl() locks by which SQLite
/// guards single transactions, so readers do not see it. The alternative, SQLite's own RESERVED
/// lock held by a transaction that never ends, is lost for a moment at each commit. On file systems
/// that turn flock() into fcntl() (NFS) the two collide and the first write fails: safe, but such
/// file systems are not for campaigns.
class WriterLock {
public:
    /// Empty if another process, or another WriterLock of this one, has it.
    /// \throws std::system_error if the file cannot be opened.
    static std::optional<WriterLock> take(const std::string& path);

    WriterLock(WriterLock&& other) noexcept : descriptor_(other.descriptor_) {
        other.descriptor_ = -1;
    }
    WriterLock& operator=(WriterLock&& other) noexcept;
    ~WriterLock() { release(); }

private:
    explicit WriterLock(int descriptor) : descriptor_(descriptor) {}
    void release() noexcept;
    int descriptor_;
};

/// A file that is written under a name of its own beside `path` and gets the name `path` when it is
/// complete. A crash before that leaves "path.new-…", which is in nobody's way: the next NewFile
/// takes another name. Without publish() the destructor removes it.
class NewFile {
public:
    /// Creates an empty file. \throws std::system_error
    explicit NewFile(const std::string& path);
    ~NewFile();
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    const std::string& temporary_path() const { return temporary_; }
    /// Makes the content durable, then gives it its name; never replaces a file. Before: closed by
    /// SQLite. \throws std::system_error, with EEXIST if `path` exists.
    void publish();

private:
    std::string path_;
    std::string temporary_;
    bool published_ = false;
};

}  // namespace disarray::search::detail
