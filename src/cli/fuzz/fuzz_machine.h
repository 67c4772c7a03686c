/* fuzz_machine.h - one machine of a simulated game: a session, a game, and what befalls it. */
#ifndef CLI_FUZZ_MACHINE_H
#define CLI_FUZZ_MACHINE_H

#include "cli/fuzz/fuzz_body.h"
#include "cli/fuzz/fuzz_net.h"
#include "pawl/migrate.h"
#include "pawl/session_sign.h"

#define CLI_FUZZ_NEVER UINT64_MAX
#define CLI_FUZZ_ROW_MAX (PAWL_SESSION_PLAYERS_MAX * PAWL_SESSION_INPUT_MAX)

/* The inputs of a tick, as a host has confirmed them. */
typedef struct cli_fuzz_row {
    uint8_t inputs[CLI_FUZZ_ROW_MAX], status[PAWL_SESSION_PLAYERS_MAX];
    uint8_t sizes[PAWL_SESSION_PLAYERS_MAX];
} cli_fuzz_row;

typedef struct cli_fuzz_machine {
    uint32_t index, life;
    bool is_on, is_leaving;
    bool is_below;                                    /* the second session of a relay */
    struct cli_fuzz_machine *below;                   /* malloc'ed; of a relay, else null */
    bool hosts;                                       /* now */
    uint32_t reign;                                   /* of the host that it has, or had last */
    cli_fuzz_address host;                            /* where its host is */
    cli_fuzz_address address[PAWL_SESSION_PEERS_MAX]; /* of each of its peers */
    bool has_address[PAWL_SESSION_PEERS_MAX];
    pawl_session_def def;
    pawl_session *session;
    uint64_t *session_memory; /* malloc'ed, as are those below */
    cli_fuzz_body body, spare;
    uint8_t *slots, *outgoing, *incoming;
    size_t slot_size, incoming_size;
    uint32_t tick; /* that the body is at */

    uint64_t born_us, next_us, paused_until_us, withheld_until_us, return_us;
    uint64_t outside_since_us; /* it is on, and not in the game; CLI_FUZZ_NEVER: it is */
    uint64_t inside_since_us;  /* the other way round */
    uint64_t hostless_us;      /* it has lost its host; CLI_FUZZ_NEVER: it has one */
    bool is_told;              /* that none takes it in */
    uint32_t clock_ms, speed;  /* of its clock: where it began, per mille */
    uint32_t wait_frames;
    uint32_t local; /* players, as the game was told last */

    uint32_t cheat_tick, damage_tick, forge_tick; /* UINT32_MAX: it does not */
    uint32_t damage;
    cli_fuzz_verdict ignored; /* of one that lies */
    bool has_lied, is_noticed;
    uint32_t lied_tick, lied_life;
    uint32_t *hashes; /* by tick, where it has told one */
    bool *has_hash;
    cli_fuzz_row *rows; /* that it has confirmed, by tick */
    bool *has_row;
} cli_fuzz_machine;

struct cli_fuzz_play;

/* Memory for all its lives. */
void cli_fuzz_machine_make(struct cli_fuzz_play *play, uint32_t index);
void cli_fuzz_machine_free(cli_fuzz_machine *machine);
/* A life begins, with nothing but its secret. */
void cli_fuzz_machine_boot(struct cli_fuzz_play *play, cli_fuzz_machine *machine);
/* One turn of its main loop. */
void cli_fuzz_machine_frame(struct cli_fuzz_play *play, cli_fuzz_machine *machine);
void cli_fuzz_machine_receive(struct cli_fuzz_play *play, cli_fuzz_machine *machine,
                              const cli_fuzz_packet *packet);
/* The state becomes bytes, the memory is wiped, and the bytes become the state. */
void cli_fuzz_machine_reload(struct cli_fuzz_play *play, cli_fuzz_machine *machine);

#endif
