/* migrate.h - internal: which machines take part in a game whose host may change, and what each one
 * tells.
 *
 *   migrate_elect.c   members that have lost the host agree on another one
 *   migrate_adopt.c   a machine becomes the host, and the others its clients
 *   migrate_roster.c  the host tells which machines are members
 *   migrate.c         memory, packets between members, and how many members are enough
 *
 * Each calls those below it. A term has one host at most. A line is the sequence of rows that one
 * host has decided, behind those that it had when it was elected: a machine that has all of these
 * is on the line of that term. Of two machines the one on the later line has more, and on the same
 * line the one with more confirmed ticks: that order decides an election (Raft, 5.4.1).
 *
 * The roster changes by one member at a time, and not before more than half of the members have
 * the one before (Raft, 6 of the extended version: single-server changes): any two majorities that
 * can decide something then have a member in common. */
#ifndef PAWLI_MIGRATE_H
#define PAWLI_MIGRATE_H

#include "pawl/migrate.h"
#include "session/session.h"

#define PAWLI_MEMBER_NONE 0xFFu
#define PAWLI_MIGRATE_KEY 16u

typedef enum pawli_member_role {
    PAWLI_MEMBER_FOLLOWS = 0, /* it has a host, or none yet */
    PAWLI_MEMBER_ELECTS = 1,  /* it has lost it */
    PAWLI_MEMBER_STANDS = 2,  /* it asks for votes */
    PAWLI_MEMBER_HOSTS = 3,
    PAWLI_MEMBER_SEEKS = 4 /* it has lost it, and its state: it cannot stand */
} pawli_member_role;

/* Which roster: the one of a later term, and in a term of a later epoch, counts. */
typedef struct pawli_roster_version {
    uint32_t term, epoch;
} pawli_roster_version;

/* What a member tells of itself. */
typedef struct pawli_member_state {
    uint32_t term;
    uint8_t role, vote, host; /* in this term; PAWLI_MEMBER_NONE: none */
    uint32_t players;
    pawli_roster_version version;
    uint32_t line, confirmed; /* what it has been told is final */
    uint32_t first;           /* it came in at this tick */
    uint32_t begin;           /* its players play from this tick on */
    uint32_t hashed;          /* tick whose hash it records next */
    uint32_t gone;            /* how often it has lost its host */
    uint16_t features;        /* of its build */
} pawli_member_state;

typedef struct pawli_roster_member {
    uint32_t since;   /* epoch of the first roster with it: another visit has another; 0: none */
    uint32_t players; /* a bit each */
    uint32_t count;   /* of the newest packet, which told since when it is a member */
    uint32_t told_since;
    uint32_t heard_ms, sent_ms;
    uint32_t tag[2]; /* of the address from which it was heard last */
    pawli_member_state told;
    /* At a host: what it was told as it was taken in, for its loss number `gone`. */
    uint32_t gone, visit, begin, from, agreed;
    uint8_t peer;  /* PAWLI_MEMBER_NONE: it is none */
    uint8_t tries; /* host: to tell it the roster */
    uint8_t address_size;
    bool has_told;
    bool is_new, is_old;        /* host: this change is not agreed yet */
    bool has_acked, has_left;   /* host: this roster; and its vote is the host's for ever */
    bool is_reset, must_answer; /* host: it gets a snapshot; it is told so */
    bool must_copy;             /* it has an older roster */
    bool is_to_hear;            /* now: it asks, or has our vote */
} pawli_roster_member;

typedef struct pawli_migrate {
    uint8_t key[PAWLI_MIGRATE_KEY];
    pawli_roster_version version;
    uint32_t term;              /* the latest that was heard of */
    uint32_t line, line_before; /* host: the line that it was on when it was elected */
    uint32_t start;             /* first tick that the host of this line, or host, has decided */
    uint32_t count;             /* of packets to members */
    uint32_t gone;              /* how often it has lost its host */
    uint32_t gone_ms, stood_ms, won_ms;
    uint8_t *memory; /* for snapshots, of a client */
    uint32_t room;
    uint8_t self, role, vote, host;
    uint8_t next;        /* member that may send */
    bool has_key;        /* it takes part */
    bool has_host_left;  /* it has said so: it votes no more */
    bool has_won;        /* of those that are enough the last may still vote */
    bool is_agreed;      /* host: the roster */
    bool is_own_changed; /* host: an address */
    bool must_ack;
    bool is_empty;        /* its state is to come from a host; it votes by what it had */
    bool is_first;        /* host: no roster of its term is agreed yet */
    uint32_t changed;     /* host: confirmed ticks when the roster was made */
    uint32_t promised;    /* with is_empty: the confirmed ticks that it had */
    uint32_t stranded_ms; /* it was in a game last, or was told that it is in none */
} pawli_migrate;

