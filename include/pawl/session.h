/* session.h - several machines play one game: lockstep and rollback.
 *
 * The session decides which tick is played with which inputs, when a state is saved or brought
 * back, and what is sent to which peer. It knows nothing of the game: inputs are bytes, states are
 * slots that the program keeps. It has no sockets, clock, heap or threads, and never waits: the
 * program brings packets and the time, and takes packets and requests.
 *
 *   each frame:
 *       for every packet that came:  pawl_session_receive(session, peer, bytes, size, now_ms);
 *                                    or, as a host on a network, pawl_session_receive_from
 *       for every player here:       pawl_session_add_input(session, player, input);
 *       while ((type = pawl_session_next_request(session, &request)) > PAWL_REQUEST_WAIT)
 *           do it: save, load, step, ...
 *       while ((size = pawl_session_send(session, &peer, packet, sizeof packet, now_ms)) > 0)
 *           give it to the network;
 *       while (pawl_session_take_event(session, &event)) tell the player;
 *
 * One machine is the host, and all others talk to it alone: two players are the smallest star.
 * The host decides which inputs count; every machine steps the same ones. With window 0 a tick
 * waits for all inputs: lockstep. With a window of W the session goes on with guesses, at most W
 * ticks beyond the last tick whose inputs are all known, and plays ticks again when a guess was
 * wrong: rollback. docs/session.md explains, docs/format-wire.md has every byte. Packets are
 * checked for damage, not for forgery: encryption and authentication belong below the session. */
#ifndef PAWL_SESSION_H
#define PAWL_SESSION_H

#include "pawl/frame.h"
#include "pawl/rules.h"
#include "pawl/state.h"

#define PAWL_SESSION_PROTOCOL 3
#define PAWL_SESSION_PLAYERS_MAX 16
#define PAWL_SESSION_PEERS_MAX 32 /* connections of a host: players and spectators */
#define PAWL_SESSION_INPUT_MAX 64 /* bytes of an input, where a row fits a packet */
#define PAWL_SESSION_WINDOW_MAX 15
#define PAWL_SESSION_DELAY_MAX 15
#define PAWL_SESSION_WATCH_MAX 600
#define PAWL_SESSION_SAVE_EVERY_MAX 16
#define PAWL_SESSION_SLOTS_MAX 128
#define PAWL_SESSION_PACKET_MIN 48
#define PAWL_SESSION_SECRET 16       /* bytes */
#define PAWL_SESSION_ADDRESS_MAX 64  /* bytes of an address */
#define PAWL_SESSION_GREETING_MAX 64 /* bytes of a greeting */
#define PAWL_SESSION_REPLY_MAX 40 /* bytes that answer a packet at once; fewer than a HELLO has */
#define PAWL_SESSION_PEER_NONE UINT32_MAX

typedef struct pawl_session pawl_session;

typedef enum pawl_session_role {
    PAWL_ROLE_HOST = 0,
    PAWL_ROLE_CLIENT = 1,    /* its peer 0 is the host */
    PAWL_ROLE_SPECTATOR = 2, /* a client without players */
    PAWL_ROLE_SYNCTEST = 3,  /* alone: every tick is played again, and must come out the same */
    PAWL_ROLE_RELAY = 4      /* a host of spectators, whose ticks come from a client: relay.h */
} pawl_session_role;

/* What a host does for a player that is late: its input for a tick has been missing for too long.
 */
typedef enum pawl_session_late {
    PAWL_LATE_REPEAT = 0, /* plays the newest input that has come of it */
    PAWL_LATE_ASK = 1,    /* asks its program: PAWL_REQUEST_SUBSTITUTE */
    PAWL_LATE_GONE = 2    /* parts from its machine: PAWL_REFUSED_SLOW */
} pawl_session_late;

/* How packets are laid out. */
typedef enum pawl_session_link {
    PAWL_SESSION_LINK_FULL = 0,   /* datagrams: 12 bytes and a CRC-32 around the content */
    PAWL_SESSION_LINK_COMPACT = 1 /* serial lines: 4 bytes and a CRC-16 */
} pawl_session_link;

