/* test_heights.c - ground by its heights is the chain of the same points, to the last bit. */
#include "pawl/snapshot.h"
#include "support/base/seeded.h"
#include "support/world/ground.h"

#define HEIGHTS_MOST 300
#define HEIGHTS_BODIES 24

static uint64_t height_seed;

static int32_t draw(int32_t least, int32_t most) {
    return least + (int32_t)(seeded_next(&height_seed) % (uint32_t)(most - least + 1));
}

/* A landscape by its heights, and its points from right to left. */
typedef struct landscape {
    int16_t heights[HEIGHTS_MOST];
    pawl_vec2 points[HEIGHTS_MOST];
    pawl_heights field;
} landscape;

/* Some 100 units wide and 8 high, around the origin; `holes` of 100 heights are missing. */
static void draw_landscape(landscape *out, int32_t holes) {
    memset(out, 0, sizeof *out);
    pawl_heights *const field = &out->field;
    field->heights = out->heights;
    field->count = draw(4, HEIGHTS_MOST);
    field->spacing = draw(PAWL_FX_ONE / 8, PAWL_FX_ONE * 3 / 2);
    field->scale = draw(1, 3000);
    field->one_sided = draw(0, 1);
    field->ghost_ends = draw(0, 2) == 0;
    field->origin.x = -(field->count / 2) * field->spacing + draw(-9999, 9999);
    field->origin.y = draw(-PAWL_FX_ONE, PAWL_FX_ONE);
    const int32_t steep = 1 + 2 * PAWL_FX_ONE / field->scale;
    int32_t height = 0;
    for (int32_t i = 0; i < field->count; i++) {
        if (draw(0, 5) != 0) height += draw(-1, 1) * draw(0, steep < 4000 ? steep : 4000);
        if (height > INT16_MAX || height < -INT16_MAX) height = 0;
        out->heights[i] = draw(1, 100) <= holes ? PAWL_HEIGHT_HOLE : (int16_t)height;
        pawl_vec2 *const point = &out->points[field->count - 1 - i];
        point->x = field->origin.x + i * field->spacing;
        point->y = field->origin.y + out->heights[i] * field->scale;
    }
}

static pawl_chain chain_from(const landscape *from) {
    pawl_chain chain = chain_of(from->points, from->field.count);
    chain.one_sided = from->field.one_sided;
    chain.ghost_ends = from->field.ghost_ends;
    return chain;
}

static pawl_shape_id add_heights(pawl_world *world, pawl_body_id body, const pawl_heights *field) {
    const pawl_shape_def def = smooth_def();
    pawl_shape_id shape = {0, 0};
    ck_assert_int_eq(pawl_shape_create_heights(world, body, &def, field, &shape), PAWL_OK);
    return shape;
}

/* The ground of a world: it stands, or is moved and turned. */
#define STRAIGHT 5 /* a seed of one that stands, not turned */
static pawl_body_id add_moved_ground(pawl_world *world, uint64_t seed) {
    pawl_body_def def = pawl_body_def_default();
    def.type = seed % 3 == 0 ? PAWL_KINEMATIC : PAWL_STATIC;
    def.position = pawl_vec2_make((pawl_fx)(seed % 99999), (pawl_fx)(seed % 77777));
    def.angle = pawl_angle_from_degrees(FX((int)(seed % 11) - 5));
    pawl_body_id ground;
    ck_assert_int_eq(pawl_body_create(world, &def, &ground), PAWL_OK);
    if (def.type == PAWL_KINEMATIC) {
        ck_assert_int_eq(pawl_body_set_velocity(world, ground, VEC(0.25, 0.125)), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_angular_velocity(world, ground, FX(0.03125)), PAWL_OK);
    }
    return ground;
}

/* The same bodies for the same seed: sliders and fast ones, some of them bullets. */
static void add_bodies(pawl_world *world, uint64_t seed) {
    for (int i = 0; i < HEIGHTS_BODIES; i++) {
        const double x = (double)(seeded_next(&seed) % 6000) / 64 - 47;
        const double y = 4 + (double)(seeded_next(&seed) % 640) / 64;
        const pawl_body_id body = add_slider(world, i % SLIDERS, 1, x, y);
        const int vx = (int)(seeded_next(&seed) % 21) - 10;
        const int vy = seeded_next(&seed) % 4 == 0 ? -150 : 0;
        ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(vx, vy)), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_bullet(world, body, i % 5 == 0), PAWL_OK);
    }
}

