// SPDX-License-Identifier: MIT
// Shows every way to write weights, swap costs and dissimilarities, and what is refused.
#include "formats/weighting_text.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/show.hpp"

namespace disarray::test {

namespace {

using formats::Elements;

std::string costs(std::string_view text, std::size_t n) {
    const SwapCosts read = formats::swap_costs(text, n, "--swap-costs");
    std::string all;
    for (const Rational& cost : read.costs())
        all += cost.to_string() + " ";
    return all;
}

std::string costs_refusal(std::string_view text, std::size_t n) {
    return message_of<InputError>([&] { costs(text, n); });
}

std::string d(const std::string& text, const Elements& elements = Elements::numbered(3)) {
    return described(*formats::dissimilarity(text, elements, "--dissimilarity"));
}

std::string d_refusal(const std::string& text, const Elements& elements = Elements::numbered(3)) {
    return message_of<InputError>([&] { d(text, elements); });
}

Elements abc() {
    const std::vector<std::string_view> names{"a", "b", "c"};
    return Elements::listed(names, "--elements");
}

}  // namespace

TEST_CASE("Element weights are n positive numbers", "[formats]") {
    const ElementWeights w = formats::element_weights("1,2,1/2", 3, "--weights");
    CHECK(w[2] == Rational(Integer(1), Integer(2)));
    const auto refusal = [](std::string_view text) {
        return message_of<InputError>([&] { formats::element_weights(text, 3, "--weights"); });
    };
    CHECK(refusal("1,2") == "--weights: found 2 weights, expected 3 for rankings of 3 elements");
    CHECK(contains(refusal("1,0,2"), "weight 0 at place 2"));
    CHECK(contains(refusal("1,2,-1/2"), "weight -1/2 at place 3"));
    CHECK(contains(refusal("1,2,inf"), "place 3: found \"inf\""));
    CHECK(contains(refusal(""), "0 weights"));
}

TEST_CASE("Swap costs have names or are n-1 numbers", "[formats]") {
    CHECK(costs("unit", 4) == "1 1 1 ");
    CHECK(costs("topk", 8) == "1 1 1 1 1 0 0 ");
    CHECK(costs("topk:2", 4) == "1 1 0 ");
    CHECK(costs("topk:9", 3) == "1 1 ");
    CHECK(costs("ctr", 3) == "171/500 57/1000 ");  // KV Table 1: .488 .146 .089
    CHECK(costs("1,0.5", 3) == "1 1/2 ");
    CHECK(costs("unit", 1).empty());
}

TEST_CASE("Swap costs that are none are refused", "[formats]") {
    CHECK(contains(costs_refusal("1", 3), "1 swap costs, expected 2"));
    CHECK(contains(costs_refusal("1,-1", 3), "swap cost -1 at place 2"));
    CHECK(contains(costs_refusal("topk:0", 3), "k = \"0\""));
    CHECK(contains(costs_refusal("topk:x", 3), "k = \"x\""));
    CHECK(contains(costs_refusal("topkk", 3), "did you mean topk?"));
    CHECK_THROWS_AS(costs("dcg", 3), NotSupported);
    CHECK(contains(costs_refusal("dcg", 3), "no search takes"));
    Weighting weighting;
    formats::set_swap_costs(weighting, "dcg", 3, "--swap-costs");
    REQUIRE(weighting.irrational_swap_costs);
    CHECK(weighting.irrational_swap_costs->size() == 2);
    CHECK_FALSE(weighting.swap_costs);
    formats::set_swap_costs(weighting, "1,2", 3, "--swap-costs");
    CHECK(weighting.swap_costs);
    CHECK_THROWS_AS(costs("ctr", 11), NotSupported);
}

TEST_CASE("Every constructor of a dissimilarity can be written", "[formats]") {
    CHECK_FALSE(formats::dissimilarity("unit", Elements::numbered(3), "--dissimilarity"));
    CHECK(d("cut:3") == "0 0 1; 0 0 1; 1 1 0; ");
    CHECK(d("cut:1,3") == "0 1 0; 1 0 1; 0 1 0; ");
    CHECK(d("classes:x,x,y") == d("cut:3"));
    CHECK(d("classes:1,2,3") == "0 1 1; 1 0 1; 1 1 0; ");
    CHECK(d("line:0,1,5/2") == "0 1 5/2; 1 0 3/2; 5/2 3/2 0; ");
    CHECK(d("topk:2,1/3") == "0 1 1/3; 1 0 1/3; 1/3 1/3 0; ");
    const TemporaryFile graph("1 2 1\n2 3 1/2\n1 3 9\n");
    CHECK(d("graph:" + graph.path()) == "0 1 3/2; 1 0 1/2; 3/2 1/2 0; ");
    const TemporaryFile matrix("0 1 2\n1 0 3\n2 3 0\n");
    CHECK(d(matrix.path()) == "0 1 2; 1 0 3; 2 3 0; ");
}

TEST_CASE("Elements of a dissimilarity are known by name and number", "[formats]") {
    CHECK(d("cut:c", abc()) == d("cut:3"));
    CHECK(d("cut:1,c", abc()) == d("cut:1,3"));
    const TemporaryFile graph("a b 1\nb c 2\n");
    CHECK(d("graph:" + graph.path(), abc()) == "0 1 3; 1 0 2; 3 2 0; ");
}

TEST_CASE("What is no dissimilarity for these elements is refused", "[formats]") {
    CHECK(contains(d_refusal("cut:4"), "--dissimilarity cut: found element \"4\""));
    CHECK(contains(d_refusal("cut:x", abc()),
                   "found element \"x\", expected a number from 1 to 3 or a name"));
    CHECK(contains(d_refusal("cut:1,1"), "element \"1\" twice"));
    CHECK(contains(d_refusal("cut:1,a", abc()), "element \"a\" twice"));
    CHECK(contains(d_refusal("classes:1,1"), "2 classes, expected 3"));
    CHECK(contains(d_refusal("line:0,1"), "2 positions, expected 3"));
    CHECK(contains(d_refusal("line:0,1,x"), "place 3: found \"x\""));
    CHECK(contains(d_refusal("topk:2"), "expected two values K,P"));
    CHECK(contains(d_refusal("topk:4,1"), "k = 4"));
    CHECK(contains(d_refusal("topk:1,-1"), "p = -1"));
    CHECK(contains(d_refusal("lin:0,1,2"), "did you mean line?"));
    CHECK(contains(d_refusal("/no/such/file"),
                   "found \"/no/such/file\", expected a file that exists"));
    const TemporaryFile small("0 1\n1 0\n");
    CHECK(contains(d_refusal(small.path()), "a matrix of 2"));
    const TemporaryFile apart("1 2 1\n");
    CHECK(contains(d_refusal("graph:" + apart.path()), "no path between 1 and 3"));
    CHECK_THROWS_AS(d("graph:x", Elements::numbered(2001)), NotSupported);
    CHECK_THROWS_AS(d("cut:1", Elements::numbered(2501)), NotSupported);
}

}  // namespace disarray::test
