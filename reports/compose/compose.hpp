// SPDX-License-Identifier: MIT
//
// From the model to what the report says: every sentence and number is computed from the model, and
// nothing is written down here that a document could contradict.
#pragma once

#include <string>
#include <vector>

#include "reports/content.hpp"
#include "reports/model.hpp"

namespace disarray::reports {

/// The whole report, without notices about the figures. \param version  of this program
Report compose(const Model& model, const std::string& version);

/// Every figure of a report in its order, those of the witness cards too.
std::vector<Figure> figures_of(const Report& report);

}  // namespace disarray::reports
