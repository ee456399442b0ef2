// SPDX-License-Identifier: MIT
//
// The program disarray-verify, apart from its main function.
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace disarray::verify {

/// Verifies the files and folders named in `arguments` and prints one line for each to `out`; what
/// is wrong with the call goes to `err`. \return the exit status: 0 if all are verified, 1 if one
/// is rejected, 2 if the arguments are wrong or a file cannot be opened
int run(std::span<const std::string> arguments, std::string_view version, std::ostream& out,
        std::ostream& err);

}  // namespace disarray::verify
