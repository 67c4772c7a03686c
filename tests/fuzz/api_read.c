/* api_read.c - calls of fuzz_api that change nothing: queries, shapes without a world, drawing. */
#include "fuzz/api.h"

#define FOUND_MAX 4u

/* ---- queries ------------------------------------------------------------------------------- */
static pawl_query_filter filter_of(const call *c) {
    pawl_query_filter filter = pawl_query_filter_default();
    filter.sensors = c->flag;
    filter.soft = c->word % 4096 >= 2048;
    if (c->word % 8 == 0) filter.ignore = c->body;
    if (c->word % 16 == 0) filter.mask = c->angle;
    return filter;
}

static uint32_t fold_hit(uint32_t sum, const pawl_query_hit *hit) {
    sum = fold(fold(sum, pawl_shape_id_store(hit->shape)), hit->part);
    sum = fold(sum, pawl_soft_id_store(hit->soft));
    sum = fold(fold(sum, hit->fraction), hit->inside);
    return fold_rot(fold_vec2(sum, hit->point), hit->normal);
}

/* Around the movement of the call. */
static pawl_box box_of(const call *c) {
    const pawl_vec2 from = c->position, to = pawl_vec2_add(from, c->translation);
    const pawl_box box = {{pawl_min(from.x, to.x), pawl_min(from.y, to.y)},
                          {pawl_max(from.x, to.x), pawl_max(from.y, to.y)}};
    return box;
}

/* One hit and all of them tell the same. */
static uint32_t fold_hits(uint32_t sum, bool found, const pawl_query_hit *closest,
                          const pawl_query_hit *hits, uint32_t count, uint32_t capacity) {
    require(found == (count > 0), "the closest hit and all hits differ");
    if (found && capacity > 0) {
        require(fold_hit(0, closest) == fold_hit(0, &hits[0]), "the first hit is not the closest");
    }
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        require(i == 0 || hits[i - 1].fraction <= hits[i].fraction, "hits are not in order");
        sum = fold_hit(sum, &hits[i]);
    }
    return fold_hit(fold(sum, count), closest);
}

static uint32_t find_overlaps(const pawl_world *world, const call *c, pawl_pose pose) {
    const pawl_query_filter filter = filter_of(c);
    pawl_query_overlap found[FOUND_MAX];
    const uint32_t capacity = c->word / 16 % (FOUND_MAX + 1);
    const pawl_box box = box_of(c);
    uint32_t count, sum = 0;
    switch (c->angle % 3) {
    case 0:
        count = pawl_world_overlap(world, &c->convex, pose, &filter, found, capacity);
        break;
    case 1:
        count = pawl_world_overlap_box(world, box, &filter, found, capacity);
        break;
    default:
        count = pawl_world_overlap_point(world, c->position, &filter, found, capacity);
        break;
    }
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        sum = fold(fold(sum, pawl_shape_id_store(found[i].shape)), found[i].part);
        sum = fold(sum, pawl_soft_id_store(found[i].soft));
    }
    return fold(sum, count);
}

static uint32_t find_closest(const pawl_world *world, const call *c) {
    const pawl_query_filter filter = filter_of(c);
    pawl_query_closest found;
    uint32_t sum = pawl_world_closest(world, c->position, c->rate, &filter, &found);
    if (sum != 0) {
        require(found.distance >= 0 && found.distance <= c->rate, "the closest shape is too far");
    }
    sum = fold(fold(sum, pawl_shape_id_store(found.shape)), found.part);
    sum = fold(sum, pawl_soft_id_store(found.soft));
    return fold(fold_rot(fold_vec2(sum, found.point), found.normal), found.distance);
}

