# Prints what each kernel takes of each GPU architecture, as ptxas reports it.
#
#   cmake -D NVCC=command;options -D INPUT=file.cu -D OUTPUT=file -P kernel_resources.cmake
#
# Stack and spills are bytes per thread; stack is the whole call chain's.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${NVCC} --resource-usage -o ${OUTPUT} ${INPUT}
    RESULT_VARIABLE code OUTPUT_VARIABLE log ERROR_VARIABLE log)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "${log}")
endif()

function(print_row)
    set(row "")
    foreach(pair "24;${ARGV0}" "8;${ARGV1}" "10;${ARGV2}" "8;${ARGV3}" "13;${ARGV4}" "12;${ARGV5}")
        list(GET pair 0 width)
        list(GET pair 1 text)
        string(LENGTH "${text}" length)
        math(EXPR blanks "${width} - ${length}")
        if(blanks GREATER 0)
            string(REPEAT " " ${blanks} blanks)
            string(APPEND text "${blanks}")
        endif()
        string(APPEND row "${text}")
    endforeach()
    string(STRIP "${row}" row)
    execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${row}")
endfunction()

print_row(kernel arch registers stack spill-stores spill-loads)
string(REPLACE ";" "," log "${log}")
string(REPLACE "\n" ";" lines "${log}")
foreach(line ${lines})
    if(line MATCHES "Compiling entry function '([a-z0-9_]+)_kernel' for '([a-z0-9_]+)'")
        set(kernel ${CMAKE_MATCH_1})
        set(arch ${CMAKE_MATCH_2})
    elseif(line MATCHES "Function properties for (.*)")
        string(COMPARE EQUAL "${CMAKE_MATCH_1}" "${kernel}_kernel" is_entry)
    elseif(is_entry AND line MATCHES
           "([0-9]+) bytes stack frame, ([0-9]+) bytes spill stores, ([0-9]+) bytes spill loads")
        set(stack ${CMAKE_MATCH_1})
        set(stores ${CMAKE_MATCH_2})
        set(loads ${CMAKE_MATCH_3})
    elseif(line MATCHES "Used ([0-9]+) registers")
        set(registers ${CMAKE_MATCH_1})
        if(line MATCHES "([0-9]+) bytes cumulative stack")
            set(stack ${CMAKE_MATCH_1})
        endif()
        print_row(${kernel} ${arch} ${registers} ${stack} ${stores} ${loads})
    endif()
endforeach()
