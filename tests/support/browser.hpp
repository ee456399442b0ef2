// SPDX-License-Identifier: MIT
//
// A real browser for tests of the pages that we write: Chromium without a window, driven over the
// DevTools protocol (https://chromedevtools.github.io/devtools-protocol/). The protocol is spoken
// over the file descriptors 3 and 4 (--remote-debugging-pipe) and not over a WebSocket: no port to
// choose, no handshake, no library, and the browser ends by itself when our end is closed, however
// the test ends. Node's and Python's drivers were left: a test would need a second language and a
// package registry. Nothing here waits without a limit: a browser that hangs fails its test.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace disarray::test {

/// The browser died, did not answer in time, refused a request, or the page threw. The message says
/// which, with the page's or the browser's own words.
class BrowserError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct BrowserOptions {
    /// Names to look up in PATH, or paths; the first that is there is taken.
    std::vector<std::string> programs = {"chromium", "chromium-browser", "google-chrome"};
    /// For each request, the first of which waits for the start. A page needs some 100 ms, the
    /// start 500; with eight browsers at once on two cores some 4 s. The rest is for CI.
    std::chrono::milliseconds patience{30'000};
};

/// A running browser with one page. Its processes and its profile folder are gone when it is.
class Browser {
public:
    using Json = nlohmann::ordered_json;

    /// Empty if none of the programs is installed.
    /// \throws BrowserError if one is, but does not start
    static std::optional<Browser> start(const BrowserOptions& options = {});
    Browser(Browser&& other) noexcept;
    Browser& operator=(Browser&& other) noexcept;
    ~Browser();

    /// Opens a file, "/tmp/page.html" or "/tmp/page.html#place", as new: errors and requests of the
    /// page before are forgotten. Before: an absolute path. After: its load event has fired.
    void open(const std::string& file);
    /// Opens a page that is no file yet. \param fragment  "#place" or empty
    void show(const std::string& html, const std::string& fragment = {});

    /// The value of an expression in the page; of a promise, what it resolves to. Works also when
    /// the scripts of the page are off, but then no timer and no event calls back.
    /// \throws BrowserError with the text of the exception if it throws
    Json evaluate(const std::string& javascript);

    /// Of the viewport, in CSS px, which are pixels of the screenshot.
    void resize(int width, int height);
    void set_dark(bool dark);
    /// The style for print, on the screen. No event: see print_to_pdf().
    void set_print(bool print);
    /// For pages opened from now on.
    void set_scripts(bool on);
    /// All of the above as they are at the start: 1400 × 900, light, on screen, with scripts; no
    /// page open.
    void reset();

    /// "Tab", "Shift+Tab", "Enter", "Escape", " ", or one printable ASCII character.
    void press(const std::string& key);
    /// Inserts text where the focus is, as an input method would: one input event.
    void type(const std::string& text);
    /// A real click with the mouse on the middle of the first element that matches, scrolled into
    /// view. \throws BrowserError if there is none, or if another element is on top of it
    void click(const std::string& selector);

    std::string clipboard();     ///< its text
    std::string screenshot();    ///< of the viewport, PNG
    std::string print_to_pdf();  ///< fires beforeprint and afterprint, as a user's print does

    /// Errors and warnings on the console since open(): exceptions, console.error, violations of
    /// the content security policy, files not found.
    const std::vector<std::string>& console_errors();
    /// Addresses asked for since open(), other than file:, data: and about:, also if a security
    /// policy then stopped the request.
    const std::vector<std::string>& network_requests();

    /// From now on, in place of that of the options.
    void set_patience(std::chrono::milliseconds patience);
    /// True after a time-out or the end of the browser: no use to ask again.
    bool is_broken() const;
    const std::string& profile_folder() const;
    int process_group() const;

private:
    class Process;
    class Channel;
    Browser(std::unique_ptr<Process> process, std::unique_ptr<Channel> channel);

    Json call(const std::string& method, const Json& parameters = Json::object());
    void attach();
    void emulate_media();
    void navigate(const std::string& url);
    void note(const Json& event);

    std::unique_ptr<Process> process_;  // outlives the channel, whose end it must see
    std::unique_ptr<Channel> channel_;
    std::string session_;
    bool dark_ = false;
    bool print_ = false;
    std::vector<std::string> loaded_;  ///< loader ids whose load event has fired
    std::vector<std::string> errors_;
    std::vector<std::string> requests_;
};

/// The browser that the test cases of this process share, reset; it is started when first asked
/// for, and again if it is broken. Null, with a warning that the test is skipped, if none is
/// installed.
Browser* browser_or_warn();

}  // namespace disarray::test
