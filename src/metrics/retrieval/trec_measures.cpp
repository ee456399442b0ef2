// SPDX-License-Identifier: MIT
#include "metrics/retrieval/trec_measures.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"

namespace disarray::retrieval {

namespace {

using Takes = TrecMeasure::Takes;

constexpr std::string_view usual_cutoffs = "5,10,15,20,30,100,200,500,1000";
constexpr std::string_view nicknames[] = {"official", "all_trec", "set"};
/// Of trec_eval, with files of another form.
constexpr std::string_view of_other_files[] = {"prefs",     "all_prefs", "qrels_jg",
                                               "map_avgjg", "P_avgjg",   "Rprec_mult_avgjg"};

std::vector<TrecMeasure> all_measures() {
    return {
        {"runid", "", Takes::nothing, "", true, true, true},
        {"num_q", "", Takes::nothing, "", true, true, true},
        {"num_ret", "num_ret", Takes::nothing, "", true, true, true},
        {"num_rel", "num_rel", Takes::nothing, "", true, true, true},
        {"num_rel_ret", "num_rel_ret", Takes::nothing, "", true, true, true},
        {"map", "AP", Takes::nothing, "", true, true},
        {"gm_map", "gm_map", Takes::nothing, "", true, true},
        {"Rprec", "Rprec", Takes::nothing, "", true, true},
        {"bpref", "bpref", Takes::nothing, "", true, true},
        {"recip_rank", "RR", Takes::nothing, "", true, true},
        {"iprec_at_recall", "iP", Takes::levels, "0,.1,.2,.3,.4,.5,.6,.7,.8,.9,1", true, true},
        {"P", "P", Takes::cutoffs, usual_cutoffs, true, true},
        {"relstring", "", Takes::numbers, "", false, true},
        {"recall", "recall", Takes::cutoffs, usual_cutoffs, false, true},
        {"infAP", "infAP", Takes::nothing, "", false, true},
        {"gm_bpref", "gm_bpref", Takes::nothing, "", false, true},
        {"Rprec_mult", "Rprec_mult", Takes::levels, ".2,.4,.6,.8,1,1.2,1.4,1.6,1.8,2", false, true},
        {"utility", "utility", Takes::numbers, "", false, true, true},
        {"11pt_avg", "11pt", Takes::numbers, "", false, true},
        {"binG", "binG", Takes::nothing, "", false, true},
        {"G", "G", Takes::gains, "", false, true},
        {"dcg", "DCG", Takes::gains},
        {"ideal_dcg", "IDCG", Takes::gains},
        {"ndcg", "nDCG", Takes::gains, "", false, true},
        {"ndcg_rel", "ndcg_rel", Takes::gains, "", false, true},
        {"Rndcg", "Rndcg", Takes::gains, "", false, true},
        {"ndcg_cut", "nDCG", Takes::cutoffs, usual_cutoffs, false, true},
        {"map_cut", "AP", Takes::cutoffs, usual_cutoffs, false, true},
        {"relative_P", "relative_P", Takes::cutoffs, usual_cutoffs, false, true},
        {"success", "success", Takes::cutoffs, "1,5,10", false, true},
        {"set_P", "P", Takes::nothing, "", false, true, true},
        {"set_relative_P", "relative_P", Takes::nothing, "", false, true, true},
        {"set_recall", "recall", Takes::nothing, "", false, true, true},
        {"set_map", "set_map", Takes::nothing, "", false, true, true},
        {"set_F", "F", Takes::numbers, "", false, true, true},
        {"num_nonrel_judged_ret", "num_nonrel_judged_ret", Takes::nothing, "", false, true},
        {"yaap", "yaap"},
        {"rbp", "RBP", Takes::persistence, "", false, true},
        {"rbp_resid", "rbp_resid", Takes::persistence, "", false, true},
        {"unj", "unj", Takes::cutoffs, "5,10,20", false, true},
    };
}

/// A measure as asked for: its name, and what follows the first point.
struct Asked {
    std::string_view name;
    std::string_view parameters;
    bool has_parameters = false;
};

Asked asked(std::string_view text) {
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos) return {text, {}, false};
    return {text.substr(0, point), text.substr(point + 1), true};
}

std::vector<std::string_view> items_of(std::string_view list) {
    std::vector<std::string_view> items;
    for (;;) {
        const std::size_t comma = list.find(',');
        items.push_back(list.substr(0, comma));
        if (comma == std::string_view::npos) return items;
        list.remove_prefix(comma + 1);
    }
}

/// One text of the command line on its way to requests.
class Reader {
public:
    Reader(std::string_view text, std::string_view where) : text_(text), where_(where) {}

