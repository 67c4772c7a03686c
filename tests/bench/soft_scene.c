/* soft_scene.c - the soft bodies of bench-soft in pawl, and how far they stretch. */
#include "soft.h"

#include <math.h>
#include <string.h>

#include "measure.h"

#define RING 12
#define TILES_WIDE 20
#define TILES_HIGH 12

static void check(pawl_status status) {
    insist(status == PAWL_OK, pawl_status_text(status));
}

static double units(pawl_fx value) {
    return value / 65536.0;
}

bench_soft *bench_soft_begin(bool sleeping, uint8_t substeps) {
    bench_soft *const on = calloc(1, sizeof *on);
    pawl_world_def def = pawl_world_def_default();
    insist(on != NULL, "no memory");
    def.body_capacity = def.shape_capacity = 8;
    def.soft_capacity = BENCH_BLOBS;
    def.soft_point_capacity = BENCH_POINTS;
    def.soft_link_capacity = BENCH_LINKS;
    def.sleeping = sleeping;
    def.soft_substeps = substeps;
    on->size = pawl_world_size(&def);
    on->start = malloc(on->size);
    void *const memory = malloc(on->size);
    insist(on->start != NULL && memory != NULL, "no memory");
    check(pawl_world_init(memory, on->size, &def, &on->world));
    on->parts.points = on->points;
    on->parts.links = on->links;
    on->parts.point_capacity = BENCH_POINTS;
    on->parts.link_capacity = BENCH_LINKS;
    on->def = pawl_soft_def_default();
    on->firm_count = BENCH_LINKS;
    return on;
}

void bench_soft_end(bench_soft *on) {
    free(on->world);
    free(on->start);
    free(on);
}

void bench_soft_add(bench_soft *on) {
    on->def.points = on->points;
    on->def.links = on->links;
    on->def.point_count = on->parts.point_count;
    on->def.link_count = on->parts.link_count;
    insist(on->soft_count < BENCH_BLOBS, "too many soft bodies");
    check(pawl_soft_create(on->world, &on->def, &on->softs[on->soft_count++]));
    on->point_count += on->parts.point_count;
    on->link_count += on->parts.link_count;
    on->parts.point_count = on->parts.link_count = 0;
}

void bench_soft_keep(bench_soft *on) {
    memcpy(on->start, on->world, on->size);
}

void bench_soft_back(bench_soft *on) {
    memcpy(on->world, on->start, on->size);
}

void bench_soft_step(bench_soft *on, int steps) {
    for (int i = 0; i < steps; i++)
        check(pawl_world_step(on->world, NULL));
}

/* ---- scenes ---------------------------------------------------------------------------------- */

void bench_soft_rope(bench_soft *on) {
    const pawl_vec2 from = {0, 0}, to = {BENCH_FIXED(10), 0};
    check(pawl_soft_add_rope(&on->parts, from, to, 40, PAWL_FX_ONE, PAWL_FX_ONE, 0));
    on->points[0].mass = 0;
}

void bench_soft_cloth(bench_soft *on) {
    const pawl_box box = {{BENCH_FIXED(-2), BENCH_FIXED(-4)}, {BENCH_FIXED(2), 0}};
    check(pawl_soft_add_cloth(&on->parts, box, 20, 20, BENCH_FIXED(4), PAWL_FX_ONE, 0));
    on->points[0].mass = on->points[10].mass = 0;
}

static pawl_body_id add_static(bench_soft *on, double x, double y) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    def.position = pawl_vec2_make(BENCH_FIXED(x), BENCH_FIXED(y));
    check(pawl_body_create(on->world, &def, &body));
    return body;
}

static void add_wall(bench_soft *on, double x, double y, double half_width, double half_height) {
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_convex box;
    pawl_shape_id shape;
    check(pawl_make_box(BENCH_FIXED(half_width), BENCH_FIXED(half_height), &box));
    check(pawl_shape_create(on->world, add_static(on, x, y), &def, &box, &shape));
}

void bench_soft_floor(bench_soft *on) {
    add_wall(on, 0, -1, 20, 1);
}

