# SPDX-License-Identifier: MIT
# The Debian packages that `./dev package` makes by CPack: disarray (the programs), libdisarray-dev (the
# library with its headers), python3-disarray. What Debian's policy asks for besides is added by
# package_files.cmake while they are packed.

# The wheel that ./dev makes, unpacked.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/wheel/unpacked/ DESTINATION lib/python3/dist-packages
  COMPONENT python3 EXCLUDE_FROM_ALL OPTIONAL)

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL program library python3)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_LIBRARY_ARCHITECTURE ${CMAKE_LIBRARY_ARCHITECTURE})
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_files.cmake)

set(DISARRAY_MAINTAINER "The disarray authors <disarray@users.noreply.example>" CACHE STRING
  "Who made the packages, with an address")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${DISARRAY_MAINTAINER})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(about "It decides exactly which inequalities, laws and bounds the distances\n\
and retrieval metrics between rankings satisfy, with witnesses and with\n\
proofs that an independent program checks.")

# disarray_package(<component> <name> <section> <depends> <more>); <depends> is beside the shared libraries.
function(disarray_package component name section depends more)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${about}\n\n${more}" PARENT_SCOPE)
endfunction()
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON3_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "gnuplot-nox")
disarray_package(program disarray science ""
  "This package has the program, its verifier, manual pages and completion.")
# What its headers include and what it is linked with: ./dev, which has the list, gives it to CPack.
disarray_package(library libdisarray-dev libdevel ""
  "This package has the static C++ library, its headers and its CMake package.")
disarray_package(python3 python3-disarray python "python3 (>= 3.11), python3 (<< 3.12), python3-numpy"
  "This package has the module for Python 3 and its pytest plugin.")
set(CPACK_DEBIAN_PYTHON3_PACKAGE_RECOMMENDS "python3-pandas")
include(CPack)
