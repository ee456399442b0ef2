// SPDX-License-Identifier: MIT
//
// The documents of a query are found by an open-addressing table of 8 bytes a slot, all tables one
// after the other: the table of a query stays in the first-level cache while a run's documents are
// looked up in it, and of most documents, which are not judged, no name is compared.
#include "formats/judgements.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <functional>
#include <ranges>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "formats/detail/json_table.hpp"
#include "formats/detail/parsed_block.hpp"

namespace disarray::formats {

namespace {

using detail::Column;
using detail::Refused;
using retrieval::Grade;

struct JudgementRecord {
    std::string_view document;
    Grade grade = 0;
    std::size_t position = 0;
};
using JudgementBlock = detail::BlockPointer<JudgementRecord>;

enum JudgementField : std::size_t {
    judgement_query_field,
    judgement_document_field,
    judgement_grade_field,
    judgement_iteration_field
};
constexpr std::size_t judgement_fields_in_trec[] = {0, 2, 3, 1};
constexpr Column judgement_columns[] = {{"query", judgement_query_field},
                                        {"document", judgement_document_field},
                                        {"grade", judgement_grade_field},
                                        {"relevance", judgement_grade_field},
                                        {"iteration", judgement_iteration_field, false}};
constexpr detail::Shape judgement_shape = {"query iteration document grade",
                                           judgement_fields_in_trec, 4, judgement_columns};

/// "1" of "1.0", where the places after the point are all 0; else `text`.
std::string_view without_zero_places(std::string_view text) {
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos || point == 0 || point + 1 == text.size()) return text;
    const bool are_zero = text.find_first_not_of('0', point + 1) == std::string_view::npos;
    return are_zero ? text.substr(0, point) : text;
}

/// A grade as it counts. \throws Refused
Grade grade_of(std::string_view text, const JudgementOptions& options) {
    const std::string_view whole = without_zero_places(text);
    if (whole != text && !options.lenient && !options.as_trec_eval) {
        throw Refused{"grade " + in_quotes(text),
                      "an integer of 32 bits; --lenient takes it as " + std::string(whole)};
    }
    std::string_view digits = whole;
    if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
    Grade grade = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), grade);
    const bool is_prefix_enough = options.as_trec_eval && error != std::errc::result_out_of_range;
    if (!is_prefix_enough && (error != std::errc{} || end != digits.data() + digits.size())) {
        throw Refused{"grade " + in_quotes(text), "an integer of 32 bits"};
    }
    if (grade < 0 && options.negative_grades == NegativeGrades::refuse) {
        throw Refused{fmt::format("grade {}", grade), "a grade of at least 0"};
    }
    const bool is_kept = options.negative_grades == NegativeGrades::unknown;
    return std::max(grade, is_kept ? retrieval::unknown_grade : 0);
}

struct Slot {
    std::uint32_t tag = 0;    ///< the upper half of the document's hash
    std::uint32_t entry = 0;  ///< its place among the query's entries plus 1; 0 if the slot is free
};

struct Entry {
    std::string_view document;
    Grade grade = 0;
};

/// Where the parts of a query lie in what all queries share.
struct Query {
    std::string_view name;
    std::size_t first_entry = 0;  ///< also of its positive grades
    std::size_t entries = 0;
    std::size_t positive = 0;
    std::size_t zero = 0;
    std::size_t first_slot = 0;
    std::size_t slot_mask = 0;  ///< slots - 1
};

std::uint64_t hash_of(std::string_view document) {
    return std::hash<std::string_view>()(document);
}

std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32);
}

}  // namespace

struct Judgements::State {
    void build(detail::Gathered<JudgementRecord> gathered, Duplicates duplicates,
               const detail::Origin& origin, detail::Failures& failures);
    void build_query(Query& query, const detail::QueryParts<JudgementRecord>& parts,
                     Duplicates duplicates, const detail::Origin& origin);
    std::size_t slot_of(const Query& query, std::string_view document, std::uint64_t hash) const;

