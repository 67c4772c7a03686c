/* test_terrain.c - what the world knows of terrain: its content, not its address. */
#include "support/world/ground.h"

/* A world with something of everything on a chain that is moved by an offset of raw units. */
static pawl_world *make_shifted_world(pawl_vec2 offset, const pawl_vec2 *at) {
    pawl_world *const world = make_default_world();
    pawl_body_def def = pawl_body_def_default();
    def.position = offset;
    def.angle = pawl_angle_from_degrees(FX(3));
    pawl_body_id ground;
    ck_assert_int_eq(pawl_body_create(world, &def, &ground), PAWL_OK);
    const pawl_chain chain = chain_of(at, 101);
    add_chain(world, ground, &chain);
    for (int i = 0; i < 12; i++) {
        const pawl_body_id body = add_slider(world, i % SLIDERS, 1, i * 1.25 - 7, 4 + i % 4);
        const pawl_vec2 p = pawl_vec2_add(pawl_body_get_position(world, body), offset);
        ck_assert_int_eq(pawl_body_set_pose(world, body, p, 0), PAWL_OK);
    }
    return world;
}

static void lay_waves(void) {
    const double waves[] = {10, 5, -5, -10, -20, 20};
    lay_ground(0.75, waves, 6);
    for (int i = 0; i <= JOINTS - 500; i++) /* its middle to the front, around the origin */
        points[i] = pawl_vec2_sub(points[i + 500], points[550]);
}

START_TEST(a_shifted_world_is_the_same_world) {
    lay_waves();
    const pawl_vec2 shift = pawl_vec2_make(123456789 * (_i % 2 ? 1 : -1), _i * 7654321 + 1);
    pawl_world *const here = make_shifted_world(VEC(0, 0), points);
    pawl_world *const there = make_shifted_world(shift, points);
    for (int i = 0; i < 300; i++) {
        run(here, 1);
        run(there, 1);
        for (uint16_t k = 0; k < 13; k++) {
            const pawli_body *a = &pawli_bodies(here)[k], *b = &pawli_bodies(there)[k];
            assert_vec_eq(pawl_vec2_sub(b->position, a->position), shift);
            assert_vec_eq(a->velocity, b->velocity);
            ck_assert_int_eq(a->spin, b->spin);
            ck_assert_uint_eq(a->angle, b->angle);
        }
    }
    free(here);
    free(there);
}
END_TEST

START_TEST(the_hash_knows_the_points_but_not_where_they_are) {
    lay_waves();
    pawl_vec2 copy[101];
    memcpy(copy, points, sizeof copy);
    pawl_world *const a = make_shifted_world(VEC(0, 0), points);
    pawl_world *const b = make_shifted_world(VEC(0, 0), copy);
    for (int i = 0; i < 100; i++) {
        ck_assert_uint_eq(pawl_world_hash(a), pawl_world_hash(b));
        run(a, 1);
        run(b, 1);
    }
    copy[60].y++;
    pawl_world *const c = make_shifted_world(VEC(0, 0), points);
    pawl_world *const d = make_shifted_world(VEC(0, 0), copy);
    ck_assert_uint_ne(pawl_world_hash(c), pawl_world_hash(d));
    free(a);
    free(b);
    free(c);
    free(d);
}
END_TEST

