/* SPDX-License-Identifier: MIT */
/* Retrograde analysis of a draughts slice on a device: every game, position by position, with the bytes of
 * draughts_retrograde_solve.
 *
 * All is there at once: the slice, the turned one, and the tables that captures, promotions and huffs lead to,
 * which are asked for by what pieces are left, though no move may lead to some. The work of a ply is what was
 * decided at the one before and what leads there; so its kernels pass over most positions.
 */
#ifndef SOLVER_DRAUGHTS_DEVICE_RETROGRADE_H
#define SOLVER_DRAUGHTS_DEVICE_RETROGRADE_H

#include "../../kernels/device.h"
#include "retrograde.h"

/* Fills a slice's table and the turned one's; both the same if the slice looks alike from both sides. child is
 * called from the caller's thread, whose the device is. watch: may be NULL; it is asked between the plies,
 * and `decided` counts positions. RETROGRADE_DEVICE: `error` says what failed, or that all that does not
 * fit the device, which is found out before the work starts. If the result is not RETROGRADE_DONE, the
 * tables' bytes are undefined. */
RetrogradeStatus draughts_device_retrograde_solve(DraughtsTable *table, DraughtsTable *turned,
                                                  DraughtsChild *child, void *user, Device *device,
                                                  const RetrogradeWatch *watch, DeviceError *error);

/* The bytes that a slice, the turned one and all that they lead to take on a device. */
u64 draughts_device_retrograde_bytes(const DraughtsGame *game, DraughtsSlice slice);

#endif
