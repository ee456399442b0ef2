// SPDX-License-Identifier: MIT
//
// Documents of `disarray evaluate`. A report repeats no number that it can refute: an exact value
// that is rational must round to the decimal beside it, a mean must be that of its queries, a
// difference that of its two sides, and counts must fit what they count. Sums of logarithms and
// roots are taken as they stand; of their decimals no more is asked than that they are decimals,
// and that the sign of a difference is the one that is said.
//
// How many digits the document rounds to is not in it, since zeros at the end are left out: it is
// the greatest number of digits that any of its decimals has. For a number that has fewer the
// rounding to more digits had ended in zeros, and is then also the rounding to that many.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "evaluation/scores.hpp"
#include "exact/decimal.hpp"
#include "metrics/retrieval/metric.hpp"
#include "record/json.hpp"
#include "reports/reading/documents.hpp"

namespace disarray::reports {

namespace {

constexpr std::string_view geometric_mean_words = "the geometric mean of ";

void require_count(const Fields& fields, const char* key, std::uint64_t expected,
                   std::string_view reason) {
    const std::uint64_t found = fields.count(key);
    fields.require(found == expected, key, "{}, {}", expected, reason);
}

bool consists_of(std::string_view text, std::string_view characters) {
    return text.find_first_not_of(characters) == std::string_view::npos;
}

/// "-1/2", "3", but not "0.5".
bool is_fraction(std::string_view text) {
    return consists_of(text, "0123456789/-");
}

/// A sum of logarithms or roots as it is printed, "(9/29 + 1/log2(3))/(1 + 2/3*sqrt(6))", or the
/// words for a root that is too long.
bool is_expression(std::string text) {
    const std::size_t length = text.size();
    if (text.starts_with(geometric_mean_words)) return true;
    for (const std::string_view word : {"log2", "sqrt", "ln"}) {
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at))
            text.replace(at, word.size(), "");
    }
    const bool has_root = text.find("^(") != std::string::npos;
    if (text.size() == length && !has_root) return false;
    return consists_of(text, "0123456789+-*/^() ") &&
           std::ranges::count(text, '(') == std::ranges::count(text, ')');
}

/// The greatest number of digits after the point of any "decimal" in the document.
std::size_t places_in(const Json& json) {
    std::size_t places = 0;
    if (json.is_object() && json.contains("decimal") && json["decimal"].is_string()) {
        const std::string& text = json["decimal"].get_ref<const std::string&>();
        if (is_decimal(text)) places = places_of(text);
    }
    if (json.is_structured()) {
        for (const Json& part : json)
            places = std::max(places, places_in(part));
    }
    return places;
}

/// Numbers of one document.
class NumberReader {
public:
    explicit NumberReader(const Fields& document) : places_(places_in(document.json())) {
        if (places_ > most_places) {
            refuse(document, fmt::format("a decimal of {} digits", places_),
                   fmt::format("at most {}", most_places));
        }
    }

    /// {"decimal": …, "value": …}, with "undefined" where there is a reason.
    EvaluatedNumber read(const Fields& fields) const {
        return record::read<EvaluatedNumber>(fields, *this);
    }

    void operator()(EvaluatedNumber& number, const Fields& fields) const {
        if (is_fraction(number.exact)) {
            number.value = fraction(fields);
            require_rounded(number, fields);
        } else if (number.exact == undefined_word || number.exact == undecided_word) {
            fields.require(number.decimal == number.exact, "decimal", "\"{}\", as \"value\"",
                           number.exact);
        } else {
            fields.require(is_expression(number.exact), "value", "an exact number");
            fields.require(is_decimal(number.decimal) || number.decimal == undecided_word,
                           "decimal", "a decimal");
        }
    }

private:
    static Rational fraction(const Fields& fields) {
        const std::string text = fields.text("value");
        const Rational value = Rational::parse(text, fields.where() + " \"value\"");
        fields.require(value.to_string() == text, "value", "a fraction in lowest terms");
        return value;
    }

    void require_rounded(const EvaluatedNumber& number, const Fields& fields) const {
        const std::string rounded =
            without_trailing_zeros(to_fixed(*number.value, static_cast<int>(places_)));
        fields.require(number.decimal == rounded, "decimal", "{}, {} rounded", rounded,
                       printable(number.exact));
    }

    std::size_t places_;
};

/// The values of a run's queries: what their mean must be, as far as they are rational.
class RationalValues {
public:
    void add(const EvaluatedNumber& number) {
        ++count_;
        if (number.value) values_.push_back(*number.value);
    }
    std::uint64_t count() const { return count_; }
    bool is_rational() const { return values_.size() == count_; }

