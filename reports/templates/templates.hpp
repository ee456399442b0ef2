// SPDX-License-Identifier: MIT
//
// The files beside this one, as they are: CMake puts them into templates.cpp when it configures, so
// that the program needs no file at run time.
#pragma once

#include <string_view>

namespace disarray::reports::templates {

extern const std::string_view report_css;  ///< without "<" and "&": it stands in HTML and in XML
extern const std::string_view certificate_js;  ///< as report_js, before which it stands
extern const std::string_view report_js;       ///< without "]]>" and "</script"

}  // namespace disarray::reports::templates
