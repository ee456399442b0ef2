// SPDX-License-Identifier: MIT
#include "aggregation/detail/ordering_program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>

#include "aggregation/detail/whole_numbers.hpp"

namespace disarray::aggregation::detail {

namespace {

/// Calls visit(e) for every e in the row of bits.
template <class Visit>
void for_each_bit(std::span<const std::uint64_t> row, const Visit& visit) {
    for (std::size_t w = 0; w < row.size(); ++w) {
        for (std::uint64_t left = row[w]; left != 0; left &= left - 1)
            visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
}

}  // namespace

bool GivenPairs::place_above(std::size_t i, std::size_t j) {
    if (is_above(i, j)) return true;
    if (is_above(j, i)) return false;
    const auto with_itself = [&](const std::vector<Word>& rows, std::size_t e) {
        std::vector<Word> row(rows.begin() + static_cast<std::ptrdiff_t>(e * words_),
                              rows.begin() + static_cast<std::ptrdiff_t>((e + 1) * words_));
        row[e / 64] |= Word{1} << (e % 64);
        return row;
    };
    const std::vector<Word> upper = with_itself(above_, i);
    const std::vector<Word> lower = with_itself(below_, j);
    for_each_bit(upper, [&](std::size_t a) {
        for (std::size_t w = 0; w < words_; ++w)
            below_[a * words_ + w] |= lower[w];
    });
    for_each_bit(lower, [&](std::size_t b) {
        for (std::size_t w = 0; w < words_; ++w)
            above_[b * words_ + w] |= upper[w];
    });
    return true;
}

namespace {

/// Clp asks after each iteration whether to go on.
class StopHandler : public ClpEventHandler {
public:
    explicit StopHandler(const Stop& stop) : stop_(stop) {}
    int event(Event) override { return stop_.requested() ? 1 : -1; }
    ClpEventHandler* clone() const override { return new StopHandler(*this); }  // NOLINT: Clp owns

private:
    Stop stop_;
};

/// A violation less than this is rounding.
constexpr double tolerance = 1e-5;
/// Convention: an inequality is dropped after so many rounds in which it was slack.
constexpr int patience = 5;
/// Conventions: of the violated inequalities of a round the worst so many are kept in memory, and
/// so many of those are added.
constexpr std::size_t most_kept = 1'000'000;
constexpr std::size_t most_added = 50'000;

}  // namespace

struct OrderingProgram::Clp {
    ClpSimplex model;
};

OrderingProgram::OrderingProgram(const PairCosts& costs, const Stop& stop)
    : k_(costs.size()), stop_(stop), clp_(std::make_unique<Clp>()) {
    std::int64_t largest = 1;
    for (std::size_t i = 0; i < k_; ++i) {
        for (std::size_t j = i + 1; j < k_; ++j) {
            const std::int64_t difference = costs(i, j) - costs(j, i);
            difference_.push_back(difference);
            constant_ += costs(j, i);
            step_ = std::gcd(step_, difference);
            largest = std::max(largest, difference < 0 ? -difference : difference);
        }
    }
    // 2^s times a difference stays below 2^60, and 2^−30 is as fine as doubles are of use.
    const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(largest)));
    scale_bits_ = bits >= 60 ? 0 : std::min(30U, 60U - bits);
    clp_scale_ = std::ldexp(1.0, bits > 20 ? 20 - static_cast<int>(bits) : 0);

    const std::size_t pairs = difference_.size();
    given_.assign(pairs, -1);
    x_.assign(pairs, 0.5);
    reduced_.assign(pairs, 0);
    const std::vector<CoinBigIndex> starts(pairs + 1, 0);  // no row, hence no entry yet
    const std::vector<double> lower(pairs, 0.0);
    const std::vector<double> upper(pairs, 1.0);
    std::vector<double> objective;
    for (const std::int64_t difference : difference_)
        objective.push_back(static_cast<double>(difference) * clp_scale_);
    ClpSimplex& model = clp_->model;
    model.setLogLevel(0);
    model.loadProblem(static_cast<int>(pairs), 0, starts.data(), nullptr, nullptr, lower.data(),
                      upper.data(), objective.data(), nullptr, nullptr);
    StopHandler handler(stop);
    model.passInEventHandler(&handler);  // a copy is kept
    evaluate();
}

OrderingProgram::~OrderingProgram() = default;

void OrderingProgram::give(const GivenPairs& given) {
    for (std::size_t i = 0; i < k_; ++i) {
        for (std::size_t j = i + 1; j < k_; ++j) {
            const std::size_t p = pair(i, j);
            given_[p] = given.is_above(i, j) ? 1 : given.is_above(j, i) ? 0 : -1;
            clp_->model.setColumnBounds(static_cast<int>(p), given_[p] == 1 ? 1 : 0,
                                        given_[p] == 0 ? 0 : 1);
        }
    }
    evaluate();
}

bool OrderingProgram::solve() {
    if (rows_.empty()) {  // Clp takes no program without rows
        for (std::size_t p = 0; p < x_.size(); ++p)
            x_[p] = given_[p] >= 0 ? given_[p] : difference_[p] < 0 ? 1 : 0;
        evaluate();
        return true;
    }
    ClpSimplex& model = clp_->model;
    model.dual();
    if (!model.isProvenOptimal()) return false;
    const double* x = model.getColSolution();
    x_.assign(x, x + x_.size());
    evaluate();
    return true;
}

