// SPDX-License-Identifier: MIT
// The ledger has every KV claim, decides it, and its refutations hold by the naive definition. The
// pinned verdicts are what runs of this program found.
#include "properties/ledger.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <set>

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "search/extreme_ratio.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties;
using metrics::Reading;

namespace {

LedgerOptions options() {
    LedgerOptions options;
    options.extreme_ratio = search::extreme_ratio_decider();
    options.program_n = 6;
    return options;
}

std::vector<ClaimRow> rows_of(std::string_view id, const LedgerOptions& with) {
    return decide(claim_named(id, "test"), with);
}

/// Verdicts by "metric, frame, policy, variant", the parts that are empty left out.
std::map<std::string, Verdict> verdicts(std::string_view id) {
    std::map<std::string, Verdict> found;
    for (const ClaimRow& row : rows_of(id, options())) {
        std::string key = row.metric;
        if (row.frame != "either") key += ", " + row.frame;
        if (row.fixed_points == "local") key += ", local";
        if (!row.variant.empty()) key += ", " + row.variant;
        INFO(key);
        CHECK(found.emplace(key, row.verdict).second);
    }
    return found;
}

}  // namespace

TEST_CASE("the ledger has every KV row of the claims, once each") {
    std::set<std::string_view> ids;
    for (const Claim& claim : claims())
        CHECK(ids.insert(claim.id).second);
    for (const std::string_view id : {"KV-T1",
                                      "KV-T1-tight",
                                      "KV-T1-strong",
                                      "KV-collapse-w",
                                      "KV-collapse-δ",
                                      "KV-collapse-D",
                                      "KV-collapse-all",
                                      "KV-ex-3.1",
                                      "KV-ex-3.2",
                                      "KV-pbar-positive",
                                      "KV-L4",
                                      "KV-L5",
                                      "KV-L6-w",
                                      "KV-L6-δ",
                                      "KV-L6-D",
                                      "KV-L6-all",
                                      "KV-invariant",
                                      "KV-zero",
                                      "KV-sym-w",
                                      "KV-sym-δ",
                                      "KV-sym-D",
                                      "KV-sym-all",
                                      "KV-tri-w",
                                      "KV-tri-δ",
                                      "KV-L7",
                                      "KV-L8",
                                      "KV-L8-pointwise",
                                      "KV-L8-needs-metric",
                                      "KV-L8-counts",
                                      "KV-T9",
                                      "KV-T10",
                                      "KV-T10-tight",
                                      "KV-L12-a",
                                      "KV-L12-b",
                                      "KV-L12-c",
                                      "KV-L12-d",
                                      "KV-L13",
                                      "KV-L15-a",
                                      "KV-L15-b",
                                      "KV-L15-c",
                                      "KV-L15-d",
                                      "KV-L16",
                                      "KV-T17",
                                      "KV-ex-4.3",
                                      "KV-conjecture",
                                      "KV-footrule-2approx",
                                      "KV-best-input-2approx",
                                      "KV-best-input-weighted",
                                      "KV-matching",
                                      "KV-fas",
                                      "KV-fas-literal",
                                      "KV-topk",
                                      "KV-graph",
                                      "KV-tab2-trend",
                                      "KV-tab2-every-log",
                                      "KV-slides-averages"}) {
        INFO(id);
        CHECK(ids.contains(id));
    }
}

TEST_CASE("every row says what it speaks of, and every refutation has a witness or its numbers") {
    // KV's claims at a small effort; the command runs them at the full one. GT's have a test file
    // of their own.
    LedgerOptions small = options();
    small.exhaustive_n = 3;
    small.program_n = 4;
    for (const Claim& claim : claims()) {
        if (claim.id.starts_with("GT-")) continue;
        for (const ClaimRow& row : decide(claim, small)) {
            INFO(row.id << ", " << row.metric << ", " << row.frame << ", " << row.variant);
            CHECK_FALSE(row.statement.empty());
            CHECK_FALSE(row.source.empty());
            CHECK_FALSE(row.frame.empty());
            if (row.verdict == Verdict::refuted) CHECK_FALSE(row.explanation.empty());
            if (row.verdict == Verdict::exhausted) CHECK_FALSE(row.scope.empty());
            if (row.verdict == Verdict::undecided) CHECK_FALSE(row.explanation.empty());
        }
    }
}

