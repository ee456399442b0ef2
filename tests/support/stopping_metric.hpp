// SPDX-License-Identifier: MIT
//
// A metric that asks its own evaluation to stop, as a signal in the midst of it would.
#pragma once

#include <atomic>
#include <memory>

#include "base/stop.hpp"
#include "metrics/catalogue.hpp"

namespace disarray::test {

struct StoppingMetric {
    std::shared_ptr<std::atomic<bool>> flag = std::make_shared<std::atomic<bool>>(false);
    metrics::Metric metric = *metrics::metrics_named("kendall", {}, "test").front();

    StoppingMetric() {
        metric.value = [set = flag, value = metric.value](const metrics::Comparison& pair) {
            *set = true;
            return value(pair);
        };
    }
    Stop stop() const { return Stop().with(flag); }
};

}  // namespace disarray::test
