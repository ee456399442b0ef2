// SPDX-License-Identifier: MIT
//
// A certificate from its first line to its last: each record where the enumeration expects it, and
// an end that says what the records add up to. Threads judge records and chunks in any order; what
// they found is received in the order of the certificate, so that the first fault is the one that
// is named.
#include "search/verify/verify.hpp"

#include <fstream>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include <tbb/parallel_pipeline.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "search/verify/checker.hpp"
#include "search/verify/chunks.hpp"
#include "search/verify/enumeration.hpp"
#include "search/verify/lines.hpp"
#include "search/verify/results.hpp"
#include "search/verify/walk.hpp"

namespace disarray::verify {

namespace {

/// Takes pieces of work from `next` until it gives none, has `work` done on them by all threads,
/// and calls `receive` with each, in the order in which they came.
template <class Piece, class Work, class Receive>
void in_order(unsigned threads, const std::function<std::unique_ptr<Piece>()>& next, Work work,
              Receive receive) {
    using Handed = std::unique_ptr<Piece>;
    using tbb::filter_mode;
    const auto give = [&](tbb::flow_control& control) {
        Handed piece = next();
        if (!piece) control.stop();
        return piece;
    };
    const auto change = [&](Handed piece) {
        work(*piece);
        return piece;
    };
    with_threads(threads, [&] {
        // As many again as there are threads wait for their turn, or for an earlier one.
        const auto in_flight =
            2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
        tbb::parallel_pipeline(
            in_flight,
            tbb::make_filter<void, Handed>(filter_mode::serial_in_order, give) &
                tbb::make_filter<Handed, Handed>(filter_mode::parallel, change) &
                tbb::make_filter<Handed, void>(filter_mode::serial_in_order,
                                               [&](const Handed& piece) { receive(*piece); }));
    });
}

/// Some lines that follow each other, and what the threads say of them.
struct Batch {
    std::uint64_t first = 0;  ///< number of the first line
    std::vector<std::string> lines;
    std::vector<Judgement> judgements;
    std::optional<Rejected> unreadable;  ///< why no line follows, if that is a fault
};

/// One pass over a file.
class FilePass {
public:
    explicit FilePass(std::istream& in)
        : lines_(in),
          header_(within("line", 1, [this] { return first_line(); })),
          checker_(within("line", 1, [this] { return make_checker(header_); })),
          walk_(*checker_, Enumeration(checker_->claim)) {}

    /// What the file proves. \throws Rejected
    std::string run(unsigned threads) {
        in_order<Batch>(
            threads, [this] { return next_batch(); },
            [this](Batch& batch) {
                for (const std::string& line : batch.lines)
                    batch.judgements.push_back(judge(*checker_, line));
            },
            [this](const Batch& batch) { receive(batch); });
        if (!ended_) within("line", lines_.number(), throw_missing);
        return statement(checker_->claim, walk_.results());
    }

private:
    static void throw_missing() { throw Rejected("", "another line", "the end of the file"); }

    std::string first_line() {
        std::string line;
        if (!lines_.next(line)) throw_missing();
        return line;
    }

    /// The next lines, of 64 KiB together or more; none at the end.
    std::unique_ptr<Batch> next_batch() {
        constexpr std::size_t enough = std::size_t{1} << 16;
        auto batch = std::make_unique<Batch>();
        batch->first = lines_.number() + 1;
        try {
            std::string line;
            for (std::size_t size = 0; size < enough && !at_end_; size += line.size()) {
                at_end_ = !lines_.next(line);
                if (!at_end_) batch->lines.push_back(line);
            }
        } catch (const Rejected& rejection) {
            batch->unreadable = rejection;
            at_end_ = true;
        }
        if (batch->lines.empty() && !batch->unreadable) return nullptr;
        return batch;
    }

    void receive(const Batch& batch) {
        std::uint64_t number = batch.first;
        for (std::size_t i = 0; i < batch.lines.size(); ++i, ++number)
            within("line", number, [&] { receive(number, batch.lines[i], batch.judgements[i]); });
        if (batch.unreadable) within("line", number, [&] { throw Rejected(*batch.unreadable); });
    }

