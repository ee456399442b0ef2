// SPDX-License-Identifier: MIT
// Thresholds: the verdicts and counts of the exact search, certificates that do not depend on
// threads, shards and interruptions, and changes of them, which are rejected or prove the same.
#include <sstream>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "search/least_ratio.hpp"
#include "search/question.hpp"
#include "search/sweep.hpp"
#include "search/verify/lines.hpp"
#include "search/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/search/verify/mutations.hpp"
#include "tests/support/folder.hpp"

using namespace disarray;
using namespace disarray::search;

namespace {

Inequality written(const std::string& text) {
    return questions_in(text).front().inequality;
}

SweepOptions threshold(const std::string& text, std::size_t n, unsigned threads = 1) {
    SweepOptions options;
    options.claim = threshold_claim(written(text), n);
    options.threads = threads;
    return options;
}

/// The certificate of a sweep, in bytes.
std::string certified_bytes(SweepOptions options) {
    const test::Folder folder;
    options.certificate = folder / "certificate";
    CHECK(sweep(options).kept);
    return test::content(options.certificate);
}

std::string lines_of(const std::string& bytes) {
    std::istringstream in(bytes);
    verify::Lines lines(in);
    std::string text;
    for (std::string line; lines.next(line);)
        text += line + "\n";
    return text;
}

verify::Report report_on(const std::string& text) {
    std::istringstream in(text);
    return verify::verify_stream(in, "test");
}

}  // namespace

TEST_CASE("a threshold has the verdicts and counts of the exact search", "[search][threshold]") {
    const std::string text =
        GENERATE("F[prefix] >= 6/7*K", "F[prefix] >= K", "F[prefix-sym] >= 6/7*K",
                 "F[interval] >= K", "F[box] >= 11/10*K", "F[box] <= 13/4*K", "F[interval] <= 3*K",
                 "F[prefix] <= 19/10*K", "K + F[interval] <= 5/2*F[box]",
                 "K <= F[box] + 1/2*|K - F[box]|", "K[inverse] <= 5/3*F[prefix]");
    const std::size_t n = text == "F[prefix] >= K" ? 6 : 5;
    CAPTURE(text);
    SweepOptions exact;
    exact.claim = sweep_claim(written(text), n);
    const SweepOutcome expected = sweep(exact);
    const SweepOutcome found = sweep(threshold(text, n));
    REQUIRE(found.lengths.size() == expected.lengths.size());
    for (std::size_t k = 0; k < found.lengths.size(); ++k) {
        const LengthResult& a = expected.lengths[k];
        const LengthResult& b = found.lengths[k];
        CAPTURE(b.n);
        CHECK(b.certified);
        CHECK(b.programs == a.programs);
        CHECK(b.verdict() == a.verdict());
        CHECK((b.found ? b.found->violating : 0) == a.found->violating);
        const bool violates = a.found->ratio < Rational(1);
        if (b.found) CHECK(b.found->ratio == (violates ? a.found->ratio : Rational(1)));
        if (violates) {
            REQUIRE(b.found);
            CHECK(b.found->best.sigma == a.found->best.sigma);
        }
    }
}

TEST_CASE("the certificate of a threshold does not depend on threads, shards and interruptions",
          "[search][threshold]") {
    const std::string text = "F[prefix] >= 6/7*K";  // fails on S_8
    const std::string whole = certified_bytes(threshold(text, 8));
    CHECK(whole == certified_bytes(threshold(text, 8, 4)));
    const test::Folder folder;
    std::vector<std::string> parts;
    for (std::uint64_t shard = 0; shard < 3; ++shard) {
        SweepOptions options = threshold(text, 8);
        parts.push_back(folder / ("part" + std::to_string(shard)));
        CampaignFile file = CampaignFile::create(parts.back(), plan_of(options.claim));
        file.begin_run("test", "test");
        options.campaign = &file;
        options.shard = shard;
        options.shards = 3;
        sweep(options);
    }
    merge_campaigns(parts, folder / "merged");
    CampaignFile merged = CampaignFile::open(folder / "merged", CampaignFile::Access::write);
    CHECK(claim_of(merged.plan(), "test").second.threshold);
    SweepOptions options = threshold(text, 8);
    options.campaign = &merged;
    CHECK(certified_bytes(options) == whole);

    options.certificate = folder / "chunks";
    options.chunk_bytes = 300;
    CHECK(sweep(options).kept);
    const verify::Report report = verify::verify_file(options.certificate, 2);
    CHECK(report.line == report_on(whole).line);
}

TEST_CASE("a changed certificate of a threshold is rejected or proves the same",
          "[search][threshold]") {
    // Signs among the exceptions, and σ that violate.
    const std::string text = GENERATE("F[prefix] >= 6/7*K", "F[prefix] >= K", "F[box] >= 3/2*K");
    const std::size_t n = text == "F[box] >= 3/2*K" ? 3 : 6;
    const std::string lines = lines_of(certified_bytes(threshold(text, n)));
    const verify::Report good = report_on(lines);
    REQUIRE(good.verified);
    CHECK((n < 6 || lines.find("\"signs\"") != std::string::npos));
    std::size_t mutations = 0;
    test::for_each_mutation(lines, [&](const std::string& what, const std::string& changed) {
        ++mutations;
        const verify::Report report = report_on(changed);
        if (!report.verified || report.line == good.line) return;
        // Without the D where M = N, the same without "attained".
        const std::size_t attained = good.line.find(", attained");
        const std::string less =
            attained == std::string::npos ? good.line : std::string(good.line).erase(attained, 10);
        FAIL_CHECK(what << " -> " << report.line << (report.line == less ? " (less)" : ""));
    });
    CHECK(mutations > 500);
}

