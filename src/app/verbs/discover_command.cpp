// SPDX-License-Identifier: MIT
//
// `disarray discover`: conjectures between statistics of permutations that the program finds
// itself.
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/discover_output.hpp"
#include "app/verbs/question_options.hpp"
#include "app/verbs/search_commands.hpp"

namespace disarray::search {

namespace {

using discover::DiscoverOptions;
using discover::Discovery;

struct DiscoverCommand {
    std::string metrics = "kendall,footrule,cayley,hamming,ulam,spearman";
    std::string n = "3..8";
    std::uint64_t size = 2;
    std::optional<std::string> theorems;
    std::uint64_t climbing = DiscoverOptions{}.climbing;
    std::uint64_t most = 20;
    std::uint64_t seed = DiscoverOptions{}.seed;
    std::optional<double> seconds;
    unsigned threads = 0;
    bool json = false;
};

DiscoverOptions options_of(const DiscoverCommand& command) {
    DiscoverOptions options;
    options.quantities = discover::quantities_named(command.metrics, "--metrics");
    const NRange n = parse_n(command.n, 2, discover::max_attained_n);
    options.n_from = n.from;
    options.n_to = n.to;
    options.dimension = command.size;
    options.theorems = command.theorems ? discover::theorems_of_file(*command.theorems)
                                        : discover::known_theorems();
    options.climbing = command.climbing;
    options.seed = command.seed;
    options.threads = command.threads;
    options.stop = TimeBudget(command.seconds).share(1);
    return options;
}

void discover_command(const DiscoverCommand& command) {
    DiscoverOptions options = options_of(command);
    app::ProgressLine line;
    options.progress = [&](const std::string& what) { line.show(what); };
    const Discovery found = discover::discover(options);
    app::note_incomplete(!found.complete);
    for (const discover::TheoremResult& known : found.theorems)
        app::note_verdict(verdict_of(known));
    if (!command.json) return app::print(discovery_text(options, found, command.most));
    app::Json json = app::document("discover");
    json.update(discovery_json(options, found));
    app::print_json(json);
}

}  // namespace

void add_discover_command(app::Verb program) {
    const auto command = std::make_shared<DiscoverCommand>();
    app::Verb verb = program.add_verb(
        "discover",
        "Finds sharp inequalities between statistics of permutations, as conjectures in n.",
        "disarray discover --metrics kendall,footrule,cayley --n 3..7");
    verb.add_option(
            "--metrics", &command->metrics,
            "Statistics: kendall, footrule, cayley, hamming, ulam, spearman, chebyshev, "
            "lee, gini, dis, runs, osc, enc, sus, mono, block; NAME[inverse] for that of σ⁻¹")
        .list();
    verb.add_option("--n", &command->n, "Lengths that are swept, all σ of each: a range");
    verb.add_option("--size", &command->size, "Statistics in one inequality, at most")
        .from_to(1, 3);
    verb.group(app::Group::how);
    verb.add_option("--theorems", "FILE", &command->theorems,
                    "Known inequalities, checked and not told as news: lines \"name | statement | "
                    "least n | source\", instead of those that come with the program");
    verb.group(app::Group::effort);
    verb.add_option("--climbing", &command->climbing,
                    "Permutations tried at each of four larger n, for each conjecture; 0: none")
        .from_to(0, 100'000'000);
    verb.add_option("--seed", &command->seed, "Of the climbing");
    verb.add_time_option(command->seconds);
    verb.add_threads_option(command->threads);
    verb.add_fail_if_option();
    verb.group(app::Group::output);
    verb.add_option("--most", &command->most, "Conjectures told; --json has all")
        .from_to(0, 1'000'000);
    verb.add_json_option(command->json);
    verb.on_call([command] { discover_command(*command); });
}

}  // namespace disarray::search
