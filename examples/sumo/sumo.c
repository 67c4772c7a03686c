/* sumo.c - the rules. */
#include "sumo.h"

#include <pawl/port.h>
#include <pawl/snapshot.h>
#include <pawl/state.h>
#include <string.h>

/* Movement: units, ticks and units per second. */
#define PUSH PAWL_FX(0, 7, 20)    /* faster in each tick that a key is held */
#define DIAGONAL PAWL_FX(0, 1, 4) /* along each axis: 7/20 over the square root of 2 */
#define DASH 20                   /* as much as so many ticks of pushing */
#define REST_TICKS 45             /* from one dash to the next */
#define DAMPING PAWL_FX(3, 0, 1)

#define PAUSE_TICKS 60
/* The platform keeps its size for ten seconds, then loses half a unit per second. */
#define SHRINK_AFTER 600
#define SHRINK PAWL_FX(0, 1, 120)

static const pawl_vec2 player_places[SUMO_PLAYERS_MAX] = {
    {-PAWL_FX(4, 0, 1), 0}, {PAWL_FX(4, 0, 1), 0}, {0, -PAWL_FX(4, 0, 1)}, {0, PAWL_FX(4, 0, 1)}};
/* A crate lies on each of these, shifted a little. */
static const pawl_vec2 crate_places[SUMO_CRATES] = {{PAWL_FX(1, 1, 4), 0},
                                                    {-PAWL_FX(1, 1, 4), 0},
                                                    {-PAWL_FX(3, 0, 1), PAWL_FX(3, 0, 1)},
                                                    {PAWL_FX(3, 0, 1), PAWL_FX(3, 0, 1)},
                                                    {PAWL_FX(3, 0, 1), -PAWL_FX(3, 0, 1)},
                                                    {-PAWL_FX(3, 0, 1), -PAWL_FX(3, 0, 1)}};

static const pawl_vec2 still = {0, 0};

static uint32_t body_count(const sumo *game) {
    return game->rules.players + SUMO_CRATES;
}

/* ---- the world ---- */

static pawl_world_def world_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = SUMO_BODIES;
    def.geometry_capacity = 2;
    def.event_capacity = 1;
    def.joint_capacity = 0;
    def.contact_capacity = 48;
    def.gravity = still; /* it pulls towards the platform */
    def.length_unit = PAWL_FX_ONE;
    def.rate_numerator = SUMO_RATE;
    return def;
}

static pawl_status add_body(sumo *game, uint32_t index) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def material = pawl_shape_def_default();
    pawl_convex outline;
    pawl_shape_id shape;
    const bool is_player = index < game->rules.players;
    def.type = PAWL_DYNAMIC;
    def.linear_damping = def.angular_damping = DAMPING;
    def.fixed_rotation = is_player;
    def.can_sleep = !is_player;
    def.user_data = is_player ? 1 + index : 0; /* the colour that `pawl host` shows */
    if (is_player) def.position = player_places[index];
    material.density = is_player ? PAWL_FX(2, 0, 1) : PAWL_FX_ONE;
    material.restitution = PAWL_FX(0, 1, 2);
    material.friction = PAWL_FX(0, 1, 5);
    pawl_status status = is_player ? pawl_make_circle(still, SUMO_PLAYER_RADIUS, &outline)
                                   : pawl_make_box(SUMO_CRATE_HALF, SUMO_CRATE_HALF, &outline);
    if (status == PAWL_OK) status = pawl_body_create(game->world, &def, &game->bodies[index]);
    if (status != PAWL_OK) return status;
    return pawl_shape_create(game->world, game->bodies[index], &material, &outline, &shape);
}

static pawl_status place(sumo *game, uint32_t index, pawl_vec2 position, pawl_angle angle) {
    const pawl_body_id body = game->bodies[index];
    pawl_status status = pawl_body_set_enabled(game->world, body, true);
    if (status == PAWL_OK) status = pawl_body_set_pose(game->world, body, position, angle);
    if (status == PAWL_OK) status = pawl_body_set_velocity(game->world, body, still);
    if (status == PAWL_OK && index >= game->rules.players) {
        status = pawl_body_set_angular_velocity(game->world, body, 0);
    }
    return status;
}

