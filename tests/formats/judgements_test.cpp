// SPDX-License-Identifier: MIT
// Shows how judgements are read in each form, against a reader that is written down naively.
#include "formats/judgements.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <sys/resource.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/formats/gzip.hpp"
#include "tests/formats/other_inputs.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

using namespace formats;
using retrieval::Grade;

Judgements read(const std::string& bytes, const JudgementOptions& options = {}) {
    const TemporaryFile file(bytes);
    return Judgements::read(file.path(), options);
}

/// Everything that judgements say about these queries and documents, one fact a line.
std::string facts(const Judgements& judgements,
                  const std::set<std::string>& documents = {"#a", "#e", "b", "c", "d", "d#", "e",
                                                            "f", "y", "z"}) {
    std::string text = fmt::format("{} judgements, greatest {}\n", judgements.judgement_count(),
                                   judgements.greatest_grade());
    for (std::size_t i = 0; i < judgements.size(); ++i) {
        const std::string_view query = judgements.query(i);
        text += fmt::format("{}:{}", query, judgements.find(query) == i ? "" : " not found");
        for (const std::string& document : documents) {
            if (const auto grade = judgements.grade(i, document))
                text += fmt::format(" {}={}", document, *grade);
        }
        text += " positive";
        for (const Grade grade : judgements.positive_grades(i))
            text += fmt::format(" {}", grade);
        text += '\n';
    }
    return text;
}

/// The message about such a file, without its name.
std::string refusal(const std::string& bytes, const JudgementOptions& options = {}) {
    const TemporaryFile file(bytes);
    const std::string message =
        message_of<InputError>([&] { Judgements::read(file.path(), options); });
    return message.starts_with(file.path()) ? message.substr(file.path().size()) : message;
}

std::string csv_refusal(const std::string& bytes) {
    return refusal(bytes, {.form = Form::csv});
}
std::string json_refusal(const std::string& bytes) {
    return refusal(bytes, {.form = Form::json});
}

struct Line {
    std::string query, document, grade;
};

/// The naive reader: the judgements of a file, or the message about its first error.
class Oracle {
public:
    Oracle(const std::string& text, const std::string& name, const JudgementOptions& options) {
        std::istringstream lines(text);
        std::string line;
        for (int number = 1; std::getline(lines, line) && error.empty(); ++number) {
            std::istringstream fields(line);
            std::vector<std::string> words;
            for (std::string word; fields >> word;)
                words.push_back(word);
            const std::string where = fmt::format("{} line {}", name, number);
            if (words.empty()) continue;
            if (words.size() != 4) {
                error = fmt::format(
                    "{}: found {} fields, expected 4 fields: query iteration document grade", where,
                    words.size());
            } else {
                add(words[0], words[2], std::stoi(words[3]), number, where, options);
            }
        }
        if (error.empty() && queries.empty()) {
            error = name +
                    ": found no judgement, expected lines of 4 fields: query iteration document "
                    "grade";
        }
    }

    std::string facts() const {
        std::size_t count = 0;
        int greatest = 0;
        std::string text;
        for (const std::string& query : queries) {
            std::multiset<int, std::greater<>> positive;
            text += query + ":";
            for (const auto& [document, judged] : grades.at(query)) {
                ++count;
                greatest = std::max(greatest, judged.grade);
                if (judged.grade > 0) positive.insert(judged.grade);
                text += fmt::format(" {}={}", document, judged.grade);
            }
            text += fmt::format(" positive{}{}\n", positive.empty() ? "" : " ",
                                fmt::join(positive, " "));
        }
        return fmt::format("{} judgements, greatest {}\n", count, greatest) + text;
    }

