// SPDX-License-Identifier: MIT
//
// `disarray verify`: the program disarray-verify under the roof of the others.
#include <memory>
#include <string>
#include <vector>

#include "app/verb.hpp"
#include "search/commands/commands.hpp"
#include "search/verify/verify.hpp"

namespace disarray::search {

namespace {

void verify_command(const std::vector<std::string>& files) {
    bool all = true;
    for (const std::string& file : files) {
        const verify::Report report = verify::verify_file(file);
        app::print(report.line + "\n");
        all &= report.verified;
    }
    if (!all) throw app::ExitStatus{1};
}

}  // namespace

void add_verify_command(CLI::App& program) {
    const auto files = std::make_shared<std::vector<std::string>>();
    CLI::App& verb = app::add_verb(
        program, "verify",
        "Checks certificates; exit status 1 if one is rejected. disarray-verify does the same and "
        "is nothing but the checker.",
        "disarray search --reading prefix --n 3..6 --certificates proofs && "
        "disarray verify proofs/prefix-min-n6.jsonl.zst");
    verb.add_option("FILE", *files, "Certificates, plain or compressed by zstd")->required();
    verb.callback([files] { verify_command(*files); });
}

}  // namespace disarray::search
