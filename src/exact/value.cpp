// SPDX-License-Identifier: MIT
#include "exact/value.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "exact/gmp.hpp"

namespace disarray {

namespace {

constexpr unsigned largest_small_prime = 997;

/// value^(1/degree) if it is an integer. \param value  >= 0
std::optional<Integer> exact_root(const Integer& value, unsigned degree) {
    GmpInteger root;
    const int exact = mpz_root(root.get(), GmpInteger(value).get(), degree);
    if (exact == 0) return std::nullopt;
    return root.value();
}

const std::vector<unsigned>& small_primes() {
    static const std::vector<unsigned> primes = [] {
        std::vector<unsigned> found;
        for (unsigned p = 2; p <= largest_small_prime; ++p) {
            if (std::ranges::none_of(found, [p](unsigned q) { return p % q == 0; })) {
                found.push_back(p);
            }
        }
        return found;
    }();
    return primes;
}

/// factor · radicand^(1/degree).
struct Radical {
    Integer factor = 1;
    Integer radicand = 1;
    unsigned degree = 1;
};

/// A radical of the least degree, with the powers of small primes before the root. What is left of
/// larger primes makes two radicals look different that are not; like() knows.
Radical simplified(Integer radicand, unsigned degree) {
    for (unsigned p = 2; p <= degree; ++p) {
        while (degree % p == 0) {
            const auto root = exact_root(radicand, p);
            if (!root) break;
            radicand = *root;
            degree /= p;
        }
    }
    Radical result{1, std::move(radicand), degree};
    if (degree == 1) {
        std::swap(result.factor, result.radicand);
        return result;
    }
    for (const unsigned p : small_primes()) {
        const Integer prime_power = pow(Integer(p), degree);
        if (prime_power > result.radicand) break;
        while (result.radicand % prime_power == 0) {
            result.radicand /= prime_power;
            result.factor *= p;
        }
    }
    return result;
}

/// Interval::inverse_log2, looked up at the precision of a first try: sums of a hundred logarithms
/// are compared by the thousand.
const Interval& inverse_logarithm(std::uint64_t base, unsigned precision) {
    thread_local std::unordered_map<std::uint64_t, Interval> known;
    thread_local std::optional<Interval> latest;
    if (precision != Interval::least_precision) {
        return latest.emplace(Interval::inverse_log2(base, precision));
    }
    const auto found = known.find(base);
    if (found != known.end()) return found->second;
    return known.emplace(base, Interval::inverse_log2(base, precision)).first->second;
}

/// The b and m with base = b^m and m as large as possible, for base < 4096: gains of ranked lists
/// ask for it at every rank.
std::span<const std::pair<std::uint64_t, unsigned>> small_perfect_powers() {
    static const std::vector<std::pair<std::uint64_t, unsigned>> known = [] {
        constexpr std::uint64_t end = 4096;
        std::vector<std::pair<std::uint64_t, unsigned>> powers(end, {0, 0});
        for (std::uint64_t root = 2; root < end; ++root) {
            if (powers[root].first != 0) continue;  // a power of a smaller root
            unsigned exponent = 1;
            for (std::uint64_t power = root; power < end; power *= root)
                powers[power] = {root, exponent++};
        }
        return powers;
    }();
    return known;
}

/// The b and m with base = b^m and m as large as possible.
std::pair<std::uint64_t, unsigned> perfect_power(std::uint64_t base) {
    if (base < small_perfect_powers().size()) return small_perfect_powers()[base];
    // b >= 2, so that b^m <= base bounds m.
    for (auto m = static_cast<unsigned>(std::bit_width(base)); m >= 2; --m) {
        const auto root = exact_root(Integer(base), m);
        if (root && *root >= 2) return {root->convert_to<std::uint64_t>(), m};
    }
    return {base, 1};
}

}  // namespace

/// Sums of terms are kept ordered by monomial, so that addition is a merge.
struct Value::Algebra {
    static bool before(const Monomial& a, const Monomial& b) {
        if (a.bases != b.bases) {
            return a.bases.size() != b.bases.size() ? a.bases.size() < b.bases.size()
                                                    : a.bases < b.bases;
        }
        return a.degree != b.degree ? a.degree < b.degree : a.radicand < b.radicand;
    }

