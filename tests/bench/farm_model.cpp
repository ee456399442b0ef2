// SPDX-License-Identifier: MIT
//
// How a sweep over S_n scales when one process hands out its units to workers: a discrete-event
// model fed with measured times of units (data/unit_seconds.csv), for 1 to 4096 workers.
//
// Rank 0 answers requests one after the other. A request is answered after `hand_out` seconds with
// a block of consecutive units of one length, lengths ascending and none waiting for another; the
// units whose results came with it then keep rank 0 busy for `store` seconds each. A message takes
// `latency` seconds. A worker asks for its next block when it begins one, so that one is on its way
// while it works, and sends the results of a block when it is done with it. Its threads share the
// units of a block and wait for each other at its end. A block has
// max(1, min(largest, ⌈units left / (share·workers)⌉)) units.
//
// Efficiency is the time that all units take in sum, over workers · threads · makespan; rank 0 is
// not counted among the workers.
//
// usage: disarray_farm_model [--data unit_seconds.csv] >farm.csv; gnuplot farm_model.gp draws it
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <queue>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/random.hpp"
#include "ranking/enumeration.hpp"

namespace {

using disarray::Random;

constexpr std::uint64_t ranks_in_unit = 5040;  // as plan_of() cuts S_9 and longer

struct Options {
    std::string data = DISARRAY_SOURCE_DIR "/tests/bench/data/unit_seconds.csv";
    std::size_t n = 11;
    std::size_t most_workers = 4096;
    std::size_t threads = 1;
    std::size_t largest_block = 64;
    std::size_t share = 4;
    bool no_prefetch = false;
    bool longest_first = false;
    double hand_out = 50e-6;
    double store = 0.2e-3;
    double latency = 50e-6;
    double scale = 1;
    std::size_t split = 1;
    std::size_t runs = 10;
    std::uint64_t seed = 1;
};

/// Seconds of each unit, by length, in the order in which they are handed out.
using Units = std::vector<std::vector<double>>;

struct Outcome {
    double makespan = 0;
    double rank0_busy = 0;
};

// --------------------------------------------------------------------------------- The model

/// Consecutive units of one length.
struct Block {
    std::size_t length = 0, first = 0, size = 0;
};

/// What rank 0 hands out.
class Supply {
public:
    /// \param shares  a block has this part of what is left
    Supply(const Units& units, std::size_t shares, std::size_t largest_block)
        : units_(units), shares_(shares), largest_block_(largest_block) {
        for (const std::vector<double>& length : units)
            left_ += length.size();
    }

    std::optional<Block> next() {
        while (length_ < units_.size() && first_ == units_[length_].size()) {
            ++length_;
            first_ = 0;
        }
        if (length_ == units_.size()) return std::nullopt;
        const std::size_t guided = (left_ + shares_ - 1) / shares_;
        const std::size_t size = std::min(std::clamp<std::size_t>(guided, 1, largest_block_),
                                          units_[length_].size() - first_);
        const Block block{length_, first_, size};
        first_ += size;
        left_ -= size;
        return block;
    }

private:
    const Units& units_;
    std::size_t shares_, largest_block_;
    std::size_t left_ = 0, length_ = 0, first_ = 0;
};

class Farm {
public:
    Farm(const Units& units, std::size_t workers, const Options& options)
        : units_(units),
          options_(options),
          supply_(units, options.share * workers, options.largest_block),
          workers_(workers) {}

    Outcome run() {
        for (std::size_t w = 0; w < workers_.size(); ++w)
            send(0, w, 0, true);
        while (!events_.empty()) {
            const Event event = events_.top();
            events_.pop();
            switch (event.kind) {
                case Kind::message:
                    receive(event);
                    break;
                case Kind::delivery:
                    deliver(event);
                    break;
                case Kind::finish:
                    finish(event);
                    break;
            }
        }
        return outcome_;
    }

private:
    enum class Kind { message, delivery, finish };
    struct Event {
        double time = 0;
        std::uint64_t number = 0;  // of two at one time, the one that was planned first
        Kind kind = Kind::message;
        std::size_t worker = 0;
        std::size_t results = 0;     // message: units in it
        bool asks = false;           // message: for a block
        std::optional<Block> block;  // delivery; empty: no more
        bool operator>(const Event& other) const {
            return std::tie(time, number) > std::tie(other.time, other.number);
        }
    };
    struct Worker {
        std::optional<Block> at_work, in_hand;
    };

    void plan(Event event) {
        event.number = planned_++;
        events_.push(event);
    }

    void send(double now, std::size_t worker, std::size_t results, bool asks) {
        plan({now + options_.latency, 0, Kind::message, worker, results, asks, {}});
    }

