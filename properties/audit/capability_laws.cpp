// SPDX-License-Identifier: MIT
//
// What retrieval metrics may do beyond one value for one list, each tried where the program says
// that it does it: several cutoffs in one call, and batches of queries.
#include <algorithm>
#include <iterator>

#include "properties/audit/detail/kind_audit.hpp"

namespace disarray::properties::audit::detail {

namespace {

/// An input, and others with whose values its own belongs together.
struct Together {
    std::string input;
    std::vector<std::string> others;
};

/// `input` without its closing brace, and one more member.
std::string with_member(std::string_view input, std::string_view member) {
    return fmt::format("{}, {}}}", input.substr(0, input.size() - 1), member);
}

/// Each cutoff alone, all of them rising and falling, and each one twice.
std::vector<std::vector<std::size_t>> lists_of_cutoffs(std::size_t n) {
    std::vector<std::vector<std::size_t>> lists;
    std::vector<std::size_t> all;
    for (std::size_t k = 1; k <= n + 1; ++k) {
        lists.push_back({k});
        lists.push_back({k, k});
        all.push_back(k);
    }
    if (all.size() < 2) return lists;
    lists.push_back(all);
    std::ranges::reverse(all);
    lists.push_back(all);
    return lists;
}

std::vector<Together> cutoffs_together(const std::vector<UncutInput>& inputs) {
    std::vector<Together> cases;
    for (const UncutInput& each : inputs) {
        for (const auto& cutoffs : lists_of_cutoffs(each.length)) {
            Together together{
                with_member(each.input, fmt::format("\"cutoffs\": [{}]", fmt::join(cutoffs, ", "))),
                {}};
            for (const std::size_t k : cutoffs)
                together.others.push_back(
                    with_member(each.input, fmt::format("\"cutoff\": {}", k)));
            cases.push_back(std::move(together));
        }
    }
    return cases;
}

/// \param weights  none, or one for each query
std::string batch_of(const std::vector<std::string>& queries,
                     const std::vector<int>& weights = {}) {
    const std::string batch = fmt::format(R"({{"queries": [{}]}})", fmt::join(queries, ", "));
    if (weights.empty()) return batch;
    return with_member(batch, fmt::format(R"("weights": [{}])", fmt::join(weights, ", ")));
}

/// Pairs of inputs, each with those around it and itself.
template <class Visit>
void visit_pairs(const std::vector<UncutInput>& inputs, const Visit& visit) {
    constexpr std::size_t most_apart = 7;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (std::size_t j = i; j < std::min(inputs.size(), i + most_apart); ++j) {
            visit(inputs[i], inputs[j]);
            if (i != j) visit(inputs[j], inputs[i]);
        }
    }
}

std::vector<Together> batches(const std::vector<UncutInput>& inputs) {
    std::vector<Together> cases;
    for (const UncutInput& each : inputs)
        cases.push_back({batch_of({each.input}), {each.input}});
    visit_pairs(inputs, [&](const UncutInput& a, const UncutInput& b) {
        cases.push_back({batch_of({a.input, b.input}), {a.input, b.input}});
    });
    return cases;
}

std::vector<Together> shifted_batches(const std::vector<UncutInput>& inputs) {
    std::vector<Together> cases;
    visit_pairs(inputs, [&](const UncutInput& a, const UncutInput& b) {
        cases.push_back({batch_of({a.shifted, b.input}), {batch_of({a.input, b.input})}});
    });
    return cases;
}

std::vector<Together> weighted_batches(const std::vector<UncutInput>& inputs) {
    std::vector<Together> cases;
    visit_pairs(inputs, [&](const UncutInput& a, const UncutInput& b) {
        cases.push_back({batch_of({a.input, b.input}, {1, 0}), {batch_of({a.input})}});
        cases.push_back(
            {batch_of({a.input, b.input}, {2, 1}), {batch_of({a.input, a.input, b.input})}});
    });
    return cases;
}

/// What answers have to do with each other.
enum class Relation { each, mean, same };

class CapabilityAudit {
public:
    CapabilityAudit(AuditedMetric& metric, const AuditOptions& options)
        : metric_(metric), tolerance_(tolerance_of(options)), stop_(options.stop) {}

    LawResult law(std::string_view name, std::string_view statement, std::vector<Together> cases,
                  Relation relation) {
        std::ranges::stable_sort(cases, {}, [](const Together& each) { return each.input.size(); });
        ask(cases);
        LawResult result = untried(name, statement);
        std::size_t applicable = 0;
        for (const Together& each : cases) {
            if (stop_.requested()) return result;
            const auto holds = relates(each, relation);
            applicable += holds.has_value() ? 1U : 0U;
            if (holds == false) {
                show(each, relation, result);
                break;
            }
        }
        result.scope = fmt::format("{} inputs; applies to {}", cases.size(), applicable);
        if (result.verdict == LawVerdict::refuted) return result;
        result.verdict = applicable > 0 ? LawVerdict::supported : LawVerdict::not_applicable;
        return result;
    }

private:
    void ask(const std::vector<Together>& cases) {
        std::vector<std::string> inputs;
        for (const Together& each : cases) {
            inputs.push_back(each.input);
            inputs.insert(inputs.end(), each.others.begin(), each.others.end());
        }
        metric_.prefetch(inputs);
    }

