// SPDX-License-Identifier: MIT
// Shows the names of readings and frames, and where prefix-sym has no value.
#include "metrics/reading.hpp"

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/permutations.hpp"
#include "tests/support/show.hpp"

namespace disarray::test {

using namespace metrics;

TEST_CASE("Readings and frames are found by the names they print", "[metrics]") {
    for (const Reading reading : all_readings) {
        CHECK(choice_named<Reading>(name_of(reading), "--reading") == reading);
    }
    for (const Frame frame : {Frame::element, Frame::literal}) {
        CHECK(choice_named<Frame>(name_of(frame), "--frame") == frame);
    }
    CHECK(name_of(Reading::prefix_sym) == "prefix-sym");
}

TEST_CASE("An unknown reading or frame is answered with the valid ones", "[metrics]") {
    CHECK(message_of<InputError>([] { (void)choice_named<Reading>("prefix_sym", "--reading"); }) ==
          "--reading: found \"prefix_sym\", expected one of prefix, prefix-sym, interval, box (did "
          "you mean prefix-sym?)");
    CHECK(message_of<InputError>([] { (void)choice_named<Frame>("both", "--frame"); }) ==
          "--frame: found \"both\", expected one of element, literal");
}

TEST_CASE("Only prefix-sym with a reference other than the identity is undefined", "[metrics]") {
    for (const Reading reading : all_readings) {
        for (const Frame frame : {Frame::element, Frame::literal}) {
            for (const Permutation& tau : all_permutations(3)) {
                const bool undefined = reading == Reading::prefix_sym && frame == Frame::element &&
                                       tau != Permutation::identity(3);
                CHECK(why_undefined(reading, frame, tau).has_value() == undefined);
            }
        }
    }
}

TEST_CASE("The literal frame composes, the element frame does not", "[metrics]") {
    for (const Permutation& sigma : all_permutations(3)) {
        for (const Permutation& tau : all_permutations(3)) {
            const Operands element = operands(sigma, tau, Frame::element);
            CHECK(element.sigma == sigma);
            CHECK(element.tau == tau);
            const Operands literal = operands(sigma, tau, Frame::literal);
            CHECK(literal.tau.is_identity());
            CHECK(compose(literal.sigma, tau) == sigma);
        }
    }
    CHECK_THROWS_AS(operands(ranks({1}), ranks({1, 2}), Frame::element), UsageError);
    CHECK_THROWS_AS(operands(ranks({1}), ranks({1, 2}), Frame::literal), UsageError);
}

}  // namespace disarray::test
