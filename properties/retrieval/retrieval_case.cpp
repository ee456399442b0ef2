// SPDX-License-Identifier: MIT
#include "properties/retrieval/retrieval_case.hpp"

#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace disarray::properties {

namespace {

using retrieval::Grade;

/// What makes a case large, the weightiest first.
using Size = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t, std::int64_t,
                        std::size_t, std::size_t, std::uint32_t>;

/// How many scores are not those that are plainest for their ranking: 1, 2, …
std::size_t odd_scores(const RetrievalCase& instance) {
    std::set<Rational> scores;
    for (const RetrievedDocument& document : instance.retrieved)
        scores.insert(document.score);
    std::size_t odd = 0, level = 0;
    for (const Rational& score : scores)
        odd += score == Rational(++level) ? 0U : 1U;
    return odd;
}

Size size_of_case(const RetrievalCase& instance) {
    const auto& documents = instance.retrieved;
    std::size_t unjudged = 0, tied = 0, rising = 0;
    std::int64_t grades = 0;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        if (!documents[i].grade) ++unjudged;
        grades += grade_of(documents[i]);
        for (std::size_t j = i + 1; j < documents.size(); ++j) {
            if (documents[i].score == documents[j].score) ++tied;
            if (documents[i].score < documents[j].score) ++rising;
        }
    }
    for (const Grade grade : instance.not_retrieved)
        grades += grade;
    return {documents.size(),     instance.not_retrieved.size(), unjudged, tied, grades, rising,
            odd_scores(instance), instance.cutoff.value_or(0)};
}

std::size_t text_length(const RetrievalCase& instance) {
    std::size_t length = 0;
    for (const RetrievedDocument& document : instance.retrieved)
        length += document.id.size() + document.score.to_string().size();
    return length;
}

std::strong_ordering compare_documents(const RetrievedDocument& a, const RetrievedDocument& b) {
    return std::tie(a.grade, a.score, a.id) <=> std::tie(b.grade, b.score, b.id);
}

Grade grade_from_json(const Json& json, std::string_view where) {
    if (!json.is_number_integer() || json < 0 || json > most_grade) {
        throw InputError(where, "grade " + printable(json.dump()),
                         fmt::format("a number from 0 to {}", most_grade));
    }
    return json.get<Grade>();
}

RetrievedDocument document_from_json(const Json& json, std::string_view where) {
    const auto is_text = [&](const char* key) {
        return json.contains(key) && json[key].is_string();
    };
    if (!json.is_object() || !is_text("document") || !is_text("score") || !json.contains("grade")) {
        throw InputError(where, printable(json.dump()),
                         "a document: an object with document, score (in quotes) and grade");
    }
    RetrievedDocument document;
    document.id = json["document"].get<std::string>();
    document.score = Rational::parse(json["score"].get<std::string>(), where);
    document.grade.reset();
    if (!json["grade"].is_null()) document.grade = grade_from_json(json["grade"], where);
    return document;
}

const Json& list_in(const Json& json, const char* key, std::string_view where) {
    if (!json.contains(key) || !json[key].is_array()) {
        throw InputError(where, fmt::format("no list \"{}\"", key),
                         "a case with the lists retrieved and not_retrieved");
    }
    return json[key];
}

void require_different_ids(const RetrievalCase& instance, std::string_view where) {
    std::set<std::string_view> ids;
    for (const RetrievedDocument& document : instance.retrieved) {
        if (ids.insert(document.id).second) continue;
        throw InputError(where, "document " + printable(document.id) + " twice",
                         "each document once");
    }
}

}  // namespace

std::strong_ordering compare(const RetrievalCase& a, const RetrievalCase& b) {
    if (const auto order = size_of_case(a) <=> size_of_case(b); order != 0) return order;
    if (const auto order = text_length(a) <=> text_length(b); order != 0) return order;
    for (std::size_t i = 0; i < a.retrieved.size(); ++i) {
        const auto order = compare_documents(a.retrieved[i], b.retrieved[i]);
        if (order != 0) return order;
    }
    return a.not_retrieved <=> b.not_retrieved;
}

std::string to_string(const RetrievalCase& instance) {
    std::vector<std::string> documents;
    for (const RetrievedDocument& document : instance.retrieved) {
        documents.push_back(
            fmt::format("{} (score {}, {})", printable(document.id), document.score.to_string(),
                        document.grade ? fmt::format("grade {}", *document.grade) : "not judged"));
    }
    std::string text =
        documents.empty() ? "nothing retrieved" : fmt::format("{}", fmt::join(documents, ", "));
    if (!instance.not_retrieved.empty()) {
        text += fmt::format("; not retrieved: grade{} {}",
                            instance.not_retrieved.size() == 1 ? "" : "s",
                            fmt::join(instance.not_retrieved, ", "));
    }
    if (instance.cutoff) text += fmt::format("; k = {}", *instance.cutoff);
    return text;
}

Json to_json(const RetrievalCase& instance) {
    Json json{{"retrieved", Json::array()}, {"not_retrieved", instance.not_retrieved}};
    for (const RetrievedDocument& document : instance.retrieved) {
        json["retrieved"].push_back({{"document", document.id},
                                     {"score", document.score.to_string()},
                                     {"grade", document.grade ? Json(*document.grade) : Json()}});
    }
    if (instance.cutoff) json["cutoff"] = *instance.cutoff;
    return json;
}

RetrievalCase retrieval_case_from_json(const Json& json, std::string_view where) {
    if (!json.is_object()) throw InputError(where, printable(json.dump()), "a case: an object");
    RetrievalCase instance;
    for (const Json& document : list_in(json, "retrieved", where))
        instance.retrieved.push_back(document_from_json(document, where));
    for (const Json& grade : list_in(json, "not_retrieved", where))
        instance.not_retrieved.push_back(grade_from_json(grade, where));
    require_different_ids(instance, where);
    if (json.contains("cutoff")) {
        const Json& cutoff = json["cutoff"];
        if (!cutoff.is_number_unsigned() || cutoff < 1u || cutoff > UINT32_MAX) {
            throw InputError(where, "cutoff " + printable(cutoff.dump()),
                             fmt::format("a number from 1 to {}", UINT32_MAX));
        }
        instance.cutoff = cutoff.get<std::uint32_t>();
    }
    return instance;
}

}  // namespace disarray::properties
