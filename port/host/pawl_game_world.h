/* pawl_game_world.h - the functions of a game module (pawl_game_module.h) whose state is a world
 * and the values of its rules: what pawl_session_run does for a session.
 *
 *   static const pawl_game_world mine = {.begin = begin, .apply = apply, ...};
 *   pawl_game pawl_game_module = {PAWL_GAME_OF_WORLD(mine), .name = "mine", .players_min = 2,
 *                                 .players_max = 4, .input_size = 1};
 *
 * Everything here is inline, so that it runs with the library of the module. */
#ifndef PAWL_GAME_WORLD_H
#define PAWL_GAME_WORLD_H

#include "pawl_game_module.h"
#include <pawl/pawl.h>

#include <stdio.h>
#include <string.h>

typedef struct pawl_game_world {
    /* Change the def of the world, which has the defaults; null: it keeps them. */
    void (*define)(pawl_world_def *def);
    uint32_t rules_size; /* of the struct of the rules, bytes; 0: none */
    uint32_t field_count;
    const pawl_rules_field *fields; /* its table: all that a step depends on */
    const pawl_step_hooks *hooks;
    /* Tick 0, in an empty world and zeroed rules. */
    pawl_status (*begin)(void *rules, pawl_world *world, uint32_t seed, uint32_t players);
    /* As that of pawl_session_world, whose context is the rules: before each step. */
    void (*apply)(void *rules, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status);
    /* After each step: points, spawns. Null: nothing. */
    void (*finish)(void *rules, pawl_world *world, uint32_t tick);
    /* After a snapshot was taken in: bind terrain. Null: there is none. */
    bool (*did_reset)(void *rules, pawl_world *world, uint32_t tick);
    const char *(*check)(const void *rules, const pawl_world *world);
} pawl_game_world;

/* Memory of such a game: this, the rules, the world. A state: this, the rules, a save. */
typedef struct pawl_game_world_head {
    uint32_t tick, size;
    pawl_world *world;
} pawl_game_world_head;
#define PAWL_GAME_WORLD_HEAD 32u

#define PAWL_GAME_OF_WORLD(mine)                                                              \
    .version = PAWL_GAME_MODULE, .size = sizeof(pawl_game), .context = &(mine),               \
    .prepare = pawl_game_world_prepare, .init = pawl_game_world_init,                         \
    .step = pawl_game_world_step, .save = pawl_game_world_save, .load = pawl_game_world_load, \
    .hash = pawl_game_world_hash, .encode = pawl_game_world_encode,                           \
    .decode = pawl_game_world_decode, .check = pawl_game_world_inspect,                       \
    .compare = pawl_game_world_compare, .damage = pawl_game_world_damage

static inline const pawl_game_world *pawl_game_world_of(const pawl_game *game) {
    return (const pawl_game_world *)game->context;
}

static inline size_t pawl_game_world_rules_room(const pawl_game *game) {
    return (size_t)PAWL_RULES_ROOM(pawl_game_world_of(game)->rules_size);
}

static inline pawl_game_world_head pawl_game_world_read_head(const void *memory) {
    pawl_game_world_head head;
    memcpy(&head, memory, sizeof head);
    return head;
}

static inline uint8_t *pawl_game_world_rules(const void *memory) {
    return (uint8_t *)(uintptr_t)memory + PAWL_GAME_WORLD_HEAD;
}

/* The table, of the values in this memory. */
static inline pawl_rules pawl_game_world_table(const pawl_game *game, const void *memory) {
    const pawl_game_world *const mine = pawl_game_world_of(game);
    const pawl_rules rules = {pawl_game_world_rules(memory), mine->rules_size, mine->fields,
                              mine->field_count};
    return rules;
}

static inline pawl_world_def pawl_game_world_define(const pawl_game *game) {
    const pawl_game_world *const mine = pawl_game_world_of(game);
    pawl_world_def def = pawl_world_def_default();
    if (mine->define != NULL) mine->define(&def);
    return def;
}

