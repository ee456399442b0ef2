// SPDX-License-Identifier: MIT
#include "formats/weighting_text.hpp"

#include <array>
#include <cctype>
#include <filesystem>
#include <system_error>
#include <unordered_map>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "formats/lists.hpp"
#include "formats/matrix.hpp"

namespace disarray::formats {

namespace {

constexpr std::size_t kv_top_k = 5;  // KV 6.1

void require_count(std::size_t found, std::size_t expected, std::string_view what, std::size_t n,
                   std::string_view where) {
    if (found == expected) return;
    throw InputError(where, fmt::format("{} {}", found, what),
                     fmt::format("{} for rankings of {} elements", expected, n));
}

/// K of "topk:K". \throws InputError unless it is an integer of at least 1.
std::size_t top_k_size(std::string_view text, std::string_view where) {
    const auto k = as_integer(text);
    if (!k || *k < 1) throw InputError(where, "k = " + in_quotes(text), "an integer of at least 1");
    return static_cast<std::size_t>(*k);
}

Dissimilarity cut(std::string_view side, const Elements& elements, std::string_view where) {
    std::vector<std::int64_t> classes(elements.size(), 0);
    for (const std::string_view item : list_items(side, where)) {
        auto element = elements.find(item);
        if (!element) element = Elements::numbered(elements.size()).find(item);
        if (!element) {
            throw InputError(where, "element " + in_quotes(item),
                             fmt::format("a number from 1 to {}{}", elements.size(),
                                         elements.are_numbered() ? "" : " or a name"));
        }
        if (classes[*element] != 0)
            throw InputError(where, "element " + in_quotes(item) + " twice", "each once");
        classes[*element] = 1;
    }
    return Dissimilarity::multi_class(classes);
}

Dissimilarity multi_class(std::string_view text, const Elements& elements, std::string_view where) {
    std::unordered_map<std::string_view, std::int64_t> number_of;
    std::vector<std::int64_t> classes;
    for (const std::string_view label : list_items(text, where)) {
        const auto next = static_cast<std::int64_t>(number_of.size());
        classes.push_back(number_of.try_emplace(label, next).first->second);
    }
    require_count(classes.size(), elements.size(), "classes", elements.size(), where);
    return Dissimilarity::multi_class(classes);
}

Dissimilarity line(std::string_view text, const Elements& elements, std::string_view where) {
    const std::vector<Rational> positions = numbers(text, where);
    require_count(positions.size(), elements.size(), "positions", elements.size(), where);
    return Dissimilarity::line(positions);
}

Dissimilarity top_k(std::string_view text, const Elements& elements, std::string_view where) {
    const std::vector<std::string_view> items = list_items(text, where);
    if (items.size() != 2) throw InputError(where, in_quotes(text), "two values K,P");
    return Dissimilarity::top_k(elements.size(), top_k_size(items[0], where),
                                Rational::parse(items[1], where), where);
}

Dissimilarity graph(std::string_view path, const Elements& elements, std::string_view where) {
    if (elements.size() > max_graph_size) {
        throw NotSupported(where, fmt::format("a graph of {} elements", elements.size()),
                           fmt::format("at most {}", max_graph_size));
    }
    const std::vector<WeightedEdge> edges = read_edges(std::string(path), elements);
    return Dissimilarity::shortest_paths(elements.size(), edges, printable(path, 200));
}

Dissimilarity matrix(const std::string& path, const Elements& elements) {
    Dissimilarity d = read_matrix(path);
    if (d.size() != elements.size()) {
        throw InputError(path == "-" ? "standard input" : printable(path, 200),
                         fmt::format("a matrix of {0}×{0}", d.size()),
                         fmt::format("{0}×{0} for rankings of {0} elements", elements.size()));
    }
    return d;
}

using Constructor = Dissimilarity (*)(std::string_view, const Elements&, std::string_view);

constexpr std::pair<std::string_view, Constructor> constructors[] = {
    {"cut", cut}, {"classes", multi_class}, {"line", line}, {"topk", top_k}, {"graph", graph}};

/// A word that is neither a constructor nor a file is as likely one as the other.
void require_file(const std::string& path, std::string_view where) {
    std::error_code ignored;
    if (path == "-" || std::filesystem::exists(path, ignored)) return;
    std::vector<std::string_view> known{"unit"};
    for (const auto& [name, constructor] : constructors)
        known.push_back(name);
    const std::string_view word = std::string_view(path).substr(0, path.find(':'));
    throw InputError(where, in_quotes(path),
                     "a file that exists, or " + expected_one_of(word, known));
}

}  // namespace

ElementWeights element_weights(std::string_view text, std::size_t n, std::string_view where) {
    const std::vector<Rational> weights = numbers(text, where);
    require_count(weights.size(), n, "weights", n, where);
    return ElementWeights::from(weights, where);
}

SwapCosts swap_costs(std::string_view text, std::size_t n, std::string_view where) {
    if (text == "unit") return SwapCosts::unit(n);
    if (text == "ctr") return SwapCosts::click_through_rate(n, where);
    if (text == "topk") return SwapCosts::top_k(n, kv_top_k);
    if (text.starts_with("topk:")) return SwapCosts::top_k(n, top_k_size(text.substr(5), where));
    if (text == "dcg") {
        throw NotSupported(where, "dcg",
                           "rational swap costs: those of dcg are differences of 1/log2, which "
                           "disarray distance evaluates and no search takes");
    }
    const bool is_word = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front()));
    if (is_word) {
        constexpr std::array<std::string_view, 4> known = {"unit", "ctr", "topk", "topk:K"};
        throw InputError(where, in_quotes(text),
                         "a list of numbers or " + expected_one_of(text, known));
    }
    const std::vector<Rational> costs = numbers(text, where);
    require_count(costs.size(), n - 1, "swap costs", n, where);
    return SwapCosts::from(costs, where);
}

void set_swap_costs(Weighting& weighting, std::string_view text, std::size_t n,
                    std::string_view where) {
    if (text == "dcg") {
        weighting.irrational_swap_costs = discounted_gain_swap_costs(n);
    } else {
        weighting.swap_costs = swap_costs(text, n, where);
    }
}

std::optional<Dissimilarity> dissimilarity(const std::string& text, const Elements& elements,
                                           std::string_view where) {
    if (text == "unit") return std::nullopt;
    if (elements.size() > max_matrix_size) {
        throw NotSupported(where, fmt::format("rankings of {} elements", elements.size()),
                           fmt::format("at most {}, for memory", max_matrix_size));
    }
    const std::size_t colon = text.find(':');
    for (const auto& [name, constructor] : constructors) {
        if (colon == std::string::npos || text.substr(0, colon) != name) continue;
        return constructor(std::string_view(text).substr(colon + 1), elements,
                           fmt::format("{} {}", where, name));
    }
    require_file(text, where);
    return matrix(text, elements);
}

}  // namespace disarray::formats
