// SPDX-License-Identifier: MIT
// Click logs and labels as files: every form, every error with its place, and back again.
#include "formats/position_table.hpp"

#include <chrono>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/formats/gzip.hpp"
#include "tests/formats/other_inputs.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::formats;
using test::TemporaryFile;

namespace {

PositionTable read(std::string_view bytes, TableForm form = TableForm::text,
                   std::int64_t greatest = max_count) {
    const TemporaryFile file(bytes);
    TableOptions options;
    options.form = form;
    options.greatest = greatest;
    return read_position_table(file.path(), options);
}

/// The message without the name of the file, of which it must begin with.
std::string refused(std::string_view bytes, TableForm form = TableForm::text,
                    std::int64_t greatest = max_count) {
    const TemporaryFile file(bytes);
    TableOptions options;
    options.form = form;
    options.greatest = greatest;
    const std::string message =
        test::message_of<InputError>([&] { read_position_table(file.path(), options); });
    REQUIRE(message.starts_with(file.path()));
    CHECK(message.find('\n') == std::string::npos);
    return message.substr(file.path().size());
}

void check_small(const PositionTable& table) {
    CHECK(table.positions == 3);
    CHECK(table.queries == std::vector<std::string>{"a", "b"});
    CHECK(table.values == std::vector<std::int64_t>{5, 0, 2, 1, 1, 7});
    CHECK(table.synthetic.empty());
    CHECK(table.is_complete);
}

}  // namespace

TEST_CASE("the same log is read from text, tabs, CSV, JSON, gzip and with DOS line ends") {
    check_small(read("a 5 0 2\nb 1 1 7\n"));
    check_small(read("  a   5 0  2 \nb 1 1 7"));
    check_small(read("a\t5\t0\t2\n\nb\t1\t1\t7\n"));
    check_small(read("# a comment\nquery one two three\na 5 0 2\n#\nb 1 1 7\n"));
    check_small(
        read("\xef\xbb\xbf"
             "a 5 0 2\r\nb 1 1 7\r\n"));
    check_small(read("query,1,2,3\na,5,0,2\n\"b\", 1 ,1,7\n", TableForm::csv));
    check_small(read("query,1,2,3\na,5,0,2\nb,1,1,7", TableForm::csv));
    check_small(read("query 1 2 3\na 5 0 2\nb 1 1 7\n"));
    check_small(read(R"({"a": [5, 0, 2], "b": [1, 1, 7]})", TableForm::json));
    check_small(read(test::gzip("a 5 0 2\nb 1 1 7\n")));
    check_small(read(test::gzip(R"({"a": [5, 0, 2], "b": [1, 1, 7]})"), TableForm::json));
}

TEST_CASE("blocks of any size give the same log") {
    const TemporaryFile file("a 5 0 2\nb 1 1 7\n");
    for (std::size_t size = 1; size < 20; ++size) {
        TableOptions options;
        options.block_size = size;
        check_small(read_position_table(file.path(), options));
    }
}

TEST_CASE("a log is read from a pipe and from standard input") {
    const test::Pipe pipe("a 5 0 2\nb 1 1 7\n");
    check_small(read_position_table(pipe.path(), {}));
    const test::StandardInput input("a 5 0 2\nb 1 1 7\n");
    check_small(read_position_table("-", {}));
}

TEST_CASE("names are what stands there") {
    CHECK(read("new york\t1\t2\n").queries.front() == "new york");
    CHECK(read("#tag 1 2\n").queries.front() == "#tag");
    CHECK(read("query 3 5\n").queries.front() == "query");
    CHECK(read("query,1,2\n\"a \"\"b\"\", c\",1,2\n", TableForm::csv).queries.front() ==
          "a \"b\", c");
    CHECK(read("query,1,2\n\" x \",1,2\n", TableForm::csv).queries.front() == " x ");
    CHECK(read("\xc3\xa9t\xc3\xa9 1 2\n").queries.front() == "\xc3\xa9t\xc3\xa9");
    CHECK(read(R"({"a b": [1, 2]})", TableForm::json).queries.front() == "a b");
}