    std::vector<JudgementBlock> blocks;  ///< whose texts the names look into
    std::unordered_map<std::string_view, std::size_t> by_name;
    std::vector<Query> queries;
    std::vector<Entry> entries;
    std::vector<Slot> slots;
    std::vector<Grade> positive;
    Grade greatest = 0;
    std::size_t count = 0;
    HiddenLines hidden;
};

/// Which slot has a document, or is the free one where it would be.
std::size_t Judgements::State::slot_of(const Query& query, std::string_view document,
                                       std::uint64_t hash) const {
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t at = hash & query.slot_mask;; at = (at + 1) & query.slot_mask) {
        const Slot& slot = slots[query.first_slot + at];
        if (slot.entry == 0) return query.first_slot + at;
        if (slot.tag == tag && entries[query.first_entry + slot.entry - 1].document == document) {
            return query.first_slot + at;
        }
    }
}

namespace {

/// \param record  the second judgement of its document
[[noreturn]] void refuse_repeated(const detail::Origin& origin,
                                  const detail::QueryParts<JudgementRecord>& query,
                                  const JudgementRecord& record) {
    const auto all = query.parts | std::views::join;
    const auto before = std::ranges::find(all, record.document, &JudgementRecord::document);
    throw detail::PositionedError(
        record.position, origin.where(record.position, query.name, record.document),
        {fmt::format("document {} of query {} judged {}, and {} before{}",
                     in_quotes(record.document), in_quotes(query.name), record.grade,
                     (*before).grade, origin.at_line((*before).position)),
         "one grade for each document of a query"});
}

}  // namespace

/// Fills in the table and the grades of one query.
void Judgements::State::build_query(Query& query, const detail::QueryParts<JudgementRecord>& parts,
                                    Duplicates duplicates, const detail::Origin& origin) {
    for (const auto& part : parts.parts) {
        for (const JudgementRecord& record : part) {
            const std::uint64_t hash = hash_of(record.document);
            Slot& slot = slots[slot_of(query, record.document, hash)];
            if (slot.entry == 0) {
                entries[query.first_entry + query.entries++] = {record.document, record.grade};
                slot = {tag_of(hash), static_cast<std::uint32_t>(query.entries)};
                continue;
            }
            Grade& grade = entries[query.first_entry + slot.entry - 1].grade;
            if (duplicates == Duplicates::refuse && grade != record.grade) {
                refuse_repeated(origin, parts, record);
            }
            if (duplicates == Duplicates::last) grade = record.grade;
        }
    }
    const auto grades = std::span(positive).subspan(query.first_entry, query.entries);
    for (const Entry& entry : std::span(entries).subspan(query.first_entry, query.entries)) {
        if (entry.grade > 0) grades[query.positive++] = entry.grade;
        if (entry.grade == 0) ++query.zero;
    }
    std::ranges::sort(grades.first(query.positive), std::greater());
}

void Judgements::State::build(detail::Gathered<JudgementRecord> gathered, Duplicates duplicates,
                              const detail::Origin& origin, detail::Failures& failures) {
    std::size_t entry_count = 0;
    std::size_t slot_count = 0;
    for (const auto& parts : gathered.queries) {
        const std::size_t records = parts.record_count();
        const std::size_t slots_of_query = std::bit_ceil(2 * records + 1);  // at most half full
        queries.push_back({.name = parts.name,
                           .first_entry = entry_count,
                           .first_slot = slot_count,
                           .slot_mask = slots_of_query - 1});
        entry_count += records;
        slot_count += slots_of_query;
    }
    entries.resize(entry_count);
    positive.resize(entry_count);
    slots.resize(slot_count);
    tbb::parallel_for(std::size_t{0}, queries.size(), [&](std::size_t i) {
        try {
            build_query(queries[i], gathered.queries[i], duplicates, origin);
        } catch (const detail::PositionedError& error) {
            failures.record(error.position(), std::current_exception());
        }
    });
    by_name = std::move(gathered.by_name);
    for (const Query& query : queries) {
        count += query.entries;
        if (query.positive > 0) greatest = std::max(greatest, positive[query.first_entry]);
    }
}

