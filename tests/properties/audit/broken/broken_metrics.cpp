// SPDX-License-Identifier: MIT
//
// Metrics with one fault each, for the tests of `disarray audit`: which laws catch what is wrong in
// the wild? `broken_metrics FAULT` speaks the protocol (properties/audit/PROTOCOL.md) and declares
// what the correct metric would declare; those called correct-… show that there are no false
// alarms. They sum in long double, so that the rounded quotient stays in its range, and no metric
// takes more than O(n log n).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;
using Real = long double;

/// The metric has no value.
struct Undefined : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// ---- Input. std::invalid_argument: what is no number or no grade, unequal lengths.

std::vector<double> numbers_in(const json& values) {
    std::vector<double> numbers;
    for (const json& value : values) {
        if (!value.is_number()) throw std::invalid_argument("not a number: " + value.dump());
        numbers.push_back(value.get<double>());
    }
    return numbers;
}

/// Those under the key; none if it is absent.
std::vector<double> grades_in(const json& input, const char* key) {
    std::vector<double> grades = numbers_in(input.value(key, json::array()));
    for (const double grade : grades) {
        if (grade < 0 || grade != std::floor(grade)) {
            throw std::invalid_argument("not a grade: " + std::to_string(grade));
        }
    }
    return grades;
}

std::size_t cutoff_in(const json& input) {
    if (!input.contains("cutoff")) return std::numeric_limits<std::size_t>::max();
    const auto cutoff = input.at("cutoff").get<std::int64_t>();
    if (cutoff < 1) throw std::invalid_argument("cutoff " + std::to_string(cutoff));
    return static_cast<std::size_t>(cutoff);
}

void require_equal_lengths(std::size_t a, std::size_t b) {
    if (a != b) throw std::invalid_argument("lists of different lengths");
}

double linear(double grade) {
    return grade;
}
double relevant(double grade) {
    return grade >= 1 ? 1 : 0;
}
using Gain = double (*)(double grade);

Real total(const std::vector<double>& grades, Gain gain) {
    return std::transform_reduce(grades.begin(), grades.end(), Real{0}, std::plus{}, gain);
}

json quotient(Real numerator, Real denominator) {
    if (denominator == 0) throw Undefined("0/0");
    return static_cast<double>(numerator / denominator);
}

// ---- relevance-and-scores: nDCG and recall

enum class Twice { refused, retrieved };

/// A document retrieved.
struct Document {
    double score, grade;
};

struct ScoredList {
    std::vector<Document> documents;  ///< the larger score first
    std::vector<double> judged;       ///< grades of all documents, each once; falling
    std::size_t cutoff;
};

ScoredList scored_list(const json& input, Twice twice = Twice::refused) {
    const std::vector<double> scores = numbers_in(input.at("scores"));
    const std::vector<double> grades = grades_in(input, "grades");
    const json& ids = input.at("ids");
    require_equal_lengths(ids.size(), scores.size());
    require_equal_lengths(ids.size(), grades.size());

    ScoredList list{{}, grades_in(input, "not_retrieved"), cutoff_in(input)};
    std::set<std::string> seen;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const bool is_new = seen.insert(ids[i].get<std::string>()).second;
        if (!is_new && twice == Twice::refused) throw std::invalid_argument("a document twice");
        if (is_new) list.judged.push_back(grades[i]);
        list.documents.push_back({scores[i], grades[i]});
    }
    std::ranges::stable_sort(list.documents, std::greater{}, &Document::score);
    std::ranges::sort(list.judged, std::greater{});
    return list;
}

/// The gain at each rank, where those of tied documents are replaced by their mean.
std::vector<Real> mean_gains(const ScoredList& list, Gain gain) {
    std::vector<Real> gains;
    const auto end = list.documents.end();
    for (auto first = list.documents.begin(); first != end;) {
        const auto last =
            std::find_if(first, end, [&](const Document& d) { return d.score != first->score; });
        Real sum = 0;
        for (auto document = first; document != last; ++document)
            sum += gain(document->grade);
        gains.resize(gains.size() + static_cast<std::size_t>(last - first),
                     sum / static_cast<Real>(last - first));
        first = last;
    }
    return gains;
}

