// SPDX-License-Identifier: MIT
//
// Every call returns at once. A message whose sender dies while it arrives stays among those that
// are arriving; it holds up nobody.
#include "farm/mpi_channel.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <list>
#include <string>
#include <thread>

#include "base/error.hpp"

namespace disarray::farm {

namespace {

constexpr int tag = 1;
/// Of the last word of rank 0: whether all ranks leave in order.
constexpr int last_tag = 2;

class Mpi final : public MpiChannel {
public:
    Mpi() {
        int provided = 0;
        if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
            throw InputError("--mpi", "MPI that does not start", "a process started by mpirun");
        }
        // What fails is the other side, and is noticed by its silence.
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
    }

    /// Where leave() was not reached: an error, of which the others may know nothing.
    ~Mpi() override {
        if (!has_left_) finalize_or_abort(false, 2);
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }

    void send(int to, std::string bytes) override { send_with(tag, to, std::move(bytes)); }

    std::optional<Message> receive() override {
        begin_to_receive();
        for (auto each = arriving_.begin(); each != arriving_.end(); ++each) {
            // In the order in which they were sent: behind one that is still arriving, wait.
            const bool is_first = std::none_of(arriving_.begin(), each, [&](const Transfer& other) {
                return other.rank == each->rank;
            });
            if (!is_first || !each->is_over()) continue;
            Message message{each->rank, std::move(each->bytes)};
            const bool is_lost = each->is_lost;
            arriving_.erase(each);
            if (is_lost) return receive();
            return message;
        }
        return std::nullopt;
    }

    void leave(bool all_left, int status) override { finalize_or_abort(all_left, status); }

private:
    /// A message under way. A list keeps it where it is.
    struct Transfer {
        int rank = 0;
        std::string bytes;
        MPI_Request request = MPI_REQUEST_NULL;
        bool is_lost = false;

        bool is_over() {
            int is_done = 0;
            if (is_lost) return true;
            is_lost = MPI_Test(&request, &is_done, MPI_STATUS_IGNORE) != MPI_SUCCESS;
            return is_lost || is_done != 0;
        }
    };

    void send_with(int with_tag, int to, std::string bytes) {
        std::erase_if(sending_, [](Transfer& each) { return each.is_over(); });
        if (bytes.size() > std::numeric_limits<int>::max()) {
            throw InputError("a message to rank " + std::to_string(to),
                             std::to_string(bytes.size()) + " bytes", "less than 2 GiB");
        }
        Transfer& transfer = sending_.emplace_back();
        transfer.bytes = std::move(bytes);
        transfer.is_lost =
            MPI_Isend(transfer.bytes.data(), static_cast<int>(transfer.bytes.size()), MPI_BYTE, to,
                      with_tag, MPI_COMM_WORLD, &transfer.request) != MPI_SUCCESS;
    }

    void begin_to_receive() {
        for (;;) {
            int is_there = 0;
            MPI_Message handle = MPI_MESSAGE_NULL;
            MPI_Status status;
            if (MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &is_there, &handle, &status) !=
                    MPI_SUCCESS ||
                is_there == 0) {
                return;
            }
            int size = 0;
            MPI_Get_count(&status, MPI_BYTE, &size);
            Transfer& transfer = arriving_.emplace_back();
            transfer.rank = status.MPI_SOURCE;
            transfer.bytes.resize(static_cast<std::size_t>(size));
            transfer.is_lost = MPI_Imrecv(transfer.bytes.data(), size, MPI_BYTE, &handle,
                                          &transfer.request) != MPI_SUCCESS;
        }
    }

    void finalize_or_abort(bool all_left, int status) {
        has_left_ = true;
        if (rank_ == 0) {
            for (int rank = 1; rank < size_; ++rank)
                send_with(last_tag, rank, all_left ? "finalize" : "exit");
        }
        wait_until(1, [&] {
            return std::ranges::all_of(sending_, [](Transfer& each) { return each.is_over(); });
        });
        if (rank_ != 0 && all_left) all_left = last_word() == "finalize";
        if (all_left) {
            MPI_Finalize();
            return;
        }
        std::fflush(nullptr);
        // Rank 0 ends those that are dead or stopped; where ranks are in MPI_Finalize meanwhile,
        // mpirun of OpenMPI 4.1 never ends. An error of another rank ends all.
        if (rank_ != 0 && status == 0) std::_Exit(0);
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        MPI_Abort(MPI_COMM_WORLD, status);
    }

    /// What rank 0 says at the end; empty if it says nothing.
    std::string last_word() {
        std::string word;
        wait_until(30, [&] {
            int is_there = 0;
            MPI_Status status;
            MPI_Iprobe(0, last_tag, MPI_COMM_WORLD, &is_there, &status);
            if (is_there == 0) return false;
            int size = 0;
            MPI_Get_count(&status, MPI_BYTE, &size);
            word.resize(static_cast<std::size_t>(size));
            MPI_Recv(word.data(), size, MPI_BYTE, 0, last_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            return true;
        });
        return word;
    }

    template <class Condition>
    static void wait_until(int seconds, const Condition& condition) {
        const auto start = std::chrono::steady_clock::now();
        while (!condition() &&
               std::chrono::steady_clock::now() - start < std::chrono::seconds(seconds)) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    int rank_ = 0;
    int size_ = 0;
    bool has_left_ = false;
    std::list<Transfer> sending_;
    std::list<Transfer> arriving_;
};

}  // namespace

std::unique_ptr<MpiChannel> MpiChannel::open() {
    return std::make_unique<Mpi>();
}

}  // namespace disarray::farm
