// SPDX-License-Identifier: MIT
// Shows how runs are read and ordered under every policy, against a reader that is written down
// naively: lines by std::getline, scores as rational numbers, the whole file in memory.
#include "formats/runs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "exact/rational.hpp"
#include "tests/catch.hpp"
#include "tests/formats/gzip.hpp"
#include "tests/formats/other_inputs.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

using namespace formats;

/// "q1: d3 d2(1,2) d1(1,2)": before and tied where they are not those of a list without ties.
std::string text_of(const RankedQuery& query) {
    std::string text = fmt::format("{}:", query.name);
    for (std::size_t i = 0; i < query.documents.size(); ++i) {
        const RankedDocument& document = query.documents[i];
        text += fmt::format(" {}", document.id);
        if (document.before != i || document.tied != 1) {
            text += fmt::format("({},{})", document.before, document.tied);
        }
    }
    return text;
}

std::string text_of(const RunFacts& facts) {
    return fmt::format("tag {}, {} lines, {}\n", facts.tag, facts.lines,
                       facts.is_grouped ? "grouped" : "not grouped");
}

/// What a run's queries are, or the message about its first error.
std::string reading(const std::string& path, RunOptions options) {
    std::mutex mutex;
    std::map<std::size_t, std::string> queries;
    bool is_called_twice = false;
    options.start_again = [&] { queries.clear(); };
    try {
        const RunFacts facts =
            read_run(path, options, [&](std::size_t index, const RankedQuery& query) {
                const std::lock_guard lock(mutex);
                is_called_twice |= !queries.emplace(index, text_of(query)).second;
            });
        std::string text = text_of(facts);
        for (std::size_t i = 0; i < queries.size(); ++i)
            text += queries.at(i) + "\n";
        return text + (is_called_twice ? "a query was handed over twice" : "");
    } catch (const InputError& error) {
        return error.what();
    }
}

std::string reading_of(const std::string& bytes, const RunOptions& options = {}) {
    const TemporaryFile file(bytes);
    const std::string text = reading(file.path(), options);
    return text.starts_with(file.path()) ? text.substr(file.path().size()) : text;
}

/// The ranked documents of a file with one query.
std::string ranked(const std::string& bytes, const RunOptions& options = {}) {
    const std::string text = reading_of(bytes, options);
    const std::size_t begin = text.find('\n');
    return begin == std::string::npos ? text : text.substr(begin + 1, text.size() - begin - 2);
}

/// The naive reader.
class Oracle {
public:
    Oracle(const std::string& text, std::string name, const RunOptions& options)
        : name_(std::move(name)), options_(options) {
        std::istringstream lines(text);
        std::string line;
        for (int number = 1; std::getline(lines, line) && !error_; ++number)
            read(line, number);
    }

    std::string result() {
        std::string text = text_of(RunFacts{tag_, {}, lines_, is_grouped_, true});
        for (const std::string& query : names_)
            text += ranked(query) + "\n";
        if (error_) return error_->second;
        if (lines_ == 0) {
            return name_ +
                   ": found no documents, expected lines of 6 fields: query Q0 document rank "
                   "score tag";
        }
        return text;
    }

private:
    struct Record {
        std::string document;
        std::string score_text;
        Rational score;
        int rank = 0;
        int line = 0;
    };

    void fail(int line, const std::string& what) {
        if (error_ && error_->first <= line) return;
        error_ = {line, fmt::format("{} line {}: found {}", name_, line, what)};
    }

    void read(const std::string& line, int number) {
        std::istringstream fields(line);
        std::vector<std::string> words;
        for (std::string word; fields >> word;)
            words.push_back(word);
        if (words.empty()) return;
        if (words.size() != 6) {
            return fail(
                number,
                fmt::format("{} fields, expected 6 fields: query Q0 document rank score tag{}",
                            words.size(),
                            words.size() > 6 ? "; --lenient passes over words after them" : ""));
        }
        if (words[3] == "x") return fail(number, "rank \"x\", expected an integer of 64 bits");
        if (words[4] == "x") {
            return fail(number,
                        "score \"x\", expected a decimal number such as 12, -0.5 or 1.5e-3");
        }
        add(words[0], {words[2], words[4], value(words[4]), std::stoi(words[3]), number});
        if (lines_++ == 0) tag_ = words[5];
    }

