// SPDX-License-Identifier: MIT
#include "app/verbs/classical_output.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "base/text_table.hpp"
#include "search/classical.hpp"
#include "verdict/witness_json.hpp"

namespace disarray::search {

namespace {

using app::Json;

Json classical_row_json(const ClassicalSweep& sweep, std::string_view side,
                        const ClassicalExtreme& extreme, std::uint64_t violating) {
    Witness witness;
    witness.sigma = extreme.sigma;
    witness.kendall = Rational(extreme.kendall);
    witness.footrule = Rational(extreme.footrule);
    return {{"n", sweep.n},
            {"reading", "classical"},
            {"side", side},
            {"statement", side == "min" ? "K <= F" : "F <= 2*K"},
            {"ratio", extreme.ratio().to_string()},
            {"decimal", extreme.ratio().to_decimal()},
            {"scope", fmt::format("every σ in S_{}, all weights 1", sweep.n)},
            {"classes", sweep.permutations},
            {"permutations", sweep.permutations},
            {"violating", violating},
            {"witness", to_json(witness)},
            {"verdict", name_of(violating == 0 ? Verdict::exhausted : Verdict::refuted)},
            {"certificate", nullptr}};
}

}  // namespace

void run_classical(std::size_t n_from, std::size_t n_to, unsigned threads, bool as_json) {
    Json json = app::document("search");
    Json& rows = json["results"] = Json::array();
    TextTable table({{"n", TextTable::Align::right},
                     {"permutations", TextTable::Align::right},
                     {"F < K", TextTable::Align::right},
                     {"F > 2K", TextTable::Align::right},
                     {"min F/K"},
                     {"at ranks"},
                     {"max F/K"},
                     {"at ranks"}});
    for (std::size_t length = n_from; length <= n_to; ++length) {
        const ClassicalSweep s = sweep_classical(length, threads);
        for (const std::uint64_t violating : {s.below, s.above})
            app::note_verdict(violating == 0 ? Verdict::exhausted : Verdict::refuted);
        rows.push_back(classical_row_json(s, "min", s.least, s.below));
        rows.push_back(classical_row_json(s, "max", s.greatest, s.above));
        table.add_row({std::to_string(length), std::to_string(s.permutations),
                       std::to_string(s.below), std::to_string(s.above),
                       s.least.ratio().to_string(), s.least.sigma.to_string(),
                       s.greatest.ratio().to_string(), s.greatest.sigma.to_string()});
    }
    if (as_json) {
        app::print_json(json);
    } else {
        app::print("Diaconis–Graham, K <= F <= 2K, on every σ in S_n (all weights 1).\n\n" +
                   table.to_string());
    }
}

}  // namespace disarray::search
