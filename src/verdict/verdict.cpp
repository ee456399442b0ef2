// SPDX-License-Identifier: MIT
#include "verdict/verdict.hpp"

#include "base/near_names.hpp"

namespace disarray {

namespace {}  // namespace

}  // namespace disarray
