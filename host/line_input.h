/* Lines of foreign text, of bounded length. One thread at a time for a stream. */
#ifndef HOST_LINE_INPUT_H
#define HOST_LINE_INPUT_H

#include <stdio.h>

#define LINE_INPUT_MOST (1 << 20) /* bytes of a line, with its final 0 */

typedef enum { LINE_READ, LINE_TOO_LONG, LINE_END } LineStatus;

/* Reads a line to text (room for LINE_INPUT_MOST), without its end (LF, CRLF); zero bytes become blanks. LINE_TOO_LONG:
 * the line was passed over. LINE_END: no more input, an error, or a signal; the last line may lack its end. */
LineStatus line_input(FILE *in, char *text);

#endif
