/* SPDX-License-Identifier: MIT */
/* The CUDA program: compiled at build time into a fat binary that the executable carries. */
#include "kernels.h"
