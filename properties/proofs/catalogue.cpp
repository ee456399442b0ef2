// SPDX-License-Identifier: MIT
//
// The table behind proof_steps(). Rows are built rather than written out because a step is repeated
// for each reading; the texts live as long as the table.
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "metrics/reading.hpp"
#include "properties/proofs/mapping.hpp"
#include "properties/proofs/mapping_mu.hpp"
#include "properties/proofs/mapping_nu.hpp"
#include "properties/proofs/occurrences.hpp"
#include "properties/proofs/pointwise.hpp"
#include "properties/proofs/span.hpp"
#include "properties/proofs/step.hpp"

namespace disarray::properties::proofs {

namespace {

using metrics::Frame;
using metrics::Reading;

/// A check of rankings in one reading: of these arguments behind them.
template <class Check, class... Readings>
auto in(Check check, Readings... readings) {
    return [=](const auto&... rankings) { return check(rankings..., readings...); };
}

class Catalogue {
public:
    Catalogue() {
        add_lemma_7();
        add_lemma_8_pointwise();
        add_lemma_8_counts();
        add_lemma_8_matching();
        add_types();
        add_mu();
        add_mu_proof();
        add_terms();
        add_nu();
        add_nu_proof();
    }

    std::span<const ProofStep> steps() const { return steps_; }

private:
    std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

    /// A step about (σ,τ): `id` without its suffix, `suffix` the short name of the reading.
    template <class Check>
    ProofStep& two(std::string_view id, std::string_view suffix, std::string_view reading,
                   std::string_view statement, std::string_view source, Check check) {
        return steps_.emplace_back(ProofStep{keep(fmt::format("{}[{}]", id, suffix)),
                                             keep(std::string(reading)), statement, source, 2,
                                             std::move(check), false});
    }

    /// A step about σ.
    template <class Check>
    void one(std::string_view id, std::string_view suffix, std::string_view reading,
             std::string_view statement, std::string_view source, Check check) {
        two(id, suffix, reading, statement, source,
            [check = std::move(check)](const Permutation& sigma, const Permutation&) {
                return check(sigma);
            })
            .rankings = 1;
    }

    void add_lemma_7() {
        const auto row = [&](Lemma7Premise premise, std::string_view suffix,
                             std::string_view reading) {
            two("KV-L7-step", suffix, reading,
                "under the premise, {i,j} is inverted in σ if i < j and in τ if i > j",
                "KV proof of Lemma 7", in(first_violation_of_lemma_7_step, premise));
        };
        row(Lemma7Premise::printed, "printed", "premise σ(i) > σ(j) and τ(j) < τ(i), as printed");
        row(Lemma7Premise::corrected, "corrected", "premise σ(i) > σ(j) and τ(i) < τ(j)");
    }

    void add_lemma_8_pointwise() {
        for (const Frame frame : {Frame::element, Frame::literal}) {
            for (const Reading reading : metrics::all_readings) {
                if (reading == Reading::prefix_sym && frame == Frame::element) continue;
                const std::string suffix = fmt::format("{},{}", name_of(reading), name_of(frame));
                ProofStep& step =
                    two("KV-L8-pointwise", suffix,
                        fmt::format("footrule[{}], {} frame, some row D_i· of 0 and 1",
                                    name_of(reading), name_of(frame)),
                        "for some i the term of i breaks term_i(σ,τ) <= term_i(σ) + term_i(τ)",
                        "KV 4.2, before Lemma 8",
                        in(first_violation_of_pointwise_triangle, reading, frame));
                step.is_existence = true;
                if (reading == Reading::prefix && frame == Frame::element)
                    step.theorem = "prefix_term_through_identity";
            }
        }
    }

