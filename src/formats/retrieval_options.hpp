// SPDX-License-Identifier: MIT
//
// How files of judgements and runs are read: each convention has a name, an option and a default.
#pragma once

#include <cstddef>
#include <string_view>

namespace disarray::formats {

/// Bytes of a file that are read, and parsed by one thread, at once. 256 KiB, 1 MiB and 4 MiB
/// differ by less than a tenth of the time (5·10^6 lines, November 2026); tests take other sizes.
constexpr std::size_t default_block_size = std::size_t{1} << 20;

/// The form of a file of judgements or of a run.
enum class Form {
    automatic,  ///< by the file's name: .json, .csv (each also with .gz), else trec
    trec,  ///< judgements "query iteration document grade", runs "query Q0 document rank score tag"
    json,  ///< {"query": {"document": grade or score, …}, …}
    csv  ///< with a header line: query, document, grade (or relevance); query, document, score, and
         ///< rank, tag if present
};

/// What ranks the documents of a query.
enum class RankBy {
    score,  ///< the score, falling
    rank,   ///< the rank column, rising
    input   ///< their order in the file; no two are tied
};

/// Which scores are equal.
enum class Scores {
    exact,    ///< those that are the same decimal number
    double_,  ///< those that round to the same 64-bit number
    single    ///< those that round to the same 32-bit number (as trec_eval has them)
};

/// In which order documents are that RankBy leaves tied.
enum class Ties {
    trec,         ///< document id, falling byte by byte (trec_eval)
    input_order,  ///< as in the file
    rank_column,  ///< the rank column, rising; the same rank twice is refused
    average,      ///< in every order: the expected value, exact
    best,         ///< larger grades first
    worst         ///< smaller grades first
};

/// A document that stands twice in a query of a run, or is judged twice.
enum class Duplicates {
    refuse,
    first,  ///< the first line counts
    last    ///< the last line counts
};

/// Grades below 0.
enum class NegativeGrades {
    zero,  ///< count as 0 (trec_eval)
    refuse
};

// The names are "auto", "trec", "json", "csv"; "score", "rank", "input"; "exact", "double",
// "single"; "trec", "input-order", "rank-column", "average", "best", "worst"; "refuse", "first",
// "last"; "zero", "refuse". The first of each is the default.
// \throws InputError naming `where` and all names.
Form form_named(std::string_view name, std::string_view where);
RankBy rank_by_named(std::string_view name, std::string_view where);
Scores scores_named(std::string_view name, std::string_view where);
Ties ties_named(std::string_view name, std::string_view where);
Duplicates duplicates_named(std::string_view name, std::string_view where);
NegativeGrades negative_grades_named(std::string_view name, std::string_view where);
std::string_view name_of(Form form);
std::string_view name_of(RankBy rank_by);
std::string_view name_of(Scores scores);
std::string_view name_of(Ties ties);
std::string_view name_of(Duplicates duplicates);
std::string_view name_of(NegativeGrades negative_grades);

}  // namespace disarray::formats
