// SPDX-License-Identifier: MIT
//
// gnuplot's SVG is flat: groups that set stroke, fill and font for a handful of paths, polygons,
// texts, and uses of one of 15 point symbols. It is read tag by tag, every drawn element is given
// the style that holds for it, and elements of one style that follow each other are written as one.
// Point symbols become paths, so that nothing has to be defined or referenced; a filled circle is a
// line of no length with round ends, a quarter of the size of two arcs. Deleting what is useless by
// regular expressions was tried first: the file stays three times larger, since gnuplot opens a
// group and repeats the font for each text. A general SVG minifier would be one more dependency.
#include "reports/figures/svg.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

// --- Numbers ---

/// A length in tenths of a px, the precision of the output.
using Tenths = long;

Tenths tenths(double value) {
    return std::lround(value * 10);
}

/// "12.3", "-.5", "7".
std::string decimal(Tenths value) {
    std::string out = value < 0 ? "-" : "";
    value = std::labs(value);
    if (value >= 10 || value == 0) out += std::to_string(value / 10);
    if (value % 10 != 0) out += "." + std::to_string(value % 10);
    return out;
}

/// A number as a presentation attribute, two decimals at most: "0.5", "15".
std::string short_decimal(double value) {
    return fmt::format("{:g}", std::round(value * 100) / 100);
}

/// The numbers in "translate(1.5,-2) scale(3)" or "1,2 3,4", in order.
std::vector<double> numbers_in(std::string_view text) {
    std::vector<double> found;
    const std::string copy(text);
    for (const char* at = copy.c_str(); *at != '\0';) {
        char* end = nullptr;
        const double value = std::strtod(at, &end);
        if (end != at) found.push_back(value);
        at = end != at ? end : at + 1;
    }
    return found;
}

struct Point {
    double x = 0, y = 0;
};

/// Path data of straight lines, each coordinate relative to the rounded one before it, so that
/// rounding does not add up.
class PathData {
public:
    void move_to(Point p) {
        at_ = start_ = {tenths(p.x), tenths(p.y)};
        text_ += "M" + pair(at_);
    }
    void line_to(Point p) {
        const Place to{tenths(p.x), tenths(p.y)};
        const Place by{to.x - at_.x, to.y - at_.y};
        at_ = to;
        if (by.x == 0 && by.y == 0) return;
        text_ += by.y == 0 ? "h" + decimal(by.x) : by.x == 0 ? "v" + decimal(by.y) : "l" + pair(by);
    }
    void close() {
        text_ += 'z';
        at_ = start_;
    }
    void polygon(std::span<const Point> corners) {
        for (std::size_t i = 0; i < corners.size(); ++i)
            i == 0 ? move_to(corners[i]) : line_to(corners[i]);
        close();
    }
    const std::string& text() const { return text_; }

private:
    struct Place {
        Tenths x = 0, y = 0;
    };
    static std::string pair(Place p) { return decimal(p.x) + (p.y < 0 ? "" : " ") + decimal(p.y); }
    std::string text_;
    Place at_, start_;
};

// --- Tags ---

using Attributes = std::vector<std::pair<std::string_view, std::string_view>>;

std::optional<std::string_view> find(const Attributes& attributes, std::string_view name) {
    for (const auto& [key, value] : attributes) {
        if (key == name) return value;
    }
    return std::nullopt;
}

struct Tag {
    std::string_view name;
    Attributes attributes;
    bool opens = false, closes = false;  ///< both for <name/>
    std::size_t begin = 0, end = 0;      ///< in the document
};

constexpr std::string_view blanks = " \t\r\n";

[[noreturn]] void malformed(std::string_view found) {
    throw InternalError("gnuplot's SVG is not well-formed at \"" + printable(found, 60) + "\"");
}

/// `rest` without leading blanks.
std::string_view trimmed(std::string_view rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    return rest;
}

/// name = 'value' pairs up to the end of `rest`.
Attributes attributes_in(std::string_view rest) {
    Attributes found;
    for (rest = trimmed(rest); !rest.empty(); rest = trimmed(rest)) {
        const std::size_t equals = rest.find('=');
        if (equals == std::string_view::npos) malformed(rest);
        std::string_view name = rest.substr(0, equals);
        name = name.substr(0, name.find_first_of(blanks));
        std::string_view value = trimmed(rest.substr(equals + 1));
        const std::size_t end = value.empty() ? value.npos : value.find(value.front(), 1);
        if (end == value.npos || (value[0] != '"' && value[0] != '\'')) malformed(rest);
        found.emplace_back(name, value.substr(1, end - 1));
        rest = value.substr(end + 1);
    }
    return found;
}

