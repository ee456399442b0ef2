// SPDX-License-Identifier: MIT
// Shows what is the same in every format: text that cannot be seen, or turns other text around, and
// bytes that are no text, stand in none as they came.
#include "reports/writers.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/reports/sample_report.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

using namespace reports;

namespace {

/// A report in every format, as files, with `text` in every place where text can stand.
std::vector<File> in_every_format(const std::string& text) {
    const Report report = sample_report(text);
    std::vector<File> files = to_csv(sample_model(text));
    files.emplace_back("html", to_html(report, sample_drawings()));
    files.emplace_back("markdown", to_markdown(report, sample_drawings(), "figures"));
    files.emplace_back("latex", to_latex(report, sample_drawings(), "figures"));
    return files;
}

}  // namespace

TEST_CASE("no format of a report has text that is not seen, or bytes that are no text",
          "[reports]") {
    for (const std::string unseen :
         {"\u061c", "\u200b", "\u200d", "\u202a", "\u202e", "\u2060", "\u2066", "\u2069", "\ufeff",
          "\U000e0041", "\xff", "\xed\xa0\x80"}) {
        for (const auto& [name, content] : in_every_format("name" + unseen + "end")) {
            CAPTURE(name, unseen);
            CHECK_FALSE(contains(content, unseen));
            // LuaTeX takes U+FFFD for a broken file.
            CHECK(contains(content, name == "latex" ? "name?" : "name\ufffd"));
        }
    }
}

}  // namespace disarray::test