    [[noreturn]] void refuse(std::string_view expected) const {
        throw InputError(where_, in_quotes(text_), std::string(expected));
    }

    std::vector<Rational> numbers(std::string_view list) const {
        std::vector<Rational> all;
        for (const std::string_view item : items_of(list))
            all.push_back(Rational::parse(item, where_));
        return all;
    }

    std::vector<Rational> rising(std::string_view list) const {
        std::vector<Rational> all = numbers(list);
        std::ranges::sort(all);
        if (std::ranges::adjacent_find(all) != all.end()) refuse("each parameter once");
        return all;
    }

    std::vector<Request> cutoffs(const TrecMeasure& measure, const Metric& metric,
                                 std::string_view list) const {
        std::vector<Request> requests;
        for (const Rational& number : rising(list)) {
            if (!number.is_integer() || number < 1 || number > Rational(UINT32_MAX))
                refuse("cutoffs from 1 to 4294967295, as in P.5,10");
            const auto cutoff = number.numerator().convert_to<std::uint32_t>();
            requests.push_back({&metric, cutoff, 0, fmt::format("{}_{}", measure.name, cutoff)});
        }
        return requests;
    }

    std::vector<Request> levels(const TrecMeasure& measure, const Metric& metric,
                                std::string_view list) const {
        std::vector<Request> requests;
        for (const Rational& level : rising(list)) {
            const bool is_recall = metric.suffix == Suffix::level;
            if (level < 0 || level > (is_recall ? 1 : 1'000'000))
                refuse(is_recall ? "levels from 0 to 1" : "multiples of R from 0 to 1000000");
            requests.push_back(
                {&metric, {}, level, fmt::format("{}_{:.2f}", measure.name, level.approximate())});
        }
        return requests;
    }

    Parameters one_value(const TrecMeasure& measure, std::string_view list) const {
        Parameters parameters;
        if (measure.takes == Takes::numbers) {
            parameters.numbers = numbers(list);
            check_numbers(measure, parameters.numbers);
            return parameters;
        }
        for (const std::string_view item : items_of(list)) {
            const std::size_t sign = item.find('=');
            if (sign == std::string_view::npos) refuse("pairs LEVEL=GAIN, as in ndcg.1=3,2=9");
            const Rational value = Rational::parse(item.substr(sign + 1), where_);
            if (item.substr(0, sign) == "p" && measure.takes == Takes::persistence) {
                if (value <= 0 || value >= 1) refuse("p between 0 and 1");
                parameters.persistence = value;
                continue;
            }
            const Rational level = Rational::parse(item.substr(0, sign), where_);
            if (!level.is_integer() || level < 0 || level > greatest_exponent)
                refuse(fmt::format("levels from 0 to {}", greatest_exponent));
            parameters.gains[level.numerator().convert_to<Grade>()] = value;
        }
        return parameters;
    }

private:
    void check_numbers(const TrecMeasure& measure, std::vector<Rational>& numbers) const {
        if (measure.name == "utility" && numbers.size() != 4)
            refuse("four coefficients, as in utility.1,-1,0,0");
        if (measure.name == "set_F" && (numbers.size() != 1 || numbers[0] < 0))
            refuse("the weight of recall, as in set_F.2");
        const auto is_level = [](const Rational& level) { return level >= 0 && level <= 1; };
        if (measure.name == "11pt_avg" && !std::ranges::all_of(numbers, is_level))
            refuse("levels from 0 to 1");
        if (measure.name == "relstring" &&
            (numbers.size() != 1 || numbers[0] < 0 || numbers[0] > 1'000'000))
            refuse("a number of documents, as in relstring.20");
    }

