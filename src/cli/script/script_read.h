/* script_read.h - internal to the script reader: lines of words. */
#ifndef PAWLI_CLI_SCRIPT_READ_H
#define PAWLI_CLI_SCRIPT_READ_H

#include "cli/script/script_verbs.h"

#define PAWLI_WORDS_MAX 48 /* in a line */

/* crate, "red crate", crate:3 */
typedef struct pawli_word {
    const char *text;
    size_t length;
    bool is_quoted;
    bool has_copy;
    uint32_t copy; /* behind a colon */
} pawli_word;

typedef struct pawli_script_reader {
    pawli_script *script;
    const char *text, *end;
    uint32_t line;
    bool failed;
    pawli_word words[PAWLI_WORDS_MAX];
    uint32_t count, at; /* words of the line, and the next one to read */
} pawli_script_reader;

/* Go to the next line that has words; false at the end and after an error. */
bool pawli_script_next_line(pawli_script_reader *reader);

/* "pawl: FILE:LINE: reason"; only the first failure is told. */
#if defined(__GNUC__) || defined(__clang__)
#define PAWLI_READER_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define PAWLI_READER_PRINTF
#endif
void pawli_script_fail(pawli_script_reader *reader, const char *format, ...) PAWLI_READER_PRINTF;

/* Whether the next word is this one; then it is behind us. */
bool pawli_script_accept(pawli_script_reader *reader, const char *word);
/* The next word; null and a failure, "WHAT is missing", at the end of the line. */
const pawli_word *pawli_script_take(pawli_script_reader *reader, const char *what);
bool pawli_word_is(const pawli_word *word, const char *text);

/* One word for each letter (script_verbs.h). */
void pawli_script_take_values(pawli_script_reader *reader, const char *what, const char *letters,
                              pawl_wide *out);

/* The index of a word in a list that ends with null; -1 after a failure. */
int pawli_script_take_name(pawli_script_reader *reader, const char *what, const char *const *names);

#endif
