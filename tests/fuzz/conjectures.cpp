// SPDX-License-Identifier: MIT
// The language of conjectures: what is read is written, and read again as the same.
#include <algorithm>

#include "search/conjecture.hpp"
#include "tests/fuzz/input.hpp"

using namespace disarray;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::Input input(data, size);
    return fuzz::tried([&] {
        for (const search::Conjecture& conjecture : search::parse_conjectures(input.rest())) {
            if (conjecture.asks_constant) continue;
            for (const search::Inequality& part : conjecture.parts) {
                const std::string text = search::to_string(part);
                if (text.size() > search::max_conjecture_length) continue;
                const search::Conjecture again = search::parse_conjecture(text);
                if (std::ranges::find(again.parts, part) == again.parts.end()) std::abort();
            }
        }
    });
}
