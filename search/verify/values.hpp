// SPDX-License-Identifier: MIT
//
// The JSON of a certificate, read strictly: no key twice, missing or unknown, no value of another
// type, no number outside its range or in another spelling than the canonical one. What does not
// hold is thrown as Rejected.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "search/verify/core/core.hpp"

namespace disarray::verify {

/// The object in `text`, nothing before or after it.
Json parse_object(std::string_view text);

/// The result of `check()`; a rejection in it is reported as one in the step "name place", or
/// "name" with place 0.
template <class Check>
decltype(auto) within(std::string_view name, std::size_t place, Check check) {
    try {
        return check();
    } catch (Rejected& rejection) {
        std::string step(name);
        if (place > 0) step += " " + std::to_string(place);
        rejection.step = step + (rejection.step.empty() ? "" : ", ") + rejection.step;
        throw;
    }
}

/// A value, and the way there, which a rejection names. It refers to the value around it, which has
/// to outlive it.
class Value {
public:
    /// \param name   of the step: "signs"; no step if it is empty
    /// \param place  from 1, for a step "sign 3"; 0 for "signs"
    explicit Value(const Json& json_, std::string_view name = {}, std::size_t place = 0,
                   const Value* around = nullptr)
        : json(json_), name_(name), place_(place), around_(around) {}

    /// The value under a key, which has to be there.
    Value operator[](std::string_view key) const& { return Value(*json.find(key), key, 0, this); }
    /// An entry of a list, counted from 0; a step "name place", or none.
    Value entry(std::size_t index, std::string_view name = {}) const& {
        return Value(json[index], name, index + 1, this);
    }

    [[noreturn]] void reject(std::string_view expected) const { reject(expected, shown()); }
    [[noreturn]] void reject(std::string_view expected, std::string_view found) const;

    bool has(std::string_view key) const { return json.is_object() && json.contains(key); }
    bool is(std::string_view word) const { return json == word; }
    /// \throws Rejected unless this is an object with these keys and no others
    void require_keys(std::initializer_list<std::string_view> keys) const;

    std::size_t list() const;  ///< its length
    /// \param of_what  "ranks", for the message
    void require_list(std::size_t length, std::string_view of_what) const;
    const std::string& text() const;
    /// A JSON integer in that range.
    std::int64_t integer(std::int64_t least, std::int64_t greatest) const;
    std::int64_t count() const;
    void require_count(std::uint64_t due) const;

    /// An exact number in its canonical spelling: lowest terms, no sign but a leading minus.
    Number number() const;
    Number positive() const;      ///< > 0
    Number non_negative() const;  ///< ≥ 0
    /// A rank vector of length n.
    Ranks ranks(int n) const;

    const Json& json;

private:
    std::string way() const;
    std::string shown() const;

    std::string_view name_;
    std::size_t place_;
    const Value* around_;
};

/// A longer spelling of a number is refused: one file must not keep the verifier busy for days.
inline constexpr std::size_t max_digits = 1000;
/// Proofs are trees; deeper ones than any search would print must not exhaust the stack.
inline constexpr std::size_t max_nesting = 200;
/// The most values of an object, lists and objects included: as an index of 210,000 chunks has.
/// Each takes up to a hundred bytes, however short it is in the file.
inline constexpr std::size_t max_values = 1'700'000;

}  // namespace disarray::verify