/* All of both worlds but what the ground is made of. */
static void assert_same_but_ground(const pawl_world *a, const pawl_world *b) {
    ck_assert_uint_eq(pawl_world_motion_hash(a), pawl_world_motion_hash(b));
    const pawl_hash_tree of_a = pawl_world_hash_tree(a), of_b = pawl_world_hash_tree(b);
    for (int i = 0; i < PAWL_BRANCH_COUNT; i++) {
        if (i == PAWL_BRANCH_SHAPES) continue;
        ck_assert_msg(of_a.branches[i] == of_b.branches[i], "%s differ at tick %u",
                      pawl_branch_text((pawl_branch)i), (unsigned)pawl_world_get_tick(a));
    }
}

START_TEST(heights_are_the_chain_of_their_points) {
    uint32_t touching = 0;
    height_seed = seeded_fresh("landscapes") | 1;
    for (int round = 0; round < SEEDED_ROUNDS(24); round++) {
        landscape land;
        draw_landscape(&land, 0);
        const pawl_chain chain = chain_from(&land);
        const uint64_t seed = seeded_next(&height_seed);
        pawl_world *const a = make_default_world(), *const b = make_default_world();
        add_chain(a, add_moved_ground(a, seed), &chain);
        add_heights(b, add_moved_ground(b, seed), &land.field);
        add_bodies(a, seed);
        add_bodies(b, seed);
        for (int i = 0; i < 240; i++) {
            run(a, 1);
            run(b, 1);
            assert_same_but_ground(a, b);
            touching += pawl_world_get_counters(b).touching;
        }
        assert_sound(b);
        free(a);
        free(b);
    }
    ck_assert_uint_gt(touching, SEEDED_SHARE > 1 ? 100 : 10000);
}
END_TEST

/* ---- queries -------------------------------------------------------------------------------- */

static void assert_same_hits(const pawl_query_hit *a, uint32_t count_a, const pawl_query_hit *b,
                             uint32_t count_b) {
    ck_assert_uint_eq(count_a, count_b);
    for (uint32_t i = 0; i < count_a && i < 16; i++) {
        ck_assert_uint_eq(a[i].part, b[i].part);
        ck_assert_int_eq(a[i].fraction, b[i].fraction);
        ck_assert_int_eq(a[i].inside, b[i].inside);
        assert_vec_eq(a[i].point, b[i].point);
        ck_assert_int_eq(a[i].normal.c, b[i].normal.c);
        ck_assert_int_eq(a[i].normal.s, b[i].normal.s);
    }
}

static pawl_vec2 draw_place(void) {
    return pawl_vec2_make(draw(FX(-60), FX(60)), draw(FX(-8), FX(12)));
}

static uint32_t assert_same_queries(const pawl_world *a, const pawl_world *b) {
    pawl_query_hit hits_a[16], hits_b[16];
    const pawl_vec2 from = draw_place(), way = pawl_vec2_sub(draw_place(), draw_place());
    const pawl_convex ball = circle_convex(0, 0, 0.375);
    const pawl_pose pose = {from, {PAWL_UNIT, 0}};
    uint32_t count = pawl_world_ray_all(a, from, way, NULL, hits_a, 16), found = count;
    assert_same_hits(hits_a, count, hits_b, pawl_world_ray_all(b, from, way, NULL, hits_b, 16));
    count = pawl_world_cast_all(a, &ball, pose, way, NULL, hits_a, 16);
    assert_same_hits(hits_a, count, hits_b,
                     pawl_world_cast_all(b, &ball, pose, way, NULL, hits_b, 16));
    pawl_query_overlap near_a[16], near_b[16];
    const pawl_box box = {from, pawl_vec2_add(from, VEC(3, 3))};
    count = pawl_world_overlap_box(a, box, NULL, near_a, 16);
    ck_assert_uint_eq(count, pawl_world_overlap_box(b, box, NULL, near_b, 16));
    for (uint32_t i = 0; i < count && i < 16; i++)
        ck_assert_uint_eq(near_a[i].part, near_b[i].part);
    pawl_query_closest closest_a, closest_b;
    ck_assert_int_eq(pawl_world_closest(a, from, FX(5), NULL, &closest_a),
                     pawl_world_closest(b, from, FX(5), NULL, &closest_b));
    ck_assert_uint_eq(closest_a.part, closest_b.part);
    assert_vec_eq(closest_a.point, closest_b.point);
    return found + count;
}

