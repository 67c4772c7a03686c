/* path.c - finding ways in a level: two rooms, a wall with a gap, and a door.
 *
 * Shows how a level is built for a player with a volume, how the place of a point is found, also of
 * one inside a wall, and how a door changes the shortest path.
 *
 *   make examples && build/examples/path */
#include <pawl/level.h>
#include <pawl/pawl.h>
#include <stdio.h>
#include <string.h>

#define DOOR 1
#define CORNERS 32

/* Three walls and a door, four corners each; the door fills the hole between the middle two. */
static const pawl_vec2 corners[] = {
    {PAWL_UNITS(10), PAWL_UNITS(2)},  {PAWL_UNITS(11), PAWL_UNITS(2)},
    {PAWL_UNITS(11), PAWL_UNITS(9)},  {PAWL_UNITS(10), PAWL_UNITS(9)},
    {PAWL_UNITS(10), PAWL_UNITS(11)}, {PAWL_UNITS(11), PAWL_UNITS(11)},
    {PAWL_UNITS(11), PAWL_UNITS(20)}, {PAWL_UNITS(10), PAWL_UNITS(20)},
    {PAWL_UNITS(4), PAWL_UNITS(6)},   {PAWL_UNITS(7), PAWL_UNITS(6)},
    {PAWL_UNITS(7), PAWL_UNITS(13)},  {PAWL_UNITS(4), PAWL_UNITS(13)},
    {PAWL_UNITS(10), PAWL_UNITS(9)},  {PAWL_UNITS(11), PAWL_UNITS(9)},
    {PAWL_UNITS(11), PAWL_UNITS(11)}, {PAWL_UNITS(10), PAWL_UNITS(11)},
};
static const uint32_t wall_ends[] = {4, 8, 12}, door_ends[] = {4};

/* Half a unit in each direction. */
static const pawl_vec2 player[] = {{-PAWL_UNITS(1) / 2, -PAWL_UNITS(1) / 2},
                                   {PAWL_UNITS(1) / 2, -PAWL_UNITS(1) / 2},
                                   {PAWL_UNITS(1) / 2, PAWL_UNITS(1) / 2},
                                   {-PAWL_UNITS(1) / 2, PAWL_UNITS(1) / 2}};

static uint64_t memory[65536], search_memory[4096];
static uint32_t block[2048];

static pawl_status build(pawl_level *level) {
    const pawl_level_polygon polygons[2] = {{{corners, wall_ends, 3}, 0},
                                            {{corners + 12, door_ends, 1}, DOOR}};
    pawl_level_def def = pawl_level_def_default();
    pawl_region regions[2];
    pawl_level_report report;
    memset(regions, 0, sizeof regions); /* both are walls without friction */
    regions[0].direction.s = regions[DOOR].direction.s = PAWL_UNIT;
    def.polygons = polygons;
    def.polygon_count = 2;
    def.regions = regions;
    def.region_count = 2;
    def.walker_points = player;
    def.walker_point_count = 4;
    def.bounds.upper = pawl_vec2_make(PAWL_UNITS(20), PAWL_UNITS(20));
    const pawl_status status =
        pawl_level_build(&def, memory, sizeof memory, NULL, block, sizeof block, &report);
    if (status) return status;
    printf("level of %lu triangles\n", (unsigned long)report.triangles);
    return pawl_level_open(block, report.size, level);
}

static void print_point(pawl_vec2 point) {
    char x[PAWL_FX_TEXT_MAX], y[PAWL_FX_TEXT_MAX];
    if (pawl_fx_print(point.x, x, sizeof x) || pawl_fx_print(point.y, y, sizeof y)) return;
    printf(" %s,%s", x, y);
}

static pawl_status tell_path(const pawl_level *level, const pawl_gates *gates, pawl_place from,
                             pawl_place to) {
    pawl_vec2 points[CORNERS];
    char length[PAWL_FX_TEXT_MAX];
    pawl_path path;
    memset(&path, 0, sizeof path);
    path.points = points;
    path.capacity = CORNERS;
    pawl_status status = pawl_level_find_shortest_path(level, gates, from, to, search_memory,
                                                       sizeof search_memory, &path);
    if (status) return status;
    status = pawl_fx_print((pawl_fx)path.length, length, sizeof length);
    if (status) return status;
    printf("%s units long:", length);
    for (uint32_t i = 0; i < path.count; i++)
        print_point(points[i]);
    printf("\n");
    return PAWL_OK;
}

int main(void) {
    pawl_level level;
    pawl_place from, to;
    pawl_gates gates;
    memset(&gates, 0, sizeof gates);
    pawl_status status = build(&level);
    if (status) goto failed;

    /* The end is asked for inside a wall. */
    status = pawl_level_locate(&level, pawl_vec2_make(PAWL_UNITS(2), PAWL_UNITS(10)), 0, &from);
    if (status) goto failed;
    status = pawl_level_find_nearest_free(&level, &gates,
                                          pawl_vec2_make(PAWL_UNITS(11), PAWL_UNITS(14)), &to);
    if (status) goto failed;
    printf("nearest to 11,14 is");
    print_point(to.position);
    printf(", %s\n", pawl_level_sees(&level, &gates, from, to.position) ? "in sight" : "hidden");

    status = tell_path(&level, &gates, from, to);
    if (status) goto failed;
    pawl_gates_set_open(&gates, DOOR, true);
    status = tell_path(&level, &gates, from, to);
    if (status) goto failed;
    return 0;

failed:
    printf("%s\n", pawl_status_text(status));
    return 1;
}
