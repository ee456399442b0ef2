// SPDX-License-Identifier: MIT
//
// Two loops: one waits for the description of a new run, one keeps requests in flight and takes
// their answers; both wait in listen(), which knows all that can go wrong without a word. What goes
// wrong is a Trouble until the process has been ended, and then, with its status and its last
// words, a Failure.
#include "properties/audit/metric_process.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "properties/audit/command_line.hpp"
#include "properties/audit/detail/child_process.hpp"

namespace disarray::properties::audit {

using detail::ChildProcess;
using detail::Ending;
using std::chrono::milliseconds;

namespace {

/// How often Ctrl-C and the end of the process are looked for while nothing arrives.
constexpr milliseconds tick{20};
/// What an exiting process has to become waitable after its output has closed.
constexpr milliseconds time_to_die{200};
/// How long a new run that is asked one at a time may take to say more than it was asked, or to
/// end: after its first answer, which is that of the likeliest input, and after each of the others.
constexpr milliseconds time_to_say_more_first{50}, time_to_say_more{2};
/// Requests are no longer appended to this much text that the program has not read, in bytes.
constexpr std::size_t most_unwritten = 64 << 10;
/// What stands around an input in a request, at most, in bytes.
constexpr std::size_t request_frame = 100;

/// Of a failure that is not seen again.
constexpr std::string_view takes_others =
    "; not when a new run is asked for it first: it takes the requests before it";

/// "died of signal 11 (Segmentation fault)", "ended with status 3".
std::string in_words(int status) {
    if (!WIFSIGNALED(status)) return fmt::format("ended with status {}", WEXITSTATUS(status));
    return fmt::format("died of signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
}

/// An allocation that fails is seen by the program alone, which may say so before it ends.
bool speaks_of_memory(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    });
    return std::ranges::any_of(std::array{"memory", "bad_alloc", "out of space"},
                               [&](const char* words) { return text.find(words) != text.npos; });
}

void require_lines(std::span<const std::string> inputs) {
    for (const std::string& input : inputs) {
        if (input.find('\n') != input.npos) throw UsageError("ask: an input of several lines");
        if (input.size() <= most_line_bytes - request_frame) continue;
        throw InputError("an input", fmt::format("{} bytes", input.size()),
                         fmt::format("at most {}, with which the request is a line of {} MiB",
                                     most_line_bytes - request_frame, most_line_bytes >> 20));
    }
}

}  // namespace

/// What went wrong, before the process is ended.
struct MetricProcess::Trouble {
    Failure::Kind kind;  ///< closed_output also if it has ended: its status will tell
    std::string text;
    std::optional<std::size_t> culprit = std::nullopt;  ///< the input, if it is certain
    std::string_view when = "";                         ///< for the end of the text

    bool is_stop() const { return kind == Failure::Kind::not_asked; }
};

/// Time spent waiting. A pause of our own (Ctrl-Z, a debugger, a busy machine) is not the
/// program's: it counts for little, whatever the clock says.
class MetricProcess::Patience {
public:
    explicit Patience(double seconds) : seconds_(seconds) {}

    double seconds() const { return seconds_; }
    void renew() { waited_ = {}; }
    bool is_over() {
        const auto now = Clock::now();
        waited_ += std::min<Clock::duration>(now - std::exchange(before_, now), 5 * tick);
        return waited_.count() > seconds_;
    }

private:
    using Clock = std::chrono::steady_clock;
    double seconds_;
    std::chrono::duration<double> waited_{};
    Clock::time_point before_ = Clock::now();
};

/// How far a conversation came: [begin, answered) have replies, [answered, sent) were in flight.
struct MetricProcess::Progress {
    std::size_t begin, answered, sent;
    std::optional<Trouble> trouble;
    bool was_first = false;  ///< the run was asked nothing before `begin`
};

