// SPDX-License-Identifier: MIT
//
// The formats of a report. Each writer is a pure function; all escape what they are given.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reports/content.hpp"
#include "reports/figure.hpp"
#include "reports/model.hpp"

namespace disarray::reports {

/// Drawings by the id of their figure. A figure without one is replaced by its alternative text.
using Drawings = std::map<std::string, Drawing>;

/// A file of a report, named within its folder: {"claims.csv", …}.
using File = std::pair<std::string, std::string>;

/// One self-contained page, HTML that is well-formed XML as well: opens from disk, needs no
/// network.
std::string to_html(const Report& report, const Drawings& drawings);

/// Markdown with tables (GitHub's). \param figures  folder of the SVG files, relative: "figures"
std::string to_markdown(const Report& report, const Drawings& drawings, const std::string& figures);

/// A LaTeX document (article, booktabs, longtable, graphicx) that lualatex takes as it is.
/// \param figures  folder of the PDF files, relative
std::string to_latex(const Report& report, const Drawings& drawings, const std::string& figures);

/// {"schema": "disarray.report/2", …}: the documents as they were read, what campaigns have so far,
/// and the summary in words.
/// \param version, command  of the program that writes it
std::string to_json(const Model& model, const Report& report, const std::string& version,
                    const std::string& command);

/// One CSV file for each table of the model that is not empty, UTF-8, CRLF, quoted as RFC 4180
/// says.
std::vector<File> to_csv(const Model& model);

/// Constants by n as b-files of the OEIS, two for each inequality that was decided over all of S_n:
/// "b-prefix-min-numerators.txt", "b-prefix-min-denominators.txt".
std::vector<File> to_b_files(const Model& model);

}  // namespace disarray::reports
