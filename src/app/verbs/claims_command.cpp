// SPDX-License-Identifier: MIT
//
// `disarray check claims`: the ledger.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/cells.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/text_table.hpp"
#include "properties/append.hpp"
#include "properties/case_json.hpp"
#include "properties/ledger.hpp"
#include "ranking/inversions.hpp"
#include "record/json.hpp"

namespace disarray::properties {

namespace {

struct ClaimsCommand {
    std::vector<std::string> ids;
    std::string explain;
    std::string expect;
    std::size_t program_n = 6;
    bool list = false;
    EffortOptions effort;
};

struct DecidedClaims {
    std::vector<ClaimRow> rows;
    std::vector<std::string_view> not_begun;  ///< the time was over before
    bool complete = true;
};

DecidedClaims decide_claims(const ClaimsCommand& command,
                            const ExtremeRatioDecider& extreme_ratio) {
    std::vector<const Claim*> chosen;
    std::vector<std::string> ids = command.ids;
    if (!command.explain.empty()) ids = {command.explain};
    for (const std::string& id : ids) {
        const Claim* claim = &claim_named(id, "claim");
        if (std::ranges::find(chosen, claim) == chosen.end()) chosen.push_back(claim);
    }
    if (chosen.empty()) {
        for (const Claim& claim : claims())
            chosen.push_back(&claim);
    }
    LedgerOptions options;
    options.exhaustive_n = command.effort.exhaustive_n;
    options.random_cases = command.effort.random_cases;
    options.seed = command.effort.seed;
    options.program_n = command.program_n;
    options.stop = stop_of(command.effort);
    options.extreme_ratio = extreme_ratio;

    app::ProgressLine line;
    DecidedClaims decided;
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (options.stop.requested()) {
            decided.not_begun.push_back(chosen[i]->id);
            continue;
        }
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        line.show(fmt::format("claims: {}; now {}",
                              app::count_text(i, chosen.size(), passed.count()), chosen[i]->id));
        append(decided.rows, decide(*chosen[i], options));
    }
    decided.complete =
        decided.not_begun.empty() &&
        std::ranges::all_of(decided.rows, [](const ClaimRow& r) { return r.effort.complete; });
    app::note_incomplete(!decided.complete);
    for (const ClaimRow& row : decided.rows)
        app::note_verdict(row.verdict);
    return decided;
}

Json row_json(ClaimRow row) {
    if (!row.replay.empty()) row.replay = replay_line(row.replay);
    return record::to_json(row);
}

/// What tells the rows of one claim apart.
std::string row_label(const ClaimRow& row) {
    std::vector<std::string> parts;
    if (!row.variant.empty()) parts.push_back(row.variant);
    if (!row.metric.empty()) parts.push_back(row.metric);
    if (row.frame != "either") parts.push_back(row.frame);
    if (row.fixed_points == "local") parts.emplace_back("p̄ local");
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// Long texts end with an ellipsis; JSON and --explain have them whole.
std::string brief(const std::string& text, std::size_t most) {
    std::size_t shown = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool continuation = (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
        if (!continuation && shown++ == most) return text.substr(0, i) + "…";
    }
    return text;
}

std::string table_of(const std::vector<ClaimRow>& rows) {
    TextTable table({{"claim"}, {"of"}, {"verdict"}, {"scope"}, {"witness or finding"}});
    std::map<Verdict, std::size_t> counts;
    for (const ClaimRow& row : rows) {
        ++counts[row.verdict];
        const std::string finding =
            row.witness ? row.explanation + "; " + to_string(*row.witness) : row.explanation;
        table.add_row({row.id, brief(row_label(row), 60), std::string(name_of(row.verdict)),
                       brief(row.scope, 60), brief(finding, 100)});
    }
    std::vector<std::string> sums;
    for (const auto& [verdict, count] : counts) {
        sums.push_back(fmt::format("{} {}", count, name_of(verdict)));
    }
    return table.to_string() + fmt::format("\n{} rows: {}\n", rows.size(), fmt::join(sums, ", "));
}

std::string stopped_note(const DecidedClaims& decided) {
    if (decided.complete) return "";
    return fmt::format("note: stopped, {} claims are not begun\n", decided.not_begun.size());
}

/// Two rows of elements, by rank under τ and under σ, and the pairs that change sides; "" where
/// there are none, as in a witness whose rankings are votes or whose fault is in the weights alone.
std::string drawing(const Case& instance) {
    const Permutation& sigma = instance.rankings.front();
    const Permutation tau =
        instance.rankings.size() > 1 ? instance.rankings[1] : Permutation::identity(sigma.size());
    std::vector<std::string> inverted;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = i + 1; j < sigma.size(); ++j) {
            if ((sigma[i] < sigma[j]) != (tau[i] < tau[j])) {
                inverted.push_back(fmt::format("{}–{}", i + 1, j + 1));
            }
        }
    }
    if (inverted.empty()) return "";
    return fmt::format("    reference  {}\n    ranking    {}\n    inverted   {}\n",
                       fmt::join(tau.to_order(), " "), fmt::join(sigma.to_order(), " "),
                       fmt::join(inverted, " "));
}

