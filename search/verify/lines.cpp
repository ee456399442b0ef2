// SPDX-License-Identifier: MIT
#include "search/verify/lines.hpp"

#include <new>

#include <fmt/format.h>
#include <zstd.h>

#include "base/sha256.hpp"
#include "search/verify/verify.hpp"

namespace disarray::verify {

namespace {

constexpr std::size_t buffer_size = std::size_t{1}
                                    << 16;  // convention; speed does not depend on it
constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd";

void free_context(ZSTD_DCtx* context) {
    ZSTD_freeDCtx(context);
}

}  // namespace

Lines::Lines(std::istream& in, Sha256* hash)
    : in_(in), hash_(hash), raw_(buffer_size), zstd_(nullptr, free_context) {
    if (!read()) return;
    text_ = {raw_.data(), raw_end_};
    if (!text_.starts_with(zstd_magic)) return;
    zstd_.reset(ZSTD_createDCtx());
    if (!zstd_) throw std::bad_alloc();
    unpacked_.resize(buffer_size);
    text_ = {};
}

Lines::~Lines() = default;

bool Lines::next(std::string& line) {
    line.clear();
    ++number_;
    while (true) {
        const std::size_t end = text_.find('\n');
        line += text_.substr(0, end);
        if (line.size() > max_line) {
            throw Rejected("", fmt::format("a line of at most {} MiB", max_line >> 20),
                           "a longer one");
        }
        if (end != std::string_view::npos) {
            text_.remove_prefix(end + 1);
            return true;
        }
        if (!refill()) break;
    }
    if (!line.empty()) throw Rejected("", "a line end", "the end of the file");
    return false;
}

void Lines::skip_rest() {
    while (read()) {
    }
}

/// More text; false at the end of the stream.
bool Lines::refill() {
    if (zstd_) return decompress();
    if (!read()) return false;
    text_ = {raw_.data(), raw_end_};
    return true;
}

bool Lines::read() {
    in_.read(raw_.data(), static_cast<std::streamsize>(raw_.size()));
    if (in_.bad()) throw Rejected("", "a file that can be read", "a read error");
    raw_next_ = 0;
    raw_end_ = static_cast<std::size_t>(in_.gcount());
    if (hash_ != nullptr) hash_->add({raw_.data(), raw_end_});
    return raw_end_ > 0;
}

bool Lines::decompress() {
    ZSTD_outBuffer out{unpacked_.data(), unpacked_.size(), 0};
    while (out.pos == 0) {
        // After a full buffer there may be more output that needs no more input.
        if (raw_next_ == raw_end_ && !output_full_ && !read()) {
            if (in_frame_) throw Rejected("zstd", "the end of the frame", "the end of the file");
            return false;
        }
        ZSTD_inBuffer in{raw_.data(), raw_end_, raw_next_};
        const std::size_t state = ZSTD_decompressStream(zstd_.get(), &out, &in);
        if (ZSTD_isError(state) != 0) {
            throw Rejected("zstd", "a valid frame", ZSTD_getErrorName(state));
        }
        raw_next_ = in.pos;
        in_frame_ = state != 0;
        output_full_ = out.pos == out.size && in_frame_;
    }
    text_ = {unpacked_.data(), out.pos};
    return true;
}

}  // namespace disarray::verify
