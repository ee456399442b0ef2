// SPDX-License-Identifier: MIT
// The least metric: the value at {"x": N} is N, as a JSON number. It answers everything that it has
// read before it reads again: for the overhead of the protocol, and as a pattern for C and C++.
// Given an N, it ends there with status 3, and the answers to what it has read before are lost.
#include <cstdio>
#include <string>

#include <unistd.h>

namespace {

/// What stands in `line` between the first `before` and the next `after`.
std::string between(const std::string& line, const char* before, const char* after) {
    const std::size_t begin = line.find(before) + std::char_traits<char>::length(before);
    return line.substr(begin, line.find_first_of(after, begin) - begin);
}

std::string answer(const std::string& line) {
    const std::string id = between(line, "{\"id\": ", ",");
    if (id == "0") {
        return "{\"id\": 0, \"protocol\": 1, \"name\": \"echo\", \"kind\": \"two-rankings\", "
               "\"direction\": \"greatest\"}\n";
    }
    return "{\"id\": " + id + ", \"value\": " + between(line, "\"x\": ", ",}") + "}\n";
}

bool write_all(const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t part = ::write(STDOUT_FILENO, text.data() + done, text.size() - done);
        if (part <= 0) return false;
        done += static_cast<std::size_t>(part);
    }
    return true;
}

}  // namespace

int main(int count, char** arguments) {
    const std::string last = count > 1 ? arguments[1] : "";
    std::string unread, answers;
    char block[1 << 16];
    for (ssize_t got = 0; (got = ::read(STDIN_FILENO, block, sizeof(block))) > 0;) {
        unread.append(block, static_cast<std::size_t>(got));
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = unread.find('\n', begin)) != unread.npos;
             begin = end + 1) {
            const std::string line = unread.substr(begin, end - begin);
            if (!last.empty() && line.find("\"x\": " + last + "}") != line.npos) return 3;
            answers += answer(line);
        }
        unread.erase(0, begin);
        if (!write_all(answers)) return 1;
        answers.clear();
    }
    return 0;
}
