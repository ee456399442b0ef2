// SPDX-License-Identifier: MIT
// Shows that an answer is marked as optimal by its two costs alone, and that a bound above the cost
// is a fault.
#include "aggregation/aggregate.hpp"

#include <set>
#include <string>

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/show.hpp"

namespace disarray::test {

using namespace aggregation;

TEST_CASE("An answer is optimal if and only if its cost is the lower bound", "[aggregation]") {
    const auto with = [](const Rational& cost, const Rational& bound) {
        return make_aggregate({1, 0, 2}, cost, bound, Method::pivot, BoundSource::pair_minima);
    };
    CHECK(with(3, 3).is_optimal);
    CHECK_FALSE(with(3, 2).is_optimal);
    CHECK(with(3, 2).ranking().to_string() == "2 1 3");
    CHECK(contains(message_of<InternalError>([&] { with(2, 3); }),
                   "pivot: an order of cost 2 below the lower bound 3"));
}

TEST_CASE("Methods and bounds have different names", "[aggregation]") {
    std::set<std::string_view> names;
    for (int m = 0; m <= static_cast<int>(Method::exhaustive); ++m)
        names.insert(name_of(static_cast<Method>(m)));
    CHECK(names.size() == static_cast<std::size_t>(Method::exhaustive) + 1);
    names.clear();
    for (int b = 0; b <= static_cast<int>(BoundSource::search); ++b)
        names.insert(name_of(static_cast<BoundSource>(b)));
    CHECK(names.size() == static_cast<std::size_t>(BoundSource::search) + 1);
}

}  // namespace disarray::test
