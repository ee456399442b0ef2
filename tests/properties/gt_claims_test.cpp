// SPDX-License-Identifier: MIT
// The ledger has every GT claim and cell, reads the scanned tables with care, counts the values of
// dcg right, and its refutations hold by the naive definition. The pinned verdicts are what runs of
// this program found.
#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "properties/claims/gt_dcg.hpp"
#include "properties/claims/gt_rows.hpp"
#include "properties/claims/gt_tables.hpp"
#include "properties/examples.hpp"
#include "properties/ledger.hpp"
#include "ranking/enumeration.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties;

namespace {

constexpr std::string_view table_2_facts[] = {
    "GT-T2-identity",    "GT-T2-symmetry",  "GT-T2-rob2",    "GT-T2-wsd",
    "GT-T2-sensitivity", "GT-T2-stability", "GT-T2-distance"};

std::vector<ClaimRow> rows_of(std::string_view id, const LedgerOptions& options = {}) {
    return decide(claim_named(id, "test"), options);
}

/// Verdicts by "variant, metric", the parts that are empty left out.
std::map<std::string, Verdict> verdicts(std::string_view id) {
    std::map<std::string, Verdict> found;
    for (const ClaimRow& row : rows_of(id)) {
        const std::string key = gt::joined(row.variant, row.metric);
        INFO(key);
        CHECK(found.emplace(key, row.verdict).second);
    }
    return found;
}

/// The keys with that verdict, in order.
std::vector<std::string> with(Verdict verdict, const std::map<std::string, Verdict>& all) {
    std::vector<std::string> keys;
    for (const auto& [key, found] : all) {
        if (found == verdict) keys.push_back(key);
    }
    return keys;
}

using Marks = std::vector<std::string_view>;
using Cells = std::vector<std::optional<std::string_view>>;

Value naive_dcg(const Permutation& sigma) {
    const Weighting unit;
    return gt::metric("dcg").naive_value({sigma, sigma, unit});
}

}  // namespace

TEST_CASE("the ledger has every GT claim, with rows even if there is no time") {
    LedgerOptions options;
    options.exhaustive_n = 3;
    options.stop = Stop(std::chrono::duration<double>(0));
    for (const std::string_view id :
         {"GT-P6.1",        "GT-P6.1-eq4",       "GT-P6.2",         "GT-L6.3",
          "GT-sym",         "GT-none-distance",  "GT-P6.4",         "GT-P7.1",
          "GT-P7.2",        "GT-A-max",          "GT-A-min",        "GT-T2-identity",
          "GT-T2-symmetry", "GT-T2-rob1a",       "GT-T2-rob1b",     "GT-T2-rob2",
          "GT-T2-wsd",      "GT-T2-sensitivity", "GT-T2-stability", "GT-T2-distance",
          "GT-T3-1",        "GT-T3-2",           "GT-T3-3",         "GT-F1",
          "GT-stab"}) {
        const std::vector<ClaimRow> rows = rows_of(id, options);
        CHECK_FALSE(rows.empty());
        std::set<std::string> keys;
        for (const ClaimRow& row : rows) {
            INFO(row.id << ", " << row.variant << ", " << row.metric);
            CHECK(keys.insert(row.variant + "|" + row.metric).second);
            CHECK_FALSE(row.statement.empty());
            CHECK_FALSE(row.source.empty());
            CHECK_FALSE(row.frame.empty());
            CHECK(row.verdict != Verdict::supported);  // nothing was measured
            if (row.verdict != Verdict::exhausted) CHECK_FALSE(row.explanation.empty());
        }
    }
}

TEST_CASE("a cell is legible if it is the same whichever marks are surplus") {
    const auto cells = [](const Marks& marks, std::size_t columns) {
        return gt::legible_cells(marks, columns);
    };
    CHECK(cells({"a", "b", "c"}, 3) == Cells{"a", "b", "c"});
    CHECK(cells({"a", "a", "b", "b"}, 3) == Cells{"a", std::nullopt, "b"});
    CHECK(cells({"a", "a", "a", "b"}, 3) == Cells{"a", "a", std::nullopt});
    CHECK(cells({"a", "a", "a", "b", "b"}, 3) == Cells{"a", std::nullopt, std::nullopt});
    CHECK(cells({"a", "a", "a", "a", "a"}, 3) == Cells{"a", "a", "a"});
    CHECK(cells({"a", "a"}, 3) == Cells(3));
    CHECK(cells({}, 2) == Cells(2));
}

