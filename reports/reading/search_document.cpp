// SPDX-License-Identifier: MIT
//
// Documents of `disarray search`. Every witness is put into the formulas again, by the naive
// definitions, and must give what the document says: a report repeats no number that it can refute.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "properties/case_json.hpp"
#include "ranking/enumeration.hpp"
#include "record/json.hpp"
#include "reports/reading/documents.hpp"
#include "search/evidence.hpp"
#include "search/question.hpp"

namespace disarray::reports {

namespace {

constexpr std::string_view classical = "classical";

metrics::Reading footrule_reading(const std::string& reading, const std::string& where) {
    // With unit weights all readings are the classical footrule.
    if (reading == classical) return metrics::Reading::prefix;
    return choice_named<metrics::Reading>(reading, where);
}

void require_equal(const Fields& fields, const char* key, const std::optional<Rational>& printed,
                   const Rational& computed) {
    if (!printed || *printed == computed) return;
    refuse(fields, fmt::format("\"{}\": {}", key, printed->to_string()),
           computed.to_string() + ", by the definition");
}

bool is_unit(const Dissimilarity& d) {
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = 0; j < d.size(); ++j) {
            if (d(i, j) != Rational(i == j ? 0 : 1)) return false;
        }
    }
    return true;
}

/// The weights of a witness: what is unit is left out again, so that it reads as it was asked.
properties::Case case_of(const Fields& fields) {
    Json instance = fields.json();
    instance["rankings"] = Json::array({fields.json().value("ranks", Json())});
    properties::Case parsed = properties::case_from_json(instance, fields.where());
    Weighting& weighting = parsed.weighting;
    const auto all_one = [](const auto& values, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            if (values[i] != Rational(1)) return false;
        }
        return true;
    };
    const std::size_t n = parsed.n();
    if (weighting.element_weights && all_one(*weighting.element_weights, n)) {
        weighting.element_weights.reset();
    }
    if (weighting.swap_costs && all_one(*weighting.swap_costs, n - 1)) weighting.swap_costs.reset();
    if (weighting.dissimilarity && is_unit(*weighting.dissimilarity)) {
        weighting.dissimilarity.reset();
    }
    return parsed;
}

RatioWitness witness_in(const Fields& fields, const std::string& reading) {
    const properties::Case parsed = case_of(fields);
    RatioWitness witness;
    witness.sigma = parsed.rankings.front();
    witness.weighting = parsed.weighting;
    witness.json = fields.json();
    witness.is_strict =
        !witness.weighting.dissimilarity || witness.weighting.dissimilarity->is_metric();
    witness.kendall = fields.rational_if_any("K");
    witness.footrule = fields.rational_if_any("F");
    witness.small = fields.rational_if_any("small");
    witness.big = fields.rational_if_any("big");

    const Permutation identity = Permutation::identity(witness.sigma.size());
    require_equal(fields, "K", witness.kendall,
                  metrics::naive::kendall(witness.sigma, identity, witness.weighting));
    if (!reading.empty()) {
        require_equal(fields, "F", witness.footrule,
                      metrics::naive::footrule(witness.sigma, identity, witness.weighting,
                                               footrule_reading(reading, fields.where())));
    }
    return witness;
}

/// Diaconis and Graham (KV Theorem 1): K <= F is about min F/K, F <= 2K about max F/K.
std::string_view classical_statement(std::string_view side) {
    return side == "min" ? "K <= F" : "F <= 2*K";
}

/// The inequality of a row; absent for the classical one, whose F needs no reading.
std::optional<search::Question> question_in(const Result& result, const Fields& fields) {
    if (result.reading == classical) {
        const std::string_view expected = classical_statement(result.side);
        if (result.statement == expected) return std::nullopt;
        refuse(fields, "\"" + printable(result.statement) + "\"", expected);
    }
    try {
        const auto questions = search::questions_in(result.statement);
        if (questions.size() == 1) return questions.front();
    } catch (const InputError&) {  // what it says of columns is not for this reader
    }
    refuse(fields, "\"" + printable(result.statement) + "\"",
           "an inequality such as \"K <= F[box]\"");
}

/// The inequality does not hold at the witness, by the definitions.
bool refutes(const RatioWitness& witness, const std::optional<search::Question>& question,
             const Result& result) {
    if (!question) {  // classical: K <= F, F <= 2K
        if (!witness.footrule || !witness.kendall) return false;
        return result.side == "min" ? *witness.footrule < *witness.kendall
                                    : *witness.kendall * Rational(2) < *witness.footrule;
    }
    if (question->asks_constant) return false;  // it is where the constant is attained
    const search::Evidence evidence = search::naive_evidence(
        question->inequality, witness.sigma, witness.weighting,
        witness.weighting.dissimilarity.value_or(Dissimilarity::unit(witness.sigma.size())));
    return evidence.big < evidence.small;
}

