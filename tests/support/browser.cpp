// SPDX-License-Identifier: MIT
//
// Three layers: Process (start, end, clean up), Channel (messages ended by a zero byte, within a
// time), Browser (what a test asks for). One socket pair serves both descriptors that Chromium
// wants, 3 to read and 4 to write: unlike a pipe, it can be written to after the browser's death
// without SIGPIPE, which would end the test program.
#include "tests/support/browser.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "base/descriptor.hpp"
#include "tests/catch.hpp"

namespace disarray::test {

namespace {

using Clock = std::chrono::steady_clock;
using Json = Browser::Json;

/// The profile of the browser, removed with all that was written there.
class TemporaryFolder {
public:
    TemporaryFolder() {
        path_ = (std::filesystem::temp_directory_path() /
                 ("disarray_browser_" + std::to_string(::getpid()) + "_XXXXXX"))
                    .string();
        if (!::mkdtemp(path_.data())) throw BrowserError("no folder could be made: " + path_);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        // A process that was just killed may still be finishing a write; whether all of a group are
        // gone cannot be asked for portably (in a container nobody may collect the dead).
        for (int attempt = 0; attempt < 40; ++attempt) {
            std::error_code error;
            std::filesystem::remove_all(path_, error);
            if (!error && !std::filesystem::exists(path_, error)) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

std::string last_error() {
    return std::strerror(errno);
}

/// Our end and the browser's, both above 4 so that the descriptors of the browser can be made of
/// them, and both closed in every program that is started.
std::pair<Descriptor, Descriptor> socket_pair() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        throw BrowserError("no socket pair: " + last_error());
    }
    const Descriptor ours(ends[0]);
    const Descriptor theirs(ends[1]);
    return {Descriptor(::fcntl(ours.number(), F_DUPFD_CLOEXEC, 5)),
            Descriptor(::fcntl(theirs.number(), F_DUPFD_CLOEXEC, 5))};
}

/// The path of the first of `names` that can be run; empty if there is none.
std::string installed_program(const std::vector<std::string>& names) {
    const char* const path = std::getenv("PATH");
    for (const std::string& name : names) {
        if (name.find('/') != std::string::npos) {
            if (::access(name.c_str(), X_OK) == 0) return name;
            continue;
        }
        std::string_view rest = path ? path : "/usr/bin:/bin";
        while (!rest.empty()) {
            const std::string_view folder = rest.substr(0, rest.find(':'));
            rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
            const std::string file = std::string(folder) + "/" + name;
            if (::access(file.c_str(), X_OK) == 0) return file;
        }
    }
    return {};
}

std::vector<std::string> arguments_for(const std::string& program, const std::string& folder) {
    return {program, "--headless", "--remote-debugging-pipe",
            "--user-data-dir=" + folder + "/profile",
            "--no-sandbox",             // CI is root in a container: no user namespaces
            "--disable-gpu",            // nor a display
            "--disable-dev-shm-usage",  // /dev/shm is missing or 64 MB there
            "--disable-breakpad",       // its handler would leave the process group
            "--disable-crash-reporter", "--disable-extensions",
            // no request that the page did not make, no dialog, nothing asked of a desktop
            "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
            "--disable-component-update", "--disable-default-apps", "--disable-sync",
            "--disable-features=Translate,MediaRouter,OptimizationHints", "--password-store=basic",
            "--mute-audio", "--lang=en-GB", "about:blank"};
}

/// Ours, but with everything that is written below the home or a temporary folder in `folder`.
std::vector<std::string> environment_for(const std::string& folder) {
    const std::vector<std::string> moved = {"HOME",           "TMPDIR",        "XDG_CONFIG_HOME",
                                            "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"};
    std::vector<std::string> environment;
    for (char** entry = environ; *entry; ++entry) {
        const std::string text = *entry;
        const std::string name = text.substr(0, text.find('='));
        if (std::find(moved.begin(), moved.end(), name) == moved.end()) environment.push_back(text);
    }
    for (const std::string& name : moved)
        environment.push_back(name + "=" + folder);
    return environment;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::string decode_base64(const std::string& text) {
    static constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t buffer = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const std::size_t digit = digits.find(c);
        if (digit == std::string_view::npos) break;  // '=' at the end
        buffer = (buffer << 6U) | static_cast<std::uint32_t>(digit);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>((buffer >> bits) & 0xFFU);
    }
    return bytes;
}

/// file: address of a path with an optional #fragment.
std::string file_url(const std::string& file) {
    static constexpr std::string_view hex = "0123456789ABCDEF";
    static constexpr std::string_view plain = "/#-._~";
    std::string url = "file://";
    for (const char c : file) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || plain.find(c) != std::string_view::npos) {
            url += c;
        } else {
            url += {'%', hex[byte >> 4U], hex[byte & 15U]};
        }
    }
    return url;
}

}  // namespace

