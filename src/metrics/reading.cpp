// SPDX-License-Identifier: MIT
#include "metrics/reading.hpp"

#include "base/error.hpp"
#include "base/near_names.hpp"

namespace disarray::metrics {

namespace {

constexpr std::pair<std::string_view, Reading> reading_names[] = {
    {"prefix", Reading::prefix},
    {"prefix-sym", Reading::prefix_sym},
    {"interval", Reading::interval},
    {"box", Reading::box}};

constexpr std::pair<std::string_view, Frame> frame_names[] = {{"element", Frame::element},
                                                              {"literal", Frame::literal}};

}  // namespace

std::string_view name_of(Reading reading) {
    return name_of_choice(reading_names, reading);
}
Reading reading_named(std::string_view name, std::string_view where) {
    return choice_named(reading_names, name, where);
}

std::string_view name_of(Frame frame) {
    return name_of_choice(frame_names, frame);
}
Frame frame_named(std::string_view name, std::string_view where) {
    return choice_named(frame_names, name, where);
}

std::optional<std::string> why_undefined(Reading reading, Frame frame, const Permutation& tau) {
    if (reading != Reading::prefix_sym || frame == Frame::literal || tau.is_identity()) {
        return std::nullopt;
    }
    return "prefix-sym is a one-argument reading (KV 10): it needs the identity as reference, or "
           "the literal frame";
}

Operands operands(const Permutation& sigma, const Permutation& tau, Frame frame) {
    if (sigma.size() != tau.size()) throw UsageError("rankings of different sizes");
    if (frame == Frame::element) return {sigma, tau};
    return {compose(sigma, tau.inverse()), Permutation::identity(sigma.size())};
}

}  // namespace disarray::metrics
