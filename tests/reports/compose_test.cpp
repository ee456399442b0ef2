// SPDX-License-Identifier: MIT
// What a report says is what its documents say: each figure's numbers are recomputed from the JSON,
// every link has its place, and the summary counts what is there.
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/compose/compose.hpp"
#include "reports/compose/sections.hpp"
#include "tests/catch.hpp"
#include "tests/reports/documents.hpp"
#include "tests/reports/golden_documents.hpp"

using namespace disarray::reports;
using disarray::test::plain_text;
using disarray::test::section;

namespace {

/// Kept, so that a loop may run over a part of it.
const Json& document(const std::string& name) {
    static std::map<std::string, Json> documents;
    Json& json = documents[name];
    if (json.is_null()) {
        json = disarray::test::document_in(disarray::test::golden_documents(), name);
    }
    return json;
}

Report golden_report() {
    return compose(read_sources({disarray::test::golden_documents()}), "VERSION");
}

/// Calls `visit` with every text of a report that may hold links.
template <class Visit>
void each_text(const Report& report, const Visit& visit) {
    const auto details = [&](const std::vector<Detail>& all) {
        for (const Detail& detail : all)
            visit(detail.value);
    };
    for (const Section& s : report.sections) {
        for (const Block& block : s.blocks) {
            if (const auto* paragraph = std::get_if<Paragraph>(&block)) visit(paragraph->text);
            if (const auto* list = std::get_if<List>(&block)) {
                for (const Text& item : list->items)
                    visit(item);
            }
            if (const auto* table = std::get_if<Table>(&block)) {
                for (const Row& row : table->rows) {
                    for (const Cell& cell : row.cells) {
                        visit(cell.text);
                        details(cell.details);
                    }
                }
            }
            if (const auto* cards = std::get_if<Cards>(&block)) {
                for (const Card& card : cards->cards) {
                    for (const Text& line : card.lines)
                        visit(line);
                    details(card.details);
                }
            }
        }
    }
}

Figure figure(const Report& report, const std::string& id) {
    for (const Figure& candidate : figures_of(report)) {
        if (candidate.id == id) return candidate;
    }
    FAIL("no figure " << id);
    throw;
}

using Rows = std::set<std::vector<std::string>>;

Rows rows_of(const Figure& f) {
    return {f.rows.begin(), f.rows.end()};
}

}  // namespace

TEST_CASE("the figure of constants has the ratios of the documents", "[reports]") {
    Rows expected;
    for (const char* name : {"search.json", "unbounded.json", "classical.json"}) {
        for (const Json& r : document(name)["results"]) {
            const std::string reading = r["reading"];
            const std::string side = r["side"];
            const std::string claimed = side == "min" ? "1" : reading == "classical" ? "2" : "3";
            expected.insert({reading, side, std::to_string(r["n"].get<int>()),
                             r["ratio"].get<std::string>(), "yes", claimed});
        }
    }
    CHECK(rows_of(figure(golden_report(), "ratios")) == expected);
}

TEST_CASE("the scatter has the points of its document", "[reports]") {
    Rows expected;
    for (const Json& p : document("scatter.json")["scatter"][0]["points"])
        expected.insert({p["K"].get<std::string>(), p["F"].get<std::string>(),
                         std::to_string(p["count"].get<int>())});
    CHECK(rows_of(figure(golden_report(), "scatter-classical-n4")) == expected);
}

TEST_CASE("the heatmap has the agreement ratios of its document", "[reports]") {
    const Json& json = document("agreement.json");
    Rows expected;
    for (const Json& name : json["metrics"]) {
        // Not {name, name, "1"}, which nlohmann would take for JSON.
        const std::string metric = name;
        expected.insert({metric, metric, "1"});
    }
    for (const Json& pair : json["agreement"])
        expected.insert({pair["first"].get<std::string>(), pair["second"].get<std::string>(),
                         pair["weak"].get<std::string>()});
    CHECK(rows_of(figure(golden_report(), "agreement-1")) == expected);
}

TEST_CASE("the bars have the means and errors of their document", "[reports]") {
    for (const std::string change : {"swap", "slide"}) {
        Rows expected;
        for (const Json& bar : document("robustness.json")["robustness"]) {
            if (bar["change"] != change) continue;
            expected.insert({bar["metric"].get<std::string>(), std::to_string(bar["n"].get<int>()),
                             bar["mean"].get<std::string>(),
                             bar["standard_error"].get<std::string>()});
        }
        CHECK(rows_of(figure(golden_report(), "robustness-1-" + change)) == expected);
    }
}

