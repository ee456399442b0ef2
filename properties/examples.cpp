// SPDX-License-Identifier: MIT
#include "properties/examples.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "metrics/catalogue.hpp"
#include "properties/case_json.hpp"
#include "properties/catalogue.hpp"
#include "record/fields.hpp"

namespace disarray::properties {

namespace {

constexpr std::string_view examples_schema = "disarray.examples/1";

Json example_json(const Example& example) {
    return {{"metric", example.metric->full_name()},
            {"property", example.property->name},
            {"frame", name_of(example.frame)},
            {"case", to_json(example.instance)}};
}

Example example_from_json(const Json& json, std::string_view where) {
    const record::Fields fields(json, std::string(where));
    Example example;
    const std::string metric = fields.text("metric");
    const auto found = metrics::metrics_named(metric, std::nullopt, where);
    if (found.size() != 1)
        throw InputError(where, "\"" + metric + "\"", "the full name of a metric");
    example.metric = found.front();
    example.property = &property_named(fields.text("property"), where);
    example.frame = choice_named<metrics::Frame>(fields.text("frame"), where);
    example.instance = case_from_json(fields.object("case").json(), where);
    if (example.instance.rankings.size() != example.property->rankings) {
        throw InputError(
            where, fmt::format("{} rankings", example.instance.rankings.size()),
            fmt::format("{} for {}", example.property->rankings, example.property->name));
    }
    return example;
}

}  // namespace

std::string to_replay(const Example& example) {
    return example_json(example).dump();
}

Example example_from_replay(const std::string& text, std::string_view where) {
    return example_from_json(parsed_json(text, where), where);
}

ExampleFile::ExampleFile(std::string path) : path_(std::move(path)) {
    if (path_.empty() || !std::filesystem::exists(path_)) return;
    if (!std::filesystem::is_regular_file(path_)) {
        throw InputError(path_, "no regular file", "a file of examples");
    }
    const auto text = file_text(path_);
    if (!text) throw InputError(path_, std::strerror(errno), "a file that can be read");
    const Json json = parsed_json(*text, path_);
    if (!json.is_object() || json.value("schema", Json()) != examples_schema ||
        !json.contains("examples") || !json["examples"].is_array()) {
        throw InputError(path_, "another kind of file",
                         fmt::format("\"schema\": \"{}\"", examples_schema));
    }
    for (std::size_t k = 0; k < json["examples"].size(); ++k) {
        examples_.push_back(
            example_from_json(json["examples"][k], fmt::format("{} example {}", path_, k + 1)));
    }
}

std::vector<Case> ExampleFile::cases_of(const metrics::Metric& metric, const Property& property,
                                        metrics::Frame frame) const {
    std::vector<Case> cases;
    for (const Example& example : examples_) {
        if (example.metric == &metric && example.property == &property && example.frame == frame) {
            cases.push_back(example.instance);
        }
    }
    return cases;
}

void ExampleFile::keep_for_now(const Example& example) {
    if (path_.empty()) return;
    for_now_ = example;
    write();
}

void ExampleFile::add(const Example& example) {
    if (path_.empty()) return;
    const bool known = std::ranges::any_of(examples_, [&](const Example& saved) {
        return saved.metric == example.metric && saved.property == example.property &&
               saved.frame == example.frame && compare(saved.instance, example.instance) == 0;
    });
    const bool had_one_for_now = for_now_.has_value();
    for_now_.reset();
    if (!known) examples_.push_back(example);
    if (!known || had_one_for_now) write();
}

void ExampleFile::write() const {
    Json json{{"schema", examples_schema}, {"examples", Json::array()}};
    for (const Example& example : examples_)
        json["examples"].push_back(example_json(example));
    if (for_now_) json["examples"].push_back(example_json(*for_now_));
    AtomicFile file(path_);
    file.write(json.dump(1) + "\n");
    file.commit();
}

}  // namespace disarray::properties
