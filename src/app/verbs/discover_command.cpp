// SPDX-License-Identifier: MIT
//
// `disarray discover`: conjectures between statistics of permutations that the program finds
// itself.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/discover_output.hpp"
#include "app/verbs/question_options.hpp"
#include "app/verbs/search_commands.hpp"
#include "metrics/catalogue.hpp"
#include "search/sweep.hpp"

namespace disarray::search::discover {

namespace {

struct DiscoverCommand {
    std::string metrics = "kendall,footrule,cayley,hamming,ulam,spearman-distance";
    std::string n = "3..8";
    std::uint64_t size = 2;
    std::optional<std::string> about, theorems, resume;
    std::uint64_t climbing = DiscoverOptions{}.climbing;
    std::uint64_t tempering = DiscoverOptions{}.tempering;
    std::uint64_t most = 20;
    std::uint64_t seed = DiscoverOptions{}.seed;
    std::optional<double> seconds;
    unsigned threads = 0;
    bool json = false;
};

DiscoverOptions options_of(const DiscoverCommand& command) {
    DiscoverOptions options;
    options.quantities = quantities_named(command.metrics, "--metrics");
    const NRange n = parse_n(command.n, 2, max_attained_n);
    options.n_from = n.from;
    options.n_to = n.to;
    options.dimension = command.size;
    options.theorems = command.theorems ? theorems_of_file(*command.theorems) : known_theorems();
    options.climbing = command.climbing;
    options.tempering = command.tempering;
    options.seed = command.seed;
    options.threads = command.threads;
    options.stop = TimeBudget(command.seconds).share(1);
    return options;
}

std::unique_ptr<WorkFile> work_of(const DiscoverCommand& command) {
    return command.resume ? std::make_unique<WorkFile>(*command.resume) : nullptr;
}

/// "F[prefix]", "prefix", "F", "all". \throws InputError for anything else
std::vector<Question> questions_about(const std::string& text) {
    std::string reading = text == "F" ? "all" : text;
    if (reading.starts_with("F[") && reading.ends_with(']'))
        reading = reading.substr(2, reading.size() - 3);
    for (const metrics::Reading known : metrics::readings_named(reading, "--about"))
        reading = std::string(name_of(known));
    return standard_questions(text == "F" || text == "all" ? "all" : reading, "both");
}

/// The constants between K and F over all D, instead of statistics.
void about_command(const DiscoverCommand& command) {
    const NRange n = parse_n(command.n, 2, max_sweep_n);
    const TimeBudget budget(command.seconds);
    const auto questions = questions_about(*command.about);
    const auto work = work_of(command);
    app::ProgressLine line;
    app::Json json = app::document("discover");
    app::Json& rows = json["constants"] = app::Json::array();
    std::string text;
    for (std::size_t k = 0; k < questions.size(); ++k) {
        line.show(to_string(questions[k].inequality));
        ConstantOptions options;
        options.n_from = n.from;
        options.n_to = n.to;
        options.n_family = std::max<std::size_t>(n.to, ConstantOptions{}.n_family);
        options.threads = command.threads;
        options.work = work.get();
        options.stop = budget.share(questions.size() - k);
        const ConstantInN found = constant_in_n(questions[k], options);
        app::note_incomplete(!found.complete);
        text += (text.empty() ? "" : "\n") + constant_text(found);
        rows.push_back(constant_json(found));
    }
    command.json ? app::print_json(json) : app::print(text);
}

void discover_command(const DiscoverCommand& command) {
    if (command.about) return about_command(command);
    DiscoverOptions options = options_of(command);
    const auto work = work_of(command);
    options.work = work.get();
    app::ProgressLine line;
    options.progress = [&](const std::string& what) { line.show(what); };
    const Discovery found = discover(options);
    app::note_incomplete(!found.complete);
    for (const TheoremResult& known : found.theorems)
        app::note_verdict(known.verdict());
    if (!command.json) return app::print(discovery_text(options, found, command.most));
    app::Json json = app::document("discover");
    json.update(discovery_json(options, found));
    app::print_json(json);
}

}  // namespace

}  // namespace disarray::search::discover

namespace disarray::search {

void add_discover_command(app::Verb program) {
    const auto command = std::make_shared<discover::DiscoverCommand>();
    app::Verb verb = program.add_verb(
        "discover",
        "Finds sharp inequalities between statistics of permutations, as conjectures in n.",
        "disarray discover --metrics kendall,footrule,cayley --n 3..7");
    verb.add_option("--metrics", &command->metrics,
                    "Statistics: kendall, footrule, cayley, hamming, ulam, spearman-distance, "
                    "chebyshev, lee, gini, dis, runs, osc, enc, sus, mono, block; NAME[inverse] "
                    "for that of σ⁻¹; of "
                    "rankings with ties K0, Kprof, KHaus, Fprof, FHaus")
        .list();
    verb.add_option("--about", &command->about,
                    "Instead: the best constants between K and this F over all D, such as "
                    "F[prefix], or F for all readings, as formulas in n")
        .excludes("--metrics");
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
    verb.add_option("--tempering", &command->tempering,
                    "The same by parallel tempering, where climbing finds no counterexample")
        .from_to(0, 100'000'000);
    verb.add_option("--seed", &command->seed, "Of climbing and tempering");
    verb.add_time_option(command->seconds);
    verb.add_option("--resume", "FILE", &command->resume,
                    "Keeps what is done in this file, and goes on with what is there");
    verb.add_threads_option(command->threads);
    verb.add_fail_if_option();
    verb.group(app::Group::output);
    verb.add_option("--most", &command->most, "Conjectures told; --json has all")
        .from_to(0, 1'000'000);
    verb.add_json_option(command->json);
    verb.on_call([command] { discover::discover_command(*command); });
}

}  // namespace disarray::search
