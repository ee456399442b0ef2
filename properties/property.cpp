// SPDX-License-Identifier: MIT
#include "properties/property.hpp"

#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

Subject Subject::with_table(std::size_t n, const Weighting& weighting) const {
    if (n > max_table_n) throw UsageError("Subject: a table for n > 5");
    const std::uint64_t count = factorial_64(n);
    auto table = std::make_shared<Table>();
    table->n = n;
    table->values.resize(count * count);
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t s) {
        const Permutation sigma = lexicographic_unrank(n, s);
        for (std::uint64_t t = 0; t < count; ++t) {
            const Permutation tau = lexicographic_unrank(n, t);
            if (!why_undefined(sigma, tau, weighting)) {
                table->values[s * count + t] = computed(sigma, tau, weighting);
            }
        }
    });
    Subject with = *this;
    with.table_ = std::move(table);
    with.table_weighting_ = &weighting;
    return with;
}

Subject Subject::with_table_for(const Weighting& copy) const {
    Subject with = *this;
    with.table_weighting_ = &copy;
    return with;
}

Rational Subject::computed(const Permutation& sigma, const Permutation& tau,
                           const Weighting& weighting) const {
    const metrics::Comparison comparison{sigma, tau, weighting, frame_};
    return path_ == Path::fast ? metric_->value(comparison) : metric_->naive_value(comparison);
}

Rational Subject::operator()(const Permutation& sigma, const Permutation& tau,
                             const Weighting& weighting) const {
    if (table_ && table_weighting_ == &weighting && table_->n == sigma.size()) {
        const auto& value = table_->values[lexicographic_rank_64(sigma) * factorial_64(table_->n) +
                                           lexicographic_rank_64(tau)];
        if (value) return *value;
    }
    return computed(sigma, tau, weighting);
}

Rational Subject::operator()(const Permutation& sigma, const Weighting& weighting) const {
    return (*this)(sigma, Permutation::identity(sigma.size()), weighting);
}

std::optional<std::string> Subject::why_undefined(const Permutation& sigma, const Permutation& tau,
                                                  const Weighting& weighting) const {
    return metric_->why_undefined({sigma, tau, weighting, frame_});
}

}  // namespace disarray::properties
