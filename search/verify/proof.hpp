// SPDX-License-Identifier: MIT
//
// Checks a proof: a tree of splits with, at each leaf, an identity of forms that is multiplied out
// here, coefficient by coefficient. Nothing is searched and nothing estimated.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "search/verify/fields.hpp"
#include "search/verify/forms.hpp"

namespace disarray::verify {

template <class C>
class Proof {
public:
    /// \param scale  the number by which the coefficients of `small` and `big` are multiplied
    Proof(int n, const Forms<C>& small, const Forms<C>& big, const Rational& scale)
        : n_(n), small_(small), big_(big), scale_(scale), side_(small.absolute.size(), 0) {}

    /// The ratio: the least one of the leaves below `root`. \throws Rejected
    Rational least_ratio(const Json& root) {
        least_.reset();
        node(root);
        return *least_;
    }

private:
    void node(const Json& value) {
        if (!value.is_object() || !value.contains("split")) return leaf(value);
        const auto [split, positive_branch, negative_branch] =
            fields(value, "split", "positive", "negative");
        const std::size_t k = within("split", [&, s = split] { return form_place(*s); });
        if (side_[k] != 0) throw Rejected("split", "a form that is not split above", shown(*split));
        ++splits_;
        side_[k] = 1;
        within("positive", [&, b = positive_branch] { node(*b); });
        side_[k] = -1;
        within("negative", [&, b = negative_branch] { node(*b); });
        side_[k] = 0;
        --splits_;
    }

    /// A place in the forms of N, from 0.
    std::size_t form_place(const Json& value) const {
        if (side_.empty())
            throw Rejected("", "no split, as N has no absolute values", shown(value));
        return static_cast<std::size_t>(integer(value, 1, static_cast<std::int64_t>(side_.size())) -
                                        1);
    }

    /// left and right are the two sides of the leaf's identity, times scale_.
    void leaf(const Json& value) {
        const auto [ratio, signs, triangles, slacks] =
            splits_ > 0 ? with_regions(value)
                        : fields(value, "ratio", "signs", "triangles", "slacks");
        const Rational r = within("ratio", [&, v = ratio] { return non_negative(*v); });
        std::vector<Rational> left(pair_count(n_));
        std::vector<Rational> right(pair_count(n_));
        within("signs", [&, v = signs] { add_signs(*v, left); });
        const bool counts = subtract_small(r, left);
        within("triangles", [&, v = triangles] { add_triangles(*v, right); });
        within("slacks", [&, v = slacks] { add_slacks(*v, right); });
        for (Rational& coefficient : right)
            if (coefficient.sign() != 0) coefficient *= scale_;
        if (splits_ > 0) within("regions", [&] { add_regions(value["regions"], right); });
        require_equal(left, right);
        if (counts && (!least_ || r < *least_)) least_ = r;
        // Any r would do, so that one is prescribed.
        if (!counts && r.sign() != 0) throw Rejected("ratio", "0, as N' = 0", r.to_string());
    }

    static std::array<const Json*, 4> with_regions(const Json& value) {
        const auto [ratio, signs, triangles, slacks, regions] =
            fields(value, "ratio", "signs", "triangles", "slacks", "regions");
        return {ratio, signs, triangles, slacks};
    }

    /// linear(M) + Σ φ_k f_k
    void add_signs(const Json& value, std::vector<Rational>& left) const {
        const Json::array_t& signs =
            list(value, big_.absolute.size(), "signs, one for each form of M");
        Form<C> whole = big_.linear;  // with the terms whose sign is 1 or −1, as most are
        for (std::size_t k = 0; k < signs.size(); ++k) {
            const Form<C>& form = big_.absolute[k];
            const Rational sign = within("sign", k + 1, [&] { return number(signs[k]); });
            if (abs(sign) > Rational(1)) {
                throw Rejected(fmt::format("sign {}", k + 1), "a number from -1 to 1",
                               shown(signs[k]));
            }
            for (std::size_t p = 0; p < form.size(); ++p) {
                if (form[p] == C(0)) continue;
                if (sign.is_integer()) {
                    if (sign.sign() != 0) whole[p] += sign.sign() > 0 ? form[p] : C(-form[p]);
                } else {
                    left[p] += sign * Rational(form[p]);
                }
            }
        }
        for (std::size_t p = 0; p < whole.size(); ++p)
            if (whole[p] != C(0)) left[p] += Rational(whole[p]);
    }

