// SPDX-License-Identifier: MIT
//
// Certified results as one cites them, the reader's own like those of the sources.
#include <algorithm>

#include <fmt/format.h>

#include "reports/compose/sections.hpp"

namespace disarray::reports {

namespace {

/// What one certificate proves: rows of one statement, by n.
struct Certified {
    std::string path;
    std::vector<const Result*> rows;
};

std::vector<Certified> certified_in(const Model& model) {
    std::vector<Certified> all;
    for (const Result& result : model.results) {
        if (result.certificate.empty() || !result.value) continue;
        auto place = std::ranges::find(all, result.certificate, &Certified::path);
        if (place == all.end()) place = all.insert(all.end(), {result.certificate, {}});
        place->rows.push_back(&result);
    }
    for (Certified& one : all)
        std::ranges::stable_sort(one.rows, {}, &Result::n);
    return all;
}

std::string lengths(const Certified& of) {
    const std::size_t first = of.rows.front()->n, last = of.rows.back()->n;
    return first == last ? fmt::format("n = {}", first) : fmt::format("n = {} to {}", first, last);
}

std::string_view quotient(const Result& row) {
    return row.side == "min" ? "min F/K" : row.side == "max" ? "max F/K" : "min M/N";
}

/// What the certificate says of its largest n: min M/N of N <= M.
Rational proved_ratio(const Result& row) {
    const Rational claimed = row.claimed.value_or(Rational(1));
    return row.side == "max"   ? claimed / *row.value
           : row.side == "min" ? *row.value / claimed
                               : *row.value;
}

Proof proof_of(const Certified& of, const Model& model) {
    const Result& last = *of.rows.back();
    const Source& source = model.sources[last.source];
    const CertificateFile& file = model.certificates.at(of.path);
    std::vector<std::string> constants;
    for (const Result* row : of.rows)
        constants.push_back(fmt::format("{} for n = {}", row->ratio, row->n));
    const std::string verify = "disarray-verify " + of.path;
    const std::string hash = file.sha256.empty() ? "" : ", SHA-256 " + file.sha256;
    Proof proof;
    proof.id = "proof-" + last.id;
    proof.title = fmt::format("{}, {}", last.statement, lengths(of));
    proof.statement = last.certified;
    proof.n = last.n;
    proof.ratio = proved_ratio(last).to_string();
    proof.packed = file.packed;
    proof.details = {
        {"statement", {code(last.statement), plain(", " + last.scope)}},
        {std::string(quotient(last)), {plain(listed(constants))}},
        {"SHA-256 of the certificate",
         {file.sha256.empty() ? plain("the file was not found when this report was made")
                              : code(file.sha256)}},
        {"version", {plain("disarray " + source.version)}},
        {"found by", {code(source.command)}, true},
        {"verified by", {code(verify)}, true},
        {"how to cite",
         {code(fmt::format("{}: {} = {} at n = {} ({}). Found by disarray {}, certificate {}{}; "
                           "verified by {}.",
                           last.statement, quotient(last), last.ratio, last.n, last.scope,
                           source.version, of.path, hash, verify))},
         true}};
    return proof;
}

}  // namespace

Section proofs_section(const Model& model) {
    Section section{"proofs", "Certificates, and how to cite them", {}};
    const std::vector<Certified> all = certified_in(model);
    if (all.empty()) return section;
    section.blocks.push_back(Paragraph{
        {plain("A certificate proves its constant for every σ and every pseudometric D, without "
               "the program that found it. The page checks the small ones by itself, exactly and "
               "offline: it shows what they prove, in its own words.")}});
    Proofs proofs;
    for (const Certified& one : all)
        proofs.proofs.push_back(proof_of(one, model));
    section.blocks.push_back(std::move(proofs));
    return section;
}

}  // namespace disarray::reports
