/* crowd.c - what crowd.h declares. */
#include "support/world/crowd.h"

pawl_world *make_crowd_world(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = CROWD_BODIES;
    def.shape_capacity = CROWD_SHAPES;
    const size_t size = pawl_world_size(&def);
    pawl_world *world;
    return pawl_world_init(malloc(size), size, &def, &world) == PAWL_OK ? world : NULL;
}

pawl_body_id crowd_body(const pawl_world *world, uint64_t *seed) {
    const uint32_t count = pawl_world_get_counters(world).bodies;
    pawl_body_id body = pawl_world_next_body(world, NO_BODY);
    if (count == 0) return body;
    for (int i = crowd_pick(seed, (int)count); i > 0; i--)
        body = pawl_world_next_body(world, body);
    return body;
}

static void crowd_add_shape(pawl_world *world, pawl_body_id body, const pawl_convex *convex,
                            uint64_t *seed) {
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    def.filter.category = 1u << crowd_pick(seed, 3);
    if (crowd_pick(seed, 3) == 0) def.filter.mask = (uint32_t)seeded_next(seed) & 7u;
    if (pawl_shape_create(world, body, &def, convex, &shape) != PAWL_OK) return; /* full */
    if (crowd_pick(seed, 8) == 0) {
        pawli_shapes(world)[shape.index1 - 1].flags |= PAWLI_SHAPE_SENSOR;
    }
}

/* Any type and pose; a third are twins of another body, so that results tie. */
static void crowd_add_body(pawl_world *world, uint64_t *seed) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    pawl_convex convex = seeded_convex(seed, crowd_pick(seed, 6), FX(1.5));
    const pawl_body_id other = crowd_body(world, seed);
    const pawl_shape_id model = pawl_body_next_shape(world, other, NO_SHAPE);
    def.type = (pawl_body_type)crowd_pick(seed, 3);
    def.position = seeded_point(seed, CROWD_REACH);
    if (crowd_pick(seed, 2)) def.angle = (pawl_angle)(seeded_next(seed) >> 32);
    if (crowd_pick(seed, 3) == 0 && pawl_shape_get_convex(world, model, &convex) == PAWL_OK) {
        def.position = pawl_body_get_position(world, other);
        def.angle = pawl_body_get_angle(world, other);
        def.type = pawl_body_get_type(world, other);
    }
    if (pawl_body_create(world, &def, &body) != PAWL_OK) return; /* full */
    crowd_add_shape(world, body, &convex, seed);
    for (int more = crowd_pick(seed, 3); more > 0; more--) {
        convex = seeded_convex(seed, crowd_pick(seed, 6), FX(1.5));
        crowd_add_shape(world, body, &convex, seed);
    }
}

/* One more event in the life of a world. */
static void crowd_live(pawl_world *world, uint64_t *seed) {
    const pawl_body_id body = crowd_body(world, seed);
    const int event = crowd_pick(seed, 12);
    if (event < 4) crowd_add_body(world, seed);
    if (event == 4) pawl_body_destroy(world, body);
    if (event == 5) pawl_shape_destroy(world, pawl_body_next_shape(world, body, NO_SHAPE));
    if (event == 6) pawl_body_set_enabled(world, body, crowd_pick(seed, 3) != 0);
    if (event == 7 || event == 8) {
        pawl_body_set_pose(world, body, seeded_point(seed, CROWD_REACH),
                           (pawl_angle)(seeded_next(seed) >> 32));
    }
    if (event == 9) pawl_body_set_velocity(world, body, seeded_point(seed, FX(30)));
    if (event == 10) pawl_body_set_awake(world, body, false);
    if (event == 11) ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
}

static pawl_world *make_crowd(uint64_t *seed) {
    pawl_world *const world = make_crowd_world();
    for (int i = 3 * CROWD_BODIES; i > 0; i--)
        crowd_live(world, seed);
    return world;
}

static pawl_query_filter seeded_filter(const pawl_world *world, uint64_t *seed) {
    pawl_query_filter filter = pawl_query_filter_default();
    if (crowd_pick(seed, 2)) filter.category = 1u << crowd_pick(seed, 3);
    if (crowd_pick(seed, 2)) filter.mask = (uint32_t)seeded_next(seed) & 7u;
    if (crowd_pick(seed, 2)) filter.ignore = crowd_body(world, seed);
    filter.sensors = crowd_pick(seed, 2);
    return filter;
}

