// SPDX-License-Identifier: MIT
//
// The channel between the processes of an MPI job (MPI 3; OpenMPI is what is tested). MPI is an
// optional component of the build.
#pragma once

#include <memory>

#include "farm/channel.hpp"

namespace disarray::farm {

class MpiChannel : public Channel {
public:
    /// Joins the job that mpirun started this process in; once in a process, by its main thread,
    /// which alone may use the channel.
    /// \throws NotSupported  built without MPI
    static std::unique_ptr<MpiChannel> open();

    /// Leaves the job, in order if `all_left`: then every rank calls this. Else some are dead or
    /// stopped, would be waited for in vain, and are ended here, together with this process.
    virtual void leave(bool all_left, int status) = 0;
};

}  // namespace disarray::farm
