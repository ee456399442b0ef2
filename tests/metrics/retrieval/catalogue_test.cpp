// SPDX-License-Identifier: MIT
// Shows which names, cutoffs and levels a retrieval metric is asked for with, and what is refused.
#include <cctype>
#include <set>

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/ranked_lists.hpp"

namespace disarray::test {

using namespace retrieval;

namespace {

std::string read(std::string_view text) {
    const Request request = request_named(text, "--metrics");
    CHECK(request.label == text);
    return described(request);
}

std::string refusal(std::string_view text) {
    return message_of<InputError>([&] { request_named(text, "--metrics"); });
}

/// One line: where, what was found, and what else.
bool names_it(const std::string& message, std::string_view text) {
    return message.starts_with("--metrics: found \"" + std::string(text) + "\", expected ") &&
           !contains(message, "\n");
}

std::string upper(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

}  // namespace

TEST_CASE("A retrieval metric is asked for by name and cutoff in each usual spelling",
          "[retrieval]") {
    CHECK(read("P@5") == "P@5");
    CHECK(read("p_5") == "P@5");
    CHECK(read("P.5") == "P@5");
    CHECK(read("P") == "P");
    CHECK(read("map") == "AP");
    CHECK(read("map_cut_10") == "AP@10");
    CHECK(read("map_cut.10") == "AP@10");
    CHECK(read("ndcg") == "nDCG");
    CHECK(read("ndcg_cut_10") == "nDCG@10");
    CHECK(read("ndcg_cut.10") == "nDCG@10");
    CHECK(read("NDCG@10") == "nDCG@10");
    CHECK(read("recall_1000") == "recall@1000");
    CHECK(read("recip_rank") == "RR");
    CHECK(read("set_P") == "P");
    CHECK(read("num_rel_ret") == "num_rel_ret");
    CHECK(read("num_rel") == "num_rel");
    CHECK(read("Rprec") == "Rprec");
    CHECK(read("P@1") == "P@1");
    CHECK(read("P@4294967295") == "P@4294967295");
}

TEST_CASE("A retrieval metric is asked for by name and recall level", "[retrieval]") {
    CHECK(read("iprec_at_recall_0.30") == "iP@3/10");
    CHECK(read("iprec_at_recall.0.30") == "iP@3/10");
    CHECK(read("iP@0.3") == "iP@3/10");
    CHECK(read("iP_0.3") == "iP@3/10");
    CHECK(read("iP@1/3") == "iP@1/3");
    CHECK(read("iP@0") == "iP@0");
    CHECK(read("ip@1.0") == "iP@1");
    CHECK(read("11pt") == "11pt");
    CHECK(read("11pt_avg") == "11pt");
}

TEST_CASE("Every name and alias of the catalogue is read, with and without capital letters",
          "[retrieval]") {
    std::set<std::string> seen;
    for (const Metric& metric : catalogue()) {
        std::vector<std::string_view> names = metric.aliases;
        names.push_back(metric.name);
        for (const std::string_view name : names) {
            CHECK(seen.insert(upper(std::string(name))).second);
            const std::string suffix = metric.suffix == Suffix::cutoff
                                           ? "@7"
                                           : example_of(metric).substr(metric.name.size());
            for (const std::string& spelling :
                 {std::string(name) + suffix, upper(std::string(name) + suffix)}) {
                INFO(spelling);
                const Request request = request_named(spelling, "");
                CHECK(request.metric == &metric);
                CHECK(request.cutoff.has_value() == (metric.suffix == Suffix::cutoff));
            }
            if (metric.suffix == Suffix::cutoff) {
                INFO(name);
                CHECK(request_named(std::string(name) + "_12", "").cutoff == 12U);
                CHECK(request_named(std::string(name) + "_12", "").metric == &metric);
                CHECK(request_named(std::string(name) + ".12", "").cutoff == 12U);
                CHECK_FALSE(request_named(name, "").cutoff.has_value());
            }
        }
    }
}

TEST_CASE("The catalogue has the metrics of each file, each with a source", "[retrieval]") {
    std::vector<std::string_view> names;
    for (const Metric& metric : catalogue()) {
        names.push_back(metric.name);
        INFO(metric.name);
        CHECK_FALSE(metric.formula.empty());
        CHECK_FALSE(metric.source.empty());
        CHECK_FALSE(metric.range.empty());
        CHECK(metric.is_best_at_greatest ==
              (metric.name != "E" && metric.name != "unj" && metric.name != "rbp_resid"));
        CHECK(metric.is_count == metric.name.starts_with("num_"));
    }
    std::vector<std::string_view> of_files;
    for (const auto& family :
         {set_metrics(), precision_metrics(), incomplete_metrics(), interpolated_metrics(),
          cumulated_gain_metrics(), normalized_gain_metrics(), cascade_metrics()}) {
        for (const Metric& metric : family)
            of_files.push_back(metric.name);
    }
    CHECK(names == of_files);
}

TEST_CASE("A retrieval metric that is unknown is refused with the nearest three", "[retrieval]") {
    const std::string message = refusal("recal");
    CHECK(names_it(message, "recal"));
    CHECK(contains(message, "the nearest recall, "));
    CHECK(contains(refusal("recal@5"), "the nearest recall, "));
    for (const std::string_view text : {"", "@5", "5", "foo", "P 5", "P-5", "num_re"})
        CHECK(names_it(refusal(text), text));
}

TEST_CASE("A cutoff that is no number from 1 on is refused", "[retrieval]") {
    for (const std::string_view text :
         {"P@0", "P@", "P_", "P.", "P@5x", "P@-1", "P@+1", "P@ 5", "P@5 ", "P@1.5", "P@99999999999",
          "P@4294967296", "P@5@6", "ndcg_cut_0", "ndcg_cut_", "map@x"}) {
        INFO(text);
        CHECK(names_it(refusal(text), text));
        CHECK(contains(refusal(text), "cutoff"));
    }
}

TEST_CASE("A recall level that is missing or outside 0 to 1 is refused", "[retrieval]") {
    for (const std::string_view text : {"iP", "iP@2", "iP@-0.1", "iP@1.0000001"}) {
        INFO(text);
        CHECK(names_it(refusal(text), text));
        CHECK(contains(refusal(text), "recall level"));
    }
    for (const std::string_view text : {"iP@", "iP@x", "iP@0.3@5", "iP@0.3 "}) {
        INFO(text);
        CHECK(refusal(text).starts_with("--metrics: found "));
    }
}

TEST_CASE("A cutoff is refused where the metric has none", "[retrieval]") {
    for (const std::string_view text :
         {"Rprec@5", "11pt@3", "num_rel@2", "num_ret_2", "num_rel_ret.2"}) {
        INFO(text);
        CHECK(names_it(refusal(text), text));
        CHECK(contains(refusal(text), "without a cutoff"));
    }
}

TEST_CASE("A fraction that is undefined is 0/0 with a reason, and its value undefined for it",
          "[retrieval]") {
    for (const Metric& metric : catalogue()) {
        for (const Request& request : requests_of(metric, 2)) {
            const auto fraction = exact(request, JudgedList{}, {});
            if (fraction.is_defined()) continue;
            CHECK(compare(fraction.numerator, 0) == Order::equal);
            CHECK(compare(fraction.denominator, 0) == Order::equal);
            CHECK(value_of(fraction).why_undefined() == "0/0: " + std::string(fraction.undefined));
            CHECK(fault_of(bounded(request, JudgedList{}, {}), value_of(fraction)) == "");
        }
    }
    CHECK(value_of(Fraction<Value>{3, 4, {}}).to_string() == "3/4");
}

}  // namespace disarray::test
