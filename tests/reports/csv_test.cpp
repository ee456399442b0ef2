// SPDX-License-Identifier: MIT
// CSV read back by a reader of RFC 4180 has what the model has, whatever the text in it.
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/reports/sample_report.hpp"

using namespace disarray;
using namespace disarray::reports;

namespace {

using Record = std::vector<std::string>;

/// Takes one field off `rest`, which then begins with what ended it: a comma or a line end.
std::string read_field(std::string_view& rest) {
    if (!rest.starts_with('"')) {
        const std::string field(rest.substr(0, rest.find_first_of(",\r\n\"")));
        rest.remove_prefix(field.size());
        return field;
    }
    std::string field;
    for (rest.remove_prefix(1);; rest.remove_prefix(1)) {
        if (rest.empty()) throw std::runtime_error("a quote is open");
        if (rest.front() != '"') {
            field += rest.front();
        } else if (rest.starts_with("\"\"")) {
            field += '"';
            rest.remove_prefix(1);
        } else {
            rest.remove_prefix(1);
            return field;
        }
    }
}

/// RFC 4180, strictly: every line ends with CRLF, all have as many fields.
std::vector<Record> read_csv(std::string_view rest) {
    std::vector<Record> records;
    while (!rest.empty()) {
        Record record = {read_field(rest)};
        while (rest.starts_with(',')) {
            rest.remove_prefix(1);
            record.push_back(read_field(rest));
        }
        if (!rest.starts_with("\r\n")) throw std::runtime_error("no line end after a field");
        rest.remove_prefix(2);
        if (!records.empty() && record.size() != records.front().size()) {
            throw std::runtime_error("a record of another length");
        }
        records.push_back(std::move(record));
    }
    return records;
}

std::vector<Record> table(const std::vector<File>& files, const std::string& name) {
    for (const auto& [file, bytes] : files) {
        if (file == name) return read_csv(bytes);
    }
    FAIL("no " << name);
    return {};
}

/// The field of `records[row]` under the heading `name`.
std::string at(const std::vector<Record>& records, std::size_t row, const std::string& name) {
    for (std::size_t i = 0; i < records.at(0).size(); ++i) {
        if (records[0][i] == name) return records.at(row)[i];
    }
    FAIL("no column " << name);
    return "";
}

Record column(const std::vector<Record>& records, const std::string& name) {
    Record values;
    for (std::size_t row = 1; row < records.size(); ++row)
        values.push_back(at(records, row, name));
    return values;
}

const std::string awkward = "a \"b\", c\r\nσ; 'd'";

void check_finding(const std::vector<Record>& records, const Finding& finding) {
    CHECK(column(records, "document") == Record{"check.json"});
    CHECK(column(records, "row") == Record{finding.id});
    CHECK(column(records, "label") == Record{finding.label});
    CHECK(column(records, "statement") == Record{finding.statement});
    CHECK(column(records, "source") == Record{finding.origin});
    CHECK(column(records, "metric") == Record{finding.metric});
    CHECK(column(records, "reading") == Record{""});
    CHECK(column(records, "frame") == Record{finding.frame});
    CHECK(column(records, "fixed_points") == Record{finding.fixed_points});
    CHECK(column(records, "variant") == Record{finding.variant});
    CHECK(column(records, "verdict") == Record{"refuted"});
    CHECK(column(records, "scope") == Record{finding.scope});
    CHECK(column(records, "effort") == Record{finding.effort});
    CHECK(column(records, "explanation") == Record{finding.explanation});
    CHECK(column(records, "reproduce") == Record{finding.reproduce});
    CHECK(Json::parse(at(records, 1, "witness")) == *finding.witness_json);
    CHECK(column(records, "command") == Record{awkward});
    CHECK(column(records, "version") == Record{awkward});
}

}  // namespace

