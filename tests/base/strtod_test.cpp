// SPDX-License-Identifier: MIT
// Numbers are read as in the locale "C" where the host of the library has set another.
#include "base/strtod.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exact/rational.hpp"
#include "formats/runs.hpp"
#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/comma_locale.hpp"

using namespace disarray;

namespace {

const std::string numbers[] = {"0.75",  "-.5",      " +3.25e-2x", "",     "abc",        "1,5",
                               "1e999", "0x1.8p-2", "inf",        "-nan", "16777217.5", "1e-46"};

/// Their bits, and how many characters are a number, as strtod() and strtof() say.
std::vector<std::uint64_t> bits_by_c() {
    std::vector<std::uint64_t> bits;
    for (const std::string& text : numbers) {
        char* end = nullptr;
        bits.push_back(std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), &end)));
        bits.push_back(static_cast<std::uint64_t>(end - text.c_str()));
        bits.push_back(std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)));
    }
    return bits;
}

std::vector<std::uint64_t> bits_by_us() {
    std::vector<std::uint64_t> bits;
    for (const std::string& text : numbers) {
        std::size_t read = 0;
        bits.push_back(std::bit_cast<std::uint64_t>(c_strtod(text, &read)));
        bits.push_back(read);
        bits.push_back(std::bit_cast<std::uint32_t>(c_strtof(text)));
    }
    return bits;
}

/// The documents of a run in their order; in TREC form by trec_eval's reading of scores.
std::string order_of_run(formats::Form form) {
    const bool is_json = form == formats::Form::json;
    const test::TemporaryFile file(
        is_json ? R"({"q": {"low": 0.25, "high": 7.5e-1, "mid": 0.5}})"
                : "q Q0 low 1 0.25 t\nq Q0 high 2 0.75 t\nq Q0 mid 3 0.5x t\n");
    formats::RunOptions options;
    options.form = form;
    options.as_trec_eval = !is_json;
    options.scores = is_json ? formats::Scores::exact : formats::Scores::single;
    std::string order;
    formats::read_run(file.path(), options, [&](std::size_t, const formats::RankedQuery& query) {
        for (const auto& document : query.documents)
            order += fmt::format("{} ", document.id);
    });
    return order;
}

}  // namespace

TEST_CASE("c_strtod and c_strtof read what C reads, in any locale", "[base]") {
    const std::vector<std::uint64_t> expected = bits_by_c();
    CHECK(bits_by_us() == expected);
    const test::CommaLocale comma;
    CHECK(bits_by_c() != expected);
    CHECK(bits_by_us() == expected);
}

TEST_CASE("A locale with a comma changes nothing that is read or written", "[base]") {
    const auto all = [] {
        return fmt::format(
            "{}{}{} {} {} {}", order_of_run(formats::Form::trec), order_of_run(formats::Form::json),
            nlohmann::json::parse("[0.75]").dump(), nlohmann::json(1.5).dump(),
            Rational::parse("0.75", "test").to_string(), fmt::format("{} {:.2f}", 0.75, 2.5));
    };
    const std::string expected = "high mid low high mid low [0.75] 1.5 3/4 0.75 2.50";
    CHECK(all() == expected);
    const test::CommaLocale comma;
    CHECK(all() == expected);
}
