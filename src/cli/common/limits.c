/* limits.c - the table of limits, and what the command line makes of them. */
#include "cli/common/limits.h"

#include <string.h>

#include "cli/common/command.h"
#include "cli/common/options.h"

static const struct {
    const char *name, *text;
    uint64_t most;
} limits[CLI_LIMIT_COUNT] = {
    [CLI_LIMIT_FILE] = {"file", "MiB of a scene, a map, or a file that it refers to", 1024},
    [CLI_LIMIT_MEMORY] = {"memory", "MiB of memory to read them", 1048576},
    [CLI_LIMIT_TILES] = {"tiles", "tiles of a map, in all its layers", 1000000000},
    [CLI_LIMIT_EDGES] = {"edges", "pieces of walls, cut where they cross", 500000000},
    [CLI_LIMIT_PAIRS] = {"pairs", "pairs of shapes that overlap at the start", 1000000000},
};

static uint64_t values[CLI_LIMIT_COUNT] = {
    [CLI_LIMIT_FILE] = 16,      [CLI_LIMIT_MEMORY] = 1024,   [CLI_LIMIT_TILES] = 1000000,
    [CLI_LIMIT_EDGES] = 200000, [CLI_LIMIT_PAIRS] = 1000000,
};
static bool is_outside_allowed;

uint64_t cli_limits_get(cli_limit limit) {
    return values[limit];
}

const char *cli_limits_name(cli_limit limit) {
    return limits[limit].name;
}

const char *cli_limits_text(cli_limit limit) {
    return limits[limit].text;
}

bool cli_limits_set(const char *command, const char *text) {
    const char *const names[] = {limits[0].name, limits[1].name, limits[2].name,
                                 limits[3].name, limits[4].name, NULL};
    char name[16], reason[100];
    const size_t length = strcspn(text, "=");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), text);
    for (int i = 0; i < CLI_LIMIT_COUNT && text[length] == '='; i++) {
        if (strcmp(name, limits[i].name) != 0) continue;
        if (cli_options_parse_number(text + length + 1, 1, limits[i].most, &values[i])) return true;
        snprintf(reason, sizeof reason, "--limit %s takes a number from 1 to %llu", name,
                 (unsigned long long)limits[i].most);
        cli_command_usage_error(command, reason, text + length + 1);
        return false;
    }
    const char *const nearest = cli_command_nearest_name(name, names);
    snprintf(reason, sizeof reason, "--limit takes NAME=N, where NAME is %s, %s, %s, %s or %s",
             names[0], names[1], names[2], names[3], names[4]);
    if (nearest != NULL && text[length] == '=') {
        snprintf(reason, sizeof reason, "--limit: no such name, did you mean \"%s\"", nearest);
    }
    cli_command_usage_error(command, reason, text);
    return false;
}

const char *cli_limits_hint(cli_limit limit, char text[CLI_LIMITS_HINT_MAX]) {
    snprintf(text, CLI_LIMITS_HINT_MAX, "(limit %s; --limit %s=N raises it)", limits[limit].name,
             limits[limit].name);
    return text;
}

bool cli_limits_is_outside_allowed(void) {
    return is_outside_allowed;
}

void cli_limits_allow_outside(void) {
    is_outside_allowed = true;
}