    Rational value(const std::string& text) const {
        if (options_.scores == Scores::exact) return Rational::parse(text, "oracle");
        double score = std::strtod(text.c_str(), nullptr);
        if (options_.scores == Scores::single) score = static_cast<float>(score);
        // Infinity is above all numbers; the bits of a double make a rational number of it.
        if (score > 1e308) return Rational(1) * Rational::parse("1e1000", "oracle");
        if (score < -1e308) return Rational(-1) * Rational::parse("1e1000", "oracle");
        int exponent = 0;
        const auto mantissa =
            static_cast<std::int64_t>(std::ldexp(std::frexp(score, &exponent), 60));
        Rational result(mantissa);
        for (exponent -= 60; exponent > 0; --exponent)
            result *= Rational(2);
        for (; exponent < 0; ++exponent)
            result /= Rational(2);
        return result;
    }

    void add(const std::string& query, const Record& record) {
        if (!queries_.contains(query)) {
            names_.push_back(query);
        } else if (query != last_query_) {
            is_grouped_ = false;
        }
        last_query_ = query;
        std::vector<Record>& records = queries_[query];
        const auto before = std::ranges::find(records, record.document, &Record::document);
        if (before != records.end()) {
            if (options_.duplicates == Duplicates::refuse) {
                fail(record.line,
                     fmt::format("document \"{}\" of query \"{}\" once more (line {}), "
                                 "expected each document once in a query",
                                 record.document, query, before->line));
            }
            if (options_.duplicates != Duplicates::last) return;
            records.erase(before);
        }
        records.push_back(record);
    }

    int compare(const Record& a, const Record& b) const {
        if (options_.rank_by == RankBy::input) return a.line - b.line;
        if (options_.rank_by == RankBy::rank) return a.rank - b.rank;
        return b.score < a.score ? -1 : b.score == a.score ? 0 : 1;
    }

    /// Whether `a` stands before `b`, by the policy in words of the header.
    bool is_before(const Record& a, const Record& b) const {
        if (compare(a, b) != 0) return compare(a, b) < 0;
        if (options_.ties == Ties::input_order) return a.line < b.line;
        if (options_.ties == Ties::rank_column) {
            return std::tuple(a.rank, a.line) < std::tuple(b.rank, b.line);
        }
        return a.document > b.document;
    }

    std::string ranked(const std::string& query) {
        std::vector<Record> records = queries_.at(query);
        if (options_.ties == Ties::rank_column) refuse_equal_ranks(query, records);
        std::ranges::stable_sort(
            records, [this](const Record& a, const Record& b) { return is_before(a, b); });
        const bool keeps_ties =
            std::set{Ties::average, Ties::best, Ties::worst}.contains(options_.ties);
        RankedQuery result{query, {}};
        for (std::size_t i = 0; i < records.size(); ++i) {
            RankedDocument document{records[i].document, static_cast<std::uint32_t>(i), 1};
            if (keeps_ties) {
                document.before = document.tied = 0;
                for (const Record& other : records) {
                    const int order = compare(other, records[i]);
                    document.before += order < 0;
                    document.tied += order == 0;
                }
            }
            result.documents.push_back(document);
        }
        return text_of(result);
    }

    void refuse_equal_ranks(const std::string& query, const std::vector<Record>& records) {
        for (const Record& b : records) {
            const Record* nearest = nullptr;
            for (const Record& a : records) {
                if (a.line < b.line && compare(a, b) == 0 && a.rank == b.rank) nearest = &a;
            }
            if (!nearest) continue;
            fail(b.line,
                 fmt::format("documents \"{}\" (line {}) and \"{}\" of query \"{}\" tied, both "
                             "with rank {}, expected ranks that order those that are tied",
                             nearest->document, nearest->line, b.document, query, b.rank));
        }
    }

