/* session_world.c - answers the requests of a session for a game whose whole state is a world, and
 * what its rules keep beside it.
 *
 * A slot has the world, and at its end the values of the rules as they lie in memory. A snapshot
 * begins with them, one by one as the table has them. */
#include "session/relay.h"
#include "session/rules.h"
#include "pawl/session_sign.h"
#include "state/snapshot.h"
#include "world/world.h"

#include "base/optional.h"
#include "pawl/stages.h"

PAWLI_OPTIONAL(pawl_session_answer_stages);

/* A bound for a call that the session itself does not need: a client that joins plays many ticks
 * at once. */
#define REQUESTS_MAX 100000u

static uint8_t *slot_memory(const pawl_session_world *game, uint32_t slot) {
    return game->slots + (size_t)slot * game->slot_size;
}

/* ---- the values of the rules ---- */

static uint32_t rules_room(const pawl_session_world *game) {
    return game->rules == NULL ? 0 : PAWL_RULES_ROOM(game->rules->size);
}

/* Of a slot, for the world. */
static size_t world_room(const pawl_session_world *game) {
    return (size_t)(game->slot_size - rules_room(game));
}

static uint8_t *rules_in_slot(const pawl_session_world *game, uint32_t slot) {
    return slot_memory(game, slot) + world_room(game);
}

static void copy_values(const pawl_rules *rules, void *to, const void *from) {
    if (rules != NULL) memcpy(to, from, (size_t)rules->size);
}

/* The same table, of other values. */
static pawl_rules rules_of(const pawl_session_world *game, void *values) {
    pawl_rules rules;
    memset(&rules, 0, sizeof rules);
    if (game->rules != NULL) rules = *game->rules;
    rules.values = values;
    return rules;
}

/* With the values where `rules` says; null when there are none. In the lanes that steps are in. */
static uint32_t hash_with_rules(const pawl_session_world *game, const pawl_world *world,
                                const pawl_rules *rules) {
    const pawl_lanes lanes = game->hooks == NULL ? PAWL_LANES_DEFAULT : game->hooks->lanes;
    const uint32_t hash = pawl_world_hash_lanes(world, lanes);
    return rules == NULL ? hash : pawl_hash_chain(hash, pawl_rules_hash(rules));
}

static uint32_t hash_state(const pawl_session_world *game, const pawl_world *world) {
    return hash_with_rules(game, world, game->rules);
}

/* ---- requests ---- */

/* With what the world does not hold: the functions of the program, and that a body was too fast for
 * this build. */
static uint32_t features_in_use(const pawl_session_world *game) {
    const pawl_step_hooks *const hooks = game->hooks;
    uint32_t features = pawl_world_get_features(game->world);
    if (game->world->faults & PAWL_FAULT_NOT_STOPPED) features |= PAWL_FEATURE_CONTINUOUS;
    if (hooks != NULL && (hooks->should_collide != NULL || hooks->should_collide_soft != NULL ||
                          hooks->pre_solve != NULL || hooks->mix_friction != NULL ||
                          hooks->mix_restitution != NULL)) {
        features |= PAWL_FEATURE_HOOKS;
    }
    return features;
}

static void save_to_slot(pawl_session *session, const pawl_session_world *game,
                         const pawl_request *request) {
    /* In lockstep the one slot is the state that is being played. */
    if (session->def.slots > 1 && game->slots != NULL) {
        const pawl_status status =
            pawl_world_save(game->world, slot_memory(game, request->slot), world_room(game));
        PAWL_ASSERT(status == PAWL_OK);
        (void)status;
        if (game->rules != NULL) {
            copy_values(game->rules, rules_in_slot(game, request->slot), game->rules->values);
        }
    }
    const uint32_t hash = request->wants_hash ? hash_state(game, game->world) : 0;
    if (request->wants_hash) {
        (void)pawl_session_tell_features(session, request->tick, features_in_use(game));
    }
    (void)pawl_session_answer_save(session, request->tick, hash);
}

static void restore_world(const pawl_session_world *game, uint32_t slot) {
    const pawl_status status =
        pawl_world_restore(game->world, slot_memory(game, slot), world_room(game));
    PAWL_ASSERT(status == PAWL_OK);
    (void)status;
}

