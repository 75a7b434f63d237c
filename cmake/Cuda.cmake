# Finds nvcc. Sets BUILD_CUDA, the architectures of the fat binary ("" without nvcc), and CUDA_SUMMARY.
# compile_cuda(INPUT OUTPUT DEPENDS file...): the fat binary, and the target kernel-resources, which prints
# registers, stack and spills of every kernel.
set(BUILD_CUDA "")

# Sets cuda_options (for nvcc) and BUILD_CUDA from the architectures that are wanted and known.
function(choose_cuda_archs)
    execute_process(COMMAND ${NVCC} --list-gpu-arch OUTPUT_VARIABLE known ERROR_QUIET)
    string(REGEX MATCHALL "[0-9]+[a-z]?" known "${known}")
    set(options "")
    set(names "")
    foreach(arch ${CUDA_ARCHS})
        if(arch IN_LIST known)
            list(APPEND options -gencode arch=compute_${arch},code=sm_${arch})
            string(APPEND names "${arch} ")
        endif()
    endforeach()
    foreach(arch ${CUDA_PTX})
        if(arch IN_LIST known)
            list(APPEND options -gencode arch=compute_${arch},code=compute_${arch})
            string(APPEND names "PTX ${arch} ")
        endif()
    endforeach()
    string(STRIP "${names}" names)
    set(cuda_options "${options}" PARENT_SCOPE)
    set(BUILD_CUDA "${names}" PARENT_SCOPE)
endfunction()

# An nvcc may stand there and refuse the host's compiler; find out before the build does.
function(try_nvcc)
    set(folder ${PROJECT_BINARY_DIR}/try-nvcc)
    file(WRITE ${folder}/try.cu "extern \"C\" __global__ void f(int *x) { *x = 1; }\n")
    execute_process(COMMAND ${NVCC} -fatbin ${cuda_options} -o ${folder}/try.fatbin ${folder}/try.cu
        RESULT_VARIABLE code OUTPUT_VARIABLE log ERROR_VARIABLE log)
    string(REGEX REPLACE "\n.*" "" log "${log}")
    if(code EQUAL 0)
        set(NVCC_WORKS "${NVCC} ${cuda_options}" CACHE INTERNAL "nvcc and the options that it was tried with")
    else()
        set(nvcc_problem "${NVCC} does not compile: ${log}" PARENT_SCOPE)
    endif()
endfunction()

if(WITH_CUDA STREQUAL "OFF")
    set(CUDA_SUMMARY "stub: WITH_CUDA=OFF")
else()
    set(nvcc_problem "")
    find_program(NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
    if(NOT NVCC)
        set(nvcc_problem "nvcc is not installed")
    else()
        choose_cuda_archs()
        if(NOT BUILD_CUDA)
            set(nvcc_problem "${NVCC} knows none of the architectures ${CUDA_ARCHS}")
        elseif(NOT NVCC_WORKS STREQUAL "${NVCC} ${cuda_options}")
            try_nvcc()
        endif()
    endif()
    if(nvcc_problem)
        set(BUILD_CUDA "")
        set(CUDA_SUMMARY "stub: ${nvcc_problem}")
        if(WITH_CUDA STREQUAL "ON")
            message(FATAL_ERROR "WITH_CUDA=ON, but ${nvcc_problem}")
        endif()
    else()
        set(CUDA_SUMMARY "on: ${BUILD_CUDA} by ${NVCC}")
    endif()
endif()
set(BUILD_CUDA ${BUILD_CUDA} PARENT_SCOPE)
set(CUDA_SUMMARY ${CUDA_SUMMARY} PARENT_SCOPE)

function(compile_cuda input output)
    cmake_parse_arguments(PARSE_ARGV 2 C "" "" "DEPENDS")
    set(nvcc ${NVCC} -fatbin -std=c++17 --threads 0 -I${PROJECT_SOURCE_DIR} ${cuda_options})
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${nvcc} -o ${output} ${input}
        DEPENDS ${input} ${C_DEPENDS}
        COMMENT "Compiling the CUDA program for ${BUILD_CUDA}"
        VERBATIM)
    add_custom_target(kernel-resources
        COMMAND ${CMAKE_COMMAND} -D INPUT=${input} -D OUTPUT=${output}.resources "-D NVCC=${nvcc}"
                -P ${PROJECT_SOURCE_DIR}/cmake/kernel_resources.cmake
        VERBATIM)
endfunction()