/// DCG with the discount 1/log₂(rank + shift).
template <class Number>
Real dcg(const std::vector<Number>& gains, std::size_t cutoff, int shift = 1) {
    Real sum = 0;
    for (std::size_t i = 0; i < std::min(cutoff, gains.size()); ++i)
        sum += gains[i] / std::log2(static_cast<Real>(i + 1) + static_cast<Real>(shift));
    return sum;
}

json ndcg(const json& input) {
    const ScoredList list = scored_list(input);
    return quotient(dcg(mean_gains(list, linear), list.cutoff), dcg(list.judged, list.cutoff));
}

json ndcg_with_shifted_discount(const json& input) {
    const ScoredList list = scored_list(input);
    return quotient(dcg(mean_gains(list, linear), list.cutoff, 2),
                    dcg(list.judged, list.cutoff, 2));
}

json ndcg_with_ideal_of_the_retrieved(const json& input) {
    json retrieved = input;
    retrieved.erase("not_retrieved");
    return ndcg(retrieved);
}

json ndcg_with_tied_best_first(const json& input) {
    ScoredList list = scored_list(input);
    std::ranges::sort(list.documents, std::greater{},
                      [](const Document& d) { return std::pair(d.score, d.grade); });
    std::vector<double> gains;
    std::ranges::transform(list.documents, std::back_inserter(gains), &Document::grade);
    return quotient(dcg(gains, list.cutoff), dcg(list.judged, list.cutoff));
}

json ndcg_without_cutoff(const json& input) {
    json whole = input;
    whole.erase("cutoff");
    return ndcg(whole);
}

json recall_of(const ScoredList& list) {
    const std::vector<Real> hits = mean_gains(list, relevant);
    const auto first_k = std::span(hits).first(std::min(list.cutoff, hits.size()));
    return quotient(std::accumulate(first_k.begin(), first_k.end(), Real{0}),
                    total(list.judged, relevant));
}

json recall(const json& input) {
    return recall_of(scored_list(input));
}

/// A document is judged once and found as often as it stands in the list.
json recall_of_documents_given_twice(const json& input) {
    return recall_of(scored_list(input, Twice::retrieved));
}

/// A table of the list, joined with one of the judgements by the grade instead of the id: a row for
/// each pair of equal grades.
json recall_of_a_join_by_grade(const json& input) {
    ScoredList list = scored_list(input);
    list.documents.resize(std::min(list.cutoff, list.documents.size()));
    Real hits = 0;
    for (const Document& document : list.documents) {
        const auto [first, last] =
            std::ranges::equal_range(list.judged, document.grade, std::greater{});
        if (relevant(document.grade) != 0) hits += static_cast<Real>(last - first);
    }
    return quotient(hits, total(list.judged, relevant));
}

// ---- relevance-by-rank: average precision

/// \param hits  relevant documents before the list.
template <class Number>
json average_precision_in(const json& input, std::size_t& hits) {
    std::vector<double> grades = grades_in(input, "grades");
    const Real all_relevant =
        total(grades, relevant) + total(grades_in(input, "not_retrieved"), relevant);
    grades.resize(std::min(cutoff_in(input), grades.size()));
    Number sum = 0;
    for (std::size_t i = 0; i < grades.size(); ++i) {
        if (relevant(grades[i]) == 0) continue;
        sum += static_cast<Number>(++hits) / static_cast<Number>(i + 1);
    }
    return quotient(sum, all_relevant);
}

json average_precision(const json& input) {
    std::size_t hits = 0;
    return average_precision_in<Real>(input, hits);
}

json average_precision_summed_in_float(const json& input) {
    std::size_t hits = 0;
    return average_precision_in<float>(input, hits);
}

json average_precision_with_hits_of_earlier_calls(const json& input) {
    static std::size_t hits = 0;
    return average_precision_in<Real>(input, hits);
}

// ---- two-rankings: Kendall's τ and Spearman's ρ

struct Rankings {
    std::vector<double> first, second;
};

Rankings rankings(const json& input) {
    Rankings both{numbers_in(input.at("first")), numbers_in(input.at("second"))};
    require_equal_lengths(both.first.size(), both.second.size());
    return both;
}

std::int64_t pairs_of(std::size_t n) {
    const auto count = static_cast<std::int64_t>(n);
    return count * (count - 1) / 2;
}

/// Calls work(first, last) for the ends of each run of equal values.
template <class Value, class Work>
void for_each_run(const std::vector<Value>& values, const Work& work) {
    for (std::size_t first = 0, last = 0; first < values.size(); first = last) {
        while (last < values.size() && values[last] == values[first])
            ++last;
        work(first, last);
    }
}