/* The world of a slot in the spare memory; null when there is none. Worlds can be copied. */
static pawl_world *load_spare_world(const pawl_session_world *game, const pawl_request *request) {
    if (game->spare == NULL || game->slots == NULL) return NULL;
    if (game->spare_size < game->world->total_size) return NULL;
    memcpy(game->spare, game->world, (size_t)game->world->total_size);
    pawl_world *const spare = (pawl_world *)(void *)game->spare;
    const pawl_status status =
        pawl_world_restore(spare, slot_memory(game, request->slot), world_room(game));
    return status == PAWL_OK ? spare : NULL;
}

void pawli_session_world_apply(const pawl_session_world *game, pawl_world *world,
                               const pawl_request *request) {
    if (game->apply_sized != NULL) {
        game->apply_sized(game->context, world, request);
    } else if (game->apply != NULL) {
        game->apply(game->context, world, request->tick, request->inputs, request->status);
    }
}

static pawl_status step_world(const pawl_session_world *game, pawl_world *world,
                              const pawl_request *request) {
    pawli_session_world_apply(game, world, request);
    return pawl_world_step(world, game->hooks);
}

/* A world that refuses to step stands still: the program is told, and the session goes on. */
static void step_game(pawl_session_world *game, const pawl_request *request) {
    const pawl_status status = step_world(game, game->world, request);
    if (status == PAWL_OK || game->failed != PAWL_OK) return;
    game->failed = status;
    game->failed_tick = request->tick;
}

/* The world itself goes to that state and back: what it is in now has been saved, with the events
 * of its last step. That takes two restores; a copy to the spare memory takes one, and all of the
 * world's memory besides. */
static void hash_slot(pawl_session *session, const pawl_session_world *game,
                      const pawl_request *request) {
    const pawli_slot *const current = pawli_rollback_find_slot(session, session->at);
    const bool is_current = request->is_current || current == NULL;
    PAWL_ASSERT(current != NULL);
    const bool has_values = game->rules != NULL && !is_current;
    const pawl_rules kept = rules_of(game, has_values ? rules_in_slot(game, request->slot) : NULL);
    if (!is_current) restore_world(game, request->slot);
    const uint32_t hash = hash_with_rules(game, game->world, has_values ? &kept : game->rules);
    (void)pawl_session_tell_features(session, request->tick, features_in_use(game));
    (void)pawl_session_answer_hash(session, request->tick, hash);
    if (!is_current) restore_world(game, pawli_rollback_slot_number(session, current));
}

/* Behind the world in the spare memory: the values of the game that goes on, and those that are
 * being played again. */
static uint8_t *spare_values(const pawl_session_world *game, uint32_t which) {
    const uint32_t world_end = PAWL_RULES_ROOM(game->world->total_size);
    if (game->spare == NULL || game->spare_size < world_end + 2u * rules_room(game)) return NULL;
    return game->spare + world_end + which * rules_room(game);
}

/* In the spare memory, where a world of the request before may go on. `apply` knows only one place
 * for the values of the rules: those of the game that goes on are put aside meanwhile. */
static void replay_in_spare(pawl_session *session, const pawl_session_world *game,
                            const pawl_request *request) {
    const pawl_rules *const rules = game->rules;
    uint8_t *const aside = rules == NULL ? NULL : spare_values(game, 0);
    uint8_t *const played = rules == NULL ? NULL : spare_values(game, 1);
    pawl_world *const world = rules != NULL && aside == NULL ? NULL
                              : request->is_current          ? (pawl_world *)(void *)game->spare
                                                             : load_spare_world(game, request);
    if (world == NULL) {
        (void)pawl_session_answer_replay(session, request->tick, false, 0, 0);
        return;
    }
    if (rules != NULL) {
        copy_values(rules, aside, rules->values);
        copy_values(rules, rules->values,
                    request->is_current ? played : rules_in_slot(game, request->slot));
    }
    const uint32_t before = hash_state(game, world);
    const bool has_stepped = step_world(game, world, request) == PAWL_OK;
    const uint32_t after = hash_state(game, world);
    if (rules != NULL) {
        copy_values(rules, played, rules->values);
        copy_values(rules, rules->values, aside);
    }
    (void)pawl_session_answer_replay(session, request->tick, has_stepped, before, after);
}

pawl_world *pawli_session_world_borrow(const pawl_session_world *game, uint32_t slot) {
    pawl_request request;
    memset(&request, 0, sizeof request);
    request.slot = slot;
    uint8_t *const aside = spare_values(game, 0);
    if (game->rules != NULL && aside == NULL) return NULL;
    pawl_world *const world = load_spare_world(game, &request);
    if (world == NULL || game->rules == NULL) return world;
    copy_values(game->rules, aside, game->rules->values);
    copy_values(game->rules, game->rules->values, rules_in_slot(game, slot));
    return world;
}