TEST_CASE("CSV of constants has every number of a result and its witnesses", "[reports]") {
    const auto records = table(to_csv(test::sample_model(awkward)), "constants.csv");
    REQUIRE(records.size() == 3);
    CHECK(column(records, "document") == Record{"search.json", "search.json"});
    CHECK(column(records, "row") == Record{"result-1", "result-2"});
    CHECK(column(records, "n") == Record{"3", "0"});
    for (const char* name :
         {"reading", "side", "statement", "weights", "scope", "effort", "certificate"}) {
        CHECK(column(records, name) == Record{awkward, ""});
    }
    CHECK(column(records, "whole") == Record{"false", "false"});
    CHECK(column(records, "ratio") == Record{"6/7", "unbounded"});
    CHECK(column(records, "decimal") == Record{"0.857143", ""});
    CHECK(column(records, "claimed") == Record{"1", ""});
    CHECK(column(records, "verdict") == Record{"refuted", "undecided"});
    CHECK(column(records, "permutations") == Record{"6", ""});
    CHECK(column(records, "violating") == Record{"1", ""});
    CHECK(column(records, "programs") == Record{"", ""});
    CHECK(column(records, "complete") == Record{"true", "false"});
    CHECK(column(records, "command") == Record{awkward, awkward});
    CHECK(column(records, "version") == Record{"9.9", "9.9"});
    for (const std::string prefix : {"witness_", "strict_witness_"}) {
        CHECK(column(records, prefix + "ranks") == Record{"3 1 2", ""});
        CHECK(column(records, prefix + "weights") == Record{"1 1/2 3", ""});
        CHECK(column(records, prefix + "swap_costs") == Record{"1 1", ""});
        CHECK(column(records, prefix + "dissimilarity") == Record{"0 1 1; 1 0 1; 1 1 0", ""});
        CHECK(column(records, prefix + "strict") == Record{"true", ""});
        CHECK(column(records, prefix + "K") == Record{"7/2", ""});
        CHECK(column(records, prefix + "F") == Record{"3", ""});
        CHECK(column(records, prefix + "small") == Record{"7/2", ""});
        CHECK(column(records, prefix + "big") == Record{"3", ""});
    }
}

TEST_CASE("CSV of claims and cells has all of them", "[reports]") {
    const Model model = test::sample_model(awkward);
    const auto files = to_csv(model);
    const auto claims = table(files, "claims.csv");
    check_finding(claims, model.claims[0]);
    CHECK(column(claims, "id") == Record{awkward});
    CHECK(column(claims, "repairs") == Record{awkward + "; D > 0"});
    const auto cells = table(files, "cells.csv");
    check_finding(cells, model.cells[0]);
    CHECK(column(cells, "property") == Record{awkward});
}

TEST_CASE("CSV of experiments has their numbers", "[reports]") {
    const auto files = to_csv(test::sample_model(awkward));
    CHECK(table(files, "agreement.csv") ==
          std::vector<Record>{{"document", "n", "pairs", "ties", "first", "second", "ratio"},
                              {"check.json", "10", "500", awkward, awkward, "mcc", "2/3"},
                              {"check.json", "10", "500", awkward, awkward, "f1", ""},
                              {"check.json", "10", "500", awkward, "mcc", "f1", "0"}});
    CHECK(table(files, "robustness.csv") ==
          std::vector<Record>{
              {"document", "metric", "n", "change", "pairs", "undefined", "mean", "standard_error"},
              {"check.json", awkward, "10", "swap", "1000", "3", "0.25", "0.01"},
              {"check.json", "", "0", "", "0", "0", "", ""}});
    CHECK(
        table(files, "stability.csv") ==
        std::vector<Record>{{"document", "metric", "n", "pairs", "depends_on_k", "share_each",
                             "stable_each", "share_averaged", "stable_averaged", "mean_difference"},
                            {"search.json", awkward, "1000", "10", "true", "41/62", "false", "",
                             "true", "0.0016"}});
    CHECK(
        table(files, "pairs.csv") ==
        std::vector<Record>{
            {"document", "n", "first", "second", "question", "verdict", "explanation", "agreement"},
            {"check.json", "4", awkward, "ndpm", awkward, "exhausted", awkward, "41/276"},
            {"check.json", "4", awkward, "ndpm", "consistent", "refuted", "", "41/276"}});
}