TEST_CASE("legible cells are those that every choice of surplus marks leaves alike") {
    // All rows of up to 6 marks o and •, all numbers of columns.
    for (std::size_t size = 0; size <= 6; ++size) {
        for (unsigned bits = 0; bits < (1u << size); ++bits) {
            Marks marks;
            for (std::size_t i = 0; i < size; ++i)
                marks.push_back((bits >> i & 1u) != 0 ? "•" : "o");
            for (std::size_t columns = 1; columns <= size; ++columns) {
                std::vector<std::set<std::string_view>> seen(columns);
                for (unsigned kept = 0; kept < (1u << size); ++kept) {
                    Marks row;
                    for (std::size_t i = 0; i < size; ++i)
                        if ((kept >> i & 1u) != 0) row.push_back(marks[i]);
                    if (row.size() != columns) continue;
                    for (std::size_t c = 0; c < columns; ++c)
                        seen[c].insert(row[c]);
                }
                const Cells cells = gt::legible_cells(marks, columns);
                for (std::size_t c = 0; c < columns; ++c) {
                    CHECK(cells[c].has_value() == (seen[c].size() == 1));
                    if (cells[c]) CHECK(seen[c].contains(*cells[c]));
                }
            }
        }
    }
}

TEST_CASE("the tables of GT have a column for each of the 33 metrics") {
    const auto columns = gt::table_2_columns();
    std::set<std::string_view> names(columns.begin(), columns.end());
    CHECK(columns.size() == 33);
    for (const metrics::Metric* metric : gt::all_metrics())
        CHECK(names.erase(metric->name) == 1);
    CHECK(names.empty());
    CHECK(gt::table_3_columns().size() == 15);
    for (const gt::Table3Row& row : gt::table_3())
        CHECK(row.printed.marks.size() == 17);
    CHECK(gt::table_2_row("stability").why_illegible() == "not legible: 34 marks for 33 columns");
    CHECK_THROWS_AS(gt::table_2_row("rob. III"), UsageError);
}

TEST_CASE("each row of the tables has 33 metrics, and says where a cell is not legible") {
    LedgerOptions options;
    options.exhaustive_n = 3;
    std::vector<std::string_view> ids(std::begin(table_2_facts), std::end(table_2_facts));
    ids.insert(ids.end(), {"GT-T3-1", "GT-T3-2", "GT-T3-3"});
    for (const std::string_view id : ids) {
        std::set<std::string> metrics;
        std::size_t illegible = 0;
        for (const ClaimRow& row : rows_of(id, options)) {
            metrics.insert(row.metric);
            if (row.explanation.starts_with("not legible")) ++illegible;
            CHECK(row.explanation.starts_with("not legible") == row.variant.empty());
        }
        INFO(id);
        CHECK(metrics.size() == 33);
        // Of the 34 marks for stability 9 neighbours differ; CMB stands for 19 metrics.
        const std::map<std::string_view, std::size_t> expected{
            {"GT-T2-stability", 9}, {"GT-T3-1", 19}, {"GT-T3-2", 8}, {"GT-T3-3", 28}};
        const auto at = expected.find(id);
        CHECK(illegible == (at == expected.end() ? 0 : at->second));
    }
}

TEST_CASE("dcg_values counts the pairs that a double loop finds") {
    for (std::size_t n = 1; n <= 5; ++n) {
        std::vector<Value> values;
        for (const Permutation& sigma : all_permutations(n))
            values.push_back(naive_dcg(sigma));
        std::uint64_t equal = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                if (compare(values[i], values[j]) == Order::equal) ++equal;
        }
        for (const unsigned bits : {50u, 8u, 0u}) {  // 0: exact values decide everything
            const gt::DcgValues found = gt::dcg_values(n, bits);
            INFO(n << ", " << bits);
            CHECK(found.rankings == values.size());
            CHECK(found.distinct == values.size());
            CHECK(found.equal_pairs == equal);
            CHECK(found.undecided == 0);
            CHECK_FALSE(found.least_pair);
        }
    }
    CHECK_THROWS_AS(gt::dcg_values(10), UsageError);
}