    void add_lemma_8_counts() {
        for (const Reading reading : {Reading::box, Reading::interval}) {
            const std::string_view name = name_of(reading);
            two("KV-L8-counts", name, fmt::format("footrule[{}], element frame", name),
                "D_ij occurs 0, 2, 3 or 4 times in F_D(σ,τ) before halving", "KV proof of Lemma 8",
                in(first_violation_of_counts, reading));
            for (const Direction direction : {Direction::implies, Direction::if_and_only_if}) {
                add_case(reading, CountCase::four, direction, Meet::elements);
                add_case(reading, CountCase::three, direction, Meet::elements);
                for (const Meet meet : {Meet::elements, Meet::intervals}) {
                    add_case(reading, CountCase::two, direction, meet);
                    add_case(reading, CountCase::zero, direction, meet);
                }
            }
        }
    }

    void add_case(Reading reading, CountCase count_case, Direction direction, Meet meet) {
        static constexpr std::string_view implied[] = {
            "if the boxes of i and j are disjoint, D_ij does not occur",
            "if neither σ(i)=τ(j) nor σ(j)=τ(i) but the boxes meet, D_ij occurs twice",
            "if exactly one of σ(i)=τ(j), σ(j)=τ(i), D_ij occurs thrice",
            "if σ(i)=τ(j) and σ(j)=τ(i), D_ij occurs four times"};
        static constexpr std::string_view both[] = {
            "D_ij does not occur exactly if the boxes of i and j are disjoint",
            "D_ij occurs twice exactly if neither σ(i)=τ(j) nor σ(j)=τ(i) but the boxes meet",
            "D_ij occurs thrice exactly if one of σ(i)=τ(j), σ(j)=τ(i) holds",
            "D_ij occurs four times exactly if σ(i)=τ(j) and σ(j)=τ(i)"};
        static constexpr std::string_view ids[] = {"KV-L8-count-0", "KV-L8-count-2",
                                                   "KV-L8-count-3", "KV-L8-count-4"};
        const auto index = static_cast<std::size_t>(count_case);
        const bool iff = direction == Direction::if_and_only_if;
        const bool boxes = count_case == CountCase::zero || count_case == CountCase::two;
        const std::string_view meet_name =
            meet == Meet::elements ? "boxes as sets of elements" : "boxes as intervals of ranks";
        const std::string_view name = name_of(reading);
        two(ids[index],
            fmt::format("{},{}{}", name, iff ? "iff" : "if",
                        !boxes                   ? ""
                        : meet == Meet::elements ? ",elements"
                                                 : ",intervals"),
            fmt::format("footrule[{}], {}{}", name, iff ? "both directions" : "as printed",
                        boxes ? fmt::format(", {}", meet_name) : ""),
            iff ? both[index] : implied[index], "KV proof of Lemma 8",
            in(first_violation_of_count_case, reading, count_case, direction, meet));
    }

    void add_lemma_8_matching() {
        for (const Meet meet : {Meet::elements, Meet::intervals}) {
            const bool elements = meet == Meet::elements;
            const std::string_view suffix = elements ? "elements" : "intervals";
            const std::string_view reading =
                elements ? "boxes as sets of elements, as printed" : "boxes as intervals of ranks";
            two("KV-L8-inverted-meet", suffix, reading,
                "if {i,j} is inverted between σ and τ, the boxes of i and j meet",
                "KV proof of Lemma 8", in(first_violation_of_inverted_meet, meet));
            two("KV-L8-other-boxes", suffix, reading,
                "if D_ij occurs in F_D(σ,τ) twice or more and the boxes of σ do not meet, those of "
                "τ do",
                "KV proof of Lemma 8", in(first_violation_of_other_boxes_meet, meet));
        }
        for (const Reading reading : {Reading::box, Reading::interval, Reading::prefix}) {
            const std::string_view name = name_of(reading);
            two("KV-L8-two", name, fmt::format("footrule[{}], element frame", name),
                "if D_ij occurs in F_D(σ,τ) twice or more, it occurs twice or more in F_D(σ) and "
                "F_D(τ) together",
                "KV proof of Lemma 8", in(first_violation_of_two_on_the_right, reading));
        }
        two("KV-L8-claims", "box", "footrule[box], element frame",
            "no D_xy of F_D(σ) + F_D(τ) is claimed more often than it occurs there",
            "KV proof of Lemma 8, \"cannot be claimed elsewhere\"", first_violation_of_claims_fit);
    }

