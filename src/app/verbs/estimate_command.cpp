// SPDX-License-Identifier: MIT
//
// `disarray search estimate`: what a sweep would cost (estimate.hpp), by length and in sum.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/question_options.hpp"
#include "app/verbs/search_commands.hpp"
#include "base/error.hpp"
#include "base/text_table.hpp"
#include "record/json.hpp"
#include "search/estimate.hpp"
#include "search/question.hpp"
#include "search/sweep.hpp"

namespace disarray::search {

namespace {

using app::Json;

struct EstimateCommandOptions {
    QuestionOptions question{{}, "prefix", "min"};
    std::size_t n = 0;
    std::uint64_t seed = 1;
    std::optional<double> seconds;
    unsigned threads = 0;
    bool json = false;
};

struct EstimateAnswer {
    Question question;
    SweepEstimate estimate;
};

std::vector<EstimateAnswer> estimate_all(const EstimateCommandOptions& options) {
    if (options.question.threshold && options.n > max_sweep_n) {
        throw NotSupported("--threshold", fmt::format("n = {}", options.n),
                           fmt::format("at most {}, what the verifier takes", max_sweep_n));
    }
    const std::vector<Question> asked = questions(options.question);
    const TimeBudget checked(options.seconds);  // and Ctrl-C is listened to
    std::vector<EstimateAnswer> answers;
    app::ProgressLine line;
    for (const Question& question : asked) {
        line.show(to_string(question.inequality));
        EstimateOptions sample;
        sample.seed = options.seed;
        sample.threads = options.threads;
        if (options.seconds) {
            sample.seconds = *options.seconds / static_cast<double>(asked.size());
        }
        answers.push_back({question, estimate_sweep(claim_over(question.inequality, options.n,
                                                               options.question.threshold),
                                                    sample)});
        // Without a whole round of samples there is nothing to say.
        if (Stop::interrupted()) break;
    }
    return answers;
}

// ------------------------------------------------------------------------------------------ JSON

Json estimate_json(const EstimateAnswer& answer, const EstimateCommandOptions& options) {
    const Cost total = answer.estimate.total();
    Json json = {{"statement", to_string(answer.question.inequality)},
                 {"n", options.n},
                 {"seed", options.seed},
                 {"programs_sampled", answer.estimate.sampled},
                 {"sample_complete", !answer.estimate.cut_short},
                 {"lengths", Json::array()},
                 {"total", record::to_json(total)},
                 {"wall_seconds", wall_seconds(total, options.threads)}};
    for (const LengthEstimate& length : answer.estimate.lengths) {
        Json row = {{"n", length.length},
                    {"programs_sampled", length.sampled},
                    {"runs_sampled", length.runs}};
        record::add_fields(row, length.cost);
        json["lengths"].push_back(std::move(row));
    }
    return json;
}

// ------------------------------------------------------------------------------------------ Text

/// Three digits: "0.00728", "12.3", "4.56e+07".
std::string hours(const Estimated& seconds) {
    return fmt::format("{:.3g}", seconds.value / 3600);
}

std::string megabytes(const Estimated& bytes) {
    return fmt::format("{:.3g}", bytes.value / 1e6);
}

void add_row(TextTable& table, const std::string& name, const Cost& cost,
             const std::string& sampled) {
    table.add_row({name, count_text({static_cast<double>(cost.permutations), 0}),
                   count_text(cost.programs), relative_text(cost.programs), hours(cost.seconds),
                   relative_text(cost.seconds), megabytes(cost.bytes), relative_text(cost.bytes),
                   sampled});
}

std::string estimate_text(const EstimateAnswer& answer, const EstimateCommandOptions& options) {
    using Align = TextTable::Align;
    TextTable table({{"length", Align::right},
                     {"permutations", Align::right},
                     {"programs", Align::right},
                     {"±", Align::right},
                     {"CPU hours", Align::right},
                     {"±", Align::right},
                     {"certificate MB", Align::right},
                     {"±", Align::right},
                     {"sampled", Align::right}});
    for (const LengthEstimate& length : answer.estimate.lengths)
        add_row(table, std::to_string(length.length), length.cost, std::to_string(length.sampled));
    const Cost total = answer.estimate.total();
    add_row(table, "sum", total, std::to_string(answer.estimate.sampled));
    const std::string verification =
        options.n > max_sweep_n
            ? fmt::format("the verifier takes no claim above n = {}", max_sweep_n)
            : fmt::format("the verifier takes {} of CPU time, of all threads as well",
                          duration_text(total.verification.value));
    return fmt::format("{}, n = {}, from a sample of seed {}{}\n\n{}\n{}\n{}\n",
                       to_string(answer.question.inequality), options.n, options.seed,
                       answer.estimate.cut_short ? ", as far as it came in its time" : "",
                       table.to_string(), estimate_line(answer.estimate, options.threads),
                       verification);
}

std::string estimates_text(const std::vector<EstimateAnswer>& answers,
                           const EstimateCommandOptions& options) {
    std::string text;
    for (const EstimateAnswer& answer : answers)
        text += estimate_text(answer, options) + "\n";
    text +=
        "± is half the width of a 95 % interval. It is about the choice of the sample, not about "
        "what else the machine does.\n";
    if (options.n > max_sweep_n) {
        text +=
            fmt::format("Sweeps are offered up to n = {}: this is what a longer one would take.\n",
                        max_sweep_n);
    }
    return text;
}

void estimate_command(const EstimateCommandOptions& options) {
    const std::vector<EstimateAnswer> answers = estimate_all(options);
    app::note_incomplete(Stop::interrupted());
    if (!options.json) return app::print(estimates_text(answers, options));
    Json json = app::document("search-estimate");
    json["results"] = Json::array();
    for (const EstimateAnswer& answer : answers)
        json["results"].push_back(estimate_json(answer, options));
    app::print_json(json);
}

}  // namespace

void add_estimate_command(app::Verb search_verb) {
    const auto options = std::make_shared<EstimateCommandOptions>();
    app::Verb verb = search_verb.add_verb(
        "estimate",
        "What a search over S_n will take: programs, CPU hours, bytes of certificate, from a "
        "measured sample.",
        "disarray search estimate --reading prefix --n 9 --time 1");
    add_question_options(verb, options->question);
    verb.add_option("--n", &options->n, "Length of the rankings")
        .from_to(2, max_estimate_n)
        .required();
    add_threshold_option(verb, options->question);
    verb.group(app::Group::effort);
    verb.add_option("--seed", &options->seed, "Of the sample");
    verb.add_option("--time", &options->seconds,
                    "Seconds for the sample; the default is 5 for each inequality")
        .seconds();
    verb.add_threads_option(options->threads);
    verb.add_json_option(options->json);
    verb.on_call([options] { estimate_command(*options); });
}

}  // namespace disarray::search
