/* test_query_soft.c - queries that see soft bodies, against a world of rigid bodies that has the
 * same capsules and circles at the same places: they must answer alike, bit for bit. */
#include "support/shape/convex.h"
#include "support/soft/soft_kit.h"
#include "support/world/crowd.h"

#define SOFTS 5
#define PARTS 700
#define HITS 900

/* What stands for a part in the other world. */
typedef struct twin {
    pawl_soft_id soft;
    uint32_t part;
    pawl_vec2 a, b;
    bool one_sided;
    pawl_convex convex;
} twin;

typedef struct scene {
    pawl_world *world, *mirror;
    pawl_soft_id softs[SOFTS];
    twin twins[PARTS]; /* by the order of creation in the mirror */
    uint32_t count;
} scene;

static kit parts;

/* ---- scenes ---------------------------------------------------------------------------------- */

static void begin_seeded(uint64_t *seed, int kind) {
    const pawl_vec2 at = seeded_point(seed, FX(5));
    const pawl_vec2 to = pawl_vec2_add(at, VEC(3, 0.5));
    begin_soft(&parts);
    switch (kind) {
    case 0:
        ck_assert_int_eq(pawl_soft_add_rope(&parts.parts, at, to, 12, FX(1), FX(1), 0), PAWL_OK);
        break;
    case 1:
        ck_assert_int_eq(pawl_soft_add_cloth(&parts.parts,
                                             (pawl_box){at, pawl_vec2_add(at, VEC(2, 2))}, 5, 4,
                                             FX(1), FX(1), FX(0.1)),
                         PAWL_OK);
        break;
    case 2:
        begin_blob(&parts, at, 1.5, 9);
        break;
    case 3:
        begin_square(&parts, at);
        break;
    default: /* points alone */
        for (uint32_t i = 0; i < 6; i++)
            parts.points[i] = (pawl_soft_point){seeded_point(seed, FX(6)), {0, 0}, FX(1)};
        parts.parts.point_count = 6;
        break;
    }
    parts.def.radius = seeded_between(seed, PAWL_SIZE_MIN, FX(0.3));
    parts.def.filter.category = 1u << crowd_pick(seed, 2);
}

static void add_twin(scene *s, uint64_t *seed, twin made, pawl_fx radius, pawl_filter filter) {
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def def = pawl_shape_def_default();
    pawl_body_id id;
    pawl_shape_id shape;
    body.position = seeded_point(seed, FX(4));
    def.filter = filter;
    const pawl_vec2 a = pawl_vec2_sub(made.a, body.position);
    const pawl_vec2 b = pawl_vec2_sub(made.b, body.position);
    const pawl_status status = pawl_vec2_dot(pawl_vec2_sub(a, b), pawl_vec2_sub(a, b)) == 0
                                   ? pawl_make_circle(a, radius, &made.convex)
                                   : pawl_make_capsule(a, b, radius, &made.convex);
    ck_assert_int_eq(status, PAWL_OK);
    ck_assert_int_eq(pawl_body_create(s->mirror, &body, &id), PAWL_OK);
    ck_assert_int_eq(pawl_shape_create(s->mirror, id, &def, &made.convex, &shape), PAWL_OK);
    ck_assert_uint_eq(shape.index1, s->count + 1);
    s->twins[s->count++] = made;
}

