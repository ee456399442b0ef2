// SPDX-License-Identifier: MIT
//
// Rankings in text, as rank vectors or as orders (docs/definitions.md, Rankings: never mixed up, so
// the notation is always said and never guessed), from one line or from a file with one ranking a
// line. All rankings of one call are of the same elements.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/elements.hpp"
#include "formats/lines.hpp"
#include "ranking/permutation.hpp"

namespace disarray::formats {

enum class Notation {
    ranks,  ///< the rank of element 1, of element 2, …
    order   ///< the elements from rank 1 to rank n, by number or name
};

/// Parses rankings of one set of elements, which is given or is that of the first ranking parsed.
class RankingParser {
public:
    /// The elements are those of the first ranking.
    RankingParser() = default;
    explicit RankingParser(Elements elements)
        : elements_(std::move(elements)), names_open_(false) {}

    /// \param text   items as in ListCursor
    /// \param where  begins the error message
    /// \throws InputError for anything but a ranking of these elements. O(n).
    Permutation parse(std::string_view text, Notation notation, std::string_view where);

    /// Ranks that may be equal: integers from 1 to n, counted from 0 in the result.
    /// \throws InputError likewise.
    std::vector<Rank> parse_ranks_with_ties(std::string_view text, std::string_view where);

    /// Empty before the first ranking if none were given.
    const std::optional<Elements>& elements() const { return elements_; }

private:
    std::vector<std::int64_t> rank_numbers(std::string_view text, std::string_view where);
    Permutation parse_ranks(std::string_view text, std::string_view where);
    Permutation parse_order(std::string_view text, std::string_view where);

    std::optional<Elements> elements_;
    /// Elements may take their names from the first order, as long as only their number is known.
    bool names_open_ = true;
};

/// One line of a file: σ, or "σ | τ" with a reference of its own.
struct RankingLine {
    std::size_t line = 0;  ///< counted from 1
    Permutation ranking;
    std::optional<Permutation> reference;
};

/// Reads a file of rankings line by line; memory for one line at a time.
class RankingReader {
public:
    /// \param path    a file or "-"
    /// \param parser  outlives the reader
    /// \throws InputError as LineReader.
    RankingReader(const std::string& path, Notation notation, RankingParser& parser);

    /// The next ranking; empty at the end.
    /// \throws InputError naming file and line; at the end of a file that has no ranking.
    std::optional<RankingLine> next();

    /// Where the last ranking stood: "FILE line 3".
    std::string where() const { return lines_.where(); }
    const std::string& name() const { return lines_.name(); }

private:
    LineReader lines_;
    Notation notation_;
    RankingParser& parser_;
    bool is_empty_ = true;
};

}  // namespace disarray::formats
