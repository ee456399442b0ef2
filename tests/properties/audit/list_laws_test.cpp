// SPDX-License-Identifier: MIT
// Laws of two lists and of votes: which exact metrics obey them, and the cases that they are tried
// on.
#include "properties/audit/list_laws.hpp"

#include <algorithm>
#include <set>

#include "properties/audit/vote_laws.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties;
using namespace disarray::properties::audit;

namespace {

/// The laws that a metric breaks on small cases, in the order of the table.
template <class Reference, class Laws, class Cases>
std::vector<std::string> broken_laws(const Reference& reference, const Laws& laws,
                                     const Cases& cases) {
    std::vector<std::string> broken;
    for (const auto& law : laws) {
        std::decay_t<decltype(cases[0])> const* found = nullptr;
        CaseSubject<std::decay_t<decltype(cases[0])>, decltype(reference.value(cases[0]))> subject;
        subject.value = reference.value;
        subject.is_best_at_greatest = reference.is_best_at_greatest;
        for (const auto& instance : cases) {
            if (law.check(subject, instance).is_violated()) found = &instance;
        }
        if (found) broken.emplace_back(law.name);
    }
    return broken;
}

template <class Reference>
const Reference& named_one(const std::vector<Reference>& all, const std::string& name) {
    return *std::ranges::find(all, name, &Reference::name);
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("overlap measures obey the laws of two lists", "[audit][lists]") {
    std::vector<ListPair> cases;
    for (std::size_t n = 0; n <= 3; ++n)
        std::ranges::move(small_lists(n), std::back_inserter(cases));
    for (std::uint64_t i = 0; i < 50; ++i)
        cases.push_back(random_lists(8, 1, i));
    for (const ListReference& reference : list_references(Rational(9, 10))) {
        if (reference.name == "rbo-res") continue;  // what is not known, and no measure
        CAPTURE(reference.name);
        // To the end of the longer list, a longer one has more depths for what is shared.
        const bool grows = reference.name == "rbo-truncated";
        CHECK(broken_laws(reference, list_laws(), cases) == (grows ? Names{"identity"} : Names{}));
    }
    const ListReference asymmetric{"first", [](const ListPair& lists) -> Value {
                                       return Rational(Integer(lists.first.size()));
                                   }};
    CHECK(broken_laws(asymmetric, list_laws(), cases) == Names{"symmetry"});
    const ListReference of_second{
        "deep", [](const ListPair& lists) -> Value {
            for (std::size_t i = 0; i < lists.second.size(); ++i)
                if (std::ranges::find(lists.first, lists.second[i]) != lists.first.end())
                    return Rational(Integer(i));
            return 0;
        }};
    CHECK(broken_laws(of_second, list_laws(), cases) ==
          Names{"more-agreement", "earlier-agreement", "identity", "symmetry"});
}

TEST_CASE("small lists are all pairs but for names", "[audit][lists]") {
    CHECK(small_lists(0).size() == 1);
    CHECK(small_lists(1).size() == 4);  // one is empty, or the same item, or another
    std::set<std::string> different;
    std::size_t count = 0;
    for (std::size_t n = 0; n <= 3; ++n) {
        for (const ListPair& lists : small_lists(n)) {
            different.insert(input_of(lists));
            ++count;
        }
    }
    CHECK(different.size() == count);
    CHECK(different.contains(R"({"first": ["i1", "i2"], "second": ["i3", "i1", "i4"]})"));
    const ListPair least = audit::shrunk({{1, 2, 3, 4}, {5, 3, 2}}, [](const ListPair& lists) {
        return std::ranges::any_of(lists.first, [&](auto item) {
            return std::ranges::find(lists.second, item) != lists.second.end();
        });
    });
    CHECK(input_of(least) == R"({"first": ["i1"], "second": ["i1"]})");
}

TEST_CASE("rules of votes obey the laws that they claim", "[audit][votes]") {
    std::vector<Votes> cases;
    for (std::size_t n = 0; n <= 3; ++n)
        std::ranges::move(small_votes(n), std::back_inserter(cases));
    for (std::uint64_t i = 0; i < 30; ++i)
        cases.push_back(random_votes(7, 1, i));
    const auto references = vote_references();
    for (const VoteReference& reference : references) {
        CAPTURE(reference.name);
        const bool is_symmetric =
            reference.name.starts_with("borda") || reference.name == "mean-rank";
        CHECK(broken_laws(reference, vote_laws(), cases) ==
              (is_symmetric ? Names{} : Names{"reversal-symmetry"}));
    }
    const Votes votes{3, {{0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {1, 2, 0}, {1, 2, 0}}};
    const auto points = [&](const char* name) { return named_one(references, name).value(votes); };
    const auto are = [](const Points& found, std::vector<Rational> wanted) {
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (found[i].rational() != wanted[i]) return false;
        return true;
    };
    CHECK(are(points("borda"), {6, 7, 2}));
    CHECK(are(points("borda-from-one"), {11, 12, 7}));
    CHECK(are(points("borda-balanced"), {2, 4, -6}));
    CHECK(are(points("plurality"), {3, 2, 0}));
    CHECK(are(points("veto"), {3, 5, 2}));
    CHECK(are(points("mean-rank"), {Rational(9, 5), Rational(8, 5), Rational(13, 5)}));
    CHECK(input_of(Votes{2, {{1, 0}}}) == R"({"elements": ["e1", "e2"], "votes": [["e2", "e1"]]})");
}

namespace {

/// Ranks by a rule that eliminates those with the least sums of points(place, places) until none is
/// left.
template <class PointsOf>
VoteReference elimination(const PointsOf& points_of) {
    return {"elimination",
            [points_of](const Votes& votes) {
                std::vector<std::uint32_t> left;
                for (std::uint32_t i = 0; i < votes.elements; ++i)
                    left.push_back(i);
                Points ranks(votes.elements);
                while (!left.empty()) {
                    std::vector<int> sums(votes.elements);
                    for (auto order : votes.orders) {
                        std::erase_if(order, [&](std::uint32_t x) {
                            return std::ranges::find(left, x) == left.end();
                        });
                        for (std::size_t i = 0; i < order.size(); ++i)
                            sums[order[i]] += points_of(i, order.size());
                    }
                    int least = sums[left.front()];
                    for (const std::uint32_t x : left)
                        least = std::min(least, sums[x]);
                    std::vector<std::uint32_t> out;
                    std::erase_if(left, [&](std::uint32_t x) {
                        if (sums[x] == least) out.push_back(x);
                        return sums[x] == least;
                    });
                    for (const std::uint32_t x : out)
                        ranks[x] = Rational(Integer(left.size() + 1));
                }
                return ranks;
            },
            false};
}

}  // namespace

TEST_CASE("rules that eliminate are seen not to be monotone", "[audit][votes]") {
    const std::vector<Votes> profiles = votes_near_elimination();
    const auto breaks = [&](const VoteReference& rule, std::size_t profile) {
        return broken_laws(rule, vote_laws(), std::vector{profiles.at(profile)});
    };
    REQUIRE(profiles.size() == 3);
    CHECK(profiles[0].orders.size() == 17);
    const auto first = [](std::size_t place, std::size_t) { return place == 0 ? 1 : 0; };
    const auto last = [](std::size_t place, std::size_t n) { return place + 1 == n ? -1 : 0; };
    const auto borda = [](std::size_t place, std::size_t) { return -static_cast<int>(place); };
    const auto has_monotonicity = [](const Names& names) {
        return std::ranges::find(names, "monotonicity") != names.end();
    };
    CHECK(has_monotonicity(breaks(elimination(first), 0)));
    CHECK(has_monotonicity(breaks(elimination(last), 1)));
    CHECK(has_monotonicity(breaks(elimination(borda), 2)));
    // The usual example: with a one place higher in both votes b a c, a loses to c.
    const VoteSubject runoff{elimination(first).value, false, {}, {}, 0};
    for (const VoteLaw& law : vote_laws()) {
        if (law.name != "monotonicity") continue;
        const std::string why = law.check(runoff, profiles[0]).explanation;
        CAPTURE(why);
        CHECK(why.find("e1 was ahead of e3 with 1 against 3, and is behind with 2 against 1 where "
                       "vote 7, or all like it, has it one place higher") != std::string::npos);
    }
    for (const VoteReference& reference : vote_references())
        CHECK_FALSE(has_monotonicity(broken_laws(reference, vote_laws(), profiles)));
}
