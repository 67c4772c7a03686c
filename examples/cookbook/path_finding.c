/* path_finding.c - a level of two walls is built for a guard of some size, who finds a way. */
#include <pawl/level.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[65536], paths[2048];
static uint32_t block[4096];

int main(void) {
    /* Two walls, as rings end to end, and a guard of half a unit around its middle. */
    const pawl_vec2 walls[8] = {{PAWL_UNITS(2), -PAWL_UNITS(9)}, {PAWL_UNITS(3), -PAWL_UNITS(9)},
                                {PAWL_UNITS(3), PAWL_UNITS(2)},  {PAWL_UNITS(2), PAWL_UNITS(2)},
                                {PAWL_UNITS(6), -PAWL_UNITS(2)}, {PAWL_UNITS(7), -PAWL_UNITS(2)},
                                {PAWL_UNITS(7), PAWL_UNITS(9)},  {PAWL_UNITS(6), PAWL_UNITS(9)}};
    const uint32_t ends[2] = {4, 8};
    const pawl_fx half = PAWL_DEC(0, 5);
    const pawl_vec2 guard[4] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    const pawl_level_polygon polygon = {{walls, ends, 2}, 0};
    pawl_level_def def = pawl_level_def_default();
    pawl_level_report report;
    pawl_level level;
    const char *wrong;
    def.polygons = &polygon;
    def.polygon_count = 1;
    def.walker_points = guard;
    def.walker_point_count = 4;
    if (pawl_level_def_check(&def, &wrong) || pawl_level_build_size(&def) > sizeof memory ||
        pawl_level_build(&def, memory, sizeof memory, NULL, block, sizeof block, &report) ||
        pawl_level_open(block, report.size, &level)) {
        return 1;
    }
    printf("%u triangles in %u bytes\n", (unsigned)report.triangles, (unsigned)report.size);

    pawl_place from, to;
    pawl_vec2 corners[16];
    pawl_path path = {corners, 16, 0, 0, 0};
    if (pawl_level_locate(&level, pawl_vec2_units(0, -3), 0, &from) ||
        pawl_level_find_nearest_free(&level, NULL, pawl_vec2_make(PAWL_DEC(6, 8), PAWL_UNITS(3)),
                                     &to) ||
        pawl_path_size(&level) > sizeof paths ||
        pawl_level_find_path(&level, NULL, from, to, paths, sizeof paths, &path)) {
        return 1;
    }
    printf("straight: %s; the way is %.2f long\n",
           pawl_level_sees(&level, NULL, from, to.position) ? "free" : "blocked",
           pawl_wide_to_double(path.length));
    for (uint32_t i = 0; i < path.count; i++)
        printf("  (%.2f, %.2f)\n", pawl_fx_to_float(corners[i].x), pawl_fx_to_float(corners[i].y));
    return 0;
}
