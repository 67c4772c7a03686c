/* options.c - the table becomes one of getopt_long; messages are ours. */
#include "cli/common/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"

#define OPTIONS_MAX 32
#define CODE_FIRST 256 /* behind all characters */

bool cli_options_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *out) {
    uint64_t number = 0;
    if (text[0] == 0 || strlen(text) > 19) return false; /* so 64 bits hold it */
    for (; *text != 0; text++) {
        if (*text < '0' || *text > '9') return false;
        number = number * 10 + (uint64_t)(*text - '0');
    }
    if (number < low || number > high) return false;
    *out = number;
    return true;
}

static bool take_value(const char *command, const cli_option *option, const char *value) {
    if (option->flag != NULL) {
        *option->flag = true;
    } else if (option->text != NULL) {
        *option->text = value;
    } else if (option->list != NULL) {
        if (option->list->count == CLI_LIST_MAX) {
            cli_command_usage_error(command, "given too often: --", option->name);
            return false;
        }
        option->list->at[option->list->count++] = value;
    } else {
        if (!cli_options_parse_number(value, option->low, option->high, option->number)) {
            cli_command_usage_error(command, "not a number in range", value);
            return false;
        }
        if (option->is_given != NULL) *option->is_given = true;
    }
    return true;
}

/* Names of one letter are short options. */
static void make_tables(const cli_option *table, struct option *out, char *letters) {
    *letters++ = ':';
    for (int i = 0; i < OPTIONS_MAX && table[i].name != NULL; i++) {
        const bool has_value = table[i].flag == NULL;
        if (table[i].name[1] == 0) {
            *letters++ = table[i].name[0];
            if (has_value) *letters++ = ':';
        }
        const struct option one = {table[i].name, has_value ? required_argument : no_argument, NULL,
                                   CODE_FIRST + i};
        *out++ = one;
    }
    *letters = 0;
    memset(out, 0, sizeof *out);
}

static const cli_option *find_option(const cli_option *table, int code) {
    if (code >= CODE_FIRST) return &table[code - CODE_FIRST];
    while (table->name[0] != code || table->name[1] != 0)
        table++;
    return table;
}

bool cli_options_take(int argc, char **argv, const cli_option *table, int *first) {
    struct option options[OPTIONS_MAX + 1];
    char letters[2 * OPTIONS_MAX + 2];
    make_tables(table, options, letters);
    opterr = 0;
    for (;;) {
        const int code = getopt_long(argc, argv, letters, options, NULL);
        if (code == -1) break;
        if (code == ':') {
            cli_command_usage_error(argv[0], "a value is missing after", argv[optind - 1]);
            return false;
        }
        if (code == '?') {
            cli_command_usage_error(argv[0], "unknown option", argv[optind - 1]);
            return false;
        }
        if (!take_value(argv[0], find_option(table, code), optarg)) return false;
    }
    *first = optind;
    return true;
}

const char *cli_options_take_operand(int argc, char **argv, int first, const char *none,
                                     const char *more) {
    if (first + 1 == argc) return argv[first];
    cli_command_usage_error(argv[0], first == argc ? none : more,
                            first == argc ? NULL : argv[first + 1]);
    return NULL;
}
