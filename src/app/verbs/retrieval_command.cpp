// SPDX-License-Identifier: MIT
//
// `disarray check retrieval`: laws × retrieval metrics × tie policies, each cell decided on every
// small case and on random larger ones.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/parallel_for.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/cells.hpp"
#include "app/verbs/experiment_options.hpp"
#include "app/verbs/properties_commands.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "properties/outcome.hpp"
#include "properties/retrieval/domain.hpp"
#include "properties/retrieval/runner.hpp"

namespace disarray::properties {

namespace {

using formats::Ties;
using retrieval::Conventions;

struct RetrievalCommand {
    std::vector<std::string> metrics{"all"};
    std::vector<std::string> laws{"all"};
    std::vector<std::string> ties{"trec", "average"};
    std::string discount{name_of(retrieval::Discount::trec)};
    std::string gain{name_of(retrieval::Gain::linear)};
    std::string short_lists{name_of(retrieval::ShortLists::cutoff)};
    std::string precisions_averaged{name_of(retrieval::PrecisionsAveraged::relevant)};
    retrieval::Grade relevance_level = 1;
    std::string instance;  ///< a case as JSON; empty: none
    RetrievalCheckOptions check;
    std::optional<double> seconds;
    unsigned threads = 0;
    bool json = false;
};

/// A subject under a tie policy, and what was found of one law.
struct RetrievalCell {
    const RetrievalSubject* subject;
    const RetrievalLaw* law;
    Ties ties;
    RetrievalCheckResult result = {};
};

/// The subjects under one tie policy.
struct TiesColumn {
    Ties ties;
    std::vector<RetrievalSubject> subjects;
};

std::vector<Ties> chosen_ties(const RetrievalCommand& command) {
    std::vector<Ties> chosen;
    for (const std::string& name : command.ties) {
        if (name == "all") {
            return {Ties::trec, Ties::input_order, Ties::average, Ties::best, Ties::worst};
        }
        chosen.push_back(choice_named<formats::Ties>(name, "--ties"));
        if (chosen.back() == Ties::rank_column) {
            throw InputError("--ties", name, "a policy that needs no rank column");
        }
    }
    return chosen;
}

std::vector<const RetrievalLaw*> chosen_laws(const RetrievalCommand& command) {
    std::vector<const RetrievalLaw*> chosen;
    for (const std::string& name : command.laws) {
        for (const RetrievalLaw* law : retrieval_laws_named(name, "--law")) {
            if (std::ranges::find(chosen, law) == chosen.end()) chosen.push_back(law);
        }
    }
    return chosen;
}

std::vector<std::string> chosen_subject_names(const RetrievalCommand& command) {
    std::vector<std::string> chosen;
    for (const std::string& name : command.metrics) {
        const auto names = name == "all" ? all_subject_names() : std::vector<std::string>{name};
        for (const std::string& one : names) {
            if (std::ranges::find(chosen, one) == chosen.end()) chosen.push_back(one);
        }
    }
    return chosen;
}

std::optional<RetrievalCase> given_case(const RetrievalCommand& command) {
    if (command.instance.empty()) return std::nullopt;
    return retrieval_case_from_json(parsed_json(command.instance, "--case"), "--case");
}

Conventions chosen_conventions(const RetrievalCommand& command) {
    Conventions conventions;
    conventions.discount = choice_named<retrieval::Discount>(command.discount, "--discount");
    conventions.gain = choice_named<retrieval::Gain>(command.gain, "--gain");
    conventions.short_lists =
        choice_named<retrieval::ShortLists>(command.short_lists, "--short-lists");
    conventions.precisions_averaged = choice_named<retrieval::PrecisionsAveraged>(
        command.precisions_averaged, "--precisions-averaged");
    if (command.relevance_level < 1 || command.relevance_level > greatest_case_grade) {
        throw InputError("--relevance-level", std::to_string(command.relevance_level),
                         fmt::format("a grade from 1 to {}", greatest_case_grade));
    }
    conventions.relevance_level = command.relevance_level;
    conventions.greatest_grade = greatest_case_grade;
    if (const auto instance = given_case(command)) {
        retrieval::Grade& greatest = conventions.greatest_grade;
        for (const RetrievedDocument& document : instance->retrieved)
            greatest = std::max(greatest, grade_of(document));
        for (const retrieval::Grade grade : instance->not_retrieved)
            greatest = std::max(greatest, grade);
    }
    return conventions;
}

std::vector<TiesColumn> ties_columns(const RetrievalCommand& command,
                                     const Conventions& conventions) {
    std::vector<TiesColumn> columns;
    for (const Ties ties : chosen_ties(command)) {
        TiesColumn& column = columns.emplace_back(TiesColumn{ties, {}});
        for (const std::string& name : chosen_subject_names(command))
            column.subjects.push_back(subject_named(name, conventions, ties, "--metric"));
    }
    return columns;
}

/// A tie policy after the other, in it a law after the other, in it the metrics.
std::vector<RetrievalCell> retrieval_cells(const std::vector<TiesColumn>& columns,
                                           const std::vector<const RetrievalLaw*>& laws) {
    std::vector<RetrievalCell> cells;
    for (const TiesColumn& column : columns) {
        for (const RetrievalLaw* law : laws) {
            for (const RetrievalSubject& subject : column.subjects)
                cells.push_back({&subject, law, column.ties});
        }
    }
    return cells;
}

void check_all(std::vector<RetrievalCell>& cells, const RetrievalCheckOptions& options) {
    app::ProgressLine line;
    tbb::parallel_for(std::size_t{0}, cells.size(), [&](std::size_t i) {
        RetrievalCell& cell = cells[i];
        line.show(
            fmt::format("{}, {}, {}", cell.law->name, cell.subject->name, name_of(cell.ties)));
        cell.result = check(*cell.subject, *cell.law, options);
    });
}

Json conventions_json(const Conventions& conventions) {
    return {{"relevance_level", conventions.relevance_level},
            {"discount", name_of(conventions.discount)},
            {"gain", name_of(conventions.gain)},
            {"short_lists", name_of(conventions.short_lists)},
            {"precisions_averaged", name_of(conventions.precisions_averaged)},
            {"beta", conventions.beta.to_string()},
            {"persistence", conventions.persistence.to_string()},
            {"greatest_grade", conventions.greatest_grade}};
}

Json retrieval_cell_json(const RetrievalCell& cell, const Conventions& conventions) {
    const RetrievalCheckResult& result = cell.result;
    return {{"metric", cell.subject->name},
            {"property", cell.law->name},
            {"ties", name_of(cell.ties)},
            {"conventions", conventions_json(conventions)},
            {"statement", cell.law->statement},
            {"verdict", name_of(result.verdict)},
            {"scope", result.scope},
            {"witness", result.witness ? to_json(*result.witness) : Json()},
            {"explanation", result.explanation},
            {"effort", to_json(result.effort)}};
}

using RetrievalCells = std::span<const RetrievalCell>;

/// The first cells, as long as `key` is the same for them.
template <class Key>
RetrievalCells leading(RetrievalCells cells, const Key& key) {
    const auto end = std::ranges::find_if(
        cells, [&](const RetrievalCell& cell) { return key(cell) != key(cells.front()); });
    return cells.first(static_cast<std::size_t>(end - cells.begin()));
}

const RetrievalLaw* law_of_cell(const RetrievalCell& cell) {
    return cell.law;
}

std::string tables_by_ties(RetrievalCells cells) {
    std::string text;
    while (!cells.empty()) {
        const RetrievalCells part =
            leading(cells, [](const RetrievalCell& cell) { return cell.ties; });
        std::vector<VerdictCell> shown;
        for (const RetrievalCell& cell : part) {
            shown.push_back(
                {cell.law->name, cell.law->statement, cell.subject->name, cell.result.verdict});
        }
        text += fmt::format("ties {}\n\n{}\n", name_of(part.front().ties), text_of("law", shown));
        cells = cells.subspan(part.size());
    }
    return text;
}

std::string counterexamples(RetrievalCells cells) {
    std::string text;
    while (!cells.empty()) {
        const RetrievalCells row = leading(cells, law_of_cell);
        const RetrievalLaw& law = *row.front().law;
        bool first = true;
        for (const RetrievalCell& cell : row) {
            if (!cell.result.witness) continue;
            if (first) {
                text += fmt::format("{}, ties {}: not always: {}\n", law.name, name_of(cell.ties),
                                    law.statement);
            }
            first = false;
            text += fmt::format("  {}: {}\n    {}\n", cell.subject->name,
                                to_string(*cell.result.witness), cell.result.explanation);
        }
        cells = cells.subspan(row.size());
    }
    return text;
}

std::string conventions_in_words(const Conventions& conventions) {
    return fmt::format(
        "discount {}, gain {}, short lists {}, precisions averaged {}, relevant from grade {}",
        name_of(conventions.discount), name_of(conventions.gain), name_of(conventions.short_lists),
        name_of(conventions.precisions_averaged), conventions.relevance_level);
}

/// The case as the subject is asked it: with its cutoff. None if the case has another.
std::optional<RetrievalCase> asked_of(const RetrievalSubject& subject, RetrievalCase instance) {
    const Cutoffs& cutoffs = subject.cutoffs;
    if (!instance.cutoff) instance.cutoff = cutoffs.fixed;
    const bool fits =
        cutoffs.every ? instance.cutoff.has_value() : instance.cutoff == cutoffs.fixed;
    return fits ? std::optional(std::move(instance)) : std::nullopt;
}

/// The outcome of one case for every subject that can be asked it.
void print_outcomes(const RetrievalCommand& command, const std::vector<RetrievalCell>& cells,
                    const RetrievalCase& given) {
    Json json = app::document("check");
    json["case"] = to_json(given);
    json["outcomes"] = Json::array();
    std::string text = to_string(given) + "\n";
    for (const RetrievalCell& cell : cells) {
        const auto instance = asked_of(*cell.subject, given);
        if (!instance) continue;
        const Outcome outcome = check_case(*cell.subject, *cell.law, *instance);
        const std::string_view word = name_of(outcome.kind);
        const std::string value = cell.subject->value(*instance).to_string();
        json["outcomes"].push_back({{"metric", cell.subject->name},
                                    {"property", cell.law->name},
                                    {"ties", name_of(cell.ties)},
                                    {"value", value},
                                    {"outcome", word},
                                    {"explanation", outcome.explanation}});
        text += fmt::format("{}, {} = {}, ties {}: {}{}{}\n", cell.law->name, cell.subject->name,
                            value, name_of(cell.ties), word,
                            outcome.explanation.empty() ? "" : ": ", outcome.explanation);
    }
    if (json["outcomes"].empty()) {
        throw InputError("--case",
                         given.cutoff ? fmt::format("cutoff {}", *given.cutoff) : "no cutoff",
                         fmt::format("a case with the cutoff of {}", cells.front().subject->name));
    }
    command.json ? app::print_json(json) : app::print(text);
}

void print_cells(const RetrievalCommand& command, const std::vector<RetrievalCell>& cells,
                 const Conventions& conventions) {
    for (const RetrievalCell& cell : cells)
        app::note_verdict(cell.result.verdict);
    if (command.json) {
        Json json = app::document("check");
        json["seed"] = command.check.seed;
        json["cells"] = Json::array();
        for (const RetrievalCell& cell : cells)
            json["cells"].push_back(retrieval_cell_json(cell, conventions));
        return app::print_json(json);
    }
    const std::string scope =
        cells.size() == 1 ? cells.front().result.scope : description(command.check);
    app::print(fmt::format("{}\n{}\n\n{}{}", scope, conventions_in_words(conventions),
                           tables_by_ties(cells), counterexamples(cells)));
}

void retrieval_command(const RetrievalCommand& command) {
    const Conventions conventions = chosen_conventions(command);
    const std::vector<TiesColumn> columns = ties_columns(command, conventions);
    std::vector<RetrievalCell> cells = retrieval_cells(columns, chosen_laws(command));
    if (const auto instance = given_case(command)) {
        return print_outcomes(command, cells, *instance);
    }
    EffortOptions budget;
    budget.seconds = command.seconds;
    RetrievalCheckOptions options = command.check;
    options.stop = stop_of(budget);
    with_threads(command.threads, [&] { check_all(cells, options); });
    app::note_incomplete(options.stop.requested());
    print_cells(command, cells, conventions);
}

void add_question_options(app::Verb verb, RetrievalCommand& command) {
    verb.add_option("--metric", &command.metrics,
                    "all, or metrics as in nDCG@10; nDCG@k is every cutoff")
        .value_name("LIST");
    std::vector<std::string_view> laws;
    for (const RetrievalLaw& law : retrieval_laws())
        laws.push_back(law.name);
    verb.add_option("--law", &command.laws, fmt::format("all, or of {}", fmt::join(laws, ", ")))
        .value_name("LIST");
    verb.group(app::Group::how);
    verb.add_option("--ties", &command.ties, "all, or of trec, input-order, average, best, worst")
        .value_name("LIST");
    verb.add_option("--discount", &command.discount, "trec or mir");
    verb.add_option("--gain", &command.gain, "linear or exponential");
    verb.add_option("--short-lists", &command.short_lists, "cutoff or length");
    verb.add_option("--precisions-averaged", &command.precisions_averaged, "relevant or reachable");
    verb.add_option("--relevance-level", &command.relevance_level,
                    "The least grade of a relevant document");
    verb.add_option("--case", &command.instance, "One case only, a witness as --json prints it")
        .in(app::Group::what)
        .value_name("JSON");
}

void add_retrieval_effort(app::Verb verb, RetrievalCommand& command) {
    verb.group(app::Group::effort);
    verb.add_option("--exhaustive", &command.check.exhaustive_n,
                    "Every list of at most N documents; 0 for none")
        .value_name("N");
    verb.add_option("--random", &command.check.random_cases, "Number of random cases")
        .from_to(0, std::numeric_limits<std::uint64_t>::max())
        .value_name("CASES");
    verb.add_option("--n", &command.check.random_n, "Most documents of a random case")
        .from_to(1, most_random_n);
    verb.add_option("--seed", &command.check.seed, "Seed of the random cases");
    verb.add_time_option(command.seconds);
    verb.add_threads_option(command.threads);
    verb.add_fail_if_option();
    verb.add_json_option(command.json);
}

}  // namespace

void add_retrieval_command(app::Verb check) {
    const auto command = std::make_shared<RetrievalCommand>();
    app::Verb verb = check.add_verb(
        "retrieval", "Laws of retrieval metrics, on every small list and on random ones.",
        "disarray check retrieval --metric AP,nDCG@k,Rprec --ties trec,average");
    add_question_options(verb, *command);
    add_retrieval_effort(verb, *command);
    verb.on_call([command, check, verb] {
        check.refuse_options_before(verb);
        retrieval_command(*command);
    });
}

}  // namespace disarray::properties
