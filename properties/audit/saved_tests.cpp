// SPDX-License-Identifier: MIT
//
// For each refuted law: what to ask the program again, and what then has to hold of the answers, as
// data. The two files that read it (replay/) know nothing of laws.
#include "properties/audit/saved_tests.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "properties/audit/detail/kind_audit.hpp"
#include "properties/audit/law_json.hpp"
#include "properties/audit/replay_files.hpp"  // made by CMake

namespace disarray::properties::audit {

namespace {

/// What has to hold of the answers to some inputs, in their order.
struct Replay {
    std::vector<std::string> inputs;
    Json relations;           ///< [{"kind", …}] as PROTOCOL.md says
    std::string remark = {};  ///< what a reader of the failure should know
};

bool is_number(std::string_view text) {
    try {
        Rational::parse(text, "number");
        return true;
    } catch (const InputError&) {
        return false;
    }
}

constexpr std::size_t all_others = std::numeric_limits<std::size_t>::max();

/// What a law says of its input and the last of the others that it asks for.
struct LawRelation {
    std::string_view law;
    std::string_view kind;
    std::string_view to = "second";
    std::size_t others = 1;  ///< how many of the last
};

constexpr LawRelation law_relations[] = {
    {"relabelling", "equal"},
    {"symmetry", "equal"},
    {"monotone-ranks", "equal"},
    {"batch-mean", "equal", "mean", all_others},
    {"batch-shift", "equal"},
    {"batch-weights", "equal"},
    {"more-agreement", "no-better"},
    {"earlier-agreement", "no-better"},
    {"identity", "no-better"},
    {"exchange", "no-worse"},
    {"triangle-inequality", "at-most", "sum", 2},
    {"identity-of-indiscernibles", "greater"},
    {"tied-lines", "equal"},
    {"untied-lines", "equal"},
    {"renaming", "equal"},
    {"monotone-scores", "equal"},
    {"unretrieved-irrelevant", "equal"},
    {"unjudged-as-irrelevant", "equal"},
    {"cutoff-at-end", "equal"},
    {"beyond-cutoff", "equal"},
    {"irrelevant-at-end-unchanged", "equal"},
    {"promotion", "no-better"},
    {"ideal-order", "no-better"},
    {"retrieving-relevant", "no-better"},
    {"missing-relevant", "no-worse"},
    {"irrelevant-at-end", "no-worse"},
    {"ties-as-mean", "equal", "mean", all_others},
    {"ties-no-advantage", "no-better", "mean", all_others},
    {"ties-no-disadvantage", "no-worse", "mean", all_others},
    {"ties-within-orders", "within", "others", all_others},
};

/// "no-better" and "no-worse" by which values are good; others as they are.
std::string_view kind_for(std::string_view kind, Direction direction) {
    if (kind != "no-better" && kind != "no-worse") return kind;
    return (kind == "no-better") == (direction == Direction::greatest) ? "at-most" : "at-least";
}

/// `kind` as kind_for() takes it.
Json to_number(std::string_view kind, const std::string& number) {
    return {{"kind", kind}, {"to", "number"}, {"number", number}};
}

/// Without rounding: one of the others is the least, or the greatest.
Json exactly(Json relation) {
    relation["tolerance"] = 0;
    return relation;
}

/// Empty for a law that relates its input to none, or if the audit does not say what it asked for.
std::optional<Replay> related_replay(const LawResult& law, Direction direction) {
    const auto relation = std::ranges::find(law_relations, law.law, &LawRelation::law);
    if (relation == std::end(law_relations)) return std::nullopt;
    const std::size_t count =
        relation->others == all_others ? law.related.size() : relation->others;
    if (count == 0 || law.related.size() < count) return std::nullopt;
    Replay replay{{law.input}, Json::array()};
    replay.inputs.insert(replay.inputs.end(), std::prev(law.related.end(), std::ptrdiff_t(count)),
                         law.related.end());
    if (relation->kind == "within") {
        replay.relations.push_back(exactly({{"kind", "at-least"}, {"to", "least"}}));
        replay.relations.push_back(exactly({{"kind", "at-most"}, {"to", "greatest"}}));
    } else {
        replay.relations.push_back(
            {{"kind", kind_for(relation->kind, direction)}, {"to", relation->to}});
    }
    return replay;
}

Json range_relations(const Description& description) {
    Json relations = Json::array();
    if (const auto& least = description.least_value)
        relations.push_back(to_number("at-least", least->to_string()));
    if (const auto& greatest = description.greatest_value)
        relations.push_back(to_number("at-most", greatest->to_string()));
    return relations;
}

/// An answer of the kinds in `one_of`.
Json answer_relation(const std::vector<std::string>& one_of) {
    return {{"kind", "answer"}, {"one_of", one_of}};
}

/// What is expected of the input itself; null if that is no answer.
Json expected_relation(const LawResult& law, Direction direction) {
    constexpr std::string_view no_better = "no better than ";
    // The test allows the tolerance of a long input; the error, far below it, is for the reader.
    const std::string expected = law.expected.substr(0, law.expected.find(detail::within));
    if (expected == "an answer") return answer_relation({"value", "values", "undefined", "error"});
    if (expected == "an error or undefined") return answer_relation({"undefined", "error"});
    if (expected == "a finite number or undefined") return Json::object({{"kind", "finite"}});
    if (expected.starts_with("undefined")) return answer_relation({"undefined"});
    if (is_number(expected)) {
        Json relation = to_number("equal", expected);
        relation["or_none"] = law.law == "negative-grade";
        return relation;
    }
    if (!expected.starts_with(no_better) || !is_number(expected.substr(no_better.size())))
        return {};
    return to_number(kind_for("no-better", direction), expected.substr(no_better.size()));
}

/// Of a law that says of its input, or of the last other one, how it stands to the range.
std::optional<Replay> range_replay(const LawResult& law, const Description& description) {
    const bool is_greatest = description.direction == Direction::greatest;
    const auto& best = is_greatest ? description.greatest_value : description.least_value;
    if ((law.law == "best-at-identity" || law.law == "perfect-list") && best) {
        Json relation = to_number("equal", best->to_string());
        relation["or_none"] = true;
        return Replay{{law.related.empty() ? law.input : law.related.back()},
                      Json::array({relation})};
    }
    Json relations = range_relations(description);
    if (law.law != "range" || relations.empty()) return std::nullopt;
    return Replay{{law.input}, std::move(relations)};
}

Replay same_answer_replay(const LawResult& law) {
    Replay replay{{law.input},
                  Json::array({Json::object({{"kind", "identical"}})}),
                  "It had asked for other inputs between. Of these the last are asked here, which "
                  "may not be enough to see it."};
    replay.inputs.insert(replay.inputs.end(), law.related.begin(), law.related.end());
    replay.inputs.push_back(law.input);
    return replay;
}

constexpr const char* other_is_enough =
    "The answers that the law relates do not fit together, and the audit does not know which one "
    "is "
    "wrong. Only that this one is another now is asked for; if it is right, put the law's relation "
    "in findings.json.";

/// Only what was found is known.
Replay other_answer_replay(const LawResult& law) {
    Json relation = answer_relation({"value", "undefined", "error"});
    if (is_number(law.got)) {
        relation = to_number("not", law.got);
    } else if (law.got.starts_with("undefined")) {
        relation = answer_relation({"value", "error"});
    } else if (law.got.starts_with("error")) {
        relation = answer_relation({"value", "undefined"});
    }
    return {{law.input}, Json::array({std::move(relation)}), other_is_enough};
}

/// "[1, undefined]" as the list of its items, null for none; empty if it is no such text.
std::optional<Json> list_from(std::string_view text) {
    if (!text.starts_with('[') || !text.ends_with(']')) return std::nullopt;
    text = text.substr(1, text.size() - 2);
    Json list = Json::array();
    while (!text.empty()) {
        const std::string item(text.substr(0, text.find(", ")));
        list.push_back(is_number(item) ? Json(item) : Json());
        text.remove_prefix(std::min(text.size(), item.size() + 2));
    }
    return list;
}

/// Of an answer that is, or should be, a list of values; empty for others.
std::optional<Replay> list_replay(const LawResult& law) {
    const auto expected = list_from(law.expected), got = list_from(law.got);
    Json relation{{"kind", "values"}, {"to", "list"}, {"list", expected.value_or(Json())}};
    Replay replay{{law.input}, Json::array()};
    if (law.law == "cutoffs-together") {
        relation = {{"kind", "values"}, {"to", "others"}};
        replay.inputs.insert(replay.inputs.end(), law.related.begin(), law.related.end());
    } else if (!expected && !got) {
        return std::nullopt;
    } else if ((law.law == "anonymity" || law.law == "relabelling") && !law.related.empty()) {
        relation = {{"kind", "values"}, {"to", "second"}};
        replay.inputs.push_back(law.related.back());
    } else if (!expected) {
        relation = {{"kind", "other-values"}, {"to", "list"}, {"list", *got}};
        replay.remark = other_is_enough;
    }
    replay.relations.push_back(std::move(relation));
    return replay;
}

Replay replay_of(const LawResult& law, const Description& description) {
    if (law.law == "same-answer-again") return same_answer_replay(law);
    if (auto replay = list_replay(law)) return *std::move(replay);
    if (auto replay = range_replay(law, description)) return *replay;
    if (Json relation = expected_relation(law, description.direction); !relation.is_null())
        return {{law.input}, Json::array({std::move(relation)})};
    if (auto replay = related_replay(law, description.direction)) return *replay;
    return other_answer_replay(law);
}

/// The lines to the program, without their ends.
std::vector<std::string> requests_for(const std::vector<std::string>& inputs) {
    std::vector<std::string> requests{describe_request()};
    for (std::size_t i = 0; i < inputs.size(); ++i)
        append_evaluate_request(requests.emplace_back(), i + 1, inputs[i]);
    for (std::string& request : requests)
        request.pop_back();
    return requests;
}

constexpr std::size_t most_message_line = 1000;  // characters

/// What a failing test says, but for the answers.
std::string message_of(const LawResult& law, const std::string& metric, const Replay& replay) {
    std::vector<std::string> lines{fmt::format("{} breaks the law {}", metric, law.law),
                                   "  law       " + law.statement,
                                   "  found     " + law.explanation};
    for (const std::string& input : replay.inputs)
        lines.push_back("  input     " + input);
    lines.push_back(fmt::format("  expected  {} {}", law.expected, replay.relations.dump()));
    if (!replay.remark.empty()) lines.push_back("  " + replay.remark);
    const auto shown = [](const auto& line) { return printable(line, most_message_line); };
    return list_of(lines, shown, "\n");
}

Json finding_json(const LawResult& law, const Description& description, std::uint64_t tolerance) {
    Json json = to_json(law);
    Replay replay{{}, Json::array()};
    if (!law.input.empty()) replay = replay_of(law, description);
    for (Json& relation : replay.relations) {
        if (relation.contains("to"))
            relation.emplace("tolerance", tolerance * law.tolerance_factor);
    }
    json["message"] = message_of(law, description.name, replay);
    json["requests"] = requests_for(replay.inputs);
    json["relations"] = std::move(replay.relations);
    return json;
}

/// The folder of this process, seen from `folder`; as it is where that cannot be.
std::string folder_seen_from(const std::string& folder) {
    std::error_code error;
    const auto here = std::filesystem::current_path(error);
    const auto seen = std::filesystem::relative(here, here / folder, error);
    return (error || seen.empty() ? here : seen).string();
}

}  // namespace

NamedFiles saved_tests(const AuditReport& report, const std::vector<std::string>& command,
                       const std::string& folder, std::uint64_t tolerance) {
    Json json{{"metric", report.description.name},
              {"command", command},
              {"folder", folder_seen_from(folder)},
              {"findings", Json::array()}};
    for (const LawResult& law : report.laws) {
        if (law.verdict != LawVerdict::refuted) continue;
        json["findings"].push_back(finding_json(law, report.description, tolerance));
    }
    constexpr auto replace = nlohmann::json::error_handler_t::replace;
    return {{"findings.json", json.dump(2, ' ', false, replace) + "\n"},
            {"test_findings.py", std::string(replay_in_python)},
            {"findings_test.cpp", std::string(replay_in_cpp)}};
}

void save(const std::string& folder, const NamedFiles& files) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder, error)) {
        throw InputError(printable(folder, 200), error ? error.message() : "no folder",
                         "a folder, or the name of one that can be made");
    }
    for (const auto& [name, content] : files) {
        AtomicFile file((std::filesystem::path(folder) / name).string());
        file.write(content);
        file.commit();
    }
}

}  // namespace disarray::properties::audit
