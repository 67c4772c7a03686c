/* platformer.c - the game of examples/platformer.c played by recorded keys: platformer FILE
 *
 * A line of the file has a number of ticks and the keys that are held: Left, Right, Jump, Drop,
 * Open, or - for none. The same game has a window in other languages, and the same hash. */
#include <pawl/level.h>
#include <pawl/pawl.h>
#include <stdio.h>
#include <string.h>

#define POINT(x, y) \
    { PAWL_UNITS(x), PAWL_UNITS(y) }

enum {
    BRIDGE = 1, /* regions; the ground is 0 */
    SPIKES,
    DOOR,
    REGIONS
};

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

#define HALF (PAWL_FX_ONE / 2)
static const pawl_vec2 box[] = {{-HALF, -HALF}, {HALF, -HALF}, {HALF, HALF}, {-HALF, HALF}};

/* The game: what is saved of it is `gates`, `player` and `lift`. */
static pawl_level level;
static pawl_gates gates;
static pawl_walker_def def;
static pawl_walker player;
static pawl_platform lift;
static pawl_vec2 lift_points[8];
static uint64_t memory[4096];
static uint32_t block[1024], chain, hurt;

static pawl_status build(void) {
    pawl_level_def make = pawl_level_def_default();
    pawl_region regions[REGIONS];
    pawl_level_report report;
    memset(regions, 0, sizeof regions);
    regions[BRIDGE].type = PAWL_REGION_ONE_WAY;
    regions[SPIKES].type = PAWL_REGION_AREA;
    make.polygons = polygons, make.polygon_count = sizeof polygons / sizeof *polygons;
    make.regions = regions, make.region_count = REGIONS;
    make.walker_points = box, make.walker_point_count = 4;
    make.bounds.upper = pawl_vec2_units(36, 12);
    pawl_status status =
        pawl_level_build(&make, memory, sizeof memory, NULL, block, sizeof block, &report);
    if (!status) status = pawl_level_open(block, report.size, &level);
    lift.points = lift_points; /* larger by the player, as the walls are */
    lift.count = (uint32_t)pawl_minkowski_sum(box, 4, box, 4, lift_points);
    lift.position = pawl_vec2_make(PAWL_DEC(25, 5), HALF);
    def = pawl_walker_def_default();
    def.gravity.y = -PAWL_UNITS(25);
    const pawl_vec2 start = {PAWL_UNITS(2), PAWL_DEC(1, 5)};
    return status ? status : pawl_level_find_nearest_free(&level, &gates, start, &player.place);
}

/* The lift rises when the player is above it or has passed it. */
static pawl_status step(const char *keys) {
    const pawl_vec2 input = {
        pawl_from_int((strchr(keys, 'R') != NULL) - (strchr(keys, 'L') != NULL)), 0};
    const bool is_right = player.place.position.x > PAWL_UNITS(25);
    if (strchr(keys, 'J') && player.on_ground) player.velocity.y = PAWL_UNITS(14);
    if (strchr(keys, 'O') && player.place.position.x > PAWL_UNITS(28))
        pawl_gates_set_open(&gates, DOOR, true);
    pawl_gates_set_open(&gates, BRIDGE, strchr(keys, 'D') != NULL);
    lift.position = pawl_vec2_add(lift.position, lift.move);
    lift.move.y = pawl_clamp((is_right ? PAWL_DEC(3, 5) : HALF) - lift.position.y,
                             -PAWL_DEC(0, 0625), PAWL_DEC(0, 0625));
    const pawl_status status =
        pawl_walker_step(&level, &gates, &def, &lift, 1, input, &player, NULL);
    hurt += pawl_level_is_in(&level, player.place.triangle, SPIKES);
    const pawl_fx state[] = {player.place.position.x, player.place.position.y, player.velocity.x,
                             player.velocity.y, lift.position.y};
    for (int i = 0; i < 5; i++)
        chain = pawl_hash_chain(chain, (uint32_t)state[i]);
    return status;
}

static void say(unsigned tick) {
    char x[PAWL_FX_TEXT_MAX], y[PAWL_FX_TEXT_MAX];
    if (pawl_fx_print(player.place.position.x, x, sizeof x) ||
        pawl_fx_print(player.place.position.y, y, sizeof y))
        return;
    printf("platformer: tick %u at (%s, %s), hurt %u, hash %08x\n", tick, x, y, (unsigned)hurt,
           (unsigned)chain);
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    char keys[8];
    unsigned count, tick = 0;
    if (file == NULL || build()) return 1;
    while (fscanf(file, "%u %7s", &count, keys) == 2)
        while (count-- > 0) {
            if (step(keys)) return 1;
            if (++tick % 120 == 0) say(tick);
        }
    say(tick);
    return fclose(file);
}
