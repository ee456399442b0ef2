// SPDX-License-Identifier: MIT
//
// What the runners of laws share: to count the outcomes of cases, keep the least violation, and go
// through numbered cases on several threads. The smaller of two cases is kept, which is associative
// and commutative, so that it does not matter how TBB splits the work.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include "base/stop.hpp"
#include "properties/property.hpp"

namespace disarray::properties {

/// Keeps the smaller of two texts. An empty text says nothing and never replaces another.
inline void keep_least(std::string& text, const std::string& more) {
    if (!more.empty() && (text.empty() || more < text)) text = more;
}

/// What a part of a run has seen. Cases are ordered by compare().
template <class C>
struct CaseTally {
    std::uint64_t cases = 0;
    std::uint64_t applicable = 0;
    std::uint64_t undecided = 0;
    std::optional<C> least;  ///< violation
    std::string reason;      ///< why some case did not apply; the least text

    void add_violation(const C& instance) {
        if (!least || compare(instance, *least) < 0) least = instance;
    }
    void add(const Outcome& outcome, const C& instance) {
        ++cases;
        if (outcome.kind == Outcome::Kind::does_not_apply) {
            return keep_least(reason, outcome.explanation);
        }
        ++applicable;
        if (outcome.kind == Outcome::Kind::undecided) ++undecided;
        if (outcome.is_violated()) add_violation(instance);
    }
    void add(const CaseTally& other) {
        cases += other.cases;
        applicable += other.applicable;
        undecided += other.undecided;
        keep_least(reason, other.reason);
        if (other.least) add_violation(*other.least);
    }
};

/// A stop that, once it was requested, stays so for all parts of a run.
class Halt {
public:
    explicit Halt(const Stop& stop) : stop_(stop) {}
    bool requested() {
        if (!was_ && stop_.requested()) was_ = true;
        return was_;
    }
    /// Whether some part was not done.
    bool was_requested() const { return was_; }

private:
    const Stop& stop_;
    std::atomic<bool> was_ = false;
};

/// The sum of visit(begin, end, sum) over parts of begin … end−1 in any order. What is not begun
/// when the halt is requested is left out.
/// \param grain  parts that are not longer are not divided
template <class Sum, class Visit>
Sum sum_of_parts(std::uint64_t begin, std::uint64_t end, std::uint64_t grain, Halt& halt,
                 const Visit& visit) {
    return tbb::parallel_reduce(
        tbb::blocked_range<std::uint64_t>(begin, end, grain), Sum{},
        [&](const tbb::blocked_range<std::uint64_t>& part, Sum sum) {
            if (!halt.requested()) visit(part.begin(), part.end(), sum);
            return sum;
        },
        [](Sum a, const Sum& b) {
            a.add(b);
            return a;
        });
}

}  // namespace disarray::properties
