// SPDX-License-Identifier: MIT
//
// Records as JSON, both ways, by their tables (field.hpp). For .cpp files only: it brings the whole
// JSON library.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/near_names.hpp"
#include "exact/rational.hpp"
#include "record/field.hpp"
#include "record/fields.hpp"
#include "record/saved_json.hpp"

namespace disarray::record {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

// --- writing ------------------------------------------------------------------------------------

template <class T>
bool is_empty(const T& value) {
    if constexpr (requires { value.has_value(); }) return !value.has_value();
    if constexpr (requires { value.empty(); }) return value.empty();
    if constexpr (std::is_arithmetic_v<T>) return value == T{};
    if constexpr (std::is_same_v<T, SavedJson>) return value->is_null();
    return false;
}

template <Record T>
Json to_json(const T& record);

template <class T>
Json json_of(const T& value) {
    if constexpr (Record<T>) {
        return to_json(value);
    } else if constexpr (NamedChoice<T>) {
        return name_of(value);
    } else if constexpr (std::is_same_v<T, Rational>) {
        return value.to_string();
    } else if constexpr (std::is_same_v<T, SavedJson>) {
        return *value;
    } else if constexpr (std::is_same_v<T, NamedTexts>) {
        Json json = Json::object();
        for (const auto& [name, text] : value)
            json[name] = text;
        return json;
    } else if constexpr (requires { value.has_value(); }) {
        return value ? json_of(*value) : Json();
    } else if constexpr (requires { value.begin(); } && !std::is_same_v<T, std::string>) {
        Json json = Json::array();
        for (const auto& item : value)
            json.push_back(json_of(item));
        return json;
    } else if constexpr (requires { to_json(value); }) {
        return to_json(value);
    } else {
        return value;
    }
}

template <Record T>
void add_fields(Json& json, const T& record) {
    each_field(record, [&](const Key& key, const auto& value) {
        const bool is_left_out = is_empty(value) && (key.rules & (or_null | or_absent)) != 0;
        if (!is_left_out) {
            json[key.name] = json_of(value);
        } else if ((key.rules & or_null) != 0) {
            json[key.name] = nullptr;
        }
    });
}

/// An object with the fields of the record.
template <Record T>
Json to_json(const T& record) {
    Json json = Json::object();
    add_fields(json, record);
    return json;
}

// --- reading ------------------------------------------------------------------------------------

/// Looks at no more than that each field is of its kind.
struct NoCheck {};

template <Record T, class Check = NoCheck>
T read(const Fields& fields, const Check& check = {});

template <class T, class Check>
void read_value(T& value, const Fields& fields, const char* key, unsigned rules,
                const Check& check) {
    if constexpr (Record<T>) {
        value = read<T>(fields.object(key), check);
    } else if constexpr (NamedChoice<T>) {
        std::vector<std::string_view> known;
        const std::string name = fields.text(key);
        for (const auto& [other, choice] : choices(T{})) {
            if (other == name) return void(value = choice);
            known.push_back(other);
        }
        refuse(fields, json_member(key, name), expected_one_of(name, known));
    } else if constexpr (std::is_same_v<T, Rational>) {
        value = fields.rational(key);
    } else if constexpr (std::is_same_v<T, SavedJson>) {
        value = fields.object(key).json();
    } else if constexpr (std::is_same_v<T, std::string>) {
        value = (rules & words) != 0 ? fields.words(key) : fields.text(key);
    } else if constexpr (std::is_same_v<T, bool>) {
        value = fields.flag(key);
    } else if constexpr (std::is_same_v<T, double>) {
        value = fields.seconds(key);
    } else if constexpr (std::is_unsigned_v<T>) {
        value = fields.count(key);
    } else if constexpr (std::is_same_v<T, NamedTexts>) {
        value = fields.object(key).named_texts();
    } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
        value = fields.texts(key);
    } else if constexpr (std::is_same_v<T, std::vector<std::uint64_t>>) {
        value = fields.counts(key);
    } else if constexpr (requires { read_field(value, fields, key); }) {
        read_field(value, fields, key);
    } else if constexpr (requires {
                             value.emplace();
                             value.has_value();
                         }) {
        read_value(value.emplace(), fields, key, rules, check);
    } else {
        fields.each(key, [&](const Fields& item) {
            value.push_back(read<typename T::value_type>(item, check));
        });
    }
}

/// A field that is absent or null may be so.
inline bool may_be_missing(const Fields& fields, const char* key, unsigned rules) {
    if ((rules & (or_absent | may_lack)) != 0) return true;
    return (rules & or_null) != 0 && fields.json().contains(key);
}

/// Sets the fields of a record; others are passed over. A check that takes a record and its fields
/// is called with each record that is complete, the inner ones first.
/// \throws InputError as Fields does, naming file and place
template <Record T, class Check = NoCheck>
void read_fields(T& record, const Fields& fields, const Check& check = {}) {
    each_field(record, [&](const Key& key, auto& value) {
        const char* name = key.name.c_str();
        if (fields.has(name) || !may_be_missing(fields, name, key.rules)) {
            read_value(value, fields, name, key.rules, check);
        }
    });
    if constexpr (requires { check(record, fields); }) check(record, fields);
}

/// The same of a new record.
template <Record T, class Check>
T read(const Fields& fields, const Check& check) {
    T record;
    read_fields(record, fields, check);
    return record;
}

}  // namespace disarray::record
