// SPDX-License-Identifier: MIT
#include "formats/retrieval_options.hpp"

#include <utility>

#include "base/near_names.hpp"

namespace disarray::formats {

namespace {}  // namespace

}  // namespace disarray::formats
