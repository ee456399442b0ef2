// SPDX-License-Identifier: MIT
//
// The certificates beside the documents: their hashes, to be cited, and the text of the small ones,
// which the page checks by itself. Nothing is verified here, and nothing that does not begin as a
// certificate does gets into a report: a document may name any file.
#include <filesystem>
#include <fstream>

#include <zlib.h>

#include "base/base64.hpp"
#include "base/sha256.hpp"
#include "reports/reading/documents.hpp"
#include "search/verify/core/core.hpp"
#include "search/verify/lines.hpp"

namespace disarray::reports {

namespace {

namespace fs = std::filesystem;

/// Of the file and of its text: what a browser unpacks and checks in two seconds or three, and a
/// page can carry.
constexpr std::uintmax_t largest_file = std::uintmax_t{64} << 20;
constexpr std::size_t largest_text = std::size_t{8} << 20;
constexpr std::size_t largest_packed = std::size_t{300} << 10;

constexpr std::string_view first_bytes = R"({"format":"disarray.certificate/1")";

std::string deflated(const std::string& text) {
    uLongf size = compressBound(text.size());
    std::string packed(size, '\0');
    const int status =
        compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(text.data()), text.size(), Z_BEST_COMPRESSION);
    packed.resize(status == Z_OK ? size : 0);
    return packed;
}

CertificateFile certificate_at(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    Sha256 hash;
    verify::Lines lines(in, &hash);
    CertificateFile file;
    std::string text, line;
    try {
        while (text.size() <= largest_text && lines.next(line)) {
            if (text.empty() && !line.starts_with(first_bytes)) return file;
            text += line + "\n";
        }
        if (text.empty()) return file;
        lines.skip_rest();
    } catch (const verify::Rejected&) {
        return file;  // damaged, or no certificate
    }
    file.sha256 = hash.hex();
    if (text.size() > largest_text) return file;
    const std::string packed = deflated(text);
    if (packed.size() <= largest_packed) file.packed = in_base64(packed);
    return file;
}

std::optional<fs::path> place_of(const std::string& name, const Source& source) {
    for (const fs::path& path : {fs::path(name), fs::path(source.path).parent_path() / name}) {
        std::error_code none;
        if (fs::is_regular_file(path, none) && fs::file_size(path, none) <= largest_file)
            return path;
    }
    return std::nullopt;
}

}  // namespace

void read_certificates(Model& model) {
    for (const Result& result : model.results) {
        if (result.certificate.empty() || model.certificates.contains(result.certificate)) continue;
        const auto path = place_of(result.certificate, model.sources[result.source]);
        model.certificates[result.certificate] = path ? certificate_at(*path) : CertificateFile{};
    }
}

}  // namespace disarray::reports
