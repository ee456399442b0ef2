// SPDX-License-Identifier: MIT
//
// Checks a record: its proof, a tree of splits with, at each leaf, an identity of forms that is
// multiplied out here, coefficient by coefficient; its witness; and that both hold for the images
// of its σ. Nothing is searched and nothing estimated.
#include <algorithm>
#include <set>

#include "core.hpp"

namespace disarray::verify {

namespace {

/// Adds times·other.
void add(const Number& times, const Form& other, Form& form) {
    for (std::size_t p = 0; times.sign() != 0 && p < form.size(); ++p)
        if (other[p].sign() != 0) form[p] += times * other[p];
}

class Proof {
public:
    Proof(int n, const Forms& small, const Forms& big)
        : n_(n), small_(small), big_(big), bound_(small.linear), sides_(small.absolute.size()) {
        for (std::size_t k = 0; k < sides_.size(); ++k)
            add_bound(k, 1);
    }

    void check(const Json& node, const std::string& step) {
        if (!node.contains("split")) return check_leaf(node, step);
        const std::size_t k = form_place(node["split"], step + ", split");
        if (sides_[k] != 0)
            throw Rejected(step + ", split", "a form that is not split above",
                           node["split"].dump());
        ++splits_;
        assume(k, 1);
        check(node.at("positive"), step + ", positive");
        assume(k, -1);
        check(node.at("negative"), step + ", negative");
        assume(k, 0);
        --splits_;
    }

    std::optional<Number> ratio;  ///< the least of the leaves that count

private:
    /// From now on N' has s_k·g_k, or |g_k| if the side is 0.
    void assume(std::size_t k, int side) {
        add_bound(k, -1);
        sides_[k] = side;
        add_bound(k, 1);
    }

    /// Adds times·s_k·g_k, or times·|g_k|, to N'.
    void add_bound(std::size_t k, int times) {
        for (std::size_t p = 0; p < bound_.size(); ++p) {
            const Number& c = small_.absolute[k][p];
            const bool minus = sides_[k] != 0 ? sides_[k] < 0 : c.sign() < 0;
            if (c.sign() != 0) bound_[p] += c * (minus ? -times : times);
        }
    }

    /// left and right are the two sides of the identity.
    void check_leaf(const Json& leaf, const std::string& step) {
        const Number r = read_number(leaf.at("ratio"), 0);
        Form left = big_.linear, right(pair_count(n_));
        add_signs(leaf.at("signs"), step + ", signs", left);
        add(-r, bound_, left);
        for (const Json& triangle : leaf.at("triangles")) {
            const Number y = read_number(triangle.at(3), 0);
            right[pair(triangle, 0, 2)] += y;
            right[pair(triangle, 1, 2)] += y;
            right[pair(triangle, 0, 1)] -= y;
        }
        for (const Json& slack : leaf.at("slacks"))
            right[pair(slack, 0, 1)] += read_number(slack.at(2), 0);
        if (splits_ > 0) add_regions(leaf.at("regions"), step + ", regions", right);
        require_equal(left, right, step);
        const bool counts = !vanishes(bound_);
        if (counts && (!ratio || r < *ratio)) ratio = r;
        // Any r would do, so that one is prescribed.
        if (!counts && r.sign() != 0)
            throw Rejected(step + ", ratio", "0, as N' = 0", r.to_string());
    }

    /// Σ φ_k f_k
    void add_signs(const Json& signs, const std::string& step, Form& left) const {
        if (signs.size() != big_.absolute.size()) {
            throw Rejected(step,
                           std::to_string(big_.absolute.size()) + " signs, one for each form of M",
                           "a list of " + std::to_string(signs.size()));
        }
        for (std::size_t k = 0; k < signs.size(); ++k) {
            const Number sign = read_number(signs[k], -1);
            if (sign > 1) throw Rejected(step, "numbers from -1 to 1", sign.to_string());
            add(sign, big_.absolute[k], left);
        }
    }

    /// Σ μ·s_k g_k
    void add_regions(const Json& regions, const std::string& step, Form& right) const {
        for (const Json& region : regions) {
            const std::size_t k = form_place(region.at(0), step);
            if (sides_[k] == 0) throw Rejected(step, "a form split above", region.at(0).dump());
            add(read_number(region.at(1), 0) * sides_[k], small_.absolute[k], right);
        }
    }

    /// A place in the forms of N, from 0.
    std::size_t form_place(const Json& value, const std::string& step) const {
        const auto count = static_cast<std::int64_t>(sides_.size());
        const std::int64_t k = value;
        if (k >= 1 && k <= count) return static_cast<std::size_t>(k - 1);
        if (count == 0) throw Rejected(step, "no split, as N has no absolute values", value.dump());
        throw Rejected(step, "an integer from 1 to " + std::to_string(count), value.dump());
    }

    /// Place of the pair of the elements that are entries a and b of a list.
    std::size_t pair(const Json& entries, std::size_t a, std::size_t b) const {
        const int i = entries.at(a), j = entries.at(b);
        if (std::min(i, j) < 1 || std::max(i, j) > n_ || i == j)
            throw Rejected("elements", "different ones from 1 to n", entries.dump());
        return pair_place(n_, i - 1, j - 1);
    }