/// small and big of a witness are what the inequality says, and D is what it is called.
void require_witness(const RatioWitness& witness, const search::Question& question,
                     const Result& result, const Fields& fields, bool strict) {
    const auto& d = witness.weighting.dissimilarity;
    if (d && !d->is_pseudometric()) refuse(fields, "D that is no pseudometric", "a pseudometric");
    if (strict && d && !d->is_metric()) refuse(fields, "D that is no metric", "a metric");
    const bool is_plain = !witness.weighting.element_weights && !witness.weighting.swap_costs;
    if (result.is_whole && !is_plain) refuse(fields, "weights", "w = δ = 1, as in the scope");
    const search::Evidence evidence =
        search::naive_evidence(question.inequality, witness.sigma, witness.weighting,
                               d.value_or(Dissimilarity::unit(witness.sigma.size())));
    require_equal(fields, "small", witness.small, evidence.small);
    require_equal(fields, "big", witness.big, evidence.big);
}

/// The ratio of the row is attained at its witness.
void require_attained(const Result& result, const Fields& fields) {
    if (!result.value) return;
    fields.require(result.value->to_string() == result.ratio && result.value->sign() >= 0, "ratio",
                   "a ratio in lowest terms");
    if (!result.witness) refuse(fields, "a ratio without a witness", "one that attains it");
    const RatioWitness& w = *result.witness;
    const bool of_sides = result.side == "other";
    const auto& above = of_sides ? w.big : w.footrule;
    const auto& below = of_sides ? w.small : w.kendall;
    if (!above || !below) refuse(fields, "a witness without K and F, or sides", "both");
    if (below->sign() != 0 && *above / *below == *result.value) return;
    refuse(fields, fmt::format("\"ratio\": {}", result.ratio),
           fmt::format("{} to {}, as at its witness", above->to_string(), below->to_string()));
}

/// "decimal" is that of "ratio", "best_constant" the least c with N <= c·M, which the witness of
/// the ratio has, and "permutations" all of S_n where the scope says so.
void require_numbers(const Result& result, const Fields& fields) {
    if (fields.has("decimal")) {
        const std::string due = result.value ? result.value->to_decimal() : "none";
        fields.require(fields.text("decimal") == due, "decimal", "{}, as \"ratio\"", due);
    }
    if (fields.has("best_constant") && result.witness && result.witness->small &&
        result.witness->big) {
        const RatioWitness& w = *result.witness;
        const std::string due = w.big->sign() == 0 ? "unbounded" : (*w.small / *w.big).to_string();
        fields.require(fields.text("best_constant") == due, "best_constant",
                       "{}, as at the witness", due);
    }
    if (!result.permutations || result.n > max_factorial_64) return;
    const std::uint64_t all = factorial_64(result.n);
    const bool is_all = result.complete && result.weights.empty() &&
                        result.scope.starts_with(fmt::format("every σ in S_{}", result.n));
    fields.require(is_all ? *result.permutations == all : *result.permutations <= all,
                   "permutations", "{}, the σ of S_{}", all, result.n);
}

/// The side of the row is that of its inequality.
void require_side(const Result& result, const std::optional<search::Question>& question,
                  const Fields& fields) {
    if (result.side.empty() || !question) return;
    const std::string_view side = name_of(question->side);
    if (result.side != side) {
        refuse(fields, "side \"" + printable(result.side) + "\"",
               fmt::format("{}, the side of {}", side, result.statement));
    }
    const std::string reading =
        question->reading ? std::string(name_of(*question->reading)) : std::string();
    if (result.reading != reading) {
        refuse(fields, "reading \"" + printable(result.reading) + "\"", reading);
    }
}

/// The verdict is the one that ratio, witness and completeness give.
void require_verdict(const Result& result, const std::optional<search::Question>& question,
                     const Fields& fields) {
    const bool violated = result.witness && refutes(*result.witness, question, result);
    const bool refuted = result.verdict == Verdict::refuted;
    if (refuted && !result.witness) refuse(fields, "refuted without a witness", "a witness");
    if (refuted != violated) {
        refuse(fields, fmt::format("verdict {}", name_of(result.verdict)),
               violated ? "refuted, as its witness shows" : "a witness that refutes it");
    }
    const bool settled =
        result.verdict == Verdict::certified || result.verdict == Verdict::exhausted;
    if (settled && !result.complete) {
        refuse(fields, fmt::format("verdict {} of an incomplete search", name_of(result.verdict)),
               "undecided");
    }
    if (result.verdict == Verdict::certified && !fields.flag_or("certified", true)) {
        refuse(fields, "verdict certified", "\"certified\": true with it");
    }
    if (result.verdict == Verdict::not_applicable) {
        refuse(fields, "verdict not-applicable", "one that search gives");
    }
    if (!result.violating || !result.permutations || !result.is_whole) return;
    const bool none = *result.violating == 0;
    fields.require(
        *result.violating <= *result.permutations && (!result.complete || none != refuted),
        "violating", "{}", refuted ? "the number of σ that violate it" : "0");
}

