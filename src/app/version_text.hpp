// SPDX-License-Identifier: MIT
//
// What --version prints: the version, the build, the libraries, and the formats of what is written
// and read.
#pragma once

#include <string>

namespace disarray::app {

std::string version_text();

}  // namespace disarray::app
