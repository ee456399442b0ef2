// SPDX-License-Identifier: MIT
#include "formats/profiles.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/strtod.hpp"
#include "base/text.hpp"
#include "formats/byte_source.hpp"
#include "formats/detail/json_reader.hpp"
#include "formats/detail/preflib.hpp"
#include "formats/detail/refused.hpp"
#include "formats/detail/text_blocks.hpp"
#include "formats/detail/vote_rows.hpp"
#include "formats/lists.hpp"

namespace disarray::formats {

namespace {

using detail::Refused;

ProfileForm form_of(std::string_view path, ProfileForm form) {
    if (form != ProfileForm::automatic) return form;
    if (path.ends_with(".gz")) path.remove_suffix(3);
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return ProfileForm::text;
    const std::string_view extension = path.substr(dot + 1);
    for (const auto& [name, named] : choices(form)) {
        if (name == extension && named != ProfileForm::automatic) return named;
    }
    return ProfileForm::text;
}

// --- text -------------------------------------------------------------------------------------

/// A sign that other forms of ballots have and this one has not.
struct ForeignSign {
    std::string_view sign;
    std::string_view expected;
};
constexpr std::string_view known_separators =
    "elements separated by > and =, by commas, or by blanks";
constexpr ForeignSign foreign_signs[] = {
    {";", known_separators},
    {"<", "the better one first, then >"},
    {"\u227b", known_separators},           // ≻
    {"\u227d", known_separators},           // ≽
    {"\u223c", "= between tied elements"},  // ∼
    {" ~ ", "= between tied elements"},
    {"||", "an order without tags before it"},
    {"/EMPTY_RANKING/", "an order of elements"},
    {" *", "a count behind the order, such as *3"},
    {" : ", "a count before the colon, such as 3:"},
};

/// "5" and "5 a": what a count without its colon becomes, and a name as well.
bool begins_like_count(std::string_view name) {
    const std::size_t end = std::min(name.find_first_not_of("0123456789"), name.size());
    return end > 0 && (end == name.size() || name[end] == ' ' || name[end] == '\t');
}

/// An element is not named by what stands between elements, or by what says something of the vote.
/// \throws Refused
void require_element(std::string_view name) {
    if (name == "~" || name == "*") {
        throw Refused{in_quotes(name), "elements; = between those that are tied"};
    }
    for (const auto& [sign, expected] : foreign_signs) {
        if (name.find(sign) == std::string_view::npos) continue;
        throw Refused{fmt::format("{} in {}", in_quotes(trimmed(sign)), in_quotes(name)),
                      fmt::format("{}; CSV and JSON have room for such names", expected)};
    }
    const std::size_t star = name.find_first_not_of("0123456789");
    if (star != std::string_view::npos && name[star] == '*' && (star > 0 || name.size() > 1)) {
        throw Refused{in_quotes(name),
                      "elements, a count as in \"3: a > b\" or \"a > b *3\"; CSV "
                      "and JSON have room for such names"};
    }
    const std::size_t digits = name.find_last_not_of("0123456789");
    if (digits != std::string_view::npos && digits + 1 < name.size() && name[digits] == '^') {
        throw Refused{"the weight " + in_quotes(name.substr(digits)),
                      "votes that weigh the same; '3: ' before one says that it was given 3 times"};
    }
}

/// "b > a = c", "b,{a,c}" or "b a c", each with or without "3: " before it, or "*3" behind it.
class TextLines {
public:
    explicit TextLines(detail::VoteRows& rows) : rows_(rows) {}

