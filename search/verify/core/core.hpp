// SPDX-License-Identifier: MIT
//
// The core of the verifier: whether the values of a certificate prove what its header claims, for
// every pseudometric D. FORMAT.md is the specification. The core asks for what the proof needs;
// that a file has the one spelling of the format is for whoever reads it. Where a value is missing
// or of another type, the JSON library throws.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <optional>
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
    bool local_fixed_points = false, direct_sums = false;
    bool inverse = false, reverse_complement = false;  ///< the listed symmetries
};
Claim read_claim(const Json& header);

/// The σ that may have a record, in the order of the records. Whether N is 0 is not asked here.
class Enumeration {
public:
    explicit Enumeration(const Claim& claim);
    const Ranks* current() const { return at_end_ ? nullptr : &sigma_; }  ///< null behind the last
    void advance();
    /// How many indecomposable σ of length l there were, up to the present one; with direct sums.
    std::uint64_t indecomposable(int l) const { return indecomposable_.at(std::size_t(l)); }

private:
    bool is_passed_over();

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

/// What the records prove for S_n.
struct Result {
    int n = 0;
    std::optional<Number> ratio{};  ///< the least of the records of lengths ≤ n
    Ranks best{};                   ///< the first σ with that ratio
    std::uint64_t violating = 0;    ///< σ of length n in scope with a ratio < 1
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
    std::uint64_t records() const { return records_; }
    /// What is proved for S_n, when no record is due and the end holds.
    Result finish(const Json& header, const Json& end);

private:
    bool needs_record(const Ranks& sigma);
    void count_decomposable();

    const Claim& claim_;
    Enumeration enumeration_;
    std::uint64_t cost_of_coefficient_;
    std::vector<Result> results_;  // with direct sums for each length from 2, else for n only
    std::uint64_t records_ = 0;
    std::uint64_t formed_ = 0;  // coefficients of N of rankings that may need no record
};

/// So many coefficients of N may be formed for rankings that need no record, times the square of
/// 1 + a hundredth of the digits of w and δ: a second or two. K has 45 a ranking for n = 10.
inline constexpr std::uint64_t max_formed = 40'000'000;

// What follows is for the core itself.

Number read_number(const Json& string, int least);  ///< \throws Rejected below `least`
Ranks read_ranks(const Json& list);

/// An image of σ under a listed symmetry, whose element i stands for element label[i] of σ.
struct Image {
    Ranks ranks, label;
};
/// The images under the listed symmetries and their composition; some may be σ, or the same.
std::vector<Image> images(const Claim& claim, const Ranks& sigma);

/// Coefficients of D, one for each pair {i, j}, in the order of FORMAT.md.
using Form = std::vector<Number>;
std::size_t pair_place(int n, int i, int j);
constexpr std::size_t pair_count(int n) {
    return static_cast<std::size_t>(n * (n - 1) / 2);
}
bool vanishes(const Form& form);

/// The value at D is the linear part plus the sum of the absolute values of the others.
struct Forms {
    Form linear;
    std::vector<Form> absolute{};
    bool vanish() const { return absolute.empty() && vanishes(linear); }
    Number at(const Form& d) const;
    friend bool operator==(const Forms&, const Forms&) = default;
};
/// M or N for σ, whose elements the forms call by their labels.
Forms forms(const Claim& claim, const Expression& expression, const Ranks& sigma,
            const Ranks& label);

/// D from a matrix, of which what is above the diagonal is read.
Form read_pseudometric(const Json& matrix, int n, const std::string& step);
/// \throws Rejected unless N > 0 and M = ratio·N
void require_ratio(const Number& small, const Number& big, const Number& ratio,
                   const std::string& step);

}  // namespace disarray::verify
