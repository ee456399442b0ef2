// SPDX-License-Identifier: MIT
#include "formats/rankings.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "formats/lists.hpp"

namespace disarray::formats {

Permutation RankingParser::parse(std::string_view text, Notation notation, std::string_view where) {
    return notation == Notation::ranks ? parse_ranks(text, where) : parse_order(text, where);
}

std::vector<std::int64_t> RankingParser::rank_numbers(std::string_view text,
                                                      std::string_view where) {
    std::vector<std::int64_t> ranks;
    if (elements_) ranks.reserve(elements_->size());
    ListCursor cursor(text, where);
    while (const auto item = cursor.next()) {
        const auto rank = as_integer(*item);
        if (!rank) {
            throw InputError(where,
                             fmt::format("\"{}\" at place {}", printable(*item), cursor.place()),
                             "a rank: an integer from 1 to n");
        }
        ranks.push_back(*rank);
    }
    if (elements_ && !ranks.empty() && ranks.size() != elements_->size()) {
        throw InputError(where, fmt::format("{} ranks", ranks.size()),
                         fmt::format("{}, one for each element", elements_->size()));
    }
    return ranks;
}

Permutation RankingParser::parse_ranks(std::string_view text, std::string_view where) {
    Permutation sigma = Permutation::from_ranks(rank_numbers(text, where), where);
    if (!elements_) elements_ = Elements::numbered(sigma.size());
    return sigma;
}

std::vector<Rank> RankingParser::parse_ranks_with_ties(std::string_view text,
                                                       std::string_view where) {
    const std::vector<std::int64_t> numbers = rank_numbers(text, where);
    if (numbers.empty()) throw InputError(where, "no ranks", "a rank for each element");
    std::vector<Rank> ranks;
    for (const std::int64_t number : numbers) {
        if (number < 1 || static_cast<std::uint64_t>(number) > numbers.size()) {
            throw InputError(where, fmt::format("rank {} at place {}", number, ranks.size() + 1),
                             fmt::format("ranks from 1 to {0}, since {0} are given{1}",
                                         numbers.size(), number == 0 ? way_out_of_zero : ""));
        }
        ranks.push_back(static_cast<Rank>(number - 1));
    }
    if (!elements_) elements_ = Elements::numbered(ranks.size());
    return ranks;
}

Permutation RankingParser::parse_order(std::string_view text, std::string_view where) {
    const std::vector<std::string_view> order = list_items(text, where);
    if (order.empty()) throw InputError(where, "no elements", "an order of at least one element");
    if (!elements_ || (names_open_ && elements_->are_numbered())) {
        Elements named = Elements::of_order(order, where);
        if (elements_ && elements_->size() != named.size()) {
            throw InputError(where, fmt::format("{} elements", named.size()),
                             fmt::format("{}", elements_->size()));
        }
        elements_ = std::move(named);
    }
    names_open_ = false;
    return elements_->permutation_of_order(order, where);
}

RankingReader::RankingReader(const std::string& path, Notation notation, RankingParser& parser)
    : lines_(path), notation_(notation), parser_(parser) {}

std::optional<RankingLine> RankingReader::next() {
    if (!lines_.next()) {
        if (is_empty_) throw InputError(lines_.name(), "no ranking", "one ranking a line");
        return std::nullopt;
    }
    is_empty_ = false;
    const std::string where = lines_.where();
    const std::string_view text = lines_.text();
    const std::size_t bar = text.find('|');
    RankingLine line;
    line.line = lines_.line();
    line.ranking = parser_.parse(text.substr(0, bar), notation_, where);
    if (bar != std::string_view::npos) {
        const std::string_view reference = text.substr(bar + 1);
        if (reference.find('|') != std::string_view::npos) {
            throw InputError(where, "two bars", "a ranking, or a ranking and its reference: σ | τ");
        }
        line.reference = parser_.parse(reference, notation_, where + ", reference");
    }
    return line;
}

}  // namespace disarray::formats