TEST_CASE("equal dcg in S_7 comes from positions 1, 3 and 7, where log₂ is 1, 2 and 3") {
    // Four values stand elsewhere in any of 4! orders; the other three are a, b, c at 1, 3, 7 with
    // a/1 + b/2 + c/3 the same for two arrangements.
    std::uint64_t equal = 0;
    std::uint64_t lost = 0;  // values
    for (int x = 1; x <= 7; ++x) {
        for (int y = x + 1; y <= 7; ++y) {
            for (int z = y + 1; z <= 7; ++z) {
                std::array<int, 3> abc{x, y, z};
                std::map<int, std::uint64_t> sums;
                do {
                    ++sums[6 * abc[0] + 3 * abc[1] + 2 * abc[2]];
                } while (std::ranges::next_permutation(abc).found);
                for (const auto& [sum, count] : sums) {
                    equal += 24 * count * (count - 1) / 2;
                    lost += 24 * (count - 1);
                }
            }
        }
    }
    const gt::DcgValues found = gt::dcg_values(7);
    CHECK(found.equal_pairs == equal);
    CHECK(found.distinct == 5040 - lost);
    CHECK(found.undecided == 0);
    CHECK(gt::dcg_values(6).equal_pairs == 0);
    const Case& pair = found.least_pair.value();
    CHECK(pair.rankings[0] != pair.rankings[1]);
    CHECK(compare(naive_dcg(pair.rankings[0]), naive_dcg(pair.rankings[1])) == Order::equal);
}

TEST_CASE("equal dcg in S_8 comes from positions 1, 3, 7 and 2, 8") {
    std::map<std::array<int, 5>, std::uint64_t> sums;
    std::vector<int> s{1, 2, 3, 4, 5, 6, 7, 8};
    do {
        // log₂ 2, 4, 8 are 1, 2, 3, and log₂ 9 is 2·log₂ 3.
        ++sums[{6 * s[0] + 3 * s[2] + 2 * s[6], 2 * s[1] + s[7], s[3], s[4], s[5]}];
    } while (std::ranges::next_permutation(s).found);
    std::uint64_t equal = 0;
    for (const auto& [sum, count] : sums)
        equal += count * (count - 1) / 2;
    const gt::DcgValues found = gt::dcg_values(8);
    CHECK(found.distinct == sums.size());
    CHECK(found.equal_pairs == equal);
    CHECK(found.undecided == 0);
}

TEST_CASE("dcg and ndcg have the identity of indiscernibles in S_n up to n = 6, not from 7 on") {
    const auto found = verdicts("GT-P6.1");
    CHECK(with(Verdict::refuted, found) ==
          std::vector<std::string>{"has the property, dcg", "has the property, ndcg", "n = 7, dcg",
                                   "n = 8, dcg", "n = 9, dcg"});
    CHECK(with(Verdict::exhausted, found).size() == found.size() - 5);
    CHECK(with(Verdict::exhausted, verdicts("GT-P6.1-eq4")).size() == 1);
    CHECK(with(Verdict::refuted, verdicts("GT-P6.4")).size() == 2);
}

