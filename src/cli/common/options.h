/* options.h - the options of a command, from a table. */
#ifndef PAWLI_CLI_OPTIONS_H
#define PAWLI_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#define PAWLI_LIST_MAX 32

/* What an option that may be given several times was given. */
typedef struct pawli_list {
    const char *at[PAWLI_LIST_MAX];
    uint32_t count;
} pawli_list;

/* One option. Exactly one of flag, text, number and list says where its value goes. */
typedef struct pawli_option {
    const char *name;  /* "ticks" for --ticks; "o" for -o; null ends the table */
    bool *flag;        /* has no value */
    const char **text; /* anything */
    uint64_t *number;  /* a whole number in low..high */
    pawli_list *list;
    uint64_t low, high;
    bool *is_given; /* of a number; may be null */
} pawli_option;

/* --ticks of commands that step something; `options` has ticks and has_ticks. */
#define PAWLI_TICKS_MAX 100000000u
#define PAWLI_TICKS_ROW(options)                                               \
    {                                                                          \
        .name = "ticks", .number = &(options)->ticks, .high = PAWLI_TICKS_MAX, \
        .is_given = &(options)->has_ticks                                      \
    }

/* Take the options of a command; *first is the first operand. False after an error, which has been
 * told as in pawli_usage_error. */
bool pawli_take_options(int argc, char **argv, const pawli_option *table, int *first);

/* The one operand; null when there is `none` or `more`, which are the reasons that are told then.
 */
const char *pawli_take_operand(int argc, char **argv, int first, const char *none,
                               const char *more);

/* The whole of text as a number in low..high; false if it is not. */
bool pawli_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *out);

#endif
