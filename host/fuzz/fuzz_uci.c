/* SPDX-License-Identifier: MIT */
/* Fuzz target for the lines of UCI: the input is a conversation. Searches are cut to few nodes, perft to two plies, hash
 * and threads to what is small, for speed.
 *
 *     cmake -B build -DFUZZ=ON -DSANITIZE=address,undefined -DCMAKE_C_COMPILER=clang && ninja -C build fuzz_uci
 *     build/host/fuzz_uci -max_len=512 -close_fd_mask=1 -dict=host/fuzz/uci.dict NEW_FOLDER host/fuzz/corpus/uci
 * With cmake/fuzz_replay.c it is a plain regression program over the files of a folder. */
#include "fuzzing.h"

#include "host/play/conversation.h"
#include "host/play/uci.h"

#include <stdio.h>
#include <strings.h>

/* 1: the line would be slow, and no other code than a small number reaches. */
static int is_heavy(const char *line)
{
    const int has_amount = strcasestr(line, "hash") || strcasestr(line, "threads") || strstr(line, "perft");
    return has_amount && fuzz_has_large_number(line);
}

static int is_deep_perft(const char *line)
{
    const char *perft = strstr(line, "perft");
    return perft && strpbrk(perft, "3456789");
}

/* Later limits stand over earlier ones. */
static char *bounded(char *line)
{
    static const char limits[] = " nodes 60 depth 3";
    if (strncmp(line + strspn(line, CONVERSATION_BLANKS), "go", 2) != 0 || strstr(line, "perft")) return line;
    const size_t length = strlen(line);
    char *longer = realloc(line, length + sizeof limits);
    require(longer != NULL);
    memcpy(longer + length, limits, sizeof limits);
    return longer;
}

static int answer(Uci *uci, char *line)
{
    if (is_heavy(line) || is_deep_perft(line)) return 1;
    const int more = uci_obey(uci, line);
    if (uci->endless) uci_stop(uci);
    else engine_wait(uci->engine);
    return more;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Uci uci; /* large */
    const Options options = {.hash = 1};
    char *line;
    int more = 1;
    require(uci_open(&uci, &options) == CLI_DONE);
    while (more && (line = fuzz_next_line(&data, &size)) != NULL) {
        line = bounded(line);
        more = answer(&uci, line);
        free(line);
    }
    uci_close(&uci);
    return 0;
}
