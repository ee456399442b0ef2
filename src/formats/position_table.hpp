// SPDX-License-Identifier: MIT
//
// Tables of numbers by query and position: click logs (how often the result at each position was
// clicked) and graded labels (how good the result at each position is).
//
// Text form: a line for each query, its name and then n integers, separated by tabs where the line
// has one, else by blanks. CSV form: the same between commas, names in quotes where they have
// commas (RFC 4180), after a header "query,1,2,…,n", which it has to have: a header that is none
// would be read as a query, a query as a header be left out. JSON form: {"query": [n integers], …}.
// In text a first line that begins with "query" and has no numbers is a header, and so is
// "query 1 2 … n"; in text and CSV a line that begins with "# " or is only "#" is a comment. Plain
// or gzip; a byte order mark, CRLF and blank lines are accepted.
//
// A generated log says so in a comment that begins with "# synthetic: " (in JSON: under the key
// "synthetic"), so that it cannot be mistaken for a real one when it is read again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "base/stop.hpp"
#include "formats/retrieval_options.hpp"

namespace disarray::formats {

/// The form of a table in a file.
enum class TableForm {
    automatic,  ///< by the file's name: .json, .csv (each also with .gz), else text
    text,
    csv,
    json
};
constexpr auto choices(TableForm) {
    return std::to_array<Choice<TableForm>>({{"auto", TableForm::automatic},
                                             {"text", TableForm::text},
                                             {"csv", TableForm::csv},
                                             {"json", TableForm::json}});
}

/// Convention: swap costs of the discounted gain fit 64-bit coefficients up to here, and a page of
/// results has seldom more.
inline constexpr std::size_t max_positions = 30;
/// Convention: beyond what any log counts, and far from the end of 64 bits.
inline constexpr std::int64_t max_count = 1'000'000'000'000;

struct TableOptions {
    TableForm form = TableForm::automatic;
    std::string value = "clicks";       ///< what a number is called in messages
    std::int64_t greatest = max_count;  ///< numbers are from 0 to here
    Stop stop = {};                     ///< asked between blocks of a file of lines
    std::size_t block_size = default_block_size;
};

/// One number for each query and position.
struct PositionTable {
    std::size_t positions = 0;         ///< n, the same for all queries; from 2 to max_positions
    std::vector<std::string> queries;  ///< names, in the order of the file; each once
    std::vector<std::int64_t> values;  ///< row by row: queries × positions
    /// What a generated table says of itself; empty for any other.
    std::string synthetic;
    bool is_complete = true;  ///< false if TableOptions::stop ended the reading

    std::size_t size() const { return queries.size(); }
    /// The numbers of a query, position 1 first.
    std::span<const std::int64_t> row(std::size_t query) const {
        return std::span(values).subspan(query * positions, positions);
    }
};

/// \param path  a file, plain or gzip, or "-" for standard input
/// \throws InputError, "FILE line N: found …, expected …" (in JSON "FILE: query …"), the first one
/// of the file: a number that is negative, too large or none at all, another number of positions
/// than before, a query twice, a control character, quotes out of place, no header in CSV or one of
/// positions that are not 1, 2, …, no query at all.
PositionTable read_position_table(const std::string& path, const TableOptions& options);

/// Hands over the table in CSV form piece by piece, with its comment and a header "query,1,2,…".
void write_csv(const PositionTable& table, const std::function<void(std::string_view)>& write);

}  // namespace disarray::formats