/* The surface links that are left, then the points that are the end of none. */
static void mirror_soft(scene *s, uint64_t *seed, pawl_soft_id soft) {
    const pawl_fx radius = pawl_soft_get_radius(s->world, soft);
    const pawl_filter filter = pawl_soft_get_filter(s->world, soft);
    const uint32_t outline = pawl_soft_get_outline_count(s->world, soft);
    bool covered[400] = {false};
    for (uint32_t i = 0; i < pawl_soft_get_link_count(s->world, soft); i++) {
        pawl_soft_link link;
        ck_assert_int_eq(pawl_soft_get_link(s->world, soft, i, &link), PAWL_OK);
        if (link.type != PAWL_LINK_DISTANCE || !(link.flags & PAWL_LINK_SURFACE)) continue;
        if (link.flags & PAWL_LINK_TORN) continue;
        covered[link.a] = covered[link.b] = true;
        const bool forward = outline > 0 && link.b == (link.a + 1u) % outline;
        const bool backward = outline > 0 && link.a == (link.b + 1u) % outline;
        twin made = {.soft = soft, .part = i, .one_sided = forward || backward};
        made.a = point_of(s->world, soft, backward ? link.b : link.a);
        made.b = point_of(s->world, soft, backward ? link.a : link.b);
        add_twin(s, seed, made, radius, filter);
    }
    for (uint32_t i = 0; i < pawl_soft_get_point_count(s->world, soft); i++) {
        const pawl_vec2 at = point_of(s->world, soft, i);
        const twin made = {.soft = soft, .part = PAWL_SOFT_PART_POINT + i, .a = at, .b = at};
        if (!covered[i]) add_twin(s, seed, made, radius, filter);
    }
}

static void make_scene(scene *s, uint64_t *seed) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = PARTS;
    s->world = make_soft_world();
    s->mirror = make_world(&def);
    s->count = 0;
    for (int i = 0; i < SOFTS; i++) {
        begin_seeded(seed, i);
        s->softs[i] = finish(&parts, s->world);
        const uint32_t points = pawl_soft_get_point_count(s->world, s->softs[i]);
        const uint32_t links = pawl_soft_get_link_count(s->world, s->softs[i]);
        for (int k = crowd_pick(seed, 6); k > 0; k--) {
            const uint32_t point = (uint32_t)crowd_pick(seed, (int)points);
            const pawl_vec2 to =
                pawl_vec2_add(point_of(s->world, s->softs[i], point), seeded_point(seed, FX(0.7)));
            pawl_soft_set_point_position(s->world, s->softs[i], point, to);
        }
        for (int k = crowd_pick(seed, 4); links > 0 && k > 0; k--)
            pawl_soft_tear(s->world, s->softs[i], (uint32_t)crowd_pick(seed, (int)links));
        mirror_soft(s, seed, s->softs[i]);
    }
}

static void free_scene(scene *s) {
    free(s->world);
    free(s->mirror);
}

/* ---- what is expected ------------------------------------------------------------------------ */

/* Twice the winding number of an outline around a point, in 128 bits: sides that end on the ray
 * count half. */
static int winding2(const pawl_world *world, pawl_soft_id soft, pawl_vec2 p, bool *on_outline) {
    const uint32_t count = pawl_soft_get_outline_count(world, soft);
    int sum = 0;
    *on_outline = false;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 a = point_of(world, soft, i), b = point_of(world, soft, (i + 1) % count);
        const int128 side =
            ((int128)b.x - a.x) * ((int128)p.y - a.y) - ((int128)b.y - a.y) * ((int128)p.x - a.x);
        const int from = (a.y > p.y) - (a.y < p.y), to = (b.y > p.y) - (b.y < p.y);
        const bool within = p.x >= pawl_min(a.x, b.x) && p.x <= pawl_max(a.x, b.x) &&
                            p.y >= pawl_min(a.y, b.y) && p.y <= pawl_max(a.y, b.y);
        if (side == 0 && within) *on_outline = true;
        if (to > from && side > 0) sum += to - from;
        if (to < from && side < 0) sum += to - from;
    }
    return sum;
}

static uint32_t order_of(const scene *s, pawl_soft_id soft) {
    for (uint32_t i = 0; i < SOFTS; i++) {
        if (pawl_soft_id_equal(s->softs[i], soft)) return i;
    }
    return SOFTS;
}

static bool precedes(const scene *s, const pawl_query_hit *a, const pawl_query_hit *b) {
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    const uint32_t of_a = order_of(s, a->soft), of_b = order_of(s, b->soft);
    return of_a != of_b ? of_a < of_b : a->part < b->part;
}

static void sort_hits(const scene *s, pawl_query_hit *hits, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const pawl_query_hit moved = hits[i];
        uint32_t at = i;
        for (; at > 0 && precedes(s, &moved, &hits[at - 1]); at--)
            hits[at] = hits[at - 1];
        hits[at] = moved;
    }
}

