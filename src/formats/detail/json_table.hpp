// SPDX-License-Identifier: MIT
//
// Judgements and runs in JSON, {"query": {"document": number, …}, …}, as the records of one block.
// Numbers keep the text that they have in the file, since a score is compared exactly.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "formats/byte_source.hpp"
#include "formats/detail/parsed_block.hpp"

namespace disarray::formats::detail {

/// Who is told what a table holds, in the order of the file.
struct JsonReceiver {
    std::function<void(std::string_view query)> start_query;
    /// May throw Refused.
    std::function<void(std::string_view document, std::string_view number)> add;
};

/// Names that are not part of the file's text as such, and numbers, go into `store`.
/// \throws InputError for what is no such table: with line and column where it is no JSON, with
/// query and document elsewhere.
void read_json_table(ByteSource& source, TextStore& store, const JsonReceiver& receiver);

/// \param parse  parse(document, number, position) is a record, or throws Refused; positions count
/// documents from 1
template <class Record, class Parse>
BlockPointer<Record> parse_json(ByteSource& source, const Parse& parse) {
    const auto block = std::make_shared<ParsedBlock<Record>>();
    const auto add = [&](std::string_view document, std::string_view number) {
        block->add(parse(document, number, block->records.size() + 1));
    };
    const auto start = [&](std::string_view query) { block->start_group(query); };
    try {
        read_json_table(source, block->store, {start, add});
    } catch (const InputError&) {
        block->fail(block->records.size() + 1, std::current_exception());
    }
    return block;
}

}  // namespace disarray::formats::detail
