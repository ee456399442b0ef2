// SPDX-License-Identifier: MIT
// CSV: tables of positions, profiles, judgements and runs.
#include "formats/judgements.hpp"
#include "formats/position_table.hpp"
#include "formats/profiles.hpp"
#include "formats/runs.hpp"
#include "tests/fuzz/input.hpp"

using namespace disarray;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input(data, size);
    const std::size_t reader = input.below(4);
    const bool lenient = input.flag();
    const std::size_t block_size = input.flag() ? 16 : std::size_t{1} << 12;
    const fuzz::MemoryFile file(input.rest());
    return fuzz::tried([&] {
        if (reader == 0) {
            formats::TableOptions options;
            options.form = formats::TableForm::csv;
            options.block_size = block_size;
            const formats::PositionTable table = formats::read_position_table(file.path(), options);
            formats::write_csv(table, [](std::string_view) {});
        } else if (reader == 1) {
            formats::ProfileOptions options;
            options.form = formats::ProfileForm::csv;
            options.unranked = UnrankedRule::bottom;
            options.left_out = {"name"};
            if (lenient) options.left_out.clear();
            options.block_size = block_size;
            formats::read_profile(file.path(), options);
        } else if (reader == 2) {
            formats::JudgementOptions options;
            options.form = formats::Form::csv;
            options.lenient = lenient;
            options.block_size = block_size;
            formats::Judgements::read(file.path(), options);
        } else {
            formats::RunOptions options;
            options.form = formats::Form::csv;
            options.lenient = lenient;
            options.block_size = block_size;
            options.threads = 1;
            formats::read_run(file.path(), options, [](std::size_t, const auto&) {});
        }
    });
}
