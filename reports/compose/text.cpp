// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "reports/compose/sections.hpp"

namespace disarray::reports {

Span plain(std::string text) {
    return {std::move(text)};
}

Span strong(std::string text) {
    return {std::move(text), Span::Style::strong};
}

Span code(std::string text) {
    return {std::move(text), Span::Style::code};
}

Span verdict_word(Verdict verdict) {
    return {std::string(name_of(verdict)), Span::Style::verdict};
}

Span link(std::string text, std::string target) {
    return {std::move(text), Span::Style::plain, std::move(target)};
}

Text said(const std::string& text) {
    if (text.empty()) return {};
    return {plain(text)};
}

std::string listed(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
        text += items[i];
    }
    return text;
}

Text code_list(const std::vector<std::string>& items) {
    Text text;
    for (const std::string& item : items) {
        if (!text.empty()) text.push_back(plain(", "));
        text.push_back(code(item));
    }
    return text;
}

Cell text_cell(const std::string& text) {
    return {said(text)};
}

Cell count_cell(std::uint64_t count) {
    return {{plain(std::to_string(count))}};
}

void say_left_out(std::size_t count, std::string_view what, const std::string& file,
                  Section& section) {
    if (count == 0) return;
    section.blocks.push_back(Paragraph{
        {plain(fmt::format("And {} {} more, in report.json and {}.", count, what, file))}});
}

std::string in_words(const Weighting& weighting) {
    std::vector<std::string> parts;
    const auto numbers = [](std::size_t count, const auto& at) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i)
            text += (i == 0 ? "" : " ") + at(i).to_string();
        return text;
    };
    if (weighting.element_weights) {
        const auto& w = *weighting.element_weights;
        parts.push_back("w = " + numbers(w.size(), [&](std::size_t i) { return w[i]; }));
    }
    if (weighting.swap_costs) {
        const auto& costs = weighting.swap_costs->costs();
        parts.push_back("δ = " + numbers(costs.size(), [&](std::size_t i) { return costs[i]; }));
        if (weighting.fixed_points == FixedPointPolicy::local) parts.emplace_back("p̄ local");
    }
    if (weighting.dissimilarity) {
        const Dissimilarity& d = *weighting.dissimilarity;
        std::vector<std::string> rows;
        for (std::size_t i = 0; i < d.size(); ++i)
            rows.push_back(numbers(d.size(), [&](std::size_t j) { return d(i, j); }));
        parts.push_back(fmt::format("D = {}", fmt::join(rows, "; ")));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string source_key(const Finding& finding) {
    return finding.origin.substr(0, finding.origin.find_first_of(" ,-:"));
}

Standing standing(Verdict verdict) {
    switch (verdict) {
        case Verdict::proved:
        case Verdict::certified:
        case Verdict::exhausted:
            return Standing::holds;
        case Verdict::refuted:
            return Standing::fails;
        case Verdict::supported:
        case Verdict::undecided:
            return Standing::open;
        case Verdict::not_applicable:
            return Standing::none;
    }
    return Standing::none;
}

bool says_more(const Result& a, const Result& b) {
    if (a.complete != b.complete) return a.complete;
    const auto strength = [](Verdict verdict) {
        return verdict == Verdict::refuted ? 2 : verdict == Verdict::certified ? 1 : 0;
    };
    return strength(a.verdict) > strength(b.verdict);
}

void keep_better(ByLength& results, const Result& result) {
    const Result*& kept = results[result.n];
    if (kept == nullptr || says_more(result, *kept)) kept = &result;
}

namespace {

bool settles_more(const Finding& a, const Finding& b) {
    if (a.witness.has_value() != b.witness.has_value()) return a.witness.has_value();
    return a.verdict < b.verdict;  // they are declared in that order
}

/// Rows of one document are never the same, whatever their labels.
template <class Row>
std::vector<const Row*> strongest_of(const std::vector<Row>& rows) {
    std::vector<const Row*> chosen;
    std::map<std::string, std::size_t> places;
    std::map<std::pair<std::size_t, std::string>, std::size_t> seen;
    for (const Row& row : rows) {
        const std::size_t count = seen[{row.source, row.label}]++;
        const auto [place, is_new] =
            places.emplace(fmt::format("{} {}", row.label, count), chosen.size());
        if (is_new) {
            chosen.push_back(&row);
        } else if (settles_more(row, *chosen[place->second])) {
            chosen[place->second] = &row;
        }
    }
    return chosen;
}

}  // namespace

std::vector<const Claim*> strongest(const std::vector<Claim>& claims) {
    return strongest_of(claims);
}

std::vector<const PropertyCell*> strongest(const std::vector<PropertyCell>& cells) {
    return strongest_of(cells);
}

}  // namespace disarray::reports