/* Everybody back to where rounds begin. */
static pawl_status begin_round(sumo *game) {
    sumo_rules *rules = &game->rules;
    pawl_random random = pawl_random_make(rules->seed, rules->round);
    pawl_status status = PAWL_OK;
    rules->inside = (UINT32_C(1) << rules->players) - 1;
    rules->crates = (UINT32_C(1) << SUMO_CRATES) - 1;
    rules->clock = rules->pause = 0;
    memset(rules->pusher, 0, sizeof rules->pusher);
    memset(rules->rest, 0, sizeof rules->rest);
    for (uint32_t i = 0; i < rules->players && status == PAWL_OK; i++)
        status = place(game, i, player_places[i], 0);
    for (uint32_t i = 0; i < SUMO_CRATES && status == PAWL_OK; i++) {
        const pawl_fx x = pawl_random_between(&random, -PAWL_FX(0, 1, 4), PAWL_FX(0, 1, 4));
        const pawl_fx y = pawl_random_between(&random, -PAWL_FX(0, 1, 4), PAWL_FX(0, 1, 4));
        const pawl_vec2 at = pawl_vec2_add(crate_places[i], pawl_vec2_make(x, y));
        status = place(game, rules->players + i, at, pawl_random_next(&random));
    }
    return status;
}

pawl_status sumo_start(sumo *game, uint32_t players, uint32_t seed) {
    const pawl_world_def def = world_def();
    if (game == NULL) return PAWL_ERR_NULL;
    if (players < SUMO_PLAYERS_MIN || players > SUMO_PLAYERS_MAX) return PAWL_ERR_RANGE;
    memset(&game->rules, 0, sizeof game->rules);
    memset(game->bodies, 0, sizeof game->bodies);
    game->rules.players = players;
    game->rules.seed = seed;
    pawl_status status = pawl_world_init(game->memory, sizeof game->memory, &def, &game->world);
    for (uint32_t i = 0; i < body_count(game) && status == PAWL_OK; i++)
        status = add_body(game, i);
    return status == PAWL_OK ? begin_round(game) : status;
}

/* ---- a tick ---- */

static pawl_status move_player(sumo *game, uint32_t player, uint32_t keys) {
    uint32_t *rest = &game->rules.rest[player];
    const int32_t x = (keys & PAWL_KEY_RIGHT ? 1 : 0) - (keys & PAWL_KEY_LEFT ? 1 : 0);
    const int32_t y = (keys & PAWL_KEY_UP ? 1 : 0) - (keys & PAWL_KEY_DOWN ? 1 : 0);
    int32_t times = 1;
    if (*rest > 0) --*rest;
    if (!sumo_has_player(game, player) || (x == 0 && y == 0)) return PAWL_OK;
    if ((keys & PAWL_KEY_A) && *rest == 0) {
        times = DASH;
        *rest = REST_TICKS;
    }
    const pawl_fx gain = times * (x != 0 && y != 0 ? DIAGONAL : PUSH);
    const pawl_body_id body = game->bodies[player];
    const pawl_vec2 more = pawl_vec2_make(x * gain, y * gain);
    return pawl_body_set_velocity(game->world, body,
                                  pawl_vec2_add(pawl_body_get_velocity(game->world, body), more));
}

/* Which of the bodies a shape belongs to. */
static uint32_t index_of(const sumo *game, pawl_shape_id shape) {
    const pawl_body_id body = pawl_shape_get_body(game->world, shape);
    uint32_t index = 0;
    while (index < body_count(game) && !pawl_body_id_equal(game->bodies[index], body))
        index++;
    return index;
}

/* Who touches which crate. Players were created before crates. */
static void note_pushers(sumo *game) {
    const uint32_t players = game->rules.players;
    uint32_t cursor = 0;
    pawl_contact contact;
    while (pawl_world_next_contact(game->world, &cursor, &contact)) {
        const uint32_t a = index_of(game, contact.shape_a), b = index_of(game, contact.shape_b);
        if (a < players && b >= players && b < body_count(game)) {
            game->rules.pusher[b - players] = a + 1;
        }
    }
}

pawl_fx sumo_radius(const sumo *game) {
    const uint32_t clock = game->rules.clock;
    if (clock < SHRINK_AFTER) return SUMO_RADIUS;
    const int64_t lost = (int64_t)(clock - SHRINK_AFTER) * SHRINK;
    return lost < SUMO_RADIUS ? SUMO_RADIUS - (pawl_fx)lost : 0;
}

/* Off the platform: it falls, and takes no part any more. */
static bool has_fallen(const sumo *game, uint32_t index) {
    const pawl_vec2 at = pawl_body_get_position(game->world, game->bodies[index]);
    const int64_t radius = sumo_radius(game);
    return pawl_vec2_dot(at, at) > radius * radius;
}

