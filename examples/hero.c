/* hero.c - a whole level with one character: it runs, jumps, crosses a bridge that sags, breaks
 * through a wall, climbs, swims, rides a lift and takes coins on its way.
 *
 * Shows: what a game tells a character in each step (pawl_character_set_input), what it learns of
 * it (pawl_character_get_state), coins by the events of sensors, ladders and water as sensors of a
 * category, and that all of it is in the world: its copy, taken on the bridge, comes to the same
 * end.
 *
 *   make examples && build/examples/hero */
#include <pawl/pawl.h>

#include <stdio.h>
#include <stdlib.h>

#define LADDER 2u /* categories of sensors */
#define WATER 4u
#define COIN 8u
#define COINS 5
#define PLANKS 12

static pawl_world *world;
static pawl_character_id hero;
static pawl_body_id lift;
static int coins;

static bool failed(pawl_status status, const char *what) {
    if (status != PAWL_OK) printf("%s: %s\n", what, pawl_status_text(status));
    return status != PAWL_OK;
}

static pawl_fx quarters(int count) {
    return count * (PAWL_FX_ONE / 4);
}

/* ---- the level ------------------------------------------------------------------------------ */

/* A box by its edges, in quarters of a unit. */
static pawl_body_id add_box(pawl_body_type type, int left, int bottom, int right, int top,
                            const pawl_shape_def *material) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body = PAWL_NULL_BODY;
    def.type = type;
    def.position = pawl_vec2_make(quarters(left + right) / 2, quarters(bottom + top) / 2);
    if (failed(pawl_body_create_box(world, &def, material, quarters(right - left) / 2,
                                    quarters(top - bottom) / 2, &body),
               "box"))
        exit(1);
    return body;
}

static void add_zone(uint32_t category, int left, int bottom, int right, int top) {
    pawl_shape_def def = pawl_shape_def_default();
    def.sensor = true;
    def.filter.category = category;
    (void)add_box(PAWL_STATIC, left, bottom, right, top, &def);
}

static void add_platform(int left, int right, int top) {
    pawl_shape_def def = pawl_shape_def_default();
    def.one_way = true;
    (void)add_box(PAWL_STATIC, left, top - 1, right, top, &def);
}

/* Planks and hinges from x = 12 to x = 18, at y = 1. */
static void add_bridge(pawl_body_id left, pawl_body_id right) {
    pawl_body_id before = left;
    for (int i = 0; i <= PLANKS; i++) {
        const pawl_body_id plank =
            i == PLANKS ? right : add_box(PAWL_DYNAMIC, 48 + 2 * i, 3, 50 + 2 * i, 4, NULL);
        const pawl_joint_def def =
            pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, before, plank,
                              pawl_vec2_make(quarters(48 + 2 * i), quarters(7) / 2), 0);
        pawl_joint_id joint;
        if (failed(pawl_joint_create(world, &def, &joint), "hinge")) exit(1);
        before = plank;
    }
}

static void build(void) {
    for (int i = 0; i < 4; i++) /* stairs */
        (void)add_box(PAWL_STATIC, 28 + 2 * i, 0, 36, i + 1, NULL);
    (void)add_box(PAWL_STATIC, -32, -4, 36, 0, NULL);
    add_bridge(add_box(PAWL_STATIC, 36, -4, 48, 4, NULL),
               add_box(PAWL_STATIC, 72, -4, 112, 4, NULL));
    for (int i = 0; i < 12; i++) /* a wall of loose bricks */
        (void)add_box(PAWL_DYNAMIC, 92 + 2 * (i % 2), 4 + i / 2, 94 + 2 * (i % 2), 5 + i / 2, NULL);
    add_platform(104, 112, 20); /* above the ladder */
    add_zone(LADDER, 106, 4, 108, 20);
    (void)add_box(PAWL_STATIC, 112, -4, 116, 20, NULL); /* the basin */
    (void)add_box(PAWL_STATIC, 116, -4, 156, 4, NULL);
    (void)add_box(PAWL_STATIC, 156, -4, 164, 18, NULL);
    add_zone(WATER, 116, 4, 156, 17);
    lift = add_box(PAWL_KINEMATIC, 164, 17, 172, 18, NULL);
    (void)add_box(PAWL_STATIC, 172, -4, 200, 34, NULL);
    for (int i = 0; i < COINS; i++) {
        static const int at[COINS][2] = {{-3, 10}, {60, 8}, {106, 14}, {136, 12}, {184, 38}};
        add_zone(COIN, at[i][0], at[i][1], at[i][0] + 2, at[i][1] + 2);
    }
}

/* ---- the game ------------------------------------------------------------------------------- */

