#include "draughts_cpu_builds.h"

#include <stdlib.h>
#include <string.h>

static const DraughtsCpuBuild *const builds[] = {&draughts_cpu_avx512, &draughts_cpu_avx2, &draughts_cpu_plain, NULL};

const DraughtsCpuBuild *draughts_cpu_build(int i) { return builds[i]; }

const DraughtsCpuBuild *draughts_cpu(void)
{
    const char *wanted = getenv("TABULEIRO_CPU");
    for (int i = 0; wanted != NULL && builds[i] != NULL; i++)
        if (strcmp(builds[i]->name, wanted) == 0 && builds[i]->supported()) return builds[i];
    int i = 0;
    while (!builds[i]->supported()) i++;
    return builds[i];
}
