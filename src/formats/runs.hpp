// SPDX-License-Identifier: MIT
//
// Runs: for each query, the documents that a system retrieved, ranked.
//
// TREC form: lines "query Q0 document rank score tag", separated by any white space. A byte order
// mark, CRLF and blank lines are accepted; a line that begins with '#' is a comment. Scores are
// decimal numbers ("12", "-0.5", "1.5e-3"); they are compared exactly unless Scores says otherwise:
// as doubles first, which rounding leaves in order, and digit by digit where the doubles are equal.
//
// A file whose lines are grouped by query is read as a stream, by several threads, in memory that
// does not grow with it. If a query comes back after another one, a file is read once more, as a
// whole; what cannot be read twice (standard input, a pipe) is kept in memory from the start. So
// is JSON, and a run read under Ties::rank_column with Duplicates::last, where only the end of the
// file says which documents are tied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "formats/retrieval_options.hpp"

namespace disarray::formats {

struct RunOptions {
    Form form = Form::automatic;
    RankBy rank_by = RankBy::score;
    Scores scores = Scores::exact;
    Ties ties = Ties::trec;
    Duplicates duplicates = Duplicates::refuse;
    bool lenient = false;  ///< words after the tag, and CSV columns of other names, are no faults
    /// Besides, ranks are not read where nothing needs them, and of a score counts what C's atof()
    /// reads: "2x" is 2, "high" is 0.
    bool as_trec_eval = false;
    unsigned threads = 0;  ///< 0: all cores
    Stop stop = {};        ///< asked between blocks
    /// Called when a file turns out not to be grouped, after all calls of `work` so far and before
    /// it is called again from query 0; whoever counts or adds up forgets what it has. May be
    /// empty.
    std::function<void()> start_again = {};
    std::size_t block_size = default_block_size;  ///< bytes that a thread parses at once
};

struct RankedDocument {
    std::string_view id;
    /// Documents ranked before it and those it is tied with by RankBy, and how many the latter are,
    /// itself included. Under Ties::trec, input_order and rank_column before = its index, tied = 1.
    std::uint32_t before = 0;
    std::uint32_t tied = 1;
};

/// One query of a run. Views live as long as the call that hands it over.
struct RankedQuery {
    std::string_view name;
    /// First to last. Under Ties::average, best and worst, those that are tied stand together, by
    /// document id, falling.
    std::vector<RankedDocument> documents;
};

/// What is known when a run was read to its end.
struct RunFacts {
    std::string tag;          ///< of the first line; empty if the form has none
    std::string last_tag;     ///< of the last line (trec_eval's runid)
    std::size_t lines = 0;    ///< documents read
    bool is_grouped = true;   ///< whether each query's lines stand together
    bool is_complete = true;  ///< false if options.stop ended it; then some queries are missing
    HiddenLines hidden{};     ///< comments that would be documents
};

/// Calls work(i, query) once for each query, where i counts the queries from 0 in the order in
/// which the file first has them; from several threads at once, in any order. One exception: if a
/// query comes back in a file that is read as a stream, work has been called for queries before
/// that place, perhaps with a part of their documents; then it is called again, for every query
/// from 0 on. All calls of the first round have returned before options.start_again and the second
/// round. RunFacts::is_grouped says whether that was so. A query that options.stop has cut is not
/// handed over.
/// \throws InputError, "FILE line N: found …, expected …", the first one of the file whatever the
/// number of threads: too few or too many fields, a rank or score that is no number (NaN and
/// infinity are none), a document twice in a query (as `duplicates` has it), a control character,
/// two tied documents with the same rank under Ties::rank_column, no line at all; RankBy::rank or
/// Ties::rank_column where the form has no rank. What `work` throws is thrown on, unless an error
/// of the file stands before the end of its query.
RunFacts read_run(const std::string& path, const RunOptions& options,
                  const std::function<void(std::size_t, const RankedQuery&)>& work);

}  // namespace disarray::formats