    void add_types() {
        for (const Ends ends : {Ends::closed, Ends::closed_ordered}) {
            const std::string_view name = name_of(ends);
            const std::string_view words = ends == Ends::closed
                                               ? "[i, σ(i)] unordered"
                                               : "[i, σ(i)] letter by letter, empty if σ(i) < i";
            one("KV-4.3-types-split", name, words,
                "every inversion is of exactly one of the types I and II", "KV 4.3, types I and II",
                in(first_violation_of_types_split, ends));
            for (const Reading reading : metrics::all_readings) {
                one("KV-4.3-type-I", fmt::format("{},{}", name_of(reading), name),
                    fmt::format("footrule[{}], {}", name_of(reading), words),
                    "for an inversion of type I, D_ij appears in K_D and in F_D", "KV 4.3, type I",
                    in(first_violation_of_type_one_appears, reading, ends));
            }
        }
        for (const Reading reading : metrics::all_readings) {
            const std::string_view name = name_of(reading);
            one("KV-4.3-type-II", name, fmt::format("footrule[{}]", name),
                "for an inversion of type II, D_ij appears in K_D but not in F_D",
                "KV 4.3, type II; Lemma 13", in(first_violation_of_type_two_absent, reading));
        }
        one("KV-4.3-bad-set", "words", "the sentence against the formula",
            "B_i = {j : σ(j) < i < j < σ(i)} is the set of elements of type II with i",
            "KV 4.3, before Definition 11", first_violation_of_bad_set_words);
    }

    struct NamedMu {
        std::string_view name, words;
        MuReading reading;
    };
    static constexpr NamedMu mus[] = {
        {"printed", "G_i = {k : σ(k) >= i}, γ by rank", {}},
        {"rank-after", "G_i = {k : σ(k) > i}, γ by rank", {GoodSet::rank_after_i, {}}},
        {"element-from", "G_i = {k : k >= i}, γ by rank", {GoodSet::element_from_i, {}}},
        {"element-after", "G_i = {k : k > i}, γ by rank", {GoodSet::element_after_i, {}}},
        {"printed,by-element",
         "G_i = {k : σ(k) >= i}, γ by element",
         {GoodSet::rank_from_i, GoodOrder::by_element}},
        {"rank-after,by-element",
         "G_i = {k : σ(k) > i}, γ by element",
         {GoodSet::rank_after_i, GoodOrder::by_element}},
        {"element-from,by-element",
         "G_i = {k : k >= i}, γ by element",
         {GoodSet::element_from_i, GoodOrder::by_element}},
        {"element-after,by-element",
         "G_i = {k : k > i}, γ by element",
         {GoodSet::element_after_i, GoodOrder::by_element}}};

    void add_mu() {
        for (const NamedMu& mu : mus) {
            const auto of_mu = [reading = mu.reading](Fault (*check)(const Mapping&)) {
                return [=](const Permutation& s) { return check(mapping_mu(s, reading)); };
            };
            one("KV-L12-exists", mu.name, mu.words,
                "every j in B_i has exactly one k in G_i with γ_i(k) = β_i(j)", "KV Lemma 12",
                of_mu(first_without_image));
            one("KV-L12-a", mu.name, mu.words, "μ_i(j) ≠ μ_i(j') for j ≠ j' in B_i",
                "KV Definition 11 (a)", of_mu(first_violation_of_a));
            one("KV-L12-b", mu.name, mu.words, "μ_i(j) ≠ μ_i'(j) for i ≠ i' and j in B_i and B_i'",
                "KV Definition 11 (b)", of_mu(first_violation_of_b));
            add_mu_interval(mu, Ends::closed, Tested::rank_of_image);
        }
        for (const Ends ends : {Ends::closed_ordered, Ends::half_open, Ends::open}) {
            add_mu_interval(mus[0], ends, Tested::rank_of_image);
        }
        add_mu_interval(mus[0], Ends::closed, Tested::image);
        add_mu_interval(mus[0], Ends::open, Tested::image);
        add_mu_interval(mus[1], Ends::open, Tested::rank_of_image);
    }

