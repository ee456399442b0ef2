# SPDX-License-Identifier: MIT
# Run by CPack before it packs: what Debian's policy asks of each package beyond what is installed,
# made from LICENSE and CHANGELOG.md, and manual pages compressed.
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
set(source ${CMAKE_CURRENT_LIST_DIR}/..)

file(READ ${source}/LICENSE license)
string(REGEX MATCH "Copyright \\(c\\) [^\n]*" holder "${license}")
string(REPLACE "Copyright (c) " "" holder "${holder}")
string(REGEX REPLACE "^.*${holder}\n\n" "" license "${license}")
string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
string(REGEX REPLACE "\n" "\n " license " ${license}")
string(REGEX REPLACE "[ \n]+$" "\n" license "${license}")
string(CONCAT copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
  "Upstream-Name: disarray\n\nFiles: *\nCopyright: ${holder}\nLicense: Expat\n${license}")

# A page's entries as Debian writes them; its first line has the version and the date.
execute_process(COMMAND awk -v "who=${CPACK_DEBIAN_PACKAGE_MAINTAINER}" [[
  function end() { if (date != "") { print "\n -- " who "  " stamp "\n" } }
  /^## [0-9]/ {
    end(); date = substr($3, 2, 10)
    ("date -u -R -d " date) | getline stamp
    print "disarray (" $2 ") unstable; urgency=medium\n"
  }
  date != "" && /^- / { print "  * " substr($0, 3) }
  date != "" && /^  [^ ]/ { print "    " substr($0, 3) }
  END { end() }
]] ${source}/CHANGELOG.md OUTPUT_VARIABLE changelog COMMAND_ERROR_IS_FATAL ANY)

foreach(component program library python3)
  string(TOUPPER ${component} upper)
  set(doc ${root}/${component}/usr/share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  file(WRITE ${doc}/copyright "${copyright}")
  file(WRITE ${doc}/changelog "${changelog}")
  execute_process(COMMAND gzip -9nf ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(GLOB pages ${root}/program/usr/share/man/man1/*.1)
execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB modules ${root}/python3/usr/lib/python3/dist-packages/disarray/*.so)
foreach(module ${modules})
  execute_process(COMMAND strip --strip-unneeded ${module} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
# Where pkg-config looks for what is of one architecture, a folder deeper.
file(READ ${root}/library/usr/lib/pkgconfig/disarray.pc pc)
string(REPLACE "/../.." "/../../.." pc "${pc}")
file(WRITE ${root}/library/usr/lib/${CPACK_LIBRARY_ARCHITECTURE}/pkgconfig/disarray.pc "${pc}")
file(REMOVE_RECURSE ${root}/library/usr/lib/pkgconfig)
file(GLOB archives ${root}/library/usr/lib/*.a)
execute_process(COMMAND strip --strip-debug ${archives} COMMAND_ERROR_IS_FATAL ANY)
