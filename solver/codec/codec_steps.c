/* SPDX-License-Identifier: MIT */
#include "codec_steps.h"

#include <string.h>

/* The last feature is the hint. With distances, the one before is the prediction's magnitude; and the
 * first four differences are distinguished up to 3, the others only by sign. */
enum { HINT = CODEC_FEATURES - 1, MAGNITUDE = HINT - 1, FINE = 4 };

/* Results as the second and farther neighbours show them: losses, draws, wins, none. */
static const u8 coarse[8] = {0, 0, 1, 2, 2, 3, 3, 3};

static u32 clamp(int difference, int most)
{
    if (difference > 255) return 2 * (u32)most + 1; /* no distance */
    return (u32)((difference < -most ? -most : difference > most ? most : difference) + most);
}

static u32 magnitude(u32 d)
{
    static const u8 limits[7] = {2, 4, 8, 12, 20, 32, 48};
    u32 result = 0;
    for (int i = 0; i < 7; i++) result += d >= limits[i];
    return result;
}

void codec_steps(CodecSteps *steps, CodecKind kind, const u32 step[CODEC_FEATURES][8])
{
    memcpy(steps->step, step, sizeof steps->step);
    for (u32 i = 0; i < 8; i++) steps->hint[i] = step[HINT][i];
    if (kind == CODEC_WDL) {
        for (u32 f = 0; f < HINT; f++)
            for (u32 i = 0; i < 8; i++) steps->result[f][i] = step[f][f < 2 ? i : coarse[i]];
        return;
    }
    for (u32 f = 0; f < MAGNITUDE; f++)
        for (int i = 0; i <= CODEC_NONE + CODEC_OFFSET; i++)
            steps->difference[f][i] = step[f][clamp(i - CODEC_OFFSET, f < FINE ? 3 : 1)];
    for (u32 i = 0; i < 256; i++) steps->prediction[i] = step[MAGNITUDE][magnitude(i)];
}

void codec_steps_to_look(CodecSteps *steps, CodecKind kind)
{
    u32 step[CODEC_FEATURES][8];
    for (u32 f = 0; f < CODEC_FEATURES; f++)
        for (u32 i = 0; i < 8; i++) step[f][i] = i << 3 * f;
    codec_steps(steps, kind, step);
}
