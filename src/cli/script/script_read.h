/* script_read.h - internal to the script reader: lines of words. */
#ifndef CLI_SCRIPT_READ_H
#define CLI_SCRIPT_READ_H

#include "cli/script/script_verbs.h"

#define CLI_WORDS_MAX 48 /* in a line */

/* crate, "red crate", crate:3 */
typedef struct cli_script_word {
    const char *text;
    size_t length;
    bool is_quoted;
    bool has_copy;
    uint32_t copy; /* behind a colon */
} cli_script_word;

typedef struct cli_script_reader {
    cli_script *script;
    const char *text, *end;
    uint32_t line;
    bool failed;
    cli_script_word words[CLI_WORDS_MAX];
    uint32_t count, at; /* words of the line, and the next one to read */
} cli_script_reader;

/* Read the call of the line, behind its tick; null after a failure. script.c. */
struct cli_script_call *cli_script_read_call(cli_script_reader *reader, uint64_t tick);

/* Go to the next line that has words; false at the end and after an error. */
bool cli_script_read_next_line(cli_script_reader *reader);

/* "pawl: FILE:LINE: reason"; only the first failure is reported. */
#if defined(__GNUC__) || defined(__clang__)
#define CLI_READER_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define CLI_READER_PRINTF
#endif
void cli_script_read_fail(cli_script_reader *reader, const char *format, ...) CLI_READER_PRINTF;

/* Whether the next word is this one; then it is behind us. */
bool cli_script_read_accept(cli_script_reader *reader, const char *word);
/* The next word; null and a failure, "WHAT is missing", at the end of the line. */
const cli_script_word *cli_script_read_take(cli_script_reader *reader, const char *what);
bool cli_script_read_word_is(const cli_script_word *word, const char *text);

/* One word for each letter (script_verbs.h). */
void cli_script_read_take_values(cli_script_reader *reader, const char *what, const char *letters,
                                 pawl_wide *out);

/* The index of a word in a list that ends with null; -1 after a failure. */
int cli_script_read_take_name(cli_script_reader *reader, const char *what,
                              const char *const *names);

#endif
