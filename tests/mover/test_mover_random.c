/* test_mover_random.c - random players in random levels: never inside, never farther than they may,
 * the same wherever the level lies, and the world is left as it is. */
#include "support/world/mover.h"
#include "support/base/seeded.h"

#define LEVEL_SHAPES 60
#define MOVES 300

static double between(uint64_t *seed, double low, double high) {
    return low + (high - low) * (double)(seeded_next(seed) % 65536) / 65536;
}

static pawl_vec2 shifted(double x, double y, pawl_vec2 by) {
    return pawl_vec2_make((pawl_fx)(x * 65536) + by.x, (pawl_fx)(y * 65536) + by.y);
}

/* Boxes, turned boxes, circles, triangles, segments and one-way platforms in a room of 24 x 16,
 * moved by any offset. */
static pawl_world *make_level(uint64_t seed, pawl_vec2 offset) {
    pawl_world_def def = pawl_world_def_default();
    def.joint_capacity = 0;
    pawl_world *const world = make_world(&def);
    for (int i = 0; i < LEVEL_SHAPES; i++) {
        pawl_body_def body_def = pawl_body_def_default();
        pawl_shape_def shape_def = pawl_shape_def_default();
        pawl_body_id body;
        pawl_shape_id shape;
        pawl_convex convex;
        const double x = between(&seed, -12, 12), y = between(&seed, 0, 16);
        const double width = between(&seed, 0.1, 1.5), height = between(&seed, 0.1, 0.6);
        const uint32_t kind = (uint32_t)(seeded_next(&seed) % 6);
        body_def.position = shifted(x, y, offset);
        if (kind == 1 || kind == 3) body_def.angle = (pawl_angle)seeded_next(&seed);
        if (kind == 2) {
            ck_assert_int_eq(pawl_make_circle(VEC(0, 0), (pawl_fx)(width * 65536), &convex),
                             PAWL_OK);
        } else if (kind == 3) {
            const pawl_vec2 corners[3] = {shifted(-width, -height, VEC(0, 0)),
                                          shifted(width, -height, VEC(0, 0)),
                                          shifted(0, 2 * height, VEC(0, 0))};
            ck_assert_int_eq(pawl_make_polygon(corners, 3, 0, &convex), PAWL_OK);
        } else {
            ck_assert_int_eq(
                pawl_make_box((pawl_fx)(width * 65536), (pawl_fx)(height * 65536), &convex),
                PAWL_OK);
        }
        shape_def.one_way = kind == 4;
        if (kind == 4) shape_def.user_data = DROPPABLE;
        ck_assert_int_eq(pawl_body_create(world, &body_def, &body), PAWL_OK);
        ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &convex, &shape), PAWL_OK);
    }
    for (int wall = 0; wall < 4; wall++) { /* the room */
        static const double walls[4][4] = {
            {0, -1, 14, 1}, {0, 17, 14, 1}, {-13, 8, 1, 10}, {13, 8, 1, 10}};
        pawl_body_def body_def = pawl_body_def_default();
        const pawl_shape_def shape_def = pawl_shape_def_default();
        pawl_body_id body;
        pawl_shape_id shape;
        const pawl_convex convex = box_convex(walls[wall][2], walls[wall][3]);
        body_def.position = shifted(walls[wall][0], walls[wall][1], offset);
        ck_assert_int_eq(pawl_body_create(world, &body_def, &body), PAWL_OK);
        ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &convex, &shape), PAWL_OK);
    }
    return world;
}

/* A free place for a player of a random size; the seed moves on alike for every offset. */
static bool place_player(const pawl_world *world, uint64_t *seed, pawl_vec2 offset, player *p) {
    *p = player_at(0, 0);
    p->def.radius = (pawl_fx)(between(seed, 0.1, 0.5) * 65536);
    p->def.half_height =
        seeded_next(seed) % 3 == 0 ? 0 : (pawl_fx)(between(seed, 0.1, 0.6) * 65536);
    p->def.step_height = (pawl_fx)(between(seed, 0, 0.5) * 65536);
    p->def.snap_distance = (pawl_fx)(between(seed, 0, 0.5) * 65536);
    for (int i = 0; i < 50; i++) {
        pawl_plane plane;
        p->mover.position = shifted(between(seed, -11, 11), between(seed, 1, 15), offset);
        if (pawl_mover_collide(world, &p->def, p->mover.position, &plane, 1) == 0) return true;
    }
    return false;
}

