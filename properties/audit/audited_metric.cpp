// SPDX-License-Identifier: MIT
#include "properties/audit/audited_metric.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace disarray::properties::audit {

namespace {

/// \param missing  of the items, for which NaN stands
template <class Items, class Text>
std::string json_list(const Items& items, const Text& text, const IsMissing& missing = {}) {
    std::size_t i = 0;
    const auto text_or_nan = [&](const auto& item) {
        const bool is_missing = i < missing.size() && missing[i];
        ++i;
        return is_missing ? std::string(R"("NaN")") : text(item);
    };
    return fmt::format("[{}]", list_of(items, text_or_nan, ", "));
}

/// What both kinds of relevance end with.
std::string rest_of(const RetrievalCase& instance) {
    const auto number = [](auto grade) { return std::to_string(grade); };
    std::string text =
        fmt::format(R"("not_retrieved": {})", json_list(instance.not_retrieved, number));
    if (instance.cutoff) text += fmt::format(R"(, "cutoff": {})", *instance.cutoff);
    return text;
}

std::string grade_text(const RetrievedDocument& document) {
    return std::to_string(grade_of(document));
}

/// The documents by score, falling. \throws NoValue where two are tied.
std::vector<RetrievedDocument> by_score(const RetrievalCase& instance) {
    std::vector<RetrievedDocument> sorted = instance.retrieved;
    std::ranges::stable_sort(sorted, std::greater<>(), &RetrievedDocument::score);
    const auto tied = std::ranges::adjacent_find(sorted, {}, &RetrievedDocument::score);
    if (tied != sorted.end()) throw NoValue("tied documents have no place in a list by rank");
    return sorted;
}

/// As JSON writers and Python spell it.
bool is_infinite(const Reply& reply) {
    const auto* answer = std::get_if<Answer>(&reply);
    if (!answer || answer->kind != Answer::Kind::undefined) return false;
    std::string_view text = answer->text;
    if (text.starts_with('-')) text.remove_prefix(1);
    return text == "Infinity" || text == "inf";
}

bool has_no_number(std::string_view input) {
    return input.find("\"NaN\"") != std::string_view::npos ||
           input.find("Infinity\"") != std::string_view::npos;
}

/// Short ones first.
void sort_by_size(std::vector<std::string>& inputs) {
    std::ranges::sort(inputs, {},
                      [](const std::string& input) { return std::pair(input.size(), input); });
}

/// An exception as the failure that it is, or as the refusal of an input that may be refused.
Reply judged(Reply reply, bool is_refusal) {
    auto* answer = std::get_if<Answer>(&reply);
    if (!answer || answer->kind != Answer::Kind::exception) return reply;
    answer->kind = Answer::Kind::error;
    if (is_refusal) return reply;
    return Failure{Failure::Kind::raised, std::move(answer->text), true};
}

/// One value where one is asked for, and a list where a list is.
Reply of_right_form(Reply reply, bool wants_list) {
    const auto* answer = std::get_if<Answer>(&reply);
    if (!answer) return reply;
    const bool is_list = answer->kind == Answer::Kind::list;
    if (is_list ? wants_list : !wants_list || answer->kind != Answer::Kind::value) return reply;
    return Failure{Failure::Kind::garbage,
                   fmt::format("answered {}, expected \"{}\"", to_string(reply),
                               wants_list ? "values" : "value"),
                   true};
}

/// \throws NoValue for what is refused
Value value_of_answer(const Answer& answer) {
    switch (answer.kind) {
        case Answer::Kind::value:
            return answer.exact;
        case Answer::Kind::undefined:
            return Value::undefined(answer.text);
        case Answer::Kind::list:
            throw NoValue("a list of values");
        case Answer::Kind::error:
        case Answer::Kind::exception:
            throw NoValue("refused: " + answer.text);
    }
    throw InternalError("an answer of no kind");
}

}  // namespace

