// SPDX-License-Identifier: MIT
//
// The union of campaign files about one question, unit by unit in ascending order.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "search/campaign.hpp"
#include "search/detail/campaign_tables.hpp"
#include "search/detail/sqlite.hpp"

namespace disarray::search {

namespace {

using detail::Connection;
using detail::fail_damaged;
using detail::insert_run;
using detail::insert_unit;
using detail::printable_name;
using detail::read_next_unit;
using detail::read_plan;
using detail::read_runs;
using detail::reading;
using detail::refuse_existing;
using detail::require_campaign;
using detail::require_regular_file;
using detail::Runs;
using detail::Statement;
using detail::StoredUnit;
using detail::to_signed;
using detail::unit_name;
using detail::write_new_file;
using detail::write_schema;

/// An input of a merge, and where it stands in the present length.
class MergeInput {
public:
    explicit MergeInput(const std::string& file) : path_(file) {
        require_regular_file(file);
        reading(file, [&] {
            connection_ = std::make_unique<Connection>(file);
            require_campaign(*connection_, file);
            connection_->execute("PRAGMA query_only = ON");
            plan_ = read_plan(*connection_, file);
        });
    }

    const std::string& path() const { return path_; }
    const CampaignPlan& plan() const { return plan_; }
    Runs runs() const {
        return reading(path_, [&] { return read_runs(*connection_, path_); });
    }

    /// The index of the next unit of a length, from `from` on. Reads no certificate, so that of
    /// many inputs only one certificate is held at a time.
    std::optional<std::uint64_t> next_index(std::size_t length, std::uint64_t from) const {
        return reading(path_, [&]() -> std::optional<std::uint64_t> {
            Statement select(*connection_,
                             "SELECT idx FROM units WHERE length = ? AND idx >= ? "
                             "ORDER BY idx LIMIT 1");
            select.integer(to_signed(length)).integer(to_signed(from));
            if (!select.step()) return std::nullopt;
            const std::int64_t index = select.integer_at(0);
            if (index < to_signed(from) || index >= to_signed(unit_count(plan_, length))) {
                fail_damaged(path_, "units out of order");
            }
            return static_cast<std::uint64_t>(index);
        });
    }

    StoredUnit unit(std::size_t length, std::uint64_t index) const {
        const auto found = reading(
            path_, [&] { return read_next_unit(*connection_, path_, plan_, length, index); });
        if (!found || found->unit.index != index) fail_damaged(path_, "units out of order");
        return *found;
    }

    std::optional<std::uint64_t> next;  ///< index of the next unit to be merged

private:
    std::string path_;
    std::unique_ptr<Connection> connection_;
    CampaignPlan plan_;
};

/// The part of `text` around the place where it first differs from `other`, for a message.
std::string around_difference(const std::string& text, const std::string& other) {
    const auto [here, there] = std::mismatch(text.begin(), text.end(), other.begin(), other.end());
    const auto place = static_cast<std::size_t>(here - text.begin());
    constexpr std::size_t shown = 60, before = 20;  // convention: fits a line
    if (place < shown - before) return fmt::format("\"{}\"", printable(text, shown));
    return fmt::format("\"...{}\"", printable(text.substr(place - before), shown));
}

void require_same_plan(const MergeInput& first, const MergeInput& second) {
    const CampaignPlan& a = first.plan();
    const CampaignPlan& b = second.plan();
    const auto require = [&](std::string_view field, const auto& expected, const auto& found) {
        if (expected == found) return;
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(found)>>) {
            throw InputError(printable_name(second.path()), fmt::format("{} {}", field, found),
                             fmt::format("{} as in {}", expected, printable_name(first.path())));
        } else {
            throw InputError(printable_name(second.path()),
                             fmt::format("{} {}", field, around_difference(found, expected)),
                             fmt::format("{} as in {}", around_difference(expected, found),
                                         printable_name(first.path())));
        }
    };
    require("n", a.n, b.n);
    require("first length", a.first_length, b.first_length);
    require("unit size", a.unit_size, b.unit_size);
    require("title", a.title, b.title);
    require("claim", a.claim, b.claim);
}

/// A run that is in two files stands there at two times; the later one counts.
Runs merged_runs(const std::vector<MergeInput>& inputs) {
    Runs runs;
    for (const MergeInput& input : inputs) {
        for (const auto& [id, run] : input.runs()) {
            CampaignRun& merged = runs.emplace(id, run).first->second;
            merged.units = std::max(merged.units, run.units);
            merged.seconds = std::max(merged.seconds, run.seconds);
        }
    }
    return runs;
}

/// The unit that all inputs standing at it agree on. Its time, and the run that is named for it,
/// are the least of all, whatever the order of the inputs.
StoredUnit agreed_unit(std::vector<MergeInput>& inputs, std::size_t length, std::uint64_t index) {
    std::optional<StoredUnit> agreed;
    std::string from;
    for (MergeInput& input : inputs) {
        if (input.next != index) continue;
        StoredUnit found = input.unit(length, index);
        if (!agreed) {
            agreed = std::move(found);
            from = printable_name(input.path());
        } else if (!agreed->unit.same_result(found.unit)) {
            throw InputError(printable_name(input.path()),
                             "another result for " + unit_name(length, index),
                             fmt::format("the one in {}: one of the two is wrong", from));
        } else if (std::tie(found.unit.seconds, found.run) <
                   std::tie(agreed->unit.seconds, agreed->run)) {
            agreed = std::move(found);
        }
        input.next = input.next_index(length, index + 1);
    }
    return std::move(*agreed);
}

void merge_length(std::vector<MergeInput>& inputs, std::size_t length, Connection& output) {
    for (MergeInput& input : inputs)
        input.next = input.next_index(length, 0);
    for (;;) {
        std::optional<std::uint64_t> least;
        for (const MergeInput& input : inputs) {
            if (input.next && (!least || *input.next < *least)) least = input.next;
        }
        if (!least) return;
        const StoredUnit agreed = agreed_unit(inputs, length, *least);
        insert_unit(output, agreed.unit, agreed.run);
    }
}

}  // namespace

void merge_campaigns(const std::vector<std::string>& inputs, const std::string& output) {
    if (inputs.empty()) throw UsageError("merge_campaigns: no inputs");
    refuse_existing(output);
    std::vector<MergeInput> files;
    for (const std::string& input : inputs) {
        files.emplace_back(input);
        require_same_plan(files.front(), files.back());
    }
    write_new_file(output, nullptr, [&](Connection& connection) {
        write_schema(connection, files.front().plan());
        for (const auto& [id, run] : merged_runs(files))
            insert_run(connection, id, run);
        const CampaignPlan& plan = files.front().plan();
        for (std::size_t length = plan.first_length; length <= plan.n; ++length)
            merge_length(files, length, connection);
    });
}

}  // namespace disarray::search
