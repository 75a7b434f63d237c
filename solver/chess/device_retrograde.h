/* SPDX-License-Identifier: MIT */
/* Retrograde analysis of one table on a device: its plies there, what comes before and after them on the
 * processor (captures, promotions and pawn moves are looked up in finished tables). The result is
 * retrograde_solve's, bit for bit; a stop between plies leaves the same too.
 *
 * One level of the table is on the device at a time, whole: device_retrograde_bytes says what it takes. The
 * host must be little-endian, as the distances are bytes of u64 words.
 */
#ifndef SOLVER_DEVICE_RETROGRADE_H
#define SOLVER_DEVICE_RETROGRADE_H

#include "../../kernels/device.h"
#include "retrograde.h"

/* Fills an empty table, as retrograde_solve does. RETROGRADE_DEVICE: `error` says what failed, or that the
 * largest level does not fit the device, which is found out before the work starts. The device is the
 * caller's thread's. */
RetrogradeStatus device_retrograde_solve(Table *table, ChildTable *child, void *user, Workers *workers,
                                         Device *device, const RetrogradeWatch *watch, DeviceError *error);

/* The bytes that a table takes on a device. */
u64 device_retrograde_bytes(const Table *table);

#endif
