// SPDX-License-Identifier: MIT
// What two tempering searches that should be one have in common.
#pragma once

#include "search/tempering.hpp"
#include "tests/catch.hpp"

namespace disarray::test {

inline void check_same(const search::TemperingResult& a, const search::TemperingResult& b) {
    CHECK(a.effort == b.effort);
    CHECK(a.accepted == b.accepted);
    CHECK(a.programs == b.programs);
    CHECK(a.least_for_point == b.least_for_point);
    REQUIRE(a.best);
    REQUIRE(b.best);
    CHECK(a.best->sigma == b.best->sigma);
    CHECK(a.best->ratio() == b.best->ratio());
    CHECK(a.best->weighting.dissimilarity->entries() == b.best->weighting.dissimilarity->entries());
}

}  // namespace disarray::test
