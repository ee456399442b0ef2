// SPDX-License-Identifier: MIT
//
// Inputs go to both programs in batches, so that many are in flight; both remember their answers,
// so that shrinking sees what was counted, also of a program that answers by chance.
#include "properties/audit/difference.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "properties/audit/detail/kind_audit.hpp"
#include "properties/retrieval/domain.hpp"
#include "properties/runner.hpp"

namespace disarray::properties::audit {

namespace {

constexpr std::size_t inputs_of_batch = 4096;  // inputs between two looks at the clock

// Programs differ first of all in what they make of nothing, which says least of them: it counts as
// the greatest input.
auto order_key(const RankPair& pair) {
    const std::size_t n = pair.first.size();
    return std::tuple(n == 0, n, pair.first, pair.second);
}
auto order_key(const ListPair& lists) {
    const std::size_t items = lists.first.size() + lists.second.size();
    return std::tuple(items == 0, items, lists.first, lists.second);
}
auto order_key(const Votes& votes) {
    const bool is_empty = votes.elements == 0 || votes.orders.empty();
    return std::tuple(is_empty, votes.elements, votes.orders);
}

// As for two rankings and judged lists.
void require_taken(const ListPair& lists, const Description& description) {
    require_length(std::min(lists.first.size(), lists.second.size()), description);
}
void require_taken(const Votes& votes, const Description& description) {
    require_length(votes.elements, description);
}

/// What two rankings, two lists or votes are to the search.
template <class Instance>
class CaseDomain {
public:
    using Case = Instance;
    using Small = std::vector<Case> (*)(std::size_t n);
    using Random = Case (*)(std::size_t most_n, std::uint64_t seed, std::uint64_t index);
    using Long = Case (*)(std::size_t n, detail::Shape shape, std::uint64_t seed);

    CaseDomain(Small small_ones, Random random_one, Long long_one)
        : small_(small_ones), random_(random_one), long_(long_one) {}

    std::string input_of(const Case& instance) const { return audit::input_of(instance); }
    Case long_case(std::size_t n, detail::Shape shape, std::uint64_t seed) const {
        return long_(n, shape, seed);
    }
    template <class Visit>
    void visit_small(std::size_t n, const Visit& visit) const {
        for (Case& instance : small_(n))
            if (!visit(std::move(instance))) return;
    }
    Case random(const AuditOptions& options, std::uint64_t index) const {
        return random_(options.random_n, options.seed, index);
    }
    bool is_less(const Case& a, const Case& b) const { return order_key(a) < order_key(b); }
    template <class Violates>
    Case shrunk(const Case& instance, const Violates& violates) const {
        return audit::shrunk(instance, violates);
    }
    void require_affordable(std::size_t) const {}

private:
    Small small_;
    Random random_;
    Long long_;
};

/// What judged lists are to it.
class RetrievalDomain {
public:
    using Case = RetrievalCase;

    RetrievalDomain(MetricKind kind, bool takes_cutoff) : kind_(kind) {
        cutoffs_.every = cutoffs_.beyond = takes_cutoff;
    }

    /// \throws NoValue for tied scores by rank.
    std::string input_of(const RetrievalCase& instance) const {
        return audit::input_of(instance, kind_);
    }

    RetrievalCase long_case(std::size_t n, detail::Shape shape, std::uint64_t seed) const {
        return detail::long_case(n, shape, seed);
    }

    template <class Visit>
    void visit_small(std::size_t n, const Visit& visit) const {
        const SmallCases small(n, cutoffs_);
        for (std::uint64_t i = 0; i < small.size(); ++i)
            if (!visit(small.at(i))) return;
    }
    RetrievalCase random(const AuditOptions& options, std::uint64_t index) const {
        return random_case(options.random_n, cutoffs_, options.seed, index);
    }
    bool is_less(const RetrievalCase& a, const RetrievalCase& b) const {
        if (a.retrieved.empty() != b.retrieved.empty()) return b.retrieved.empty();
        return compare(a, b) < 0;
    }
    template <class Violates>
    RetrievalCase shrunk(const RetrievalCase& instance, const Violates& violates) const {
        return properties::shrunk(instance, cutoffs_, violates);
    }
    /// As the runner of the laws does.
    void require_affordable(std::size_t exhaustive_n) const {
        double cases = 0;
        for (std::size_t n = 0; n <= exhaustive_n && cases <= max_exhaustive_cases; ++n)
            cases += SmallCases::count(n, cutoffs_);
        if (cases <= max_exhaustive_cases) return;
        throw InputError("--exhaustive", fmt::format("{} ({:.3g} inputs)", exhaustive_n, cases),
                         fmt::format("at most {:.3g} inputs", max_exhaustive_cases));
    }

private:
    MetricKind kind_;
    Cutoffs cutoffs_;
};

template <class Domain>
class ProgramComparison {
public:
    using Case = typename Domain::Case;

