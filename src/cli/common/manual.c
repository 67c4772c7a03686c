/* manual.c - the same tables as bash, zsh and man want them. */
#include "cli/common/manual.h"

#include <stdio.h>
#include <string.h>

#include "pawl/base.h"

#define TEXT_MAX 120

static cli_manual_form making; /* CLI_MANUAL_NONE but for cli_manual_print */

/* ---- one option ---- */

/* What all commands understand. */
static const struct {
    const char *name, *text;
    bool has_value;
} common[] = {{"help", "what it does, and its options", false},
              {"h", "the same", false},
              {"limit", "let a file ask for more: NAME=N", true},
              {"allow-outside", "let a map refer to files outside of its folder", false}};
#define COMMON_COUNT (sizeof common / sizeof common[0])

static bool is_end(const cli_option *row) {
    return row->name == NULL && row->operand == NULL && row->operands == NULL;
}

static bool is_common(const char *name) {
    for (size_t i = 0; i < COMMON_COUNT; i++)
        if (strcmp(common[i].name, name) == 0) return true;
    return false;
}

/* Where the help tells of an option: "  --name", or behind another one and a comma. */
static const char *find_in_help(const char *help, const char *dash, const char *name) {
    char option[TEXT_MAX];
    snprintf(option, sizeof option, "%s%s", dash, name);
    const size_t length = strlen(option);
    for (const char *line = help; line != NULL; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        const char *const end = line + strcspn(line, "\n");
        const char *at = line + strspn(line, " ");
        if (*at != '-') continue;
        for (; at + length <= end; at++) {
            if (at[-1] == ' ' && strncmp(at, option, length) == 0 &&
                strchr(" ,\n", at[length]) != NULL) {
                return at;
            }
        }
    }
    return NULL;
}

/* A name of one letter is a short option, but where the help has it as a long one. */
static const char *dashes(const char *help, const char *name) {
    return name[1] == 0 && find_in_help(help, "--", name) == NULL ? "-" : "--";
}

/* What the help says behind the option and its value: in this line or, where several options
 * share one, in the next. */
static const char *find_text(const char *option) {
    const size_t length = strcspn(option, "\n");
    const char *at = option + strcspn(option, " \n");
    while (at < option + length && strncmp(at, "  ", 2) != 0)
        at++;
    if (at < option + length) return at + strspn(at, " ");
    at = option + strcspn(option, " \n");
    at += strspn(at, " ");
    const size_t value = strcspn(at, " \n");
    const char *const rest = at + value + strspn(at + value, " ");
    if (rest < option + length && *rest != '-') return rest;
    at = option + length;
    return at + strspn(at, " \n");
}

/* Without signs that mean something to zsh. */
static void describe(const char *help, const char *name, char out[TEXT_MAX]) {
    const char *at = find_in_help(help, dashes(help, name), name);
    size_t used = 0;
    at = at == NULL ? "" : find_text(at);
    for (; *at != 0 && *at != '\n' && used + 1 < TEXT_MAX; at++)
        out[used++] = strchr("[]:'\"`\\", *at) != NULL ? ' ' : *at;
    out[used] = 0;
}

/* ---- forms ---- */

static void put_bash(const char *command, const char *help, const cli_option *table) {
    printf("    %s) options='", command);
    for (; !is_end(table); table++)
        if (table->name != NULL && !is_common(table->name))
            printf("%s%s ", dashes(help, table->name), table->name);
    for (size_t i = 0; i < COMMON_COUNT; i++)
        printf("%s%s%s", i > 0 ? " " : "", common[i].name[1] == 0 ? "-" : "--", common[i].name);
    puts("' ;;");
}

static void put_zsh(const char *command, const char *help, const cli_option *table) {
    char text[TEXT_MAX];
    printf("    %s) options=(", command);
    for (; !is_end(table); table++) {
        if (table->name == NULL || is_common(table->name)) continue;
        describe(help, table->name, text);
        printf("\n        '%s%s[%s]%s'", dashes(help, table->name), table->name, text,
               table->flag != NULL     ? ""
               : table->number != NULL ? ":number:"
                                       : ":value:_files");
    }
    for (size_t i = 0; i < COMMON_COUNT; i++)
        printf("\n        '%s%s[%s]%s'", common[i].name[1] == 0 ? "-" : "--", common[i].name,
               common[i].text, common[i].has_value ? ":limit:" : "");
    puts(") ;;");
}

