// SPDX-License-Identifier: MIT
//
// Blocks of a file as records: parsed in parallel, put together again in the order of the file.
// Judgements and runs differ in their records only.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include "base/stop.hpp"
#include "formats/detail/fields.hpp"
#include "formats/detail/line_blocks.hpp"
#include "formats/detail/refused.hpp"
#include "formats/detail/text_blocks.hpp"
#include "formats/detail/text_store.hpp"

namespace disarray::formats::detail {

/// Consecutive records of the same query.
struct Group {
    std::string_view query;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The records of a block, and the text that they look into. It stays where it is, since short
/// strings that move take their characters along.
template <class Record>
struct ParsedBlock {
    ParsedBlock() = default;
    ParsedBlock(const ParsedBlock&) = delete;
    ParsedBlock& operator=(const ParsedBlock&) = delete;

    void start_group(std::string_view query) {
        groups.push_back({query, records.size(), records.size()});
    }
    void add(const Record& record) {
        records.push_back(record);
        groups.back().end = records.size();
    }
    void fail(std::size_t position, std::exception_ptr error) {
        failure_position = position;
        failure = std::move(error);
    }
    /// Keeps the text only.
    void forget_records() {
        records = {};
        groups = {};
    }
    std::span<Record> records_of(const Group& group) {
        return std::span(records).subspan(group.begin, group.end - group.begin);
    }

