# Sets OPENCL_HEADERS (TRUE where the OpenCL backend is built) and OPENCL_SUMMARY.
# flatten_opencl(INPUT OUTPUT): one text of a program and its headers, made anew when one of them changes.
set(OPENCL_HEADERS FALSE)
if(WITH_OPENCL STREQUAL "OFF")
    set(OPENCL_SUMMARY "off: WITH_OPENCL=OFF")
else()
    find_path(OPENCL_INCLUDE_DIR CL/cl.h)
    if(OPENCL_INCLUDE_DIR)
        set(OPENCL_HEADERS TRUE)
        set(OPENCL_SUMMARY "on")
    elseif(WITH_OPENCL STREQUAL "ON")
        message(FATAL_ERROR "WITH_OPENCL=ON, but CL/cl.h (opencl-headers) is not installed")
    else()
        set(OPENCL_SUMMARY "off: CL/cl.h (opencl-headers) is not installed")
    endif()
endif()
set(OPENCL_HEADERS ${OPENCL_HEADERS} PARENT_SCOPE)
set(OPENCL_SUMMARY ${OPENCL_SUMMARY} PARENT_SCOPE)

function(flatten_opencl input output)
    set(script ${PROJECT_SOURCE_DIR}/cmake/flatten.cmake)
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -D INPUT=${input} -D ROOT=${PROJECT_SOURCE_DIR} -D OUTPUT=${output}
                -D DEPFILE=${output}.d -P ${script}
        DEPENDS ${input} ${script}
        DEPFILE ${output}.d
        COMMENT "Flattening the OpenCL program"
        VERBATIM)
endfunction()
