// SPDX-License-Identifier: MIT
//
// A certificate from its first line to its last: each record where the enumeration expects it, and
// an end that says what the records add up to. Threads judge records and chunks in any order; what
// they found is received in the order of the certificate, so that the first fault is the one that
// is named.
#include "search/verify/verify.hpp"

#include <sys/stat.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_pipeline.h>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/sha256.hpp"
#include "search/verify/chunks.hpp"
#include "search/verify/every_n.hpp"
#include "search/verify/format.hpp"
#include "search/verify/lines.hpp"
#include "search/verify/statement.hpp"

namespace disarray::verify {

namespace {

/// What is found in a line without knowing its place.
struct Judgement {
    std::optional<Ranks> ranks;         ///< whose record, or section from there, it says it is
    std::optional<Record> record;       ///< when it holds
    std::optional<Section> section;     ///< when that holds
    std::optional<Rejected> rejection;  ///< why not; without ranks: why the line is no JSON
};

/// The ranks of a record, as far as they are numbers of some σ; its check says the rest.
std::optional<Ranks> stated_ranks(const Json& object, const char* key) {
    const auto list = object.find(key);
    if (list == object.end() || !list->is_array() || list->size() > max_n) return {};
    Ranks ranks;
    for (const Json& entry : *list) {
        const double rank = entry.is_number() ? entry.get<double>() : 0;
        if (!(rank >= 1 && rank <= max_n && rank == std::floor(rank))) return {};
        ranks.push_back(static_cast<int>(rank) - 1);
    }
    return ranks;
}

Judgement judge(const Claim& claim, std::string_view line) {
    Judgement judgement;
    try {
        const Json object = parse_object(line);
        judgement.ranks = stated_ranks(object, claim.has_rule() ? "first" : "ranks");
        if (!judgement.ranks) return judgement;
        if (claim.has_rule()) {
            require_section_format(claim, object);
            judgement.section = check_section(claim, object);
        } else {
            require_record_format(claim, object);
            judgement.record = check_record(claim, object);
        }
    } catch (const Rejected& rejection) {
        judgement.rejection = rejection;
    }
    return judgement;
}

/// Some lines of a file that follow each other, and what the threads say of them.
struct Batch {
    std::uint64_t first = 1;  ///< number of the first line
    std::vector<std::string> lines{};
    std::vector<Judgement> judgements{};
    std::optional<Rejected> unreadable{};  ///< why no line follows, if that is a fault
    bool last = false;                     ///< of the file
    std::string sha256{};                  ///< of the file, with its last batch
};
using Handed = std::unique_ptr<Batch>;

/// The next lines, of 64 KiB together or more; of sections, which are long work in few words, one.
Handed next_batch(Lines& lines, const Claim& claim) {
    const std::size_t enough = claim.has_rule() ? 1 : std::size_t{1} << 16;
    auto batch = std::make_unique<Batch>();
    batch->first = lines.number() + 1;
    try {
        std::string line;
        for (std::size_t size = 0; size < enough && !batch->last; size += line.size()) {
            batch->last = !lines.next(line);
            if (!batch->last) batch->lines.push_back(line);
        }
    } catch (const Rejected& rejection) {
        batch->unreadable = rejection;
        batch->last = true;
    }
    return batch;
}

/// Takes batches from `next` until it gives none, has them judged by all threads, and calls
/// `receive` with each, in the order in which they came.
void in_order(unsigned threads, const Claim& claim, const std::function<Handed()>& next,
              const std::function<void(const Batch&)>& receive) {
    using tbb::filter_mode;
    const auto give = [&](tbb::flow_control& control) {
        Handed batch = next();
        if (!batch) control.stop();
        return batch;
    };
    const auto judge_lines = [&](Handed batch) {
        for (const std::string& line : batch->lines)
            batch->judgements.push_back(judge(claim, line));
        return batch;
    };
    with_threads(threads, [&] {
        // As many again as there are threads wait for their turn, or for an earlier one.
        const auto in_flight =
            2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
        tbb::parallel_pipeline(
            in_flight,
            tbb::make_filter<void, Handed>(filter_mode::serial_in_order, give) &
                tbb::make_filter<Handed, Handed>(filter_mode::parallel, judge_lines) &
                tbb::make_filter<Handed, void>(filter_mode::serial_in_order,
                                               [&](const Handed& batch) { receive(*batch); }));
    });
}

/// Calls take(i, number) for each line of a batch, in the step of its number.
template <class Take>
void for_each_line(const Batch& batch, Take take) {
    std::uint64_t number = batch.first;
    for (std::size_t i = 0; i < batch.lines.size(); ++i, ++number)
        within("line", number, [&] { take(i, number); });
    if (batch.unreadable) within("line", number, [&] { throw Rejected(*batch.unreadable); });
}

/// The σ whose record has to be in this line; null if none is due.
const Ranks* due(Walk& walk, const Judgement& judgement) {
    // Of a line that is no JSON nothing is known; else the place comes first.
    if (!judgement.ranks && judgement.rejection) throw Rejected(*judgement.rejection);
    return walk.due(judgement.ranks);
}

/// Takes the record of `sigma` from a line.
void take(Walk& walk, const Ranks& sigma, const std::string& line, const Judgement& judgement) {
    if (judgement.ranks != sigma)
        throw Rejected("", "the record of ranks " + sigma.to_string(), printable(line, 60));
    if (judgement.rejection) throw Rejected(*judgement.rejection);
    if (judgement.section) return walk.take(*judgement.section);
    walk.take(judgement.record.value());
}

void throw_missing() {
    throw Rejected("", "another line", "the end of the file");
}

/// One pass over a file.
class FilePass {
public:
    /// \param lines  behind the header
    FilePass(Lines& lines, Json header)
        : lines_(lines),
          header_(std::move(header)),
          claim_(within("line", 1, [this] { return read_header(header_); })),
          walk_(claim_) {}