/* Ground of one cell, a slope and a step on each side, walls. Its top is at 0. */
static void add_tiles(bench_soft *on) {
    static uint8_t cells[TILES_WIDE * TILES_HIGH];
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_tile_map map = {cells, TILES_WIDE, TILES_HIGH, PAWL_FX_ONE, {0, 0}};
    pawl_shape_id shape;
    for (int y = 0; y < TILES_HIGH; y++) {
        for (int x = 0; x < TILES_WIDE; x++) {
            const bool solid = y == 0 || x < 5 || x >= TILES_WIDE - 5;
            cells[y * TILES_WIDE + x] = solid ? PAWL_TILE_SOLID : PAWL_TILE_EMPTY;
        }
    }
    cells[TILES_WIDE + 5] = PAWL_TILE_LOWER_LEFT;
    cells[TILES_WIDE + TILES_WIDE - 6] = PAWL_TILE_LOWER_RIGHT;
    cells[TILES_WIDE + TILES_WIDE / 2] = PAWL_TILE_SOLID;
    map.lower = pawl_vec2_make(BENCH_FIXED(-TILES_WIDE / 2), BENCH_FIXED(-1));
    check(pawl_shape_create_tiles(on->world, add_static(on, 0, 0), &def, &map, &shape));
}

void bench_soft_blobs(bench_soft *on, bool on_tiles) {
    if (on_tiles) {
        add_tiles(on);
    } else {
        bench_soft_floor(on);
        add_wall(on, -4.5, 9, 0.5, 10);
        add_wall(on, 4.5, 9, 0.5, 10);
    }
    for (int i = 0; i < BENCH_BLOBS; i++) {
        const double x = -2.75 + 1.75 * (i % 4) + 0.25 * (i / 4 % 2);
        const pawl_vec2 at = {BENCH_FIXED(x), BENCH_FIXED(2 + 1.5 * (i / 4))};
        check(pawl_soft_add_blob(&on->parts, at, BENCH_FIXED(0.625), RING, PAWL_FX_ONE, PAWL_FX_ONE,
                                 BENCH_FIXED(0.25)));
        on->def.outline_count = RING;
        on->def.pressure = PAWL_FX_ONE;
        on->def.damping = PAWL_FX_ONE;
        bench_soft_add(on);
    }
}

/* ---- measurements ---------------------------------------------------------------------------- */

static void look_at_points(const bench_soft *on, pawl_soft_id soft, bench_soft_look *look) {
    const uint32_t count = pawl_soft_get_point_count(on->world, soft);
    for (uint32_t i = 0; i < count; i++) {
        pawl_soft_point point;
        check(pawl_soft_get_point(on->world, soft, i, &point));
        look->lowest = fmin(look->lowest, units(point.position.y));
        look->highest = fmax(look->highest, units(point.position.y));
        look->speed = fmax(look->speed, hypot(units(point.velocity.x), units(point.velocity.y)));
        look->touching += pawl_soft_is_point_touching(on->world, soft, i);
    }
}

static void look_at_links(const bench_soft *on, pawl_soft_id soft, bench_soft_look *look) {
    const uint32_t count = pawl_soft_get_link_count(on->world, soft);
    for (uint32_t i = 0; i < count; i++) {
        pawl_soft_link link;
        pawl_soft_point a, b;
        check(pawl_soft_get_link(on->world, soft, i, &link));
        if (link.type != PAWL_LINK_DISTANCE) continue;
        check(pawl_soft_get_point(on->world, soft, link.a, &a));
        check(pawl_soft_get_point(on->world, soft, link.b, &b));
        const double length = hypot(units(b.position.x) - units(a.position.x),
                                    units(b.position.y) - units(a.position.y));
        double *const worst = i < on->firm_count ? &look->stretch : &look->skew;
        *worst = fmax(*worst, fabs(length / units(link.length) - 1));
    }
}

bench_soft_look bench_soft_look_at(const bench_soft *on) {
    bench_soft_look look = {.lowest = 1e9, .highest = -1e9};
    for (int i = 0; i < on->soft_count; i++) {
        const pawl_soft_id soft = on->softs[i];
        const double rest = (double)pawl_soft_get_target_area2(on->world, soft);
        look_at_points(on, soft, &look);
        look_at_links(on, soft, &look);
        look.mean += units(pawl_soft_get_center(on->world, soft).y) / on->soft_count;
        if (rest <= 0) continue;
        look.area = fmax(look.area, fabs((double)pawl_soft_get_area2(on->world, soft) / rest - 1));
    }
    return look;
}
