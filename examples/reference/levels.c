/* levels.c - a level with a door and a pond: what its parts are, and a walker that meets them. */
#include <pawl/level.h>
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

enum {
    GROUND,
    DOOR,
    POND,
    REGIONS
};

static uint64_t memory[65536], paths[8192];
static uint32_t block[8192];

static void box(pawl_vec2 *points, int32_t left, int32_t bottom, int32_t right, int32_t top) {
    points[0] = pawl_vec2_units(left, bottom);
    points[1] = pawl_vec2_units(right, bottom);
    points[2] = pawl_vec2_units(right, top);
    points[3] = pawl_vec2_units(left, top);
}

/* A wall with a gap, a door in the gap, a pond behind it; all for a walker of 0.4 around itself. */
static pawl_status build(pawl_level *level) {
    static pawl_vec2 points[4][4];
    static const uint32_t end = 4;
    static const uint16_t regions[4] = {GROUND, GROUND, DOOR, POND};
    static pawl_level_polygon polygons[4];
    static const pawl_fx half = PAWL_DEC(0, 4);
    static const pawl_vec2 walker[4] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    pawl_region kinds[REGIONS];
    box(points[0], 0, -9, 1, -1);
    box(points[1], 0, 1, 1, 9);
    box(points[2], 0, -1, 1, 1);
    box(points[3], 3, -2, 7, 2);
    for (int i = 0; i < 4; i++) {
        polygons[i].rings = (pawl_rings){points[i], &end, 1};
        polygons[i].region = regions[i];
    }
    for (uint32_t i = 0; i < REGIONS; i++) {
        kinds[i] = pawl_region_default();
        kinds[i].user_data = 100 + i;
    }
    kinds[POND].type = PAWL_REGION_AREA;
    printf("a wall has an area of %.1f\n", (double)pawl_ring_area2(points[0], 4) / 8589934592.0);

    pawl_level_def def = pawl_level_def_default();
    pawl_level_report report;
    def.polygons = polygons;
    def.polygon_count = 4;
    def.regions = kinds;
    def.region_count = REGIONS;
    def.walker_points = walker;
    def.walker_point_count = 4;
    const pawl_status status =
        pawl_level_build(&def, memory, sizeof memory, NULL, block, sizeof block, &report);
    return status ? status : pawl_level_open(block, report.size, level);
}

static void print_walk(const pawl_level *level, const pawl_gates *gates, pawl_place from,
                       pawl_vec2 to) {
    pawl_walk walk;
    if (pawl_level_walk(level, gates, from, to, &walk)) return;
    if (walk.end == PAWL_WALK_REACHED) {
        printf("the door is open: the walk gets there\n");
        return;
    }
    printf("the door is closed: stopped by region %u at x = %.2f\n",
           (unsigned)pawl_level_get_region(level, walk.region).user_data,
           pawl_fx_to_float(walk.a.x));
}

/* The corner of the level's triangles that is nearest to a point: for an editor. */
static pawl_vec2 nearest_corner(const pawl_level *level, pawl_vec2 point) {
    pawl_vec2 best = pawl_level_get_vertex(level, 0);
    for (uint32_t i = 1; i < level->vertex_count; i++) {
        const pawl_vec2 corner = pawl_level_get_vertex(level, i);
        if (pawl_vec2_distance(corner, point) < pawl_vec2_distance(best, point)) best = corner;
    }
    return best;
}

int main(void) {
    pawl_level level;
    pawl_gates gates = {{0}};
    pawl_place from;
    if (build(&level) || pawl_level_locate(&level, pawl_vec2_units(-4, 0), 0, &from)) return 1;
    const pawl_vec2 to = pawl_vec2_units(5, 0);
    print_walk(&level, &gates, from, to);
    pawl_gates_set_open(&gates, DOOR, true);
    print_walk(&level, &gates, from, to);
    const pawl_vec2 corner = nearest_corner(&level, pawl_vec2_units(0, 0));
    printf("a corner near the gap: (%.2f, %.2f)\n", pawl_fx_to_float(corner.x),
           pawl_fx_to_float(corner.y));

    /* The shortest of all ways to behind the wall. */
    pawl_vec2 corners[8];
    pawl_path path = {corners, 8, 0, 0, 0};
    pawl_place goal;
    if (pawl_level_locate(&level, pawl_vec2_units(4, 6), 0, &goal) ||
        pawl_shortest_path_size(&level) > sizeof paths ||
        pawl_level_find_shortest_path(&level, &gates, from, goal, paths, sizeof paths, &path)) {
        return 1;
    }
    printf("through the door %.2f units, %u corners\n", pawl_wide_to_double(path.length),
           (unsigned)path.count);

    /* A walker goes through and gets wet, and the door closes behind it. */
    pawl_walker_def def = pawl_walker_def_default();
    pawl_walker walker = {0};
    const char *wrong;
    def.top_speed = PAWL_UNITS(4);
    if (pawl_walker_def_check(&def, &wrong)) return 1;
    walker.place = from;
    bool was_in = false;
    for (int tick = 1; tick <= 150; tick++) {
        const pawl_vec2 keys = pawl_vec2_units(1, 0);
        if (pawl_walker_step(&level, &gates, &def, NULL, 0, keys, &walker, NULL)) return 1;
        const bool is_in = pawl_level_is_in(&level, walker.place.triangle, POND);
        if (is_in && !was_in)
            printf("tick %d: in the pond at x = %.2f\n", tick,
                   pawl_fx_to_float(walker.place.position.x));
        was_in = is_in;
    }
    pawl_gates_set_open(&gates, DOOR, false);
    printf("the door is %s again\n", pawl_gates_is_open(&gates, DOOR) ? "open" : "closed");

    /* The same floor for bodies: a chain, checked before it is used. */
    pawl_chain chain = {corners, 1, false, false, false};
    const pawl_status status = pawl_chain_check(&chain, &wrong);
    printf("a chain of one point: %s, %s\n", pawl_status_text(status), wrong);
    return 0;
}
