/* SPDX-License-Identifier: MIT */
/* Games of the kernel checker that are not made of random positions: a device is checked once, not timed. */
#ifndef HOST_KCHECK_ONCE_H
#define HOST_KCHECK_ONCE_H

#include "kcheck.h"

struct KcheckBatch {
    uint64_t first; /* 0: the run's first batch, the one to check by */
};

/* check: as KcheckGame.check_device, to do nothing unless batch->first is 0. */
KcheckGame kcheck_once(const char *name, const char *family,
                       void (*check)(Kcheck *kcheck, const KcheckBatch *batch, KcheckDevice *d));

#endif
