/* SPDX-License-Identifier: MIT */
/* What the fuzz targets of this folder share. */
#ifndef HOST_FUZZ_FUZZING_H
#define HOST_FUZZ_FUZZING_H

#include "notation/fuzz/fuzzing.h"

/* Cuts the next line off, without its end, as memory of its own: a sanitizer sees what is read beyond it. Zero bytes
 * become blanks, as where programs read lines. To be freed; NULL at the end. */
static inline char *fuzz_next_line(const uint8_t **data, size_t *size)
{
    if (*size == 0) return NULL;
    const uint8_t *end = memchr(*data, '\n', *size);
    const size_t length = end ? (size_t)(end - *data) : *size, taken = end ? length + 1 : length;
    char *line = malloc(length + 1);
    require(line != NULL);
    memcpy(line, *data, length);
    line[length] = 0;
    for (size_t i = 0; i < length; i++)
        if (!line[i]) line[i] = ' ';
    *data += taken;
    *size -= taken;
    return line;
}

/* 1: a number of two digits or more stands in the line. */
static inline int fuzz_has_large_number(const char *line)
{
    for (; *line; line++)
        if (line[0] >= '0' && line[0] <= '9' && line[1] >= '0' && line[1] <= '9') return 1;
    return 0;
}

#endif
