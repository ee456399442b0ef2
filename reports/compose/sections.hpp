// SPDX-License-Identifier: MIT
//
// The sections of a report, in its order, and what they share. A section about which the model has
// nothing has no blocks and is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/counted.hpp"
#include "reports/content.hpp"
#include "reports/model.hpp"

namespace disarray::reports {

// --- text ---------------------------------------------------------------------------------------

/// Characters of what comes from outside: of the name of a query, a document or a metric, and of a
/// description, an answer or a reason. report.json has all of it.
inline constexpr std::size_t longest_name = 60, longest_text = 300;
/// Characters of an exact value in a detail: a mean of logarithms has thousands.
inline constexpr std::size_t longest_exact = 240;

Span plain(std::string text);
Span strong(std::string text);
Span code(std::string text);
Span verdict_word(Verdict verdict);
Span link(std::string text, std::string target);
/// `text` or, if it is empty, nothing.
Text said(const std::string& text);
/// "a, b and c".
std::string listed(const std::vector<std::string>& items);
/// "a, b", each as code.
Text code_list(const std::vector<std::string>& items);
Cell text_cell(const std::string& text);
Cell count_cell(std::uint64_t count);
/// "D = 0 1; 1 0", "w = 1 2": the weights that are not unit, "" if all are.
std::string in_words(const Weighting& weighting);

/// "And 12 rows more, in report.json and points.csv." as a paragraph, unless there is none.
void say_left_out(std::size_t count, std::string_view what, const std::string& file,
                  Section& section);

/// "KV" of "KV Lemma 4": the key of the source.
std::string source_key(const Finding& finding);

/// Holds: certified or exhausted. Fails: refuted. Open: supported or undecided.
enum class Standing { holds, fails, open, none };
Standing standing(Verdict verdict);

/// Which of two results for the same question to show: complete before partial, refuted (it has a
/// witness) before what says otherwise, certified before exhausted.
bool says_more(const Result& a, const Result& b);

/// Results for one question each, by n.
using ByLength = std::map<std::size_t, const Result*>;
/// Takes the result in, unless one is there already that says as much.
void keep_better(ByLength& results, const Result& result);

/// One for each label where several documents have the same row: a witness before anything else,
/// then certified, exhausted, supported, undecided.
std::vector<const Claim*> strongest(const std::vector<Claim>& claims);
std::vector<const PropertyCell*> strongest(const std::vector<PropertyCell>& cells);

// --- witnesses ----------------------------------------------------------------------------------

/// Every witness of the model once, however many rows it settles, with an id to link to.
class WitnessBook {
public:
    explicit WitnessBook(const Model& model);

    /// The card of a row's witness; "" if it has none.
    std::string card_of(const Finding& finding) const;
    /// \param strict  that with a metric D
    std::string card_of(const Result& result, bool strict) const;

    /// One card for each.
    std::vector<Card> cards() const;

private:
    struct Entry {
        struct Use {
            const Result* result;
            const RatioWitness* witness;
        };
        std::string id;
        std::vector<const Finding*> findings;
        std::vector<Use> uses;  ///< results; their witnesses differ in the reading of F only
    };
    void add(const Result& result);
    void add(const Finding& finding);
    Entry& entry(const Json& key);
    const Entry* find(const Json& key) const;
    static Json key_of(const RatioWitness& witness);
    static Card card(const Entry& entry, std::size_t number);
    static std::string title_of(const Entry& entry, const std::vector<Permutation>& rankings);
    static void add_derivations(const Entry& entry, Card& card);
    static std::vector<std::string> repeat_lines(const Entry& entry);
    static void add_uses(const Entry& entry, Card& card);
    static void add_findings(const Entry& entry, Card& card);

    std::vector<Entry> entries_;
    std::map<std::string, std::size_t> index_;
};

// --- sections -----------------------------------------------------------------------------------

/// What K, F, D, σ and a reading are, an example, and the legend of verdicts.
Section about_section(const Model& model);
/// Whether the report has verdicts on distances, of which the section above speaks.
bool speaks_of_distances(const Model& model);
List verdict_legend();
Section summary_section(const Model& model, const WitnessBook& witnesses);
/// Certified results with what to cite.
Section proofs_section(const Model& model);
Section constants_section(const Model& model, const WitnessBook& witnesses);
Section scatter_section(const Model& model);
Section campaign_section(const Model& model);
Section claims_section(const Model& model, const WitnessBook& witnesses);
Section atlas_section(const Model& model, const WitnessBook& witnesses);
Section experiments_section(const Model& model);
Section evaluation_section(const Model& model);
/// One for each discovery: what was known, what was found, the region of each two statistics.
std::vector<Section> discovery_sections(const Model& model);
/// The same in one item of a list each.
std::vector<Text> discovery_summary(const Model& model);
/// One for each profile.
std::vector<Section> aggregation_sections(const Model& model);
/// The same in one item of a list each.
std::vector<Text> aggregation_summary(const Model& model);
/// One for each foreign metric that was audited, then one for each two programs compared.
std::vector<Section> audit_sections(const Model& model);
/// The same in one item of a list each.
std::vector<Text> audit_summary(const Model& model);
/// One for each experiment on clicks or grades.
std::vector<Section> footrule_kendall_sections(const Model& model);
/// The same in one item of a list each.
std::vector<Text> footrule_kendall_summary(const Model& model);
Section witness_section(const WitnessBook& witnesses);
Section sources_section(const Model& model);
Section trust_section(const Model& model);

}  // namespace disarray::reports
