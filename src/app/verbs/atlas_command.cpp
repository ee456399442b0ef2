// SPDX-License-Identifier: MIT
//
// `disarray check atlas`: the whole table metric × property, each cell with a verdict and its
// scope.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/parameter_options.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/atlas_figures.hpp"
#include "app/verbs/atlas_file.hpp"
#include "app/verbs/cells.hpp"
#include "app/verbs/experiment_options.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/text_table.hpp"
#include "metrics/catalogue.hpp"
#include "properties/catalogue.hpp"

namespace disarray::properties {

namespace {

using experiments::Change;
using experiments::InN;
using metrics::Frame;
using metrics::Metric;

struct AtlasCommand {
    std::vector<std::string> metrics{"all"};
    std::string frame = "element";
    std::string save;
    std::string csv;
    std::size_t random_n = 8;
    app::ParameterOptions parameters;
    EffortOptions effort;
};

/// What the cells depend on; a file with others is not gone on with.
Json atlas_settings(const AtlasCommand& command) {
    const EffortOptions& effort = command.effort;
    return {{"version", app::document("check")["version"]},
            {"exhaustive", effort.exhaustive_n ? Json(*effort.exhaustive_n) : Json()},
            {"random", effort.random_cases},
            {"n", command.random_n},
            {"seed", effort.seed},
            {"parameters", app::to_json(app::parameters_of(command.parameters))}};
}

/// A cell by names. The column order is that of the catalogues.
using CellKey = std::tuple<std::string, std::string, std::string>;
CellKey cell_key(const Json& cell) {
    const Json reading = cell.value("reading", Json());
    const std::string metric = cell["metric"].get<std::string>();
    return {
        reading.is_string() ? fmt::format("{}[{}]", metric, reading.get<std::string>()) : metric,
        cell["property"].get<std::string>(), cell["frame"].get<std::string>()};
}
CellKey cell_key(const AtlasQuestion& question) {
    return {question.metric->full_name(), question.column(), std::string(name_of(question.frame))};
}

std::vector<AtlasQuestion> atlas_questions(const AtlasCommand& command) {
    std::vector<Frame> frames{Frame::element, Frame::literal};
    if (command.frame != "both") frames = {choice_named<metrics::Frame>(command.frame, "--frame")};
    std::vector<AtlasQuestion> all;
    for (const Frame frame : frames) {
        for (const Metric* metric : metrics::metrics_named(command.metrics, {}, "--metric")) {
            for (const Property& property : catalogue())
                all.push_back({metric, &property, frame});
            for (const Change change : experiments::all_changes)
                all.push_back({metric, change, frame});
            for (const InN value : experiments::all_in_n)
                all.push_back({metric, value, frame});
        }
    }
    return all;
}

CheckOptions options_of(const AtlasCommand& command) {
    CheckOptions options;
    options.exhaustive_n = command.effort.exhaustive_n;
    options.random_cases = command.effort.random_cases;
    options.random_n = command.random_n;
    options.seed = command.effort.seed;
    options.parameters = app::parameters_of(command.parameters);
    options.stop = stop_of(command.effort);
    return options;
}

/// Asks what the file does not know yet, until the time is over.
class Atlas {
public:
    Atlas(const AtlasCommand& command)
        : questions_(atlas_questions(command)),
          file_(command.save, atlas_settings(command)),
          options_(options_of(command)),
          figures_(options_) {
        for (const Json& cell : file_.cells())
            known_.emplace(cell_key(cell), cell);
    }

    void complete() {
        app::ProgressLine line;
        std::size_t done = 0;
        for (const AtlasQuestion& question : questions_) {
            ++done;
            if (known_.contains(cell_key(question))) continue;
            if (options_.stop.requested()) return;
            line.show(fmt::format("{} of {} cells: {} of {}", done, questions_.size(),
                                  question.column(), question.metric->full_name()));
            const auto* property = std::get_if<const Property*>(&question.asked);
            const auto cell = property ? decided(question, **property) : figures_.cell(question);
            if (!cell) return;
            file_.add(*cell);
            known_.emplace(cell_key(question), *cell);
        }
    }

    const std::vector<AtlasQuestion>& asked() const { return questions_; }
    /// Null if the time was over before.
    const Json* cell(const AtlasQuestion& question) const {
        const auto found = known_.find(cell_key(question));
        return found == known_.end() ? nullptr : &found->second;
    }

private:
    std::optional<Json> decided(const AtlasQuestion& question, const Property& property) const {
        const CheckResult result = check(*question.metric, property, question.frame, options_);
        if (!result.effort.complete) return std::nullopt;
        return to_json(result);
    }