/* A link of an outline stops what moves against its front, and what is not behind it yet. */
static bool twin_stops(const twin *t, const pawl_convex *convex, pawl_pose pose, pawl_vec2 way) {
    const pawl_rot n = t->convex.normals[0];
    if (!t->one_sided || t->convex.count < 2) return true;
    if ((int64_t)n.c * way.x + (int64_t)n.s * way.y >= 0) return false;
    if (convex == NULL) return true;
    const pawl_box box = pawl_convex_box(convex, pose);
    const int64_t x = (int64_t)box.lower.x + box.upper.x - 2 * (int64_t)t->a.x;
    const int64_t y = (int64_t)box.lower.y + box.upper.y - 2 * (int64_t)t->a.y;
    return n.c * x + n.s * y >= 0;
}

/* Hits of the mirror as hits of the soft bodies, in their order. */
static uint32_t translate_hits(const scene *s, const pawl_convex *convex, pawl_pose pose,
                               pawl_vec2 way, const pawl_query_filter *filter,
                               pawl_query_hit *hits) {
    const uint32_t found =
        convex == NULL ? pawl_world_ray_all(s->mirror, pose.position, way, filter, hits, HITS)
                       : pawl_world_cast_all(s->mirror, convex, pose, way, filter, hits, HITS);
    uint32_t count = 0;
    ck_assert_uint_le(found, HITS);
    for (uint32_t i = 0; i < found; i++) {
        const twin *t = &s->twins[hits[i].shape.index1 - 1];
        if (!twin_stops(t, convex, pose, way)) continue;
        hits[count] = hits[i];
        hits[count].shape = NO_SHAPE;
        hits[count].soft = t->soft;
        hits[count++].part = t->part;
    }
    sort_hits(s, hits, count);
    return count;
}

static bool is_same(const pawl_query_hit *a, const pawl_query_hit *b) {
    return same_hit(a, b) && pawl_soft_id_equal(a->soft, b->soft);
}

/* Without those of areas, which have no twin. */
static uint32_t without_areas(pawl_query_hit *hits, uint32_t count, uint32_t *areas) {
    uint32_t kept = 0;
    *areas = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (hits[i].part == PAWL_SOFT_PART_AREA) {
            ck_assert_int_eq(hits[i].inside, true);
            ck_assert_int_eq(hits[i].fraction, 0);
            ++*areas;
        } else {
            hits[kept++] = hits[i];
        }
    }
    return kept;
}

static pawl_query_filter soft_filter(uint64_t *seed) {
    pawl_query_filter filter = pawl_query_filter_default();
    filter.soft = true;
    if (crowd_pick(seed, 3) == 0) filter.mask = 1u << crowd_pick(seed, 2);
    return filter;
}

static pawl_query_hit want[HITS], got[HITS];