/// The processes of the browser: a process group of their own, so that none outlives the test.
class Browser::Process {
public:
    Process(const std::string& program, const Descriptor& end) : program_(program) {
        std::vector<std::string> arguments = arguments_for(program, folder_.path());
        std::vector<std::string> environment = environment_for(folder_.path());
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addopen(&actions, 2, log_file().c_str(), O_WRONLY | O_CREAT, 0600);
        posix_spawn_file_actions_adddup2(&actions, end.number(), 3);
        posix_spawn_file_actions_adddup2(&actions, end.number(), 4);
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes, 0);
        errno = ::posix_spawn(&pid_, program.c_str(), &actions, &attributes,
                              pointers_to(arguments).data(), pointers_to(environment).data());
        const std::string error = errno == 0 ? "" : last_error();
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
        if (!error.empty()) throw BrowserError(program + " could not be started: " + error);
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process() {
        ::kill(-pid_, SIGKILL);
        while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }

    const std::string& folder() const { return folder_.path(); }
    int group() const { return pid_; }

    /// What a failure message needs: the program and the last that it wrote on standard error.
    std::string description() const {
        std::ifstream file(log_file());
        std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        static constexpr std::size_t enough = 2000;
        if (text.size() > enough) text.erase(0, text.size() - enough);
        return program_ + (text.empty() ? " wrote no message" : " wrote:\n" + text);
    }

private:
    std::string log_file() const { return folder_.path() + "/stderr"; }

    TemporaryFolder folder_;
    std::string program_;
    pid_t pid_ = -1;
};

/// Messages to and from the browser, each with a deadline.
class Browser::Channel {
public:
    Channel(Descriptor end, std::chrono::milliseconds patience)
        : end_(std::move(end)), patience_(patience) {}

    Clock::time_point deadline() const { return Clock::now() + patience_; }
    void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }
    bool is_broken() const { return is_broken_; }
    int next_id() { return ++last_id_; }

    void send(const Json& message, Clock::time_point deadline) {
        std::string bytes = message.dump();
        bytes += '\0';
        std::size_t sent = 0;
        while (sent < bytes.size()) {
            // Read as well: a browser that waits for us to read does not read itself.
            if (!(wait_for(POLLIN | POLLOUT, deadline) & POLLOUT)) {
                read_some();
                continue;
            }
            const ssize_t count = ::send(end_.number(), bytes.data() + sent, bytes.size() - sent,
                                         MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count < 0 && errno != EAGAIN && errno != EINTR) fail("it has ended");
            if (count > 0) sent += static_cast<std::size_t>(count);
        }
    }

    Json receive(Clock::time_point deadline) {
        std::size_t end = received_.find('\0');
        while (end == std::string::npos) {
            const std::size_t searched = received_.size();
            wait_for(POLLIN, deadline);
            read_some();
            end = received_.find('\0', searched);
        }
        Json message =
            Json::parse(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(end));
        received_.erase(0, end + 1);
        return message;
    }

private:
    [[noreturn]] void fail(const std::string& reason) {
        is_broken_ = true;
        throw BrowserError("the browser does not answer: " + reason);
    }

    int wait_for(int events, Clock::time_point deadline) {
        while (true) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
            if (left.count() <= 0) {
                fail("nothing within " + std::to_string(patience_.count()) + " ms");
            }
            pollfd entry{end_.number(), static_cast<short>(events), 0};
            const int count = ::poll(&entry, 1, static_cast<int>(left.count()));
            if (count > 0) return entry.revents;
            if (count < 0 && errno != EINTR) fail(last_error());
        }
    }

    void read_some() {
        std::array<char, 65536> buffer{};
        const ssize_t count = ::recv(end_.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (count > 0) {
            received_.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            fail("it has ended");
        }
    }

    Descriptor end_;
    std::chrono::milliseconds patience_;
    std::string received_;
    int last_id_ = 0;
    bool is_broken_ = false;
};

Browser::Browser(std::unique_ptr<Process> process, std::unique_ptr<Channel> channel)
    : process_(std::move(process)), channel_(std::move(channel)) {}
Browser::Browser(Browser&&) noexcept = default;
Browser& Browser::operator=(Browser&&) noexcept = default;
Browser::~Browser() = default;