static inline pawli_migrate *pawli_session_migrate(const pawl_session *session) {
    if (session->at_migrate == 0) return NULL;
    return (pawli_migrate *)(void *)pawli_session_at(session, session->at_migrate);
}

static inline uint32_t pawli_member_count(const pawl_session *session) {
    return (uint32_t)session->def.players + 1u;
}

/* The members lie behind the rest, and their addresses behind them. */
static inline pawli_roster_member *pawli_session_member(const pawl_session *session,
                                                        uint32_t number) {
    const uint32_t at = session->at_migrate + (uint32_t)sizeof(pawli_migrate);
    return (pawli_roster_member *)(void *)pawli_session_at(session, at) + number;
}

static inline uint8_t *pawli_session_address(const pawl_session *session, uint32_t number) {
    uint8_t *const first = (uint8_t *)pawli_session_member(session, pawli_member_count(session));
    return first + number * session->def.address_size;
}

static inline uint32_t pawli_migrate_size(const pawl_session_def *def) {
    return (uint32_t)sizeof(pawli_migrate) +
           (def->players + 1u) * ((uint32_t)sizeof(pawli_roster_member) + def->address_size);
}

/* In the roster as it is now. */
static inline bool pawli_member_is_in(const pawli_roster_member *member) {
    return member->since != 0 && !member->is_old;
}

static inline bool pawli_version_is_before(pawli_roster_version a, pawli_roster_version b) {
    return a.term != b.term ? a.term < b.term : a.epoch < b.epoch;
}

/* ---- migrate.c ---- */
/* A machine that takes part in nothing yet. */
void pawli_migrate_reset(pawl_session *session);
/* The number that a machine with these players has. */
uint32_t pawli_migrate_number(const pawl_session *session, uint32_t players);
/* What this machine has been told is final. */
uint32_t pawli_migrate_confirmed(const pawl_session *session);
void pawli_migrate_describe(const pawl_session *session, pawli_member_state *out);
/* It has no host any more: it elects one from now on. False: it takes part in nothing. */
bool pawli_migrate_lose_host(pawl_session *session, pawl_refusal reason);
/* Rows that its host has decided have come: it is on that line when it has all before them. */
void pawli_migrate_watch_line(pawl_session *session);
/* Where a client collects snapshots; false: it is not kept. */
bool pawli_migrate_keep_memory(pawl_session *session, uint8_t *memory, uint32_t room);

typedef bool pawli_member_filter(const pawl_session *session, const pawli_roster_member *member);
/* More than half of the members, those after a change that is not agreed and those before it. Half
 * with the host that asks is enough as well where it may `tie`. */
bool pawli_migrate_is_enough(const pawl_session *session, pawli_member_filter *filter, bool tie);

typedef enum pawli_migrate_type {
    PAWLI_MIGRATE_ROSTER = 0, /* host to client */
    PAWLI_MIGRATE_ACK = 1,    /* client to host */
    PAWLI_MIGRATE_STATE = 2,  /* between members, as what follows */
    PAWLI_MIGRATE_COPY = 3,
    PAWLI_MIGRATE_ADOPT = 4
} pawli_migrate_type;

#define PAWLI_ADOPT_RESET 1u

/* How a host takes a member in. */
typedef struct pawli_adoption {
    uint32_t gone, players, flags, visit, features;
    uint32_t start, from; /* of the host; first tick that the member's inputs are for */
    uint32_t begin, agreed;
} pawli_adoption;