typedef struct pawl_session_def {
    uint32_t cookie;       /* set by pawl_session_def_default(); do not touch */
    uint8_t role;          /* pawl_session_role; default host */
    uint8_t link;          /* pawl_session_link; the same on all machines; default full */
    uint8_t players;       /* in the whole game, 1 .. 16; default 2; the same on all machines */
    uint8_t local_players; /* of those, on this machine; default 1; 0 for a dedicated host; a
                              client's at most 15 */
    uint8_t input_size;    /* bytes, 1 .. 64; default 2; the same on all machines. The inputs
                              of all players must fit a packet */
    uint8_t delay;         /* ticks from an input to its use, 0 .. 15; default 2 */
    uint8_t window;        /* ticks of guessing, 0 .. 15; default 8; 0: lockstep */
    uint8_t slots;         /* saved states that the program keeps. At least window + 2, fewer with
                              save_every; more let a desync be diagnosed later. Default 0: 4 *
                              window + 32, at most 128; 1 where window is 0 */
    uint8_t peers;         /* connections, 1 .. 32; default 1 */
    uint8_t distance;      /* of a sync test: ticks that are played again, 1 .. 15; default 1 */
    uint8_t hash_every;    /* compare the state of every so many-th confirmed tick; default 1;
                              0: never; the same on all machines */
    uint8_t greeting_size; /* client: bytes of `greeting`; host: how many it keeps of a peer's, in
                              memory besides PAWL_SESSION_SIZE_MAX: peers * (size + 1); 0 .. 64;
                              default 0 */
    /* Host: PAWL_EVENT_ADMIT for each machine that comes. Default no: what fits is let in. */
    bool asks;
    /* Host: whatever comes under a peer's number is of that peer: a pipe, memory, DTLS. No packet
     * is challenged then. Compact links are trusted. Default no. */
    bool trusts_link;
    uint16_t packet_size; /* 48 .. 508 bytes; default 508; a client's at least 52 on a full link,
                             and 92 with a secret */
    uint8_t
        can_replay; /* 1: the program answers REPLAY; default 0. pawl_session_run says so itself */
    uint8_t can_hash;    /* 1: the program answers HASH, and no state that is still a guess is
                            hashed; default 0: each is, when it is saved. pawl_session_run says so
                            itself where it has slots */
    uint16_t rate;       /* ticks per second, for time sync; default 60; the same on all machines */
    uint16_t resend_ms;  /* between packets to a peer while there is nothing new; default 50 */
    uint16_t timeout_ms; /* silence after which a peer is gone; default 5000 */
    uint16_t input_deadline_ms;    /* host: for so long a player may hold up the game, in all; of
                                      that 1 ms in 64 is forgiven. Then it is late: ticks are
                                      decided without it. Default 0: never, all wait; among
                                      strangers 1000 */
    uint16_t transfer_deadline_ms; /* host: a peer that loads a snapshot must take some within so
                                      long, and where others wait for one, all of it within four
                                      times that. Default 3000; 0: never */
    uint16_t interrupt_ms;         /* silence of a peer that is told of; default 1000; 0: none is */
    uint8_t late;                  /* host: pawl_session_late; default repeat */
    uint8_t delay_max;   /* up to which pawl_session_set_delay may change the delay; default 0:
                            not beyond `delay`. For PAWL_SESSION_SIZE_MAX the larger one counts */
    uint32_t app_id;     /* of the game and its version: others are refused */
    uint32_t session_id; /* a number that differs from game to game and from machine to machine
                            (pawl_port_entropy); not 0 */
    /* Random bytes that no other machine knows. Host: the key of its challenges; needed unless
     * the link is trusted. Client: by it it comes back as the same players; the same one after a
     * restart, another one for each host. Default zeros: none. */
    uint8_t secret[PAWL_SESSION_SECRET];
    uint8_t variable_inputs; /* 1: an input has 0 .. input_size bytes, and a guess has none:
                                commands; the same on all machines; default 0 */
    uint8_t can_predict;     /* 1: the program answers PREDICT. Default 0. Memory besides
                                PAWL_SESSION_SIZE_MAX: 2 * PAWL_SESSION_RING(window, delay) + 4,
                                and 2 * (watch_delay + save_every) */
    uint16_t sign_every; /* each player signs its inputs in blocks of so many ticks; the same on all
                            machines; full links. Times input_size, 1 more where they vary, at most
                            1024. Memory besides PAWL_SESSION_SIZE_MAX. Default 0: none is signed */
    /* Client: for the program of the host: a password, a ticket, a name. It must stay as long as
     * the session. Default null. */
    const void *greeting;
    uint32_t world_id; /* of the game's world: pawl_world_get_capacity_id; others are refused, as
                          far as both builds have what there is room for. Default 0: not compared
                          with that of another 0 */
    uint32_t features; /* that the game uses or will come to use, PAWL_FEATURE_ bits of config.h:
                          builds that lack one are refused before the game begins. Default 0: what
                          the world uses, as soon as it does */
    /* Host, relay: ticks by which machines without players see less than what is confirmed, 0 ..
     * 600; default 0. In memory besides PAWL_SESSION_SIZE_MAX: watch_delay * (players * input_size
     * + 6). */
    uint16_t watch_delay;
    /* What pawl_session_get_measures tells is measured, in memory besides PAWL_SESSION_SIZE_MAX:
     * PAWL_SESSION_MEASURES_SIZE(peers). Default no. */
    bool measures;
    /* A state that may be brought back is saved every so many ticks, 1 .. 16: fewer SAVE, and up to
     * so many ticks more that are played again. hash_every is a multiple of it. In memory besides
     * PAWL_SESSION_SIZE_MAX: save_every * (players * input_size + 6). Default 1. */
    uint8_t save_every;
    /* pawl/migrate.h: when the host goes, another machine takes its place. The same on all machines
     * with players; full links only; default no. Clients then need `peers`, `secret` and deadlines
     * as a host does. */
    bool migrates;
    bool migrate_alone;   /* of a game of two machines, the one left goes on although it cannot know
                             whether the silent host does, too; default no */
    uint8_t address_size; /* bytes that are kept of the address of each member, 0 .. 64: as many as
                             a packet has room for; the same on all machines; default 0 */
} pawl_session_def;
PAWL_API pawl_session_def pawl_session_def_default(void); /* with the defaults above */
/* The first wrong field, as pawl_body_def_check in body.h tells it. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_session_def_check(const pawl_session_def *def,
                                                            const char **field);

/* Bytes of memory for a session, aligned like uint64_t: exact; 0 for an invalid def. */
PAWL_API size_t pawl_session_size(const pawl_session_def *def);

