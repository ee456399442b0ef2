// SPDX-License-Identifier: MIT
// Cases: their order, their JSON, and files of examples that survive what is done to them.
#include "properties/case.hpp"

#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "properties/case_json.hpp"
#include "properties/catalogue.hpp"
#include "properties/examples.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::properties;

namespace {

const Rational half(Integer(1), Integer(2));

Case full_case() {
    Case instance{{test::ranks({2, 3, 1}), test::ranks({1, 3, 2})}, {}, half};
    instance.weighting.element_weights =
        ElementWeights::from(std::vector<Rational>{1, half, 3}, "test");
    instance.weighting.swap_costs = SwapCosts::from(std::vector<Rational>{half, 0}, "test");
    instance.weighting.dissimilarity = Dissimilarity::line(std::vector<Rational>{0, half, 2});
    instance.weighting.fixed_points = FixedPointPolicy::local;
    return instance;
}

/// A file that is gone at the end.
struct ScratchFile {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() /
        ("disarray_examples_" + std::to_string(std::filesystem::hash_value("x")) +
         std::to_string(reinterpret_cast<std::uintptr_t>(this)));
    ~ScratchFile() { std::filesystem::remove(path); }
    std::string text() const {
        std::ifstream in(path);
        return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    }
    void write(const std::string& text) const { std::ofstream(path) << text; }
};

Example example() {
    return {metrics::metrics_named("kendall", std::nullopt, "test").front(),
            &property_named("symmetry", "test"), metrics::Frame::literal, full_case()};
}

}  // namespace

TEST_CASE("cases are ordered by n, then inversions, then size of numbers, then rank vectors") {
    const auto plain = [](std::vector<std::int64_t> ranks) {
        return Case{{test::ranks(std::move(ranks))}, {}, 2};
    };
    Case weighted = plain({2, 1});
    weighted.weighting.element_weights =
        ElementWeights::from(std::vector<std::int64_t>{1, 1}, "test");
    const std::vector<Case> ascending{plain({1}),       plain({1, 2}),    plain({2, 1}),
                                      weighted,         plain({1, 2, 3}), plain({1, 3, 2}),
                                      plain({2, 1, 3}), plain({2, 3, 1})};
    for (std::size_t a = 0; a < ascending.size(); ++a) {
        for (std::size_t b = 0; b < ascending.size(); ++b) {
            INFO(to_string(ascending[a]) << " against " << to_string(ascending[b]));
            CHECK((compare(ascending[a], ascending[b]) == (a <=> b)));
        }
    }
}

TEST_CASE("cases with fewer retrieved and relevant elements come first, whatever the inversions") {
    const auto with = [](std::size_t k, std::optional<std::size_t> relevant_count,
                         std::vector<std::int64_t> ranks) {
        Case instance{{test::ranks(std::move(ranks))}, {}, 2};
        instance.parameters.k = k;
        instance.parameters.relevant_count = relevant_count;
        return instance;
    };
    const std::vector<Case> ascending{with(1, std::nullopt, {2, 1, 3}),
                                      with(1, 1, {3, 2, 1}),
                                      with(1, 2, {1, 2, 3}),
                                      with(2, std::nullopt, {1, 2, 3}),
                                      with(2, std::nullopt, {1, 3, 2}),
                                      with(1, 1, {1, 2, 3, 4})};
    for (std::size_t a = 0; a < ascending.size(); ++a) {
        for (std::size_t b = 0; b < ascending.size(); ++b) {
            INFO(to_string(ascending[a]) << " against " << to_string(ascending[b]));
            CHECK((compare(ascending[a], ascending[b]) == (a <=> b)));
        }
    }
}

TEST_CASE("parameters survive the way through JSON") {
    Case instance{{test::ranks({2, 3, 1})}, {}, 2};
    instance.parameters.k = 2;
    instance.parameters.relevant_count = 1;
    instance.parameters.relevant = std::vector<Rank>{0, 2};
    instance.parameters.beta = half;
    instance.parameters.as_printed = true;
    instance.parameters.first_k = metrics::FirstK::printed;
    const Case back = case_from_json(to_json(instance), "test");
    CHECK(back.parameters == instance.parameters);
    CHECK(to_string(back) ==
          "σ = 2 3 1, k = 2, |R| = 1, R = 1 3, β = 1/2, as printed, first k as printed");
}

