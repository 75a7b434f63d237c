/* SPDX-License-Identifier: MIT */
#include "embedded.h"

EMBED(kernel_cuda_binary, EMBED_FILE);
