// SPDX-License-Identifier: MIT
//
// The lines of the audit protocol (PROTOCOL.md, version 1): what is written to a metric program and
// what its answers mean. Text only; who starts the program and waits for it is metric_process.hpp.
// Strict: a key that the protocol does not know is refused, since a misspelt "range" would
// otherwise be a claim that nobody tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/near_names.hpp"
#include "exact/rational.hpp"

namespace disarray::properties::audit {

constexpr int protocol_version = 1;
/// Of one line, either way, with its end, in bytes.
constexpr std::size_t most_line_bytes = 16 << 20;

/// What `evaluate` hands over: the first three as `disarray evaluate` has it, prefixes of two
/// rankings, or rankings to be made one.
enum class MetricKind { two_rankings, relevance_by_rank, relevance_and_scores, two_lists, votes };
constexpr auto choices(MetricKind) {
    return std::to_array<Choice<MetricKind>>(
        {{"two-rankings", MetricKind::two_rankings},
         {"relevance-by-rank", MetricKind::relevance_by_rank},
         {"relevance-and-scores", MetricKind::relevance_and_scores},
         {"two-lists", MetricKind::two_lists},
         {"votes", MetricKind::votes}});
}

/// Which values are good.
enum class Direction { greatest, least };
constexpr auto choices(Direction) {
    return std::to_array<Choice<Direction>>(
        {{"greatest", Direction::greatest}, {"least", Direction::least}});
}

/// What a program says of itself.
struct Description {
    std::string name;
    MetricKind kind = MetricKind::two_rankings;
    Direction direction = Direction::greatest;
    std::optional<Rational> least_value;     ///< empty: nothing is claimed
    std::optional<Rational> greatest_value;  ///< as above
    bool takes_cutoff = false;
    bool takes_not_retrieved = true;  ///< whether judged documents that are not retrieved count
    bool takes_cutoffs = false;       ///< several in one call, a value for each
    bool takes_batches = false;       ///< of queries, whose mean is the value
    bool takes_weights = false;       ///< of the queries of a batch
    std::size_t least_length = 0;     ///< fewest elements or retrieved documents that it takes
    /// By the names of the options of `disarray evaluate`; neither names nor values are checked.
    std::map<std::string, std::string> conventions;
    std::optional<std::string> reference;  ///< an exact metric; empty: `name` is looked up
    /// Laws that not every metric of its kind obeys, and it does. The names are not checked.
    std::set<std::string> claims;
    /// Laws that it does not claim, and why it does not. The names are not checked.
    std::map<std::string, std::string> exceptions;
    friend bool operator==(const Description&, const Description&) = default;
};

/// The items as `text` writes them, one after the other with `between` between two.
template <class Items, class Text>
std::string list_of(const Items& items, const Text& text, std::string_view between) {
    std::string list;
    bool is_first = true;
    for (const auto& item : items) {
        if (!std::exchange(is_first, false)) list += between;
        list += text(item);
    }
    return list;
}

/// The first line to a program, with its end of line. Its id is 0.
std::string describe_request();

/// Appends the line that asks for the value at `input`, with its end of line.
/// \param id     at least 1
/// \param input  a JSON object in one line; not checked
void append_evaluate_request(std::string& lines, std::uint64_t id, std::string_view input);

/// The answer to describe_request().
/// \param where  the program, begins the error message
/// \throws InputError for anything but a description.
Description description_from(std::string_view line, std::string_view where);

/// What a program said to one input.
struct Answer {
    enum class Kind {
        value,
        undefined,  ///< no value here
        list,       ///< a value, or none, for each of what was asked for at once
        error,      ///< the input is refused
        exception   ///< nobody meant it: a fault of the program, which goes on
    };
    Kind kind = Kind::value;
    /// The value, exactly that of `as_double` if that is there.
    Rational exact;
    /// If the answer was a JSON number: the 64-bit floating-point number nearest to it; finite.
    std::optional<double> as_double;
    /// The number as it was written, or why there is none.
    std::string text;
    std::vector<Answer> values = {};  ///< of a list: value or undefined
    friend bool operator==(const Answer&, const Answer&) = default;
};

struct NumberedAnswer {
    std::uint64_t id = 0;
    Answer answer;
};

/// The answer to a request to evaluate; about 1 µs for a JSON number, and linear in the line for
/// anything. The values NaN, Infinity and -Infinity, which are no JSON, are taken as undefined,
/// with themselves for the reason, where the line has nothing but them and the id. \param where
/// begins the error message \throws InputError for anything else: no JSON, a number beyond the
/// range of 64-bit floating point, a text that is no number, a key too many or too few.
NumberedAnswer answer_from(std::string_view line, std::string_view where);

/// `number`, exactly. \throws UsageError if it is infinite or NaN.
Rational exact_value_of(double number);

}  // namespace disarray::properties::audit
