// SPDX-License-Identifier: MIT
// Sweeps over S_n: the same with and without reductions, for any number of threads, in parts and
// after interruptions, certified by the verifier, and pinned where claims fall.
#include "search/sweep.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "search/verify/lines.hpp"
#include "search/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/inequalities.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;
using test::content;
using test::Folder;

namespace {

SweepOptions options_for(const Inequality& inequality, std::size_t n, unsigned threads = 0) {
    SweepOptions options;
    options.claim = sweep_claim(inequality, n);
    options.threads = threads;
    return options;
}

/// The certificate of a sweep, in bytes.
std::string certificate_of(SweepOptions options) {
    const Folder folder;
    options.certificate = folder / "certificate";
    const SweepOutcome outcome = sweep(options);
    CHECK(outcome.kept);
    return content(options.certificate);
}

/// The lines of a file, plain or compressed.
std::string unpacked(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    verify::Lines lines(in);
    std::string text;
    for (std::string line; lines.next(line);)
        text += line + "\n";
    return text;
}

/// The file that the chunks in a folder make up, by its index.
std::string made_up(const std::string& folder) {
    const auto index = nlohmann::ordered_json::parse(content(folder + "/index.json"));
    std::string text = index["claim"].dump() + "\n";
    for (const auto& chunk : index["chunks"])
        text += unpacked(folder + "/" + chunk["file"].get<std::string>());
    return text + "{\"end\":" + index["end"].dump() + "}\n";
}

/// The files in a folder, by name.
std::map<std::string, std::string> contents(const std::string& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        files[entry.path().filename().string()] = content(entry.path().string());
    return files;
}

}  // namespace

TEST_CASE("the reduced sweep equals the sweep of all of S_n for n up to 5") {
    for (const Inequality& inequality : test::both_sides()) {
        const auto reduced = sweep(options_for(inequality, 5)).lengths;
        REQUIRE(reduced.size() == 4);
        for (const LengthResult& length : reduced) {
            INFO(to_string(inequality) << ", n = " << length.n);
            SweepOptions options = options_for(inequality, length.n);
            options.claim.direct_sums = false;
            options.claim.symmetries = {};
            const auto all = sweep(options).lengths;
            REQUIRE(all.size() == 1);
            REQUIRE(all[0].found);
            REQUIRE(length.found);
            CHECK(all[0].certified);
            CHECK(length.certified);
            CHECK(all[0].found->ratio == length.found->ratio);
            CHECK(all[0].found->violating == length.found->violating);
            CHECK(all[0].verdict() == length.verdict());
            CHECK(all[0].found->best.sigma == padded(length.found->best, length.n).sigma);
        }
    }
}

TEST_CASE("a certificate does not depend on the number of threads") {
    for (const Inequality& inequality : test::both_sides()) {
        INFO(to_string(inequality));
        const std::string one = certificate_of(options_for(inequality, 6, 1));
        CHECK(one == certificate_of(options_for(inequality, 6, 2)));
        CHECK(one == certificate_of(options_for(inequality, 6, 5)));
    }
}

TEST_CASE("a campaign in shards, merged, has the certificate of the sweep in one") {
    const Inequality inequality = lower_side(Reading::prefix_sym);
    const std::string whole = certificate_of(options_for(inequality, 7));
    const Folder folder;
    std::vector<std::string> parts;
    for (std::uint64_t shard = 0; shard < 9; ++shard) {  // more shards than units of length 6
        SweepOptions options = options_for(inequality, 7);
        parts.push_back(folder / ("part" + std::to_string(shard)));
        CampaignFile file = CampaignFile::create(parts.back(), plan_of(options.claim));
        file.begin_run("test", "test");
        options.campaign = &file;
        options.shard = shard;
        options.shards = 9;
        const LengthResult last = sweep(options).lengths.back();
        CHECK(last.n == 7);
        CHECK_FALSE(last.complete);
        CHECK_FALSE(last.certified);
    }
    merge_campaigns(parts, folder / "merged");
    CampaignFile merged = CampaignFile::open(folder / "merged", CampaignFile::Access::write);
    SweepOptions options = options_for(inequality, 7);
    options.campaign = &merged;
    CHECK(certificate_of(options) == whole);
}

TEST_CASE("a campaign that is stopped and resumed has the certificate of the sweep in one") {
    const Inequality inequality = upper_side(Reading::interval);
    const std::string whole = certificate_of(options_for(inequality, 7));
    const Folder folder;
    const std::string path = folder / "campaign";
    CampaignFile::create(path, plan_of(sweep_claim(inequality, 7)));
    bool complete = false;
    int rounds = 0;
    while (!complete) {
        CampaignFile file = CampaignFile::open(path, CampaignFile::Access::write);
        file.begin_run("test", "test");
        SweepOptions options = options_for(inequality, 7);
        options.campaign = &file;
        // Long enough for at least one unit, so that the rounds come to an end.
        options.stop = Stop(std::chrono::duration<double>(0.3));
        const SweepOutcome outcome = sweep(options);
        complete = outcome.lengths.back().n == 7 && outcome.lengths.back().complete;
        REQUIRE(++rounds < 1000);
    }
    CampaignFile file = CampaignFile::open(path, CampaignFile::Access::write);
    SweepOptions options = options_for(inequality, 7);
    options.campaign = &file;
    CHECK(certificate_of(options) == whole);
}