START_TEST(rays_and_casts_meet_what_shapes_at_the_same_places_do) {
    uint64_t seed = first_seed(_i);
    static scene s;
    uint32_t rays = 0, casts = 0, insides = 0, areas = 0;
    make_scene(&s, &seed);
    for (int i = 0; i < SEEDED_ROUNDS(400); i++) {
        const pawl_query_filter filter = soft_filter(&seed);
        const pawl_convex convex = seeded_convex(&seed, crowd_pick(&seed, KINDS), FX(1));
        pawl_pose pose = seeded_pose(&seed, FX(7));
        const pawl_vec2 way = seeded_way(&seed);
        pawl_query_hit first;
        uint32_t area;
        uint32_t expected = translate_hits(&s, NULL, pose, way, &filter, want);
        uint32_t found = pawl_world_ray_all(s.world, pose.position, way, &filter, got, HITS);
        ck_assert_uint_eq(found, expected);
        for (uint32_t k = 0; k < found; k++)
            ck_assert_msg(is_same(&want[k], &got[k]), "ray %d, hit %u, pass %d", i, k, _i);
        ck_assert_int_eq(pawl_world_ray_closest(s.world, pose.position, way, &filter, &first),
                         found > 0);
        if (found > 0) ck_assert_int_eq(is_same(&first, &want[0]), true);
        ck_assert_int_eq(pawl_world_ray_any(s.world, pose.position, way, &filter), found > 0);
        rays += found;
        expected = translate_hits(&s, &convex, pose, way, &filter, want);
        found = pawl_world_cast_all(s.world, &convex, pose, way, &filter, got, HITS);
        ck_assert_int_eq(pawl_world_cast_closest(s.world, &convex, pose, way, &filter, &first),
                         found > 0);
        if (found > 0) ck_assert_int_eq(is_same(&first, &got[0]), true);
        found = without_areas(got, found, &area);
        ck_assert_uint_eq(found, expected);
        for (uint32_t k = 0; k < found; k++) {
            ck_assert_msg(is_same(&want[k], &got[k]), "cast %d, hit %u, pass %d", i, k, _i);
            insides += got[k].inside;
        }
        casts += found;
        areas += area;
    }
    ck_assert_msg((int)rays > SEEDED_OFTEN(40), "%u rays", rays);
    ck_assert_msg((int)casts > SEEDED_OFTEN(100), "%u casts", casts);
    ck_assert_msg((int)insides > SEEDED_OFTEN(20), "%u insides", insides);
    ck_assert_msg((int)areas > SEEDED_OFTEN(1), "%u areas", areas);
    free_scene(&s);
}
END_TEST

static uint32_t ask_overlap(const pawl_world *world, int kind, const pawl_convex *convex,
                            pawl_pose pose, pawl_box box, const pawl_query_filter *filter,
                            pawl_query_overlap *out) {
    if (kind == 0) return pawl_world_overlap(world, convex, pose, filter, out, HITS);
    if (kind == 1) return pawl_world_overlap_box(world, box, filter, out, HITS);
    return pawl_world_overlap_point(world, pose.position, filter, out, HITS);
}

/* The first corner of a place in an area, or a side of the outline in the place. */
static bool expect_area(const scene *s, pawl_soft_id soft, int kind, const pawl_convex *convex,
                        pawl_pose pose, pawl_box box, bool *unsure) {
    const uint32_t count = pawl_soft_get_outline_count(s->world, soft);
    pawl_vec2 corner = kind == 1 ? box.lower : pose.position;
    if (kind == 0) corner = pawl_pose_apply(pose, convex->vertices[0]);
    if (winding2(s->world, soft, corner, unsure) / 2 % 2 != 0) return true;
    for (uint32_t i = 0; i < count && kind == 0; i++) {
        const pawl_vec2 a = point_of(s->world, soft, i);
        const pawl_vec2 b = point_of(s->world, soft, (i + 1) % count);
        pawl_convex side;
        if (pawl_make_segment(VEC(0, 0), pawl_vec2_sub(b, a), &side) != PAWL_OK) continue;
        if (pawl_overlap(convex, pose, &side, (pawl_pose){a, {PAWL_UNIT, 0}})) return true;
    }
    return false;
}