/* Never less than pawl_session_size, for static arrays; slots as they are, not 0. For a sync test
 * the window is its distance; with variable_inputs input_size counts one more: docs/session.md. */
#define PAWL_SESSION_RING(window, delay) (4u * ((window) + (delay)) + 32u)
#define PAWL_SESSION_SIZE_MAX(players, input_size, window, delay, slots, peers)              \
    (728u + (players)*40u + (peers)*208u + (slots)*12u + ((slots) > 1 ? 704u : 0u) +         \
     PAWL_SESSION_RING(window, delay) *                                                      \
         ((players) * (input_size) + ((window) > 0 ? 5u : 1u) + ((players) > 8 ? 1u : 0u)) + \
     2u * (players) * (input_size) + ((window) > 0 ? 0u : 64u))

/* Make a session: a host begins to listen, a client to knock.
 * Errors: NULL, COOKIE, RANGE, ARGUMENT, UNSUPPORTED (`features` that this build lacks), MEMORY. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_session_init(void *memory, size_t size,
                                                       const pawl_session_def *def,
                                                       pawl_session **out);

/* Host: begin now. Players that have not come are gone, and may join later. Otherwise the game
 * begins as soon as all players are there. Errors: NULL, ARGUMENT (no host), PHASE (it has begun).
 */
