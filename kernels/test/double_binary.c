/* SPDX-License-Identifier: MIT */
/* In place of the embedded fat binary: the double of the driver asks for no more than these bytes. */
#include "../embedded.h"

const unsigned char kernel_cuda_binary[] = "a fat binary";
const uint64_t kernel_cuda_binary_size = sizeof kernel_cuda_binary;