    void take(std::string_view text, std::size_t line) {
        detail::require_text(text);
        text = trimmed(text);
        if (text.starts_with('#')) return comment(text);
        text = trimmed(text.substr(0, text.find(" # ")));
        if (text.empty()) return;
        line_ = line;
        const auto count = take_count(text);
        rows_.start(line, count.value_or(1));
        first_ = {};
        has_word_ = false;
        if (text.find_first_of(">=") != std::string_view::npos) {
            relations(text);
        } else if (text.find(',') != std::string_view::npos || text.starts_with('{')) {
            detail::walk_order(
                text, [&](std::string_view name) { add(name); }, [&] { rows_.end_bucket(); });
        } else {
            blanks(text);
        }
        rows_.end();
        if (!count && begins_like_count(first_) && (has_word_ || !as_integer(first_)))
            like_counts_.emplace(first_, line);
    }

    NamedProfile result(UnrankedRule unranked) {
        refuse_counts();
        return rows_.take(names_, unranked);
    }

private:
    /// A header that is skipped would lose the names, and what it says of the rows.
    static void comment(std::string_view text) {
        if (text.starts_with("#/")) {
            throw Refused{"a parameter of the Condorcet election format, " + in_quotes(text),
                          "orders only: leave this line out"};
        }
        if (text.size() > 1 && text[1] != ' ' && text[1] != '\t') {
            throw Refused{in_quotes(text),
                          "an order, or a comment, which begins with '# '; CSV and JSON have room "
                          "for names that begin with '#'"};
        }
        if (!trimmed(text.substr(1)).starts_with("NUMBER ALTERNATIVES:")) return;
        throw Refused{"a header of PrefLib", "text; --form soc, soi, toc or toi reads it"};
    }

    /// A name that begins like a count, and stands only where a count would, may be one.
    void refuse_counts() const {
        const std::pair<const std::string, std::size_t>* first = nullptr;
        for (const auto& like : like_counts_) {
            if (elements_for_sure_.contains(like.first)) continue;
            if (first == nullptr || like.second < first->second) first = &like;
        }
        if (first == nullptr) return;
        throw InputError(rows_.where(first->second),
                         fmt::format("{} before an order", in_quotes(first->first)),
                         "\"5: a > b\" for a vote that was given 5 times, or \"1: 5 a > b\" where "
                         "it is the name of an element");
    }

    /// How often the vote was given, if the line says so.
    static std::optional<std::uint64_t> take_count(std::string_view& text) {
        const auto before = count_before_colon(text);
        const auto behind = count_behind_star(text);
        if (before && behind) {
            throw Refused{fmt::format("\"{}:\" and \"*{}\"", *before, *behind),
                          "one of them: how often the vote was given"};
        }
        return before ? before : behind;
    }

    /// "3: …", which is then cut off. A name may have a colon as well, unless all before it looks
    /// like a number.
    static std::optional<std::uint64_t> count_before_colon(std::string_view& text) {
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        const std::string_view before = trimmed(text.substr(0, colon));
        const bool is_name =
            before.find_first_not_of("0123456789+-.eE*") != std::string_view::npos ||
            before.starts_with('e') || before.starts_with('E');
        if (is_name) return std::nullopt;
        text = trimmed(text.substr(colon + 1));
        return detail::count_of_votes(before);
    }

    /// "… *3", which is then cut off, as the Condorcet election format has it.
    static std::optional<std::uint64_t> count_behind_star(std::string_view& text) {
        const std::size_t star = text.rfind('*');
        if (star == std::string_view::npos) return std::nullopt;
        const std::string_view behind = trimmed(text.substr(star + 1));
        if (behind.empty() || behind.find_first_not_of("0123456789") != std::string_view::npos)
            return std::nullopt;
        text = trimmed(text.substr(0, star));
        return detail::count_of_votes(behind);
    }

    void add(std::string_view name) {
        require_element(name);
        if (rows_.ranked() == 0) {
            first_ = name;
        } else if (begins_like_count(name)) {
            elements_for_sure_.emplace(name);
        }
        if (!as_integer(name)) has_word_ = true;
        rows_.add(names_.number_of(name, line_), name);
    }

