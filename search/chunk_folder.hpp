// SPDX-License-Identifier: MIT
//
// A certificate as a folder of chunks (verify/FORMAT.md), of which whoever looks in sees the older
// one or the new one, whole, at any moment: the new one is made and verified in a folder inside,
// its chunks have names that no chunk with another content has, and its index is moved last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.hpp"
#include "base/descriptor.hpp"
#include "base/sha256.hpp"
#include "ranking/enumeration.hpp"
#include "search/certificate.hpp"

namespace disarray::search {

/// Writes one. What is not committed leaves nothing, but for a process that is killed: the next one
/// that writes to the folder clears that away.
class ChunkFolder {
public:
    /// \param path         of the folder, which is made if it is not there
    /// \param chunk_bytes  most bytes of a chunk that holds more than one unit
    /// \throws InputError if it cannot be written to, or another process writes to it
    ChunkFolder(std::string path, std::uint64_t chunk_bytes);
    ~ChunkFolder();
    ChunkFolder(const ChunkFolder&) = delete;
    ChunkFolder& operator=(const ChunkFolder&) = delete;

    /// The next unit: the records of the σ of `ranks`, in order, lengths ascending.
    /// \throws InputError on a full disk
    void add(std::size_t length, RankRange ranks, std::uint64_t records, std::string_view frame);

    /// Writes the index. \return where the certificate is until it is committed
    std::string finish(const Claim& claim, std::uint64_t records,
                       std::span<const ClaimResult> results);

    /// Moves it into place, and removes the chunks of an older one. Who reads the older one at
    /// this moment may miss a chunk. \throws InputError on failure: the older one is as it was
    void commit();

private:
    struct Open;  // the chunk that is being written
    void close_chunk();

    std::string path_;
    std::uint64_t chunk_bytes_;
    bool is_made_ = false;  // by this object
    bool is_committed_ = false;
    Descriptor folder_;  // of path_, with the lock
    std::string new_;    // the folder inside
    std::unique_ptr<Open> open_;
    std::vector<CertificateChunk> chunks_;
};

}  // namespace disarray::search