TEST_CASE("a case survives the way through JSON") {
    const Case instance = full_case();
    const Case back = case_from_json(to_json(instance), "test");
    CHECK((compare(instance, back) == 0));
    CHECK(to_string(instance) == to_string(back));
    CHECK(to_string(instance) ==
          "σ = 2 3 1, τ = 1 3 2, w = 1 1/2 3, δ = 1/2 0, p̄ local, D = 0 1/2 2; 1/2 0 3/2; 2 3/2 0");
}

TEST_CASE("JSON that is no case is refused") {
    using Json = nlohmann::ordered_json;
    for (const char* text :
         {"[]", "{}", R"({"rankings": []})", R"({"rankings": [[1, 1]]})",
          R"({"rankings": [[1, 2], [1]]})", R"({"rankings": [[1, 2]], "weights": ["1"]})",
          R"({"rankings": [[1, 2]], "weights": [1, 2]})",
          R"({"rankings": [[1, 2]], "weights": ["1", "0"]})",
          R"({"rankings": [[1, 2]], "swap_costs": ["-1"]})",
          R"({"rankings": [[1, 2]], "dissimilarity": [["0", "1"], ["2", "0"]]})",
          R"({"rankings": [[1, 2]], "fixed_points": "none"})",
          R"({"rankings": [[1, 2]], "fixed_points": 1})", R"({"rankings": [[1, 2]], "scale": "0"})",
          R"({"rankings": [["1", "2"]]})"}) {
        INFO(text);
        CHECK_THROWS_AS(case_from_json(Json::parse(text), "test"), InputError);
    }
}

TEST_CASE("a replay line names the same example again") {
    const Example back = example_from_replay(to_replay(example()), "test");
    CHECK(back.metric == example().metric);
    CHECK(back.property == example().property);
    CHECK(back.frame == example().frame);
    CHECK((compare(back.instance, example().instance) == 0));
    CHECK_THROWS_AS(example_from_replay("{", "test"), InputError);
    CHECK_THROWS_AS(example_from_replay(R"({"metric": "kendal"})", "test"), InputError);
}

TEST_CASE("examples are saved at once, once each, and found again") {
    const ScratchFile file;
    {
        ExampleFile examples(file.path.string());
        examples.add(example());
        const std::string saved = file.text();
        CHECK(saved.find("disarray.examples/1") != std::string::npos);
        examples.add(example());
        CHECK(file.text() == saved);
    }
    const ExampleFile again(file.path.string());
    CHECK(again.cases_of(*example().metric, *example().property, metrics::Frame::literal).size() ==
          1);
    CHECK(again.cases_of(*example().metric, *example().property, metrics::Frame::element).empty());
}

TEST_CASE("an example kept for now gives way to the one that a run settles on") {
    const ScratchFile file;
    ExampleFile examples(file.path.string());
    Example first = example();
    first.instance.rankings = {test::ranks({3, 2, 1}), test::ranks({1, 2, 3})};
    examples.keep_for_now(first);
    CHECK(ExampleFile(file.path.string())
              .cases_of(*first.metric, *first.property, first.frame)
              .size() == 1);
    examples.add(example());
    const auto cases =
        ExampleFile(file.path.string()).cases_of(*first.metric, *first.property, first.frame);
    REQUIRE(cases.size() == 1);
    CHECK(to_string(cases.front()) == to_string(example().instance));
}

TEST_CASE("a file that holds no examples is refused and left untouched") {
    for (const std::string text :
         {"", "not JSON", "{}", R"({"schema": "disarray.examples/2", "examples": []})",
          R"({"schema": "disarray.examples/1", "examples": [{}]})",
          R"({"schema": "disarray.examples/1", "examples": )"}) {
        const ScratchFile file;
        file.write(text);
        INFO(text);
        CHECK_THROWS_AS(ExampleFile(file.path.string()), InputError);
        CHECK(file.text() == text);
    }
}