    std::string error;
    std::vector<std::string> queries;
    struct Judged {
        int grade, line;
    };
    std::map<std::string, std::map<std::string, Judged>> grades;

private:
    void add(const std::string& query, const std::string& document, int grade, int line,
             const std::string& where, const JudgementOptions& options) {
        if (grade < 0 && options.negative_grades == NegativeGrades::refuse) {
            error = fmt::format("{}: found grade {}, expected a grade of at least 0", where, grade);
            return;
        }
        grade = std::max(grade, 0);
        if (!grades.contains(query)) queries.push_back(query);
        const auto [place, is_new] = grades[query].try_emplace(document, Judged{grade, line});
        if (is_new) return;
        if (options.duplicates == Duplicates::last) place->second.grade = grade;
        if (options.duplicates == Duplicates::refuse && place->second.grade != grade) {
            error = fmt::format(
                "{}: found document \"{}\" of query \"{}\" judged {}, and {} before (line {}), "
                "expected one grade for each document of a query",
                where, document, query, grade, place->second.grade, place->second.line);
        }
    }
};

std::string random_file() {
    const int documents = *rc::gen::element(12, 10'000);
    const int least_grade = *rc::gen::element(-1, 0);
    const auto lines = *rc::gen::container<std::vector<std::tuple<int, int, int>>>(rc::gen::tuple(
        rc::gen::inRange(0, 4), rc::gen::inRange(0, documents), rc::gen::inRange(least_grade, 4)));
    const std::string blank = *rc::gen::element<std::string>(" ", "\t", " \t ", "\v\f");
    const std::string line_end = *rc::gen::element<std::string>("\n", "\r\n", "\n\n");
    std::string text;
    for (const auto& [query, document, grade] : lines) {
        text +=
            fmt::format("q{}{}0{}d{}{}{}{}", query, blank, blank, document, blank, grade, line_end);
    }
    if (*rc::gen::inRange(0, 8) == 0) text += "q1 0 d1" + line_end;
    if (*rc::gen::arbitrary<bool>()) text.erase(text.find_last_not_of("\r\n") + 1);
    return text;
}

}  // namespace

TEST_CASE("Judgements are read as a naive reader has them", "[formats]") {
    check_property(
        "all options, block sizes and compressed files",
        [] {
            const std::string text = random_file();
            JudgementOptions options;
            options.duplicates = choice_named<Duplicates>(
                *rc::gen::element<std::string>("refuse", "first", "last"), "test");
            options.negative_grades = choice_named<NegativeGrades>(
                *rc::gen::element<std::string>("zero", "refuse"), "test");
            options.block_size = *rc::gen::inRange<std::size_t>(1, 200);
            const TemporaryFile file(*rc::gen::arbitrary<bool>() ? gzip(text) : text);
            const Oracle oracle(text, file.path(), options);
            RC_CLASSIFY(oracle.error.empty());
            if (!oracle.error.empty()) {
                RC_ASSERT(message_of<InputError>([&] { Judgements::read(file.path(), options); }) ==
                          oracle.error);
                return;
            }
            const Judgements judgements = Judgements::read(file.path(), options);
            // Also the documents that another query alone has.
            std::set<std::string> documents;
            for (const auto& [query, judged] : oracle.grades) {
                for (const auto& [document, unused] : judged)
                    documents.insert(document);
            }
            RC_ASSERT(facts(judgements, documents) == oracle.facts());
        },
        500);
}

TEST_CASE("The three forms of judgements say the same", "[formats]") {
    const std::string expected =
        "5 judgements, greatest 2147483647\n"
        "q1: #a=1 b=2147483647 c=1 positive 2147483647 1 1\n"
        "q2: y=0 z=0 positive\n";
    CHECK(facts(read("q1 0 #a 1\nq1 0 b 2147483647\nq1 0 c +1\nq2 x y 0\nq2 0 z -7\n")) ==
          expected);
    CHECK(
        facts(read("query,document,grade\nq1,#a,1\nq1, b ,2147483647\nq1,\"c\",1\nq2,y,0\nq2,z,-7",
                   {.form = Form::csv})) == expected);
    CHECK(facts(read(R"({"q1": {"#a": 1, "b": 2147483647, "c": 1}, "q2": {"y": 0, "z": -7}})",
                     {.form = Form::json})) == expected);
}

