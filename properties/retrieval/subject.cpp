// SPDX-License-Identifier: MIT
#include "properties/retrieval/subject.hpp"

#include <memory>

#include <fmt/format.h>
#include <tbb/concurrent_hash_map.h>

#include "base/error.hpp"
#include "metrics/retrieval/naive.hpp"
#include "properties/retrieval/ordering.hpp"

namespace disarray::properties {

namespace {

using formats::Ties;
using retrieval::Conventions;
using retrieval::JudgedList;
using retrieval::Request;
namespace naive = retrieval::naive;

/// Values of lists that were seen: laws ask for the same few lists in many guises.
class Memory {
public:
    template <class Compute>
    Value value(const JudgedList& list, std::optional<std::uint32_t> cutoff,
                const Compute& compute) {
        const std::string key = key_of(list, cutoff);
        {
            Table::const_accessor found;
            if (table_.find(found, key)) return found->second;
        }
        Value value = compute();
        if (table_.size() < most_entries) table_.insert({key, value});
        return value;
    }

private:
    using Table = tbb::concurrent_hash_map<std::string, Value>;
    static constexpr std::size_t most_entries = 1 << 18;  ///< some 100 MB

    static std::string key_of(const JudgedList& list, std::optional<std::uint32_t> cutoff) {
        std::string key;
        const auto add = [&](std::uint32_t number) {
            for (int shift = 0; shift < 32; shift += 8)
                key.push_back(static_cast<char>((number >> shift) & 0xffU));
        };
        add(list.length);
        add(cutoff.value_or(0));
        add(static_cast<std::uint32_t>(list.hits.size()));
        for (const auto* hits : {&list.hits, &list.others}) {
            for (const retrieval::Hit& hit : *hits) {
                add(hit.before);
                add(hit.tied);
                add(static_cast<std::uint32_t>(hit.grade));
            }
        }
        add(list.judged_zero);
        for (const retrieval::Grade grade : list.judged)
            add(static_cast<std::uint32_t>(grade));
        return key;
    }

    Table table_;
};

/// "nDCG" of "nDCG@k".
std::optional<std::string_view> before_every_k(std::string_view name) {
    if (!name.ends_with("@k") && !name.ends_with("@K")) return std::nullopt;
    return name.substr(0, name.size() - 2);
}

}  // namespace

ValueRange ValueRange::parse(std::string_view text) {
    const std::size_t comma = text.find(", ");
    if (comma == std::string_view::npos || !(text.starts_with("[") || text.starts_with("(-∞, ")) ||
        !(text.ends_with("]") || text.ends_with("∞)"))) {
        throw InternalError("no range: " + std::string(text));
    }
    ValueRange range;
    if (text.starts_with("(-∞")) {
        range.least.reset();
    } else {
        range.least = Rational::parse(text.substr(1, comma - 1), "range");
    }
    if (text.ends_with("]")) {
        range.greatest = Rational::parse(text.substr(comma + 2, text.size() - comma - 3), "range");
    }
    return range;
}

std::string ValueRange::to_string() const {
    return fmt::format("{}, {}", least ? "[" + least->to_string() : "(-∞",
                       greatest ? greatest->to_string() + "]" : "∞)");
}

std::vector<std::optional<std::uint32_t>> Cutoffs::for_length(std::size_t n) const {
    if (!every) return {fixed};
    std::vector<std::optional<std::uint32_t>> all;
    for (std::uint32_t k = 1; k <= n + 1; ++k)
        all.emplace_back(k);
    if (beyond) {
        constexpr std::uint32_t far = 1000;
        all.emplace_back(static_cast<std::uint32_t>(n) + far);
        all.emplace_back(std::nullopt);
    }
    return all;
}

RetrievalFunction function_of(const Request& request, const Conventions& conventions, Ties ties) {
    return [request, conventions, ties,
            memory = std::make_shared<Memory>()](const RetrievalCase& instance) {
        const JudgedList list = judged_list(instance, ties);
        return memory->value(list, instance.cutoff, [&] {
            return value_of(request.metric->exact(
                {list, conventions, instance.cutoff, request.level, request.parameters}));
        });
    };
}

RetrievalFunction naive_function_of(const Request& request, const Conventions& conventions,
                                    Ties ties) {
    // What is best and worst is found by trying every order, not by sorting.
    const bool is_extreme = ties == Ties::best || ties == Ties::worst;
    const Ties groups = is_extreme ? Ties::average : ties;
    const naive::Orders orders = ties == Ties::best    ? naive::Orders::best
                                 : ties == Ties::worst ? naive::Orders::worst
                                                       : naive::Orders::average;
    return [request, conventions, groups, orders](const RetrievalCase& instance) {
        return naive::value(request.metric->name, instance.cutoff, request.level,
                            {ranked_groups(instance, groups), instance.not_retrieved}, conventions,
                            orders);
    };
}

RetrievalSubject subject_named(std::string_view name, const Conventions& conventions, Ties ties,
                               std::string_view where) {
    const std::optional<std::string_view> every = before_every_k(name);
    const Request request = retrieval::request_named(every.value_or(name), where);
    const retrieval::Metric& metric = *request.metric;
    if (every && (metric.suffix != retrieval::Suffix::cutoff || request.cutoff)) {
        throw InputError(where, "\"" + printable(name) + "\"",
                         fmt::format("{} without @k", printable(*every)));
    }
    RetrievalSubject subject;
    subject.name = std::string(name);
    subject.metric = std::string(metric.name);
    subject.value = function_of(request, conventions, ties);
    subject.second = naive_function_of(request, conventions, ties);
    subject.is_best_at_greatest = metric.is_best_at_greatest;
    subject.range = ValueRange::parse(metric.range);
    subject.relevance_level = conventions.relevance_level;
    subject.cutoffs = {every.has_value(), request.cutoff};
    if (metric.exact_parts) subject.most_orders = 6;
    return subject;
}

std::vector<std::string> all_subject_names() {
    std::vector<std::string> names;
    for (const retrieval::Metric& metric : retrieval::catalogue()) {
        names.push_back(retrieval::example_of(metric));
        if (metric.suffix == retrieval::Suffix::cutoff) names.push_back(names.back() + "@k");
    }
    return names;
}

}  // namespace disarray::properties
