# SPDX-License-Identifier: MIT
# cmake -DBUILD_DIR=… -DWORK_DIR=… [-DCXX_FLAGS=…] -P run.cmake: installs the build in BUILD_DIR
# under WORK_DIR, then configures, builds and runs the project beside this file against it.
foreach(name BUILD_DIR WORK_DIR)
  if(NOT ${name})
    message(FATAL_ERROR "run.cmake needs -D${name}=…")
  endif()
endforeach()

# Nothing of an earlier installation may help.
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})

function(step)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

step(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
set(find -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}" -G Ninja)
set(example ${CMAKE_CURRENT_LIST_DIR}/../../docs/example)

# The example, where nothing is found that the core does not need.
set(without)
foreach(package CLI11 rapidcheck MPI)
  list(APPEND without -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
step(${CMAKE_COMMAND} -E env PKG_CONFIG_LIBDIR=${WORK_DIR}/none
  ${CMAKE_COMMAND} -S ${example} -B ${WORK_DIR}/example ${find} ${without})
step(${CMAKE_COMMAND} --build ${WORK_DIR}/example)
file(READ ${example}/output.txt expected)
# says(<what> <command>...): the example prints what it should, which is in ${expected}.
function(says what)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
  if(NOT found STREQUAL expected)
    message(FATAL_ERROR "the example, ${what}, printed\n${found}")
  endif()
endfunction()
says("built by CMake" ${WORK_DIR}/example/distances)

# The same by pkg-config, which other kinds of build ask.
find_program(pkg_config pkg-config REQUIRED)
file(GLOB_RECURSE pc ${WORK_DIR}/prefix/disarray.pc)
execute_process(COMMAND ${pkg_config} --cflags --libs ${pc}
  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(all UNIX_COMMAND "${CXX_FLAGS} ${flags}")
find_program(compiler c++ REQUIRED)
step(${compiler} ${example}/main.cpp ${all} -o ${WORK_DIR}/distances)
says("built by pkg-config" ${WORK_DIR}/distances)

# The other two, where all is found.
step(${CMAKE_COMMAND} -S ${example} -B ${WORK_DIR}/examples ${find})
step(${CMAKE_COMMAND} --build ${WORK_DIR}/examples)
set(expected "abc costs 2, at least 2, optimal\n")
says("of aggregation" ${WORK_DIR}/examples/nearest)
set(expected "min F/K = 6/7, proof valid\n")
says("of the search" ${WORK_DIR}/examples/decide)

# No component named: no library of tests is missed.
file(WRITE ${WORK_DIR}/bare/CMakeLists.txt
  "cmake_minimum_required(VERSION 3.25)\nproject(bare LANGUAGES CXX)\nfind_package(disarray REQUIRED)\n"
  "if(disarray_properties_FOUND OR NOT disarray_search_FOUND)\n"
  "  message(FATAL_ERROR \"found without its needs, or not found with them\")\nendif()\n")
step(${CMAKE_COMMAND} -S ${WORK_DIR}/bare -B ${WORK_DIR}/bare/build ${find}
  -DCMAKE_DISABLE_FIND_PACKAGE_rapidcheck=ON)
# A component that is named has to have what it needs.
file(WRITE ${WORK_DIR}/named/CMakeLists.txt
  "cmake_minimum_required(VERSION 3.25)\nproject(named LANGUAGES CXX)\n"
  "find_package(disarray REQUIRED COMPONENTS properties)\n")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK_DIR}/named -B ${WORK_DIR}/named/build ${find}
  -DCMAKE_DISABLE_FIND_PACKAGE_rapidcheck=ON
  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE refusal)
if(status EQUAL 0 OR NOT refusal MATCHES "properties needs rapidcheck")
  message(FATAL_ERROR "a component without its needs: status ${status}, ${refusal}")
endif()

step(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK_DIR}/build ${find})
step(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
step(${WORK_DIR}/build/searches)
