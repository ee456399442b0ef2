// SPDX-License-Identifier: MIT
// Shows what each reading of an interval contains, with its ends either way round.
#include "properties/proofs/span.hpp"

#include "tests/catch.hpp"

namespace disarray::test {

using namespace properties::proofs;

TEST_CASE("Intervals of KV contain what their reading says", "[proofs]") {
    for (std::size_t a = 0; a < 5; ++a) {
        for (std::size_t b = 0; b < 5; ++b) {
            for (std::size_t x = 0; x < 5; ++x) {
                const bool closed = (a <= x && x <= b) || (b <= x && x <= a);
                CHECK(lies_between(x, a, b, Ends::closed) == closed);
                CHECK(lies_between(x, a, b, Ends::closed_ordered) == (a <= x && x <= b));
                CHECK(lies_between(x, a, b, Ends::half_open) == (closed && x != b));
                CHECK(lies_between(x, a, b, Ends::open) == (closed && x != a && x != b));
            }
        }
    }
    CHECK(name_of(Ends::closed_ordered) == "closed-ordered");
    CHECK(name_of(Ends::open) == "open");
}

}  // namespace disarray::test
