// SPDX-License-Identifier: MIT
// What a verdict can name as a theorem stands in the files that Coq compiles, with that statement:
// this reads both. (tests/cli/formal.sh gives Coq the statements that the rows print.)
#include "properties/theorems.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "metrics/catalogue.hpp"
#include "places.hpp"
#include "properties/catalogue.hpp"
#include "properties/runner.hpp"
#include "ranking/enumeration.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties;
using metrics::Reading;

namespace {

/// A file of the theorems, with one blank where it has white space.
std::string source_of(const std::string& file) {
    std::ifstream in(std::string(DISARRAY_SOURCE_DIR) + "/search/verify/formal/" + file);
    REQUIRE(in);
    std::string text, word;
    while (in >> word)
        text += " " + word;
    return text;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("each theorem is in its file with that statement, and printed with what it assumes",
          "[theorems]") {
    const std::string printed = source_of("Theorems.v") + " ";
    std::set<std::string> names;
    for (const Theorem& theorem : theorems()) {
        INFO(to_string(theorem) << ": " << theorem.statement);
        CHECK(names.insert(theorem.name).second);
        const std::string stated =
            " Theorem " + theorem.name + " : " + theorem.statement + ". Proof.";
        CHECK(contains(source_of(theorem.file), stated));
        CHECK(contains(printed,
                       " Check " + theorem.name + ". Print Assumptions " + theorem.name + ". "));
    }
    CHECK(names.size() == 80);
}

namespace {

/// As Coq has a rank vector, from 0: "(ranks [2; 0; 3; 1]%nat)".
std::string in_coq(const Permutation& sigma) {
    return fmt::format("(ranks [{}]%nat)", fmt::join(sigma.ranks(), "; "));
}
std::string in_coq(const Rational& value) {
    const std::string text = value.to_string();
    const std::size_t slash = text.find('/');
    return slash == std::string::npos ? text
                                      : text.substr(0, slash) + " # " + text.substr(slash + 1);
}

const metrics::Metric& metric(std::string_view name) {
    return *metrics::metrics_named(name, std::nullopt, "test").front();
}

std::string law(const metrics::Metric& of, std::string_view property,
                metrics::Frame frame = metrics::Frame::element,
                const metrics::Parameters& parameters = {}) {
    const Theorem* theorem = theorem_of_law(of, property_named(property, "test"), frame,
                                            FixedPointPolicy::one, parameters);
    return theorem ? theorem->statement : "";
}

/// The name of the theorem for K or F[reading] where these parts of the weights vary.
std::string weighted(std::string_view of, std::string_view property, const Varies& varies,
                     FixedPointPolicy policy = FixedPointPolicy::one) {
    Property asked = property_named(property, "test");
    asked.varies = varies;
    const Theorem* theorem = theorem_of_law(metric(of), asked, metrics::Frame::element, policy, {});
    return theorem ? theorem->name : "";
}

std::size_t hits(const Permutation& sigma, const Permutation& tau, std::size_t k) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        count += std::size_t{sigma[i] < k && tau[i] < k};
    return count;
}

const auto sigma = Permutation::from_ranks_unchecked({2, 0, 3, 1});
const auto tau = Permutation::from_ranks_unchecked({0, 1, 3, 2});

}  // namespace

TEST_CASE("the measures that Coq defines have the values that the program computes", "[theorems]") {
    const std::string source = source_of("MetricLaws.v");
    for (const std::string name :
         {"rmse", "rmae", "mape", "smape", "r2", "spearman-rho", "kendall-tau", "ndpm"}) {
        const bool is_root = name.starts_with("rm");
        const Value value = metric(name).value({sigma, tau, {}});
        std::string measure = is_root ? name.substr(1) : name;
        std::ranges::replace(measure, '-', '_');
        const Rational number = (is_root ? value * value : value).rational();
        const std::string lemma =
            fmt::format(" Lemma {0}_value : Qred ({0} 4 {1} {2}) = {3}. Proof. reflexivity. Qed. ",
                        measure, in_coq(sigma), in_coq(tau), in_coq(number));
        INFO(lemma);
        CHECK(contains(source, lemma));
    }
    CHECK(contains(source, fmt::format("hits k 4 {} {}) [1; 2; 3]%nat) = [{}; {}; {}].",
                                       in_coq(sigma), in_coq(tau), hits(sigma, tau, 1),
                                       hits(sigma, tau, 2), hits(sigma, tau, 3))));
}

TEST_CASE("the metrics of the confusion matrix that Coq defines have the program's values",
          "[theorems]") {
    const std::vector<std::string> names = {
        "recall", "tnr",     "precision",  "npv",          "accuracy",        "balanced-accuracy",
        "f1",     "jaccard", "markedness", "informedness", "fowlkes-mallows", "mcc"};
    std::vector<std::string> measures, values;
    metrics::Parameters two;
    two.k = 2;
    const auto s = Permutation::from_ranks_unchecked({2, 0, 3, 1, 4});
    const auto t = Permutation::from_ranks_unchecked({0, 1, 3, 2, 4});
    for (std::string name : names) {
        values.push_back(
            in_coq(metric(name).value({s, t, {}, metrics::Frame::element, two}).rational()));
        std::ranges::replace(name, '-', '_');
        measures.push_back(name);
    }
    const std::string lemma =
        fmt::format("(m 2%nat 5%nat {} {})) [{}] = [{}]. Proof.", in_coq(s), in_coq(t),
                    fmt::join(measures, "; "), fmt::join(values, "; "));
    INFO(lemma);
    CHECK(contains(source_of("Maxima.v"), lemma));
}

TEST_CASE("metrics of the confusion matrix are functions of the hits, beside n and k",
          "[theorems]") {
    for (const metrics::Metric& m : metrics::catalogue()) {
        if (m.family != metrics::family::confusion) continue;
        std::map<std::pair<std::size_t, std::size_t>, std::string> values;
        for (const Permutation& s : all_permutations(4)) {
            for (const Permutation& t : all_permutations(4)) {
                for (std::size_t k = 1; k < 4; ++k) {
                    metrics::Parameters parameters;
                    parameters.k = k;
                    const Value value =
                        m.naive_value({s, t, {}, metrics::Frame::element, parameters});
                    const std::string text = value.to_string();
                    const auto known = values.emplace(std::pair(k, hits(s, t, k)), text).first;
                    if (known->second != text) FAIL(m.full_name() << ": " << text);
                }
            }
        }
    }
}

TEST_CASE("a law has a theorem for metrics of the catalogue, asked as usual", "[theorems]") {
    CHECK(law(metric("mae"), "distance") == "is_distance mae");
    CHECK(law(metric("rmse"), "distance") == "root_is_distance mse");
    CHECK(law(metric("mse"), "distance").empty());
    CHECK(law(metric("rmse"), "linear-map-to-distance") == "root_is_distance mse");
    CHECK(law(metric("kendall-tau"), "linear-map-to-distance") == "maps_to_distance kendall_tau");
    CHECK(law(metric("kendall-tau"), "distance").empty());
    CHECK(law(metric("mape"), "right-invariance") == "is_right_invariant mape");
    CHECK(law(metric("mape"), "symmetry").empty());
    CHECK(law(metric("recall"), "symmetry") == "forall k, is_symmetric (hits k)");
    CHECK(law(metric("recall"), "distance").empty());
    CHECK(law(metric("recall"), "maximal-agreement") == "greatest_is_one_at_k recall");
    CHECK(law(metric("balanced-accuracy"), "maximum-independent-of-n") ==
          "greatest_is_one_at_k balanced_accuracy");
    CHECK(law(metric("r2"), "maximal-agreement") == "greatest_is_one r2");
    CHECK(law(metric("lr-plus"), "maximal-agreement").empty());
    CHECK(law(metric("mse"), "maximal-agreement").empty());
    CHECK(law(metric("smape"), "sensitivity") == "sees_place smape");
    CHECK(law(metric("mae"), "sensitivity").empty());
    CHECK(law(metric("kendall"), "symmetry").empty());
    metrics::Parameters parameters;
    parameters.k = 3;
    CHECK_FALSE(law(metric("recall"), "symmetry", metrics::Frame::element, parameters).empty());
    parameters.relevant_count = 2;
    CHECK(law(metric("recall"), "symmetry", metrics::Frame::element, parameters).empty());
    parameters = {};
    parameters.as_printed = true;
    CHECK(law(metric("mae"), "distance", metrics::Frame::element, parameters).empty());
    parameters = {};
    parameters.first_k = metrics::FirstK::printed;
    CHECK(law(metric("recall"), "symmetry", metrics::Frame::element, parameters).empty());
    CHECK(law(metric("mae"), "distance", metrics::Frame::literal).empty());
    // One of that name that somebody brings along.
    const metrics::Metric copy = metric("mae");
    CHECK(law(copy, "distance").empty());
}

TEST_CASE("laws of weighted distances have a theorem for the weights that it speaks of",
          "[theorems]") {
    constexpr auto local = FixedPointPolicy::local;
    CHECK(weighted("kendall", "scale-all", all_weights, local) == "scale_all");
    CHECK(weighted("kendall", "scale-all", all_weights).empty());
    CHECK(weighted("footrule[box]", "scale-swap-costs", swap_costs_only, local) ==
          "scale_swap_costs");
    CHECK(weighted("footrule[box]", "scale-swap-costs", swap_costs_only).empty());
    CHECK(weighted("footrule[prefix-sym]", "scale-element-weights", all_weights) ==
          "scale_weights");
    CHECK(weighted("footrule[interval]", "swap-costs-as-weights", swap_costs_only) ==
          "swap_costs_as_weights");
    CHECK(weighted("footrule[prefix-sym]", "swap-costs-as-weights", swap_costs_only).empty());
    CHECK(weighted("kendall", "triangle-inequality", dissimilarity_only) == "kendall_triangle");
    CHECK(weighted("kendall", "triangle-inequality", element_weights_only) == "kendall_triangle");
    CHECK(weighted("kendall", "triangle-inequality", all_weights).empty());
    CHECK(weighted("footrule[interval]", "triangle-inequality", dissimilarity_only).empty());
    CHECK(weighted("footrule[interval]", "symmetry", dissimilarity_only).empty());
    CHECK(weighted("footrule[interval]", "right-invariance", all_weights) == "relabelled");
    CHECK(weighted("footrule[prefix-sym]", "right-invariance", all_weights).empty());
    CHECK(weighted("footrule[prefix-sym]", "inverse-symmetry", all_weights) ==
          "prefix_sym_of_inverse");
    CHECK(weighted("footrule[box]", "inverse-symmetry", swap_costs_only) ==
          "swap_costs_of_inverse");
    CHECK(weighted("footrule[box]", "inverse-symmetry", element_weights_only).empty());
    CHECK(weighted("footrule[interval]", "inverse-symmetry", swap_costs_only).empty());
    CHECK(weighted("kendall", "zero-only-at-equality", all_weights) == "zero_only_at_equality");
    CHECK(weighted("kendall", "zero-only-at-equality-pseudometric", all_weights).empty());
    CHECK(weighted("footrule[prefix]", "zero-together-pseudometric", all_weights) ==
          "prefix_zero_with_kendall");
    CHECK(weighted("footrule[box]", "zero-together", all_weights) == "zero_together");
    CHECK(weighted("footrule[box]", "zero-together-pseudometric", all_weights).empty());
    CHECK(weighted("footrule[prefix]", "blow-up", element_weights_only) == "blow_up");
    CHECK(weighted("footrule[interval]", "blow-up", element_weights_only).empty());
    CHECK(weighted("footrule[prefix]", "kendall-at-most-footrule-delta", swap_costs_only, local) ==
          "kendall_le_prefix_swap_costs");
    CHECK(weighted("footrule[box]", "collapse-all", no_weights) == "collapse");
    CHECK(weighted("footrule[box]", "kendall-at-most-footrule", no_weights) == "unit_bounds");
    CHECK(weighted("footrule[box]", "kendall-at-most-footrule", element_weights_only).empty());
    CHECK(weighted("footrule[interval]", "triangle-non-metric", dissimilarity_only).empty());
    // στ⁻¹ is the identity exactly if σ = τ, and only that law has the literal frame.
    const auto literal = [](std::string_view of, std::string_view property) {
        return law(metric(of), property, metrics::Frame::literal);
    };
    CHECK(literal("footrule[prefix-sym]", "zero-only-at-equality").starts_with("forall n v D f s"));
    CHECK(literal("kendall", "right-invariance").empty());
    CHECK(weighted("footrule[box]", "symmetry", dissimilarity_only) == "box_symmetric");
}

TEST_CASE("what a theorem says is proved where no case is against it", "[theorems]") {
    CheckOptions options;
    options.exhaustive_n = 3;
    const auto verdict = [&](std::string_view of, std::string_view property) {
        return check(metric(of), property_named(property, "test"), metrics::Frame::element,
                     options);
    };
    const CheckResult mae = verdict("mae", "distance");
    CHECK(mae.verdict == Verdict::proved);
    CHECK(mae.scope == "every n; tried: every triple in S_n, n <= 3; w = δ = D = 1");
    CHECK(verdict("mse", "distance").theorem == nullptr);
    options.stop = Stop(std::chrono::duration<double>(0));
    const CheckResult stopped = verdict("mae", "distance");
    CHECK(stopped.verdict == Verdict::undecided);
    CHECK(stopped.theorem == nullptr);
    // A law of that name that says something else.
    Property other = property_named("distance", "test");
    other.statement = "M >= 0";
    options.stop = {};
    CHECK(check(metric("mae"), other, metrics::Frame::element, options).verdict ==
          Verdict::exhausted);
}

TEST_CASE("a bound has a theorem where one has just its number", "[theorems]") {
    const auto name = [](Reading reading, Extreme extreme, const Rational& ratio, bool all) {
        const Theorem* theorem = theorem_of_bound(reading, extreme, ratio, all);
        return theorem ? theorem->name : "";
    };
    CHECK(name(Reading::box, Extreme::least, 1, true) == "kendall_le_box");
    CHECK(name(Reading::box, Extreme::least, 1, false) == "kendall_le_box");
    CHECK(name(Reading::interval, Extreme::least, 1, false) == "kendall_le_interval");
    CHECK(name(Reading::interval, Extreme::least, 1, true).empty());
    CHECK(name(Reading::prefix, Extreme::greatest, 2, true) == "prefix_le_2_kendall");
    CHECK(name(Reading::prefix, Extreme::greatest, 3, true).empty());
    CHECK(name(Reading::prefix, Extreme::least, 1, false).empty());
}
