// SPDX-License-Identifier: MIT
//
// MIR's worked examples, digit by digit: one row for each printed figure. A figure agrees if it is
// the exact value, rounded or cut to the digits printed; the row says which. Where a figure is
// neither, MIR may have computed it from figures already rounded: the row then says what those
// give.
//
// Claims of MIR that are no figures are in mir_statement_claims.cpp.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exact/decimal.hpp"
#include "properties/append.hpp"
#include "properties/claims/claims.hpp"
#include "properties/claims/mir_examples.hpp"
#include "properties/claims/mir_rows.hpp"
#include "properties/claims/printed_figure.hpp"

namespace disarray::properties {

namespace {

using mir::Figures;

/// A printed figure and the formula of its exact value.
struct ClaimedFigure {
    std::string variant;                 ///< which entry: "DCG_1[6]"
    std::string metric;                  ///< of the catalogues; "" if the figure is of no metric
    std::optional<std::string> printed;  ///< empty if it cannot be read
    std::function<Value(Path)> formula;
    bool is_percentage = false;
    /// What the figures printed before give, where this one could have been made of them.
    std::optional<Rational> from_printed = {};
};

// --- from a figure to its row -----------------------------------------------------------------

/// Quotients of logarithms grow beyond what a reader follows; then the decimal has to do.
constexpr std::size_t longest_exact_text = 100;

/// " = 2/3 ≈ 0.66667", the decimal with three digits more than are printed; left out for integers.
std::string with_decimal(const Value& exact, int places) {
    std::string text = " = " + exact.to_string();
    if (!exact.is_defined() || (exact.is_rational() && exact.rational().is_integer())) return text;
    if (text.size() > longest_exact_text) text.clear();
    const std::string decimal = to_fixed(exact, places + 3);
    const Rational shown = Rational::parse(decimal, "to_fixed");
    const bool is_same = compare(exact, Value(shown)) == Order::equal;
    return text + (is_same ? " = " : " ≈ ") + decimal;
}

std::string comparison_in_words(const ClaimedFigure& figure, const Value& exact,
                                const Agreement& found) {
    std::string text = fmt::format(
        "{}{}{}, printed {}: {}", figure.variant, with_decimal(exact, places_of(*figure.printed)),
        figure.is_percentage ? " %" : "", *figure.printed, found.to_string());
    if (!found.holds() && figure.from_printed) {
        text += fmt::format("; from the figures printed before it is {}: {}",
                            figure.from_printed->to_decimal(),
                            agreement(*figure.from_printed, *figure.printed).to_string());
    }
    return text;
}

ClaimRow row_of_figure(const ClaimedFigure& figure) {
    Value exact = mir::both_ways(figure.variant, figure.formula);
    if (figure.is_percentage) exact = exact * Value(100);
    ClaimRow row;
    row.metric = figure.metric;
    row.frame = "either";
    row.variant = figure.variant;
    row.scope = "the one example";
    row.effort.exhaustive_cases = row.effort.applicable = 1;
    if (!figure.printed) {
        row.verdict = Verdict::not_applicable;
        row.explanation =
            fmt::format("not legible in the scan; {}{}", figure.variant, with_decimal(exact, 0));
        return row;
    }
    const Agreement found = agreement(exact, *figure.printed);
    row.verdict = found.verdict();
    row.explanation = comparison_in_words(figure, exact, found);
    return row;
}

std::vector<ClaimRow> rows_of_figures(const std::vector<ClaimedFigure>& figures) {
    std::vector<ClaimRow> rows;
    for (const ClaimedFigure& figure : figures)
        rows.push_back(row_of_figure(figure));
    return rows;
}

// --- formulas ---------------------------------------------------------------------------------

/// Of query 1 or 2.
Value of_query(Path path, std::size_t query, const mir::Measure& measure) {
    return mir::value(path, mir::query(query).list(), measure);
}

/// The mean over both queries.
Value mean_of_queries(Path path, const mir::Measure& measure) {
    return (of_query(path, 1, measure) + of_query(path, 2, measure)) / Value(2);
}

Rational value_of_figure(std::string_view figure) {
    return Rational::parse(figure, "MIR");
}

std::string name_at(std::string_view metric, std::uint32_t cutoff) {
    return fmt::format("{}@{}", metric, cutoff);
}

// --- precision and recall ---------------------------------------------------------------------

ClaimedFigure precision_figure(std::size_t query, std::uint32_t rank, std::string printed) {
    return {fmt::format("{}, P@{}", mir::query(query).name, rank), name_at("P", rank),
            std::move(printed),
            [=](Path path) {
                return of_query(path, query, {"P", rank});
            },
            true};
}
ClaimedFigure recall_figure(std::size_t query, std::uint32_t rank, std::string printed) {
    return {fmt::format("{}, recall@{}", mir::query(query).name, rank), name_at("recall", rank),
            std::move(printed),
            [=](Path path) {
                return of_query(path, query, {"recall", rank});
            },
            true};
}

/// R_q1, and how many of it are among the first `rank`.
ClaimedFigure relevant_of_q1(std::string printed) {
    return {"q1, relevant documents", "num_rel", std::move(printed), [](Path path) {
                return of_query(path, 1, {"num_rel", {}});
            }};
}
ClaimedFigure relevant_of_q1_within(std::uint32_t rank, std::string printed) {
    return {fmt::format("q1, relevant documents among the first {}", rank), name_at("P", rank),
            std::move(printed), [=](Path path) {
                return Value(rank) * of_query(path, 1, {"P", rank});
            }};
}

std::vector<ClaimedFigure> points_of_precision_and_recall() {
    return {precision_figure(1, 1, "100"),  recall_figure(1, 1, "10"),
            relevant_of_q1_within(3, "2"),  relevant_of_q1("10"),
            precision_figure(1, 3, "66.6"), recall_figure(1, 3, "20"),
            precision_figure(2, 3, "33.3"), recall_figure(2, 3, "33.3"),
            precision_figure(2, 8, "25"),   recall_figure(2, 8, "66.6"),
            precision_figure(2, 15, "20"),  recall_figure(2, 15, "100")};
}

mir::Measure interpolated(std::size_t tenths) {
    return {"iP", {}, Rational(Integer(tenths), Integer(10))};
}

std::vector<ClaimedFigure> eleven_points(std::size_t query) {
    const std::string_view name = mir::query(query).name;
    std::vector<ClaimedFigure> figures;
    for (const std::string_view printed : mir::printed(fmt::format("P {}", name))) {
        const std::size_t tenths = figures.size();
        figures.push_back(
            {fmt::format("{}, P({} %)", name, 10 * tenths), "iP", std::string(printed),
             [=](Path path) { return of_query(path, query, interpolated(tenths)); }, true});
    }
    return figures;
}

std::vector<ClaimedFigure> average_of_eleven_points() {
    const Figures first = mir::printed("P q1");
    const Figures second = mir::printed("P q2");
    std::vector<ClaimedFigure> figures;
    for (const std::string_view printed : mir::printed("avg P")) {
        const std::size_t tenths = figures.size();
        figures.push_back(
            {fmt::format("avg P({} %)", 10 * tenths), "iP", std::string(printed),
             [=](Path path) { return mean_of_queries(path, interpolated(tenths)); }, true,
             (value_of_figure(first[tenths]) + value_of_figure(second[tenths])) / Rational(2)});
    }
    return figures;
}

/// MAP_1 is printed as a sum of ten terms over 10, and a result. The scan has
/// "140.66+05+04+033+04+04+0+0+0" over 10 and no result: it reads + as 4 once and loses points, so
/// that the sixth and seventh term may be 0 or 0.4. Term j is the precision at the j-th relevant
/// document, 0 if that is not retrieved.
std::vector<ClaimedFigure> terms_of_average_precision() {
    const std::optional<std::string> printed[] = {"1", "0.66", "0.5", "0.4", "0.33",
                                                  {},  {},     "0",   "0",   "0"};
    std::vector<std::uint32_t> ranks;
    const mir::List list = mir::query(1).list();
    for (std::uint32_t rank = 1; rank <= list.grades.size(); ++rank) {
        if (list.grades[rank - 1] > 0) ranks.push_back(rank);
    }
    std::vector<ClaimedFigure> figures;
    for (const auto& term : printed) {
        const std::size_t j = figures.size();
        ClaimedFigure figure{fmt::format("MAP_1, term {}", j + 1), "P", term,
                             [](Path) { return Value(0); }};
        if (j < ranks.size())
            figure.formula = [rank = ranks[j]](Path path) {
                return of_query(path, 1, {"P", rank});
            };
        figures.push_back(std::move(figure));
    }
    figures.push_back({"MAP_1", "AP", {}, [](Path path) { return of_query(path, 1, {"AP", {}}); }});
    return figures;
}

std::vector<ClaimedFigure> r_precision() {
    return {relevant_of_q1("10"),
            relevant_of_q1_within(10, "4"),
            {"q1, R-precision", "Rprec", "0.4", [](Path path) {
                 return of_query(path, 1, {"Rprec", {}});
             }}};
}

// --- cumulated gain ---------------------------------------------------------------------------

Value gain_at(Path path, std::size_t query, std::string_view metric, std::uint32_t rank) {
    return of_query(path, query, {metric, rank});
}

/// What the metric has at the rank and had not before.
Value gain_added_at(Path path, std::size_t query, std::string_view metric, std::uint32_t rank) {
    const Value until = gain_at(path, query, metric, rank);
    return rank == 1 ? until : until - gain_at(path, query, metric, rank - 1);
}

/// Entries of a printed vector, each with the formula for its rank.
std::vector<ClaimedFigure> vector_entries(
    std::string_view vector, std::string_view metric,
    const std::function<Value(Path, std::uint32_t)>& formula) {
    std::vector<ClaimedFigure> figures;
    for (const std::string_view printed : mir::printed(vector)) {
        const auto rank = static_cast<std::uint32_t>(figures.size() + 1);
        figures.push_back({fmt::format("{}[{}]", vector, rank), name_at(metric, rank),
                           std::string(printed), [=](Path path) { return formula(path, rank); }});
    }
    return figures;
}

/// "CG_1" and "CG_2".
std::vector<ClaimedFigure> vectors_of(std::string_view metric) {
    std::vector<ClaimedFigure> figures;
    for (const std::size_t query : {1u, 2u}) {
        append(figures, vector_entries(fmt::format("{}_{}", metric, query), metric,
                                       [=](Path path, std::uint32_t rank) {
                                           return gain_at(path, query, metric, rank);
                                       }));
    }
    return figures;
}

/// "G_1" and "G_2" of CG, "IG_1" and "IG_2" of ICG.
std::vector<ClaimedFigure> gain_vectors(std::string_view vector, std::string_view metric) {
    std::vector<ClaimedFigure> figures;
    for (const std::size_t query : {1u, 2u}) {
        append(figures, vector_entries(fmt::format("{}_{}", vector, query), metric,
                                       [=](Path path, std::uint32_t rank) {
                                           return gain_added_at(path, query, metric, rank);
                                       }));
    }
    return figures;
}

/// The vectors of both queries averaged: "avg CG".
std::vector<ClaimedFigure> averaged_vectors(std::string_view metric) {
    const Figures first = mir::printed(fmt::format("{}_1", metric));
    const Figures second = mir::printed(fmt::format("{}_2", metric));
    std::vector<ClaimedFigure> figures =
        vector_entries(fmt::format("avg {}", metric), metric, [=](Path path, std::uint32_t rank) {
            return mean_of_queries(path, {metric, rank});
        });
    for (std::size_t i = 0; i < figures.size(); ++i)
        figures[i].from_printed =
            (value_of_figure(first[i]) + value_of_figure(second[i])) / Rational(2);
    return figures;
}

/// NCG and NDCG of both queries: by MIR's formula the quotient of the averages; and the mean of the
/// quotients of the queries, which has the same name elsewhere.
std::vector<ClaimedFigure> normalized_vectors(std::string_view vector, std::string_view metric,
                                              std::string_view gain) {
    const std::string ideal = fmt::format("I{}", gain);
    const Figures gains = mir::printed(fmt::format("avg {}", gain));
    const Figures ideals = mir::printed(fmt::format("avg {}", ideal));
    std::vector<ClaimedFigure> figures =
        vector_entries(vector, metric, [=](Path path, std::uint32_t rank) {
            return mean_of_queries(path, {gain, rank}) / mean_of_queries(path, {ideal, rank});
        });
    for (std::size_t i = 0; i < figures.size(); ++i) {
        figures[i].variant += ", quotient of averages";
        figures[i].from_printed = value_of_figure(gains[i]) / value_of_figure(ideals[i]);
    }
    std::vector<ClaimedFigure> means =
        vector_entries(vector, metric, [=](Path path, std::uint32_t rank) {
            return mean_of_queries(path, {metric, rank});
        });
    for (ClaimedFigure& figure : means)
        figure.variant += ", mean of quotients";
    append(figures, std::move(means));
    return figures;
}

std::vector<ClaimedFigure> cumulated_gains() {
    std::vector<ClaimedFigure> figures = vectors_of("CG");
    for (const auto& [rank, printed] : {std::pair{1u, "1"}, {2u, "1"}, {8u, "5"}}) {
        figures.push_back({fmt::format("CG_1[{}], in the text", rank), name_at("CG", rank), printed,
                           [rank = rank](Path path) { return gain_at(path, 1, "CG", rank); }});
    }
    return figures;
}

// --- rank correlation -------------------------------------------------------------------------

/// The first `count` documents of the table: their positions in R1, or in R2.
Permutation ranking_of_first(std::size_t mir::Position::*in, std::size_t count) {
    std::vector<std::int64_t> ranks;
    for (const mir::Position& position : mir::positions().first(count))
        ranks.push_back(static_cast<std::int64_t>(position.*in));
    return Permutation::from_ranks(ranks, "MIR");
}

Value coefficient_of_first(Path path, std::string_view name, std::size_t count) {
    return mir::coefficient(path, name, ranking_of_first(&mir::Position::first, count),
                            ranking_of_first(&mir::Position::second, count));
}

/// s1 − s2, from the rank vectors or from the table.
Rational rank_difference(Path path, std::size_t document) {
    if (path == Path::fast) {
        const std::size_t n = mir::positions().size();
        return Rational(ranking_of_first(&mir::Position::first, n)[document]) -
               Rational(ranking_of_first(&mir::Position::second, n)[document]);
    }
    const mir::Position& position = mir::positions()[document];
    return Rational(position.first) - Rational(position.second);
}

std::string document_of(std::size_t document) {
    return std::string(mir::positions()[document].document);
}

/// Of the differences of all documents.
Value squares_of_differences(Path path) {
    const std::size_t n = mir::positions().size();
    return mir::sum_of_squares(path, ranking_of_first(&mir::Position::first, n),
                               ranking_of_first(&mir::Position::second, n));
}

std::vector<ClaimedFigure> table_columns_of(const Figures& differences, const Figures& squares) {
    std::vector<ClaimedFigure> figures;
    for (std::size_t i = 0; i < differences.size(); ++i) {
        figures.push_back({fmt::format("{}, s1 - s2", document_of(i)), "",
                           std::string(differences[i]),
                           [=](Path path) { return rank_difference(path, i); }});
    }
    for (std::size_t i = 0; i < squares.size(); ++i) {
        figures.push_back(
            {fmt::format("{}, (s1 - s2)^2", document_of(i)), "", std::string(squares[i]),
             [=](Path path) { return rank_difference(path, i) * rank_difference(path, i); }});
    }
    return figures;
}

/// The reversal has the greatest sum: K(K² − 1)/3, by the formula and counted.
Value greatest_sum_of_squares(Path path, std::int64_t k) {
    if (path == Path::fast) return Rational(Integer(k * (k * k - 1)), Integer(3));
    Rational sum = 0;
    for (std::int64_t i = 1; i <= k; ++i)
        sum += Rational(2 * i - k - 1) * Rational(2 * i - k - 1);
    return sum;
}

std::vector<ClaimedFigure> spearman_figures() {
    std::vector<ClaimedFigure> figures =
        table_columns_of(mir::printed("s1 - s2"), mir::printed("(s1 - s2)^2"));
    const std::size_t k = mir::positions().size();
    append(
        figures,
        {{"sum of squares", "", "24", squares_of_differences},
         {"sum of squares in perfect disagreement", "", "330",
          [=](Path path) { return greatest_sum_of_squares(path, static_cast<std::int64_t>(k)); }},
         {"6 × sum of squares", "", "144",
          [](Path path) { return 6 * squares_of_differences(path); }},
         {"K × (K^2 - 1)", "", "990", [=](Path) { return Value(k * (k * k - 1)); }},
         {"S(R1,R2)", "spearman-rho", "0.854",
          [=](Path path) { return coefficient_of_first(path, "spearman-rho", k); }}});
    return figures;
}

constexpr std::size_t kendall_documents = 5;

/// Documents from the top of R1, or of R2.
std::vector<std::size_t> documents_in_order(std::size_t mir::Position::*in) {
    std::vector<std::size_t> documents(kendall_documents);
    for (std::size_t i = 0; i < kendall_documents; ++i)
        documents[mir::positions()[i].*in - 1] = i;
    return documents;
}

/// 1 if R1 and R2 order the two documents alike, else −1.
Value agreement_of_pair(Path path, std::size_t a, std::size_t b) {
    const mir::Position& x = mir::positions()[a];
    const mir::Position& y = mir::positions()[b];
    if (path == Path::naive) return (x.first < y.first) == (x.second < y.second) ? 1 : -1;
    const auto two = [](bool is_first_above) {
        return is_first_above ? Permutation::identity(2) : Permutation::reversal(2);
    };
    return mir::coefficient(path, "kendall-tau", two(x.first < y.first), two(x.second < y.second));
}

/// The marks C and D of one ranking. They are letters; as figures C is 1 and D is −1.
std::vector<ClaimedFigure> pair_marks(std::string_view ranking, const Figures& printed,
                                      const std::vector<std::size_t>& order) {
    std::vector<ClaimedFigure> figures;
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) {
            const std::string_view mark = printed[figures.size()];
            figures.push_back({fmt::format("{}, [{},{}] marked {}", ranking, document_of(order[i]),
                                           document_of(order[j]), mark),
                               "", mark == "C" ? "1" : "-1",
                               [a = order[i], b = order[j]](Path path) {
                                   return agreement_of_pair(path, a, b);
                               }});
        }
    }
    return figures;
}

