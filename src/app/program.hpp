// SPDX-License-Identifier: MIT
//
// The whole command line as one function: for main(), and for what runs it inside a program of its
// own, as the Python package does.
#pragma once

#include <string>
#include <vector>

namespace disarray::app {

/// Runs `arguments`, those after the program's name. What is printed goes through app::print.
/// \return the exit status, see output.hpp
/// \throws InputError, in one line, for wrong usage and bad input; what else a verb throws. Not for
/// two threads at once.
int run(const std::vector<std::string>& arguments);

}  // namespace disarray::app