template <class Value>
std::int64_t tied_pairs(std::vector<Value> values) {
    std::ranges::sort(values);
    std::int64_t count = 0;
    for_each_run(values,
                 [&](std::size_t first, std::size_t last) { count += pairs_of(last - first); });
    return count;
}

/// Pairs i < j with values[i] > values[j]; sorts.
std::int64_t inversions(std::span<double> values) {
    if (values.size() < 2) return 0;
    const auto left = values.first(values.size() / 2), right = values.subspan(values.size() / 2);
    std::int64_t count = inversions(left) + inversions(right);
    auto greater = left.begin();
    for (const double value : right) {
        greater = std::upper_bound(greater, left.end(), value);
        count += left.end() - greater;
    }
    std::inplace_merge(values.begin(), right.begin(), values.end());
    return count;
}

struct Pairs {
    std::int64_t all, ordered_by_first, ordered_by_second, concordant, discordant;
    std::int64_t balance() const { return concordant - discordant; }
};

Pairs pairs(const Rankings& both) {
    std::vector<std::pair<double, double>> ranks;
    std::ranges::transform(both.first, both.second, std::back_inserter(ranks),
                           [](double a, double b) { return std::pair(a, b); });
    std::ranges::sort(ranks);
    std::vector<double> second;
    for (const auto& rank : ranks)
        second.push_back(rank.second);

    Pairs pairs{};
    pairs.all = pairs_of(ranks.size());
    pairs.ordered_by_first = pairs.all - tied_pairs(both.first);
    pairs.ordered_by_second = pairs.all - tied_pairs(both.second);
    pairs.discordant = inversions(second);
    pairs.concordant = pairs.ordered_by_first + pairs.ordered_by_second - pairs.all +
                       tied_pairs(ranks) - pairs.discordant;
    return pairs;
}

/// Exact, as text.
json tau_a(const json& input) {
    const Pairs p = pairs(rankings(input));
    if (p.all == 0) throw Undefined("0/0");
    return std::to_string(p.balance()) + '/' + std::to_string(p.all);
}

/// Counts of pairs in 32 bits: wrong from n = 65537 on, where 2³¹ is passed.
json tau_a_of_32_bit_counts(const json& input) {
    const Pairs p = pairs(rankings(input));
    const auto balance = static_cast<std::int32_t>(static_cast<std::uint32_t>(p.concordant) -
                                                   static_cast<std::uint32_t>(p.discordant));
    return quotient(balance, static_cast<Real>(p.all));
}

json tau_b(const json& input) {
    const Pairs p = pairs(rankings(input));
    return quotient(static_cast<Real>(p.balance()),
                    std::sqrt(static_cast<Real>(p.ordered_by_first)) *
                        std::sqrt(static_cast<Real>(p.ordered_by_second)));
}

/// SciPy's formula without its clipping: 3/√3/√3 is 1.0000000000000002.
json tau_b_in_double_unclipped(const json& input) {
    const Pairs p = pairs(rankings(input));
    if (p.ordered_by_first == 0 || p.ordered_by_second == 0) throw Undefined("0/0");
    return static_cast<double>(p.balance()) / std::sqrt(static_cast<double>(p.ordered_by_first)) /
           std::sqrt(static_cast<double>(p.ordered_by_second));
}

json tau_b_with_ties_of_the_first_only(const json& input) {
    const Pairs p = pairs(rankings(input));
    return quotient(static_cast<Real>(p.balance()), static_cast<Real>(p.ordered_by_first));
}

json tau_b_with_zero_for_undefined(const json& input) {
    try {
        return tau_b(input);
    } catch (const Undefined&) {
        return 0;
    }
}

/// 2·(mid-rank − mean) of each element.
std::vector<Real> centred_midranks(const std::vector<double>& ranks) {
    std::vector<std::size_t> order(ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return ranks[i]; });
    std::vector<double> sorted = ranks;
    std::ranges::sort(sorted);
    std::vector<Real> centred(ranks.size());
    for_each_run(sorted, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            centred[order[i]] = static_cast<Real>(first + last) - static_cast<Real>(ranks.size());
    });
    return centred;
}

Real product(const std::vector<Real>& a, const std::vector<Real>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), Real{0});
}

