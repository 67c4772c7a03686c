/* options.h - the options of a command, from a table. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#define CLI_LIST_MAX 32

/* What an option that may be given several times was given. */
typedef struct cli_option_list {
    const char *at[CLI_LIST_MAX];
    uint32_t count;
} cli_option_list;

/* One option. Exactly one of flag, text, number and list says where its value goes. */
typedef struct cli_option {
    const char *name;  /* "ticks" for --ticks; "o" for -o; null ends the table */
    bool *flag;        /* has no value */
    const char **text; /* anything */
    uint64_t *number;  /* a whole number in low..high */
    cli_option_list *list;
    uint64_t low, high;
    bool *is_given; /* of a number; may be null */
} cli_option;

/* --ticks of commands that step something; `options` has ticks and has_ticks. */
#define CLI_TICKS_MAX 100000000u
#define CLI_TICKS_ROW(options)                                               \
    {                                                                        \
        .name = "ticks", .number = &(options)->ticks, .high = CLI_TICKS_MAX, \
        .is_given = &(options)->has_ticks                                    \
    }

/* Take the options of a command; *first is the first operand. False after an error, which has been
 * told as in cli_command_usage_error. */
bool cli_options_take(int argc, char **argv, const cli_option *table, int *first);

/* The one operand; null when there is `none` or `more`, which are the reasons that are told then.
 */
const char *cli_options_take_operand(int argc, char **argv, int first, const char *none,
                                     const char *more);

/* The whole of text as a number in low..high; false if it is not. */
bool cli_options_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *out);

#endif