TEST_CASE("the conjecture falls over all D in the prefix readings and is proved in the others") {
    std::map<Reading, Verdict> over_all_d;
    for (const ClaimRow& row : rows_of("KV-conjecture", options())) {
        if (row.variant.find("every pseudometric") == std::string::npos) continue;
        over_all_d[*row.reading] = row.verdict;
        if (row.verdict != Verdict::refuted) continue;
        const Case& w = row.witness.value();
        const Permutation identity = Permutation::identity(w.n());
        CHECK(w.n() == 6);
        CHECK(metrics::naive::footrule(w.rankings[0], identity, w.weighting, *row.reading) <
              metrics::naive::kendall(w.rankings[0], identity, w.weighting));
    }
    CHECK(over_all_d == std::map<Reading, Verdict>{{Reading::prefix, Verdict::refuted},
                                                   {Reading::prefix_sym, Verdict::refuted},
                                                   {Reading::interval, Verdict::proved},
                                                   {Reading::box, Verdict::proved}});
}

TEST_CASE("what coefficients show is proved for all weights, and only with a prover") {
    const auto is_box_or_upper_prefix = [](const ClaimRow& row) {
        return row.variant == "F <= 2K" ? row.reading == Reading::prefix
                                        : row.reading == Reading::box;
    };
    // By Coq, from KV's Lemmas 4 and 5.
    const auto is_proved_without = [](const ClaimRow& row) {
        return row.theorem && row.theorem->name == "kendall_le_prefix_swap_costs";
    };
    for (const char* id : {"KV-conjecture", "KV-T10"}) {
        for (const ClaimRow& row : rows_of(id, options())) {
            if (row.variant.find("every pseudometric") != std::string::npos) continue;
            INFO(id << ", " << row.variant << ", " << row.metric << ", " << row.fixed_points);
            if (is_proved_without(row)) continue;
            CHECK((row.verdict == Verdict::proved) == is_box_or_upper_prefix(row));
            CHECK(row.theorem.has_value() == is_box_or_upper_prefix(row));
            if (row.theorem)
                CHECK(row.theorem->name ==
                      (row.reading == Reading::box ? "kendall_le_box" : "prefix_le_2_kendall"));
        }
        LedgerOptions alone = options();
        alone.extreme_ratio = nullptr;
        for (const ClaimRow& row : rows_of(id, alone))
            CHECK((row.verdict == Verdict::proved) == is_proved_without(row));
    }
}

TEST_CASE("F <= 3K falls over all D in three readings, and no constant is offered that falls too") {
    std::map<Reading, Verdict> over_all_d;
    for (const ClaimRow& row : rows_of("KV-L16", options())) {
        if (row.variant.find("every pseudometric") != std::string::npos) {
            over_all_d[*row.reading] = row.verdict;
        } else if (row.reading == Reading::prefix_sym) {
            // max F/K is n there: whatever survives small grids is no repair.
            for (const std::string& repair : row.repairs)
                CHECK(repair.find("constant") == std::string::npos);
        }
    }
    CHECK(over_all_d == std::map<Reading, Verdict>{{Reading::prefix, Verdict::proved},
                                                   {Reading::prefix_sym, Verdict::refuted},
                                                   {Reading::interval, Verdict::refuted},
                                                   {Reading::box, Verdict::refuted}});
}

TEST_CASE("a claim about metrics D is refuted by a metric D, by the naive definition too") {
    std::size_t raised = 0;
    for (const ClaimRow& row : rows_of("KV-L16", options())) {
        INFO(row.variant << ", " << row.metric << ": " << row.explanation);
        const std::string before = "also with the metric D + ";
        const std::size_t at = row.explanation.find(before);
        CHECK((at != std::string::npos) == (row.verdict == Verdict::refuted));
        if (at == std::string::npos) continue;
        ++raised;
        const Rational epsilon =
            Rational::parse(row.explanation.substr(at + before.size()), "test");
        const Permutation& sigma = row.witness->rankings.front();
        const Dissimilarity& d = *row.witness->weighting.dissimilarity;
        const auto [k, f] = metrics::naive::kendall_and_footrule(
            sigma, [&](std::size_t i, std::size_t j) { return Value(d(i, j) + epsilon); },
            *row.reading);
        CHECK(compare(f, Value(3) * k) == Order::greater);
    }
    CHECK(raised == 6);
    // Theorem 17 is about all D: there a pseudometric is a witness like any other.
    for (const ClaimRow& row : rows_of("KV-T17", options()))
        CHECK(row.explanation.find("also with") == std::string::npos);
}