START_TEST(queries_of_heights_are_those_of_the_chain) {
    uint32_t found = 0;
    height_seed = seeded_fresh("queries of landscapes") | 1;
    for (int round = 0; round < SEEDED_ROUNDS(20); round++) {
        landscape land;
        draw_landscape(&land, 0);
        const pawl_chain chain = chain_from(&land);
        const uint64_t seed = seeded_next(&height_seed);
        pawl_world *const a = make_default_world(), *const b = make_default_world();
        add_chain(a, add_moved_ground(a, seed), &chain);
        add_heights(b, add_moved_ground(b, seed), &land.field);
        for (int i = 0; i < 100; i++)
            found += assert_same_queries(a, b);
        free(a);
        free(b);
    }
    ck_assert_uint_gt(found, SEEDED_SHARE > 1 ? 50 : 500);
}
END_TEST

/* ---- holes ---------------------------------------------------------------------------------- */

/* The ground between two holes as chains. They come after the bodies, as the heights do: so the
 * contacts of a body come in the same order. */
static int add_pieces(pawl_world *world, pawl_body_id body, const landscape *from) {
    int pieces = 0;
    for (int32_t i = 0; i < from->field.count;) {
        int32_t end = i;
        while (end < from->field.count &&
               from->heights[from->field.count - 1 - end] != PAWL_HEIGHT_HOLE)
            end++;
        if (end - i >= 2) {
            pawl_chain chain = chain_of(&from->points[i], end - i);
            chain.one_sided = from->field.one_sided;
            add_chain(world, body, &chain);
            pieces++;
        }
        i = end + 1;
    }
    return pieces;
}

START_TEST(heights_with_holes_are_the_chains_between_them) {
    int pieces = 0;
    height_seed = seeded_fresh("landscapes with holes") | 1;
    for (int round = 0; round < SEEDED_ROUNDS(24); round++) {
        landscape land;
        draw_landscape(&land, draw(1, 30));
        land.field.ghost_ends = false;
        if (pawl_heights_check(&land.field, NULL) != PAWL_OK) continue;
        const uint64_t seed = seeded_next(&height_seed);
        pawl_world_def def = pawl_world_def_default();
        def.shape_capacity = HEIGHTS_MOST;
        pawl_world *const a = make_world(&def), *const b = make_world(&def);
        add_bodies(a, seed);
        add_bodies(b, seed);
        /* It stands, and is not turned: the box around all heights would be larger than those of
         * the pieces, and meet a body sooner, whose contact is then older (seeds 0x70908bf9,
         * 0x23d8b6a). */
        pieces += add_pieces(a, add_moved_ground(a, STRAIGHT), &land);
        add_heights(b, add_moved_ground(b, STRAIGHT), &land.field);
        for (int i = 0; i < 240; i++) {
            run(a, 1);
            run(b, 1);
            ck_assert_uint_eq(pawl_world_motion_hash(a), pawl_world_motion_hash(b));
            ck_assert_uint_eq(pawl_world_get_counters(a).points, pawl_world_get_counters(b).points);
        }
        assert_sound(b);
        free(a);
        free(b);
    }
    ck_assert_int_gt(pieces, SEEDED_OFTEN(100));
}
END_TEST

/* ---- state ---------------------------------------------------------------------------------- */

static const int16_t bumps[] = {0, 4, 1, -2, 0, 7, PAWL_HEIGHT_HOLE, 3, 3, 1};
#define BUMPS ((int32_t)(sizeof bumps / sizeof bumps[0]))

static pawl_heights bump_field(void) {
    const pawl_heights field = {bumps, BUMPS, FX(2), FX(0.25), VEC(-9, 1), true, false};
    return field;
}

static pawl_world *make_bumpy_world(const pawl_heights *field) {
    pawl_world *const world = make_default_world();
    add_heights(world, add_body(world, PAWL_STATIC, 0, 0), field);
    for (int i = 0; i < 6; i++)
        add_slider(world, i % SLIDERS, 1, i * 2 - 7, 5);
    return world;
}

START_TEST(every_number_of_heights_is_in_the_hash) {
    int16_t other[BUMPS];
    pawl_heights fields[8];
    for (int i = 0; i < 8; i++)
        fields[i] = bump_field();
    memcpy(other, bumps, sizeof other);
    other[4]++;
    fields[1].heights = other;
    fields[2].count--;
    fields[3].spacing++;
    fields[4].scale++;
    fields[5].origin.x++;
    fields[6].origin.y++;
    fields[7].one_sided = false;
    for (int i = 1; i < 8; i++) {
        pawl_world *const a = make_bumpy_world(&fields[0]), *const b = make_bumpy_world(&fields[i]);
        ck_assert_msg(pawl_world_hash(a) != pawl_world_hash(b), "field %d", i);
        free(a);
        free(b);
    }
}
END_TEST

