// SPDX-License-Identifier: MIT
#pragma once

#include <clocale>
#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/support/folder.hpp"

namespace disarray::test {

/// As long as it lives numbers have a comma for C, as in a host that has set the locale of its
/// user. Made on the spot, since a bare system has no locale but C.
class CommaLocale {
public:
    CommaLocale() : before_(std::setlocale(LC_NUMERIC, nullptr)) {
        std::ofstream(folder_ / "source") << "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \"\"\n"
                                             "grouping -1\nEND LC_NUMERIC\n";
        // Its status is 1: the other categories are not there.
        const std::string in_folder = "cd \"" + folder_.path() + "\" && ";
        [[maybe_unused]] const int status =
            std::system((in_folder + "localedef -c -i ./source ./comma 2>/dev/null").c_str());
        ::setenv("LOCPATH", folder_.path().c_str(), 1);
        REQUIRE(std::setlocale(LC_NUMERIC, "comma") != nullptr);
        REQUIRE(std::strtod("0.75", nullptr) == 0);
    }
    ~CommaLocale() {
        std::setlocale(LC_NUMERIC, before_.c_str());
        ::unsetenv("LOCPATH");
    }
    CommaLocale(const CommaLocale&) = delete;
    CommaLocale& operator=(const CommaLocale&) = delete;

private:
    Folder folder_;
    std::string before_;
};

}  // namespace disarray::test
