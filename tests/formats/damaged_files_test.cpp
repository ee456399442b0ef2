// SPDX-License-Identifier: MIT
//
// Files of judgements and runs with random damage, in every form: each is read, or refused with one
// line; never anything else, and the same for one thread as for three.
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "formats/judgements.hpp"
#include "formats/runs.hpp"
#include "tests/catch.hpp"
#include "tests/formats/gzip.hpp"
#include "tests/formats/temporary_file.hpp"

namespace disarray::test {

namespace {

using formats::Form;

struct Sample {
    Form form;
    bool is_run;
    std::string bytes;
};

std::vector<Sample> samples() {
    const std::string qrels = "q1 0 d1 2\nq1 0 d2 0\n\nq2\t0 d1 -1\r\nq10 0 d3 1\n";
    const std::string run = "q1 Q0 d1 1 2.5e-3 t\nq1 Q0 d2 2 -1 t\nq2 Q0 d3 1 +.5 t\r\n";
    return {{Form::trec, false, qrels},
            {Form::trec, true, run},
            {Form::trec, true, gzip(run)},
            {Form::csv, false, "query,document,grade\nq1,\"d,1\",2\nq2,\"d\"\"2\",0\n"},
            {Form::csv, true, "document,query,score,rank\nd1,q1,0.5,1\n\"d2\",q1,1e3,2\n"},
            {Form::json, false, R"({"q1": {"d1": 2, "d2": -1}, "q2": {"d\u00e91": 0}})"},
            {Form::json, true, R"({"q1": {"d1": 2.50, "d2": -1e-3}, "q2": {}})"}};
}

/// One to four changes: a byte replaced, left out or doubled, a part repeated, or the end cut off.
std::string damaged(std::string bytes, std::mt19937_64& random) {
    constexpr std::string_view likely = " \t\r\n,\"{}[]:.+-eE019\\\0\xff\xef\x7f";
    for (std::uint64_t changes = 1 + random() % 4; changes > 0 && !bytes.empty(); --changes) {
        const std::size_t at = random() % bytes.size();
        switch (random() % 6) {
            case 0:
                bytes[at] = likely[random() % likely.size()];
                break;
            case 1:
                bytes.erase(at, 1);
                break;
            case 2:
                bytes.insert(at, 1, bytes[at]);
                break;
            case 3:
                bytes.insert(at, 1, likely[random() % likely.size()]);
                break;
            case 4:
                bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 30));
                break;
            default:
                bytes.resize(at);
                break;
        }
    }
    return bytes;
}

/// What comes of it: everything that was read, or the message.
std::string outcome(const Sample& sample, const std::string& path, unsigned threads) {
    std::vector<std::string> queries;
    try {
        if (!sample.is_run) {
            const auto judgements = formats::Judgements::read(path, {sample.form});
            return fmt::format("{} judgements", judgements.judgement_count());
        }
        formats::RunOptions options;
        options.form = sample.form;
        options.threads = threads;
        options.block_size = 16;
        std::mutex mutex;
        formats::read_run(path, options, [&](std::size_t i, const formats::RankedQuery& query) {
            const std::scoped_lock lock(mutex);
            if (queries.size() <= i) queries.resize(i + 1);
            queries[i] = std::string(query.name);
            for (const auto& document : query.documents)
                queries[i] += " " + std::string(document.id);
        });
    } catch (const InputError& error) {
        return error.what();
    }
    return fmt::format("{}", fmt::join(queries, "; "));
}

}  // namespace

TEST_CASE("A damaged file is read or refused with one line", "[formats][runs]") {
    std::mt19937_64 random(20261128);
    for (const Sample& sample : samples()) {
        REQUIRE(outcome(sample, TemporaryFile(sample.bytes).path(), 1).find("expected") ==
                std::string::npos);
        for (int round = 0; round < 400; ++round) {
            const std::string bytes = damaged(sample.bytes, random);
            const TemporaryFile file(bytes);
            const std::string once = outcome(sample, file.path(), 1);
            INFO("form " << name_of(sample.form) << ", bytes:\n" << bytes);
            INFO(once);
            CHECK(once.find('\n') == std::string::npos);
            CHECK(once == outcome(sample, file.path(), 3));
        }
    }
}

}  // namespace disarray::test
