/* SPDX-License-Identifier: MIT */
/* A writer of JSON Lines: one object a line. The one writer of the project.
 *
 *   Json json;
 *   json_open(&json, stdout);                    {
 *   json_string(&json, "record", "perft");       "record":"perft"
 *   json_count(&json, "nodes", nodes);           ,"nodes":"3195901860"
 *   json_array(&json, "moves");                  ,"moves":[
 *   json_string(&json, NULL, "e2e4");            "e2e4"
 *   json_end(&json);                             ]
 *   json_close(&json);                           } and the end of the line
 *
 * key is the member's name inside an object and NULL inside an array. What would make bad JSON (a key missing
 * or one too many, an end too many, nesting beyond JSON_DEPTH, arrays or objects left open) is not written:
 * json_close ends what is open and returns -1. Write errors stay in the stream (ferror). A writer is used by
 * one thread at a time.
 */
#ifndef HOST_JSON_H
#define HOST_JSON_H

#include <stdint.h>
#include <stdio.h>

#include "../../notation/uint128.h"

#define JSON_DEPTH 8

typedef struct {
    FILE *out;
    int depth;               /* open objects and arrays */
    char closer[JSON_DEPTH]; /* of each: '}' or ']' */
    int filled;              /* the innermost has a member */
    int broken;              /* a call was refused */
} Json;

void json_open(Json *json, FILE *out);
/* 0, or -1 if the line does not hold all it was asked to. The line is flushed: readers see it at once. */
int json_close(Json *json);

void json_object(Json *json, const char *key);
void json_array(Json *json, const char *key);
void json_end(Json *json);

/* Bytes that are not UTF-8 become U+FFFD. NULL is written as null. */
void json_string(Json *json, const char *key, const char *text);
/* A decimal string, for what may exceed 53 bits: nodes, positions. */
void json_count(Json *json, const char *key, u128 value);
void json_integer(Json *json, const char *key, int64_t value);
/* Nine significant digits; null for infinities and NaN. */
void json_number(Json *json, const char *key, double value);
void json_boolean(Json *json, const char *key, int value);

#endif
