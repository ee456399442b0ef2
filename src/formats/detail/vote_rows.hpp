// SPDX-License-Identifier: MIT
//
// Votes while a file of them is read: what each names, bucket by bucket, in the memory of the file
// and not of votes times elements; that becomes a Profile only when all elements are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/profiles.hpp"

namespace disarray::formats::detail {

/// \throws Refused for a control character other than a tab: the file is not text.
void require_text(std::string_view text);

/// How often a vote was given. \throws Refused unless it is a whole number from 1 to 2^32.
std::uint64_t count_of_votes(std::string_view text);

/// Names in the order in which they are met, counted from 0.
class Names {
public:
    /// The number of `name`, which is new if it is not known. \param place  where it stands
    /// \throws Refused for a name that is empty or no text, and for too many of them.
    Rank number_of(std::string_view name, std::size_t place);
    std::size_t size() const { return names_.size(); }
    const std::string& name(Rank number) const { return names_[number]; }
    /// Where the name was first met.
    std::size_t place(Rank number) const { return places_[number]; }

private:
    std::vector<std::string> names_;
    std::vector<std::size_t> places_;
    std::unordered_map<std::string, Rank> number_of_;
};

/// Places are lines of a file, or votes of JSON, counted from 1.
class VoteRows {
public:
    /// \param is_json  its places are votes, not lines
    VoteRows(std::string file, bool is_json) : file_(std::move(file)), is_json_(is_json) {}

    void start(std::size_t place, std::uint64_t count);
    /// Of the vote that was started last. \throws Refused if all counts together exceed 2^32.
    void set_count(std::uint64_t count);
    /// Into the bucket that is open. \param name  for messages \throws Refused if the vote has it.
    void add(Rank element, std::string_view name);
    void end_bucket() { ++buckets_; }
    /// \throws Refused for a vote of no elements.
    void end();

    std::size_t size() const { return rows_.size(); }
    std::uint64_t total() const { return total_; }
    /// Of the vote that was started last.
    std::size_t ranked() const { return members_.size() - rows_.back().begin; }
    std::size_t buckets() const { return buckets_; }

    /// "FILE line 3" or "FILE: vote 3".
    std::string where(std::size_t place) const;
    const std::string& file() const { return file_; }

    /// The votes over known elements.
    NamedProfile take(Elements elements, UnrankedRule unranked) const;
    /// The votes over all elements that they name, which are numbered as profiles.hpp says.
    NamedProfile take(const Names& names, UnrankedRule unranked);

private:
    struct Row {
        std::size_t begin;  ///< in members_
        std::size_t place;
        std::uint64_t count;
    };
    struct Member {
        Rank element;
        Rank bucket;
    };

    std::size_t end_of(std::size_t row) const {
        return row + 1 < rows_.size() ? rows_[row + 1].begin : members_.size();
    }
    /// \param first_place  of each element, if the header does not name them
    NamedProfile profile(Elements elements, UnrankedRule unranked,
                         const std::vector<std::size_t>& first_place) const;
    [[noreturn]] void refuse_left_out(std::size_t row, const Vote& vote, const Elements& elements,
                                      const std::vector<std::size_t>& first_place) const;

    std::string file_;
    bool is_json_;
    std::vector<Row> rows_;
    std::vector<Member> members_;
    std::vector<std::size_t> last_row_;  ///< of each element, counted from 1; 0: none yet
    std::size_t buckets_ = 0;
    std::uint64_t total_ = 0;
};

}  // namespace disarray::formats::detail
