// SPDX-License-Identifier: MIT
//
// The audit of a metric of two lists of items.
#include <random>

#include "base/error.hpp"
#include "properties/audit/declared_conventions.hpp"
#include "properties/audit/detail/case_audit.hpp"
#include "properties/audit/list_laws.hpp"

namespace disarray::properties::audit::detail {

namespace {

struct ListDomain {
    using Case = ListPair;
    using Result = Value;

    static std::span<const ListLaw> laws() { return list_laws(); }
    static std::vector<ListReference> references(const Description& description) {
        const auto declared = description.conventions.find("persistence");
        if (declared == description.conventions.end()) return list_references(Rational(9, 10));
        return list_references(
            declared_conventions({*declared}, "\"conventions\"").settings.persistence);
    }
    static std::vector<ListPair> small_cases(std::size_t n) { return small_lists(n); }
    static ListPair random_case(std::size_t most_n, std::uint64_t seed, std::uint64_t index) {
        return random_lists(most_n, seed, index);
    }
    template <class Violates>
    static ListPair shrunk(const ListPair& lists, const Violates& violates) {
        return audit::shrunk(lists, violates);
    }
    static std::size_t length(const ListPair& lists) {
        return std::min(lists.first.size(), lists.second.size());
    }
    static bool is_owed_an_answer(const ListPair& lists) { return length(lists) > 0; }
    static Value value(AuditedMetric& metric, const ListPair& lists) {
        return metric.value(input_of(lists));
    }
    static void compare(const Reply& reply, const std::string& input, const Value& exact,
                        std::uint64_t tolerance, Agreement& agreement) {
        compare_answer(reply, input, exact, tolerance, agreement);
    }
    static std::string every_small(std::size_t n) {
        return fmt::format("pairs: every one of lists of n <= {}, but for names", n);
    }
    static ListPair long_case(std::size_t n, Shape shape, std::uint64_t seed) {
        return long_lists(n, shape, seed);
    }
    /// \throws InputError for any but "persistence".
    static void require_conventions(const AuditedMetric& metric) {
        for (const auto& [name, value] : metric.description().conventions) {
            if (name == "persistence") continue;
            throw InputError(fmt::format("{}: \"conventions\"", metric.name()), in_quotes(name),
                             "\"persistence\", of a metric of two lists the only one");
        }
    }
};

}  // namespace

ListPair long_lists(std::size_t n, Shape shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    ListPair lists;
    for (std::uint32_t i = 1; i <= n; ++i) {
        lists.first.push_back(i);
        lists.second.push_back(i);
    }
    const bool is_shuffled = shape == Shape::random || shape == Shape::tied;
    for (std::size_t i = n; i > 1 && is_shuffled; --i)
        std::swap(lists.second[i - 1], lists.second[random() % i]);
    // Nothing shared; or not the lower half, and the first list is of half the length.
    for (std::uint32_t& item : lists.second) {
        if (shape == Shape::worst || (shape == Shape::blocks && item > n / 2))
            item += static_cast<std::uint32_t>(n);
    }
    if (shape == Shape::blocks) lists.first.resize((n + 1) / 2);
    return lists;
}

std::unique_ptr<KindAudit> list_audit(AuditedMetric& metric, const AuditOptions& options) {
    return std::make_unique<CaseAudit<ListDomain>>(metric, options);
}

}  // namespace disarray::properties::audit::detail
