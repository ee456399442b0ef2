// SPDX-License-Identifier: MIT
//
// Cases that failed once, kept in a file and looked at first the next time. The file is written
// whole beside its place and then moved there, so a killed run leaves the old one or the new one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "metrics/metric.hpp"
#include "properties/property.hpp"

namespace disarray::properties {

/// A violated case of a property of a metric.
struct Example {
    const metrics::Metric* metric = nullptr;
    const Property* property = nullptr;
    metrics::Frame frame = metrics::Frame::element;
    Case instance;
};

/// {"metric", "property", "frame", "case"} on one line: what --replay takes.
std::string to_replay(const Example& example);
/// \throws InputError for anything else than to_replay writes; unknown names are answered with the
/// nearest.
Example example_from_replay(const std::string& text, std::string_view where);

class ExampleFile {
public:
    /// Reads the file if there is one. \param path  "" for none: nothing is read or written
    /// \throws InputError naming the file if it is no file of examples; it is left untouched.
    explicit ExampleFile(std::string path);

    /// The saved cases of one property of one metric in one frame.
    std::vector<Case> cases_of(const metrics::Metric& metric, const Property& property,
                               metrics::Frame frame) const;
    const std::vector<Example>& all() const { return examples_; }
    /// Writes the file with this example too, until add() brings what the run settled on: a run
    /// that is killed in between leaves it behind. \throws InputError if the file cannot be
    /// written.
    void keep_for_now(const Example& example);
    /// Adds the example and writes the file, unless it is there already.
    /// \throws InputError if the file cannot be written.
    void add(const Example& example);

private:
    void write() const;
    std::string path_;
    std::vector<Example> examples_;
    std::optional<Example> for_now_;
};

}  // namespace disarray::properties
