// SPDX-License-Identifier: MIT
// disarray-verify: see program.hpp, and FORMAT.md for the files.
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "search/verify/program.hpp"

int main(int argc, char** argv) {
    try {
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        return disarray::verify::run(arguments, DISARRAY_VERSION, std::cout, std::cerr);
    } catch (const std::exception& error) {
        std::cerr << "disarray-verify: found an exception, expected none: " << error.what() << '\n';
        return 2;
    }
}
