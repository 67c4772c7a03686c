/* session.h - what the files of a session share, and which file calls which: only those in
 * lines below its own.
 *
 *   session.c          def, memory, init         session_world.c    a world answers the requests
 *   stranger.c         packets of no peer yet    requests.c         what the program does next
 *   dispatch.c         packets in and out
 *   send_input.c       INPUT packets out         receive_input.c    INPUT packets in
 *   host_snapshot.c    late clients get one      client_snapshot.c  coming late
 *   admit.c            which peers come in
 *   deadline.c         how long a host waits
 *   host.c             peers come and go         client.c           the host comes and goes
 *   game.c             a game begins             peer.c             a connection
 *   relay.c            spectators of spectators
 *   desync.c           hashes are compared       inputs.c           the ring of rows
 *   verdict.c          which machine is at fault repeat.c           a tick is played again
 *   diagnose.c         which value differs       descend.c          a level of the hash tree
 *   delay.c            which input is for when    sized.c            inputs that vary in size
 *   predict.c          guesses of the program
 *   rollback.c         states that are kept      wire.c             the envelope of packets
 *   notify.c           events                    time_sync.c        how far ahead the others are
 *   build.c            what builds differ in     challenge.c        keyed hashes of a handshake
 *   rules.c            a game's own values       measure.c          loss, jitter, rollbacks
 *   signing.c          players sign their inputs
 *
 * The files migrate*.c, which let another machine become the host, are in migrate.h: those in and
 * below the line of dispatch.c call migrate_elect.c, and client.c calls migrate.c.
 *
 * Only with pawl_session_set_stage_memory: stages.c and stage_world.c, in which stage of a step two
 * machines part; stage_product.c, what a stage has produced.
 *
 * What inputs.c, deadline.c, sized.c and predict.c do is in headers of their names.
 *
 * frame.c puts packets on a stream, and is called by programs alone.
 *
 * Inputs live in a ring of rows, one per tick (rows.h): which players are gone, then the inputs of
 * all players. Rows before `confirmed` are final and the same on all machines. Rows from
 * there to `top` are the best that is known: what came from others, our own inputs, and
 * predictions. A row that is written otherwise than it was played lowers `dirty`.
 *
 *   oldest ... confirmed ... head ... head + delay ... top     (confirmed may lie beyond head)
 *
 * The host sends each client rows; a client sends the host its own columns of them. */
#ifndef PAWLI_SESSION_H
#define PAWLI_SESSION_H

#include "base/bytes.h"
#include "base/compiler.h"
#include "base/rom.h"
#include "pawl/session.h"
#include "desync/dispute.h"

#define PAWLI_NEVER UINT32_MAX
#define PAWLI_MS_PER_SECOND 1000u
#define PAWLI_EVENTS 16u
#define PAWLI_OWNER_NONE 0xFFu /* owner of a player */
#define PAWLI_OWNER_LOCAL 0xFEu

/* Bytes in a handshake. */
#define PAWLI_COOKIE_SIZE 8u
#define PAWLI_RETURN_NAME 8u
#define PAWLI_RETURN_KEY 16u

/* Where a connection stands. */
typedef enum pawli_peer_state {
    PAWLI_PEER_FREE = 0,
    PAWLI_PEER_LEAVING,    /* it is told so, then free */
    PAWLI_PEER_CONNECTING, /* client: no welcome yet */
    PAWLI_PEER_ASKED,    /* host: the program has not answered yet, or the client not asked again */
    PAWLI_PEER_ACCEPTED, /* waits for the game to begin, or for the snapshot */
    PAWLI_PEER_LOADING,  /* snapshot on its way */
    PAWLI_PEER_PLAYING
} pawli_peer_state;

/* Inputs on their way between a peer and this machine. */
typedef struct pawli_peer_rows {
    uint32_t first;   /* tick of the first row that goes there */
    uint32_t ack;     /* what we send has arrived there, up to this tick */
    uint32_t next;    /* host: first of its inputs that is not here, as it is told */
    uint32_t decided; /* host: the last tick that was decided without it is before this one */
} pawli_peer_rows;

