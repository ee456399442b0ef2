// SPDX-License-Identifier: MIT
#include "search/verify/program.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "search/verify/verify.hpp"

namespace disarray::verify {

namespace {

constexpr std::string_view help =
    "Verifies certificates of inequalities between distances of rankings.\n"
    "\n"
    "Usage: disarray-verify [--threads N] FILE|FOLDER...\n"
    "\n"
    "Prints one line for each: \"VERIFIED <what was proved>\", or what did not hold,\n"
    "\"REJECTED <file>: <step>: expected ..., found ...\". Files may be compressed by zstd;\n"
    "a folder has an index.json and chunks.\n"
    "\n"
    "  --threads N  number of threads, at most 1024; 0, the default, uses all that are granted\n"
    "  --help       this text\n"
    "  --version    the version\n"
    "\n"
    "Exit status: 0 all verified, 1 one or more rejected, 2 wrong usage, a file that cannot be\n"
    "opened, or an answer that cannot be written.\n";

constexpr int verified = 0, rejected = 1, unusable = 2;

/// What is to be done.
struct Call {
    unsigned threads = 0;
    std::vector<std::string> paths;
};

constexpr unsigned most_threads = 1024;

unsigned thread_count(std::string_view text) {
    unsigned count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || end != text.data() + text.size() || count > most_threads) {
        throw InputError("--threads", "\"" + printable(text) + "\"",
                         fmt::format("a whole number from 0 to {}", most_threads));
    }
    return count;
}

Call read_call(std::span<const std::string> arguments) {
    Call call;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (argument == "--threads") {
            call.threads = thread_count(++i < arguments.size() ? arguments[i] : "");
        } else if (argument.starts_with('-')) {
            throw InputError("arguments", "\"" + printable(argument) + "\"", "files (see --help)");
        } else {
            call.paths.push_back(argument);
        }
    }
    if (call.paths.empty()) throw InputError("arguments", "none", "files (see --help)");
    return call;
}

int verify_one(const std::string& path, unsigned threads, std::ostream& out, std::ostream& err) {
    try {
        const Report report = verify_file(path, threads);
        out << report.line << std::endl;  // at once: the next file may take minutes
        return report.verified ? verified : rejected;
    } catch (const InputError& error) {
        err << "disarray-verify: " << error.what() << '\n';
        return unusable;
    }
}

}  // namespace

namespace {

int answer(std::span<const std::string> arguments, std::string_view version, std::ostream& out,
           std::ostream& err) {
    if (arguments.size() == 1 && arguments[0] == "--help") {
        out << help;
        return verified;
    }
    if (arguments.size() == 1 && arguments[0] == "--version") {
        out << "disarray-verify " << version << '\n';
        return verified;
    }
    Call call;
    try {
        call = read_call(arguments);
    } catch (const InputError& error) {
        err << "disarray-verify: " << error.what() << '\n';
        return unusable;
    }
    int status = verified;
    for (const std::string& path : call.paths)
        status = std::max(status, verify_one(path, call.threads, out, err));
    return status;
}

}  // namespace

int run(std::span<const std::string> arguments, std::string_view version, std::ostream& out,
        std::ostream& err) {
    const int status = answer(arguments, version, out, err);
    if (out.flush()) return status;
    err << "disarray-verify: standard output: found that it cannot be written, expected room for "
           "the answers\n";
    return unusable;
}

}  // namespace disarray::verify