START_TEST(heights_are_loaded_and_bound_elsewhere) {
    const pawl_heights field = bump_field();
    pawl_world *const world = make_bumpy_world(&field);
    run(world, 40);
    size_t size = pawl_world_encode_size(world), room = 0;
    uint8_t *const snapshot = malloc(size);
    ck_assert_int_eq(pawl_world_encode(world, snapshot, size, &size), PAWL_OK);
    pawl_snapshot_info info;
    ck_assert_int_eq(pawl_snapshot_inspect(snapshot, size, &info), PAWL_OK);
    room = pawl_world_size(&info.def);
    void *const memory = malloc(room);
    pawl_world *twin;
    ck_assert_int_eq(pawl_world_decode(snapshot, size, memory, room, &twin), PAWL_OK);
    const pawl_shape_id shape = pawl_world_find_unbound(twin);
    ck_assert_uint_eq(pawl_shape_get_terrain_count(twin, shape), BUMPS);
    int16_t copy[BUMPS];
    memcpy(copy, bumps, sizeof copy);
    copy[8]--;
    ck_assert_int_eq(pawl_shape_bind(twin, shape, copy), PAWL_ERR_ARGUMENT);
    copy[8]++;
    ck_assert_int_eq(pawl_shape_bind(twin, shape, copy), PAWL_OK);
    ck_assert_uint_eq(pawl_world_find_unbound(twin).index1, 0);
    for (int i = 0; i < 200; i++) {
        ck_assert_uint_eq(pawl_world_hash(world), pawl_world_hash(twin));
        run(world, 1);
        run(twin, 1);
    }
    free(world);
    free(memory);
    free(snapshot);
}
END_TEST

/* Not bound: nothing is there, and nothing is read. */
START_TEST(heights_that_are_not_bound_stop_nothing) {
    const pawl_heights field = bump_field();
    pawl_world *const world = make_bumpy_world(&field);
    pawli_geometry *const geometry = &pawli_geometries(world)[pawli_shapes(world)[0].geometry];
    run(world, 60);
    geometry->terrain.address[0] = geometry->terrain.address[1] = 0;
    pawl_query_hit hit;
    ck_assert_int_eq(pawl_world_ray_closest(world, VEC(0, 9), VEC(0, -90), NULL, &hit), false);
    run(world, 200);
    ck_assert_int_lt(pawl_body_get_position(world, (pawl_body_id){3, 1}).y, FX(-20));
    assert_sound(world);
    free(world);
}
END_TEST

/* A world without heights takes not a byte more than before there were any. */
START_TEST(snapshots_without_heights_have_no_field_of_them) {
    pawl_vec2 at[BUMPS];
    for (int32_t i = 0; i < BUMPS; i++)
        at[i] = VEC(9 - 2 * i, i % 3);
    const pawl_heights field = {bumps, BUMPS, FX(2), FX(0.25), VEC(-9, 1), false, false};
    const pawl_chain chain = chain_of(at, BUMPS);
    pawl_world *const a = make_default_world(), *const b = make_default_world();
    add_chain(a, add_body(a, PAWL_STATIC, 0, 0), &chain);
    add_heights(b, add_body(b, PAWL_STATIC, 0, 0), &field);
    /* number and size of three fields in the schema, and their values */
    ck_assert_uint_eq(pawl_world_encode_size(b), pawl_world_encode_size(a) + 3 * (2 + 4));
    free(a);
    free(b);
}
END_TEST

/* ---- misuse --------------------------------------------------------------------------------- */