/// Reads a document tag by tag; declarations and comments are passed over.
class Reader {
public:
    explicit Reader(std::string_view document) : document_(document) {}

    /// Empty at the end.
    std::optional<Tag> next() {
        while (true) {
            const std::size_t begin = document_.find('<', at_);
            if (begin == document_.npos) return std::nullopt;
            const bool is_comment = document_.substr(begin, 4) == "<!--";
            const std::size_t end = document_.find(is_comment ? "-->" : ">", begin);
            if (end == document_.npos) malformed(document_.substr(begin));
            at_ = end + (is_comment ? 3 : 1);
            const char second = document_[begin + 1];
            if (second != '?' && second != '!') return tag(begin, at_);
        }
    }

    /// What stands between `open` and the tag that closes it, which is read as well.
    std::string_view content(const Tag& open) {
        if (open.closes) return {};
        for (int depth = 1; const auto tag = next();) {
            depth += int{tag->opens} - int{tag->closes};
            if (depth == 0) return document_.substr(open.end, tag->begin - open.end);
        }
        malformed(document_.substr(open.begin));
    }

    std::string_view between(std::size_t begin) const {
        return document_.substr(begin, at_ - begin);
    }

private:
    Tag tag(std::size_t begin, std::size_t end) const {
        std::string_view inside = document_.substr(begin + 1, end - begin - 2);
        Tag tag;
        tag.begin = begin;
        tag.end = end;
        tag.opens = !inside.starts_with('/');
        tag.closes = !tag.opens || inside.ends_with('/');
        if (!tag.opens) inside.remove_prefix(1);
        if (tag.opens && tag.closes) inside.remove_suffix(1);
        const std::size_t blank = std::min(inside.find_first_of(blanks), inside.size());
        tag.name = inside.substr(0, blank);
        if (tag.opens) tag.attributes = attributes_in(inside.substr(blank));
        return tag;
    }

    std::string_view document_;
    std::size_t at_ = 0;
};

// --- Style ---

/// What holds for the elements of a group, inherited by the groups inside.
using Style = std::map<std::string, std::string, std::less<>>;

/// "rgb(  0, 114, 178)" and "black" as "#0072b2" and "#000000"; anything else as it is.
std::string hex_colour(std::string_view text) {
    if (text == "black") return std::string(palette::ink);
    if (text == "white") return "#ffffff";
    if (!text.starts_with("rgb(")) return std::string(text);
    const std::vector<double> parts = numbers_in(text);
    if (parts.size() != 3) malformed(text);
    const auto byte = [&](std::size_t i) { return std::lround(parts[i]) & 0xff; };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(0), byte(1), byte(2));
}

/// "#000" for "#000000".
std::string shortened(std::string_view colour) {
    const bool is_double = colour.size() == 7 && colour[1] == colour[2] && colour[3] == colour[4] &&
                           colour[5] == colour[6];
    return is_double ? std::string{'#', colour[1], colour[3], colour[5]} : std::string(colour);
}

void inherit(Style& style, const Attributes& attributes) {
    for (const auto& [name, value] : attributes) {
        const bool is_colour = name == "fill" || name == "stroke" || name == "color";
        style.insert_or_assign(std::string(name),
                               is_colour ? hex_colour(value) : std::string(value));
    }
}

std::string get(const Style& style, std::string_view name, std::string_view otherwise) {
    const auto found = style.find(name);
    return found == style.end() ? std::string(otherwise) : found->second;
}

/// The colour of fill or stroke, "none" if there is none.
std::string paint(const Style& style, std::string_view name) {
    const std::string value = get(style, name, "none");
    return value == "currentColor" ? get(style, "color", palette::ink) : value;
}

std::string attribute(std::string_view name, std::string_view value) {
    return fmt::format(" {}=\"{}\"", name, value);
}

/// Opacity of fill or stroke as an attribute, nothing if it is 1.
std::string opacity(const Style& style, const std::string& name) {
    const double all = std::strtod(get(style, "opacity", "1").c_str(), nullptr);
    const double own = std::strtod(get(style, name + "-opacity", "1").c_str(), nullptr);
    return all * own < 0.995 ? attribute(name + "-opacity", short_decimal(all * own)) : "";
}

