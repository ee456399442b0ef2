// SPDX-License-Identifier: MIT
//
// Reads the JSON of a certificate strictly: no key twice, missing or unknown, no value of another
// type, no number outside its range or in another spelling than the canonical one. Everything else
// is thrown as Rejected; the step is put together while the exception travels outwards, so that
// reading a valid file builds no text for it.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exact/rational.hpp"
#include "search/verify/verify.hpp"

namespace disarray::verify {

using Json = nlohmann::json;

/// The result of `check()`; a rejection in it is reported as one in `step`.
template <class Check>
decltype(auto) within(std::string_view step, Check check) {
    try {
        return check();
    } catch (Rejected& rejection) {
        rejection.step = std::string(step) + (rejection.step.empty() ? "" : ", ") + rejection.step;
        throw;
    }
}

/// The same with a step "name place", the place counted from 1.
template <class Check>
decltype(auto) within(std::string_view name, std::size_t place, Check check) {
    try {
        return check();
    } catch (Rejected& rejection) {
        rejection.step = fmt::format("{} {}{}{}", name, place, rejection.step.empty() ? "" : ", ",
                                     rejection.step);
        throw;
    }
}

/// The object in `line`, nothing before or after it.
Json parse_object(std::string_view line);

/// `value` in few words, for "found …".
std::string shown(const Json& value);

/// \throws Rejected unless `value` is an object with these keys and no others
void require_keys(const Json& value, const std::string_view* keys, std::size_t count);

/// The values under `keys`, which must be all keys of the object.
template <class... Keys>
std::array<const Json*, sizeof...(Keys)> fields(const Json& object, Keys... keys) {
    const std::array<std::string_view, sizeof...(Keys)> names{keys...};
    require_keys(object, names.data(), names.size());
    return {&*object.find(keys)...};
}

/// The string under the key "functional", say, or a list: \throws Rejected for another type.
const std::string& text(const Json& value);
bool boolean(const Json& value);
const Json::array_t& list(const Json& value);
/// A list of that length. \param of_what  "ranks", for the message
const Json::array_t& list(const Json& value, std::size_t length, std::string_view of_what);

/// A JSON integer from `least` to `greatest`.
std::int64_t integer(const Json& value, std::int64_t least, std::int64_t greatest);

/// \throws Rejected unless `value` is the JSON integer `due`
void require_count(const Json& value, std::uint64_t due);

/// An exact number in its canonical spelling: lowest terms, no sign but a leading minus.
Rational number(const Json& value);
/// A number > 0, ≥ 0.
Rational positive(const Json& value);
Rational non_negative(const Json& value);

/// A rank vector of that length, counted from 1 in the file.
Ranks rank_vector(const Json& value, int n);

/// A longer spelling of a number is refused: one file must not keep the verifier busy for days.
inline constexpr std::size_t max_digits = 1000;
/// Proofs are trees; deeper ones than any search would print must not exhaust the stack.
inline constexpr std::size_t max_nesting = 200;

}  // namespace disarray::verify