/* What a script of inputs asks for next. */
static pawl_vec2 next_velocity(uint64_t *seed, const pawl_mover *mover, double *speed) {
    pawl_vec2 velocity = mover->velocity;
    if (seeded_next(seed) % 16 == 0) *speed = between(seed, -8, 8);
    velocity.x = (pawl_fx)(*speed * 65536);
    velocity.y = pawl_max(velocity.y - FX(10) / STEPS_PER_SECOND, FX(-30));
    if (seeded_next(seed) % 16 == 0) velocity.y = (pawl_fx)(between(seed, -20, 12) * 65536);
    if (seeded_next(seed) % 64 == 0) velocity.x *= 20;
    return velocity;
}

START_TEST(a_random_player_is_never_inside_and_never_jumps_ahead) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    const pawl_vec2 origin = {0, 0};
    pawl_world *const world = make_level(seed, origin);
    const uint32_t hash = pawl_world_hash(world);
    player p;
    double speed = 0;
    for (int i = 0; i < MOVES; i++) {
        if (i % 100 == 0 && !place_player(world, &seed, origin, &p)) break;
        const pawl_vec2 velocity = next_velocity(&seed, &p.mover, &speed);
        const pawl_vec2 before = p.mover.position;
        const uint32_t flags = seeded_next(&seed) % 32 == 0 ? PAWL_MOVER_DROP : 0;
        ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, velocity, flags, &p.report),
                         PAWL_OK);
        pawl_plane planes[PAWL_PLANES_MAX];
        const uint32_t count =
            pawl_mover_collide(world, &p.def, p.mover.position, planes, PAWL_PLANES_MAX);
        for (uint32_t k = 0; k < count; k++)
            ck_assert_msg(planes[k].separation >= SKIN / 2 - SKIN / 8 - 8 || planes[k].normal.s > 0,
                          "seed %d, move %d: %d raw units from a surface", _i, i,
                          planes[k].separation);
        assert_clear(world, &p, "random level");
        ck_assert_msg(p.mover.crushed == 0, "seed %d, move %d: crushed", _i, i);
        const double x = units(p.mover.position.x - before.x),
                     y = units(p.mover.position.y - before.y);
        const double wanted = (units(pawl_vec2_length(velocity)) + 1) / 60;
        const double most = wanted + units(p.def.step_height + p.def.snap_distance + 4 * SKIN);
        ck_assert_msg(x * x + y * y <= most * most, "seed %d, move %d: went %f, %f but wanted %f",
                      _i, i, x, y, wanted);
        ck_assert_msg(p.mover.position.x > FX(-12) && p.mover.position.x < FX(12) &&
                          p.mover.position.y > 0 && p.mover.position.y < FX(16),
                      "seed %d, move %d: left the room", _i, i);
    }
    ck_assert_msg(pawl_world_hash(world) == hash, "seed %d: the world has changed", _i);
    free(world);
}
END_TEST

START_TEST(a_shifted_level_is_played_alike) {
    const uint64_t level = seeded_base + (uint64_t)_i;
    static const pawl_vec2 offsets[] = {
        {1, -1}, {16384 * 65536 - 65536 * 40, -99999999}, {-876543219, 1000000007}};
    uint64_t seeds[2] = {level, level};
    const pawl_vec2 offset[2] = {{0, 0}, offsets[_i % 3]};
    pawl_world *const worlds[2] = {make_level(level, offset[0]), make_level(level, offset[1])};
    player p[2];
    double speed[2] = {0, 0};
    for (int i = 0; i < MOVES; i++) {
        bool placed = true;
        for (int k = 0; k < 2; k++) {
            if (i % 100 == 0) placed = place_player(worlds[k], &seeds[k], offset[k], &p[k]);
            const pawl_vec2 velocity = next_velocity(&seeds[k], &p[k].mover, &speed[k]);
            ck_assert_int_eq(pawl_mover_move(worlds[k], &p[k].def, &p[k].mover, velocity, 0, NULL),
                             PAWL_OK);
        }
        if (!placed) break;
        pawl_mover back = p[1].mover;
        back.position = pawl_vec2_sub(back.position, offset[1]);
        if (back.on_ground) back.ground_center = pawl_vec2_sub(back.ground_center, offset[1]);
        ck_assert_msg(memcmp(&back, &p[0].mover, sizeof back) == 0, "seed %d, move %d", _i, i);
    }
    free(worlds[0]);
    free(worlds[1]);
}
END_TEST

Suite *suite_mover_random(void) {
    Suite *const suite = suite_create("mover_random");
    TCase *const random = tcase_create("random");
    tcase_set_timeout(random, 120);
    tcase_add_loop_test(random, a_random_player_is_never_inside_and_never_jumps_ahead, 0, 60);
    tcase_add_loop_test(random, a_shifted_level_is_played_alike, 0, 12);
    suite_add_tcase(suite, random);
    return suite;
}
