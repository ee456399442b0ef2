// SPDX-License-Identifier: MIT
// Profiles as files: every form, every error with its place, and back again.
#include "formats/profiles.hpp"

#include <algorithm>
#include <random>

#include <sys/resource.h>

#include <fmt/format.h>

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

constexpr Rank none = not_ranked;

NamedProfile read(std::string_view bytes, ProfileForm form = ProfileForm::text,
                  UnrankedRule unranked = UnrankedRule::bottom) {
    const TemporaryFile file(bytes);
    return read_profile(file.path(), {.form = form, .unranked = unranked});
}

/// The message without the name of the file, with which it must begin.
std::string refused(std::string_view bytes, ProfileForm form = ProfileForm::text,
                    UnrankedRule unranked = UnrankedRule::bottom) {
    const TemporaryFile file(bytes);
    const std::string message = test::message_of<InputError>(
        [&] { read_profile(file.path(), {.form = form, .unranked = unranked}); });
    INFO(message);
    REQUIRE(message.starts_with(file.path()));
    CHECK(message.find('\n') == std::string::npos);
    CHECK(message.size() < file.path().size() + 400);
    return message.substr(file.path().size());
}

std::vector<std::string> names(const Elements& elements) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < elements.size(); ++i)
        all.push_back(elements.name(i));
    return all;
}

/// Five votes for a > b > c > d, two for b > a = c without d, one for d > all others, tied.
void check_small(const NamedProfile& read,
                 const std::vector<std::string>& expected = {"a", "b", "c", "d"}) {
    CHECK(names(read.elements) == expected);
    CHECK(read.profile.n == 4);
    CHECK(read.profile.votes ==
          std::vector<Vote>{{{0, 1, 2, 3}, 5}, {{1, 0, 1, none}, 2}, {{1, 1, 1, 0}, 1}});
}

constexpr std::string_view today =
    "# FILE NAME: small.toi\n# TITLE: Small: a test\n# DATA TYPE: toi\n"
    "# NUMBER ALTERNATIVES: 4\n# NUMBER VOTERS: 8\n# NUMBER UNIQUE ORDERS: 3\n"
    "# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: b\n# ALTERNATIVE NAME 3: c\n"
    "# ALTERNATIVE NAME 4: d\n5: 1,2,3,4\n2: 2,{1,3}\n1: 4,{1, 2, 3}\n";
constexpr std::string_view before_2022 =
    "4\n1,a\n2,b\n3,c\n4,d\n8,8,3\n5,1,2,3,4\n2,2,{1,3}\n1,4,{1,2,3}\n";
constexpr std::string_view text = "5: a > b > c > d\n2: b > a = c\nd > a = b = c\n";
constexpr std::string_view csv = "a,b,c,d,count\n1,2,3,4,5\n2,1,2,,2\n2,2,2,1,1\n";
constexpr std::string_view json =
    R"([{"order": ["a", "b", "c", "d"], "count": 5}, {"count": 2, "order": ["b", ["a", "c"]]},
        ["d", ["a", "b", "c"]]])";

std::string replaced(std::string_view text_before, std::string_view from, std::string_view to) {
    std::string bytes(text_before);
    const std::size_t at = bytes.find(from);
    REQUIRE(at != std::string::npos);
    return bytes.replace(at, from.size(), to);
}

/// A profile in one of the forms, as a program of another's would write it.
std::string written(const NamedProfile& profile, ProfileForm form) {
    const auto [elements, votes] = profile;
    const bool is_json = form == ProfileForm::json, is_csv = form == ProfileForm::csv;
    const bool is_text = form == ProfileForm::text;
    std::string bytes;
    if (is_csv) {
        for (std::size_t i = 0; i < votes.n; ++i)
            bytes += "\"" + elements.name(i) + "\",";
        bytes += "count\n";
    } else if (!is_json && !is_text) {
        bytes += fmt::format("# NUMBER ALTERNATIVES: {}\n", votes.n);
        for (std::size_t i = 0; i < votes.n; ++i)
            bytes += fmt::format("# ALTERNATIVE NAME {}: {}\n", i + 1, elements.name(i));
    }
    for (const Vote& vote : votes.votes) {
        if (is_csv) {
            for (const Rank bucket : vote.buckets)
                bytes += bucket == none ? "," : fmt::format("{},", bucket + 1);
            bytes += fmt::format("{}\n", vote.count);
            continue;
        }
        std::string order;
        for (Rank bucket = 0; std::ranges::count(vote.buckets, bucket) > 0; ++bucket) {
            std::string tied;
            for (std::size_t i = 0; i < votes.n; ++i) {
                if (vote.buckets[i] != bucket) continue;
                if (!tied.empty()) tied += is_text ? " = " : ",";
                tied += is_json   ? "\"" + elements.name(i) + "\""
                        : is_text ? elements.name(i)
                                  : std::to_string(i + 1);
            }
            if (!order.empty()) order += is_text ? " > " : ",";
            order += is_json ? "[" + tied + "]" : is_text ? tied : "{" + tied + "}";
        }
        if (is_json) {
            bytes += fmt::format(R"({}{{"order":[{}],"count":{}}})", bytes.empty() ? "[" : ",",
                                 order, vote.count);
        } else {
            bytes += fmt::format("{}: {}\n", vote.count, order);
        }
    }
    return is_json ? bytes + "]" : bytes;
}