static bool crowd_sees(const crowd_walk *walk) {
    const pawl_query_filter filter = walk->filter ? *walk->filter : pawl_query_filter_default();
    const pawl_filter own = pawl_shape_get_filter(walk->world, walk->shape);
    const pawli_shape *shape = &pawli_shapes_const(walk->world)[walk->shape.index1 - 1];
    return (filter.mask & own.category) && (own.mask & filter.category) &&
           !pawl_body_id_equal(filter.ignore, walk->body) &&
           (filter.sensors || !(shape->flags & PAWLI_SHAPE_SENSOR)) &&
           pawl_body_is_enabled(walk->world, walk->body);
}

/* To the next shape that the filter lets through. */
static bool crowd_next(crowd_walk *walk) {
    do {
        walk->shape = pawl_body_next_shape(walk->world, walk->body, walk->shape);
        while (walk->shape.index1 == 0) {
            walk->body = pawl_world_next_body(walk->world, walk->body);
            if (walk->body.index1 == 0) return false;
            walk->shape = pawl_body_next_shape(walk->world, walk->body, NO_SHAPE);
        }
    } while (!crowd_sees(walk));
    const pawli_body *body = &pawli_bodies_const(walk->world)[walk->body.index1 - 1];
    walk->frame = (pawli_frame){body->position, body->rotation, body->center};
    return pawl_shape_get_convex(walk->world, walk->shape, &walk->convex) == PAWL_OK;
}

/* Where the centre of mass is the origin of the body, the public functions see the same. */
static bool crowd_is_centered(const crowd_walk *walk) {
    return walk->frame.center.x == 0 && walk->frame.center.y == 0;
}

static int crowd_compare(const pawl_world *world, int64_t key_a, pawl_shape_id a, int64_t key_b,
                         pawl_shape_id b) {
    if (key_a != key_b) return key_a < key_b ? -1 : 1;
    return crowd_serial(world, a) < crowd_serial(world, b) ? -1 : 1;
}

pawl_vec2 seeded_from(const pawl_world *world, uint64_t *seed) {
    const pawl_body_id body = crowd_body(world, seed);
    pawl_convex convex;
    const pawl_shape_id shape = pawl_body_next_shape(world, body, NO_SHAPE);
    if (crowd_pick(seed, 4) || pawl_shape_get_convex(world, shape, &convex) != PAWL_OK) {
        return seeded_point(seed, 2 * CROWD_REACH);
    }
    return pawl_pose_apply(pawl_body_get_pose(world, body), convex.vertices[convex.count - 1]);
}

pawl_vec2 seeded_way(uint64_t *seed) {
    pawl_vec2 way = seeded_point(seed, crowd_pick(seed, 4) ? 3 * CROWD_REACH : FX(1));
    const int kind = crowd_pick(seed, 8);
    if (kind == 0 || kind == 1) way.x = 0;
    if (kind == 1 || kind == 2) way.y = 0;
    return way;
}

static void crowd_sort_in(const pawl_world *world, crowd_hits *list, pawl_shape_id shape,
                          const pawl_cast_hit *found) {
    uint32_t at = list->count++;
    for (; at > 0; at--) {
        const pawl_query_hit *before = &list->hits[at - 1];
        if (crowd_compare(world, before->fraction, before->shape, found->fraction, shape) < 0)
            break;
        list->hits[at] = *before;
    }
    list->hits[at] = (pawl_query_hit){
        shape, 0, found->fraction, found->inside, found->point, found->normal, PAWL_NULL_SOFT};
}

/* convex null: a ray from the position of the pose. */
static void crowd_find_hits(const pawl_world *world, const pawl_convex *convex, pawl_pose pose,
                            pawl_vec2 way, const pawl_query_filter *filter, crowd_hits *out) {
    crowd_walk walk = {.world = world, .filter = filter};
    const pawli_frame moving = {pose.position, pose.rotation, {0, 0}};
    out->count = 0;
    while (crowd_next(&walk)) {
        pawl_cast_hit hit;
        const pawl_pose there = {walk.frame.position, walk.frame.rotation};
        const bool centered = crowd_is_centered(&walk);
        if (convex == NULL && centered) {
            hit = pawl_ray_cast(&walk.convex, there, pose.position, way);
        } else if (convex == NULL) {
            pawli_ray_cast(&walk.convex, &walk.frame, pose.position, way, &hit);
        } else if (centered) {
            hit = pawl_convex_cast(convex, pose, way, &walk.convex, there);
        } else {
            hit = pawli_cast_shape(convex, &moving, way, &walk.convex, &walk.frame);
        }
        if (hit.hit) crowd_sort_in(world, out, walk.shape, &hit);
    }
}

bool same_hit(const pawl_query_hit *a, const pawl_query_hit *b) {
    return pawl_shape_id_equal(a->shape, b->shape) && a->part == b->part &&
           a->fraction == b->fraction && a->inside == b->inside && a->point.x == b->point.x &&
           a->point.y == b->point.y && a->normal.c == b->normal.c && a->normal.s == b->normal.s;
}