START_TEST(what_lies_in_a_place_is_what_shapes_at_the_same_places_say) {
    uint64_t seed = first_seed(_i);
    static scene s;
    static pawl_query_overlap mirrored[HITS], found[HITS];
    uint32_t overlaps = 0, areas = 0;
    make_scene(&s, &seed);
    for (int i = 0; i < SEEDED_ROUNDS(600); i++) {
        const int kind = crowd_pick(&seed, 3);
        const pawl_query_filter filter = soft_filter(&seed);
        const pawl_convex convex = seeded_convex(&seed, crowd_pick(&seed, KINDS), FX(1));
        const pawl_pose pose = seeded_pose(&seed, FX(6));
        const pawl_box box = {pose.position,
                              pawl_vec2_add(pose.position, VEC(0.25 * (i % 8), 0.25 * (i % 7)))};
        const uint32_t expected =
            ask_overlap(s.mirror, kind, &convex, pose, box, &filter, mirrored);
        const uint32_t total = ask_overlap(s.world, kind, &convex, pose, box, &filter, found);
        bool has_area[SOFTS] = {false};
        uint32_t k = 0;
        for (uint32_t n = 0; n < total; n++) {
            const uint32_t order = order_of(&s, found[n].soft);
            ck_assert_uint_lt(order, SOFTS);
            if (n > 0) {
                const uint32_t before = order_of(&s, found[n - 1].soft);
                ck_assert_int_eq(
                    before < order || (before == order && found[n - 1].part < found[n].part), true);
            }
            if (found[n].part == PAWL_SOFT_PART_AREA) {
                has_area[order] = true;
                areas++;
                continue;
            }
            ck_assert_uint_lt(k, expected);
            const twin *t = &s.twins[mirrored[k++].shape.index1 - 1];
            ck_assert_int_eq(pawl_soft_id_equal(t->soft, found[n].soft), true);
            ck_assert_uint_eq(t->part, found[n].part);
            overlaps++;
        }
        ck_assert_uint_eq(k, expected);
        for (uint32_t n = 0; n < SOFTS; n++) {
            bool unsure = false;
            const bool seen =
                (pawl_soft_get_filter(s.world, s.softs[n]).category & filter.mask) != 0;
            const bool area =
                seen && expect_area(&s, s.softs[n], kind, &convex, pose, box, &unsure);
            /* where a side of the outline is in a box, its own test says so */
            if (unsure || (kind == 1 && !area)) continue;
            ck_assert_msg(area == has_area[n], "place %d, soft body %u, pass %d", i, n, _i);
        }
    }
    ck_assert_msg((int)overlaps > SEEDED_OFTEN(100), "%u overlaps", overlaps);
    ck_assert_msg((int)areas > SEEDED_OFTEN(20), "%u areas", areas);
    free_scene(&s);
}
END_TEST

START_TEST(the_nearest_part_is_the_nearest_shape) {
    uint64_t seed = first_seed(_i);
    static scene s;
    uint32_t found = 0, areas = 0;
    make_scene(&s, &seed);
    for (int i = 0; i < SEEDED_ROUNDS(600); i++) {
        const pawl_query_filter filter = soft_filter(&seed);
        const pawl_vec2 point = seeded_point(&seed, FX(7));
        const pawl_fx reach = seeded_between(&seed, 0, FX(3));
        pawl_query_closest a, b;
        const bool there = pawl_world_closest(s.mirror, point, reach, &filter, &a);
        const bool here = pawl_world_closest(s.world, point, reach, &filter, &b);
        if (here && b.part == PAWL_SOFT_PART_AREA) {
            bool on;
            ck_assert_int_ne(winding2(s.world, b.soft, point, &on), 0);
            ck_assert_int_eq(b.distance, 0);
            assert_vec_eq(b.point, point);
            areas++;
            continue;
        }
        ck_assert_int_eq(here, there);
        if (!here) continue;
        const twin *t = &s.twins[a.shape.index1 - 1];
        ck_assert_int_eq(pawl_soft_id_equal(t->soft, b.soft), true);
        ck_assert_uint_eq(t->part, b.part);
        ck_assert_int_eq(a.distance, b.distance);
        assert_vec_eq(a.point, b.point);
        ck_assert_int_eq(a.normal.c, b.normal.c);
        ck_assert_int_eq(a.normal.s, b.normal.s);
        found++;
    }
    ck_assert_msg((int)found > SEEDED_OFTEN(100), "%u found", found);
    ck_assert_msg((int)areas > SEEDED_OFTEN(1), "%u areas", areas);
    free_scene(&s);
}
END_TEST

Suite *suite_query_soft(void) {
    Suite *const suite = suite_create("query_soft");
    TCase *const soft = tcase_create("soft");
    tcase_set_timeout(soft, 120);
    tcase_add_loop_test(soft, rays_and_casts_meet_what_shapes_at_the_same_places_do, 0, 10);
    tcase_add_loop_test(soft, what_lies_in_a_place_is_what_shapes_at_the_same_places_say, 0, 10);
    tcase_add_loop_test(soft, the_nearest_part_is_the_nearest_shape, 0, 10);
    suite_add_tcase(suite, soft);
    return suite;
}