void read_numbers(Result& result, const Fields& fields) {
    result.programs = fields.count_if_any(fields.has("programs") ? "programs" : "classes");
    if (!result.ratio.empty() && result.ratio != "unbounded") {
        result.value = fields.rational("ratio");
    }
    if (fields.count_if_any("undecided").value_or(0) > 0) result.complete = false;
}

/// The effort in words, where the document has none.
std::string effort_of(const Result& result, const Fields& fields) {
    if (fields.has("effort")) return fields.text("effort");
    std::string text;
    if (const auto points = fields.count_if_any("points")) {
        text = fmt::format("{} σ with weights", *points);
    } else if (result.permutations) {
        text = fmt::format("{} permutation{}", *result.permutations,
                           *result.permutations == 1 ? "" : "s");
    }
    if (result.programs && result.reading != classical) {
        text += fmt::format("{}{} linear program{}", text.empty() ? "" : ", ", *result.programs,
                            *result.programs == 1 ? "" : "s");
    }
    if (const auto open = fields.count_if_any("undecided"); open.value_or(0) > 0) {
        text += fmt::format(", {} of them without an exact answer", *open);
    }
    return text;
}

void read_witnesses(Result& result, const Fields& fields) {
    const auto question = question_in(result, fields);
    require_side(result, question, fields);
    if (question) {
        const auto claimed = question->shown_ratio(Rational(1));
        if (question->reading && claimed) result.claimed = claimed;
        result.certified = to_string(question->inequality);
        result.asks_constant = question->asks_constant;
    } else if (result.side == "min" || result.side == "max") {
        result.claimed = result.side == "min" ? Rational(1) : Rational(2);
    }
    const auto read = [&](const char* key, std::optional<RatioWitness>& witness) {
        if (!fields.has(key)) return;
        const Fields object = fields.object(key);
        witness = witness_in(object, result.reading);
        if (witness->sigma.size() != result.n) {
            refuse(object, fmt::format("{} ranks", witness->sigma.size()),
                   fmt::format("{}, as n says", result.n));
        }
        const bool strict = &witness == &result.strict_witness;
        if (question) require_witness(*witness, *question, result, object, strict);
    };
    read("witness", result.witness);
    read("strict_witness", result.strict_witness);
    require_attained(result, fields);
    require_numbers(result, fields);
    require_verdict(result, question, fields);
}

void read_result(const Fields& fields, const Reading& reading) {
    auto result = record::read<Result>(fields);
    result.source = reading.source;
    fields.require(result.n <= 100, "n", "at most 100");
    if (result.n > 0) fields.words("scope");
    if (!fields.has("statement")) result.statement = classical_statement(result.side);
    read_numbers(result, fields);
    result.is_whole = result.permutations && result.n <= max_factorial_64 &&
                      *result.permutations == factorial_64(result.n) && result.weights.empty() &&
                      (result.side == "min" || result.side == "max");
    result.effort = effort_of(result, fields);
    read_witnesses(result, fields);
    if (!result.complete) reading.model.sources[reading.source].complete = false;
    result.id =
        reading.ids.fresh(fmt::format("{}{} {} n{} {}", result.is_whole ? "" : "some ",
                                      result.reading.empty() ? result.statement : result.reading,
                                      result.side, result.n, result.weights));
    reading.model.results.push_back(std::move(result));
}

void read_scatter(const Fields& fields, const Reading& reading) {
    auto scatter = record::read<Scatter>(fields);
    scatter.source = reading.source;
    std::uint64_t counted = 0;
    for (const Scatter::Point& point : scatter.points)
        counted += point.count;
    if (counted != scatter.permutations) {
        refuse(fields, fmt::format("points for {} permutations", counted),
               fmt::format("points for {}, as it says", scatter.permutations));
    }
    const bool all = scatter.n <= max_factorial_64 && counted == factorial_64(scatter.n);
    if (scatter.complete && !all) {
        refuse(fields, fmt::format("{} permutations, complete", counted),
               fmt::format("all {}! of them", scatter.n));
    }
    if (!scatter.complete) reading.model.sources[reading.source].complete = false;
    scatter.id = reading.ids.fresh(fmt::format("scatter-{}-n{}", scatter.reading, scatter.n));
    reading.model.scatters.push_back(std::move(scatter));
}

}  // namespace

void read_search_document(const Fields& document, const Reading& reading) {
    if (!document.has("results") && !document.has("scatter")) {
        refuse(document, "neither \"results\" nor \"scatter\"", "what search printed with --json");
    }
    if (document.has("results")) {
        document.each("results", [&](const Fields& f) { read_result(f, reading); });
    }
    if (document.has("scatter")) {
        document.each("scatter", [&](const Fields& f) { read_scatter(f, reading); });
    }
}

}  // namespace disarray::reports