static const char *compare_hits(const crowd_hits *want, const pawl_query_hit *got,
                                uint32_t capacity, uint32_t total) {
    const pawl_query_hit untouched = {.part = 77};
    if (total != want->count) return "the number of hits";
    for (uint32_t i = 0; i < total && i < capacity; i++) {
        if (!same_hit(&want->hits[i], &got[i])) return "a hit";
    }
    const uint32_t end = total < capacity ? total : capacity;
    if (!same_hit(&got[end], &untouched)) return "written past the end";
    return NULL;
}

static const char *compare_closest(const crowd_hits *want, bool found, const pawl_query_hit *got) {
    const pawl_query_hit none = {0};
    if (found != (want->count > 0)) return "whether there is a hit";
    return same_hit(got, found ? &want->hits[0] : &none) ? NULL : "the first hit";
}

const char *check_ray(const pawl_world *world, uint64_t *seed) {
    const pawl_query_filter filter = seeded_filter(world, seed);
    const pawl_query_filter *given = crowd_pick(seed, 2) ? &filter : NULL;
    const pawl_pose pose = {seeded_from(world, seed), {PAWL_UNIT, 0}};
    const pawl_vec2 way = seeded_way(seed);
    const uint32_t capacity = CAPACITY_PICK(seed);
    crowd_hits want;
    pawl_query_hit got[CROWD_SHAPES + 1], first = {.part = 77};
    for (int i = 0; i <= CROWD_SHAPES; i++)
        got[i] = first;
    crowd_find_hits(world, NULL, pose, way, given, &want);
    const uint32_t total = pawl_world_ray_all(world, pose.position, way, given, got, capacity);
    const char *defect = compare_hits(&want, got, capacity, total);
    const bool found = pawl_world_ray_closest(world, pose.position, way, given, &first);
    if (defect == NULL) defect = compare_closest(&want, found, &first);
    if (defect == NULL && pawl_world_ray_any(world, pose.position, way, given) != found)
        defect = "whether there is any hit";
    return defect;
}

const char *check_cast(const pawl_world *world, uint64_t *seed) {
    const pawl_query_filter filter = seeded_filter(world, seed);
    const pawl_query_filter *given = crowd_pick(seed, 2) ? &filter : NULL;
    const pawl_convex convex = seeded_convex(seed, crowd_pick(seed, 6), FX(1));
    pawl_pose pose = seeded_pose(seed, 2 * CROWD_REACH);
    pose.position = seeded_from(world, seed);
    const pawl_vec2 way = seeded_way(seed);
    const uint32_t capacity = CAPACITY_PICK(seed);
    crowd_hits want;
    pawl_query_hit got[CROWD_SHAPES + 1], first = {.part = 77};
    for (int i = 0; i <= CROWD_SHAPES; i++)
        got[i] = first;
    crowd_find_hits(world, &convex, pose, way, given, &want);
    const uint32_t total = pawl_world_cast_all(world, &convex, pose, way, given, got, capacity);
    const char *defect = compare_hits(&want, got, capacity, total);
    const bool found = pawl_world_cast_closest(world, &convex, pose, way, given, &first);
    return defect != NULL ? defect : compare_closest(&want, found, &first);
}

/* A box as the polygon that it is, where it is neither too large nor too small for one. */
static pawl_convex convex_of_box(pawl_box box, pawl_pose *pose) {
    pawl_convex convex;
    const pawl_fx width = box.upper.x - box.lower.x, height = box.upper.y - box.lower.y;
    const pawl_vec2 corners[4] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    *pose = (pawl_pose){box.lower, {PAWL_UNIT, 0}};
    if (pawl_make_polygon(corners, 4, 0, &convex) != PAWL_OK) abort();
    return convex;
}

static crowd_place seeded_place(const pawl_world *world, uint64_t *seed) {
    crowd_place place = {.kind = crowd_pick(seed, 3)};
    place.pose = seeded_pose(seed, CROWD_REACH);
    place.pose.position = seeded_from(world, seed);
    place.convex = seeded_convex(seed, crowd_pick(seed, 6), FX(2));
    if (place.kind == 1) {
        place.box.lower = place.box.upper = place.pose.position;
        place.box.upper.x += seeded_between(seed, FX(1) / 1024, FX(5));
        place.box.upper.y += seeded_between(seed, FX(1) / 1024, FX(5));
        place.convex = convex_of_box(place.box, &place.pose);
    }
    return place;
}