void pawli_session_world_give_back(const pawl_session_world *game) {
    if (game->rules != NULL) copy_values(game->rules, game->rules->values, spare_values(game, 0));
}

static void diagnose_slot(pawl_session *session, const pawl_session_world *game,
                          const pawl_request *request) {
    const pawl_world *const world = load_spare_world(game, request);
    const pawl_rules rules = rules_of(game, game->slots == NULL || game->rules == NULL
                                                ? NULL
                                                : rules_in_slot(game, request->slot));
    (void)pawl_session_answer_diagnose_rules(session, world, game->rules == NULL ? NULL : &rules);
}

static void load_from_slot(const pawl_session_world *game, const pawl_request *request) {
    restore_world(game, request->slot);
    if (game->rules == NULL) return;
    copy_values(game->rules, game->rules->values, rules_in_slot(game, request->slot));
}

/* The state that is being played needs no spare memory. */
static void give_world_snapshot(pawl_session *session, const pawl_session_world *game,
                                const pawl_request *request) {
    size_t size = 0;
    const pawl_world *const world =
        request->is_current ? game->world : load_spare_world(game, request);
    const uint32_t first = pawli_rules_encoded_size(game->rules);
    const bool is_good = world != NULL && game->snapshot != NULL && game->snapshot_size > first &&
                         pawl_world_encode(world, game->snapshot + first,
                                           (size_t)(game->snapshot_size - first), &size) == PAWL_OK;
    if (is_good && game->rules != NULL) {
        const pawl_rules rules = rules_of(
            game, request->is_current ? game->rules->values : rules_in_slot(game, request->slot));
        pawli_rules_encode(&rules, game->snapshot);
    }
    (void)pawl_session_answer_snapshot(session, request->tick, is_good ? game->snapshot : NULL,
                                       is_good ? (size_t)(size + first) : 0);
}

/* Through the spare memory where there is some: a forged snapshot then harms nothing. */
static void reset_to_snapshot(pawl_session *session, pawl_session_world *game,
                              const pawl_request *request) {
    const uint32_t size = game->world->total_size;
    const bool has_spare = game->spare != NULL && game->spare_size >= size;
    uint8_t *const memory = has_spare ? game->spare : (uint8_t *)game->world;
    pawl_world *world = NULL;
    const uint32_t first = pawli_rules_encoded_size(game->rules);
    bool is_good =
        request->snapshot_size > first &&
        pawli_decode_verified(request->snapshot + first, (size_t)(request->snapshot_size - first),
                              memory, (size_t)size, &world) == PAWL_OK;
    if (is_good && has_spare) memcpy(game->world, world, (size_t)size);
    if (is_good) pawli_rules_decode(game->rules, request->snapshot);
    if (is_good && game->did_reset != NULL) {
        is_good = game->did_reset(game->context, game->world, request->tick);
    }
    (void)pawl_session_answer_reset(session, is_good);
}

static void sign_block(pawl_session *session, const pawl_session_world *game,
                       const pawl_request *request) {
    uint8_t signature[PAWL_SIGNATURE_SIZE];
    uint32_t player = 0;
    while (!pawli_has_player(request->players, player))
        player++;
    const bool is_signed =
        game->sign != NULL &&
        game->sign(game->context, player, request->snapshot, request->snapshot_size, signature);
    (void)pawl_session_answer_sign(session, request->tick, is_signed ? signature : NULL);
}

/* Into the memory of a row that nothing else needs now. */
static void predict_for_world(pawl_session *session, const pawl_session_world *game,
                              const pawl_request *request) {
    if (game->predict == NULL) {
        (void)pawl_session_answer_predict(session, request->tick, NULL, NULL);
        return;
    }
    uint8_t *const inputs = pawli_session_scratch(session, 1);
    const uint32_t size = (uint32_t)session->def.players * session->def.input_size;
    uint8_t *const sizes = request->sizes == NULL ? NULL : inputs + size;
    memcpy(inputs, request->inputs, (size_t)size);
    if (sizes != NULL) memcpy(sizes, request->sizes, session->def.players);
    game->predict(game->context, request->tick, request->players, inputs, sizes);
    if (pawl_session_answer_predict(session, request->tick, inputs, sizes) == PAWL_OK) return;
    (void)pawl_session_answer_predict(session, request->tick, NULL, NULL);
}