/// Requests and answers with one run of the program.
class MetricProcess::Conversation {
public:
    enum class Pace {
        ahead,   ///< many in flight
        single,  ///< one request at a time
        careful  ///< likewise, with a moment after each answer for what should not follow it
    };
    Conversation(MetricProcess& process, std::span<const std::string> inputs,
                 std::vector<Reply>& replies, Pace pace)
        : process_(process),
          inputs_(inputs),
          replies_(replies),
          window_(pace == Pace::ahead ? process.limits_.in_flight : 1),
          careful_(pace == Pace::careful),
          patience_(process.limits_.seconds_per_call) {}

    /// Asks for the values at inputs [begin, end).
    Progress run(std::size_t begin, std::size_t end) {
        begin_ = answered_ = sent_ = begin;
        first_id_ = process_.asked_ + 1;
        std::optional<Trouble> trouble;
        while (answered_ < end && !trouble) {
            send_ahead(end);
            trouble = process_.listen(patience_);
            if (!trouble) trouble = take_answers();
        }
        if (!trouble) trouble = say_more(milliseconds(0));
        return {begin_, answered_, sent_, std::move(trouble), first_id_ == 1};
    }

private:
    /// Half of the window is refilled at once: one write for many requests.
    void send_ahead(std::size_t end) {
        if (sent_ - answered_ > window_ / 2) return;
        std::string& lines = process_.child_->to_write();
        while (sent_ < end && sent_ - answered_ < window_ && lines.size() < most_unwritten)
            append_evaluate_request(lines, ++process_.asked_, inputs_[sent_++]);
    }

    std::optional<Trouble> take_answers() {
        while (const auto line = process_.child_->next_line()) {
            if (auto trouble = take(*line)) return trouble;
            patience_.renew();
            if (!careful_) continue;
            const bool is_first = answered_ == begin_ + 1;
            if (auto trouble = say_more(is_first ? time_to_say_more_first : time_to_say_more)) {
                return trouble;
            }
        }
        return std::nullopt;
    }

    std::optional<Trouble> take(std::string_view line) {
        const bool is_expected = answered_ < sent_;
        // What comes when nothing is asked belongs to the last answer, if that is of this call.
        std::optional<std::size_t> culprit;
        if (!is_expected && answered_ > begin_) culprit = answered_ - 1;
        try {
            NumberedAnswer got = answer_from(line, "wrote something that is no answer");
            const std::uint64_t expected_id = first_id_ + (answered_ - begin_);
            if (!is_expected || got.id != expected_id) {
                return misplaced(got.id, expected_id, culprit);
            }
            replies_[answered_++] = std::move(got.answer);
            return std::nullopt;
        } catch (const InputError& error) {
            return Trouble{Failure::Kind::garbage, error.what(), culprit};
        }
    }

    /// \param expected_id  of the first request without an answer: all before have one
    Trouble misplaced(std::uint64_t id, std::uint64_t expected_id,
                      std::optional<std::size_t> culprit) const {
        if (id >= first_id_ && id < expected_id) {
            culprit = begin_ + static_cast<std::size_t>(id - first_id_);
            return {Failure::Kind::answered_twice, "answered twice", culprit};
        }
        if (id >= 1 && id < expected_id) {
            return {Failure::Kind::answered_twice, "answered a request before this one twice",
                    culprit};
        }
        if (id > expected_id && id <= process_.asked_) {
            return {Failure::Kind::out_of_order, "answered a later request first"};
        }
        return {Failure::Kind::garbage, fmt::format("answered what it was not asked, id {}", id),
                culprit};
    }

    /// What the program does within `wait` after its answer, when nothing is in flight.
    std::optional<Trouble> say_more(milliseconds wait) {
        ChildProcess& child = *process_.child_;
        const auto deadline = std::chrono::steady_clock::now() + wait;
        do {
            child.exchange(wait);
            if (const auto line = child.next_line()) return take(*line);
            if (careful_ && child.is_output_closed()) {
                return Trouble{Failure::Kind::closed_output, "closed its output", answered_ - 1,
                               " after its answer"};
            }
        } while (std::chrono::steady_clock::now() < deadline);
        return std::nullopt;
    }

