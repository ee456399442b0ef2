// SPDX-License-Identifier: MIT
//
// The core of the verifier: whether the values of a certificate prove what its header claims, for
// every pseudometric D. FORMAT.md is the specification. The core asks for what the proof needs;
// that a file has the one spelling of the format is for whoever reads it. Where a value is missing
// or of another type, the JSON library throws.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "number.hpp"

namespace disarray::verify {

using Json = nlohmann::json;

/// The first thing that does not hold.
struct Rejected : std::exception {
    Rejected(std::string step_, std::string expected_, std::string found_)
        : step(std::move(step_)), expected(std::move(expected_)), found(std::move(found_)) {}
    const char* what() const noexcept override { return "rejected"; }
    std::string message() const { return step + ": expected " + expected + ", found " + found; }

    std::string step;  ///< where, outermost first: "ranks 3 2 1, proof, pair {1,3}"
    std::string expected, found;
};

/// A rank vector. Here, unlike in files and messages, elements and ranks count from 0.
struct Ranks : std::vector<int> {
    using vector::vector;
    int size() const { return static_cast<int>(vector::size()); }
    int& operator[](int i) { return vector::operator[](static_cast<std::size_t>(i)); }
    int operator[](int i) const { return vector::operator[](static_cast<std::size_t>(i)); }
    std::string to_string() const;  ///< "3 2 1", from 1
};
inline constexpr int max_n = 20;
Ranks identity(int n);
Ranks inverse(const Ranks& sigma);

enum class Functional { kendall, prefix, prefix_sym, interval, box };

/// coefficient · functional of σ (of σ⁻¹ if `inverse`), or coefficient · |sum of `inside`|.
struct Term {
    Number coefficient;
    Functional functional{};
    bool inverse = false;
    std::vector<Term> inside;       ///< not empty for an absolute value, and only then
    std::string_view name() const;  ///< of the functional: "F[prefix,inverse]"
};
using Expression = std::vector<Term>;

struct Claim {
    int n = 0;
    std::optional<Ranks> scope;               ///< the one σ; all of S_n if none
    Expression small, big;                    ///< N and M
    std::vector<Number> weights, swap_costs;  ///< w_1 …, δ_1 …; empty where they are 1
    /// w_i·p̄_i of element i (row) at rank σ(i), so that a_ij is a product of two; none if all are 1
    std::vector<std::vector<Number>> factors{};
    bool local_fixed_points = false, direct_sums = false;
    bool inverse = false, reverse_complement = false;  ///< the listed symmetries
    std::int64_t scale = 0;  ///< format 2: coefficients times it are whole numbers; else 0
    bool has_rule() const { return scale > 0; }
};
Claim read_claim(const Json& header);
/// What `factors` of a claim has to be.
std::vector<std::vector<Number>> factors(const Claim& claim);

/// Whether σ is no σ of the claim, being decomposable or having an earlier image; `indecomposable`
/// grows by 1 if it is not the former.
bool is_passed_over(const Claim& claim, const Ranks& sigma, std::uint64_t& indecomposable);

/// The σ that may have a record, in the order of the records. Whether N is 0 is not asked here.
class Enumeration {
public:
    explicit Enumeration(const Claim& claim);
    const Ranks* current() const { return at_end_ ? nullptr : &sigma_; }  ///< null behind the last
    void advance();
    /// How many indecomposable σ of length l there were, up to the present one; with direct sums.
    std::uint64_t& indecomposable(int l) { return indecomposable_.at(std::size_t(l)); }

private:
    bool is_passed_over() {
        return verify::is_passed_over(claim_, sigma_, indecomposable(sigma_.size()));
    }

    const Claim& claim_;
    Ranks sigma_;
    bool at_end_ = false;
    std::array<std::uint64_t, max_n + 1> indecomposable_{};
};

/// What a valid record proves: M_σ ≥ ratio·N_σ, for σ and its images under the listed symmetries.
struct Record {
    Ranks ranks;
    Number ratio;
    int images = 1;  ///< how many different images σ has, itself included
};
Record check_record(const Claim& claim, const Json& record);

/// What a valid section proves: M_σ ≥ N_σ for every σ from the first to the last in lexicographic
/// order, up to those whose record has a ratio < 1.
struct Section {
    Ranks first, last;
    std::uint64_t records = 0, indecomposable = 0, violating = 0;  ///< as in Walk, of its σ
    std::optional<Record> least{};  ///< the first of the least ratio, if that is < 1
};
Section check_section(const Claim& claim, const Json& section);

/// What the records prove for S_n.
struct Result {
    int n = 0;
    std::optional<Number> ratio{};  ///< the least of the records of lengths ≤ n
    Ranks best{};                   ///< the first σ with that ratio
    std::uint64_t violating = 0;    ///< σ of length n in scope with a ratio < 1
    bool attained = true;           ///< some σ has that ratio; without a ratio, some σ has M = N
};

/// Which rankings have an expression that is 0 because no term counts a pair with a_ij ≠ 0. Nothing
/// is added up, so that it takes no longer where the numbers of the claim are long.
class Counted {
public:
    Counted(const Claim& claim, const Expression& terms);
    bool has_none(const Ranks& sigma) const;

private:
    bool has_none(std::span<const int> ranks, const std::vector<Functional>& kinds) const;