static inline bool pawli_member_is_electing(const pawli_roster_member *member) {
    return member->has_told && member->told.role != PAWLI_MEMBER_FOLLOWS &&
           member->told.role != PAWLI_MEMBER_HOSTS;
}

/* What is before the body of a packet between members. */
typedef struct pawli_member_head {
    uint32_t type, from, to, since, count, term;
    bool is_stranger; /* it was a member, and another machine has its number */
} pawli_member_head;

int32_t pawli_migrate_packet_send_state(pawl_session *session, uint32_t to, void *bytes,
                                        size_t size);
int32_t pawli_migrate_packet_send_copy(pawl_session *session, uint32_t to, void *bytes,
                                       size_t size);
int32_t pawli_migrate_packet_send_adopt(pawl_session *session, uint32_t to,
                                        const pawli_adoption *adoption, void *bytes, size_t size);
int32_t pawli_migrate_packet_send_roster(pawl_session *session, pawli_peer *peer, void *bytes,
                                         size_t size);
int32_t pawli_migrate_packet_send_ack(pawl_session *session, void *bytes, size_t size);
/* Of a packet between members: it is for this one, and has the key. Errors: FORMAT, PHASE. */
pawl_status pawli_migrate_packet_unseal(const pawl_session *session, pawli_reader *body,
                                        pawli_member_head *out);
/* What is left of the body then is the address of the sender. */
bool pawli_migrate_packet_read_state(pawli_reader *body, pawli_member_state *out);
/* Where a machine answers whose number another one may have had. */
void pawli_migrate_packet_take_address(pawl_session *session, uint32_t number, pawli_reader *body);
bool pawli_migrate_packet_read_adopt(pawli_reader *body, pawli_adoption *out);
/* Checks the whole roster, then takes it if it is newer. False: it is none. */
bool pawli_migrate_packet_take_roster(pawl_session *session, pawli_reader *body, uint32_t *host,
                                      uint32_t *start);

/* ---- migrate_roster.c ---- */
/* Host: begins to take part, and changes the roster as peers come and go. */
void pawli_migrate_roster_watch(pawl_session *session);
/* Host: a roster of a new term, with the same members. */
void pawli_migrate_roster_renew(pawl_session *session);
int32_t pawli_migrate_roster_send(pawl_session *session, uint32_t *peer, void *bytes, size_t size);
/* Only the members of now. */
void pawli_migrate_roster_settle(pawl_session *session);
/* Client: of its host. */
pawl_status pawli_migrate_roster_receive(pawl_session *session, pawli_reader *body);
pawl_status pawli_migrate_roster_receive_ack(pawl_session *session, uint32_t peer,
                                             pawli_reader *body);
/* Host: it is connected to enough of the members. */
bool pawli_migrate_roster_holds(const pawl_session *session);

/* ---- migrate_adopt.c ---- */
/* This machine is the host from now on. */
void pawli_migrate_adopt_begin(pawl_session *session);
/* Host: no machine has these players. */
bool pawli_migrate_adopt_is_free(const pawl_session *session, uint32_t players);
/* Host: a member that has lost its host becomes a peer. */
void pawli_migrate_adopt_member(pawl_session *session, uint32_t number);
int32_t pawli_migrate_adopt_send(pawl_session *session, uint32_t to, void *bytes, size_t size);
/* A host takes this machine in. */
pawl_status pawli_migrate_adopt_receive(pawl_session *session, const pawli_member_head *head,
                                        const pawli_adoption *in);
/* A host that is none any more. */
void pawli_migrate_adopt_step_down(pawl_session *session);

/* ---- migrate_elect.c ---- */
/* Whether a packet is one of members; nothing else is looked at. */
bool pawli_migrate_elect_is_packet(const pawl_session *session, const void *bytes, size_t size);
/* tag: of the address; null: it is not known. */
pawl_status pawli_migrate_elect_receive(pawl_session *session, uint32_t peer, const uint64_t *tag,
                                        const void *bytes, size_t size, uint32_t now_ms);
void pawli_migrate_elect_watch(pawl_session *session);
int32_t pawli_migrate_elect_send(pawl_session *session, uint32_t *peer, void *bytes, size_t size);

#endif
