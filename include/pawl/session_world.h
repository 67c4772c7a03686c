/* session_world.h - the requests of a session answered for a game whose whole state is a world, and
 * the values of a table beside it. Part of session.h, which includes it. */
#ifndef PAWL_SESSION_WORLD_H
#define PAWL_SESSION_WORLD_H

#include "pawl/session.h"

#define PAWL_RULES_ROOM(size) (((size) + 7u) / 8u * 8u)
/* Answers all requests for a game whose whole state is a world, and the values of a table where
 * there is one, until NONE or WAIT; none from inside a hook of that world. `apply` and `did_reset`
 * may change it. */
typedef struct pawl_session_world {
    pawl_world *world;
    const pawl_step_hooks *hooks; /* or null; states are hashed in their lanes, too */
    /* Turn inputs into calls; before each step. */
    void (*apply)(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status);
    void *context;
    uint8_t *slots;     /* def.slots times slot_size bytes, aligned like uint64_t */
    uint32_t slot_size; /* pawl_world_save_size_max, a multiple of 8; with rules besides
                           PAWL_RULES_ROOM(rules->size) */
    uint8_t *spare;     /* for DIAGNOSE, SNAPSHOT and REPLAY: a buffer like that of the world, or
                           null; with rules besides twice PAWL_RULES_ROOM(rules->size) */
    uint32_t spare_size;
    uint8_t *snapshot; /* for SNAPSHOT, or null */
    uint32_t snapshot_size;
    /* After a RESET, or null: bind terrain. False: this machine cannot play it. */
    bool (*did_reset)(void *context, pawl_world *world, uint32_t tick);
    const pawl_rules *rules; /* or null; valid. `apply` may change its values:
                                they are set back with the world */
    /* Instead of `apply`, for inputs that vary in size: with the whole STEP or REPLAY. Or null. */
    void (*apply_sized)(void *context, pawl_world *world, const pawl_request *request);
    /* For SIGN, or null: nothing is signed. 64 bytes of signature; false: this block is not. */
    bool (*sign)(void *context, uint32_t player, const uint8_t *message, uint32_t size,
                 uint8_t *signature);
    /* With can_predict, or null: from the inputs of the tick before, and their sizes or null. */
    void (*predict)(void *context, uint32_t tick, uint32_t players, uint8_t *inputs,
                    uint8_t *sizes);
    /* Out: the first step of `world` that has failed, as pawl_world_step says, and its tick; until
     * then PAWL_OK. The world stands still in such a tick, and machines in which it does not
     * have other states. The program looks at it and sets it back. */
    pawl_status failed;
    uint32_t failed_tick;
} pawl_session_world;
/* Answers until there is nothing to do. Returns NONE or WAIT; whether a step has failed is in
 * `failed` of the game. */
PAWL_API pawl_request_type pawl_session_run(pawl_session *session, pawl_session_world *game);

#endif
