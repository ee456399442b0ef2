// SPDX-License-Identifier: MIT
//
// The table of a record: what is printed as JSON, read back from it and put into the columns of CSV
// is one list of fields, beside the struct:
//     constexpr auto fields_of(const Row*) {
//         return std::tuple(field("metric", &Row::metric, words), field("n", &Row::n));
//     }
// record/json.hpp writes and reads by it. A member may be of a base, so that rows can share one.
#pragma once

#include <tuple>

namespace disarray::record {

/// What a field may be beside there and of its kind.
enum Rule : unsigned {
    none = 0,
    words = 1,      ///< of a text: it is not empty
    or_null = 2,    ///< what is empty is written as null, and read from it
    or_absent = 4,  ///< what is empty, or 0, is left out; null is read as empty, too
    may_lack = 8,   ///< always written, but some documents lack it
    in_line = 16,   ///< a record whose fields are among those of this one; the key is not used
};

template <class Owner, class Value>
struct Field {
    const char* key;
    Value Owner::*member;
    unsigned rules = none;
};
template <class Owner, class Value>
constexpr Field<Owner, Value> field(const char* key, Value Owner::*member, unsigned rules = none) {
    return {key, member, rules};
}

template <class T>
concept Record = requires(const T* record) {
    fields_of(record);
};

/// Calls `visit` with each field, in the order of the table.
template <Record T, class Visit>
void each_field(const Visit& visit) {
    std::apply([&](const auto&... field) { (visit(field), ...); },
               fields_of(static_cast<const T*>(nullptr)));
}

}  // namespace disarray::record