    void relations(std::string_view text) {
        for (std::size_t place = 1;; ++place) {
            const std::size_t end = text.find_first_of(">=");
            const std::string_view name = trimmed(text.substr(0, end));
            if (name.empty()) {
                throw Refused{fmt::format("nothing at place {}", place), "an element"};
            }
            if (name.find_first_of(",{}") != std::string_view::npos) {
                throw Refused{fmt::format("{} at place {}", in_quotes(name), place),
                              "either > and =, or commas and braces"};
            }
            add(name);
            if (end == std::string_view::npos) break;
            if (text[end] == '>') rows_.end_bucket();
            text.remove_prefix(end + 1);
        }
        rows_.end_bucket();
    }

    void blanks(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = text.find_first_of(" \t");
            const std::string_view name = text.substr(0, end);
            if (name.find_first_of("{}") != std::string_view::npos) {
                throw Refused{in_quotes(name), "commas between elements, where there are braces"};
            }
            add(name);
            rows_.end_bucket();
            text = end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end));
        }
    }

    detail::VoteRows& rows_;
    detail::Names names_;
    std::size_t line_ = 0;
    std::string_view first_;  ///< element of the line
    bool has_word_ = false;   ///< one of its elements is no number
    std::map<std::string, std::size_t, std::less<>> like_counts_;  ///< with the first line of each
    std::set<std::string, std::less<>> elements_for_sure_;
};

// --- CSV --------------------------------------------------------------------------------------

/// The field that `text` begins with, which is then cut off together with the comma after it.
/// \returns nothing at the end of the line
std::optional<std::string> next_field(std::optional<std::string_view>& text) {
    if (!text) return std::nullopt;
    std::string_view rest = trimmed(*text);
    std::string field;
    if (rest.starts_with('"')) {
        std::size_t at = 1;
        for (;; ++at) {
            if (at >= rest.size()) {
                throw Refused{"a quote that is not closed", "a closing quote in the same line"};
            }
            if (rest[at] == '"' && (++at == rest.size() || rest[at] != '"')) break;
            field += rest[at];
        }
        rest = trimmed(rest.substr(at));
        if (!rest.empty() && rest.front() != ',') {
            throw Refused{in_quotes(rest.substr(0, 1)) + " after a closing quote", "a comma"};
        }
    } else {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        field = trimmed(rest.substr(0, comma));
        rest.remove_prefix(comma);
    }
    text = rest.empty() ? std::nullopt : std::optional(rest.substr(1));
    return field;
}

class CsvLines {
public:
    /// \param left_out  names of columns that are passed over
    CsvLines(detail::VoteRows& rows, const std::vector<std::string>& left_out)
        : rows_(rows), left_out_(left_out) {}

    void take(std::string_view text, std::size_t line) {
        detail::require_text(text);
        if (trimmed(text).empty()) return;
        if (columns_.empty()) {
            header(text, line);
        } else {
            row(text, line);
        }
    }

    NamedProfile result(UnrankedRule unranked) {
        std::vector<std::string_view> names;
        for (std::size_t i = 0; i < names_.size(); ++i)
            names.push_back(names_.name(static_cast<Rank>(i)));
        if (names.empty())
            throw InputError(rows_.file(), "no elements", "a header with their names");
        return rows_.take(Elements::listed(names, rows_.file()), unranked);
    }

private:
    void header(std::string_view text, std::size_t line) {
        std::optional<std::string_view> rest = text;
        std::unordered_set<std::string> known;
        while (const auto name = next_field(rest)) {
            if (!known.insert(*name).second) {
                throw Refused{fmt::format("column {} a second time", in_quotes(*name)), "once"};
            }
            if (std::ranges::find(left_out_, *name) != left_out_.end()) {
                columns_.push_back(Column::left_out);
            } else if (*name == "count") {
                columns_.push_back(Column::count);
            } else {
                names_.number_of(*name, line);
                columns_.push_back(Column::element);
            }
        }
        for (const std::string& name : left_out_) {
            if (!known.contains(name))
                throw Refused{"no column " + in_quotes(name), "one, as it is to be left out"};
        }
        if (names_.size() == 0) throw Refused{"no elements", "a header with their names"};
    }