    /// What the file proves. \throws Rejected
    std::string run(unsigned threads) {
        bool at_end = false;
        const auto next = [&]() -> Handed {
            if (at_end) return nullptr;
            Handed batch = next_batch(lines_, claim_);
            at_end = batch->last;
            return batch;
        };
        in_order(threads, claim_, next, [this](const Batch& batch) {
            for_each_line(batch, [&](std::size_t i, std::uint64_t number) {
                receive(number, batch.lines[i], batch.judgements[i]);
            });
        });
        if (!result_) within("line", lines_.number(), throw_missing);
        return statement(claim_, *result_);
    }

private:
    void receive(std::uint64_t number, const std::string& line, const Judgement& judgement) {
        if (result_) throw Rejected("", "the end of the file", printable(line, 60));
        // At once: the walk would take hours to find that no σ of a large n has a record.
        if (number == 2 && parse_object(line).contains("end"))
            throw Rejected("", "a record", "the end: nothing is claimed");
        if (const Ranks* const sigma = due(walk_, judgement))
            return take(walk_, *sigma, line, judgement);
        const Json json = parse_object(line);
        if (json.contains("ranks"))
            throw Rejected("", "the end, as all records were there", "a record");
        Value(json).require_keys({"end"});
        require_end_format(claim_, json["end"]);
        result_ = walk_.finish(header_, json["end"]);
    }

    Lines& lines_;
    const Json header_;
    const Claim claim_;
    Walk walk_;
    std::optional<Result> result_;  // once the end is received
};

/// One pass over a folder of chunks, as over the one file that they make up.
class FolderPass {
public:
    FolderPass(std::istream& in, std::filesystem::path folder)
        : folder_(std::move(folder)),
          index_(read_index(in)),
          claim_(within("claim", 0, [this] { return read_header(index_["claim"]); })),
          walk_(claim_) {
        if (claim_.scope) throw Rejected("claim, scope", "\"all\"", "one rank vector");
        chunks_ = read_chunks(index_["chunks"], claim_);
    }

