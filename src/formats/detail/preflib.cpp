// SPDX-License-Identifier: MIT
#include "formats/detail/preflib.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "formats/lists.hpp"

namespace disarray::formats::detail {

namespace {

/// Splits at the first `separator`; the second part is empty where there is none.
std::pair<std::string_view, std::optional<std::string_view>> split(std::string_view text,
                                                                   char separator) {
    const std::size_t at = text.find(separator);
    if (at == std::string_view::npos) return {trimmed(text), std::nullopt};
    return {trimmed(text.substr(0, at)), trimmed(text.substr(at + 1))};
}

constexpr std::string_view size_key = "NUMBER ALTERNATIVES";
constexpr std::string_view voters_key = "NUMBER VOTERS";
constexpr std::string_view orders_key = "NUMBER UNIQUE ORDERS";
constexpr std::string_view type_key = "DATA TYPE";
constexpr std::string_view name_key = "ALTERNATIVE NAME ";

/// The number of votes that differ in more than their count.
std::uint64_t different_orders(const Profile& profile) {
    std::vector<const Vote*> votes;
    for (const Vote& vote : profile.votes)
        votes.push_back(&vote);
    std::ranges::sort(
        votes, {}, [](const Vote* vote) -> const auto& { return vote->buckets; });
    const auto repeated = std::ranges::unique(
        votes, {}, [](const Vote* vote) -> const auto& { return vote->buckets; });
    return static_cast<std::uint64_t>(repeated.begin() - votes.begin());
}

}  // namespace

void PreflibLines::take(std::string_view text, std::size_t line) {
    require_text(text);
    text = trimmed(text);
    if (text.empty()) return;
    if (!is_old_) is_old_ = text.front() != '#';
    if (*is_old_ && !is_old_header_complete_) return old_header(text, line);
    if (!*is_old_ && text.front() == '#') return metadata(trimmed(text.substr(1)), line);
    row(text, line);
}

void PreflibLines::metadata(std::string_view text, std::size_t line) {
    const auto [key, value] = split(text, ':');
    if (!value) return;
    if (key == size_key) {
        set_size(*value);
    } else if (key == voters_key) {
        state(voters_, *value, "voters", line);
    } else if (key == orders_key) {
        state(orders_, *value, "unique orders", line);
    } else if (key == type_key) {
        if (std::exchange(has_type_, true)) throw Refused{"a second data type", "one"};
        type_ = *value;
        require_type();
    } else if (key.starts_with(name_key)) {
        set_name(trimmed(key.substr(name_key.size())), *value);
    }
}

void PreflibLines::old_header(std::string_view text, std::size_t line) {
    if (n_ == 0) return set_size(text);
    if (named_ < n_) {
        const auto [number, name] = split(text, ',');
        if (!name) {
            throw Refused{in_quotes(text),
                          fmt::format("number and name of alternative {} of {}", named_ + 1, n_)};
        }
        return set_name(number, *name);
    }
    const auto [voters, rest] = split(text, ',');
    const auto [sum, orders] = split(rest.value_or(""), ',');
    if (!orders) {
        throw Refused{in_quotes(text), "three numbers: voters, sum of the counts, unique orders"};
    }
    state(voters_, voters, "voters", line);
    state(sum_, sum, "the sum of the counts", line);
    state(orders_, *orders, "unique orders", line);
    is_old_header_complete_ = true;
}

void PreflibLines::set_size(std::string_view text) {
    if (n_ != 0) throw Refused{"a second number of alternatives", "one"};
    const auto n = as_integer(text);
    if (!n || *n < 1 || static_cast<std::uint64_t>(*n) > max_profile_elements) {
        throw Refused{in_quotes(text), fmt::format("the number of alternatives, from 1 to {}",
                                                   max_profile_elements)};
    }
    n_ = static_cast<std::size_t>(*n);
}

void PreflibLines::set_name(std::string_view number, std::string_view name) {
    if (n_ == 0) throw Refused{"the name of an alternative", "first the number of alternatives"};
    if (rows_.size() > 0) throw Refused{"the name of an alternative", "names before all rows"};
    const auto i = as_integer(number);
    if (!i || *i < 1 || static_cast<std::uint64_t>(*i) > n_) refuse_alternative(number);
    if (name.empty()) throw Refused{fmt::format("alternative {} without a name", *i), "a name"};
    if (names_.empty()) names_.resize(n_);
    std::string& own = names_[static_cast<std::size_t>(*i) - 1];
    if (!own.empty()) throw Refused{fmt::format("alternative {} a second time", *i), "once"};
    own = name;
    ++named_;
    const auto [first, is_new] = number_of_.try_emplace(own, static_cast<std::size_t>(*i));
    if (!is_new) {
        throw Refused{fmt::format("the name {} for alternatives {} and {}", in_quotes(name),
                                  first->second, *i),
                      "different names"};
    }
}

void PreflibLines::refuse_alternative(std::string_view number) const {
    throw Refused{
        "alternative " + in_quotes(number),
        fmt::format("a number from 1 to {}, that of the alternatives{}", n_,
                    number == "0" ? "; where they count from 0, rows without a header are "
                                    "read by --form text, which takes any name"
                                  : "")};
}

void PreflibLines::state(std::optional<Stated>& place, std::string_view text, std::string_view what,
                         std::size_t line) {
    const auto number = as_integer(text);
    if (!number || *number < 0) {
        throw Refused{in_quotes(text), fmt::format("{}, a whole number", what)};
    }
    if (place) {
        throw Refused{fmt::format("{} a second time", what),
                      fmt::format("once; first in line {}", place->line)};
    }
    place = Stated{static_cast<std::uint64_t>(*number), line};
}

void PreflibLines::require_type() const {
    for (const ProfileForm form :
         {ProfileForm::soc, ProfileForm::soi, ProfileForm::toc, ProfileForm::toi}) {
        if (type_ == name_of(form)) return;
    }
    throw Refused{"data type " + in_quotes(type_), "orders: soc, soi, toc or toi"};
}

void PreflibLines::row(std::string_view text, std::size_t line) {
    if (n_ == 0) throw Refused{"a row", fmt::format("first a line \"# {}: n\"", size_key)};
    const auto [count, order] = split(text, *is_old_ ? ',' : ':');
    if (!order) {
        throw Refused{in_quotes(text), *is_old_ ? "count, then an order: 5,1,{2,3}"
                                                : "count, colon, order: 5: 1,{2,3}"};
    }
    rows_.start(line, count_of_votes(count));
    const auto add = [&](std::string_view item) {
        const auto number = as_integer(item);
        if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > n_)
            refuse_alternative(item);
        rows_.add(static_cast<Rank>(*number - 1), item);
    };
    if (order->empty()) return rows_.end();  // which refuses it
    walk_order(*order, add, [&] { rows_.end_bucket(); });
    rows_.end();
    if (!lenient_) require_as_typed();
}