    std::string name_;
    const RunOptions& options_;
    std::optional<std::pair<int, std::string>> error_;
    std::vector<std::string> names_;
    std::map<std::string, std::vector<Record>> queries_;
    std::string last_query_;
    std::string tag_;
    std::size_t lines_ = 0;
    bool is_grouped_ = true;
};

/// Many that are equal by one reading and different by another. JSON has all of them as numbers.
rc::Gen<std::string> score() {
    return rc::gen::element<std::string>(
        "1", "1.0", "10e-1", "0.1", "0.10", "0.1000000000000000000001", "0", "-0", "0.00", "1e400",
        "1e401", "-1e400", "1e-400", "2e-400", "9007199254740992", "9007199254740993", "16777216",
        "16777217", "1e39", "2e39", "-3.5", "-35e-1", "123456789012345678901234567890", "7", "8");
}

struct Line {
    int query, document, rank;
    std::string score;
};

std::vector<Line> random_lines() {
    const int documents = *rc::gen::element(8, 1000);
    const int ranks = *rc::gen::element(3, 1000);
    const auto tuples = *rc::gen::container<std::vector<std::tuple<int, int, int, std::string>>>(
        rc::gen::tuple(rc::gen::inRange(0, 4), rc::gen::inRange(0, documents),
                       rc::gen::inRange(-1, ranks), score()));
    std::vector<Line> lines;
    for (const auto& [query, document, rank, score] : tuples)
        lines.push_back({query, document, rank, score});
    if (*rc::gen::arbitrary<bool>()) {
        std::ranges::stable_sort(lines, {}, &Line::query);
    }
    return lines;
}

RunOptions random_options() {
    RunOptions options;
    // By name, so that a failure shows them.
    const auto one_of = [](auto... names) { return *rc::gen::element<std::string>(names...); };
    options.rank_by = choice_named<RankBy>(one_of("score", "score", "rank", "input"), "test");
    options.scores = choice_named<Scores>(one_of("exact", "double", "single"), "test");
    options.ties = choice_named<Ties>(
        one_of("trec", "input-order", "rank-column", "average", "best", "worst"), "test");
    options.duplicates = choice_named<Duplicates>(one_of("refuse", "first", "last"), "test");
    options.threads = *rc::gen::element(1u, 4u);
    options.block_size = *rc::gen::inRange<std::size_t>(1, 300);
    return options;
}

std::string trec(const std::vector<Line>& lines) {
    const std::string blank = *rc::gen::element<std::string>(" ", "\t", " \t ", "\v\f");
    const std::string line_end = *rc::gen::element<std::string>("\n", "\r\n", "\n \n");
    // At most one line is wrong in most files, and none in half of them.
    const int wrong = *rc::gen::inRange(0, 200);
    std::string text;
    for (int i = 0; const Line& line : lines) {
        const bool is_wrong = i++ == wrong;
        text += fmt::format("q{}{}Q0{}d{}{}", line.query, blank, blank, line.document, blank);
        text += is_wrong && line.rank == 0 ? "x" : std::to_string(line.rank);
        text += blank + (is_wrong && line.rank == 1 ? "x" : line.score) + blank + "tag";
        if (is_wrong && line.rank == 2) text += blank + "more";
        text += line_end;
    }
    if (*rc::gen::arbitrary<bool>()) text.erase(text.find_last_not_of("\r\n ") + 1);
    return text;
}

std::string csv(const std::vector<Line>& lines) {
    std::string text = "score,tag,document,query,rank\n";
    for (const Line& line : lines) {
        text += fmt::format("{},tag,\"d{}\", q{} ,{}\n", line.score, line.document, line.query,
                            line.rank);
    }
    return text;
}