/* What our last INPUT packet told. */
typedef struct pawli_peer_told {
    uint32_t end, confirmed, ack, head;
} pawli_peer_told;

typedef struct pawli_peer_clock {
    int32_t ahead;            /* our head of its head, smoothed; Q8 ticks */
    uint16_t stamp, stamp_ms; /* its clock, and ours when that came */
    uint16_t round_trip;
    int16_t their_ahead; /* of us, as it sees it; Q8 ticks */
} pawli_peer_clock;

/* Hashes are compared in order: those before these ticks are done with. */
typedef struct pawli_peer_hashes {
    uint32_t agreed;                         /* they are the same */
    uint32_t their_agreed;                   /* as far as it knows */
    uint32_t their_end;                      /* of those that it has */
    uint32_t sent_ms, told_end, told_agreed; /* our last packet of hashes */
} pawli_peer_hashes;

/* Chunks of a snapshot: what has arrived where they go to. */
typedef struct pawli_peer_chunks {
    uint32_t mask; /* behind the first missing one */
    uint32_t sent_ms;
    uint32_t moved_ms;     /* host: some have arrived */
    uint16_t base, cursor; /* the first missing one; the next to send */
} pawli_peer_chunks;

typedef struct pawli_peer_counts {
    uint32_t sent, received, bytes_sent, bytes_received;
    uint32_t corrupt, malformed, stale, duplicate;
} pawli_peer_counts;

typedef struct pawli_peer {
    uint32_t tag[2]; /* host: keyed hash of its address */
    uint32_t nonce;
    uint32_t visit; /* host: number that its packets carry, another one for each visit */
    uint32_t
        begin; /* host: tick from which on it plays; of a challenge: the key that is asked for */
    uint32_t head; /* its own, as it told last */
    uint32_t heard_ms, sent_ms;
    pawli_peer_rows rows;
    pawli_peer_told told;
    pawli_peer_clock clock;
    pawli_peer_hashes hashes;
    pawli_peer_chunks chunks;
    pawli_peer_counts counts;
    uint32_t seen;           /* sequence numbers before `last` */
    uint16_t last, sequence; /* the newest that came; our next */
    uint16_t players;        /* a bit each */
    uint8_t state;
    uint8_t reason, byes_left;  /* of a peer that leaves; reason 0: it is challenged */
    uint8_t burst, unanswered;  /* chunks sent at chunks.sent_ms; since some have arrived */
    uint8_t since_time;         /* compact INPUT packets since one that told the time */
    uint16_t features, parting; /* of its build; those for which it is refused, or the code */
    bool must_greet;            /* client: HELLO at once; host: WELCOME */
    bool is_late, has_played, knows_begin, is_interrupted;
    bool is_admitted;                       /* host: by the program, while ASKED */
    bool has_sequence, has_stamp, has_sent; /* `last`, `clock` and `told` mean something */
    bool is_asked;                          /* it says that our chain differs from its own */
    uint8_t suspicion; /* packets in a row whose chain differs from ours before what they tell */
} pawli_peer;

/* A state that the program keeps. */
typedef struct pawli_slot {
    uint32_t tick;     /* PAWLI_NEVER: free */
    uint32_t hash;     /* with has_hash */
    uint16_t features; /* that the state uses; with has_hash */
    bool has_hash;
    uint8_t pad;
} pawli_slot;

typedef struct pawli_event {
    uint32_t tick, value;
    uint8_t type, peer, players, reason; /* players: the first eight */
} pawli_event;

/* Hashes of the newest ticks whose turn it is, and the chains around them. */
typedef struct pawli_hash_ring {
    uint32_t next;               /* tick whose hash is recorded next */
    uint32_t first;              /* tick of the oldest recorded one */
    uint32_t chain_first, chain; /* before the oldest, after the newest */
} pawli_hash_ring;