constexpr ProfileForm written_forms[] = {ProfileForm::toi, ProfileForm::text, ProfileForm::csv,
                                         ProfileForm::json};

}  // namespace

TEST_CASE("the same profile is read from PrefLib old and new, text, CSV and JSON") {
    check_small(read(today, ProfileForm::toi));
    check_small(read(before_2022, ProfileForm::toi));
    check_small(read(text));
    check_small(read("5: a,b,c,d\n2: b,{a,c}\n1:d,{ a,b , c }\n"));
    check_small(read(csv, ProfileForm::csv));
    check_small(read(json, ProfileForm::json));
}

TEST_CASE("profiles may have DOS line ends, a byte order mark, blank lines, comments, gzip") {
    for (const auto& [bytes, form] : {std::pair(today, ProfileForm::toi),
                                      {before_2022, ProfileForm::toi},
                                      {text, ProfileForm::text},
                                      {csv, ProfileForm::csv}}) {
        std::string dos = "\xef\xbb\xbf\r\n";
        for (const char c : bytes)
            dos += c == '\n' ? "\r\n\r\n" : std::string(1, c);
        check_small(read(dos, form));
        check_small(read(test::gzip(std::string(bytes)), form));
    }
    check_small(read(test::gzip(std::string(json)), ProfileForm::json));
    check_small(read("# a comment\n#\n" + std::string(text)));
}

TEST_CASE("blocks of any size give the same profile") {
    const TemporaryFile file(today);
    for (std::size_t size = 1; size < 40; ++size) {
        check_small(read_profile(
            file.path(),
            {.form = ProfileForm::toi, .unranked = UnrankedRule::absent, .block_size = size}));
    }
}

TEST_CASE("a profile is read from a pipe and from standard input") {
    const ProfileOptions options{.unranked = UnrankedRule::bottom};
    const test::Pipe pipe{std::string(text)};
    check_small(read_profile(pipe.path(), options));
    const test::StandardInput input(text);
    check_small(read_profile("-", options));
}

TEST_CASE("the form of a profile is that of the file's name") {
    const auto named = [](const std::string& ending, std::string_view bytes) {
        const TemporaryFile unused("");
        const std::string path = unused.path() + ending;
        std::ofstream(path, std::ios::binary) << bytes;
        const NamedProfile profile = read_profile(path, {.unranked = UnrankedRule::bottom});
        std::filesystem::remove(path);
        return profile;
    };
    check_small(named(".toi", today));
    check_small(named(".toi.gz", test::gzip(std::string(before_2022))));
    check_small(named(".csv", csv));
    check_small(named(".json", json));
    check_small(named(".json.gz", test::gzip(std::string(json))));
    check_small(named(".txt", text));
    check_small(named("", text));
    for (const std::string form : {"auto", "soc", "soi", "toc", "toi", "text", "csv", "json"})
        CHECK(name_of(choice_named<ProfileForm>(form, "--form")) == form);
    CHECK(test::contains(
        test::message_of<InputError>([] { choice_named<ProfileForm>("sco", "--form"); }),
        "--form: found \"sco\", expected one of auto, soc"));
}