    /// Rank 0 answers, then stores.
    void receive(const Event& event) {
        const double start = std::max(event.time, rank0_free_);
        const double answered = start + (event.asks ? options_.hand_out : 0);
        rank0_free_ = answered + static_cast<double>(event.results) * options_.store;
        outcome_.rank0_busy += rank0_free_ - start;
        outcome_.makespan = std::max(outcome_.makespan, event.results > 0 ? rank0_free_ : 0);
        if (event.asks) {
            plan({answered + options_.latency, 0, Kind::delivery, event.worker, 0, false,
                  supply_.next()});
        }
    }

    void deliver(const Event& event) {
        if (!event.block) return;  // and it asks no more
        Worker& worker = workers_[event.worker];
        if (worker.at_work) {
            worker.in_hand = event.block;
        } else {
            begin(event.time, event.worker, *event.block, 0);
        }
    }

    /// \param results  of the block before, sent along with the request for the one after
    void begin(double now, std::size_t w, const Block& block, std::size_t results) {
        workers_[w].at_work = block;
        plan({now + seconds(block), 0, Kind::finish, w, 0, false, {}});
        if (results > 0 || !options_.no_prefetch) send(now, w, results, !options_.no_prefetch);
    }

    void finish(const Event& event) {
        Worker& worker = workers_[event.worker];
        const std::size_t results = worker.at_work.value().size;
        worker.at_work.reset();
        if (!worker.in_hand) {
            return send(event.time, event.worker, results, options_.no_prefetch);
        }
        const Block next = *worker.in_hand;
        worker.in_hand.reset();
        begin(event.time, event.worker, next, results);
    }

    /// Each unit goes to the thread that is free first.
    double seconds(const Block& block) const {
        std::vector<double> busy(options_.threads, 0);
        for (std::size_t k = 0; k < block.size; ++k) {
            *std::min_element(busy.begin(), busy.end()) += units_[block.length][block.first + k];
        }
        return *std::max_element(busy.begin(), busy.end());
    }

