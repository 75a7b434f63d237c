#include "solve_list.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "text.h"

enum { LEAST_MEN = 3 };

/* The list with room for `more`; NULL if memory is short, which is told. */
static Material *grow(Material **list, int count, int more)
{
    Material *grown = realloc(*list, (size_t)(count + more) * sizeof *grown);
    if (grown) *list = grown;
    else cli_fail(CLI_MEMORY, "out of memory for the list of tables");
    return grown;
}

static int add_all(const char *text, Material **list, int *count)
{
    uint64_t most;
    char quoted[64];
    text_printable(text, quoted, sizeof quoted);
    if (text_parse_number(text + strlen("all-"), LEAST_MEN, MATERIAL_MEN, &most))
        return cli_fail(CLI_BAD_INPUT, "material '%s': expected all-%d to all-%d", quoted, LEAST_MEN,
                        MATERIAL_MEN);
    for (int men = LEAST_MEN; men <= (int)most; men++) {
        const int more = material_list(men, NULL);
        if (!grow(list, *count, more)) return CLI_MEMORY;
        *count += material_list(men, *list + *count);
    }
    return CLI_DONE;
}

static int add_one(const char *text, Material **list, int *count)
{
    char error[MATERIAL_ERROR];
    Material material;
    if (material_parse(text, &material, error)) return cli_fail(CLI_BAD_INPUT, "%s", error);
    if (!grow(list, *count, 1)) return CLI_MEMORY;
    (*list)[(*count)++] = material;
    return CLI_DONE;
}

int solve_list_read(char *const *arguments, int count, Material **list, int *list_count)
{
    int code = CLI_DONE;
    *list = NULL;
    *list_count = 0;
    for (int i = 0; i < count && !code; i++) {
        const char *text = arguments[i];
        code = strncmp(text, "all-", 4) ? add_one(text, list, list_count) : add_all(text, list, list_count);
    }
    return code;
}