std::string input_of(const RankPair& pair, const IsMissing& first, const IsMissing& second) {
    const auto number = [&](int rank) {
        return pair.divisor == 1 ? std::to_string(rank)
                                 : fmt::format("{}", static_cast<double>(rank) / pair.divisor);
    };
    return fmt::format(R"({{"first": {}, "second": {}}})", json_list(pair.first, number, first),
                       json_list(pair.second, number, second));
}

std::string input_of(const RetrievalCase& instance, MetricKind kind, const IsMissing& missing) {
    if (kind == MetricKind::relevance_by_rank) {
        return fmt::format(R"({{"grades": {}, {}}})", json_list(by_score(instance), grade_text),
                           rest_of(instance));
    }
    const auto id = [](const RetrievedDocument& document) {
        return nlohmann::json(document.id).dump();
    };
    const auto score = [](const RetrievedDocument& document) {
        return document.score.to_decimal(17);
    };
    return fmt::format(R"({{"ids": {}, "scores": {}, "grades": {}, {}}})",
                       json_list(instance.retrieved, id),
                       json_list(instance.retrieved, score, missing),
                       json_list(instance.retrieved, grade_text), rest_of(instance));
}

void require_length(std::size_t length, const Description& description) {
    if (length >= description.least_length) return;
    throw NoValue(fmt::format("it takes no fewer than {}", description.least_length));
}

void require_taken(const RankPair& pair, const Description& description) {
    require_length(pair.first.size(), description);
}

void require_taken(const RetrievalCase& instance, const Description& description) {
    require_length(instance.retrieved.size(), description);
    if (!description.takes_not_retrieved && !instance.not_retrieved.empty()) {
        throw NoValue("what is not retrieved does not count for it");
    }
}

void AuditedMetric::ask(std::vector<std::string> unknown, Leniency leniency) {
    // Where the program cannot be started again for all, those that tell most have been asked.
    sort_by_size(unknown);
    unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
    std::vector<Reply> replies = replies_to(unknown);
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        replies[i] = of_right_form(judged(std::move(replies[i]), leniency == Leniency::exceptions),
                                   wants_list(unknown[i]));
        if (const auto* failure = std::get_if<Failure>(&replies[i])) {
            const bool is_slow =
                leniency == Leniency::slowness && failure->kind == Failure::Kind::timed_out;
            if (failure->kind == Failure::Kind::not_asked) {
                if (why_missing_.empty()) why_missing_ = failure->text;
            } else if (!is_slow) {
                failures_.emplace_back(unknown[i], *failure);
            }
        }
        if (is_infinite(replies[i]) && !has_no_number(unknown[i])) {
            infinities_.push_back(unknown[i]);
        }
        replies_.emplace(unknown[i], std::move(replies[i]));
    }
}

/// False if there was nothing to ask for.
bool AuditedMetric::look_elsewhere(const std::unordered_set<std::string>& inputs) {
    if (inputs.empty()) return false;
    std::vector<std::string> asked(inputs.begin(), inputs.end());
    sort_by_size(asked);
    std::vector<std::optional<Answer>> answers = waiting([&] { return elsewhere_(asked); });
    for (std::size_t i = 0; i < asked.size(); ++i)
        foreseen_.emplace(std::move(asked[i]), std::move(answers[i]));
    return true;
}

std::vector<Reply> AuditedMetric::replies_to(const std::vector<std::string>& inputs) {
    if (!elsewhere_) return waiting([&] { return process_.ask(inputs); });
    std::unordered_set<std::string> unforeseen;
    for (const std::string& input : inputs) {
        if (!foreseen_.contains(input)) unforeseen.insert(input);
    }
    look_elsewhere(unforeseen);
    std::vector<std::string> left;
    for (const std::string& input : inputs) {
        if (!foreseen_.at(input)) left.push_back(input);
    }
    std::vector<Reply> rest = waiting([&] { return process_.ask(left); });
    std::vector<Reply> replies;
    auto next = rest.begin();
    for (const std::string& input : inputs) {
        auto& answer = foreseen_.at(input);
        replies.push_back(answer ? Reply(std::move(*answer)) : std::move(*next++));
        foreseen_.erase(input);
    }
    return replies;
}

