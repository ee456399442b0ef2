// SPDX-License-Identifier: MIT
//
// Each shape is a function of n and a list of sizes; the catalogue names the usual choices. The
// frame around a direct sum of reversals of size 2 is the family of 6 3 2 5 4 1, the least σ that
// refutes K ≤ F[prefix].
#include "search/families.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "formats/lists.hpp"

namespace disarray::search {

namespace {

using Sizes = std::vector<std::size_t>;
using Member = std::optional<Permutation>;

/// The sizes repeated from the first until they fill n; empty if n ends within the list.
std::optional<Sizes> filled(const Sizes& sizes, std::size_t n) {
    const std::size_t sum = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    if (n == 0 || n % sum != 0) return std::nullopt;
    Sizes all;
    for (std::size_t k = 0; k < n / sum; ++k)
        all.insert(all.end(), sizes.begin(), sizes.end());
    return all;
}

Member unless_identity(std::vector<Rank> ranks) {
    Permutation sigma = Permutation::from_ranks_unchecked(std::move(ranks));
    if (sigma.is_identity()) return std::nullopt;
    return sigma;
}

/// Appends to `ranks` the reversals of the given sizes, with ranks from ranks.size() on.
void append_layers(std::vector<Rank>& ranks, const Sizes& layers) {
    for (const std::size_t size : layers) {
        const std::size_t begin = ranks.size();
        for (std::size_t k = 0; k < size; ++k)
            ranks.push_back(static_cast<Rank>(begin + size - 1 - k));
    }
}

Member layered(const Sizes& sizes, std::size_t n) {
    const auto layers = filled(sizes, n);
    if (!layers) return std::nullopt;
    std::vector<Rank> ranks;
    append_layers(ranks, *layers);
    return unless_identity(std::move(ranks));
}

Member skew(const Sizes& sizes, std::size_t n) {
    const auto runs = filled(sizes, n);
    if (!runs) return std::nullopt;
    std::vector<Rank> ranks;
    std::size_t free = n;
    for (const std::size_t size : *runs) {
        free -= size;
        for (std::size_t k = 0; k < size; ++k)
            ranks.push_back(static_cast<Rank>(free + k));
    }
    return unless_identity(std::move(ranks));
}

Member framed(const Sizes& sizes, std::size_t n) {
    if (n < 3) return std::nullopt;
    const auto layers = filled(sizes, n - 2);
    if (!layers) return std::nullopt;
    std::vector<Rank> ranks{0};  // holds the place, so that the layers begin with rank 1
    append_layers(ranks, *layers);
    ranks.front() = static_cast<Rank>(n - 1);
    ranks.push_back(0);
    return unless_identity(std::move(ranks));
}

Member rotated(std::size_t shift, std::size_t n) {
    std::vector<Rank> ranks;
    for (std::size_t i = 0; i < n; ++i)
        ranks.push_back(static_cast<Rank>((i + shift) % n));
    return unless_identity(std::move(ranks));
}

/// Element r·(n/rows) + c, the c-th of row r, gets the rank c·rows + r.
Member grid(std::size_t rows, std::size_t n) {
    if (rows == 0 || n % rows != 0) return std::nullopt;
    const std::size_t columns = n / rows;
    std::vector<Rank> ranks;
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c)
            ranks.push_back(static_cast<Rank>(c * rows + r));
    }
    return unless_identity(std::move(ranks));
}

/// The k with k² = n, or 0.
std::size_t exact_root(std::size_t n) {
    std::size_t k = 1;
    while (k * k < n)
        ++k;
    return k * k == n ? k : 0;
}

