// SPDX-License-Identifier: MIT
#include "farm/channel.hpp"

#include <cstddef>
#include <deque>
#include <mutex>

namespace disarray::farm {

namespace {

/// What has been sent and not yet received, by receiver.
class Mailboxes {
public:
    explicit Mailboxes(int size) : boxes_(static_cast<std::size_t>(size)) {}

    int size() const { return static_cast<int>(boxes_.size()); }

    void put(int to, Message message) {
        const std::lock_guard lock(mutex_);
        boxes_.at(static_cast<std::size_t>(to)).push_back(std::move(message));
    }

    std::optional<Message> take(int rank) {
        const std::lock_guard lock(mutex_);
        std::deque<Message>& box = boxes_.at(static_cast<std::size_t>(rank));
        if (box.empty()) return std::nullopt;
        Message message = std::move(box.front());
        box.pop_front();
        return message;
    }

private:
    std::mutex mutex_;
    std::vector<std::deque<Message>> boxes_;
};

class LocalChannel final : public Channel {
public:
    LocalChannel(std::shared_ptr<Mailboxes> boxes, int rank)
        : boxes_(std::move(boxes)), rank_(rank) {}

    int rank() const override { return rank_; }
    int size() const override { return boxes_->size(); }
    void send(int to, std::string bytes) override { boxes_->put(to, {rank_, std::move(bytes)}); }
    std::optional<Message> receive() override { return boxes_->take(rank_); }

private:
    std::shared_ptr<Mailboxes> boxes_;
    int rank_;
};

class WithLocalWorker final : public Channel {
public:
    WithLocalWorker(Channel& outer, Channel& inner) : outer_(outer), inner_(inner) {}

    int rank() const override { return 0; }
    int size() const override { return outer_.size(); }
    void send(int to, std::string bytes) override {
        if (to == 0) return inner_.send(1, std::move(bytes));
        outer_.send(to, std::move(bytes));
    }
    std::optional<Message> receive() override {
        if (auto message = inner_.receive()) return Message{0, std::move(message->bytes)};
        return outer_.receive();
    }

private:
    Channel& outer_;
    Channel& inner_;
};

}  // namespace

std::vector<std::unique_ptr<Channel>> local_channels(int size) {
    const auto boxes = std::make_shared<Mailboxes>(size);
    std::vector<std::unique_ptr<Channel>> channels;
    for (int rank = 0; rank < size; ++rank)
        channels.push_back(std::make_unique<LocalChannel>(boxes, rank));
    return channels;
}

std::unique_ptr<Channel> with_local_worker(Channel& outer, Channel& inner) {
    return std::make_unique<WithLocalWorker>(outer, inner);
}

}  // namespace disarray::farm
