// SPDX-License-Identifier: MIT
//
// In place of mpi_channel.cpp where MPI was not found.
#include "base/error.hpp"
#include "farm/mpi_channel.hpp"

namespace disarray::farm {

std::unique_ptr<MpiChannel> MpiChannel::open() {
    throw NotSupported("--mpi", "a build without MPI",
                       "one made where MPI is installed (Debian: libopenmpi-dev), or job arrays: "
                       "search plan");
}

}  // namespace disarray::farm