static const struct {
    const char *what, *field;
    int16_t heights[4];
    int32_t count;
    pawl_fx spacing, scale;
    pawl_vec2 origin;
    bool ghost_ends;
    pawl_status status;
} misuses[] = {
    {"negative", "count", {0}, -4, 65536, 1, {0, 0}, false, PAWL_ERR_ARGUMENT},
    {"one height", "count", {0}, 1, 65536, 1, {0, 0}, false, PAWL_ERR_ARGUMENT},
    {"only ghosts", "count", {0}, 3, 65536, 1, {0, 0}, true, PAWL_ERR_ARGUMENT},
    {"too many", "count", {0}, PAWL_CHAIN_POINTS_MAX + 1, 65536, 1, {0, 0}, false, PAWL_ERR_RANGE},
    {"no width", "spacing", {0}, 4, 0, 1, {0, 0}, false, PAWL_ERR_RANGE},
    {"backwards", "spacing", {0}, 4, -65536, 1, {0, 0}, false, PAWL_ERR_RANGE},
    {"too near", "spacing", {0}, 4, 2 * PAWL_SIZE_MIN - 1, 1, {0, 0}, false, PAWL_ERR_RANGE},
    {"flat", "scale", {0}, 4, 65536, 0, {0, 0}, false, PAWL_ERR_RANGE},
    {"too wide", "count", {0}, 4, PAWL_EXTENT_MAX, 1, {0, 0}, false, PAWL_ERR_RANGE},
    {"far left", "origin", {0}, 4, 65536, 1, {-PAWL_EXTENT_MAX - 1, 0}, false, PAWL_ERR_RANGE},
    {"lowest", "origin", {0}, 4, 65536, 1, {0, INT32_MIN}, false, PAWL_ERR_RANGE},
    {"high", "heights", {0, 0, 32767}, 4, 65536, PAWL_EXTENT_MAX, {0, 0}, false, PAWL_ERR_RANGE},
    {"deep", "heights", {0, -32767}, 4, 65536, PAWL_EXTENT_MAX, {0, 0}, false, PAWL_ERR_RANGE},
    {"holes", "heights", {1, -32768, 5, -32768}, 4, 65536, 1, {0, 0}, false, PAWL_ERR_ARGUMENT},
};

START_TEST(heights_that_make_no_sense_are_refused) {
    const pawl_heights field = {misuses[_i].heights,   misuses[_i].count,  misuses[_i].spacing,
                                misuses[_i].scale,     misuses[_i].origin, false,
                                misuses[_i].ghost_ends};
    const char *name;
    ck_assert_int_eq(pawl_heights_check(&field, &name), misuses[_i].status);
    ck_assert_str_eq(name, misuses[_i].field);
    pawl_world *const world = make_space();
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_shape_def def = smooth_def();
    pawl_shape_id shape = {7, 7};
    ck_assert_int_eq(pawl_shape_create_heights(world, ground, &def, &field, &shape),
                     misuses[_i].status);
    ck_assert_uint_eq(shape.index1, 7);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

START_TEST(wrong_arguments_of_heights_are_refused) {
    const pawl_heights field = bump_field(), none = {0};
    pawl_world *const world = make_space();
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0), box = add_unit_box(world, 0, 9);
    pawl_shape_def def = smooth_def();
    pawl_shape_id out;
    const char *name;
    ck_assert_int_eq(pawl_shape_create_heights(NULL, ground, &def, &field, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_heights(world, ground, NULL, &field, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_heights(world, ground, &def, NULL, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_heights(world, ground, &def, &field, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_heights(world, ground, &def, &none, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_heights_check(&none, &name), PAWL_ERR_NULL);
    ck_assert_str_eq(name, "heights");
    ck_assert_int_eq(pawl_heights_check(NULL, &name), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_heights(world, box, &def, &field, &out), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shape_create_heights(world, NO_BODY, &def, &field, &out), PAWL_ERR_STALE);
    def.sensor = true;
    ck_assert_int_eq(pawl_shape_create_heights(world, ground, &def, &field, &out),
                     PAWL_ERR_ARGUMENT);
    free(world);
}
END_TEST

Suite *suite_heights(void);
Suite *suite_heights(void) {
    Suite *const suite = suite_create("heights");
    TCase *const tests = tcase_create("heights");
    tcase_add_test(tests, heights_are_the_chain_of_their_points);
    tcase_add_test(tests, queries_of_heights_are_those_of_the_chain);
    tcase_add_test(tests, heights_with_holes_are_the_chains_between_them);
    tcase_add_test(tests, every_number_of_heights_is_in_the_hash);
    tcase_add_test(tests, heights_are_loaded_and_bound_elsewhere);
    tcase_add_test(tests, heights_that_are_not_bound_stop_nothing);
    tcase_add_test(tests, snapshots_without_heights_have_no_field_of_them);
    tcase_add_loop_test(tests, heights_that_make_no_sense_are_refused, 0,
                        (int)(sizeof misuses / sizeof misuses[0]));
    tcase_add_test(tests, wrong_arguments_of_heights_are_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
