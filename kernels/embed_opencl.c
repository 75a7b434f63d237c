/* SPDX-License-Identifier: MIT */
#include "embedded.h"

EMBED(kernel_opencl_source, EMBED_FILE);
