/* SPDX-License-Identifier: MIT */
#include "student_t.h"

#include <math.h>

#define CONFIDENCE 0.95
#define NORMAL 1.959963984540054 /* the same quantile of the normal distribution */
#define MOST_EXACT 200           /* degrees; from there on the series is closer than 1e-6 */

/* The share of the distribution between -t and t, where angle is atan(t / sqrt(degrees)): a finite sum of powers of
 * the cosine (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
static double share_within(unsigned degrees, double angle)
{
    const int odd = degrees % 2;
    const double cosine = cos(angle);
    double term = odd ? cosine : 1, sum = 0;
    for (unsigned i = odd ? 3 : 2; i <= degrees; i += 2) {
        sum += term;
        term *= cosine * cosine * (i - 1) / i;
    }
    return odd ? M_2_PI * (angle + sin(angle) * sum) : sin(angle) * sum;
}

static double exact(unsigned degrees)
{
    double low = 0, high = M_PI_2;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (share_within(degrees, middle) < CONFIDENCE) low = middle;
        else high = middle;
    }
    return tan(low) * sqrt(degrees);
}

/* Cornish and Fisher's series in 1 / degrees (Abramowitz and Stegun, 26.7.5). */
static double series(double degrees)
{
    const double z = NORMAL, z3 = z * z * z, z5 = z3 * z * z;
    return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees);
}

double student_t_95(uint64_t degrees)
{
    if (degrees == 0) return INFINITY;
    return degrees <= MOST_EXACT ? exact((unsigned)degrees) : series((double)degrees);
}
