// SPDX-License-Identifier: MIT
//
// `disarray search`: what is asked (question.hpp) is decided over S_n, or for one σ, and printed
// (search_output.hpp).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "app/verbs/classical_output.hpp"
#include "app/verbs/mpi_command.hpp"
#include "app/verbs/question_options.hpp"
#include "app/verbs/search_commands.hpp"
#include "app/verbs/search_output.hpp"
#include "app/verbs/weights_command.hpp"
#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/number_text.hpp"
#include "base/stop.hpp"
#include "formats/rankings.hpp"
#include "formats/weighting_text.hpp"
#include "search/campaign.hpp"
#include "search/discover/attained.hpp"
#include "search/estimate.hpp"
#include "search/least_ratio.hpp"
#include "search/question.hpp"
#include "search/smt.hpp"
#include "search/sweep.hpp"
#include "search/sweep_tasks.hpp"

namespace disarray::search {

namespace {

using app::Json;

struct SearchOptions {
    QuestionOptions question;
    std::string n = "3..6";
    bool constant = false;
    OptionText family;               ///< one σ for each n instead of S_n
    OptionText ranks, order;         ///< one σ instead of S_n
    OptionText weights, swap_costs;  ///< for that σ
    OptionText fixed_points;         ///< default: one
    bool classical = false;
    bool no_reduction = false;
    OptionText certificates;      ///< folder
    OptionText smt;               ///< file, for one σ
    OptionText campaign, resume;  ///< at most one
    OptionText shard;             ///< "i/N", i from 1
    farm::MpiOptions mpi;
    std::optional<double> chunks;  ///< most MiB of one
    unsigned threads = 0;
    std::optional<double> seconds;
    bool json = false;
};

struct ShardOf {
    std::uint64_t index = 0, count = 1;  ///< index from 0
};

/// "2/16", the first part being 1/16.
ShardOf parse_shard(const OptionText& text) {
    if (!text) return {};
    const auto slash = text->find('/');
    const std::string_view view = *text;
    const auto index = as_number<std::uint64_t>(view.substr(0, slash));
    const auto count = slash == std::string::npos
                           ? std::nullopt
                           : as_number<std::uint64_t>(view.substr(slash + 1));
    if (!index || !count || *index < 1 || *index > *count) {
        throw InputError("--shard", "\"" + printable(*text) + "\"",
                         "i/N with 1 <= i <= N, such as 2/16");
    }
    return {*index - 1, *count};
}

/// 0 for one file.
std::uint64_t chunk_bytes(std::optional<double> mebibytes) {
    if (!mebibytes) return 0;
    const double bytes = *mebibytes * (1 << 20);
    if (bytes >= 1 && bytes < 1e18) return static_cast<std::uint64_t>(bytes);
    throw InputError("--chunks", fmt::format("{}", *mebibytes), "MiB, more than 0");
}

/// The name of the file for a certificate; empty if none is kept. Makes the folder.
/// \param scope  "n8", or the ranks
std::string certificate_path(const SearchOptions& options, const Question& question,
                             const std::string& scope) {
    if (!options.certificates) return "";
    std::error_code error;
    std::filesystem::create_directories(*options.certificates, error);
    if (error) throw InputError(*options.certificates, error.message(), "a folder to write to");
    const std::string name = fmt::format("{}-{}", question.file_stem(), scope);
    return (std::filesystem::path(*options.certificates) / name).string();
}

/// "n = 8  12.5%  of 46232, 310/s, 0:02:10 left, min F/K 6/7".
class SweepProgressLine {
public:
    explicit SweepProgressLine(const Question& question) : question_(question) {}

