/* softs.c - a rope that carries a crate, a cloth that a ball tears, three blobs and a jelly, in a
 * room of a chain and tiles: all that soft bodies are made of and meet. */
#include "golden/softs.h"

#include <string.h>

#include "support/world/lanes.h"

#define UNIT PAWL_FX_ONE
#define POINTS_MAX 64
#define LINKS_MAX 256

/* Points and links of the body that is being made. */
typedef struct maker {
    pawl_world *world;
    pawl_soft_point points[POINTS_MAX];
    pawl_soft_link links[LINKS_MAX];
    pawl_soft_parts parts;
    pawl_soft_def def;
    pawl_status status; /* of the first call that failed */
} maker;

static void note(maker *m, pawl_status status) {
    if (m->status == PAWL_OK) m->status = status;
}

static void begin(maker *m) {
    m->parts = (pawl_soft_parts){m->points, m->links, POINTS_MAX, LINKS_MAX, 0, 0};
    m->def = pawl_soft_def_default();
    m->def.damping = UNIT / 2;
}

static pawl_soft_id finish(maker *m) {
    pawl_soft_id made = {0, 0};
    m->def.points = m->points;
    m->def.links = m->links;
    m->def.point_count = m->parts.point_count;
    m->def.link_count = m->parts.link_count;
    if (m->status == PAWL_OK) note(m, pawl_soft_create(m->world, &m->def, &made));
    return made;
}

static pawl_vec2 at(int32_t x, int32_t y) {
    return pawl_vec2_make(x * UNIT, y * UNIT);
}

/* ---- the room ---- */

static const pawl_vec2 room_points[] = {
    {-12 * UNIT, 12 * UNIT}, {-12 * UNIT, 0}, {0, -UNIT}, {12 * UNIT, 0}, {12 * UNIT, 12 * UNIT}};
static const uint8_t room_cells[] = {1, 1, 4, 0, 0, 1, 3, 0};

static void add_room(maker *m) {
    const pawl_body_def body = pawl_body_def_default();
    const pawl_shape_def material = pawl_shape_def_default();
    const pawl_chain chain = {room_points, 5, false, false, false};
    const pawl_tile_map map = {room_cells, 4, 2, UNIT, at(4, 0)};
    pawl_body_id ground;
    pawl_shape_id shape;
    note(m, pawl_body_create(m->world, &body, &ground));
    if (m->status != PAWL_OK) return;
    note(m, pawl_shape_create_chain(m->world, ground, &material, &chain, &shape));
    note(m, pawl_shape_create_tiles(m->world, ground, &material, &map, &shape));
}

static pawl_body_id add_rigid(maker *m, pawl_vec2 position, pawl_vec2 velocity, bool is_ball) {
    pawl_body_def body = pawl_body_def_default();
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_body_id made = {0, 0};
    pawl_shape_id shape;
    pawl_convex convex;
    body.type = PAWL_DYNAMIC;
    body.position = position;
    body.velocity = velocity;
    note(m, is_ball ? pawl_make_circle(at(0, 0), UNIT / 2, &convex)
                    : pawl_make_box(UNIT / 2, UNIT / 2, &convex));
    if (m->status == PAWL_OK) note(m, pawl_body_create(m->world, &body, &made));
    if (m->status == PAWL_OK) {
        note(m, pawl_shape_create(m->world, made, &material, &convex, &shape));
    }
    return made;
}

/* ---- soft bodies ---- */

static void add_rope(maker *m) {
    const pawl_body_id crate = add_rigid(m, at(-8, 5), at(0, 0), false);
    uint32_t link;
    begin(m);
    note(m, pawl_soft_add_rope(&m->parts, at(-11, 8), at(-8, 6), 12, UNIT / 4, UNIT, UNIT / 8));
    m->points[0].mass = 0;
    const pawl_soft_id rope = finish(m);
    const pawl_vec2 top = pawl_vec2_make(0, UNIT / 2);
    if (m->status == PAWL_OK) {
        note(m, pawl_soft_attach(m->world, rope, 12, crate, top, &link));
    }
}

static void add_cloth(maker *m) {
    const pawl_box box = {at(-3, 4), at(1, 8)};
    begin(m);
    note(m, pawl_soft_add_cloth(&m->parts, box, 6, 6, UNIT, UNIT, UNIT / 2));
    m->points[0].mass = m->points[6].mass = 0;
    for (uint32_t i = 0; i < m->parts.link_count; i++) {
        if (m->links[i].type == PAWL_LINK_DISTANCE) m->links[i].tear = UNIT + UNIT / 8;
    }
    (void)finish(m);
    (void)add_rigid(m, at(-9, 10), at(40, -18), true);
}

static void add_jellies(maker *m) {
    for (int32_t i = 0; i < 3; i++) {
        begin(m);
        note(m, pawl_soft_add_blob(&m->parts, at(3 + 2 * i, 4 + 2 * i), UNIT * 3 / 4, 12, UNIT,
                                   UNIT, UNIT / 8));
        m->def.outline_count = m->parts.point_count;
        m->def.pressure = UNIT / 2;
        (void)finish(m);
    }
    const pawl_vec2 corners[5] = {at(2, 9), at(4, 9), at(5, 10), at(3, 11), at(2, 10)};
    begin(m);
    note(m, pawl_soft_add_polygon(&m->parts, corners, 5, 2 * UNIT, UNIT / 2, UNIT / 32));
    m->def.outline_count = 5;
    m->def.self_collide = true;
    (void)finish(m);
}

pawl_status golden_soft_run(void *memory, size_t size, const golden_soft_sink *sink) {
    maker m;
    memset(&m, 0, sizeof m);
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 8;
    def.soft_capacity = 8;
    def.soft_point_capacity = 200;
    def.soft_link_capacity = 600;
    m.status = pawl_world_init(memory, size, &def, &m.world);
    if (m.status != PAWL_OK) return m.status;
    add_room(&m);
    add_rope(&m);
    add_cloth(&m);
    add_jellies(&m);
    uint32_t tears = 0;
    for (uint32_t tick = 0; tick < GOLDEN_SOFT_STEPS && m.status == PAWL_OK; tick++) {
        note(&m, sink->step ? sink->step(sink->context, m.world) : lanes_step(m.world));
        tears += pawl_world_get_events(m.world).tear_count;
        if ((tick + 1) % 60 != 0) continue;
        sink->checkpoint(sink->context, tick + 1, pawl_world_motion_hash(m.world),
                         pawl_world_hash(m.world));
    }
    if (m.status == PAWL_OK) sink->end(sink->context, pawl_world_get_faults(m.world), tears);
    return m.status;
}
