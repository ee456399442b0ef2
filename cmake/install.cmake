# SPDX-License-Identifier: MIT
# What `cmake --install` adds to the libraries and programs: the public headers and the files that
# make find_package(disarray) work. tests/package builds a project against the result.

include(CMakePackageConfigHelpers)

set(disarray_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/disarray)
set(disarray_header_dir ${CMAKE_INSTALL_INCLUDEDIR}/disarray)

# Public is what is neither in detail/ nor part of the program.
install(DIRECTORY src/ DESTINATION ${disarray_header_dir}
  FILES_MATCHING PATTERN "*.hpp" PATTERN "detail" EXCLUDE PATTERN "app" EXCLUDE)
foreach(module properties search reports)
  install(DIRECTORY ${module}/ DESTINATION ${disarray_header_dir}/${module}
    FILES_MATCHING PATTERN "*.hpp"
    PATTERN "detail" EXCLUDE PATTERN "verify" EXCLUDE)
endforeach()

# FLINT has no package of its own to be found by, so its target travels with ours.
set_target_properties(disarray_flint PROPERTIES EXPORT_NAME flint)
install(TARGETS disarray_flint EXPORT disarray_targets)

install(EXPORT disarray_targets NAMESPACE disarray:: DESTINATION ${disarray_package_dir})
set(DISARRAY_MPI_NEED "")
if(MPI_CXX_FOUND)
  set(DISARRAY_MPI_NEED MPI)
endif()
configure_package_config_file(cmake/disarray-config.cmake.in
  ${PROJECT_BINARY_DIR}/generated/disarray-config.cmake
  INSTALL_DESTINATION ${disarray_package_dir})
# Before 1.0 a minor version may break what used the one before.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/disarray-config-version.cmake
  COMPATIBILITY SameMinorVersion)
# For builds without CMake: disarray::core alone, which is what other metrics are made of.
file(RELATIVE_PATH disarray_pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/disarray.pc.in ${PROJECT_BINARY_DIR}/generated/disarray.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/generated/disarray.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES
  ${PROJECT_BINARY_DIR}/generated/disarray-config.cmake
  ${PROJECT_BINARY_DIR}/generated/disarray-config-version.cmake
  DESTINATION ${disarray_package_dir})
