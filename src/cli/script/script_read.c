/* script_read.c - cut a script into lines and words, and read numbers from them. */
#include "cli/script/script_read.h"

#include <stdarg.h>
#include <string.h>

#include "cli/common/options.h"
#include "cli/scene/scene_plan.h"

#define SHOWN 40 /* characters of a word in a message */

void cli_script_read_fail(cli_script_reader *reader, const char *format, ...) {
    if (reader->failed) return;
    reader->failed = true;
    FILE *log = reader->script->log;
    if (log == NULL) return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(log, "pawl: %s:%lu: ", reader->script->path, (unsigned long)reader->line);
    vfprintf(log, format, arguments);
    fputc('\n', log);
    va_end(arguments);
}

static int shown(const cli_script_word *word) {
    return word->length < SHOWN ? (int)word->length : SHOWN;
}

bool cli_script_read_word_is(const cli_script_word *word, const char *text) {
    return !word->is_quoted && !word->has_copy && word->length == strlen(text) &&
           memcmp(word->text, text, word->length) == 0;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* The digits behind a colon, up to the end of the word. */
static void read_copy(cli_script_reader *reader, cli_script_word *word, const char *digits,
                      size_t length) {
    char text[11] = "";
    uint64_t copy = 0;
    if (length < sizeof text) memcpy(text, digits, length);
    if (!cli_options_parse_number(text, 0, PAWL_CAPACITY_MAX, &copy)) {
        cli_script_read_fail(reader, "\"%.*s\" is not the number of a copy",
                             length < SHOWN ? (int)length : SHOWN, digits);
        return;
    }
    word->has_copy = true;
    word->copy = (uint32_t)copy;
}

/* A word at `at` that ends before `line_end`; returns what is behind it. */
static const char *read_word(cli_script_reader *reader, const char *at, const char *line_end) {
    cli_script_word word = {.text = at};
    const char *end = at;
    if (*at == '"') {
        word.is_quoted = true;
        word.text = at + 1;
        end = memchr(word.text, '"', (size_t)(line_end - word.text));
        if (end == NULL) {
            cli_script_read_fail(reader, "a quotation mark is missing");
            return line_end;
        }
        word.length = (size_t)(end - word.text);
        const char *behind = ++end;
        while (end < line_end && !is_space(*end))
            end++;
        if (end > behind && *behind != ':') {
            cli_script_read_fail(reader, "a space is missing behind a quotation mark");
        } else if (end > behind) {
            read_copy(reader, &word, behind + 1, (size_t)(end - behind - 1));
        }
    } else {
        while (end < line_end && !is_space(*end))
            end++;
        const char *colon = memchr(at, ':', (size_t)(end - at));
        word.length = (size_t)((colon == NULL ? end : colon) - at);
        if (colon != NULL) read_copy(reader, &word, colon + 1, (size_t)(end - colon - 1));
    }
    if (reader->count == CLI_WORDS_MAX) {
        cli_script_read_fail(reader, "more than %d words", CLI_WORDS_MAX);
        return line_end;
    }
    reader->words[reader->count++] = word;
    return end;
}

bool cli_script_read_next_line(cli_script_reader *reader) {
    reader->count = reader->at = 0;
    while (!reader->failed && reader->count == 0 && reader->text < reader->end) {
        const char *at = reader->text;
        const char *line_end = memchr(at, '\n', (size_t)(reader->end - at));
        if (line_end == NULL) line_end = reader->end;
        reader->text = line_end < reader->end ? line_end + 1 : line_end;
        reader->line++;
        if (memchr(at, 0, (size_t)(line_end - at)) != NULL) {
            cli_script_read_fail(reader, "a null character");
        }
        while (!reader->failed && at < line_end && *at != '#') {
            at = is_space(*at) ? at + 1 : read_word(reader, at, line_end);
        }
    }
    return !reader->failed && reader->count > 0;
}

bool cli_script_read_accept(cli_script_reader *reader, const char *word) {
    if (reader->at == reader->count || !cli_script_read_word_is(&reader->words[reader->at], word)) {
        return false;
    }
    reader->at++;
    return true;
}

const cli_script_word *cli_script_read_take(cli_script_reader *reader, const char *what) {
    if (!reader->failed && reader->at < reader->count) return &reader->words[reader->at++];
    cli_script_read_fail(reader, "%s is missing", what);
    return NULL;
}

int cli_script_read_take_name(cli_script_reader *reader, const char *what,
                              const char *const *names) {
    const cli_script_word *word = cli_script_read_take(reader, what);
    if (word == NULL) return -1;
    for (int i = 0; names[i] != NULL; i++) {
        if (cli_script_read_word_is(word, names[i])) return i;
    }
    char text[SHOWN + 1] = "";
    memcpy(text, word->text, (size_t)shown(word));
    const char *nearest = cli_scene_plan_nearest_name(text, names);
    if (nearest != NULL) {
        cli_script_read_fail(reader, "\"%s\" is no %s, did you mean \"%s\"?", text, what, nearest);
    } else {
        cli_script_read_fail(reader, "\"%s\" is no %s", text, what);
    }
    return -1;
}

typedef struct range {
    pawl_fx low, high;
} range;

static range range_of(char letter) {
    range out = {-PAWL_FX_MAX, PAWL_FX_MAX};
    if (letter == 'c') out.high = PAWL_COORD_MAX;
    if (letter == 's') out.high = PAWL_SPEED_MAX;
    if (letter == 'c' || letter == 's') out.low = -out.high;
    if (letter == 'n') out.low = 0;
    if (letter == 'r') out.low = -PAWL_FX_ONE;
    if (letter == 'r') out.high = PAWL_FX_ONE;
    return out;
}

/* Q48.16, or Q16.16 in the range of the letter. */
static void take_number(cli_script_reader *reader, const char *what, char letter, pawl_wide *out) {
    const cli_script_word *word = cli_script_read_take(reader, what);
    pawl_fx number = 0;
    if (word == NULL) return;
    const bool is_plain = !word->is_quoted && !word->has_copy;
    pawl_status status = PAWL_ERR_FORMAT;
    if (is_plain && letter == 'w') {
        status = pawl_wide_parse(word->text, word->length, out);
    } else if (is_plain) {
        const range limits = range_of(letter);
        status = pawl_fx_parse(word->text, word->length, &number);
        if (status == PAWL_OK && (number < limits.low || number > limits.high)) {
            status = PAWL_ERR_RANGE;
        }
        if (status == PAWL_OK) *out = number;
    }
    if (status == PAWL_ERR_RANGE) {
        cli_script_read_fail(reader, "%s: %.*s is out of range", what, shown(word), word->text);
    } else if (status != PAWL_OK) {
        cli_script_read_fail(reader, "%s: \"%.*s\" is not a number", what, shown(word), word->text);
    }
}

static void take_color(cli_script_reader *reader, const char *what, pawl_wide *out) {
    const cli_script_word *word = cli_script_read_take(reader, what);
    if (word == NULL) return;
    const int color = word->length == 1 && !word->is_quoted ? word->text[0] - '0' : -1;
    if (color >= 0 && color < CLI_SCENE_COLORS) {
        *out = color;
    } else {
        cli_script_read_fail(reader, "%s: \"%.*s\" is none of 0 .. %d", what, shown(word),
                             word->text, CLI_SCENE_COLORS - 1);
    }
}

/* A whole number that ends with its word. */
static void take_whole(cli_script_reader *reader, const char *what, bool is_signed,
                       pawl_wide *out) {
    const cli_script_word *word = cli_script_read_take(reader, what);
    const char *const numbers = is_signed ? "-32768 .. 32767" : "0 .. 4294967295";
    char text[12] = "";
    uint64_t number = 0;
    if (word == NULL) return;
    const bool is_plain = !word->is_quoted && !word->has_copy && word->length < sizeof text;
    if (is_plain) memcpy(text, word->text, word->length);
    const bool is_negative = is_signed && text[0] == '-';
    const uint64_t most = !is_signed ? UINT32_MAX : is_negative ? 32768 : 32767;
    if (!is_plain || !cli_options_parse_number(text + (is_negative ? 1 : 0), 0, most, &number)) {
        cli_script_read_fail(reader, "%s: \"%.*s\" is not a whole number in %s", what, shown(word),
                             word->text, numbers);
        return;
    }
    *out = is_negative ? -(pawl_wide)number : (pawl_wide)number;
}

void cli_script_read_take_values(cli_script_reader *reader, const char *what, const char *letters,
                                 pawl_wide *out) {
    static const char *const truths[] = {"no", "yes", NULL};
    for (; *letters != 0 && !reader->failed; letters++, out++) {
        if (*letters == 'y') {
            *out = cli_script_read_take_name(reader, "yes or no", truths);
        } else if (*letters == 't') {
            *out = cli_script_read_take_name(reader, "type of a body", cli_script_verbs_body_types);
        } else if (*letters == 'i') {
            take_color(reader, what, out);
        } else if (*letters == 'u' || *letters == 'g') {
            take_whole(reader, what, *letters == 'g', out);
        } else {
            take_number(reader, what, *letters, out);
        }
    }
}
