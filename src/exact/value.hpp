// SPDX-License-Identifier: MIT
//
// The value of a metric: an exact real number, or "undefined" (0/0), which is a value of its own.
// Properties add, multiply and compare values without knowing which kind they have.
//
// A defined value that is not rational is a quotient of two sums of terms
//     q · a^(1/m) · 1/(log₂ b₁ ⋯ log₂ b_r),   q rational, a >= 1 an integer, b no perfect power.
// Equality. log₂ of a power reduces to its base (log₂ 8 = 3·log₂ 2), and terms whose roots differ
// by a rational factor are joined. Sums that then agree term by term are equal. Without logarithms
// the converse holds as well: positive real roots, no two of which have a rational quotient, are
// linearly independent over the rationals (Mordell 1953, Siegel 1972), so that every sum with a
// term left is not 0, and intervals at rising precision find its sign in the end. With logarithms
// no such theorem is known: if intervals of max_precision bits still contain 0 the answer is
// "undecided".
//
// Beside these there are numbers c + f·ln(a) (exact/log_linear.hpp), where all is decidable; they
// do not mix with roots and 1/log₂.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exact/interval.hpp"
#include "exact/log_linear.hpp"
#include "exact/rational.hpp"

namespace disarray {

/// How two values stand to each other.
enum class Order {
    less,
    equal,
    greater,
    undecided,  ///< the intervals overlap at the precision limit
    undefined   ///< one of them is undefined
};

/// One term of a sum of logarithms: coefficient/log₂(base).
struct InverseLog2Term {
    Rational coefficient;
    std::uint64_t base = 2;  ///< >= 2
};

class Value {
public:
    /// Bits at which a comparison of logarithms gives up.
    static constexpr unsigned max_precision = 8192;

    /// 0.
    Value() : Value(Rational()) {}
    Value(Rational value) : content_(std::move(value)) {}  // NOLINT: a rational is a value
    Value(LogLinear value);                                // NOLINT: as above
    template <std::integral T>
    Value(T value) : Value(Rational(value)) {}  // NOLINT: as above
    template <std::floating_point T>
    Value(T) = delete;

    /// \param reason  one clause for a reader: "0/0: no element is relevant"
    static Value undefined(std::string reason);
    /// A result that depends on a sign which is not decided at max_precision: it has no number, but
    /// unlike an undefined value it may be equal to anything, and compares as undecided.
    static Value undecided(std::string reason);
    /// radicand^(1/degree), the non-negative real root.
    /// \throws UsageError if the radicand is negative or the degree 0.
    static Value root(const Rational& radicand, unsigned degree);
    /// 1/log₂(base). \throws UsageError for a base below 2.
    static Value inverse_log2(std::uint64_t base);
    /// ln(argument). \throws UsageError for an argument that is not positive.
    static Value logarithm(const Rational& argument);
    /// Their sum; O(m log m) for m terms, where adding them one by one copies the sum m times.
    /// \throws UsageError for a base below 2.
    static Value sum_of_inverse_log2(std::vector<InverseLog2Term> terms);

    bool is_defined() const { return !std::holds_alternative<Undefined>(content_); }
    bool is_undecided() const {
        const auto* none = std::get_if<Undefined>(&content_);
        return none && none->is_undecided;
    }
    /// Whether it is known as a rational number; a quotient of sums may be one unseen.
    bool is_rational() const { return std::holds_alternative<Rational>(content_); }
    /// \throws UsageError if it is not rational.
    const Rational& rational() const;
    /// \throws UsageError if it is defined.
    const std::string& why_undefined() const;

    /// −1, 0, 1; empty if undefined, or not decided at max_precision.
    std::optional<int> sign() const;

    // An operation on an undefined value is undefined, with the reason of the first one. Products
    // of roots of large different degrees, which no metric forms, throw NotSupported; so do sums
    // and products of ln and an irrational number of another kind.
    Value operator-() const;
    friend Value operator+(const Value& a, const Value& b);
    friend Value operator-(const Value& a, const Value& b) { return a + -b; }
    friend Value operator*(const Value& a, const Value& b);
    /// Undefined if b = 0 (the reason names 0/0 or x/0), undecided if it is not decided whether it
    /// is.
    friend Value operator/(const Value& a, const Value& b);
    Value& operator+=(const Value& other) { return *this = *this + other; }

    /// An interval of that precision around a defined value; wider where terms cancel.
    /// \throws UsageError if undefined.
    Interval enclosure(unsigned precision) const;

    /// "27/2", "2/3*sqrt(6)", "24^(1/5)", "3 + 2/log2(3)", "1/2*ln(3/8)", "(…)/(…)", "undefined".
    std::string to_string() const;
    /// As Rational::to_decimal, every digit certain; "undefined", or "undecided" where
    /// max_precision does not settle a digit of a logarithmic value.
    std::string to_decimal(int digits = 6) const;
    /// A double near the value, for figures only; NaN if undefined.
    double approximate() const;

    /// "rational", "algebraic", "logarithmic", "undefined".
    std::string_view kind() const;

private:
    /// a^(1/degree) / Π log₂(b).
    struct Monomial {
        Integer radicand = 1;              ///< >= 1; 1 if and only if degree = 1
        unsigned degree = 1;               ///< >= 1
        std::vector<std::uint64_t> bases;  ///< ascending, with repetition; no perfect powers, no 2
        friend bool operator==(const Monomial&, const Monomial&) = default;
    };
    struct Term {
        Rational coefficient;  ///< not 0
        Monomial monomial;
        friend bool operator==(const Term&, const Term&) = default;
    };
    /// Ordered by monomial; the empty sum is 0.
    using Sum = std::vector<Term>;
    struct Quotient {
        Sum numerator;
        Sum denominator;  ///< positive; its first coefficient is ±1
    };
    struct Undefined {
        std::shared_ptr<const std::string> reason;
        bool is_undecided = false;
    };
    struct Algebra;  ///< the arithmetic of sums, in value.cpp

    explicit Value(Undefined undefined) : content_(std::move(undefined)) {}
    static Value of(Sum numerator, Sum denominator);
    Quotient quotient() const;
    /// Null if it is no such number.
    const LogLinear* log_linear() const;
    bool has_logarithm() const { return log_linear() != nullptr; }
    /// A rational number, or one with ln. \throws NotSupported for any other.
    LogLinear as_log_linear() const;

    std::variant<Rational, std::shared_ptr<const Quotient>, std::shared_ptr<const LogLinear>,
                 Undefined>
        content_;
};

/// By value. Exact: never decided by rounding.
Order compare(const Value& a, const Value& b);

/// |value|; undecided if the sign is not decided.
Value abs(const Value& value);

}  // namespace disarray
