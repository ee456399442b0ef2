// SPDX-License-Identifier: MIT
// Shows that the browser driver sees what a page does, and that a browser that is missing, ends or
// hangs is a message and never a hung test.
#include "tests/support/browser.hpp"

#include <algorithm>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <csignal>

#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

namespace {

using Json = Browser::Json;

const std::string small_page = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>a page</title>
<style>
@media print { p { color: rgb(1, 1, 1) } }
@media (prefers-color-scheme: dark) { p { color: rgb(2, 2, 2) } }
#far { margin-top: 5000px }
</style></head>
<body><p>text</p><input><button>press</button><p id="far">far below</p>
<script>
document.documentElement.className = 'js';
window.seen = [];
addEventListener('beforeprint', () => seen.push('beforeprint'));
addEventListener('keydown', event => seen.push(event.key));
addEventListener('click', event => seen.push(event.isTrusted + ' ' + event.target.localName));
</script></body></html>)";

std::string colour(Browser& browser) {
    return browser.evaluate("getComputedStyle(document.querySelector('p')).color");
}

/// A program in the place of the browser.
class FakeBrowser {
public:
    explicit FakeBrowser(const std::string& script) : file_("#!/bin/sh\n" + script + "\n") {
        ::chmod(file_.path().c_str(), 0700);
    }
    std::string failure(std::chrono::milliseconds patience) const {
        return message_of<BrowserError>([&] { Browser::start({{file_.path()}, patience}); });
    }

private:
    TemporaryFile file_;
};

std::ptrdiff_t profile_folders_of_this_process() {
    const std::filesystem::directory_iterator files(std::filesystem::temp_directory_path());
    return std::count_if(begin(files), end(files), [](const auto& file) {
        return contains(file.path().string(),
                        "disarray_browser_" + std::to_string(::getpid()) + "_");
    });
}

bool has_one_with(const std::vector<std::string>& texts, const std::string& part) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& text) { return contains(text, part); });
}

}  // namespace

TEST_CASE("A browser that is missing, ends or hangs is a message", "[support][browser]") {
    CHECK_FALSE(Browser::start({{"no-such-browser", "/no/such/browser"}}));
    const auto before = profile_folders_of_this_process();

    const std::string ended =
        FakeBrowser("echo no display >&2; exit 1").failure(std::chrono::seconds(30));
    CAPTURE(ended);
    CHECK(contains(ended, "it has ended"));
    CHECK(contains(ended, "no display"));

    const std::string silent = FakeBrowser("read line <&3").failure(std::chrono::milliseconds(500));
    CAPTURE(silent);
    CHECK(contains(silent, "nothing within 500 ms"));
    CHECK(profile_folders_of_this_process() == before);
}

TEST_CASE("A page that hangs breaks its browser, and nothing is left of it", "[support][browser]") {
    if (!browser_or_warn()) return;
    std::optional<Browser> browser = Browser::start();
    REQUIRE(browser);
    const std::string folder = browser->profile_folder();
    const int group = browser->process_group();
    CHECK(std::filesystem::exists(folder));
    CHECK(::kill(group, 0) == 0);

    browser->set_patience(std::chrono::milliseconds(500));
    const std::string message =
        message_of<BrowserError>([&] { browser->evaluate("while (true) {}"); });
    CHECK(contains(message, "nothing within 500 ms"));
    CHECK(browser->is_broken());
    browser.reset();
    CHECK_FALSE(std::filesystem::exists(folder));
    CHECK(::kill(group, 0) != 0);
}

TEST_CASE("The browser driver shows a page as a user would see it", "[support][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    browser->show(small_page);
    CHECK(browser->evaluate("document.title") == "a page");
    CHECK(browser->evaluate("Promise.resolve([1, 'ä', null])") == Json({1, "ä", nullptr}));
    CHECK(contains(message_of<BrowserError>([&] { browser->evaluate("nowhere.x"); }),
                   "ReferenceError: nowhere is not defined"));
    CHECK(contains(message_of<BrowserError>([&] { browser->open("/no/such/page.html"); }),
                   "ERR_FILE_NOT_FOUND"));

    browser->show(small_page, "#far");
    CHECK(browser->evaluate("document.querySelector(':target').textContent") == "far below");
    CHECK(browser->evaluate("scrollY > 1000") == true);

    CHECK(colour(*browser) == "rgb(0, 0, 0)");
    browser->set_dark(true);
    CHECK(colour(*browser) == "rgb(2, 2, 2)");
    browser->set_dark(false);
    browser->set_print(true);
    CHECK(colour(*browser) == "rgb(1, 1, 1)");
    browser->set_print(false);

    browser->resize(360, 640);
    CHECK(browser->evaluate("[innerWidth, innerHeight]") == Json({360, 640}));
    CHECK(browser->screenshot().substr(0, 8) == "\x89PNG\r\n\x1A\n");
    CHECK(browser->print_to_pdf().substr(0, 5) == "%PDF-");
    CHECK(browser->evaluate("seen") == Json({"beforeprint"}));

    browser->set_scripts(false);
    browser->show(small_page);
    CHECK(browser->evaluate("document.documentElement.className") == "");
}

TEST_CASE("The browser driver presses keys and buttons as a user would", "[support][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    browser->show(small_page);
    browser->press("Tab");
    CHECK(browser->evaluate("document.activeElement.localName") == "input");
    browser->press("/");
    browser->type("1/2 < σ");
    CHECK(browser->evaluate("document.activeElement.value") == "/1/2 < σ");
    for (const char* const key : {"Escape", "Tab", "Enter", " ", "Shift+Tab"})
        browser->press(key);
    CHECK(browser->evaluate("document.activeElement.localName") == "input");
    browser->click("button");
    CHECK(browser->evaluate("seen") == Json({"Tab", "/", "Escape", "Tab", "Enter", "true button",
                                             " ", "true button", "Tab", "true button"}));
    CHECK(contains(message_of<BrowserError>([&] { browser->click("#none"); }), "no such element"));
    CHECK(contains(message_of<BrowserError>([&] { browser->press("Any"); }), "Any"));
}

TEST_CASE("The browser driver reports errors, violations and requests", "[support][browser]") {
    Browser* const browser = browser_or_warn();
    if (!browser) return;
    browser->show(R"(<!DOCTYPE html><title>x</title>
<meta http-equiv="Content-Security-Policy" content="img-src 'none'">
<script>console.log('fine'); console.error('not', 'fine'); console.warn('careful');</script>
<script>throw new Error('thrown');</script><img src="http://127.0.0.1:9/a.png">)");
    const std::vector<std::string> errors = browser->console_errors();
    CAPTURE(Json(errors).dump(1));
    CHECK(errors.size() == 4);
    CHECK(has_one_with(errors, "fine"));
    CHECK(has_one_with(errors, "careful"));
    CHECK(has_one_with(errors, "Error: thrown"));
    CHECK(has_one_with(errors, "Content Security Policy"));
    CHECK(browser->network_requests() == std::vector<std::string>{"http://127.0.0.1:9/a.png"});

    browser->show(R"(<!DOCTYPE html><title>x</title>
<img src="http://127.0.0.1:9/a.png"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">)");
    CHECK(browser->network_requests() == std::vector<std::string>{"http://127.0.0.1:9/a.png"});

    browser->show(small_page);
    CHECK(browser->console_errors().empty());
    CHECK(browser->network_requests().empty());
}

}  // namespace disarray::test
