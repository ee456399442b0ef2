// SPDX-License-Identifier: MIT
// CSV read back by a reader of RFC 4180 has what the model has, whatever the text in it.
#include <algorithm>
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

}  // namespace

// What each column holds is in the golden files (golden_test.cpp).

TEST_CASE("CSV gives back text with quotes, commas and line ends as it was", "[reports]") {
    const Model model = test::sample_model(awkward);
    for (const auto& [name, bytes] : to_csv(model)) {
        INFO(name);
        const auto records = read_csv(bytes);
        CHECK(std::ranges::any_of(records, [](const Record& record) {
            return std::ranges::find(record, awkward) != record.end();
        }));
    }
    const auto claims = table(to_csv(model), "claims.csv");
    CHECK(Json::parse(at(claims, 1, "witness")) == *model.claims[0].witness_json);
    CHECK(column(claims, "repairs") == Record{awkward + "; D > 0"});
}

TEST_CASE("CSV of campaigns has their numbers", "[reports]") {
    CHECK(table(to_csv(test::sample_model(awkward)), "campaigns.csv") ==
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
