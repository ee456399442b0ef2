// SPDX-License-Identifier: MIT
// A sweep whose units are decided by a farm is the sweep that one process does.
#include "search/sweep_tasks.hpp"

#include <thread>

#include "base/error.hpp"
#include "search/question.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/farm.hpp"
#include "tests/support/folder.hpp"

using namespace disarray;
using namespace disarray::search;
using namespace disarray::farm;
using test::content;
using test::Folder;
using test::received_by;

namespace {

Claim claim_for(std::size_t n) {
    return sweep_claim(questions_in("K <= F[prefix]").front().inequality, n);
}

FarmOptions options_of_test() {
    FarmOptions options;
    options.version = "test";
    return options;
}

std::vector<UnitResult> units_of(const CampaignFile& file, std::size_t length) {
    std::vector<UnitResult> units;
    file.for_each_unit(length, [&](const UnitResult& unit) { units.push_back(unit); });
    return units;
}

}  // namespace

TEST_CASE("units are numbered through all lengths, and there is no other number", "[farm]") {
    const CampaignPlan plan = plan_of(claim_for(7));
    std::uint64_t task = 0;
    for (std::size_t length = plan.first_length; length <= 7; ++length) {
        for (std::uint64_t index = 0; index < unit_count(plan, length); ++index, ++task) {
            CHECK(task_of(plan, {length, index}) == task);
            CHECK(place_of(plan, task) == UnitPlace{length, index});
        }
    }
    CHECK_THROWS_AS(place_of(plan, task), InputError);
}

TEST_CASE("units are the same after the way from rank to rank", "[farm]") {
    const Claim claim = claim_for(6);
    for (std::size_t length = 2; length <= 6; ++length) {
        const UnitResult unit = decide_unit(claim, length, 0, Stop()).value();
        const UnitResult back = unit_from_bytes(to_bytes(unit));
        CHECK(back.same_result(unit));
        CHECK(back.seconds == unit.seconds);
        CHECK(sweep_tasks(sweep_job(plan_of(claim)))(task_of(plan_of(claim), {length, 0}), Stop()));
    }
    std::string bytes = to_bytes(decide_unit(claim, 4, 0, Stop()).value());
    CHECK_THROWS_AS(unit_from_bytes(bytes.substr(1)), InputError);
    bytes.pop_back();
    CHECK_THROWS_AS(unit_from_bytes(bytes), InputError);
    CHECK_THROWS_AS(unit_from_bytes(""), InputError);
}

TEST_CASE("a job that this version would cut in another way is refused", "[farm]") {
    CampaignPlan plan = plan_of(claim_for(5));
    CHECK_NOTHROW(sweep_tasks(sweep_job(plan)));
    plan.unit_size = 10;
    CHECK_THROWS_AS(sweep_tasks(sweep_job(plan)), InputError);
    CHECK_THROWS_AS(sweep_tasks("{"), InputError);
    CHECK_THROWS_AS(sweep_tasks("{}"), InputError);
}

TEST_CASE("a campaign by several ranks is that of one process", "[farm]") {
    const Folder folder;
    const Claim claim = claim_for(7);
    SweepOptions alone;
    alone.claim = claim;
    alone.certificate = folder / "alone";
    CampaignFile alone_file = CampaignFile::create(folder / "alone.db", plan_of(claim));
    alone.campaign = &alone_file;
    sweep(alone);

    const auto channels = local_channels(3);
    std::vector<std::jthread> workers;
    for (std::size_t rank = 1; rank < 3; ++rank) {
        workers.emplace_back(
            [&, rank] { work(*channels[rank], sweep_tasks, 1, options_of_test()); });
    }
    CampaignFile file = CampaignFile::create(folder / "shared.db", plan_of(claim));
    Farm farm(*channels[0], sweep_tasks, 1, options_of_test());
    SweepOptions shared;
    shared.claim = claim;
    shared.certificate = folder / "shared";
    shared.campaign = &file;
    shared.elsewhere = by_farm(farm, plan_of(claim), Stop());
    const SweepOutcome outcome = sweep(shared);
    farm.send_away();
    REQUIRE(outcome.lengths.size() == 6);
    CHECK(outcome.lengths.back().certified);
    CHECK(content(folder / "shared") == content(folder / "alone"));
    for (std::size_t length = 2; length <= 7; ++length) {
        const auto expected = units_of(alone_file, length), found = units_of(file, length);
        REQUIRE(found.size() == expected.size());
        for (std::size_t k = 0; k < found.size(); ++k)
            CHECK(found[k].same_result(expected[k]));
    }
    // Nothing is left to do, and that is found without anybody's help.
    const auto nobody = local_channels(1);
    Farm alone_now(*nobody[0], sweep_tasks, 1, options_of_test());
    shared.elsewhere = by_farm(alone_now, plan_of(claim), Stop());
    CHECK(sweep(shared).lengths.back().certified);
    CHECK(received_by(alone_now.report()) == 0);
}

TEST_CASE("units decided elsewhere are for a campaign", "[farm]") {
    SweepOptions options;
    options.claim = claim_for(4);
    options.elsewhere = [](const auto&, const auto&) { return true; };
    CHECK_THROWS_AS(sweep(options), UsageError);
}