    /// −r·N', N' = linear(N) + Σ_{split k} s_k g_k + Σ_{other k} |g_k|; false if N' is 0.
    bool subtract_small(const Rational& r, std::vector<Rational>& left) const {
        Form<C> bounded = small_.linear;
        for (std::size_t k = 0; k < side_.size(); ++k) {
            const Form<C>& form = small_.absolute[k];
            for (std::size_t p = 0; p < form.size(); ++p) {
                const bool minus = side_[k] != 0 ? side_[k] < 0 : form[p] < C(0);
                bounded[p] += minus ? C(-form[p]) : form[p];
            }
        }
        bool is_zero = true;
        for (std::size_t p = 0; p < bounded.size(); ++p) {
            if (bounded[p] == C(0)) continue;
            left[p] -= r * Rational(bounded[p]);
            is_zero = false;
        }
        return !is_zero;
    }

    /// `places` elements, from 0, and a number > 0 as last entry of `value`.
    template <std::size_t places>
    std::array<int, places> read_places(const Json& value, Rational& number_there) const {
        const Json::array_t& entries = list(value, places + 1, "entries");
        std::array<int, places> found{};
        for (std::size_t p = 0; p < places; ++p)
            found[p] = static_cast<int>(integer(entries[p], 1, n_)) - 1;
        if (found[0] >= found[1]) throw Rejected("", "i < j", shown_places(found));
        number_there = positive(entries[places]);
        return found;
    }

    template <std::size_t places>
    static std::string shown_places(const std::array<int, places>& found) {
        std::string words;
        for (const int place : found)
            words += fmt::format("{}{}", words.empty() ? "[" : ", ", place + 1);
        return words + "]";
    }

    /// Calls use(places, number) for each entry of a list in strictly ascending order.
    template <std::size_t places, class Use>
    void for_each_entry(const Json& value, Use use) const {
        std::optional<std::array<int, places>> before;
        std::size_t count = 0;
        for (const Json& entry : list(value)) {
            within("entry", ++count, [&] {
                Rational multiplier;
                const auto found = read_places<places>(entry, multiplier);
                if (before && *before >= found) {
                    throw Rejected("", "a place after " + shown_places(*before),
                                   shown_places(found));
                }
                use(found, multiplier);
                before = found;
            });
        }
    }

    /// Σ y·(D_ik + D_jk − D_ij)
    void add_triangles(const Json& value, std::vector<Rational>& right) const {
        for_each_entry<3>(value, [&](const std::array<int, 3>& place, const Rational& y) {
            const auto [i, j, k] = place;
            if (k == i || k == j)
                throw Rejected("", "three different elements", shown_places(place));
            right[pair_place(n_, i, k)] += y;
            right[pair_place(n_, j, k)] += y;
            right[pair_place(n_, i, j)] -= y;
        });
    }

    /// Σ s·D_ij
    void add_slacks(const Json& value, std::vector<Rational>& right) const {
        for_each_entry<2>(value, [&](const std::array<int, 2>& place, const Rational& s) {
            right[pair_place(n_, place[0], place[1])] += s;
        });
    }

    /// Σ μ·s_k g_k
    void add_regions(const Json& value, std::vector<Rational>& right) const {
        std::size_t next = 0;  // the least place that may come
        std::size_t count = 0;
        for (const Json& entry : list(value)) {
            within("entry", ++count, [&] {
                const Json::array_t& entries = list(entry, 2, "entries");
                const std::size_t k = form_place(entries[0]);
                if (k < next) throw Rejected("", "ascending places", shown(entries[0]));
                if (side_[k] == 0) throw Rejected("", "a form split above", shown(entries[0]));
                const Rational multiplier = positive(entries[1]) * Rational(side_[k]);
                for (std::size_t p = 0; p < right.size(); ++p)
                    right[p] += multiplier * Rational(small_.absolute[k][p]);
                next = k + 1;
            });
        }
    }

    void require_equal(const std::vector<Rational>& left,
                       const std::vector<Rational>& right) const {
        for (int i = 0; i < n_; ++i) {
            for (int j = i + 1; j < n_; ++j) {
                const std::size_t p = pair_place(n_, i, j);
                if (left[p] == right[p]) continue;
                throw Rejected(fmt::format("pair {{{},{}}}", i + 1, j + 1),
                               "coefficient " + (left[p] / scale_).to_string(),
                               (right[p] / scale_).to_string());
            }
        }
    }

    int n_;
    const Forms<C>& small_;
    const Forms<C>& big_;
    const Rational& scale_;
    std::vector<int> side_;  // of each form of N: 1 or −1 below a split of it, else 0
    int splits_ = 0;         // above the present node
    std::optional<Rational> least_;
};

}  // namespace disarray::verify
