// SPDX-License-Identifier: MIT
#include "search/verify/results.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace disarray::verify {

namespace {

/// A direct sum keeps N ≤ M if all its parts do; `violating` of the indecomposable ones becomes
/// that of all σ.
void count_decomposable(std::vector<Result>& results) {
    std::vector<std::uint64_t> kept{1, 1};  // of length 0 and 1
    std::vector<std::uint64_t> indecomposable_kept{0, 1};
    for (Result& result : results) {
        indecomposable_kept.push_back(result.indecomposable - result.violating);
        std::uint64_t count = 0;
        for (std::size_t l = 1; l < indecomposable_kept.size(); ++l)
            count += indecomposable_kept[l] * kept[kept.size() - l];
        kept.push_back(count);
        result.violating = factorial(result.n) - count;
    }
}

/// D of {"ranks": …, "dissimilarity": …}, in which the ranks are `sigma`.
Dissimilarity read_example(const Json& value, const Ranks& sigma) {
    const auto [ranks, dissimilarity] = fields(value, "ranks", "dissimilarity");
    within("ranks", [&, v = ranks] {
        // Decided by the records, so that the end has nothing to choose.
        const Ranks found = rank_vector(*v, sigma.size);
        if (found == sigma) return;
        throw Rejected("", sigma.to_string() + ", the first with the least ratio",
                       found.to_string());
    });
    return within("dissimilarity",
                  [&, v = dissimilarity] { return read_pseudometric(*v, sigma.size); });
}

void check_best(const Checker& checker, const Json& value, const Result& due) {
    const Dissimilarity d = read_example(value, due.best);
    within("dissimilarity", [&] { checker.require_attained(due.best, d, *due.ratio); });
}

void check_strict(const Checker& checker, const Json& value, const Result& due) {
    const Dissimilarity d = read_example(value, due.best);
    const bool is_metric = std::ranges::all_of(d, [](const Rational& x) { return x.sign() > 0; });
    if (!is_metric) throw Rejected("dissimilarity", "a metric, all distances > 0", "a distance 0");
    const Checker::Values found = checker.values(due.best, d);
    if (found.small <= found.big) throw Rejected("dissimilarity", "N > M", "N <= M");
}

void check_result(const Checker& checker, const Json& value, const Result& due) {
    if (!due.ratio) throw Rejected("", "a record of this length or below", "none");
    const bool violated = *due.ratio < Rational(1);
    const auto [n, ratio, violating, best] = [&] {
        if (!violated) return fields(value, "n", "ratio", "violating", "best");
        const auto [n_, ratio_, violating_, best_, strict_] =
            fields(value, "n", "ratio", "violating", "best", "strict");
        return std::array{n_, ratio_, violating_, best_};
    }();
    within("n", [&, v = n] { require_count(*v, static_cast<std::uint64_t>(due.n)); });
    within("ratio", [&, v = ratio] {
        if (number(*v) != *due.ratio) throw Rejected("", due.ratio->to_string(), shown(*v));
    });
    within("violating", [&, v = violating] { require_count(*v, due.violating); });
    within("best", [&, v = best] { check_best(checker, *v, due); });
    if (violated) within("strict", [&] { check_strict(checker, value["strict"], due); });
}

}  // namespace

Results::Results(const Claim& claim) : direct_sums_(claim.direct_sums) {
    results_.resize(claim.direct_sums ? static_cast<std::size_t>(claim.n) - 1 : 1);
    for (std::size_t i = 0; i < results_.size(); ++i)
        results_[i].n = claim.direct_sums ? static_cast<int>(i) + 2 : claim.n;
}

void Results::add(const Record& record) {
    ++records_;
    const auto first = direct_sums_ ? static_cast<std::size_t>(record.ranks.size) - 2 : 0;
    if (record.ratio < Rational(1)) {
        results_[first].violating += static_cast<std::uint64_t>(record.images);
    }
    for (std::size_t i = first; i < results_.size(); ++i) {
        if (results_[i].ratio && *results_[i].ratio <= record.ratio) continue;
        results_[i].ratio = record.ratio;
        results_[i].best = record.ranks;
    }
}

void Results::add_indecomposable(const Enumeration& part) {
    for (Result& result : results_)
        result.indecomposable += part.indecomposable(result.n);
}

void Results::add(const Results& later) {
    records_ += later.records_;
    for (std::size_t i = 0; i < results_.size(); ++i) {
        Result& sum = results_[i];
        const Result& more = later.results_[i];
        sum.violating += more.violating;
        sum.indecomposable += more.indecomposable;
        // Of equal ratios the first stays, as if the records had been added one by one.
        if (!more.ratio || (sum.ratio && *sum.ratio <= *more.ratio)) continue;
        sum.ratio = more.ratio;
        sum.best = more.best;
    }
}

std::vector<Result> Results::whole() const {
    std::vector<Result> results = results_;
    if (direct_sums_) count_decomposable(results);
    return results;
}

void check_end(const Checker& checker, const Json& header, const Json& end,
               const Results& results) {
    const std::vector<Result> due = results.whole();
    const auto [claim, count, stated] = fields(end, "claim", "records", "results");
    within("claim", [&, v = claim] {
        // Compared as text: as numbers 3 and 3.0 are equal.
        if (v->dump() != header.dump()) throw Rejected("", "the first line again", "another claim");
    });
    within("records", [&, v = count] { require_count(*v, results.records()); });
    const Json::array_t& entries = within("results", [&, v = stated]() -> const Json::array_t& {
        return list(*v, due.size(), "results");
    });
    for (std::size_t i = 0; i < due.size(); ++i) {
        within("result", i + 1, [&] { check_result(checker, entries[i], due[i]); });
    }
}

std::string statement(const Claim& claim, const Results& results) {
    const Result result = results.whole().back();
    const std::string small = to_string(claim.small);
    const std::string big = to_string(claim.big);
    return fmt::format("{} >= {}*({}) {}, attained; {} <= {} fails for {} of {}", big,
                       result.ratio->to_string(), small, scope_of(claim), small, big,
                       result.violating, claim.scope ? 1 : factorial(claim.n));
}

}  // namespace disarray::verify