    ProgramComparison(Domain domain, MetricProcess& a, MetricProcess& b,
                      const AuditOptions& options)
        : domain_(std::move(domain)), first_(a), second_(b), options_(options) {}

    Difference result() {
        domain_.require_affordable(options_.exhaustive_n);
        for (std::size_t n = 0; n <= options_.exhaustive_n; ++n) {
            tell(fmt::format("n = {}", n));
            domain_.visit_small(n, [&](Case instance) { return add(std::move(instance)); });
            compare_batch();
        }
        const bool is_small = least_.has_value();
        tell("random inputs");
        for (std::uint64_t i = 0; i < options_.random_cases; ++i)
            if (!add(domain_.random(options_, i))) break;
        compare_batch();
        if (!least_) {
            compare_long();
        } else if (is_small) {
            show(*least_);
        } else {
            show(domain_.shrunk(*least_, [&](const Case& instance) {
                return disagree_on(instance, options_.tolerance);
            }));
        }
        return std::move(found_);
    }

private:
    void tell(std::string_view what) const {
        if (options_.progress) options_.progress(what);
    }

    /// False if it is time to stop.
    bool add(Case instance) {
        if (options_.stop.requested()) {
            found_.complete = false;
            return false;
        }
        std::string input;
        try {
            input = input_of(instance);
        } catch (const NoValue&) {
            return true;  // not for these programs
        }
        if (!seen_.insert(input).second) return true;
        inputs_.push_back(std::move(input));
        batch_.push_back(std::move(instance));
        if (batch_.size() == inputs_of_batch) compare_batch();
        return true;
    }

    void compare_batch() {
        if (options_.stop.requested()) {
            found_.complete = found_.complete && batch_.empty();
        } else {
            first_.prefetch(inputs_);
            second_.prefetch(inputs_);
            for (std::size_t i = 0; i < batch_.size(); ++i)
                count(batch_[i], inputs_[i], options_.tolerance);
        }
        inputs_.clear();
        batch_.clear();
    }

    void count(const Case& instance, const std::string& input, std::uint64_t tolerance) {
        const Reply& first = first_.reply(input);
        const Reply& second = second_.reply(input);
        if (was_not_asked(first) || was_not_asked(second)) {
            found_.complete = false;
            return;
        }
        const auto* a = std::get_if<Answer>(&first);
        const auto* b = std::get_if<Answer>(&second);
        if (!a || !b) return add_failure(input, first, second);
        if (a->kind == Answer::Kind::error && b->kind == Answer::Kind::error) {
            ++found_.refused;
            return;
        }
        ++found_.compared;
        const auto units = units_between(*a, *b);
        if (units && *units <= tolerance) {
            found_.worst_units = std::max(found_.worst_units, *units);
            return;
        }
        ++found_.differing;
        if (!least_ || domain_.is_less(instance, *least_)) least_ = instance;
    }

    void add_failure(const std::string& input, const Reply& first, const Reply& second) {
        if (++found_.failing > 1 && input.size() >= found_.failing_input.size()) return;
        found_.failing_input = input;
        found_.failing_first = to_string(first);
        found_.failing_second = to_string(second);
    }

    /// \throws NoValue for what one of the two does not take.
    std::string input_of(const Case& instance) const {
        require_taken(instance, first_.description());
        require_taken(instance, second_.description());
        return domain_.input_of(instance);
    }

    Case long_case(std::size_t n, detail::Shape shape) const {
        return domain_.long_case(n, shape, options_.seed);
    }

    /// Sums of n terms may be n times as far apart as short ones.
    bool disagree_at(std::size_t n, detail::Shape shape) {
        return disagree_on(long_case(n, shape), options_.tolerance * n);
    }