    /// Of one value at least.
    std::string sum() const { return total().to_string(); }
    std::string mean() const { return (total() / Rational(count_)).to_string(); }
    std::string geometric_mean(const Rational& floor) const {
        return evaluation::geometric_mean(values_, floor, 1).exact;
    }

private:
    Rational total() const {
        Rational sum;
        for (const Rational& value : values_)
            sum += value;
        return sum;
    }

    std::vector<Rational> values_;
    std::uint64_t count_ = 0;
};

enum class Average { sum, mean, geometric_mean };

/// `mean` is that of its values, where all of these are rational.
/// \param floor  least factor of a geometric mean, as text
void require_mean(const EvaluatedNumber& mean, const RationalValues& of, const Fields& fields,
                  Average average = Average::mean, const std::string& floor = "") {
    if (of.count() == 0) {
        fields.require(mean.exact == undefined_word, "value",
                       "\"undefined\": no query has a value");
        return;
    }
    if (!of.is_rational()) return;
    std::string expected, word;
    switch (average) {
        case Average::sum:
            expected = of.sum(), word = "sum";
            break;
        case Average::mean:
            expected = of.mean(), word = "mean";
            break;
        case Average::geometric_mean:
            expected = of.geometric_mean(Rational::parse(floor, "\"geometric-floor\""));
            word = "geometric mean";
    }
    fields.require(mean.exact == expected, "value", "{}, the {} of its queries", expected, word);
}

/// The objects in an object whose keys are names from outside: queries, metrics.
std::vector<std::pair<std::string, Fields>> named_objects(const Fields& fields) {
    std::vector<std::pair<std::string, Fields>> objects;
    for (const auto& [name, value] : fields.json().items())
        objects.emplace_back(name,
                             Fields(value, fmt::format("{} {}", fields.where(), printable(name))));
    return objects;
}

/// Calls `visit` with the objects of a list whose key is a name from outside.
template <class Visit>
void each_of(const Fields& fields, const std::string& name, const Json& list, const Visit& visit) {
    const std::string where = fmt::format("{} {}", fields.where(), printable(name));
    if (!list.is_array()) throw InputError(where, "no list", "a list");
    for (std::size_t k = 0; k < list.size(); ++k)
        visit(Fields(list[k], fmt::format("{}[{}]", where, k)));
}

using Conventions = std::vector<std::pair<std::string, std::string>>;

std::string convention(const EvaluatedRun& run, const std::string& name) {
    const auto found = std::ranges::find(run.conventions, name, &Conventions::value_type::first);
    return found == run.conventions.end() ? std::string() : found->second;
}

/// What the mean of a metric counts a query without a value as: "undefined" for not at all.
std::string counted_as(const EvaluatedRun& run, const Fields& fields) {
    const std::string policy = convention(run, undefined_word);
    if (policy == "skip") return undefined_word;
    if (policy == "zero") return "0";
    if (policy == "one") return "1";
    refuse(fields, json_member("undefined", policy), "skip, zero or one");
}

std::vector<std::string> metrics_of(const EvaluatedRun& run) {
    std::vector<std::string> names;
    for (const EvaluatedMetric& metric : run.metrics)
        names.push_back(metric.metric);
    return names;
}

/// Runs of one document.
class RunReader {
public:
    RunReader(const NumberReader& numbers, std::uint64_t judged_queries)
        : numbers_(numbers), judged_queries_(judged_queries) {}

    EvaluatedRun read(const Fields& fields) const {
        auto run = record::read<EvaluatedRun>(fields);
        read_means(run, fields.object("mean"));
        read_queries(run, fields.object("queries"));
        require_queries(run, fields);
        require_means(run, fields);
        if (fields.has("curves")) read_curves(run, fields.object("curves"));
        if (fields.has("points")) read_points(run, fields.object("points"));
        return run;
    }

private:
    void read_means(EvaluatedRun& run, const Fields& means) const {
        for (const auto& [name, fields] : named_objects(means)) {
            const retrieval::Request request = retrieval::request_named(name, means.where());
            run.metrics.push_back({name, numbers_.read(fields), fields.count("queries"),
                                   fields.count("undefined_queries"), request.metric->is_count});
        }
        if (run.metrics.empty()) refuse(means, "no metric", "one");
    }