Judgements::Judgements(std::unique_ptr<State> state) : state_(std::move(state)) {}
Judgements::~Judgements() = default;
Judgements::Judgements(Judgements&&) noexcept = default;
Judgements& Judgements::operator=(Judgements&&) noexcept = default;

namespace {

std::vector<JudgementBlock> blocks_of_lines(const std::string& path, Form form,
                                            const JudgementOptions& options,
                                            detail::Origin& origin) {
    const bool is_lenient = options.lenient || options.as_trec_eval;
    detail::LineBlocks source(path, form, judgement_shape, is_lenient, options.block_size);
    origin = {source.name(), false};
    const auto parse = [&](const detail::Fields& fields, std::size_t line) -> JudgementRecord {
        const std::string_view document = fields[judgement_document_field];
        detail::refuse_empty(document, "document");
        return {document, grade_of(fields[judgement_grade_field], options), line};
    };
    bool is_complete = true;
    return detail::all_blocks<JudgementRecord>(source, detail::Layout::absent, parse, Stop(),
                                               is_complete);
}

std::vector<JudgementBlock> blocks_of_json(const std::string& path, const JudgementOptions& options,
                                           detail::Origin& origin) {
    ByteSource source(path);
    origin = {source.name(), true};
    const auto parse = [&](std::string_view document, std::string_view number,
                           std::size_t position) -> JudgementRecord {
        return {document, grade_of(number, options), position};
    };
    return {detail::parse_json<JudgementRecord>(source, parse)};
}

}  // namespace

Judgements Judgements::read(const std::string& path, const JudgementOptions& options) {
    auto state = std::make_unique<State>();
    detail::Origin origin;
    const Form form = detail::form_of(path, options.form);
    state->blocks = form == Form::json ? blocks_of_json(path, options, origin)
                                       : blocks_of_lines(path, form, options, origin);
    detail::Failures failures;
    if (!state->blocks.empty() && state->blocks.back()->failure) {
        failures.record(state->blocks.back()->failure_position, state->blocks.back()->failure);
    }
    state->build(detail::gather(state->blocks), options.duplicates, origin, failures);
    failures.throw_first();
    if (state->count == 0) {
        throw InputError(
            origin.name, "no judgement",
            form == Form::trec
                ? "lines of " + detail::trec_layout(judgement_shape, options.lenient).expected
                : "at least one");
    }
    for (const JudgementBlock& block : state->blocks) {
        state->hidden.add(block->hidden);
        block->forget_records();
    }
    return Judgements(std::move(state));
}

std::size_t Judgements::size() const {
    return state_->queries.size();
}

std::string_view Judgements::query(std::size_t index) const {
    return state_->queries.at(index).name;
}

std::optional<std::size_t> Judgements::find(std::string_view query) const {
    const auto found = state_->by_name.find(query);
    return found == state_->by_name.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Grade> Judgements::grade(std::size_t query, std::string_view document) const {
    const Query& of = state_->queries.at(query);
    const Slot& slot = state_->slots[state_->slot_of(of, document, hash_of(document))];
    if (slot.entry == 0) return std::nullopt;
    return state_->entries[of.first_entry + slot.entry - 1].grade;
}

std::span<const Grade> Judgements::positive_grades(std::size_t query) const {
    const Query& of = state_->queries.at(query);
    return std::span(state_->positive).subspan(of.first_entry, of.positive);
}

std::size_t Judgements::zero_count(std::size_t query) const {
    return state_->queries.at(query).zero;
}

Grade Judgements::greatest_grade() const {
    return state_->greatest;
}

std::size_t Judgements::judgement_count() const {
    return state_->count;
}

const HiddenLines& Judgements::hidden() const {
    return state_->hidden;
}

}  // namespace disarray::formats
