// SPDX-License-Identifier: MIT
// The main of the test program under Catch2 2.13; 3.x brings its own (see CMakeLists.txt).
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
