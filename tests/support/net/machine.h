/* machine.h - a session with a game of a few words, for tests: state, slots, and a log of requests.
 *
 * The state of the game is a hash of all that it has played: two machines with equal states have
 * played the same inputs and statuses. */
#ifndef PAWL_TESTS_MACHINE_H
#define PAWL_TESTS_MACHINE_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/session.h"

#define MACHINE_SNAPSHOT 700 /* bytes, of which the state is the first */
#define MACHINE_LOG 4096
#define MACHINE_PLAYED 4096

typedef struct game_state {
    uint32_t tick, value;
} game_state;

typedef struct machine {
    pawl_session_def def;
    pawl_session *session;
    void *memory;
    game_state now, slots[PAWL_SESSION_SLOTS_MAX];
    char log[MACHINE_LOG]; /* "S0 P0 L0 ..." */
    uint32_t log_size;
    uint32_t played[MACHINE_PLAYED]; /* state before each tick, as played last */
    uint8_t hashed[MACHINE_PLAYED];  /* how often its hash was asked for, by tick */
    uint32_t steps, loads, resets;
    uint32_t spoil_tick; /* the state after this tick is wrong; 0: never */
    pawl_request_type last;
    uint8_t snapshot[MACHINE_SNAPSHOT];
    uint8_t snapshot_memory[4096];
    pawl_session_event_info events[64];
    uint32_t event_count;
} machine;

void machine_open(machine *m, const pawl_session_def *def);
/* A machine on a network: nothing of its def is changed. */
void machine_open_strictly(machine *m, const pawl_session_def *def);

static inline void machine_close(machine *m) {
    free(m->memory);
}

void machine_forget(machine *m);

static inline uint32_t game_hash(const game_state *state) {
    return pawl_xxh32(state, sizeof *state, 7);
}

void machine_answer(machine *m, const pawl_request *request);
/* The step of a tick, for a REPLAY: m->now has been set. */
void machine_step_again(machine *m, const pawl_request *request);

/* All that can be done now. */
pawl_request_type machine_run(machine *m);

const pawl_session_event_info *machine_find_event(const machine *m, pawl_session_event_type kind);

/* The input of a player for a tick: changes every few ticks. */
void make_input(uint32_t player, uint32_t tick, uint8_t *input, uint32_t size);

void machine_add_inputs(machine *m);

/* How bad the line is: every so many-th packet is lost, or comes after the next one; 0: none. */
extern uint32_t line_loses, line_swaps;

void machine_receive(machine *to, uint32_t to_peer, const uint8_t *packet, uint32_t size,
                     uint32_t now_ms);

/* Everything that one machine has to say to the other's peer number, at once. */
uint32_t machine_carry(machine *from, machine *to, uint32_t to_peer, uint32_t now_ms);

/* One frame of a machine whose packets arrive at once. */
void machine_frame(machine *m, machine *other, uint32_t other_peer, uint32_t now_ms);

#endif
