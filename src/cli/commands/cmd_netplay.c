/* cmd_netplay.c - pawl host and pawl join: play sumo with other machines. */
#include <stdio.h>
#include <string.h>

#include "cli/common/clock.h"
#include "cli/common/command.h"
#include "cli/net/netplay.h"
#include "cli/common/options.h"

#define PORT_DEFAULT 4747

/* The end of both texts. */
#define SHARED_HELP                                                                              \
    "  --players N     in the whole game, 2 to 4, the same on all machines (default 2)\n"        \
    "  --delay D       ticks from a key to its effect, 0 to 15 (default 2)\n"                    \
    "  --window W      ticks of guessing, 0 to 15; 0: wait for everybody (default 8)\n"          \
    "  --ticks N       end after so many (default: when somebody leaves)\n"                      \
    "  --bot SEED      no window: keys come from a generator\n"                                  \
    "  --record FILE   write a replay of the game\n"                                             \
    "  --hash-every K  print the hash at every K-th tick\n"                                      \
    "  --seed S        of the game, the same on all machines (default 1)\n"                      \
    "  --rate R        ticks per second, 10 to 1000, the same on all machines (default 60)\n"    \
    "  --timeout MS    after so much silence somebody is gone, 500 to 60000 (default 5000)\n"    \
    "  --wait S        give up when the game has not begun after so many seconds (default: "     \
    "never)\n"                                                                                   \
    "  --json          print JSON instead of lines\n"                                            \
    "  --migrate       when the host is gone, another machine becomes it and the game goes on; " \
    "on\n"                                                                                       \
    "                  all machines, of which each must be able to reach the others. It takes "  \
    "three\n"                                                                                    \
    "                  players: one that is left alone cannot know what has failed\n"            \
    "  --password W    of the host: only those join that say it; at most 64 bytes, in clear\n"   \
    "  --help          this text\n"                                                              \
    "\n"                                                                                         \
    "exit codes: 0 ok, 1 the machines diverged: the first difference is printed, and a replay\n" \
    "written to desync-TICK-ROLE.rep, 2 refused, network or usage, 3 another version"

static const char host_help[] =
    "usage: pawl host [OPTION]...\n"
    "\n"
    "Waits for the other players of a game of sumo, then plays it with them: push each other, and\n"
    "crates, off the platform. Arrows push off, space dashes, Esc leaves (docs/netplay.md).\n"
    "The result is one line on stdout:\n"
    "  tick=1000 hash=0123abcd chain=4567cdef first_tick=0 rollbacks=61 replayed=340 stalls=2\n"
    "  longest_stall=1 sat_out=0 round_trip_ms=34 faults=0x0 desync=false\n"
    "\n"
    "  --port P        where others join, 0: a free one, which is printed (default 4747)\n"
    "  --listen ADDR   which network card: an address of this machine, any or any6 (default: "
    "none,\n"
    "                  only programs on this machine can join)\n"
    "  --serial LINE   one other machine at the end of a serial line, DEV or DEV:BAUD, such as\n"
    "                  /dev/ttyUSB0:115200, instead of the network\n"
    "  --begin N       begin when so many players are here; the others may come later (default: "
    "all\n"
    "                  of them)\n"
    "  --deadline MS   for so long a player may hold up the game in all, then it goes on without\n"
    "                  its keys, 100 to 10000; among strangers 1000 (default: all wait)\n"
    "  --desync WHAT   to do with one of several machines whose state differs: drop it, ignore\n"
    "                  that, or end; it ends too when this machine is at fault (default: "
    "drop)\n" SHARED_HELP;

static const char join_help[] =
    "usage: pawl join HOST:PORT [OPTION]...\n"
    "       pawl join --serial LINE [OPTION]...\n"
    "\n"
    "Plays sumo with others at the machine where `pawl host` runs, or watches them. What it "
    "prints\n"
    "is explained there. A game that has begun is joined where it stands.\n"
    "\n"
    "  --serial LINE   the host is at the other end of a serial line, DEV or DEV:BAUD\n"
    "  --spectate      watch only\n"
    "  --secret HEX    who this is: after a loss of the network the same 32 digits make it the "
    "same\n"
    "                  player again; tell nobody (default: new ones, which are "
    "printed)\n" SHARED_HELP;

