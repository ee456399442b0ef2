// SPDX-License-Identifier: MIT
//
// `disarray search prove`: an inequality for every n, with the least constant that a proof is found
// for, rankings that attain it, and the certificate.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/verb.hpp"
#include "app/verbs/search_commands.hpp"
#include "app/verbs/search_output.hpp"
#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "search/evidence_json.hpp"
#include "search/prove/answer.hpp"

namespace disarray::search {

namespace {

using app::Json;

struct ProveOptions {
    std::string inequality;
    bool all_weights = false;
    std::optional<std::string> family;
    std::optional<std::string> certificates;  ///< folder
    bool json = false;
};

std::vector<EveryNAnswer> answers_to(const ProveOptions& options) {
    std::vector<EveryNAnswer> answers;
    for (const Question& question : questions_in(options.inequality)) {
        answers.push_back(
            options.family
                ? answer_by_families(question, periodic_families_named(*options.family, "--family"))
                : answer_for_every_n(question, options.all_weights));
    }
    return answers;
}

/// Keeps the certificate, if there is one. \return its path, or nothing
std::string kept_certificate(const ProveOptions& options, const EveryNAnswer& answer) {
    if (!options.certificates || answer.certificate.empty()) return "";
    std::error_code error;
    std::filesystem::create_directories(*options.certificates, error);
    if (error) throw InputError(*options.certificates, error.message(), "a folder to write to");
    const std::string name = question_about(answer.stated).file_stem() + "-every-n.jsonl";
    std::string path = (std::filesystem::path(*options.certificates) / name).string();
    AtomicFile file(path);
    file.write(answer.certificate);
    file.commit();
    return path;
}

std::string every_n_scope(bool all_weights) {
    return all_weights ? "every n, every σ in S_n, all w > 0 and δ >= 0 and every symmetric D >= 0"
                       : "every n, every σ in S_n and every pseudometric D (w = δ = 1)";
}

/// FORMAT.md, "Weights", has the reason.
constexpr std::string_view step_weights =
    "every w > 0 that is equal within each component of σ without its fixed points";

/// The constants of N ≤ c·M: those proved, and those that rankings of small n need.
std::string constants_text(const EveryNAnswer& answer) {
    std::string text;
    if (answer.least && !answer.proof)
        text += fmt::format(
            "For every n the left side is proved to be at most {} times the right one.\n",
            answer.least->to_string());
    if (answer.family_witness)
        text += fmt::format("It fails for\n{}",
                            describe(question_about(answer.stated), *answer.family_witness));
    if (answer.attained.extreme && !answer.is_sharp() && !answer.family_witness) {
        text += fmt::format("For n <= {}{} the left side is at most {} times the right one, by\n{}",
                            answer.attained.searched,
                            answer.all_weights ? ", w = δ = 1 and every pseudometric D" : "",
                            (Rational(1) / answer.attained.extreme->ratio()).to_string(),
                            describe(question_about(answer.stated), *answer.attained.extreme));
    }
    return text;
}

std::string sharp_text(const EveryNAnswer& answer) {
    if (!answer.is_sharp()) return "It is not known to be sharp.\n" + constants_text(answer);
    if (!answer.attained.least) {
        return "It is sharp: families of rankings come as near to equality as one likes.\n";
    }
    return fmt::format("It is sharp: equality at n = {} for\n{}",
                       answer.attained.least->sigma.size(),
                       describe(question_about(answer.stated), *answer.attained.least));
}

std::string answer_text(const EveryNAnswer& answer, const std::string& path) {
    const bool all_weights = answer.all_weights;
    const std::string stated = to_string(answer.stated);
    std::string text;
    if (answer.proof) {
        text = fmt::format(
            "{} is proved {} for {}.\n{}{}", stated, answer.method(), every_n_scope(all_weights),
            all_weights ? "" : fmt::format("So it is for {}.\n", step_weights), sharp_text(answer));
    } else if (answer.families_refute) {
        const auto& witness = answer.family_witness;
        text =
            fmt::format("{} is refuted, {}.\n{}", stated,
                        witness ? fmt::format("at n = {}", witness->sigma.size()) : "for large n",
                        constants_text(answer));
    } else if (answer.certificate.empty() && answer.is_refuted()) {
        text = fmt::format("{} is refuted, at n <= {}.\n{}", stated, answer.attained.searched,
                           constants_text(answer));
    } else if (answer.certificate.empty()) {
        text = fmt::format("{} is not proved for {}.\n{}", stated, every_n_scope(all_weights),
                           constants_text(answer));
    }
    if (!answer.certificate.empty())
        text += (text.empty() ? "" : "\n") + answer.verification + "\n";
    if (!path.empty()) text += "  in " + path + "\n";
    return text;
}

Json answer_json(const EveryNAnswer& answer, const std::string& path) {
    const bool all_weights = answer.all_weights;
    const auto witness = [&](const std::optional<Evidence>& evidence) {
        return evidence ? evidence_json(question_about(answer.stated), *evidence) : Json(nullptr);
    };
    const bool is_attained = answer.attained.least && !answer.is_refuted();
    const auto& shown = answer.families_refute ? answer.family_witness
                        : is_attained          ? answer.attained.least
                                               : answer.attained.extreme;
    Json json = {{"statement", to_string(answer.stated)},
                 {"scope", every_n_scope(all_weights)},
                 {"weights", all_weights ? "all" : step_weights},
                 {"proved", answer.proof.has_value()},
                 {"method", answer.proof ? Json(answer.method()) : Json(nullptr)},
                 {"least_constant", answer.least ? Json(answer.least->to_string()) : Json(nullptr)},
                 {"sharp", answer.is_sharp()},
                 {"refuted", answer.is_refuted()},
                 {"witness", witness(shown)},
                 {"verification", nullptr},
                 {"certificate", nullptr}};
    if (!answer.verification.empty()) json["verification"] = answer.verification;
    if (!path.empty()) json["certificate"] = path;
    return json;
}

void prove_command(const ProveOptions& options) {
    std::string text;
    Json json = app::document("search");
    json["proofs"] = Json::array();
    for (const EveryNAnswer& answer : answers_to(options)) {
        if (answer.proof) app::note_verdict(Verdict::proved);
        if (answer.is_refuted()) app::note_verdict(Verdict::refuted);
        const std::string path = kept_certificate(options, answer);
        text += (text.empty() ? "" : "\n") + answer_text(answer, path);
        json["proofs"].push_back(answer_json(answer, path));
    }
    if (options.json) return app::print_json(json);
    app::print(text);
}

}  // namespace

void add_prove_command(app::Verb search_verb) {
    const auto options = std::make_shared<ProveOptions>();
    app::Verb verb = search_verb.add_verb(
        "prove",
        "Proves an inequality for every n, or finds the least c in N <= c*M that it can prove.",
        "disarray search prove \"F[interval] <= c*K\"");
    verb.add_option("INEQUALITY", &options->inequality,
                    "Between sums of K, F[interval], F[box] and, on the smaller side, F[prefix]")
        .required();
    verb.add_flag("--all-weights", options->all_weights,
                  "For all weights and every symmetric D >= 0: coefficient by coefficient");
    verb.add_option(
        "--family", &options->family,
        "No proof, but what a family says of c: framed, threes, rotation, rotation-last");
    verb.add_fail_if_option();
    verb.group(app::Group::output);
    verb.add_option("--certificates", &options->certificates,
                    "Folder in which the certificates are kept, for disarray-verify");
    verb.add_json_option(options->json);
    verb.on_call([options] { prove_command(*options); });
}

}  // namespace disarray::search
