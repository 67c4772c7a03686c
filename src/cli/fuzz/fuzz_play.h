/* fuzz_play.h - a game that is played as its script says, on machines and a network in memory. */
#ifndef CLI_FUZZ_PLAY_H
#define CLI_FUZZ_PLAY_H

#include "cli/fuzz/fuzz_machine.h"

typedef struct cli_fuzz_play {
    const pawl_game *game;
    const cli_fuzz_script *script;
    uint32_t seed, players, machines, ticks;
    uint64_t now_us;
    cli_fuzz_net net;
    cli_fuzz_machine machine[CLI_FUZZ_MACHINES_MAX];
    bool is_done[CLI_FUZZ_LINES_MAX];                 /* events */
    cli_fuzz_address address[PAWL_SESSION_PEERS_MAX]; /* at the host, of each peer */
    bool has_address[PAWL_SESSION_PEERS_MAX];

    /* What the host confirmed, and the state that a plain loop over it comes to. */
    cli_fuzz_body reference;
    uint32_t confirmed, row_capacity;
    cli_fuzz_row *rows;    /* malloc'ed */
    uint32_t *hashes;      /* before each tick */
    uint64_t confirmed_us; /* when the last tick was */
    uint64_t disturbed_until_us;

    cli_fuzz_verdict *verdict;
} cli_fuzz_play;

/* Play all of it. */
void cli_fuzz_play_run(const pawl_game *game, const cli_fuzz_script *script,
                       cli_fuzz_verdict *verdict);

/* ---- fuzz_input.c ---- */

/* The input of a player, that it gives when it plays a tick. */
void cli_fuzz_input_draw(const cli_fuzz_play *play, uint32_t player, uint32_t tick, uint8_t *input);

/* Where inputs vary in size: how many bytes of it are given, and zeros behind them. */
uint8_t cli_fuzz_input_cut(const cli_fuzz_play *play, uint32_t player, uint32_t tick,
                           uint8_t *input);

/* ---- fuzz_check.c ---- */

void cli_fuzz_check_begin(cli_fuzz_play *play);
void cli_fuzz_check_free(cli_fuzz_play *play);
/* A row of the host: the plain loop goes on. False after a finding. */
void cli_fuzz_check_confirm(cli_fuzz_play *play, uint32_t tick, const cli_fuzz_row *row);
/* A row of another machine. */
void cli_fuzz_check_row(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t tick,
                        const cli_fuzz_row *row);
/* A machine has computed a hash, which it may tell otherwise. `body` is in that state. */
void cli_fuzz_check_hash(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t tick,
                         uint32_t hash, uint32_t told, const cli_fuzz_body *body);

/* A signature: 64 bytes that follow from a message. */
void cli_fuzz_check_sign(const uint8_t *message, uint32_t size, uint8_t *signature);
/* One that a machine has: of the inputs that the host confirmed? */
void cli_fuzz_check_signature(cli_fuzz_play *play, const cli_fuzz_machine *machine,
                              const pawl_session_signature *signature);

/* ---- fuzz_diagnose.c ---- */

/* Why plain loops over the rows differ, if they do: cause, tick and difference of the verdict. */
void cli_fuzz_diagnose(const cli_fuzz_play *play);

/* ---- fuzz_synctest.c ---- */

/* A machine alone, as PAWL_ROLE_SYNCTEST. */
void cli_fuzz_synctest(const cli_fuzz_play *play, uint32_t distance);

#endif