    /// From 1 to n, so that a number that is no rank does not go through as one.
    void rank(const std::string& field, std::size_t element) {
        if (field.empty()) return;
        const auto rank = as_integer(field);
        if (!rank || *rank < 1 || static_cast<std::uint64_t>(*rank) > names_.size()) {
            throw Refused{
                fmt::format("{} as the rank of {}", in_quotes(field),
                            in_quotes(names_.name(static_cast<Rank>(element)))),
                fmt::format("a whole number from 1 to {}, or nothing{}", names_.size(),
                            rank ? "" : "; --leave-out passes over a column that is no element")};
        }
        ranks_.emplace_back(static_cast<Rank>(*rank), static_cast<Rank>(element));
    }

    void row(std::string_view text, std::size_t line) {
        rows_.start(line, 1);
        ranks_.clear();
        std::optional<std::string_view> rest = text;
        std::size_t column = 0;
        for (std::size_t element = 0; const auto field = next_field(rest); ++column) {
            if (column == columns_.size()) throw Refused{"more fields", columns_expected()};
            if (columns_[column] == Column::count) {
                rows_.set_count(detail::count_of_votes(*field));
            } else if (columns_[column] == Column::element) {
                rank(*field, element++);
            }
        }
        if (column < columns_.size())
            throw Refused{fmt::format("{} fields", column), columns_expected()};
        std::ranges::sort(ranks_);
        for (std::size_t i = 0; i < ranks_.size(); ++i) {
            if (i > 0 && ranks_[i].first != ranks_[i - 1].first) rows_.end_bucket();
            rows_.add(ranks_[i].second, names_.name(ranks_[i].second));
        }
        rows_.end_bucket();
        rows_.end();
    }

    std::string columns_expected() const {
        return fmt::format("{}, as in the header", columns_.size());
    }

    enum class Column { element, count, left_out };

    detail::VoteRows& rows_;
    const std::vector<std::string>& left_out_;
    detail::Names names_;
    std::vector<Column> columns_;
    std::vector<std::pair<Rank, Rank>> ranks_;  ///< of the present row: rank and element
};

// --- JSON -------------------------------------------------------------------------------------

constexpr std::string_view expected_votes =
    R"([["a","b"], …] or [{"order": [["a"],["b","c"]], "count": 2}, …])";

class JsonVotes final : public detail::JsonReader<nlohmann::json> {
public:
    JsonVotes(std::string_view text, detail::VoteRows& rows)
        : JsonReader(text, rows.file(), expected_votes), rows_(rows) {}

    bool start_array(std::size_t) override {
        switch (place_) {
            case Place::top:
                place_ = Place::votes;
                return true;
            case Place::votes:
                start_vote();
                place_ = Place::order;
                return true;
            case Place::member:
                if (key_ != "order") refuse("a list as " + in_quotes(key_));
                place_ = Place::order;
                return true;
            case Place::order:
                place_ = Place::bucket;
                members_ = 0;
                return true;
            case Place::bucket:
                break;
        }
        refuse("a list in a list of tied elements");
    }
    bool end_array() override {
        switch (place_) {
            case Place::bucket:
                if (members_ == 0) refuse("an empty list of tied elements");
                rows_.end_bucket();
                place_ = Place::order;
                break;
            case Place::order:
                checked([&] { rows_.end(); });
                place_ = is_in_object_ ? Place::member : Place::votes;
                break;
            default:
                break;
        }
        return true;
    }
    bool start_object(std::size_t) override {
        if (place_ != Place::votes) refuse("an object");
        start_vote();
        is_in_object_ = true;
        has_order_ = has_count_ = false;
        place_ = Place::member;
        return true;
    }
    bool end_object() override {
        if (!has_order_) refuse("no \"order\"");
        is_in_object_ = false;
        place_ = Place::votes;
        return true;
    }
    bool key(std::string& text) override {
        if (text != "order" && text != "count") refuse("the key " + in_quotes(text));
        if (std::exchange(text == "order" ? has_order_ : has_count_, true)) {
            refuse(in_quotes(text) + " a second time");
        }
        key_ = text;
        return true;
    }

