// SPDX-License-Identifier: MIT
//
// Messages between the processes of a farm, or between threads of one. Rank 0 hands out tasks, the
// others work. Nothing here waits: a rank that has died or is stopped must not hold up another.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace disarray::farm {

struct Message {
    int from = 0;
    std::string bytes;
};

class Channel {
public:
    Channel() = default;
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;
    virtual ~Channel() = default;

    virtual int rank() const = 0;
    virtual int size() const = 0;
    /// Begins to send. Messages from one rank to another arrive in their order, or not at all.
    virtual void send(int to, std::string bytes) = 0;
    /// The next message that is here, from whichever rank.
    virtual std::optional<Message> receive() = 0;
};

/// Channels of `size` ranks in one process, by their rank. Each may be used by another thread; what
/// is sent to one that has been destroyed is lost, as with a process that died.
std::vector<std::unique_ptr<Channel>> local_channels(int size);

/// `outer`, with the place of rank 0 itself taken by a worker in this process: what comes from the
/// worker is from 0, what is sent to 0 goes to it. \param inner  the end of two local channels that
/// has rank 0; the worker has the other. Keeps references to both.
std::unique_ptr<Channel> with_local_worker(Channel& outer, Channel& inner);

}  // namespace disarray::farm