    /// What the folder proves. \throws Rejected
    std::string run(unsigned threads) {
        in_order(
            threads, claim_, [this] { return next(); },
            [this](const Batch& batch) { receive(batch); });
        return within("end", 0, [&] {
            require_end_format(claim_, index_["end"]);
            return statement(claim_, walk_.finish(index_["claim"], index_["end"]));
        });
    }

private:
    /// The device and its number for the file: the same one whatever its name.
    using FileId = std::pair<dev_t, ino_t>;

    /// A chunk while it is read.
    struct Reading {
        Reading(std::ifstream opened, FileId id_)
            : in(std::move(opened)), id(id_), lines(in, &hash) {}
        std::ifstream in;
        FileId id;
        Sha256 hash;
        Lines lines;
    };

    Handed next() {
        if (read_ == chunks_.size()) return nullptr;
        Handed batch;
        try {
            if (!reading_) {
                const std::string& file = chunks_[read_].file;
                const auto known = without_lines_.find(id_of(file));
                if (known != without_lines_.end()) {
                    ++read_;
                    return std::make_unique<Batch>(Batch{.last = true, .sha256 = known->second});
                }
                reading_ = std::make_unique<Reading>(open(file), id_of(file));
            }
            batch = next_batch(reading_->lines, claim_);
        } catch (const Rejected& rejection) {
            batch = std::make_unique<Batch>();
            batch->unreadable = rejection;
            batch->last = true;
        }
        if (!batch->last) return batch;
        if (reading_) {
            reading_->lines.skip_rest();
            batch->sha256 = reading_->hash.hex();
            if (!batch->unreadable && batch->first == 1 && batch->lines.empty())
                without_lines_.emplace(reading_->id, batch->sha256);
        }
        reading_.reset();
        ++read_;
        return batch;
    }

    FileId id_of(const std::string& file) const {
        struct stat facts {};
        stat((folder_ / file).c_str(), &facts);  // where that fails, open() says so
        return {facts.st_dev, facts.st_ino};
    }

    std::ifstream open(const std::string& file) const {
        const std::filesystem::path path = folder_ / file;
        std::error_code error;
        // Asked first, because to open a pipe would wait for who writes to it.
        const auto type = std::filesystem::status(path, error).type();
        if (type == std::filesystem::file_type::not_found)
            throw Rejected("", "a file of this name", "none");
        std::ifstream in;
        if (type == std::filesystem::file_type::regular) in.open(path, std::ios::binary);
        if (!in.is_open()) throw Rejected("", "a file that can be opened", "one that cannot");
        return in;
    }

    void receive(const Batch& batch) {
        const Chunk& chunk = chunks_[received_];
        if (!fault_) {
            try {
                receive_lines(batch, chunk);
            } catch (const Rejected& rejection) {
                fault_ = rejection;
            }
        }
        if (!batch.last) return;
        within(fmt::format("chunk {}, file {}", received_ + 1, chunk.file), 0, [&] {
            // First: where a file is not the one that the index means, what is wrong in it says
            // little.
            if (!batch.sha256.empty() && batch.sha256 != chunk.sha256)
                throw Rejected("SHA-256", chunk.sha256, batch.sha256);
            if (fault_) throw Rejected(*fault_);
            const std::uint64_t count = walk_.records() - records_before_;
            if (count != chunk.records) {
                throw Rejected("records", fmt::format("{}, as in the file", count),
                               std::to_string(chunk.records));
            }
        });
        records_before_ = walk_.records();
        ++received_;
    }