    static Sum constant(const Rational& value) {
        if (value.sign() == 0) return {};
        return {{value, {}}};
    }

    /// a/b if it is rational, for the roots of two monomials with the same logarithms. Both have
    /// the least degree they can have (see simplified()), which is that of their minimal
    /// polynomial: numbers with a rational quotient have the same.
    static std::optional<Rational> like(const Monomial& a, const Monomial& b) {
        if (a.degree != b.degree) return std::nullopt;
        const Integer common = gcd(a.radicand, b.radicand);
        const auto above = exact_root(a.radicand / common, a.degree);
        if (!above) return std::nullopt;
        const auto below = exact_root(b.radicand / common, b.degree);
        if (!below) return std::nullopt;
        return Rational(*above, *below);
    }

    /// Joins roots that differ by a rational factor only. Most sums have at most one root.
    static void join_like_roots(Sum& sum) {
        if (std::ranges::count_if(sum, [](const Term& t) { return t.monomial.degree > 1; }) < 2) {
            return;
        }
        Sum joined;
        for (Term& term : sum) {
            const auto same = std::ranges::find_if(joined, [&](const Term& other) {
                return term.monomial.degree > 1 && other.monomial.degree > 1 &&
                       other.monomial.bases == term.monomial.bases &&
                       like(term.monomial, other.monomial);
            });
            if (same == joined.end()) {
                joined.push_back(std::move(term));
            } else {
                same->coefficient += term.coefficient * *like(term.monomial, same->monomial);
            }
        }
        std::erase_if(joined, [](const Term& t) { return t.coefficient.sign() == 0; });
        sum = std::move(joined);
    }

    static Sum add(const Sum& a, const Sum& b) {
        Sum sum;
        sum.reserve(a.size() + b.size());
        auto left = a.begin();
        auto right = b.begin();
        while (left != a.end() && right != b.end()) {
            if (left->monomial == right->monomial) {
                Rational coefficient = left->coefficient + right->coefficient;
                if (coefficient.sign() != 0) {
                    sum.push_back({std::move(coefficient), left->monomial});
                }
                ++left, ++right;
            } else {
                sum.push_back(before(left->monomial, right->monomial) ? *left++ : *right++);
            }
        }
        sum.insert(sum.end(), left, a.end());
        sum.insert(sum.end(), right, b.end());
        join_like_roots(sum);
        return sum;
    }

    static Sum scaled(Sum sum, const Rational& factor) {
        if (factor.sign() == 0) return {};
        for (Term& term : sum)
            term.coefficient *= factor;
        return sum;
    }

    /// The radicand of a common degree is a power that memory and time must allow for.
    static void require_affordable(const Monomial& monomial, unsigned degree) {
        constexpr std::size_t most_bits = 1U << 18;  // convention: a product in milliseconds
        const std::size_t bits = msb(monomial.radicand) + 1;
        if (bits * (degree / monomial.degree) <= most_bits) return;
        throw NotSupported("a product of roots", fmt::format("roots of common degree {}", degree),
                           "smaller degrees or radicands");
    }

    static Term product(const Term& a, const Term& b) {
        Term result{a.coefficient * b.coefficient, {}};
        std::ranges::merge(a.monomial.bases, b.monomial.bases,
                           std::back_inserter(result.monomial.bases));
        const unsigned degree = std::lcm(a.monomial.degree, b.monomial.degree);
        if (degree > 1) {
            require_affordable(a.monomial, degree);
            require_affordable(b.monomial, degree);
            Radical root = simplified(pow(a.monomial.radicand, degree / a.monomial.degree) *
                                          pow(b.monomial.radicand, degree / b.monomial.degree),
                                      degree);
            result.coefficient *= Rational(root.factor);
            result.monomial.radicand = std::move(root.radicand);
            result.monomial.degree = root.degree;
        }
        return result;
    }