    void read_queries(EvaluatedRun& run, const Fields& queries) const {
        const std::vector<std::string> metrics = metrics_of(run);
        const std::string otherwise = counted_as(run, queries);
        for (const auto& [name, fields] : named_objects(queries)) {
            if (fields.keys() != metrics) {
                refuse(fields, fmt::format("the metrics {}", fmt::join(fields.keys(), ", ")),
                       fmt::format("those of \"mean\": {}", fmt::join(metrics, ", ")));
            }
            EvaluatedQuery query{name, {}};
            for (const auto& [metric, value] : named_objects(fields))
                query.values.push_back(value_in(value, otherwise));
            run.queries.push_back(std::move(query));
        }
        if (run.queries.empty()) refuse(queries, "no query", "one");
    }

    /// Of one query. Without a value it has a reason and what the policy puts in its place.
    EvaluatedNumber value_in(const Fields& fields, const std::string& otherwise) const {
        EvaluatedNumber number = numbers_.read(fields);
        const bool has_none = !number.why_undefined.empty();
        if (has_none && number.exact != otherwise) {
            refuse(fields, json_member("value", number.exact) + " of an undefined one",
                   otherwise + ", by the convention \"undefined\"");
        }
        if (!has_none && number.exact == undefined_word) {
            refuse(fields, "an undefined value without a reason", "one, in \"undefined\"");
        }
        return number;
    }

    /// As many as the judgements have, less or more those of one file only.
    void require_queries(const EvaluatedRun& run, const Fields& fields) const {
        if (!run.complete) return;
        const std::string which = convention(run, "queries");
        std::uint64_t expected = judged_queries_;
        if (which == "intersection") expected -= std::min(expected, run.not_in_run.size());
        if (which == "union") expected += run.without_judgements.size();
        if (run.queries.size() == expected) return;
        refuse(fields, fmt::format("{} queries", run.queries.size()),
               fmt::format("{}: {} are judged, {} of them not in the run, and {} of the run not "
                           "judged",
                           expected, judged_queries_, run.not_in_run.size(),
                           run.without_judgements.size()));
    }

    static void require_means(const EvaluatedRun& run, const Fields& fields) {
        const auto means = named_objects(fields.object("mean"));
        const bool of_averages = convention(run, "normalization") == "of-averages";
        for (std::size_t m = 0; m < run.metrics.size(); ++m) {
            const EvaluatedMetric& metric = run.metrics[m];
            const Fields& mean = means[m].second;
            RationalValues values;
            std::uint64_t without = 0;
            for (const EvaluatedQuery& query : run.queries) {
                if (!query.values[m].why_undefined.empty()) ++without;
                if (query.values[m].exact != undefined_word) values.add(query.values[m]);
            }
            require_count(mean, "undefined_queries", without, "the queries without a value");
            require_count(mean, "queries", values.count(), "the queries that count");
            const auto& known = *retrieval::request_named(metric.metric, mean.where()).metric;
            if (of_averages && known.is_normalized) continue;  // a quotient of means, not a mean
            require_mean(metric.mean, values, mean,
                         known.is_count       ? Average::sum
                         : known.is_geometric ? Average::geometric_mean
                                              : Average::mean,
                         convention(run, "geometric-floor"));
        }
    }

    void read_curves(EvaluatedRun& run, const Fields& curves) const {
        std::size_t ranks = 0;
        for (const auto& [name, list] : curves.json().items()) {
            EvaluatedCurve curve{name, {}};
            each_of(curves, name, list, [&](const Fields& point) {
                curve.points.push_back({point.words("at"), numbers_.read(point)});
                require_place(curve, point);
                require_as_metric(run, curve, point);
            });
            if (name != "iP" && ranks == 0) ranks = curve.points.size();
            const std::size_t expected = name == "iP" ? 11 : ranks;
            if (curve.points.size() != expected || expected == 0) {
                refuse(curves, fmt::format("{} points of {}", curve.points.size(), name),
                       expected == 0 ? "one at least" : std::to_string(expected));
            }
            run.curves.push_back(std::move(curve));
        }
    }

    /// Levels 0, 0.1, … 1; ranks 1, 2, …
    static void require_place(const EvaluatedCurve& curve, const Fields& point) {
        constexpr std::string_view known[] = {"iP", "CG", "DCG", "ICG", "IDCG", "NCG", "nDCG"};
        if (std::ranges::find(known, curve.name) == std::end(known)) {
            refuse(point, "a curve of " + printable(curve.name),
                   fmt::format("one of {}", fmt::join(known, ", ")));
        }
        const std::size_t count = curve.points.size();
        const std::string expected =
            curve.name == "iP"
                ? without_trailing_zeros(to_fixed(Rational(Integer(count - 1), Integer(10)), 1))
                : std::to_string(count);
        point.require(curve.points.back().at == expected, "at", "{}", expected);
    }

