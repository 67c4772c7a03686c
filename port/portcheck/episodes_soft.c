/* episodes_soft.c - soft bodies: a rope that carries, a cloth that tears, a blob. */
#include "portcheck/check.h"

#include "pawl/pawl.h"

#include <string.h>

#define UNITS(n) PAWL_FX(n, 0, 1)
#define POINTS_MAX 10
#define LINKS_MAX 24

#if PAWL_WITH_SOFT
#define EPISODE(name) \
    { #name, run_##name }

/* Points and links of the soft body that is being made. */
typedef struct maker {
    pawl_world *world;
    pawl_soft_point points[POINTS_MAX];
    pawl_soft_link links[LINKS_MAX];
    pawl_soft_parts parts;
    pawl_soft_def def;
} maker;

static pawl_vec2 at(int16_t x, int16_t y) {
    return pawl_vec2_make(pawli_hundredths(x), pawli_hundredths(y));
}

static void expect_done(pawli_check *check, pawl_status status) {
    pawli_expect(check, "a soft body", status, PAWL_OK);
}

/* Without a ground where `is_bare`. */
static bool begin(pawli_check *check, maker *m, bool is_bare) {
    pawl_world_def def = pawl_world_def_default();
    size_t size;
    void *const memory = pawli_world_memory(&size);
    memset(m, 0, sizeof *m);
    def.body_capacity = def.shape_capacity = def.event_capacity = 2;
    def.contact_capacity = 2;
    def.joint_capacity = 0;
    def.soft_capacity = 1;
    def.soft_point_capacity = POINTS_MAX;
    def.soft_link_capacity = LINKS_MAX;
    const pawl_status status = pawl_world_size(&def) > size
                                   ? PAWL_ERR_MEMORY
                                   : pawl_world_init(memory, size, &def, &m->world);
    expect_done(check, status);
    if (status != PAWL_OK) return false;
    m->parts = (pawl_soft_parts){m->points, m->links, POINTS_MAX, LINKS_MAX, 0, 0};
    m->def = pawl_soft_def_default();
    if (!is_bare) (void)pawli_add(check, m->world, PAWL_STATIC, 0, -50, 400, 50);
    return true;
}

static pawl_soft_id finish(pawli_check *check, maker *m) {
    pawl_soft_id made = {0, 0};
    m->def.points = m->points;
    m->def.links = m->links;
    m->def.point_count = m->parts.point_count;
    m->def.link_count = m->parts.link_count;
    expect_done(check, pawl_soft_create(m->world, &m->def, &made));
    return made;
}

static void fold_soft(pawli_check *check, const pawl_world *world, pawl_soft_id soft) {
    pawli_fold_vec2(check, pawl_soft_get_center(world, soft));
    pawli_fold_vec2(check, pawl_soft_get_velocity(world, soft));
    pawli_fold_wide(check, pawl_soft_get_mass(world, soft));
    pawli_fold_wide(check, pawl_soft_get_area2(world, soft));
}

static void run_rope(pawli_check *check) {
    maker m;
    uint32_t link;
    if (!begin(check, &m, false)) return;
    const pawl_body_id crate = pawli_add(check, m.world, PAWL_DYNAMIC, 300, 250, 40, 40);
    expect_done(check, pawl_soft_add_rope(&m.parts, at(0, 400), at(260, 290), 8, UNITS(1), UNITS(1),
                                          UNITS(1) / 8));
    m.points[0].mass = 0;
    const pawl_soft_id rope = finish(check, &m);
    expect_done(check, pawl_soft_attach(m.world, rope, 8, crate, at(-40, 40), &link));
    pawli_play(check, m.world, 90);
    fold_soft(check, m.world, rope);
    expect_done(check, pawl_soft_tear(m.world, rope, 3));
    pawli_play(check, m.world, 40);
    fold_soft(check, m.world, rope);
}

/* Held at two corners, hit by a ball. */
static void run_cloth(pawli_check *check) {
    maker m;
    uint32_t tears = 0;
    if (!begin(check, &m, false)) return;
    const pawl_box box = {at(-60, 150), at(60, 270)};
    const pawl_body_id ball = pawli_add(check, m.world, PAWL_DYNAMIC, -300, 220, 30, 0);
    (void)pawl_body_set_velocity(m.world, ball, at(6000, 300));
    expect_done(check,
                pawl_soft_add_cloth(&m.parts, box, 2, 2, UNITS(1) / 2, UNITS(1), UNITS(1) / 4));
    m.points[0].mass = m.points[2].mass = 0;
    for (uint32_t i = 0; i < m.parts.link_count; i++)
        m.links[i].tear = UNITS(1) + UNITS(1) / 32;
    const pawl_soft_id cloth = finish(check, &m);
    for (int16_t tick = 0; tick < 60; tick++) {
        pawli_play(check, m.world, 1);
        tears += pawl_world_get_events(m.world).tear_count;
    }
    fold_soft(check, m.world, cloth);
    pawli_fold(check, tears);
    pawli_expect(check, "a cloth tears", tears > 0, 1);
}

/* It falls on the ground, a box on it, is pumped up, pushed, and comes to rest. */
static void run_blob(pawli_check *check) {
    maker m;
    if (!begin(check, &m, false)) return;
    (void)pawli_add(check, m.world, PAWL_DYNAMIC, 20, 300, 40, 20);
    expect_done(check, pawl_soft_add_blob(&m.parts, at(0, 120), UNITS(1), 10, UNITS(1), UNITS(1),
                                          UNITS(1) / 4));
    m.def.outline_count = m.parts.point_count;
    m.def.pressure = UNITS(1) / 2;
    m.def.damping = UNITS(1);
    m.def.self_collide = true;
    const pawl_soft_id blob = finish(check, &m);
    pawli_play(check, m.world, 60);
    fold_soft(check, m.world, blob);
    const int64_t area2 = pawl_soft_get_target_area2(m.world, blob);
    expect_done(check, pawl_soft_set_target_area2(m.world, blob, area2 + area2 / 3));
    const pawl_wide2 up = {PAWL_WIDE(3, 0, 1), PAWL_WIDE(5, 0, 1)};
    expect_done(check, pawl_soft_apply_impulse(m.world, blob, up));
    pawli_play(check, m.world, 60);
    expect_done(check, pawl_soft_set_point_position(m.world, blob, 2, at(0, 250)));
    pawli_play(check, m.world, 60);
    fold_soft(check, m.world, blob);
    pawli_expect(check, "faults of the world", (int64_t)pawl_world_get_faults(m.world), 0);
}

#if PAWL_WITH_CHAINS && PAWL_WITH_POLYGONS
#define EPISODE_JELLY EPISODE(jelly)

/* A stiff one on a chain, with a round polygon in its way, which turns. */
static pawl_soft_id make_jelly(pawli_check *check, pawl_world **world) {
    pawl_soft_id jelly = {0, 0};
    static const pawl_vec2 valley[5] = {{-UNITS(4), UNITS(3)},
                                        {-UNITS(2), 0},
                                        {0, UNITS(1) / 2},
                                        {UNITS(2), 0},
                                        {UNITS(3), UNITS(3)}};
    static const pawl_vec2 rock[3] = {{-UNITS(1) / 2, 0}, {UNITS(1) / 2, 0}, {0, UNITS(1)}};
    static const pawl_vec2 corners[5] = {{-UNITS(2), UNITS(2)},
                                         {-UNITS(1), UNITS(2)},
                                         {-UNITS(1) / 2, UNITS(3)},
                                         {-UNITS(3) / 2, UNITS(4)},
                                         {-UNITS(2), UNITS(3)}};
    const pawl_chain chain = {valley, 5, false, false, false};
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_body_def body = pawl_body_def_default();
    pawl_body_id made = {0, 0};
    pawl_shape_id shape;
    maker m;
    if (!begin(check, &m, true)) return jelly;
    *world = m.world;
    expect_done(check, pawl_body_create(m.world, &body, &made));
    expect_done(check, pawl_shape_create_chain(m.world, made, &material, &chain, &shape));
    body.type = PAWL_DYNAMIC;
    body.position = at(40, 150);
    body.angular_velocity = -UNITS(6);
    expect_done(check,
                pawl_body_create_polygon(m.world, &body, &material, rock, 3, UNITS(1) / 8, &made));
    expect_done(check,
                pawl_soft_add_polygon(&m.parts, corners, 5, UNITS(2), UNITS(1) / 2, UNITS(1) / 32));
    m.def.outline_count = 5;
    m.def.radius = UNITS(1) / 10;
    m.def.restitution = UNITS(1) / 2;
    m.def.friction = UNITS(1) / 4;
    jelly = finish(check, &m);
    expect_done(check, pawl_soft_set_velocity(m.world, jelly, at(400, -100)));
    return jelly;
}

/* What makes it is in another function, and no longer on the stack when the world steps. */
static void run_jelly(pawli_check *check) {
    pawl_soft_id (*const volatile make)(pawli_check *, pawl_world **) = make_jelly;
    pawl_world *world = NULL;
    const pawl_soft_id jelly = make(check, &world);
    if (world == NULL) return;
    pawli_play(check, world, 150);
    fold_soft(check, world, jelly);
}
#else
#define EPISODE_JELLY \
    { "jelly", NULL }
#endif
#else
#define EPISODE(name) \
    { #name, NULL }
#define EPISODE_JELLY EPISODE(jelly)
#endif

const pawli_episode pawli_soft_episodes[] = {
    EPISODE(rope), EPISODE(cloth), EPISODE(blob), EPISODE_JELLY, {NULL, NULL},
};

void pawli_stage_soft(pawli_check *check) {
    pawli_run_episodes(check, pawli_soft_episodes);
}
