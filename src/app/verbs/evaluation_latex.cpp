// SPDX-License-Identifier: MIT
//
// The means of runs as a table of a paper. Runs have letters, and a mean has the letters of the
// runs that it is significantly greater than, which is how such tables are usually written.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/verbs/evaluation_output.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace disarray::app {

namespace {

/// "a", …, "z", "aa", "ab", …
std::string letter(std::size_t i) {
    std::string text;
    for (++i; i > 0; i = (i - 1) / 26)
        text.insert(text.begin(), static_cast<char>('a' + (i - 1) % 26));
    return text;
}

/// Whether by the first test the pair's difference is not chance.
bool is_significant(const evaluation::PairComparison& pair, double level) {
    if (pair.tests.empty()) return false;
    const evaluation::ComparisonTest& test = pair.tests.front();
    const std::optional<double> p = test.corrected ? test.corrected : test.result.p;
    return p && *p <= level;
}

/// The letters of the runs that this one is significantly greater than.
std::string marks_of(const Evaluation& evaluation, std::size_t metric, std::size_t run) {
    if (evaluation.comparisons.empty()) return "";
    std::vector<std::string> letters;
    for (const auto& pair : evaluation.comparisons[metric].pairs) {
        if (!is_significant(pair, 1 - evaluation.confidence)) continue;
        const auto& [greater, less] = pair.mean_difference > 0 ? std::pair(pair.first, pair.second)
                                                               : std::pair(pair.second, pair.first);
        if (greater == run) letters.push_back(letter(less));
    }
    return letters.empty() ? "" : fmt::format("\\textsuperscript{{{}}}", fmt::join(letters, ","));
}

/// For each run whether its mean is the greatest of the column, by the printed digits.
std::vector<bool> greatest_in(const Evaluation& evaluation, std::size_t metric) {
    const auto mean = [&](const EvaluatedRun& run) -> std::optional<Rational> {
        const std::string& decimal = run.scores[metric].mean.decimal;
        if (decimal.find_first_of("0123456789") == std::string::npos) return std::nullopt;
        return Rational::parse(decimal, "a mean");
    };
    std::optional<Rational> most;
    for (const EvaluatedRun& run : evaluation.runs)
        most = std::max(most, mean(run));
    std::vector<bool> is_greatest;
    for (const EvaluatedRun& run : evaluation.runs)
        is_greatest.push_back(most && evaluation.runs.size() > 1 && mean(run) == most);
    return is_greatest;
}

/// What the letters mean; comments, so that a caption of the paper's own can say it.
std::string legend(const Evaluation& evaluation) {
    std::string text = fmt::format("% judgements {}, means of {} metrics\n",
                                   latex_escaped(printable(evaluation.judgements_file)),
                                   evaluation.runs.front().scores.size());
    if (evaluation.comparisons.empty()) return text;
    const auto& comparison = evaluation.comparisons.front();
    const auto& test = comparison.pairs.front().tests.front();
    text += fmt::format(
        "% A letter names a run whose mean is significantly less: {} test ({}), p <= {:g}{}, {} "
        "queries.\n",
        name_of(test.result.test), test.result.method, 1 - evaluation.confidence,
        test.corrected ? " after Holm's correction" : "", comparison.queries);
    return text;
}

}  // namespace

std::string evaluation_latex(const Evaluation& evaluation) {
    const std::size_t metrics = evaluation.runs.front().scores.size();
    std::vector<std::vector<bool>> is_greatest;
    std::string head = "&";
    for (std::size_t m = 0; m < metrics; ++m) {
        is_greatest.push_back(greatest_in(evaluation, m));
        head += " & " + latex_escaped(evaluation.runs.front().scores[m].request.label);
    }
    std::string text = legend(evaluation) + "\\begin{tabular}{ll" + std::string(metrics, 'l') +
                       "}\n\\toprule\n" + head + " \\\\\n\\midrule\n";
    for (std::size_t r = 0; r < evaluation.runs.size(); ++r) {
        const EvaluatedRun& run = evaluation.runs[r];
        text += letter(r) + " & " + latex_escaped(printable(run.name));
        for (std::size_t m = 0; m < metrics; ++m) {
            const std::string& mean = run.scores[m].mean.decimal;
            text += is_greatest[m][r] ? " & \\textbf{" + mean + "}" : " & " + mean;
            text += marks_of(evaluation, m, r);
        }
        text += " \\\\\n";
    }
    return text + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace disarray::app
