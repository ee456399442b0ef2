// SPDX-License-Identifier: MIT
#include "properties/audit/command_line.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"

namespace disarray::properties::audit {

namespace {

class Splitter {
public:
    Splitter(std::string_view text, std::string_view where)
        : text_(text), rest_(text), where_(where) {}

    std::vector<std::string> words() {
        while (!rest_.empty())
            take_next();
        finish_word();
        return std::move(words_);
    }

private:
    void take_next() {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        if (c == ' ' || c == '\t' || c == '\n') return finish_word();
        is_in_word_ = true;
        if (c == '\'') {
            take_single_quoted();
        } else if (c == '"') {
            take_double_quoted();
        } else {
            word_ += c == '\\' ? escaped() : c;
        }
    }

    void take_single_quoted() {
        const std::size_t end = rest_.find('\'');
        if (end == rest_.npos) refuse("a quote ' that is not closed");
        word_ += rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
    }

    void take_double_quoted() {
        while (!rest_.starts_with('"')) {
            if (rest_.empty()) refuse("a quote \" that is not closed");
            const char c = rest_.front();
            rest_.remove_prefix(1);
            const bool is_escape =
                c == '\\' && rest_.find_first_of("\\\"$`") == 0;  // elsewhere it stands for itself
            word_ += is_escape ? escaped() : c;
        }
        rest_.remove_prefix(1);
    }

    char escaped() {
        if (rest_.empty()) refuse("a backslash at the end");
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }

    void finish_word() {
        if (is_in_word_) words_.push_back(std::exchange(word_, {}));
        is_in_word_ = false;
    }

    [[noreturn]] void refuse(std::string_view what) const {
        throw InputError(where_, fmt::format("{} in {}", what, printable(text_, 200)),
                         "words as for a shell");
    }

    std::string_view text_, rest_, where_;
    std::vector<std::string> words_;
    std::string word_;         ///< the one that is being read
    bool is_in_word_ = false;  ///< a word may be empty
};

}  // namespace

std::vector<std::string> command_words(std::string_view text, std::string_view where) {
    return Splitter(text, where).words();
}

std::string command_line(std::span<const std::string> words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + shell_word(word);
    return text;
}

}  // namespace disarray::properties::audit