    /// The same number as in the means, where the metric is one of them.
    static void require_as_metric(const EvaluatedRun& run, const EvaluatedCurve& curve,
                                  const Fields& point) {
        const std::string name = curve.name + "@" + curve.points.back().at;
        const auto metric = std::ranges::find(run.metrics, name, &EvaluatedMetric::metric);
        const EvaluatedNumber& found = curve.points.back().mean;
        if (metric == run.metrics.end()) return;
        point.require(metric->mean.exact == found.exact && metric->mean.decimal == found.decimal,
                      "value", "{}, the mean of {}", printable(metric->mean.exact), name);
    }

    static void read_points(EvaluatedRun& run, const Fields& points) {
        for (const auto& [name, list] : points.json().items()) {
            PrecisionRecallPoints of{name, {}};
            each_of(points, name, list, [&](const Fields& point) {
                of.points.push_back(record::read<PrecisionRecallPoints::Point>(point));
                require_point(of, point);
            });
            run.points.push_back(std::move(of));
        }
        std::vector<std::string> queries;
        for (const EvaluatedQuery& query : run.queries)
            queries.push_back(query.query);
        if (points.keys() != queries) refuse(points, "other queries", "those of the run");
    }

    /// The i-th relevant document at rank r of R: precision i/r, recall i/R.
    static void require_point(const PrecisionRecallPoints& of, const Fields& fields) {
        const auto& point = of.points.back();
        const std::uint64_t found = of.points.size();
        const std::uint64_t before = found > 1 ? of.points[found - 2].rank : 0;
        fields.require(point.rank > before, "rank", "above {}", before);
        const Rational precision = Rational(found) / Rational(point.rank);
        if (point.precision != precision) {
            refuse(fields, "\"precision\": " + point.precision.to_string(),
                   fmt::format("{}, {} of {} documents", precision.to_string(), found, point.rank));
        }
        const Rational recall = of.points.front().recall * Rational(found);
        const bool is_share =
            recall.sign() > 0 && recall <= Rational(1) && of.points.front().recall.numerator() == 1;
        if (point.recall != recall || !is_share) {
            refuse(fields, "\"recall\": " + point.recall.to_string(),
                   fmt::format("{} of the relevant documents", found));
        }
    }

    const NumberReader& numbers_;
    std::uint64_t judged_queries_;
};

/// "other (b.run)" where two runs are both called "other".
void name_apart(std::vector<EvaluatedRun>& runs) {
    std::map<std::string, std::size_t> uses;
    for (const EvaluatedRun& run : runs)
        ++uses[run.run];
    std::set<std::string> taken;
    for (EvaluatedRun& run : runs) {
        const std::string name =
            uses[run.run] == 1 ? run.run : fmt::format("{} ({})", run.run, run.file);
        run.name = name;
        for (std::size_t k = 2; !taken.insert(run.name).second; ++k)
            run.name = fmt::format("{}, {}", name, k);
    }
}

/// A comparison of two runs belongs to the two of the document.
void require_pair(const std::vector<EvaluatedRun>& runs, const Fields& fields) {
    std::vector<std::string> names;
    for (const EvaluatedRun& run : runs)
        names.push_back(run.run);
    if (runs.size() == 2 && (!fields.has("runs") || fields.texts("runs") == names)) return;
    refuse(fields, fmt::format("two runs of {}", runs.size()),
           fmt::format("the runs of the document: {}", fmt::join(names, ", ")));
}

using Queries = std::map<std::string, const EvaluatedQuery*>;

Queries queries_by_name(const EvaluatedRun& run) {
    Queries queries;
    for (const EvaluatedQuery& query : run.queries)
        queries.emplace(query.query, &query);
    return queries;
}

/// A number of the histogram is the one that the run has, where it has the metric.
void require_as_query(const EvaluatedNumber& number, const EvaluatedRun& run,
                      const EvaluatedQuery& query, const std::string& metric,
                      const Fields& fields) {
    const auto found = std::ranges::find(run.metrics, metric, &EvaluatedMetric::metric);
    if (found == run.metrics.end()) return;
    const auto& value = query.values[static_cast<std::size_t>(found - run.metrics.begin())];
    fields.require(value.exact == number.exact && value.decimal == number.decimal, "value",
                   "{}, as in run {}", printable(value.exact), printable(run.run));
}

