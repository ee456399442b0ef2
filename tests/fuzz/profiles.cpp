// SPDX-License-Identifier: MIT
// Profiles: PrefLib, one order a line, JSON.
#include "formats/profiles.hpp"
#include "tests/fuzz/input.hpp"

using namespace disarray;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input(data, size);
    formats::ProfileOptions options;
    options.form = input.choice<formats::ProfileForm>();
    options.unranked = input.choice<UnrankedRule>();
    options.lenient = input.flag();
    options.block_size = input.flag() ? 16 : std::size_t{1} << 12;
    const ProfileRules rules{input.choice<TieRule>(), options.unranked};
    const fuzz::MemoryFile file(input.rest());
    return fuzz::tried([&] {
        auto read = formats::read_profile(file.path(), options);
        with_rules(std::move(read.profile), rules, "input");
    });
}