/// A key for each query, in the order in which `lines` first have them.
std::string json(const std::vector<Line>& lines) {
    std::vector<std::pair<int, std::string>> queries;
    for (const Line& line : lines) {
        auto query = std::ranges::find(queries, line.query, &std::pair<int, std::string>::first);
        if (query == queries.end()) query = queries.insert(query, {line.query, ""});
        query->second += fmt::format("{}\"d{}\": {}", query->second.empty() ? "" : ", ",
                                     line.document, line.score);
    }
    std::string text = "{";
    for (const auto& [query, documents] : queries)
        text += fmt::format("{}\"q{}\": {{{}}}", text == "{" ? "" : ", ", query, documents);
    return text + "}";
}

}  // namespace

TEST_CASE("A run is read as a naive reader has it", "[formats]") {
    check_property(
        "all options, block sizes, threads and compressed files",
        [] {
            const std::string text = trec(random_lines());
            const RunOptions options = random_options();
            const TemporaryFile file(*rc::gen::arbitrary<bool>() ? gzip(text) : text);
            const std::string expected = Oracle(text, file.path(), options).result();
            RC_CLASSIFY(!contains(expected, "expected"), "read");
            RC_CLASSIFY(contains(expected, "not grouped"));
            RC_CLASSIFY(contains(expected, "once more"));
            RC_CLASSIFY(contains(expected, "tied"));
            RC_ASSERT(reading(file.path(), options) == expected);
        },
        1500);
}

TEST_CASE("A run that cannot be read twice gives the same", "[formats]") {
    check_property(
        "from standard input, or a pipe",
        [] {
            const std::string text = trec(random_lines());
            const RunOptions options = random_options();
            if (*rc::gen::arbitrary<bool>()) {
                const StandardInput input(text);
                const std::string expected = Oracle(text, "standard input", options).result();
                RC_ASSERT(reading("-", options) == expected);
            } else {
                const Pipe pipe(text);
                const std::string expected = Oracle(text, pipe.path(), options).result();
                RC_ASSERT(reading(pipe.path(), options) == expected);
            }
        },
        200);
}

TEST_CASE("A file whose name is a minus sign is not taken for standard input", "[formats]") {
    const auto before = std::filesystem::current_path();
    const TemporaryFile unused("");
    const std::string folder = unused.path() + "_folder";
    std::filesystem::create_directory(folder);
    std::filesystem::current_path(folder);
    std::ofstream("-") << "wrong";
    const StandardInput input("a Q0 d 1 1 t\nb Q0 d 1 1 t\na Q0 e 1 2 t\n");
    CHECK(reading("-", {}) == "tag t, 3 lines, not grouped\na: e d\nb: d\n");
    std::filesystem::current_path(before);
    std::filesystem::remove_all(folder);
}

TEST_CASE("The three forms of a run say the same", "[formats]") {
    check_property(
        "where none is refused",
        [] {
            const auto lines = random_lines();
            RunOptions options = random_options();
            RC_PRE(!lines.empty());
            if (options.duplicates == Duplicates::refuse) options.duplicates = Duplicates::first;
            if (options.ties == Ties::rank_column) options.ties = Ties::trec;
            if (options.rank_by == RankBy::rank) options.rank_by = RankBy::score;
            options.form = Form::trec;
            std::string text;
            for (const Line& line : lines) {
                text += fmt::format("q{} Q0 d{} {} {} tag\n", line.query, line.document, line.rank,
                                    line.score);
            }
            const std::string expected = reading_of(text, options);
            options.form = Form::csv;
            RC_ASSERT(reading_of(csv(lines), options) == expected);
            options.form = Form::json;
            // In JSON a query has one key, and so its documents stand together.
            std::string together = expected;
            if (const auto at = together.find("not grouped"); at != std::string::npos)
                together.erase(at, std::string("not ").size());
            RC_ASSERT("tag tag" + reading_of(json(lines), options).substr(4) == together);
        },
        300);
}

