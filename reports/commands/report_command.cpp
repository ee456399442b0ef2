// SPDX-License-Identifier: MIT
//
// `disarray report`: saved JSON in, a report out.
#include <memory>
#include <string>
#include <vector>

#include "app/verb.hpp"
#include "reports/commands/commands.hpp"
#include "reports/markdown.hpp"

namespace disarray::reports {

void add_commands(CLI::App& program) {
    const auto paths = std::make_shared<std::vector<std::string>>();
    CLI::App& verb = app::add_verb(
        program, "report", "A Markdown report of what search and check printed with --json.",
        "disarray search --n 3..4 --json > search.json && disarray report --from search.json");
    verb.add_option("--from", *paths, "Saved documents")->required()->type_name("FILE…");
    verb.callback([paths] { app::print(to_markdown(read_documents(*paths))); });
}

}  // namespace disarray::reports