    MetricProcess& process_;
    std::span<const std::string> inputs_;
    std::vector<Reply>& replies_;
    const std::size_t window_;
    const bool careful_;
    Patience patience_;
    std::size_t begin_ = 0, answered_ = 0, sent_ = 0;
    std::uint64_t first_id_ = 1;  ///< of the request for inputs_[begin_]
};

auto MetricProcess::stop_trouble() const -> std::optional<Trouble> {
    if (!stop_.requested()) return std::nullopt;
    return Trouble{Failure::Kind::not_asked, Stop::interrupted()
                                                 ? "was not asked: interrupted"
                                                 : "was not asked: the time is over"};
}

/// Waits for output, for one tick at most. \returns why no more of it is to be waited for, if so.
auto MetricProcess::listen(Patience& patience) -> std::optional<Trouble> {
    if (auto trouble = stop_trouble()) return trouble;
    if (child_->is_line_too_long()) {
        return Trouble{Failure::Kind::line_too_long,
                       fmt::format("wrote a line of more than {} bytes", limits_.line_bytes)};
    }
    if (child_->is_output_closed())
        return Trouble{Failure::Kind::closed_output, "closed its output"};
    const bool is_over = patience.is_over();
    if (child_->exchange(tick) && !is_over) return std::nullopt;
    // Something that it started may hold its output open: then its end is all that tells.
    if (child_->has_exited() && !child_->exchange(milliseconds(0))) {
        return Trouble{Failure::Kind::closed_output, "closed its output"};
    }
    if (!is_over) return std::nullopt;
    ++time_outs_;
    return Trouble{
        Failure::Kind::timed_out,
        fmt::format("{}did not answer within {:g} s",
                    child_->is_input_closed() ? "closed its input and " : "", patience.seconds())};
}

/// Starts a run and has it describe itself. \throws InputError if it cannot be started, or
/// describes itself wrongly.
auto MetricProcess::start(Description& description) -> std::optional<Trouble> {
    child_ = std::make_unique<ChildProcess>(
        command_, ChildProcess::Limits{limits_.memory_bytes, limits_.line_bytes}, *errors_);
    asked_ = 0;
    child_->to_write() = describe_request();
    Patience patience(limits_.seconds_to_start);
    while (true) {
        if (const auto line = child_->next_line()) {
            description = description_from(*line, name_);
            return std::nullopt;
        }
        if (auto trouble = listen(patience)) return trouble;
    }
}

MetricProcess::MetricProcess(std::vector<std::string> command, const ProcessLimits& limits,
                             const Stop& stop)
    : command_(std::move(command)),
      limits_(limits),
      stop_(stop),
      name_(command_.empty() ? "" : printable(command_.front(), 200)),
      errors_(std::make_unique<detail::ErrorOutput>()) {
    if (command_.empty()) throw UsageError("MetricProcess: no command");
    if (limits_.in_flight == 0) throw UsageError("MetricProcess: nothing in flight");
    const detail::PipeSignalHeld held;
    const auto trouble = start(description_);
    if (!trouble) return;
    if (trouble->is_stop()) {
        throw Stopped(fmt::format("{}: {} before it had described itself", name_,
                                  Stop::interrupted() ? "interrupted" : "the time was over"));
    }
    throw InputError(
        name_, "no description: it " + end_after(*trouble).text,
        fmt::format("the answer to \"describe\" within {:g} s (a program that buffers "
                    "its output flushes it after each line); `disarray audit --template "
                    "python` prints a program that gives it",
                    limits_.seconds_to_start));
}

MetricProcess::~MetricProcess() = default;

std::string MetricProcess::command_text() const {
    return printable(command_line(command_), 1000);
}

