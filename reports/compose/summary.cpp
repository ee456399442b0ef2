// SPDX-License-Identifier: MIT
//
// The summary in plain words, on one screen: what fell, with the witness that can be checked by
// hand, what stands, what is open; then the sources, the metrics and the rest, in counts. Codes of
// claims are left to the tables.
#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "reports/compose/sections.hpp"

namespace disarray::reports {

namespace {

/// "n = 3", "n = 3 to 5", "n = 3, 5 and 7".
std::string lengths_text(const std::vector<std::size_t>& lengths) {
    if (lengths.size() > 1 && lengths.back() - lengths.front() + 1 == lengths.size()) {
        return fmt::format("n = {} to {}", lengths.front(), lengths.back());
    }
    std::vector<std::string> texts;
    for (const std::size_t n : lengths)
        texts.push_back(std::to_string(n));
    return "n = " + listed(texts);
}

/// "(certified)", "(certified for n = 3, exhausted for n = 4)".
std::string strength(const std::vector<const Result*>& holding) {
    std::map<Verdict, std::vector<std::size_t>> by_verdict;
    for (const Result* result : holding)
        by_verdict[result->verdict].push_back(result->n);
    if (by_verdict.size() == 1) return std::string(name_of(by_verdict.begin()->first));
    std::vector<std::string> parts;
    for (const auto& [verdict, lengths] : by_verdict)
        parts.push_back(fmt::format("{} for {}", name_of(verdict), lengths_text(lengths)));
    return listed(parts);
}

/// Every shorter length from 3 on was decided as well, so that "first" is known.
bool is_first(const ByLength& rows, std::size_t n) {
    for (std::size_t shorter = 3; shorter < n; ++shorter) {
        const auto place = rows.find(shorter);
        if (place == rows.end() || standing(place->second->verdict) != Standing::holds)
            return false;
    }
    return true;
}

/// "K = 7, F = 6: check it by hand".
void say_numbers(const Result& result, const WitnessBook& witnesses, Text& text) {
    const RatioWitness& witness = *result.witness;
    std::vector<std::string> numbers;
    if (witness.kendall) numbers.push_back("K = " + witness.kendall->to_string());
    if (witness.footrule) numbers.push_back("F = " + witness.footrule->to_string());
    if (!witness.footrule && witness.small && witness.big) {
        numbers = {"the left side is " + witness.small->to_string(),
                   "the right " + witness.big->to_string()};
    }
    text.push_back(plain(fmt::format(" ({}: ", fmt::join(numbers, ", "))));
    text.push_back(link("check it by hand", witnesses.card_of(result, false)));
    text.push_back(plain(")"));
}

std::string_view extreme_of(const Result& result) {
    return result.side == "min" ? "least F/K" : result.side == "max" ? "greatest F/K" : "least M/N";
}

/// Of an inequality with a c: which one it is.
void say_constants(const ByLength& rows, Text& text) {
    text.push_back(
        plain(fmt::format("with the least c: the {} is ", extreme_of(*rows.begin()->second))));
    std::string_view between;
    for (const auto& [n, result] : rows) {
        text.push_back(plain(std::string(between)));
        text.push_back(link(result->ratio, result->id));
        text.push_back(plain(fmt::format(" for n = {}{}", n, result->complete ? "" : " so far")));
        between = ", ";
    }
}

void say_failing(const ByLength& rows, const WitnessBook& witnesses, Text& text) {
    const auto first = std::ranges::find_if(
        rows, [](const auto& row) { return standing(row.second->verdict) == Standing::fails; });
    if (first == rows.end()) return;
    const Result& result = *first->second;
    text.push_back(strong("fails"));
    text.push_back(plain(is_first(rows, result.n) ? ", first at " : " at "));
    text.push_back(link(fmt::format("n = {}", result.n), result.id));
    text.push_back(plain(fmt::format(", where the {} {}is {}", extreme_of(result),
                                     result.complete ? "" : "so far ", result.ratio)));
    if (result.witness) {
        text.push_back(plain(", at ranks "));
        text.push_back(code(result.witness->sigma.to_string()));
        say_numbers(result, witnesses, text);
    }
    const Result& last = *rows.rbegin()->second;
    if (&last != &result && standing(last.verdict) == Standing::fails &&
        last.ratio != result.ratio) {
        text.push_back(plain(fmt::format("; at n = {} it is {}{}", last.n,
                                         last.complete ? "" : "so far ", last.ratio)));
    }
}

void say_holding(const ByLength& rows, Text& text) {
    std::vector<const Result*> holding;
    std::vector<std::size_t> lengths;
    for (const auto& [n, result] : rows) {
        if (standing(result->verdict) != Standing::holds) continue;
        holding.push_back(result);
        lengths.push_back(n);
    }
    if (holding.empty()) return;
    if (text.size() > 2) text.push_back(plain("; it "));
    text.push_back(strong("holds"));
    const bool any_weights = holding.front()->reading != "classical";
    text.push_back(plain(fmt::format(
        " for {}, for every σ {} ({})", lengths_text(lengths),
        any_weights ? "and every pseudometric D" : "with all weights 1", strength(holding))));
}

void say_open(const ByLength& rows, Text& text) {
    std::vector<std::size_t> lengths;
    for (const auto& [n, result] : rows) {
        if (standing(result->verdict) == Standing::open) lengths.push_back(n);
    }
    if (lengths.empty()) return;
    if (text.size() > 2) text.push_back(plain("; it "));
    text.push_back(plain("is "));
    text.push_back(strong("open"));
    text.push_back(plain(" for " + lengths_text(lengths)));
}

/// What is told together, in this order.
struct Told {
    List fell, stands, open, sources, more;

