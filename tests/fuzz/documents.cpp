// SPDX-License-Identifier: MIT
// Documents, as a report reads them, and the report that is made of them, in every format.
#include "reports/build.hpp"
#include "reports/model.hpp"
#include "reports/writers.hpp"
#include "tests/fuzz/input.hpp"

using namespace disarray;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::Input input(data, size);
    const fuzz::MemoryFile file(input.rest());
    return fuzz::tried([&] {
        const reports::Model model = reports::read_sources({file.path()});
        for (const reports::Format format : {reports::Format::html, reports::Format::markdown,
                                             reports::Format::latex, reports::Format::json}) {
            reports::build_text(model, format, {});
        }
        reports::to_csv(model);
    });
}
