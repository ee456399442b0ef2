// SPDX-License-Identifier: MIT
#include "search/verify/checker.hpp"

#include <set>

#include <nlohmann/json.hpp>

#include "search/verify/forms.hpp"
#include "search/verify/proof.hpp"

namespace disarray::verify {

namespace {

/// Half of the matrix, which is square, symmetric, and zero on the diagonal.
Dissimilarity read_symmetric(const Json& value, int n) {
    const auto length = static_cast<std::size_t>(n);
    Dissimilarity d(pair_count(n));
    const Json::array_t& rows = list(value, length, "rows");
    for (int i = 0; i < n; ++i) {
        within("row", static_cast<std::size_t>(i) + 1, [&] {
            const Json::array_t& row = list(rows[static_cast<std::size_t>(i)], length, "entries");
            for (int j = 0; j < n; ++j) {
                const Json& entry = row[static_cast<std::size_t>(j)];
                Rational found = within("column", static_cast<std::size_t>(j) + 1,
                                        [&] { return non_negative(entry); });
                if (i < j) {
                    d[pair_place(n, i, j)] = std::move(found);
                } else if (const Rational due = i == j ? 0 : d[pair_place(n, i, j)]; found != due) {
                    throw Rejected(fmt::format("column {}", j + 1), due.to_string(), shown(entry));
                }
            }
        });
    }
    return d;
}

/// A form with its first coefficient ≠ 0 made positive, its elements renamed.
template <class C>
Form<C> renamed(const Form<C>& form, const Ranks& to, bool up_to_sign) {
    Form<C> result(form.size(), C(0));
    for (int i = 0; i < to.size; ++i) {
        for (int j = i + 1; j < to.size; ++j)
            result[pair_place(to.size, to[i], to[j])] = form[pair_place(to.size, i, j)];
    }
    const auto first = std::ranges::find_if(result, [](const C& c) { return c != C(0); });
    if (up_to_sign && first != result.end() && *first < C(0)) {
        for (C& coefficient : result)
            coefficient = -coefficient;
    }
    return result;
}

/// Forms that are equal as functions of D become equal, up to what FORMAT.md leaves free.
template <class C>
Forms<C> renamed(const Forms<C>& forms, const Ranks& to) {
    Forms<C> result{renamed(forms.linear, to, false), {}};
    for (const Form<C>& form : forms.absolute)
        result.absolute.push_back(renamed(form, to, true));
    std::ranges::sort(result.absolute);
    return result;
}

template <class C>
class CheckerWith final : public Checker {
public:
    CheckerWith(Claim stated, Rational scale)
        : Checker(std::move(stated)),
          scale_(std::move(scale)),
          small_(claim, claim.small, scale_),
          big_(claim, claim.big, scale_) {}

    Record check(const Json& record) const override {
        Record result;
        result.ranks = read_ranks(record);
        return within("ranks " + result.ranks.to_string(), [&] {
            check_rest(record, result);
            return std::move(result);
        });
    }

    bool nothing_claimed(const Ranks& sigma) const override {
        return small_.forms(sigma).is_zero();
    }

    Values values(const Ranks& sigma, const Dissimilarity& d) const override {
        return {value(small_.forms(sigma), d), value(big_.forms(sigma), d)};
    }

private:
    Ranks read_ranks(const Json& record) const {
        if (!record.contains("ranks")) throw Rejected("", "a record, with ranks", shown(record));
        return within("ranks", [&] {
            const Json& value = record["ranks"];
            const std::size_t length = list(value).size();
            const bool shorter = claim.direct_sums && length >= 2 && length < std::size_t(claim.n);
            const Ranks found = rank_vector(value, shorter ? static_cast<int>(length) : claim.n);
            if (claim.scope && found != *claim.scope) {
                throw Rejected("", claim.scope->to_string(), found.to_string());
            }
            return found;
        });
    }

