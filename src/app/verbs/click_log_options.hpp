// SPDX-License-Identifier: MIT
//
// The generator of click logs on the command line, for both verbs that have it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/verb.hpp"
#include "base/stop.hpp"
#include "properties/experiments/click_models.hpp"

namespace disarray::properties {

/// As given on the command line.
struct ClickLogOptions {
    std::string model = "position-based";
    std::uint64_t queries = 80'000;
    std::uint64_t seed = 1;
    std::uint64_t least_clicks = 1000;
    std::string spread = "0.5";
};

/// --queries, --clicks, --spread.
void add_click_log_options(app::Verb verb, ClickLogOptions& options);

/// \throws InputError naming the option. \param model_option  the one that names the model
experiments::ClickModelOptions click_model_options(const ClickLogOptions& options,
                                                   std::string_view model_option);

/// The log, with a line of progress.
experiments::GeneratedLog generated(experiments::ClickModelOptions options, const Stop& stop);

}  // namespace disarray::properties