TEST_CASE("elements of a profile are numbered as in the header, else by number or bytewise") {
    CHECK(names(read("b a\nB a\n").elements) == std::vector<std::string>{"B", "a", "b"});
    CHECK(names(read("10 9\n2 9\n").elements) == std::vector<std::string>{"2", "9", "10"});
    CHECK(read("3 1 2\n").elements.are_numbered());
    CHECK(read("3 1 2\n").profile.votes == std::vector<Vote>{{{1, 2, 0}, 1}});
    CHECK(names(read("01 1\n").elements) == std::vector<std::string>{"01", "1"});
    CHECK(names(read("z,a\n2,1\n", ProfileForm::csv).elements) ==
          std::vector<std::string>{"z", "a"});
    CHECK(names(read("\"a, \"\"b\"\"\", c \n1,2\n", ProfileForm::csv).elements) ==
          std::vector<std::string>{"a, \"b\"", "c"});
    CHECK(names(read("New York > Rome\n").elements) ==
          std::vector<std::string>{"New York", "Rome"});
    CHECK(names(read("a:b > c\n").elements) == std::vector<std::string>{"a:b", "c"});
    CHECK(read("# NUMBER ALTERNATIVES: 2\n1: 2,1\n", ProfileForm::soc).elements.are_numbered());
    CHECK(names(read("2\n1,a, b\n2,c\n1,1,1\n1,2,1\n", ProfileForm::soc).elements) ==
          std::vector<std::string>{"a, b", "c"});
    CHECK(names(read("[[3, 1, 2]]", ProfileForm::json).elements) ==
          std::vector<std::string>{"1", "2", "3"});
}

TEST_CASE("ranks of a profile in CSV may leave gaps, and one vote may tie all") {
    CHECK(read("a,b,c\n1,1,3\n", ProfileForm::csv).profile.votes ==
          std::vector<Vote>{{{0, 0, 1}, 1}});
    CHECK(read("a,b,c\n3,3,3\n", ProfileForm::csv).profile.votes ==
          std::vector<Vote>{{{0, 0, 0}, 1}});
    CHECK(read("a = b\n").profile.votes == std::vector<Vote>{{{0, 0}, 1}});
    CHECK(read("a\n").profile.votes == std::vector<Vote>{{{0}, 1}});
}

TEST_CASE("a PrefLib header that contradicts its rows is refused at its line") {
    const auto with = [](std::string_view from, std::string_view to) {
        return refused(replaced(today, from, to), ProfileForm::toi);
    };
    CHECK(with("VOTERS: 8", "VOTERS: 9") ==
          " line 5: found 9 voters, expected 8, as its rows have, or --lenient");
    CHECK(with("ORDERS: 3", "ORDERS: 4") ==
          " line 6: found 4 unique orders, expected 3, as its rows have, or --lenient");
    CHECK(with("ALTERNATIVES: 4", "ALTERNATIVES: 3")
              .starts_with(" line 10: found alternative \"4\", expected a number from 1 to 3"));
    CHECK(with("ALTERNATIVES: 4", "ALTERNATIVES: 5") ==
          ": found no name of alternative 5, expected 5 names, one for each alternative");
    CHECK(with("NAME 2", "NAME 1").starts_with(" line 8: found alternative 1 a second time"));
    CHECK(with("NAME 2: b", "NAME 2: a")
              .starts_with(" line 8: found the name \"a\" for alternatives 1 and 2"));
    CHECK(with("TYPE: toi", "TYPE: soi").starts_with(" line 12: found a tie, expected an order"));
    CHECK(with("TYPE: toi", "TYPE: toc")
              .starts_with(" line 12: found 3 alternatives, expected all 4"));
    CHECK(with("TYPE: toi", "TYPE: cat").starts_with(" line 3: found data type \"cat\""));
    CHECK(with("VOTERS: 8", "VOTERS: x").starts_with(" line 5: found \"x\", expected voters"));
    CHECK(with("ORDERS: 3", "ORDERS: -3").starts_with(" line 6: found \"-3\""));
    CHECK(with("NUMBER UNIQUE ORDERS: 3", "NUMBER VOTERS: 8")
              .starts_with(" line 6: found voters a second time, expected once; first in line 5"));
    CHECK(with("ALTERNATIVES: 4", "ALTERNATIVES: 0").starts_with(" line 4: found \"0\""));
    CHECK(
        with("ALTERNATIVES: 4", "ALTERNATIVES: 1000001").starts_with(" line 4: found \"1000001\""));
    CHECK(with("NAME 2: b", "NAME 2:").starts_with(" line 8: found alternative 2 without a name"));

    const auto old = [](std::string_view from, std::string_view to) {
        return refused(replaced(before_2022, from, to), ProfileForm::toi);
    };
    CHECK(old("8,8,3", "9,8,3") ==
          " line 6: found 9 voters, expected 8, as its rows have, or --lenient");
    CHECK(old("8,8,3", "8,9,3").starts_with(" line 6: found 9 as the sum of the counts"));
    CHECK(old("8,8,3", "8,8,2").starts_with(" line 6: found 2 unique orders, expected 3"));
    CHECK(old("8,8,3", "8,8").starts_with(" line 6: found \"8,8\", expected three numbers"));
    CHECK(old("4\n1", "3\n1").starts_with(" line 5: found \"4,d\", expected three numbers"));
    CHECK(old("2,b", "b").starts_with(" line 3: found \"b\", expected number and name of"));

    // Without a data type the form says what rows may be.
    const auto rows = [](ProfileForm form, std::string_view row) {
        return refused("# NUMBER ALTERNATIVES: 2\n" + std::string(row), form);
    };
    CHECK(rows(ProfileForm::soc, "1: 1\n").starts_with(" line 2: found 1 alternatives"));
    CHECK(rows(ProfileForm::soi, "1: {1,2}\n").starts_with(" line 2: found a tie"));
    CHECK(rows(ProfileForm::toc, "1: 1\n").starts_with(" line 2: found 1 alternatives"));
}

