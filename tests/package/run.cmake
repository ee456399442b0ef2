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
step(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK_DIR}/build -G Ninja
  -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
step(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
step(${WORK_DIR}/build/consumer)
