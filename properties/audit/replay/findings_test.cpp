// SPDX-License-Identifier: MIT
//
// Asks an audited program again what `disarray audit --save` found: one section for each finding,
// which fails as long as the program breaks the law. The findings are in findings.json beside this
// file, or in the folder DISARRAY_FINDINGS if that is defined; what its relations mean says
// PROTOCOL.md of disarray. Link with a main of Catch2, 2 or 3; nlohmann-json, C++17, POSIX. Values
// are compared in 64-bit floating point, exact ones as well.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

namespace {

using Json = nlohmann::json;
using Lines = std::vector<std::string>;

constexpr std::size_t most_line = 16 << 20;  // bytes
constexpr std::size_t most_shown = 1000;     // bytes of an answer

std::filesystem::path findings_folder() {
#ifdef DISARRAY_FINDINGS
    return DISARRAY_FINDINGS;
#else
    return std::filesystem::path(__FILE__).parent_path();
#endif
}

/// One word for a shell.
std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? "'\\''" : std::string(1, c);
    return text + "'";
}

/// A shell's command that ends within a minute, with all that it starts, and at last says how.
std::string command_of(const Json& audit, const std::string& requests) {
    std::string words;
    for (const Json& word : audit["command"])
        words += quoted(word) + " ";
    const auto folder = findings_folder() / audit["folder"].get<std::string>();
    return "timeout -s KILL 60 sh -c " +
           quoted("{ cd " + quoted(folder.string()) + " && " + words + "<" + requests +
                  "; echo \"ended with status $?\"; } | cat");
}

/// What the program writes, and how it ended. One line more is read at most, so that a flood has
/// an end.
Lines lines_for(const Json& audit, const Json& requests) {
    char name[] = "/tmp/disarray.XXXXXX";
    const int made = mkstemp(name);
    REQUIRE(made >= 0);
    std::FILE* asked = fdopen(made, "w");
    for (const Json& request : requests)
        std::fprintf(asked, "%s\n", request.get_ref<const std::string&>().c_str());
    std::fclose(asked);
    std::FILE* output = popen(command_of(audit, name).c_str(), "r");
    REQUIRE(output != nullptr);
    Lines lines(1);
    for (int c = 0; lines.size() <= requests.size() + 2 && (c = std::fgetc(output)) != EOF;) {
        if (c == '\n') {
            lines.emplace_back();
        } else if (lines.back().size() < most_line) {
            lines.back() += static_cast<char>(c);
        }
    }
    pclose(output);
    std::remove(name);
    if (lines.back().empty()) lines.pop_back();
    return lines;
}

/// Of a line with NaN, Infinity or -Infinity for a value, which is no JSON: these in brackets.
std::string bracketed(std::string line) {
    for (const std::string name : {"NaN", "-Infinity", "Infinity"}) {
        const auto at = line.rfind(name);
        if (at == std::string::npos) continue;
        return line.replace(at, name.size(), "[\"" + name + "\"]");
    }
    return line;
}

/// A number, or two as "1/3". \throws std::exception for anything else
double number_of(const Json& value) {
    if (value.is_number()) return value.get<double>();
    const auto& text = value.get_ref<const std::string&>();
    char* end = nullptr;
    double number = std::strtod(text.c_str(), &end);
    if (*end == '/') {
        const char* divisor = end + 1;
        const long double dividend = std::strtold(text.c_str(), nullptr);
        number = static_cast<double>(dividend / std::strtold(divisor, &end));
    }
    if (text.empty() || *end != '\0' || !std::isfinite(number)) throw std::invalid_argument(text);
    return number;
}

/// {"value": …}, {"values": […]}, {"undefined": …} or {"error": …}. \throws std::exception for
/// anything else
Json answer_of(const std::string& line, std::size_t id) {
    Json answer = Json::parse(line, nullptr, false);
    if (answer.is_discarded()) answer = Json::parse(bracketed(line));
    if (answer.at("id") != id || answer.size() != 2) throw std::invalid_argument(line);
    answer.erase("id");
    if (answer.contains("values")) {
        for (const Json& each : answer["values"])
            if (!each.is_null()) number_of(each);
        return answer;
    }
    if (!answer.contains("value")) {
        if (!answer.contains("undefined")) answer.at("error");
        return answer;
    }
    if (answer["value"].is_array()) return {{"undefined", answer["value"].at(0)}};
    number_of(answer["value"]);
    return answer;
}

/// Where an answer is no value, which is neither below nor above anything.
bool holds_without_value(const Json& relation, const std::vector<Json>& answers) {
    if (relation["kind"] != "equal") return true;
    if (relation["to"] == "number") return relation["or_none"];
    const auto has = [](const char* key) {
        return [key](const Json& answer) { return answer.contains(key); };
    };
    // What is refused is not judged.
    return std::any_of(answers.begin(), answers.end(), has("error")) ||
           answers[0].contains("value") ==
               std::all_of(answers.begin() + 1, answers.end(), has("value"));
}

