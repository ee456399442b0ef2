// SPDX-License-Identifier: MIT
#include "evaluation/curves.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "base/error.hpp"
#include "exact/decimal.hpp"

namespace disarray::evaluation {

namespace {

using retrieval::Fraction;
using retrieval::Request;

Score score_of(const Value& value, const ScoreOptions& options, std::string_view why_undefined) {
    return {to_fixed(value, options.places), options.exact ? value.to_string() : std::string(),
            why_undefined};
}

/// The sign of a − b. \return empty if it is not decided
std::optional<int> sign_of_difference(const Value& a, const Value& b) {
    switch (compare(a, b)) {
        case Order::less:
            return -1;
        case Order::equal:
            return 0;
        case Order::greater:
            return 1;
        default:
            return std::nullopt;
    }
}

class HistogramMaker {
public:
    HistogramMaker(const Request& request, const ScoreOptions& options)
        : request_(request), options_(options) {
        histogram_.metric = request.label;
    }

    void add(const JudgedQuery& first, const JudgedQuery& second) {
        const Fraction<Value> a = exact(request_, first.list, options_.conventions);
        const Fraction<Value> b = exact(request_, second.list, options_.conventions);
        const Value x = value_under(a, options_.undefined);
        const Value y = value_under(b, options_.undefined);
        if (!x.is_defined() || !y.is_defined()) {
            ++histogram_.without_value;
            return;
        }
        Difference row{first.name, score_of(x, options_, a.undefined),
                       score_of(y, options_, b.undefined), score_of(x - y, options_, {}), 0};
        const auto sign = sign_of_difference(x, y);
        if (sign) row.better = request_.metric->is_best_at_greatest ? *sign : -*sign;
        count(sign ? std::optional(row.better) : std::nullopt);
        histogram_.queries.push_back(std::move(row));
    }

    Histogram done() { return std::move(histogram_); }

private:
    void count(std::optional<int> better) {
        std::size_t& counter = !better       ? histogram_.undecided
                               : *better > 0 ? histogram_.first_better
                               : *better < 0 ? histogram_.second_better
                                             : histogram_.equal;
        ++counter;
    }

    const Request& request_;
    const ScoreOptions& options_;
    Histogram histogram_;
};

Curve curve(std::string_view name, const std::vector<std::string>& suffixes, const JudgedRun& run,
            const ScoreOptions& options) {
    Curve curve{std::string(name), {}};
    for (const std::string& suffix : suffixes) {
        const Request request = retrieval::request_named(fmt::format("{}@{}", name, suffix), "");
        curve.places.push_back(score(request, run, false, options));
    }
    return curve;
}

}  // namespace

std::vector<PrecisionRecallPoint> precision_recall_points(
    const JudgedQuery& query, const retrieval::Conventions& conventions) {
    const auto is_relevant = [&](retrieval::Grade grade) {
        return grade >= conventions.relevance_level;
    };
    const auto relevant = std::ranges::count_if(query.list.judged, is_relevant);
    std::vector<PrecisionRecallPoint> points;
    for (const retrieval::Hit& hit : query.list.hits) {
        if (hit.tied > 1) {
            throw NotSupported("--points", "tied documents under --ties average",
                               "a tie policy that gives each document one rank");
        }
        if (!is_relevant(hit.grade)) continue;
        const std::uint64_t rank = std::uint64_t{hit.before} + 1;
        const Integer found = points.size() + 1;
        points.push_back(
            {rank, Rational(found, Integer(relevant)), Rational(found, Integer(rank))});
    }
    return points;
}

std::vector<Curve> mean_curves(const JudgedRun& run, std::uint32_t ranks,
                               const ScoreOptions& options) {
    std::vector<std::string> levels, cutoffs;
    for (int tenths = 0; tenths <= 10; ++tenths)
        levels.push_back(Rational(Integer(tenths), Integer(10)).to_decimal());
    for (std::uint32_t rank = 1; rank <= ranks; ++rank)
        cutoffs.push_back(std::to_string(rank));
    std::vector<Curve> curves{curve("iP", levels, run, options)};
    for (const std::string_view name : {"CG", "DCG", "ICG", "IDCG", "NCG", "nDCG"})
        curves.push_back(curve(name, cutoffs, run, options));
    return curves;
}

Histogram histogram(const Request& request, const JudgedRun& first, const JudgedRun& second,
                    const ScoreOptions& options) {
    std::unordered_map<std::string_view, const JudgedQuery*> by_name;
    for (const JudgedQuery& query : second.queries)
        by_name.emplace(query.name, &query);
    HistogramMaker maker(request, options);
    for (const JudgedQuery& query : first.queries) {
        const auto other = by_name.find(query.name);
        if (other != by_name.end()) maker.add(query, *other->second);
    }
    return maker.done();
}

}  // namespace disarray::evaluation