TEST_CASE("lenient reading counts the rows of PrefLib, whatever the header says of them") {
    for (const char* file :
         {"# NUMBER ALTERNATIVES: 2\n# NUMBER VOTERS: 7\n# NUMBER UNIQUE ORDERS: 9\n2: 1,2\n",
          "# NUMBER ALTERNATIVES: 2\n# DATA TYPE: soc\n2: 1,2\n", "2\n1,a\n2,b\n9,9,9\n2,1,2\n"}) {
        INFO(file);
        const TemporaryFile profile(file);
        const auto votes =
            read_profile(profile.path(), {.form = ProfileForm::soc, .lenient = true}).profile.votes;
        CHECK(votes == std::vector<Vote>{{{0, 1}, 2}});
    }
    const TemporaryFile ties("# NUMBER ALTERNATIVES: 3\n1: {1,2}\n");
    const ProfileOptions options{
        .form = ProfileForm::soc, .unranked = UnrankedRule::bottom, .lenient = true};
    CHECK(read_profile(ties.path(), options).profile.votes ==
          std::vector<Vote>{{{0, 0, not_ranked}, 1}});
    CHECK(
        refused("# NUMBER ALTERNATIVES: 2\n1: 0,1\n", ProfileForm::soc)
            .ends_with("; where they count from 0, rows without a header are read by --form text, "
                       "which takes any name"));
    CHECK(read("1: 0,1").elements.name(0) == "0");
}

TEST_CASE("an order in two rows may be counted once or twice by a header") {
    const std::string bytes = "# NUMBER ALTERNATIVES: 2\n# NUMBER UNIQUE ORDERS: ";
    for (const char* orders : {"1", "2"}) {
        CHECK(read(bytes + orders + "\n1: {1,2}\n3: {2,1}\n", ProfileForm::toc)
                  .profile.votes.size() == 2);
    }
    CHECK(refused(bytes + "3\n1: 1,2\n3: 1,2\n", ProfileForm::toc)
              .starts_with(" line 2: found 3 unique orders, expected 1"));
}