static bool crowd_overlaps(const crowd_place *place, const crowd_walk *walk) {
    const pawl_pose there = {walk->frame.position, walk->frame.rotation};
    const pawli_frame frame = {place->pose.position, place->pose.rotation, {0, 0}};
    if (place->kind == 2) {
        return crowd_is_centered(walk)
                   ? pawl_contains_point(&walk->convex, there, place->pose.position)
                   : pawli_closest_contains_point(&walk->convex, &walk->frame,
                                                  place->pose.position);
    }
    return crowd_is_centered(walk)
               ? pawl_overlap(&place->convex, place->pose, &walk->convex, there)
               : pawli_overlap(&place->convex, &frame, &walk->convex, &walk->frame);
}

static uint32_t crowd_ask(const pawl_world *world, const crowd_place *place,
                          const pawl_query_filter *filter, pawl_query_overlap *out,
                          uint32_t capacity) {
    if (place->kind == 0)
        return pawl_world_overlap(world, &place->convex, place->pose, filter, out, capacity);
    if (place->kind == 1) return pawl_world_overlap_box(world, place->box, filter, out, capacity);
    return pawl_world_overlap_point(world, place->pose.position, filter, out, capacity);
}

const char *check_overlap(const pawl_world *world, uint64_t *seed) {
    const pawl_query_filter filter = seeded_filter(world, seed);
    const pawl_query_filter *given = crowd_pick(seed, 2) ? &filter : NULL;
    const crowd_place place = seeded_place(world, seed);
    const uint32_t capacity = CAPACITY_PICK(seed);
    pawl_shape_id want[CROWD_SHAPES];
    pawl_query_overlap got[CROWD_SHAPES + 1];
    crowd_walk walk = {.world = world, .filter = given};
    uint32_t count = 0;
    while (crowd_next(&walk)) {
        if (!crowd_overlaps(&place, &walk)) continue;
        uint32_t at = count++;
        for (; at > 0 && crowd_compare(world, 0, want[at - 1], 0, walk.shape) > 0; at--)
            want[at] = want[at - 1];
        want[at] = walk.shape;
    }
    for (int i = 0; i <= CROWD_SHAPES; i++)
        got[i] = (pawl_query_overlap){.part = 77};
    const uint32_t total = crowd_ask(world, &place, given, got, capacity);
    if (total != count) return "the number of overlaps";
    const uint32_t end = total < capacity ? total : capacity;
    for (uint32_t i = 0; i < end; i++) {
        if (!pawl_shape_id_equal(got[i].shape, want[i]) || got[i].part != 0) return "an overlap";
    }
    return got[end].part == 77 ? NULL : "written past the end";
}

const char *check_closest(const pawl_world *world, uint64_t *seed) {
    const pawl_query_filter filter = seeded_filter(world, seed);
    const pawl_query_filter *given = crowd_pick(seed, 2) ? &filter : NULL;
    const pawl_vec2 point = seeded_from(world, seed);
    const pawl_fx reach = crowd_pick(seed, 4) ? seeded_between(seed, 0, FX(4)) : PAWL_FX_MAX;
    const pawli_frame at = {point, {PAWL_UNIT, 0}, {0, 0}};
    const pawl_convex dot = {.count = 1};
    crowd_walk walk = {.world = world, .filter = given};
    pawl_query_closest want = {.distance = 0}, got = {.part = 77};
    while (crowd_next(&walk)) {
        const pawl_distance d = pawli_closest(&walk.convex, &walk.frame, &dot, &at);
        if (d.distance > reach) continue;
        if (want.shape.index1 != 0 &&
            crowd_compare(world, want.distance, want.shape, d.distance, walk.shape) < 0)
            continue;
        want = (pawl_query_closest){walk.shape, 0, point, {0, 0}, d.distance, PAWL_NULL_SOFT};
        if (d.distance == 0) continue;
        want.point = pawl_vec2_add(walk.frame.position, d.point_a);
        want.normal = d.normal;
    }
    if (pawl_world_closest(world, point, reach, given, &got) != (want.shape.index1 != 0))
        return "whether there is a shape";
    if (!pawl_shape_id_equal(got.shape, want.shape) || got.part != 0) return "the closest shape";
    if (got.distance != want.distance) return "the distance";
    if (got.point.x != want.point.x || got.point.y != want.point.y) return "the point";
    if (got.normal.c != want.normal.c || got.normal.s != want.normal.s) return "the normal";
    return NULL;
}

const char *check_crowd(crowd_check *check, uint64_t seed, int cases) {
    pawl_world *const world = make_crowd(&seed);
    const char *defect = NULL;
    for (int i = 0; i < cases && defect == NULL; i++) {
        if (i % 10 == 0) crowd_live(world, &seed);
        defect = check(world, &seed);
    }
    free(world);
    return defect;
}