    void add_mu_interval(const NamedMu& mu, Ends ends, Tested tested) {
        const MuReading reading = mu.reading;
        const bool rank = tested == Tested::rank_of_image;
        std::string suffix(mu.name);
        if (ends != Ends::closed) suffix += fmt::format(",{}", name_of(ends));
        if (!rank) suffix += ",image";
        const std::string words = fmt::format("{}; {}, interval {}", mu.words,
                                              rank ? "σ(μ_i(j))" : "μ_i(j) itself", name_of(ends));
        one("KV-L12-c", suffix, words,
            rank ? "σ(μ_i(j)) is in [i, σ(i)] for j in B_i" : "μ_i(j) is in [i, σ(i)] for j in B_i",
            rank ? "KV Definition 11 (c)" : "KV proof of Lemma 13",
            in(first_violation_of_mu_c, reading, ends, tested));
        one("KV-L12-d", suffix, words,
            rank ? "σ(μ_i(j)) is in [j, σ(j)] for j in B_i" : "μ_i(j) is in [j, σ(j)] for j in B_i",
            rank ? "KV Definition 11 (d)" : "KV proof of Lemma 13",
            in(first_violation_of_mu_d, reading, ends, tested));
    }

    void add_mu_proof() {
        one("KV-L12-good-after-i", "element", "k is the element, as printed",
            "k > i > σ(j) for every k in G_i and j in B_i", "KV proof of Lemma 12 (c), (d)",
            in(first_violation_of_mu_good_after_i, Tested::image));
        one("KV-L12-good-after-i", "rank", "k is its rank σ(k)",
            "σ(k) > i > σ(j) for every k in G_i and j in B_i", "KV proof of Lemma 12 (c), (d)",
            in(first_violation_of_mu_good_after_i, Tested::rank_of_image));
        one("KV-L12-rank-at-most-j", "printed", "σ_i(j) read as σ(μ_i(j))",
            "σ(μ_i(j)) <= j < σ(i) for j in B_i", "KV proof of Lemma 12 (c), (d)",
            first_violation_of_mu_rank_at_most_j);
        one("KV-L12-beta-difference", "printed", "B_i as printed",
            "β_i'(j) - β_i(j) < i - i' for i > i' and j in B_i and B_i'",
            "KV proof of Lemma 12 (b)", first_violation_of_mu_beta_difference);
        for (const NamedMu& mu : mus) {
            const MuReading reading = mu.reading;
            one("KV-L12-gamma-difference", mu.name, mu.words,
                "γ_i'(k) - γ_i(k) = i - i' for i > i' and k in G_i and G_i'",
                "KV proof of Lemma 12 (b)", in(first_violation_of_mu_gamma_difference, reading));
        }
        for (const ChargedTerm term : {ChargedTerm::ordered, ChargedTerm::pair}) {
            const bool ordered = term == ChargedTerm::ordered;
            one("KV-L13-charges", ordered ? "ordered" : "pair",
                ordered ? "a term is an occurrence: D_xy in the sum of x"
                        : "a term is D_xy, however often it occurs",
                "no term of F_D[interval] is charged more than three times, and none that does not "
                "occur",
                "KV proof of Lemma 13", in(first_violation_of_lemma_13_charges, term, 3u));
        }
    }

    void add_terms() {
        for (const TermInterval interval : {TermInterval::ordered, TermInterval::unordered}) {
            const bool ordered = interval == TermInterval::ordered;
            const std::string_view suffix = ordered ? "ordered" : "unordered";
            const std::string_view words =
                ordered ? "[i, σ(i)) letter by letter" : "between i and σ(i), without σ(i)";
            one("KV-4.3-terms-covered", suffix, words,
                "every term of F_D[interval] is of type I or II", "KV 4.3, before Definition 14",
                in(first_violation_of_terms_covered, interval));
            one("KV-4.3-term-I", suffix, words, "a type I term (j > i) is an inversion",
                "KV 4.3, before Definition 14",
                in(first_violation_of_type_one_term_inverted, interval));
            one("KV-4.3-term-II", suffix, words, "a type II term (j < i) is no inversion",
                "KV 4.3, before Definition 14",
                in(first_violation_of_type_two_term_not_inverted, interval));
        }
    }

