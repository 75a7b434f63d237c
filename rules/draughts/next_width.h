/* SPDX-License-Identifier: MIT */
/* B and B_WORDS for a text that serves both board widths (board.h). No include guard: each inclusion goes on, from
 * nothing to boards of one word, then of two, then to nothing again.
 *
 *   #include "next_width.h"
 *   #include "text_tmpl.h"
 *   #include "next_width.h"
 *   #include "text_tmpl.h"
 *   #include "next_width.h"
 */
#if !defined(B_WORDS)
#define B u64
#define B_WORDS 1
#elif B_WORDS == 1
#undef B
#undef B_WORDS
#define B B128
#define B_WORDS 2
#else
#undef B
#undef B_WORDS
#endif