    void check_rest(const Json& record, Record& result) const {
        const Ranks& sigma = result.ranks;
        const bool has_witness = record.contains("witness");
        if (has_witness) {
            fields(record, "ranks", "proof", "witness");
        } else {
            fields(record, "ranks", "proof");
        }
        const Forms<C> small = small_.forms(sigma);
        const Forms<C> big = big_.forms(sigma);
        if (small.is_zero()) throw Rejected("", "no record, as N is 0", "a record");
        result.ratio = within("proof", [&] {
            return Proof<C>(sigma.size, small, big, scale_).least_ratio(record["proof"]);
        });
        if (has_witness != (result.ratio < Rational(1))) {
            throw Rejected(
                "witness",
                has_witness ? "none, as the ratio is not < 1" : "a witness, as the ratio is < 1",
                "ratio " + result.ratio.to_string());
        }
        if (has_witness) {
            within("witness", [&] {
                require_attained(sigma, read_pseudometric(record["witness"], sigma.size),
                                 result.ratio);
            });
        }
        result.images = count_images(sigma, small, big);
    }

    /// Checks that M and N of each image are those of σ renamed.
    int count_images(const Ranks& sigma, const Forms<C>& small, const Forms<C>& big) const {
        const Ranks identity = inverse_of_itself(sigma.size);
        std::set<Ranks> different{sigma};
        for (const Image& image : images(claim, sigma)) {
            if (!different.insert(image.ranks).second) continue;
            const bool same =
                renamed(small, image.renamed) == renamed(small_.forms(image.ranks), identity) &&
                renamed(big, image.renamed) == renamed(big_.forms(image.ranks), identity);
            if (!same) {
                throw Rejected("image " + image.ranks.to_string(), "M and N of σ, renamed",
                               "others: the listed symmetries do not hold");
            }
        }
        return static_cast<int>(different.size());
    }

    static Ranks inverse_of_itself(int n) {
        Ranks identity{.rank = {}, .size = n};
        for (int i = 0; i < n; ++i)
            identity.set(i, i);
        return identity;
    }

    static Rational value(const Form<C>& form, const Dissimilarity& d) {
        Rational sum;
        for (std::size_t p = 0; p < form.size(); ++p)
            if (form[p] != C(0) && d[p].sign() != 0) sum += Rational(form[p]) * d[p];
        return sum;
    }

    static Rational value(const Forms<C>& forms, const Dissimilarity& d) {
        Rational sum = value(forms.linear, d);
        for (const Form<C>& form : forms.absolute)
            sum += abs(value(form, d));
        return sum;
    }

    const Rational scale_;
    const ScaledExpression<C> small_, big_;
};

}  // namespace

Dissimilarity read_pseudometric(const Json& value, int n) {
    Dissimilarity d = read_symmetric(value, n);
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            const Rational& side = d[pair_place(n, i, j)];
            if (side.sign() == 0) continue;
            for (int k = 0; k < n; ++k) {
                if (k == i || k == j) continue;
                const Rational way = d[pair_place(n, i, k)] + d[pair_place(n, j, k)];
                if (side <= way) continue;
                throw Rejected(fmt::format("triangle {} {} {}", i + 1, j + 1, k + 1),
                               fmt::format("D_{},{} <= {}", i + 1, j + 1, way.to_string()),
                               side.to_string());
            }
        }
    }
    return d;
}

void Checker::require_attained(const Ranks& sigma, const Dissimilarity& d,
                               const Rational& ratio) const {
    const Values found = values(sigma, d);
    if (found.small.sign() <= 0) throw Rejected("", "N > 0 at D", "N = 0");
    if (found.big != ratio * found.small) {
        throw Rejected("", "M/N = " + ratio.to_string(), (found.big / found.small).to_string());
    }
}

std::unique_ptr<const Checker> make_checker(std::string_view header) {
    Claim claim = read_header(header);
    if (const auto scale = integer_scale(claim)) {
        return std::make_unique<CheckerWith<std::int64_t>>(std::move(claim), *scale);
    }
    return std::make_unique<CheckerWith<Rational>>(std::move(claim), 1);
}

RecordChecker::RecordChecker(std::string_view header) : checker_(make_checker(header)) {}
RecordChecker::RecordChecker(RecordChecker&&) noexcept = default;
RecordChecker& RecordChecker::operator=(RecordChecker&&) noexcept = default;
RecordChecker::~RecordChecker() = default;

Record RecordChecker::check(std::string_view line) const {
    return checker_->check(parse_object(line));
}

}  // namespace disarray::verify
