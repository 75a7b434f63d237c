# Makes one text of a program and all that it includes by "name", since an OpenCL compiler sees no files.
#
#   cmake -D INPUT=file -D ROOT=folder -D OUTPUT=file -D DEPFILE=file -P flatten.cmake
#
# Names are looked up next to the including file. #line directives keep the names and lines of the sources,
# relative to ROOT, in the compiler's messages. A header with an include guard is taken in once, others each
# time. DEPFILE lists what was read.
cmake_minimum_required(VERSION 3.25)

function(count_line_breaks text variable)
    string(REGEX REPLACE "[^\n]" "" breaks "${text}")
    string(LENGTH "${breaks}" count)
    set(${variable} ${count} PARENT_SCOPE)
endfunction()

function(is_guarded text variable)
    set(guarded FALSE)
    if(text MATCHES "#ifndef ([A-Z0-9_]+_H)\n#define ([A-Z0-9_]+_H)\n"
       AND CMAKE_MATCH_1 STREQUAL CMAKE_MATCH_2)
        set(guarded TRUE)
    endif()
    set(${variable} ${guarded} PARENT_SCOPE)
endfunction()

# Appends the flattened file to the OUTPUT. C text may hold ; and [ ], so it is never treated as a list.
function(flatten file)
    file(READ ${file} rest)
    get_property(seen GLOBAL PROPERTY SEEN)
    if(file IN_LIST seen)
        is_guarded("${rest}" guarded)
        if(guarded)
            return()
        endif()
    else()
        set_property(GLOBAL APPEND PROPERTY SEEN ${file})
    endif()

    cmake_path(GET file PARENT_PATH folder)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${ROOT} OUTPUT_VARIABLE name)
    set(line 1)
    file(APPEND ${OUTPUT} "#line 1 \"${name}\"\n")
    string(PREPEND rest "\n")
    set(directive "\n#include \"")
    string(LENGTH "${directive}" directive_length)
    while(TRUE)
        string(FIND "${rest}" "${directive}" at)
        if(at EQUAL -1)
            break()
        endif()
        string(SUBSTRING "${rest}" 0 ${at} before)
        math(EXPR at "${at} + ${directive_length}")
        string(SUBSTRING "${rest}" ${at} -1 rest)
        string(FIND "${rest}" "\"" quote)
        string(SUBSTRING "${rest}" 0 ${quote} included)
        string(FIND "${rest}" "\n" newline)
        string(SUBSTRING "${rest}" ${newline} -1 rest)

        # `before` and `rest` begin with the line break in front of their first line, so that an #include in
        # the first line of a file is found as well.
        count_line_breaks("${before}" count)
        math(EXPR line "${line} + ${count} + 1")
        if(count GREATER 0)
            string(SUBSTRING "${before}" 1 -1 before)
            file(APPEND ${OUTPUT} "${before}\n")
        endif()
        cmake_path(ABSOLUTE_PATH included BASE_DIRECTORY ${folder} NORMALIZE)
        flatten(${included})
        file(APPEND ${OUTPUT} "#line ${line} \"${name}\"\n")
    endwhile()
    string(SUBSTRING "${rest}" 1 -1 rest)
    file(APPEND ${OUTPUT} "${rest}")
endfunction()

file(WRITE ${OUTPUT} "")
flatten(${INPUT})

get_property(seen GLOBAL PROPERTY SEEN)
string(REPLACE " " "\\ " target "${OUTPUT}")
file(WRITE ${DEPFILE} "${target}:")
foreach(file ${seen})
    string(REPLACE " " "\\ " file "${file}")
    file(APPEND ${DEPFILE} " \\\n  ${file}")
endforeach()
file(APPEND ${DEPFILE} "\n")
