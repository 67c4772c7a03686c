/* stages.h - two machines differ, and both repeat themselves: in which stage of the step, and with
 * which object, the difference begins.
 *
 * After a PAWL_EVENT_DESYNC each machine plays the last agreed tick again (session.h, REPLAY).
 * Where both come to their own states again, their arithmetic or their rules differ. Then the tick
 * is played once more on both, stage by stage, and hashes of what each stage has produced are
 * compared: of the stages, of the objects of the first one that differs. docs/desync.md shows how.
 *
 * A program asks for it with pawl_session_set_stage_memory, on both machines; one that does not is
 * linked without any of it. */
#ifndef PAWL_STAGES_H
#define PAWL_STAGES_H

#include "pawl/session.h"
#include "pawl/state.h"

/* Bytes for pawl_session_set_stage_memory, aligned like uint64_t; 0 for an invalid def, and where
 * no state is kept to play a tick from (hash_every 0, fewer than window + 4 slots, or a packet_size
 * below 128). Some 1.4 KB, and the inputs of hash_every ticks. */
PAWL_API size_t pawl_session_stage_memory_size(const pawl_session_def *def);

/* Right after init; it must stay as long as the session. pawl_session_run then does the rest, where
 * it has `spare`. Errors: NULL, MEMORY (too small, not aligned), UNSUPPORTED (the size is 0). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_session_set_stage_memory(pawl_session *session,
                                                                   void *memory, size_t size);

/* Answer a STAGES request: plays the ticks in the spare memory of `game`, from the slot of the
 * request on. Programs that answer requests themselves fill in world, hooks, apply, context, slots,
 * slot_size, spare, spare_size and rules. Null: this machine cannot. Cost: the ticks since the last
 * state that both agreed on, and some hashes of the world for each stage of one of them; five times
 * or so for each DESYNC. Errors: NULL, ARGUMENT (it was not asked for). */
PAWL_API pawl_status pawl_session_answer_stages(pawl_session *session,
                                                const pawl_session_world *game);

/* Where two machines part. Before `stage` of `tick` all was the same on both. */
typedef struct pawl_stage_difference {
    uint32_t tick;       /* that was played differently, counted from 0 */
    uint32_t peer;       /* with which */
    pawl_stage stage;    /* BEGIN: before the step, in what the program did: rules and inputs */
    uint32_t round;      /* sub-step of SOLVE, INTEGRATE and RELAX, from 0 */
    pawl_branch branch;  /* of the first object that differs. WORLD: its settings, or in the solver
                            its faults; RULES: a value of the game's own, the `detail`-th */
    bool in_a, in_b;     /* this machine has it, the other one does */
    pawl_object_key key; /* serial, slot */
} pawl_stage_difference;

/* The one that was found last, with PAWL_EVENT_STAGE. A host has it from the client, as that tells
 * it. Errors: NULL, PHASE (none is known). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_session_get_stage_difference(const pawl_session *session,
                                                                       pawl_stage_difference *out);

#endif
