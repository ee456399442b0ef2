// SPDX-License-Identifier: MIT
//
// Files that appear whole or not at all: written beside their place, and renamed at the end.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace disarray {

/// A file that appears under its name only when it is complete.
class AtomicFile {
public:
    /// \throws InputError if the folder cannot be written to.
    explicit AtomicFile(std::string path);
    /// A file in $TMPDIR or /tmp that is never meant to be committed.
    static AtomicFile temporary();
    ~AtomicFile();  ///< removes what was not committed
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// \throws InputError on a full disk.
    void write(std::string_view bytes);
    /// Everything written so far is in the file of this name.
    const std::string& flushed();
    /// Gives the file its name, over an older one, when it is safely on disk.
    /// \throws InputError on failure.
    void commit();

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    [[noreturn]] void refuse(int error) const;

    std::string path_;
    std::string temporary_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace disarray