class HistogramReader {
public:
    HistogramReader(const NumberReader& numbers, const std::vector<EvaluatedRun>& runs)
        : numbers_(numbers), runs_(runs) {}

    DifferenceHistogram read(const Fields& fields) {
        require_pair(runs_, fields);
        histogram_ = record::read<DifferenceHistogram>(fields);
        for (const EvaluatedRun& run : runs_)
            queries_.push_back(queries_by_name(run));
        greatest_is_best_ =
            retrieval::request_named(histogram_.metric, fields.where()).metric->is_best_at_greatest;
        fields.each("queries", [&](const Fields& row) { read_row(row); });
        require_counts(fields);
        return std::move(histogram_);
    }

private:
    void read_row(const Fields& fields) {
        auto row = record::read<DifferenceHistogram::Row>(fields, numbers_);
        if (!seen_.insert(row.query).second) {
            refuse(fields, "query " + printable(row.query) + " again", "each query once");
        }
        for (std::size_t r = 0; r < 2; ++r) {
            const auto query = queries_[r].find(row.query);
            if (query == queries_[r].end()) {
                refuse(fields, "query " + printable(row.query),
                       "a query of run " + printable(runs_[r].run));
            }
            require_as_query(r == 0 ? row.first : row.second, runs_[r], *query->second,
                             histogram_.metric, fields.object(r == 0 ? "first" : "second"));
        }
        require_difference(row, fields);
        require_better(row, fields);
        ++rows_[row.better];
        histogram_.rows.push_back(std::move(row));
    }

    static void require_difference(const DifferenceHistogram::Row& row, const Fields& fields) {
        for (const EvaluatedNumber* number : {&row.first, &row.second, &row.difference}) {
            if (number->exact == undefined_word) refuse(fields, "an undefined value", "a number");
        }
        if (!row.first.value || !row.second.value) return;
        const Rational expected = *row.first.value - *row.second.value;
        if (row.difference.value && *row.difference.value == expected) return;
        refuse(fields, json_member("difference", row.difference.exact),
               expected.to_string() + ", first minus second");
    }

    /// The sign of what is printed, where it has one.
    void require_better(const DifferenceHistogram::Row& row, const Fields& fields) const {
        const std::string better = printable(row.better);
        if (better != "first" && better != "second" && better != "neither") {
            refuse(fields, "\"better\": " + better, "first, second or neither");
        }
        const EvaluatedNumber& difference = row.difference;
        int sign = 0;
        if (difference.value) {
            sign = difference.value->sign();
        } else if (difference.decimal == undecided_word || !is_visible(difference.decimal)) {
            return;  // too small to be seen, or not decided: nothing here says more
        } else {
            sign = difference.decimal.starts_with('-') ? -1 : 1;
        }
        if (!greatest_is_best_) sign = -sign;
        const std::string_view expected = sign > 0 ? "first" : sign < 0 ? "second" : "neither";
        if (better == expected) return;
        refuse(fields, "\"better\": " + better,
               fmt::format("{}: the difference is {}", expected, difference.decimal));
    }

    static bool is_visible(const std::string& decimal) {
        return decimal.find_first_of("123456789") != std::string::npos;
    }

    void require_counts(const Fields& fields) {
        require_count(fields, "first_better", rows_["first"], "the rows where the first is better");
        require_count(fields, "second_better", rows_["second"],
                      "the rows where the second is better");
        const auto open = static_cast<std::uint64_t>(
            std::ranges::count_if(histogram_.rows, [](const DifferenceHistogram::Row& row) {
                return row.better == "neither" && !row.difference.value;
            }));
        fields.require(histogram_.undecided <= open, "undecided", "at most {}", open);
        require_count(fields, "equal", rows_["neither"] - histogram_.undecided,
                      "the rows where neither is better and the sign is decided");
        std::uint64_t common = 0;
        for (const EvaluatedQuery& query : runs_[0].queries)
            common += queries_[1].contains(query.query) ? 1U : 0U;
        require_count(fields, "without_value", common - histogram_.rows.size(),
                      "the queries of both runs that have no row");
    }

    const NumberReader& numbers_;
    const std::vector<EvaluatedRun>& runs_;
    DifferenceHistogram histogram_;
    bool greatest_is_best_ = true;
    std::vector<Queries> queries_;  ///< of each run
    std::set<std::string> seen_;
    std::map<std::string, std::uint64_t> rows_;  ///< by "better"
};

