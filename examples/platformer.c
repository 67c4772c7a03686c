/* platformer.c - a level with gravity: slopes, a jump, a one-way platform, a lift, spikes, a door.
 *
 * Shows: regions of a level and how a game opens them (a door for good, a one-way platform for as
 * long as the player drops through), how it learns that the player touches spikes, what ground is,
 * and a moving platform inflated by the player's shape, which carries the player to a ledge.
 *
 *   make examples && build/examples/platformer */
#include <pawl/level.h>
#include <pawl/pawl.h>

#include <stdio.h>
#include <string.h>

#define POINT(x, y) \
    { PAWL_UNITS(x), PAWL_UNITS(y) }

#define BRIDGE 1 /* regions; the ground is 0 */
#define SPIKES 2
#define DOOR 3
#define REGIONS 4

static const pawl_vec2 ground[] = {POINT(0, 0),  POINT(36, 0), POINT(36, 4), POINT(26, 4),
                                   POINT(26, 1), POINT(12, 1), POINT(10, 3), POINT(8, 3),
                                   POINT(4, 1),  POINT(0, 1)};
static const pawl_vec2 bridge[] = {POINT(13, 3), POINT(17, 3), POINT(17, 4), POINT(13, 4)};
static const pawl_vec2 spikes[] = {POINT(18, 1), POINT(20, 1), POINT(19, 2)};
static const pawl_vec2 door[] = {POINT(30, 4), POINT(31, 4), POINT(31, 12), POINT(30, 12)};
static const uint32_t ten = 10, four = 4, three = 3;
static const pawl_level_polygon polygons[] = {{{ground, &ten, 1}, 0},
                                              {{bridge, &four, 1}, BRIDGE},
                                              {{spikes, &three, 1}, SPIKES},
                                              {{door, &four, 1}, DOOR}};

/* The player, and also the lift. */
#define HALF (PAWL_FX_ONE / 2)
static const pawl_vec2 box[] = {{-HALF, -HALF}, {HALF, -HALF}, {HALF, HALF}, {-HALF, HALF}};
#define LIFT_LOW HALF
#define LIFT_HIGH (PAWL_UNITS(3) + HALF)

/* The first letter says what is done besides running: Jump, Drop, Open the door. */
static const struct {
    const char *what;
    int direction; /* of the input: -1, 0, 1 */
    int ticks;
} script[] = {{"run over the hill", 1, 105}, {"stop", 0, 20},   {"Jump through the bridge", 0, 60},
              {"Drop through it", 0, 40},    {"run", 1, 80},    {"ride", 0, 60},
              {"run to the door", 1, 60},    {"Open it", 1, 40}};

/* The game: what is saved of it is `gates`, `player` and `lift`. */
static pawl_level level;
static pawl_gates gates;
static pawl_walker_def def;
static pawl_walker player;
static pawl_platform lift;
static pawl_vec2 lift_points[8];
static uint64_t memory[4096];
static uint32_t block[1024];

static pawl_status build(void) {
    pawl_level_def make = pawl_level_def_default();
    pawl_region regions[REGIONS];
    pawl_level_report report;
    memset(regions, 0, sizeof regions); /* walls without friction, directions up */
    regions[BRIDGE].type = PAWL_REGION_ONE_WAY;
    regions[SPIKES].type = PAWL_REGION_AREA;
    make.polygons = polygons;
    make.polygon_count = sizeof polygons / sizeof *polygons;
    make.regions = regions;
    make.region_count = REGIONS;
    make.walker_points = box;
    make.walker_point_count = 4;
    make.bounds.upper = pawl_vec2_make(PAWL_UNITS(36), PAWL_UNITS(12));
    const pawl_status status =
        pawl_level_build(&make, memory, sizeof memory, NULL, block, sizeof block, &report);
    if (status) return status;
    printf("%lu triangles, %lu bytes, built in %lu\n", (unsigned long)report.triangles,
           (unsigned long)report.size, (unsigned long)pawl_level_build_size(&make));
    return pawl_level_open(block, report.size, &level);
}

/* Larger by the mirror image of the player, as the walls are. Here that is the player itself. */
static pawl_status make_lift(void) {
    const int32_t count = pawl_minkowski_sum(box, 4, box, 4, lift_points);
    if (count < 0) return (pawl_status)count;
    lift.points = lift_points;
    lift.count = (uint32_t)count;
    lift.position = pawl_vec2_make(PAWL_UNITS(25) + HALF, LIFT_LOW);
    return PAWL_OK;
}

/* Areas stop nobody; which regions a player is in, its triangle knows. */
static bool touches(uint16_t region) {
    uint16_t regions[REGIONS];
    const uint16_t cell = pawl_level_get_triangle(&level, player.place.triangle).cell;
    uint32_t i = pawl_level_get_cell_regions(&level, cell, regions, REGIONS);
    while (i > 0 && regions[i - 1] != region)
        i--;
    return i > 0;
}

/* The lift rises when the player is above it or has passed it. */
static pawl_status step(int direction) {
    const pawl_vec2 input = {pawl_from_int(direction), 0};
    lift.position = pawl_vec2_add(lift.position, lift.move);
    const pawl_fx to = player.place.position.x > PAWL_UNITS(25) ? LIFT_HIGH : LIFT_LOW;
    lift.move.y = pawl_clamp(to - lift.position.y, -PAWL_UNITS(1) / 16, PAWL_UNITS(1) / 16);
    return pawl_walker_step(&level, &gates, &def, &lift, 1, input, &player, NULL);
}

/* To a 16th of a unit, which is enough to follow. */
static const char *text(pawl_fx value, char *buffer) {
    const pawl_fx rounded = pawl_near_to_int(value * 16) * (PAWL_FX_ONE / 16);
    return pawl_fx_print(rounded, buffer, PAWL_FX_TEXT_MAX) ? "?" : buffer;
}

static pawl_status play(void) {
    static const char *const places[REGIONS] = {"ground", "bridge", "spikes", "door"};
    char x[PAWL_FX_TEXT_MAX], y[PAWL_FX_TEXT_MAX];
    for (size_t i = 0; i < sizeof script / sizeof *script; i++) {
        const char what = script[i].what[0];
        int hurt = 0;
        if (what == 'J') player.velocity.y = PAWL_UNITS(14);
        if (what == 'O') pawl_gates_set_open(&gates, DOOR, true);
        for (int tick = 0; tick < script[i].ticks; tick++) {
            pawl_gates_set_open(&gates, BRIDGE, what == 'D' && tick < 3);
            const pawl_status status = step(script[i].direction);
            if (status) return status;
            hurt += touches(SPIKES);
        }
        const char *place = player.on_ground ? places[player.ground_region] : "air";
        if (player.platform) place = "lift";
        printf("%s: (%s, %s) %s, hurt %d\n", script[i].what, text(player.place.position.x, x),
               text(player.place.position.y, y), place, hurt);
    }
    return PAWL_OK;
}

int main(void) {
    const pawl_vec2 start = {PAWL_UNITS(2), PAWL_UNITS(1) + HALF}; /* on the ground */
    pawl_status status = build();
    def = pawl_walker_def_default();
    def.gravity.y = -PAWL_UNITS(25);
    if (!status) status = make_lift();
    if (!status) status = pawl_level_find_nearest_free(&level, &gates, start, &player.place);
    if (!status) status = play();
    if (status) printf("%s\n", pawl_status_text(status));
    return status != PAWL_OK;
}