TEST_CASE("CSV of scatters and campaigns has their numbers", "[reports]") {
    const auto files = to_csv(test::sample_model(awkward));
    CHECK(table(files, "scatter.csv") ==
          std::vector<Record>{
              {"document", "row", "n", "reading", "weights", "complete", "K", "F", "count"},
              {"search.json", "scatter-1", "3", "box", awkward, "true", "0", "0", "1"},
              {"search.json", "scatter-1", "3", "box", awkward, "true", "3/2", "4", "5"}});
    CHECK(table(files, "campaigns.csv") ==
          std::vector<Record>{
              {"document", "statement", "largest_n", "n", "units_done", "units", "programs",
               "undecided", "violating", "ratio", "ranks", "seconds", "command", "version"},
              {"search.json", awkward, "8", "7", "3", "3", "12", "0", "1", "6/7", "2 1 3", "0.25",
               awkward, "9.9"},
              {"search.json", awkward, "8", "8", "0", "0", "0", "0", "0", "", "", "0", awkward,
               "9.9"}});
}

TEST_CASE("what a spreadsheet would run is text in CSV, and numbers are as they are", "[reports]") {
    const auto written = [](const std::string& text) {
        return at(table(to_csv(test::sample_model(text)), "claims.csv"), 1, "statement");
    };
    for (const std::string formula : {"=1+1", "+1", "@SUM(A1)", "-A1", "-1+cmd|' /C calc'!A0",
                                      "\t=1", "\r=1", "=HYPERLINK(\"http://x\",\"y\")"}) {
        CHECK(written(formula) == "'" + formula);
    }
    for (const std::string kept :
         {"-1/2", "-0.25", "-1e-09", "1=1", "σ = 1", "a, b", "'=1", "", " a", "−1"}) {
        CHECK(written(kept) == kept);
    }
    CHECK(written("a\xff") == "a\xef\xbf\xbd");
}

TEST_CASE("CSV has a file for each table that is not empty, and tells namesakes apart",
          "[reports]") {
    CHECK(to_csv(Model{}).empty());
    Model model = test::sample_model("x");
    model.claims.clear();
    model.sources[0].name = model.sources[1].name = "same.json";
    const auto files = to_csv(model);
    std::vector<std::string> names;
    for (const auto& [name, bytes] : files)
        names.push_back(name);
    CHECK(names == std::vector<std::string>{"constants.csv", "cells.csv", "agreement.csv",
                                            "robustness.csv", "stability.csv", "pairs.csv",
                                            "scatter.csv", "campaigns.csv"});
    CHECK(column(table(files, "cells.csv"), "document") == Record{"b/check.json"});
}

TEST_CASE("constants by n are b-files: a line for each n, without a gap", "[reports]") {
    Model model;
    const auto add = [&](std::size_t n, const char* ratio, bool complete) {
        Result result;
        result.n = n;
        result.reading = "prefix";
        result.side = "min";
        result.statement = "K <= F[prefix]";
        result.is_whole = true;
        result.complete = complete;
        result.ratio = ratio;
        result.value = disarray::Rational::parse(ratio, "test");
        model.results.push_back(result);
    };
    for (const auto& [n, ratio] : {std::pair{4, "1"}, std::pair{3, "1"}, std::pair{5, "6/7"}})
        add(static_cast<std::size_t>(n), ratio, true);
    add(7, "4/5", true);   // behind a gap
    add(6, "1/9", false);  // no constant, a bound
    const std::vector<File> files = to_b_files(model);
    REQUIRE(files.size() == 2);
    CHECK(files[0] == File{"b-prefix-min-numerators.txt",
                           "# Numerators of min F/K of K <= F[prefix], by n\n3 1\n4 1\n5 6\n"});
    CHECK(files[1] == File{"b-prefix-min-denominators.txt",
                           "# Denominators of min F/K of K <= F[prefix], by n\n3 1\n4 1\n5 7\n"});
}
