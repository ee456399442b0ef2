// SPDX-License-Identifier: MIT
//
// gzip (RFC 1952) by zlib's inflate: a file may have several members, one after the other, as
// `cat a.gz b.gz` and parallel compressors write them. zlib's gzread is not used: it takes a file
// that is cut short at the end of a member's data, or followed by anything else, for a whole one.
#include "formats/byte_source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <limits>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

#include "base/error.hpp"
#include "base/input_file.hpp"

namespace disarray::formats {

namespace {

constexpr std::size_t input_size = 1 << 16;     // bytes read at once where they are compressed
constexpr std::string_view magic = "\x1f\x8b";  // RFC 1952, 2.3.1

/// zlib's state, which must stay where it is.
class Inflater {
public:
    Inflater() {
        constexpr int gzip_only = 16;  // added to the window's bits, as zlib.h has it
        if (inflateInit2(&stream, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { inflateEnd(&stream); }

    z_stream stream{};
    bool in_member = true;  ///< false between members
};

}  // namespace

struct ByteSource::State {
    explicit State(const std::string& path)
        : name(path == "-" ? "standard input" : printable(path, 200)),
          file(open_input(path, name)) {
        input.resize(magic.size());
        fill();
        if (std::string_view(input.data(), input.size()) == magic) inflater.emplace();
    }

    /// Replaces the input by what comes next in the file, as much as there is room for.
    void fill() {
        input_begin = 0;
        input.resize(std::fread(input.data(), 1, input.size(), file.get()));
        if (std::ferror(file.get())) {
            throw InputError(name, std::strerror(errno), "a file that can be read");
        }
    }

    std::size_t read_plain(std::span<char> buffer) {
        const std::size_t left = std::min(input.size() - input_begin, buffer.size());
        std::copy_n(input.begin() + static_cast<std::ptrdiff_t>(input_begin), left, buffer.begin());
        input_begin += left;
        const std::size_t size =
            std::fread(buffer.data() + left, 1, buffer.size() - left, file.get());
        if (std::ferror(file.get())) {
            throw InputError(name, std::strerror(errno), "a file that can be read");
        }
        return left + size;
    }

    /// Decompresses once. \returns false at the end of the file. `size` grows by what was made.
    bool inflate_some(std::span<char> buffer, std::size_t& size) {
        if (input_begin == input.size()) {
            input.resize(input_size);
            fill();
        }
        z_stream& stream = inflater->stream;
        if (input.empty()) {
            if (!inflater->in_member) return false;
            throw InputError(name, "compressed data that is cut short", "a whole gzip file");
        }
        if (!inflater->in_member) {
            if (inflateReset(&stream) != Z_OK) throw InternalError("zlib: no second member");
            inflater->in_member = true;
        }
        const std::size_t room =
            std::min<std::size_t>(buffer.size() - size, std::numeric_limits<uInt>::max());
        stream.next_in = reinterpret_cast<Bytef*>(input.data() + input_begin);
        stream.avail_in = static_cast<uInt>(input.size() - input_begin);
        stream.next_out = reinterpret_cast<Bytef*>(buffer.data() + size);
        stream.avail_out = static_cast<uInt>(room);
        const int result = inflate(&stream, Z_NO_FLUSH);
        packed += input.size() - stream.avail_in - input_begin;
        unpacked += room - stream.avail_out;
        input_begin = input.size() - stream.avail_in;
        size += room - stream.avail_out;
        if (unpacked > unpacked_unasked && unpacked / most_expansion > packed) refuse_expansion();
        if (result == Z_STREAM_END) {
            inflater->in_member = false;
        } else if (result == Z_MEM_ERROR) {
            throw std::bad_alloc();
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            throw InputError(name, "compressed data that is damaged", "a gzip file");
        }
        return true;
    }

    [[noreturn]] void refuse_expansion() const {
        throw InputError(
            name, fmt::format("compressed data of which {} bytes unpack to {}", packed, unpacked),
            fmt::format("at most {} times as many; unpack it first if that is meant",
                        most_expansion));
    }

    std::size_t read_compressed(std::span<char> buffer) {
        std::size_t size = 0;
        try {
            while (size < buffer.size() && inflate_some(buffer, size)) {
            }
        } catch (const InputError&) {
            if (size == 0) throw;
            failure = std::current_exception();
        }
        return size;
    }

    std::string name;
    InputFile file;
    std::vector<char> input;  ///< compressed bytes, or the first two of a plain file
    std::size_t input_begin = 0;
    std::optional<Inflater> inflater;
    std::uint64_t packed = 0, unpacked = 0;  ///< bytes so far
    std::exception_ptr failure;              ///< met after bytes that were handed over first
};

ByteSource::ByteSource(const std::string& path) : state_(std::make_unique<State>(path)) {}
ByteSource::~ByteSource() = default;
ByteSource::ByteSource(ByteSource&&) noexcept = default;

std::size_t ByteSource::read(std::span<char> buffer) {
    if (state_->failure) std::rethrow_exception(state_->failure);
    return state_->inflater ? state_->read_compressed(buffer) : state_->read_plain(buffer);
}

const std::string& ByteSource::name() const {
    return state_->name;
}

std::string read_all(ByteSource& source) {
    constexpr std::size_t least_room = 1 << 16;
    std::string text;
    std::size_t size = 0;
    std::size_t more = 0;
    do {
        text.resize(std::max(least_room, 2 * size));
        more = source.read(std::span(text).subspan(size));
        size += more;
    } while (more > 0);
    text.resize(size);
    return text;
}

}  // namespace disarray::formats