void AuditedMetric::prefetch(std::span<const std::string> inputs) {
    std::vector<std::string> unknown;
    for (const std::string& input : inputs) {
        if (!replies_.contains(input)) unknown.push_back(input);
    }
    ask(std::move(unknown), Leniency::none);
}

const Reply& AuditedMetric::reply(const std::string& input) {
    if (!replies_.contains(input)) ask({input}, Leniency::none);
    const Reply& reply = replies_.at(input);
    if (was_not_asked(reply)) ++missing_replies_;
    return reply;
}

const Reply& AuditedMetric::long_reply(const std::string& input) {
    if (!replies_.contains(input)) ask({input}, Leniency::slowness);
    return reply(input);
}

const Reply& AuditedMetric::odd_reply(const std::string& input) {
    if (!replies_.contains(input)) ask({input}, Leniency::exceptions);
    return reply(input);
}

Reply AuditedMetric::reply_anew(const std::string& input) {
    const auto replies = waiting([&] { return process_.ask(std::span(&input, 1)); });
    return of_right_form(judged(replies.front(), false), wants_list(input));
}

bool AuditedMetric::wants_list(std::string_view input) const {
    return description().kind == MetricKind::votes ||
           input.find("\"cutoffs\": [") != std::string_view::npos;
}

/// In foresee: what is known of an input, or may be known the next time.
std::optional<Answer> AuditedMetric::answer_in_advance(const std::string& input) {
    if (const auto known = replies_.find(input); known != replies_.end()) {
        const auto* answer = std::get_if<Answer>(&known->second);
        return answer != nullptr ? std::optional(*answer) : std::nullopt;
    }
    if (const auto known = foreseen_.find(input); known != foreseen_.end()) return known->second;
    unforeseen_->insert(input);
    return std::nullopt;
}

/// \throws NoValue where there is none, or none yet.
Answer AuditedMetric::answer(const std::string& input) {
    if (unforeseen_) {
        std::optional<Answer> answer = answer_in_advance(input);
        if (!answer) throw NoValue("not asked yet");
        return *std::move(answer);
    }
    if (asked_) asked_->push_back(input);
    const Reply& known = reply(input);
    if (const auto* failure = std::get_if<Failure>(&known)) throw NoValue(failure->text);
    return std::get<Answer>(known);
}

Value AuditedMetric::value(const std::string& input) {
    return value_of_answer(answer(input));
}

std::vector<Value> AuditedMetric::values(const std::string& input, std::size_t count) {
    const Answer all = answer(input);
    if (all.kind != Answer::Kind::list) throw NoValue(to_string(all));
    if (all.values.size() != count)
        throw NoValue(fmt::format("{} values for {}", all.values.size(), count));
    std::vector<Value> values;
    for (const Answer& each : all.values)
        values.push_back(value_of_answer(each));
    return values;
}

bool was_not_asked(const Reply& reply) {
    const auto* failure = std::get_if<Failure>(&reply);
    return failure && failure->kind == Failure::Kind::not_asked;
}

std::string to_string(const Reply& reply) {
    if (const auto* failure = std::get_if<Failure>(&reply)) {
        return fmt::format("{}: {}", name_of(failure->kind), failure->text);
    }
    const Answer& answer = std::get<Answer>(reply);
    switch (answer.kind) {
        case Answer::Kind::value:
            return answer.text;
        case Answer::Kind::undefined:
            return fmt::format("undefined ({})", answer.text);
        case Answer::Kind::list:
            return json_list(answer.values, [](const Answer& each) {
                return each.kind == Answer::Kind::value ? each.text : std::string("undefined");
            });
        case Answer::Kind::error:
        case Answer::Kind::exception:
            return fmt::format("error ({})", answer.text);
    }
    throw InternalError("an answer of no kind");
}

}  // namespace disarray::properties::audit