    const Units& units_;
    const Options& options_;
    Supply supply_;
    std::vector<Worker> workers_;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
    std::uint64_t planned_ = 0;
    double rank0_free_ = 0;
    Outcome outcome_;
};

double work(const Units& units) {
    double sum = 0;
    for (const std::vector<double>& length : units) {
        for (const double seconds : length)
            sum += seconds;
    }
    return sum;
}

double efficiency(const Units& units, const Outcome& outcome, std::size_t workers,
                  std::size_t threads) {
    return work(units) / (static_cast<double>(workers * threads) * outcome.makespan);
}

// ---------------------------------------------------------------------------- Measured times

/// Measured seconds, by length and index of the unit.
using Measured = std::map<std::size_t, std::multimap<std::uint64_t, double>>;

/// Lines "length,index,records,cpu_seconds" after comments and a header.
Measured read_measured(const std::string& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error(path + ": cannot be read");
    Measured measured;
    for (std::string line; std::getline(in, line);) {
        std::size_t length = 0;
        unsigned long long index = 0, records = 0;
        double seconds = 0;
        if (line.empty() || line.front() == '#' || line.front() == 'l') continue;
        if (std::sscanf(line.c_str(), "%zu,%llu,%llu,%lf", &length, &index, &records, &seconds) !=
            4) {
            throw std::runtime_error(path + ": not a unit: " + line);
        }
        measured[length].emplace(index, seconds);
    }
    return measured;
}

/// Times for all units of one length. Units of low ranks have many σ that are least in their class,
/// those of high ranks few: a unit takes the time of one of the four measured ones nearest to it.
std::vector<double> drawn_times(const std::multimap<std::uint64_t, double>& measured,
                                std::uint64_t count, Random& random) {
    const std::vector<std::pair<std::uint64_t, double>> sorted(measured.begin(), measured.end());
    std::vector<double> times;
    for (std::uint64_t index = 0; index < count; ++index) {
        const auto exact = measured.find(index);
        if (sorted.size() >= count && exact != measured.end()) {
            times.push_back(exact->second);
            continue;
        }
        const auto above = std::ranges::lower_bound(sorted, std::pair{index, 0.0});
        const auto before = static_cast<std::size_t>(above - sorted.begin());
        const std::size_t near = std::min<std::size_t>(4, sorted.size());
        const std::size_t first = std::min(before < 2 ? 0 : before - 2, sorted.size() - near);
        times.push_back(sorted[first + random.below(near)].second);
    }
    return times;
}

/// \param split  each unit as so many of equal time
Units drawn_units(const Measured& measured, const Options& options, Random& random) {
    Units units;
    for (std::size_t length = 2; length <= options.n; ++length) {
        const auto found = measured.find(length);
        if (found == measured.end()) {
            throw std::runtime_error(fmt::format("no measured unit of length {}", length));
        }
        const std::uint64_t count =
            (disarray::factorial_64(length) + ranks_in_unit - 1) / ranks_in_unit;
        std::vector<double>& times = units.emplace_back();
        for (const double seconds : drawn_times(found->second, count, random)) {
            times.insert(times.end(), options.split,
                         seconds * options.scale / static_cast<double>(options.split));
        }
    }
    if (options.longest_first) std::ranges::reverse(units);
    return units;
}

// --------------------------------------------------------------------------------- The output

void print_row(std::size_t workers, const Measured& measured, const Options& options) {
    double mean = 0, least = 1e300, makespan = 0, busy = 0;
    for (std::size_t run = 0; run < options.runs; ++run) {
        Random random(options.seed, run);  // the same units for each number of workers
        const Units units = drawn_units(measured, options, random);
        const Outcome outcome = Farm(units, workers, options).run();
        const double here = efficiency(units, outcome, workers, options.threads);
        mean += here;
        least = std::min(least, here);
        makespan += outcome.makespan;
        busy += outcome.rank0_busy / outcome.makespan;
    }
    const auto runs = static_cast<double>(options.runs);
    fmt::print("{},{:.4f},{:.4f},{:.3f},{:.4f}\n", workers, mean / runs, least, makespan / runs,
               busy / runs);
}

void require(bool holds, const char* what) {
    if (!holds) throw std::runtime_error(std::string("does not hold: ") + what);
}

/// Cases whose outcome is known.
void check() {
    Options free;
    free.hand_out = free.store = free.latency = 0;
    free.largest_block = 1;
    // N equal units of 1 s on W workers take ⌈N/W⌉ s.
    for (const std::size_t workers : {1U, 3U, 7U, 64U, 1000U}) {
        const Units units{std::vector<double>(10, 1), std::vector<double>(990, 1)};
        const Outcome outcome = Farm(units, workers, free).run();
        const double rounds = std::ceil(1000.0 / static_cast<double>(workers));
        require(outcome.makespan == rounds, "equal units without overhead");
        require(std::abs(efficiency(units, outcome, workers, 1) -
                         1000 / (static_cast<double>(workers) * rounds)) < 1e-12,
                "their efficiency");
    }
    // Threads that share a block of 64 equal units.
    free.largest_block = 64;
    free.threads = 16;
    require(Farm({std::vector<double>(640, 1)}, 1, free).run().makespan >= 40,
            "not faster than its threads");
    // Workers without work leave rank 0 as the only one who is busy.
    Options slow = free;
    slow.threads = 1;
    slow.largest_block = 1;
    slow.hand_out = 1;
    slow.store = 2;
    const Outcome outcome = Farm({std::vector<double>(100, 0)}, 50, slow).run();
    require(outcome.rank0_busy >= 300 && outcome.makespan >= 300, "rank 0 is the bottleneck");
    fmt::print("the known cases hold\n");
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    bool only_check = false;
    CLI::App app("How a sweep handed out by one process scales, from measured times of units.");
    app.add_option("--data", options.data, "Measured units")->capture_default_str();
    app.add_option("--n", options.n, "Length of the rankings")->capture_default_str();
    app.add_option("--workers", options.most_workers, "From 1, doubled up to this")
        ->check(CLI::Range(1, 1 << 20))
        ->capture_default_str();
    app.add_option("--threads", options.threads, "Of a worker")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    app.add_option("--largest-block", options.largest_block, "Units")
        ->check(CLI::Range(1, 1 << 20))
        ->capture_default_str();
    app.add_option("--share", options.share,
                   "A block has 1/share of what is left for each worker, in units")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_flag("--no-prefetch", options.no_prefetch, "Ask for a block when the last is done");
    app.add_flag("--longest-first", options.longest_first, "Hand out the longest length first");
    app.add_option("--hand-out", options.hand_out, "Seconds of rank 0 for a request")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--store", options.store, "Seconds of rank 0 for the result of a unit")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--latency", options.latency, "Seconds of a message, one way")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--scale", options.scale, "Factor for the times of units: another question")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--split", options.split, "Each unit as so many smaller ones")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_option("--runs", options.runs, "Drawings of the times, over which the mean is taken")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    app.add_option("--seed", options.seed, "Of the drawings")->capture_default_str();
    app.add_flag("--check", only_check, "Cases whose outcome is known, and nothing else");
    CLI11_PARSE(app, argc, argv);
    try {
        if (only_check) {
            check();
            return 0;
        }
        const Measured measured = read_measured(options.data);
        fmt::print("workers,efficiency,least_efficiency,makespan_seconds,rank0_utilisation\n");
        for (std::size_t workers = 1; workers <= options.most_workers; workers *= 2)
            print_row(workers, measured, options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "disarray_farm_model: {}\n", error.what());
        return 2;
    }
    return 0;
}
