// SPDX-License-Identifier: MIT
#include "reports/build.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "reports/compose/compose.hpp"

namespace disarray::reports {

namespace {

constexpr const char* figure_folder = "figures";

constexpr std::pair<std::string_view, Format> format_names[] = {{"html", Format::html},
                                                                {"md", Format::markdown},
                                                                {"tex", Format::latex},
                                                                {"json", Format::json},
                                                                {"csv", Format::csv}};

/// The drawings, or a notice in the report and the reason if gnuplot is not there.
std::pair<Drawings, std::string> drawings_of(Report& report, const BuildOptions& options) {
    Drawings drawings;
    DrawOptions draw_options;
    draw_options.pdf = options.formats.contains(Format::latex);
    draw_options.program = options.gnuplot;
    std::vector<Figure> figures = figures_of(report);
    std::erase_if(figures, [&](const Figure& figure) {
        if (is_drawable(figure)) return false;
        report.notices.push_back(
            fmt::format("\"{}\" is not drawn: it has numbers above 10^300.", figure.title));
        return true;
    });
    try {
        for (Drawing& drawing : draw(figures, draw_options))
            drawings.emplace(drawing.id, std::move(drawing));
    } catch (const GnuplotMissing& missing) {
        const std::string reason = missing.what();
        report.notices.insert(report.notices.begin(),
                              "This report has no figures: " + reason + ".");
        return {Drawings{}, reason};
    }
    return {std::move(drawings), ""};
}

bool needs_drawings(const std::set<Format>& formats) {
    return formats.contains(Format::html) || formats.contains(Format::markdown) ||
           formats.contains(Format::latex);
}

Report report_of(const Model& model, const BuildOptions& options) {
    Report report = compose(model, options.version);
    report.refresh_seconds = options.refresh_seconds;
    return report;
}

/// The files of a format; of all but CSV there is one.
std::vector<File> files_of(const Model& model, const Report& report, const Drawings& drawings,
                           Format format, const BuildOptions& options) {
    switch (format) {
        case Format::html:
            return {{"report.html", to_html(report, drawings)}};
        case Format::markdown:
            return {{"report.md", to_markdown(report, drawings, figure_folder)}};
        case Format::latex:
            return {{"report.tex", to_latex(report, drawings, figure_folder)}};
        case Format::json:
            return {{"report.json", to_json(model, report, options.version, options.command)}};
        case Format::csv:
            break;
    }
    std::vector<File> files = to_csv(model);
    for (File& file : to_b_files(model))
        files.push_back(std::move(file));
    return files;
}

void add_drawings(const Drawings& drawings, std::vector<File>& files) {
    for (const auto& [id, drawing] : drawings) {
        const std::string stem = std::string(figure_folder) + "/" + id;
        files.emplace_back(stem + ".svg", drawing.svg);
        if (!drawing.pdf.empty()) files.emplace_back(stem + ".pdf", drawing.pdf);
    }
}

}  // namespace

std::set<Format> formats_named(const std::string& list, std::string_view where) {
    std::set<Format> formats;
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string name = list.substr(begin, end - begin);
        if (name == "all") {
            for (const auto& [known, format] : format_names)
                formats.insert(format);
        } else {
            formats.insert(choice_named(format_names, name, where));
        }
        begin = end + 1;
    }
    return formats;
}

Built build(const Model& model, const BuildOptions& options) {
    Report report = report_of(model, options);
    Built built;
    Drawings drawings;
    if (needs_drawings(options.formats)) {
        std::tie(drawings, built.warning) = drawings_of(report, options);
        add_drawings(drawings, built.files);
    }
    for (const Format format : options.formats) {
        for (File& file : files_of(model, report, drawings, format, options))
            built.files.push_back(std::move(file));
    }
    return built;
}

std::string build_text(const Model& model, Format format, const BuildOptions& options) {
    if (format == Format::csv) throw UsageError("build_text: CSV is several files");
    Report report = report_of(model, options);
    // Other formats name files of figures, which are not there.
    const Drawings drawings =
        format == Format::html ? drawings_of(report, options).first : Drawings{};
    return files_of(model, report, drawings, format, options).front().second;
}

}  // namespace disarray::reports