    /// Long inputs; where two answers differ, the least length at which they begin to, by
    /// bisection.
    void compare_long() {
        for (const detail::Shape shape : detail::all_shapes) {
            std::size_t good = 0;
            for (const std::size_t n : options_.sizes) {
                if (!detail::has_shape(n, shape)) break;
                tell(fmt::format("n = {}", n));
                const std::size_t failing = found_.failing;
                count_long(n, shape);
                if (found_.failing > failing) break;  // longer ones cost as much again
                if (least_) return show_least_long(good, n, shape);
                good = n;
            }
        }
    }

    void count_long(std::size_t n, detail::Shape shape) {
        if (options_.stop.requested()) {
            found_.complete = false;
            return;
        }
        try {
            const Case instance = long_case(n, shape);
            count(instance, input_of(instance), options_.tolerance * n);
        } catch (const NoValue&) {
            // Not for these programs.
        }
    }

    void show_least_long(std::size_t good, std::size_t bad, detail::Shape shape) {
        const std::size_t least = detail::least_bad_length(
            good, bad, options_.stop,
            [&](std::size_t length) { return disagree_at(length, shape); });
        show(long_case(least, shape));
    }

    /// Whether both have an answer, and not the same.
    bool disagree_on(const Case& instance, std::uint64_t tolerance) {
        if (options_.stop.requested()) {
            found_.complete = false;
            return false;
        }
        std::string input;
        try {
            input = input_of(instance);
        } catch (const NoValue&) {
            return false;
        }
        const auto* a = std::get_if<Answer>(&first_.reply(input));
        const auto* b = std::get_if<Answer>(&second_.reply(input));
        if (!a || !b) return false;
        const auto units = units_between(*a, *b);
        return !units || *units > tolerance;
    }

    void show(const Case& instance) {
        found_.input = input_of(instance);
        found_.first = to_string(first_.reply(found_.input));
        found_.second = to_string(second_.reply(found_.input));
    }

    Domain domain_;
    AuditedMetric first_, second_;
    const AuditOptions& options_;
    std::unordered_set<std::string> seen_;
    std::vector<std::string> inputs_;  ///< of the batch
    std::vector<Case> batch_;
    std::optional<Case> least_;
    Difference found_;
};

}  // namespace

std::optional<std::uint64_t> units_between(const Answer& a, const Answer& b) {
    if (a.kind != b.kind || a.values.size() != b.values.size()) return std::nullopt;
    if (a.kind == Answer::Kind::list) {
        std::uint64_t worst = 0;
        for (std::size_t i = 0; i < a.values.size(); ++i) {
            const auto units = units_between(a.values[i], b.values[i]);
            if (!units) return std::nullopt;
            worst = std::max(worst, *units);
        }
        return worst;
    }
    if (a.kind != Answer::Kind::value) return 0;
    const Rational scale = std::max({Rational(1), abs(a.exact), abs(b.exact)});
    // At most 2 scales apart.
    const Rational units = abs(a.exact - b.exact) / scale * Rational(Integer(1) << 52);
    return ((units.numerator() + units.denominator() - 1) / units.denominator())
        .convert_to<std::uint64_t>();
}

Difference compare_metrics(MetricProcess& a, MetricProcess& b, const AuditOptions& options) {
    const Description& first = a.description();
    const Description& second = b.description();
    if (first.kind != second.kind) {
        throw InputError(b.command_text(), fmt::format("the kind {}", name_of(second.kind)),
                         fmt::format("{}, as {} has", name_of(first.kind), a.command_text()));
    }
    const auto result_for = [&](const auto& domain) {
        return ProgramComparison(domain, a, b, options).result();
    };
    switch (first.kind) {
        case MetricKind::two_rankings:
            return result_for(CaseDomain(small_pairs, random_pair, detail::long_pair));
        case MetricKind::two_lists:
            return result_for(CaseDomain(small_lists, random_lists, detail::long_lists));
        case MetricKind::votes:
            return result_for(CaseDomain(small_votes, random_votes, detail::long_votes));
        default:
            return result_for(
                RetrievalDomain(first.kind, first.takes_cutoff && second.takes_cutoff));
    }
}

}  // namespace disarray::properties::audit
