// SPDX-License-Identifier: MIT
//
// Bytes as `gzip` would compress them.
#pragma once

#include <stdexcept>
#include <string>

#include <zlib.h>

namespace disarray::test {

inline std::string gzip(std::string bytes) {
    z_stream stream{};
    constexpr int gzip_header = 16;
    constexpr int memory_level = 8;  // zlib's default
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip_header,
                     memory_level, Z_DEFAULT_STRATEGY) != Z_OK) {
        throw std::runtime_error("zlib: deflateInit2");
    }
    std::string compressed(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(compressed.data());
    stream.avail_out = static_cast<uInt>(compressed.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("zlib: deflate");
    compressed.resize(stream.total_out);
    deflateEnd(&stream);
    return compressed;
}

}  // namespace disarray::test
