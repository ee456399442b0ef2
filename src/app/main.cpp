// SPDX-License-Identifier: MIT
//
// The program: turns what a verb throws into exit statuses, which are listed in app/output.hpp.
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "app/output.hpp"
#include "app/program.hpp"
#include "base/error.hpp"

namespace {

int complain(int status, const std::string& message) {
    std::fprintf(stderr, "disarray: %s\n", message.c_str());
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    // A file that may not grow is then a failed write, which is reported, and no sudden end.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return disarray::app::run({argv + 1, argv + argc});
    } catch (const disarray::InputError& error) {
        return complain(disarray::app::status_bad_input, error.what());
    } catch (const std::system_error& error) {
        return complain(disarray::app::status_bad_input,
                        std::string("the system: found ") + disarray::in_quotes(error.what(), 200) +
                            ", expected that it grants this");
    } catch (const std::bad_alloc&) {
        return complain(disarray::app::status_bad_input,
                        "not enough memory for an input of this size");
    } catch (const std::exception& error) {
        return complain(disarray::app::status_fault,
                        std::string("internal fault, please report: ") + error.what());
    }
}