    static Sum multiply(const Sum& a, const Sum& b) {
        if (is_constant(a)) return a.empty() ? Sum{} : scaled(b, a.front().coefficient);
        if (is_constant(b)) return multiply(b, a);
        Sum products;
        for (const Term& left : a) {
            for (const Term& right : b)
                products.push_back(product(left, right));
        }
        std::ranges::sort(products, before, &Term::monomial);
        Sum sum;
        for (Term& term : products) {
            if (!sum.empty() && sum.back().monomial == term.monomial) {
                sum.back().coefficient += term.coefficient;
            } else {
                sum.push_back(std::move(term));
            }
        }
        std::erase_if(sum, [](const Term& t) { return t.coefficient.sign() == 0; });
        join_like_roots(sum);
        return sum;
    }

    static bool is_constant(const Sum& sum) {
        return sum.empty() || (sum.size() == 1 && sum.front().monomial == Monomial{});
    }

    static bool has_logarithms(const Sum& sum) {
        return std::ranges::any_of(sum, [](const Term& t) { return !t.monomial.bases.empty(); });
    }

    static Interval enclosure(const Sum& sum, unsigned precision) {
        Interval total(Rational(0), precision);
        for (const auto& [coefficient, monomial] : sum) {
            Interval term(coefficient, precision);
            if (monomial.degree > 1) {
                term *= Interval::root(monomial.radicand, monomial.degree, precision);
            }
            for (const std::uint64_t base : monomial.bases) {
                term *= inverse_logarithm(base, precision);
            }
            total += term;
        }
        return total;
    }

    /// Every monomial is positive: coefficients of one sign settle it. Else intervals do; without
    /// logarithms the sum is not 0 (see the header), so that they do in the end.
    static std::optional<int> sign(const Sum& sum) {
        if (sum.empty()) return 0;
        const int first = sum.front().coefficient.sign();
        const bool same = std::ranges::all_of(
            sum, [first](const Term& t) { return t.coefficient.sign() == first; });
        if (same) return first;
        const bool may_be_zero = has_logarithms(sum);
        for (unsigned precision = Interval::least_precision;; precision *= 2) {
            if (may_be_zero && precision > max_precision) return std::nullopt;
            if (const auto sign = enclosure(sum, precision).sign()) return sign;
        }
    }

    static std::string to_string(const Monomial& monomial) {
        std::vector<std::string> logarithms;
        for (const std::uint64_t base : monomial.bases) {
            logarithms.push_back(fmt::format("log2({})", base));
        }
        const std::string root =
            monomial.degree == 1 ? ""
            : monomial.degree == 2
                ? fmt::format("sqrt({})", monomial.radicand.to_string())
                : fmt::format("{}^(1/{})", monomial.radicand.to_string(), monomial.degree);
        if (logarithms.empty()) return root;
        const std::string below = logarithms.size() == 1
                                      ? logarithms.front()
                                      : fmt::format("({})", fmt::join(logarithms, "*"));
        return fmt::format("{}/{}", root.empty() ? "1" : root, below);
    }

    /// A term without its sign.
    static std::string to_string(const Rational& magnitude, const Monomial& monomial) {
        if (monomial == Monomial{}) return magnitude.to_string();
        const std::string factor = to_string(monomial);
        if (magnitude == 1) return factor;
        if (factor.starts_with("1/")) {
            const std::string number = magnitude.is_integer()
                                           ? magnitude.to_string()
                                           : fmt::format("({})", magnitude.to_string());
            return number + factor.substr(1);
        }
        return magnitude.is_integer() || monomial.degree > 1
                   ? fmt::format("{}*{}", magnitude.to_string(), factor)
                   : fmt::format("({})*{}", magnitude.to_string(), factor);
    }

