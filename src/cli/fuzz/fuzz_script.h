/* fuzz_script.h - what one game of `pawl fuzznet` is like, as lines of text: its settings, its
 * lines, and what befalls its machines. docs/fuzznet.md has the verbs.
 *
 *   [at TICK] [machine M] VERB NUMBER
 *
 * A line that is left out means nothing happens, or the default: so a script gets shorter line by
 * line until only what a failure needs is left. */
#ifndef CLI_FUZZ_SCRIPT_H
#define CLI_FUZZ_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/common/file.h"
#include "host/pawl_game_module.h"

#define CLI_FUZZ_LINES_MAX 64u
#define CLI_FUZZ_TICKS_MAX 20000u
#define CLI_FUZZ_SPECTATORS_MAX 6u
#define CLI_FUZZ_MACHINES_MAX (PAWL_SESSION_PLAYERS_MAX + CLI_FUZZ_SPECTATORS_MAX)
#define CLI_FUZZ_EVERY UINT32_MAX /* of `machine`: all of them */

typedef enum cli_fuzz_verb {
    /* The game. */
    CLI_FUZZ_SEED,
    CLI_FUZZ_PLAYERS,
    CLI_FUZZ_SPECTATORS,
    CLI_FUZZ_TICKS,
    CLI_FUZZ_WINDOW,
    CLI_FUZZ_DELAY,
    CLI_FUZZ_HOLD,     /* inputs stay the same for so many ticks */
    CLI_FUZZ_DEADLINE, /* input_deadline_ms */
    CLI_FUZZ_DECIDES,  /* pawl_session_late */
    CLI_FUZZ_SYNCTEST, /* before the game, of this distance */
    CLI_FUZZ_PREDICT,  /* 1: the program makes the guesses */
    CLI_FUZZ_SAVE_EVERY,
    CLI_FUZZ_MEASURES,    /* 1 */
    CLI_FUZZ_COMMANDS,    /* 1: inputs vary in size */
    CLI_FUZZ_WATCH_DELAY, /* ticks */
    CLI_FUZZ_SIGN_EVERY,  /* ticks; 0: nothing is signed */
    CLI_FUZZ_COMPACT,     /* 1: a line between two machines, which keeps the order */
    CLI_FUZZ_RELAYS,      /* of those that watch: how many are relays for the others */
    CLI_FUZZ_MIGRATES,    /* 1: another machine becomes the host when it is gone */
    /* Lines of a machine to the host and back, or of all. */
    CLI_FUZZ_LATENCY,
    CLI_FUZZ_JITTER,
    CLI_FUZZ_LOSS,
    CLI_FUZZ_DUPLICATE,
    CLI_FUZZ_REORDER,
    CLI_FUZZ_CORRUPT,
    CLI_FUZZ_RATE, /* bytes per second */
    /* A machine. */
    CLI_FUZZ_SPEED,    /* of its clock, per mille */
    CLI_FUZZ_ROUNDING, /* of real numbers: 1 up, 2 down, 3 towards 0 */
    /* From a tick on. */
    CLI_FUZZ_JOIN, /* until then it is not there */
    CLI_FUZZ_PAUSE,
    CLI_FUZZ_CUT,
    CLI_FUZZ_CRASH,
    CLI_FUZZ_LEAVE,
    CLI_FUZZ_WITHHOLD,
    CLI_FUZZ_RELOAD,
    CLI_FUZZ_CHEAT,
    CLI_FUZZ_DAMAGE,
    CLI_FUZZ_FORGE,
    CLI_FUZZ_HOST_CRASH, /* the machine that is the host then */
    CLI_FUZZ_HOST_LEAVE,
    CLI_FUZZ_HOST_CUT,
    CLI_FUZZ_VERB_COUNT
} cli_fuzz_verb;

typedef struct cli_fuzz_line {
    cli_fuzz_verb verb;
    uint32_t at;      /* tick */
    uint32_t machine; /* or CLI_FUZZ_EVERY */
    uint32_t number;
} cli_fuzz_line;

typedef struct cli_fuzz_script {
    uint32_t count;
    cli_fuzz_line lines[CLI_FUZZ_LINES_MAX];
} cli_fuzz_script;

/* How a verb is written. */
typedef struct cli_fuzz_verb_info {
    const char *name;
    bool has_tick, needs_machine;
    bool is_of_client;         /* not of the host */
    bool is_of_host;           /* of the one that there is */
    uint32_t low, high, usual; /* of the number; `usual` is meant where there is no line */
} cli_fuzz_verb_info;
const cli_fuzz_verb_info *cli_fuzz_script_verb(cli_fuzz_verb verb);

/* A setting; the last line counts. */
uint32_t cli_fuzz_script_get(const cli_fuzz_script *script, cli_fuzz_verb verb);
/* The same of a machine: its own line, or that of all. */
uint32_t cli_fuzz_script_get_of(const cli_fuzz_script *script, cli_fuzz_verb verb,
                                uint32_t machine);
/* Not beyond CLI_FUZZ_LINES_MAX. */
void cli_fuzz_script_add(cli_fuzz_script *script, cli_fuzz_line line);

/* A game from a seed, with everything that may go wrong at once; fuzz_draw.c. `rounds`: also in
 * the arithmetic of real numbers. */
void cli_fuzz_draw(uint64_t seed, const pawl_game *game, bool rounds, cli_fuzz_script *out);

void cli_fuzz_script_write(const cli_fuzz_script *script, FILE *out);
/* False, with "line N: ...". */
bool cli_fuzz_script_read(const char *text, cli_fuzz_script *out, char reason[CLI_REASON_MAX]);

#endif