    struct NamedNu {
        std::string_view name, words;
        NuReading reading;
    };
    static constexpr NamedNu nus[] = {
        {"printed", "as printed", {}},
        {"p-open", "P_i with i < σ(j)", {true, false, false, false}},
        {"q-open", "Q_i with σ(k) < i", {false, true, false, false}},
        {"p-open,q-open", "P_i with i < σ(j), Q_i with σ(k) < i", {true, true, false, false}},
        {"pi-all", "π_i counts every element, as the proof says", {false, false, true, false}},
        {"xi-by-rank", "ξ_i counts k' with σ(k') < σ(k)", {false, false, false, true}},
        {"pi-all,xi-by-rank",
         "π_i counts every element, ξ_i counts k' with σ(k') < σ(k)",
         {false, false, true, true}}};

    void add_nu() {
        for (const NamedNu& nu : nus) {
            const NuReading reading = nu.reading;
            const auto of_nu = [=](Fault (*check)(const Mapping&)) {
                return [=](const Permutation& s) { return check(mapping_nu(s, reading)); };
            };
            one("KV-L15-exists", nu.name, nu.words,
                "every j in P_i has exactly one k in Q_i with ξ_i(k) = π_i(j)", "KV Lemma 15",
                of_nu(first_without_image));
            one("KV-L15-a", nu.name, nu.words, "ν_i(j) ≠ ν_i(j') for j ≠ j' in P_i",
                "KV Definition 14 (a)", of_nu(first_violation_of_a));
            one("KV-L15-b", nu.name, nu.words, "ν_i(j) ≠ ν_i'(j) for i ≠ i' and j in P_i and P_i'",
                "KV Definition 14 (b)", of_nu(first_violation_of_b));
            one("KV-L15-c", nu.name, nu.words, "i and ν_i(j) form an inversion for j in P_i",
                "KV Definition 14 (c)", in(first_violation_of_nu_c, reading));
            one("KV-L15-d", nu.name, nu.words, "j and ν_i(j) form an inversion for j in P_i",
                "KV Definition 14 (d)", in(first_violation_of_nu_d, reading));
        }
    }

    void add_nu_proof() {
        for (const NamedNu& nu : nus) {
            const NuReading reading = nu.reading;
            one("KV-L15-pi-difference", nu.name, nu.words,
                "π_i'(j) - π_i(j) = i - i' for i > i' and j in P_i and P_i'",
                "KV proof of Lemma 15 (b)", in(first_violation_of_nu_pi_difference, reading));
            one("KV-L15-xi-difference", nu.name, nu.words,
                "ξ_i'(k) - ξ_i(k) <= i - i' - 1 for i > i' with a common j and k in Q_i and Q_i'",
                "KV proof of Lemma 15 (b)", in(first_violation_of_nu_xi_difference, reading));
        }
        one("KV-L16-charges", "type-II", "the terms of type II alone, at most twice",
            "no inversion is charged more than twice by terms of type II", "KV proof of Lemma 16",
            first_violation_of_lemma_16_type_two_charges);
        one("KV-L16-charges", "printed", "terms with i < σ(i), as the types are printed",
            "no inversion is charged more than three times", "KV proof of Lemma 16",
            in(first_violation_of_lemma_16_charges, ChargingTerms::printed, 3u));
        one("KV-L16-charges", "both-sides", "all terms of F[interval], the upward ones by σ^rc",
            "no inversion is charged more than three times", "KV proof of Lemma 16",
            in(first_violation_of_lemma_16_charges, ChargingTerms::both_sides, 3u));
    }

    std::deque<std::string> texts_;
    std::vector<ProofStep> steps_;
};

const Catalogue& step_catalogue() {
    static const Catalogue table;
    return table;
}

}  // namespace

std::span<const ProofStep> proof_steps() {
    return step_catalogue().steps();
}

}  // namespace disarray::properties::proofs