/// Ends the run, and tells what became of it.
Failure MetricProcess::end_after(const Trouble& trouble) {
    Failure failure{trouble.kind, trouble.text};
    const bool may_have_ended = trouble.kind == Failure::Kind::closed_output;
    if (may_have_ended) child_->has_exited_within(time_to_die);
    const std::string unfinished(child_->unfinished_line().substr(0, 200));
    const Ending ending = child_->end();
    child_.reset();
    const std::string last_words = errors_->last_line();
    if (may_have_ended && ending.by_itself) {
        failure.kind = WIFSIGNALED(ending.status) ? Failure::Kind::crashed : Failure::Kind::exited;
        failure.text = in_words(ending.status);
        // Address space is limited and resident memory is measured: half of it is near.
        const std::uint64_t used = std::max(ending.most_memory, ending.too_much_together);
        const bool is_near = limits_.memory_bytes != 0 && used >= limits_.memory_bytes / 2;
        if (ending.status != 0 && (is_near || speaks_of_memory(last_words))) {
            failure.kind = Failure::Kind::out_of_memory;
            failure.text +=
                fmt::format(" after using {} MiB of memory{}", used >> 20,
                            ending.too_much_together > 0 ? " in several processes" : "");
            if (limits_.memory_bytes != 0) {
                failure.text += fmt::format(" (the limit is {} MiB)", limits_.memory_bytes >> 20);
            }
        }
    }
    failure.text += trouble.when;
    if (may_have_ended && !unfinished.empty()) {
        failure.text += fmt::format(", in the line \"{}\"", printable(unfinished, 60));
    }
    if (!last_words.empty()) {
        failure.text += fmt::format("; standard error ends \"{}\"", printable(last_words, 200));
    }
    return failure;
}

void MetricProcess::give_up(std::string reason) {
    given_up_ = std::move(reason);
    child_.reset();
}

/// Whether there is a run to ask, which may have to be started.
bool MetricProcess::is_running() {
    if (child_) return true;
    if (!given_up_.empty()) return false;
    if (restarts_ == limits_.restarts) {
        give_up(fmt::format("was not asked: it has been started again {} times", restarts_));
        return false;
    }
    if (time_outs_ >= limits_.time_outs) {
        give_up(fmt::format("was not asked: {} times it has not answered within {:g} s", time_outs_,
                            limits_.seconds_per_call));
        return false;
    }
    ++restarts_;
    try {
        Description description;
        const auto trouble = start(description);
        if (!trouble && description == description_) return true;
        if (!trouble) {
            give_up("was not asked: started again, it describes itself differently");
        } else if (trouble->is_stop()) {
            give_up(trouble->text);
        } else {
            give_up("was not asked: started again, it " + end_after(*trouble).text);
        }
    } catch (const InputError& error) {
        give_up(fmt::format("was not asked: it could not be started again: {}", error.what()));
    }
    return false;
}

std::vector<Reply> MetricProcess::ask(std::span<const std::string> inputs) {
    require_lines(inputs);
    const detail::PipeSignalHeld held;
    std::vector<Reply> replies(inputs.size());
    std::size_t next = 0;
    while (next < inputs.size() && is_running())
        next = ask_on(inputs, next, replies);
    for (; next < inputs.size(); ++next)
        replies[next] = Failure{Failure::Kind::not_asked, given_up_};
    return replies;
}

/// Asks for as many as go well. \returns the first input that has no reply yet.
std::size_t MetricProcess::ask_on(std::span<const std::string> inputs, std::size_t next,
                                  std::vector<Reply>& replies) {
    using Pace = Conversation::Pace;
    Conversation conversation(*this, inputs, replies, loses_answers_ ? Pace::single : Pace::ahead);
    const Progress batch = conversation.run(next, inputs.size());
    if (!batch.trouble) return batch.answered;
    if (batch.trouble->is_stop()) {
        give_up(batch.trouble->text);
        return batch.answered;
    }
    Failure failure = end_after(*batch.trouble);
    failure.happens_alone = batch.was_first && batch.sent - batch.begin == 1;
    const std::size_t culprit = batch.trouble->culprit.value_or(batch.answered);
    if (!failure.happens_alone && !batch.trouble->culprit) {
        return find_culprit(inputs, batch, std::move(failure), replies);
    }
    replies[culprit] = std::move(failure);
    return std::max(culprit + 1, batch.answered);
}

