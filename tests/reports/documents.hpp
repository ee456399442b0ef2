// SPDX-License-Identifier: MIT
//
// For the tests of each kind of document: the model and the report of one, or the words that refuse
// it, as it was saved or changed in one place; and the words of a report.
#pragma once

#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "reports/compose/compose.hpp"
#include "reports/content.hpp"
#include "reports/model.hpp"
#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

inline reports::Json document_in(const std::string& folder, const std::string& name) {
    std::ifstream in(folder + "/" + name);
    return reports::Json::parse(in);
}

inline reports::Model model_of(const reports::Json& json) {
    const TemporaryFile file(json.dump());
    return reports::read_sources({file.path()});
}

inline reports::Report report_of(const reports::Json& json) {
    return reports::compose(model_of(json), "VERSION");
}

/// What is said against a document, without the name of the file; "accepted".
inline std::string refusal(const reports::Json& json) {
    const TemporaryFile file(json.dump());
    try {
        reports::read_sources({file.path()});
    } catch (const InputError& error) {
        const std::string text = error.what();
        REQUIRE(text.starts_with(file.path()));
        CHECK_FALSE(contains(text, "\n"));
        return text.substr(file.path().size());
    }
    return "accepted";
}

/// The document with the value at a JSON pointer replaced. One that is not there, or is that value
/// already, fails the test: what it expects would say nothing of the change.
inline reports::Json replaced(reports::Json json, const std::string& pointer,
                              const reports::Json& value) {
    reports::Json& place = json.at(reports::Json::json_pointer(pointer));
    REQUIRE(place != value);
    place = value;
    return json;
}

/// As `replaced`, but null takes the value out.
inline reports::Json changed(reports::Json json, const std::string& pointer,
                             const reports::Json& value) {
    if (!value.is_null()) return replaced(std::move(json), pointer, value);
    const reports::Json::json_pointer place(pointer);
    REQUIRE_FALSE(json.at(place).is_null());
    reports::Json& parent = json.at(place.parent_pointer());
    if (parent.is_array()) {
        parent.erase(std::stoul(place.back()));
    } else {
        parent.erase(place.back());
    }
    return json;
}

inline std::string refusal_with(const reports::Json& json, const std::string& pointer,
                                const reports::Json& value) {
    return refusal(changed(json, pointer, value));
}

/// \param expected  part of the words that refuse it
inline void check_refused_when_cut_off(const reports::Json& json, const std::string& expected) {
    const std::string text = json.dump(2);
    for (const std::size_t length : {std::size_t{0}, text.size() / 3, text.size() - 2}) {
        const TemporaryFile file(text.substr(0, length));
        CHECK(contains(message_of<InputError>([&] { reports::read_sources({file.path()}); }),
                       expected));
    }
}

/// Means something in every format: a formula, an element, code, a link, a command, a heading, a
/// colour of the terminal.
inline const std::string hostile_text =
    "=cmd()</code><planted-element a=\"'\"> & `x` | [l](javascript:x) \\input{x} %d $y$ {z}\n"
    "#h \x1b[31m";

/// That `hostile_text` means nothing in HTML, LaTeX and CSV, and begins no heading in Markdown.
inline void check_hostile_stays_text(const reports::Model& model, const reports::Report& report) {
    const std::string html = reports::to_html(report, {});
    CHECK(contains(html, "&lt;planted-element"));
    CHECK_FALSE(contains(html, "<planted-element"));
    CHECK_FALSE(contains(html, "href=\"javascript"));
    CHECK_FALSE(contains(reports::to_markdown(report, {}, "figures"), "\n#h"));
    const std::string latex = reports::to_latex(report, {}, "figures");
    const std::size_t begin = latex.find("\\begin{document}");
    REQUIRE(begin != std::string::npos);
    CHECK_FALSE(contains(std::string_view(latex).substr(begin), "\\input{x}"));
    for (const auto& [name, text] : reports::to_csv(model)) {
        INFO(name);
        CHECK_FALSE(contains(text, ",=cmd"));
        CHECK_FALSE(contains(text, ",\"=cmd"));
    }
}

inline std::string plain_text(const reports::Text& text) {
    std::string out;
    for (const reports::Span& span : text)
        out += span.text;
    return out;
}

/// A paragraph, or the items of a list, a line each; of other blocks nothing.
inline std::string sentences(const reports::Block& block) {
    std::string out;
    if (const auto* paragraph = std::get_if<reports::Paragraph>(&block))
        out += plain_text(paragraph->text) + "\n";
    if (const auto* list = std::get_if<reports::List>(&block)) {
        for (const reports::Text& item : list->items)
            out += plain_text(item) + "\n";
    }
    return out;
}

inline const reports::Section& section(const reports::Report& report, const std::string& id) {
    for (const reports::Section& candidate : report.sections) {
        if (candidate.id == id) return candidate;
    }
    FAIL("no section " << id);
    throw;
}

/// Sentences and tables of a section, a row a line.
inline std::string words_of(const reports::Report& report, const std::string& id) {
    std::string words;
    for (const reports::Block& block : section(report, id).blocks) {
        words += sentences(block);
        const auto* table = std::get_if<reports::Table>(&block);
        if (table == nullptr) continue;
        for (const reports::Row& row : table->rows) {
            for (const reports::Cell& cell : row.cells)
                words += plain_text(cell.text) + " | ";
            words += "\n";
        }
    }
    return words;
}

}  // namespace disarray::test
