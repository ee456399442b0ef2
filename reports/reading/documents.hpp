// SPDX-License-Identifier: MIT
//
// The readers of the kinds of source, one for each module that writes them. Each appends to the
// model what it has taken apart and checked.
#pragma once

#include <set>
#include <string>

#include "record/fields.hpp"
#include "reports/model.hpp"

namespace disarray::reports {

using record::Fields;
using record::is_decimal;
using record::json_member;
using record::most_places;
using record::places_of;
using record::refuse;
using record::undecided_word;
using record::undefined_word;

/// Ids of a report: made from what a row is about, so that a link to it stays good when other rows
/// come and go.
class Ids {
public:
    Ids();  ///< the ids of sections and tables are taken
    /// `text` in the letters that an id may have; with "-2" and so on if it is taken already.
    std::string fresh(const std::string& text);

private:
    std::set<std::string> taken_;
};

/// What the readers share.
struct Reading {
    Model& model;
    Ids& ids;
    std::size_t source = 0;  ///< index of the document that is read
};

/// What a verdict speaks of, unless there may be nothing to speak of. Both kinds of verdict, those
/// of claims and of laws, have the two that say so.
template <class AnyVerdict>
std::string scope_in(const Fields& fields, AnyVerdict verdict) {
    const bool may_be_empty =
        verdict == AnyVerdict::not_applicable || verdict == AnyVerdict::undecided;
    return may_be_empty ? fields.text("scope") : fields.words("scope");
}

/// Results and scatters of disarray.search/1.
void read_search_document(const Fields& document, const Reading& reading);
/// Claims, cells and experiments of disarray.check/1.
void read_check_document(const Fields& document, const Reading& reading);
/// Runs, their means, curves and comparisons of disarray.evaluate/1. What is rational is computed
/// again from the values that it rests on: decimals from exact values, means and counts from those
/// of the queries, differences from their two sides.
void read_evaluate_document(const Fields& document, const Reading& reading);
/// An order with its cost, bound and proof of disarray.aggregate/1.
void read_aggregate_document(const Fields& document, const Reading& reading);
/// Inequalities between statistics of disarray.discover/1, and their regions.
void read_discover_document(const Fields& document, const Reading& reading);
/// Laws of a foreign metric, or two of them against each other, of disarray.audit/1. The programs
/// are not asked again; a document that contradicts itself is refused.
void read_audit_document(const Fields& document, const Reading& reading);
/// KV 6 on clicks or grades, of disarray.experiment/1. The data are not measured again; a document
/// that contradicts itself is refused.
void read_experiment_document(const Fields& document, const Reading& reading);
/// Looks for the certificates that results name: where the search has put them, or beside the
/// document. A file that is missing, or is no certificate, is passed over.
void read_certificates(Model& model);
/// Every row of check that a witness of any document violates is refuted by it.
void settle_by_witnesses(Model& model);
/// A campaign file. Its best σ of each length is decided once more, for its D: one linear program.
void read_campaign(const std::string& path, const Reading& reading);

}  // namespace disarray::reports
