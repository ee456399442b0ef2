// SPDX-License-Identifier: MIT
// Judgements and runs in TREC form.
#include "formats/judgements.hpp"
#include "formats/runs.hpp"
#include "tests/fuzz/input.hpp"

using namespace disarray;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input(data, size);
    const bool is_run = input.flag();
    const bool lenient = input.flag();
    const auto duplicates = input.choice<formats::Duplicates>();
    // Small blocks, so that a short file has several.
    const std::size_t block_size = input.flag() ? 16 : std::size_t{1} << 12;
    if (!is_run) {
        const fuzz::MemoryFile file(input.rest());
        return fuzz::tried([&] {
            formats::JudgementOptions options;
            options.form = formats::Form::trec;
            options.duplicates = duplicates;
            options.lenient = lenient;
            options.block_size = block_size;
            const auto judgements = formats::Judgements::read(file.path(), options);
            for (std::size_t q = 0; q < judgements.size(); ++q)
                judgements.positive_grades(q);
        });
    }
    formats::RunOptions options;
    options.form = formats::Form::trec;
    options.duplicates = duplicates;
    options.lenient = lenient;
    options.block_size = block_size;
    options.threads = 1;
    options.rank_by = input.choice<formats::RankBy>();
    options.scores = input.choice<formats::Scores>();
    options.ties = input.choice<formats::Ties>();
    const fuzz::MemoryFile file(input.rest());
    return fuzz::tried(
        [&] { formats::read_run(file.path(), options, [](std::size_t, const auto&) {}); });
}