TEST_CASE("every link of a report leads somewhere, and no id is used twice", "[reports]") {
    const Report report = golden_report();
    std::set<std::string> ids;
    const auto add = [&](const std::string& id) {
        INFO(id);
        if (!id.empty()) CHECK(ids.insert(id).second);
    };
    for (const Section& s : report.sections) {
        add(s.id);
        for (const Block& block : s.blocks) {
            if (const auto* table = std::get_if<Table>(&block)) {
                add(table->id);
                for (const Row& row : table->rows) {
                    add(row.id);
                    CHECK(row.cells.size() == table->columns.size());
                }
            }
            if (const auto* matrix = std::get_if<Matrix>(&block)) add(matrix->id);
            if (const auto* f = std::get_if<FigureBlock>(&block)) add(f->figure.id);
            if (const auto* cards = std::get_if<Cards>(&block)) {
                for (const Card& card : cards->cards) {
                    add(card.id);
                    if (card.figure) add(card.figure->id);
                }
            }
        }
    }
    std::size_t links = 0;
    each_text(report, [&](const Text& text) {
        for (const Span& span : text) {
            if (span.target.empty()) continue;
            ++links;
            INFO(span.text << " -> " << span.target);
            CHECK(ids.contains(span.target));
        }
    });
    CHECK(links > 50);
    for (const Section& s : report.sections) {
        for (const Block& block : s.blocks) {
            const auto* matrix = std::get_if<Matrix>(&block);
            if (matrix == nullptr) continue;
            for (const auto& row : matrix->rows) {
                CHECK(row.size() == matrix->column_titles.size());
                for (const Matrix::Entry& entry : row) {
                    if (!entry.target.empty()) CHECK(ids.contains(entry.target));
                }
            }
        }
    }
}

TEST_CASE("the summary says which inequalities hold and fail", "[reports]") {
    const Report report = golden_report();
    const Section& summary = section(report, "summary");
    std::vector<std::string> sentences;
    for (const Block& block : summary.blocks) {
        if (const auto* list = std::get_if<List>(&block)) {
            for (const Text& item : list->items)
                sentences.push_back(plain_text(item));
        }
    }
    const auto says = [&](const std::string& sentence) {
        INFO(sentence);
        CHECK(std::ranges::find(sentences, sentence) != sentences.end());
    };
    // n = 3 and 4 are not in the documents: nobody knows from them that 6 is the first.
    says(
        "K <= F[prefix] fails at n = 6, where the least F/K is 6/7, at ranks 6 3 2 5 4 1 "
        "(K = 7, F = 6: check it by hand); it "
        "holds for n = 5, for every σ and every pseudometric D (certified).");
    says(
        "F[prefix] <= 3*K holds for n = 5 to 6, for every σ and every pseudometric D (certified).");
    says("K <= F holds for n = 4, for every σ with all weights 1 (exhausted).");
}

TEST_CASE("the summary says which constant is the least, where it was asked for", "[reports]") {
    Model model = read_sources({disarray::test::golden_documents()});
    std::erase_if(model.results, [](const Result& r) {
        return r.reading != "prefix" || r.side != "min" || !r.is_whole;
    });
    REQUIRE_FALSE(model.results.empty());
    for (Result& result : model.results) {
        result.statement = "K <= c*F[prefix]";
        result.asks_constant = true;
        result.verdict = disarray::Verdict::certified;
    }
    const Report report = compose(model, "VERSION");
    std::string words;
    each_text(report, [&](const Text& text) { words += plain_text(text) + "\n"; });
    INFO(words);
    CHECK(words.find("K <= c*F[prefix] with the least c: the least F/K is 1 for n = 5, 6/7 for "
                     "n = 6.") != std::string::npos);
}

TEST_CASE("a report begins with what its letters and verdicts mean, then what fell", "[reports]") {
    const Report report = golden_report();
    CHECK(report.sections.at(0).id == "about");
    std::string words;
    for (const Block& block : report.sections[0].blocks)
        words += disarray::test::sentences(block);
    for (const char* term : {"σ is a ranking", "K (Kendall)", "F (footrule)", "D says how far",
                             "A reading", "refuted: ", "supported: "}) {
        INFO(term);
        CHECK(words.find(term) != std::string::npos);
    }
    // The numbers of the example are those of K and F of 2 3 1.
    const auto& example = std::get<FigureBlock>(report.sections[0].blocks.at(1));
    CHECK(example.caption.find("K = 2. The elements move by 1, 1 and 2 places: F = 4.") !=
          std::string::npos);
    CHECK(report.sections.at(1).id == "summary");
    CHECK(disarray::test::sentences(report.sections[1].blocks.at(0)) == "What fell\n");
}

