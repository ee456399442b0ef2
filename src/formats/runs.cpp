// SPDX-License-Identifier: MIT
//
// A run is read by a pipeline: blocks of lines, one after the other; their records, in parallel;
// the queries, put together in the order of the file; their order and `work`, in parallel. What is
// in the pipeline at once is bounded, so that memory is too. Every error is recorded with its
// position, and the pipeline empties itself before the first one is thrown: it does not depend on
// which thread was faster.
#include "formats/runs.hpp"
#include "base/strtod.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <system_error>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>

#include "base/number_text.hpp"
#include "base/parallel.hpp"
#include "formats/detail/json_table.hpp"
#include "formats/detail/parsed_block.hpp"
#include "formats/detail/query_order.hpp"
#include "formats/detail/score_text.hpp"

namespace disarray::formats {

namespace {

using detail::Column;
using detail::Refused;
using detail::RunRecord;
using RunBlock = detail::BlockPointer<RunRecord>;
using Work = std::function<void(std::size_t, const RankedQuery&)>;

enum RunField : std::size_t {
    run_query_field,
    run_document_field,
    run_score_field,
    run_rank_field,
    run_tag_field
};
constexpr std::size_t run_fields_in_trec[] = {0, 2, 4, 3, 5};
constexpr Column run_columns[] = {{"query", run_query_field},
                                  {"document", run_document_field},
                                  {"score", run_score_field},
                                  {"rank", run_rank_field, false},
                                  {"tag", run_tag_field, false}};
constexpr detail::Shape run_shape = {"query Q0 document rank score tag", run_fields_in_trec, 6,
                                     run_columns};

/// \throws Refused
std::int64_t rank_of(std::string_view text) {
    std::string_view digits = text;
    if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
    const auto rank = as_number<std::int64_t>(digits);
    if (!rank) throw Refused{"rank " + in_quotes(text), "an integer of 64 bits"};
    return *rank;
}

/// What C's atof() reads of a text, 0 if nothing. \throws Refused for NaN, which has no place in an
/// order.
double as_atof(std::string_view text) {
    const double score = c_strtod(std::string(text));
    if (std::isnan(score)) throw Refused{"score " + in_quotes(text), "a number"};
    return score;
}

/// The record of a line or of a JSON number. \throws Refused
RunRecord record_of(std::string_view document, std::string_view score, Scores scores,
                    std::size_t position, bool as_trec_eval = false) {
    RunRecord record{.document = document, .score_text = score, .position = position};
    record.score = as_trec_eval ? as_atof(score) : detail::nearest_double(score);
    // Twice rounded, as by (float)atof(): what differs from one rounding is trec_eval's result.
    if (scores == Scores::single) record.score = static_cast<float>(record.score);
    return record;
}

auto line_parser(const detail::Layout& layout, const RunOptions& options) {
    const bool needs_rank = options.rank_by == RankBy::rank || options.ties == Ties::rank_column;
    const bool has_rank = layout.has(run_rank_field) && (needs_rank || !options.as_trec_eval);
    return [has_rank, options](const detail::Fields& fields, std::size_t line) {
        const auto [scores, as_trec_eval] = std::pair(options.scores, options.as_trec_eval);
        const std::string_view document = fields[run_document_field];
        detail::refuse_empty(document, "document");
        // First the field that stands first in a TREC line.
        const std::int64_t rank = has_rank ? rank_of(fields[run_rank_field]) : 0;
        RunRecord record = record_of(document, fields[run_score_field], scores, line, as_trec_eval);
        record.rank = rank;
        return record;
    };
}

/// A query whose records are all there.
struct Assembled {
    std::size_t index = 0;
    std::string_view name;
    std::span<RunRecord> records;
};

/// Queries that ended in one block, with what they look into.
struct Batch {
    std::vector<Assembled> queries;
    std::vector<RunRecord> joined;  ///< the records of the query that began in a block before
    std::vector<RunBlock> blocks;
};

/// Puts the parts of queries together that blocks have cut.
class Assembler {
public:
    /// \returns false if a query comes back; then the batch has what was before.
    bool add(const RunBlock& block, Batch& batch);
    /// The last query of the file, which may be none.
    Batch finish();

private:
    void end_query(Batch& batch);