RunComparison comparison_in(const Fields& fields, const NumberReader& numbers) {
    RunComparison between;
    const Fields means = fields.object("mean");
    between.metrics = means.keys();
    std::vector<RationalValues> values_of(between.metrics.size());
    std::set<std::string> seen;
    fields.each("queries", [&](const Fields& row) {
        auto read = record::read<RunComparison::Row>(row);
        if (!seen.insert(read.query).second) {
            refuse(row, "query " + printable(read.query) + " again", "each query once");
        }
        const Fields values = row.object("values");
        if (values.keys() != between.metrics) {
            refuse(values, fmt::format("the metrics {}", fmt::join(values.keys(), ", ")),
                   fmt::format("those of \"mean\": {}", fmt::join(between.metrics, ", ")));
        }
        for (const auto& [metric, value] : named_objects(values)) {
            const std::size_t m = read.values.size();
            read.values.push_back(numbers.read(value));
            const std::string& exact = read.values.back().exact;
            if (exact != undefined_word && exact != undecided_word)
                values_of[m].add(read.values.back());
        }
        between.rows.push_back(std::move(read));
    });
    const auto all_means = named_objects(means);
    for (std::size_t m = 0; m < between.metrics.size(); ++m) {
        const Fields& mean = all_means[m].second;
        between.means.push_back({numbers.read(mean), mean.count("queries")});
        require_count(mean, "queries", values_of[m].count(), "the queries that have a value");
        require_mean(between.means.back().mean, values_of[m], mean);
    }
    between.in_one_run = fields.count("in_one_run");
    return between;
}

void require_distinct(const std::vector<SideBySide::Entry>& side, const Fields& fields,
                      const char* key) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < side.size(); ++i) {
        if (seen.insert(side[i].document).second) continue;
        throw InputError(fmt::format("{} {}[{}]", fields.where(), key, i),
                         "document " + printable(side[i].document) + " again", "each once");
    }
}

/// Where a document of one side stands in the other, as far as that one is shown.
void require_ranks(const std::vector<SideBySide::Entry>& side,
                   const std::vector<SideBySide::Entry>& other, const Fields& fields) {
    for (const SideBySide::Entry& entry : side) {
        const auto there = std::ranges::find(other, entry.document, &SideBySide::Entry::document);
        const auto rank = static_cast<std::uint64_t>(there - other.begin()) + 1;
        const std::uint64_t said = entry.rank_in_the_other.value_or(other.size() + 1);
        const std::string document = printable(entry.document);
        const bool is_shown = there != other.end();
        if (is_shown ? said != rank : said <= other.size()) {
            refuse(fields, fmt::format("{} at rank {} of the other run", document, said),
                   is_shown ? std::to_string(rank) : "another document there");
        }
        if (is_shown && there->grade != entry.grade) {
            refuse(fields, "two grades of " + document, "one");
        }
    }
}

SideBySide panel_in(const Fields& fields) {
    auto panel = record::read<SideBySide>(fields);
    require_distinct(panel.first, fields, "first");
    require_distinct(panel.second, fields, "second");
    require_ranks(panel.first, panel.second, fields);
    require_ranks(panel.second, panel.first, fields);
    return panel;
}

}  // namespace

void read_evaluate_document(const Fields& document, const Reading& reading) {
    auto evaluation = record::read<Evaluation>(document.object("judgements"));
    evaluation.source = reading.source;
    const NumberReader numbers(document);
    const RunReader runs(numbers, evaluation.judged_queries);
    document.each("runs", [&](const Fields& run) {
        evaluation.runs.push_back(runs.read(run));
        if (!evaluation.runs.back().complete) {
            reading.model.sources[reading.source].complete = false;
        }
    });
    if (evaluation.runs.empty()) refuse(document, "no run", "one");
    name_apart(evaluation.runs);
    if (document.has("histogram")) {
        evaluation.histogram =
            HistogramReader(numbers, evaluation.runs).read(document.object("histogram"));
    }
    if (document.has("between")) {
        require_pair(evaluation.runs, document.object("between"));
        evaluation.between = comparison_in(document.object("between"), numbers);
    }
    if (document.has("side_by_side")) {
        require_pair(evaluation.runs, document.object("side_by_side"));
        evaluation.side_by_side = panel_in(document.object("side_by_side"));
    }
    evaluation.id =
        reading.ids.fresh(fmt::format("evaluation {}", reading.model.evaluations.size() + 1));
    reading.model.evaluations.push_back(std::move(evaluation));
}

}  // namespace disarray::reports