/* A coin that something has come upon is gone. */
static void take_coins(void) {
    const pawl_events events = pawl_world_get_events(world);
    for (uint32_t i = 0; i < events.sensor_begin_count; i++) {
        const pawl_shape_id sensor = events.sensor_begins[i].sensor;
        if (pawl_shape_get_filter(world, sensor).category != COIN) continue;
        coins++;
        (void)pawl_body_destroy(world, pawl_shape_get_body(world, sensor));
    }
}

static pawl_character_state play(int run, int climb, uint32_t buttons) {
    const pawl_character_input input = {run * PAWL_FX_ONE, climb * PAWL_FX_ONE, buttons};
    if (failed(pawl_character_set_input(world, hero, &input), "input")) exit(1);
    if (failed(pawl_world_step(world, NULL), "step")) exit(1);
    const pawl_character_state state = pawl_character_get_state(world, hero);
    take_coins();
    /* The lift goes up as long as somebody stands on it. */
    const bool is_ridden = pawl_body_id_equal(pawl_shape_get_body(world, state.ground), lift);
    const bool is_up = pawl_body_get_position(world, lift).y >= PAWL_FX(8, 3, 8);
    (void)pawl_body_set_velocity(world, lift,
                                 pawl_vec2_make(0, is_ridden && !is_up ? PAWL_UNITS(2) : 0));
    return state;
}

/* What is done until the hero is at x or at y, whichever is given; in quarters of a unit. */
typedef struct stage {
    const char *what;
    int run, climb;
    uint32_t buttons;
    int until_x, until_y;
} stage;

static const stage stages[] = {
    {"jumps for a coin", 1, 0, PAWL_CHARACTER_JUMP, 20, 0},
    {"runs up the stairs", 1, 0, 0, 40, 0},
    {"crosses the bridge", 1, 0, 0, 76, 0},
    {"breaks through the wall", 1, 0, 0, 106, 0},
    {"climbs the ladder", 0, 1, 0, 0, 23},
    {"runs into the water", 1, 0, 0, 118, 0},
    {"dives", 1, -1, 0, 132, 0},
    {"swims up", 1, 1, 0, 0, 16},
    {"swims to the rim", 1, 0, 0, 153, 0},
    {"jumps out of it", 1, 1, PAWL_CHARACTER_JUMP, 160, 0},
    {"steps on the lift", 1, 0, 0, 168, 0},
    {"rides", 0, 0, 0, 0, 36},
    {"runs to the last coin", 1, 0, 0, 190, 0},
};

#define STAGES (sizeof stages / sizeof *stages)
#define FROM_COPY 3 /* on the bridge */

static const char *const modes[] = {"in the air", "on the ground", "on a ladder", "in water"};

static void play_stage(const stage *s, bool tells) {
    pawl_character_state state = pawl_character_get_state(world, hero);
    int ticks = 0, in_air = 0;
    for (; ticks < 600; ticks++) {
        if (s->until_x != 0 && state.position.x >= quarters(s->until_x)) break;
        if (s->until_y != 0 && state.position.y >= quarters(s->until_y)) break;
        state = play(s->run, s->climb, s->buttons);
        in_air += state.mode == PAWL_CHARACTER_FALLS;
    }
    if (!tells) return;
    printf("%-24s %3d ticks, %2d in the air; at (%d/16, %d/16) %s, coins %d\n", s->what, ticks,
           in_air, (int)pawl_near_to_int(state.position.x * 16),
           (int)pawl_near_to_int(state.position.y * 16), modes[state.mode], coins);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_character_def what = pawl_character_def_default();
    def.character_capacity = 1;
    const size_t size = pawl_world_size(&def);
    void *const memory = malloc(size), *const copy = malloc(pawl_world_save_size_max(&def));
    if (memory == NULL || copy == NULL) return 1;
    if (failed(pawl_world_init(memory, size, &def, &world), "world")) return 1;
    build();
    what.position = pawl_vec2_make(-PAWL_UNITS(4), PAWL_DEC(0, 85));
    what.push = PAWL_DEC(0, 5);
    what.ladders = LADDER;
    what.water = WATER;
    if (failed(pawl_character_create(world, &what, &hero), "hero")) return 1;
    size_t slot_size = 0;
    for (size_t i = 0; i < STAGES; i++) {
        if (i == FROM_COPY) { /* what is kept of a game for a rollback */
            slot_size = pawl_world_save_size(world);
            if (failed(pawl_world_save(world, copy, slot_size), "save")) return 1;
        }
        play_stage(&stages[i], true);
    }
    const uint32_t hash = pawl_world_hash(world);
    if (failed(pawl_world_restore(world, copy, slot_size), "restore")) return 1;
    for (size_t i = FROM_COPY; i < STAGES; i++)
        play_stage(&stages[i], false);
    printf("hash %08lx, %s\n", (unsigned long)hash,
           pawl_world_hash(world) == hash ? "and again from the copy" : "but not from the copy");
    free(copy);
    free(memory);
    return 0;
}