PAWL_API pawl_status pawl_session_start(pawl_session *session);

/* ---- packets ---- */

/* A packet from a peer: a small number by which the program knows an address, 0 .. peers - 1. For a
 * client the host is peer 0. On a trusted link the first packet from a new machine takes any number
 * for which pawl_session_is_peer_free; else a host uses pawl_session_receive_from. Any bytes are
 * safe. Errors: NULL, RANGE (no such peer), CORRUPT, FORMAT, VERSION, PHASE (of another session):
 * the packet was counted and left alone. now_ms: any clock that goes on, wrapping. */
PAWL_API pawl_status pawl_session_receive(pawl_session *session, uint32_t peer, const void *packet,
                                          size_t size, uint32_t now_ms);

/* What comes of a packet from an address. */
typedef struct pawl_session_reply {
    uint32_t peer;      /* that the address is from now on; PAWL_SESSION_PEER_NONE: it is no peer */
    uint32_t size;      /* bytes to send back to it now; 0: nothing */
    pawl_status status; /* as of pawl_session_receive; not OK: the packet was left alone */
    uint8_t bytes[PAWL_SESSION_REPLY_MAX];
} pawl_session_reply;

/* Host on a network: a packet, and the address that it says it comes from: any bytes, the same for
 * the same machine, at most PAWL_SESSION_ADDRESS_MAX. The program keeps the address of each peer
 * for pawl_session_send. An address becomes a peer when it repeats what it alone was told: a
 * challenge, a keyed hash of address, time and secret. Before that the session keeps nothing of
 * it, and answers no packet with more bytes than it has. Status: as above, and ARGUMENT (not a
 * host, or its link is trusted), RANGE (address_size). */
PAWL_API void pawl_session_receive_from(pawl_session *session, const void *address,
                                        size_t address_size, const void *packet, size_t size,
                                        uint32_t now_ms, pawl_session_reply *reply);
PAWL_API bool pawl_session_is_peer_free(const pawl_session *session, uint32_t peer);

/* The next packet to send now: its length, 0 when there is none. Call until it is 0, each frame. */
PAWL_API int32_t pawl_session_send(pawl_session *session, uint32_t *peer, void *packet, size_t size,
                                   uint32_t now_ms);

/* Leave, or throw a peer out: it is told. */
PAWL_API pawl_status pawl_session_leave(pawl_session *session);
PAWL_API pawl_status pawl_session_drop(pawl_session *session, uint32_t peer);

/* Host: the answer to PAWL_EVENT_ADMIT, at once or later; until then the peer has a number and
 * nothing else. Refused, it is told PAWL_REFUSED_ADMISSION and the code, any byte of the program's.
 * Errors: NULL, ARGUMENT (no host), RANGE, PHASE (it does not wait for an answer). */
PAWL_API pawl_status pawl_session_admit(pawl_session *session, uint32_t peer);
PAWL_API pawl_status pawl_session_refuse(pawl_session *session, uint32_t peer, uint8_t code);
/* Host: the greeting of a peer, as it came; null and size 0 where there is none. */
PAWL_API const void *pawl_session_get_greeting(const pawl_session *session, uint32_t peer,
                                               uint32_t *size);

/* ---- playing ---- */

/* Where the session stands. */
typedef enum pawl_session_phase {
    PAWL_PHASE_WAITING = 0, /* for the host, for players */
    PAWL_PHASE_LOADING = 1, /* a snapshot of a game that has begun */
    PAWL_PHASE_PLAYING = 2,
    PAWL_PHASE_ENDED = 3
} pawl_session_phase;
PAWL_API pawl_session_phase pawl_session_get_phase(const pawl_session *session); /* now */
/* The players of this machine, a bit each; known when playing. */
PAWL_API uint32_t pawl_session_get_local_players(const pawl_session *session);

/* input[input_size] of a local player for the tick `head + delay`. One for each tick that is to be
 * played: the session goes on when every local player has one. Errors: NULL, ARGUMENT (not a local
 * player), CAPACITY (there is one for this tick), PHASE (not playing). */
