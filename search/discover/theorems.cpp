// SPDX-License-Identifier: MIT
#include "search/discover/theorems.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "formats/lines.hpp"
#include "search/discover/theorems_text.hpp"

namespace disarray::search::discover {

namespace {

std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    for (std::size_t bar = 0; bar != std::string_view::npos;) {
        bar = line.find('|');
        fields.push_back(trimmed(line.substr(0, bar)));
        if (bar != std::string_view::npos) line.remove_prefix(bar + 1);
    }
    return fields;
}

Theorem theorem_in(std::string_view line, const std::string& where) {
    const auto fields = fields_of(line);
    if (fields.size() != 4)
        throw InputError(where, fmt::format("{} fields", fields.size()),
                         "name | statement | least n | source");
    Theorem theorem{std::string(fields[0]), std::string(fields[3]), {}, 0};
    const char* const end = fields[2].data() + fields[2].size();
    const auto [rest, error] = std::from_chars(fields[2].data(), end, theorem.least_n);
    if (rest != end || error != std::errc{} || theorem.least_n < 1)
        throw InputError(where, in_quotes(fields[2]), "the least n, from 1 on");
    try {
        theorem.statement = parse_statement(fields[1]);
    } catch (const InputError& refusal) {
        const std::string message = refusal.what();
        throw InputError(where + ": " + message.substr(0, message.find('\n')));
    }
    return theorem;
}

}  // namespace

std::vector<Theorem> theorems_of_file(const std::string& path) {
    std::vector<Theorem> theorems;
    formats::LineReader lines(path);
    while (lines.next())
        theorems.push_back(theorem_in(lines.text(), lines.where()));
    return theorems;
}

std::vector<Theorem> known_theorems() {
    std::vector<Theorem> theorems;
    std::string_view rest = theorems_text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = trimmed(rest.substr(0, end));
        if (!line.empty() && line.front() != '#') theorems.push_back(theorem_in(line, "theorems"));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return theorems;
}

}  // namespace disarray::search::discover