std::string fill_attributes(const Style& style) {
    const std::string fill = paint(style, "fill");
    if (fill == "none") return "";
    return attribute("fill", shortened(fill)) + opacity(style, "fill");
}

std::string dashes(const Style& style) {
    std::string out;
    for (const double length : numbers_in(get(style, "stroke-dasharray", "")))
        out += (out.empty() ? "" : " ") + decimal(tenths(length));
    return out.empty() ? "" : attribute("stroke-dasharray", out);
}

std::string stroke_attributes(const Style& style) {
    const std::string stroke = paint(style, "stroke");
    if (stroke == "none") return "";
    std::string out = attribute("stroke", shortened(stroke)) + opacity(style, "stroke");
    const std::string width =
        short_decimal(std::strtod(get(style, "stroke-width", "1").c_str(), nullptr));
    if (width != "1") out += attribute("stroke-width", width);
    return out + dashes(style);
}

std::string shape_attributes(const Style& style) {
    const bool is_crisp = get(style, "shape-rendering", "") == "crispEdges";
    return fill_attributes(style) + stroke_attributes(style) +
           (is_crisp ? attribute("shape-rendering", "crispEdges") : "");
}

std::string text_attributes(const Style& style) {
    std::string out = fill_attributes(style);
    out += attribute("font-size",
                     short_decimal(std::strtod(get(style, "font-size", "16").c_str(), nullptr)));
    const std::string anchor = get(style, "text-anchor", "start");
    if (anchor != "start") out += attribute("text-anchor", anchor);
    for (const std::string_view name : {"font-weight", "font-style"}) {
        if (const std::string value = get(style, name, ""); !value.empty()) {
            out += attribute(name, value);
        }
    }
    return out;
}

// --- Point symbols ---

constexpr std::array<Point, 4> square = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
constexpr std::array<Point, 3> triangle = {{{0, -1.33}, {-1.33, 0.67}, {1.33, 0.67}}};
constexpr std::array<Point, 3> upturned = {{{0, 1.33}, {1.33, -0.67}, {-1.33, -0.67}}};
constexpr std::array<Point, 4> diamond = {{{0, -1.414}, {1.414, 0}, {0, 1.414}, {-1.414, 0}}};
constexpr std::array<Point, 5> pentagon = {
    {{0, -1.33}, {-1.265, -0.411}, {-0.782, 1.067}, {0.782, 1.067}, {1.265, -0.411}}};

/// The corners of gpPt3 to gpPt14 but the circles, gpPt5 and gpPt6; of each two the second is
/// filled.
std::span<const Point> corners_of(int symbol) {
    switch ((symbol - 3) / 2) {
        case 0:
            return square;
        case 2:
            return triangle;
        case 3:
            return upturned;
        case 4:
            return diamond;
        default:
            return pentagon;
    }
}

/// A point symbol in a drawing.
struct PlacedSymbol {
    int symbol = 0;
    Point at;
    double scale = 1;
};

/// `href` "#gpPt4", `transform` "translate(1,2) scale(3)". Empty for what is no mark of gnuplot's.
std::optional<PlacedSymbol> placed_symbol(const Attributes& attributes) {
    const std::string_view name = find(attributes, "xlink:href").value_or("");
    const std::vector<double> numbers = numbers_in(find(attributes, "transform").value_or(""));
    if (!name.starts_with("#gpPt") || numbers.size() != 3) return std::nullopt;
    const std::vector<double> symbol = numbers_in(name);
    if (symbol.size() != 1 || symbol[0] < 0 || symbol[0] > 14) return std::nullopt;
    return PlacedSymbol{static_cast<int>(symbol[0]), {numbers[0], numbers[1]}, numbers[2]};
}

/// Plus, cross, star.
std::string strokes_of(const PlacedSymbol& mark) {
    PathData data;
    const auto stroke = [&](double dx, double dy) {
        data.move_to({mark.at.x - dx * mark.scale, mark.at.y - dy * mark.scale});
        data.line_to({mark.at.x + dx * mark.scale, mark.at.y + dy * mark.scale});
    };
    if (mark.symbol != 1) stroke(1, 0), stroke(0, 1);
    if (mark.symbol != 0) stroke(1, 1), stroke(1, -1);
    return data.text();
}

