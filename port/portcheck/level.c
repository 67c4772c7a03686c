/* level.c - a level is built, opened with all checks, walked in, and crossed by a path.
 *
 * The ground, a step on it, a slope and a thin wall, for a player with four corners. A one-way
 * platform hangs above. All of it fits into the memory of the worlds. */
#include "portcheck/check.h"

#include "pawl/level.h"
#include "pawl/state.h"

#include <string.h>

#define BLOCK_BYTES 1328 /* of the memory; the rest is for building, then for paths */
#define TICKS 240
#define TICKS_OF_A_MARK 40
#define CORNERS_MAX 12

/* Eighths of a unit. */
#define AT(x, y) \
    { (x) * INT32_C(8192), (y)*INT32_C(8192) }

static const pawl_vec2 ground[4] = {AT(-64, -8), AT(64, -8), AT(64, 0), AT(-64, 0)};
static const pawl_vec2 step[4] = {AT(16, 0), AT(28, 0), AT(28, 6), AT(16, 6)};
static const pawl_vec2 slope[3] = {AT(-40, 0), AT(-16, 0), AT(-40, 11)};
static const pawl_vec2 wall[2] = {AT(40, 0), AT(43, 20)};
static const pawl_vec2 plank[4] = {AT(-8, 13), AT(8, 13), AT(8, 15), AT(-8, 15)};
static const pawl_vec2 diamond[4] = {AT(0, -3), AT(2, 0), AT(0, 3), AT(-2, 0)};
static const uint32_t ends[3] = {2, 3, 4}; /* of rings with so many points */

static pawl_level_polygon polygon(const pawl_vec2 *points, uint32_t count, uint16_t region) {
    const pawl_level_polygon made = {{points, &ends[count - 2], 1}, region};
    return made;
}

static bool build(pawli_check *check, uint8_t *memory, size_t size, pawl_level *level) {
    const pawl_level_polygon polygons[5] = {polygon(ground, 4, 0), polygon(step, 4, 0),
                                            polygon(slope, 3, 0), polygon(wall, 2, 0),
                                            polygon(plank, 4, 1)};
    pawl_region regions[2];
    memset(regions, 0, sizeof regions);
    regions[0].friction = PAWL_FX(0, 1, 8);
    regions[1].type = PAWL_REGION_ONE_WAY;
    for (int i = 0; i < 2; i++)
        regions[i].direction = pawl_rot_from_angle(PAWL_TURN(1, 4));
    pawl_level_def def = pawl_level_def_default();
    pawl_level_report report;
    def.polygons = polygons;
    def.polygon_count = 5;
    def.regions = regions;
    def.region_count = 2;
    def.walker_points = diamond;
    def.walker_point_count = 4;
    def.cells = 4;
    def.limits.segments = 42;
    def.limits.vertices = 48;
    def.limits.edges = 56;
    const size_t need = pawl_level_build_size(&def);
    pawli_expect(check, "room to build a level", need + BLOCK_BYTES <= size, 1);
    if (need + BLOCK_BYTES > size) return false;
    pawli_expect(
        check, "pawl_level_build()",
        pawl_level_build(&def, memory + BLOCK_BYTES, need, NULL, memory, BLOCK_BYTES, &report),
        PAWL_OK);
    pawli_fold(check, pawl_xxh32(memory, report.size, 0));
    pawli_mark(check, "bytes of a level", (int32_t)report.size);
    memory[report.size / 2] ^= 1;
    pawli_expect(check, "pawl_level_open() of damaged bytes",
                 pawl_level_open(memory, report.size, level), PAWL_ERR_CORRUPT);
    memory[report.size / 2] ^= 1;
    const pawl_status opened = pawl_level_open(memory, report.size, level);
    pawli_expect(check, "pawl_level_open()", opened, PAWL_OK);
    return opened == PAWL_OK;
}

/* To the left, up the slope and down again, jump on the plank, over the step and to the wall. */
static void walk(pawli_check *check, const pawl_level *level) {
    pawl_walker_def def = pawl_walker_def_default();
    pawl_walker walker;
    uint32_t contacts = 0;
    memset(&walker, 0, sizeof walker);
    def.gravity = pawl_vec2_make(0, -PAWL_FX(20, 0, 1));
    const pawl_vec2 start = AT(0, 9);
    pawli_expect(check, "pawl_level_find_nearest_free()",
                 pawl_level_find_nearest_free(level, NULL, start, &walker.place), PAWL_OK);
    for (int32_t tick = 1; tick <= TICKS; tick++) {
        const pawl_vec2 input = {tick < 60 ? -PAWL_FX_ONE : PAWL_FX_ONE, 0};
        pawl_step_report report;
        report.contact_count = 0;
        if (tick % 30 == 0 && walker.on_ground != 0) walker.velocity.y = PAWL_FX(9, 0, 1);
        if (pawl_walker_step(level, NULL, &def, NULL, 0, input, &walker, &report) != PAWL_OK) break;
        contacts += report.contact_count;
        pawli_fold(check, (uint32_t)walker.place.position.x);
        pawli_fold(check, (uint32_t)walker.place.position.y);
        pawli_fold(check, walker.place.triangle);
        pawli_fold(check, report.contact_count);
        if (tick % TICKS_OF_A_MARK == 0) pawli_mark(check, "walk at tick", tick);
    }
    pawli_fold(check, contacts);
    pawli_expect(check, "a walker touches ground", contacts > 0, 1);
}

static void find(pawli_check *check, const pawl_level *level, void *memory, size_t size) {
    const pawl_vec2 left = AT(-50, 4), right = AT(60, 4);
    pawl_vec2 corners[CORNERS_MAX];
    pawl_path path = {corners, CORNERS_MAX, 0, 0, 0};
    pawl_place from = {{0, 0}, 0}, to = {{0, 0}, 0};
    pawli_expect(check, "pawl_level_locate()", pawl_level_locate(level, left, 0, &from), PAWL_OK);
    pawli_expect(check, "pawl_level_locate()", pawl_level_locate(level, right, 0, &to), PAWL_OK);
    pawli_expect(check, "pawl_level_sees()", pawl_level_sees(level, NULL, from, right), 0);
    pawli_expect(check, "pawl_level_find_path()",
                 pawl_level_find_path(level, NULL, from, to, memory, size, &path), PAWL_OK);
    pawli_expect(check, "a path goes around corners", path.count > 3, 1);
    for (uint32_t i = 0; i < path.count; i++) {
        pawli_fold(check, (uint32_t)corners[i].x);
        pawli_fold(check, (uint32_t)corners[i].y);
    }
    pawli_fold(check, (uint32_t)((uint64_t)path.length & UINT32_MAX));
    pawli_mark(check, "corners of a path", (int32_t)path.count);
}

void pawli_stage_level(pawli_check *check) {
    size_t size = 0;
    uint8_t *const memory = pawli_world_memory(&size);
    pawl_level level;
    if (!build(check, memory, size, &level)) return;
    walk(check, &level);
}

/* In a level of its own: on boards with little flash another program finds paths. */
void pawli_stage_paths(pawli_check *check) {
    size_t size = 0;
    uint8_t *const memory = pawli_world_memory(&size);
    pawl_level level;
    if (!build(check, memory, size, &level)) return;
    find(check, &level, memory + BLOCK_BYTES, size - BLOCK_BYTES);
}
