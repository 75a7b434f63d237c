/* SPDX-License-Identifier: MIT */
/* All device programs and their entries: what kernels.cl, kernels.cu and the loop device compile. */
#ifndef KERNELS_KERNELS_H
#define KERNELS_KERNELS_H

#include "scan.h"
#include "perft_hash_kernels.h"
#include "chess.h"
#include "chess_tables.h"
#include "draughts.h"
#include "draughts_tables.h"
#include "entries.h"

#endif