std::optional<Browser> Browser::start(const BrowserOptions& options) {
    const std::string program = installed_program(options.programs);
    if (program.empty()) return std::nullopt;
    auto [ours, theirs] = socket_pair();
    auto process = std::make_unique<Process>(program, theirs);
    // If our copy of the browser's end stayed open, its death would not be seen.
    theirs = Descriptor(-1);
    Browser browser(std::move(process),
                    std::make_unique<Channel>(std::move(ours), options.patience));
    browser.attach();
    browser.reset();
    return browser;
}

/// Sends a request and returns its result; events that come before it are noted.
Json Browser::call(const std::string& method, const Json& parameters) {
    const Clock::time_point deadline = channel_->deadline();
    const int id = channel_->next_id();
    Json request = {{"id", id}, {"method", method}, {"params", parameters}};
    if (!session_.empty()) request["sessionId"] = session_;
    try {
        channel_->send(request, deadline);
        while (true) {
            const Json message = channel_->receive(deadline);
            if (message.value("id", 0) != id) {
                note(message);
            } else if (message.contains("error")) {
                throw BrowserError(message["error"].value("message", "unknown error"));
            } else {
                return message.at("result");
            }
        }
    } catch (const BrowserError& error) {
        throw BrowserError(method + ": " + error.what() +
                           (is_broken() ? "\n" + process_->description() : ""));
    }
}

void Browser::attach() {
    const Json page = call("Target.createTarget", {{"url", "about:blank"}});
    const Json session =
        call("Target.attachToTarget", {{"targetId", page.at("targetId")}, {"flatten", true}});
    session_ = session.at("sessionId").get<std::string>();
    for (const char* const domain : {"Page", "Runtime", "Log", "Network"}) {
        call(std::string(domain) + ".enable");
    }
    call("Page.setLifecycleEventsEnabled", {{"enabled", true}});
}

void Browser::note(const Json& event) {
    const std::string method = event.value("method", "");
    const Json parameters = event.value("params", Json::object());
    if (method == "Page.lifecycleEvent" && parameters.at("name") == "load") {
        loaded_.push_back(parameters.at("loaderId").get<std::string>());
    } else if (method == "Runtime.exceptionThrown") {
        const Json& details = parameters.at("exceptionDetails");
        errors_.push_back("exception: " + details.value("exception", Json::object())
                                              .value("description", details.value("text", "")));
    } else if (method == "Runtime.consoleAPICalled") {
        const std::string type = parameters.value("type", "");
        if (type != "error" && type != "warning" && type != "assert") return;
        errors_.push_back("console " + type + ": " + parameters.at("args").dump());
    } else if (method == "Log.entryAdded") {
        const Json& entry = parameters.at("entry");
        if (entry.at("level") != "error" && entry.at("level") != "warning") return;
        errors_.push_back(entry.value("source", "") + ": " + entry.value("text", ""));
    } else if (method == "Network.requestWillBeSent") {
        const auto url = parameters.at("request").at("url").get<std::string>();
        for (const char* const local : {"file:", "data:", "about:"}) {
            if (url.rfind(local, 0) == 0) return;
        }
        requests_.push_back(url);
    }
}

/// Goes to an address and waits until it is loaded.
void Browser::navigate(const std::string& url) {
    loaded_.clear();
    const Json reply = call("Page.navigate", {{"url", url}});
    if (reply.contains("errorText")) {
        throw BrowserError(url + ": " + reply["errorText"].get<std::string>());
    }
    const auto loader = reply.at("loaderId").get<std::string>();
    const Clock::time_point deadline = channel_->deadline();
    try {
        while (std::find(loaded_.begin(), loaded_.end(), loader) == loaded_.end()) {
            note(channel_->receive(deadline));
        }
    } catch (const BrowserError& error) {
        throw BrowserError(url + " does not finish to load: " + error.what());
    }
}

void Browser::open(const std::string& file) {
    // Otherwise a change of the fragment only would not load the page anew.
    navigate("about:blank");
    errors_.clear();
    requests_.clear();
    navigate(file_url(file));
}

void Browser::show(const std::string& html, const std::string& fragment) {
    const std::string path = profile_folder() + "/page.html";
    std::ofstream(path, std::ios::binary) << html;
    open(path + fragment);
}

Json Browser::evaluate(const std::string& javascript) {
    const Json reply = call("Runtime.evaluate", {{"expression", javascript},
                                                 {"returnByValue", true},
                                                 {"awaitPromise", true},
                                                 {"userGesture", true}});
    if (reply.contains("exceptionDetails")) {
        const Json& details = reply["exceptionDetails"];
        const Json exception = details.value("exception", Json::object());
        throw BrowserError("the page threw: " +
                           exception.value("description", details.value("text", "")));
    }
    return reply.at("result").value("value", Json());
}