TEST_CASE("Documents that are tied are ordered by the policy asked for", "[formats]") {
    const std::string run =
        "q Q0 b 4 2.0 t\n"
        "q Q0 c 2 1 t\n"
        "q Q0 \xc3\xa4 1 2 t\n"
        "q Q0 a 3 20e-1 t\n";
    const auto by = [&](Ties ties) {
        RunOptions options;
        options.ties = ties;
        return ranked(run, options);
    };
    CHECK(by(Ties::trec) == "q: \xc3\xa4 b a c");
    CHECK(by(Ties::input_order) == "q: b \xc3\xa4 a c");
    CHECK(by(Ties::rank_column) == "q: \xc3\xa4 a b c");
    for (const Ties ties : {Ties::average, Ties::best, Ties::worst})
        CHECK(by(ties) == "q: \xc3\xa4(0,3) b(0,3) a(0,3) c");
    RunOptions options;
    options.ties = Ties::average;
    options.rank_by = RankBy::input;
    CHECK(ranked(run, options) == "q: b c \xc3\xa4 a");
    options.rank_by = RankBy::rank;
    CHECK(ranked(run, options) == "q: \xc3\xa4 c a b");
}

TEST_CASE("Scores are equal as their reading has it", "[formats]") {
    const std::string run =
        "q Q0 a 1 16777217.0000000001 t\n"
        "q Q0 b 2 16777217 t\n"
        "q Q0 c 3 16777216 t\n";
    RunOptions options;
    CHECK(ranked(run, options) == "q: a b c");
    options.scores = Scores::double_;
    CHECK(ranked(run, options) == "q: b a c");
    options.scores = Scores::single;
    CHECK(ranked(run, options) == "q: c b a");
}

TEST_CASE("Scores beyond all doubles are ordered", "[formats]") {
    CHECK(ranked("q Q0 a 1 1e-400 t\nq Q0 b 1 1e400 t\nq Q0 c 1 1e401 t\nq Q0 d 1 -1e400 t\n"
                 "q Q0 e 1 0 t\nq Q0 f 1 -0 t\nq Q0 g 1 2e-400 t\n") == "q: c b g a f e d");
    CHECK(ranked(R"({"q": {"a": 1e400, "b": 1e401, "c": 12345678901234567890123, "d": -1}})",
                 {.form = Form::json}) == "q: b a c d");
}

TEST_CASE("A document twice in a query is refused, or one of its lines counts", "[formats]") {
    const std::string run = "q Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 a 3 1 t\nr Q0 a 1 1 t\n";
    CHECK(reading_of(run) ==
          " line 3: found document \"a\" of query \"q\" once more (line 1), expected each document "
          "once in a query");
    RunOptions options;
    options.duplicates = Duplicates::first;
    CHECK(reading_of(run, options) == "tag t, 4 lines, grouped\nq: a b\nr: a\n");
    options.duplicates = Duplicates::last;
    CHECK(reading_of(run, options) == "tag t, 4 lines, grouped\nq: b a\nr: a\n");
    CHECK(reading_of(R"({"q": {"a": 1, "b": 2, "a": 3}})", {.form = Form::json}) ==
          ": query \"q\", document \"a\": found document \"a\" of query \"q\" once more, expected "
          "each document once in a query");
}

TEST_CASE("Documents tied with the same rank have no order by rank", "[formats]") {
    const std::string run = "q Q0 a 5 1 t\nq Q0 b 6 1 t\nq Q0 c 5 2 t\nq Q0 d 5 1.0 t\n";
    RunOptions options;
    options.ties = Ties::rank_column;
    CHECK(reading_of(run, options) ==
          " line 4: found documents \"a\" (line 1) and \"d\" of query \"q\" tied, both with rank "
          "5, expected ranks that order those that are tied");
    options.rank_by = RankBy::rank;
    CHECK(contains(reading_of(run, options), " line 3: found documents \"a\" (line 1) and \"c\""));
}