TEST_CASE("the scale law for swap costs fails where p̄ is 1 at fixed points") {
    for (const auto& [key, verdict] : verdicts("KV-L6-δ")) {
        INFO(key);
        const bool local = key.find("local") != std::string::npos;
        CHECK(verdict == (local ? Verdict::proved : Verdict::refuted));
    }
    // What is proved survives any effort.
    for (const ClaimRow& row : rows_of("KV-L6-δ", options())) {
        if (row.verdict == Verdict::refuted)
            CHECK(row.repairs == std::vector<std::string>{"fixed points local"});
    }
}

TEST_CASE("the worked example of 3.1 is the prefix reading, and KV 4.3 needs another") {
    const auto example_3_1 = verdicts("KV-ex-3.1");
    CHECK(example_3_1.at("kendall") == Verdict::exhausted);
    CHECK(example_3_1.at("footrule[prefix]") == Verdict::exhausted);
    CHECK(example_3_1.at("footrule[prefix-sym]") == Verdict::refuted);
    CHECK(example_3_1.at("footrule[interval]") == Verdict::refuted);
    CHECK(example_3_1.at("footrule[box]") == Verdict::refuted);
    const std::string variant = ", D_ab = 0, D_bc = 1, D_ac = 1 (a pseudometric)";
    const auto example_4_3 = verdicts("KV-ex-4.3");
    CHECK(example_4_3.at("footrule[prefix]" + variant) == Verdict::refuted);
    CHECK(example_4_3.at("footrule[interval]" + variant) == Verdict::exhausted);
    CHECK(example_4_3.at("footrule[prefix-sym]" + variant) == Verdict::exhausted);
    CHECK(example_4_3.at("footrule[box]" + variant) == Verdict::refuted);
}

TEST_CASE("an unknown claim is answered with the nearest") {
    try {
        claim_named("KV-L66-w", "claim");
        FAIL("found");
    } catch (const InputError& error) {
        CHECK(std::string(error.what()).find("the nearest KV-L6-w, ") != std::string::npos);
    }
}

namespace {

/// Of a claim that a stop came upon, only counterexamples are answers.
void require_nothing_held(const std::vector<ClaimRow>& rows) {
    for (const ClaimRow& row : rows) {
        INFO(row.id << ' ' << row.metric << ' ' << row.variant << ": " << name_of(row.verdict));
        if (row.verdict == Verdict::refuted) {
            CHECK(row.witness);
            continue;
        }
        CHECK((row.verdict == Verdict::undecided || row.verdict == Verdict::not_applicable));
        CHECK(row.repairs.empty());
        if (row.verdict == Verdict::undecided) CHECK_FALSE(row.effort.complete);
    }
}

}  // namespace

TEST_CASE("a claim whose time was over before it began holds nowhere") {
    LedgerOptions stopped = options();
    stopped.stop = Stop(std::chrono::duration<double>(0));
    for (const Claim& claim : claims())
        require_nothing_held(decide(claim, stopped));
}

TEST_CASE("a claim that a stop comes upon holds nowhere, and keeps its counterexamples") {
    LedgerOptions stopped = options();
    stopped.exhaustive_n = 3;
    const auto flag = std::make_shared<std::atomic<bool>>(false);
    stopped.stop = Stop().with(flag);
    stopped.extreme_ratio = [&](Reading reading, Extreme extreme, std::size_t n, const Stop& stop) {
        flag->store(true);
        return options().extreme_ratio(reading, extreme, n, stop);
    };
    const auto rows = decide(claim_named("KV-T17", "test"), stopped);
    require_nothing_held(rows);
    CHECK(std::ranges::count(rows, Verdict::refuted, &ClaimRow::verdict) > 0);
    flag->store(false);
    stopped.extreme_ratio = options().extreme_ratio;
    const auto whole = decide(claim_named("KV-T17", "test"), stopped);
    CHECK(std::ranges::count(whole, Verdict::undecided, &ClaimRow::verdict) <
          std::ranges::count(rows, Verdict::undecided, &ClaimRow::verdict));
}