void OrderingProgram::evaluate() {
    const double* prices = clp_->model.getRowPrice();
    const double to_multiple = std::ldexp(1.0, static_cast<int>(scale_bits_)) / clp_scale_;
    const Int128 scale = Int128{1} << scale_bits_;
    Int128 bound = 0;
    std::vector<Int128> reduced(difference_.size());
    for (std::size_t p = 0; p < reduced.size(); ++p)
        reduced[p] = scale * difference_[p];
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const double price = std::round(prices[r] * to_multiple);
        if (!(std::abs(price) < 0x1p62)) continue;  // any multiplier is allowed, also 0
        const auto y = static_cast<std::int64_t>(price);
        bound += std::min<std::int64_t>(0, y);
        const auto& [i, j, k, slack] = rows_[r];
        reduced[pair(i, j)] -= y;
        reduced[pair(j, k)] -= y;
        reduced[pair(i, k)] += y;
    }
    for (std::size_t p = 0; p < reduced.size(); ++p) {
        if (given_[p] == 1 || (given_[p] < 0 && reduced[p] < 0)) bound += reduced[p];
    }
    reduced_ = std::move(reduced);
    bound_ = bound;
}

std::int64_t OrderingProgram::rounded_up(Int128 scaled) const {
    // Costs are constant_ plus a multiple of step_.
    const std::int64_t step = std::max<std::int64_t>(step_, 1);
    const Int128 steps = quotient_rounded_up(scaled, (Int128{1} << scale_bits_) * step);
    return constant_ + static_cast<std::int64_t>(steps * step);
}

std::int64_t OrderingProgram::lower_bound() const {
    return rounded_up(bound_);
}

OrderingProgram::Opposite OrderingProgram::opposite(std::size_t i, std::size_t j) const {
    const Int128 d = reduced_[pair(i, j)];
    return {d > 0, rounded_up(bound_ + (d < 0 ? -d : d))};
}

double OrderingProgram::x(std::size_t i, std::size_t j) const {
    return i < j ? x_[pair(i, j)] : 1 - x_[pair(j, i)];
}

double OrderingProgram::objective() const {
    double sum = static_cast<double>(constant_);
    for (std::size_t p = 0; p < x_.size(); ++p)
        sum += static_cast<double>(difference_[p]) * x_[p];
    return sum;
}

void OrderingProgram::drop_slack() {
    ClpSimplex& model = clp_->model;
    std::vector<int> dropped;
    std::vector<Triple> kept;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        Triple& row = rows_[r];
        const bool slack = model.getRowStatus(static_cast<int>(r)) == ClpSimplex::basic;
        row.slack_rounds = slack ? row.slack_rounds + 1 : 0;
        if (row.slack_rounds > patience) {
            dropped.push_back(static_cast<int>(r));
        } else {
            kept.push_back(row);
        }
    }
    if (dropped.empty()) return;
    model.deleteRows(static_cast<int>(dropped.size()), dropped.data());
    rows_ = std::move(kept);
}

void OrderingProgram::add(const std::vector<Triple>& triples) {
    std::vector<CoinBigIndex> starts{0};
    std::vector<int> columns;
    std::vector<double> coefficients;
    for (const Triple& t : triples) {
        for (const std::size_t p : {pair(t.i, t.j), pair(t.j, t.k), pair(t.i, t.k)})
            columns.push_back(static_cast<int>(p));
        coefficients.insert(coefficients.end(), {1.0, 1.0, -1.0});
        starts.push_back(static_cast<CoinBigIndex>(columns.size()));
    }
    const std::vector<double> lower(triples.size(), 0.0);
    const std::vector<double> upper(triples.size(), 1.0);
    clp_->model.addRows(static_cast<int>(triples.size()), lower.data(), upper.data(), starts.data(),
                        columns.data(), coefficients.data());
    rows_.insert(rows_.end(), triples.begin(), triples.end());
    added_ += triples.size();
}

std::size_t OrderingProgram::separate() {
    struct Violated {
        double by;
        Triple triple;
    };
    // The order in which they were found decides between equals.
    const auto is_worse = [](const Violated& a, const Violated& b) {
        const auto place = [](const Triple& t) { return std::tuple(t.i, t.j, t.k); };
        return a.by != b.by ? a.by > b.by : place(a.triple) < place(b.triple);
    };
    std::vector<Violated> violated;
    const auto keep_worst = [&] {
        if (violated.size() <= most_kept) return;
        std::ranges::nth_element(violated, violated.begin() + most_kept, is_worse);
        violated.resize(most_kept);
    };
    for (std::uint32_t i = 0; i < k_; ++i) {
        if (stop_.requested()) return 0;
        for (std::uint32_t j = i + 1; j < k_; ++j) {
            const double x_ij = x_[pair(i, j)];
            for (std::uint32_t k = j + 1; k < k_; ++k) {
                const double sum = x_ij + x_[pair(j, k)] - x_[pair(i, k)];
                const double by = std::max(-sum, sum - 1);
                if (by > tolerance) violated.push_back({by, {i, j, k}});
            }
            if (violated.size() > 4 * most_kept) keep_worst();
        }
    }
    keep_worst();
    std::ranges::sort(violated, is_worse);
    // A pair in many new inequalities is settled by a few of them; the next round sees the rest.
    std::vector<int> uses(difference_.size(), 0);
    std::vector<Triple> chosen;
    for (const auto& [by, triple] : violated) {
        const std::array pairs = {pair(triple.i, triple.j), pair(triple.j, triple.k),
                                  pair(triple.i, triple.k)};
        if (std::ranges::any_of(pairs, [&](std::size_t p) { return uses[p] >= 2; })) continue;
        for (const std::size_t p : pairs)
            ++uses[p];
        chosen.push_back(triple);
        if (chosen.size() == most_added) break;
    }
    if (chosen.empty()) return 0;
    drop_slack();
    add(chosen);
    return chosen.size();
}

}  // namespace disarray::aggregation::detail