PAWL_API pawl_status pawl_session_add_input(pawl_session *session, uint32_t player,
                                            const void *input);
/* The same, of so many bytes: with variable_inputs 0 .. input_size, else input_size. RANGE: other.
 */
PAWL_API pawl_status pawl_session_add_input_sized(pawl_session *session, uint32_t player,
                                                  const void *input, uint32_t size);

/* The delay of this machine from now on: it moves a tick with each tick that is played. An input is
 * used twice when it grows, and one is left out (CAPACITY) when it shrinks. With
 * PAWL_SESSION_DELAY_AUTOMATIC it follows the round trip, between `delay` and `delay_max` of the
 * def: so long that others are heard of before three quarters of the window are used up. Errors:
 * NULL, RANGE (beyond `delay_max`). */
#define PAWL_SESSION_DELAY_AUTOMATIC 255u
PAWL_API pawl_status pawl_session_set_delay(pawl_session *session, uint32_t delay);
PAWL_API uint32_t pawl_session_get_delay(const pawl_session *session); /* as it is now */

typedef enum pawl_request_type {
    PAWL_REQUEST_NONE = 0, /* all is done that can be done with the inputs that are there */
    PAWL_REQUEST_WAIT = 1, /* an input of another peer is missing, or the game has not begun */
    PAWL_REQUEST_SAVE = 2, /* keep the state in a slot; then pawl_session_answer_save */
    PAWL_REQUEST_LOAD = 3, /* bring it back */
    PAWL_REQUEST_STEP = 4,
    PAWL_REQUEST_SNAPSHOT = 5, /* host: encode the state of a slot, of this tick, for a peer that
                                  joins; then pawl_session_answer_snapshot */
    PAWL_REQUEST_RESET = 6,    /* become the state of a snapshot; then pawl_session_answer_reset */
    PAWL_REQUEST_DIAGNOSE =
        7, /* bring a slot back in a spare world; then pawl_session_answer_diagnose */
    PAWL_REQUEST_SUBSTITUTE = 8, /* host, with PAWL_LATE_ASK: inputs of late players for a tick;
                                   then pawl_session_answer_substitute */
    PAWL_REQUEST_REPLAY = 9,     /* bring a slot back in spare memory and step that; then
                                    pawl_session_answer_replay. Only where can_replay is set */
    PAWL_REQUEST_HASH = 10,      /* compute the hash of the state of a slot, which was a guess and
                                    has proven right; then pawl_session_answer_hash. The game is in
                                    the state of the last SAVE or LOAD, and must be afterwards. Only
                                    where can_hash is set */
    PAWL_REQUEST_PREDICT = 11,   /* guess the inputs of players for a tick; then
                                    pawl_session_answer_predict. Only where can_predict is set */
    PAWL_REQUEST_SIGN = 12,      /* sign the message in snapshot, snapshot_size bytes, for the
                                    player in players; then pawl_session_answer_sign. Only where
                                    sign_every is set */
    PAWL_REQUEST_STAGES = 13     /* pawl_session_answer_stages. Only with pawl/stages.h */
} pawl_request_type;

/* What the input of a player is worth. */
typedef enum pawl_input_status {
    PAWL_INPUT_CONFIRMED = 0,
    PAWL_INPUT_PREDICTED = 1, /* a guess: the last known one again, or the program's */
    PAWL_INPUT_GONE = 2       /* without a player: all zeros; confirmed */
} pawl_input_status;