/// What the relation compares the first value with.
double compared_with(const Json& relation, const std::vector<double>& values) {
    const std::string to = relation["to"];
    const auto first = values.begin() + 1, last = values.end();
    if (to == "number") return number_of(relation["number"]);
    if (to == "second") return values.at(1);
    if (to == "least") return *std::min_element(first, last);
    if (to == "greatest") return *std::max_element(first, last);
    const double sum = std::accumulate(first, last, 0.0);
    return to == "sum" ? sum : sum / static_cast<double>(last - first);
}

bool compares(const Json& relation, const std::vector<double>& values) {
    const std::string kind = relation["kind"];
    const double x = values[0], y = compared_with(relation, values);
    const double scale = std::max({1.0, std::abs(x), std::abs(y)});
    const bool is_near =
        std::abs(x - y) <= std::ldexp(relation["tolerance"].get<double>() * scale, -52);
    if (kind == "equal") return is_near;
    if (kind == "at-most") return is_near || x < y;
    if (kind == "at-least") return is_near || x > y;
    return kind == "greater" ? x > y : x != y;
}

/// The list that the relation names; null is no value.
std::vector<Json> wanted_list(const Json& relation, const std::vector<Json>& answers) {
    const std::string to = relation["to"];
    if (to == "list") return relation["list"];
    if (to == "second") return answers.at(1).at("values");
    std::vector<Json> list;
    for (std::size_t i = 1; i < answers.size(); ++i)
        list.push_back(answers[i].value("value", Json()));
    return list;
}

/// The list of the first answer, one by one, with what the relation names.
bool has_values(const Json& relation, const std::vector<Json>& answers) {
    const auto is_error = [](const Json& answer) { return answer.contains("error"); };
    if (std::any_of(answers.begin(), answers.end(), is_error)) return true;
    const std::vector<Json> wanted = wanted_list(relation, answers);
    const std::vector<Json> found = answers.at(0).contains("undefined")
                                        ? std::vector<Json>(wanted.size())
                                        : answers[0].at("values").get<std::vector<Json>>();
    if (found.size() != wanted.size()) return false;
    Json equal = relation;
    equal["kind"] = "equal";
    equal["to"] = "second";
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i].is_null() || wanted[i].is_null()) {
            if (found[i] != wanted[i]) return false;
        } else if (!compares(equal, {number_of(found[i]), number_of(wanted[i])})) {
            return false;
        }
    }
    return true;
}

bool holds(const Json& relation, const std::vector<Json>& answers) {
    const std::string kind = relation["kind"];
    const Json& first = answers.at(0);
    if (kind == "answer") {
        const auto is_it = [&](const Json& key) { return first.contains(key.get<std::string>()); };
        return std::any_of(relation["one_of"].begin(), relation["one_of"].end(), is_it);
    }
    if (kind == "finite") {
        const std::string why = first.value("undefined", "");
        return why != "Infinity" && why != "-Infinity";
    }
    if (kind == "identical") return first.dump() == answers.back().dump();
    if (kind == "values" || kind == "other-values")
        return has_values(relation, answers) == (kind == "values");
    std::vector<double> values;
    for (const Json& answer : answers) {
        if (!answer.contains("value")) return holds_without_value(relation, answers);
        values.push_back(number_of(answer["value"]));
    }
    return compares(relation, values);
}

/// Its beginning, which moves no cursor of a terminal.
std::string shown(const std::string& line) {
    return Json(line.substr(0, most_shown)).dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// Whether there is an answer to each request and all relations hold.
bool is_mended(const Json& finding, Lines lines) {
    if (lines.size() != finding["requests"].size() + 1) return false;
    lines.pop_back();
    try {
        if (!Json::accept(lines[0])) return false;  // what it says of itself
        std::vector<Json> answers;
        for (std::size_t i = 1; i < lines.size(); ++i)
            answers.push_back(answer_of(lines[i], i));
        const auto is_so = [&](const Json& relation) { return holds(relation, answers); };
        return std::all_of(finding["relations"].begin(), finding["relations"].end(), is_so);
    } catch (const std::exception&) {
        return false;  // no answer, whatever it is instead
    }
}

}  // namespace

TEST_CASE("What the audit found is mended") {
    const std::filesystem::path file = findings_folder() / "findings.json";
    INFO(file.string());
    std::ifstream stream(file);
    REQUIRE(stream.good());
    const Json audit = Json::parse(stream);
    for (const Json& finding : audit["findings"]) {
        if (finding["relations"].empty()) continue;  // without an input
        DYNAMIC_SECTION(finding["law"].get<std::string>()) {
            const Lines lines = lines_for(audit, finding["requests"]);
            std::string message = finding["message"];
            for (std::size_t i = 1; i < lines.size(); ++i)
                message += "\n  got       " + shown(lines[i]);
            INFO(message);
            CHECK(is_mended(finding, lines));
        }
    }
}
