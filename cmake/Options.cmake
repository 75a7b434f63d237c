# What every target of the project is compiled with.
add_library(project_options INTERFACE)
target_include_directories(project_options INTERFACE ${PROJECT_SOURCE_DIR})
target_include_directories(project_options SYSTEM INTERFACE ${PROJECT_SOURCE_DIR}/third_party)
target_compile_definitions(project_options INTERFACE _GNU_SOURCE)
target_compile_options(project_options INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wundef)
# gcc 12 miscompiles shifts of 128-bit boards when it vectorises straight-line code, and chess is slower with that
# pass too (results/rejected.md).
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(project_options INTERFACE -fno-tree-slp-vectorize)
endif()
if(SANITIZE)
    target_compile_options(project_options INTERFACE -fsanitize=${SANITIZE} -fno-sanitize-recover=all
        -fno-omit-frame-pointer)
    target_link_options(project_options INTERFACE -fsanitize=${SANITIZE})
endif()
if(FUZZ)
    target_compile_options(project_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
link_libraries(project_options)

# Code that is built once for each instruction set and chosen at run time; all else runs on every x86-64. A source
# without its flags says "not built".
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(flags_avx2 -mavx2 -mbmi -mbmi2 -mpopcnt)
    set(flags_avx512 ${flags_avx2} -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vbmi -mavx512vbmi2
        -mavx512vpopcntdq -mgfni)
endif()

# instruction_set_sources(SET FILE...): the files are the set's builds. What they need is in solver/base/instruction_sets.h.
function(instruction_set_sources set) # vectors wider than the set's stay within a file: their ABI does not matter
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${flags_${set}};-Wno-psabi")
endfunction()
