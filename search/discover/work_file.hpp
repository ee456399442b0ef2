// SPDX-License-Identifier: MIT
//
// What a discovery has finished, in a file: the attained points of a tuple at one n, the best
// constant of a question at one n. A discovery that goes on with the file does not do them again,
// and says the same as one that was never interrupted. Points are believed as they stand, and of a
// constant that no ranking has less than the one that is evaluated again. Lines of JSON:
// a format, then one for each piece of work, which is appended when it is done.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/line_file.hpp"
#include "base/stop.hpp"
#include "search/discover/attained.hpp"

namespace disarray::search::discover {

class WorkFile {
public:
    /// Opens it, or makes it if it is not there. A last line without its end is one that was being
    /// written, and is done again.
    /// \throws InputError for a file that is no such work, or cannot be written
    explicit WorkFile(std::string path);

    const std::string& path() const { return file_.path(); }
    /// What was kept of a piece of work; empty if it is not done. \param what  its name
    std::optional<std::vector<std::string>> found(const std::string& what) const;
    /// Keeps it. \throws InputError on a full disk
    void keep(const std::string& what, const std::vector<std::string>& values);

private:
    LineFile file_;
    std::map<std::string, std::vector<std::string>> done_;
};

/// attained() of the tuples of which the file has nothing, and the others from it, which is
/// believed. \param work  null: of all \throws as attained(); InputError for points in the file
/// that are none
std::vector<Attained> attained_once(WorkFile* work, std::size_t n,
                                    const std::vector<std::vector<Quantity>>& tuples,
                                    unsigned threads = 0, const Stop& stop = {});

}  // namespace disarray::search::discover
