// SPDX-License-Identifier: MIT
//
// The lines of a stream, plain or compressed by zstd. Whole lines only, and no more of the stream
// in memory than the present line and one buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_DCtx_s;

namespace disarray {
class Sha256;
}

namespace disarray::verify {

class Lines {
public:
    /// \param hash  if not null, takes every byte of the stream as it is read, before decompression
    explicit Lines(std::istream& in, Sha256* hash = nullptr);
    ~Lines();

    /// Reads the next line into `line`, without its end; false behind the last one.
    /// \throws Rejected for a line without end, one longer than max_line, and damaged compression
    bool next(std::string& line);

    /// Reads the stream to its end, for the hash alone.
    void skip_rest();

    /// Number of the line that was read last, from 1.
    std::uint64_t number() const { return number_; }

    static constexpr std::size_t max_line = std::size_t{2} << 20;  // bytes

private:
    bool refill();
    bool read();
    bool decompress();

    std::istream& in_;
    Sha256* hash_;
    std::vector<char> raw_;  // as read
    std::size_t raw_next_ = 0, raw_end_ = 0;
    std::vector<char> unpacked_;  // only with compression
    std::string_view text_;       // what is not yet given out
    std::unique_ptr<ZSTD_DCtx_s, void (*)(ZSTD_DCtx_s*)> zstd_;
    bool in_frame_ = false;
    bool output_full_ = false;
    std::uint64_t number_ = 0;
};

}  // namespace disarray::verify