TEST_CASE("every error of a file of lines names the line, what was found and what was expected") {
    CHECK(refused("a 1 2\nb 1 -2\n") ==
          " line 2: found \"-2\" at position 2, expected clicks, a whole number from 0 to "
          "1000000000000");
    CHECK(refused("a 1 x\n").starts_with(" line 1: found \"x\" at position 2, expected clicks"));
    CHECK(refused("a 1 2.5\n").starts_with(" line 1: found \"2.5\" at position 2"));
    CHECK(refused("a 1 +2\n").starts_with(" line 1: found \"+2\" at position 2"));
    CHECK(refused("a 1 1000000000001\n").starts_with(" line 1: found \"1000000000001\""));
    CHECK(refused("a 1 99999999999999999999\n").starts_with(" line 1: found"));
    CHECK(refused("a 1 4\n", TableForm::text, 3) ==
          " line 1: found \"4\" at position 2, expected clicks, a whole number from 0 to 3");
    CHECK(refused("# c\n\na 1 2\nb 1\n") ==
          " line 4: found 1 numbers, expected 2, one for each position, as in the first query");
    CHECK(refused("a 1 2\nb 1 2 3\n").starts_with(" line 2: found 3 numbers, expected 2"));
    CHECK(refused("a 1\n") == " line 1: found 1 number, expected clicks at 2 to 30 positions");
    CHECK(refused("a\n").starts_with(" line 1: found 0 numbers"));
    std::string long_row = "a";
    for (int i = 0; i < 31; ++i)
        long_row += " 1";
    CHECK(refused(long_row).starts_with(" line 1: found 31 numbers"));
    CHECK(refused("a 1 2\n\na 2 1\n") ==
          " line 3: found query \"a\" a second time, expected each query once; first in line 1");
    CHECK(refused("a\x01 1 2\n").starts_with(" line 1: found byte 0x01"));
    CHECK(refused("a 1 2\x01\n").starts_with(" line 1: found \"2\\x01\""));
    CHECK(refused("") == ": found no query, expected queries, each with clicks by position");
    CHECK(refused("# only\nquery x y\n").starts_with(": found no query"));
    CHECK(refused("query,1,2,3\na,1,,2\n", TableForm::csv)
              .starts_with(" line 2: found \"\" at position 2"));
    CHECK(refused("query,1,2,3\na,1,2,\n", TableForm::csv)
              .starts_with(" line 2: found \"\" at position 3"));
    CHECK(refused("query,1,2\n,1,2\n", TableForm::csv)
              .starts_with(" line 2: found a query without a name"));
    CHECK(refused("query,1,2\n\"a,1,2\n", TableForm::csv)
              .starts_with(" line 2: found a quote that is not"));
    CHECK(refused("query,1,2\n\"a\"b,1,2\n", TableForm::csv)
              .starts_with(" line 2: found \"b\" after a closing quote, expected a comma"));
    CHECK(refused("a 1 2\n" + std::string((1 << 20) + 10, 'x'))
              .starts_with(" line 2: found a line that is too long"));
}

TEST_CASE("a CSV table has the header of its positions, so that none is taken for a query") {
    const auto csv = [](const std::string& text) { return refused(text, TableForm::csv); };
    for (const std::string header : {"q,1,2,3", "Query,1,2,3", "query,3,2,1", "query,x,y,z",
                                     "query,0,1,2", "query,1,2,4", "a,5,0,2"}) {
        CHECK(csv(header + "\na,1,2,3\n") ==
              " line 1: found the first line \"" + header + "\", expected the header query,1,2,…");
    }
    CHECK(csv("query,1,2,3\n").starts_with(": found no query"));
    CHECK(csv("query,1,2\na,1,2,3\n") ==
          " line 2: found 3 numbers, expected 2, one for each position, as in the header");
    CHECK(csv("query,1\na,1\n").starts_with(" line 1: found 1 number, expected"));
    // In text these are queries, or a header.
    CHECK(read("q 1 2 3\na 5 0 2\n").queries.front() == "q");
    CHECK(read("query 3 2 1\na 5 0 2\n").queries.front() == "query");
    CHECK(refused("query 1 2 3\na 5 0\n").starts_with(" line 2: found 2 numbers, expected 3"));
}

