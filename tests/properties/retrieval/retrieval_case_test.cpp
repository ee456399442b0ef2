// SPDX-License-Identifier: MIT
// Cases of retrieval laws: their order, their text, and JSON there and back.
#include "properties/retrieval/retrieval_case.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "properties/retrieval/domain.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties;
using Json = nlohmann::ordered_json;

namespace {

RetrievalCase two_documents() {
    RetrievalCase instance;
    instance.retrieved = {{"d1", 2, 1}, {"d2", Rational::parse("-1/2", "test"), std::nullopt}};
    instance.not_retrieved = {2, 0};
    instance.cutoff = 1;
    return instance;
}

bool is_less(const RetrievalCase& a, const RetrievalCase& b) {
    return compare(a, b) < 0;
}

void refused(const char* text, const char* words) {
    INFO(text);
    CHECK_THROWS_WITH(retrieval_case_from_json(Json::parse(text), "--case"),
                      Catch::Matchers::Contains("--case") && Catch::Matchers::Contains(words));
}

}  // namespace

TEST_CASE("a retrieval case reads as a sentence") {
    CHECK(to_string(two_documents()) ==
          "d1 (score 2, grade 1), d2 (score -1/2, not judged); not retrieved: grades 2, 0; k = 1");
    CHECK(to_string(RetrievalCase{}) == "nothing retrieved");
    CHECK(to_string(RetrievalCase{{}, {1}}) == "nothing retrieved; not retrieved: grade 1");
}

TEST_CASE("a retrieval case comes back from JSON as it was") {
    CHECK(to_json(two_documents()).dump() ==
          R"({"retrieved":[{"document":"d1","score":"2","grade":1},)"
          R"({"document":"d2","score":"-1/2","grade":null}],"not_retrieved":[2,0],"cutoff":1})");
    CHECK(retrieval_case_from_json(to_json(two_documents()), "test") == two_documents());
    CHECK(retrieval_case_from_json(to_json(RetrievalCase{}), "test") == RetrievalCase{});
    for (std::uint64_t index = 0; index < 500; ++index) {
        const RetrievalCase instance = random_case(9, {true, {}}, 3, index);
        REQUIRE(retrieval_case_from_json(Json::parse(to_json(instance).dump()), "test") ==
                instance);
    }
}

TEST_CASE("JSON that is no retrieval case is refused with what is wrong") {
    refused("[]", "an object");
    refused(R"({"not_retrieved": []})", "no list \"retrieved\"");
    refused(R"({"retrieved": []})", "no list \"not_retrieved\"");
    refused(R"({"retrieved": [1], "not_retrieved": []})", "a document");
    refused(R"({"retrieved": [{"document": "a", "score": 1, "grade": 1}], "not_retrieved": []})",
            "in quotes");
    refused(R"({"retrieved": [{"document": "a", "score": "x", "grade": 1}], "not_retrieved": []})",
            "\"x\"");
    refused(R"({"retrieved": [{"document": "a", "score": "1"}], "not_retrieved": []})", "grade");
    refused(R"({"retrieved": [{"document": "a", "score": "1", "grade": -1}], "not_retrieved": []})",
            "grade -1");
    refused(R"({"retrieved": [], "not_retrieved": [1001]})", "grade 1001");
    refused(R"({"retrieved": [], "not_retrieved": [1.5]})", "grade 1.5");
    refused(R"({"retrieved": [], "not_retrieved": [18446744073709551615]})", "0 to 1000");
    refused(R"({"retrieved": [], "not_retrieved": [], "cutoff": 0})", "cutoff 0");
    refused(R"({"retrieved": [], "not_retrieved": [], "cutoff": -1})", "cutoff -1");
    refused(R"({"retrieved": [], "not_retrieved": [], "cutoff": 4294967296})", "1 to 4294967295");
    refused(R"({"retrieved": [{"document": "a", "score": "1", "grade": 1},
                              {"document": "a", "score": "2", "grade": 0}], "not_retrieved": []})",
            "document a twice");
}

TEST_CASE("the order of retrieval cases is total and begins with the number of documents") {
    std::vector<RetrievalCase> cases;
    for (std::uint64_t index = 0; index < 60; ++index)
        cases.push_back(random_case(3, {true, {}}, 1, index));
    for (const auto& a : cases) {
        CHECK_FALSE(is_less(a, a));
        for (const auto& b : cases) {
            CHECK((is_less(a, b) || is_less(b, a)) == !(a == b));
            CHECK_FALSE((is_less(a, b) && is_less(b, a)));
            if (a.retrieved.size() < b.retrieved.size()) CHECK(is_less(a, b));
        }
    }
    std::ranges::sort(cases, is_less);
    for (std::size_t i = 0; i + 2 < cases.size(); ++i)
        CHECK_FALSE(is_less(cases[i + 2], cases[i]));
}

TEST_CASE(
    "of two retrieval cases the one with fewer ties, smaller grades and sorted lines is less") {
    const auto of = [](Rational a, int grade_a, Rational b, int grade_b) {
        RetrievalCase instance;
        instance.retrieved = {{"d1", std::move(a), grade_a}, {"d2", std::move(b), grade_b}};
        return instance;
    };
    CHECK(is_less(of(2, 2, 1, 2), of(1, 0, 1, 0)));
    CHECK(is_less(of(2, 1, 1, 0), of(2, 1, 1, 1)));
    CHECK(is_less(of(2, 1, 1, 0), of(1, 0, 2, 1)));
    RetrievalCase with_cutoff = of(2, 0, 1, 0);
    with_cutoff.cutoff = 1;
    CHECK(is_less(of(2, 0, 1, 0), with_cutoff));
    RetrievalCase unjudged = of(2, 0, 1, 0);
    unjudged.retrieved[0].grade.reset();
    CHECK(is_less(of(1, 2, 1, 2), unjudged));
}
