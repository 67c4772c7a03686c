/* fuzz_script.c - the table of verbs, and scripts as text. */
#include "cli/fuzz/fuzz_script.h"

#include <string.h>

#include "cli/common/options.h"
#include "pawl/sign.h"

#define WORDS_MAX 8

static const cli_fuzz_verb_info verbs[CLI_FUZZ_VERB_COUNT] = {
    [CLI_FUZZ_SEED] = {"seed", .high = UINT32_MAX, .usual = 1},
    [CLI_FUZZ_PLAYERS] = {"players", .low = 1, .high = PAWL_SESSION_PLAYERS_MAX, .usual = 2},
    [CLI_FUZZ_SPECTATORS] = {"spectators", .high = CLI_FUZZ_SPECTATORS_MAX},
    [CLI_FUZZ_TICKS] = {"ticks", .low = 1, .high = CLI_FUZZ_TICKS_MAX, .usual = 300},
    [CLI_FUZZ_WINDOW] = {"window", .high = PAWL_SESSION_WINDOW_MAX, .usual = 8},
    [CLI_FUZZ_DELAY] = {"delay", .high = PAWL_SESSION_DELAY_MAX, .usual = 2},
    [CLI_FUZZ_HOLD] = {"hold", .low = 1, .high = 1000, .usual = 1},
    [CLI_FUZZ_DEADLINE] = {"deadline", .high = 60000},
    [CLI_FUZZ_DECIDES] = {"decides", .high = PAWL_LATE_GONE},
    [CLI_FUZZ_SYNCTEST] = {"synctest", .high = PAWL_SESSION_WINDOW_MAX},
    [CLI_FUZZ_PREDICT] = {"predict", .high = 1},
    [CLI_FUZZ_SAVE_EVERY] = {"save-every", .low = 1, .high = PAWL_SESSION_SAVE_EVERY_MAX,
                             .usual = 1},
    [CLI_FUZZ_MEASURES] = {"measures", .high = 1},
    [CLI_FUZZ_COMMANDS] = {"commands", .high = 1},
    [CLI_FUZZ_WATCH_DELAY] = {"watch-delay", .high = PAWL_SESSION_WATCH_MAX},
    [CLI_FUZZ_SIGN_EVERY] = {"sign-every", .high = PAWL_SIGN_INPUTS_MAX},
    [CLI_FUZZ_COMPACT] = {"compact", .high = 1},
    [CLI_FUZZ_RELAYS] = {"relays", .high = CLI_FUZZ_SPECTATORS_MAX},
    [CLI_FUZZ_MIGRATES] = {"migrates", .high = 1},
    [CLI_FUZZ_LATENCY] = {"latency", .high = 2000},
    [CLI_FUZZ_JITTER] = {"jitter", .high = 2000},
    [CLI_FUZZ_LOSS] = {"loss", .high = 90},
    [CLI_FUZZ_DUPLICATE] = {"duplicate", .high = 100},
    [CLI_FUZZ_REORDER] = {"reorder", .high = 100},
    [CLI_FUZZ_CORRUPT] = {"corrupt", .high = 90},
    [CLI_FUZZ_RATE] = {"rate", .high = 1000000000},
    [CLI_FUZZ_SPEED] = {"speed", .needs_machine = true, .low = 500, .high = 2000, .usual = 1000},
    [CLI_FUZZ_ROUNDING] = {"rounding", .needs_machine = true, .high = 3},
    [CLI_FUZZ_JOIN] = {"join", .has_tick = true, .needs_machine = true, .is_of_client = true},
    [CLI_FUZZ_PAUSE] = {"pause", .has_tick = true, .needs_machine = true, .high = 60000},
    [CLI_FUZZ_CUT] = {"cut", .has_tick = true, .high = 60000},
    [CLI_FUZZ_CRASH] = {"crash", .has_tick = true, .needs_machine = true, .is_of_client = true,
                        .high = 60000},
    [CLI_FUZZ_LEAVE] = {"leave", .has_tick = true, .needs_machine = true, .is_of_client = true,
                        .high = 60000},
    [CLI_FUZZ_WITHHOLD] = {"withhold", .has_tick = true, .needs_machine = true, .high = 60000},
    [CLI_FUZZ_RELOAD] = {"reload", .has_tick = true, .needs_machine = true},
    [CLI_FUZZ_CHEAT] = {"cheat", .has_tick = true, .needs_machine = true, .is_of_client = true},
    [CLI_FUZZ_DAMAGE] = {"damage", .has_tick = true, .needs_machine = true, .is_of_client = true,
                         .high = UINT32_MAX},
    [CLI_FUZZ_FORGE] = {"forge", .has_tick = true, .needs_machine = true, .is_of_client = true},
    [CLI_FUZZ_HOST_CRASH] = {"host-crash", .has_tick = true, .is_of_host = true, .high = 60000},
    [CLI_FUZZ_HOST_LEAVE] = {"host-leave", .has_tick = true, .is_of_host = true, .high = 60000},
    [CLI_FUZZ_HOST_CUT] = {"host-cut", .has_tick = true, .is_of_host = true, .high = 60000},
};

const cli_fuzz_verb_info *cli_fuzz_script_verb(cli_fuzz_verb verb) {
    return &verbs[verb];
}