TEST_CASE("every error in a row of PrefLib names the line") {
    const auto row = [](std::string_view bytes) {
        return refused("# NUMBER ALTERNATIVES: 3\n" + std::string(bytes), ProfileForm::toi);
    };
    CHECK(row("0: 1,2\n") ==
          " line 2: found count \"0\", expected how often a vote was given, from 1 to 4294967296");
    CHECK(row("-1: 1,2\n").starts_with(" line 2: found count \"-1\""));
    CHECK(row("1.5: 1,2\n").starts_with(" line 2: found count \"1.5\""));
    CHECK(row("4294967297: 1,2\n").starts_with(" line 2: found count \"4294967297\""));
    CHECK(row("4294967296: 1,2\n1: 2\n").starts_with(" line 3: found 4294967297 votes so far"));
    CHECK(
        row("1: 1,2,1\n") ==
        " line 2: found element \"1\" a second time, expected each element at most once in a vote");
    CHECK(row("1: 1,{2,1}\n").starts_with(" line 2: found element \"1\" a second time"));
    CHECK(row("1: 4\n").starts_with(
        " line 2: found alternative \"4\", expected a number from 1 to 3"));
    CHECK(row("1: 0\n").starts_with(" line 2: found alternative \"0\""));
    CHECK(row("1: a\n").starts_with(" line 2: found alternative \"a\""));
    CHECK(row("1: 1,,2\n").starts_with(" line 2: found nothing at place 2"));
    CHECK(row("1: 1,\n").starts_with(" line 2: found nothing at place 2"));
    CHECK(row("1: {}\n").starts_with(" line 2: found nothing at place 1"));
    CHECK(row("1:\n").starts_with(" line 2: found a vote that ranks nothing"));
    CHECK(row("1: {1,2\n").starts_with(" line 2: found a brace that is not closed"));
    CHECK(row("1: 1,2}\n").starts_with(" line 2: found \"2}\" at place 2"));
    CHECK(row("1: {1,{2}}\n").starts_with(" line 2: found \"{2}\" at place 2"));
    CHECK(row("1,2\n").starts_with(" line 2: found \"1,2\", expected count, colon, order"));
    CHECK(row("1: 1,\x01\n").starts_with(" line 2: found byte 0x01"));
    CHECK(row("") == ": found no votes, expected at least one ranking");
    CHECK(refused("", ProfileForm::soc).starts_with(": found no number of alternatives"));
    CHECK(refused("# TITLE: x\n1: 1\n", ProfileForm::soc).starts_with(" line 2: found a row"));
    CHECK(row("1: 1\n# ALTERNATIVE NAME 1: a\n").starts_with(" line 3: found the name of an"));
}

TEST_CASE("every error in text names the line") {
    CHECK(refused("a b\n0: a > b\n").starts_with(" line 2: found count \"0\""));
    CHECK(refused("-3: a > b\n").starts_with(" line 1: found count \"-3\""));
    CHECK(refused("a > b > a\n").starts_with(" line 1: found element \"a\" a second time"));
    CHECK(refused("a > > b\n").starts_with(" line 1: found nothing at place 2"));
    CHECK(refused("a >\n").starts_with(" line 1: found nothing at place 2"));
    CHECK(refused("a > b, c\n").starts_with(" line 1: found \"b, c\" at place 2"));
    CHECK(refused("a {b c}\n").starts_with(" line 1: found \"{b\""));
    CHECK(refused("3:\n").starts_with(" line 1: found a vote that ranks nothing"));
    CHECK(refused("a\x02\n").starts_with(" line 1: found byte 0x02"));
    CHECK(refused("").starts_with(": found no votes"));
    CHECK(refused("# only\n\n").starts_with(": found no votes"));
    CHECK(refused(today).starts_with(" line 4: found a header of PrefLib, expected text; --form"));
    CHECK(
        refused(std::string((1 << 20) + 10, 'x')).starts_with(" line 1: found a line that is too"));
    CHECK(refused(std::string(5000, 'x') + " {" + std::string(5000, 'y'))
              .starts_with(" line 1: found \"{yyy"));
}

TEST_CASE("signs of other forms of ballots are read, or refused, and become no elements") {
    for (const char* vote : {"3: a > b = c", "a > b = c *3", "a>b=c * 3", "a,{b,c}*3",
                             "# x\na > b = c *3 # well", "#\n3: a,{b,c} # x > y"}) {
        INFO(vote);
        const NamedProfile profile = read(vote);
        CHECK(profile.elements.size() == 3);
        CHECK(profile.profile.votes == std::vector<Vote>{{{0, 1, 1}, 3}});
    }
    for (const char* vote : {"#/Candidates: a", "#a > b", "a;b", "a; b", "a ; b", "a < b", "a ≻ b",
                             "a ≽ b", "a > b ∼ c", "a > b ~ c", "a ~ b", "a * b", "tag || a > b",
                             "a > b ^7", "/EMPTY_RANKING/", "3: a > b *2", "a > b *0",
                             // counts that are written otherwise
                             "*5 a b c", "5 a b c", "3, a, b, c", "2 a b\n2 b a", "5 a > b > c",
                             "5*a > b > c", "1e3: a > b", "x : a > b", "2*: a > b", "a > b *x",
                             "a > b * -1", "a > b *", "5 {a,b}", "5,{a,b}"}) {
        INFO(vote);
        CHECK(refused(vote).starts_with(" line 1: found "));
        // A rule for elements that a vote leaves out is no way to read it.
        CHECK(refused(vote, ProfileForm::text, UnrankedRule::refuse).find("--unranked") ==
              std::string::npos);
    }
    // Names that only look alike.
    CHECK(
        read("Song #1 > a*b > x|y > m^n > ~z > K* > Alien: Covenant > 7up > 2nd").elements.size() ==
        9);
    CHECK(read("3 1 2\n1 2 3").elements.size() == 3);
    CHECK(read("1 > 12 > 3").elements.size() == 3);
    CHECK(read("12 Angry Men > Alien\nAlien > 12 Angry Men").elements.size() == 2);
    CHECK(read("1: 12 Angry Men > Alien").elements.size() == 2);
    CHECK(read("1984 dune emma\ndune 1984 emma").elements.size() == 3);
    CHECK(read("1984 dune *2").elements.size() == 2);
    CHECK(refused("dune emma\n1984 dune\n12 emma")
              .starts_with(" line 2: found \"1984\" before an order"));
}

