// SPDX-License-Identifier: MIT
//
// An estimate in words.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/parallel.hpp"
#include "base/strtod.hpp"
#include "search/estimate.hpp"

namespace disarray::search {

namespace {

std::string with_commas(double value) {
    std::string digits = fmt::format("{:.0f}", value);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

/// Two digits: "2.1", "26", "0.0072", "130".
std::string two_digits(double value) {
    if (!(value > 0)) return "0";
    const std::string scientific = fmt::format("{:.1e}", value);  // rounds, perhaps up a decade
    const double rounded = c_strtod(scientific);
    if (rounded >= 1e5) return scientific;
    const int exponent = static_cast<int>(std::floor(std::log10(rounded) + 1e-9));
    return fmt::format("{:.{}f}", rounded, std::max(0, 1 - exponent));
}

/// CPU time in the unit in which it is compared.
struct CpuUnit {
    double seconds;
    const char* name;
};

CpuUnit cpu_unit(double seconds) {
    return seconds < 1000 ? CpuUnit{1, "CPU seconds"} : CpuUnit{3600, "CPU hours"};
}

std::string plus_minus(const Estimated& estimated) {
    return estimated.is_exact() ? "" : " ± " + relative_text(estimated);
}

/// "(+5 %)".
std::string deviation(double estimated, double truth) {
    if (!(estimated > 0)) return "(+? %)";
    return fmt::format("({:+.0f} %)", 100 * (truth / estimated - 1) + 0.0);
}

}  // namespace

std::string duration_text(double seconds) {
    constexpr double minute = 60, day = 86400, year = 365.25 * day;
    if (seconds < 99.5)
        return seconds < 9.95 ? two_digits(seconds) + " s" : fmt::format("{:.0f} s", seconds);
    if (seconds < 59.5 * minute) return fmt::format("{:.0f} min", seconds / minute);
    if (seconds < 2 * day) {
        const auto minutes = static_cast<std::uint64_t>(std::lround(seconds / minute));
        return fmt::format("{}:{:02} h", minutes / 60, minutes % 60);
    }
    if (seconds < 2 * year) return fmt::format("{:.0f} days", seconds / day);
    return two_digits(seconds / year) + " years";
}

std::string relative_text(const Estimated& estimated) {
    if (estimated.is_exact()) return "exact";
    const double percent = 100 * estimated.relative();
    if (!std::isfinite(percent)) return "?";
    return percent < 1 ? fmt::format("{:.1f} %", percent) : fmt::format("{:.0f} %", percent);
}

std::string bytes_text(double bytes) {
    if (bytes < 999.5) return fmt::format("{:.0f} bytes", bytes);
    static constexpr std::array<const char*, 6> units = {"kB", "MB", "GB", "TB", "PB", "EB"};
    std::size_t unit = 0;
    for (bytes /= 1000; bytes >= 999.5 && unit + 1 < units.size(); ++unit)
        bytes /= 1000;
    return two_digits(bytes) + " " + units[unit];
}

std::string count_text(const Estimated& count) {
    if (count.value >= 1e12) return fmt::format("{:.3g}", count.value);
    if (count.is_exact() || count.value < 1000) return with_commas(count.value);
    const double unit = std::pow(10, std::floor(std::log10(count.value)) - 2);
    return with_commas(std::round(count.value / unit) * unit);
}

std::string estimate_line(const SweepEstimate& estimate, unsigned threads, unsigned ranks) {
    const Cost total = estimate.total();
    const auto count = ranks * (threads == 0 ? default_threads() : threads);
    const CpuUnit unit = cpu_unit(total.seconds.value);
    return fmt::format("estimate: {} programs, {} {}{}, {}; about {} on {} thread{}",
                       count_text(total.programs), two_digits(total.seconds.value / unit.seconds),
                       unit.name, plus_minus(total.seconds), bytes_text(total.bytes.value),
                       duration_text(wall_seconds(total, threads, ranks)), count,
                       count == 1 ? "" : "s");
}

std::string comparison_line(const SweepEstimate& estimate, std::uint64_t programs,
                            double cpu_seconds, std::uint64_t bytes) {
    const Cost total = estimate.total();
    const CpuUnit unit = cpu_unit(total.seconds.value);
    const auto count = static_cast<double>(programs);
    const auto size = static_cast<double>(bytes);
    return fmt::format(
        "estimated {} {}, took {} {}; {} programs, {} {}; {}, {} {}",
        two_digits(total.seconds.value / unit.seconds), unit.name,
        two_digits(cpu_seconds / unit.seconds), deviation(total.seconds.value, cpu_seconds),
        count_text(total.programs), with_commas(count), deviation(total.programs.value, count),
        bytes_text(total.bytes.value), bytes_text(size), deviation(total.bytes.value, size));
}

}  // namespace disarray::search
