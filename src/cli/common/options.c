/* options.c - the table becomes one of getopt_long; messages are ours. */
#include "cli/common/options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/limits.h"
#include "cli/common/manual.h"

#define OPTIONS_MAX 32
/* Behind all characters: options of all commands, and those of the table. */
#define CODE_LIMIT 256
#define CODE_OUTSIDE 257
#define CODE_FIRST 258

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

static bool take_number(const char *command, const cli_option *option, const char *value) {
    char reason[120];
    if (strcmp(option->name, "limit") == 0 && strchr(value, '=') != NULL) {
        return cli_limits_set(command, value); /* `pawl info` has a --limit of its own */
    }
    if (option->zero != NULL && strcmp(value, option->zero) == 0) {
        *option->number = 0;
    } else if (!cli_options_parse_number(value, option->low, option->high, option->number)) {
        snprintf(reason, sizeof reason, "--%s takes %s%sa number from %llu to %llu", option->name,
                 option->zero == NULL ? "" : option->zero, option->zero == NULL ? "" : " or ",
                 (unsigned long long)option->low, (unsigned long long)option->high);
        cli_command_usage_error(command, reason, value);
        return false;
    }
    if (option->is_given != NULL) *option->is_given = true;
    return true;
}

static bool take_value(const char *command, const cli_option *option, const char *value) {
    if (option->number != NULL) return take_number(command, option, value);
    if (option->flag != NULL) {
        *option->flag = true;
    } else if (option->text != NULL) {
        *option->text = value;
    } else {
        if (option->list->count == CLI_LIST_MAX) {
            cli_command_usage_error(command, "given too often: --", option->name);
            return false;
        }
        option->list->at[option->list->count++] = value;
    }
    return true;
}

static bool is_end(const cli_option *row) {
    return row->name == NULL && row->operand == NULL && row->operands == NULL;
}

static bool has_option(const cli_option *table, const char *name) {
    for (; !is_end(table); table++)
        if (table->name != NULL && strcmp(table->name, name) == 0) return true;
    return false;
}

/* Options as getopt_long wants them, with those of all commands behind them. Names of one letter
 * are short options. */
static void make_tables(const cli_option *table, struct option *out, char *letters) {
    const struct option help = {"help", no_argument, NULL, 'h'};
    const struct option limit = {"limit", required_argument, NULL, CODE_LIMIT};
    const struct option outside = {"allow-outside", no_argument, NULL, CODE_OUTSIDE};
    if (!has_option(table, "limit")) *out++ = limit;
    *out++ = outside;
    *letters++ = ':';
    *letters++ = 'h';
    for (int i = 0; i < OPTIONS_MAX && !is_end(&table[i]); i++) {
        const bool has_value = table[i].flag == NULL;
        if (table[i].name == NULL) continue;
        if (table[i].name[1] == 0) {
            *letters++ = table[i].name[0];
            if (has_value) *letters++ = ':';
        }
        const struct option one = {table[i].name, has_value ? required_argument : no_argument, NULL,
                                   CODE_FIRST + i};
        *out++ = one;
    }
    *letters = 0;
    *out++ = help;
    memset(out, 0, sizeof *out);
}

static const cli_option *find_option(const cli_option *table, int code) {
    if (code >= CODE_FIRST) return &table[code - CODE_FIRST];
    while (table->name == NULL || table->name[0] != code || table->name[1] != 0)
        table++;
    return table;
}

/* What was meant, perhaps: always false. */
static bool refuse_option(const char *command, const struct option *options, const char *given) {
    const char *names[OPTIONS_MAX + 5];
    char text[64], reason[100] = "unknown option";
    uint32_t count = 0;
    for (; options[count].name != NULL; count++)
        names[count] = options[count].name;
    names[count] = NULL;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(given, "="), given);
    const char *const nearest =
        text[0] == '-' && text[1] == '-' ? cli_command_nearest_name(text + 2, names) : NULL;
    if (nearest != NULL && strcmp(nearest, text + 2) == 0) {
        snprintf(reason, sizeof reason, "--%.60s takes no value", nearest);
    } else if (nearest != NULL) {
        snprintf(reason, sizeof reason, "unknown option, did you mean --%.60s", nearest);
    }
    cli_command_usage_error(command, reason, given);
    return false;
}

/* Options of all commands; false when it is none of them or after an error. */
static bool take_common(const char *command, int code, bool *wants_help) {
    if (code == 'h') {
        *wants_help = true;
    } else if (code == CODE_OUTSIDE) {
        cli_limits_allow_outside();
    } else {
        return cli_limits_set(command, optarg);
    }
    return true;
}

/* False after an error. */
static bool take_options(int argc, char **argv, const cli_option *table, bool *wants_help) {
    struct option options[OPTIONS_MAX + 4];
    char letters[2 * OPTIONS_MAX + 3];
    make_tables(table, options, letters);
    opterr = 0; /* messages are ours */
    for (;;) {
        const int code = getopt_long(argc, argv, letters, options, NULL);
        if (code == -1) return true;
        if (code == ':') {
            cli_command_usage_error(argv[0], "a value is missing after", argv[optind - 1]);
            return false;
        }
        if (code == '?') return refuse_option(argv[0], options, argv[optind - 1]);
        if (code == 'h' || code == CODE_LIMIT || code == CODE_OUTSIDE) {
            if (!take_common(argv[0], code, wants_help)) return false;
        } else if (!take_value(argv[0], find_option(table, code), optarg)) {
            return false;
        }
    }
}

static int take_operands(const char *command, cli_operands all, const cli_option *table) {
    const cli_option *last = NULL;
    int used = 0;
    for (; !is_end(table); table++) {
        if (table->operands != NULL) {
            *table->operands = all;
            return CLI_OPTIONS_READ;
        }
        if (table->operand == NULL) continue;
        if (used == all.count) return cli_command_usage_error(command, table->missing, NULL);
        *table->operand = all.at[used++];
        last = table;
    }
    if (used == all.count) return CLI_OPTIONS_READ;
    if (last == NULL) return cli_command_usage_error(command, "unknown operand", all.at[0]);
    if (last->surplus == NULL) return cli_command_usage_error(command, last->missing, NULL);
    return cli_command_usage_error(command, last->surplus, all.at[used]);
}

int cli_options_read(int argc, char **argv, const char *help, const cli_option *table) {
    bool wants_help = false;
    if (cli_manual_take(argv[0], help, table)) return CLI_EXIT_OK;
    if (!take_options(argc, argv, table, &wants_help)) return CLI_EXIT_INPUT;
    if (wants_help) return cli_command_show_help(help);
    const cli_operands all = {argv + optind, argc - optind};
    return take_operands(argv[0], all, table);
}

const char *cli_options_part(char *buffer, const char *path, const char *level) {
    if (level == NULL) return path;
    snprintf(buffer, CLI_PART_MAX, "%s#%s", path, level);
    return buffer;
}