typedef struct pawl_request {
    pawl_request_type type;
    uint32_t tick;   /* the state before the step of this tick, counted from 0; STEP: this tick */
    uint32_t slot;   /* SAVE, LOAD, SNAPSHOT, DIAGNOSE, REPLAY, HASH */
    bool wants_hash; /* SAVE: compute the hash of the state; with can_hash only when it is final */
    bool replays;    /* STEP: was played before; make no sounds */
    bool confirmed;  /* STEP: no input is a guess */
    bool is_current; /* SNAPSHOT, HASH: the game is in this state now; no slot is needed. REPLAY:
                        the spare memory is, from the request before */
    const uint8_t *inputs;   /* STEP, REPLAY: input_size bytes per player, in order; SUBSTITUTE: as
                                they would be repeated; PREDICT: of the tick before */
    const uint8_t *status;   /* STEP, REPLAY: pawl_input_status per player */
    const uint8_t *snapshot; /* RESET; SIGN: the message */
    uint32_t snapshot_size;
    uint32_t players;     /* SUBSTITUTE, PREDICT, SIGN: for which, a bit each */
    const uint8_t *sizes; /* with variable_inputs, beside `inputs`: bytes of each player's, behind
                             which are zeros; else null */
} pawl_request;

/* The next thing to do; the same one until it has been answered where it must be. */
PAWL_API pawl_request_type pawl_session_next_request(pawl_session *session, pawl_request *out);
/* hash: of the state when it is wanted, such as pawl_world_hash; else 0. */
PAWL_API pawl_status pawl_session_answer_save(pawl_session *session, uint32_t tick, uint32_t hash);
/* Answers HASH. Errors: NULL, ARGUMENT (no HASH of this tick is asked for). */
PAWL_API pawl_status pawl_session_answer_hash(pawl_session *session, uint32_t tick, uint32_t hash);

/* Before the answer to a HASH, or to a SAVE that wants a hash: what the state of this tick uses,
 * pawl_world_get_features, and PAWL_FEATURE_CONTINUOUS where its faults have NOT_STOPPED. When the
 * tick is confirmed, peers part whose builds differ in one of these features: they would play on
 * differently from the tick on in which it came into use. pawl_session_run does it. */
PAWL_API pawl_status pawl_session_tell_features(pawl_session *session, uint32_t tick,
                                                uint32_t features);

/* inputs[players * input_size]: as in a STEP; those that were asked for count. They are final for
 * all machines, that of the player too. */
PAWL_API pawl_status pawl_session_answer_substitute(pawl_session *session, uint32_t tick,
                                                    const uint8_t *inputs);
/* The same, inputs[players * input_size] with sizes[players], or null. RANGE: one cannot be. */
PAWL_API pawl_status pawl_session_answer_substitute_sized(pawl_session *session, uint32_t tick,
                                                          const uint8_t *inputs,
                                                          const uint8_t *sizes);

/* inputs[players * input_size], or null: the usual guess; sizes[players], or null; those that were
 * asked for count. A guess is this machine's own, and may follow from anything. It is asked for
 * once, and again where the tick before was another. Errors: NULL, ARGUMENT (not now), RANGE. */
PAWL_API pawl_status pawl_session_answer_predict(pawl_session *session, uint32_t tick,
                                                 const uint8_t *inputs, const uint8_t *sizes);

/* Confirmed inputs[players * input_size] and status[players], tick by tick from the first, each
 * once: for a replay. False when there is none yet, and while a snapshot is loading. What is not
 * taken is dropped when the memory for inputs is needed again. */
PAWL_API bool pawl_session_take_confirmed(pawl_session *session, uint32_t *tick, uint8_t *inputs,
                                          uint8_t *status);
/* The same, inputs[players * input_size], sizes[players] or null, status[players] or null. */
PAWL_API bool pawl_session_take_confirmed_sized(pawl_session *session, uint32_t *tick,
                                                uint8_t *inputs, uint8_t *sizes, uint8_t *status);

PAWL_API uint32_t
pawl_session_get_head(const pawl_session *session); /* the tick to be played next */
PAWL_API uint32_t pawl_session_get_confirmed(const pawl_session *session); /* ticks before it are */

/* How far this machine is ahead of the others, in 1/256 ticks; positive: wait a little. */
PAWL_API int32_t pawl_session_get_ahead(const pawl_session *session);
/* Ticks that it should sit out now, 0 most of the time; asking takes them. */
PAWL_API uint32_t pawl_session_take_advice(pawl_session *session);

/* ---- joining a game that has begun ---- */