std::string outline_of(const PlacedSymbol& mark) {
    if (mark.symbol < 3) return strokes_of(mark);
    if (mark.symbol == 5) {
        const std::string r = decimal(tenths(mark.scale)), d = decimal(2 * tenths(mark.scale));
        return fmt::format("M{} {}a{} {} 0 1 0 {} 0a{} {} 0 1 0-{} 0",
                           decimal(tenths(mark.at.x - mark.scale)), decimal(tenths(mark.at.y)), r,
                           r, d, r, r, d);
    }
    std::vector<Point> corners;
    for (const Point& corner : corners_of(mark.symbol))
        corners.push_back({mark.at.x + corner.x * mark.scale, mark.at.y + corner.y * mark.scale});
    PathData data;
    data.polygon(corners);
    return data.text();
}

// --- Drawing ---

/// Collects elements; those of one style that follow each other become one.
class Canvas {
public:
    void path(const std::string& attributes, const std::string& data) {
        add(Kind::path, attributes, data);
    }
    void text(const std::string& attributes, const std::string& element) {
        add(Kind::text, attributes, element);
    }
    void raw(const std::string& attributes, std::string_view element) {
        add(Kind::raw, attributes, std::string(element));
    }
    bool has_raw() const { return has_raw_; }

    std::string body() const {
        std::string out;
        for (const Item& item : items_) {
            if (item.kind == Kind::path) {
                out += fmt::format("<path{} d=\"{}\"/>\n", item.attributes, item.content);
            } else {
                out += fmt::format("<g{}>{}</g>\n", item.attributes, item.content);
            }
        }
        return out;
    }

private:
    enum class Kind { path, text, raw };
    struct Item {
        Kind kind;
        std::string attributes, content;
    };
    void add(Kind kind, const std::string& attributes, const std::string& content) {
        if (attributes.empty() || content.empty()) return;  // neither filled nor stroked
        has_raw_ = has_raw_ || kind == Kind::raw;
        const bool joins =
            !items_.empty() && items_.back().kind == kind && items_.back().attributes == attributes;
        if (!joins) items_.push_back({kind, attributes, ""});
        items_.back().content += content;
    }

    std::vector<Item> items_;
    bool has_raw_ = false;
};

/// Path data with relative lines if it is made of M, L and Z with coordinates only, as gnuplot's
/// is.
std::string compact(std::string_view data) {
    if (data.find_first_not_of(" \t\r\nMLZz0123456789.,+-") != data.npos) return std::string(data);
    PathData out;
    while (!(data = trimmed(data)).empty()) {
        const char command = data.front();
        const std::size_t end = std::min(data.find_first_of("MLZz", 1), data.size());
        const std::vector<double> numbers = numbers_in(data.substr(1, end - 1));
        data.remove_prefix(end);
        if (command == 'Z' || command == 'z') {
            out.close();
        } else if (numbers.size() == 2) {
            const Point p{numbers[0], numbers[1]};
            command == 'M' ? out.move_to(p) : out.line_to(p);
        } else {
            malformed(data);
        }
    }
    return out.text();
}

class Rewriter {
public:
    explicit Rewriter(std::string_view document) : reader_(document) {}

    void run() {
        std::vector<Style> styles = {{}};
        while (const auto tag = reader_.next()) {
            const bool is_group = tag->name == "g" || tag->name == "svg";
            if (!is_group) {
                element(*tag, styles.back());
            } else if (tag->opens && !tag->closes) {
                styles.push_back(styles.back());
                inherit(styles.back(), tag->attributes);
            } else if (!tag->opens) {
                if (styles.size() == 1) malformed("</g>");
                styles.pop_back();
            }
        }
        if (styles.size() != 1) malformed("end of file");
    }

    std::string body() const { return (canvas_.has_raw() ? definitions_ : "") + canvas_.body(); }
    bool has_raw() const { return canvas_.has_raw(); }

private:
    void element(const Tag& tag, Style style) {
        const std::string_view content = reader_.content(tag);
        if (tag.name == "title" || tag.name == "desc") return;
        if (tag.name == "defs") {
            definitions_ += reader_.between(tag.begin);
            return;
        }
        const Style outside = style;
        inherit(style, tag.attributes);
        if (tag.name == "path") {
            canvas_.path(shape_attributes(style), compact(get(style, "d", "")));
        } else if (tag.name == "polygon") {
            polygon(style);
        } else if (tag.name == "text") {
            text(style, content);
        } else if (const auto mark = placed_symbol(tag.attributes); mark && tag.name == "use") {
            draw(*mark, style);
        } else if (tag.name != "rect" || paint(style, "fill") != "none") {  // the background
            keep(tag, outside);
        }
    }

