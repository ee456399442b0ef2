// SPDX-License-Identifier: MIT
//
// What a report is made of: the documents that search, check, evaluate, audit and experiment
// robustness printed with --json, and campaign files. Nothing else: building a report runs no
// search, check, evaluation, experiment or foreign program again. What is read is taken apart and
// checked here, once, so that nobody after this has to look into JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"
#include "properties/case.hpp"
#include "properties/experiments/rows.hpp"
#include "properties/theorems.hpp"
#include "record/field.hpp"
#include "record/saved_json.hpp"
#include "reports/audit.hpp"
#include "reports/evaluation.hpp"
#include "reports/footrule_kendall.hpp"
#include "verdict/verdict.hpp"

namespace disarray::reports {

/// One saved document or campaign and where it came from.
struct Source {
    std::string path;
    std::string name;                   ///< the path without its folders
    std::string schema;                 ///< "disarray.check/1"; "campaign" for a campaign file
    std::string command;                ///< the command line that made it
    std::string version;                ///< of the program that made it
    std::optional<std::uint64_t> seed;  ///< where one was used
    bool complete = true;               ///< false: a time budget or an interrupt ended it
    SavedJson content{};                ///< the document as it was read; what a campaign has so far
};

/// σ and weights with what K, F and the two sides of an inequality are worth there.
struct RatioWitness {
    Permutation sigma;
    Weighting weighting;
    bool is_strict = false;              ///< D is a metric
    std::optional<Rational> kendall;     ///< K*(σ)
    std::optional<Rational> footrule;    ///< F*(σ) in the reading of the row
    std::optional<Rational> small, big;  ///< the sides of small <= big, where the row has them
    SavedJson json;                      ///< as it stands in the document
};

/// A row of search: an extreme of F/K, or an inequality.
struct Result {
    std::size_t source = 0;  ///< index in Model::sources
    std::string id;          ///< unique in the report; for deep links
    std::size_t n = 0;
    std::string reading;    ///< "prefix", …, "classical"; "" where the inequality has no single F
    std::string side;       ///< "min", "max", "other"; "" where only the verdict counts
    std::string statement;  ///< "K <= F[prefix]"; "F[box] <= c*K" where the least c is asked for
    std::string certified;  ///< the inequality of its certificate: the statement, with 1 for c
    std::string weights;    ///< the grid of weights in words, where the row has one
    bool is_whole = false;  ///< an extreme over all of S_n and every D, w = δ = 1
    std::string ratio;      ///< in lowest terms, "unbounded", or "" if there is none
    std::optional<Rational> value;    ///< the same; absent if unbounded or none
    std::optional<Rational> claimed;  ///< the c of `certified`: F >= c·K for min, F <= c·K for max
    std::string scope;
    Verdict verdict = Verdict::undecided;
    std::optional<std::uint64_t> permutations, violating, programs;
    std::string effort;       ///< in words, where the row has it
    std::string certificate;  ///< path as printed, "" if none was kept
    bool complete = true;
    bool asks_constant = false;  ///< nothing is claimed
    std::optional<RatioWitness> witness;
    std::optional<RatioWitness> strict_witness;  ///< the same with a metric D

    DISARRAY_FIELDS(n, reading, side, statement, weights, ratio, scope, verdict, permutations,
                    violating, certificate, complete)
    static constexpr record::Rules rules[] = {
        {"reading side statement weights ratio permutations violating certificate complete",
         record::may_lack}};
};

/// An inequality with more than one F or K on a side, decided over all of S_n and every D, w = δ
/// = 1.
inline bool is_own_over_all(const Result& result) {
    return result.side == "other" && result.weights.empty() && !result.ratio.empty() &&
           result.scope.starts_with("every σ in S_");
}

/// What claims and cells share.
struct Finding {
    std::size_t source = 0;
    std::string id;     ///< unique in the report; for deep links
    std::string label;  ///< what others call it: "KV-T17, footrule[box], F <= 3K"
    std::string statement;
    std::string origin;   ///< where it is stated: "KV Lemma 4"
    std::string metric;   ///< "footrule[prefix]"; "" where none is under test
    std::string reading;  ///< "" if none
    std::string frame;    ///< "element", "literal", "either"
    std::string fixed_points;
    std::string variant;  ///< which part or version; parameters of the metric in words
    Verdict verdict = Verdict::undecided;
    std::string scope;
    std::string effort;       ///< in words
    std::string brief_scope;  ///< beside a mark: "≤5", "6" of a witness, "random"
    std::string explanation;  ///< the relation with its numbers, or why it does not apply
    std::optional<properties::Theorem> theorem;  ///< one of this program's that settles it
    std::string reproduce;                       ///< a command that repeats it
    std::optional<properties::Case> witness;
    SavedJson witness_json;