/* Where a client collects a snapshot: at least as large as any that the host will send, and besides
 * 2 bytes and the inputs of all players for each tick that is played while it is on its way. Give
 * it right after init; it must stay as long as the session. A client that has it, and a secret or
 * no players, knocks again by itself when it has lost the host. */
PAWL_API pawl_status pawl_session_set_snapshot_memory(pawl_session *session, void *memory,
                                                      size_t size);
/* Must stay until the next SNAPSHOT request. Any bytes: pawl_world_encode and the game's own. Null,
 * with size 0: there is none, and the peer that wanted it is refused. */
PAWL_API pawl_status pawl_session_answer_snapshot(pawl_session *session, uint32_t tick,
                                                  const void *snapshot, size_t size);
PAWL_API pawl_status pawl_session_answer_reset(pawl_session *session, bool good);

/* ---- what happened ---- */

typedef enum pawl_session_event_type {
    PAWL_EVENT_STARTED = 1, /* tick 0 can be played */
    PAWL_EVENT_PEER_UP,     /* host: a peer has come; players says as which */
    PAWL_EVENT_PEER_DOWN,   /* reason: pawl_refusal */
    PAWL_EVENT_PLAYER_GONE, /* tick: from here on its inputs are zeros */
    PAWL_EVENT_PLAYER_BACK, /* tick: from here on they are its own */
    PAWL_EVENT_REFUSED,     /* client: reason: pawl_refusal; the session has ended */
    PAWL_EVENT_STALLED,     /* the window is used up, or a host without players has nothing to play;
                               players says for which it waits. Again when others hold it up */
    PAWL_EVENT_LOADING,     /* progress of a snapshot: value of total bytes */
    PAWL_EVENT_DESYNC,      /* the states of a tick differ from those of a peer: ours and theirs are
                               the hashes. Once for each visit of a peer; with the others it is
                               looked for as before */
    PAWL_EVENT_DIAGNOSED,   /* difference is known: pawl_session_get_difference */
    PAWL_EVENT_ADMIT,       /* host: a machine with a proven address wants `value` players, 0 to
                               watch: pawl_session_admit or _refuse. Again each second until then */
    PAWL_EVENT_LATE,        /* host: players have held up the game for input_deadline_ms: from here
                               on it does not wait for them */
    PAWL_EVENT_INTERRUPTED, /* nothing has come from a peer for interrupt_ms; it may still come */
    PAWL_EVENT_RESUMED,     /* it has */
    PAWL_EVENT_VERDICT,   /* after a DESYNC: culprit, evidence and votes are known, or no more will
                             be. One for each DESYNC of a peer that stays */
    PAWL_EVENT_HOST_GONE, /* with def.migrates: the others agree on another host from here on */
    PAWL_EVENT_MIGRATED,  /* they have: member `value` (pawl/migrate.h) decides from `tick` on */
    PAWL_EVENT_STAGE,     /* pawl_session_get_stage_difference tells more: pawl/stages.h */
    PAWL_EVENT_STRANDED   /* with def.migrates: no host takes it in: pawl/migrate.h */
} pawl_session_event_type;

/* Which machine is at fault where two states differ. */
typedef enum pawl_culprit {
    PAWL_CULPRIT_UNKNOWN = 0,
    PAWL_CULPRIT_PEER = 1, /* peer of the event */
    PAWL_CULPRIT_HERE = 2, /* this machine */
    PAWL_CULPRIT_BOTH = 3  /* neither repeats itself: something is not in the state */
} pawl_culprit;

/* By what that is known. A machine is taken at its word about itself. */
typedef enum pawl_evidence {
    PAWL_EVIDENCE_NONE = 0,
    PAWL_EVIDENCE_MAJORITY = 1, /* of votes_here + votes_there machines */
    PAWL_EVIDENCE_REPLAY = 2,   /* the last agreed tick, played again by the culprit from its own
                                   save, gives another state than it had: its memory was changed */
    PAWL_EVIDENCE_REPEATED = 3  /* both come to their own states again, and the culprit is unknown:
                                   the arithmetic or the rules differ; run portcheck */
} pawl_evidence;
/* A sentence of it. */
PAWL_API const char *pawl_evidence_text(pawl_evidence evidence);

