// SPDX-License-Identifier: MIT
//
// Relevance judgements (TREC "qrels"): for each query, the grades of some documents.
//
// TREC form: lines "query iteration document grade", separated by any white space; the iteration is
// not looked at. A byte order mark, CRLF and blank lines are accepted. A line that begins with '#'
// is a comment, so that no query's name may; elsewhere names may contain it. Grades are integers of
// 32 bits. The lines of a query need not be together.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/retrieval_options.hpp"
#include "metrics/retrieval/judged_list.hpp"

namespace disarray::formats {

struct JudgementOptions {
    Form form = Form::automatic;
    Duplicates duplicates = Duplicates::refuse;
    NegativeGrades negative_grades = NegativeGrades::zero;
    /// Grades such as 1.0, words after the grade and CSV columns of other names are no faults.
    bool lenient = false;
    /// Besides, of a grade counts what C's atol() reads: "2x" is 2, "relevant" is 0.
    bool as_trec_eval = false;
    std::size_t block_size = default_block_size;  ///< bytes that a thread parses at once
};

class Judgements {
public:
    /// \param path  a file, plain or gzip, or "-"
    /// \throws InputError, "FILE line N: found …, expected …": too few or too many fields, a grade
    /// that is no integer, a document judged twice (as `duplicates` has it; twice with the same
    /// grade is accepted under "refuse"), a negative grade where refused, a control character, no
    /// judgement at all.
    static Judgements read(const std::string& path, const JudgementOptions& options);

    /// Queries are counted from 0, in the order in which the file first has them.
    std::size_t size() const;
    /// The name of a query; lives as long as this.
    std::string_view query(std::size_t index) const;
    std::optional<std::size_t> find(std::string_view query) const;

    /// The grade of a document; empty if it is not judged. Never negative, but unknown_grade under
    /// NegativeGrades::unknown. Safe from any thread.
    std::optional<retrieval::Grade> grade(std::size_t query, std::string_view document) const;
    /// The grades >= 1 of a query, falling.
    std::span<const retrieval::Grade> positive_grades(std::size_t query) const;
    /// How many documents of a query are judged 0.
    std::size_t zero_count(std::size_t query) const;
    /// The largest grade of all, 0 if none is positive.
    retrieval::Grade greatest_grade() const;
    std::size_t judgement_count() const;
    /// Comments of the file that would be judgements.
    const HiddenLines& hidden() const;

    ~Judgements();
    Judgements(Judgements&&) noexcept;
    Judgements& operator=(Judgements&&) noexcept;

private:
    struct State;
    explicit Judgements(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace disarray::formats