    static std::string to_string(const Sum& sum) {
        std::string text;
        for (const auto& [coefficient, monomial] : sum) {
            const bool negative = coefficient.sign() < 0;
            if (text.empty()) {
                text = negative ? "-" : "";
            } else {
                text += negative ? " - " : " + ";
            }
            text += to_string(negative ? -coefficient : coefficient, monomial);
        }
        return text.empty() ? "0" : text;
    }
};

Value Value::undefined(std::string reason) {
    return Value(Undefined{std::make_shared<const std::string>(std::move(reason))});
}

Value Value::undecided(std::string reason) {
    return Value(Undefined{std::make_shared<const std::string>(std::move(reason)), true});
}

Value Value::of(Sum numerator, Sum denominator) {
    if (numerator.empty()) return Rational(0);
    // The sum below, still positive, with ±1 in front: found again when it is the same one.
    const Rational leading = abs(denominator.front().coefficient);
    if (leading != 1) {
        numerator = Algebra::scaled(std::move(numerator), 1 / leading);
        denominator = Algebra::scaled(std::move(denominator), 1 / leading);
    }
    if (!Algebra::is_constant(denominator)) {
        const Rational ratio = numerator.front().coefficient / denominator.front().coefficient;
        if (Algebra::scaled(denominator, ratio) == numerator) return ratio;
    } else if (Algebra::is_constant(numerator)) {
        return numerator.front().coefficient;
    }
    Value value;
    value.content_ =
        std::make_shared<const Quotient>(Quotient{std::move(numerator), std::move(denominator)});
    return value;
}

Value Value::root(const Rational& radicand, unsigned degree) {
    if (radicand.sign() < 0 || degree == 0) throw UsageError("Value::root: no real root");
    if (radicand.sign() == 0) return Rational(0);
    // (p/q)^(1/m) = (p·q^(m−1))^(1/m) / q.
    const Integer denominator = radicand.denominator();
    Radical root = simplified(radicand.numerator() * pow(denominator, degree - 1), degree);
    Term term{Rational(root.factor, denominator), {}};
    term.monomial.radicand = std::move(root.radicand);
    term.monomial.degree = root.degree;
    return of({std::move(term)}, Algebra::constant(1));
}

Value::Value(LogLinear value) : content_(value.constant) {
    if (!value.is_rational()) content_ = std::make_shared<const LogLinear>(std::move(value));
}

Value Value::logarithm(const Rational& argument) {
    if (argument.sign() <= 0)
        throw UsageError("Value::logarithm: of a number that is not positive");
    return LogLinear{0, 1, argument};
}

Value Value::inverse_log2(std::uint64_t base) {
    if (base < 2) throw UsageError("Value::inverse_log2: a base below 2");
    const auto [root, exponent] = perfect_power(base);
    Term term{Rational(1, exponent), {}};
    if (root != 2) term.monomial.bases.push_back(root);
    return of({std::move(term)}, Algebra::constant(1));
}

Value Value::sum_of_inverse_log2(std::vector<InverseLog2Term> terms) {
    // 1/log₂(r^m) = (1/m)/log₂ r. Afterwards terms are joined that have the same base.
    for (InverseLog2Term& term : terms) {
        if (term.base < 2) throw UsageError("Value::sum_of_inverse_log2: a base below 2");
        const auto [root, exponent] = perfect_power(term.base);
        term = {term.coefficient / Rational(exponent), root};
    }
    std::ranges::sort(terms, {}, &InverseLog2Term::base);
    Sum sum;
    std::uint64_t last = 0;
    for (InverseLog2Term& term : terms) {
        if (term.base == last) {
            sum.back().coefficient += term.coefficient;
            continue;
        }
        if (!sum.empty() && sum.back().coefficient.sign() == 0) sum.pop_back();
        last = term.base;
        sum.push_back({std::move(term.coefficient), {}});
        if (last != 2) sum.back().monomial.bases.push_back(last);
    }
    if (!sum.empty() && sum.back().coefficient.sign() == 0) sum.pop_back();
    return of(std::move(sum), Algebra::constant(1));
}

const Rational& Value::rational() const {
    if (const auto* value = std::get_if<Rational>(&content_)) return *value;
    throw UsageError("Value: " + to_string() + " is not rational");
}

const std::string& Value::why_undefined() const {
    if (const auto* value = std::get_if<Undefined>(&content_)) return *value->reason;
    throw UsageError("Value: " + to_string() + " is defined");
}

Value::Quotient Value::quotient() const {
    if (const auto* value = std::get_if<Rational>(&content_)) {
        return {Algebra::constant(*value), Algebra::constant(1)};
    }
    return *std::get<std::shared_ptr<const Quotient>>(content_);
}

const LogLinear* Value::log_linear() const {
    const auto* value = std::get_if<std::shared_ptr<const LogLinear>>(&content_);
    return value ? value->get() : nullptr;
}

LogLinear Value::as_log_linear() const {
    if (const auto* value = std::get_if<Rational>(&content_)) return {*value, 0};
    if (const LogLinear* value = log_linear()) return *value;
    throw NotSupported("a number with ln", to_string(), "a rational number beside it");
}

std::optional<int> Value::sign() const {
    if (const auto* value = std::get_if<Rational>(&content_)) return value->sign();
    if (const LogLinear* value = log_linear()) return value->sign();
    if (!is_defined()) return std::nullopt;
    return Algebra::sign(std::get<std::shared_ptr<const Quotient>>(content_)->numerator);
}

Value Value::operator-() const {
    return Value(Rational(-1)) * *this;
}

Value operator+(const Value& a, const Value& b) {
    using Algebra = Value::Algebra;
    if (!a.is_defined()) return a;
    if (!b.is_defined()) return b;
    if (a.is_rational() && b.is_rational()) return a.rational() + b.rational();
    if (a.has_logarithm() || b.has_logarithm()) return a.as_log_linear() + b.as_log_linear();
    const auto [p, q] = a.quotient();
    const auto [r, s] = b.quotient();
    if (q == s) return Value::of(Algebra::add(p, r), q);
    return Value::of(Algebra::add(Algebra::multiply(p, s), Algebra::multiply(r, q)),
                     Algebra::multiply(q, s));
}

Value operator*(const Value& a, const Value& b) {
    using Algebra = Value::Algebra;
    if (!a.is_defined()) return a;
    if (!b.is_defined()) return b;
    if (a.is_rational() && b.is_rational()) return a.rational() * b.rational();
    if (a.has_logarithm() && b.is_rational()) return b.rational() * a.as_log_linear();
    if (b.has_logarithm() && a.is_rational()) return a.rational() * b.as_log_linear();
    if (a.has_logarithm() || b.has_logarithm())
        throw NotSupported("a product with ln", a.to_string() + " and " + b.to_string(),
                           "a rational number among them");
    const auto [p, q] = a.quotient();
    const auto [r, s] = b.quotient();
    return Value::of(Algebra::multiply(p, r), Algebra::multiply(q, s));
}

Value operator/(const Value& a, const Value& b) {
    using Algebra = Value::Algebra;
    if (!a.is_defined()) return a;
    if (!b.is_defined()) return b;
    const auto sign = b.sign();
    if (!sign) return Value::undecided("a divisor that may be 0: " + b.to_string());
    if (*sign == 0) {
        return Value::undefined(a.sign() == 0 ? "0/0" : fmt::format("{}/0", a.to_string()));
    }
    if (b.is_rational()) return a * Value(Rational(1) / b.rational());
    if (a.has_logarithm() || b.has_logarithm())
        throw NotSupported("a quotient with ln", a.to_string() + " and " + b.to_string(),
                           "a rational divisor");
    const auto [p, q] = a.quotient();
    auto [r, s] = b.quotient();
    if (*sign < 0) {
        r = Algebra::scaled(std::move(r), -1);
        s = Algebra::scaled(std::move(s), -1);
    }
    if (r.size() == 1 && r.front().monomial.bases.empty()) {
        // A root goes above: 1/a^(1/m) = a^((m−1)/m)/a.
        const Value::Term& root = r.front();
        const Rational radicand(root.monomial.radicand);
        const Value inverse = Value::root(1 / radicand, root.monomial.degree);
        const Value above = Value::of(Algebra::multiply(p, s), q);
        return above * Value(1 / root.coefficient) * inverse;
    }
    return Value::of(Algebra::multiply(p, s), Algebra::multiply(q, r));
}

Interval Value::enclosure(unsigned precision) const {
    if (!is_defined()) throw UsageError("Value: no interval around an undefined value");
    if (const auto* value = std::get_if<Rational>(&content_)) return {*value, precision};
    if (const LogLinear* value = log_linear()) return value->enclosure(precision);
    const Quotient& parts = *std::get<std::shared_ptr<const Quotient>>(content_);
    const Interval above = Algebra::enclosure(parts.numerator, precision);
    if (Algebra::is_constant(parts.denominator)) return above;
    // The denominator is positive: some precision shows it.
    for (unsigned higher = precision;; higher *= 2) {
        const Interval below = Algebra::enclosure(parts.denominator, higher);
        if (below.sign()) return above / below;
    }
}

std::string Value::to_string() const {
    if (const auto* value = std::get_if<Rational>(&content_)) return value->to_string();
    if (const LogLinear* value = log_linear()) return value->to_string();
    if (!is_defined()) return is_undecided() ? "undecided" : "undefined";
    const Quotient& parts = *std::get<std::shared_ptr<const Quotient>>(content_);
    const std::string above = Algebra::to_string(parts.numerator);
    if (Algebra::is_constant(parts.denominator)) return above;
    return fmt::format("({})/({})", above, Algebra::to_string(parts.denominator));
}

std::string Value::to_decimal(int digits) const {
    if (const auto* value = std::get_if<Rational>(&content_)) return value->to_decimal(digits);
    if (!is_defined()) return to_string();
    // An irrational number is no tie, so that some precision settles every digit of a root.
    const bool may_be_rational = kind() == "logarithmic" && !has_logarithm();
    for (unsigned precision = Interval::least_precision;; precision *= 2) {
        if (may_be_rational && precision > max_precision) return "undecided";
        const auto [low, high] = enclosure(precision).ends();
        const std::string text = low.to_decimal(digits);
        if (text == high.to_decimal(digits)) return text;
    }
}

double Value::approximate() const {
    if (const auto* value = std::get_if<Rational>(&content_)) return value->approximate();
    if (!is_defined()) return std::numeric_limits<double>::quiet_NaN();
    // Where terms cancel, a first try has no digit that counts.
    for (unsigned precision = Interval::least_precision;; precision *= 2) {
        const auto [low, high] = enclosure(precision).ends();
        const Rational spread = high - low;
        const bool near = spread * Rational(Integer(1) << 53) <= abs(low);
        if (near || precision > max_precision) return low.approximate();
    }
}

std::string_view Value::kind() const {
    if (is_rational()) return "rational";
    if (!is_defined()) return "undefined";
    if (has_logarithm()) return "logarithmic";
    const Quotient& parts = *std::get<std::shared_ptr<const Quotient>>(content_);
    const bool logarithmic =
        Algebra::has_logarithms(parts.numerator) || Algebra::has_logarithms(parts.denominator);
    return logarithmic ? "logarithmic" : "algebraic";
}

Order compare(const Value& a, const Value& b) {
    if (a.is_undecided() || b.is_undecided()) return Order::undecided;
    if (!a.is_defined() || !b.is_defined()) return Order::undefined;
    const auto order = [](int sign) {
        return sign < 0 ? Order::less : sign > 0 ? Order::greater : Order::equal;
    };
    if (a.is_rational() && b.is_rational()) {
        const auto rational_order = a.rational() <=> b.rational();
        return order(rational_order < 0 ? -1 : rational_order > 0 ? 1 : 0);
    }
    const auto sign = (a - b).sign();
    return sign ? order(*sign) : Order::undecided;
}

Value abs(const Value& value) {
    if (!value.is_defined()) return value;
    const auto sign = value.sign();
    if (!sign) return Value::undecided("a sign that is not decided: " + value.to_string());
    return *sign < 0 ? -value : value;
}

}  // namespace disarray
