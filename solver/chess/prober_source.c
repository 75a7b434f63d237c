/* SPDX-License-Identifier: MIT */
/* The files of a folder as what a walk reads. */
#include "table_walk.h"

static const Placements *placements(void *prober, const Material *material)
{
    return prober_placements(prober, material);
}

static ProbeStatus block(void *prober, const Material *material, int metrics, u32 number, u32 side,
                         ValueBlock *values, char error[PROBER_ERROR])
{
    return prober_block(prober, material, metrics, number, side, values, error);
}

static ProbeStatus probe(void *prober, const ChessPosition *position, int metrics, ProbeValue *value,
                         char error[PROBER_ERROR])
{
    return prober_probe(prober, position, metrics, value, error);
}

/* The files of all kinds asked for. */
static ProbeStatus check(void *prober, const Material *material, int metrics, char error[PROBER_ERROR])
{
    ProbeStatus status = PROBE_DONE;
    for (int kind = PROBE_WDL; kind <= PROBE_DTM && status == PROBE_DONE; kind <<= 1)
        if (metrics & kind) status = prober_check_file(prober, material, kind, error);
    return status;
}

TableSource prober_source(Prober *prober) { return (TableSource){placements, block, probe, check, prober}; }
