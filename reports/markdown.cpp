// SPDX-License-Identifier: MIT
#include "reports/markdown.hpp"

#include <map>

#include <fmt/format.h>

namespace disarray::reports {

namespace {

/// A cell of a table: bars, line ends and what Markdown or HTML would take for markup made plain.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '|':
                out += "\\|";
                break;
            case '\n':
                out += ' ';
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '&':
                out += "&amp;";
                break;
            case '*':
            case '_':
            case '`':
            case '[':
            case ']':
            case '\\':
                out += '\\';
                out += c;
                break;
            default:
                out += c;
        }
    }
    return out;
}

/// The value under `key` as text; "–" where there is none.
std::string text(const Json& json, const char* key) {
    if (!json.contains(key) || json[key].is_null()) return "–";
    const Json& value = json[key];
    if (value.is_string()) return cell(value.get<std::string>());
    if (value.is_array()) {
        std::vector<std::string> items;
        for (const Json& item : value) {
            items.push_back(item.is_string() ? item.get<std::string>() : item.dump());
        }
        return cell(fmt::format("{}", fmt::join(items, " ")));
    }
    return cell(value.dump());
}

std::string table_head(std::initializer_list<const char*> titles) {
    std::string head = "|";
    std::string rule = "|";
    for (const char* title : titles) {
        head += fmt::format(" {} |", title);
        rule += "---|";
    }
    return head + "\n" + rule + "\n";
}

/// The inequality that a result of `search` is about; the classical sweep names none.
std::string statement(const Json& result) {
    if (result.contains("statement")) return text(result, "statement");
    return text(result, "reading") + ", " + text(result, "side");
}

std::string summary(const Model& model) {
    std::string out = "## In short\n\n";
    for (const Json& result : model.results) {
        if (result["verdict"] != "refuted") continue;
        out += fmt::format("- {} is refuted at n = {} ({}): ratio {}, at ranks {}.\n",
                           statement(result), text(result, "n"), text(result, "scope"),
                           text(result, "ratio"),
                           result.contains("witness") && result["witness"].is_object()
                               ? text(result["witness"], "ranks")
                               : "–");
    }
    std::map<std::string, std::size_t> counts;
    for (const Json& claim : model.claims)
        ++counts[claim["verdict"].get<std::string>()];
    if (!model.claims.empty()) {
        std::vector<std::string> parts;
        for (const auto& [verdict, count] : counts) {
            parts.push_back(fmt::format("{} {}", count, cell(verdict)));
        }
        out += fmt::format("- Of {} rows of claims: {}.\n", model.claims.size(),
                           fmt::join(parts, ", "));
    }
    return out + "\n";
}

std::string constants(const Model& model) {
    if (model.results.empty()) return "";
    std::string out = "## Best constants\n\n" +
                      table_head({"inequality", "n", "side", "ratio", "decimal", "violating",
                                  "of n!", "verdict", "scope", "ranks", "K", "F", "D"});
    for (const Json& r : model.results) {
        const Json witness =
            r.contains("witness") && r["witness"].is_object() ? r["witness"] : Json::object();
        std::string d = "–";
        if (witness.contains("dissimilarity") && witness["dissimilarity"].is_array()) {
            std::vector<std::string> rows;
            for (const Json& row : witness["dissimilarity"])
                rows.push_back(text({{"row", row}}, "row"));
            d = fmt::format("{}", fmt::join(rows, "; "));
        }
        out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                           statement(r), text(r, "n"), text(r, "side"), text(r, "ratio"),
                           text(r, "decimal"), text(r, "violating"), text(r, "permutations"),
                           text(r, "verdict"), text(r, "scope"), text(witness, "ranks"),
                           text(witness, "K"), text(witness, "F"), d);
    }
    return out + "\n";
}

std::string claims(const Model& model) {
    if (model.claims.empty()) return "";
    std::string out =
        "## Claims\n\n" + table_head({"claim", "source", "statement", "of", "frame", "fixed points",
                                      "verdict", "scope", "finding", "survives with"});
    for (const Json& c : model.claims) {
        out += fmt::format("| {} | {} | {} | {} {} | {} | {} | {} | {} | {} | {} |\n",
                           text(c, "id"), text(c, "source"), text(c, "statement"),
                           text(c, "metric"), text(c, "variant"), text(c, "frame"),
                           text(c, "fixed_points"), text(c, "verdict"), text(c, "scope"),
                           text(c, "explanation"), text(c, "repairs"));
    }
    return out + "\n";
}

std::string cells(const Model& model) {
    if (model.cells.empty()) return "";
    std::string out = "## Properties\n\n" + table_head({"property", "metric", "reading", "frame",
                                                        "verdict", "scope", "finding"});
    for (const Json& c : model.cells) {
        out += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", text(c, "property"),
                           text(c, "metric"), text(c, "reading"), text(c, "frame"),
                           text(c, "verdict"), text(c, "scope"), text(c, "explanation"));
    }
    return out + "\n";
}

std::string sources(const Model& model) {
    std::string out = "## How to reproduce\n\n";
    for (const Source& source : model.sources) {
        out += fmt::format("- {}, version {}, by `{}`\n", cell(source.path), cell(source.version),
                           source.command.find('`') == std::string::npos ? source.command : "…");
    }
    return out;
}

}  // namespace

std::string to_markdown(const Model& model) {
    return "# Distances between rankings: what was decided\n\n" + summary(model) +
           constants(model) + claims(model) + cells(model) + sources(model);
}

}  // namespace disarray::reports
