// SPDX-License-Identifier: MIT
#include "tests/bench/retrieval_data.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace disarray::bench {

namespace {

constexpr std::size_t judged = 20;
constexpr std::size_t judged_and_retrieved = 10;
constexpr std::uint64_t names = 10'000'000;  // "D0000000" to "D9999999"

/// The documents of a query: all different, since the step has no factor in common with `names`.
class Documents {
public:
    explicit Documents(std::mt19937_64& random)
        : first_(random() % names), step_(10 * (random() % (names / 10)) + 3) {}
    std::uint64_t operator[](std::size_t i) const { return (first_ + i * step_) % names; }

private:
    std::uint64_t first_;
    std::uint64_t step_;
};

/// Text that goes to a file in large pieces.
class Writer {
public:
    explicit Writer(const std::filesystem::path& path) : file_(path, std::ios::binary) {}
    template <class... Values>
    void line(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
        if (text_.size() > 1 << 20) flush();
    }
    void flush() {
        file_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
        if (!file_.flush()) throw std::runtime_error("no room for the data of a benchmark");
        text_.clear();
    }

private:
    std::ofstream file_;
    fmt::memory_buffer text_;
};

void write_ranked(Writer& run, std::size_t query, const Documents& documents, std::size_t count,
                  std::mt19937_64& random) {
    std::uint64_t millionths = 20'000'000 + random() % 5'000'000;
    for (std::size_t i = 0; i < count; ++i) {
        run.line("{} Q0 D{:07} {} {}.{:06} bench\n", query, documents[i], i + 1,
                 millionths / 1'000'000, millionths % 1'000'000);
        const std::uint64_t step = random() % 16 == 0 ? 0 : random() % 131'072;
        millionths -= std::min(step, millionths);
    }
}

void write_judged(Writer& qrels, std::size_t query, const Documents& documents, std::size_t count,
                  std::mt19937_64& random) {
    for (std::size_t i = 0; i < judged; ++i) {
        // Spread over the ranks; those that are not retrieved have the numbers that follow.
        const std::size_t document =
            i < judged_and_retrieved ? i * count / judged_and_retrieved : count + i;
        const std::uint64_t die = random() % 10;
        const int grade = die < 5 ? 0 : die < 8 ? 1 : die < 9 ? 2 : 3;
        qrels.line("{} 0 D{:07} {}\n", query, documents[document], grade);
    }
}

}  // namespace

RetrievalData write_retrieval_data(const std::filesystem::path& folder, std::size_t queries,
                                   std::size_t documents, std::uint64_t seed) {
    if (documents < judged_and_retrieved) {
        throw std::invalid_argument("write_retrieval_data: too few documents");
    }
    const RetrievalData data{(folder / "bench.qrels").string(), (folder / "bench.run").string()};
    Writer qrels(data.qrels);
    Writer run(data.run);
    std::mt19937_64 random(seed);
    constexpr std::size_t first_query = 100'001;  // six digits, as large query sets have
    for (std::size_t query = first_query; query < first_query + queries; ++query) {
        const Documents of_query(random);
        write_ranked(run, query, of_query, documents, random);
        write_judged(qrels, query, of_query, documents, random);
    }
    qrels.flush();
    run.flush();
    return data;
}

}  // namespace disarray::bench