TEST_CASE("a CSV column that is no element is left out") {
    const TemporaryFile file("voter,a,count,b,when\nx y,1,2,2,noon\nz,2,1,1,\n");
    ProfileOptions options{.form = ProfileForm::csv, .left_out = {"when", "voter"}};
    const NamedProfile profile = read_profile(file.path(), options);
    CHECK(profile.elements.name(1) == "b");
    CHECK(profile.profile.votes == std::vector<Vote>{{{0, 1}, 2}, {{1, 0}, 1}});
    options.left_out = {"voter", "where"};
    CHECK(test::message_of<InputError>([&] { read_profile(file.path(), options); }) ==
          file.path() +
              " line 1: found no column \"where\", expected one, as it is to be left out");
    options.form = ProfileForm::text;
    CHECK(test::message_of<InputError>([&] { read_profile(file.path(), options); }) ==
          "--leave-out: found the form text, expected csv, which has columns");
}

TEST_CASE("every error in CSV names the line") {
    const auto bad = [](std::string_view bytes) { return refused(bytes, ProfileForm::csv); };
    CHECK(bad("a,b\n1,3\n") ==
          " line 2: found \"3\" as the rank of \"b\", expected a whole number from 1 to 2, or "
          "nothing");
    CHECK(bad("a,b\n1,0\n").starts_with(" line 2: found \"0\" as the rank of \"b\""));
    CHECK(bad("a,b\n1,x\n").starts_with(" line 2: found \"x\""));
    CHECK(bad("a,b\n1\n") == " line 2: found 1 fields, expected 2, as in the header");
    CHECK(bad("a,b\n1,2,\n").starts_with(" line 2: found more fields, expected 2"));
    CHECK(bad("a,b,count\n1,2,0\n").starts_with(" line 2: found count \"0\""));
    CHECK(bad("a,b,count\n1,2,\n").starts_with(" line 2: found count \"\""));
    CHECK(bad("a,b\n,\n").starts_with(" line 2: found a vote that ranks nothing"));
    CHECK(bad("a,a\n1,2\n").starts_with(" line 1: found column \"a\" a second time"));
    CHECK(bad("a,b,a\n1,2,3\n").starts_with(" line 1: found column \"a\" a second time"));
    CHECK(
        bad("count,a,count\n1,2,3\n").starts_with(" line 1: found column \"count\" a second time"));
    CHECK(bad("count\n1\n").starts_with(" line 1: found no elements"));
    CHECK(bad("a,,b\n1,2,3\n").starts_with(" line 1: found an element without a name"));
    CHECK(bad("\"a,b\n1,2\n").starts_with(" line 1: found a quote that is not closed"));
    CHECK(bad("\"a\"b\n1\n").starts_with(" line 1: found \"b\" after a closing quote"));
    CHECK(bad("").starts_with(": found no elements"));
    CHECK(bad("a,b\n").starts_with(": found no votes"));
}

