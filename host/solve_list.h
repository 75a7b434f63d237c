/* The materials that a command line names: KQvKR, or all-4 for all of up to 4 men. */
#ifndef HOST_SOLVE_LIST_H
#define HOST_SOLVE_LIST_H

#include "../solver/material.h"

/* Reads arguments; a material may stand twice in the list, which is to be freed in any case. CLI_DONE, or
 * another code after telling why. */
int solve_list_read(char *const *arguments, int count, Material **list, int *list_count);

#endif
