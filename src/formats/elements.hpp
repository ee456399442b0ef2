// SPDX-License-Identifier: MIT
//
// Names of elements. In an order such as "b,c,a" the elements have names, while the mathematics
// numbers them; which element is the first decides whose weight is the first. The numbering is
// the one a reader expects: names that are all integers in numeric order (they must be 1..n),
// other names in bytewise order, unless the names are listed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ranking/permutation.hpp"

namespace disarray::formats {

/// n elements with different names; elements count from 0.
class Elements {
public:
    /// Elements named 1..n.
    static Elements numbered(std::size_t n);
    /// Element i is names[i]. \throws InputError for a repeated name, or no names.
    static Elements listed(std::span<const std::string_view> names, std::string_view where);
    /// The names of an order in the numbering described above.
    /// \throws InputError for a repeated name, or no names.
    static Elements of_order(std::span<const std::string_view> order, std::string_view where);

    std::size_t size() const { return size_; }
    /// True if the names are 1..n in this order.
    bool are_numbered() const { return names_.empty(); }
    std::string name(std::size_t element) const;
    std::optional<Rank> find(std::string_view name) const;

    /// The permutation in which order[r] has rank r (from 0).
    /// \throws InputError for an unknown, repeated or missing name; with numbered elements for
    /// anything that is not a permutation of 1..n. O(n) on average.
    Permutation permutation_of_order(std::span<const std::string_view> order,
                                     std::string_view where) const;

private:
    explicit Elements(std::size_t n) : size_(n) {}
    Elements(std::vector<std::string> names, std::string_view where);

    std::size_t size_ = 0;
    std::vector<std::string> names_;                 ///< empty if numbered
    std::unordered_map<std::string, Rank> by_name_;  ///< likewise
};

}  // namespace disarray::formats
