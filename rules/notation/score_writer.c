#include "score.h"

#include <string.h>

void score_writer_open(ScoreWriter *writer, FILE *out) { *writer = (ScoreWriter){.out = out}; }

void score_write_tag(ScoreWriter *writer, const char *name, const char *value)
{
    fprintf(writer->out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') putc('\\', writer->out);
        putc(*value, writer->out);
    }
    fputs("\"]\n", writer->out);
}

void score_write_moves_begin(ScoreWriter *writer)
{
    putc('\n', writer->out);
    writer->column = 0;
    writer->glued = 0;
}

static void break_line(ScoreWriter *writer)
{
    putc('\n', writer->out);
    writer->column = 0;
}

/* Columns count characters of UTF-8. */
static void write_part(ScoreWriter *writer, const char *text, size_t length)
{
    int width = 0;
    for (size_t i = 0; i < length; i++) width += (text[i] & 0xc0) != 0x80;
    const int blank = writer->column > 0 && !writer->glued;
    const int breaks = writer->column > 0 && writer->column + blank + width >= SCORE_COLUMNS;
    if (breaks) break_line(writer);
    /* a line that begins with % would not be read */
    if ((blank && !breaks) || (writer->column == 0 && *text == '%')) {
        putc(' ', writer->out);
        writer->column++;
    }
    fwrite(text, 1, length, writer->out);
    writer->column += width;
    writer->glued = 0;
}

void score_write_word(ScoreWriter *writer, const char *word) { write_part(writer, word, strlen(word)); }

void score_write_number(ScoreWriter *writer, int number, int dots)
{
    char text[24];
    if (!dots) return;
    snprintf(text, sizeof text, "%d%s", number, dots < 3 ? "." : "...");
    score_write_word(writer, text);
}

void score_write_glyph(ScoreWriter *writer, int glyph)
{
    char text[8];
    snprintf(text, sizeof text, "$%d", glyph);
    score_write_word(writer, text);
}

void score_write_comment(ScoreWriter *writer, const char *text)
{
    char part[256];
    const char *open = "{";
    do {
        text += strspn(text, " ");
        size_t length = strcspn(text, " ");
        if (length > sizeof part - 3) {
            length = sizeof part - 3;
            while (length > 1 && (text[length] & 0xc0) == 0x80) length--;
        }
        const int last = text[length + strspn(text + length, " ")] == 0;
        const int size = snprintf(part, sizeof part, "%s%.*s%s", open, (int)length, text, last ? "}" : "");
        const int inner = size - (last ? 1 : 0);
        for (int i = (int)strlen(open); i < inner; i++)
            part[i] = part[i] == '{' ? '(' : part[i] == '}' ? ')' : part[i];
        write_part(writer, part, (size_t)size);
        text += length;
        open = "";
    } while (text[strspn(text, " ")]);
}

void score_write_open(ScoreWriter *writer)
{
    score_write_word(writer, "(");
    writer->glued = 1;
}

void score_write_close(ScoreWriter *writer)
{
    if (writer->column + 1 >= SCORE_COLUMNS) break_line(writer);
    putc(')', writer->out);
    writer->column++;
    writer->glued = 0;
}

void score_write_end(ScoreWriter *writer, const char *word)
{
    score_write_word(writer, word);
    fputs("\n\n", writer->out);
    writer->column = 0;
}
