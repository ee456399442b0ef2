// SPDX-License-Identifier: MIT
//
// Sections: σ that follow each other, of which the file says nothing but the exceptions. For the
// others a rule makes the proof that a record would have. Neither the rule nor the signs of an
// exception are relied on: the identity is multiplied out in whole numbers, triangle by triangle.
#include "core.hpp"

namespace disarray::verify {

namespace {

/// Subtracts from the form some y·(D_ik + D_jk − D_ij), y > 0, that FORMAT.md's rule names.
/// Whatever it names, what is subtracted is ≥ 0 at every D; if nothing < 0 is left, so is the form.
void subtract_triangles(int n, std::vector<Whole>& c) {
    const auto common = [&](int i, int j, int k) {
        if (k == i || k == j) return Whole{0};
        return std::max(Whole{0}, std::min(c[pair_place(n, i, k)], c[pair_place(n, j, k)]));
    };
    while (true) {
        int first = -1, second = -1;
        Whole least = 0;
        for (int i = 0, p = 0; i < n; ++i) {
            for (int j = i + 1; j < n; ++j, ++p) {
                Whole margin = c[static_cast<std::size_t>(p)];
                if (margin >= 0) continue;
                for (int k = 0; k < n; ++k)
                    margin += common(i, j, k);
                if (first >= 0 && margin >= least) continue;
                least = margin;
                first = i;
                second = j;
            }
        }
        if (first < 0 || least < 0) return;  // done, or not to be done
        for (Whole& deficit = c[pair_place(n, first, second)]; deficit < 0;) {
            int best = 0;
            for (int k = 1; k < n; ++k)
                if (common(first, second, k) > common(first, second, best)) best = k;
            const Whole y = std::min(common(first, second, best), -deficit);
            if (y <= 0) return;
            c[pair_place(n, first, best)] -= y;
            c[pair_place(n, second, best)] -= y;
            deficit += y;
        }
    }
}

/// Checks that linear(M) + Σ φ_k f_k − linear(N) − Σ |g_k| ≥ 0 at every D, by the rule.
/// \param signs  φ; null: those of the sums of the coefficients of f_k
void check_rule(const FormsIn<Whole>& small, const FormsIn<Whole>& big, const Json* signs,
                const Ranks& sigma) {
    const auto reject = [&](const std::string& expected, const std::string& found) {
        throw Rejected("ranks " + sigma.to_string() + ", rule", expected, found);
    };
    if (signs != nullptr && signs->size() != big.absolute.size())
        reject("a sign for each form of M", signs->dump());
    std::vector<Whole> left = big.linear;
    for (std::size_t k = 0; k < big.absolute.size(); ++k) {
        const std::vector<Whole>& form = big.absolute[k];
        const int phi = signs != nullptr
                            ? signs->at(k).get<int>()
                            : sign(std::accumulate(form.begin(), form.end(), Whole{0}));
        if (phi < -1 || phi > 1) reject("signs -1, 0 or 1", signs->dump());
        for (std::size_t p = 0; p < left.size(); ++p)
            left[p] += phi * form[p];
    }
    for (std::size_t p = 0; p < left.size(); ++p) {
        left[p] -= small.linear[p];
        for (const std::vector<Whole>& form : small.absolute)
            left[p] -= std::abs(form[p]);
    }
    subtract_triangles(sigma.size(), left);
    if (std::ranges::any_of(left, [](Whole rest) { return rest < 0; }))
        reject("a proof of N <= M", "a pair that is not covered");
}

/// The proof for one σ, by the rule or by its exception.
void check_sigma(const Claim& claim, const Ranks& sigma, const Json* exception, Section& section) {
    const Ranks label = identity(sigma.size());
    const auto small = forms<Whole>(claim, claim.small, sigma, label);
    const auto big = forms<Whole>(claim, claim.big, sigma, label);
    const int images = count_images(claim, sigma, small, big);
    if (small.vanish() && exception == nullptr) return;
    ++section.records;
    if (exception == nullptr) return check_rule(small, big, nullptr, sigma);
    if (exception->contains("signs")) return check_rule(small, big, &exception->at("signs"), sigma);
    Record record = check_record(claim, *exception);
    if (record.ratio >= 1) return;
    section.violating += static_cast<std::uint64_t>(images);
    if (!section.least || record.ratio < section.least->ratio) section.least = std::move(record);
}

}  // namespace

Section check_section(const Claim& claim, const Json& json) {
    Section section{read_ranks(json.at("first")), read_ranks(json.at("last"))};
    const int length = section.first.size();
    if (length < (claim.direct_sums ? 2 : claim.n) || length > claim.n)
        throw Rejected("first", "ranks of a length in scope", section.first.to_string());
    const Json& exceptions = json.at("exceptions");
    auto exception = exceptions.begin();
    for (Ranks sigma = section.first;;) {
        if (!is_passed_over(claim, sigma, section.indecomposable)) {
            const bool is_next =
                exception != exceptions.end() && read_ranks(exception->at("ranks")) == sigma;
            check_sigma(claim, sigma, is_next ? &*exception : nullptr, section);
            if (is_next) ++exception;
        }
        if (sigma == section.last) break;
        if (!std::ranges::next_permutation(sigma).found)
            throw Rejected("last", "σ behind the first", section.last.to_string());
    }
    if (exception != exceptions.end())
        throw Rejected("exceptions", "σ of the section, in order", exception->at("ranks").dump());
    return section;
}

}  // namespace disarray::verify