    std::vector<AtlasQuestion> questions_;
    AtlasFile file_;
    CheckOptions options_;
    AtlasFigures figures_;
    std::map<CellKey, Json> known_;
};

// --- text, CSV, JSON --------------------------------------------------------------------------

std::string text_in_cell(const Json& cell, const char* key) {
    const Json value = cell.value(key, Json());
    return value.is_string() ? value.get<std::string>() : "";
}

/// One letter a verdict.
char verdict_letter(const Json* cell) {
    if (!cell) return ' ';
    const std::string verdict = text_in_cell(*cell, "verdict");
    if (verdict == "undecided") return '?';
    if (verdict == "not-applicable") return '.';
    return static_cast<char>(std::toupper(static_cast<unsigned char>(verdict.front())));
}

/// The questions of one frame about metrics that take weights, or about those that take none, a row
/// a metric; `width` columns.
struct AtlasTable {
    std::span<const AtlasQuestion> cells;
    std::size_t width;
};

std::vector<AtlasTable> tables_of(const std::vector<AtlasQuestion>& all) {
    std::vector<AtlasTable> tables;
    const std::size_t width =
        catalogue().size() + std::size(experiments::all_changes) + std::size(experiments::all_in_n);
    for (std::size_t begin = 0; begin < all.size();) {
        std::size_t end = begin;
        while (end < all.size() && all[end].frame == all[begin].frame &&
               all[end].metric->takes.weights == all[begin].metric->takes.weights)
            ++end;
        tables.push_back({std::span(all).subspan(begin, end - begin), width});
        begin = end;
    }
    return tables;
}

/// Columns that apply to no metric of the table are left out.
std::vector<std::size_t> shown_columns(const Atlas& atlas, const AtlasTable& table) {
    std::vector<std::size_t> columns;
    for (std::size_t column = 0; column < table.width; ++column) {
        for (std::size_t i = column; i < table.cells.size(); i += table.width) {
            if (verdict_letter(atlas.cell(table.cells[i])) == '.') continue;
            columns.push_back(column);
            break;
        }
    }
    return columns;
}

std::string table_as_matrix(const Atlas& atlas, const AtlasTable& table) {
    const std::vector<std::size_t> columns = shown_columns(atlas, table);
    std::size_t width = 0;
    for (const AtlasQuestion& question : table.cells)
        width = std::max(width, question.metric->full_name().size());
    std::string text =
        fmt::format("{} frame\n\n{:{}}", name_of(table.cells.front().frame), "", width);
    for (std::size_t c = 1; c <= columns.size(); ++c)
        text += fmt::format("{:>3}", c);
    text += "\n";
    for (std::size_t row = 0; row < table.cells.size(); row += table.width) {
        text += fmt::format("{:<{}}", table.cells[row].metric->full_name(), width);
        for (const std::size_t column : columns)
            text += fmt::format("  {}", verdict_letter(atlas.cell(table.cells[row + column])));
        text += "\n";
    }
    text += "\n";
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const AtlasQuestion& question = table.cells[columns[c]];
        text += fmt::format("{:>3}  {}: {}\n", c + 1, question.column(), question.statement());
    }
    return text + "\n";
}

/// "kendall: mean 1/4*n^2 - 1/4*n, fitted on n = 1..3, tested on n = 4..7; variance …", a metric a
/// line; only those of the element frame have any.
std::string formulas_text(const Atlas& atlas) {
    std::vector<std::pair<std::string, std::string>> told;
    for (const AtlasQuestion& question : atlas.asked()) {
        const Json* cell = atlas.cell(question);
        if (!std::holds_alternative<InN>(question.asked) || verdict_letter(cell) != 'S') continue;
        const std::string name = question.metric->full_name();
        if (told.empty() || told.back().first != name) told.emplace_back(name, "");
        std::string& text = told.back().second;
        text += fmt::format("{} {} {}", text.empty() ? ":" : ";", question.column(),
                            text_in_cell(*cell, "explanation"));
    }
    if (told.empty()) return "";
    std::string text = "Over S_n, formulas that fit every n tried, and prove nothing:\n\n";
    for (const auto& [name, formulas] : told)
        text += fmt::format("{}{}\n", name, formulas);
    return text + "\n";
}

std::string atlas_text(const Atlas& atlas) {
    std::string text =
        "R refuted, P proved, C certified, E exhausted, S supported, ? undecided, . not "
        "applicable\n\n";
    for (const AtlasTable& table : tables_of(atlas.asked()))
        text += table_as_matrix(atlas, table);
    text += formulas_text(atlas);
    std::map<std::string, std::size_t> counts;
    std::size_t missing = 0;
    for (const AtlasQuestion& question : atlas.asked()) {
        const Json* cell = atlas.cell(question);
        cell ? ++counts[text_in_cell(*cell, "verdict")] : ++missing;
    }
    std::vector<std::string> parts;
    for (const auto& [verdict, count] : counts)
        parts.push_back(fmt::format("{} {}", count, verdict));
    text += fmt::format("{} cells: {}; scopes and witnesses: --json\n",
                        atlas.asked().size() - missing, fmt::join(parts, ", "));
    if (missing > 0) {
        text += fmt::format("note: stopped, {} cells are not decided yet\n", missing);
    }
    return text;
}

/// RFC 4180, in quotes in any case: what a spreadsheet takes for text.
std::string quoted_csv_field(std::string_view field) {
    std::string text = "\"";
    for (const char c : field) {
        if (c == '"') text += '"';
        text += c;
    }
    return text + "\"";
}

std::string atlas_csv(const Atlas& atlas) {
    constexpr const char* keys[] = {"verdict", "scope", "explanation", "replay"};
    std::string text = "metric,property,frame,verdict,scope,explanation,replay\n";
    for (const AtlasQuestion& question : atlas.asked()) {
        const Json* cell = atlas.cell(question);
        if (!cell) continue;
        const auto& [metric, property, frame] = cell_key(question);
        text += fmt::format("{},{},{}", metric, property, frame);
        for (const char* key : keys)
            text += "," + quoted_csv_field(text_in_cell(*cell, key));
        text += "\n";
    }
    return text;
}

Json atlas_json(const AtlasCommand& command, const Atlas& atlas) {
    Json json = app::document("check");
    json["parameters"] = app::to_json(app::parameters_of(command.parameters));
    json["seed"] = command.effort.seed;
    json["complete"] = true;
    json["cells"] = Json::array();
    for (const AtlasQuestion& question : atlas.asked()) {
        const Json* cell = atlas.cell(question);
        cell ? json["cells"].push_back(*cell) : void(json["complete"] = false);
    }
    return json;
}

void atlas_command(const AtlasCommand& command) {
    if (!command.csv.empty() && command.csv == command.save) {
        throw InputError("--csv", printable(command.csv), "another file than --save");
    }
    std::optional<AtomicFile> table;  // now: a folder that is missing is found before the work
    if (!command.csv.empty()) table.emplace(command.csv);
    Atlas atlas(command);
    with_threads(command.effort.threads, [&] {
        atlas.complete();
        return 0;
    });
    if (table) {
        table->write(atlas_csv(atlas));
        table->commit();
    }
    for (const AtlasQuestion& question : atlas.asked()) {
        const Json* const cell = atlas.cell(question);
        app::note_incomplete(cell == nullptr);
        if (cell != nullptr)
            app::note_verdict(choice_named<Verdict>(text_in_cell(*cell, "verdict"), "verdict"));
    }
    if (command.effort.json) return app::print_json(atlas_json(command, atlas));
    app::print(atlas_text(atlas));
}

}  // namespace

void add_atlas_command(app::Verb check) {
    const auto command = std::make_shared<AtlasCommand>();
    command->effort.random_cases = 100;
    app::Verb verb =
        check.add_verb("atlas", "The whole table metric × property, resumable with --save.",
                       "disarray check atlas --metric error --exhaustive 3");
    verb.add_option("--metric", "NAMES", &command->metrics,
                    "all, or names of metrics or of families (see disarray metrics)");
    verb.add_option("--frame", &command->frame, "element, literal or both");
    verb.add_option("--n", &command->random_n, "Largest length of random cases")
        .from_to(1, most_random_n)
        .in(app::Group::effort);
    verb.group(app::Group::output);
    verb.add_option("--save", &command->save,
                    "Keep decided cells in this file, and go on with what it has")
        .value_name("FILE");
    verb.add_option("--csv", &command->csv, "Also write the cells to this file").value_name("FILE");
    app::add_parameter_options(verb, command->parameters);
    add_effort_options(verb, command->effort);
    verb.on_call([command, check, verb] {
        check.refuse_options_before(verb);
        atlas_command(*command);
    });
}

}  // namespace disarray::properties
