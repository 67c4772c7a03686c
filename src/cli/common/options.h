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

/* What is left of a command line when the options are taken. */
typedef struct cli_operands {
    char **at;
    int count;
} cli_operands;

/* A row of the table: an option, or an operand. The table ends with a row without any of them. */
typedef struct cli_option {
    const char *name; /* "ticks" for --ticks; "o" for -o */
    /* Where the value of an option goes: exactly one of these. */
    bool *flag;        /* has no value */
    const char **text; /* anything */
    uint64_t *number;  /* a whole number in low..high */
    cli_option_list *list;
    uint64_t low, high;
    const char *zero; /* the word that stands for 0 in a number; may be null */
    bool *is_given;   /* of a number; may be null */
    /* An operand, in the order of the rows, and the reasons that are given when it is missing, and
     * when there are more than it and those before it. A null `surplus` is `missing` again. */
    const char **operand;
    const char *missing, *surplus;
    /* Instead, all operands, which the command judges itself. A table without operands takes none.
     */
    cli_operands *operands;
} cli_option;

/* --ticks of commands that step something; `options` has ticks and has_ticks. */
#define CLI_TICKS_MAX 100000000u
#define CLI_TICKS_ROW(options)                                               \
    {                                                                        \
        .name = "ticks", .number = &(options)->ticks, .high = CLI_TICKS_MAX, \
        .is_given = &(options)->has_ticks                                    \
    }

/* Read the command line of a command as its table says; -h and --help are understood by all. An
 * exit code when that was all: `help` has been shown, or an error reported as in
 * cli_command_usage_error. Else CLI_OPTIONS_READ. */
#define CLI_OPTIONS_READ (-1)
int cli_options_read(int argc, char **argv, const char *help, const cli_option *table);

/* The whole of text as a number in low..high; false if it is not. */
bool cli_options_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *out);

/* "FILE#LEVEL", a level of a project of LDtk (docs/ldtk.md), in a buffer of CLI_PART_MAX bytes; the
 * path itself without a level. Too long a name ends where the buffer does. */
#define CLI_PART_MAX 4096
const char *cli_options_part(char *buffer, const char *path, const char *level);

#endif
