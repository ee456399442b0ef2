// SPDX-License-Identifier: MIT
#include "formats/detail/json_table.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "formats/detail/json_reader.hpp"

namespace disarray::formats::detail {

namespace {

/// With long double, since nlohmann refuses numbers that its type has no room for: 1e400 is a
/// score.
using Json = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, long double>;

constexpr std::string_view expected_table = R"(a JSON table {"query": {"document": number}})";

class TableReader final : public JsonReader<Json> {
public:
    TableReader(std::string_view text, const std::string& name, TextStore& store,
                const JsonReceiver& receiver)
        : JsonReader(text, name, expected_table), store_(store), receiver_(receiver) {}

    bool start_object(std::size_t) override {
        if (depth_ == 2) refuse("an object");
        ++depth_;
        return true;
    }
    bool end_object() override {
        --depth_;
        document_.reset();
        if (depth_ == 0) query_.reset();
        return true;
    }
    bool key(std::string& text) override {
        std::optional<std::string_view>& name = depth_ == 1 ? query_ : document_;
        name = store_.keep(text);
        if (depth_ == 1) document_.reset();
        const std::string_view what = depth_ == 1 ? "query" : "document";
        if (text.empty() || std::ranges::any_of(text, is_control)) {
            refuse(fmt::format("{} {}", what, in_quotes(text)),
                   fmt::format("the name of a {}", what));
        }
        if (depth_ == 1) start_query();
        return true;
    }

private:
    void start_query() {
        if (!queries_.insert(*query_).second) refuse("the query a second time", "each query once");
        checked([&] { require_query_name(*query_); });
        receiver_.start_query(*query_);
    }
    bool number(const std::string& text) override {
        if (depth_ < 2) refuse("the number " + printable(text));
        checked([&] { receiver_.add(*document_, store_.keep(text)); });
        return true;
    }
    std::string where() const override {
        std::string where = file();
        if (query_) where += ": query " + in_quotes(*query_);
        if (document_) where += ", document " + in_quotes(*document_);
        return where;
    }

    TextStore& store_;
    const JsonReceiver& receiver_;
    std::unordered_set<std::string_view> queries_;
    int depth_ = 0;
    std::optional<std::string_view> query_;
    std::optional<std::string_view> document_;
};

}  // namespace

void read_json_table(ByteSource& source, TextStore& store, const JsonReceiver& receiver) {
    const std::string text = read_all(source);
    TableReader(text, source.name(), store, receiver).read();
}

}  // namespace disarray::formats::detail
