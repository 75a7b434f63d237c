/* SPDX-License-Identifier: MIT */
/* Fuzz target for the lines of the Hub protocol: the input is a conversation. Searches are cut to few nodes, hash and
 * threads to what is small, for speed.
 *
 *     cmake -B build -DFUZZ=ON -DSANITIZE=address,undefined -DCMAKE_C_COMPILER=clang && ninja -C build fuzz_hub
 *     build/host/fuzz_hub -max_len=512 -close_fd_mask=1 -dict=host/fuzz/hub.dict NEW_FOLDER host/fuzz/corpus/hub
 * With cmake/fuzz_replay.c it is a plain regression program over the files of a folder. */
#include "fuzzing.h"

#include "host/play/hub.h"

#include <stdio.h>

static int is_heavy(const char *line)
{
    return (strstr(line, "hash") || strstr(line, "threads")) && fuzz_has_large_number(line);
}

static int answer(Hub *hub, char *line)
{
    if (is_heavy(line)) return 1;
    const int more = hub_obey(hub, line);
    if (hub->engine && hub->endless) hub_stop(hub);
    if (hub->engine) engine_wait(hub->engine);
    hub->level.nodes = 60;
    hub->level.depth = 3;
    return more;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Hub hub; /* large */
    const Options options = {.hash = 1};
    char *line;
    int more = 1;
    hub_open(&hub, &options);
    hub.level.nodes = 60;
    while (more && (line = fuzz_next_line(&data, &size)) != NULL) {
        more = answer(&hub, line);
        free(line);
    }
    hub_close(&hub);
    return 0;
}