/// Asks a new run for what was in flight, to see which request `failure` belongs to.
/// \returns the first input that has no reply yet.
std::size_t MetricProcess::find_culprit(std::span<const std::string> inputs, const Progress& batch,
                                        Failure failure, std::vector<Reply>& replies) {
    const std::size_t suspect = batch.answered;
    if (!is_running()) {
        replies[suspect] = std::move(failure);
        return suspect + 1;
    }
    Progress again = ask_again(inputs, batch, replies);
    again.answered = std::max(again.answered, suspect + 1);
    if (!again.trouble || again.trouble->is_stop()) {
        failure.text += again.trouble ? "; it was not tried again" : takes_others;
        replies[suspect] = std::move(failure);
        if (again.trouble) give_up(again.trouble->text);
        return again.answered;
    }
    const std::size_t culprit = *again.trouble->culprit;
    failure = end_after(*again.trouble);
    failure.happens_alone = culprit == suspect;
    loses_answers_ = loses_answers_ || culprit > suspect;
    replies[culprit] = failure.happens_alone ? failure : alone(inputs, culprit, failure, replies);
    return std::max(culprit + 1, again.answered);
}

/// Asks for the first request without an answer; if that goes well, for the one before it, since
/// the program may have stumbled after its answer; and then for the others that were in flight.
/// \returns how far that came; trouble other than a stop has its culprit.
auto MetricProcess::ask_again(std::span<const std::string> inputs, const Progress& batch,
                              std::vector<Reply>& replies) -> Progress {
    const std::size_t suspect = batch.answered;
    const std::size_t before = suspect - (suspect > batch.begin ? 1 : 0);
    const std::array<std::pair<std::size_t, std::size_t>, 3> parts{
        {{suspect, suspect + 1}, {before, suspect}, {suspect + 1, batch.sent}}};
    Progress again{suspect, suspect, suspect, std::nullopt};
    for (const auto& [begin, end] : parts) {
        if (begin == end || again.trouble) continue;
        again = Conversation(*this, inputs, replies, Conversation::Pace::careful).run(begin, end);
    }
    if (again.trouble && !again.trouble->culprit) again.trouble->culprit = again.answered;
    return again;
}

/// `failure` of input `culprit`, or that which it has when it is all that a new run is asked.
Failure MetricProcess::alone(std::span<const std::string> inputs, std::size_t culprit,
                             Failure failure, std::vector<Reply>& replies) {
    if (!is_running()) return failure;
    Conversation conversation(*this, inputs, replies, Conversation::Pace::careful);
    const Progress only = conversation.run(culprit, culprit + 1);
    if (!only.trouble) {
        failure.text += takes_others;
    } else if (only.trouble->is_stop()) {
        give_up(only.trouble->text);
    } else {
        failure = end_after(*only.trouble);
        failure.happens_alone = true;
    }
    return failure;
}

std::optional<Failure> MetricProcess::finish() {
    const detail::PipeSignalHeld held;
    if (!is_running()) return Failure{Failure::Kind::not_asked, given_up_};
    const bool has_ended_before = child_->has_exited();
    child_->close_input();
    Patience patience(limits_.seconds_to_end);
    bool says_more = false;
    const auto listen_for = [&](milliseconds wait) {
        child_->exchange(wait);
        while (child_->next_line())
            says_more = true;
    };
    while (!child_->has_exited() && !patience.is_over()) {
        if (const auto trouble = stop_trouble()) {
            give_up(trouble->text);
            return Failure{trouble->kind, trouble->text};
        }
        listen_for(tick / 4);
    }
    listen_for(milliseconds(0));  // what it wrote before it ended
    if (!child_->has_exited()) {
        return end_after(
            {Failure::Kind::timed_out,
             fmt::format("did not end within {:g} s of the end of its input", patience.seconds())});
    }
    if (has_ended_before || !child_->has_succeeded()) {
        return end_after(
            {Failure::Kind::closed_output, "", std::nullopt,
             has_ended_before ? " before the end of its input" : " at the end of its input"});
    }
    if (says_more) {
        return end_after(
            {Failure::Kind::garbage, "wrote more than its answers at the end of its input"});
    }
    child_.reset();
    return std::nullopt;
}

}  // namespace disarray::properties::audit
