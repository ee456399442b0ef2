// SPDX-License-Identifier: MIT
//
// Texts that outlive what they were read from, many to an allocation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace disarray::formats::detail {

class TextStore {
public:
    /// A copy of `text` that lives as long as this, also when this is moved.
    std::string_view keep(std::string_view text) {
        if (text.size() > room_) {
            room_ = std::max(chunk_size, text.size());
            chunks_.push_back(std::make_unique_for_overwrite<char[]>(room_));
            next_ = chunks_.back().get();
        }
        char* const copy = next_;
        std::copy(text.begin(), text.end(), copy);
        next_ += text.size();
        room_ -= text.size();
        return {copy, text.size()};
    }

private:
    static constexpr std::size_t chunk_size = 1 << 14;  // bytes; convention

    std::vector<std::unique_ptr<char[]>> chunks_;
    char* next_ = nullptr;
    std::size_t room_ = 0;
};

}  // namespace disarray::formats::detail