    TextBlock source;
    TextStore store;
    std::vector<Record> records;
    std::vector<Group> groups;
    std::string_view tag;       ///< of the first record
    std::string_view last_tag;  ///< of the last
    HiddenLines hidden;
    /// What ended the block before its end; the records are those before it.
    std::exception_ptr failure;
    std::size_t failure_position = 0;
};

template <class Record>
using BlockPointer = std::shared_ptr<ParsedBlock<Record>>;

inline void refuse_empty(std::string_view text, std::string_view what) {
    if (text.empty()) {
        throw Refused{fmt::format("an empty {}", what), fmt::format("the name of a {}", what)};
    }
}

/// Of CSV and JSON as well, so that the same judgements can be written in TREC form.
inline void require_query_name(std::string_view name) {
    refuse_empty(name, "query");
    if (name.front() == '#') {
        throw Refused{"query " + in_quotes(name),
                      "a name that does not begin with '#', as a comment does in TREC files"};
    }
}

/// Whether a line without fields is a comment that would be a record.
template <class Parse>
bool hides_record(const LineCursor& line, const Layout& layout, const Parse& parse) {
    try {
        const Fields fields = Fields::of_comment(line.begin(), line.end(), layout);
        if (fields.is_blank()) return false;
        parse(fields, line.line());
        return true;
    } catch (const Refused&) {
        return false;
    }
}

/// \param parse  parse(fields, line) is a record, or throws Refused; field 0 is the query
/// \param tag  the field of the tag; Layout::absent if there is none
template <class Record, class Parse>
BlockPointer<Record> parse_lines(TextBlock source, const Layout& layout, const std::string& name,
                                 std::size_t tag, const Parse& parse) {
    const auto block = std::make_shared<ParsedBlock<Record>>();
    block->source = std::move(source);
    LineCursor lines(block->source);
    try {
        while (lines.next()) {
            const Fields fields(lines.begin(), lines.end(), layout);
            if (fields.is_blank()) {
                if (hides_record(lines, layout, parse)) block->hidden.add(lines.line());
                continue;
            }
            const std::string_view query = fields[0];
            require_query_name(query);
            const Record record = parse(fields, lines.line());
            if (block->records.empty()) {
                constexpr std::size_t typical_line = 32;  // a guess saves most of the growing
                block->records.reserve(block->source.text.size() / typical_line + 1);
                if (tag != Layout::absent) block->tag = fields[tag];
            }
            if (block->groups.empty() || block->groups.back().query != query) {
                block->start_group(query);
            }
            block->add(record);
            if (tag != Layout::absent) block->last_tag = fields[tag];
        }
        if (block->source.failure) block->fail(lines.line() + 1, block->source.failure);
    } catch (const Refused& refused) {
        block->fail(lines.line(),
                    std::make_exception_ptr(PositionedError(
                        lines.line(), fmt::format("{} line {}", name, lines.line()), refused)));
    }
    return block;
}

/// How many blocks are worked on at once: enough that no thread waits for the reader.
inline std::size_t blocks_in_flight() {
    return 2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()) + 1;
}

/// The filters of a pipeline that reads and parses. It ends with the file, and where `is_over()`.
template <class Record, class Parse, class IsOver>
tbb::filter<void, BlockPointer<Record>> parsed_blocks(LineBlocks& source, std::size_t tag,
                                                      const Parse& parse, const IsOver& is_over) {
    using Text = std::shared_ptr<TextBlock>;
    return tbb::make_filter<void, Text>(tbb::filter_mode::serial_in_order,
                                        [&source, &is_over](tbb::flow_control& control) -> Text {
                                            auto block = std::make_shared<TextBlock>();
                                            if (is_over() || !source.next(*block)) {
                                                control.stop();
                                                return nullptr;
                                            }
                                            return block;
                                        }) &
           tbb::make_filter<Text, BlockPointer<Record>>(
               tbb::filter_mode::parallel, [&source, tag, &parse](const Text& block) {
                   return parse_lines<Record>(std::move(*block), source.layout(), source.name(),
                                              tag, parse);
               });
}

/// All blocks, up to one that fails.
/// \param is_complete  becomes false if `stop` ended the reading
template <class Record, class Parse>
std::vector<BlockPointer<Record>> all_blocks(LineBlocks& source, std::size_t tag,
                                             const Parse& parse, const Stop& stop,
                                             bool& is_complete) {
    std::vector<BlockPointer<Record>> blocks;
    std::atomic<bool> has_failed = false;
    const auto is_over = [&] {
        if (stop.requested()) is_complete = false;
        return !is_complete || has_failed;
    };
    const auto collect = tbb::make_filter<BlockPointer<Record>, void>(
        tbb::filter_mode::serial_in_order, [&](const BlockPointer<Record>& block) {
            if (has_failed) return;
            // Blank lines and comments are not kept.
            if (block->records.empty() && block->hidden.count == 0 && !block->failure) return;
            blocks.push_back(block);
            if (block->failure) has_failed = true;
        });
    tbb::parallel_pipeline(blocks_in_flight(),
                           parsed_blocks<Record>(source, tag, parse, is_over) & collect);
    return blocks;
}

/// The records of a query: one part, or several where its lines do not stand together.
template <class Record>
struct QueryParts {
    std::string_view name;
    std::vector<std::span<Record>> parts;

    std::size_t record_count() const {
        std::size_t count = 0;
        for (const auto& part : parts)
            count += part.size();
        return count;
    }
};

template <class Record>
struct Gathered {
    std::vector<QueryParts<Record>> queries;  ///< in the order in which the file first has them
    std::unordered_map<std::string_view, std::size_t> by_name;
    bool is_grouped = true;
};

/// The queries of blocks, which must outlive the result.
template <class Record>
Gathered<Record> gather(const std::vector<BlockPointer<Record>>& blocks) {
    Gathered<Record> gathered;
    std::size_t current = 0;  // the query of the group before
    for (const auto& block : blocks) {
        for (const Group& group : block->groups) {
            const bool goes_on =
                !gathered.queries.empty() && gathered.queries[current].name == group.query;
            if (!goes_on) {
                const auto [query, is_new] =
                    gathered.by_name.try_emplace(group.query, gathered.queries.size());
                current = query->second;
                if (is_new) gathered.queries.push_back({group.query, {}});
                gathered.is_grouped &= is_new;
            }
            gathered.queries[current].parts.push_back(block->records_of(group));
        }
    }
    return gathered;
}

}  // namespace disarray::formats::detail