/* Sync test: the first tick whose hashes differ. */
typedef struct pawli_desync {
    uint32_t tick, ours, theirs;
} pawli_desync;

/* The snapshot of a game that has begun. */
typedef struct pawli_transfer {
    uint8_t *bytes; /* client: memory; host: bytes of the program */
    uint32_t room, size, tick, chain;
    uint16_t chunk_size;
    bool is_wanted; /* host: by a peer */
    bool is_here;   /* client: all of it */
    bool must_ack;  /* client */
} pawli_transfer;

/* Client: ticks of rows behind the snapshot in its memory. */
typedef struct pawli_row_log {
    uint32_t base, first, end;
} pawli_row_log;

/* Host: by what a player can come back. A name of zeros: it is not kept for one that does. */
typedef struct pawli_return {
    uint8_t name[PAWLI_RETURN_NAME];
    uint8_t commitment[PAWLI_RETURN_KEY]; /* of the key that is to be shown next */
    uint32_t count;                       /* number of that key */
} pawli_return;

/* Client: what the host answered to this nonce. */
typedef struct pawli_challenge {
    uint8_t cookie[PAWLI_COOKIE_SIZE];
    uint32_t game, count;
    bool is_here, asks_key;
    uint8_t hurries; /* how often it was answered at once */
} pawli_challenge;

typedef struct pawli_events {
    pawli_event ring[PAWLI_EVENTS];
    uint8_t players_high[PAWLI_EVENTS]; /* the others */
    uint8_t first, count;
} pawli_events;

struct pawl_session {
    pawl_session_def def;
    uint32_t size;
    uint32_t at_deadlines;
    uint32_t at_peers, at_rows, at_hashes, at_slots, at_scratch, at_diagnosis, at_answer;
    uint32_t at_returns; /* host; at the same place of a client: its challenge */
    uint32_t at_greetings;
    uint32_t at_disputes; /* one for each peer; 0 without hashes */
    uint32_t at_players;
    uint32_t at_guesses; /* 0 where the program makes none */
    uint16_t row_size, row_count, hash_count, peer_count;

    uint32_t id;     /* of the game; of a client: of its visit */
    uint32_t visits; /* host: so many until now */
    uint32_t now;
    uint8_t phase;
    uint8_t next_peer;     /* that may send */
    uint16_t local;        /* bit per player of this machine */
    uint16_t told_players; /* that hold up the game, as the program knows; with was_told */
    uint16_t late;         /* host: players that are not waited for, a bit each */
    bool has_now, is_late, has_reset;

    uint32_t first;     /* tick at which this machine came in: 0, or of its snapshot */
    uint32_t head;      /* to be played next */
    uint32_t at;        /* tick of the state that the game is in: below head while it replays */
    uint32_t confirmed; /* rows before it are final */
    uint32_t hinted;    /* client: rows before it came from the host */
    uint32_t top;       /* rows before it exist */
    uint32_t taken;     /* rows before it went to pawl_session_take_confirmed */
    uint32_t dirty;     /* first row that was played otherwise */
    uint32_t begin;     /* client: tick from which on its players play */
    /* By player, behind the struct: see lay_out_session. */
    uint32_t *known;  /* inputs of ticks before it are here */
    uint32_t *starts; /* host: gone before; PAWLI_NEVER: gone */
    uint8_t *owner;   /* host: peer */
    uint8_t *status;

    pawl_request pending; /* that is not answered: of those that must be */
    pawli_hash_ring hashes;
    pawli_desync desync;
    pawli_repeat repeat;
    uint32_t held;  /* tick whose state is kept for a diagnosis */
    bool is_frozen; /* sync test: a difference was found */
    bool is_stalled, was_told, has_saved;
    uint8_t delay_least, delay_target; /* of the def, and to which def.delay moves */
    bool is_delay_automatic;
    uint32_t stall_ms;
    uint32_t overruled; /* client: ticks of its players that the host decided */
    uint32_t advised;   /* no further advice before this head */
    uint32_t rollbacks, replayed, stalls;
    uint32_t replay_from; /* of a sync test: ticks before it were played twice */