    void show(const SweepProgress& p) {
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
        const auto done = static_cast<double>(p.done - p.done_before);
        const double rate = seconds > 0 ? done / seconds : 0;
        const double left = rate > 0 ? static_cast<double>(p.total - p.done) / rate : 0;
        const std::string best = p.ratio ? question_.ratio_text(*p.ratio) : "-";
        line_.show(fmt::format(
            "{}  n = {}  {:.1f}% of {}, {:.0f}/s, {} left, {} {}", to_string(question_.inequality),
            p.length, 100.0 * static_cast<double>(p.done) / static_cast<double>(p.total), p.total,
            rate, app::duration_text(left), question_.ratio_name(), best));
    }

private:
    const Question& question_;
    app::ProgressLine line_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// From this length on a sweep takes minutes.
constexpr std::size_t long_n = 10;

void note(const std::string& text) {
    std::fprintf(stderr, "disarray: %s\n", text.c_str());
}

/// How much of the longest length, which nearly all the time goes to, is left to this run.
double share_of(const SweepOptions& sweep) {
    const CampaignPlan plan = plan_of(sweep.claim);
    const std::uint64_t all = unit_count(plan, plan.n);
    std::uint64_t open = 0;
    for (std::uint64_t unit = 0; unit < all; ++unit) {
        const bool is_done = sweep.campaign != nullptr && sweep.campaign->is_done(plan.n, unit);
        if (!is_done && is_in_part(unit, sweep.shard, sweep.shards)) ++open;
    }
    return static_cast<double>(open) / static_cast<double>(all);
}

/// What a long run will cost, told before it begins. Empty where that is not to be compared with
/// what it cost. \param ranks  that share it, of as many threads each
std::optional<SweepEstimate> estimate_of(const SearchOptions& options, const SweepOptions& sweep,
                                         int ranks) {
    const Claim& claim = sweep.claim;
    if (claim.n < long_n || !claim.direct_sums || claim.threshold) return {};
    const double share = share_of(sweep);
    if (share == 0) return {};
    EstimateOptions sample;
    sample.threads = options.threads;
    sample.seconds = 1;
    sample.stop = sweep.stop;
    SweepEstimate estimate = estimate_sweep(claim, sample);
    std::string line = estimate_line(estimate, options.threads, static_cast<unsigned>(ranks));
    if (share < 1) line += fmt::format("; {:.2g} % of that is left to this run", 100 * share);
    note(line);
    if (share < 1) return {};
    return estimate;
}

void compare_with(const SweepEstimate& estimate, const SweepOutcome& outcome) {
    if (outcome.lengths.empty() || !outcome.lengths.back().complete) return;
    const LengthResult& last = outcome.lengths.back();
    note(comparison_line(estimate, last.programs + last.undecided, outcome.cpu_seconds,
                         outcome.certificate_bytes));
}

/// With no more reductions than were asked for.
Claim reduced_as_asked(const SearchOptions& options, Claim claim) {
    if (!options.no_reduction) return claim;
    claim.direct_sums = false;
    claim.symmetries = {};
    return claim;
}

Answer run_sweep(const SearchOptions& options, const Question& question, SweepOptions sweep_options,
                 std::size_t n_from, int ranks = 1) {
    Answer answer{question, sweep_options.claim, {}, "", n_from};
    sweep_options.threads = options.threads;
    sweep_options.chunk_bytes = chunk_bytes(options.chunks);
    const std::string_view ending = options.chunks ? "" : ".jsonl.zst";  // of a folder: none
    sweep_options.certificate =
        certificate_path(options, question, fmt::format("n{}{}", answer.claim.n, ending));
    const std::optional<SweepEstimate> estimate = estimate_of(options, sweep_options, ranks);
    SweepProgressLine line(question);
    sweep_options.progress = [&](const SweepProgress& p) { line.show(p); };
    answer.outcome = sweep(sweep_options);
    const bool is_whole = !answer.outcome.lengths.empty() && answer.outcome.lengths.back().complete;
    app::note_incomplete(!is_whole && sweep_options.stop.requested());
    if (estimate) compare_with(*estimate, answer.outcome);
    if (answer.outcome.kept) answer.certificate = sweep_options.certificate;
    return answer;
}

Claim claim_over(const SearchOptions& options, const Question& question, std::size_t n) {
    return claim_over(question.inequality, n, options.question.threshold);
}

/// The threshold that the least ratio makes, swept; as an answer to `question` as it was asked.
Answer answer_by_threshold(const SearchOptions& options, const Question& question,
                           const LeastRatio& least, const Stop& stop) {
    const Inequality tight = scaled(question.inequality, Rational(1) / least.ratio);
    SweepOptions sweep_options;
    sweep_options.stop = stop;
    sweep_options.claim = reduced_as_asked(options, threshold_claim(tight, least.n));
    sweep_options.attained = least.best;
    Answer answer = run_sweep(options, question_about(tight), sweep_options, least.n);
    answer.question = question;
    for (LengthResult& length : answer.outcome.lengths) {
        if (!length.found) continue;
        length.found->ratio *= least.ratio;
        length.found->best.big *= least.ratio;
    }
    return answer;
}

/// The best constant, by two sweeps without a program for most σ: one that finds it, one that
/// proves it.
void sweep_for_constant(const SearchOptions& options, const Question& question, NRange n,
                        const Stop& stop, std::vector<Answer>& answers) {
    LeastRatioOptions search;
    search.threads = options.threads;
    search.stop = stop;
    SweepProgressLine line(question);
    search.progress = [&](const SweepProgress& p) { line.show(p); };
    Claim claim = reduced_as_asked(options, sweep_claim(question.inequality, n.to));
    std::vector<LeastRatio> found;
    if (claim.direct_sums) {
        found = least_ratios(claim, search);
        std::erase_if(found, [&](const LeastRatio& least) { return least.n < n.from; });
    }
    for (claim.n = n.from; !claim.direct_sums && claim.n <= n.to; ++claim.n)
        std::ranges::copy(least_ratios(claim, search), std::back_inserter(found));
    app::note_incomplete(stop.requested());
    for (const LeastRatio& least : found) {
        if (least.ratio.sign() == 0) {
            throw NotSupported("--threshold",
                               "an unbounded ratio, at ranks " + least.best.to_string(),
                               "a search without it");
        }
        answers.push_back(answer_by_threshold(options, question, least, stop));
    }
}

/// One sweep for all lengths if shorter ones are part of longer ones, else one for each.
void sweep_question(const SearchOptions& options, const Question& question, NRange n,
                    const Stop& stop, std::vector<Answer>& answers) {
    if (options.question.threshold && question.asks_constant)
        return sweep_for_constant(options, question, n, stop, answers);
    SweepOptions sweep_options;
    sweep_options.stop = stop;
    sweep_options.claim = claim_over(options, question, n.to);
    if (sweep_options.claim.direct_sums && !options.no_reduction) {
        answers.push_back(run_sweep(options, question, sweep_options, n.from));
        return;
    }
    std::size_t length = n.from;
    for (; length <= n.to && !stop.requested(); ++length) {
        sweep_options.claim = reduced_as_asked(options, claim_over(options, question, length));
        answers.push_back(run_sweep(options, question, sweep_options, length));
    }
    app::note_incomplete(length <= n.to);
}

std::vector<Answer> sweep_all(const SearchOptions& options) {
    const NRange n = parse_n(options.n, 2, max_sweep_n);
    const TimeBudget budget(options.seconds);
    const std::vector<Question> asked = questions(options.question);
    std::vector<Answer> answers;
    for (std::size_t k = 0; k < asked.size() && !Stop::interrupted(); ++k)
        sweep_question(options, asked[k], n, budget.share(asked.size() - k), answers);
    app::note_incomplete(Stop::interrupted());
    return answers;
}

CampaignFile campaign_file(const SearchOptions& options) {
    if (options.resume) return CampaignFile::open(*options.resume, CampaignFile::Access::write);
    const Question question = one_question(options.question, "--campaign");
    const NRange n = parse_n(options.n, 2, max_sweep_n);
    return CampaignFile::create(*options.campaign, plan_of(claim_over(options, question, n.to)));
}

/// \param farm  of all ranks, if there are others
std::vector<Answer> run_campaign(const SearchOptions& options, farm::Farm* farm) {
    const ShardOf part = parse_shard(options.shard);
    CampaignFile file = campaign_file(options);
    const auto [question, claim] =
        claim_of(file.plan(), options.resume.value_or(options.campaign.value_or("")));
    file.begin_run(app::document("search")["version"], app::command_line());
    SweepOptions sweep_options;
    sweep_options.claim = claim;
    sweep_options.campaign = &file;
    sweep_options.shard = part.index;
    sweep_options.shards = part.count;
    sweep_options.stop = TimeBudget(options.seconds).share(1);
    if (farm != nullptr) sweep_options.elsewhere = by_farm(*farm, file.plan(), sweep_options.stop);
    const std::size_t n_from =
        options.resume ? claim.first_length() : parse_n(options.n, 2, max_sweep_n).from;
    std::vector<Answer> answers;
    const int ranks = farm != nullptr ? farm->ranks() : 1;
    answers.push_back(run_sweep(options, question, sweep_options, n_from, ranks));
    return answers;
}

void print_answers(const SearchOptions& options, const std::vector<Answer>& answers) {
    note_verdicts(answers);
    if (!options.json) return app::print(results_text(answers, options.constant));
    Json json = app::document("search");
    json["results"] = results_json(answers);
    app::print_json(json);
}

/// The σ and weights given on the command line.
Claim claim_about_one(const SearchOptions& options, const Inequality& inequality) {
    formats::RankingParser parser;
    const Permutation sigma =
        options.ranks ? parser.parse(*options.ranks, formats::Notation::ranks, "--ranks")
                      : parser.parse(*options.order, formats::Notation::order, "--order");
    Claim claim{inequality, sigma.size(), sigma, {}, false, {}};
    if (options.weights) {
        claim.weighting.element_weights =
            formats::element_weights(*options.weights, claim.n, "--weights");
    }
    if (options.swap_costs) {
        claim.weighting.swap_costs =
            formats::swap_costs(*options.swap_costs, claim.n, "--swap-costs");
    }
    // Without swap costs every p̄ is 1, and a certificate has no other policy then.
    if (options.fixed_points) {
        const FixedPointPolicy policy =
            choice_named<FixedPointPolicy>(*options.fixed_points, "--fixed-points");
        if (options.swap_costs) claim.weighting.fixed_points = policy;
    }
    return claim;
}

/// "ranks-3-1-2-w-1-1_2-3": the scope of a claim about one σ, without a slash.
std::string file_stem(const Claim& claim) {
    std::string stem = fmt::format("ranks-{}", fmt::join(claim.sigma->to_ranks(), "-"));
    const auto append = [&stem](const Rational& value) { stem += "-" + value.to_string(); };
    if (claim.weighting.element_weights) {
        stem += "-w";
        for (std::size_t i = 0; i < claim.n; ++i)
            append((*claim.weighting.element_weights)[i]);
    }
    if (claim.weighting.swap_costs) {
        stem += "-d";
        std::ranges::for_each(claim.weighting.swap_costs->costs(), append);
        stem += "-" + std::string(name_of(claim.weighting.fixed_points));
    }
    std::ranges::replace(stem, '/', '_');
    return stem;
}

std::vector<Answer> decide_given(const SearchOptions& options) {
    std::vector<Answer> answers;
    for (const Question& question : questions(options.question)) {
        Answer answer{question, claim_about_one(options, question.inequality), {}, "", 0};
        const Permutation& sigma = *answer.claim.sigma;
        if (sigma.size() > 20) {
            throw NotSupported("--ranks", fmt::format("{} elements", sigma.size()), "at most 20");
        }
        if (functional(question.inequality.small, sigma, answer.claim.weighting).is_zero()) {
            throw NotSupported("ranks " + sigma.to_string(),
                               to_string(question.inequality.small) + " = 0 for every D",
                               "a ranking for which it is not");
        }
        if (options.smt) {
            AtomicFile file(*options.smt);
            file.write(smt_script(answer.claim));
            file.commit();
        }
        const std::string path =
            certificate_path(options, question, file_stem(answer.claim) + ".jsonl");
        answer.outcome = decide_one(answer.claim, path);
        if (answer.outcome.kept) answer.certificate = path;
        answers.push_back(std::move(answer));
    }
    return answers;
}

/// Refuses combinations that mean nothing.
void require_sensible(const SearchOptions& options) {
    if (options.classical &&
        (options.no_reduction || options.question.reading != "all" || options.certificates ||
         options.campaign || options.resume || options.ranks || options.order)) {
        throw NotSupported(
            "--classical", "options of the search over D as well",
            "only --n, --time, --threads and --json: all σ are visited, all readings agree");
    }
    const bool one = options.ranks || options.order;
    if (!one && (options.weights || options.swap_costs || options.fixed_points)) {
        throw NotSupported("--weights, --swap-costs and --fixed-points", "no ranking",
                           "--ranks or --order as well, or search weights");
    }
    if (one && options.n != SearchOptions().n) {
        throw NotSupported("--n", "--ranks or --order as well",
                           "one of them: a ranking has its length");
    }
    const bool campaign = options.campaign || options.resume;
    if (options.smt && (!one || questions(options.question).size() != 1)) {
        throw NotSupported("--smt", "no single claim about one ranking",
                           "an inequality, or --reading NAME, with --ranks or --order");
    }
    if (options.family && (one || campaign || options.question.conjecture || options.certificates ||
                           options.no_reduction || options.classical)) {
        throw NotSupported("--family", "options of the search over S_n as well",
                           "only --reading, --side, --n, --time and --json");
    }
    if (options.question.threshold &&
        (one || options.family || options.classical || options.resume || options.constant ||
         (campaign &&
          std::ranges::any_of(questions(options.question), &Question::asks_constant)))) {
        throw NotSupported("--threshold",
                           "one ranking, --constant, or a campaign for the best constant",
                           "an inequality over S_n: \"F[box] <= 7/2*K\", or \"F[box] <= c*K\"");
    }
    if (options.chunks && one) {
        throw NotSupported("--chunks", "--ranks or --order as well",
                           "a search over S_n: one ranking has one record");
    }
    chunk_bytes(options.chunks);  // before hours of work
    if (options.shard && !campaign) {
        throw NotSupported("--shard", "no campaign", "--campaign FILE or --resume FILE as well");
    }
    if (options.mpi.mpi && !campaign) {
        throw NotSupported("--mpi", "no campaign", "--campaign FILE or --resume FILE as well");
    }
    if (campaign && (options.no_reduction || one)) {
        throw NotSupported("--campaign", "--no-reduction, --ranks or --order as well",
                           "a campaign over all of S_n, reduced");
    }
}

std::vector<Answer> answer_all(const SearchOptions& options, farm::Farm* farm) {
    if (options.ranks || options.order) return decide_given(options);
    if (options.campaign || options.resume) return run_campaign(options, farm);
    return sweep_all(options);
}

void search_command(const SearchOptions& options) {
    require_sensible(options);
    if (options.classical) {
        const NRange n = parse_n(options.n, 2, discover::max_attained_n);
        const Stop stop = TimeBudget(options.seconds).share(1);
        if (!options.question.conjecture)
            return run_classical(n.from, n.to, options.threads, stop, options.json);
        return run_classical_statement(*options.question.conjecture, n.from, n.to, options.threads,
                                       stop, options.json);
    }
    if (options.family) {
        return run_family({*options.family, options.question.reading, options.question.side,
                           options.n, options.seconds, options.json});
    }
    farm::on_all_ranks(options.mpi, options.threads, sweep_tasks, [&](farm::Farm* farm) {
        print_answers(options, answer_all(options, farm));
    });
}

void add_scope_options(app::Verb verb, SearchOptions& options) {
    add_question_options(verb, options.question);
    verb.add_option("--n", &options.n, "Length of the rankings: a number or a range");
    verb.add_flag("--constant", options.constant, "Say which c is best in left <= c*right").rare();
    const app::Option ranks =
        verb.add_option("--ranks", &options.ranks, "Decide this ranking only, by its rank vector");
    verb.add_option("--order", &options.order, "Decide this ranking only, by its order")
        .excludes(ranks)
        .rare();
    verb.add_option("--weights", &options.weights, "Its element weights: n positive numbers")
        .rare();
    verb.add_option("--swap-costs", &options.swap_costs,
                    "Its swap costs: unit, ctr, topk, topk:K or n-1 numbers")
        .rare();
    verb.add_option("--fixed-points", &options.fixed_points,
                    "Average swap cost of an element that does not move: one (default) or local")
        .rare();
    verb.add_option("--family", &options.family,
                    "Decide the members of this family and look for a formula in n; "
                    "search family --help-all names them")
        .rare();
    verb.add_flag("--classical", options.classical,
                  "All weights 1 instead of all D: CONJECTURE is a statement such as "
                  "\"kendall + cayley <= footrule\" (default: K <= F <= 2K), checked on every σ")
        .rare();
    add_threshold_option(verb, options.question);
    verb.add_flag("--no-reduction", options.no_reduction,
                  "Solve all of S_n, without symmetries, for comparison")
        .in(app::Group::effort)
        .rare();
}

void add_run_options(app::Verb verb, SearchOptions& options) {
    verb.group(app::Group::output);
    verb.add_option("--certificates", &options.certificates,
                    "Folder in which the certificates are kept, for disarray-verify");
    verb.add_option("--smt", &options.smt,
                    "File for the claim about one ranking in SMT-LIB, negated, for another solver")
        .value_name("FILE")
        .rare();
    verb.add_option("--chunks", &options.chunks,
                    "Keep each certificate as a folder of files of at most so many MiB each (at "
                    "least one unit of work), which are verified in parallel")
        .value_name("MIB")
        .needs("--certificates")
        .rare();
    const app::Option campaign =
        verb.add_option("--campaign", &options.campaign,
                        "New file in which finished work is kept, so that it can be resumed");
    verb.add_option("--resume", &options.resume, "Go on with the campaign in this file")
        .excludes(campaign)
        .excludes("--reading")
        .excludes("--side")
        .excludes("--n")
        .excludes("CONJECTURE");
    verb.group(app::Group::effort);
    verb.add_option("--shard", &options.shard,
                    "Do part i of N only (i/N, i from 1); search merge brings parts together")
        .rare();
    farm::add_mpi_options(verb, options.mpi);
    verb.add_time_option(options.seconds);
}

}  // namespace

void add_commands(app::Verb program) {
    const auto options = std::make_shared<SearchOptions>();
    app::Verb verb = program.add_verb(
        "search",
        "Decides inequalities such as K <= F over all of S_n and all pseudometrics D, exactly.",
        "disarray search --reading prefix --n 3..6");
    add_scope_options(verb, *options);
    add_run_options(verb, *options);
    verb.add_threads_option(options->threads);
    verb.add_fail_if_option();
    verb.add_json_option(options->json);
    add_campaign_commands(verb);
    add_plan_commands(verb);
    add_conjecture_command(verb);
    add_prove_command(verb);
    add_estimate_command(verb);
    add_weight_commands(verb);
    add_scatter_command(verb);
    verb.on_call([options, verb] {
        if (!verb.passes_on()) search_command(*options);
    });
    add_discover_command(program);
    add_verify_command(program);
}

}  // namespace disarray::search
