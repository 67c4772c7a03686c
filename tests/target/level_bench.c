/* level_bench.c - the program of `make bench-mcu-level`: a small level is built, then 32 steps
 * touch nothing, 32 slide along the ground, 8 paths go around a wall.
 *
 * pawli_mark is called before and after every counted call, as in mcu_bench.c. */
#include "common/put.h"
#include "pawl/level.h"
#include "pawl/state.h"
#include "target/mark.h"

#define STEPS 32
#define PATHS 8
#define BLOCK_BYTES 1024
#define AT(x, y) \
    { (x) * INT32_C(8192), (y)*INT32_C(8192) } /* eighths of a unit */

static _Alignas(8) unsigned char memory[BLOCK_BYTES + 5888];
static uint32_t hash;

static pawl_status build(pawl_level *level) {
    static const pawl_vec2 ground[4] = {AT(-64, -8), AT(64, -8), AT(64, 0), AT(-64, 0)};
    static const pawl_vec2 wall[4] = {AT(8, 0), AT(11, 0), AT(11, 30), AT(8, 30)};
    static const pawl_vec2 diamond[4] = {AT(0, -3), AT(2, 0), AT(0, 3), AT(-2, 0)};
    static const uint32_t end = 4;
    const pawl_level_polygon polygons[2] = {{{ground, &end, 1}, 0}, {{wall, &end, 1}, 0}};
    pawl_level_def def = pawl_level_def_default();
    pawl_level_report report;
    def.polygons = polygons;
    def.polygon_count = 2;
    def.walker_points = diamond;
    def.walker_point_count = 4;
    def.cells = 4;
    def.limits.segments = 36;
    def.limits.vertices = 40;
    def.limits.edges = 48;
    const pawl_status status =
        pawl_level_build(&def, memory + BLOCK_BYTES, pawl_level_build_size(&def), NULL, memory,
                         BLOCK_BYTES, &report);
    return status == PAWL_OK ? pawl_level_trust(memory, report.size, level) : status;
}

static pawl_status step(const pawl_level *level, pawl_vec2 from, pawl_vec2 movement,
                        uint32_t contacts) {
    pawl_place place;
    pawl_step_report report;
    pawl_status status = pawl_level_locate(level, from, 0, &place);
    const pawl_vec2 down = {0, -16384};
    if (status == PAWL_OK && contacts > 0) { /* to the ground */
        status = pawl_level_step(level, NULL, down, 0, PAWL_FRICTION_COULOMB, &place, NULL);
    }
    for (int i = 0; i < STEPS && status == PAWL_OK; i++) {
        pawli_mark();
        status = pawl_level_step(level, NULL, movement, PAWL_FX(0, 1, 4), PAWL_FRICTION_COULOMB,
                                 &place, &report);
        pawli_mark();
        if (report.contact_count != contacts) return PAWL_ERR_GEOMETRY;
        hash = 31 * hash + (uint32_t)place.position.x;
    }
    return status;
}

static pawl_status find(const pawl_level *level) {
    const pawl_vec2 left = AT(-20, 6), right = AT(30, 6);
    pawl_vec2 corners[6];
    pawl_place from, to;
    pawl_status status = pawl_level_locate(level, left, 0, &from);
    if (status == PAWL_OK) status = pawl_level_locate(level, right, 0, &to);
    for (int i = 0; i < PATHS && status == PAWL_OK; i++) {
        pawl_path path = {corners, 6, 0, 0, 0};
        pawli_mark();
        status = pawl_level_find_path(level, NULL, from, to, memory + BLOCK_BYTES,
                                      sizeof memory - BLOCK_BYTES, &path);
        pawli_mark();
        if (path.count < 4) return PAWL_ERR_GEOMETRY;
        hash = 31 * hash + (uint32_t)path.length;
    }
    return status;
}

int main(void) {
    const pawl_vec2 air = AT(-60, 40), floor = AT(-60, 4);
    pawl_level level;
    const pawl_vec2 along = {4096, 64}, against = {4096, -2048};
    pawli_mark();
    pawl_status status = build(&level);
    pawli_mark();
    if (status == PAWL_OK) status = step(&level, air, along, 0);
    if (status == PAWL_OK) status = step(&level, floor, against, 1);
    if (status == PAWL_OK) status = find(&level);
    pawli_put_text("hash ");
    pawli_put_hex(hash);
    pawl_port_putc(' ');
    pawli_put_text(pawl_status_text(status));
    pawl_port_putc('\n');
    return status == PAWL_OK ? 0 : 1;
}
