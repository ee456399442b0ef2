// SPDX-License-Identifier: MIT
//
// Typed access to saved JSON: each access names the key, so that what is missing or of another kind
// is refused by file and place: "claims.json claims[17]: found no "scope", expected a text".
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "exact/rational.hpp"
#include "record/saved_json.hpp"
#include "verdict/verdict.hpp"

namespace disarray::record {

/// An object of a document and its place in it. Refers to the JSON, which must outlive it.
/// Every member throws InputError where the JSON is not as the member needs it.
class Fields {
public:
    /// \param where  "claims.json", "claims.json claims[17]"
    Fields(const Json& object, std::string where);

    const std::string& where() const { return where_; }
    const Json& json() const { return *object_; }
    /// False if the key is absent or null.
    bool has(const char* key) const;

    std::string text(const char* key) const;
    std::string text_or(const char* key, std::string otherwise) const;
    /// A text that says something.
    std::string words(const char* key) const;
    std::uint64_t count(const char* key) const;
    std::optional<std::uint64_t> count_if_any(const char* key) const;
    double seconds(const char* key) const;
    /// One whose absence could mean neither value.
    bool flag(const char* key) const;
    bool flag_or(const char* key, bool otherwise) const;
    Rational rational(const char* key) const;
    std::optional<Rational> rational_if_any(const char* key) const;
    std::vector<std::string> texts(const char* key) const;
    std::vector<std::uint64_t> counts(const char* key) const;
    /// The keys of this object, in their order.
    std::vector<std::string> keys() const;
    /// The same, each with its text.
    std::vector<std::pair<std::string, std::string>> named_texts() const;
    Verdict verdict() const;

    /// Refuses the value under `key`, unless `holds`. \param expected  as for fmt::format
    template <class... Args>
    void require(bool holds, const char* key, fmt::format_string<Args...> expected,
                 Args&&... args) const {
        if (!holds) refuse(key, fmt::format(expected, std::forward<Args>(args)...));
    }

    Fields object(const char* key) const;
    /// Calls `visit` with each entry of the list under `key`.
    void each(const char* key, const std::function<void(const Fields&)>& visit) const;

private:
    const Json& value(const char* key, std::string_view kind) const;
    [[noreturn]] void refuse(const char* key, std::string_view kind) const;

    const Json* object_;
    std::string where_;
};

/// \throws InputError about something in these fields
[[noreturn]] void refuse(const Fields& fields, std::string_view found, std::string_view expected);

/// "\"got\": 0.5", as a refusal shows it.
std::string json_member(const char* key, std::string_view value);

// --- decimals -----------------------------------------------------------------------------------

/// What stands in place of a number.
inline constexpr const char* undefined_word = "undefined";
inline constexpr const char* undecided_word = "undecided";

/// More digits after the point than any document prints; a rounding to more would take memory for
/// nothing.
inline constexpr std::size_t most_places = 100;

/// "-12.25": what to_fixed() gives, whatever it is of.
bool is_decimal(std::string_view text);

/// Digits after the point of a decimal.
std::size_t places_of(std::string_view decimal);

}  // namespace disarray::record
