/* world_machine.h - a session that plays a world: boxes in a pit that inputs push about. */
#ifndef PAWL_TESTS_WORLD_MACHINE_H
#define PAWL_TESTS_WORLD_MACHINE_H

#include "pawl/snapshot.h"
#include "support/world/fixture.h"
#include "support/net/machine.h"

#define PIT_BOXES 24

/* Rules beside the world, which count what the inputs do. */
typedef struct world_rules {
    uint8_t round, unused[3];
    int16_t score[4];
    uint32_t timer;
    int64_t sum;
} world_rules;

typedef struct world_machine {
    pawl_session_def def;
    pawl_session *session;
    void *memory;
    pawl_session_world game;
    uint32_t world_size;
    uint32_t spoil_tick;   /* from the inputs of this tick on one value is off; 0: never */
    bool spoils_count;     /* a body more instead */
    uint32_t hashes[4096]; /* of the state before each tick, as played last */
    pawl_session_event_info desync, diagnosed;
    pawl_session_event_info parted; /* because of features */
    uint8_t refusal;                /* why the host or the client itself has ended it */
    uint32_t desyncs, diagnoses, requests[PAWL_REQUEST_DIAGNOSE + 1];
    pawl_session_event_info events[64];
    uint32_t event_count;
    world_rules rules; /* where game.rules is set */
    pawl_rules table;
    uint8_t snapshot_memory[65536];
} world_machine;

void world_machine_open(world_machine *m, const pawl_session_def *def);

/* With rules beside the world. */
void world_machine_open_rules(world_machine *m, const pawl_session_def *def);

void world_machine_close(world_machine *m);

void world_machine_frame(world_machine *m);

void world_machine_carry(world_machine *from, world_machine *to, uint32_t to_peer, uint32_t now_ms);

#endif
