/* hero.c - a whole level with one character: it jumps for a coin, runs up stairs, crosses a rope
 * bridge that sags, breaks through a wall, climbs, dives, swims and rides a lift.
 *
 * Shows: what a game tells a character and learns of it; coins, ladders, water; a copy ends alike.
 *
 *   make examples && build/examples/hero */
#include <pawl/pawl.h>
#include <stdio.h>
#include <stdlib.h>

/* What a part is: Wall, Brick, Platform, Lift, or a zone, which has a category of this number. */
#define LADDER 128
#define WATER 256
#define COIN 512
#define LINKS 12 /* of the rope bridge */

/* The level, left, bottom, right and top in quarters of a unit. */
static const struct {
    int what, left, bottom, right, top;
} parts[] = {{'W', -32, -4, 36, 0},    {'W', 28, 0, 36, 1},     {'W', 30, 0, 36, 2}, /* stairs */
             {'W', 32, 0, 36, 3},      {'W', 34, 0, 36, 4},     {'W', 36, -4, 48, 4},
             {'W', 72, -4, 112, 4},    {'B', 92, 4, 94, 5},     {'B', 92, 5, 94, 6},
             {'B', 92, 6, 94, 7},      {'P', 104, 19, 112, 20}, {LADDER, 106, 4, 108, 20},
             {'W', 112, -4, 116, 20},  {'W', 116, -4, 156, 4},  {'W', 156, -4, 164, 18},
             {WATER, 116, 4, 156, 17}, {'L', 164, 17, 172, 18}, {'W', 172, -4, 200, 34},
             {COIN, -3, 10, -1, 12},   {COIN, 60, 8, 62, 10},   {COIN, 106, 14, 108, 16},
             {COIN, 136, 12, 138, 14}, {COIN, 184, 38, 186, 40}};

/* What it is told until it is at x or at y, quarters of a unit, whichever is not 0. */
static const struct {
    const char *what;
    int run, climb, buttons, until_x, until_y;
} stages[] = {{"jumps for a coin", 1, 0, PAWL_CHARACTER_JUMP, 20, 0},
              {"runs up the stairs", 1, 0, 0, 40, 0},
              {"crosses the bridge", 1, 0, 0, 76, 0},
              {"breaks through the wall", 1, 0, 0, 106, 0},
              {"climbs the ladder", 0, 1, 0, 0, 23},
              {"runs into the water", 1, 0, 0, 118, 0},
              {"dives", 1, -1, 0, 132, 0},
              {"swims up", 1, 1, 0, 0, 16},
              {"swims to the rim", 1, 0, 0, 153, 0},
              {"jumps out on the lift", 1, 1, PAWL_CHARACTER_JUMP, 168, 0},
              {"rides", 0, 0, 0, 0, 36},
              {"runs to the last coin", 1, 0, 0, 190, 0}};
#define STAGES ((int)(sizeof stages / sizeof *stages))
#define BRIDGE 2 /* the stage */

static pawl_world *world;
static pawl_character_id hero;
static pawl_body_id lift;
static int coins; /* taken */

static void check(pawl_status status) {
    if (status != PAWL_OK) exit(printf("%s\n", pawl_status_text(status)));
}

static void add_part(size_t i) {
    const int what = parts[i].what;
    const pawl_fx eighth = PAWL_FX_ONE / 8;
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def material = pawl_shape_def_default();
    pawl_body_id body;
    def.type = what == 'B' ? PAWL_DYNAMIC : what == 'L' ? PAWL_KINEMATIC : PAWL_STATIC;
    def.position.x = (parts[i].left + parts[i].right) * eighth;
    def.position.y = (parts[i].bottom + parts[i].top) * eighth;
    material.one_way = what == 'P';
    material.sensor = what >= LADDER;
    if (material.sensor) material.filter.category = (uint32_t)what;
    check(pawl_body_create_box(world, &def, &material, (parts[i].right - parts[i].left) * eighth,
                               (parts[i].top - parts[i].bottom) * eighth, &body));
    if (what == 'L') lift = body;
}

