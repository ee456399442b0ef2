// SPDX-License-Identifier: MIT
//
// Bytes of a file, of standard input, or of what is compressed in them by gzip, which is seen by
// its first two bytes and not by its name.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace disarray::formats {

class ByteSource {
public:
    /// \param path  a file, or "-" for standard input
    /// \throws InputError if it is missing, a directory, or cannot be read.
    explicit ByteSource(const std::string& path);
    ~ByteSource();
    ByteSource(ByteSource&&) noexcept;

    /// Fills `buffer` from its beginning; fewer bytes than asked for only at the end, or before
    /// the place of an error, which the next call throws. 0 means the end.
    /// \throws InputError on a read error, and where compressed data is damaged or cut short.
    std::size_t read(std::span<char> buffer);

    /// As printed in messages: the path, or "standard input".
    const std::string& name() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// All bytes that are left. \throws InputError as ByteSource::read.
std::string read_all(ByteSource& source);

}  // namespace disarray::formats