static void answer_request(pawl_session *session, pawl_session_world *game,
                           const pawl_request *request) {
    switch (request->type) {
    case PAWL_REQUEST_SAVE:
        save_to_slot(session, game, request);
        break;
    case PAWL_REQUEST_LOAD:
        load_from_slot(game, request);
        break;
    case PAWL_REQUEST_STEP:
        step_game(game, request);
        break;
    case PAWL_REQUEST_REPLAY:
        replay_in_spare(session, game, request);
        break;
    case PAWL_REQUEST_SNAPSHOT:
        give_world_snapshot(session, game, request);
        break;
    case PAWL_REQUEST_HASH:
        hash_slot(session, game, request);
        break;
    case PAWL_REQUEST_PREDICT:
        predict_for_world(session, game, request);
        break;
    case PAWL_REQUEST_RESET:
        reset_to_snapshot(session, game, request);
        break;
    case PAWL_REQUEST_SUBSTITUTE:
        (void)pawl_session_answer_substitute_sized(session, request->tick, request->inputs,
                                                   request->sizes);
        break;
    case PAWL_REQUEST_STAGES: /* only with memory for it */
        (void)pawl_session_answer_stages(session, game);
        break;
    case PAWL_REQUEST_SIGN:
        sign_block(session, game, request);
        break;
    default:
        diagnose_slot(session, game, request);
        break;
    }
}

static void tell_abilities(pawl_session *session, const pawl_session_world *game) {
    if (game->spare != NULL && game->slots != NULL) session->def.can_replay = 1;
    if (session->def.slots > 1 && game->slots != NULL) session->def.can_hash = 1;
}

pawl_request_type pawl_session_run(pawl_session *session, pawl_session_world *game) {
    if (session == NULL || game == NULL || game->world == NULL) return PAWL_REQUEST_NONE;
    if (pawli_is_locked(game->world)) return PAWL_REQUEST_NONE;
    tell_abilities(session, game);
    pawl_request_type type = PAWL_REQUEST_NONE;
    for (uint32_t i = 0; i < REQUESTS_MAX; i++) {
        pawl_request request;
        type = pawl_session_next_request(session, &request);
        if (type <= PAWL_REQUEST_WAIT) break;
        answer_request(session, game, &request);
    }
    return type;
}

/* ---- one world for two sessions ---- */

/* All that the relay asks for in the state that the world is in; its steps are those of the other
 * session, and so is the state of a RESET. */
static void run_relay(pawl_session *relay, pawl_session_world *game, uint32_t tick) {
    if (relay->at != tick) return; /* the world is behind what was relayed */
    for (uint32_t i = 0; i < REQUESTS_MAX; i++) {
        pawl_request request;
        const pawl_request_type type = pawl_session_next_request(relay, &request);
        if (type <= PAWL_REQUEST_WAIT || type == PAWL_REQUEST_STEP) return;
        if (type == PAWL_REQUEST_RESET) {
            (void)pawl_session_answer_reset(relay, true);
        } else {
            answer_request(relay, game, &request);
        }
    }
}

pawl_request_type pawl_session_run_relay(pawl_session *relay, pawl_session_world *relay_game,
                                         pawl_session *from, pawl_session_world *from_game,
                                         pawl_status *status) {
    pawl_status fed = PAWL_ERR_NULL;
    if (status != NULL) *status = fed;
    if (relay == NULL || relay_game == NULL || from == NULL || from_game == NULL ||
        relay_game->world == NULL || pawli_is_locked(relay_game->world)) {
        return PAWL_REQUEST_NONE;
    }
    tell_abilities(relay, relay_game);
    tell_abilities(from, from_game);
    pawl_request_type type = PAWL_REQUEST_NONE;
    fed = from_game->world == relay_game->world && from->def.role == PAWL_ROLE_SPECTATOR
              ? PAWL_OK
              : PAWL_ERR_ARGUMENT;
    for (uint32_t i = 0; i < REQUESTS_MAX && fed != PAWL_ERR_ARGUMENT; i++) {
        pawl_request request;
        type = pawl_session_next_request(from, &request);
        /* A step is fed before it is made: the relay saves the state before it. */
        fed = pawl_session_relay(relay, from);
        if (fed == PAWL_OK && (type <= PAWL_REQUEST_WAIT || type == PAWL_REQUEST_STEP)) {
            run_relay(relay, relay_game, type == PAWL_REQUEST_STEP ? request.tick : from->at);
        }
        if (type <= PAWL_REQUEST_WAIT) break;
        answer_request(from, from_game, &request);
    }
    if (status != NULL) *status = fed;
    return type;
}
