// SPDX-License-Identifier: MIT
//
// The audit of a metric of two rankings.
#include <algorithm>
#include <random>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "properties/audit/detail/case_audit.hpp"
#include "properties/audit/missing_values.hpp"
#include "properties/audit/pair_laws.hpp"

namespace disarray::properties::audit::detail {

namespace {

struct PairDomain {
    using Case = RankPair;
    using Result = Value;

    static std::span<const PairLaw> laws() { return pair_laws(); }
    static std::vector<PairReference> references(const Description&) { return pair_references(); }
    static std::vector<RankPair> small_cases(std::size_t n) { return small_pairs(n); }
    static RankPair random_case(std::size_t most_n, std::uint64_t seed, std::uint64_t index) {
        return random_pair(most_n, seed, index);
    }
    template <class Violates>
    static RankPair shrunk(const RankPair& pair, const Violates& violates) {
        return audit::shrunk(pair, violates);
    }
    static RankPair long_case(std::size_t n, Shape shape, std::uint64_t seed) {
        return long_pair(n, shape, seed);
    }
    static std::size_t length(const RankPair& pair) { return pair.first.size(); }
    static Value value(AuditedMetric& metric, const RankPair& pair) {
        return metric.value(input_of(pair));
    }
    static void compare(const Reply& reply, const std::string& input, const Value& exact,
                        std::uint64_t tolerance, Agreement& agreement) {
        compare_answer(reply, input, exact, tolerance, agreement);
    }
    static std::string every_small(std::size_t n) {
        return fmt::format("pairs: every one of n <= {}, with ties", n);
    }

    /// Two permutations of two elements at least: ties may be refused.
    static bool is_owed_an_answer(const RankPair& pair) {
        const auto is_permutation = [](std::vector<int> ranks) {
            std::ranges::sort(ranks);
            return std::ranges::adjacent_find(ranks) == ranks.end();
        };
        return pair.first.size() >= 2 && is_permutation(pair.first) && is_permutation(pair.second);
    }

    /// \throws InputError for any but "missing".
    static void require_conventions(const AuditedMetric& metric) {
        const Description& description = metric.description();
        const auto missing = description.conventions.find("missing");
        const std::size_t known = missing == description.conventions.end() ? 0 : 1;
        if (description.conventions.size() > known) {
            throw InputError(
                metric.name(), "\"conventions\" of a metric of two rankings",
                "\"missing\" alone: the others are those of retrieval metrics; what it "
                "does on purpose is for \"exceptions\"");
        }
        if (known > 0) {
            choice_named<Missing>(missing->second,
                                  fmt::format("{}: \"conventions\": \"missing\"", metric.name()));
        }
    }
};

class PairAudit : public CaseAudit<PairDomain> {
public:
    using CaseAudit::CaseAudit;

    std::vector<MissingCase> missing_cases() const override {
        std::vector<MissingCase> cases;
        constexpr std::size_t most_elements = 3;
        for (const RankPair& pair : cases_) {
            if (options_.stop.requested()) break;
            const std::size_t n = pair.first.size();
            if (n > most_elements) continue;
            for (std::size_t place = 0; place < 2 * n; ++place) {
                IsMissing first(n), second(n);
                (place < n ? first[place] : second[place - n]) = true;
                cases.push_back(missing_case(pair, first, second));
            }
        }
        return cases;
    }

    // Lengths at which counts of pairs, squares and products of two blocks leave 32 bits.
    void check_long(std::vector<LawResult>& laws, std::size_t longest) override {
        for (const std::size_t n : {std::size_t{92'683}, std::size_t{60'000}}) {
            if (n > longest) continue;
            const RankPair blocks = long_pair(n, Shape::blocks, options_.seed);
            for (const RankPair& pair : {blocks, RankPair{blocks.first, blocks.first},
                                         long_pair(n, Shape::worst, options_.seed)}) {
                check_long_pair(laws, pair);
            }
        }
    }

private:
    MissingCase missing_case(const RankPair& pair, const IsMissing& first,
                             const IsMissing& second) const {
        const auto by = [&](Missing rule) -> std::optional<std::string> {
            const RankPair other = *without_missing(pair, first, second, rule);
            if (other.first.size() < metric_.description().least_length) return std::nullopt;
            return input_of(other);
        };
        return {input_of(pair, first, second), by(Missing::omit), by(Missing::least)};
    }

    /// The laws that take a few calls each: of relabelling, the elements in reverse.
    void check_long_pair(std::vector<LawResult>& laws, const RankPair& pair) {
        PairSubject rounded = subject_;
        rounded.tolerance *= Rational(Integer(pair.first.size()));
        for (LawResult& law : laws) {
            const bool holds =
                law.verdict == LawVerdict::exhausted || law.verdict == LawVerdict::supported;
            if (!holds || options_.stop.requested()) continue;
            const auto check = [&] { return long_outcome(law.law, rounded, pair); };
            if (!outcome_of(check).is_violated()) continue;
            show_violation(
                metric_, input_of(pair), [&] { outcome_of(check); }, law);
            law.explanation = with_decimals(outcome_of(check).explanation);
            law.tolerance_factor = pair.first.size();
        }
    }

    static Outcome long_outcome(std::string_view law, const PairSubject& subject,
                                const RankPair& pair) {
        if (law == "relabelling") {
            RankPair reversed = pair;
            std::ranges::reverse(reversed.first);
            std::ranges::reverse(reversed.second);
            return equal_values(subject.tolerance, {"M(first, second)", subject.value(pair)},
                                {"M(elements in reverse)", subject.value(reversed)});
        }
        for (const std::string_view tried : {"range", "symmetry", "identity"}) {
            if (law != tried) continue;
            return std::ranges::find(pair_laws(), law, &PairLaw::name)->check(subject, pair);
        }
        return does_not_apply("not tried");
    }
};

}  // namespace

RankPair long_pair(std::size_t n, Shape shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    RankPair pair;
    for (std::size_t i = 0; i < n; ++i)
        pair.first.push_back(static_cast<int>(i) + 1);
    pair.second = pair.first;
    if (shape == Shape::worst) std::ranges::reverse(pair.second);
    if (shape == Shape::blocks) {
        for (std::size_t i = 0; i < n; ++i) {
            pair.first[i] = i < n / 2 ? 1 : 2;
            pair.second[i] = (i < n / 2 ? i < n / 3 : i % 3 == 0) ? 1 : 2;
        }
    }
    if (shape == Shape::tied) {
        for (int& rank : pair.first)
            rank = (rank - 1) / 3 + 1;
    }
    const bool is_shuffled = shape == Shape::random || shape == Shape::tied;
    for (std::size_t i = n; i > 1 && is_shuffled; --i)
        std::swap(pair.second[i - 1], pair.second[random() % i]);
    return pair;
}

std::unique_ptr<KindAudit> pair_audit(AuditedMetric& metric, const AuditOptions& options) {
    return std::make_unique<PairAudit>(metric, options);
}

}  // namespace disarray::properties::audit::detail