std::vector<Family> make_catalogue() {
    std::vector<Family> all;
    all.push_back({"reversal", "n … 2 1", 2, [](std::size_t n) -> Member {
                       if (n < 2) return std::nullopt;
                       return Permutation::reversal(n);
                   }});
    all.push_back({"rotation", "2 3 … n 1: all one rank down, the last to the top", 2,
                   [](std::size_t n) { return n < 2 ? Member{} : rotated(1, n); }});
    all.push_back({"half-rotation", "the two halves exchanged (the first has ⌊n/2⌋ elements)", 2,
                   [](std::size_t n) { return n < 2 ? Member{} : rotated(n - n / 2, n); }});
    all.push_back({"layered", "2 1 4 3 …: exchanged neighbours; n even", 2,
                   [](std::size_t n) { return layered({2}, n); }});
    all.push_back({"skew", "n−1 n … 1 2: pairs in reverse order; n even", 4,
                   [](std::size_t n) { return skew({2}, n); }});
    all.push_back({"ends", "n 2 3 … n−1 1: first and last exchanged", 3,
                   [](std::size_t n) { return framed({1}, n); }});
    all.push_back({"framed", "n 3 2 5 4 … 1: exchanged neighbours in a frame; n even", 4,
                   [](std::size_t n) { return framed({2}, n); }});
    all.push_back({"framed-3", "n 4 3 2 7 6 5 … 1: reversals of 3 in a frame; n = 2 mod 3", 5,
                   [](std::size_t n) { return framed({3}, n); }});
    all.push_back({"shuffle", "a grid of two rows, read by columns; n even", 4,
                   [](std::size_t n) { return grid(2, n); }});
    all.push_back({"grid", "a square grid, read by columns instead of rows; n a square", 4,
                   [](std::size_t n) { return grid(exact_root(n), n); }});
    return all;
}

/// A list of sizes as it stands after the colon.
Sizes sizes_in(std::string_view text, std::string_view name, std::string_view where) {
    constexpr std::int64_t largest = 1000;  // beyond any n that a program is solved for
    Sizes sizes;
    for (const std::string_view item : formats::list_items(text, where)) {
        const auto size = formats::as_integer(item);
        if (!size || *size < 1 || *size > largest) {
            throw InputError(
                where, "\"" + printable(name) + "\"",
                fmt::format("integers from 1 to {} after the colon, such as 2 or 2,1", largest));
        }
        sizes.push_back(static_cast<std::size_t>(*size));
    }
    return sizes;
}

using Shape = Member (*)(const Sizes&, std::size_t);

Shape shape_of(std::string_view base, std::string_view name, std::string_view where) {
    constexpr std::pair<std::string_view, Shape> shapes[] = {
        {"layered", layered},
        {"skew", skew},
        {"framed", framed},
        {"rotation",
         [](const Sizes& s, std::size_t n) {
             return n < 2 || s.front() >= n ? Member{} : rotated(s.front(), n);
         }},
        {"grid", [](const Sizes& s, std::size_t n) { return grid(s.front(), n); }}};
    for (const auto& [key, shape] : shapes) {
        if (key == base) return shape;
    }
    throw InputError(where, "\"" + printable(name) + "\"",
                     "a parameter only after layered, skew, framed, rotation or grid");
}

Family with_parameter(std::string_view name, std::size_t colon, std::string_view where) {
    const std::string_view base = name.substr(0, colon);
    const Shape shape = shape_of(base, name, where);
    const Sizes sizes = sizes_in(name.substr(colon + 1), name, where);
    if (sizes.empty() || (sizes.size() > 1 && (base == "rotation" || base == "grid"))) {
        throw InputError(where, "\"" + printable(name) + "\"",
                         "sizes after the colon (one for rotation and grid)");
    }
    Family family{std::string(name), "sizes " + std::string(name.substr(colon + 1)), 2,
                  [shape, sizes](std::size_t n) { return shape(sizes, n); }};
    return family;
}

}  // namespace

const std::vector<Family>& families() {
    static const std::vector<Family> catalogue = make_catalogue();
    return catalogue;
}

Family family_named(std::string_view name, std::string_view where) {
    std::vector<std::string_view> known;
    for (const Family& family : families()) {
        if (family.name == name) return family;
        known.push_back(family.name);
    }
    const std::size_t colon = name.find(':');
    if (colon != std::string_view::npos) return with_parameter(name, colon, where);
    throw InputError(where, "\"" + printable(name) + "\"",
                     expected_one_of(name, known, "disarray search --help-all"));
}

std::vector<Permutation> family_members(std::size_t n) {
    std::vector<Permutation> members;
    for (const Family& family : families()) {
        const auto member = family.member(n);
        if (member && std::ranges::find(members, *member) == members.end()) {
            members.push_back(*member);
        }
    }
    return members;
}

}  // namespace disarray::search
