# SPDX-License-Identifier: MIT
# Every library that is linked, with its purpose. All are distribution packages; ./dev installs them.

find_package(PkgConfig REQUIRED)

# Boost.Multiprecision: exact integers and rationals, with GMP doing the arithmetic.
find_package(Boost 1.74 REQUIRED)
find_library(GMP_LIBRARY gmp REQUIRED)
# MPFI on MPFR: intervals that are certain to contain a logarithm or a root.
find_library(MPFR_LIBRARY mpfr REQUIRED)
find_library(MPFI_LIBRARY mpfi REQUIRED)
# fmt: formatting of messages and tables.
find_package(fmt REQUIRED)
# nlohmann-json: the JSON contract, in and out.
find_package(nlohmann_json REQUIRED)
# CLI11: the command line.
find_package(CLI11 REQUIRED)
# oneTBB: parallel sweeps over S_n.
find_package(TBB REQUIRED)
# zlib: judgements and runs that are compressed by gzip.
find_package(ZLIB REQUIRED)
# OpenSSL, of which libcrypto alone: the hashes of chunks of certificates.
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
# COIN-OR Clp: proposes a basis for each linear program; never trusted for a number.
pkg_check_modules(CLP REQUIRED IMPORTED_TARGET clp)
# FLINT: solves that basis again in exact rationals.
find_library(FLINT_LIBRARY flint REQUIRED)
find_path(FLINT_INCLUDE_DIR flint/fmpz_mat.h REQUIRED)

# LEMON: matchings and strongly connected components in rank aggregation. Headers alone.
find_path(LEMON_INCLUDE_DIR lemon/network_simplex.h REQUIRED)

# MPI: searches on many machines; without it everything else is built.
if(DISARRAY_MPI)
  find_package(MPI COMPONENTS CXX)
endif()

# zstd: certificates are compressed.
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
# SQLite: campaign files.
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)

if(NOT TARGET disarray_flint)
  add_library(disarray_flint INTERFACE)
  target_link_libraries(disarray_flint INTERFACE ${FLINT_LIBRARY} ${GMP_LIBRARY})
  target_include_directories(disarray_flint SYSTEM INTERFACE
    $<BUILD_INTERFACE:${FLINT_INCLUDE_DIR}>)
endif()

# RapidCheck: random cases with shrinking, in the checks of properties and in the tests.
find_package(rapidcheck REQUIRED)

if(DISARRAY_TESTS)
  # Catch2 runs the tests; 2.13 is what Debian 12 has, tests/catch.hpp hides the difference to 3.
  find_package(Catch2 REQUIRED)
endif()
if(DISARRAY_BENCH)
  # Google Benchmark: the figures in docs/speed.md.
  find_package(benchmark REQUIRED)
endif()