TEST_CASE("What has no ranks is not ordered by them", "[formats]") {
    RunOptions by_rank;
    by_rank.rank_by = RankBy::rank;
    RunOptions by_ties;
    by_ties.ties = Ties::rank_column;
    for (RunOptions* options : {&by_rank, &by_ties}) {
        const std::string expected = options == &by_rank
                                         ? ", expected ranks, since they order the documents"
                                         : ", expected ranks, since they order documents that are "
                                           "tied";
        options->form = Form::json;
        CHECK(reading_of(R"({"q": {"d": 1}})", *options) ==
              ": found a JSON run, which has no ranks" + expected);
        options->form = Form::csv;
        CHECK(reading_of("query,document,score\nq,d,1\n", *options) ==
              ": found no column \"rank\"" + expected);
        CHECK(reading_of("query,document,score,rank\nq,d,1,1\n", *options) ==
              "tag , 1 lines, grouped\nq: d\n");
    }
}

TEST_CASE("A run may have comments, and lenient reading takes what other programs write",
          "[formats]") {
    const std::string expected = "tag t, 2 lines, grouped\nq: e d\n";
    CHECK(reading_of("# of BM25\nq Q0 d 1 1 t\n#q Q0 f 2 9 t\nq Q0 e 1 2 t\n", {}) == expected);
    const std::string bytes = "# q Q0 d 1 1 t\n#q Q0 f 2 9 t\nq Q0 e 1 2 t\n#q Q0 f 3 1 t\n";
    const TemporaryFile file(bytes);
    for (const bool is_stream : {true, false}) {
        RunOptions options;
        options.block_size = 20;
        const auto work = [](std::size_t, const RankedQuery&) {};
        const RunFacts facts = is_stream ? read_run(file.path(), options, work)
                                         : read_run(Pipe(bytes).path(), options, work);
        CHECK(facts.hidden.count == 2);
        CHECK(facts.hidden.first_line == 2);
    }
    RunOptions lenient;
    lenient.lenient = true;
    CHECK(reading_of("q Q0 d 1 1 t u v\nq Q0 e 1 2 t # w\n", lenient) == expected);
    lenient.form = Form::csv;
    CHECK(reading_of("title,query,document,,score,tag\n\"a\",q,d,,1,t\nb,q,e,,2,t\n", lenient) ==
          expected);
    lenient.form = Form::json;
    CHECK(reading_of(R"({"q": {"d": 1}, "r": {"d": 1}, "q": {"e": 2}})", lenient) ==
          ": query \"q\": found the query a second time, expected each query once");
}

TEST_CASE("What is no line of a run is refused", "[formats]") {
    const std::string fields = ", expected 6 fields: query Q0 document rank score tag";
    CHECK(reading_of("q Q0 d 1 1\n") == " line 1: found 5 fields" + fields);
    CHECK(reading_of("q Q0 d 1 1 t\n\nq Q0 e 1 1 t # more\n") ==
          " line 3: found 8 fields" + fields + "; --lenient passes over words after them");
    CHECK(reading_of("\xef\xbb\xbf\r\n") == ": found no documents, expected lines of" +
                                                fields.substr(std::string(", expected").size()));
    CHECK(reading_of("{}", {.form = Form::json}) == ": found no documents, expected at least one");
    CHECK(reading_of("q Q0 d 1.0 1 t") ==
          " line 1: found rank \"1.0\", expected an integer of 64 bits");
    CHECK(reading_of("q Q0 d 9223372036854775808 1 t") ==
          " line 1: found rank \"9223372036854775808\", expected an integer of 64 bits");
    CHECK(reading_of("q Q0 d +3 1 t\nq Q0 e -9223372036854775808 2 t") ==
          "tag t, 2 lines, grouped\nq: e d\n");
    for (const std::string score : {"nan", "inf", "0x1", "1e", "1.0f", "-"}) {
        CHECK(reading_of("q Q0 d 1 " + score + " t") ==
              " line 1: found score \"" + score +
                  "\", expected a decimal number such as 12, -0.5 or 1.5e-3");
    }
    CHECK(reading_of("q Q0 d 1 1e5000 t") ==
          " line 1: found score \"1e5000\", expected an exponent from -4000 to 4000");
    CHECK(reading_of(std::string("q Q0 d 1 1 t\nq Q0 \0 1 1 t", 25)) ==
          " line 2: found byte 0x00, expected text: the file is binary");
    CHECK(reading_of("query,document,score\nq,,1\n", {.form = Form::csv}) ==
          " line 2: found an empty document, expected the name of a document");
}