    void require_equal(const Form& left, const Form& right, const std::string& step) const {
        for (int i = 0; i < n_; ++i) {
            for (int j = i + 1; j < n_; ++j) {
                const std::size_t p = pair_place(n_, i, j);
                if (left[p] == right[p]) continue;
                const std::string pair = std::to_string(i + 1) + "," + std::to_string(j + 1);
                throw Rejected(step + ", pair {" + pair + "}", "coefficient " + left[p].to_string(),
                               right[p].to_string());
            }
        }
    }

    const int n_;
    const Forms& small_;
    const Forms& big_;
    Form bound_;              // N' = linear(N) + Σ_{split k} s_k g_k + Σ_{other k} |g_k|
    std::vector<int> sides_;  // s_k; 0 of a form that is not split above
    int splits_ = 0;          // above the present node
};

/// Forms that are equal as functions of D become equal: what FORMAT.md leaves free is the order and
/// the signs of those inside absolute values.
template <class C>
FormsIn<C> in_normal_order(FormsIn<C> forms) {
    for (std::vector<C>& form : forms.absolute) {
        const auto first = std::ranges::find_if(form, [](const C& c) { return sign(c) != 0; });
        if (sign(*first) > 0) continue;
        for (C& c : form)
            c = -c;
    }
    std::ranges::sort(forms.absolute);
    return forms;
}

Number value(const Form& form, const Form& d) {
    Number sum;
    for (std::size_t p = 0; p < form.size(); ++p)
        if (form[p].sign() != 0) sum += form[p] * d[p];
    return sum;
}

}  // namespace

template <class C>
int count_images(const Claim& claim, const Ranks& sigma, const FormsIn<C>& small,
                 const FormsIn<C>& big) {
    const FormsIn<C> normal_small = in_normal_order(small), normal_big = in_normal_order(big);
    std::set<Ranks> different{sigma};
    for (const auto& [ranks, label] : images(claim, sigma)) {
        if (!different.insert(ranks).second) continue;
        if (in_normal_order(forms<C>(claim, claim.small, ranks, label)) == normal_small &&
            in_normal_order(forms<C>(claim, claim.big, ranks, label)) == normal_big)
            continue;
        throw Rejected("ranks " + sigma.to_string() + ", image " + ranks.to_string(),
                       "M and N of σ, renamed", "others: the listed symmetries do not hold");
    }
    return static_cast<int>(different.size());
}
template int count_images(const Claim&, const Ranks&, const Forms&, const Forms&);
template int count_images(const Claim&, const Ranks&, const FormsIn<Whole>&, const FormsIn<Whole>&);

Number value(const Forms& forms, const Form& d) {
    Number sum = value(forms.linear, d);
    for (const Form& form : forms.absolute) {
        const Number inside = value(form, d);
        sum += inside * inside.sign();
    }
    return sum;
}

void require_ratio(const Number& small, const Number& big, const Number& ratio,
                   const std::string& step) {
    if (small.sign() <= 0) throw Rejected(step, "N > 0 at D", "N = 0");
    if (big == ratio * small) return;
    const Number found(mpq_class(big.in_gmp() / small.in_gmp()));
    throw Rejected(step, "M/N = " + ratio.to_string(), found.to_string());
}

Form read_pseudometric(const Json& matrix, int n, const std::string& step) {
    Form d;
    for (std::size_t i = 0; i < std::size_t(n); ++i)
        for (std::size_t j = i + 1; j < std::size_t(n); ++j)
            d.push_back(read_number(matrix.at(i).at(j), 0));
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            for (int k = 0; k < n; ++k) {
                if (k == i || k == j) continue;
                const Number& side = d[pair_place(n, i, j)];
                const Number way = d[pair_place(n, i, k)] + d[pair_place(n, j, k)];
                if (side <= way) continue;
                throw Rejected(step + ", triangle " + Ranks{i, j, k}.to_string(),
                               "D_" + std::to_string(i + 1) + "," + std::to_string(j + 1) +
                                   " <= " + way.to_string(),
                               side.to_string());
            }
        }
    }
    return d;
}

Record check_record(const Claim& claim, const Json& record) {
    const Ranks sigma = read_ranks(record.at("ranks"));
    const std::string step = "ranks " + sigma.to_string();
    const Ranks label = identity(sigma.size());
    const auto small = forms<Number>(claim, claim.small, sigma, label);
    const auto big = forms<Number>(claim, claim.big, sigma, label);
    if (small.vanish()) throw Rejected(step, "no record, as N is 0", "a record");
    Proof proof(sigma.size(), small, big);
    proof.check(record.at("proof"), step + ", proof");
    const Number ratio = proof.ratio.value();
    const bool has_witness = record.contains("witness");
    if (has_witness != (ratio < 1)) {
        throw Rejected(
            step + ", witness",
            has_witness ? "none, as the ratio is not < 1" : "a witness, as the ratio is < 1",
            "ratio " + ratio.to_string());
    }
    if (has_witness) {
        const std::string there = step + ", witness";
        const Form d = read_pseudometric(record["witness"], sigma.size(), there);
        require_ratio(value(small, d), value(big, d), ratio, there);
    }
    return {sigma, ratio, count_images(claim, sigma, small, big)};
}

}  // namespace disarray::verify