uint32_t cli_fuzz_script_get(const cli_fuzz_script *script, cli_fuzz_verb verb) {
    return cli_fuzz_script_get_of(script, verb, CLI_FUZZ_EVERY);
}

uint32_t cli_fuzz_script_get_of(const cli_fuzz_script *script, cli_fuzz_verb verb,
                                uint32_t machine) {
    uint32_t number = verbs[verb].usual;
    bool is_own = false;
    for (uint32_t i = 0; i < script->count; i++) {
        const cli_fuzz_line *const line = &script->lines[i];
        const bool is_its = machine != CLI_FUZZ_EVERY && line->machine == machine;
        if (line->verb != verb || (!is_its && (is_own || line->machine != CLI_FUZZ_EVERY)))
            continue;
        number = line->number;
        is_own = is_its;
    }
    return number;
}

void cli_fuzz_script_add(cli_fuzz_script *script, cli_fuzz_line line) {
    if (script->count < CLI_FUZZ_LINES_MAX) script->lines[script->count++] = line;
}

/* Whether the number of a verb says anything. */
static bool has_number(const cli_fuzz_verb_info *verb) {
    return verb->high > 0;
}

void cli_fuzz_script_write(const cli_fuzz_script *script, FILE *out) {
    for (uint32_t i = 0; i < script->count; i++) {
        const cli_fuzz_line *const line = &script->lines[i];
        const cli_fuzz_verb_info *const verb = &verbs[line->verb];
        if (verb->has_tick) fprintf(out, "at %lu ", (unsigned long)line->at);
        if (line->machine != CLI_FUZZ_EVERY)
            fprintf(out, "machine %lu ", (unsigned long)line->machine);
        fputs(verb->name, out);
        if (has_number(verb)) fprintf(out, " %lu", (unsigned long)line->number);
        fputc('\n', out);
    }
}

/* ---- reading ---- */

/* The words of a line, up to its end or a #; their number, or more than WORDS_MAX. */
static uint32_t split(char *line, char *words[WORDS_MAX]) {
    uint32_t count = 0;
    char *rest = strchr(line, '#');
    if (rest != NULL) *rest = 0;
    for (char *word = strtok_r(line, " \t\r", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r", &rest)) {
        if (count < WORDS_MAX) words[count] = word;
        count++;
    }
    return count;
}

static bool take_word(char **words, uint32_t count, uint32_t *at, const char *name, uint64_t high,
                      uint32_t *out) {
    uint64_t number;
    if (*at + 1 >= count || strcmp(words[*at], name) != 0 ||
        !cli_options_parse_number(words[*at + 1], 0, high, &number)) {
        return false;
    }
    *out = (uint32_t)number;
    *at += 2;
    return true;
}

/* Null, or what is wrong. */
static const char *read_line(char **words, uint32_t count, cli_fuzz_line *out) {
    uint32_t at = 0, verb = 0;
    uint64_t number = 0;
    out->at = 0;
    out->machine = CLI_FUZZ_EVERY;
    const bool has_tick = take_word(words, count, &at, "at", CLI_FUZZ_TICKS_MAX, &out->at);
    const bool has_machine =
        take_word(words, count, &at, "machine", CLI_FUZZ_MACHINES_MAX - 1, &out->machine);
    if (at >= count) return "a verb is missing";
    while (verb < CLI_FUZZ_VERB_COUNT && strcmp(verbs[verb].name, words[at]) != 0)
        verb++;
    if (verb == CLI_FUZZ_VERB_COUNT) return "unknown verb";
    const cli_fuzz_verb_info *const info = &verbs[verb];
    if (info->has_tick != has_tick) return has_tick ? "it has no tick" : "its tick is missing";
    if (info->needs_machine && !has_machine) return "its machine is missing";
    if (has_machine && (verb < CLI_FUZZ_LATENCY || info->is_of_host))
        return "it is not of a machine";
    if (info->is_of_client && out->machine == 0) return "it is not for the host, machine 0";
    if (count - at != (has_number(info) ? 2u : 1u)) return "it takes other numbers";
    if (has_number(info) &&
        !cli_options_parse_number(words[at + 1], info->low, info->high, &number)) {
        return "its number is out of range";
    }
    out->verb = (cli_fuzz_verb)verb;
    out->number = (uint32_t)number;
    return NULL;
}

bool cli_fuzz_script_read(const char *text, cli_fuzz_script *out, char reason[CLI_REASON_MAX]) {
    char line[200], *words[WORDS_MAX];
    out->count = 0;
    for (uint32_t number = 1; *text != 0; number++) {
        const size_t length = strcspn(text, "\n");
        const char *wrong = length < sizeof line ? NULL : "it is too long";
        cli_fuzz_line one = {0};
        snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : 0), text);
        const uint32_t count = split(line, words);
        if (count > WORDS_MAX) wrong = "it has too many words";
        if (wrong == NULL && count > 0) wrong = read_line(words, count, &one);
        if (wrong == NULL && count > 0 && out->count == CLI_FUZZ_LINES_MAX)
            wrong = "there are too many lines";
        if (wrong != NULL) {
            snprintf(reason, CLI_REASON_MAX, "line %lu: %s", (unsigned long)number, wrong);
            return false;
        }
        if (count > 0) cli_fuzz_script_add(out, one);
        text += length + (text[length] == '\n');
    }
    return true;
}