static inline bool pawl_game_world_prepare(pawl_game *game) {
    const pawl_world_def def = pawl_game_world_define(game);
    const size_t before = PAWL_GAME_WORLD_HEAD + pawl_game_world_rules_room(game);
    const size_t world = pawl_world_size(&def), save = pawl_world_save_size_max(&def);
    game->memory_size = before + world;
    /* A snapshot has a head of its own, checksums and records of a few bytes each. */
    game->state_size = before + 2u * save + 8192u;
    return world > 0 && save > 0;
}

static inline bool pawl_game_world_init(const pawl_game *game, void *memory, uint32_t seed,
                                        uint32_t players) {
    const pawl_game_world *const mine = pawl_game_world_of(game);
    const pawl_world_def def = pawl_game_world_define(game);
    const size_t before = PAWL_GAME_WORLD_HEAD + pawl_game_world_rules_room(game);
    pawl_game_world_head head;
    memset(memory, 0, before);
    memset(&head, 0, sizeof head);
    if (pawl_world_init((uint8_t *)memory + before, game->memory_size - before, &def,
                        &head.world) != PAWL_OK) {
        return false;
    }
    memcpy(memory, &head, sizeof head);
    return mine->begin(pawl_game_world_rules(memory), head.world, seed, players) == PAWL_OK;
}

static inline bool pawl_game_world_step(const pawl_game *game, void *memory, const uint8_t *inputs,
                                        const uint8_t *status) {
    const pawl_game_world *const mine = pawl_game_world_of(game);
    pawl_game_world_head head = pawl_game_world_read_head(memory);
    void *const rules = pawl_game_world_rules(memory);
    mine->apply(rules, head.world, head.tick, inputs, status);
    if (pawl_world_step(head.world, mine->hooks) != PAWL_OK) return false;
    if (mine->finish != NULL) mine->finish(rules, head.world, head.tick);
    head.tick++;
    memcpy(memory, &head, sizeof head);
    return true;
}

static inline bool pawl_game_world_save(const pawl_game *game, const void *memory, void *state) {
    const size_t before = PAWL_GAME_WORLD_HEAD + pawl_game_world_rules_room(game);
    pawl_game_world_head head = pawl_game_world_read_head(memory);
    const pawl_world *const world = head.world;
    const size_t size = pawl_world_save_size(world);
    if (size > game->state_size - before) return false;
    head.size = (uint32_t)size;
    head.world = NULL;
    memset(state, 0, PAWL_GAME_WORLD_HEAD);
    memcpy(state, &head, sizeof head);
    memcpy(pawl_game_world_rules(state), pawl_game_world_rules(memory),
           before - PAWL_GAME_WORLD_HEAD);
    return pawl_world_save(world, (uint8_t *)state + before, size) == PAWL_OK;
}

static inline bool pawl_game_world_load(const pawl_game *game, void *memory, const void *state) {
    const size_t before = PAWL_GAME_WORLD_HEAD + pawl_game_world_rules_room(game);
    const pawl_game_world_head saved = pawl_game_world_read_head(state);
    pawl_game_world_head head = pawl_game_world_read_head(memory);
    head.tick = saved.tick;
    memcpy(memory, &head, sizeof head);
    memcpy(pawl_game_world_rules(memory), pawl_game_world_rules(state),
           before - PAWL_GAME_WORLD_HEAD);
    return pawl_world_restore(head.world, (const uint8_t *)state + before, saved.size) == PAWL_OK;
}

/* What pawl_session_run answers. */
static inline uint32_t pawl_game_world_hash(const pawl_game *game, const void *memory) {
    const pawl_rules rules = pawl_game_world_table(game, memory);
    const uint32_t hash = pawl_world_hash(pawl_game_world_read_head(memory).world);
    return rules.field_count == 0 ? hash : pawl_hash_chain(hash, pawl_rules_hash(&rules));
}

static inline size_t pawl_game_world_encode(const pawl_game *game, const void *memory, void *bytes,
                                            size_t capacity) {
    const size_t before = PAWL_GAME_WORLD_HEAD + pawl_game_world_rules_room(game);
    const pawl_game_world_head head = pawl_game_world_read_head(memory);
    size_t size = 0;
    if (capacity < before) return 0;
    memcpy(bytes, memory, before);
    memset(bytes, 0, PAWL_GAME_WORLD_HEAD);
    memcpy(bytes, &head.tick, sizeof head.tick);
    const pawl_status status =
        pawl_world_encode(head.world, (uint8_t *)bytes + before, capacity - before, &size);
    return status == PAWL_OK ? before + size : 0;
}

