// SPDX-License-Identifier: MIT
//
// The folder of a report. It knows which files are its own, so that it overwrites no others, and
// changes from one report to the next only when the next is complete on disk.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "reports/writers.hpp"

namespace disarray::reports {

class ReportFolder {
public:
    /// Looks at the folder, which need not exist yet; changes nothing.
    /// \param force  foreign files are no reason to refuse: they stay, but for those whose name is
    /// used \throws InputError if it is no folder, or holds files that no report has put there
    ReportFolder(std::string path, bool force);

    /// Puts the files there, named relative to the folder; files of the report before that are not
    /// among them go. All are written beside their places and moved at the end: a full disk, or an
    /// end in between, leaves the old report or a mixture whose files are all whole. \throws
    /// InputError if the folder cannot be written
    void write(const std::vector<File>& files);

private:
    std::set<std::string> foreign() const;
    void stage(const std::vector<File>& files) const;
    void write_manifest(const std::set<std::string>& names) const;

    std::string path_;
    std::set<std::string> own_;  ///< of the report that is there
};

}  // namespace disarray::reports
