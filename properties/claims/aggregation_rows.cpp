// SPDX-License-Identifier: MIT
#include "properties/claims/aggregation_rows.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "aggregation/naive.hpp"
#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "metrics/naive.hpp"
#include "properties/claims/claims.hpp"
#include "properties/generators/cases.hpp"

namespace disarray::properties::kv {

namespace {

using metrics::Frame;
using metrics::Metric;

std::string parts_in_words(const Varies& varies) {
    std::vector<std::string_view> parts;
    if (varies.element_weights) parts.emplace_back("w");
    if (varies.swap_costs) parts.emplace_back("δ");
    if (varies.dissimilarity) parts.emplace_back("D");
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::vector<const Metric*> footrules() {
    return metrics::metrics_named("footrule", std::nullopt, "the ledger");
}

std::vector<const Metric*> kendall_and_footrules() {
    std::vector<const Metric*> all = metrics::metrics_named("kendall", std::nullopt, "the ledger");
    std::ranges::copy(footrules(), std::back_inserter(all));
    return all;
}

std::vector<Setting> settings(const std::vector<const Metric*>& metrics,
                              const std::vector<Varies>& parts) {
    std::vector<Setting> all;
    for (const Metric* metric : metrics) {
        for (const Frame frame : {Frame::element, Frame::literal}) {
            if (frame == Frame::element && metric->is_one_argument) continue;
            for (const Varies& varies : parts) {
                all.push_back({metric, frame, varies, FixedPointPolicy::one});
                if (varies.swap_costs)
                    all.push_back({metric, frame, varies, FixedPointPolicy::local});
            }
        }
    }
    return all;
}

std::vector<ClaimRow> rows_of(const std::vector<Setting>& settings,
                              const std::function<ClaimRow(const Setting&)>& decide_one) {
    std::vector<ClaimRow> rows(settings.size());
    tbb::parallel_for(std::size_t{0}, settings.size(),
                      [&](std::size_t i) { rows[i] = decide_one(settings[i]); });
    return rows;
}

ClaimRow row_of(const Setting& setting) {
    ClaimRow row =
        row_about(*setting.metric, name_of(setting.frame), parts_in_words(setting.varies));
    if (setting.varies.swap_costs) row.fixed_points = name_of(setting.fixed_points);
    return row;
}

Rational value(Path path, const Setting& setting, const Permutation& sigma, const Permutation& tau,
               const Weighting& weighting) {
    const Frame frame = setting.frame;
    if (!setting.metric->reading) {
        return path == Path::fast ? metrics::kendall(sigma, tau, weighting, frame)
                                  : metrics::naive::kendall(sigma, tau, weighting, frame);
    }
    const metrics::Reading reading = *setting.metric->reading;
    return path == Path::fast ? metrics::footrule(sigma, tau, weighting, reading, frame)
                              : metrics::naive::footrule(sigma, tau, weighting, reading, frame);
}

// --- weights ----------------------------------------------------------------------------------

namespace {

using Numbers = std::vector<Rational>;

/// The values that a grid of three elements is made of.
struct Values {
    Numbers element_weights, swap_costs, dissimilarities;
};

Values values_of(const Varies& varies) {
    const int parts =
        int(varies.element_weights) + int(varies.swap_costs) + int(varies.dissimilarity);
    if (parts > 1) return {{1, 16}, {0, 1, 4}, {0, 1, 4}};
    const Rational half(Integer(1), Integer(2));
    return {{1, 2, 4, 8, 16}, {0, half * half, half, 1, 2, 4}, {0, 1, 2, 4, 8, 16}};
}

/// All tuples of so many of the values, the first place slowest.
std::vector<Numbers> tuples(const Numbers& values, std::size_t length) {
    std::vector<Numbers> all{{}};
    for (std::size_t place = 0; place < length; ++place) {
        std::vector<Numbers> longer;
        for (const Numbers& tuple : all) {
            for (const Rational& next : values) {
                longer.push_back(tuple);
                longer.back().push_back(next);
            }
        }
        all = std::move(longer);
    }
    return all;
}

bool has_one(const Numbers& tuple) {
    return std::ranges::find(tuple, Rational(1)) != tuple.end();
}

/// For each weighting and each tuple a copy of the weighting that `set` has put the tuple into.
template <class Set>
std::vector<Weighting> combined(const std::vector<Weighting>& weightings,
                                const std::vector<Numbers>& parts, const Set& set) {
    std::vector<Weighting> all;
    for (const Weighting& weighting : weightings) {
        for (const Numbers& part : parts) {
            all.push_back(weighting);
            set(all.back(), part);
        }
    }
    return all;
}

std::vector<Numbers> pseudometrics(const Numbers& values) {
    std::vector<Numbers> all = tuples(values, 3);
    std::erase_if(all, [](const Numbers& d) {
        const Rational sum = d[0] + d[1] + d[2];
        return !has_one(d) || Rational(2) * *std::ranges::max_element(d) > sum;
    });
    return all;
}

std::string joined(const Numbers& values) {
    std::vector<std::string> texts;
    for (const Rational& value : values)
        texts.push_back(value.to_string());
    return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::vector<Weighting> weightings_of_three(const Varies& varies, FixedPointPolicy policy) {
    const Values values = values_of(varies);
    std::vector<Weighting> all(1);
    all.front().fixed_points = policy;
    if (varies.element_weights) {
        std::vector<Numbers> w = tuples(values.element_weights, 3);
        std::erase_if(w, [](const Numbers& tuple) { return !has_one(tuple); });
        all = combined(all, w, [](Weighting& weighting, const Numbers& numbers) {
            weighting.element_weights = ElementWeights::from(numbers, "grid");
        });
    }
    if (varies.swap_costs) {
        all = combined(all, tuples(values.swap_costs, 2),
                       [](Weighting& weighting, const Numbers& numbers) {
                           weighting.swap_costs = SwapCosts::from(numbers, "grid");
                       });
    }
    if (varies.dissimilarity) {
        all = combined(all, pseudometrics(values.dissimilarities),
                       [](Weighting& weighting, const Numbers& d) {
                           weighting.dissimilarity = Dissimilarity::from_rows(
                               {{0, d[0], d[1]}, {d[0], 0, d[2]}, {d[1], d[2], 0}}, "grid");
                       });
    }
    return all;
}

std::string weightings_in_words(const Varies& varies) {
    const Values values = values_of(varies);
    std::vector<std::string> parts;
    if (varies.element_weights)
        parts.push_back(fmt::format("w of {}", joined(values.element_weights)));
    if (varies.swap_costs) parts.push_back(fmt::format("δ of {}", joined(values.swap_costs)));
    if (varies.dissimilarity) {
        parts.push_back(fmt::format("pseudometrics D of {}", joined(values.dissimilarities)));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
}

Weighting random_weighting_of_four(const Setting& setting, std::uint64_t seed,
                                   std::uint64_t index) {
    generators::CaseShape shape;
    shape.rankings = 1;
    shape.varies = setting.varies;
    shape.least_n = shape.most_n = 4;
    shape.fixed_points = setting.fixed_points;
    return generators::case_at(shape, seed, index).value.weighting;
}

// --- profiles ---------------------------------------------------------------------------------

std::string letters(const Permutation& ranks) {
    std::string text;
    for (const std::int64_t element : ranks.to_order())
        text += static_cast<char>('a' + (element - 1));
    return text;
}

std::string words(const std::vector<Permutation>& votes) {
    std::vector<std::string> orders;
    for (const Permutation& vote : votes)
        orders.push_back(letters(vote));
    return fmt::format("{} {}", votes.size() == 1 ? "vote" : "votes", fmt::join(orders, ", "));
}

Rational cost(Path path, const Setting& setting, const Permutation& sigma,
              const std::vector<Permutation>& votes, const Weighting& weighting) {
    Rational total = 0;
    for (const Permutation& vote : votes)
        total += value(path, setting, sigma, vote, weighting);
    return total;
}

Profile profile_of(const std::vector<Permutation>& votes) {
    Profile profile{votes.front().size(), {}};
    for (const Permutation& vote : votes)
        profile.votes.push_back({{vote.ranks().begin(), vote.ranks().end()}, 1});
    return profile;
}

Permutation permutation_of_order(const std::vector<Rank>& order) {
    return Permutation::from_ranks_unchecked(order).inverse();
}

Table::Table(const std::vector<Permutation>& all,
             const std::function<Rational(const Permutation&, const Permutation&)>& value)
    : size_(all.size()) {
    std::vector<Rational> values;
    Integer denominator = 1;
    for (const Permutation& vote : all) {
        for (const Permutation& order : all) {
            values.push_back(value(order, vote));
            denominator = lcm(denominator, values.back().denominator());
        }
    }
    unit_ = Rational(Integer(1), denominator);
    for (const Rational& each : values) {
        const Integer numerator = (each * Rational(denominator)).numerator();
        if (abs(numerator) >= Integer(1) << 40) {
            throw InternalError("aggregation claims: a table of numbers beyond 40 bits");
        }
        entries_.push_back(numerator.convert_to<std::int64_t>());
    }
}

namespace {

/// Goes through profiles vote by vote, so that a profile costs one sum more than that before it.
class ProfileWalk {
public:
    ProfileWalk(const std::vector<const Table*>& tables, std::size_t least, std::size_t most,
                const Visit& visit)
        : tables_(tables), least_(least), most_(most), visit_(visit), stages_(most + 1) {
        for (ProfileCosts& stage : stages_)
            stage.costs.assign(tables.size(), std::vector<std::int64_t>(tables.front()->size()));
    }

    void add_votes(std::size_t count, std::size_t first, std::size_t last) {
        const ProfileCosts& before = stages_[count];
        ProfileCosts& after = stages_[count + 1];
        for (std::size_t vote = first; vote < last; ++vote) {
            after.votes = before.votes;
            after.votes.push_back(vote);
            for (std::size_t t = 0; t < tables_.size(); ++t) {
                const std::int64_t* column = tables_[t]->of_vote(vote);
                for (std::size_t order = 0; order < after.costs[t].size(); ++order)
                    after.costs[t][order] = before.costs[t][order] + column[order];
            }
            if (count + 1 >= least_) visit_(after);
            if (count + 1 < most_) add_votes(count + 1, vote, tables_.front()->size());
        }
    }

private:
    const std::vector<const Table*>& tables_;
    std::size_t least_, most_;
    const Visit& visit_;
    std::vector<ProfileCosts> stages_;  ///< by number of votes
};

}  // namespace

void for_each_profile(const std::vector<const Table*>& tables, std::size_t least, std::size_t most,
                      bool first_is_identity, const Visit& visit) {
    ProfileWalk walk(tables, least, most, visit);
    walk.add_votes(0, 0, first_is_identity ? 1 : tables.front()->size());
}

// --- factors ----------------------------------------------------------------------------------

std::strong_ordering operator<=>(const Factor& a, const Factor& b) {
    return Int128{a.found} * b.optimum <=> Int128{b.found} * a.optimum;
}

std::optional<Rational> Comparison::factor() const {
    if (optimum.sign() == 0) return std::nullopt;
    return found_cost / optimum;
}

std::string Comparison::to_string() const {
    return fmt::format("{}: {} costs {}, {} {}", words(votes), letters(found),
                       found_cost.to_string(), letters(best), optimum.to_string());
}

std::size_t place_of_least(const std::vector<std::int64_t>& costs) {
    return static_cast<std::size_t>(std::ranges::min_element(costs) - costs.begin());
}

Factor factor_of(const ProfileCosts& profile, std::size_t found) {
    return {profile.costs[0][found], profile.costs[0][place_of_least(profile.costs[0])]};
}

Comparison compared(const ProfileCosts& profile, std::size_t found, const Table& table,
                    const std::vector<Permutation>& all, const Weighting& weighting) {
    std::vector<Permutation> votes;
    for (const std::size_t vote : profile.votes)
        votes.push_back(all[vote]);
    const Factor factor = factor_of(profile, found);
    return {std::move(votes),
            weighting,
            all[found],
            all[place_of_least(profile.costs[0])],
            table.in_units(factor.found),
            table.in_units(factor.optimum)};
}

std::string factor_in_words(const Comparison& comparison) {
    const auto factor = comparison.factor();
    return factor ? "factor " + factor->to_string() : "no factor (the optimum is 0)";
}

std::string largest_factor_in_words(const Comparison& worst) {
    return (worst.factor() ? "largest " : "") + factor_in_words(worst);
}

void require_confirmed(const Setting& setting, const Comparison& comparison) {
    const auto naive_cost = [&](const Permutation& sigma) {
        return cost(Path::naive, setting, sigma, comparison.votes, comparison.weighting);
    };
    const auto least = aggregation::naive::optimum(
        comparison.best.size(),
        [&](const std::vector<Rank>& order) { return naive_cost(permutation_of_order(order)); });
    if (naive_cost(comparison.found) != comparison.found_cost ||
        naive_cost(comparison.best) != comparison.optimum || least.cost != comparison.optimum) {
        throw InternalError(
            fmt::format("aggregation claims: not confirmed by the definitions: {}, {}",
                        comparison.to_string(), properties::to_string(comparison.instance())));
    }
}

}  // namespace disarray::properties::kv