TEST_CASE("what GT's text says of single metrics") {
    CHECK(with(Verdict::refuted, verdicts("GT-sym")) ==
          std::vector<std::string>{"symmetric, mape"});
    CHECK(with(Verdict::proved, verdicts("GT-sym")).size() == 27);
    CHECK(with(Verdict::proved, verdicts("GT-L6.3")).size() == 3);
    CHECK(with(Verdict::exhausted, verdicts("GT-L6.3")).size() == 1);
    // These are distances for every n; 1 − K_τ is one too.
    CHECK(with(Verdict::refuted, verdicts("GT-none-distance")) ==
          std::vector<std::string>{
              "no a·M + b is a distance, kendall-tau", "no a·M + b is a distance, mae",
              "no a·M + b is a distance, ndpm", "no a·M + b is a distance, rmse",
              "no a·M + b is a distance, smape", "no distance, mae", "no distance, ndpm",
              "no distance, rmse", "no distance, smape"});
    const auto invariant = verdicts("GT-P6.2");
    CHECK(with(Verdict::proved, invariant).size() == 7);
    CHECK(invariant.at("not right-invariant, first k as printed, recall") == Verdict::exhausted);
    CHECK(invariant.at("not right-invariant, first k as ranked, recall") == Verdict::refuted);
    CHECK(invariant.at("not right-invariant, smape") == Verdict::refuted);
    CHECK(with(Verdict::undecided, invariant).empty());
    const auto maxima = verdicts("GT-A-max");
    CHECK(with(Verdict::proved, maxima) ==
          std::vector<std::string>{"has such a maximum, kendall-tau",
                                   "has such a maximum, spearman-rho"});
    // Twelve of the confusion matrix have 1 at equality for every n, as r2 has.
    CHECK(maxima.at("has no such maximum, r2") == Verdict::refuted);
    CHECK(with(Verdict::refuted, maxima).size() == 13);
    CHECK(with(Verdict::undecided, maxima).empty());
}

TEST_CASE("what GT says to fail, and a theorem says to hold, is refuted by it") {
    for (const ClaimRow& row : rows_of("GT-none-distance")) {
        INFO(row.metric << ", " << row.variant);
        CHECK(row.theorem.has_value() == (row.verdict == Verdict::refuted));
        if (!row.theorem) continue;
        CHECK_FALSE(row.witness);
        CHECK(row.scope.starts_with("every n; tried: every triple in S_n, n <= 4"));
        CHECK(row.explanation == "it holds for every n");
        CHECK(row.property.empty());
    }
}

TEST_CASE("linearly equivalent metrics share what GT says for a > 0, not for a < 0") {
    CHECK(with(Verdict::refuted, verdicts("GT-P7.1")) ==
          std::vector<std::string>{"a < 0, consistent as printed", "a < 0, consistent with μ ≠ σ",
                                   "a < 0, maximal agreement of m̃",
                                   "a < 0, maximal agreement of |m̃|",
                                   "a > 0, maximal agreement of |m̃|"});
    const auto implication = verdicts("GT-P7.2");
    CHECK(implication.at("Def 4 implies Def 15, dcg") == Verdict::refuted);
    CHECK(implication.at("Def 15 does not imply Def 4: precision, precision") ==
          Verdict::exhausted);
}

TEST_CASE("figures of rob. I are held against the mean of random pairs") {
    std::map<std::string, ClaimRow> rows;
    for (ClaimRow& row : rows_of("GT-T2-rob1a"))
        rows.emplace(row.metric + ", " + row.variant, row);
    CHECK(rows.size() == 99);
    CHECK(rows.at("recall, n = 10").verdict == Verdict::supported);
    CHECK(rows.at("mse, n = 100").verdict == Verdict::supported);
    const ClaimRow& copied = rows.at("accuracy, n = 100");
    CHECK(copied.verdict == Verdict::refuted);
    CHECK(copied.explanation.ends_with("the printed cell repeats that of n = 10 and 50"));
    const ClaimRow& wrong = rows.at("mrr, n = 10");
    CHECK(wrong.verdict == Verdict::refuted);
    CHECK(wrong.explanation.find("repeats") == std::string::npos);
}

TEST_CASE("refutations of GT's claims are replayed") {
    std::size_t replayed = 0;
    for (const std::string_view id : {"GT-sym", "GT-P6.4", "GT-P7.2", "GT-T2-symmetry"}) {
        for (const ClaimRow& row : rows_of(id)) {
            if (row.verdict != Verdict::refuted) continue;
            INFO(id << ", " << row.metric);
            REQUIRE_FALSE(row.replay.empty());
            const Example example = example_from_replay(row.replay, "test");
            CHECK(check_case(*example.metric, *example.property, example.frame, example.instance)
                      .is_violated());
            ++replayed;
        }
    }
    CHECK(replayed == 10);
}