json rho(const json& input) {
    const Rankings both = rankings(input);
    const std::vector<Real> a = centred_midranks(both.first), b = centred_midranks(both.second);
    return quotient(product(a, b), std::sqrt(product(a, a)) * std::sqrt(product(b, b)));
}

json rho_with_sign_flipped(const json& input) {
    return -rho(input).get<double>();
}

// ---- What each declares, and the protocol

json claims(const char* name, const char* kind, const char* least, const char* reference,
            json conventions = json::object()) {
    return {{"protocol", 1},          {"name", name},
            {"kind", kind},           {"direction", "greatest"},
            {"range", {least, "1"}},  {"takes_cutoff", kind != std::string_view("two-rankings")},
            {"reference", reference}, {"conventions", std::move(conventions)}};
}

struct Metric {
    const char* fault;
    json claims;
    json (*evaluate)(const json& input);
};

std::vector<Metric> all_metrics() {
    const json of_ndcg = claims(
        "nDCG", "relevance-and-scores", "0", "nDCG",
        {{"ties", "average"}, {"scores", "double"}, {"discount", "trec"}, {"gain", "linear"}});
    const json of_recall = claims("recall", "relevance-and-scores", "0", "recall",
                                  {{"ties", "average"}, {"scores", "double"}});
    const json of_ap =
        claims("AP", "relevance-by-rank", "0", "AP", {{"precisions-averaged", "relevant"}});
    const json of_tau_a = claims("tau-a", "two-rankings", "-1", "kendall-tau");
    const json of_tau_b = claims("tau-b", "two-rankings", "-1", "kendall-tau-b");
    const json of_rho = claims("rho", "two-rankings", "-1", "spearman-rho");
    return {{"correct-ndcg", of_ndcg, ndcg},
            {"correct-recall", of_recall, recall},
            {"correct-ap", of_ap, average_precision},
            {"correct-tau-a", of_tau_a, tau_a},
            {"correct-tau-b", of_tau_b, tau_b},
            {"correct-rho", of_rho, rho},
            {"off-by-one-discount", of_ndcg, ndcg_with_shifted_discount},
            {"ideal-from-retrieved", of_ndcg, ndcg_with_ideal_of_the_retrieved},
            {"constant-score-one", of_ndcg, ndcg_with_tied_best_first},
            {"range-above-one", of_tau_b, tau_b_in_double_unclipped},
            {"asymmetric-tie-count", of_tau_b, tau_b_with_ties_of_the_first_only},
            {"integer-overflow", of_tau_a, tau_a_of_32_bit_counts},
            {"float32-sum", of_ap, average_precision_summed_in_float},
            {"sign-flip", of_rho, rho_with_sign_flipped},
            {"cutoff-ignored", of_ndcg, ndcg_without_cutoff},
            {"duplicate-documents", of_recall, recall_of_documents_given_twice},
            {"state-between-calls", of_ap, average_precision_with_hits_of_earlier_calls},
            {"zero-division-as-zero", of_tau_b, tau_b_with_zero_for_undefined},
            // A second way to count documents twice, which needs no id twice to be seen.
            {"join-by-grade", of_recall, recall_of_a_join_by_grade}};
}

json answer(const json& request, const Metric& metric) {
    try {
        if (request.at("op") == "describe") return metric.claims;
        return {{"value", metric.evaluate(request.at("input"))}};
    } catch (const Undefined& why) {
        return {{"undefined", why.what()}};
    } catch (const std::exception& why) {
        return {{"error", why.what()}};
    }
}

void serve(const Metric& metric) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    for (std::string line; std::getline(std::cin, line);) {
        const json request = json::parse(line);
        json reply = answer(request, metric);
        reply["id"] = request.at("id");
        std::cout << reply.dump() << '\n';
        if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<Metric> metrics = all_metrics();
    const std::string_view fault = argc == 2 ? argv[1] : "";
    const auto metric = std::ranges::find(metrics, fault, &Metric::fault);
    if (metric == metrics.end()) {
        std::cerr << "usage: broken_metrics FAULT, one of\n";
        for (const Metric& known : metrics)
            std::cerr << "    " << known.fault << '\n';
        return 2;
    }
    try {
        serve(*metric);
    } catch (const json::exception& why) {
        std::cerr << "broken_metrics: " << why.what() << '\n';
        return 1;
    }
    return 0;
}
