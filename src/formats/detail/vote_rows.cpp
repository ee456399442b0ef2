// SPDX-License-Identifier: MIT
#include "formats/detail/vote_rows.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "formats/detail/refused.hpp"
#include "formats/lists.hpp"

namespace disarray::formats::detail {

namespace {

constexpr std::uint64_t most_votes = std::uint64_t{1} << 32;  // as with_rules has it

/// The names as whole numbers, or nothing if one of them is none in its usual spelling.
std::optional<std::vector<std::int64_t>> as_numbers(const Names& names) {
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& name = names.name(static_cast<Rank>(i));
        const auto number = as_integer(name);
        if (!number || std::to_string(*number) != name) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

/// The names from the first element to the last.
std::vector<Rank> in_order(const Names& names) {
    std::vector<Rank> order(names.size());
    std::iota(order.begin(), order.end(), Rank{0});
    if (const auto numbers = as_numbers(names)) {
        std::ranges::sort(order, {}, [&](Rank i) { return (*numbers)[i]; });
    } else {
        std::ranges::sort(order, {}, [&](Rank i) -> std::string_view { return names.name(i); });
    }
    return order;
}

}  // namespace

void require_text(std::string_view text) {
    const auto control = std::ranges::find_if(text, is_control_but_tab);
    if (control == text.end()) return;
    throw Refused{fmt::format("byte 0x{:02x}", static_cast<unsigned char>(*control)),
                  "text: the file is binary"};
}

std::uint64_t count_of_votes(std::string_view text) {
    const auto count = as_integer(text);
    if (!count || *count < 1 || static_cast<std::uint64_t>(*count) > most_votes) {
        throw Refused{"count " + in_quotes(text),
                      fmt::format("how often a vote was given, from 1 to {}", most_votes)};
    }
    return static_cast<std::uint64_t>(*count);
}

Rank Names::number_of(std::string_view name, std::size_t place) {
    if (name.empty()) throw Refused{"an element without a name", "a name"};
    require_text(name);
    const auto [known, is_new] =
        number_of_.try_emplace(std::string(name), static_cast<Rank>(names_.size()));
    if (is_new) {
        if (names_.size() == max_profile_elements) {
            throw Refused{fmt::format("more than {} elements", max_profile_elements), "fewer"};
        }
        names_.emplace_back(name);
        places_.push_back(place);
    }
    return known->second;
}

void VoteRows::start(std::size_t place, std::uint64_t count) {
    rows_.push_back({members_.size(), place, 0});
    buckets_ = 0;
    set_count(count);
}

void VoteRows::set_count(std::uint64_t count) {
    total_ -= std::exchange(rows_.back().count, count);
    total_ += count;  // both are at most 2^32
    if (total_ > most_votes) {
        throw Refused{fmt::format("{} votes so far", total_),
                      fmt::format("counts that add up to at most {}", most_votes)};
    }
}

void VoteRows::add(Rank element, std::string_view name) {
    if (element >= last_row_.size()) last_row_.resize(element + std::size_t{1}, 0);
    if (std::exchange(last_row_[element], rows_.size()) == rows_.size()) {
        throw Refused{fmt::format("element {} a second time", in_quotes(name)),
                      "each element at most once in a vote"};
    }
    members_.push_back({element, static_cast<Rank>(buckets_)});
}

void VoteRows::end() {
    if (ranked() == 0) throw Refused{"a vote that ranks nothing", "an order of elements"};
}

std::string VoteRows::where(std::size_t place) const {
    return fmt::format("{}{} {}", file_, is_json_ ? ": vote" : " line", place);
}

void VoteRows::refuse_left_out(std::size_t row, const Vote& vote, const Elements& elements,
                               const std::vector<std::size_t>& first_place) const {
    const auto element = static_cast<std::size_t>(std::ranges::find(vote.buckets, not_ranked) -
                                                  vote.buckets.begin());
    std::string found = fmt::format("a vote without {}", in_quotes(elements.name(element)));
    if (!first_place.empty()) {
        found += fmt::format(", which {} {} has", is_json_ ? "vote" : "line", first_place[element]);
    }
    throw InputError(where(rows_[row].place), found,
                     fmt::format("all {} elements, or --unranked bottom or absent for those left "
                                 "out",
                                 elements.size()));
}

NamedProfile VoteRows::profile(Elements elements, UnrankedRule unranked,
                               const std::vector<std::size_t>& first_place) const {
    const std::size_t n = elements.size();
    // Under `refuse` every vote that is kept has all elements, so it is the file that bounds them.
    if (unranked != UnrankedRule::refuse && rows_.size() > max_profile_entries / n) {
        throw InputError(file_, fmt::format("{} votes on {} elements", rows_.size(), n),
                         fmt::format("at most {}, elements times votes", max_profile_entries));
    }
    NamedProfile result{std::move(elements), {n, {}}};
    result.profile.votes.reserve(rows_.size());
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        Vote vote{std::vector<Rank>(n, not_ranked), rows_[row].count};
        const std::size_t end = end_of(row);
        for (std::size_t i = rows_[row].begin; i < end; ++i)
            vote.buckets[members_[i].element] = members_[i].bucket;
        if (unranked == UnrankedRule::refuse && end - rows_[row].begin < n) {
            refuse_left_out(row, vote, result.elements, first_place);
        }
        result.profile.votes.push_back(std::move(vote));
    }
    return result;
}

NamedProfile VoteRows::take(Elements elements, UnrankedRule unranked) const {
    if (rows_.empty()) throw InputError(file_, "no votes", "at least one ranking");
    return profile(std::move(elements), unranked, {});
}

NamedProfile VoteRows::take(const Names& names, UnrankedRule unranked) {
    if (rows_.empty()) throw InputError(file_, "no votes", "at least one ranking");
    const std::vector<Rank> order = in_order(names);
    std::vector<Rank> element_of(order.size());
    std::vector<std::string_view> listed;
    std::vector<std::size_t> first_place;
    bool are_numbered = true;
    for (const Rank name : order) {
        element_of[name] = static_cast<Rank>(listed.size());
        listed.push_back(names.name(name));
        first_place.push_back(names.place(name));
        are_numbered &= listed.back() == std::to_string(listed.size());
    }
    for (Member& member : members_)
        member.element = element_of[member.element];
    return profile(
        are_numbered ? Elements::numbered(listed.size()) : Elements::listed(listed, file_),
        unranked, first_place);
}

}  // namespace disarray::formats::detail
