// SPDX-License-Identifier: MIT
// Certificates, as the verifier reads them.
#include <sstream>

#include "search/verify/verify.hpp"
#include "tests/fuzz/input.hpp"

using namespace disarray;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::Input input(data, size);
    return fuzz::tried([&] {
        std::istringstream stream{std::string(input.rest())};
        const verify::Report report = verify::verify_stream(stream, "input");
        if (!report.line.starts_with(report.verified ? "VERIFIED" : "REJECTED")) std::abort();
    });
}