    /// Null for what is refused or failed at, which are findings of their own.
    const Answer* answer(const std::string& input) {
        const auto* found = std::get_if<Answer>(&metric_.reply(input));
        return found && found->kind != Answer::Kind::error ? found : nullptr;
    }

    bool is_same(const Answer& a, const Answer& b) const {
        if (a.kind != b.kind) return false;
        return a.kind != Answer::Kind::value || a.exact == b.exact ||
               nearly_equal(a.exact, b.exact, tolerance_);
    }

    /// Empty where the law says nothing. An undefined query has no part in a mean.
    std::optional<bool> relates(const Together& each, Relation relation) {
        std::vector<const Answer*> others;
        for (const std::string& other : each.others) {
            others.push_back(answer(other));
            if (!others.back()) return std::nullopt;
        }
        const auto is_value = [](const Answer* one) { return one->kind == Answer::Kind::value; };
        if (relation == Relation::mean && !std::ranges::all_of(others, is_value)) return {};
        const Answer* together = answer(each.input);
        // What each query has a value for, all together have.
        if (!together)
            return was_not_asked(metric_.reply(each.input)) ? std::nullopt : std::optional(false);
        if (relation == Relation::same) return is_same(*together, *others.front());
        if (relation == Relation::mean) return is_same(*together, mean_of(others));
        // No list stands for one without a value.
        if (together->kind == Answer::Kind::undefined)
            return std::ranges::none_of(others, is_value);
        if (together->values.size() != others.size()) return false;
        for (std::size_t i = 0; i < others.size(); ++i) {
            if (!is_same(together->values[i], *others[i])) return false;
        }
        return true;
    }

    static Answer mean_of(const std::vector<const Answer*>& answers) {
        Answer mean;
        for (const Answer* each : answers)
            mean.exact += each->exact;
        mean.exact = mean.exact / Rational(Integer(answers.size()));
        mean.text = mean.exact.to_decimal(17);
        return mean;
    }

    void show(const Together& each, Relation relation, LawResult& result) {
        result.verdict = LawVerdict::refuted;
        result.input = each.input;
        result.got = to_string(metric_.reply(each.input));
        result.related = each.others;
        for (const std::string& other : each.others)
            result.related_got.push_back(to_string(metric_.reply(other)));
        const std::string others = fmt::format("{}", fmt::join(result.related_got, ", "));
        if (relation == Relation::mean) {
            std::vector<const Answer*> answers;
            for (const std::string& other : each.others)
                answers.push_back(answer(other));
            result.expected = mean_of(answers).text;
            result.explanation = fmt::format("{}, and {} one by one", result.got, others);
        } else {
            result.expected = relation == Relation::each ? fmt::format("[{}]", others) : others;
            result.explanation = fmt::format(
                "{}, and {} {}", result.got, result.expected,
                relation == Relation::each ? "in a call for each" : "for what is the same");
        }
    }

    AuditedMetric& metric_;
    Rational tolerance_;
    Stop stop_;
};

}  // namespace

std::vector<LawResult> capability_laws(AuditedMetric& metric, const AuditOptions& options,
                                       const std::vector<UncutInput>& inputs) {
    const Description& description = metric.description();
    CapabilityAudit audit(metric, options);
    std::vector<LawResult> laws;
    const auto add = [&](bool is_claimed, std::string_view name, std::string_view statement,
                         const auto& cases, Relation relation) {
        if (!is_claimed) return;
        if (options.progress) options.progress(name);
        laws.push_back(unless_missing(
            metric, [&] { return audit.law(name, statement, cases(inputs), relation); }));
    };
    add(description.takes_cutoffs, "cutoffs-together",
        "several cutoffs in one call have the values of a call for each, in whatever order and "
        "company",
        cutoffs_together, Relation::each);
    add(description.takes_batches, "batch-mean", "the value of a batch is the mean of its queries",
        batches, Relation::mean);
    add(description.takes_batches && description.kind == MetricKind::relevance_and_scores,
        "batch-shift", "adding 100 to all scores of one query of a batch changes nothing",
        shifted_batches, Relation::same);
    add(description.takes_weights, "batch-weights",
        "a query of weight 0 is as if it were not in the batch, and one of weight 2 is two",
        weighted_batches, Relation::same);
    return laws;
}

}  // namespace disarray::properties::audit::detail