    detail::TextStore names_;
    std::unordered_set<std::string_view> known_;
    // The query that may go on in the next block.
    std::optional<Assembled> open_;
    std::vector<RunRecord> records_;
    std::vector<RunBlock> blocks_;
};

void Assembler::end_query(Batch& batch) {
    if (!open_) return;
    batch.joined = std::exchange(records_, {});
    batch.blocks.insert(batch.blocks.end(), blocks_.begin(), blocks_.end());
    blocks_.clear();
    open_->records = batch.joined;
    batch.queries.push_back(*open_);
    open_.reset();
}

bool Assembler::add(const RunBlock& block, Batch& batch) {
    batch.blocks.push_back(block);
    for (const detail::Group& group : block->groups) {
        const std::span<RunRecord> records = block->records_of(group);
        const bool goes_on = open_ && open_->name == group.query;
        if (!goes_on) {
            end_query(batch);
            if (known_.contains(group.query)) return false;
            const Assembled query{known_.size(), names_.keep(group.query), records};
            known_.insert(query.name);
            if (&group != &block->groups.back()) {
                batch.queries.push_back(query);
                continue;
            }
            open_ = query;
        }
        records_.insert(records_.end(), records.begin(), records.end());
        blocks_.push_back(block);
    }
    return true;
}

Batch Assembler::finish() {
    Batch batch;
    end_query(batch);
    return batch;
}

/// Reads one run, as a stream or as a whole.
class RunReader {
public:
    RunReader(const RunOptions& options, const Work& work) : options_(options), work_(work) {}

    RunFacts read(const std::string& path);

private:
    bool needs_rank() const {
        return options_.rank_by == RankBy::rank || options_.ties == Ties::rank_column;
    }
    void refuse_missing_rank(const std::string& where, std::string_view found) const;
    bool can_stream(const std::string& path) const;
    detail::LineBlocks open(const std::string& path, Form form);
    void stream(const std::string& path, Form form);
    void read_whole(const std::string& path, Form form);
    void read_json(const std::string& path);
    void work_on(std::vector<RunBlock>& blocks);
    void note(const RunBlock& block);
    void rank(const Assembled& query, detail::QueryOrder& order, RankedQuery& ranked,
              bool is_whole);
    void rank(const Batch& batch, bool is_whole);

    const RunOptions& options_;
    const Work& work_;
    detail::Origin origin_;
    detail::Failures failures_;
    RunFacts facts_;
};

void RunReader::refuse_missing_rank(const std::string& where, std::string_view found) const {
    throw InputError(where, found,
                     options_.rank_by == RankBy::rank
                         ? "ranks, since they order the documents"
                         : "ranks, since they order documents that are tied");
}

detail::LineBlocks RunReader::open(const std::string& path, Form form) {
    const bool is_lenient = options_.lenient || options_.as_trec_eval;
    detail::LineBlocks source(path, form, run_shape, is_lenient, options_.block_size);
    origin_ = {source.name(), false};
    if (needs_rank() && !source.layout().has(run_rank_field)) {
        refuse_missing_rank(source.name(), "no column \"rank\"");
    }
    return source;
}

/// Counts the records of a block, the blocks being in order.
void RunReader::note(const RunBlock& block) {
    if (facts_.lines == 0) facts_.tag = block->tag;
    if (!block->records.empty()) facts_.last_tag = block->last_tag;
    facts_.lines += block->records.size();
    facts_.hidden.add(block->hidden);
    if (block->failure) failures_.record(block->failure_position, block->failure);
}

/// \param is_whole  false where an error has cut the query short: then it is only looked at for
/// an error that stands before
void RunReader::rank(const Assembled& query, detail::QueryOrder& order, RankedQuery& ranked,
                     bool is_whole) {
    const std::size_t last = query.records.empty() ? 0 : query.records.back().position;
    try {
        order.rank(query.name, query.records, ranked);
        if (is_whole) work_(query.index, ranked);
    } catch (const detail::PositionedError& error) {
        failures_.record(error.position(), std::current_exception());
    } catch (...) {
        failures_.record(last, std::current_exception());
    }
}

/// With an order and a list of its own: `work` may have parallel loops, in which this thread takes
/// up another batch.
void RunReader::rank(const Batch& batch, bool is_whole) {
    detail::QueryOrder order(options_, origin_);
    RankedQuery ranked;
    for (const Assembled& query : batch.queries)
        rank(query, order, ranked, is_whole);
}

void RunReader::stream(const std::string& path, Form form) {
    using BatchPointer = std::shared_ptr<Batch>;
    detail::LineBlocks source = open(path, form);
    const auto parse = line_parser(source.layout(), options_);
    Assembler assembler;
    std::atomic<bool> is_over = false;
    const auto ends = [&] {
        if (options_.stop.requested()) facts_.is_complete = false;
        return !facts_.is_complete || is_over || failures_.any();
    };
    const auto assemble = tbb::make_filter<RunBlock, BatchPointer>(
        tbb::filter_mode::serial_in_order, [&](const RunBlock& block) {
            const auto batch = std::make_shared<Batch>();
            if (is_over) return batch;
            facts_.is_grouped = assembler.add(block, *batch);
            if (facts_.is_grouped) note(block);
            is_over = !facts_.is_grouped || block->failure;
            return batch;
        });
    const auto rank_all = tbb::make_filter<BatchPointer, void>(
        tbb::filter_mode::parallel, [&](const BatchPointer& batch) { rank(*batch, true); });
    tbb::parallel_pipeline(
        detail::blocks_in_flight(),
        detail::parsed_blocks<RunRecord>(source, run_tag_field, parse, ends) & assemble & rank_all);
    // The query that was read last is whole only at the end of the file.
    if (facts_.is_grouped && facts_.is_complete) rank(assembler.finish(), !failures_.any());
}

/// \param blocks  whose records may be moved about
void RunReader::work_on(std::vector<RunBlock>& blocks) {
    for (const RunBlock& block : blocks)
        note(block);
    const bool is_whole = !failures_.any();
    const auto gathered = detail::gather(blocks);
    facts_.is_grouped = gathered.is_grouped;
    std::atomic<bool> is_stopped = false;
    const auto work_on_range = [&](const tbb::blocked_range<std::size_t>& range) {
        detail::QueryOrder order(options_, origin_);
        RankedQuery ranked;
        std::vector<RunRecord> joined;
        for (std::size_t i = range.begin(); i < range.end() && !is_stopped; ++i) {
            if (options_.stop.requested()) is_stopped = true;
            const auto& query = gathered.queries[i];
            joined.clear();
            for (const auto& part : query.parts)
                joined.insert(joined.end(), part.begin(), part.end());
            rank({i, query.name, joined}, order, ranked, is_whole);
        }
    };
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, gathered.queries.size()), work_on_range);
    if (is_stopped) facts_.is_complete = false;
}