/// What is refuted comes first: nobody should have to look for it.
std::string explanation_of(std::vector<ClaimRow> rows) {
    std::ranges::stable_partition(
        rows, [](const ClaimRow& row) { return row.verdict == Verdict::refuted; });
    std::string text;
    for (const ClaimRow& row : rows) {
        if (text.empty()) text = fmt::format("{} ({})\n", row.id, row.source);
        text += fmt::format("\n  {}{}{}\n  {}: {}\n", row.statement,
                            row_label(row).empty() ? "" : "\n  for ", row_label(row),
                            name_of(row.verdict), row.scope);
        if (!row.explanation.empty()) text += "  " + row.explanation + "\n";
        if (row.theorem)
            text +=
                fmt::format("  theorem {}: {}\n", to_string(*row.theorem), row.theorem->statement);
        if (row.witness) {
            text += "  at " + to_string(*row.witness) + "\n" + drawing(*row.witness);
        }
        if (!row.replay.empty()) text += "  " + replay_line(row.replay) + "\n";
        if (!row.repairs.empty()) {
            text +=
                fmt::format("  survives the same effort with: {}\n", fmt::join(row.repairs, "; "));
        }
    }
    return text;
}

/// What a row is called when two ledgers are compared.
std::string row_key(const Json& row) {
    std::string key;
    for (const char* part : {"id", "variant", "metric", "frame", "fixed_points"}) {
        key += row.value(part, std::string()) + " | ";
    }
    return key.substr(0, key.size() - 3);
}

std::map<std::string, std::string> verdicts_in(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError("--expect", "\"" + printable(path) + "\"", "a file that exists");
    const Json json = Json::parse(in, nullptr, false);
    if (json.is_discarded() || !json.is_object() ||
        json.value("schema", Json()) != "disarray.check/1" || !json.contains("claims")) {
        throw InputError("--expect " + printable(path, 200), "another kind of file",
                         "what disarray check claims --json printed");
    }
    std::map<std::string, std::string> verdicts;
    for (const Json& row : json["claims"]) {
        if (!row.is_object() || !row.contains("verdict") || !row["verdict"].is_string()) {
            throw InputError("--expect " + printable(path, 200), "a claim without a verdict",
                             "what disarray check claims --json printed");
        }
        verdicts[row_key(row)] = row["verdict"].get<std::string>();
    }
    return verdicts;
}

/// One line for every row whose verdict differs; rows that only one side has count as differing.
std::string differences(const std::vector<ClaimRow>& rows,
                        std::map<std::string, std::string> expected) {
    std::string text;
    for (const ClaimRow& row : rows) {
        const std::string key = row_key(row_json(row));
        const auto found = expected.find(key);
        const std::string before = found == expected.end() ? "no row" : found->second;
        if (found != expected.end()) expected.erase(found);
        if (before != name_of(row.verdict)) {
            text += fmt::format("{}: expected {}, now {}\n", key, before, name_of(row.verdict));
        }
    }
    for (const auto& [key, verdict] : expected) {
        text += fmt::format("{}: expected {}, now no row\n", key, verdict);
    }
    return text;
}

std::string list_of_claims() {
    TextTable table({{"claim"}, {"source"}, {"statement"}});
    for (const Claim& claim : claims())
        table.add_row(
            {std::string(claim.id), std::string(claim.source), std::string(claim.statement)});
    return table.to_string();
}

void claims_command(const ClaimsCommand& command, const ExtremeRatioDecider& extreme_ratio) {
    if (command.list) return app::print(list_of_claims());
    if (command.program_n < 2 || command.program_n > 10) {
        throw InputError("--program-n", std::to_string(command.program_n), "a length from 2 to 10");
    }
    if (!command.explain.empty() && !command.ids.empty()) {
        throw InputError("--explain", "claim " + command.ids.front() + " as well",
                         "one claim, named by --explain alone");
    }
    std::map<std::string, std::string> expected;
    if (!command.expect.empty()) expected = verdicts_in(command.expect);
    const DecidedClaims decided =
        with_threads(command.effort.threads, [&] { return decide_claims(command, extreme_ratio); });
    const std::vector<ClaimRow>& rows = decided.rows;
    if (command.effort.json) {
        Json json = app::document("check");
        json["seed"] = command.effort.seed;
        json["complete"] = decided.complete;
        json["not_begun"] = decided.not_begun;
        json["claims"] = Json::array();
        for (const ClaimRow& row : rows)
            json["claims"].push_back(row_json(row));
        app::print_json(json);
    } else {
        app::print((command.explain.empty() ? table_of(rows) : explanation_of(rows)) +
                   stopped_note(decided));
    }
    if (command.expect.empty()) return;
    const std::string changed = differences(rows, std::move(expected));
    if (changed.empty()) return;
    if (!command.effort.json) app::print("\n" + changed);
    throw app::ExitStatus{1};
}

}  // namespace

void add_claims_command(app::Verb check, ExtremeRatioDecider extreme_ratio) {
    const auto command = std::make_shared<ClaimsCommand>();
    app::Verb verb = check.add_verb("claims", "Decides the claims of the sources.",
                                    "disarray check claims KV-T1 KV-ex-3.1");
    verb.add_option("ID", &command->ids, "Claims; default: all");
    verb.add_flag("--list", command->list, "What claims there are; none is decided");
    verb.add_option("--explain", &command->explain, "One claim with its witnesses drawn");
    verb.add_option("--expect", &command->expect,
                    "Earlier JSON of this command: exit 1 if a verdict differs");
    verb.group(app::Group::effort);
    verb.add_option("--program-n", &command->program_n,
                    "Largest length for linear programs over all D");
    add_effort_options(verb, command->effort);
    verb.on_call([command, extreme_ratio = std::move(extreme_ratio), check, verb] {
        check.refuse_options_before(verb);
        claims_command(*command, extreme_ratio);
    });
}

}  // namespace disarray::properties
