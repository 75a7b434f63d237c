# Tests: labels quick, slow, opencl, cuda, fuzz. Nothing that a test run writes lies outside the build folder.
#
#   add_project_test(NAME LABELS label... COMMAND command... [ENVIRONMENT name=value...])
#   add_test_program(TARGET SOURCES file... LIBRARIES target...)         a cmocka program, not yet a test
#   add_test_folder(FOLDER LIBRARIES target... [DEFINITIONS name=value...])
#                                  every FOLDER/test_*.c is a test; test_slow_*.c has the label slow
#   add_fuzz_folder(FOLDER LIBRARIES target...)
#                                  every FOLDER/fuzz_NAME.c runs over FOLDER/corpus/NAME, or with FUZZ=ON
#                                  (clang, and SANITIZE as you like) becomes a libFuzzer program
if(BUILD_TESTING)
    find_library(CMOCKA_LIBRARY cmocka)
    find_path(CMOCKA_INCLUDE_DIR cmocka.h)
endif()
if(NOT BUILD_TESTING)
    set(TESTS_SUMMARY "off")
elseif(NOT CMOCKA_LIBRARY OR NOT CMOCKA_INCLUDE_DIR)
    set(TESTS_SUMMARY "off: cmocka (libcmocka-dev) is not installed")
    set(BUILD_TESTING OFF)
else()
    set(TESTS_SUMMARY "on")
endif()

set(TEST_ENVIRONMENT
    POCL_CACHE_DIR=${PROJECT_BINARY_DIR}/pocl-cache
    XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/cache-home
    TABULEIRO_CACHE=${PROJECT_BINARY_DIR}/program-cache
    LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/lsan.supp:print_suppressions=0)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/pocl-cache)

# 77: a program says that it cannot run here, such as for want of a device.
function(add_project_test name)
    cmake_parse_arguments(PARSE_ARGV 1 T "" "" "LABELS;COMMAND;ENVIRONMENT")
    add_test(NAME ${name} COMMAND ${T_COMMAND} WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
    set_tests_properties(${name} PROPERTIES
        LABELS "${T_LABELS}"
        ENVIRONMENT "${TEST_ENVIRONMENT};${T_ENVIRONMENT}"
        SKIP_RETURN_CODE 77
        TIMEOUT 600)
endfunction()

function(add_test_program target)
    cmake_parse_arguments(PARSE_ARGV 1 T "" "" "SOURCES;LIBRARIES")
    add_executable(${target} ${T_SOURCES})
    target_include_directories(${target} SYSTEM PRIVATE ${CMOCKA_INCLUDE_DIR})
    target_link_libraries(${target} PRIVATE ${T_LIBRARIES} ${CMOCKA_LIBRARY})
endfunction()

function(add_test_folder folder)
    cmake_parse_arguments(PARSE_ARGV 1 T "" "" "LIBRARIES;DEFINITIONS")
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/test_*.c)
    foreach(source ${sources})
        cmake_path(GET source STEM name)
        add_test_program(${name} SOURCES ${source} LIBRARIES ${T_LIBRARIES})
        target_compile_definitions(${name} PRIVATE ${T_DEFINITIONS})
        set(label quick)
        if(name MATCHES "^test_slow_")
            set(label slow)
        endif()
        add_project_test(${name} LABELS ${label} COMMAND ${name})
    endforeach()
endfunction()

function(add_fuzz_folder folder)
    cmake_parse_arguments(PARSE_ARGV 1 T "" "" "LIBRARIES")
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/fuzz_*.c)
    file(GLOB strays LIST_DIRECTORIES false ${folder}/corpus/*)
    list(REMOVE_ITEM strays ${folder}/corpus/README.md)
    if(strays)
        message(FATAL_ERROR "no target reads ${strays}, expected a folder corpus/NAME for fuzz_NAME.c")
    endif()
    foreach(source ${sources})
        cmake_path(GET source STEM name)
        string(REPLACE fuzz_ ${folder}/corpus/ corpus ${name})
        add_executable(${name} ${source})
        target_link_libraries(${name} PRIVATE ${T_LIBRARIES})
        if(FUZZ)
            target_link_options(${name} PRIVATE -fsanitize=fuzzer)
            set(command ${name} -runs=0 ${corpus})
        else()
            target_sources(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/fuzz_replay.c)
            set(command ${name} ${corpus})
        endif()
        add_project_test(${name} LABELS quick fuzz COMMAND ${command})
    endforeach()
endfunction()