TEST_CASE("every error in JSON names the vote or the place") {
    const auto bad = [](std::string_view bytes) { return refused(bytes, ProfileForm::json); };
    CHECK(
        bad(R"([["a"], {"order": ["a"], "count": 0}])").starts_with(": vote 2: found count \"0\""));
    CHECK(bad(R"([{"order": ["a"], "count": 1.5}])").starts_with(": vote 1: found count \"1.5\""));
    CHECK(
        bad(R"([{"order": ["a"], "count": "2"}])").starts_with(": vote 1: found the string \"2\""));
    CHECK(bad(R"([["a", ["b", "a"]]])").starts_with(": vote 1: found element \"a\" a second time"));
    CHECK(bad(R"([{"count": 1}])").starts_with(": vote 1: found no \"order\""));
    CHECK(bad(R"([{"ordre": ["a"]}])").starts_with(": vote 1: found the key \"ordre\""));
    CHECK(bad(R"([{"order": ["a"], "order": ["a"]}])")
              .starts_with(": vote 1: found \"order\" a second time"));
    CHECK(bad(R"([{"count": [1], "order": ["a"]}])")
              .starts_with(": vote 1: found a list as \"count\""));
    CHECK(bad(R"([{"order": 1}])").starts_with(": vote 1: found the number 1"));
    CHECK(bad(R"([{"order": {"a": 1}}])").starts_with(": vote 1: found an object"));
    CHECK(bad(R"([[]])").starts_with(": vote 1: found a vote that ranks nothing"));
    CHECK(bad(R"([["a", []]])").starts_with(": vote 1: found an empty list of tied elements"));
    CHECK(bad(R"([["a", [["b"]]]])").starts_with(": vote 1: found a list in a list of tied"));
    CHECK(bad(R"([["a", null]])").starts_with(": vote 1: found null"));
    CHECK(bad(R"([["a", true]])").starts_with(": vote 1: found true"));
    CHECK(bad(R"([["a", 1.5]])").starts_with(": vote 1: found the number 1.5"));
    CHECK(bad(R"([[""]])").starts_with(": vote 1: found an element without a name"));
    CHECK(bad("[[\"a\\u0001\"]]").starts_with(": vote 1: found byte 0x01"));
    CHECK(bad("[]") == ": found no votes, expected at least one ranking");
    CHECK(bad("{}").starts_with(": found an object"));
    CHECK(bad("7").starts_with(": found the number 7"));
    CHECK(bad("[[\"a\"],\n x]").starts_with(" line 2, column 2: found \"x\""));
    CHECK(bad("[[\"a\"]").starts_with(" line 1, column 7: found the end of the file"));
    CHECK(bad(std::string(200000, '[')).starts_with(": vote 1: found a list in a list"));
}

TEST_CASE("votes on other elements are refused with the rules that accept them") {
    const auto strict = [](std::string_view bytes, ProfileForm form) {
        return refused(bytes, form, UnrankedRule::refuse);
    };
    CHECK(strict("a > b\nb > c > a\n", ProfileForm::text) ==
          " line 1: found a vote without \"c\", which line 2 has, expected all 3 elements, or "
          "--unranked bottom or absent for those left out");
    CHECK(
        strict("a b\na c\n", ProfileForm::text).starts_with(" line 1: found a vote without \"c\""));
    CHECK(strict("a b c\n\na c\n", ProfileForm::text)
              .starts_with(" line 3: found a vote without \"b\", which line 1 has"));
    CHECK(strict(today, ProfileForm::toi)
              .starts_with(" line 12: found a vote without \"d\", expected"));
    CHECK(
        strict(csv, ProfileForm::csv).starts_with(" line 3: found a vote without \"d\", expected"));
    CHECK(strict(json, ProfileForm::json)
              .starts_with(": vote 2: found a vote without \"d\", which vote 1 has"));
    for (const UnrankedRule rule : {UnrankedRule::bottom, UnrankedRule::absent})
        check_small(read(text, ProfileForm::text, rule));
}

TEST_CASE("a file that is missing, a folder, and a damaged gzip are no profile") {
    CHECK(test::contains(test::message_of<InputError>([] { read_profile("/nonexistent/x.soc"); }),
                         "No such file"));
    CHECK(test::contains(test::message_of<InputError>([] { read_profile("/"); }), "a directory"));
    std::string bytes = test::gzip(std::string(text));
    bytes.resize(bytes.size() - 3);
    CHECK(refused(bytes).starts_with(": found"));
}

