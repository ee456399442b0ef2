// SPDX-License-Identifier: MIT
#include "app/verbs/classical_output.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "base/text_table.hpp"
#include "search/classical.hpp"
#include "search/discover/statement.hpp"
#include "verdict/witness_json.hpp"

namespace disarray::search {

namespace {

using app::Json;

Json classical_row_json(const ClassicalSweep& sweep, std::string_view side,
                        const ClassicalExtreme& extreme, std::uint64_t violating) {
    Witness witness;
    witness.sigma = extreme.sigma;
    witness.kendall = Rational(extreme.kendall);
    witness.footrule = Rational(extreme.footrule);
    return {{"n", sweep.n},
            {"reading", "classical"},
            {"side", side},
            {"statement", side == "min" ? "K <= F" : "F <= 2*K"},
            {"ratio", extreme.ratio().to_string()},
            {"decimal", extreme.ratio().to_decimal()},
            {"scope", fmt::format("every σ in S_{}, all weights 1", sweep.n)},
            {"classes", sweep.permutations},
            {"permutations", sweep.permutations},
            {"violating", violating},
            {"witness", to_json(witness)},
            {"verdict", name_of(violating == 0 ? Verdict::exhausted : Verdict::refuted)},
            {"certificate", nullptr}};
}

}  // namespace

void run_classical(std::size_t n_from, std::size_t n_to, unsigned threads, const Stop& stop,
                   bool as_json) {
    Json json = app::document("search");
    Json& rows = json["results"] = Json::array();
    TextTable table({{"n", TextTable::Align::right},
                     {"permutations", TextTable::Align::right},
                     {"F < K", TextTable::Align::right},
                     {"F > 2K", TextTable::Align::right},
                     {"min F/K"},
                     {"at ranks"},
                     {"max F/K"},
                     {"at ranks"}});
    std::string note;
    for (std::size_t length = n_from; length <= n_to; ++length) {
        const auto found = sweep_classical(length, threads, stop);
        if (!found) {
            app::note_incomplete(true);
            note = fmt::format("\nStopped before the end of n = {}: partial.\n", length);
            break;
        }
        const ClassicalSweep& s = *found;
        for (const std::uint64_t violating : {s.below, s.above})
            app::note_verdict(violating == 0 ? Verdict::exhausted : Verdict::refuted);
        rows.push_back(classical_row_json(s, "min", s.least, s.below));
        rows.push_back(classical_row_json(s, "max", s.greatest, s.above));
        table.add_row({std::to_string(length), std::to_string(s.permutations),
                       std::to_string(s.below), std::to_string(s.above),
                       s.least.ratio().to_string(), s.least.sigma.to_string(),
                       s.greatest.ratio().to_string(), s.greatest.sigma.to_string()});
    }
    if (as_json) {
        app::print_json(json);
    } else {
        app::print("Diaconis–Graham, K <= F <= 2K, on every σ in S_n (all weights 1).\n\n" +
                   table.to_string() + note);
    }
}

namespace {

using discover::Statement;
using discover::StatementResult;

Verdict verdict_of(const StatementResult& result) {
    if (!result.complete) return Verdict::undecided;
    return result.violating == 0 ? Verdict::exhausted : Verdict::refuted;
}

std::string statement_scope(const Statement& statement, const std::string& n) {
    const bool is_of_ties = std::ranges::any_of(
        statement.quantities, [](const auto& q) { return q.statistic->is_of_ties(); });
    if (is_of_ties) return fmt::format("every two rankings of n elements with ties, n = {}", n);
    return fmt::format("every σ{} in S_n, n = {}, all weights 1",
                       statement.without_identity ? " ≠ id" : "", n);
}

Json statement_row_json(const Statement& statement, const StatementResult& result) {
    Json row = {{"n", result.n},
                {"statement", statement.text},
                {"scope", statement_scope(statement, std::to_string(result.n))},
                {"permutations", result.permutations},
                {"violating", result.violating},
                {"tight", result.tight},
                {"verdict", name_of(verdict_of(result))},
                {"witness", nullptr}};
    if (result.values.empty()) return row;
    Json& witness = row["witness"] = Json::object();
    if (result.witness) {
        witness["ranks"] = result.witness->to_ranks();
    } else {
        witness["pair"] = result.witness_text();
    }
    for (std::size_t k = 0; k < result.values.size(); ++k)
        witness[statement.quantities[k].name()] = result.values[k].to_string();
    return row;
}

/// "ranks 1 3 2: footrule = 2, kendall = 1"
std::string witness_text(const Statement& statement, const StatementResult& result) {
    std::string text = result.witness_text();
    if (text.empty()) return "-";
    for (std::size_t k = 0; k < result.values.size(); ++k)
        text += fmt::format("{} {} = {}", k == 0 ? ":" : ",", statement.quantities[k].name(),
                            result.values[k].to_string());
    return text;
}

}  // namespace

void run_classical_statement(const std::string& text, std::size_t n_from, std::size_t n_to,
                             unsigned threads, const Stop& stop, bool as_json) {
    const Statement statement = discover::parse_statement(text);
    Json json = app::document("search");
    Json& rows = json["results"] = Json::array();
    TextTable table({{"n", TextTable::Align::right},
                     {"permutations", TextTable::Align::right},
                     {"violating", TextTable::Align::right},
                     {"tight", TextTable::Align::right},
                     {"verdict"},
                     {"first witness"}});
    for (std::size_t n = n_from; n <= n_to; ++n) {
        const StatementResult result = discover::decide(statement, n, threads, stop);
        app::note_verdict(verdict_of(result));
        app::note_incomplete(!result.complete);
        rows.push_back(statement_row_json(statement, result));
        table.add_row({std::to_string(n), std::to_string(result.permutations),
                       std::to_string(result.violating), std::to_string(result.tight),
                       std::string(name_of(verdict_of(result))), witness_text(statement, result)});
    }
    if (as_json) return app::print_json(json);
    app::print(fmt::format("{}, for {}.\n\n{}", statement.text,
                           statement_scope(statement, fmt::format("{}..{}", n_from, n_to)),
                           table.to_string()));
}

}  // namespace disarray::search
