/* episodes_question.c - questions to a world that change nothing. */
#include "portcheck/check.h"

#include "pawl/pawl.h"

#define UNITS(n) PAWL_FX(n, 0, 1)
#define RAYS 24
#define FOUND_MAX 4

#if PAWL_WITH_CHAINS && PAWL_WITH_SENSORS && PAWL_WITH_POLYGONS
#define EPISODE(name) \
    { #name, run_##name }

static const pawl_vec2 fence[] = {
    {-UNITS(4), UNITS(2)}, {-UNITS(3), -UNITS(1)}, {UNITS(1), -UNITS(2)}, {UNITS(4), 0}};
static const uint8_t cells[] = {1, 2, 0, 1, 6, 5};

static pawl_vec2 at(int16_t x, int16_t y) {
    return pawl_vec2_make(pawli_hundredths(x), pawli_hundredths(y));
}

static void expect_made(pawli_check *check, pawl_status status) {
    pawli_expect(check, "what is looked for", status, PAWL_OK);
}

/* All types of shapes, one of them a sensor, at angles that are none of the axes. */
static pawl_world *make_place(pawli_check *check) {
    static const pawl_vec2 corners[5] = {{0, -UNITS(1)},
                                         {UNITS(1), 0},
                                         {UNITS(1) / 2, UNITS(1)},
                                         {-UNITS(1) / 2, UNITS(1)},
                                         {-UNITS(1), 0}};
    pawl_world *const world = pawli_make_world(check, 7, 0);
    if (world == NULL) return NULL;
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def def = pawl_shape_def_default();
    const pawl_chain chain = {fence, 4, false, true, false};
    const pawl_tile_map map = {cells, 3, 2, UNITS(1) / 2, at(150, 150)};
    pawl_body_id made = {0, 0};
    pawl_shape_id shape;
    body.angle = PAWL_TURN(1, 30);
    expect_made(check, pawl_body_create(world, &body, &made));
    expect_made(check, pawl_shape_create_chain(world, made, &def, &chain, &shape));
    expect_made(check, pawl_shape_create_tiles(world, made, &def, &map, &shape));
    body.type = PAWL_DYNAMIC;
    body.position = at(-200, 100);
    expect_made(check, pawl_body_create_polygon(world, &body, &def, corners, 5, 0, &made));
    body.position = at(200, -100);
    body.angle = PAWL_TURN(1, 7);
    def.filter.category = 2;
    expect_made(check,
                pawl_body_create_polygon(world, &body, &def, corners, 5, UNITS(1) / 8, &made));
    body.position = at(-50, 250);
    expect_made(check, pawl_body_create_capsule(world, &body, &def, at(-50, 0), at(60, 20),
                                                UNITS(1) / 4, &made));
    body.position = at(80, 60);
    def.sensor = true;
    expect_made(check, pawl_body_create_circle(world, &body, &def, UNITS(1) / 2, &made));
    def.sensor = false;
    body.position = at(-100, -80);
    expect_made(check, pawl_body_create_box(world, &body, &def, UNITS(1) / 2, UNITS(1) / 4, &made));
    return world;
}

static void fold_shape(pawli_check *check, pawl_shape_id shape, uint32_t part) {
    pawli_fold(check, (uint32_t)shape.index1 << 16 | shape.generation);
    pawli_fold(check, part);
}

static void fold_hits(pawli_check *check, const pawl_query_hit *hits, uint32_t count) {
    pawli_fold(check, count);
    for (uint32_t i = 0; i < count && i < FOUND_MAX; i++) {
        fold_shape(check, hits[i].shape, hits[i].part);
        pawli_fold(check, (uint32_t)hits[i].fraction + hits[i].inside);
        pawli_fold_vec2(check, hits[i].point);
        pawli_fold_rot(check, hits[i].normal);
    }
}

/* From the middle and from outside, around the clock. */
static void run_rays(pawli_check *check) {
    pawl_world *const world = make_place(check);
    if (world == NULL) return;
    pawl_query_filter filter = pawl_query_filter_default();
    uint32_t hit = 0;
    for (uint32_t i = 0; i < RAYS; i++) {
        pawl_query_hit hits[FOUND_MAX];
        const pawl_rot turn = pawl_rot_from_angle((pawl_angle)(i * (UINT32_MAX / RAYS)));
        const pawl_vec2 far = pawl_vec2_make(turn.c / 2731, turn.s / 2731); /* 6 units */
        const pawl_vec2 from = i % 2 == 0 ? at(0, 0) : far;
        const pawl_vec2 way =
            i % 2 == 0 ? far : pawl_vec2_make(-far.x - far.x / 3, -far.y - far.y / 4);
        filter.sensors = i % 3 == 0;
        filter.mask = i % 5 == 0 ? 2 : UINT32_MAX;
        const bool one = pawl_world_ray_closest(world, from, way, &filter, &hits[0]);
        hit += one;
        fold_hits(check, hits, one);
        pawli_fold(check, pawl_world_ray_any(world, from, way, &filter));
        const uint32_t all = pawl_world_ray_all(world, from, way, &filter, hits, FOUND_MAX);
        fold_hits(check, hits, all);
    }
    pawli_expect(check, "rays hit", hit > RAYS / 2, 1);
}

static void run_casts(pawli_check *check) {
    pawl_world *const world = make_place(check);
    if (world == NULL) return;
    pawl_query_hit hits[FOUND_MAX];
    pawl_convex moving[2];
    uint32_t hit = 0;
    expect_made(check, pawl_make_capsule(at(0, -20), at(0, 20), PAWL_FX(0, 1, 8), &moving[0]));
    expect_made(check, pawl_make_box(UNITS(1) / 4, UNITS(1) / 5, &moving[1]));
    for (uint32_t i = 0; i < RAYS; i++) {
        const pawl_angle angle = (pawl_angle)(i * (UINT32_MAX / RAYS));
        const pawl_pose pose = {at(0, 20), pawl_rot_from_angle(angle / 2)};
        const pawl_rot turn = pawl_rot_from_angle(angle);
        const pawl_vec2 way = pawl_vec2_make(turn.c / 4096, turn.s / 4096); /* 4 units */
        const pawl_convex *const convex = &moving[i % 2];
        const bool one = pawl_world_cast_closest(world, convex, pose, way, NULL, &hits[0]);
        hit += one;
        fold_hits(check, hits, one);
        const uint32_t all = pawl_world_cast_all(world, convex, pose, way, NULL, hits, FOUND_MAX);
        fold_hits(check, hits, all);
    }
    pawli_expect(check, "casts hit", hit > RAYS / 2, 1);
}

static void fold_overlaps(pawli_check *check, const pawl_query_overlap *found, uint32_t count) {
    pawli_fold(check, count);
    for (uint32_t i = 0; i < count && i < FOUND_MAX; i++)
        fold_shape(check, found[i].shape, found[i].part);
}

static void run_overlaps(pawli_check *check) {
    pawl_world *const world = make_place(check);
    if (world == NULL) return;
    pawl_query_overlap found[FOUND_MAX];
    pawl_query_closest nearest;
    pawl_convex convex;
    uint32_t count = 0;
    pawl_random random = pawl_random_make(5, 1);
    expect_made(check, pawl_make_box(UNITS(1), UNITS(1) / 2, &convex));
    for (uint32_t i = 0; i < RAYS; i++) {
        const pawl_fx x = pawl_random_between(&random, -UNITS(4), UNITS(4));
        const pawl_vec2 point =
            pawl_vec2_make(x, pawl_random_between(&random, -UNITS(3), UNITS(3)));
        const pawl_pose pose = {point, pawl_rot_from_angle(pawl_random_next(&random))};
        const pawl_box box = {point, pawl_vec2_make(point.x + UNITS(1), point.y + UNITS(2))};
        const uint32_t here = pawl_world_overlap(world, &convex, pose, NULL, found, FOUND_MAX);
        fold_overlaps(check, found, here);
        count += here;
        fold_overlaps(check, found, pawl_world_overlap_box(world, box, NULL, found, FOUND_MAX));
        fold_overlaps(check, found, pawl_world_overlap_point(world, point, NULL, found, FOUND_MAX));
        if (!pawl_world_closest(world, point, UNITS(3), NULL, &nearest)) continue;
        fold_shape(check, nearest.shape, nearest.part);
        pawli_fold_vec2(check, nearest.point);
        pawli_fold_rot(check, nearest.normal);
        pawli_fold(check, (uint32_t)nearest.distance);
    }
    pawli_expect(check, "overlaps are found", count > 0, 1);
}

static void draw_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    pawli_fold(context, (uint32_t)item->role);
    pawli_fold_vec2(context, a);
    pawli_fold_vec2(context, b);
}

