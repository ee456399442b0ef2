// SPDX-License-Identifier: MIT
//
// From sources to the files of a report.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/figure.hpp"
#include "reports/model.hpp"
#include "reports/writers.hpp"

namespace disarray::reports {

enum class Format : std::uint8_t { html, markdown, latex, json, csv };

/// "html,md,tex,json,csv", "all". \throws InputError naming the valid ones
std::set<Format> formats_named(const std::string& list, std::string_view where);

struct BuildOptions {
    std::set<Format> formats = {Format::html};
    std::string version;           ///< of this program
    std::string command;           ///< the one that makes the report, for its JSON
    unsigned refresh_seconds = 0;  ///< of a live page; 0: not live
    std::string gnuplot = "gnuplot";
};

struct Built {
    std::vector<File> files;
    std::string warning;  ///< why there are no figures; empty if there are
};

/// Composes, draws and writes: report.html, report.md, report.tex, report.json, tables as CSV, and
/// figures/ with SVG (for HTML and Markdown) and PDF (for LaTeX). Without gnuplot the report has no
/// figures and says so at its top.
Built build(const Model& model, const BuildOptions& options);

/// A report in one format as a text, without files beside it. \throws UsageError for CSV
std::string build_text(const Model& model, Format format, const BuildOptions& options);

}  // namespace disarray::reports