TEST_CASE("every error of a JSON table names the query or the place") {
    const auto json = [](std::string_view bytes) { return refused(bytes, TableForm::json); };
    CHECK(json(R"({"a": [1, 2], "b": [1, -2]})")
              .starts_with(": query \"b\": found \"-2\" at position 2, expected clicks"));
    CHECK(json(R"({"a": [1, 2.5]})").starts_with(": query \"a\": found \"2.5\" at position 2"));
    CHECK(json(R"({"a": [1, 2], "a": [1, 2]})") ==
          ": query \"a\": found query \"a\" a second time, expected each query once");
    CHECK(json(R"({"a": [1, 2], "b": [1]})").starts_with(": query \"b\": found 1 numbers"));
    CHECK(json(R"({"a": 1})").starts_with(": query \"a\": found the number 1"));
    CHECK(json(R"({"a": "x"})").starts_with(": query \"a\": found the string \"x\""));
    CHECK(json(R"({"a": ["x"]})").starts_with(": query \"a\": found the string \"x\""));
    CHECK(json(R"({"a": [[1]]})").starts_with(": query \"a\": found a list in a list"));
    CHECK(json(R"({"a": {"b": 1}})").starts_with(": query \"a\": found an object"));
    CHECK(json(R"({"a": null})").starts_with(": query \"a\": found null"));
    CHECK(json(R"({"a": [true]})").starts_with(": query \"a\": found true"));
    CHECK(json("[1, 2]").starts_with(": found a list, expected a JSON table"));
    CHECK(json("7").starts_with(": found the number 7"));
    CHECK(json("{\n\"a\" 3}").starts_with(" line 2, column 5: found \"3\""));
    CHECK(json(R"({"a": [1, 2])").starts_with(" line 1, column 13: found the end of the file"));
    CHECK(json("{}") == ": found no query, expected queries, each with clicks by position");
    CHECK(json(R"({"": [1, 2]})").starts_with(": found a query without a name"));
}

TEST_CASE("a file that is missing, a folder, and a damaged gzip are refused") {
    CHECK(test::contains(
        test::message_of<InputError>([] { read_position_table("/nonexistent/log", {}); }),
        "No such file"));
    CHECK(test::contains(test::message_of<InputError>([] { read_position_table("/", {}); }),
                         "a directory"));
    std::string cut = test::gzip("a 1 2\nb 3 4\n");
    cut.resize(cut.size() - 6);
    CHECK_FALSE(refused(cut).empty());
}

TEST_CASE("the form is that of the file's name, or the one given") {
    CHECK(choice_named<TableForm>("csv", "test") == TableForm::csv);
    CHECK(name_of(TableForm::automatic) == "auto");
    CHECK(test::contains(
        test::message_of<InputError>([] { choice_named<TableForm>("jsn", "--form"); }),
        "did you mean json?"));
    const TemporaryFile plain("");
    for (const auto& [ending, text] : {std::pair(".csv", "query,1,2,3\na,5,0,2\nb,1,1,7\n"),
                                       std::pair(".json", R"({"a": [5, 0, 2], "b": [1, 1, 7]})"),
                                       std::pair(".log", "a 5 0 2\nb 1 1 7\n")}) {
        const std::string path = plain.path() + ending;
        std::ofstream(path) << text;
        check_small(read_position_table(path, {}));
        std::filesystem::remove(path);
        std::ofstream(path + ".gz") << test::gzip(text);
        check_small(read_position_table(path + ".gz", {}));
        std::filesystem::remove(path + ".gz");
    }
}

TEST_CASE("a table that was written is read back, with what it says of itself") {
    PositionTable table = read("a 5 0 2\nb 1 1 7\n");
    table.synthetic = "cascade model, 2 queries";
    table.queries = {"# x, \"y\"", " query"};
    std::string text;
    write_csv(table, [&](std::string_view piece) { text += piece; });
    CHECK(text.starts_with("# synthetic: cascade model, 2 queries\nquery,1,2,3\n"));
    const PositionTable back = read(text, TableForm::csv);
    CHECK(back.queries == table.queries);
    CHECK(back.values == table.values);
    CHECK(back.synthetic == table.synthetic);
    CHECK(read(R"({"synthetic": "s", "a": [1, 2]})", TableForm::json).synthetic == "s");
}

TEST_CASE("reading that is stopped keeps what was read") {
    std::string text;
    for (int i = 0; i < 100; ++i)
        text += "q" + std::to_string(i) + " 1 2\n";
    const TemporaryFile file(text);
    TableOptions options;
    options.block_size = 50;
    options.stop = Stop(std::chrono::duration<double>(0));
    const PositionTable table = read_position_table(file.path(), options);
    CHECK_FALSE(table.is_complete);
    CHECK(table.size() > 0);
    CHECK(table.size() < 100);
    CHECK(table.values.size() == 2 * table.size());
}