void RunReader::read_whole(const std::string& path, Form form) {
    detail::LineBlocks source = open(path, form);
    const auto parse = line_parser(source.layout(), options_);
    auto blocks = detail::all_blocks<RunRecord>(source, run_tag_field, parse, options_.stop,
                                                facts_.is_complete);
    if (facts_.is_complete) work_on(blocks);
}

void RunReader::read_json(const std::string& path) {
    ByteSource source(path);
    origin_ = {source.name(), true};
    if (needs_rank()) refuse_missing_rank(source.name(), "a JSON run, which has no ranks");
    std::vector<RunBlock> blocks{detail::parse_json<RunRecord>(
        source, [&](std::string_view document, std::string_view number, std::size_t position) {
            return record_of(document, number, options_.scores, position);
        })};
    work_on(blocks);
}

/// Whether `path` can be read as a stream, and once more if that fails.
bool RunReader::can_stream(const std::string& path) const {
    // Two that are tied with the same rank are no error if the last line of one is yet to come.
    if (options_.ties == Ties::rank_column && options_.duplicates == Duplicates::last) return false;
    std::error_code ignored;
    return path != "-" && std::filesystem::is_regular_file(path, ignored);
}

RunFacts RunReader::read(const std::string& path) {
    const Form form = detail::form_of(path, options_.form);
    if (form == Form::json) {
        read_json(path);
    } else if (!can_stream(path)) {
        read_whole(path, form);
    } else {
        stream(path, form);
        failures_.throw_first();
        if (!facts_.is_grouped && options_.start_again) options_.start_again();
        if (!facts_.is_grouped && facts_.is_complete) {
            facts_ = {};
            read_whole(path, form);
        }
    }
    failures_.throw_first();
    if (facts_.lines == 0 && facts_.is_complete) {
        throw InputError(
            origin_.name, "no documents",
            form == Form::trec
                ? "lines of " + detail::trec_layout(run_shape, options_.lenient).expected
                : "at least one");
    }
    return facts_;
}

}  // namespace

RunFacts read_run(const std::string& path, const RunOptions& options, const Work& work) {
    return with_threads(options.threads, [&] { return RunReader(options, work).read(path); });
}

}  // namespace disarray::formats