static inline bool pawl_game_world_decode(const pawl_game *game, void *memory, const void *bytes,
                                          size_t size) {
    const pawl_game_world *const mine = pawl_game_world_of(game);
    const size_t before = PAWL_GAME_WORLD_HEAD + pawl_game_world_rules_room(game);
    pawl_game_world_head head = pawl_game_world_read_head(memory);
    if (size <= before) return false;
    if (pawl_world_decode((const uint8_t *)bytes + before, size - before,
                          (uint8_t *)memory + before, game->memory_size - before,
                          &head.world) != PAWL_OK) {
        return false;
    }
    memcpy(&head.tick, bytes, sizeof head.tick);
    memcpy(memory, &head, sizeof head);
    memcpy(pawl_game_world_rules(memory), pawl_game_world_rules(bytes),
           before - PAWL_GAME_WORLD_HEAD);
    return mine->did_reset == NULL ||
           mine->did_reset(pawl_game_world_rules(memory), head.world, head.tick);
}

static inline const char *pawl_game_world_inspect(const pawl_game *game, const void *memory) {
    const pawl_game_world *const mine = pawl_game_world_of(game);
    if (mine->check == NULL) return NULL;
    return mine->check(pawl_game_world_rules(memory), pawl_game_world_read_head(memory).world);
}

/* A value of the rules as it lies in memory: 1, 2, 4 or 8 bytes. */
static inline size_t pawl_game_world_width(const pawl_rules_field *field) {
    return (size_t)1 << field->type / 2u;
}

/* As it lies in memory, without a sign. */
static inline unsigned long long pawl_game_world_value(const uint8_t *at, size_t width) {
    uint64_t wide = 0;
    uint32_t word = 0;
    uint16_t half = 0;
    if (width == 1) return *at;
    memcpy(&wide, at, width == 8 ? 8 : 0);
    memcpy(&word, at, width == 4 ? 4 : 0);
    memcpy(&half, at, width == 2 ? 2 : 0);
    return wide | word | half;
}

static inline void pawl_game_world_compare(const pawl_game *game, const void *a, const void *b,
                                           char *text, size_t size) {
    const pawl_rules rules = pawl_game_world_table(game, a);
    const uint8_t *const values_a = pawl_game_world_rules(a);
    const uint8_t *const values_b = pawl_game_world_rules(b);
    pawl_difference difference;
    if (pawl_world_compare(pawl_game_world_read_head(a).world, pawl_game_world_read_head(b).world,
                           &difference) > 0) {
        (void)pawl_difference_print(&difference, text, size);
        return;
    }
    for (uint32_t i = 0; i < rules.field_count; i++) {
        const pawl_rules_field *const field = &rules.fields[i];
        const size_t width = pawl_game_world_width(field);
        for (uint32_t k = 0; k < field->count; k++) {
            const size_t at = field->offset + k * width;
            if (memcmp(values_a + at, values_b + at, width) == 0) continue;
            snprintf(text, size, "%s[%u]  a 0x%llx  b 0x%llx", field->name, (unsigned)k,
                     pawl_game_world_value(values_a + at, width),
                     pawl_game_world_value(values_b + at, width));
            return;
        }
    }
    text[0] = 0;
}

/* A bit of the velocity of a body that moves: any such state is one that a game could be in. */
static inline void pawl_game_world_damage(const pawl_game *game, void *memory, uint32_t random) {
    pawl_world *const world = pawl_game_world_read_head(memory).world;
    pawl_body_id body = pawl_world_next_body(world, PAWL_NULL_BODY);
    (void)game;
    for (uint32_t left = random % 8u; !pawl_body_is_null(body);
         body = pawl_world_next_body(world, body)) {
        if (pawl_body_get_type(world, body) != PAWL_DYNAMIC || left-- > 0) continue;
        pawl_vec2 velocity = pawl_body_get_velocity(world, body);
        velocity.x ^= (pawl_fx)1 << random / 8u % 12u;
        (void)pawl_body_set_velocity(world, body, velocity);
        return;
    }
}

#endif
