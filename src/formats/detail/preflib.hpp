// SPDX-License-Identifier: MIT
//
// The lines of a PrefLib file of orders, in the format of today and in that before 2022;
// profiles.hpp shows both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"
#include "formats/detail/refused.hpp"
#include "formats/detail/vote_rows.hpp"
#include "formats/profiles.hpp"

namespace disarray::formats::detail {

/// Elements between commas, those of one bucket in braces: "1,2,{3,4}". `add` gets each name and
/// `end_bucket` is called after each bucket. \throws Refused for an empty element and for braces
/// out of place.
template <class Add, class EndBucket>
void walk_order(std::string_view text, const Add& add, const EndBucket& end_bucket) {
    bool is_in_bucket = false;
    for (std::size_t place = 1;; ++place) {
        const std::size_t comma = text.find(',');
        std::string_view item = trimmed(text.substr(0, comma));
        if (item.starts_with('{') && !is_in_bucket) {
            is_in_bucket = true;
            item = trimmed(item.substr(1));
        }
        const bool closes = is_in_bucket && item.ends_with('}');
        if (closes) item = trimmed(item.substr(0, item.size() - 1));
        if (item.empty()) {
            throw Refused{fmt::format("nothing at place {}", place), "an element"};
        }
        if (item.find_first_of("{}") != std::string_view::npos) {
            throw Refused{fmt::format("{} at place {}", in_quotes(item), place),
                          "tied elements in braces: 1,{2,3}"};
        }
        add(item);
        if (closes) is_in_bucket = false;
        if (!is_in_bucket) end_bucket();
        if (comma == std::string_view::npos) break;
        text.remove_prefix(comma + 1);
    }
    if (is_in_bucket)
        throw Refused{"a brace that is not closed", "tied elements in braces: 1,{2,3}"};
}

/// Takes the lines of one file, first to last, and holds the header against the rows.
class PreflibLines {
public:
    /// \param form     one of the four of PrefLib: what rows may be where the header has no data
    /// type \param lenient  the rows count, whatever the header, or the form, says of them
    PreflibLines(ProfileForm form, VoteRows& rows, bool lenient)
        : type_(name_of(form)), lenient_(lenient), rows_(rows) {}

    /// \throws Refused
    void take(std::string_view text, std::size_t line);
    /// After the last line. \throws InputError
    NamedProfile result(UnrankedRule unranked);

private:
    /// A number of the header, and its line, counted from 1.
    struct Stated {
        std::uint64_t value;
        std::size_t line;
    };

    void metadata(std::string_view text, std::size_t line);
    void old_header(std::string_view text, std::size_t line);
    void set_size(std::string_view text);
    void set_name(std::string_view number, std::string_view name);
    void state(std::optional<Stated>& place, std::string_view text, std::string_view what,
               std::size_t line);
    void row(std::string_view text, std::size_t line);
    void require_type() const;
    void require_as_typed() const;
    [[noreturn]] void refuse_alternative(std::string_view number) const;
    void check(const std::optional<Stated>& stated, std::uint64_t rows,
               std::string_view what) const;
    void check_orders(const Profile& profile) const;

    std::string type_;  ///< "soc", "soi", "toc" or "toi"
    bool lenient_;
    VoteRows& rows_;
    std::optional<bool> is_old_;  ///< from the first line on
    bool is_old_header_complete_ = false;
    bool has_type_ = false;
    std::size_t n_ = 0;  ///< 0 as long as it is not known
    std::vector<std::string> names_;
    std::size_t named_ = 0;
    std::unordered_map<std::string, std::size_t> number_of_;
    std::optional<Stated> voters_, sum_, orders_;
};

}  // namespace disarray::formats::detail