TEST_CASE("a profile that is written in any form is read back") {
    std::mt19937_64 random(20261129);
    for (int round = 0; round < 200; ++round) {
        const std::size_t n = 1 + random() % 7;
        std::vector<std::string> list;
        for (std::size_t i = 0; i < n; ++i)
            list.push_back(fmt::format("e{}", i + 1));
        const std::vector<std::string_view> views(list.begin(), list.end());
        NamedProfile profile{Elements::listed(views, "test"), {n, {}}};
        // One vote of all, so that text and JSON know all names.
        for (std::size_t votes = 1 + random() % 5; profile.profile.votes.size() < votes;) {
            Vote vote{std::vector<Rank>(n, none), 1 + random() % 9};
            const bool is_first = profile.profile.votes.empty();
            const std::size_t most = 1 + random() % n;
            for (Rank& bucket : vote.buckets) {
                if (is_first || random() % 4 > 0) bucket = static_cast<Rank>(random() % most);
            }
            Rank buckets = 0;
            for (Rank bucket = 0; bucket < most; ++bucket) {
                if (std::ranges::count(vote.buckets, bucket) == 0) continue;
                std::ranges::replace(vote.buckets, bucket, buckets++);
            }
            if (buckets > 0) profile.profile.votes.push_back(std::move(vote));
        }
        for (const ProfileForm form : written_forms) {
            const std::string bytes = written(profile, form);
            INFO(bytes);
            const NamedProfile back = read(bytes, form, UnrankedRule::absent);
            CHECK(names(back.elements) == list);
            CHECK(back.profile.votes == profile.profile.votes);
        }
    }
}

TEST_CASE("a damaged profile is read or refused with one line") {
    std::mt19937_64 random(20261128);
    constexpr std::string_view likely = " \t\r\n,\"{}[]:>=#-+.019a\\\0\xff\xef\x7f";
    const std::pair<std::string, ProfileForm> samples[] = {
        {std::string(today), ProfileForm::toi}, {std::string(before_2022), ProfileForm::toi},
        {std::string(text), ProfileForm::text}, {std::string(csv), ProfileForm::csv},
        {std::string(json), ProfileForm::json}, {test::gzip(std::string(today)), ProfileForm::toi}};
    std::size_t accepted = 0, refusals = 0;
    for (const auto& [sample, form] : samples) {
        for (int round = 0; round < 1000; ++round) {
            std::string bytes = sample;
            for (std::uint64_t changes = 1 + random() % 3; changes > 0 && !bytes.empty();
                 --changes) {
                const std::size_t at = random() % bytes.size();
                switch (random() % 5) {
                    case 0:
                        bytes[at] = likely[random() % likely.size()];
                        break;
                    case 1:
                        bytes.erase(at, 1 + random() % 3);
                        break;
                    case 2:
                        bytes.insert(at, 1, likely[random() % likely.size()]);
                        break;
                    case 3:
                        bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 20));
                        break;
                    default:
                        bytes.resize(at);
                        break;
                }
            }
            const TemporaryFile file(bytes);
            INFO("form " << name_of(form) << ", bytes:\n" << bytes);
            try {
                const NamedProfile profile =
                    read_profile(file.path(), {.form = form, .unranked = UnrankedRule::bottom});
                // What was read is a profile: with_rules has no complaint.
                CHECK_NOTHROW(
                    with_rules(profile.profile, {TieRule::half, UnrankedRule::bottom}, ""));
                ++accepted;
            } catch (const InputError& error) {
                const std::string message = error.what();
                CHECK(message.find('\n') == std::string::npos);
                CHECK(message.size() < file.path().size() + 400);
                ++refusals;
            }
        }
    }
    CHECK(accepted > 500);
    CHECK(refusals > 500);
}

TEST_CASE("a short file cannot ask for much memory") {
    std::string bytes = "# NUMBER ALTERNATIVES: 1000000\n";
    for (int row = 0; row < 300; ++row)
        bytes += "1: 1\n";
    CHECK(
        refused(bytes, ProfileForm::soi) ==
        ": found 300 votes on 1000000 elements, expected at most 268435456, elements times votes");
    // Under `refuse` the first vote ends it.
    rusage before{}, after{};
    ::getrusage(RUSAGE_SELF, &before);
    CHECK(refused(bytes, ProfileForm::soi, UnrankedRule::refuse)
              .starts_with(" line 2: found a vote"));
    ::getrusage(RUSAGE_SELF, &after);
    CHECK(after.ru_maxrss - before.ru_maxrss < 100'000);  // KiB
}