    std::string_view text_, where_;
};

TrecRow row_of(const TrecMeasure& measure, std::string_view text, std::string_view where) {
    const Asked what = asked(text);
    const Reader reader(text, where);
    const bool has_own = what.has_parameters && what.name == measure.name;
    if (has_own && what.parameters.empty()) reader.refuse("parameters after the point");
    if (has_own && measure.takes == Takes::nothing)
        reader.refuse(fmt::format("{} without parameters", measure.name));
    TrecRow row{&measure, {}, 10, std::string(measure.name)};
    if (has_own && measure.takes != Takes::cutoffs && measure.takes != Takes::levels)
        row.label += fmt::format("_{}", what.parameters);
    Parameters parameters;
    const auto metric = std::ranges::find(catalogue(), measure.metric, &Metric::name);
    switch (measure.takes) {
        case Takes::cutoffs:
            row.requests =
                reader.cutoffs(measure, *metric, has_own ? what.parameters : measure.usual);
            return row;
        case Takes::levels:
            row.requests =
                reader.levels(measure, *metric, has_own ? what.parameters : measure.usual);
            return row;
        case Takes::nothing:
            break;
        default:
            if (has_own) parameters = reader.one_value(measure, what.parameters);
            break;
    }
    if (measure.name == "relstring" && has_own) {
        const Rational length = parameters.numbers[0];
        row.length = Integer(length.numerator() / length.denominator()).convert_to<std::uint64_t>();
    }
    if (!measure.metric.empty()) {
        row.requests.push_back({&*metric, {}, 0, row.label, std::move(parameters)});
    }
    return row;
}

/// Whether a text without its parameters asks for a measure.
bool names(std::string_view text, const TrecMeasure& measure) {
    return text == measure.name || (text == "official" && measure.is_official) ||
           (text == "all_trec" && measure.is_in_all) || (text == "set" && measure.is_in_set);
}

void require_known(std::string_view text, std::string_view where) {
    const std::string_view name = asked(text).name;
    const auto known = [&](const TrecMeasure& measure) { return names(name, measure); };
    if (std::ranges::any_of(trec_measures(), known)) return;
    if (std::ranges::count(of_other_files, name) > 0 || name.starts_with("prefs_")) {
        throw NotSupported(where, in_quotes(text),
                           "measures of judgements without preferences or several judges");
    }
    std::vector<std::string_view> all(std::begin(nicknames), std::end(nicknames));
    for (const TrecMeasure& measure : trec_measures())
        all.push_back(measure.name);
    throw InputError(where, in_quotes(text), expected_one_of(name, all, "disarray trec_eval -h"));
}

}  // namespace

std::span<const TrecMeasure> trec_measures() {
    static const std::vector<TrecMeasure> all = all_measures();
    return all;
}

std::vector<std::string> with_parameters(std::span<const std::string> items) {
    std::vector<std::string> names;
    for (const std::string& item : items) {
        const bool is_parameter = item.find_first_not_of("0123456789.=-p") == std::string::npos &&
                                  item.find_first_of("0123456789") != std::string::npos;
        if (is_parameter && !names.empty() && names.back().find('.') != std::string::npos) {
            names.back() += "," + item;
        } else {
            names.push_back(item);
        }
    }
    return names;
}

std::vector<TrecRow> trec_rows(std::span<const std::string> texts, std::string_view where) {
    for (const std::string& text : texts)
        require_known(text, where);
    std::vector<TrecRow> rows;
    for (const TrecMeasure& measure : trec_measures()) {
        const auto asks = [&](const std::string& text) { return names(asked(text).name, measure); };
        if (std::ranges::none_of(texts, asks)) continue;
        const auto own = std::ranges::find_if(texts, [&](const std::string& text) {
            return asked(text).has_parameters && asked(text).name == measure.name;
        });
        rows.push_back(row_of(measure, own == texts.end() ? measure.name : *own, where));
    }
    return rows;
}

bool is_only_trec(std::string_view text) {
    const Asked what = asked(text);
    if (std::ranges::count(nicknames, what.name) > 0) return true;
    const bool has_several = what.parameters.find_first_of(",=") != std::string_view::npos;
    return what.has_parameters && has_several &&
           std::ranges::count(trec_measures(), what.name, &TrecMeasure::name) > 0;
}

}  // namespace disarray::retrieval
