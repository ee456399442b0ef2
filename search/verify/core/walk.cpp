// SPDX-License-Identifier: MIT
//
// Where records have to stand, what they add up to, and whether the end says the same.
#include <algorithm>

#include "core.hpp"

namespace disarray::verify {

namespace {

std::uint64_t factorial(int n) {
    return n < 2 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1);
}

/// D of {"ranks": …, "dissimilarity": …}, in which the ranks are `sigma`.
Form read_example(const Json& example, const Ranks& sigma, const std::string& step) {
    const Ranks found = read_ranks(example.at("ranks"));
    // Decided by the records, so that the end has nothing to choose.
    if (found != sigma)
        throw Rejected(step + ", ranks", sigma.to_string() + ", the first with the least ratio",
                       found.to_string());
    return read_pseudometric(example.at("dissimilarity"), sigma.size(), step + ", dissimilarity");
}

/// \throws Rejected unless `stated` is that number
void require(const Json& stated, std::uint64_t due, const std::string& step) {
    if (stated != due) throw Rejected(step, std::to_string(due), stated.dump());
}

void check_result(const Claim& claim, const Json& stated, Result due, const std::string& step) {
    require(stated.at("n"), static_cast<std::uint64_t>(due.n), step + ", n");
    if (!due.attained) return require(stated.at("violating"), due.violating, step + ", violating");
    if (!due.ratio && claim.has_rule()) {  // some σ and D with M = N
        due.ratio = 1;
        due.best = read_ranks(stated.at("best").at("ranks"));
        if (due.best.size() > due.n || due.best.size() < (claim.direct_sums ? 2 : due.n))
            throw Rejected(step + ", best, ranks", "a length in scope", due.best.to_string());
    }
    if (!due.ratio) throw Rejected(step, "a record of this length or below", "none");
    if (Number(stated.at("ratio").get<std::string>()) != *due.ratio)
        throw Rejected(step + ", ratio", due.ratio->to_string(), stated["ratio"].dump());
    require(stated.at("violating"), due.violating, step + ", violating");
    const Ranks label = identity(due.best.size());
    const auto small = forms<Number>(claim, claim.small, due.best, label);
    const auto big = forms<Number>(claim, claim.big, due.best, label);
    const Form best = read_example(stated.at("best"), due.best, step + ", best");
    require_ratio(value(small, best), value(big, best), *due.ratio, step + ", best, dissimilarity");
    if (*due.ratio >= 1) return;
    const std::string there = step + ", strict, dissimilarity";
    const Form strict = read_example(stated.at("strict"), due.best, step + ", strict");
    if (std::ranges::any_of(strict, [](const Number& distance) { return distance.sign() == 0; }))
        throw Rejected(there, "a metric, all distances > 0", "a distance 0");
    if (value(small, strict) <= value(big, strict)) throw Rejected(there, "N > M", "N <= M");
}

/// The characters of a number behind the first.
std::uint64_t further_digits(const Number& number) {
    return number.to_string().size() - 1;
}

/// The terms, those in absolute values singly; adds what their coefficients have to `digits`.
std::uint64_t count_terms(const Expression& terms, std::uint64_t& digits) {
    std::uint64_t count = 0;
    for (const Term& term : terms) {
        digits += further_digits(term.coefficient);
        count += term.inside.empty() ? 1 : count_terms(term.inside, digits);
    }
    return count;
}

/// What N of one σ costs where it is added up, in the units of max_passed.
std::uint64_t cost_of_sum(const Claim& claim) {
    std::uint64_t digits = 0;
    const std::uint64_t terms = count_terms(claim.small, digits);
    for (const Number& cost : claim.swap_costs)
        digits += further_digits(cost);
    return pair_count(claim.n) * terms * (1 + digits / 2);
}

/// The claim with all w_i = 1. Each coefficient of its N is that of the claim divided by w_i·w_j:
/// the same ones are 0.
Claim without_weights(Claim claim) {
    claim.weights.clear();
    claim.factors = factors(claim);
    return claim;
}

}  // namespace

Walk::Walk(const Claim& claim)
    : claim_(claim),
      enumeration_(claim),
      next_(identity(claim.direct_sums ? 2 : claim.n)),
      unweighted_(without_weights(claim)),
      counted_(unweighted_, claim.small),
      cost_of_sum_(cost_of_sum(claim)) {
    if (claim.has_rule()) enumeration_.indecomposable(next_.size()) = 0;
    for (int n = claim.direct_sums ? 2 : claim.n; n <= claim.n; ++n)
        results_.push_back({n});
}