static void draw_point(void *context, const pawl_draw_item *item, pawl_vec2 point) {
    draw_line(context, item, point, point);
}

static void draw_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                         int32_t count, pawl_fx radius) {
    for (int32_t i = 0; i < count; i++)
        draw_line(context, item, points[i], pawl_vec2_make(radius, 0));
}

static void draw_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                        pawl_rot rotation) {
    draw_line(context, item, center, pawl_vec2_make(radius, rotation.s));
}

static void draw_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                         pawl_fx radius) {
    draw_line(context, item, a, b);
    pawli_fold(context, (uint32_t)radius);
}

static void draw_box(void *context, const pawl_draw_item *item, pawl_box box) {
    draw_line(context, item, box.lower, box.upper);
}

static void run_drawing(pawli_check *check) {
    pawl_world *const world = make_place(check);
    if (world == NULL) return;
    const pawl_box view = {at(-300, -200), at(200, 300)};
    const pawl_draw_hooks hooks = {.layers = PAWL_LAYER_ALL,
                                   .clip = &view,
                                   .context = check,
                                   .polygon = draw_polygon,
                                   .circle = draw_circle,
                                   .capsule = draw_capsule,
                                   .box = draw_box,
                                   .line = draw_line,
                                   .point = draw_point};
    pawli_play(check, world, 20);
    pawli_expect(check, "pawl_world_draw()", pawl_world_draw(world, &hooks), PAWL_OK);
}
#else
#define EPISODE(name) \
    { #name, NULL }
#endif

const pawli_episode pawli_questions_episodes[] = {
    EPISODE(rays), EPISODE(casts), EPISODE(overlaps), EPISODE(drawing), {NULL, NULL},
};

void pawli_stage_questions(pawli_check *check) {
    pawli_run_episodes(check, pawli_questions_episodes);
}
