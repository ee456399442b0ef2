// SPDX-License-Identifier: MIT
//
// A certificate from its first line to its last: each record where the enumeration expects it, and
// an end line that says what the records add up to.
#include "search/verify/verify.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <new>
#include <vector>

#include "base/error.hpp"
#include "search/verify/checker.hpp"
#include "search/verify/enumeration.hpp"
#include "search/verify/lines.hpp"

namespace disarray::verify {

namespace {

/// What the records prove for S_m, with direct sums for each m from 2, else for n only.
struct Result {
    int n = 0;
    std::optional<Rational>
        ratio;   ///< the least of the records of lengths ≤ n; none without record
    Ranks best;  ///< the first σ with that ratio
    std::uint64_t violating = 0;  ///< σ of length n in scope with a ratio < 1
};

/// Adds up the records.
class Results {
public:
    explicit Results(const Claim& claim) : claim_(claim) {
        results_.resize(claim.direct_sums ? static_cast<std::size_t>(claim.n) - 1 : 1);
        for (std::size_t i = 0; i < results_.size(); ++i)
            results_[i].n = claim.direct_sums ? static_cast<int>(i) + 2 : claim.n;
    }

    void add(const Record& record) {
        ++records_;
        const auto first = claim_.direct_sums ? static_cast<std::size_t>(record.ranks.size) - 2 : 0;
        if (record.ratio < Rational(1)) {
            results_[first].violating += static_cast<std::uint64_t>(record.images);
        }
        for (std::size_t i = first; i < results_.size(); ++i) {
            if (results_[i].ratio && *results_[i].ratio <= record.ratio) continue;
            results_[i].ratio = record.ratio;
            results_[i].best = record.ranks;
        }
    }

    /// After the last record. \param all  has come to its end
    const std::vector<Result>& finish(const Enumeration& all) {
        if (claim_.direct_sums) count_decomposable(all);
        return results_;
    }

    std::uint64_t records() const { return records_; }

private:
    /// A direct sum keeps N ≤ M if all its parts do; `violating` of the indecomposable ones becomes
    /// that of all σ.
    void count_decomposable(const Enumeration& all) {
        std::vector<std::uint64_t> kept{1, 1};  // of length 0 and 1
        std::vector<std::uint64_t> indecomposable_kept{0, 1};
        for (Result& result : results_) {
            indecomposable_kept.push_back(all.indecomposable(result.n) - result.violating);
            std::uint64_t count = 0;
            for (std::size_t l = 1; l < indecomposable_kept.size(); ++l)
                count += indecomposable_kept[l] * kept[kept.size() - l];
            kept.push_back(count);
            result.violating = factorial(result.n) - count;
        }
    }