    uint16_t uses, told; /* features: of the last recorded state; of the one that is being saved */
    pawli_transfer snapshot;
    pawli_row_log log;

    pawli_events events;
    uint32_t at_measures; /* 0: nothing is measured */
    uint32_t at_relay;    /* of a relay */
    uint32_t at_migrate;  /* of a game whose host may change; else 0 */
    uint32_t at_signing;  /* 0: nothing is signed */

    struct pawli_stages *stages; /* null: the stage of a difference is not searched for */
};

/* ---- where things lie ---- */

static inline uint8_t *pawli_session_at(const pawl_session *session, uint32_t offset) {
    return (uint8_t *)(uintptr_t)session + offset;
}

static inline pawli_peer *pawli_session_peers(const pawl_session *session) {
    return (pawli_peer *)(void *)pawli_session_at(session, session->at_peers);
}

static inline pawli_slot *pawli_session_slots(const pawl_session *session) {
    return (pawli_slot *)(void *)pawli_session_at(session, session->at_slots);
}

/* With a peer. Not for sessions without hashes, which have none. */
static inline pawli_dispute *pawli_dispute_at(const pawl_session *session, uint32_t index) {
    return (pawli_dispute *)(void *)pawli_session_at(session, session->at_disputes) + index;
}

/* Host: one for each player; null where nothing can be told to a machine before it is let in. */
static inline pawli_return *pawli_session_returns(const pawl_session *session) {
    if (session->at_returns == 0 || session->def.role != PAWL_ROLE_HOST) return NULL;
    return (pawli_return *)(void *)pawli_session_at(session, session->at_returns);
}

static inline pawli_dispute *pawli_dispute_of(const pawl_session *session, const pawli_peer *peer) {
    return pawli_dispute_at(session, (uint32_t)(peer - pawli_session_peers(session)));
}

static inline uint32_t *pawli_session_hashes(const pawl_session *session) {
    return (uint32_t *)(void *)pawli_session_at(session, session->at_hashes);
}

/* Two rows. */
static inline uint8_t *pawli_session_scratch(const pawl_session *session, uint32_t which) {
    return pawli_session_at(session, session->at_scratch + which * session->row_size);
}

static inline uint8_t *pawli_session_row(const pawl_session *session, uint32_t tick) {
    return pawli_session_at(session,
                            session->at_rows + tick % session->row_count * session->row_size);
}

static inline bool pawli_session_is_host(const pawl_session *session) {
    return session->def.role == PAWL_ROLE_HOST || session->def.role == PAWL_ROLE_RELAY;
}

static inline bool pawli_session_is_client(const pawl_session *session) {
    return session->def.role == PAWL_ROLE_CLIENT || session->def.role == PAWL_ROLE_SPECTATOR;
}

/* Client; null on a compact link. */
static inline pawli_challenge *pawli_session_challenge(const pawl_session *session) {
    if (session->at_returns == 0 || pawli_session_is_host(session)) return NULL;
    return (pawli_challenge *)(void *)pawli_session_at(session, session->at_returns);
}

/* Host: its size, and its bytes; null where none is kept. */
static inline uint8_t *pawli_session_greeting(const pawl_session *session, uint32_t peer) {
    if (session->at_greetings == 0) return NULL;
    return pawli_session_at(session,
                            session->at_greetings + peer * (session->def.greeting_size + 1u));
}

/* Whether it is known what is at the other end: nothing needs to be proven. */
static inline bool pawli_session_trusts_link(const pawl_session *session) {
    return session->def.trusts_link || session->def.link == PAWL_SESSION_LINK_COMPACT;
}

/* players: a bit for each. */
static inline bool pawli_has_player(uint32_t players, uint32_t player) {
    return (players >> player & 1u) != 0;
}

static inline bool pawli_is_due(const pawl_session *session, uint32_t since_ms, uint32_t wait_ms) {
    return session->now - since_ms >= wait_ms;
}

