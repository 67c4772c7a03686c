/* goal.c - players push a ball into each other's goal: a module for `pawl fuzznet`.
 *
 * Shows: a game whose state is a world and a table of rules, with no more than its own three
 * functions; an invariant that is checked after each step.
 *
 *   make modules && build/pawl fuzznet build/modules/goal.so */
#include <pawl_game_world.h>

#define FIELD PAWL_UNITS(8)

typedef struct goal_rules {
    uint32_t ball, bodies[PAWL_SESSION_PLAYERS_MAX], players;
    uint16_t score[2];
} goal_rules;

static const pawl_rules_field fields[] = {
    {"ball", offsetof(goal_rules, ball), 1, PAWL_RULES_U32, 0},
    {"bodies", offsetof(goal_rules, bodies), PAWL_SESSION_PLAYERS_MAX, PAWL_RULES_U32, 0},
    {"players", offsetof(goal_rules, players), 1, PAWL_RULES_U32, 0},
    {"score", offsetof(goal_rules, score), 2, PAWL_RULES_U16, 0},
};

static void define(pawl_world_def *def) {
    def->body_capacity = def->shape_capacity = PAWL_SESSION_PLAYERS_MAX + 2u;
    def->joint_capacity = def->soft_capacity = 0;
}

static pawl_status begin(void *values, pawl_world *world, uint32_t seed, uint32_t players) {
    goal_rules *const rules = (goal_rules *)values;
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id id;
    def.position = pawl_vec2_make(0, -PAWL_UNITS(1));
    pawl_status status = pawl_body_create_box(world, &def, NULL, 2 * FIELD, PAWL_UNITS(1), &id);
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make((pawl_fx)(seed % 5u) * PAWL_UNITS(1) / 8, PAWL_UNITS(2));
    if (!status) status = pawl_body_create_circle(world, &def, NULL, PAWL_UNITS(1) / 2, &id);
    rules->ball = pawl_body_id_store(id);
    rules->players = players;
    for (uint32_t i = 0; i < players && !status; i++) {
        def.position.x =
            (i % 2 == 0 ? -1 : 1) * (PAWL_UNITS(2) + (pawl_fx)(i / 2u) * PAWL_UNITS(1) / 2);
        status = pawl_body_create_box(world, &def, NULL, PAWL_UNITS(1) / 4, PAWL_UNITS(1) / 2, &id);
        rules->bodies[i] = pawl_body_id_store(id);
    }
    return status;
}

/* One byte for each player: 1 left, 2 right, 4 jump. */
static void apply(void *values, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status) {
    goal_rules *const rules = (goal_rules *)values;
    for (uint32_t i = 0; i < rules->players; i++) {
        const pawl_body_id body = pawl_body_id_load(rules->bodies[i]);
        pawl_vec2 change = {0, 0};
        if (status[i] == PAWL_INPUT_GONE) continue;
        change.x +=
            (inputs[i] & 2u ? PAWL_UNITS(1) / 3 : 0) - (inputs[i] & 1u ? PAWL_UNITS(1) / 3 : 0);
        if (inputs[i] & 4u && tick % 30u == 0) change.y = PAWL_UNITS(4);
        (void)pawl_body_change_velocity(world, body, change, pawl_body_get_center(world, body));
    }
}

static void finish(void *values, pawl_world *world, uint32_t tick) {
    goal_rules *const rules = (goal_rules *)values;
    const pawl_body_id ball = pawl_body_id_load(rules->ball);
    const pawl_vec2 at = pawl_body_get_position(world, ball), zero = {0, 0};
    (void)tick;
    if (at.x > -FIELD && at.x < FIELD) return;
    rules->score[at.x > 0 ? 0 : 1]++;
    (void)pawl_body_set_pose(world, ball, pawl_vec2_make(0, PAWL_UNITS(2)), 0);
    (void)pawl_body_set_velocity(world, ball, zero);
}

static const char *check(const void *values, const pawl_world *world) {
    const goal_rules *const rules = (const goal_rules *)values;
    const pawl_fx x = pawl_body_get_position(world, pawl_body_id_load(rules->ball)).x;
    return x > -FIELD && x < FIELD ? NULL : "the ball is in a goal, and in the game";
}

static void draw_input(const pawl_game *game, uint64_t random, uint32_t player, uint8_t *input) {
    (void)game, (void)player;
    *input = (uint8_t)(random & 7u);
}

static const pawl_game_world goal = {.define = define,
                                     .rules_size = sizeof(goal_rules),
                                     .fields = fields,
                                     .field_count = sizeof fields / sizeof fields[0],
                                     .begin = begin,
                                     .apply = apply,
                                     .finish = finish,
                                     .check = check};

pawl_game pawl_game_module = {PAWL_GAME_OF_WORLD(goal), .name = "goal",
                              .players_min = 2,         .players_max = PAWL_SESSION_PLAYERS_MAX,
                              .input_size = 1,          .draw_input = draw_input};
