// SPDX-License-Identifier: MIT
//
// The report for programs: the documents that it was made of, each as it was read, and the summary
// in words. "document" names a source as the CSV files do; "content" has the keys and exact numbers
// of the document's own schema, so it is read as the document is.
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "reports/writers.hpp"
#include "reports/writers/detail/text.hpp"

namespace disarray::reports {

namespace {

Json json_sources(const Model& model) {
    Json list = Json::array();
    for (std::size_t i = 0; i < model.sources.size(); ++i) {
        const Source& source = model.sources[i];
        list.push_back({{"document", document_of(model, i)},
                        {"path", source.path},
                        {"schema", source.schema},
                        {"command", source.command},
                        {"version", source.version},
                        {"seed", source.seed ? Json(*source.seed) : Json()},
                        {"complete", source.complete},
                        {"content", *source.content}});
    }
    return list;
}

/// The first section in words: a string for each paragraph and each item of a list.
Json json_summary(const Report& report) {
    Json lines = Json::array();
    if (report.sections.empty()) return lines;
    for (const Block& block : report.sections.front().blocks) {
        if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
            lines.push_back(plain(paragraph->text));
        } else if (const auto* list = std::get_if<List>(&block)) {
            for (const Text& item : list->items)
                lines.push_back(plain(item));
        }
    }
    return lines;
}

}  // namespace

std::string to_json(const Model& model, const Report& report, const std::string& version,
                    const std::string& command) {
    Json json = {{"schema", "disarray.report/2"}, {"version", version}, {"command", command}};
    json["summary"] = json_summary(report);
    json["sources"] = json_sources(model);
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace disarray::reports