/* Text as it is: no line of it is a command of man, and no dash becomes another one. */
static void put_page_text(const char *text) {
    fputs(".nf\n", stdout);
    bool at_start = true;
    for (; *text != 0; text++) {
        if (at_start && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
        at_start = *text == '\n';
        if (*text == '\\') {
            fputs("\\e", stdout);
        } else if (*text == '-') {
            fputs("\\-", stdout);
        } else {
            fputc(*text, stdout);
        }
    }
    fputs("\n.fi\n", stdout);
}

bool cli_manual_take(const char *command, const char *help, const cli_option *table) {
    switch (making) {
    case CLI_MANUAL_BASH:
        put_bash(command, help, table);
        break;
    case CLI_MANUAL_ZSH:
        put_zsh(command, help, table);
        break;
    case CLI_MANUAL_PAGE:
        put_page_text(help);
        break;
    default:
        return false;
    }
    return true;
}

/* ---- all of it ---- */

static void begin(const char *const *names, const char *const *summaries, const char *help) {
    if (making == CLI_MANUAL_BASH) {
        fputs("# pawl - completion for bash, made by `pawl help --completions bash`\n"
              "_pawl() {\n"
              "    local current=${COMP_WORDS[COMP_CWORD]} commands options=\n"
              "    commands='help",
              stdout);
        for (; *names != NULL; names++)
            printf(" %s", *names);
        puts("'\n"
             "    COMPREPLY=()\n"
             "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
             "        mapfile -t COMPREPLY < <(compgen -W \"$commands --help --version\" -- "
             "\"$current\")\n"
             "        return\n"
             "    fi\n"
             "    case ${COMP_WORDS[1]} in\n"
             "    help) options=$commands ;;");
    } else if (making == CLI_MANUAL_ZSH) {
        puts("#compdef pawl\n"
             "# pawl - completion for zsh, made by `pawl help --completions zsh`\n"
             "local -a commands options\n"
             "commands=(\n"
             "    'help:what the program or a command does'");
        for (int i = 0; names[i] != NULL; i++)
            printf("    '%s:%s'\n", names[i], summaries[i]);
        puts(")\n"
             "if (( CURRENT == 2 )); then\n"
             "    _describe command commands\n"
             "    return\n"
             "fi\n"
             "case $words[2] in\n"
             "    help) _describe command commands; return ;;");
    } else {
        printf(".\\\" Made by `pawl help --manual`.\n"
               ".TH PAWL 1 \"\" \"pawl %d.%d.%d\" \"User Commands\"\n"
               ".SH NAME\npawl \\- deterministic 2D physics\n"
               ".SH SYNOPSIS\n.B pawl\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n"
               ".SH DESCRIPTION\n",
               PAWL_VERSION_MAJOR, PAWL_VERSION_MINOR, PAWL_VERSION_PATCH);
        put_page_text(help);
        puts(".SH COMMANDS");
    }
}

static void end(void) {
    if (making == CLI_MANUAL_BASH) {
        puts("    esac\n"
             "    case $current in\n"
             "    -*) ;;\n"
             "    *) [ \"${COMP_WORDS[1]}\" = help ] || return ;; # a file\n"
             "    esac\n"
             "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
             "}\n"
             "complete -o default -F _pawl pawl");
    } else if (making == CLI_MANUAL_ZSH) {
        puts("esac\n"
             "shift words\n"
             "(( CURRENT-- ))\n"
             "_arguments -s $options '*:file:_files'");
    }
}

void cli_manual_print(cli_manual_form form, const char *const *names, const char *const *summaries,
                      int (*run)(int argc, char **argv), const char *help) {
    making = form;
    begin(names, summaries, help);
    for (int i = 0; names[i] != NULL; i++) {
        char name[16];
        char *arguments[] = {name, NULL};
        snprintf(name, sizeof name, "%s", names[i]);
        if (form == CLI_MANUAL_PAGE) printf(".SS %s\n", names[i]);
        (void)run(1, arguments);
    }
    end();
    making = CLI_MANUAL_NONE;
}