TEST_CASE("What is no JSON run is refused", "[formats]") {
    const auto refusal = [](const std::string& bytes) {
        return reading_of(bytes, {.form = Form::json});
    };
    const std::string table = ", expected a JSON table {\"query\": {\"document\": number}}";
    CHECK(refusal(R"({"q": {"d": "1"}})") ==
          ": query \"q\", document \"d\": found the string \"1\"" + table);
    CHECK(refusal(R"({"q": {"d": 1e4001}})") ==
          ": query \"q\", document \"d\": found score \"1e4001\", expected an exponent from -4000 "
          "to 4000");
    CHECK(refusal(R"({"q": {"d": 1e5000}})") ==
          " line 1, column 18: found \"1e5000\", expected a number of less than 10^4900");
    CHECK(refusal("{\"q\":\n{\"d\": inf}}") == " line 2, column 7: found \"i\"" + table);
    // What stands before is refused first.
    CHECK(contains(refusal(R"({"q": {"d": 1, "d": 2, "e": "x"}})"), "once more"));
    CHECK(contains(refusal(R"({"q": {"d": 1, "e": "x", "d": 2}})"), "the string \"x\""));
}

TEST_CASE("A query of JSON may have no documents", "[formats]") {
    CHECK(reading_of(R"({"q": {}, "r": {"d": 1}})", {.form = Form::json}) ==
          "tag , 1 lines, grouped\nq:\nr: d\n");
}

TEST_CASE("Work is called again from the first query if one comes back", "[formats]") {
    const TemporaryFile file("a Q0 d 1 1 t\nb Q0 d 1 1 t\na Q0 e 1 2 t\n");
    std::mutex mutex;
    std::multiset<std::string> calls;
    int starts = 0;
    RunOptions options;
    options.block_size = 1;
    options.start_again = [&] {
        ++starts;
        CHECK(calls == std::multiset<std::string>{"0 a: d", "1 b: d"});
        calls.clear();
    };
    const auto work = [&](std::size_t index, const RankedQuery& query) {
        const std::lock_guard lock(mutex);
        calls.insert(fmt::format("{} {}", index, text_of(query)));
    };
    const RunFacts facts = read_run(file.path(), options, work);
    CHECK_FALSE(facts.is_grouped);
    CHECK(facts.lines == 3);
    CHECK(starts == 1);
    CHECK(calls == std::multiset<std::string>{"0 a: e d", "1 b: d"});
}

TEST_CASE("A query longer than many blocks is one query", "[formats]") {
    std::string run;
    std::string expected = "q:";
    for (int i = 0; i < 100'000; ++i) {
        run += fmt::format("q Q0 d{} 1 {} t\n", i, -i);
        expected += fmt::format(" d{}", i);
    }
    RunOptions options;
    options.block_size = 10'000;
    CHECK(ranked(run, options) == expected);
    CHECK(ranked(run) == expected);
    CHECK(ranked(gzip(run)) == expected);
}

