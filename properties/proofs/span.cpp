// SPDX-License-Identifier: MIT
#include "properties/proofs/span.hpp"

namespace disarray::properties::proofs {

std::string_view name_of(Ends ends) {
    switch (ends) {
        case Ends::closed:
            return "closed";
        case Ends::closed_ordered:
            return "closed-ordered";
        case Ends::half_open:
            return "half-open";
        case Ends::open:
            break;
    }
    return "open";
}

}  // namespace disarray::properties::proofs
