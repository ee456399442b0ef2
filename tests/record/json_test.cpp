// SPDX-License-Identifier: MIT
// A record is written by its table, keys in their order, and read back as it was; what its rules do
// not allow is refused by file, place and key.
#include "record/json.hpp"

#include "base/error.hpp"
#include "properties/runner.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "verdict/verdict.hpp"

using namespace disarray;
using namespace disarray::record;
using test::contains;

namespace {

struct Part {
    std::string name;
    std::uint64_t count = 0;

    DISARRAY_FIELDS(name, count)
    static constexpr Rules rules[] = {{"name", words}};
};

struct Whole {
    Verdict verdict = Verdict::refuted;
    std::optional<Rational> ratio;
    std::string note;
    std::uint64_t left_out = 0;
    bool complete = true;
    std::vector<Part> parts;

    DISARRAY_FIELDS_AS("verdict, ratio, note, left_out, complete, all", verdict, ratio, note,
                       left_out, complete, parts)
    static constexpr Rules rules[] = {
        {"ratio", or_null}, {"note left_out", or_absent}, {"complete", may_lack}};
};

struct CountAtMost {
    std::uint64_t most;
    void operator()(const Part& part, const Fields& fields) const {
        fields.require(part.count <= most, "count", "at most {}", most);
    }
};

const Whole whole{Verdict::supported, Rational(6, 7), "n", 3, false, {{"a", 1}, {"b", 2}}};

std::string refusal(const std::string& text) {
    const Json json = Json::parse(text);
    return test::message_of<InputError>(
        [&] { record::read<Whole>(Fields(json, "x.json"), CountAtMost{2}); });
}

}  // namespace

TEST_CASE("a record is written by its table", "[record]") {
    CHECK(to_json(whole).dump() ==
          R"({"verdict":"supported","ratio":"6/7","note":"n","left_out":3,"complete":false,)"
          R"("all":[{"name":"a","count":1},{"name":"b","count":2}]})");
    CHECK(to_json(Whole{}).dump() ==
          R"({"verdict":"refuted","ratio":null,"complete":true,"all":[]})");
}

TEST_CASE("a record is read back as it was written", "[record]") {
    for (const Whole& record : {whole, Whole{}}) {
        const Json json = to_json(record);
        CHECK(to_json(record::read<Whole>(Fields(json, "x.json"))) == json);
    }
}

TEST_CASE("a field that is not as its table says is refused by its place", "[record]") {
    CHECK(refusal(R"({"ratio": null, "all": []})") ==
          "x.json: found no \"verdict\", expected a text");
    CHECK(contains(refusal(R"({"verdict": "guessed", "ratio": null, "all": []})"),
                   "x.json: found \"verdict\": guessed, expected one of refuted, proved"));
    CHECK(refusal(R"({"verdict": "refuted", "all": []})") ==
          "x.json: found no \"ratio\", expected a text");
    CHECK(refusal(R"({"verdict": "refuted", "ratio": null, "complete": 1, "all": []})") ==
          "x.json: found \"complete\": 1, expected true or false");
    CHECK(refusal(R"({"verdict": "refuted", "ratio": null, "all": [{"name": "", "count": 1}]})") ==
          "x.json all[0]: found \"name\": \"\", expected a text that is not empty");
    CHECK(refusal(R"({"verdict": "refuted", "ratio": null, "all": [{"name": "a", "count": 3}]})") ==
          "x.json all[0]: found \"count\": 3, expected at most 2");
}

TEST_CASE("an effort says how many cases it left open, if any", "[record]") {
    properties::Effort effort;
    CHECK_FALSE(to_json(effort).contains("undecided"));
    effort.undecided = 5;
    CHECK(to_json(effort)["undecided"] == 5);
}
