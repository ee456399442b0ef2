// SPDX-License-Identifier: MIT
#include "app/verbs/search_output.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "base/text_table.hpp"
#include "metrics/naive.hpp"
#include "search/evidence_json.hpp"
#include "verdict/witness_json.hpp"

namespace disarray::search {

namespace {

using app::Json;

/// The least c with N ≤ c·M: the reciprocal of min M/N.
std::string best_constant(const Rational& ratio) {
    return ratio.sign() == 0 ? "unbounded" : (Rational(1) / ratio).to_string();
}

/// N <= c·M in words, and the least c: a single term on the greater side lends its coefficient.
struct BestConstant {
    explicit BestConstant(const Question& question) : question_(question) {
        const Expression& big = question.inequality.big;
        if (big.terms.size() != 1 || !big.absolute.empty()) return;
        coefficient_ = big.terms.front().coefficient;
        of_ = functional_name(big.terms.front().distance);
    }
    std::string inequality(const std::string& c = "c") const {
        return fmt::format("{} <= {}*{}", to_string(question_.inequality.small), c, of_);
    }
    /// Of M/N. Empty if there is none.
    std::string of(const Rational& ratio) const {
        return ratio.sign() == 0 ? "" : (coefficient_ / ratio).to_string();
    }

private:
    const Question& question_;
    Rational coefficient_ = 1;
    std::string of_ = "(" + to_string(question_.inequality.big) + ")";
};

/// The verdict on a constant that was asked for alone: on N <= c·M, not on N <= M.
Verdict constant_verdict(const LengthResult& length) {
    if (!length.found || !length.complete || length.undecided > 0) return Verdict::undecided;
    return length.certified ? Verdict::certified : Verdict::exhausted;
}

/// On what was asked for.
Verdict verdict_on(const Question& question, const LengthResult& length) {
    return question.asks_constant ? constant_verdict(length) : length.verdict();
}

Json row_json(const Answer& answer, const LengthResult& length) {
    const Question& question = answer.question;
    Json json = {{"n", length.n},
                 {"reading", nullptr},
                 {"side", name_of(question.side)},
                 {"statement", to_string(question.inequality)},
                 {"ratio", nullptr},
                 {"decimal", nullptr},
                 {"best_constant", nullptr},
                 {"scope", scope(answer.claim, length)},
                 {"classes", length.programs},
                 {"permutations", length.permutations},
                 {"violating", length.found ? length.found->violating : 0},
                 {"undecided", length.undecided},
                 {"complete", length.complete},
                 {"threshold", answer.claim.threshold},
                 {"witness", nullptr},
                 {"strict_witness", nullptr},
                 {"verdict", name_of(verdict_on(question, length))},
                 {"certified", length.certified},
                 {"certificate", nullptr}};
    if (question.reading) json["reading"] = name_of(*question.reading);
    if (length.found) {
        const ClaimResult& found = *length.found;
        json["ratio"] = question.ratio_text(found.ratio);
        if (const auto shown = question.shown_ratio(found.ratio)) {
            json["decimal"] = shown->to_decimal();
        }
        json["best_constant"] = best_constant(found.ratio);
        json["witness"] = evidence_json(question, padded(found.best, length.n));
        if (found.strict) {
            json["strict_witness"] = evidence_json(question, padded(*found.strict, length.n));
        }
    }
    if (question.asks_constant) {
        const BestConstant best(question);
        json["statement"] = best.inequality();
        json.erase("violating");  // for which c?
        if (length.found && !best.of(length.found->ratio).empty())
            json["best_constant"] = best.of(length.found->ratio);
    }
    if (length.certified && !answer.certificate.empty()) json["certificate"] = answer.certificate;
    return json;
}

std::string matrix_rows(const Dissimilarity& d, std::string_view indent) {
    std::string out;
    for (std::size_t i = 0; i < d.size(); ++i) {
        out += indent;
        for (std::size_t j = 0; j < d.size(); ++j) {
            out += (j == 0 ? "" : " ") + d(i, j).to_string();
        }
        out += "\n";
    }
    return out;
}

/// The lengths that are shown.
std::span<const LengthResult> shown(const Answer& answer) {
    const std::span<const LengthResult> all = answer.outcome.lengths;
    std::size_t skipped = 0;
    while (skipped + 1 < all.size() && all[skipped].n < answer.n_from)
        ++skipped;
    return all.subspan(skipped);
}

/// What an answer says about its inequality, in words.
std::string conclusion(const Answer& answer) {
    const Question& question = answer.question;
    const std::string statement = to_string(question.inequality);
    for (const LengthResult& length : shown(answer)) {
        if (length.verdict() != Verdict::refuted) continue;
        const ClaimResult& found = *length.found;
        std::string text = fmt::format("\n{} is refuted at n = {}, by\n{}", statement, length.n,
                                       describe(question, padded(found.best, length.n)));
        if (!padded(found.best, length.n).weighting.dissimilarity->is_metric()) {
            text += "and with a metric by\n" +
                    describe(question, padded(found.strict.value(), length.n));
        }
        return text;
    }
    if (shown(answer).empty()) return "\n" + statement + " is undecided: nothing was finished\n";
    const LengthResult& last = shown(answer).back();
    const std::string where = scope(answer.claim, last);
    if (last.verdict() == Verdict::undecided) {
        return fmt::format("\n{} is undecided: {}, {} programs without an exact answer\n",
                           statement, where, last.undecided);
    }
    return fmt::format("\n{} holds for {} ({})\n", statement, where, name_of(last.verdict()));
}

/// "n = 5: the least c in F[box] <= c*K is 13/4".
std::string constant_text(const Question& question, const LengthResult& length) {
    const BestConstant best(question);
    const std::string least = best.of(length.found->ratio);
    return fmt::format("\nn = {}: the least c in {} is {}\n", length.n, best.inequality(),
                       least.empty() ? "none: unbounded" : least);
}

/// What an answer says about its constant, in words.
std::string constant_conclusion(const Answer& answer) {
    const LengthResult& last = shown(answer).back();
    const BestConstant best(answer.question);
    if (!last.found || constant_verdict(last) == Verdict::undecided)
        return "\n" + best.inequality() + " is undecided: not all was finished\n";
    const std::string least = best.of(last.found->ratio);
    const std::string where = scope(answer.claim, last);
    return (least.empty()
                ? fmt::format("\n{} fails for each c for some of {}", best.inequality(), where)
                : fmt::format("\n{} holds for {}, and with no smaller constant",
                              best.inequality(least), where)) +
           fmt::format(" ({}): at\n{}", name_of(constant_verdict(last)),
                       describe(answer.question, padded(last.found->best, last.n)));
}

/// What a threshold that holds says of the extreme: ">= 10/13".
std::string bound_text(const Answer& answer, const LengthResult& length) {
    if (!answer.claim.threshold || length.verdict() == Verdict::undecided) return "-";
    const bool is_upper = answer.question.side == Side::max;
    return (is_upper ? "<= " : ">= ") + answer.question.ratio_text(1);
}

std::vector<std::string> row_text(const Answer& answer, const LengthResult& r) {
    const Question& question = answer.question;
    const bool exact = r.complete && r.undecided == 0;
    const bool alone = question.asks_constant;
    const Verdict verdict = verdict_on(question, r);
    // A witness of the part of S_n that was left open is one, too.
    const std::uint64_t violating =
        std::max<std::uint64_t>(r.found ? r.found->violating : 0, verdict == Verdict::refuted);
    return {alone ? BestConstant(question).inequality() : to_string(question.inequality),
            std::to_string(r.n),
            question.ratio_name(),
            r.found ? question.ratio_text(r.found->ratio) : bound_text(answer, r),
            r.found ? question.decimal_text(r.found->ratio) : "-",
            alone ? "-" : (exact ? "" : ">= ") + std::to_string(violating),
            std::to_string(r.permutations),
            std::to_string(r.programs),
            std::string(name_of(verdict)),
            r.found ? padded(r.found->best, r.n).sigma.to_string() : "-"};
}

std::string verification_text(const Answer& answer) {
    if (answer.outcome.verification.empty()) return "";
    std::string text = answer.outcome.verification + "\n";
    if (!answer.certificate.empty()) text += "  in " + answer.certificate + "\n";
    return text;
}

}  // namespace

std::string describe(const Question& question, const Evidence& evidence) {
    const Weighting& weighting = evidence.weighting;
    const Dissimilarity& d = weighting.dissimilarity.value();
    const std::size_t n = evidence.sigma.size();
    std::string weights;
    if (weighting.element_weights) {
        weights += ", w =";
        for (std::size_t i = 0; i < n; ++i)
            weights += " " + (*weighting.element_weights)[i].to_string();
    }
    if (weighting.swap_costs) {
        weights += ", δ =";
        for (const Rational& cost : weighting.swap_costs->costs())
            weights += " " + cost.to_string();
    }
    return fmt::format("  ranks {} (order {}){}, D a {}:\n{}  {} = {}, {} = {}\n",
                       evidence.sigma.to_string(), fmt::join(evidence.sigma.to_order(), " "),
                       weights, d.is_metric() ? "metric" : "pseudometric", matrix_rows(d, "    "),
                       to_string(question.inequality.small), evidence.small.to_string(),
                       to_string(question.inequality.big), evidence.big.to_string());
}

std::string scope(const Claim& claim, const LengthResult& length) {
    const std::string who = claim.sigma ? "ranks " + claim.sigma->to_string()
                                        : fmt::format("every σ in S_{}", length.n);
    std::string weights;
    if (claim.weighting.element_weights) weights += ", w as given";
    if (claim.weighting.swap_costs) {
        weights += fmt::format(", δ as given (p̄ at fixed points: {})",
                               name_of(claim.weighting.fixed_points));
    }
    if (weights.empty()) weights = ", w = δ = 1";
    return who + " and every pseudometric D" + weights +
           (length.complete ? "" : " (stopped before the end: partial)");
}

Json results_json(std::span<const Answer> answers) {
    Json rows = Json::array();
    for (const Answer& answer : answers) {
        for (const LengthResult& length : shown(answer))
            rows.push_back(row_json(answer, length));
    }
    return rows;
}

void note_verdicts(std::span<const Answer> answers) {
    for (const Answer& answer : answers) {
        for (const LengthResult& length : shown(answer))
            app::note_verdict(verdict_on(answer.question, length));
    }
}

std::string results_text(std::span<const Answer> answers, bool with_constants) {
    using Align = TextTable::Align;
    TextTable table({{"inequality"},
                     {"n", Align::right},
                     {"constant"},
                     {"exact"},
                     {"decimal"},
                     {"violating", Align::right},
                     {"of", Align::right},
                     {"programs", Align::right},
                     {"verdict"},
                     {"attained at ranks"}});
    std::string conclusions;
    std::string verifications;
    for (const Answer& answer : answers) {
        for (const LengthResult& length : shown(answer)) {
            table.add_row(row_text(answer, length));
            if ((with_constants || answer.question.asks_constant) && length.found)
                conclusions += constant_text(answer.question, length);
        }
        const bool alone = answer.question.asks_constant && !shown(answer).empty();
        conclusions += alone ? constant_conclusion(answer) : conclusion(answer);
        verifications += verification_text(answer);
    }
    const bool threshold = !answers.empty() && answers.front().claim.threshold;
    return std::string(threshold ? "Decided for" : "Exact extremes over") +
           " every σ and every pseudometric D in scope. An inequality fails where\n"
           "σ violate it; each verdict is for its own n.\n\n" +
           table.to_string() + conclusions + (verifications.empty() ? "" : "\n") + verifications;
}

}  // namespace disarray::search
