// SPDX-License-Identifier: MIT
//
// Errors on their way from the code that sees a wrong value to the code that knows its place, and
// the choice of the first one among those that several threads have met.
#pragma once

#include <cstddef>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::formats::detail {

/// A value or line that is not accepted. Whoever knows where it stands makes an InputError of it.
struct Refused {
    std::string found;
    std::string expected;
};

/// An InputError and its position: a line of a file, or the how many-th document of JSON.
class PositionedError : public InputError {
public:
    PositionedError(std::size_t position, std::string_view where, const Refused& refused)
        : InputError(where, refused.found, refused.expected), position_(position) {}
    std::size_t position() const { return position_; }

private:
    std::size_t position_;
};

/// Where records come from, for messages.
struct Origin {
    std::string name;      ///< of the file
    bool is_json = false;  ///< its places are queries and documents, not lines

    std::string where(std::size_t position, std::string_view query,
                      std::string_view document) const {
        if (!is_json) return fmt::format("{} line {}", name, position);
        return fmt::format("{}: query {}, document {}", name, in_quotes(query),
                           in_quotes(document));
    }
    /// " (line 3)", where there are lines.
    std::string at_line(std::size_t position) const {
        return is_json ? "" : fmt::format(" (line {})", position);
    }
};

/// Of the failures that threads record, the one that comes first in the file.
class Failures {
public:
    void record(std::size_t position, std::exception_ptr failure) {
        const std::lock_guard lock(mutex_);
        if (failure_ && position >= position_) return;
        position_ = position;
        failure_ = std::move(failure);
    }
    bool any() const {
        const std::lock_guard lock(mutex_);
        return failure_ != nullptr;
    }
    void throw_first() const {
        const std::lock_guard lock(mutex_);
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    mutable std::mutex mutex_;
    std::size_t position_ = std::numeric_limits<std::size_t>::max();
    std::exception_ptr failure_;
};

}  // namespace disarray::formats::detail