    List& of(Standing standing) {
        return standing == Standing::fails ? fell : standing == Standing::holds ? stands : open;
    }
};

/// Fails, if it does anywhere; else holds, if it does anywhere.
Standing standing_of(const ByLength& rows) {
    Standing worst = Standing::open;
    for (const auto& [n, result] : rows) {
        const Standing here = standing(result->verdict);
        if (here == Standing::fails) return here;
        if (here == Standing::holds) worst = here;
    }
    return worst;
}

/// A sentence for each inequality that was decided over all of S_n.
void add_inequalities(const Model& model, const WitnessBook& witnesses, Told& told) {
    std::vector<std::pair<std::string, ByLength>> inequalities;
    for (const Result& result : model.results) {
        if (!result.is_whole && !is_own_over_all(result)) continue;
        const auto place = std::ranges::find(inequalities, result.statement,
                                             &std::pair<std::string, ByLength>::first);
        ByLength& rows = place == inequalities.end()
                             ? inequalities.emplace_back(result.statement, ByLength{}).second
                             : place->second;
        keep_better(rows, result);
    }
    // The generalized distances first: the classical theorem is long proved.
    std::ranges::stable_sort(inequalities, [](const auto& a, const auto& b) {
        const auto is_classical = [](const ByLength& rows) {
            return rows.begin()->second->reading == "classical";
        };
        return !is_classical(a.second) && is_classical(b.second);
    });
    for (const auto& [statement, rows] : inequalities) {
        Text text = {code(statement), plain(" ")};
        if (rows.begin()->second->asks_constant) {
            say_constants(rows, text);
        } else {
            say_failing(rows, witnesses, text);
            say_holding(rows, text);
            say_open(rows, text);
        }
        text.push_back(plain("."));
        told.of(standing_of(rows)).items.push_back(std::move(text));
    }
}

Text sentence(const Result& result, const WitnessBook& witnesses) {
    Text text = {code(result.statement), plain(" ")};
    const std::string where = result.weights.empty() ? result.scope : "with " + result.weights;
    if (result.verdict == Verdict::refuted) {
        text.push_back(strong("fails"));
        text.push_back(plain(fmt::format(" ({}), at ", where)));
        text.push_back(link(fmt::format("n = {}", result.n), result.id));
        text.push_back(plain(", ranks "));
        text.push_back(code(result.witness->sigma.to_string()));
        say_numbers(result, witnesses, text);
        text.push_back(plain("."));
    } else {
        const bool holds = standing(result.verdict) == Standing::holds;
        text.push_back(holds ? strong("holds") : plain("is open"));
        text.push_back(plain(fmt::format(" ({}), ", where)));
        text.push_back(link(fmt::format("n = {}", result.n), result.id));
        text.push_back(plain(fmt::format(" ({}).", name_of(result.verdict))));
    }
    return text;
}

/// A sentence for each decision over something else than all of S_n without weights: grids of
/// weights, single rankings, families, samples.
void add_others(const Model& model, const WitnessBook& witnesses, Told& told) {
    constexpr std::size_t most = 6;  // of each kind: all of it shall fit on a screen
    std::map<Standing, std::size_t> count;
    std::set<std::pair<std::string, std::size_t>> said_above;
    for (const Result& result : model.results) {
        if (result.is_whole || is_own_over_all(result))
            said_above.insert({result.statement, result.n});
    }
    for (const Result& result : model.results) {
        // Rows of search conjecture without weights may repeat what was said above.
        const bool is_said =
            result.weights == "w = δ = 1" && said_above.contains({result.statement, result.n});
        if (result.is_whole || is_own_over_all(result) || is_said) continue;
        const Standing standing_here = standing(result.verdict);
        if (++count[standing_here] > most) continue;
        told.of(standing_here).items.push_back(sentence(result, witnesses));
    }
    for (const auto& [of, all] : count) {
        if (all <= most) continue;
        told.of(of).items.push_back({plain(fmt::format("And {} more in ", all - most)),
                                     link("the table", "constants"), plain(".")});
    }
}

/// How the rows of one claim stand together.
enum class Together { holds, fails, partly, differs, open, none };

Together together(const std::vector<const Claim*>& rows) {
    bool holds = false, fails = false, open = false;
    for (const Claim* row : rows) {
        holds |= standing(row->verdict) == Standing::holds;
        fails |= standing(row->verdict) == Standing::fails;
        open |= standing(row->verdict) == Standing::open;
    }
    if (fails && holds) return Together::differs;
    if (fails) return open ? Together::partly : Together::fails;
    if (open) return Together::open;
    return holds ? Together::holds : Together::none;
}

struct ClaimGroup {
    std::string id;
    std::vector<const Claim*> rows;
};

std::map<std::string, std::vector<ClaimGroup>> groups_by_source(const Model& model) {
    std::map<std::string, std::vector<ClaimGroup>> sources;
    for (const Claim* claim : strongest(model.claims)) {
        auto& groups = sources[source_key(*claim)];
        const auto place = std::ranges::find(groups, claim->claim, &ClaimGroup::id);
        if (place == groups.end()) {
            groups.push_back({claim->claim, {claim}});
        } else {
            place->rows.push_back(claim);
        }
    }
    return sources;
}

const Claim& telling_row(const ClaimGroup& group) {
    const auto failing = std::ranges::find_if(
        group.rows, [](const Claim* row) { return standing(row->verdict) == Standing::fails; });
    return failing == group.rows.end() ? *group.rows.front() : **failing;
}

/// One item for each source: how many claims stand how, and the first that fails, in words.
void add_claims(const Model& model, List& list) {
    struct Kind {
        Together kind;
        std::string_view of_one, of_many;
    };
    constexpr Kind kinds[] = {
        {Together::fails, "fails wherever it was tried", "fail wherever they were tried"},
        {Together::partly, "fails in some versions, readings or metrics and is open in others",
         "fail in some versions, readings or metrics and are open in others"},
        {Together::differs, "holds in some versions, readings or metrics and fails in others",
         "hold in some versions, readings or metrics and fail in others"},
        {Together::holds, "holds wherever it was tried", "hold wherever they were tried"},
        {Together::open, "is open", "are open"},
        {Together::none, "applied to no case", "applied to no case"}};
    for (const auto& [key, groups] : groups_by_source(model)) {
        Text text = {
            strong(fmt::format("Of {} of {}", counted(groups.size(), "claim", "claims"), key))};
        std::string between = " ";
        for (const auto& [kind, of_one, of_many] : kinds) {
            const auto stands_so = [kind = kind](const ClaimGroup& group) {
                return together(group.rows) == kind;
            };
            const auto count = std::ranges::count_if(groups, stands_so);
            if (count == 0) continue;
            text.push_back(
                plain(fmt::format("{}{} {}", between, count, count == 1 ? of_one : of_many)));
            between = ", ";
            if (kind != Together::fails) continue;
            const Claim& first = telling_row(*std::ranges::find_if(groups, stands_so));
            text.push_back(plain(" (the first: "));
            text.push_back(link(fmt::format("{}, {}", first.statement, first.origin), first.id));
            text.push_back(plain(")"));
        }
        text.push_back(plain(": "));
        text.push_back(link("all of them", "claims"));
        text.push_back(plain("."));
        list.items.push_back(std::move(text));
    }
}

struct Tally {
    std::size_t holds = 0, fails = 0, open = 0;
    void add(Verdict verdict) {
        holds += standing(verdict) == Standing::holds ? 1U : 0U;
        fails += standing(verdict) == Standing::fails ? 1U : 0U;
        open += standing(verdict) == Standing::open ? 1U : 0U;
    }
    std::size_t all() const { return holds + fails + open; }
};

void add_atlas(const Model& model, List& list) {
    Tally tally;
    for (const PropertyCell* cell : strongest(model.cells))
        tally.add(cell->verdict);
    if (tally.all() == 0) return;
    list.items.push_back(
        {strong("Properties of metrics"),
         plain(fmt::format(": of {} combinations that make sense, {} hold, {} fail, "
                           "{} are open.",
                           tally.all(), tally.holds, tally.fails, tally.open))});
}

void add_experiments(const Model& model, List& list) {
    for (const Agreement& agreement : model.agreements) {
        std::vector<std::string> groups;
        for (const auto& cluster : agreement.clusters) {
            if (cluster.size() > 1) groups.push_back(fmt::format("{}", fmt::join(cluster, ", ")));
        }
        if (groups.empty()) continue;
        list.items.push_back(
            {strong("Agreement"),
             plain(fmt::format(" on {} random pairs of S_{}: metrics that order "
                               "rankings alike are {}.",
                               agreement.pairs, agreement.n, fmt::join(groups, "; ")))});
    }
}

/// The first metric of each evaluation, for all runs if there are few.
void add_evaluations(const Model& model, List& list) {
    constexpr std::size_t few = 5;
    for (const Evaluation& evaluation : model.evaluations) {
        Text text = {strong("Retrieval evaluation"), plain(" of "),
                     link(counted(evaluation.runs.size(), "run", "runs"), evaluation.id),
                     plain(fmt::format(" against the judgements of {}",
                                       counted(evaluation.judged_queries, "query", "queries")))};
        const std::string& metric = evaluation.runs.front().metrics.front().metric;
        std::vector<std::string> values;
        for (const EvaluatedRun& run : evaluation.runs)
            values.push_back(fmt::format("{} for {}", run.metrics.front().mean.decimal, run.name));
        if (values.size() <= few) {
            const bool is_count = evaluation.runs.front().metrics.front().is_count;
            text.push_back(plain(
                fmt::format(": {}{} is {}", is_count ? "" : "mean ", metric, listed(values))));
        }
        text.push_back(plain("."));
        list.items.push_back(std::move(text));
    }
}

/// Rows of the ledger by source and reading.
Table reading_table(const Model& model) {
    std::map<std::string, std::map<std::string, Tally>> tallies;
    for (const Claim* row : strongest(model.claims)) {
        const Claim& claim = *row;
        const std::string of = claim.metric == "kendall" ? "kendall"
                               : !claim.reading.empty()  ? "footrule[" + claim.reading + "]"
                                                         : "others";
        tallies[source_key(claim)][of].add(claim.verdict);
    }
    Table table{"standing",
                "Rows of the ledger, by source and distance",
                {{"source"}, {"of"}, {"hold", true}, {"fail", true}, {"open", true}},
                {}};
    for (const auto& [key, by_reading] : tallies) {
        std::vector<std::string> names;
        for (const auto& [of, tally] : by_reading)
            names.push_back(of);
        for (const char* of : {"kendall", "footrule[prefix]", "footrule[prefix-sym]",
                               "footrule[interval]", "footrule[box]", "others"}) {
            if (std::ranges::find(names, of) == names.end()) continue;
            const Tally& tally = by_reading.at(of);
            table.rows.push_back({"",
                                  {{{plain(key)}},
                                   {{plain(of)}},
                                   count_cell(tally.holds),
                                   count_cell(tally.fails),
                                   count_cell(tally.open)}});
        }
    }
    return table;
}

}  // namespace

Section summary_section(const Model& model, const WitnessBook& witnesses) {
    Section section{"summary", "In short", {}};
    Told told;
    add_inequalities(model, witnesses, told);
    add_others(model, witnesses, told);
    add_claims(model, told.sources);
    add_atlas(model, told.more);
    add_experiments(model, told.more);
    add_evaluations(model, told.more);
    std::ranges::move(discovery_summary(model), std::back_inserter(told.more.items));
    std::ranges::move(aggregation_summary(model), std::back_inserter(told.more.items));
    std::ranges::move(audit_summary(model), std::back_inserter(told.more.items));
    std::ranges::move(footrule_kendall_summary(model), std::back_inserter(told.more.items));
    const std::pair<std::string_view, List*> groups[] = {{"What fell", &told.fell},
                                                         {"What stands", &told.stands},
                                                         {"What is open", &told.open},
                                                         {"The sources", &told.sources},
                                                         {"Metrics and experiments", &told.more}};
    const auto count = std::ranges::count_if(
        groups, [](const auto& group) { return !group.second->items.empty(); });
    for (const auto& [title, list] : groups) {
        if (list->items.empty()) continue;
        if (count > 1) section.blocks.push_back(Paragraph{{strong(std::string(title))}});
        section.blocks.push_back(std::move(*list));
    }
    if (!model.claims.empty()) section.blocks.push_back(reading_table(model));
    return section;
}

}  // namespace disarray::reports
