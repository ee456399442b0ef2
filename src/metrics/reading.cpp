// SPDX-License-Identifier: MIT
#include "metrics/reading.hpp"

#include "base/error.hpp"
#include "base/near_names.hpp"

namespace disarray::metrics {

namespace {}  // namespace

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
