// SPDX-License-Identifier: MIT
//
// `disarray verify`: the program disarray-verify under the roof of the others.
#include <memory>
#include <string>
#include <vector>

#include "app/output.hpp"
#include "app/verb.hpp"
#include "app/verbs/search_commands.hpp"
#include "search/verify/verify.hpp"

namespace disarray::search {

namespace {

struct VerifyOptions {
    std::vector<std::string> files;
    unsigned threads = 0;
};

void verify_command(const VerifyOptions& options) {
    bool all = true;
    for (const std::string& file : options.files) {
        const verify::Report report = verify::verify_file(file, options.threads);
        app::print(report.line + "\n");
        all &= report.verified;
    }
    if (!all) throw app::ExitStatus{1};
}

}  // namespace

void add_verify_command(app::Verb program) {
    const auto options = std::make_shared<VerifyOptions>();
    app::Verb verb = program.add_verb(
        "verify",
        "Checks certificates; exit status 1 if one is rejected. disarray-verify does the same and "
        "is nothing but the checker.",
        "disarray search --reading prefix --n 3..6 --certificates proofs && "
        "disarray verify proofs/prefix-min-n6.jsonl.zst");
    verb.add_option("FILE", &options->files,
                    "Certificates: files, plain or compressed by zstd, or folders of chunks")
        .required();
    verb.add_threads_option(options->threads);
    verb.on_call([options] { verify_command(*options); });
}

}  // namespace disarray::search