static inline uint32_t pawli_min(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static inline uint32_t pawli_max(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* ---- chunks of a snapshot ---- */

#define PAWLI_CHUNKS_MAX 0xFFFFu
#define PAWLI_CHUNKS_AHEAD 33u /* the first missing one, and those that the mask tells of */

static inline uint32_t pawli_snapshot_chunks(const pawl_session *session) {
    return (session->snapshot.size - 1u) / session->snapshot.chunk_size + 1u;
}

static inline uint32_t pawli_snapshot_chunk_size(const pawl_session *session, uint32_t index) {
    const uint32_t offset = index * session->snapshot.chunk_size;
    return pawli_min(session->snapshot.chunk_size, session->snapshot.size - offset);
}

/* ---- notify.c ---- */
void pawli_notify(pawl_session *session, pawl_session_event_type type, uint32_t peer,
                  uint32_t players, uint32_t tick, uint32_t value);
void pawli_notify_reason(pawl_session *session, pawl_session_event_type type, uint32_t peer,
                         uint32_t players, pawl_refusal reason);

/* ---- wire.c ---- */
/* Bytes around the body of a packet. */
#define PAWLI_WIRE_FULL 16u
#define PAWLI_WIRE_COMPACT 4u

typedef enum pawli_packet_type {
    PAWLI_HELLO = 0,
    PAWLI_WELCOME = 1,
    PAWLI_BYE = 2, /* also a refusal */
    PAWLI_INPUT = 3,
    PAWLI_HASH = 4,
    PAWLI_DIAGNOSE = 5,
    PAWLI_SNAPSHOT = 6,
    PAWLI_SNAPSHOT_ACK = 7,
    PAWLI_CHALLENGE = 8, /* full link */
    PAWLI_MIGRATE = 9,   /* full link: migrate.h */
    PAWLI_SIGN = 10      /* full link */
} pawli_packet_type;

#define PAWLI_WELCOME_LATE 1u /* flag of a WELCOME: the game has begun, a snapshot comes */

typedef struct pawli_packet {
    pawli_reader body;
    uint32_t session;
    uint16_t sequence;
    uint8_t type, flags, version;
    uint8_t tick_low, ack_low; /* compact */
    bool is_compact, is_newest;
} pawli_packet;

pawli_writer pawli_wire_begin(const pawl_session *session, void *bytes, size_t size);
/* Its length; 0 when it did not fit. */
int32_t pawli_wire_end(pawl_session *session, pawli_peer *peer, pawli_writer *to,
                       pawli_packet_type type, uint8_t flags);
/* Errors: CORRUPT, VERSION, STALE; of VERSION the type and the body are there. */
pawl_status pawli_wire_read(const pawl_session *session, pawli_peer *peer, const void *bytes,
                            size_t size, pawli_packet *out);
/* A packet was taken: it does not count again. */
void pawli_wire_remember(pawli_peer *peer, const pawli_packet *packet);

/* ---- rollback.c ---- */
void pawli_rollback_reset(pawl_session *session, uint32_t tick);
pawli_slot *pawli_rollback_find_slot(const pawl_session *session, uint32_t tick);
uint32_t pawli_rollback_slot_number(const pawl_session *session, const pawli_slot *slot);
/* A free one, or the one with the oldest state; never the one that is held for a diagnosis. */
pawli_slot *pawli_rollback_choose_slot(const pawl_session *session);
/* Whether a guess at this tick could not be taken back otherwise: with save_every 1 each, else when
 * it is a multiple, or less than so many ticks before it no state is kept. */
bool pawli_rollback_needs_state(const pawl_session *session, uint32_t tick);
/* The slot to load when the inputs of a tick have changed; the states after it are forgotten. Null
 * when there is none. */
pawli_slot *pawli_rollback_go_back(const pawl_session *session, uint32_t tick);

/* ---- time_sync.c ---- */
void pawli_time_sync_measure(pawl_session *session, pawli_peer *peer, bool has_echo, uint16_t echo,
                             int16_t their_ahead);
/* Where this machine stands, as others are told. */
uint32_t pawli_time_sync_head(const pawl_session *session);
int16_t pawli_time_sync_ahead(const pawl_session *session, const pawli_peer *peer);
uint16_t pawli_time_sync_echo(const pawl_session *session, const pawli_peer *peer);
uint32_t pawli_time_sync_round_trip(const pawl_session *session, const pawli_peer *peer);

/* ---- diagnose.c ---- */
/* What is being looked for is of another game, or another visit; what was found is kept. */
void pawli_diagnose_reset(pawl_session *session);
void pawli_diagnose_begin(pawl_session *session, uint32_t peer, uint32_t tick);
bool pawli_diagnose_is_due(const pawl_session *session, uint32_t peer);
int32_t pawli_diagnose_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size);
pawl_status pawli_diagnose_receive(pawl_session *session, uint32_t peer, pawli_packet *packet);
bool pawli_diagnose_wants_world(const pawl_session *session, uint32_t *tick, uint32_t *slot);

/* ---- desync.c ---- */
void pawli_desync_reset(pawl_session *session, uint32_t tick, uint32_t chain);
/* False at a state whose features are not session->uses; it comes next when they are. */
bool pawli_desync_record(pawl_session *session, uint32_t *features);
/* The slot of the confirmed state whose hash is recorded next, when it is not known; else null. */
const pawli_slot *pawli_desync_find_unhashed(const pawl_session *session);
/* Sync test: a state differs from the one before. Told once. */
void pawli_desync_report(pawl_session *session, uint32_t tick, uint32_t ours, uint32_t theirs);
/* The first tick from this one on whose hash counts. */
uint32_t pawli_desync_first_hashed(const pawl_session *session, uint32_t tick);
uint32_t pawli_desync_chain_before(const pawl_session *session, uint32_t tick);
bool pawli_desync_is_due(const pawl_session *session, const pawli_peer *peer);
int32_t pawli_desync_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size);
pawl_status pawli_desync_receive(pawl_session *session, pawli_peer *peer, pawli_packet *packet);