    bool string(std::string& text) override {
        if (place_ != Place::order && place_ != Place::bucket) {
            refuse("the string " + in_quotes(text));
        }
        add(text);
        return true;
    }
    bool number_float(double, const std::string& text) override {
        if (is_count()) return number(as_in_json(text));
        refuse("the number " + printable(as_in_json(text)));
    }

    NamedProfile result(UnrankedRule unranked) { return rows_.take(names_, unranked); }

private:
    enum class Place { top, votes, member, order, bucket };

    bool is_count() const { return place_ == Place::member && key_ == "count"; }

    bool number(const std::string& text) override {
        if (is_count()) {
            checked([&] { rows_.set_count(detail::count_of_votes(text)); });
            return true;
        }
        if (place_ != Place::order && place_ != Place::bucket) {
            refuse("the number " + printable(text));
        }
        add(text);
        return true;
    }

    void start_vote() {
        ++votes_;
        checked([&] { rows_.start(votes_, 1); });
    }

    void add(std::string_view name) {
        checked([&] { rows_.add(names_.number_of(name, votes_), name); });
        if (place_ == Place::order) rows_.end_bucket();
        ++members_;
    }

    std::string where() const override { return votes_ == 0 ? file() : rows_.where(votes_); }

    detail::VoteRows& rows_;
    detail::Names names_;
    Place place_ = Place::top;
    bool is_in_object_ = false;
    bool has_order_ = false, has_count_ = false;
    std::string key_;
    std::size_t votes_ = 0;    ///< that have begun
    std::size_t members_ = 0;  ///< of the present bucket
};

// --- files ------------------------------------------------------------------------------------

template <class Lines>
NamedProfile read_lines(detail::TextBlocks& blocks, Lines& lines, UnrankedRule unranked) {
    detail::TextBlock block;
    while (blocks.next(block)) {
        detail::LineCursor cursor(block);
        try {
            while (cursor.next())
                lines.take({cursor.begin(), cursor.end()}, cursor.line());
        } catch (const Refused& refused) {
            throw InputError(fmt::format("{} line {}", blocks.name(), cursor.line()), refused.found,
                             refused.expected);
        }
        if (block.failure) std::rethrow_exception(block.failure);
    }
    return lines.result(unranked);
}

NamedProfile read_json(const std::string& path, UnrankedRule unranked) {
    ByteSource source(path);
    const std::string text = read_all(source);
    detail::VoteRows rows(source.name(), true);
    JsonVotes votes(text, rows);
    votes.read();
    return votes.result(unranked);
}

}  // namespace

NamedProfile read_profile(const std::string& path, const ProfileOptions& options) {
    const ProfileForm form = form_of(path, options.form);
    if (!options.left_out.empty() && form != ProfileForm::csv) {
        throw InputError("--leave-out", fmt::format("the form {}", name_of(form)),
                         "csv, which has columns");
    }
    if (form == ProfileForm::json) return read_json(path, options.unranked);
    detail::TextBlocks blocks(path, options.block_size);
    detail::VoteRows rows(blocks.name(), false);
    if (form == ProfileForm::text) {
        TextLines lines(rows);
        return read_lines(blocks, lines, options.unranked);
    }
    if (form == ProfileForm::csv) {
        CsvLines lines(rows, options.left_out);
        return read_lines(blocks, lines, options.unranked);
    }
    detail::PreflibLines lines(form, rows, options.lenient);
    return read_lines(blocks, lines, options.unranked);
}

}  // namespace disarray::formats