/* A rope over the gap from x = 12 to x = 18, which stretches under a load. */
static void add_rope(void) {
    pawl_soft_point points[LINKS + 1];
    pawl_soft_link links[LINKS];
    pawl_soft_parts made = {points, links, LINKS + 1, LINKS, 0, 0};
    const pawl_vec2 from = {PAWL_UNITS(12), PAWL_FX(0, 7, 8)}, to = {PAWL_UNITS(18), from.y};
    check(pawl_soft_add_rope(&made, from, to, LINKS, PAWL_UNITS(6), PAWL_DEC(0, 2), 0));
    points[0].mass = points[LINKS].mass = 0; /* pinned */
    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.links = links;
    def.point_count = made.point_count;
    def.link_count = made.link_count;
    def.radius = PAWL_FX(0, 1, 8);
    check(pawl_soft_create(world, &def, &(pawl_soft_id){0}));
}

/* A tick: a coin that something has come upon is gone, and the lift goes up under the hero. */
static pawl_character_state play(pawl_character_input input) {
    check(pawl_character_set_input(world, hero, &input));
    check(pawl_world_step(world, NULL));
    const pawl_events events = pawl_world_get_events(world);
    for (uint32_t i = 0; i < events.sensor_begin_count; i++) {
        const pawl_shape_id sensor = events.sensor_begins[i].sensor;
        if (pawl_shape_get_filter(world, sensor).category != COIN) continue;
        coins++;
        check(pawl_body_destroy(world, pawl_shape_get_body(world, sensor)));
    }
    const pawl_character_state state = pawl_character_get_state(world, hero);
    const bool rises = pawl_body_id_equal(pawl_shape_get_body(world, state.ground), lift) &&
                       pawl_body_get_position(world, lift).y < PAWL_FX(8, 3, 8);
    check(pawl_body_set_velocity(world, lift, pawl_vec2_units(0, rises ? 2 : 0)));
    return state;
}

static void play_stage(int i) {
    static const char *const modes[] = {"in the air", "on the ground", "on a ladder", "in water"};
    const pawl_character_input input = {stages[i].run * PAWL_FX_ONE, stages[i].climb * PAWL_FX_ONE,
                                        (uint32_t)stages[i].buttons};
    const pawl_fx x = stages[i].until_x * PAWL_FX_ONE / 4, y = stages[i].until_y * PAWL_FX_ONE / 4;
    pawl_character_state state = pawl_character_get_state(world, hero);
    int ticks = 0;
    for (; ticks < 600 && (x != 0 ? state.position.x < x : state.position.y < y); ticks++)
        state = play(input);
    printf("%-24s %3d ticks, then at (%d/16, %d/16) %s, coins %d\n", stages[i].what, ticks,
           (int)pawl_near_to_int(state.position.x * 16),
           (int)pawl_near_to_int(state.position.y * 16), modes[state.mode], coins);
}

int main(void) {
    static uint64_t memory[65536], copy[65536];
    pawl_world_def def = pawl_world_def_default();
    pawl_character_def what = pawl_character_def_default();
    def.character_capacity = def.soft_capacity = 1;
    def.soft_point_capacity = LINKS + 1;
    def.soft_link_capacity = LINKS;
    check(pawl_world_init(memory, sizeof memory, &def, &world));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        add_part(i);
    add_rope();
    what.position = pawl_vec2_make(-PAWL_UNITS(4), PAWL_DEC(0, 85));
    what.push = PAWL_DEC(0, 5);
    what.ladders = LADDER;
    what.water = WATER;
    check(pawl_character_create(world, &what, &hero));
    for (int i = 0; i < STAGES; i++) {
        if (i == BRIDGE) check(pawl_world_save(world, copy, sizeof copy));
        play_stage(i);
    }
    const uint32_t hash = pawl_world_hash(world);
    check(pawl_world_restore(world, copy, sizeof copy));
    for (int i = BRIDGE; i < STAGES; i++)
        play_stage(i);
    printf("hash %08lx, %08lx\n", (unsigned long)hash, (unsigned long)pawl_world_hash(world));
    return 0;
}