    void polygon(const Style& style) {
        const std::vector<double> numbers = numbers_in(get(style, "points", ""));
        std::vector<Point> corners;
        for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
            corners.push_back({numbers[i], numbers[i + 1]});
        PathData data;
        data.polygon(corners);
        canvas_.path(shape_attributes(style), data.text());
    }

    void text(const Style& style, std::string_view content) {
        std::string plain;  // without the <tspan> of other versions
        for (bool inside = false; const char c : content) {
            if (c == '<') inside = true;
            if (!inside) plain += c;
            if (c == '>' && inside) inside = false;
        }
        std::vector<double> place = numbers_in(get(style, "transform", "0 0"));
        place.resize(3);
        const std::string x = decimal(tenths(place[0])), y = decimal(tenths(place[1]));
        const std::string where =
            place[2] == 0
                ? fmt::format("x=\"{}\" y=\"{}\"", x, y)
                : fmt::format("transform=\"translate({} {})rotate({:g})\"", x, y, place[2]);
        canvas_.text(text_attributes(style), fmt::format("<text {}>{}</text>", where, plain));
    }

    void draw(const PlacedSymbol& mark, Style style) {
        const bool is_filled = mark.symbol >= 4 && mark.symbol % 2 == 0;
        style.erase("stroke-dasharray");
        style["stroke"] = style["fill"] = "currentColor";
        if (mark.symbol == 6) {
            style.erase("fill");
            style["stroke-width"] = decimal(2 * tenths(mark.scale));
            canvas_.path(
                attribute("stroke-linecap", "round") + stroke_attributes(style),
                fmt::format("M{} {}h.01", decimal(tenths(mark.at.x)), decimal(tenths(mark.at.y))));
            return;
        }
        // gnuplot's outline grows with the mark, 0.178 of its radius: too thin for small ones.
        style["stroke-width"] = short_decimal(std::max(1.5, 0.178 * mark.scale));
        style.erase(is_filled ? "stroke" : "fill");
        canvas_.path(shape_attributes(style), outline_of(mark));
    }

    /// An element that is not known, with all that it inherits.
    void keep(const Tag& tag, const Style& style) {
        std::string attributes;
        for (const auto& [name, value] : style) {
            const bool is_of_root = name == "viewBox" || name.starts_with("xmlns") ||
                                    name == "width" || name == "height" || name == "id";
            if (!is_of_root) attributes += attribute(name, value);
        }
        canvas_.raw(attributes.empty() ? attribute("stroke", "none") : attributes,
                    reader_.between(tag.begin));
    }

    Reader reader_;
    Canvas canvas_;
    std::string definitions_;
};

/// Rules for dark mode: one for each colour of the palette that occurs.
std::string dark_style(std::string_view body) {
    std::string rules;
    for (const auto& [light, dark] : palette::dark_shades) {
        for (const std::string_view what : {"fill", "stroke"}) {
            const std::string use = fmt::format("{}=\"{}\"", what, shortened(light));
            if (body.find(use) != body.npos) rules += fmt::format("[{}]{{{}:{}}}", use, what, dark);
        }
    }
    if (rules.empty()) return "";
    return "<style>@media (prefers-color-scheme:dark){" + rules + "}</style>\n";
}

}  // namespace

std::string xml_escaped(std::string_view text) {
    std::string out;
    for (const char c : printable(text, text.size())) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string polished_svg(std::string_view gnuplot_svg, const Figure& figure) {
    Rewriter rewriter(gnuplot_svg);
    rewriter.run();
    const std::string body = rewriter.body();
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"{3} width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" role=\"img\" fill=\"none\" font-family=\"sans-serif\">\n"
        "<title>{4}</title>\n<desc>{5}</desc>\n{6}{2}</svg>\n",
        figure.width, figure.height, body,
        rewriter.has_raw() ? " xmlns:xlink=\"http://www.w3.org/1999/xlink\"" : "",
        xml_escaped(figure.title), xml_escaped(figure.alt), dark_style(body));
}

}  // namespace disarray::reports
