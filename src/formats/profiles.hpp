// SPDX-License-Identifier: MIT
//
// Profiles, the rankings that are to be aggregated, as files. Every form may be compressed by gzip;
// a byte order mark, CRLF and blank lines are accepted.
//
// PrefLib (Mattei, Walsh 2013) .soc, .soi, .toc, .toi: metadata "# NUMBER ALTERNATIVES: 4",
//   "# ALTERNATIVE NAME 1: a", … and rows "5: 1,2,{3,4}"; or, as before 2022, n, then n lines
//   "1,name", then "voters,sum,unique", then rows "5,1,2,{3,4}". What the header says of the rows
//   must be so. Where alternatives have no names, their numbers are their names.
// Text: an order of names a line, top first: "b > a = c"; or "b,{a,c}"; or, where the line has none
//   of > = and comma, "b a c". How often it was given may stand before or behind it, "3: b > a" or
//   "b > a *3". Names with blanks are possible beside > = and comma. A line that is "#" or begins
//   with "# " is a comment, and so is what follows " # ". Signs of other forms of ballots (; < ||
//   ^) are refused and do not become part of a name. So is a number without its colon before an
//   order ("5 b > a"), unless the same name stands in another place as well.
// CSV: a header with a name for each column, then a row for each vote with the rank of each
//   element, 1 on top, equal ranks for ties, nothing for an element that is not ranked. A column
//   "count" says how often the vote was given.
// JSON: [["b","a","c"], …], or [{"order": [["b"],["a","c"]], "count": 2}, …]; elements of an inner
//   list are tied.
//
// Elements are numbered as in the header. In text and JSON, which have none, they are all that some
// vote names: 1..n if the names are these numbers, other whole numbers by size, names bytewise.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "formats/elements.hpp"
#include "formats/retrieval_options.hpp"
#include "ranking/profile.hpp"

namespace disarray::formats {

/// The form of a profile in a file.
enum class ProfileForm {
    automatic,  ///< by the file's name: .soc .soi .toc .toi .csv .json (each also .gz), else text
    soc,        ///< PrefLib: strict orders of all alternatives
    soi,        ///< strict orders of some
    toc,        ///< orders with ties of all
    toi,        ///< orders with ties of some
    text,
    csv,
    json
};
constexpr auto choices(ProfileForm) {
    return std::to_array<Choice<ProfileForm>>({{"auto", ProfileForm::automatic},
                                               {"soc", ProfileForm::soc},
                                               {"soi", ProfileForm::soi},
                                               {"toc", ProfileForm::toc},
                                               {"toi", ProfileForm::toi},
                                               {"text", ProfileForm::text},
                                               {"csv", ProfileForm::csv},
                                               {"json", ProfileForm::json}});
}

/// Convention: more elements than a list that people or engines rank has.
inline constexpr std::size_t max_profile_elements = 1'000'000;
/// Elements times votes: 1 GiB. A short line may leave out nearly all of many elements.
inline constexpr std::size_t max_profile_entries = std::size_t{1} << 28;

struct ProfileOptions {
    ProfileForm form = ProfileForm::automatic;
    /// Under `refuse` a vote that leaves an element out is refused at its line.
    UnrankedRule unranked = UnrankedRule::refuse;
    bool lenient = false;  ///< what a PrefLib header says of its rows need not be so
    std::vector<std::string> left_out = {};  ///< CSV columns that are no elements
    std::size_t block_size = default_block_size;
};

/// Votes and the names of what they rank.
struct NamedProfile {
    Elements elements;
    Profile profile;  ///< ties and elements left out as they stand in the file
};

/// \param path  a file, plain or gzip, or "-" for standard input
/// \throws InputError, "FILE line N: found …, expected …" (in JSON "FILE: vote N"): a count that is
/// no whole number from 1 to 2^32, or all counts together beyond; an element twice in a vote, or
/// unknown; a vote of no elements; a header that says otherwise than its rows; no votes; an element
/// left out (under `refuse`), naming the rules that would accept it; more than the limits above.
NamedProfile read_profile(const std::string& path, const ProfileOptions& options = {});

}  // namespace disarray::formats
