// SPDX-License-Identifier: MIT
// Statistics against the definitions in the catalogue on all small permutations, and what is told
// of them: their greatest values, and which are those of the inverse too.
#include "search/discover/statistics.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "ranking/enumeration.hpp"
#include "search/discover/statement.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

using namespace search::discover;

TEST_CASE("A statistic is a metric of the catalogue from the identity", "[discover]") {
    for (const Statistic& statistic : statistics()) {
        CAPTURE(statistic.name);
        for (std::size_t n = 1; n <= 6; ++n) {
            std::int64_t most = 0;
            bool is_same_for_inverses = true;
            for (const Permutation& sigma : all_permutations(n)) {
                const std::int64_t value = statistic.value(sigma.ranks());
                REQUIRE(catalogue_value({&statistic, false}, sigma) == Rational(value));
                most = std::max(most, value);
                is_same_for_inverses &= statistic.value(sigma.inverse().ranks()) == value;
            }
            CHECK(statistic.greatest(static_cast<std::int64_t>(n)) == most);
            if (n == 6) CHECK(is_symmetric(statistic) == is_same_for_inverses);
        }
    }
}

TEST_CASE("Quantities are named as statistics, by other names, and of the inverse", "[discover]") {
    CHECK(quantity_named("exc", "q").name() == "cayley");
    CHECK(quantity_named("runs[inverse]", "q").name() == "runs[inverse]");
    CHECK(quantity_named("kendall[inverse]", "q").name() == "kendall");
    CHECK(quantities_named("kendall, inv,runs", "q").size() == 2);
    CHECK(message_of<InputError>([] {
              (void)quantity_named("kendal", "--metrics");
          }).starts_with("--metrics: found \"kendal\", expected one of"));
    CHECK_THROWS_AS(quantities_named("kendall,", "q"), InputError);
}

TEST_CASE("An evaluator takes the inverse where it is asked for", "[discover]") {
    Evaluator evaluate(quantities_named("runs,runs[inverse]", "q"));
    const std::vector<Rank> ranks{1, 3, 0, 2};  // order 3 1 4 2
    const auto values = evaluate(ranks);
    CHECK(values[0] == 1);
    CHECK(values[1] == 2);
}

}  // namespace disarray::test
