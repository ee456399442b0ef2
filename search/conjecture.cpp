// SPDX-License-Identifier: MIT
//
// The short names, and a text as what it is: an inequality, whose sides conjecture_parser.cpp reads
// and conjecture_parts.cpp brings to parts, or the name of one.
#include "search/conjecture.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "search/detail/conjecture_lexer.hpp"
#include "search/detail/conjecture_parser.hpp"
#include "search/detail/conjecture_parts.hpp"

namespace disarray::search {

namespace {

/// An inequality that has a name.
struct ShortName {
    std::string_view name;    ///< "kv-conjecture"
    std::string_view text;    ///< "K <= F[reading]"
    std::string_view source;  ///< "KV, after Theorem 17"
};

constexpr std::string_view reading_place = "[reading]";

constexpr std::array<ShortName, 4> named_conjectures = {{
    {"kv-conjecture", "K <= F[reading]", "KV, after Theorem 17, printed as open"},
    {"kv-lemma-13", "K <= 3*F[reading]", "KV Lemma 13"},
    {"kv-lemma-16", "F[reading] <= 3*K", "KV Lemma 16"},
    {"kv-theorem-9-upper", "F[reading] <= 2*K", "KV Theorem 9, upper side, there for D = 1"},
}};

/// A text that can only be meant as a short name: one word of small letters, digits, - and _, which
/// is none of the language, and perhaps something in brackets.
struct NameInText {
    detail::TextPlace name;
    std::optional<detail::TextPlace> reading;
};

std::optional<NameInText> name_in(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    const std::size_t length = detail::item_length(text.substr(begin));
    const std::string_view word = text.substr(begin, length);
    if (word.empty() || word[0] < 'a' || word[0] > 'z') return std::nullopt;
    const auto& names = detail::conjecture_names;
    if (std::ranges::find(names, word) != names.end()) return std::nullopt;
    const std::size_t end = text.find_last_not_of(" \t\r\n") + 1;
    NameInText result{{begin, begin + length}, std::nullopt};
    if (end == result.name.end) return result;
    if (text[result.name.end] != '[' || text[end - 1] != ']') return std::nullopt;
    result.reading = {result.name.end + 1, end - 1};
    return result;
}

const ShortName& conjecture_named(std::string_view text, detail::TextPlace place) {
    std::vector<std::string_view> known;
    for (const ShortName& entry : named_conjectures) {
        if (entry.name == text.substr(place.begin, place.end - place.begin)) return entry;
        known.push_back(entry.name);
    }
    detail::refuse<InputError>(
        text, place, detail::quoted(text, place),
        "an inequality such as K <= F[box], or " +
            expected_one_of(text.substr(place.begin, place.end - place.begin), known));
}

/// One conjecture, or one in each reading where a footrule has none.
std::vector<Conjecture> parse_inequalities(std::string_view text) {
    const detail::ComparedText compared = detail::compared_in(text);
    if (compared.bare_footrules.empty()) return {detail::cut_into_parts(text, compared)};
    std::vector<Conjecture> result;
    for (const metrics::Reading reading : metrics::all_readings) {
        const std::string brackets = fmt::format("[{}]", name_of(reading));
        std::string in_reading(text);
        for (auto bare = compared.bare_footrules.rbegin(); bare != compared.bare_footrules.rend();
             ++bare) {
            in_reading.insert(bare->name.end, brackets);
        }
        result.push_back(detail::cut_into_parts(in_reading, detail::compared_in(in_reading)));
    }
    return result;
}

Conjecture in_reading(const ShortName& entry, metrics::Reading reading) {
    const std::string brackets = fmt::format("[{}]", name_of(reading));
    std::string text(entry.text);
    text.replace(text.find(reading_place), reading_place.size(), brackets);
    Conjecture result = parse_inequalities(text).front();
    result.name = std::string(entry.name) + brackets;
    return result;
}

}  // namespace

std::vector<Conjecture> parse_conjectures(std::string_view text) {
    if (text.size() > max_conjecture_length) {
        throw InputError("conjecture", fmt::format("a text of {} bytes", text.size()),
                         fmt::format("at most {}", max_conjecture_length));
    }
    const auto name = name_in(text);
    if (!name) return parse_inequalities(text);
    const ShortName& entry = conjecture_named(text, name->name);
    std::vector<Conjecture> result;
    if (!name->reading) {
        for (const metrics::Reading reading : metrics::all_readings)
            result.push_back(in_reading(entry, reading));
        return result;
    }
    const detail::TextPlace place = *name->reading;
    const std::string_view word = text.substr(place.begin, place.end - place.begin);
    const auto reading = detail::reading_of(word);
    if (!reading) {
        detail::refuse<InputError>(text, place, detail::quoted(text, place),
                                   detail::expected_reading(word));
    }
    return {in_reading(entry, *reading)};
}

Conjecture parse_conjecture(std::string_view text) {
    std::vector<Conjecture> result = parse_conjectures(text);
    if (result.size() != 1 && !name_in(text)) {
        const detail::BareFootrule bare = detail::compared_in(text).bare_footrules.front();
        detail::refuse<InputError>(
            text, bare.next, detail::quoted(text, bare.next),
            fmt::format("a reading of {} in brackets: {}",
                        text.substr(bare.name.begin, bare.name.end - bare.name.begin),
                        detail::expected_reading("")));
    }
    if (result.size() != 1) {
        const detail::TextPlace end{text.size(), text.size()};
        detail::refuse<InputError>(text, end, "the end",
                                   "a reading in brackets: " + detail::expected_reading(""));
    }
    return std::move(result.front());
}

}  // namespace disarray::search