    DISARRAY_FIELDS_AS(
        "statement, source, metric, reading, frame, fixed_points, verdict, scope, explanation, "
        "theorem",
        statement, origin, metric, reading, frame, fixed_points, verdict, scope, explanation,
        theorem)
    static constexpr record::Rules rules[] = {{"reading fixed_points", record::may_lack},
                                              {"theorem", record::or_absent}};
};

/// A row of check claims.
struct Claim : Finding {
    std::string claim;     ///< "KV-L4"; several rows share it
    std::string property;  ///< of the catalogue, if the row says that it holds of the metric
    std::vector<std::string> repairs;  ///< changes that survive the same effort
};

/// A cell of check and check atlas.
struct PropertyCell : Finding {
    std::string property;
};

/// check agreement: how often metrics order two rankings alike.
struct Agreement {
    std::size_t source = 0;
    std::size_t n = 0;
    std::uint64_t pairs = 0;
    std::string ties;                  ///< which reading of a tie
    std::vector<std::string> metrics;  ///< in the order of the clustering: neighbours agree
    /// metrics × metrics, 1 on the diagonal; absent where no pair could be compared.
    std::vector<std::vector<std::optional<Rational>>> ratios;
    std::vector<std::vector<std::string>> clusters;
};

/// check robustness, one bar each.
using RobustnessBar = record::RobustnessRow;
struct Robustness {
    std::size_t source = 0;
    std::vector<RobustnessBar> bars;
};

/// check stability: shares of cases within the bound.
using record::StabilityRow;
struct Stability {
    std::size_t source = 0;
    std::vector<StabilityRow> rows;
};

/// check pairs, one pair of metrics.
struct MetricPair {
    std::size_t source = 0;
    std::size_t n = 0;
    std::string first, second;
    /// "consistent", "linearly equivalent", …: verdict and explanation, as they stand in the
    /// document.
    struct Answer {
        std::string question;
        Verdict verdict = Verdict::undecided;
        std::string explanation;

        DISARRAY_FIELDS(question, verdict, explanation)
    };
    std::vector<Answer> answers;
    std::string agreement;  ///< weak agreement ratio, exact
};

/// search scatter: every (K, F) that occurs on S_n.
struct Scatter {
    struct Point {
        Rational kendall, footrule;
        std::uint64_t count = 0;  ///< permutations that have it

        DISARRAY_FIELDS_AS("K, F, count", kendall, footrule, count)
    };
    std::size_t source = 0;
    std::string id;
    std::size_t n = 0;
    std::string reading;
    std::string weights;             ///< "w = δ = D = 1", or what was given
    std::uint64_t permutations = 0;  ///< counted: n! if complete
    bool complete = true;
    std::vector<Point> points;  ///< by K, then F

    DISARRAY_FIELDS(n, reading, weights, permutations, complete, points)
    static constexpr record::Rules rules[] = {{"reading weights", record::words},
                                              {"complete", record::may_lack}};
};

/// A campaign file, as far as it is done.
struct CampaignLength {
    std::size_t n = 0;
    std::uint64_t units_done = 0, units = 0, programs = 0, undecided = 0, violating = 0;
    std::string ratio;  ///< F/K, or M/N, so far
    std::string ranks;  ///< where, "6 3 2 5 4 1"
    double seconds = 0;

    DISARRAY_FIELDS(n, units_done, units, programs, undecided, violating, ratio, ranks, seconds)
};
struct Campaign {
    std::size_t source = 0;
    std::string statement;
    std::size_t n = 0;
    std::vector<CampaignLength> lengths;
    bool is_done() const;
};

/// An order of the elements of a profile and what is known of its cost.
struct AggregatedOrder {
    std::string method;
    std::vector<std::string> ranking;  ///< names, first to last
    Rational cost, lower_bound;        ///< in all
    std::string bound_source;          ///< what proves the bound, in words

    bool is_optimal() const { return cost == lower_bound; }
    Rational gap() const { return cost - lower_bound; }