bool Walk::needs_record(const Ranks& sigma) {
    const auto charge = [&](std::uint64_t cost) {
        passed_ += cost;
        if (passed_ > max_passed)
            throw Rejected("ranks " + sigma.to_string(), "fewer rankings with N = 0", "one more");
    };
    charge(1);
    if (counted_.has_none(sigma)) return false;
    // All that is counted is > 0 but within absolute values.
    if (std::ranges::all_of(claim_.small, [](const Term& term) { return term.inside.empty(); }))
        return true;
    charge(cost_of_sum_);
    return !forms<Number>(unweighted_, claim_.small, sigma, identity(sigma.size())).vanish();
}

const Ranks* Walk::due(const std::optional<Ranks>& hint) {
    if (claim_.has_rule()) return next_.empty() ? nullptr : &next_;
    for (; enumeration_.current() != nullptr; enumeration_.advance()) {
        const Ranks& sigma = *enumeration_.current();
        if (sigma == hint || needs_record(sigma)) break;
        for (const Image& image : images(claim_, sigma)) {
            if (!needs_record(image.ranks)) continue;
            throw Rejected("ranks " + sigma.to_string(), "N = 0 for the images as well",
                           "N other than 0 for ranks " + image.ranks.to_string());
        }
    }
    return enumeration_.current();
}

void Walk::take(const Record& record) {
    const Ranks* const sigma = enumeration_.current();
    if (sigma == nullptr || *sigma != record.ranks)
        throw Rejected("ranks", "those that are due", record.ranks.to_string());
    add({*sigma, *sigma, 1, 0, record.ratio < 1 ? std::uint64_t(record.images) : 0, record});
    enumeration_.advance();
}

void Walk::take(const Section& section) {
    if (next_.empty() || section.first != next_)
        throw Rejected("first", "the σ behind the last section", section.first.to_string());
    add(section);
    enumeration_.indecomposable(next_.size()) += section.indecomposable;
    next_ = section.last;
    if (std::ranges::next_permutation(next_).found) return;
    next_ = next_.size() < claim_.n ? identity(next_.size() + 1) : Ranks{};
}

void Walk::add(const Section& section) {
    records_ += section.records;
    for (Result& result : results_) {
        if (result.n == section.first.size()) result.violating += section.violating;
        if (result.n < section.first.size() || !section.least) continue;
        if (result.ratio && *result.ratio <= section.least->ratio) continue;
        result.ratio = section.least->ratio;
        result.best = section.least->ranks;
    }
}

/// A direct sum keeps N ≤ M if all its parts do; `violating` of the indecomposable σ becomes that
/// of all σ.
void Walk::count_decomposable() {
    std::vector<std::uint64_t> kept{1, 1};  // of length 0 and 1
    std::vector<std::uint64_t> indecomposable_kept{0, 1};
    for (Result& result : results_) {
        indecomposable_kept.push_back(enumeration_.indecomposable(result.n) - result.violating);
        std::uint64_t count = 0;
        for (std::size_t l = 1; l < indecomposable_kept.size(); ++l)
            count += indecomposable_kept[l] * kept[kept.size() - l];
        kept.push_back(count);
        result.violating = factorial(result.n) - count;
    }
}

Result Walk::finish(const Json& header, const Json& end) {
    if (due() != nullptr)
        throw Rejected("", "the record of ranks " + due()->to_string(), "the end");
    if (claim_.direct_sums) count_decomposable();
    // Compared as text: as numbers 3 and 3.0 are equal.
    if (end.at("claim").dump() != header.dump())
        throw Rejected("claim", "the first line again", "another claim");
    require(end.at("records"), records_, "records");
    const Json& stated = end.at("results");
    if (stated.size() != results_.size())
        throw Rejected("results", std::to_string(results_.size()) + " results",
                       "a list of " + std::to_string(stated.size()));
    for (std::size_t i = 0; i < results_.size(); ++i) {
        Result& result = results_[i];
        result.attained = !claim_.has_rule() || result.ratio || stated.at(i).contains("ratio");
        check_result(claim_, stated.at(i), result, "result " + std::to_string(i + 1));
    }
    return results_.back();
}

}  // namespace disarray::verify