    std::array<std::vector<Functional>, 2> kinds_;  // of σ and of σ⁻¹, those within | | as well
    std::array<std::array<bool, max_n>, max_n> counts_{};  // element i at a rank: is w_i·p̄_i ≠ 0
};

/// A pass over the records, in their order.
class Walk {
public:
    explicit Walk(const Claim& claim);
    /// The σ whose record is due; null at the end.
    /// \param hint  a σ that is known to need a record
    const Ranks* due(const std::optional<Ranks>& hint = {});
    /// Takes the record that is due. \throws Rejected if it is another's
    void take(const Record& record);
    /// The same for a section, of a claim with a rule.
    void take(const Section& section);
    std::uint64_t records() const { return records_; }
    /// What is proved for S_n, when no record is due and the end holds.
    Result finish(const Json& header, const Json& end);

private:
    bool needs_record(const Ranks& sigma);
    void add(const Section& section);
    void count_decomposable();

    const Claim& claim_;
    Enumeration enumeration_;
    Ranks next_;  // the first of the next section, of a claim with a rule; empty behind the last
    const Claim unweighted_;
    const Counted counted_;  // in N
    const std::uint64_t cost_of_sum_;
    std::vector<Result> results_;  // with direct sums for each length from 2, else for n only
    std::uint64_t records_ = 0;
    std::uint64_t passed_ = 0;  // what rankings that may need no record have cost
};

// Every n.

/// Whether an expression has terms in σ (in σ⁻¹ if `inverse`).
bool has_terms(const Expression& expression, bool inverse);
/// Checks that the terms of N in σ are at most those of M, for every n. \throws Rejected
/// \param inverse  those in σ⁻¹ instead
void check_every_n(const Expression& small, const Expression& big, bool inverse, const Json& proof);

/// At an end: rank r > 0 from the top or −r from the bottom; in the block: rank − element.
struct PatternElement {
    int rank = 0, colour = 0;
};
/// constant + slope·m
struct Affine {
    Number constant, slope;
    Number at(int m) const { return constant + slope * m; }
    friend bool operator==(const Affine&, const Affine&) = default;
};
/// An element of a short permutation, which stands for one, or for m in succession with as many
/// ranks in succession; ranks from 1.
struct InflatedElement {
    int rank = 0;
    bool grows = false;
    int colour = 0;
    int count(int m) const { return grows ? m : 1; }
};
/// Some σ and D, one for each number m ≥ first of blocks (or length of the runs), with the values
/// of N and M there. D is 1 between different colours and 0 within one.
struct Family {
    std::vector<PatternElement> left, block, right;  // or
    std::vector<InflatedElement> inflated;
    int first = 0;
    Affine small, big;
    int length(int m) const {
        int sum = static_cast<int>(left.size() + static_cast<std::size_t>(m) * block.size() +
                                   right.size());
        for (const InflatedElement& element : inflated)
            sum += element.count(m);
        return sum;
    }
};
/// Reads a family and checks that N and M are as it says, and N > 0, for every m. \throws Rejected
Family check_family(const Expression& small, const Expression& big, const Json& json);

/// What may be spent on rankings that need no record, a second or two: 1 for each, and for one
/// whose N is 0 as its terms cancel each other, which only those in absolute values can, its pairs
/// times the terms of N times 1 + half the characters of δ and the coefficients of N, the first of
/// each number left out. S_12 with one δ ≠ 0 has 11! such rankings.
inline constexpr std::uint64_t max_passed = 40'000'000;

/// The terms of a side of a claim.
Expression read_terms(const Json& list, bool inside_absolute = false);

// What follows is for the core itself.

Number read_number(const Json& string, int least);  ///< \throws Rejected below `least`
Ranks read_ranks(const Json& list);

/// An image of σ under a listed symmetry, whose element i stands for element label[i] of σ.
struct Image {
    Ranks ranks, label;
};
/// The images under the listed symmetries and their composition; some may be σ, or the same.
std::vector<Image> images(const Claim& claim, const Ranks& sigma);

/// A coefficient times twice the scale of the claim. Terms have 31 bits, so that sums fit.
using Whole = std::int64_t;
inline int sign(Whole number) {
    return (number > 0) - (number < 0);
}
inline int sign(const Number& number) {
    return number.sign();
}

/// Coefficients of D, one for each pair {i, j}, in the order of FORMAT.md.
using Form = std::vector<Number>;
std::size_t pair_place(int n, int i, int j);
/// Twice the number of times that row i of the functional counts a_ij, of elements of these ranks.
int twice(Functional functional, int i, int rank_i, int j, int rank_j);
constexpr std::size_t pair_count(int n) {
    return static_cast<std::size_t>(n * (n - 1) / 2);
}
template <class C>
bool vanishes(const std::vector<C>& form) {
    return std::ranges::all_of(form, [](const C& c) { return sign(c) == 0; });
}

/// The value at D is the linear part plus the sum of the absolute values of the others.
template <class C>
struct FormsIn {
    std::vector<C> linear;
    std::vector<std::vector<C>> absolute{};
    bool vanish() const { return absolute.empty() && vanishes(linear); }
    friend bool operator==(const FormsIn&, const FormsIn&) = default;
};
using Forms = FormsIn<Number>;
Number value(const Forms& forms, const Form& d);
/// M or N for σ, whose elements the forms call by their labels. C: Number, or Whole, which is times
/// the scale of the claim.
template <class C>
FormsIn<C> forms(const Claim& claim, const Expression& expression, const Ranks& sigma,
                 const Ranks& label);
/// Checks that M and N of each image are those of σ, the elements renamed. \return how many
/// different images there are, σ included
template <class C>
int count_images(const Claim& claim, const Ranks& sigma, const FormsIn<C>& small,
                 const FormsIn<C>& big);

/// D from a matrix, of which what is above the diagonal is read.
Form read_pseudometric(const Json& matrix, int n, const std::string& step);
/// \throws Rejected unless N > 0 and M = ratio·N
void require_ratio(const Number& small, const Number& big, const Number& ratio,
                   const std::string& step);

}  // namespace disarray::verify
