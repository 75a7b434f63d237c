/* SPDX-License-Identifier: MIT */
/* What fuzz targets share. */
#ifndef RULES_NOTATION_FUZZ_FUZZING_H
#define RULES_NOTATION_FUZZ_FUZZING_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(int condition)
{
    if (!condition) abort();
}

/* A refusal is one line of text that can be seen, in room for `size` bytes. */
static inline void check_error(const char *error, size_t size)
{
    const char *end = memchr(error, 0, size);
    require(end != NULL && error < end);
    while (error < end) {
        const size_t length = *error >= 32 && *error < 127 ? 1 : utf8_visible(error, (size_t)(end - error));
        require(length > 0);
        error += length;
    }
}

#endif
