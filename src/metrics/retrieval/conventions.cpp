// SPDX-License-Identifier: MIT
#include "metrics/retrieval/conventions.hpp"

#include <utility>

#include "base/near_names.hpp"

namespace disarray::retrieval {

namespace {}  // namespace

}  // namespace disarray::retrieval