/// Pairs that both rankings produce, K(K − 1), and those of them that are concordant (sign 1) or
/// discordant (−1): by Kendall's coefficient, and counted.
Value ordered_pairs(Path path, int sign) {
    const std::size_t k = kendall_documents;
    if (path == Path::fast)
        return Value(Rational(Integer(k * (k - 1)), Integer(2))) *
               (1 + Value(sign) * coefficient_of_first(path, "kendall-tau", k));
    std::int64_t count = 0;
    for (std::size_t a = 0; a < k; ++a) {
        for (std::size_t b = 0; b < k; ++b) {
            if (a == b) continue;
            count += compare(agreement_of_pair(path, a, b), Value(sign)) == Order::equal;
        }
    }
    return count;
}

std::vector<ClaimedFigure> kendall_figures() {
    std::vector<ClaimedFigure> figures = table_columns_of(mir::printed("s1 - s2, five"), {});
    append(figures,
           pair_marks("R1", mir::printed("pairs, R1"), documents_in_order(&mir::Position::first)));
    append(figures,
           pair_marks("R2", mir::printed("pairs, R2"), documents_in_order(&mir::Position::second)));
    const auto all_pairs = [](Path path) {
        return ordered_pairs(path, 1) + ordered_pairs(path, -1);
    };
    const auto tau = [](Path path) {
        return coefficient_of_first(path, "kendall-tau", kendall_documents);
    };
    append(figures,
           {{"ordered pairs of one ranking", "", "10",
             [=](Path path) { return all_pairs(path) / Value(2); }},
            {"ordered pairs of both rankings", "", "20", all_pairs},
            {"concordant pairs", "", "14", [](Path path) { return ordered_pairs(path, 1); }},
            {"discordant pairs", "", "6", [](Path path) { return ordered_pairs(path, -1); }},
            {"τ(R1,R2), as P(R1 = R2) - P(R1 ≠ R2)", "kendall-tau", {}, tau},
            {"τ(R1,R2), as 1 - 2Δ/(K(K - 1))", "kendall-tau", "0.4", tau}});
    return figures;
}

