// SPDX-License-Identifier: MIT
#include "properties/generators/dissimilarities.hpp"

#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

namespace disarray::properties::generators {

namespace {

using Edges = std::vector<WeightedEdge>;

Dissimilarity unit_dissimilarity(Draw&, std::size_t n, bool) {
    return Dissimilarity::unit(n);
}

Dissimilarity random_classes(Draw& draw, std::size_t n, std::size_t count) {
    std::vector<std::int64_t> class_of(n);
    for (std::int64_t& of_element : class_of) {
        of_element = static_cast<std::int64_t>(draw.below(count));
    }
    return Dissimilarity::multi_class(class_of);
}

Dissimilarity cut(Draw& draw, std::size_t n, bool) {
    return random_classes(draw, n, 2);
}

Dissimilarity multi_class(Draw& draw, std::size_t n, bool) {
    return random_classes(draw, n, draw.between(3, n < 3 ? 3 : n));
}

/// Points at small rational steps; a step of 0 puts two elements on one point.
Dissimilarity line(Draw& draw, std::size_t n, bool zeros) {
    std::vector<Rational> positions;
    Rational position = 0;
    for (std::size_t i = 0; i < n; ++i) {
        positions.push_back(position);
        position += draw.small(zeros);
    }
    draw.shuffle(positions);
    return Dissimilarity::line(positions);
}

/// Every distance is 1 or 2, so no triangle can fail.
Dissimilarity one_two(Draw& draw, std::size_t n, bool) {
    return dissimilarity_from(n, [&](std::size_t, std::size_t) { return draw.between(1, 2); });
}

/// Each node but the first hangs on an earlier one; the elements are put on the nodes at random.
Edges tree_edges(Draw& draw, std::size_t n, bool zeros) {
    std::vector<std::size_t> element(n);
    std::iota(element.begin(), element.end(), std::size_t{0});
    draw.shuffle(element);
    Edges edges;
    for (std::size_t i = 1; i < n; ++i) {
        const std::size_t parent = element[draw.below(i)];
        edges.push_back({element[i], parent, draw.small(zeros)});
    }
    return edges;
}

Dissimilarity tree(Draw& draw, std::size_t n, bool zeros) {
    return Dissimilarity::shortest_paths(n, tree_edges(draw, n, zeros), "generated");
}

/// A tree, so that the graph is connected, and up to n edges more.
Dissimilarity shortest_path(Draw& draw, std::size_t n, bool zeros) {
    Edges edges = tree_edges(draw, n, zeros);
    for (std::size_t more = draw.below(n + 1); more > 0; --more) {
        const std::size_t from = draw.below(n);
        edges.push_back({from, draw.below(n), draw.small(zeros)});
    }
    return Dissimilarity::shortest_paths(n, edges, "generated");
}

Dissimilarity random_matrix(Draw& draw, std::size_t n, bool zeros) {
    return dissimilarity_from(n, [&](std::size_t, std::size_t) { return draw.small(zeros); });
}

Dissimilarity closure_of_random(Draw& draw, std::size_t n, bool zeros) {
    return closure(random_matrix(draw, n, zeros));
}

Dissimilarity random_0_1_matrix(Draw& draw, std::size_t n, bool) {
    return dissimilarity_from(n, [&](std::size_t, std::size_t) { return draw.below(2); });
}

/// A metric but for one entry that exceeds the way through any other element.
Dissimilarity one_entry_raised(Draw& draw, std::size_t n, bool zeros) {
    const Dissimilarity d = closure_of_random(draw, n, zeros);
    if (n < 2) return d;
    const std::size_t row = draw.below(n - 1);
    const std::size_t column = draw.between(row + 1, n - 1);
    Rational longest = d(row, column);
    for (std::size_t k = 0; k < n; ++k) {
        const Rational through = d(row, k) + d(k, column);
        if (through > longest) longest = through;
    }
    return dissimilarity_from(n, [&](std::size_t i, std::size_t j) {
        return i == row && j == column ? longest + 1 : d(i, j);
    });
}

struct Kind {
    std::string_view name;
    DissimilarityClass
        least;  ///< the strongest class that all its D are in, if zeros are not drawn
    Dissimilarity (*draw)(Draw&, std::size_t n, bool zeros);
};

constexpr auto any_class = DissimilarityClass::any;
constexpr auto pseudometric_class = DissimilarityClass::pseudometric;
constexpr auto metric_class = DissimilarityClass::metric;

constexpr Kind named_kinds[] = {
    {"unit", metric_class, unit_dissimilarity},
    {"line", metric_class, line},
    {"one-two", metric_class, one_two},
    {"tree", metric_class, tree},
    {"shortest path", metric_class, shortest_path},
    {"closure", metric_class, closure_of_random},
    {"cut", pseudometric_class, cut},
    {"multi-class", pseudometric_class, multi_class},
    {"random matrix", any_class, random_matrix},
    {"random 0-1 matrix", any_class, random_0_1_matrix},
    {"one entry raised", any_class, one_entry_raised},
};

/// The kinds of class `least` or, besides, stronger ones.
std::vector<const Kind*> kinds_of(DissimilarityClass least, bool or_stronger) {
    std::vector<const Kind*> found;
    for (const Kind& kind : named_kinds) {
        if (kind.least == least || (or_stronger && kind.least > least)) found.push_back(&kind);
    }
    return found;
}

const Kind& random_kind(Draw& draw, DissimilarityClass wanted) {
    const bool asks_for_worse = wanted == any_class;
    const auto possible = asks_for_worse && draw.chance(1, 2)
                              ? kinds_of(any_class, false)
                              : kinds_of(asks_for_worse ? pseudometric_class : wanted, true);
    return *possible[draw.below(possible.size())];
}

}  // namespace

static_assert(any_class < pseudometric_class && pseudometric_class < metric_class,
              "a later class is a stronger one");

std::vector<std::string_view> dissimilarity_kinds(DissimilarityClass wanted) {
    std::vector<std::string_view> names;
    for (const Kind* kind : kinds_of(wanted, true))
        names.push_back(kind->name);
    return names;
}

Labelled<Dissimilarity> draw_dissimilarity(Draw& draw, std::size_t n, DissimilarityClass wanted) {
    const Kind& kind = random_kind(draw, wanted);
    Labelled<Dissimilarity> drawn{kind.draw(draw, n, wanted != metric_class),
                                  {label("dissimilarity", kind.name)}};
    if (wanted == any_class && !drawn.value.is_pseudometric()) {
        drawn.labels.push_back(label("dissimilarity", "no pseudometric"));
    }
    return drawn;
}

Dissimilarity closure(const Dissimilarity& d) {
    Edges edges;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = i + 1; j < d.size(); ++j)
            edges.push_back({i, j, d(i, j)});
    }
    return Dissimilarity::shortest_paths(d.size(), edges, "closure");
}

}  // namespace disarray::properties::generators