static int read_options(cli_netplay_options *options, const char *help, const cli_option *own,
                        int argc, char **argv) {
    cli_option table[24] = {
        {.name = "players", .number = &options->players, .low = 2, .high = SUMO_PLAYERS_MAX},
        {.name = "delay", .number = &options->delay, .high = PAWL_SESSION_DELAY_MAX},
        {.name = "window", .number = &options->window, .high = PAWL_SESSION_WINDOW_MAX},
        {.name = "ticks", .number = &options->ticks, .low = 1, .high = 2000000000},
        {.name = "bot", .number = &options->bot, .high = UINT32_MAX, .is_given = &options->has_bot},
        {.name = "record", .text = &options->record},
        {.name = "hash-every", .number = &options->hash_every, .low = 1, .high = UINT32_MAX},
        {.name = "seed", .number = &options->seed, .high = UINT32_MAX},
        {.name = "rate", .number = &options->rate, .low = 10, .high = 1000},
        {.name = "timeout", .number = &options->timeout_ms, .low = 500, .high = 60000},
        {.name = "wait", .number = &options->wait_seconds, .low = 1, .high = 86400},
        {.name = "json", .flag = &options->json},
        {.name = "password", .text = &options->password},
        {.name = "migrate", .flag = &options->migrates},
    };
    for (int used = 14; own->name != NULL || own->operands != NULL; own++)
        table[used++] = *own;
    const int usage = cli_options_read(argc, argv, help, table);
    if (usage == CLI_OPTIONS_READ && options->migrates && options->serial != NULL) {
        return cli_command_usage_error(options->command, "--migrate needs a network", NULL);
    }
    if (usage != CLI_OPTIONS_READ || options->password == NULL) return usage;
    if (strlen(options->password) <= PAWL_SESSION_GREETING_MAX) return usage;
    return cli_command_usage_error(options->command, "a password has at most 64 bytes", NULL);
}

static cli_netplay_options defaults(const char *command) {
    const cli_netplay_options options = {.command = command,
                                         .players = 2,
                                         .delay = 2,
                                         .window = 8,
                                         .seed = 1,
                                         .rate = SUMO_RATE,
                                         .timeout_ms = 5000};
    return options;
}

static int digit_value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

static bool read_secret(const char *text, uint8_t *out) {
    unsigned any = 0;
    if (strlen(text) != 2 * PAWL_SESSION_SECRET) return false;
    for (size_t i = 0; i < PAWL_SESSION_SECRET; i++) {
        const int high = digit_value(text[2 * i]), low = digit_value(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        out[i] = (uint8_t)(16 * high + low);
        any |= out[i];
    }
    return any != 0;
}

static bool draw_secret(cli_netplay_options *options) {
    if (cli_clock_draw_secret(options->secret, sizeof options->secret)) return true;
    fprintf(stderr, "pawl: %s: the system gives no random bytes\n", options->command);
    return false;
}

static bool read_desync(const char *text, cli_netplay_desync *out) {
    static const char *const names[] = {"drop", "ignore", "end"};
    for (int i = 0; text != NULL && i < 3; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        *out = (cli_netplay_desync)i;
        return true;
    }
    return text == NULL;
}

int cli_cmd_netplay_host(int argc, char **argv) {
    cli_netplay_options options = defaults("host");
    uint64_t port = PORT_DEFAULT;
    const char *listen = NULL, *desync = NULL;
    const cli_option own[] = {
        {.name = "port", .number = &port, .high = 65535},
        {.name = "listen", .text = &listen},
        {.name = "serial", .text = &options.serial},
        {.name = "begin", .number = &options.begin, .low = 1, .high = 4},
        {.name = "deadline", .number = &options.deadline_ms, .low = 100, .high = 10000},
        {.name = "desync", .text = &desync},
        {.name = NULL}};
    const int usage = read_options(&options, host_help, own, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    options.is_host = true;
    if (!read_desync(desync, &options.desync)) {
        return cli_command_usage_error("host", "--desync takes drop, ignore or end", desync);
    }
    if (options.serial != NULL && listen != NULL) {
        return cli_command_usage_error("host", "--listen and --serial exclude each other", NULL);
    }
    if (!cli_net_address_listen_at("host", listen, (uint16_t)port, &options.listen)) {
        return CLI_EXIT_INPUT;
    }
    if (!draw_secret(&options)) return CLI_EXIT_INPUT;
    return cli_netplay_run(&options);
}

int cli_cmd_netplay_join(int argc, char **argv) {
    cli_netplay_options options = defaults("join");
    cli_operands all = {NULL, 0};
    const char *secret = NULL;
    const cli_option own[] = {{.name = "serial", .text = &options.serial},
                              {.name = "spectate", .flag = &options.spectate},
                              {.name = "secret", .text = &secret},
                              {.operands = &all},
                              {.name = NULL}};
    const int usage = read_options(&options, join_help, own, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    const int hosts = options.serial == NULL ? 1 : 0;
    if (all.count < hosts) return cli_command_usage_error("join", "no HOST:PORT", NULL);
    if (all.count > hosts) {
        const char *const reason = hosts == 1 ? "more than one host" : "a host beside --serial";
        return cli_command_usage_error("join", reason, all.at[hosts]);
    }
    if (hosts == 1 && !cli_net_address_find("join", all.at[0], &options.host)) {
        return CLI_EXIT_INPUT;
    }
    if (secret != NULL && !read_secret(secret, options.secret)) {
        return cli_command_usage_error("join", "a secret is 32 hexadecimal digits, not all 0",
                                       NULL);
    }
    if (secret == NULL) {
        if (!draw_secret(&options)) return CLI_EXIT_INPUT;
        fputs("secret ", stderr);
        for (size_t i = 0; i < sizeof options.secret; i++)
            fprintf(stderr, "%02x", options.secret[i]);
        fputc('\n', stderr);
    }
    return cli_netplay_run(&options);
}
