// SPDX-License-Identifier: MIT
//
// Inequalities between statistics of σ and n, with all weights 1: "kendall + cayley <= footrule",
// "cayley + 1 <= hamming for sigma != id". Any arithmetic may stand on both sides;
// search/LANGUAGE.md is the manual. A statement is decided on S_n at the attained points of its
// statistics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "search/discover/attained.hpp"
#include "search/discover/tied.hpp"

namespace disarray::search::discover {

/// A part of a formula.
struct Term {
    enum class Kind {
        number,
        n,
        quantity,
        sum,
        difference,
        product,
        quotient,
        power,
        floor,
        ceiling,
        modulo,
        absolute,
        greatest,
        least
    };
    Kind kind = Kind::number;
    Rational number = 0;       ///< an exponent too, and a quantity's unit
    std::size_t quantity = 0;  ///< place among the statement's quantities
    std::vector<Term> parts;

    /// \param values  one for each quantity
    /// \throws InputError for a division by 0
    Rational value(std::size_t n, std::span<const std::int64_t> values) const;
    /// 0: without quantities; 1: linear in them; 2: anything else.
    int degree() const;
};

/// small ≤ big.
struct Comparison {
    Term small, big;
};

/// coefficients·quantities ≤ bound.
struct LinearForm {
    std::vector<Rational> coefficients;
    Rational bound = 0;
};

struct Statement {
    std::string text;
    std::vector<Quantity> quantities;     ///< in order of first mention
    std::vector<Comparison> comparisons;  ///< all are claimed
    bool without_identity = false;        ///< claimed for σ ≠ id only

    bool holds_at(std::size_t n, std::span<const std::int64_t> values) const;
    /// Whether some comparison is an equality there.
    bool is_tight_at(std::size_t n, std::span<const std::int64_t> values) const;
    /// Whether all comparisons are linear in the quantities.
    bool is_linear() const;
    /// One for each comparison, at this n. \throws UsageError unless it is linear
    std::vector<LinearForm> linear_forms(std::size_t n) const;
};

/// \throws InputError, with the column and a caret, for what is no statement
Statement parse_statement(std::string_view text);

/// What S_n says of a statement.
struct StatementResult {
    std::size_t n = 0;
    bool complete = false;  ///< not stopped before the end
    std::uint64_t permutations = 0;
    std::uint64_t violating = 0;
    std::uint64_t tight = 0;             ///< σ with an equality
    std::optional<Permutation> witness;  ///< the lexicographically least that violates
    /// In place of it, the first pair of rankings with ties.
    std::optional<std::pair<TiedRanking, TiedRanking>> tied_witness;
    std::vector<Rational> values;  ///< of the quantities at the witness, by their definitions

    /// "ranks 1 3 2", "ranks 1 1 2 against 2 1 1", "" without a witness.
    std::string witness_text() const;
};

/// Every σ in S_n. A witness is confirmed by the naive metrics of the catalogue.
StatementResult decide(const Statement& statement, std::size_t n, unsigned threads = 0,
                       const Stop& stop = {});
/// The same at points that are there already. \param points  of the statement's quantities
StatementResult decide_at(const Statement& statement, const Attained& points);

/// Value of a quantity at σ by the definition in the catalogue, which shares no code with
/// statistics.hpp.
Rational catalogue_value(const Quantity& quantity, const Permutation& sigma);

}  // namespace disarray::search::discover