    const Claim& claim_;
    std::vector<Result> results_;
    std::uint64_t records_ = 0;
};

/// D of {"ranks": …, "dissimilarity": …}, in which the ranks are `sigma`.
Dissimilarity read_example(const Json& value, const Ranks& sigma) {
    const auto [ranks, dissimilarity] = fields(value, "ranks", "dissimilarity");
    within("ranks", [&, v = ranks] {
        // Decided by the records, so that the end has nothing to choose.
        const Ranks found = rank_vector(*v, sigma.size);
        if (found == sigma) return;
        throw Rejected("", sigma.to_string() + ", the first with the least ratio",
                       found.to_string());
    });
    return within("dissimilarity",
                  [&, v = dissimilarity] { return read_pseudometric(*v, sigma.size); });
}

void check_best(const Checker& checker, const Json& value, const Result& due) {
    const Dissimilarity d = read_example(value, due.best);
    within("dissimilarity", [&] { checker.require_attained(due.best, d, *due.ratio); });
}

void check_strict(const Checker& checker, const Json& value, const Result& due) {
    const Dissimilarity d = read_example(value, due.best);
    const bool is_metric = std::ranges::all_of(d, [](const Rational& x) { return x.sign() > 0; });
    if (!is_metric) throw Rejected("dissimilarity", "a metric, all distances > 0", "a distance 0");
    const Checker::Values found = checker.values(due.best, d);
    if (found.small <= found.big) throw Rejected("dissimilarity", "N > M", "N <= M");
}

void require_count(const Json& value, std::uint64_t due) {
    const auto most = std::numeric_limits<std::int64_t>::max();
    if (static_cast<std::uint64_t>(integer(value, 0, most)) != due) {
        throw Rejected("", std::to_string(due), shown(value));
    }
}

void check_result(const Checker& checker, const Json& value, const Result& due) {
    if (!due.ratio) throw Rejected("", "a record of this length or below", "none");
    const bool violated = *due.ratio < Rational(1);
    const auto [n, ratio, violating, best] = [&] {
        if (!violated) return fields(value, "n", "ratio", "violating", "best");
        const auto [n_, ratio_, violating_, best_, strict_] =
            fields(value, "n", "ratio", "violating", "best", "strict");
        return std::array{n_, ratio_, violating_, best_};
    }();
    within("n", [&, v = n] { require_count(*v, static_cast<std::uint64_t>(due.n)); });
    within("ratio", [&, v = ratio] {
        if (number(*v) != *due.ratio) throw Rejected("", due.ratio->to_string(), shown(*v));
    });
    within("violating", [&, v = violating] { require_count(*v, due.violating); });
    within("best", [&, v = best] { check_best(checker, *v, due); });
    if (violated) within("strict", [&] { check_strict(checker, value["strict"], due); });
}

/// \param header  the first line of the file
void check_end(const Checker& checker, const Json& header, const Json& parsed,
               std::uint64_t records, const std::vector<Result>& due) {
    if (parsed.contains("ranks"))
        throw Rejected("", "the end, as all records were there", "a record");
    const auto [end] = fields(parsed, "end");
    const auto [claim, count, results] = fields(*end, "claim", "records", "results");
    within("claim", [&, v = claim] {
        // Compared as text: as numbers 3 and 3.0 are equal.
        if (v->dump() != header.dump()) throw Rejected("", "the first line again", "another claim");
    });
    within("records", [&, v = count] { require_count(*v, records); });
    const Json::array_t& entries = within("results", [&, v = results]() -> const Json::array_t& {
        return list(*v, due.size(), "results");
    });
    for (std::size_t i = 0; i < due.size(); ++i) {
        within("result", i + 1, [&] { check_result(checker, entries[i], due[i]); });
    }
}

/// Whether `object` is the record of `sigma`, as far as its ranks say; its check says the rest.
bool is_record_of(const Json& object, const Ranks& sigma) {
    const auto ranks = object.find("ranks");
    if (ranks == object.end() || ranks->size() != static_cast<std::size_t>(sigma.size))
        return false;
    int place = 0;
    return ranks->is_array() && std::ranges::all_of(*ranks, [&](const Json& entry) {
               return entry == sigma[place++] + 1;
           });
}

/// What has to hold for a σ that has no record: N is 0, and for its images too, which have none
/// because of it.
void require_nothing_claimed(const Checker& checker, const Ranks& sigma, const std::string& line) {
    if (!checker.nothing_claimed(sigma)) {
        throw Rejected("", "the record of ranks " + sigma.to_string(), printable(line, 60));
    }
    for (const Image& image : images(checker.claim, sigma)) {
        if (checker.nothing_claimed(image.ranks)) continue;
        throw Rejected("ranks " + sigma.to_string(), "N = 0 for the images as well",
                       "N other than 0 for ranks " + image.ranks.to_string());
    }
}

std::string statement(const Claim& claim, const Result& result) {
    const std::string small = to_string(claim.small);
    const std::string big = to_string(claim.big);
    return fmt::format("{} >= {}*({}) {}, attained; {} <= {} fails for {} of {}", big,
                       result.ratio->to_string(), small, scope_of(claim), small, big,
                       result.violating, claim.scope ? 1 : factorial(claim.n));
}

/// One pass over a file.
class Pass {
    // A rejection in `check` is one in the line that was read last, be it by `check` itself.
    template <class Check>
    auto in_line(Check check) {
        try {
            return check();
        } catch (Rejected& rejection) {
            within("line", lines_.number(), [&] { throw rejection; });
            throw;
        }
    }

public:
    explicit Pass(std::istream& in) : lines_(in) {}

    /// What the file proves. \throws Rejected
    std::string run() {
        advance();
        const auto checker = in_line([&] { return make_checker(line_); });
        const Json header = parse_object(line_);
        Results results(checker->claim);
        Enumeration all(checker->claim);
        next_object();
        // At once: the walk below would take hours to find that no σ of a large n has a record.
        if (object_.contains("end")) {
            in_line([&] { throw Rejected("", "a record", "the end: nothing is claimed"); });
        }
        for (; all.current() != nullptr; all.advance()) {
            if (is_record_of(object_, *all.current())) {
                results.add(in_line([&] { return checker->check(object_); }));
                next_object();
            } else {
                in_line([&] { require_nothing_claimed(*checker, *all.current(), line_); });
            }
        }
        const std::vector<Result>& due = results.finish(all);
        in_line([&] { check_end(*checker, header, object_, results.records(), due); });
        if (in_line([&] { return lines_.next(line_); })) {
            in_line([&] { throw Rejected("", "the end of the file", printable(line_, 60)); });
        }
        return statement(checker->claim, due.back());
    }

private:
    void advance() {
        in_line([&] {
            if (!lines_.next(line_)) throw Rejected("", "another line", "the end of the file");
        });
    }

    void next_object() {
        advance();
        object_ = in_line([&] { return parse_object(line_); });
    }

    Lines lines_;
    std::string line_;
    Json object_;  // in line_, but for the first
};

}  // namespace

Report verify_stream(std::istream& in, std::string_view name) {
    const auto rejected = [&](const std::string& why) {
        return Report{false, fmt::format("REJECTED {}: {}", printable(name, 200), why)};
    };
    try {
        return {true, "VERIFIED " + Pass(in).run()};
    } catch (const Rejected& rejection) {
        return rejected(rejection.message());
    } catch (const std::bad_alloc&) {
        return rejected("memory: expected enough for a line, found too little");
    } catch (const std::exception& error) {
        return rejected("reading: expected no exception, found " + printable(error.what(), 200));
    }
}

Report verify_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in || std::filesystem::is_directory(path)) {
        throw InputError(printable(path.string(), 200), "no file that can be opened",
                         "a certificate");
    }
    return verify_stream(in, path.string());
}

}  // namespace disarray::verify
