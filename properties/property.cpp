// SPDX-License-Identifier: MIT
#include "properties/property.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

Subject Subject::at(const Case& instance) const {
    Subject here = *this;
    here.parameters_ = &instance.parameters;
    here.table_weighting_ = &instance.weighting;
    return here;
}

Subject Subject::with_table(std::size_t n, const Case& instance) const {
    if (n > max_table_n) throw UsageError(fmt::format("Subject: a table for n > {}", max_table_n));
    Subject with = at(instance);
    with.table_ = nullptr;
    const std::uint64_t count = factorial_64(n);
    auto table = std::make_shared<Table>();
    table->n = n;
    table->values.resize(count * count);
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t s) {
        const Permutation sigma = lexicographic_unrank(n, s);
        for (std::uint64_t t = 0; t < count; ++t) {
            table->values[s * count + t] =
                with(sigma, lexicographic_unrank(n, t), instance.weighting);
        }
    });
    with.table_ = std::move(table);
    return with;
}

Value Subject::with_parameters(const Permutation& sigma, const Permutation& tau,
                               const Weighting& weighting,
                               const metrics::Parameters& parameters) const {
    const metrics::Comparison comparison{sigma, tau, weighting, frame_, parameters};
    return path_ == Path::fast ? metric_->value(comparison) : metric_->naive_value(comparison);
}

Value Subject::operator()(const Permutation& sigma, const Permutation& tau,
                          const Weighting& weighting) const {
    if (table_ && table_weighting_ == &weighting && table_->n == sigma.size()) {
        return table_->values[lexicographic_rank_64(sigma) * factorial_64(table_->n) +
                              lexicographic_rank_64(tau)];
    }
    return with_parameters(sigma, tau, weighting, *parameters_);
}

Value Subject::operator()(const Permutation& sigma, const Weighting& weighting) const {
    return (*this)(sigma, Permutation::identity(sigma.size()), weighting);
}

}  // namespace disarray::properties
