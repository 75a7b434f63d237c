/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"
#include "text.h"

static const double terminal_period = 0.25;

double progress_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_begin(Progress *progress, FILE *out, uint64_t seconds, const char *what, const char *unit)
{
    memset(progress, 0, sizeof *progress);
    progress->out = out;
    progress->terminal = isatty(fileno(out));
    progress->period = seconds && progress->terminal ? terminal_period : (double)seconds;
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

/* The last column stays free: some terminals would begin another line. */
static int columns(const Progress *progress)
{
    struct winsize size;
    return ioctl(fileno(progress->out), TIOCGWINSZ, &size) || size.ws_col < 2 ? 79 : size.ws_col - 1;
}

void progress_show(Progress *progress, double work, double fraction)
{
    const int asked = interrupt_status_asked();
    const double now = progress_clock();
    if (!asked && (!(progress->period > 0) || now - progress->last < progress->period)) return;
    char line[PROGRESS_LINE];
    progress_format(progress, now - progress->start, work, fraction, line);
    progress_wipe(progress);
    if (asked || !progress->terminal) fprintf(progress->out, "%s\n", line);
    else fprintf(progress->out, "\r\033[K%.*s", columns(progress), line);
    fflush(progress->out);
    progress->last = now;
    progress->shown = progress->terminal && !asked;
}

void progress_hurry(Progress *progress)
{
    if (progress->terminal) progress->last = 0;
}

void progress_wipe(Progress *progress)
{
    if (!progress->shown) return;
    fputs("\r\033[K", progress->out);
    fflush(progress->out);
    progress->shown = 0;
}
