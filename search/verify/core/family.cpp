// SPDX-License-Identifier: MIT
//
// A σ and a D for each number m of blocks, on which N and M are what a formula says. FORMAT.md,
// "Families", has the reason why N and M are affine in m once the ends are far apart; the values
// before, and two from there, are computed from the definitions. Likewise of inflated elements.
#include <cstdlib>
#include <numeric>

#include "core.hpp"

namespace disarray::verify {

namespace {

/// The member with so many blocks.
struct Member {
    Ranks sigma, inverse;
    std::vector<int> colours;
};

void add_inflated(Member& member, const std::vector<InflatedElement>& elements, int m) {
    for (const InflatedElement& element : elements) {
        int rank = 0;
        for (const InflatedElement& other : elements)
            if (other.rank < element.rank) rank += other.count(m);
        for (int k = 0; k < element.count(m); ++k) {
            member.sigma.push_back(rank++);
            member.colours.push_back(element.colour);
        }
    }
}

Member member_of(const Family& family, int blocks) {
    Member member;
    const int n = family.length(blocks);
    add_inflated(member, family.inflated, blocks);
    const auto add = [&](const PatternElement& element, int from) {
        member.sigma.push_back(from + element.rank);
        member.colours.push_back(element.colour);
    };
    const auto add_end = [&](const std::vector<PatternElement>& end) {
        for (const PatternElement& element : end)
            add(element, element.rank > 0 ? -1 : n);
    };
    add_end(family.left);
    for (int k = 0; k < blocks; ++k)
        for (const PatternElement& element : family.block)
            add(element, member.sigma.size());
    add_end(family.right);
    if (!std::ranges::is_permutation(member.sigma, identity(n)))
        throw Rejected(std::to_string(blocks) + " blocks", "each rank once", "another list");
    member.inverse = inverse(member.sigma);
    return member;
}

/// Twice row i of a functional without absolute terms.
Whole twice_row(const Term& term, bool of_inverse, const Member& member, int i) {
    const Ranks& sigma = of_inverse ? member.inverse : member.sigma;
    const auto colour = [&](int k) { return member.colours[static_cast<std::size_t>(k)]; };
    Whole sum = 0;
    for (int j = 0; j < sigma.size(); ++j)
        if (colour(i) != colour(j)) sum += twice(term.functional, i, sigma[i], j, sigma[j]);
    return sum;
}

/// Calls use(coefficient, row by member and i) for all rows of which an expression is the sum of
/// the absolute values.
template <class Use>
void for_each_row_sum(const Expression& expression, Use use) {
    for (const Term& term : expression) {
        if (!term.inside.empty()) throw Rejected("terms", "no absolute value", "one");
        for (const bool of_inverse : {term.inverse, !term.inverse}) {
            if (of_inverse != term.inverse && term.functional != Functional::prefix_sym) continue;
            use(term.coefficient, [&term, of_inverse](const Member& member, int i) {
                return twice_row(term, of_inverse, member, i);
            });
        }
    }
}

Number value_on(const Expression& expression, const Member& member) {
    Number sum;
    for_each_row_sum(expression, [&](const Number& coefficient, const auto& row) {
        Whole rows = 0;
        for (int i = 0; i < member.sigma.size(); ++i)
            rows += std::abs(row(member, i));
        sum += coefficient * Number(rows, 2);
    });
    return sum;
}

/// Rows near the ends, which alone can grow with the number of blocks, keep their sign while they
/// do.
void require_signs(const Expression& expression, const Member& far, const Member& next, int reach) {
    const int more = next.sigma.size() - far.sigma.size();
    for_each_row_sum(expression, [&](const Number&, const auto& row) {
        for (int k = 0; k < 2 * reach; ++k) {
            const int i = k < reach ? k : far.sigma.size() - 1 - (k - reach);
            const Whole before = row(far, i), after = row(next, k < reach ? i : i + more);
            const Whole growth = after - before;
            if ((before > 0 && growth < 0) || (before < 0 && growth > 0))
                throw Rejected("element " + std::to_string(i + 1), "a sign that is kept",
                               std::to_string(before) + " and " + std::to_string(after));
        }
    });
}

/// Above what any element moves that is not from one end to the other, and above the ends.
int reach_of(const Family& family) {
    std::size_t reach = std::max({family.left.size(), family.right.size(), family.block.size()});
    for (const auto* elements : {&family.left, &family.block, &family.right})
        for (const PatternElement& element : *elements)
            reach = std::max(reach, static_cast<std::size_t>(std::abs(element.rank)));
    return static_cast<int>(reach) + 1;
}

std::vector<PatternElement> read_elements(const Json& list) {
    std::vector<PatternElement> elements;
    for (const Json& entry : list)
        elements.push_back({entry.at(0).get<int>(), entry.at(1).get<int>()});
    return elements;
}

std::vector<InflatedElement> read_inflated(const Json& list) {
    std::vector<InflatedElement> elements;
    for (const Json& entry : list)
        elements.push_back(
            {entry.at(0).get<int>(), entry.at(1).get<bool>(), entry.at(2).get<int>()});
    return elements;
}

/// What is said of inflated elements holds of coefficients that i, σ(i), j, σ(j) have.
void require_of_sigma(const Expression& expression) {
    for (const Term& term : expression)
        if (term.inverse || !term.inside.empty() || term.functional == Functional::prefix ||
            term.functional == Functional::prefix_sym)
            throw Rejected("inflated", "terms K, F[interval] and F[box]", "another one");
}

Affine read_affine(const Json& list) {
    return {Number(list.at(0).get<std::string>()), Number(list.at(1).get<std::string>())};
}

}  // namespace

Family check_family(const Expression& small, const Expression& big, const Json& json) {
    Family family;
    const bool is_inflated = json.contains("inflated");
    if (is_inflated) {
        family.inflated = read_inflated(json["inflated"]);
        require_of_sigma(small);
        require_of_sigma(big);
    } else {
        family.left = read_elements(json.at("left"));
        family.block = read_elements(json.at("block"));
        family.right = read_elements(json.at("right"));
    }
    family.first = json.at("first").get<int>();
    family.small = read_affine(json.at("small"));
    family.big = read_affine(json.at("big"));
    if (family.first < 0 || family.length(family.first) < 1 || family.length(1) == family.length(0))
        throw Rejected(is_inflated ? "inflated" : "block", "one or more elements", "none");
    const int reach = reach_of(family);
    const auto size = static_cast<int>(family.block.size());
    // Three values from `far` on tell of inflated elements, whose sums are of degree 2 at most.
    const int far =
        std::max(family.first, is_inflated ? 2 * static_cast<int>(family.inflated.size()) + 1
                                           : (12 * reach + size - 1) / size);
    for (int blocks = family.first; blocks <= far + (is_inflated ? 2 : 1); ++blocks) {
        const Member member = member_of(family, blocks);
        const std::string step = std::to_string(blocks) + " blocks, ";
        const auto require = [&](const Expression& side, const Affine& stated, const char* name) {
            const Number value = value_on(side, member);
            if (value != stated.at(blocks))
                throw Rejected(step + name, value.to_string(), stated.at(blocks).to_string());
        };
        require(small, family.small, "small");
        require(big, family.big, "big");
        if (family.small.at(blocks).sign() <= 0) throw Rejected(step + "small", "N > 0", "N = 0");
    }
    if (is_inflated) return family;
    const Member at_far = member_of(family, far), next = member_of(family, far + 1);
    require_signs(small, at_far, next, reach);
    require_signs(big, at_far, next, reach);
    return family;
}

}  // namespace disarray::verify