TEST_CASE("a certificate in chunks makes up the certificate in one file") {
    for (const Inequality& inequality : test::both_sides()) {
        INFO(to_string(inequality));
        const Folder folder;
        SweepOptions options = options_for(inequality, 6);
        options.certificate = folder / "file";
        sweep(options);
        const std::string file = unpacked(options.certificate);
        for (const std::uint64_t bytes : {1U, 4000U, 1U << 30}) {
            options.certificate = folder / "chunks";
            options.chunk_bytes = bytes;
            const SweepOutcome outcome = sweep(options);
            CHECK(outcome.kept);
            CHECK(outcome.verification == verify::verify_file(folder / "file").line);
            CHECK(outcome.verification == verify::verify_file(folder / "chunks").line);
            CHECK(made_up(folder / "chunks") == file);
        }
    }
}

TEST_CASE("chunks do not depend on the number of threads, nor on interruptions of a campaign") {
    const Inequality inequality = lower_side(Reading::prefix);
    const Folder folder;
    SweepOptions options = options_for(inequality, 7, 1);
    options.chunk_bytes = 5000;
    options.certificate = folder / "one";
    sweep(options);
    const auto one = contents(folder / "one");
    CHECK(one.size() > 8);  // more chunks than lengths
    options.threads = 5;
    options.certificate = folder / "five";
    sweep(options);
    CHECK(contents(folder / "five") == one);
    // In two shards, each with the lengths in turn.
    CampaignFile file = CampaignFile::create(folder / "campaign", plan_of(options.claim));
    file.begin_run("test", "test");
    options.campaign = &file;
    options.certificate = folder / "campaign-chunks";
    for (options.shard = 0, options.shards = 2; options.shard < 2; ++options.shard)
        sweep(options);
    CHECK(contents(folder / "campaign-chunks") == one);
}

TEST_CASE("a campaign of another question is not taken") {
    const Folder folder;
    CampaignFile file = CampaignFile::create(folder / "campaign",
                                             plan_of(sweep_claim(lower_side(Reading::box), 5)));
    SweepOptions options = options_for(lower_side(Reading::prefix), 5);
    options.campaign = &file;
    CHECK_THROWS_AS(sweep(options), UsageError);
}

TEST_CASE("every witness of a sweep is confirmed by the naive definition") {
    for (const Inequality& inequality : test::both_sides()) {
        for (const LengthResult& length : sweep(options_for(inequality, 6)).lengths) {
            INFO(to_string(inequality) << ", n = " << length.n);
            REQUIRE(length.found);
            const Evidence best = padded(length.found->best, length.n);
            const Permutation identity = Permutation::identity(length.n);
            const auto value = [&](const Expression& e) {
                const Distance& distance = e.terms[0].distance;
                return e.terms[0].coefficient *
                       (distance.kind == Distance::Kind::kendall
                            ? metrics::naive::kendall(best.sigma, identity, best.weighting)
                            : metrics::naive::footrule(best.sigma, identity, best.weighting,
                                                       distance.reading));
            };
            CHECK(best.weighting.dissimilarity->is_pseudometric());
            CHECK(value(inequality.small) == best.small);
            CHECK(value(inequality.big) == best.big);
            CHECK(best.ratio() == length.found->ratio);
            if (!length.found->strict) continue;
            const Evidence strict = padded(*length.found->strict, length.n);
            CHECK(strict.weighting.dissimilarity->is_metric());
            CHECK(strict.big < strict.small);
        }
    }
}

// What runs of this program found; an independent rational simplex method found the same extremes
// and counts for n ≤ 6.
TEST_CASE("K <= F falls at n = 6 in the prefix readings and stands in the others") {
    struct Pinned {
        Reading reading;
        Rational minimum;
        std::uint64_t violating_6, violating_7;
    };
    const Rational six_sevenths(Integer(6), Integer(7));
    for (const auto& [reading, minimum, violating_6, violating_7] :
         {Pinned{Reading::prefix, six_sevenths, 2, 40},
          Pinned{Reading::prefix_sym, six_sevenths, 2, 90}, Pinned{Reading::interval, 1, 0, 0},
          Pinned{Reading::box, 1, 0, 0}}) {
        INFO("reading " << name_of(reading));
        const auto lengths = sweep(options_for(lower_side(reading), 7)).lengths;
        REQUIRE(lengths.size() == 6);
        const LengthResult &five = lengths[3], &six = lengths[4], &seven = lengths[5];
        CHECK(five.found->ratio == Rational(1));
        CHECK(five.verdict() == Verdict::certified);
        CHECK(six.found->ratio == minimum);
        CHECK(six.found->violating == violating_6);
        CHECK(seven.found->ratio == minimum);
        CHECK(seven.found->violating == violating_7);
        if (violating_6 > 0) {
            CHECK(six.verdict() == Verdict::refuted);
            CHECK(six.certified);
            CHECK(padded(six.found->best, 6).sigma == test::ranks({6, 3, 2, 5, 4, 1}));
            CHECK(padded(seven.found->best, 7).sigma == test::ranks({1, 7, 4, 3, 6, 5, 2}));
        }
    }
}

