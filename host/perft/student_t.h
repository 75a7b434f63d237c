/* SPDX-License-Identifier: MIT */
/* Quantiles of Student's t-distribution: how wide an interval must be that comes from few values. */
#ifndef HOST_STUDENT_T_H
#define HOST_STUDENT_T_H

#include <stdint.h>

/* The t that 95 % of the distribution with these degrees of freedom lie within: from -t to t. To 1e-6 of its value;
 * INFINITY for 0 degrees, 1.959964 in the limit. Thread-safe. */
double student_t_95(uint64_t degrees);

#endif
