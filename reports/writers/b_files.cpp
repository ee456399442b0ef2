// SPDX-License-Identifier: MIT
//
// Constants by n as the OEIS takes them: a b-file has a line "n a(n)" for each n, without a gap,
// and comments that begin with "#". Fractions are two sequences.
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/error.hpp"
#include "reports/writers.hpp"
#include "reports/writers/detail/text.hpp"

namespace disarray::reports {

namespace {

struct Constants {
    std::string what;  ///< "min F/K of K <= F[prefix]"
    std::map<std::size_t, Rational> by_n;
};

/// Of everything that was decided for all of S_n, in the order of the documents.
std::vector<std::pair<std::string, Constants>> sequences_in(const Model& model) {
    std::vector<std::pair<std::string, Constants>> all;
    for (const Result& result : model.results) {
        if (!(result.is_whole || is_own_over_all(result)) || !result.complete || !result.value)
            continue;
        const bool own = !result.is_whole;
        const std::string what =
            fmt::format("{} of {}", own ? "min M/N" : result.side + " F/K", result.statement);
        const std::string name = own ? result.statement : result.reading + "-" + result.side;
        auto place = all.begin();
        while (place != all.end() && place->first != name)
            ++place;
        if (place == all.end()) place = all.insert(place, {name, {what, {}}});
        place->second.by_n.emplace(result.n, *result.value);
    }
    return all;
}

/// "2-K-K-inverse-F-interval": letters and digits, one '-' for what is between.
std::string stem_of(const std::string& name) {
    std::string stem;
    for (const char c : safe_id(name)) {
        if (c != '-' && c != '.' && c != '_') {
            stem += c;
        } else if (!stem.empty() && stem.back() != '-') {
            stem += '-';
        }
    }
    while (!stem.empty() && stem.back() == '-')
        stem.pop_back();
    return stem;
}

}  // namespace

std::vector<File> to_b_files(const Model& model) {
    std::vector<File> files;
    std::set<std::string> taken;
    for (const auto& [name, constants] : sequences_in(model)) {
        std::string stem = "b-" + stem_of(name);
        while (!taken.insert(stem).second)
            stem += "-2";
        std::string above =
            fmt::format("# Numerators of {}, by n\n", printable(constants.what, 200));
        std::string below =
            fmt::format("# Denominators of {}, by n\n", printable(constants.what, 200));
        std::size_t next = constants.by_n.begin()->first;
        for (const auto& [n, value] : constants.by_n) {
            if (n != next++) break;  // a b-file has no gaps
            above += fmt::format("{} {}\n", n, value.numerator().to_string());
            below += fmt::format("{} {}\n", n, value.denominator().to_string());
        }
        files.emplace_back(stem + "-numerators.txt", std::move(above));
        files.emplace_back(stem + "-denominators.txt", std::move(below));
    }
    return files;
}

}  // namespace disarray::reports
