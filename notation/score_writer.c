/* SPDX-License-Identifier: MIT */
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
static int width_of(const char *text, size_t length)
{
    int width = 0;
    for (size_t i = 0; i < length; i++) width += (text[i] & 0xc0) != 0x80;
    return width;
}

/* Makes room for a part of `width` columns that begins with `first`: a blank before it, or a line of its own. */
static void begin_part(ScoreWriter *writer, int width, char first)
{
    const int blank = writer->column > 0 && !writer->glued;
    const int breaks = writer->column > 0 && writer->column + blank + width >= SCORE_COLUMNS;
    if (breaks) break_line(writer);
    /* a line that begins with % would not be read */
    if ((blank && !breaks) || (writer->column == 0 && first == '%')) {
        putc(' ', writer->out);
        writer->column++;
    }
    writer->column += width;
    writer->glued = 0;
}

void score_write_word(ScoreWriter *writer, const char *word)
{
    begin_part(writer, width_of(word, strlen(word)), *word);
    fputs(word, writer->out);
}

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

static void write_comment_word(ScoreWriter *writer, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        putc(text[i] == '{' ? '(' : text[i] == '}' ? ')' : text[i], writer->out);
}

void score_write_comment(ScoreWriter *writer, const char *text)
{
    const char *open = "{", *close = "";
    while (!*close) {
        text += strspn(text, " ");
        const size_t length = strcspn(text, " ");
        close = text[length + strspn(text + length, " ")] ? "" : "}";
        begin_part(writer, width_of(text, length) + (*open != 0) + (*close != 0), *open ? *open : *text);
        fputs(open, writer->out);
        write_comment_word(writer, text, length);
        fputs(close, writer->out);
        text += length;
        open = "";
    }
}

void score_write_setup(ScoreWriter *writer, const char *position, int quoted)
{
    char text[2048];
    snprintf(text, sizeof text, quoted ? "/FEN \"%s\"/" : "/FEN %s/", position);
    score_write_word(writer, text);
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