    void receive_lines(const Batch& batch, const Chunk& chunk) {
        if (batch.unreadable && batch.sha256.empty()) throw Rejected(*batch.unreadable);
        for_each_line(batch, [&](std::size_t i, std::uint64_t) {
            const std::string& line = batch.lines[i];
            const Ranks* const sigma = due(walk_, batch.judgements[i]);
            if (sigma == nullptr || !is_before_end(*sigma, chunk)) {
                throw Rejected("", "the end of the file, as all records were there",
                               printable(line, 60));
            }
            const auto& section = batch.judgements[i].section;
            if (section && !is_before_end(section->last, chunk))
                throw Rejected("last", "σ of the chunk", section->last.to_string());
            take(walk_, *sigma, line, batch.judgements[i]);
        });
        if (!batch.last) return;
        within("line", batch.first + batch.lines.size(), [&] {
            const Ranks* const sigma = walk_.due();
            if (sigma == nullptr || !is_before_end(*sigma, chunk)) return;
            throw Rejected("", "the record of ranks " + sigma->to_string(), "the end of the file");
        });
    }

    const std::filesystem::path folder_;
    const Json index_;
    const Claim claim_;
    std::vector<Chunk> chunks_;
    std::size_t read_ = 0;  // chunks
    std::unique_ptr<Reading> reading_;
    // The hashes of the files that had no lines. Only those may come again, and they may be large
    // and come a hundred thousand times.
    std::map<FileId, std::string> without_lines_;
    std::size_t received_ = 0;          // chunks
    std::optional<Rejected> fault_;     // of the chunk whose end is not yet received
    std::uint64_t records_before_ = 0;  // the chunk
    Walk walk_;
};

/// The answer to the certificate `name`, whose pass is `run`.
template <class Run>
Report report(std::string_view name, Run run) {
    const auto refused = [&](const std::string& why) {
        return Report{false, fmt::format("REJECTED {}: {}", printable(name, 200), why)};
    };
    try {
        return {true, "VERIFIED " + run()};
    } catch (const Rejected& rejection) {
        constexpr std::size_t longest = 400;  // numbers may have a thousand digits
        return refused(printable(rejection.message(), longest));
    } catch (const std::bad_alloc&) {
        return refused("memory: expected enough for a line, found too little");
    } catch (const std::exception& error) {
        return refused("reading: expected no exception, found " + printable(error.what(), 200));
    }
}

}  // namespace

RecordChecker::RecordChecker(std::string_view header) : claim_(read_header(parse_object(header))) {}

Record RecordChecker::check(std::string_view line) const {
    const Json record = parse_object(line);
    require_record_format(claim_, record);
    return check_record(claim_, record);
}

Section RecordChecker::check_section(std::string_view line) const {
    const Json section = parse_object(line);
    require_section_format(claim_, section);
    return verify::check_section(claim_, section);
}

Report verify_stream(std::istream& in, std::string_view name, unsigned threads) {
    return report(name, [&] {
        Lines lines(in);
        std::string line;
        Json header = within("line", 1, [&] {
            if (!lines.next(line)) throw_missing();
            return parse_object(line);
        });
        if (Value(header).has("format") && header["format"] == every_n_format)
            return every_n_statement(lines, line);
        return FilePass(lines, std::move(header)).run(threads);
    });
}

Report verify_file(const std::filesystem::path& path, unsigned threads) {
    std::error_code error;
    const bool is_folder = std::filesystem::is_directory(path, error);
    const std::filesystem::path file = is_folder ? path / index_name : path;
    // Asked first, because to open a pipe would wait for who writes to it; who names standard input
    // does write to it.
    const auto status = std::filesystem::status(file, error);
    const bool is_readable = std::filesystem::is_regular_file(status) || file == "/dev/stdin";
    if (std::filesystem::exists(status) && !is_readable) {
        throw InputError(printable(file.string(), 200), "no regular file", "a certificate");
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        throw InputError(printable(file.string(), 200), "no file that can be opened",
                         "a certificate");
    }
    if (file.filename() != index_name) return verify_stream(in, path.string(), threads);
    return report(path.string(), [&] { return FolderPass(in, file.parent_path()).run(threads); });
}

}  // namespace disarray::verify
