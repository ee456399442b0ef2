// SPDX-License-Identifier: MIT
// disarray_negative_suite FILE...: changes each certificate in every single place (its text, if it
// is compressed) and names the changes that the verifier did not reject. Exit status 0 if there are
// none. With --print FILE the certificate and all changed ones are written, a form feed between
// them, for another verifier.
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

#include "search/verify/lines.hpp"
#include "search/verify/verify.hpp"
#include "tests/search/verify/mutations.hpp"

namespace {

std::stringstream text_of(const char* path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    disarray::verify::Lines lines(file);
    for (std::string line; lines.next(line);)
        text << line << '\n';
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3 && argv[1] == std::string_view("--print")) {
        const std::string text = text_of(argv[2]).str();
        std::cout << text;
        disarray::test::for_each_mutation(text, [](const std::string&, const std::string& changed) {
            std::cout << '\f' << changed;
        });
        return 0;
    }
    bool passed = argc > 1;
    for (int i = 1; i < argc; ++i) {
        std::stringstream text = text_of(argv[i]);
        const disarray::verify::Report report = disarray::verify::verify_stream(text, argv[i]);
        if (!report.verified) {  // a file that is rejected anyway would show nothing
            std::cout << report.line << '\n';
            passed = false;
            continue;
        }
        const auto result = disarray::test::negative_suite(text.str());
        std::cout << argv[i] << ": " << result.mutations << " mutations, "
                  << result.mutations - result.accepted.size() << " rejected\n";
        for (const std::string& what : result.accepted)
            std::cout << "  accepted: " << what << '\n';
        for (const std::string& what : result.malformed)
            std::cout << "  answer: " << what << '\n';
        passed = passed && result.accepted.empty() && result.malformed.empty();
    }
    return passed ? 0 : 1;
}