    void receive(std::uint64_t number, const std::string& line, const Judgement& judgement) {
        if (ended_) throw Rejected("", "the end of the file", printable(line, 60));
        // At once: the walk would take hours to find that no σ of a large n has a record.
        if (number == 2 && parse_object(line).contains("end")) {
            throw Rejected("", "a record", "the end: nothing is claimed");
        }
        if (walk_.take(line, judgement)) return;
        ended_ = true;
        const Json object = parse_object(line);
        if (object.contains("ranks"))
            throw Rejected("", "the end, as all records were there", "a record");
        const auto [end] = fields(object, "end");
        check_end(*checker_, parse_object(header_), *end, walk_.results());
    }

    Lines lines_;
    std::string header_;
    std::unique_ptr<const Checker> checker_;
    Walk walk_;
    bool at_end_ = false;  // of the reading
    bool ended_ = false;   // the end line is received
};

/// What a folder of chunks proves. \throws Rejected
std::string verify_chunks(std::istream& in, const std::filesystem::path& folder, unsigned threads) {
    const Json index = read_index(in);
    const Json& header = index["claim"];
    const auto checker = within("claim", [&] { return make_checker(header.dump()); });
    const Claim& claim = checker->claim;
    if (claim.scope) throw Rejected("claim, scope", "\"all\"", "one rank vector");
    const std::vector<Chunk> chunks = read_chunks(index["chunks"], claim);

    struct Piece {
        std::size_t place = 0;
        std::optional<Results> results;
        std::optional<Rejected> rejection;
    };
    std::size_t next = 0;
    const auto next_piece = [&]() -> std::unique_ptr<Piece> {
        if (next == chunks.size()) return nullptr;
        return std::make_unique<Piece>(Piece{next++, {}, {}});
    };
    Results sum(claim);
    in_order<Piece>(
        threads, next_piece,
        [&](Piece& piece) {
            try {
                piece.results = check_chunk(*checker, folder, chunks[piece.place]);
            } catch (const Rejected& rejection) {
                piece.rejection = rejection;
            }
        },
        [&](const Piece& piece) {
            if (piece.results) return sum.add(*piece.results);
            within(fmt::format("chunk {}, file {}", piece.place + 1, chunks[piece.place].file),
                   [&] { throw Rejected(*piece.rejection); });
        });
    within("end", [&] { check_end(*checker, header, index["end"], sum); });
    return statement(claim, sum);
}

/// The answer to the certificate `name`, whose pass is `run`.
template <class Run>
Report report(std::string_view name, Run run) {
    const auto refused = [&](const std::string& why) {
        return Report{false, fmt::format("REJECTED {}: {}", printable(name, 200), why)};
    };
    try {
        return {true, "VERIFIED " + run()};
    } catch (const Rejected& rejection) {
        return refused(rejection.message());
    } catch (const std::bad_alloc&) {
        return refused("memory: expected enough for a line, found too little");
    } catch (const std::exception& error) {
        return refused("reading: expected no exception, found " + printable(error.what(), 200));
    }
}

}  // namespace

Report verify_stream(std::istream& in, std::string_view name, unsigned threads) {
    return report(name, [&] { return FilePass(in).run(threads); });
}

Report verify_file(const std::filesystem::path& path, unsigned threads) {
    const auto is_folder = [](const std::filesystem::path& name) {
        std::error_code error;
        return std::filesystem::is_directory(name, error);
    };
    const std::filesystem::path file = is_folder(path) ? path / index_name : path;
    std::ifstream in(file, std::ios::binary);
    if (!in || is_folder(file)) {
        throw InputError(printable(file.string(), 200), "no file that can be opened",
                         "a certificate");
    }
    if (file.filename() != index_name) return verify_stream(in, path.string(), threads);
    return report(path.string(), [&] { return verify_chunks(in, file.parent_path(), threads); });
}

}  // namespace disarray::verify
