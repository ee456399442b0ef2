// SPDX-License-Identifier: MIT
//
// Bytes of a file, of standard input, or of what is compressed in them by gzip, which is seen by
// its first two bytes and not by its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace disarray::formats {

/// gzip can make 1032 bytes of one. What is ranked or judged has names and numbers and becomes 3 to
/// 20 times as long; a file that unpacks to more than most_expansion times its size was made to
/// fill memory. Beyond the first unpacked_unasked bytes, which cost nothing, it is refused there.
inline constexpr std::uint64_t most_expansion = 200;
inline constexpr std::uint64_t unpacked_unasked = std::uint64_t{64} << 20;

class ByteSource {
public:
    /// \param path  a file, or "-" for standard input
    /// \throws InputError if it is missing, a directory, or cannot be read.
    explicit ByteSource(const std::string& path);
    ~ByteSource();
    ByteSource(ByteSource&&) noexcept;

    /// Fills `buffer` from its beginning; fewer bytes than asked for only at the end, or before
    /// the place of an error, which the next call throws. 0 means the end.
    /// \throws InputError on a read error, and where compressed data is damaged, cut short, or
    /// expands by more than most_expansion.
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
