# Writes the facts of a build into a header, which changes only when they do.
#
#   cmake -D INPUT=build_info.h.in -D OUTPUT=build_info.h -D ROOT=folder -D ... -P build_info.cmake
cmake_minimum_required(VERSION 3.25)

set(BUILD_COMMIT "")
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${ROOT}/.git)
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --short=12 HEAD WORKING_DIRECTORY ${ROOT}
        RESULT_VARIABLE code OUTPUT_VARIABLE BUILD_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT code EQUAL 0)
        set(BUILD_COMMIT "")
    else()
        execute_process(COMMAND ${GIT_EXECUTABLE} status --porcelain WORKING_DIRECTORY ${ROOT}
            OUTPUT_VARIABLE changes ERROR_QUIET)
        if(changes)
            string(APPEND BUILD_COMMIT "+")
        endif()
    endif()
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