/* A list of any size; nothing begins or ends where nothing has changed. */
static uint32_t find_touches(const pawl_world *world, const call *c) {
    pawl_soft_touch pairs[FOUND_MAX];
    pawl_soft_touches list = {pairs, c->word / 16 % (FOUND_MAX + 1), 0, 0};
    uint32_t sum = 0;
    require(pawl_world_update_soft_touches(world, &list) == PAWL_OK, "touches are refused");
    const uint32_t count = list.count, missed = list.missed;
    require(pawl_world_update_soft_touches(world, &list) == PAWL_OK, "touches are refused");
    require(list.count == count && list.missed == missed, "touches come from nothing");
    for (uint32_t i = 0; i < count; i++) {
        require(pairs[i].state == PAWL_SOFT_TOUCH_STAYS, "a touch does not stay");
        sum = fold(fold(sum, pawl_shape_id_store(pairs[i].shape)), pairs[i].soft_part);
    }
    return fold(fold(sum, count), missed);
}

answer api_query(const pawl_world *world, const call *c) {
    const pawl_query_filter filter = filter_of(c);
    const pawl_pose pose = {c->position, pawl_rot_from_angle(c->angle)};
    const uint32_t capacity = c->word / 16 % (FOUND_MAX + 1);
    pawl_query_hit closest, hits[FOUND_MAX];
    answer given = {PAWL_OK, 0};
    bool found;
    uint32_t count;
    switch (c->word % 4) {
    case 0:
        found = pawl_world_ray_closest(world, c->position, c->translation, &filter, &closest);
        count = pawl_world_ray_all(world, c->position, c->translation, &filter, hits, capacity);
        require(found == pawl_world_ray_any(world, c->position, c->translation, &filter),
                "a ray hits something but not anything");
        given.handle = fold_hits(0, found, &closest, hits, count, capacity);
        break;
    case 1:
        found = pawl_world_cast_closest(world, &c->convex, pose, c->translation, &filter, &closest);
        count =
            pawl_world_cast_all(world, &c->convex, pose, c->translation, &filter, hits, capacity);
        given.handle = fold_hits(0, found, &closest, hits, count, capacity);
        break;
    case 2:
        given.handle = find_overlaps(world, c, pose);
        break;
    default:
        given.handle = fold(find_closest(world, c), find_touches(world, c));
        break;
    }
    return given;
}

/* ---- shapes without a world ---------------------------------------------------------------- */
static uint32_t fold_manifold(const pawl_manifold *m) {
    uint32_t sum = fold_rot(fold(m->count, m->separation), m->normal);
    require(m->count <= 2, "a manifold has too many points");
    for (int i = 0; i < m->count; i++)
        sum = fold(fold_vec2(sum, m->points[i].offset), m->points[i].separation);
    return sum;
}

static uint32_t move_shapes(const call *c, pawl_pose a, pawl_pose b) {
    const pawl_impact impact = pawl_time_of_impact(
        &c->convex, &(pawl_sweep){c->velocity, c->position, c->translation, c->angle, c->number},
        &c->second, &(pawl_sweep){{0, 0}, b.position, c->velocity, c->word, (int32_t)c->word},
        c->share);
    const pawl_cast_hit cast = pawl_convex_cast(&c->convex, a, c->translation, &c->second, b);
    const pawl_cast_hit ray = pawl_ray_cast(&c->second, b, c->position, c->translation);
    const pawl_segment_clip clip =
        pawl_clip_segment(&c->second, b, c->position, pawl_vec2_add(c->position, c->translation));
    require(impact.fraction >= 0 && impact.fraction <= PAWL_UNIT, "an impact at no time");
    require(cast.fraction >= 0 && cast.fraction <= PAWL_UNIT, "a cast hits at no time");
    require(ray.fraction >= 0 && ray.fraction <= PAWL_UNIT, "a ray hits at no time");
    require(!clip.hit || clip.enter <= clip.exit, "a segment leaves before it enters");
    uint32_t sum = fold(fold(impact.hit, impact.touching), impact.fraction);
    sum = fold_vec2(fold(fold(sum, cast.hit), cast.fraction), cast.point);
    sum = fold_vec2(fold(fold(sum, ray.hit), ray.fraction), ray.point);
    return fold(fold(sum, clip.enter), clip.exit);
}