TEST_CASE("The first error of a file is reported, however many threads meet others", "[formats]") {
    std::string run;
    for (int query = 0; query < 3000; ++query) {
        for (int i = 0; i < 10; ++i)
            run += fmt::format("q{} Q0 d{} 1 {} t\n", query, query >= 2000 ? 0 : i, i);
        if (query > 2500) run += "wrong\n";
    }
    for (const unsigned threads : {1u, 4u}) {
        for (const std::size_t block_size : {100u, 10'000u, 1'000'000u}) {
            RunOptions options;
            options.threads = threads;
            options.block_size = block_size;
            CHECK(contains(reading_of(run, options), " line 20002: found document \"d0\""));
            CHECK(contains(reading_of(run + "q0 Q0 d 1 1 t\n", options), " line 20002:"));
        }
    }
}

TEST_CASE("A query that an error cuts is not handed over", "[formats]") {
    const TemporaryFile file("a Q0 d 1 1 t\nb Q0 d 1 1 t\nb Q0 d\nb Q0 e 1 1 t\n");
    std::atomic<bool> is_cut = false;
    CHECK(contains(message_of<InputError>([&] {
                       read_run(file.path(), {}, [&](std::size_t index, const RankedQuery&) {
                           if (index == 1) is_cut = true;
                       });
                   }),
                   " line 3: found 3 fields"));
    CHECK_FALSE(is_cut);
}

TEST_CASE("What work throws is thrown on, unless the file has an error before", "[formats]") {
    const std::string right = "a Q0 d 1 1 t\nb Q0 d 1 1 t\nc Q0 d 1 1 t\n";
    const auto message = [](const std::string& bytes) {
        const TemporaryFile file(bytes);
        return message_of<std::runtime_error>([&] {
            read_run(file.path(), {}, [](std::size_t index, const RankedQuery& query) {
                if (index > 0) throw std::runtime_error("no " + std::string(query.name));
            });
        });
    };
    CHECK(message(right) == "no b");
    CHECK(message(right + "wrong\n") == "no b");
    CHECK(contains(message("a Q0 d 1 1 t\nwrong\n" + right), "line 2: found 1 field"));
}

TEST_CASE("Work may have parallel loops of its own", "[formats]") {
    std::string run;
    for (int query = 0; query < 500; ++query) {
        for (int i = 0; i < 5; ++i)
            run += fmt::format("q{} Q0 d{} 1 {} t\n", query, query, i);
    }
    RunOptions options;
    options.threads = 4;
    options.block_size = 100;
    options.duplicates = Duplicates::last;
    const TemporaryFile file(run);
    std::atomic<int> wrong = 0;
    read_run(file.path(), options, [&](std::size_t index, const RankedQuery& query) {
        tbb::parallel_for(0, 100, [](int) { std::this_thread::yield(); });
        wrong += text_of(query) != fmt::format("q{}: d{}", index, index);
    });
    CHECK(wrong == 0);
}

TEST_CASE("A run that is stopped says so", "[formats]") {
    const TemporaryFile file("a Q0 d 1 1 t\nb Q0 d 1 1 t\n");
    RunOptions options;
    options.stop = Stop(std::chrono::duration<double>(0));
    const auto work = [](std::size_t, const RankedQuery&) {};
    CHECK_FALSE(read_run(file.path(), options, work).is_complete);
    const Pipe pipe("a Q0 d 1 1 t\n");
    CHECK_FALSE(read_run(pipe.path(), options, work).is_complete);
}

TEST_CASE("Queries that were handed over before a stop are whole", "[formats]") {
    std::string run;
    for (int query = 0; query < 2000; ++query) {
        for (int i = 0; i < 10; ++i)
            run += fmt::format("q{} Q0 d{} 1 {} t\n", query, i, -i);
    }
    const TemporaryFile file(run);
    RunOptions options;
    options.block_size = 50;
    options.stop = Stop(std::chrono::milliseconds(20));
    std::atomic<std::size_t> whole = 0;
    std::atomic<std::size_t> cut = 0;
    const RunFacts facts = read_run(file.path(), options, [&](std::size_t, const RankedQuery& q) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++(q.documents.size() == 10 ? whole : cut);
    });
    CHECK_FALSE(facts.is_complete);
    CHECK(cut == 0);
    CHECK(whole < 2000);
}

}  // namespace disarray::test
