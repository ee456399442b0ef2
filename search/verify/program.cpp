// SPDX-License-Identifier: MIT
#include "search/verify/program.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "search/verify/verify.hpp"

namespace disarray::verify {

namespace {

constexpr std::string_view help =
    "Verifies certificates of inequalities between distances of rankings.\n"
    "\n"
    "Usage: disarray-verify FILE...\n"
    "\n"
    "Prints one line for each file, \"VERIFIED <what was proved>\" or \"REJECTED <file>: <step>:\n"
    "expected ..., found ...\". Files may be compressed by zstd.\n"
    "\n"
    "  --help     this text\n"
    "  --version  the version\n"
    "\n"
    "Exit status: 0 all verified, 1 one or more rejected, 2 wrong usage or a file that cannot be\n"
    "opened.\n";

constexpr int verified = 0, rejected = 1, unusable = 2;

int verify_one(const std::string& path, std::ostream& out, std::ostream& err) {
    try {
        const Report report = verify_file(path);
        out << report.line << std::endl;  // at once: the next file may take minutes
        return report.verified ? verified : rejected;
    } catch (const InputError& error) {
        err << "disarray-verify: " << error.what() << '\n';
        return unusable;
    }
}

}  // namespace

int run(std::span<const std::string> arguments, std::string_view version, std::ostream& out,
        std::ostream& err) {
    if (arguments.size() == 1 && arguments[0] == "--help") {
        out << help;
        return verified;
    }
    if (arguments.size() == 1 && arguments[0] == "--version") {
        out << "disarray-verify " << version << '\n';
        return verified;
    }
    const auto option = std::ranges::find_if(
        arguments, [](const std::string& argument) { return argument.starts_with('-'); });
    if (arguments.empty() || option != arguments.end()) {
        const std::string found = arguments.empty() ? "none" : "\"" + printable(*option) + "\"";
        err << fmt::format("disarray-verify: arguments: found {}, expected files (see --help)\n",
                           found);
        return unusable;
    }
    int status = verified;
    for (const std::string& path : arguments)
        status = std::max(status, verify_one(path, out, err));
    return out ? status : unusable;
}

}  // namespace disarray::verify
