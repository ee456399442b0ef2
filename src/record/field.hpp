// SPDX-License-Identifier: MIT
//
// The table of a record's fields, inside the struct: by it record/json.hpp writes and reads JSON,
// and a report fills its columns of CSV, so that a field is named once for all of them.
//     struct Row {
//         std::string metric, mean;
//         DISARRAY_FIELDS(metric, mean)
//         static constexpr Rules rules[] = {{"metric", words}, {"mean", or_null}};  // if any
//     };
// A macro, since C++20 knows no names of members.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// The names in `keys` are the keys, in this order, of the members that follow.
#define DISARRAY_FIELDS_AS(keys, ...)                    \
    static constexpr std::string_view field_keys = keys; \
    auto fields() {                                      \
        return std::tie(__VA_ARGS__);                    \
    }                                                    \
    auto fields() const {                                \
        return std::tie(__VA_ARGS__);                    \
    }
/// Each key is the name of its member.
#define DISARRAY_FIELDS(...) DISARRAY_FIELDS_AS(#__VA_ARGS__, __VA_ARGS__)

namespace disarray::record {

/// What a field may be beside there and of its kind.
enum Rule : unsigned {
    words = 1,      ///< of a text: it is not empty
    or_null = 2,    ///< what is empty is written as null, and null is read as empty
    or_absent = 4,  ///< what is empty, or 0, is left out; null is read as empty, too
    may_lack = 8    ///< always written, but some documents lack it
};

/// The rules of these keys, which stand with spaces between them.
struct Rules {
    std::string_view keys;
    unsigned rules;
};

struct Key {
    std::string name;
    unsigned rules = 0;
};

/// \param list  "n, pairs, mean"
std::vector<Key> keys_in(std::string_view list, std::span<const Rules> rules);

template <class T>
concept Record = requires(const T& record) {
    record.fields();
    T::field_keys;
};

template <Record T>
const std::vector<Key>& keys_of() {
    static const std::vector<Key> keys = [] {
        if constexpr (requires { T::rules; }) return keys_in(T::field_keys, T::rules);
        return keys_in(T::field_keys, {});
    }();
    return keys;
}

/// Calls `visit` with key and value of each field, in the order of the table.
template <class T, class Visit>
void each_field(T& record, const Visit& visit) {
    std::size_t place = 0;
    const std::vector<Key>& keys = keys_of<std::remove_const_t<T>>();
    std::apply([&](auto&... value) { (visit(keys[place++], value), ...); }, record.fields());
}

}  // namespace disarray::record
