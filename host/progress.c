#include "progress.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "text.h"

static const double period = 0.25; /* seconds between two lines */

double progress_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_begin(Progress *progress, FILE *out, int quiet, const char *what, const char *unit)
{
    memset(progress, 0, sizeof *progress);
    progress->out = !quiet && isatty(fileno(out)) ? out : NULL;
    progress->what = what;
    progress->unit = unit;
    progress->start = progress->last = progress_clock();
}

void progress_format(const Progress *progress, double seconds, double work, double fraction,
                     char line[PROGRESS_LINE])
{
    char rate[TEXT_NUMBER], gone[TEXT_NUMBER], left[TEXT_NUMBER];
    text_rate(seconds > 0 ? work / seconds : -1, rate);
    text_seconds(seconds, gone);
    const char *space = strchr(rate, ' ') ? "" : " "; /* 1.23 Gnodes/s, 123 nodes/s */
    if (fraction < 0) {
        snprintf(line, PROGRESS_LINE, "%s  %s%s%s/s  %s gone", progress->what, rate, space, progress->unit,
                 gone);
        return;
    }
    if (fraction > 1) fraction = 1;
    text_seconds(fraction > 0 ? seconds * (1 - fraction) / fraction : -1, left);
    snprintf(line, PROGRESS_LINE, "%s  %.1f %%  %s%s%s/s  %s gone, %s left%s%s", progress->what,
             100 * fraction, rate, space, progress->unit, gone, left, *progress->note ? "  " : "",
             progress->note);
}

void progress_show(Progress *progress, double work, double fraction)
{
    if (!progress->out) return;
    const double now = progress_clock();
    if (now - progress->last < period) return;
    progress->last = now;
    char line[PROGRESS_LINE];
    progress_format(progress, now - progress->start, work, fraction, line);
    fprintf(progress->out, "\r\033[K%s", line);
    fflush(progress->out);
    progress->shown = 1;
}

void progress_wipe(Progress *progress)
{
    if (!progress->shown) return;
    fputs("\r\033[K", progress->out);
    fflush(progress->out);
    progress->shown = 0;
}