TEST_CASE("the words of the summary have no codes of claims in them", "[reports]") {
    const Model model = read_sources({disarray::test::golden_documents()});
    const Report report = golden_report();
    std::string words;
    for (const Block& block : section(report, "summary").blocks)
        words += disarray::test::sentences(block);
    for (const Claim& claim : model.claims) {
        INFO(claim.claim);
        CHECK(words.find(claim.claim) == std::string::npos);
    }
}

TEST_CASE("every row of the documents is in the tables of the report", "[reports]") {
    const Report report = golden_report();
    std::map<std::string, std::size_t> sizes;
    for (const Section& s : report.sections) {
        for (const Block& block : s.blocks) {
            if (const auto* table = std::get_if<Table>(&block))
                sizes[table->id] = table->rows.size();
        }
    }
    CHECK(sizes["claims"] == document("claims.json")["claims"].size());
    std::size_t cells = 0;
    for (const char* name : {"cells.json", "recall.json"}) {
        for (const Json& cell : document(name)["cells"])
            cells += cell["verdict"] != "not-applicable" ? 1U : 0U;
    }
    CHECK(sizes["cells"] == cells);
    std::size_t results = 0;
    for (const char* name :
         {"search.json", "unbounded.json", "weights.json", "classical.json", "other.json"})
        results += document(name)["results"].size();
    CHECK(sizes["constants"] == results);
    CHECK(sizes["robustness-1"] == document("robustness.json")["robustness"].size());
    CHECK(sizes["stability-1"] == document("stability.json")["stability"].size());
}

TEST_CASE("of two answers the complete one counts, then the one with the stronger ground",
          "[reports]") {
    const auto answer = [](disarray::Verdict verdict, bool complete) {
        Result result;
        result.verdict = verdict;
        result.complete = complete;
        return result;
    };
    using disarray::Verdict;
    CHECK(says_more(answer(Verdict::exhausted, true), answer(Verdict::refuted, false)));
    CHECK_FALSE(says_more(answer(Verdict::refuted, false), answer(Verdict::exhausted, true)));
    CHECK(says_more(answer(Verdict::certified, true), answer(Verdict::exhausted, true)));
    CHECK(says_more(answer(Verdict::refuted, true), answer(Verdict::certified, true)));
    CHECK_FALSE(says_more(answer(Verdict::certified, true), answer(Verdict::certified, true)));
}

TEST_CASE("documents that are cut short are named at the top", "[reports]") {
    Model model = read_sources({disarray::test::golden_documents()});
    CHECK(compose(model, "VERSION").notices.empty());
    model.sources.front().complete = false;
    const Report report = compose(model, "VERSION");
    REQUIRE(report.notices.size() == 1);
    CHECK(report.notices.front().find(model.sources.front().name) == 0);
}

TEST_CASE("an empty model makes a report without tables", "[reports]") {
    const Report report = compose({}, "VERSION");
    for (const Section& s : report.sections)
        CHECK((s.id == "reproduce" || s.id == "trust"));
}

TEST_CASE("a certificate of several n says so in each row that points to it", "[reports]") {
    Model model;
    model.sources.push_back({"search.json", "search.json", "disarray.search/1", "c", "1", {}});
    for (const std::size_t n : {std::size_t{5}, std::size_t{6}}) {
        Result result;
        result.id = fmt::format("row-{}", n);
        result.n = n;
        result.statement = "K <= F[prefix]";
        result.certificate = "prefix-min-n6.jsonl.zst";
        model.results.push_back(result);
    }
    model.results.push_back(model.results.back());
    model.results.back().certificate = "other.jsonl.zst";
    std::vector<std::string> labels;
    for (const Block& block : constants_section(model, WitnessBook(model)).blocks) {
        const auto* table = std::get_if<Table>(&block);
        if (table == nullptr) continue;
        for (const Row& row : table->rows) {
            for (const Detail& detail : row.cells.front().details)
                if (detail.label.starts_with("check")) labels.push_back(detail.label);
        }
    }
    const std::string shared = "check the certificate, which is one for n = 5 to 6";
    CHECK(labels == std::vector<std::string>{shared, shared, "check the certificate"});
}