START_TEST(every_byte_of_terrain_but_its_address_is_in_the_hash) {
    lay_waves();
    pawl_world *const world = make_shifted_world(VEC(0, 0), points);
    pawli_geometry *const geometry = &pawli_geometries(world)[pawli_shapes(world)[0].geometry];
    const uint32_t hash = pawl_world_hash(world);
    ck_assert_uint_eq(geometry->type, PAWLI_CHAIN);
    for (size_t i = 0; i < sizeof geometry->terrain; i++) {
        const bool is_address = i >= offsetof(pawli_terrain, address); /* and what follows */
        ((uint8_t *)&geometry->terrain)[i] ^= 1;
        ck_assert_msg((pawl_world_hash(world) == hash) == is_address, "byte %zu", i);
        ((uint8_t *)&geometry->terrain)[i] ^= 1;
    }
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

START_TEST(a_chain_is_bound_to_the_same_points_elsewhere) {
    lay_waves();
    pawl_vec2 *const copy = malloc(101 * sizeof *copy);
    pawl_world *const world = make_shifted_world(VEC(0, 0), points);
    pawl_world *const twin = make_shifted_world(VEC(0, 0), points);
    const pawl_shape_id chain = {1, 1};
    memcpy(copy, points, 101 * sizeof *copy);
    ck_assert_int_eq(pawl_shape_bind(world, chain, copy), PAWL_OK);
    memset(points, 0, sizeof points);
    run(world, 100);
    memcpy(points, copy, 101 * sizeof *copy);
    run(twin, 100);
    ck_assert_uint_eq(pawl_world_hash(world), pawl_world_hash(twin));
    copy[100].x++;
    ck_assert_int_eq(pawl_shape_bind(twin, chain, copy), PAWL_ERR_ARGUMENT);
    const pawl_shape_id box = {2, 1}, none = {99, 1};
    ck_assert_int_eq(pawl_shape_bind(twin, box, points), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shape_bind(twin, none, points), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_shape_bind(twin, chain, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_bind(NULL, chain, points), PAWL_ERR_NULL);
    run(twin, 10);
    free(world);
    free(twin);
    free(copy);
}
END_TEST

/* A loaded world whose terrain has not been bound: nothing is there, and nothing is read. */
START_TEST(a_chain_without_points_stops_nothing) {
    lay_waves();
    pawl_world *const world = make_shifted_world(VEC(0, 0), points);
    pawli_geometry *const geometry = &pawli_geometries(world)[pawli_shapes(world)[0].geometry];
    run(world, 60);
    geometry->terrain.address[0] = geometry->terrain.address[1] = 0;
    run(world, 200);
    ck_assert_int_lt(pawl_body_get_position(world, (pawl_body_id){2, 1}).y, FX(-20));
    assert_sound(world);
    free(world);
}
END_TEST

static const struct {
    const char *what;
    pawl_vec2 points[4];
    int32_t count;
    bool loop, ghost_ends;
    pawl_status status;
} misuses[] = {
    {"no point", {{0, 0}}, 0, false, false, PAWL_ERR_ARGUMENT},
    {"negative", {{0, 0}}, -5, false, false, PAWL_ERR_ARGUMENT},
    {"one point", {{0, 0}}, 1, false, false, PAWL_ERR_ARGUMENT},
    {"a loop of two", {{0, 0}, {65536, 0}}, 2, true, false, PAWL_ERR_ARGUMENT},
    {"three with ghosts", {{0, 0}, {65536, 0}, {0, 65536}}, 3, false, true, PAWL_ERR_ARGUMENT},
    {"a loop with ghosts",
     {{0, 0}, {65536, 0}, {0, 65536}, {0, 9999}},
     4,
     true,
     true,
     PAWL_ERR_ARGUMENT},
    {"a repeated point", {{0, 0}, {65536, 0}, {65536, 0}}, 3, false, false, PAWL_ERR_GEOMETRY},
    {"a closed loop", {{0, 0}, {65536, 0}, {0, 65536}, {0, 0}}, 4, true, false, PAWL_ERR_GEOMETRY},
    {"too short", {{0, 0}, {31, 0}}, 2, false, false, PAWL_ERR_RANGE},
    {"too far", {{0, 0}, {PAWL_EXTENT_MAX, PAWL_EXTENT_MAX}}, 2, false, false, PAWL_ERR_RANGE},
    {"out of the world", {{0, 0}, {INT32_MIN, INT32_MAX}}, 2, false, false, PAWL_ERR_RANGE},
    {"too many", {{0, 0}}, PAWL_CHAIN_POINTS_MAX + 1, false, false, PAWL_ERR_RANGE},
    {"far too many", {{0, 0}}, INT32_MAX, true, false, PAWL_ERR_RANGE},
    {"two points", {{0, 0}, {32, 0}}, 2, false, false, PAWL_OK},
};

START_TEST(a_chain_that_makes_no_sense_is_refused) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_shape_def def = pawl_shape_def_default();
    const uint32_t hash = pawl_world_hash(world);
    pawl_chain chain = chain_of(misuses[_i].points, misuses[_i].count);
    chain.loop = misuses[_i].loop;
    chain.ghost_ends = misuses[_i].ghost_ends;
    pawl_shape_id shape = {77, 88};
    const pawl_status status = pawl_shape_create_chain(world, body, &def, &chain, &shape);
    ck_assert_msg(status == misuses[_i].status, "%s: %s", misuses[_i].what,
                  pawl_status_text(status));
    if (status != PAWL_OK) {
        ck_assert_uint_eq(shape.index1, 77);
        ck_assert_uint_eq(pawl_world_hash(world), hash);
    }
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(wrong_arguments_are_refused) {
    pawl_world_def world_def = pawl_world_def_default();
    world_def.geometry_capacity = 2;
    world_def.shape_capacity = 3;
    pawl_world *const world = make_world(&world_def);
    const pawl_body_id still = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id moving = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_body_id platform = add_body(world, PAWL_KINEMATIC, 0, 0);
    const pawl_vec2 two[] = {VEC(0, 0), VEC(1, 0)};
    const pawl_chain chain = chain_of(two, 2), nothing = chain_of(NULL, 2);
    pawl_shape_def def = pawl_shape_def_default(), raw = def;
    pawl_shape_id shape;
    raw.cookie = 0;
    ck_assert_int_eq(pawl_shape_create_chain(NULL, still, &def, &chain, &shape), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_chain(world, still, NULL, &chain, &shape), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_chain(world, still, &def, NULL, &shape), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_chain(world, still, &def, &chain, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_chain(world, still, &def, &nothing, &shape), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create_chain(world, still, &raw, &chain, &shape), PAWL_ERR_COOKIE);
    ck_assert_int_eq(pawl_shape_create_chain(world, NO_BODY, &def, &chain, &shape), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_shape_create_chain(world, moving, &def, &chain, &shape),
                     PAWL_ERR_ARGUMENT);
    raw = def;
    raw.sensor = true;
    ck_assert_int_eq(pawl_shape_create_chain(world, still, &raw, &chain, &shape),
                     PAWL_ERR_ARGUMENT);
    const pawl_shape_id first = add_chain(world, still, &chain);
    const pawl_shape_id second = add_chain(world, platform, &chain);
    ck_assert_int_eq(pawl_shape_create_chain(world, still, &def, &chain, &shape),
                     PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_body_set_type(world, still, PAWL_DYNAMIC), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_body_set_type(world, platform, PAWL_STATIC), PAWL_OK);
    ck_assert_int_eq(pawl_shape_is_terrain(world, first), true);
    ck_assert_int_eq(pawl_shape_is_terrain(world, NO_SHAPE), false);
    pawl_convex convex;
    ck_assert_int_eq(pawl_shape_get_convex(world, first, &convex), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shape_destroy(world, second), PAWL_OK);
    ck_assert_int_eq(pawl_shape_create_chain(world, still, &def, &chain, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_shape_destroy(world, first), PAWL_OK);
    add_box(world, moving, 1, 1);
    assert_sound(world);
    free(world);
}
END_TEST

static pawl_status try_chain(pawl_world *world, pawl_body_id body) {
    const pawl_chain chain = chain_of(points, 101);
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    return pawl_shape_create_chain(world, body, &def, &chain, &shape);
}

static pawl_status try_tiles(pawl_world *world, pawl_body_id body) {
    static const uint8_t cells[] = {PAWL_TILE_SOLID, PAWL_TILE_SOLID};
    const pawl_tile_map map = {cells, 2, 1, FX(1), {0, 0}};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    return pawl_shape_create_tiles(world, body, &def, &map, &shape);
}

/* Boxes on a box, and how a world without room for terrain goes on from its snapshot. */
START_TEST(a_world_without_terrain_refuses_it_and_moves_alike) {
    static uint8_t snapshot[1 << 16];
    lay_waves();
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 16;
    pawl_world *const with = make_world(&def);
    def.terrain = false;
    pawl_world *const without = make_world(&def);
    ck_assert_uint_eq(with->state_size - without->state_size, sizeof(uint32_t) * 64);
    pawl_world *const worlds[] = {with, without};
    for (int i = 0; i < 2; i++) {
        add_box(worlds[i], add_body(worlds[i], PAWL_STATIC, 0, -1), 20, 1);
        for (int k = 0; k < 12; k++)
            add_unit_box(worlds[i], k % 4 * 1.01 - 2, 0.75 + k / 4);
    }
    const pawl_body_id ground = pawl_world_next_body(without, (pawl_body_id){0, 0});
    ck_assert_int_eq(try_chain(without, ground), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(try_tiles(without, ground), PAWL_ERR_CAPACITY);
    for (int i = 0; i < 60; i++) {
        run(with, 1);
        run(without, 1);
        ck_assert_uint_eq(pawl_world_hash(with), pawl_world_hash(without));
    }
    assert_sound(without);
    size_t size;
    ck_assert_int_eq(pawl_world_encode(without, snapshot, sizeof snapshot, &size), PAWL_OK);
    pawl_snapshot_info info;
    ck_assert_int_eq(pawl_snapshot_inspect(snapshot, size, &info), PAWL_OK);
    ck_assert_int_eq(info.def.terrain, false);
    pawl_world *loaded = make_world(&info.def);
    ck_assert_int_eq(pawl_world_decode(snapshot, size, loaded, pawl_world_size(&info.def), &loaded),
                     PAWL_OK);
    ck_assert_uint_eq(loaded->state_size, without->state_size);
    ck_assert_int_eq(try_chain(loaded, ground), PAWL_ERR_CAPACITY);
    run(without, 60);
    run(loaded, 60);
    ck_assert_uint_eq(pawl_world_hash(loaded), pawl_world_hash(without));
    free(with);
    free(without);
    free(loaded);
}
END_TEST

/* Room of one kind is not room of the other, even where sizes agree. */
START_TEST(saves_stay_with_worlds_of_their_kind) {
    static _Alignas(uint64_t) uint8_t save[1 << 16];
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 4;
    pawl_world *const with = make_world(&def);
    def.terrain = false;
    pawl_world *const without = make_world(&def);
    ck_assert_int_eq(pawl_world_save(with, save, sizeof save), PAWL_OK);
    ck_assert_int_eq(pawl_world_restore(without, save, sizeof save), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_world_restore(with, save, sizeof save), PAWL_OK);
    free(with);
    free(without);
}
END_TEST

Suite *suite_terrain(void);
Suite *suite_terrain(void) {
    Suite *const suite = suite_create("terrain");
    TCase *const tests = tcase_create("terrain");
    tcase_add_loop_test(tests, a_shifted_world_is_the_same_world, 0, 4);
    tcase_add_test(tests, the_hash_knows_the_points_but_not_where_they_are);
    tcase_add_test(tests, every_byte_of_terrain_but_its_address_is_in_the_hash);
    tcase_add_test(tests, a_chain_is_bound_to_the_same_points_elsewhere);
    tcase_add_test(tests, a_chain_without_points_stops_nothing);
    tcase_add_loop_test(tests, a_chain_that_makes_no_sense_is_refused, 0,
                        (int)(sizeof misuses / sizeof misuses[0]));
    tcase_add_test(tests, wrong_arguments_are_refused);
    tcase_add_test(tests, a_world_without_terrain_refuses_it_and_moves_alike);
    tcase_add_test(tests, saves_stay_with_worlds_of_their_kind);
    suite_add_tcase(suite, tests);
    return suite;
}
