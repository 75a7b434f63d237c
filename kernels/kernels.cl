/* SPDX-License-Identifier: MIT */
/* The OpenCL program: flattened at build time into one text that the executable carries. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#include "kernels.h"