/* ---- verdict.c ---- */
/* Decides what can be decided. */
void pawli_verdict_watch(pawl_session *session);
/* What the other side says. */
void pawli_verdict_take(pawl_session *session, pawli_peer *peer, const pawli_verdict *in);

/* ---- session_world.c ---- */
/* The spare memory as the state of a slot, and the rules' values set to those of it; null when
 * there is none. Then give it back. */
pawl_world *pawli_session_world_borrow(const pawl_session_world *game, uint32_t slot);
void pawli_session_world_give_back(const pawl_session_world *game);
/* The inputs of a STEP or REPLAY, as the program applies them. */
void pawli_session_world_apply(const pawl_session_world *game, pawl_world *world,
                               const pawl_request *request);

/* ---- repeat.c ---- */
/* The next tick to be played again, as a request; false when there is none. */
bool pawli_repeat_next(pawl_session *session, pawl_request *out);

/* ---- build.c ---- */
uint32_t pawli_build_uses(const pawl_session *session); /* what the game uses, as far as known */
/* What is used, and only one of two builds has. */
uint32_t pawli_build_parting(uint32_t uses, uint32_t theirs);
/* Whether worlds have the same capacities, as far as both builds have what they are for. */
bool pawli_build_has_world(const pawl_session *session, uint32_t world_id, uint32_t theirs);

/* ---- receive_input.c ---- */
pawl_status pawli_receive_input(pawl_session *session, pawli_peer *peer, pawli_packet *packet);

/* ---- send_input.c ---- */
bool pawli_send_input_is_due(const pawl_session *session, const pawli_peer *peer);
int32_t pawli_send_input(pawl_session *session, pawli_peer *peer, void *bytes, size_t size);

#include "session/connection.h"
#include "session/rows.h"

#endif