answer api_collide(const call *c) {
    const pawl_pose a = {c->position, pawl_rot_from_angle(c->angle)};
    pawl_pose b = {pawl_vec2_add(c->position, pawl_vec2_make(c->share, c->rate)),
                   pawl_rot_from_angle(c->word)};
    if (c->angle % 64 == 0) b.rotation.c = c->number; /* no rotation */
    const pawl_manifold manifold = pawl_collide(&c->convex, a, &c->second, b, c->rate);
    const pawl_distance distance = pawl_closest(&c->convex, a, &c->second, b);
    const pawl_translation out = pawl_minimum_translation(&c->convex, a, &c->second, b);
    const pawl_segment_distance segments =
        pawl_segment_closest(c->position, c->velocity, c->translation, b.position);
    const bool overlap = pawl_overlap(&c->convex, a, &c->second, b);
    answer given = {PAWL_OK, 0};
    require(distance.distance >= 0 && out.depth >= 0, "a distance is negative");
    require(overlap == out.overlap, "shapes overlap and do not");
    uint32_t sum = fold(fold_manifold(&manifold), distance.distance);
    sum = fold_vec2(fold_vec2(sum, distance.point_a), distance.point_b);
    sum = fold(fold_vec2(fold(sum, overlap), out.move), out.depth);
    sum = fold(fold_vec2(sum, segments.point1), segments.distance_squared);
    sum = fold(sum, pawl_contains_point(&c->convex, a, c->translation));
    given.handle = fold(sum, move_shapes(c, a, b));
    return given;
}

/* ---- drawing ------------------------------------------------------------------------------- */
static void see(void *context, const pawl_draw_item *item, int64_t value) {
    uint32_t *const sum = (uint32_t *)context;
    require(item->role < PAWL_DRAW_ROLE_COUNT, "a primitive has no role");
    *sum = fold(fold(*sum, item->role), value);
    *sum = fold(fold(*sum, pawl_shape_id_store(item->shape)), item->part);
    *sum = fold(fold(*sum, pawl_joint_id_store(item->joint)), item->island);
}

static void see_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                        int32_t count, pawl_fx radius) {
    require(count >= 3, "a polygon has too few points");
    for (int32_t i = 0; i < count; i++)
        see(context, item, (int64_t)points[i].x + points[i].y);
    see(context, item, radius);
}

static void see_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                       pawl_rot rotation) {
    see(context, item, (int64_t)center.x + center.y + radius + rotation.c);
}

static void see_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                        pawl_fx radius) {
    see(context, item, (int64_t)a.x + a.y + b.x + b.y + radius);
}

static void see_box(void *context, const pawl_draw_item *item, pawl_box box) {
    see(context, item, (int64_t)box.lower.x + box.lower.y + box.upper.x + box.upper.y);
}

static void see_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    see(context, item, (int64_t)a.x + a.y + b.x + b.y);
}

static void see_point(void *context, const pawl_draw_item *item, pawl_vec2 point) {
    see(context, item, (int64_t)point.x + point.y);
}

static void see_number(void *context, const pawl_draw_item *item, pawl_vec2 point,
                       pawl_wide value) {
    see(context, item, point.x);
    see(context, item, value);
}

/* Somewhere else, now and then far off. */
static pawl_pose displaced(void *context, pawl_body_id body, pawl_pose now) {
    (void)context;
    const pawl_fx by = body.index1 % 3 == 0 ? PAWL_COORD_MAX : PAWL_FX_ONE;
    now.position = pawl_vec2_add(now.position, pawl_vec2_make(by, -by));
    return now;
}

answer api_draw(const pawl_world *world, const call *c) {
    const pawl_box clip = box_of(c);
    answer given = {PAWL_OK, 0};
    pawl_draw_hooks hooks = {.layers = c->word % 8 == 0 ? c->angle : PAWL_LAYER_ALL,
                             .context = &given.handle,
                             .polygon = see_polygon,
                             .circle = see_circle,
                             .capsule = see_capsule,
                             .box = see_box,
                             .line = see_line,
                             .point = see_point,
                             .number = see_number};
    if (c->flag) hooks.clip = &clip;
    if (c->angle % 2 == 0) hooks.pose = displaced;
    if (c->angle % 8 == 0) hooks.polygon = NULL;
    given.status = pawl_world_draw(world, &hooks);
    return given;
}
