// SPDX-License-Identifier: MIT
// What a metric program says in the protocol of an audit.
#include "properties/audit/protocol.hpp"
#include "tests/fuzz/input.hpp"

using namespace disarray;
using namespace disarray::properties::audit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input(data, size);
    const bool is_description = input.flag();
    return fuzz::tried([&] {
        if (is_description) {
            description_from(input.rest(), "program");
        } else {
            const NumberedAnswer answer = answer_from(input.rest(), "program");
            if (answer.answer.as_double &&
                exact_value_of(*answer.answer.as_double) != answer.answer.exact) {
                std::abort();
            }
        }
    });
}