void PreflibLines::require_as_typed() const {
    if (type_.front() == 's' && rows_.buckets() < rows_.ranked()) {
        throw Refused{"a tie",
                      fmt::format("an order without ties, as {} says, or --lenient", type_)};
    }
    if (type_.back() == 'c' && rows_.ranked() < n_) {
        throw Refused{fmt::format("{} alternatives", rows_.ranked()),
                      fmt::format("all {}, as {} says, or --lenient", n_, type_)};
    }
}

void PreflibLines::check(const std::optional<Stated>& stated, std::uint64_t rows,
                         std::string_view what) const {
    if (lenient_ || !stated || stated->value == rows) return;
    throw InputError(rows_.where(stated->line), fmt::format("{} {}", stated->value, what),
                     fmt::format("{}, as its rows have, or --lenient", rows));
}

void PreflibLines::check_orders(const Profile& profile) const {
    // Some files have an order in two rows and count rows; others count orders.
    if (orders_ && orders_->value == rows_.size()) return;
    check(orders_, different_orders(profile), "unique orders");
}

NamedProfile PreflibLines::result(UnrankedRule unranked) {
    if (n_ == 0) {
        throw InputError(rows_.file(), "no number of alternatives",
                         fmt::format("a PrefLib header with \"# {}: n\"", size_key));
    }
    if (named_ > 0 && named_ < n_) {
        const auto nameless = std::ranges::find(names_, std::string()) - names_.begin();
        throw InputError(rows_.file(), fmt::format("no name of alternative {}", nameless + 1),
                         fmt::format("{} names, one for each alternative", n_));
    }
    check(voters_, rows_.total(), "voters");
    check(sum_, rows_.total(), "as the sum of the counts");
    const std::vector<std::string_view> names(names_.begin(), names_.end());
    NamedProfile result = rows_.take(
        names.empty() ? Elements::numbered(n_) : Elements::listed(names, rows_.file()), unranked);
    check_orders(result.profile);
    return result;
}

}  // namespace disarray::formats::detail
