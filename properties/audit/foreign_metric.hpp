// SPDX-License-Identifier: MIT
//
// A metric that is not ours, as an audit asks it: a program in a process of its own
// (metric_process.hpp), or a function of the process that the audit runs in.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/near_names.hpp"
#include "properties/audit/protocol.hpp"

namespace disarray::properties::audit {

/// Why there is no answer to an input.
struct Failure {
    enum class Kind {
        crashed,        ///< died of a signal
        exited,         ///< ended with a status
        out_of_memory,  ///< one of the two above, near the memory limit or in so many words
        timed_out,
        garbage,       ///< a line that is no answer
        out_of_order,  ///< the answer to a later request
        answered_twice,
        line_too_long,
        closed_output,  ///< it lives, but cannot answer any more
        raised,         ///< it answers that an exception was raised, and lives
        not_asked       ///< the program cannot be started again, or the work was to stop
    };
    Kind kind = Kind::not_asked;
    /// One line, what the program did: "ended with status 3; standard error ends "…"", and, if it
    /// does not happen alone, what it takes to see it again.
    std::string text;
    /// Whether it was seen with the input as the only one that a new run was asked. Otherwise it
    /// takes others as well, as `text` says then, or was not tried.
    bool happens_alone = false;
};

using Reply = std::variant<Answer, Failure>;

constexpr auto choices(Failure::Kind) {
    return std::to_array<Choice<Failure::Kind>>(
        {{"crashed", Failure::Kind::crashed},
         {"exited", Failure::Kind::exited},
         {"out of memory", Failure::Kind::out_of_memory},
         {"timed out", Failure::Kind::timed_out},
         {"garbage", Failure::Kind::garbage},
         {"out of order", Failure::Kind::out_of_order},
         {"answered twice", Failure::Kind::answered_twice},
         {"line too long", Failure::Kind::line_too_long},
         {"closed its output", Failure::Kind::closed_output},
         {"raised", Failure::Kind::raised},
         {"not asked", Failure::Kind::not_asked}});
}

/// Not for several threads at once.
class ForeignMetric {
public:
    ForeignMetric() = default;
    virtual ~ForeignMetric() = default;
    ForeignMetric(const ForeignMetric&) = delete;
    ForeignMetric& operator=(const ForeignMetric&) = delete;

    virtual const Description& description() const = 0;
    /// As error messages begin.
    virtual const std::string& name() const = 0;
    /// One reply for each input, in their order.
    /// \param inputs  JSON objects, each in one line, as the protocol's "input"
    virtual std::vector<Reply> ask(std::span<const std::string> inputs) = 0;
    /// Has it end as it should; what it does instead, if so.
    virtual std::optional<Failure> finish() = 0;
    /// How often it had to be started again.
    virtual std::size_t restarts() const = 0;
};

}  // namespace disarray::properties::audit