/* Why a peer cannot take part, or went. */
typedef enum pawl_refusal {
    PAWL_REFUSED_LEFT = 1,
    PAWL_REFUSED_SILENCE,
    PAWL_REFUSED_DROPPED,
    PAWL_REFUSED_PROTOCOL,   /* another version of the protocol */
    PAWL_REFUSED_SIMULATION, /* another simulation version */
    PAWL_REFUSED_MATH,       /* its arithmetic differs: run portcheck there */
    PAWL_REFUSED_CONFIG,     /* a world of other capacities */
    PAWL_REFUSED_APP,        /* another game, or another version of it */
    PAWL_REFUSED_GAME,       /* other players, input size, rate, hash_every, link, sign_every */
    PAWL_REFUSED_FULL,
    PAWL_REFUSED_SNAPSHOT, /* too large for its memory, or unusable */
    PAWL_REFUSED_SLOW,     /* it came too far behind */
    PAWL_REFUSED_FEATURES, /* the game uses what only one of the two builds has */
    PAWL_REFUSED_ADMISSION /* by the program of the host: `code` says why */
} pawl_refusal;
PAWL_API const char *pawl_refusal_text(pawl_refusal reason); /* in words; never null */

typedef struct pawl_session_event_info {
    pawl_session_event_type type;
    uint32_t peer, players, tick;
    pawl_refusal reason;
    uint32_t value, total; /* LOADING; ADMIT; MIGRATED */
    uint32_t code;         /* with PAWL_REFUSED_ADMISSION */
    uint32_t ours, theirs; /* DESYNC, VERDICT */
    pawl_culprit culprit;  /* VERDICT; of a client as the host says */
    pawl_evidence evidence;
    uint32_t votes_here, votes_there; /* machines with our hash and with theirs; with a majority */
    uint32_t features; /* with PAWL_REFUSED_FEATURES: which; those of PAWL_FEATURES are here, and
                          the other build has none, the rest are there */
} pawl_session_event_info;
/* Oldest first; false when there is none. At most 16 wait: then the oldest is lost. */
PAWL_API bool pawl_session_take_event(pawl_session *session, pawl_session_event_info *out);

/* ---- which value differs ---- */

/* As pawl_session_answer_diagnose, with the values of that tick: they come behind the world. */
PAWL_API pawl_status pawl_session_answer_diagnose_rules(pawl_session *session,
                                                        const pawl_world *world,
                                                        const pawl_rules *rules);
/* Answer a DIAGNOSE request with the world of that tick: hashes of the tree go to the other side
 * and back until the first different value is known to both. Null: this machine cannot. */
PAWL_API pawl_status pawl_session_answer_diagnose(pawl_session *session, const pawl_world *world);
/* Answer a REPLAY request: hashes of the state before and after the step. good: false when this
 * machine cannot. Errors: NULL, ARGUMENT (it was not asked for). */
PAWL_API pawl_status pawl_session_answer_replay(pawl_session *session, uint32_t tick, bool good,
                                                uint32_t before, uint32_t after);
/* The difference that was found last; a is this machine. A host has it from the client, as that
 * tells it. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_session_get_difference(const pawl_session *session,
                                                                 uint32_t *tick,
                                                                 pawl_difference *out);

typedef struct pawl_session_stats {
    uint32_t sent, received, bytes_sent, bytes_received;
    uint32_t corrupt, malformed, stale, duplicate; /* packets that were left alone */
    uint32_t rollbacks, replayed_ticks, stalls;    /* of this machine */
    uint32_t round_trip_ms;
    int32_t behind;     /* ticks from our head to what this peer has sent */
    uint32_t overruled; /* client: ticks that the host decided without its inputs */
} pawl_session_stats;
/* Of a peer, and of this machine. Errors: NULL, RANGE (no such peer). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_session_get_stats(const pawl_session *session,
                                                            uint32_t peer, pawl_session_stats *out);

#include "pawl/session_world.h"

#endif
