// SPDX-License-Identifier: MIT
// The index of a folder of certificates, the files of which are not there.
#include <filesystem>
#include <fstream>

#include "search/verify/verify.hpp"
#include "tests/fuzz/input.hpp"

using namespace disarray;

namespace {

std::filesystem::path make_folder() {
    const char* const given = std::getenv("TMPDIR");
    std::string name = std::string(given ? given : "/tmp") + "/disarray-fuzz-XXXXXX";
    if (!mkdtemp(name.data())) std::abort();
    return name;
}

/// Removed when the program ends by itself.
struct Folder {
    std::filesystem::path path = make_folder();
    ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Folder folder;
    const fuzz::Input input(data, size);
    std::ofstream(folder.path / "index.json", std::ios::binary) << input.rest();
    return fuzz::tried([&] {
        const verify::Report report = verify::verify_file(folder.path);
        if (report.verified) std::abort();  // there is no chunk
    });
}
