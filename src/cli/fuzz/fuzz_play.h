/* fuzz_play.h - a game that is played as its script says, on machines and a network in memory. */
#ifndef CLI_FUZZ_PLAY_H
#define CLI_FUZZ_PLAY_H

#include "cli/fuzz/fuzz_machine.h"

#define CLI_FUZZ_REIGNS_MAX 64u

typedef struct cli_fuzz_play {
    const pawl_game *game;
    const cli_fuzz_script *script;
    uint32_t seed, players, machines, ticks;
    uint64_t now_us;
    cli_fuzz_net net;
    cli_fuzz_machine machine[CLI_FUZZ_MACHINES_MAX];
    bool is_done[CLI_FUZZ_LINES_MAX]; /* events */
    uint32_t host, reign;             /* machine that became the host last, and how many did */
    uint32_t reign_start[CLI_FUZZ_REIGNS_MAX]; /* first tick that it decided */
    bool may_stand;                            /* too few are left to agree on a host */
    bool stands;                               /* and so it is over */

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

/* ---- fuzz_answer.c ---- */

/* Every request that its session has. */
void cli_fuzz_answer_requests(cli_fuzz_play *play, cli_fuzz_machine *machine);

/* ---- fuzz_seat.c ---- */

bool cli_fuzz_seat_is_relay(const cli_fuzz_play *play, uint32_t index);
/* The relay that a machine watches; 0: the host. */
uint32_t cli_fuzz_seat_above(const cli_fuzz_play *play, uint32_t index);
/* How many hosts and relays a tick goes through: 0 for players. */
uint32_t cli_fuzz_seat_depth(const cli_fuzz_play *play, uint32_t index);
/* No relay above it is gone for ever. */
bool cli_fuzz_seat_is_reachable(const cli_fuzz_play *play, uint32_t index);
bool cli_fuzz_seat_changes_hosts(const cli_fuzz_play *play);
/* Up to this tick what a machine has confirmed is of the game that goes on. */
uint32_t cli_fuzz_seat_valid(const cli_fuzz_play *play, const cli_fuzz_machine *machine);

/* ---- fuzz_relay.c ---- */

/* What a relay has played goes to those below. */
void cli_fuzz_relay_forward(cli_fuzz_play *play, cli_fuzz_machine *machine);

/* ---- fuzz_hosts.c ---- */

/* It is the host of now. */
bool cli_fuzz_hosts_decides(const cli_fuzz_play *play, const cli_fuzz_machine *machine);
cli_fuzz_address cli_fuzz_hosts_own(const cli_fuzz_machine *machine);
cli_fuzz_machine *cli_fuzz_hosts_machine(cli_fuzz_play *play, cli_fuzz_address address);
/* Where a machine that is not in the game knocks. */
void cli_fuzz_hosts_find(cli_fuzz_play *play, cli_fuzz_machine *machine);
/* Where a packet for a peer goes; false: that is not known. */
bool cli_fuzz_hosts_route(const cli_fuzz_machine *machine, uint32_t peer, cli_fuzz_address *out);
/* Whether its program gives a packet to its session. */
bool cli_fuzz_hosts_hears(const cli_fuzz_machine *machine, const cli_fuzz_packet *packet);
/* It has come in by a snapshot, or at tick 0. */
void cli_fuzz_hosts_enter(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t tick);
void cli_fuzz_hosts_see(cli_fuzz_play *play, cli_fuzz_machine *machine,
                        const pawl_session_event_info *event);
/* A machine has gone: are there enough? */
void cli_fuzz_hosts_lose(cli_fuzz_play *play, const cli_fuzz_machine *machine, bool has_left);
/* One that has waited for a host for too long begins anew. */
void cli_fuzz_hosts_watch(cli_fuzz_play *play, cli_fuzz_machine *machine);

/* ---- fuzz_check.c ---- */

void cli_fuzz_check_begin(cli_fuzz_play *play);
void cli_fuzz_check_free(cli_fuzz_play *play);
/* What a life before has told. */
void cli_fuzz_check_forget(const cli_fuzz_play *play, cli_fuzz_machine *machine);
/* The ticks from here on were lost with their host. */
void cli_fuzz_check_rewind(cli_fuzz_play *play, uint32_t tick);
/* A row of the host: the plain loop goes on. False after a finding. */
void cli_fuzz_check_confirm(cli_fuzz_play *play, uint32_t tick, const cli_fuzz_row *row);
/* A row that a machine has confirmed. */
void cli_fuzz_check_row(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t tick,
                        const cli_fuzz_row *row);
/* A snapshot of this tick is all that a machine has of the rows before, which are its host's. */
void cli_fuzz_check_inherit(const cli_fuzz_play *play, cli_fuzz_machine *machine,
                            const cli_fuzz_machine *host, uint32_t end);
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
