// SPDX-License-Identifier: MIT
//
// Gains and their discounted sums, in doubles with bounds and exactly. The ideal list has the gains
// of all judged documents, falling, as far as they are above 0.
//
// Exactly, DCG is a sum of q/log₂ b. It is collected as one list of coefficients and made a Value
// at the end; adding Values one by one copies the sum each time.
#pragma once

#include <cmath>
#include <vector>

#include "metrics/retrieval/detail/numbers.hpp"

namespace disarray::retrieval::detail {

constexpr std::string_view nothing_gained = "no document has a gain";

/// The base b of the discount 1/log₂ b at a rank counted from 1; 2 where there is none.
inline std::uint64_t base_at(std::uint64_t rank, Discount discount) {
    return discount == Discount::trec ? rank + 1 : std::max<std::uint64_t>(rank, 2);
}

/// 1/log₂ b, for b >= 2; of small ones computed once, for all threads.
Bounded bounded_inverse_log2(std::uint64_t base);

/// A sum of gain·discount in doubles.
class BoundedGain {
public:
    using Number = Bounded;
    using Total = Bounded;
    void add(const Bounded& gain) { sum_ += gain; }
    void add(const Bounded& gain, std::uint64_t base) {
        sum_ += base == 2 ? gain : gain * bounded_inverse_log2(base);  // log₂ 2 = 1
    }
    Bounded total() const { return sum_; }

    static Bounded of(Grade grade, Gain gain) {
        if (gain == Gain::linear) return Bounded(grade);
        return Bounded(std::ldexp(1.0, grade), 0) - Bounded(1);
    }
    static Bounded of(const Rational& gain) { return Bounded::near(gain); }
    static Bounded mean(const Bounded& sum, std::uint64_t count) {
        return sum / number<Bounded>(count);
    }

private:
    Bounded sum_;
};

/// The same exactly.
class ExactGain {
public:
    using Number = Rational;
    using Total = Value;
    void add(const Rational& gain) { rational_ += gain; }
    void add(const Rational& gain, std::uint64_t base) {
        base == 2 ? add(gain) : terms_.push_back({gain, base});
    }
    Value total() const { return Value(rational_) + Value::sum_of_inverse_log2(terms_); }

    static Rational of(Grade grade, Gain gain) {
        if (gain == Gain::linear) return Rational(grade);
        return Rational((Integer(1) << static_cast<unsigned>(grade)) - 1);
    }
    static Rational of(const Rational& gain) { return gain; }
    static Rational mean(const Rational& sum, std::uint64_t count) { return sum / Rational(count); }

private:
    Rational rational_ = 0;
    std::vector<InverseLog2Term> terms_;
};

/// What a document of that grade is worth: as the request has it, or the conventions.
template <class Sum>
typename Sum::Number gain_of(const Question& q, Grade grade) {
    if (!q.parameters.gains.empty()) {
        const auto own = q.parameters.gains.find(grade);
        if (own != q.parameters.gains.end()) return Sum::of(own->second);
    }
    return grade < 1 ? typename Sum::Number(0) : Sum::of(grade, q.conventions.gain);
}

/// The grades of the ideal list, from the top.
std::vector<Grade> ideal_grades(const Question& question);

}  // namespace disarray::retrieval::detail
