// SPDX-License-Identifier: MIT
#include "search/chunk_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::search {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view index_name = "index.json";
constexpr std::string_view new_prefix = "new.";  // of the folder inside
constexpr std::string_view chunk_suffix = ".jsonl.zst";
constexpr std::size_t hash_digits = 16;  // of 64, in a name

[[noreturn]] void refuse_folder(const std::string& path, int error) {
    throw InputError(path, std::strerror(error), "a folder that can be written to");
}

/// The content is in the name, so that a chunk is never written over one with another content.
std::string chunk_name(std::size_t length, const std::string& sha256) {
    return fmt::format("n{}-{}{}", length, sha256.substr(0, hash_digits), chunk_suffix);
}

/// Whether chunk_name() may have made it: nothing else in the folder is touched.
bool is_chunk_name(std::string_view name) {
    if (!name.starts_with('n') || !name.ends_with(chunk_suffix)) return false;
    name = name.substr(1, name.size() - 1 - chunk_suffix.size());
    const auto dash = std::min(name.find('-'), name.size());
    const auto consists_of = [](std::string_view text, std::string_view digits) {
        return text.find_first_not_of(digits) == std::string_view::npos;
    };
    return dash >= 1 && name.size() == dash + 1 + hash_digits &&
           consists_of(name.substr(0, dash), "0123456789") &&
           consists_of(name.substr(dash + 1), "0123456789abcdef");
}

void move(const fs::path& from, const fs::path& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0) refuse_folder(to.string(), errno);
}

}  // namespace

struct ChunkFolder::Open {
    explicit Open(std::string path_) : path(std::move(path_)), file(path) {}

    std::string path;
    AtomicFile file;
    Sha256 hash;
    std::uint64_t bytes = 0;
    CertificateChunk entry;
};

ChunkFolder::ChunkFolder(std::string path, std::uint64_t chunk_bytes)
    : path_(std::move(path)), chunk_bytes_(chunk_bytes) {
    std::error_code error;
    is_made_ = fs::create_directories(path_, error);
    if (error) refuse_folder(path_, error.value());
    folder_ = Descriptor(open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder_.is_open()) refuse_folder(path_, errno);
    // Two that write at once would clear away each other's chunks. Where the file system has no
    // such locks they must not be started.
    if (flock(folder_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        throw InputError(path_, "a folder in use by another process", "one that is not");
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(path_, error)) {
        const bool is_left = entry.path().filename().string().starts_with(new_prefix);
        if (is_left && entry.is_directory(error)) fs::remove_all(entry.path(), error);
    }
    new_ = fmt::format("{}/{}XXXXXX", path_, new_prefix);
    if (mkdtemp(new_.data()) == nullptr) refuse_folder(path_, errno);
}

ChunkFolder::~ChunkFolder() {
    open_.reset();
    std::error_code error;
    fs::remove_all(new_, error);
    if (is_made_ && !is_committed_) fs::remove(path_, error);  // if it is empty
}

void ChunkFolder::add(std::size_t length, RankRange ranks, std::uint64_t records,
                      std::string_view frame) {
    if (open_ && (open_->entry.length != length || open_->bytes + frame.size() > chunk_bytes_)) {
        close_chunk();
    }
    if (!open_) {
        open_ = std::make_unique<Open>(new_ + "/chunk");
        open_->entry.length = length;
        open_->entry.ranks.begin = ranks.begin;
    }
    open_->file.write(frame);
    open_->hash.add(frame);
    open_->bytes += frame.size();
    open_->entry.ranks.end = ranks.end;
    open_->entry.records += records;
}

void ChunkFolder::close_chunk() {
    CertificateChunk& entry = open_->entry;
    entry.sha256 = open_->hash.hex();
    entry.file = chunk_name(entry.length, entry.sha256);
    open_->file.commit();
    move(open_->path, new_ + "/" + entry.file);
    chunks_.push_back(std::move(entry));
    open_.reset();
}

std::string ChunkFolder::finish(const Claim& claim, std::uint64_t records,
                                std::span<const ClaimResult> results) {
    if (open_) close_chunk();
    AtomicFile index(fmt::format("{}/{}", new_, index_name));
    index.write(chunk_index(claim, chunks_, records, results));
    index.commit();
    return new_;
}

void ChunkFolder::commit() {
    const auto sync = [this] {
        if (fsync(folder_.number()) != 0) refuse_folder(path_, errno);
    };
    std::set<std::string> names;  // chunks with the same content are one file
    for (const CertificateChunk& chunk : chunks_)
        names.insert(chunk.file);
    for (const std::string& name : names)
        move(fs::path(new_) / name, fs::path(path_) / name);
    sync();  // no index on disk before its chunks
    move(fs::path(new_) / index_name, fs::path(path_) / index_name);
    sync();
    is_committed_ = true;
    // What cannot be removed does no harm: no index names it.
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_, error)) {
        const std::string name = entry.path().filename().string();
        if (is_chunk_name(name) && !names.contains(name)) fs::remove(entry.path(), error);
    }
}

}  // namespace disarray::search