Claim figure_claim(std::string_view id, std::string_view source, std::string_view statement,
                   std::function<std::vector<ClaimedFigure>()> figures) {
    return {id, source, statement, [figures = std::move(figures)](const LedgerOptions&) {
                return rows_of_figures(figures());
            }};
}

}  // namespace

std::vector<Claim> mir_claims() {
    return {
        figure_claim("MIR-PR", "MIR, Precision and Recall",
                     "recall and precision, in percent, where q1 and q2 have relevant documents",
                     points_of_precision_and_recall),
        figure_claim("MIR-11pt", "MIR, Precision and Recall",
                     "precision, in percent, at the 11 standard recall levels",
                     [] {
                         std::vector<ClaimedFigure> figures = eleven_points(1);
                         append(figures, eleven_points(2));
                         return figures;
                     }),
        figure_claim(
            "MIR-11pt-average", "MIR, Precision and Recall",
            "precision, in percent, at the 11 standard recall levels, averaged over q1 and q2",
            average_of_eleven_points),
        figure_claim(
            "MIR-P@k", "MIR, P@5 and P@10", "q1: P@5 = 40 % and P@10 = 40 %",
            [] {
                return std::vector{precision_figure(1, 5, "40"), precision_figure(1, 10, "40")};
            }),
        figure_claim("MIR-MAP", "MIR, MAP: Mean Average Precision",
                     "MAP_1 = (1 + 0.66 + 0.5 + 0.4 + 0.33 + 0 + 0 + 0 + 0 + 0)/10",
                     terms_of_average_precision),
        figure_claim("MIR-Rprec", "MIR, R-Precision",
                     "q1: R = 10, 4 relevant among the top 10, R-precision 0.4", r_precision),
        figure_claim("MIR-gain", "MIR, Discounted Cumulated Gain", "gain vectors G_1 and G_2",
                     [] { return gain_vectors("G", "CG"); }),
        figure_claim("MIR-CG", "MIR, Discounted Cumulated Gain",
                     "cumulated gain vectors CG_1 and CG_2", cumulated_gains),
        figure_claim("MIR-DCG", "MIR, Discounted Cumulated Gain",
                     "discounted cumulated gain vectors DCG_1 and DCG_2",
                     [] { return vectors_of("DCG"); }),
        figure_claim("MIR-avg-CG", "MIR, DCG Curves", "CG averaged over q1 and q2",
                     [] { return averaged_vectors("CG"); }),
        figure_claim("MIR-avg-DCG", "MIR, DCG Curves", "DCG averaged over q1 and q2",
                     [] { return averaged_vectors("DCG"); }),
        figure_claim("MIR-ideal-gain", "MIR, Ideal CG and DCG Metrics",
                     "ideal gain vectors IG_1 and IG_2", [] { return gain_vectors("IG", "ICG"); }),
        figure_claim("MIR-ICG", "MIR, Ideal CG and DCG Metrics", "ideal CG vectors ICG_1 and ICG_2",
                     [] { return vectors_of("ICG"); }),
        figure_claim("MIR-IDCG", "MIR, Ideal CG and DCG Metrics",
                     "ideal DCG vectors IDCG_1 and IDCG_2", [] { return vectors_of("IDCG"); }),
        figure_claim("MIR-avg-ICG", "MIR, Ideal CG and DCG Metrics",
                     "ideal CG averaged over q1 and q2", [] { return averaged_vectors("ICG"); }),
        figure_claim("MIR-avg-IDCG", "MIR, Ideal CG and DCG Metrics",
                     "ideal DCG averaged over q1 and q2", [] { return averaged_vectors("IDCG"); }),
        figure_claim("MIR-NCG", "MIR, Normalized DCG", "NCG of q1 and q2",
                     [] { return normalized_vectors("NCG", "NCG", "CG"); }),
        figure_claim("MIR-NDCG", "MIR, Normalized DCG", "NDCG of q1 and q2",
                     [] { return normalized_vectors("NDCG", "nDCG", "DCG"); }),
        figure_claim("MIR-spearman", "MIR, The Spearman Coefficient",
                     "ten documents: sum of squares 24 of at most 330, S(R1,R2) = 0.854",
                     spearman_figures),
        figure_claim("MIR-kendall", "MIR, The Kendall Tau Coefficient",
                     "five documents: 14 concordant and 6 discordant pairs, τ(R1,R2) = 0.4",
                     kendall_figures),
    };
}

}  // namespace disarray::properties
