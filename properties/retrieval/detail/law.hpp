// SPDX-License-Identifier: MIT
//
// What the laws are written with. Explanations are made only where something fails: most cases
// hold, and a logarithmic value takes longer to print than to compare.
#pragma once

#include <string>
#include <utility>

#include "properties/outcome.hpp"
#include "properties/retrieval/laws.hpp"

namespace disarray::properties {

/// A value and, for explanations, a function that returns its formula: "M(d1 and d2 exchanged)".
template <class Formula>
struct Term {
    const Value& value;
    Formula formula;
};
template <class Formula>
Term(const Value&, Formula) -> Term<Formula>;

/// The formula of the case itself.
inline std::string plain_formula() {
    return "M";
}

template <class A, class B>
Outcome same(const RetrievalSubject& subject, const Term<A>& a, const Term<B>& b) {
    if (nearly_equal(a.value, b.value, subject.tolerance)) return {};
    if (detail::order_for_equality(a.value, b.value) == Order::equal) return {};
    return equal({a.formula(), a.value}, {b.formula(), b.value});
}

/// a <= b, exactly.
template <class A, class B>
Outcome not_above(const Term<A>& a, const Term<B>& b) {
    const Order order = compare(a.value, b.value);
    if (order == Order::less || order == Order::equal) return {};
    return at_most({a.formula(), a.value}, {b.formula(), b.value});
}

/// a is as bad as b, or worse.
template <class A, class B>
Outcome no_better(const RetrievalSubject& subject, const Term<A>& a, const Term<B>& b) {
    if (nearly_equal(a.value, b.value, subject.tolerance)) return {};
    return subject.is_best_at_greatest ? not_above(a, b) : not_above(b, a);
}

/// Many outcomes in one: the first violation; else undecided if one is; else it holds, if any
/// applies.
class Joined {
public:
    /// Whether nothing more can change the outcome.
    bool is_settled() const { return joined_ && joined_->is_violated(); }
    void add(Outcome outcome) {
        if (!joined_ || weight(outcome) > weight(*joined_)) joined_ = std::move(outcome);
    }
    /// \param otherwise  why nothing applied, if nothing was added
    Outcome outcome(std::string_view otherwise) && {
        return joined_ ? *std::move(joined_) : does_not_apply(std::string(otherwise));
    }

private:
    static int weight(const Outcome& outcome) {
        switch (outcome.kind) {
            case Outcome::Kind::does_not_apply:
                return 0;
            case Outcome::Kind::holds:
                return 1;
            case Outcome::Kind::undecided:
                return 2;
            case Outcome::Kind::violated:
                return 3;
        }
        return 0;
    }
    std::optional<Outcome> joined_;
};

// Cases made of cases.

/// With one document more, ranked last by its score, and last in the file.
RetrievalCase with_last(RetrievalCase instance, std::optional<retrieval::Grade> grade);

/// With scores n, n−1, …, 1 in the order given: no two are tied. \param order  indices of lines
RetrievalCase ranked_as(RetrievalCase instance, const std::vector<std::size_t>& order);

}  // namespace disarray::properties