void Browser::resize(int width, int height) {
    call("Emulation.setDeviceMetricsOverride",
         {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
}

void Browser::emulate_media() {
    const Json scheme = {{"name", "prefers-color-scheme"}, {"value", dark_ ? "dark" : "light"}};
    call("Emulation.setEmulatedMedia",
         {{"media", print_ ? "print" : ""}, {"features", Json::array({scheme})}});
}

void Browser::set_dark(bool dark) {
    dark_ = dark;
    emulate_media();
}

void Browser::set_print(bool print) {
    print_ = print;
    emulate_media();
}

void Browser::set_scripts(bool on) {
    call("Emulation.setScriptExecutionDisabled", {{"value", !on}});
}

void Browser::reset() {
    set_scripts(true);
    resize(1400, 900);
    dark_ = false;
    set_print(false);
    navigate("about:blank");
    errors_.clear();
    requests_.clear();
}

void Browser::press(const std::string& key) {
    static constexpr std::string_view shift = "Shift+";
    const bool is_shifted = key.rfind(shift, 0) == 0 && key.size() > shift.size();
    const std::string name = is_shifted ? key.substr(shift.size()) : key;
    static const std::vector<std::pair<std::string, int>> named = {
        {"Tab", 9}, {"Enter", 13}, {"Escape", 27}, {" ", 32}, {"/", 191}};
    const auto found = std::find_if(named.begin(), named.end(),
                                    [&](const auto& entry) { return entry.first == name; });
    if (found == named.end() && name.size() != 1) throw BrowserError("no key is named " + key);
    const std::string text = name == "Enter" ? "\r" : name.size() == 1 ? name : "";
    const int code = found != named.end() ? found->second : std::toupper(name.front());
    Json event = {{"type", text.empty() ? "rawKeyDown" : "keyDown"},
                  {"key", name},
                  {"code", name.size() == 1 ? "" : name},
                  {"windowsVirtualKeyCode", code},
                  {"modifiers", is_shifted ? 8 : 0}};
    if (!text.empty()) event["text"] = text;
    call("Input.dispatchKeyEvent", event);
    event["type"] = "keyUp";
    event.erase("text");
    call("Input.dispatchKeyEvent", event);
}

void Browser::type(const std::string& text) {
    call("Input.insertText", {{"text", text}});
}

void Browser::click(const std::string& selector) {
    const Json place =
        evaluate("(() => { const element = document.querySelector(" + Json(selector).dump() + R"();
        if (!element) throw new Error('no such element');
        element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
        const box = element.getClientRects()[0];
        if (!box) throw new Error('the element is not displayed');
        const x = box.x + box.width / 2, y = box.y + box.height / 2;
        const top = document.elementFromPoint(x, y);
        if (!top || !element.contains(top)) {
            const text = top ? top.outerHTML.slice(0, 200) : 'nothing';
            throw new Error('on top of the element is ' + text);
        }
        return [x, y]; })())");
    for (const char* const type : {"mousePressed", "mouseReleased"}) {
        call("Input.dispatchMouseEvent", {{"type", type},
                                          {"x", place.at(0)},
                                          {"y", place.at(1)},
                                          {"button", "left"},
                                          {"clickCount", 1}});
    }
}

std::string Browser::clipboard() {
    // A page may write there when it is clicked on, but not read. What is granted denies all else,
    // so it is taken back at once.
    call("Browser.grantPermissions", {{"permissions", {"clipboardReadWrite"}}});
    const std::string text = evaluate("navigator.clipboard.readText()");
    call("Browser.resetPermissions");
    return text;
}

std::string Browser::screenshot() {
    return decode_base64(call("Page.captureScreenshot", {{"format", "png"}}).at("data"));
}

std::string Browser::print_to_pdf() {
    return decode_base64(call("Page.printToPDF").at("data"));
}

// Events come in order, so that after the answer to any request no earlier one is on its way.
const std::vector<std::string>& Browser::console_errors() {
    evaluate("0");
    return errors_;
}

const std::vector<std::string>& Browser::network_requests() {
    evaluate("0");
    return requests_;
}

void Browser::set_patience(std::chrono::milliseconds patience) {
    channel_->set_patience(patience);
}

bool Browser::is_broken() const {
    return channel_->is_broken();
}

const std::string& Browser::profile_folder() const {
    return process_->folder();
}

int Browser::process_group() const {
    return process_->group();
}

Browser* browser_or_warn() {
    static std::optional<Browser> browser;
    if (browser && browser->is_broken()) browser.reset();
    if (!browser) browser = Browser::start();
    if (!browser) {
        WARN("skipped: no chromium");
        return nullptr;
    }
    browser->reset();
    return &*browser;
}

}  // namespace disarray::test