TEST_CASE("max F/K is 2 for prefix, n for prefix-sym, and as found for interval and box") {
    const auto maxima = [](Reading reading) {
        std::vector<Rational> values;
        for (const LengthResult& length : sweep(options_for(upper_side(reading), 6)).lengths)
            values.push_back(Rational(3) / length.found->ratio);
        return values;
    };
    const Rational half(Integer(1), Integer(2));
    CHECK(maxima(Reading::prefix) == std::vector<Rational>{2, 2, 2, 2, 2});
    CHECK(maxima(Reading::prefix_sym) == std::vector<Rational>{2, 3, 4, 5, 6});
    CHECK(maxima(Reading::interval) == std::vector<Rational>{2, 3, 4, 4, 4});
    CHECK(maxima(Reading::box) == std::vector<Rational>{2, Rational(5) * half, 3,
                                                        Rational(13) * half * half,
                                                        Rational(7) * half});
}

TEST_CASE("a sweep that is stopped says that it is partial and claims no more than it saw") {
    SweepOptions options = options_for(lower_side(Reading::prefix), 7);
    options.stop = Stop(std::chrono::duration<double>(0));
    const SweepOutcome outcome = sweep(options);
    REQUIRE(outcome.lengths.size() == 1);
    CHECK_FALSE(outcome.lengths[0].complete);
    CHECK(outcome.lengths[0].verdict() == Verdict::undecided);
    CHECK_FALSE(outcome.lengths[0].found);
    CHECK(outcome.verification.empty());
}

TEST_CASE("a sweep reports its progress up to the end") {
    SweepOptions options = options_for(lower_side(Reading::prefix), 5);
    std::mutex mutex;
    std::uint64_t most = 0, total = 0;
    options.progress = [&](const SweepProgress& progress) {
        const std::lock_guard lock(mutex);
        most = std::max(most, progress.done);
        total = progress.total;
    };
    sweep(options);
    CHECK(most == 2 + 6 + 24 + 120);
    CHECK(total == most);
}

TEST_CASE("a sweep refuses an n out of range and a claim about one ranking") {
    CHECK_THROWS_AS(sweep(options_for(lower_side(Reading::box), 1)), UsageError);
    CHECK_THROWS_AS(sweep(options_for(lower_side(Reading::box), max_sweep_n + 1)), UsageError);
    SweepOptions one = options_for(lower_side(Reading::box), 3);
    one.claim.sigma = test::ranks({3, 2, 1});
    CHECK_THROWS_AS(sweep(one), UsageError);
}

TEST_CASE("one ranking with weights has a certificate that is accepted") {
    const Folder folder;
    for (const Inequality& inequality : test::both_sides()) {
        Claim claim{inequality, 4, test::ranks({4, 2, 1, 3}), {}, false, {}};
        claim.weighting.element_weights =
            ElementWeights::from(std::vector<Rational>{1, 3, Rational(Integer(1), 2), 2}, "w");
        claim.weighting.swap_costs =
            SwapCosts::from(std::vector<Rational>{1, Rational(Integer(1), 3), 0}, "delta");
        for (const FixedPointPolicy policy : {FixedPointPolicy::one, FixedPointPolicy::local}) {
            claim.weighting.fixed_points = policy;
            INFO(to_string(inequality) << ", " << name_of(policy));
            const std::string path = folder / "one";
            const SweepOutcome outcome = decide_one(claim, path);
            CHECK(outcome.lengths[0].certified);
            CHECK(verify::verify_file(path).verified);
        }
    }
}

TEST_CASE("inequalities with inverses, sums and absolute values are swept and certified") {
    const Distance k;
    const Distance k_inverse{Distance::Kind::kendall, Reading::prefix, true};
    const Distance box{Distance::Kind::footrule, Reading::box, false};
    const Distance interval{Distance::Kind::footrule, Reading::interval, false};
    const Distance prefix{Distance::Kind::footrule, Reading::prefix, false};
    const std::vector<Inequality> inequalities = {
        {{{{2, k}}, {}}, {{{1, interval}, {1, k_inverse}}, {}}},
        {{{{1, prefix}}, {}}, {{{1, prefix}, {1, box}}, {}}},
        {{{}, {{1, {{1, k}, {-1, k_inverse}}}}}, {{{1, box}}, {}}},
        {{{{1, k}}, {}}, {{{1, prefix}}, {{Rational(Integer(1), 2), {{1, box}, {-1, interval}}}}}}};
    for (const Inequality& inequality : inequalities) {
        INFO(to_string(inequality));
        const SweepOutcome outcome = sweep(options_for(inequality, 4));
        REQUIRE(outcome.lengths.back().found);
        CHECK(outcome.lengths.back().complete);
        CHECK(outcome.lengths.back().certified);
    }
}
