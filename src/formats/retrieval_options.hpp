// SPDX-License-Identifier: MIT
//
// How files of judgements and runs are read: each convention has a name, an option and a default.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/near_names.hpp"

namespace disarray::formats {

/// Lines of a TREC file that are comments and, were it not for that, lines of a query whose name
/// begins with '#': "#1 0 d1 1".
struct HiddenLines {
    std::size_t count = 0;
    std::size_t first_line = 0;  ///< counted from 1; 0 if there is none

    void add(std::size_t line) { add({1, line}); }
    /// Of a later part of the file.
    void add(const HiddenLines& others) {
        if (count == 0) first_line = others.first_line;
        count += others.count;
    }
};

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
constexpr auto choices(Scores) {
    return std::to_array<Choice<Scores>>(
        {{"exact", Scores::exact}, {"double", Scores::double_}, {"single", Scores::single}});
}

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
constexpr auto choices(Duplicates) {
    return std::to_array<Choice<Duplicates>>(
        {{"refuse", Duplicates::refuse}, {"first", Duplicates::first}, {"last", Duplicates::last}});
}

/// Grades below 0.
enum class NegativeGrades {
    zero,     ///< count as 0
    unknown,  ///< in the judged pool, but without a grade that is known (trec_eval, for infAP)
    refuse
};
constexpr auto choices(NegativeGrades) {
    return std::to_array<Choice<NegativeGrades>>({{"zero", NegativeGrades::zero},
                                                  {"unknown", NegativeGrades::unknown},
                                                  {"refuse", NegativeGrades::refuse}});
}

// The names are "auto", "trec", "json", "csv"; "score", "rank", "input"; "exact", "double",
// "single"; "trec", "input-order", "rank-column", "average", "best", "worst"; "refuse", "first",
// "last"; "zero", "unknown", "refuse". The first of each is the default.
// \throws InputError naming `where` and all names.

constexpr auto choices(Form) {
    return std::to_array<Choice<Form>>({{"auto", Form::automatic},
                                        {"trec", Form::trec},
                                        {"json", Form::json},
                                        {"csv", Form::csv}});
}

constexpr auto choices(RankBy) {
    return std::to_array<Choice<RankBy>>(
        {{"score", RankBy::score}, {"rank", RankBy::rank}, {"input", RankBy::input}});
}

constexpr auto choices(Ties) {
    return std::to_array<Choice<Ties>>({{"trec", Ties::trec},
                                        {"input-order", Ties::input_order},
                                        {"rank-column", Ties::rank_column},
                                        {"average", Ties::average},
                                        {"best", Ties::best},
                                        {"worst", Ties::worst}});
}

}  // namespace disarray::formats