TEST_CASE("a rule that proves too much is rejected", "[search][threshold]") {
    const std::string lines = lines_of(certified_bytes(threshold("F[prefix] >= 6/7*K", 6)));
    const auto with = [&](std::string from, const std::string& to) {
        std::string changed = lines;
        std::size_t count = 0;
        for (std::size_t at = 0; (at = changed.find(from, at)) != std::string::npos; ++count) {
            changed.replace(at, from.size(), to);
            at += to.size();
        }
        CHECK(count > 0);
        return report_on(changed).line;
    };
    CHECK(with("\"6/7\"", "\"6/7\"").starts_with("VERIFIED"));
    // The least on S_6 is 6/7.
    CHECK(with("\"6/7\"", "\"1\"").find("REJECTED") == 0);
    CHECK(with("\"scale\":7", "\"scale\":3").find("scale") != std::string::npos);
    CHECK(with("\"scale\":7", "\"scale\":14").find("VERIFIED") == 0);
    CHECK(with("\"last\":[6,5,4,3,2,1]", "\"last\":[6,5,4,3,1,2]").find("REJECTED") == 0);
    CHECK(with("\"first\":[1,2,3,4,5,6]", "\"first\":[1,2,3,4,6,5]").find("REJECTED") == 0);
    CHECK(with("\"exceptions\":[{", "\"exceptions\":[],\"x\":[{").find("REJECTED") == 0);
}

TEST_CASE("the rule itself rejects a ranking that violates", "[search][threshold]") {
    // A certificate of K <= F[prefix] that is right but for the two classes that refute it: of
    // them nothing is said, and the end says what it would say without.
    using Ordered = nlohmann::ordered_json;
    std::istringstream lines(lines_of(certified_bytes(threshold("K <= F[prefix]", 6))));
    std::string forged;
    std::size_t left_out = 0;
    for (std::string line; std::getline(lines, line);) {
        Ordered json = Ordered::parse(line);
        if (json.contains("exceptions")) {
            Ordered kept = Ordered::array();
            for (const Ordered& exception : json["exceptions"]) {
                if (exception.contains("witness")) {
                    ++left_out;
                } else {
                    kept.push_back(exception);
                }
            }
            json["exceptions"] = kept;
        }
        if (json.contains("end")) {
            Ordered& results = json["end"]["results"];
            results[4] = results[3];
            results[4]["n"] = 6;
        }
        forged += json.dump() + "\n";
    }
    CHECK(left_out == 2);
    const std::string line = report_on(forged).line;
    INFO(line);
    CHECK(line.starts_with("REJECTED test: line 6, ranks "));
    CHECK(line.ends_with(", rule: expected a proof of N <= M, found a pair that is not covered"));
}

TEST_CASE("a falling threshold finds the extremes of the exact search", "[search][threshold]") {
    const std::string text = GENERATE(
        "K <= c*F[prefix]", "F[prefix] <= c*K", "K <= c*F[prefix-sym]", "K <= c*F[interval]",
        "F[interval] <= c*K", "K <= c*F[box]", "F[box] <= c*K", "2*K <= c*(F[box] + F[prefix])",
        "K[inverse] <= c*F[prefix]", "K <= c*(F[box] + |K - F[box]|)");
    CAPTURE(text);
    const Claim claim = sweep_claim(written(text), 6);
    const std::vector<LeastRatio> found = least_ratios(claim);
    REQUIRE(!found.empty());
    for (const LeastRatio& least : found) {
        CAPTURE(least.n);
        Claim exact = sweep_claim(written(text), least.n);
        exact.direct_sums = false;  // each length on its own
        exact.symmetries = {};
        SweepOptions options;
        options.claim = exact;
        CHECK(sweep(options).lengths.back().found->ratio == least.ratio);
        CHECK(least.best.size() <= least.n);
    }
    // The same with other reductions, and with any number of threads.
    Claim whole = claim;
    whole.direct_sums = false;
    whole.symmetries = {};
    CHECK(least_ratios(whole).back().ratio == found.back().ratio);
    CHECK(least_ratios(claim, {4, {}, {}}).back().best == found.back().best);
}

TEST_CASE("the threshold of the least ratio is attained where it was found",
          "[search][threshold]") {
    const Inequality asked = written("K <= c*F[prefix]");
    const LeastRatio least = least_ratios(sweep_claim(asked, 6)).back();
    SweepOptions options;
    options.claim = threshold_claim(scaled(asked, Rational(1) / least.ratio), 6);
    options.attained = least.best;
    const LengthResult length = sweep(options).lengths.back();
    REQUIRE(length.found);
    CHECK(length.certified);
    CHECK(length.found->ratio == 1);
    CHECK(length.found->best.small == length.found->best.big);
    CHECK(length.found->violating == 0);
}

TEST_CASE("a falling threshold that is stopped has the lengths before", "[search][threshold]") {
    const Stop stop(std::chrono::seconds(0));
    CHECK(least_ratios(sweep_claim(written("K <= F[box]"), 6), {1, stop, {}}).empty());
    CHECK_THROWS_AS(least_ratios(threshold_claim(written("K <= F[box]"), 6)), UsageError);
}

TEST_CASE("a threshold with a long coefficient is refused", "[search][threshold]") {
    CHECK_THROWS_AS(threshold_claim(written("F[prefix] >= 1000000/1000001*K"), 4), NotSupported);
}