TEST_CASE("A line that begins with a # is a comment in TREC files", "[formats]") {
    const std::string expected = "2 judgements, greatest 1\nq1: #e=0 d#=1 positive 1\n";
    CHECK(facts(read("# pool depth 100\nq1 0 d# 1\n  #\n#q 0 d 7\nq1 # #e 0\n#")) == expected);
    // Those that would be a judgement are told, for a query may be lost in them.
    for (const std::size_t block_size : {1u, 7u, 1000u}) {
        const auto hidden = [&](const std::string& bytes) {
            const HiddenLines lines = read(bytes, {.block_size = block_size}).hidden();
            return std::pair(lines.count, lines.first_line);
        };
        CHECK(hidden("q 0 d 1\n# pool depth 100\n#\n#q 0 d\n#q 0 d x\n## 0 d 1\n") ==
              std::pair<std::size_t, std::size_t>(0, 0));
        CHECK(hidden("#not one of them\n\n #q 0 d 7\nq 0 d 1\n#r 0 e -1\n") ==
              std::pair<std::size_t, std::size_t>(2, 3));
    }
    // In the other forms it would be a query that no TREC file can have.
    const std::string why =
        "found query \"#\", expected a name that does not begin with '#', as a comment does in "
        "TREC "
        "files";
    CHECK(csv_refusal("query,document,grade\n#,d,1\n") == " line 2: " + why);
    CHECK(json_refusal(R"({"#": {"d": 1}})") == ": query \"#\": " + why);
}

TEST_CASE("Lenient reading takes what other programs write", "[formats]") {
    const JudgementOptions lenient{.lenient = true};
    const std::string expected = "3 judgements, greatest 2\nq: d=2 e=1 f=0 positive 2 1\n";
    CHECK(facts(read("q 0 d 2.0 by hand\nq 0 e +1.000\nq 0 f -1.0 # not it\n", lenient)) ==
          expected);
    CHECK(
        facts(read("who,query,document,grade,when,where,why\na,q,d,2.0,,,\na,q,e,1,,,\na,q,f,0,,,",
                   {.form = Form::csv, .lenient = true})) == expected);
    CHECK(facts(read(R"({"q": {"d": 2.0, "e": 1, "f": 0}})",
                     {.form = Form::json, .lenient = true})) == expected);
    CHECK(refusal("q 0 d 1.5", lenient) ==
          " line 1: found grade \"1.5\", expected an integer of 32 bits");
    CHECK(refusal("q 0 d", lenient) ==
          " line 1: found 3 fields, expected 4 fields: query iteration document grade");
}

TEST_CASE("The name of a file tells its form", "[formats]") {
    const auto folder = std::filesystem::temp_directory_path();
    const auto grade_in = [&](const std::string& end, const std::string& bytes) {
        const TemporaryFile unused("");
        const std::string path = unused.path() + end;
        std::ofstream(path, std::ios::binary) << bytes;
        const auto judgements = Judgements::read(path, {});
        std::filesystem::remove(path);
        return judgements.grade(0, "d");
    };
    CHECK(grade_in(".json", R"({"q": {"d": 1}})") == 1);
    CHECK(grade_in(".json.gz", gzip(R"({"q": {"d": 2}})")) == 2);
    CHECK(grade_in(".csv", "query,document,grade\nq,d,3") == 3);
    CHECK(grade_in(".csv.gz", gzip("query,document,grade\nq,d,4")) == 4);
    CHECK(grade_in(".qrels.gz", gzip("q 0 d 5")) == 5);
    CHECK(grade_in(".txt", gzip("q 0 d 6")) == 6);
}

TEST_CASE("Judgements come from standard input too", "[formats]") {
    const StandardInput input("q 0 d 2\n");
    CHECK(Judgements::read("-", {}).grade(0, "d") == 2);
}

TEST_CASE("A byte order mark is no part of the first query", "[formats]") {
    CHECK(read("\xef\xbb\xbfq 0 d 1").query(0) == "q");
    CHECK(read("\xef\xbb\xbfquery,document,grade\nq,d,1", {.form = Form::csv}).query(0) == "q");
    CHECK(read("\xef\xbb\xbf{\"q\": {\"d\": 1}}", {.form = Form::json}).query(0) == "q");
}

TEST_CASE("Columns of CSV may stand in any order, and some be left out", "[formats]") {
    const auto csv = [](const std::string& bytes) {
        return read(bytes, {.form = Form::csv}).grade(0, "d");
    };
    CHECK(csv("relevance,document,query\n2,d,q\n") == 2);
    CHECK(csv("\n \nquery,iteration,document,relevance\r\nq,0,d,3\r\n\r\n") == 3);
    CHECK(csv("\"document\" , grade,query\nd,1,q") == 1);
}

TEST_CASE("Quotes in CSV are undone", "[formats]") {
    const auto judgements =
        read("query,document,grade\n\"a,\"\"b\"\"\",\" d \",1\n\"a,\"\"b\"\"\" ,\"\"\"\",\"2\"",
             {.form = Form::csv});
    REQUIRE(judgements.find("a,\"b\"") == 0);
    CHECK(judgements.size() == 1);
    CHECK(judgements.grade(0, " d ") == 1);
    CHECK(judgements.grade(0, "\"") == 2);
}

TEST_CASE("What is no line of judgements is refused", "[formats]") {
    const std::string fields = ", expected 4 fields: query iteration document grade";
    const std::string more = "; --lenient passes over words after them";
    CHECK(refusal("q 0 d\n") == " line 1: found 3 fields" + fields);
    CHECK(refusal("q 0 d 1\n\nq\n") == " line 3: found 1 field" + fields);
    CHECK(refusal("q 0 d 1 2 3 4 5") == " line 1: found 8 fields" + fields + more);
    CHECK(refusal("q 0 d 1\r\nq 0 e # 1") == " line 2: found 5 fields" + fields + more);
    CHECK(refusal("") ==
          ": found no judgement, expected lines of 4 fields: query iteration "
          "document grade");
    CHECK(refusal(" \r\n\n") == refusal(""));
    CHECK(refusal("\xef\xbb\xbf") == refusal(""));
    CHECK(refusal(gzip("")) == refusal(""));
}

TEST_CASE("What is no grade is refused", "[formats]") {
    for (const std::string grade : {"1.5", "1.", ".0", "x", "1e2", "2147483648", "-2147483649",
                                    "0x1", "+-1", "++1", "1,", "½", "nan"}) {
        CHECK(refusal("q 0 d " + grade) ==
              " line 1: found grade \"" + grade + "\", expected an integer of 32 bits");
    }
    CHECK(refusal("q 0 d 1.0") ==
          " line 1: found grade \"1.0\", expected an integer of 32 bits; --lenient takes it as 1");
    CHECK(refusal("q 0 d -3", {.negative_grades = NegativeGrades::refuse}) ==
          " line 1: found grade -3, expected a grade of at least 0");
}

TEST_CASE("What is no text is refused at its line", "[formats]") {
    const std::string expected = ", expected text: the file is binary";
    CHECK(refusal(std::string("q 0 d 1\nq 0 \0 1", 15)) == " line 2: found byte 0x00" + expected);
    CHECK(refusal("q 0 d\x7f 1") == " line 1: found byte 0x7f" + expected);
    CHECK(refusal("q 0 d 1\rq 0 e 1\r") == " line 1: found byte 0x0d" + expected);
    CHECK(csv_refusal("query,document,grade\nq,d\v,1") == " line 2: found byte 0x0b" + expected);
    CHECK(refusal(std::string(5'000'000, '\0')) ==
          " line 1: found a line that is too long, expected at most 1048576 bytes");
}

TEST_CASE("A line of 1 MiB is read, a longer one is refused", "[formats]") {
    const std::string start = "q 0 d 1\nq 0 ";
    const auto line = [&](std::size_t size) {
        return std::string(size - std::string("q 0  1").size(), 'x') + " 1";
    };
    for (const std::string line_end : {"", "\n", "\r\n"}) {
        for (const std::size_t block_size : {std::size_t{999'983}, default_block_size}) {
            JudgementOptions options;
            options.block_size = block_size;
            CHECK(read(start + line(1 << 20) + line_end, options).judgement_count() == 2);
            CHECK(refusal(start + line((1 << 20) + 1) + line_end + "q", options) ==
                  " line 2: found a line that is too long, expected at most 1048576 bytes");
        }
    }
    // Neither the byte order mark nor the CR counts, wherever a block ends.
    const std::string mark = "\xef\xbb\xbf";
    for (std::size_t more = 0; more < 8; ++more) {
        JudgementOptions options;
        options.block_size = (1 << 20) + more;
        CHECK(read(mark + "q 0 " + line(1 << 20) + "\r\nq 0 d 1", options).judgement_count() == 2);
        CHECK(contains(refusal(mark + "q 0 " + line((1 << 20) + 1) + "\r\nq 0 d 1", options),
                       " line 1: found a line that is too long"));
    }
}

TEST_CASE("A gzip file that is cut short says so, unless a line before is wrong", "[formats]") {
    std::string text = "q 0 d 1\nq 0 x\n";
    for (int i = 0; i < 100'000; ++i)
        text += fmt::format("q 0 d{} {}\n", i, i * 7919 % 10007);
    const std::string whole = gzip(text);
    const std::string cut = whole.substr(0, whole.size() / 2);
    CHECK(contains(refusal(cut), " line 2: found 3 fields"));
    const std::string right = gzip(text.substr(0, 8) + text.substr(14));
    CHECK(refusal(right.substr(0, right.size() / 2)) ==
          ": found compressed data that is cut short, expected a whole gzip file");
}

TEST_CASE("What is no CSV of judgements is refused", "[formats]") {
    const std::string names = "query, document, grade, relevance, iteration";
    CHECK(csv_refusal("") == ": found no header line, expected one that names the columns");
    CHECK(csv_refusal("query,document,grade\n") == ": found no judgement, expected at least one");
    CHECK(csv_refusal("query,document\n") ==
          " line 1: found no column \"grade\", expected a header line with " + names);
    CHECK(csv_refusal("\nquery,documents,grade") ==
          " line 2: found column \"documents\", expected one of " + names +
              " (did you mean document?); --lenient passes over others");
    CHECK(csv_refusal("query,document,grade,relevance") ==
          " line 1: found column \"relevance\" as another one of its kind, expected each column "
          "once");
    CHECK(csv_refusal("query,document,grade,,,,,\n") ==
          " line 1: found column \"\", expected one of " + names +
              "; --lenient passes over others");
    const std::string header = "query,document,grade\n";
    CHECK(csv_refusal(header + "q,d\n") ==
          " line 2: found 2 fields, expected 3 fields: query,document,grade");
    CHECK(csv_refusal(header + "q,,1\n") ==
          " line 2: found an empty document, expected the name of a document");
    CHECK(csv_refusal(header + "\"\",d,1\n") ==
          " line 2: found an empty query, expected the name of a query");
    CHECK(csv_refusal(header + "q,d,\n") ==
          " line 2: found grade \"\", expected an integer of 32 bits");
    CHECK(csv_refusal(header + "q,\"d\n\",1\n") ==
          " line 2: found a quote that is not closed, expected a closing quote in the same line");
    CHECK(csv_refusal(header + "q,\"d\"e,1\n") ==
          " line 2: found text after a closing quote, expected a comma, or the quote doubled");
    CHECK(
        csv_refusal(header + "q,d\"e\",1\n") ==
        " line 2: found a quote inside a field, expected the field in quotes, its quotes doubled");
}

TEST_CASE("What is no JSON of judgements is refused", "[formats]") {
    const std::string table = ", expected a JSON table {\"query\": {\"document\": number}}";
    CHECK(json_refusal("") == " line 1, column 1: found the end of the file" + table);
    CHECK(json_refusal("{\"q\":\n  {\"d\": 1,}}") == " line 2, column 11: found \"}\"" + table);
    CHECK(json_refusal("{\"q\": {\"d\": NaN}}") == " line 1, column 13: found \"N\"" + table);
    CHECK(json_refusal("{} x") == " line 1, column 4: found \"x\"" + table);
    CHECK(json_refusal("[1]") == ": found a list" + table);
    CHECK(json_refusal("7") == ": found the number 7" + table);
    CHECK(json_refusal("{}") == ": found no judgement, expected at least one");
    CHECK(json_refusal("{\"q\": 1}") == ": query \"q\": found the number 1" + table);
    const std::string where = ": query \"q\", document \"d\": found ";
    CHECK(json_refusal(R"({"q": {"d": null}})") == where + "null" + table);
    CHECK(json_refusal(R"({"q": {"d": true}})") == where + "true" + table);
    CHECK(json_refusal(R"({"q": {"d": "1"}})") == where + "the string \"1\"" + table);
    CHECK(json_refusal(R"({"q": {"d": {}}})") == where + "an object" + table);
    CHECK(json_refusal(R"({"q": {"d": [1]}})") == where + "a list" + table);
    CHECK(json_refusal(R"({"q": {"d": 1.0}})") ==
          where + "grade \"1.0\", expected an integer of 32 bits; --lenient takes it as 1");
    CHECK(json_refusal(R"({"q": {"d": 1}, "r": {"d": 1}, "q": {"e": 1}})") ==
          ": query \"q\": found the query a second time, expected each query once");
    const std::string zero = R"({"q": {"d": 1}})" + std::string("\n\0{}", 4);
    CHECK(json_refusal(zero) == " line 2: found byte 0x00, expected text: the file is binary");
    CHECK(json_refusal(R"({"q": {"d": 4294967296}})") ==
          where + "grade \"4294967296\", expected an integer of 32 bits");
    CHECK(json_refusal(R"({"q": {"d": 1, "d": 2}})") ==
          where +
              "document \"d\" of query \"q\" judged 2, and 1 before, expected one grade for "
              "each document of a query");
    CHECK(json_refusal(R"({"q": {"": 1}})") ==
          ": query \"q\", document \"\": found document \"\", expected the name of a document");
    CHECK(json_refusal("{\"q\\n\": {\"d\": 1}}") ==
          ": query \"q\\x0a\": found query \"q\\x0a\", expected the name of a query");
}

TEST_CASE("A query of JSON may have no judged document", "[formats]") {
    const auto judgements = read(R"({"q": {}, "r": {"d": 1}})", {.form = Form::json});
    CHECK(judgements.size() == 2);
    CHECK(judgements.positive_grades(0).empty());
    CHECK_FALSE(judgements.grade(0, "d"));
}

TEST_CASE("Judgements can be moved", "[formats]") {
    Judgements judgements = read("a 0 d 1");
    judgements = read("b 0 d 2");
    const Judgements moved = std::move(judgements);
    CHECK(moved.query(0) == "b");
    CHECK(moved.grade(0, "d") == 2);
    CHECK_FALSE(moved.find("a"));
}

TEST_CASE("Blank lines and comments are counted and cost no memory", "[formats]") {
    // In pieces: what has been in memory once is not seen in the peak again.
    constexpr int pieces = 1024, lines = 1 << 15;
    const TemporaryFile file("");
    {
        std::string comments;
        for (int line = 0; line < lines / 32; ++line)
            comments += "# nothing is said here about any document\n";
        std::ofstream out(file.path(), std::ios::binary | std::ios::app);
        for (int piece = 0; piece < pieces; ++piece)
            out << std::string(lines, '\n') << comments;
        out << "q 0 d 1\nq 0 d x\n";
    }
    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    const std::string message = message_of<InputError>([&] { Judgements::read(file.path(), {}); });
    getrusage(RUSAGE_SELF, &after);
    const int line = pieces * (lines + lines / 32) + 2;
    CHECK(contains(message, fmt::format(" line {}: found grade \"x\"", line)));
    CHECK(after.ru_maxrss - before.ru_maxrss < 40'000);  // KiB; the file has 76 MiB
}

}  // namespace disarray::test
