// SPDX-License-Identifier: MIT
//
// Catch2 in the version that is installed: 3.x has catch_all.hpp and a main of its own, 2.13
// (Debian 12; the version tested) is one header. Tests use only what both have.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
