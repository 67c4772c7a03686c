/* measure.h - internal: what a session that measures knows of its lines and of its rollbacks. */
#ifndef PAWLI_MEASURE_H
#define PAWLI_MEASURE_H

#include "pawl/measure.h"
#include "session/session.h"

/* Why a tick is played again. Below these: the input of that player came otherwise than guessed. */
#define PAWLI_CAUSE_OVERRULED 0xF0u /* the host has decided for a player of this machine */
#define PAWLI_CAUSE_GONE 0xF1u
#define PAWLI_CAUSE_BACK 0xF2u

/* Of the line to a peer, since it came. */
typedef struct pawli_line_measure {
    uint32_t lost, their_lost;         /* packets from there; and to there, as it tells */
    uint32_t loss_q24;                 /* share of the packets from there, smoothed */
    uint32_t jitter_q4;                /* ms */
    uint32_t since_ms, sent, received; /* when this second began, and the bytes until then */
    uint32_t bits_out, bits_in;        /* in the last whole second */
    uint32_t told_ms;                  /* our last report */
    uint16_t their_loss;               /* of PAWL_SESSION_LOSS_ALL */
    uint16_t transit;                  /* of the newest packet: our clock less its own */
    uint8_t width;                     /* numbers below its newest one that may still come */
    bool has_transit;
} pawli_line_measure;

/* Of the game; behind it one pawli_line_measure for each peer. */
typedef struct pawli_play_measure {
    uint32_t late[PAWL_SESSION_PLAYERS_MAX], overruled, gone, back;
    uint32_t depths[PAWL_SESSION_DEPTHS];
    uint32_t waited_ms;
    uint8_t deepest, cause; /* the latter of `dirty` */
} pawli_play_measure;

/* Null where nothing is measured. */
static inline pawli_play_measure *pawli_session_measure(const pawl_session *session) {
    if (session->at_measures == 0) return NULL;
    return (pawli_play_measure *)(void *)pawli_session_at(session, session->at_measures);
}

/* A packet of a visit has come, and is new. */
void pawli_measure_packet(pawl_session *session, const pawli_peer *peer,
                          const pawli_packet *packet);
/* The clock that it tells. */
void pawli_measure_stamp(pawl_session *session, const pawli_peer *peer, uint16_t stamp);
/* Once a second. */
void pawli_measure_watch(pawl_session *session);
/* `dirty` has become this tick. */
void pawli_measure_blame(pawl_session *session, uint32_t cause);
/* The same for a row of the host that was played otherwise. */
void pawli_measure_blame_row(pawl_session *session, const uint8_t *ours, const uint8_t *row);
/* So many ticks are played again. */
void pawli_measure_rollback(pawl_session *session, uint32_t depth);
/* A wait is over. */
void pawli_measure_wait(pawl_session *session);

/* What this machine has seen of a peer's packets is told to it. */
bool pawli_measure_report_is_due(const pawl_session *session, const pawli_peer *peer);
void pawli_measure_write_report(pawl_session *session, const pawli_peer *peer, pawli_writer *to);
/* Takes nothing yet: a loss beyond PAWL_SESSION_LOSS_ALL is not one. */
void pawli_measure_read_report(pawli_reader *from, uint16_t *lost, uint16_t *loss);
void pawli_measure_take_report(pawl_session *session, const pawli_peer *peer, uint16_t lost,
                               uint16_t loss);

#endif
