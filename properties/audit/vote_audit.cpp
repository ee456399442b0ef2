// SPDX-License-Identifier: MIT
//
// The audit of a rule that makes one ranking of many. Its answers are lists, a value for each
// element.
#include <numeric>
#include <random>

#include "base/error.hpp"
#include "properties/audit/detail/case_audit.hpp"
#include "properties/audit/vote_laws.hpp"

namespace disarray::properties::audit::detail {

namespace {

struct VoteDomain {
    using Case = Votes;
    using Result = Points;

    static std::span<const VoteLaw> laws() { return vote_laws(); }
    static std::vector<VoteReference> references(const Description&) { return vote_references(); }
    static std::vector<Votes> small_cases(std::size_t n) { return small_votes(n); }
    /// Those that random ones hardly hit.
    static std::vector<Votes> special_cases(const Description& description) {
        if (!description.claims.contains("monotonicity")) return {};
        return votes_near_elimination();
    }
    static Votes random_case(std::size_t most_n, std::uint64_t seed, std::uint64_t index) {
        return random_votes(most_n, seed, index);
    }
    template <class Violates>
    static Votes shrunk(const Votes& votes, const Violates& violates) {
        return audit::shrunk(votes, violates);
    }
    static std::size_t length(const Votes& votes) { return votes.elements; }
    static bool is_owed_an_answer(const Votes& votes) {
        return votes.elements >= 2 && !votes.orders.empty();
    }
    static Points value(AuditedMetric& metric, const Votes& votes) {
        return metric.values(input_of(votes), votes.elements);
    }
    static void compare(const Reply& reply, const std::string& input, const Points& exact,
                        std::uint64_t tolerance, Agreement& agreement) {
        compare_points(reply, input, exact, tolerance, agreement);
    }
    static std::string every_small(std::size_t n) {
        return fmt::format("profiles: every one of n <= {} elements and a few votes", n);
    }
    static Votes long_case(std::size_t n, Shape shape, std::uint64_t seed) {
        return long_votes(n, shape, seed);
    }
    /// \throws InputError for any, and for claims that there are not.
    static void require_conventions(const AuditedMetric& metric) {
        if (!metric.description().conventions.empty()) {
            throw InputError(fmt::format("{}: \"conventions\"", metric.name()),
                             in_quotes(metric.description().conventions.begin()->first),
                             "none of votes: rules have names of their own");
        }
    }
};

}  // namespace

void compare_points(const Reply& reply, const std::string& input, const Points& exact,
                    std::uint64_t tolerance, Agreement& agreement) {
    const auto* answer = std::get_if<Answer>(&reply);
    if (!answer || answer->kind == Answer::Kind::error) return;
    Agreement of_elements;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const bool is_there = i < answer->values.size();
        compare_answer(is_there ? Reply(answer->values[i]) : reply, input, exact[i], tolerance,
                       of_elements);
    }
    if (answer->values.size() > exact.size()) ++of_elements.differing;
    ++agreement.compared;
    agreement.worst_units = std::max(agreement.worst_units, of_elements.worst_units);
    if (of_elements.differing == 0 || ++agreement.differing > 1) return;
    agreement.first_difference = input;
    agreement.got = to_string(reply);
    agreement.expected =
        fmt::format("[{}]", list_of(
                                exact, [](const Value& value) { return value.to_string(); }, ", "));
}

Votes long_votes(std::size_t n, Shape shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Votes votes;
    votes.elements = n;
    constexpr std::size_t few = 1000, many = 100'000;
    const std::size_t count = n <= few ? 5 : n <= many ? 3 : 1;
    for (std::size_t v = 0; v < count; ++v) {
        std::vector<std::uint32_t> order(n);
        std::iota(order.begin(), order.end(), 0U);
        if (shape == Shape::worst && v % 2 == 1) std::ranges::reverse(order);
        const bool is_shuffled = shape != Shape::best && shape != Shape::worst;
        for (std::size_t i = n; i > 1 && is_shuffled; --i)
            std::swap(order[i - 1], order[random() % i]);
        votes.orders.push_back(std::move(order));
    }
    return votes;
}

std::unique_ptr<KindAudit> vote_audit(AuditedMetric& metric, const AuditOptions& options) {
    return std::make_unique<CaseAudit<VoteDomain>>(metric, options);
}

}  // namespace disarray::properties::audit::detail