static pawl_status drop_fallen(sumo *game) {
    sumo_rules *rules = &game->rules;
    for (uint32_t i = 0; i < body_count(game); i++) {
        const bool is_player = i < rules->players;
        const uint32_t crate = i - rules->players;
        uint32_t *who = is_player ? &rules->inside : &rules->crates;
        const uint32_t bit = UINT32_C(1) << (is_player ? i : crate);
        if (!(*who & bit) || !has_fallen(game, i)) continue;
        *who &= ~bit;
        if (!is_player && rules->pusher[crate] > 0) {
            rules->score[rules->pusher[crate] - 1] += SUMO_CRATE_POINTS;
        }
        const pawl_status status = pawl_body_set_enabled(game->world, game->bodies[i], false);
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

/* The round ends when at most one is left. */
static void judge_round(sumo_rules *rules) {
    if (rules->pause > 0 || (rules->inside & (rules->inside - 1)) != 0) return;
    rules->pause = PAUSE_TICKS;
    for (uint32_t i = 0; i < rules->players; i++)
        if (rules->inside >> i & 1u) rules->score[i] += SUMO_ROUND_POINTS;
}

static pawl_status next_round(sumo *game) {
    if (game->rules.pause == 0 || --game->rules.pause > 0) return PAWL_OK;
    game->rules.round++;
    return begin_round(game);
}

pawl_status sumo_step(sumo *game, const uint8_t *inputs) {
    if (game == NULL || inputs == NULL) return PAWL_ERR_NULL;
    pawl_status status = next_round(game);
    for (uint32_t i = 0; i < game->rules.players && status == PAWL_OK; i++)
        status = move_player(game, i, inputs[i]);
    if (status == PAWL_OK) status = pawl_world_step(game->world, NULL);
    if (status != PAWL_OK) return status;
    game->rules.tick++;
    game->rules.clock++;
    note_pushers(game);
    status = drop_fallen(game);
    judge_round(&game->rules);
    return status;
}

/* ---- the state as bytes ---- */

/* The rules as little-endian words: the same on every machine. */
static void put_rules(const sumo_rules *rules, uint8_t bytes[4 * SUMO_WORDS]) {
    uint32_t words[SUMO_WORDS];
    memcpy(words, rules, sizeof words);
    for (size_t i = 0; i < sizeof words; i++)
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
}

static void get_rules(const uint8_t bytes[4 * SUMO_WORDS], sumo_rules *rules) {
    uint32_t words[SUMO_WORDS] = {0};
    for (size_t i = 0; i < sizeof words; i++)
        words[i / 4] |= (uint32_t)bytes[i] << 8 * (i % 4);
    memcpy(rules, words, sizeof words);
}

uint32_t sumo_hash(const sumo *game) {
    uint8_t bytes[4 * SUMO_WORDS];
    if (game == NULL) return 0;
    put_rules(&game->rules, bytes);
    return pawl_xxh32(bytes, sizeof bytes, pawl_world_hash(game->world));
}

#define RULES_BYTES ((sizeof(sumo_rules) + 7) / 8 * 8) /* keeps what follows aligned */

pawl_status sumo_save(const sumo *game, void *slot) {
    if (game == NULL || slot == NULL) return PAWL_ERR_NULL;
    memcpy(slot, &game->rules, sizeof game->rules);
    return pawl_world_save(game->world, (uint8_t *)slot + RULES_BYTES,
                           SUMO_SAVE_BYTES - RULES_BYTES);
}

pawl_status sumo_restore(sumo *game, const void *slot) {
    if (game == NULL || slot == NULL) return PAWL_ERR_NULL;
    const pawl_status status = pawl_world_restore(game->world, (const uint8_t *)slot + RULES_BYTES,
                                                  SUMO_SAVE_BYTES - RULES_BYTES);
    if (status == PAWL_OK) memcpy(&game->rules, slot, sizeof game->rules);
    return status;
}

pawl_status sumo_copy(sumo *to, const sumo *from) {
    if (to == NULL || from == NULL) return PAWL_ERR_NULL;
    memcpy(to, from, sizeof *to);
    to->world = (pawl_world *)(void *)to->memory; /* worlds hold no pointers */
    return PAWL_OK;
}

pawl_status sumo_encode(const sumo *game, void *bytes, size_t size, uint32_t *out_size) {
    size_t length = 0;
    if (game == NULL || bytes == NULL || out_size == NULL) return PAWL_ERR_NULL;
    if (size < 4 * SUMO_WORDS) return PAWL_ERR_MEMORY;
    const pawl_status status = pawl_world_encode(game->world, (uint8_t *)bytes + 4 * SUMO_WORDS,
                                                 size - 4 * SUMO_WORDS, &length);
    if (status != PAWL_OK) return status;
    put_rules(&game->rules, bytes);
    *out_size = 4 * SUMO_WORDS + (uint32_t)length;
    return PAWL_OK;
}

/* Numbers that index something, or that a wrong value of would keep the game from going on. */
static bool are_possible(const sumo_rules *rules) {
    if (rules->players < SUMO_PLAYERS_MIN || rules->players > SUMO_PLAYERS_MAX) return false;
    if (rules->inside >> rules->players != 0 || rules->crates >> SUMO_CRATES != 0) return false;
    if (rules->pause > PAUSE_TICKS) return false;
    for (uint32_t i = 0; i < SUMO_PLAYERS_MAX; i++)
        if (rules->rest[i] > REST_TICKS) return false;
    for (uint32_t i = 0; i < SUMO_CRATES; i++)
        if (rules->pusher[i] > rules->players) return false;
    return true;
}

/* The bodies were created in order and are never destroyed. */
static bool find_bodies(sumo *game) {
    uint32_t count = 0;
    pawl_body_id body = {0, 0};
    while (pawl_body_is_valid(game->world, body = pawl_world_next_body(game->world, body))) {
        if (count == body_count(game)) return false;
        if (pawl_body_get_type(game->world, body) != PAWL_DYNAMIC) return false;
        game->bodies[count++] = body;
    }
    return count == body_count(game);
}

/* A save of such a world fits into a slot, and its ticks are ours. */
static bool is_like_ours(const pawl_world_def *def) {
    const pawl_world_def own = world_def();
    return def->body_capacity == own.body_capacity && def->shape_capacity == own.shape_capacity &&
           def->geometry_capacity == own.geometry_capacity &&
           def->event_capacity == own.event_capacity && def->joint_capacity == 0 &&
           def->contact_capacity == own.contact_capacity &&
           def->rate_numerator == own.rate_numerator &&
           def->rate_denominator == own.rate_denominator;
}

pawl_status sumo_decode(sumo *game, const void *bytes, size_t size) {
    pawl_snapshot_info info;
    sumo_rules rules;
    if (game == NULL || bytes == NULL) return PAWL_ERR_NULL;
    if (size < 4 * SUMO_WORDS) return PAWL_ERR_FORMAT;
    const uint8_t *const snapshot = (const uint8_t *)bytes + 4 * SUMO_WORDS;
    get_rules(bytes, &rules);
    if (!are_possible(&rules)) return PAWL_ERR_FORMAT;
    pawl_status status = pawl_snapshot_inspect(snapshot, size - 4 * SUMO_WORDS, &info);
    if (status != PAWL_OK) return status;
    if (!is_like_ours(&info.def)) return PAWL_ERR_FORMAT;
    status = pawl_world_decode(snapshot, size - 4 * SUMO_WORDS, game->memory, sizeof game->memory,
                               &game->world);
    if (status != PAWL_OK) return status;
    if (pawl_world_hash(game->world) != info.hash) return PAWL_ERR_FORMAT;
    game->rules = rules;
    return find_bodies(game) ? PAWL_OK : PAWL_ERR_FORMAT;
}

/* ---- somebody to play against ---- */

uint8_t sumo_bot(uint32_t seed, uint32_t player, uint32_t tick) {
    static const uint8_t ways[9] = {0,
                                    PAWL_KEY_RIGHT,
                                    PAWL_KEY_RIGHT | PAWL_KEY_UP,
                                    PAWL_KEY_UP,
                                    PAWL_KEY_LEFT | PAWL_KEY_UP,
                                    PAWL_KEY_LEFT,
                                    PAWL_KEY_LEFT | PAWL_KEY_DOWN,
                                    PAWL_KEY_DOWN,
                                    PAWL_KEY_RIGHT | PAWL_KEY_DOWN};
    /* Players change their minds at different times. */
    const uint32_t thought = (tick + 5 * player) / 12;
    pawl_random random = pawl_random_make(seed, (uint64_t)player << 32 | thought);
    const uint8_t way = ways[pawl_random_below(&random, 9)];
    return pawl_random_below(&random, 4) == 0 ? way | PAWL_KEY_A : way;
}
