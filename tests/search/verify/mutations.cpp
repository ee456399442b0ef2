// SPDX-License-Identifier: MIT
#include "tests/search/verify/mutations.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exact/rational.hpp"
#include "search/verify/verify.hpp"

namespace disarray::test {

namespace {

using Json = nlohmann::ordered_json;  // a changed line differs from the original in one place only
using Emit = std::function<void(const std::string& what)>;

/// The values that a word may have in some certificate; the word is one of them.
const std::vector<std::vector<std::string>>& vocabularies() {
    static const std::vector<std::vector<std::string>> all{
        {"K", "K[inverse]", "F[prefix]", "F[prefix,inverse]", "F[prefix-sym]",
         "F[prefix-sym,inverse]", "F[interval]", "F[interval,inverse]", "F[box]", "F[box,inverse]"},
        {"one", "local"},
        {"inverse", "reverse-complement"},
        {"disarray.certificate/1", "disarray.certificate/2", "disarray.certificate/0"},
    };
    return all;
}

std::optional<Rational> as_number(const std::string& text) {
    try {
        return Rational::parse(text, "");
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

/// The numbers next to `value`, and spellings that are not canonical or no number.
std::vector<std::string> other_numbers(const Rational& value) {
    const std::string text = value.to_string();
    const std::string doubled = fmt::format("{}/{}", Integer(2 * value.numerator()).to_string(),
                                            Integer(2 * value.denominator()).to_string());
    return {(value + Rational(1)).to_string(),
            (value - Rational(1)).to_string(),
            (-value).to_string(),
            value.numerator().to_string() + "/0",
            doubled,
            " " + text,
            text + " ",
            "+" + text,
            "0" + text,
            value.is_integer() ? text + ".0" : text + "0",
            value.is_integer() ? text + "e0" : text + "/1",
            value.is_integer() ? text + "/1" : text.substr(0, text.find('/')),
            value.sign() == 0 ? "-0" : text + "x",
            "2147483648/3",  // the first beyond machine words of 32 bits, and of 64
            "-2147483649/2",
            "1/2147483648",
            "9223372036854775808/7"};
}

/// Puts each other value of its kind into the place of `node`.
void replace_scalar(Json& node, const Emit& emit) {
    const Json original = node;
    const auto put = [&](Json value) {
        node = std::move(value);
        emit(fmt::format("{} becomes {}", original.dump(), node.dump()));
        node = original;
    };
    put(nullptr);
    if (original.is_boolean()) put(!original.get<bool>());
    if (original.is_number_integer()) {
        const auto value = original.get<std::int64_t>();
        for (const std::int64_t other :
             {value + 1, value - 1, -value, value + (std::int64_t{1} << 32)})
            put(other);
        put(std::to_string(value));
        put(static_cast<double>(value));
    }
    if (!original.is_string()) return;
    const std::string text = original.get<std::string>();
    put("");
    put("unknown");
    if (const auto value = as_number(text)) {
        for (const std::string& other : other_numbers(*value))
            put(other);
        put(value->sign());
    }
    for (const std::vector<std::string>& words : vocabularies()) {
        if (std::ranges::find(words, text) == words.end()) continue;
        for (const std::string& other : words)
            put(other);
    }
}

void change_list(Json& node, const Emit& emit) {
    const Json original = node;
    for (std::size_t i = 0; i < original.size(); ++i) {
        node.erase(i);
        emit(fmt::format("entry {} dropped", i + 1));
        node = original;
        node.insert(node.begin() + static_cast<std::ptrdiff_t>(i), original[i]);
        emit(fmt::format("entry {} doubled", i + 1));
        node = original;
        if (i + 1 == original.size()) break;
        std::swap(node[i], node[i + 1]);
        emit(fmt::format("entries {} and {} exchanged", i + 1, i + 2));
        node = original;
    }
    node.push_back(nullptr);
    emit("null appended");
    node = original;
}

void change_keys(Json& node, const Emit& emit) {
    const Json original = node;
    for (const auto& [key, value] : original.items()) {
        node.erase(key);
        emit("key " + key + " dropped");
        node = original;
    }
    for (const char* key : {"comment", "regions", "witness", "strict", "split"}) {
        if (original.contains(key)) continue;
        node[key] = Json::array();
        emit(fmt::format("key {} added", key));
        node = original;
    }
}

/// Changes each place at or below `node` in turn; `emit` sees the whole with that change.
void change_each(Json& node, const std::string& path, const Emit& emit) {
    const Emit here = [&](const std::string& what) { emit(path + ": " + what); };
    if (node.is_array()) {
        change_list(node, here);
        for (std::size_t i = 0; i < node.size(); ++i)
            change_each(node[i], fmt::format("{}/{}", path, i + 1), emit);
    } else if (node.is_object()) {
        change_keys(node, here);
        for (auto& [key, value] : node.items())
            change_each(value, path + "/" + key, emit);
    } else {
        replace_scalar(node, here);
    }
}

/// What "unit" and "all" stand for, put in other words that claim something else.
void change_scope(Json& header, const Emit& emit) {
    const Json original = header;
    const auto n = original["n"].get<std::size_t>();
    Json reversal = Json::array();
    for (std::size_t i = n; i > 0; --i)
        reversal.push_back(i);
    header["scope"] = original["scope"] == "all" ? reversal : Json("all");
    emit("/scope: all, or one, instead");
    header = original;
    for (const char* key : {"weights", "swap_costs"}) {
        Json values(key == std::string_view("weights") ? n : n - 1, "1");
        values[0] = "2";
        header[key] = original[key] == "unit" ? values : Json("unit");
        emit(fmt::format("/{}: unit, or not, instead", key));
        header = original;
    }
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

}  // namespace

void for_each_mutation(std::string_view certificate,
                       const std::function<void(const std::string&, const std::string&)>& use) {
    const std::vector<std::string> original = lines_of(certificate);
    const auto emit = [&](const std::string& what, const std::string& text) {
        if (text != certificate) use(what, text);
    };
    for (std::size_t l = 0; l < original.size(); ++l) {
        const std::string place = fmt::format("line {}", l + 1);
        std::vector<std::string> lines = original;
        Json object = Json::parse(original[l]);
        const Json unchanged = object;
        const Emit emit_object = [&](const std::string& what) {
            if (object == unchanged) return;  // such as two equal entries exchanged
            lines[l] = object.dump();
            emit(place + what, joined(lines));
        };
        change_each(object, "", emit_object);
        if (l == 0 && object.contains("scope")) change_scope(object, emit_object);

        lines = original;
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(l));
        emit(place + " dropped", joined(lines));
        lines = original;
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(l), original[l]);
        emit(place + " doubled", joined(lines));
        lines = original;
        if (l + 1 < lines.size()) std::swap(lines[l], lines[l + 1]);
        emit(place + " exchanged with the next", joined(lines));
        lines = original;
        lines[l] += std::string(1, '\0') + "}";
        emit(place + " with a zero byte and more behind it", joined(lines));
        lines = original;
        lines[l] += " {}";
        emit(place + " with a second object", joined(lines));
    }
    // Every line end, and about a hundred places between.
    const std::size_t stride = certificate.size() / 97 + 1;
    for (std::size_t end = 0; end < certificate.size(); ++end) {
        if (end % stride != 0 && certificate[end] != '\n' &&
            (end == 0 || certificate[end - 1] != '\n'))
            continue;
        emit(fmt::format("cut off after {} bytes", end), std::string(certificate.substr(0, end)));
    }
}

NegativeResult negative_suite(std::string_view certificate) {
    NegativeResult result;
    for_each_mutation(certificate, [&](const std::string& what, const std::string& text) {
        ++result.mutations;
        std::istringstream in(text);
        const verify::Report report = verify::verify_stream(in, "mutation");
        if (report.verified) {
            result.accepted.push_back(what + " -> " + report.line);
        } else if (!report.line.starts_with("REJECTED mutation: line ") ||
                   report.line.find(": expected ") == std::string::npos ||
                   report.line.find(", found ") == std::string::npos ||
                   report.line.find('\n') != std::string::npos) {
            result.malformed.push_back(what + " -> " + report.line);
        }
    });
    return result;
}

}  // namespace disarray::test
