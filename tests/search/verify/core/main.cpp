// SPDX-License-Identifier: MIT
// disarray_verify_core_test FILE: the core alone, without the rest of the project, on a plain file.
// It accepts the file, and not with a ratio that is not proved. Exit status 0 if so.
#include <fstream>
#include <iostream>

#include "../../../../search/verify/core/core.hpp"

using namespace disarray::verify;

namespace {

/// What the file proves, its first record's ratio replaced unless that is empty.
Result proved(const char* path, const std::string& ratio) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    const Json header = Json::parse(line);
    const Claim claim = read_claim(header);
    Walk walk(claim);
    while (std::getline(file, line)) {
        Json object = Json::parse(line);
        if (object.contains("end")) return walk.finish(header, object["end"]);
        if (!ratio.empty()) object["proof"]["ratio"] = ratio;
        walk.due();
        walk.take(check_record(claim, object));
    }
    throw Rejected("file", "an end", "none");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const Result result = proved(argv[1], "");
    try {
        proved(argv[1], "8/7");
    } catch (const Rejected& rejection) {
        std::cout << "ratio " << result.ratio.value().to_string()
                  << "; 8/7: " << rejection.message() << '\n';
        return result.ratio == Number(1) ? 0 : 1;
    }
    std::cout << "8/7 is accepted\n";
    return 1;
}