    DISARRAY_FIELDS(method, ranking, cost, lower_bound, bound_source)
    static constexpr record::Rules rules[] = {{"method", record::words}};
};

/// aggregate: one profile.
struct Aggregation {
    std::size_t source = 0;
    std::string id;
    std::vector<std::string> elements;
    std::uint64_t rows = 0, votes = 0;
    std::string distance;  ///< "kendall", "footrule[box]"
    bool complete = true;
    AggregatedOrder best;
    std::vector<AggregatedOrder> methods;            ///< of --compare
    std::vector<std::vector<std::int64_t>> margins;  ///< by elements; empty if not in the document
    std::vector<std::vector<std::string>> optima;    ///< likewise
};

/// discover: inequalities between statistics of σ, and the points that two of them have.
struct Discovery {
    struct Known {
        std::string name, statement, origin;
        Verdict verdict = Verdict::undecided;
        bool found = false;  ///< by the program itself

        DISARRAY_FIELDS_AS("name, statement, source, verdict, found", name, statement, origin,
                           verdict, found)
    };
    struct Conjectured {
        std::string statement, scope;
        Verdict verdict = Verdict::undecided;
        std::vector<std::uint64_t> tight;  ///< σ with equality, by n

        DISARRAY_FIELDS(statement, scope, verdict, tight)
        static constexpr record::Rules rules[] = {{"statement scope", record::words}};
    };
    /// A formula in n, for n ≡ residue mod modulus.
    struct Formula {
        std::string formula;
        std::size_t modulus = 1, residue = 0;

        DISARRAY_FIELDS(formula, modulus, residue)
    };
    /// Of one statistic over S_n; no formula where none fits.
    struct Distribution {
        std::string statistic;
        std::vector<Formula> mean, variance;
        std::vector<std::uint64_t> unimodal;  ///< n

        DISARRAY_FIELDS(statistic, mean, variance, unimodal)
        static constexpr record::Rules rules[] = {{"statistic", record::words}};
    };
    struct Point {
        std::uint64_t x = 0, y = 0;
        std::uint64_t count = 0;  ///< permutations that have it

        DISARRAY_FIELDS(x, y, count)
    };
    struct Corner {
        Rational x, y;
        DISARRAY_FIELDS(x, y)
    };
    struct Curve {
        std::string theorem;
        std::vector<Corner> points;
        DISARRAY_FIELDS(theorem, points)
    };
    struct Region {
        std::string id;
        std::vector<std::string> statistics;  ///< two: x and y
        std::size_t n = 0;
        std::vector<Point> points;  ///< by x, then y
        std::vector<Curve> curves;  ///< known theorems

        DISARRAY_FIELDS(statistics, n, points, curves)
    };
    std::size_t source = 0;
    std::string id;
    std::vector<std::string> statistics;
    std::size_t n_from = 0, n_to = 0;
    std::vector<Known> theorems;
    std::vector<Conjectured> conjectures, refuted;
    std::vector<Distribution> distributions;
    std::vector<Region> regions;

    DISARRAY_FIELDS(statistics, n_from, n_to, theorems, conjectures, refuted, distributions,
                    regions)
    static constexpr record::Rules rules[] = {{"refuted distributions", record::may_lack}};
};

/// A certificate that a document names, as far as it was found.
struct CertificateFile {
    std::string sha256;  ///< of its bytes; "" if it was not found, or is a folder
    std::string packed;  ///< its text, deflated (zlib) and in base64; "" if it is long
};

struct Model {
    std::vector<Source> sources;
    std::map<std::string, CertificateFile> certificates;  ///< by their paths as printed
    std::vector<Result> results;                          ///< of documents and of campaigns
    std::vector<Claim> claims;
    std::vector<PropertyCell> cells;
    std::vector<Agreement> agreements;
    std::vector<Robustness> robustness;
    std::vector<Stability> stability;
    std::vector<MetricPair> pairs;
    std::vector<Scatter> scatters;
    std::vector<Campaign> campaigns;
    std::vector<Aggregation> aggregations;
    std::vector<Discovery> discoveries;
    std::vector<Evaluation> evaluations;
    std::vector<Audit> audits;
    std::vector<ProgramDifference> differences;
    std::vector<FootruleKendall> footrule_kendall;

    /// Runs evaluated, of all documents.
    std::size_t evaluated_runs() const;
};

/// Reads documents, campaign files and folders of them (files that end in .json or hold a campaign;
/// a folder's others are passed over), in the order given, a folder's by name.
/// \throws InputError naming the file and, in it, the entry and key that is missing or wrong:
/// another schema, a verdict without its scope, a witness whose K or F is not what the formula
/// gives, a mean that is not that of its queries, a refuted law without an input.
Model read_sources(const std::vector<std::string>& paths);

/// "prefix-sym" and so on in the order in which tables list them: classical, prefix, prefix-sym,
/// interval, box, then others by name.
bool reading_before(std::string_view a, std::string_view b);

}  // namespace disarray::reports
