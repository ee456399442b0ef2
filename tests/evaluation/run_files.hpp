// SPDX-License-Identifier: MIT
//
// Judgements and runs of a few lines, as files.
#pragma once

#include <string>
#include <string_view>

#include "evaluation/judged_run.hpp"
#include "tests/formats/temporary_file.hpp"

namespace disarray::test {

/// "q1 d1 2; q1 d2 0" as judgements.
inline formats::Judgements judgements_of(std::string_view entries) {
    std::string text;
    for (std::size_t begin = 0; begin < entries.size();) {
        const std::size_t end = std::min(entries.find(';', begin), entries.size());
        std::string entry(entries.substr(begin, end - begin));
        entry.erase(0, entry.find_first_not_of(' '));
        entry.insert(entry.find(' '), " 0");
        text += entry + "\n";
        begin = end + 1;
    }
    const TemporaryFile file(text);
    return formats::Judgements::read(file.path(), {});
}

/// "q1: a 3, b 3, c 1; q2: a 1" as the text of a run, with ranks in the order given.
inline std::string run_of(std::string_view lists, std::string_view tag = "test") {
    std::string text;
    for (std::size_t begin = 0; begin < lists.size();) {
        const std::size_t end = std::min(lists.find(';', begin), lists.size());
        const std::string_view list = lists.substr(begin, end - begin);
        const std::size_t colon = list.find(':');
        std::string query(list.substr(0, colon));
        query.erase(0, query.find_first_not_of(' '));
        int rank = 0;
        for (std::size_t at = colon + 1; at < list.size();) {
            const std::size_t comma = std::min(list.find(',', at), list.size());
            std::string entry(list.substr(at, comma - at));
            entry.erase(0, entry.find_first_not_of(' '));
            const std::size_t blank = entry.find(' ');
            text += query + " Q0 " + entry.substr(0, blank) + " " + std::to_string(++rank) +
                    entry.substr(blank) + " " + std::string(tag) + "\n";
            at = comma + 1;
        }
        begin = end + 1;
    }
    return text;
}

}  // namespace disarray::test
