/* test_mover_terrain.c - movers on chains and tile maps. */
#include "support/world/mover.h"
#include "support/base/seeded.h"

#define RUN 5.0

static pawl_shape_id add_chain(pawl_world *world, const pawl_vec2 *points, int count, bool loop,
                               bool one_sided) {
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_chain chain = {points, count, loop, one_sided, false};
    pawl_shape_id shape;
    ck_assert_int_eq(
        pawl_shape_create_chain(world, add_body(world, PAWL_STATIC, 0, 0), &def, &chain, &shape),
        PAWL_OK);
    return shape;
}

static pawl_shape_id add_tiles(pawl_world *world, const uint8_t *cells, int width, int height,
                               double cell, double x, double y) {
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_tile_map map = {cells, width, height, FX(cell), VEC(x, y)};
    pawl_shape_id shape;
    ck_assert_int_eq(
        pawl_shape_create_tiles(world, add_body(world, PAWL_STATIC, 0, 0), &def, &map, &shape),
        PAWL_OK);
    return shape;
}

/* A picture of a level, top row first: # solid, / and \ slopes, - one-way, . empty. */
static void draw_cells(const char *const *rows, int width, int height, uint8_t *cells) {
    for (int i = 0; i < width * height; i++) {
        switch (rows[height - 1 - i / width][i % width]) {
        case '#':
            cells[i] = PAWL_TILE_SOLID;
            break;
        case '/':
            cells[i] = PAWL_TILE_LOWER_RIGHT;
            break;
        case '\\':
            cells[i] = PAWL_TILE_LOWER_LEFT;
            break;
        case '-':
            cells[i] = PAWL_TILE_ONE_WAY;
            break;
        default:
            cells[i] = PAWL_TILE_EMPTY;
        }
    }
}

static void assert_even_run(const pawl_world *world, player *p, int moves) {
    let_fall(world, p);
    const pawl_mover start = p->mover;
    for (int i = 1; i <= moves; i++) {
        play(world, p, RUN, 0);
        const int64_t way = ((int64_t)FX(RUN) * i + start.remainder.x) / STEPS_PER_SECOND;
        ck_assert_msg(p->mover.position.x - start.position.x == way, "move %d: %d instead of %d", i,
                      p->mover.position.x - start.position.x, (int)way);
        ck_assert_msg(p->mover.position.y == start.position.y, "move %d: height", i);
        ck_assert_uint_eq(p->report.hit_count, 0);
    }
}

START_TEST(a_chain_of_a_thousand_segments_is_as_smooth_as_one) {
    pawl_vec2 points[1001];
    pawl_world *const world = make_default_world();
    for (int i = 0; i <= 1000; i++)
        points[i] = VEC(_i < 2 ? i / 4.0 - 1 : 249 - i / 4.0, 0);
    add_chain(world, points, 1001, false, _i == 2);
    player p = player_at(0, 1);
    if (_i == 1) p.def.half_height = 0;
    assert_even_run(world, &p, 2900);
    free(world);
}
END_TEST

START_TEST(a_floor_of_a_thousand_tiles_is_as_smooth_as_one) {
    uint8_t cells[2000];
    pawl_world *const world = make_default_world();
    memset(cells, _i == 0 ? PAWL_TILE_SOLID : PAWL_TILE_ONE_WAY, sizeof cells);
    add_tiles(world, cells, 1000, 2, 0.25, -1, -0.5);
    player p = player_at(0, 1);
    assert_even_run(world, &p, 2900);
    free(world);
}
END_TEST

/* Hills of 37 degrees and gentle ones, up and down, from either end of the chain. */
START_TEST(hills_are_walked_without_a_hop) {
    enum {
        POINTS = 41
    };
    static const double heights[8] = {0, 0, 0.75, 1, 1.5, 0.75, 0.5, 0.5};
    pawl_vec2 points[POINTS];
    pawl_world *const world = make_default_world();
    for (int i = 0; i < POINTS; i++) {
        const int at = _i == 0 ? i : POINTS - 1 - i;
        points[i] = VEC(at - 2, heights[at % 8]);
    }
    add_chain(world, points, POINTS, false, _i == 1);
    player p = player_at(0, 3);
    let_fall(world, &p);
    const pawl_fx start = p.mover.position.x;
    for (int i = 0; i < 420; i++) {
        const pawl_fx before = p.mover.position.x;
        play(world, &p, RUN, 0);
        assert_clear(world, &p, "hills");
        ck_assert_msg(p.mover.on_ground == 1, "in the air after %d at %f", i,
                      units(p.mover.position.x));
        ck_assert_msg(p.mover.position.x > before + FX(0.04), "held after %d at %f", i,
                      units(before));
    }
    ck_assert_msg(units(p.mover.position.x - start) > 28, "way");
    free(world);
}
END_TEST

START_TEST(a_one_sided_room_is_not_left) {
    static const pawl_vec2 room[] = {{-196608, 0},     {-196608, 327680}, {0, 262144},
                                     {196608, 327680}, {196608, 65536},   {65536, 0}};
    pawl_world *const world = make_default_world();
    uint64_t seed = seeded_base;
    add_chain(world, room, 6, true, true);
    player p = player_at(0, 1);
    for (int i = 0; i < 2000; i++) {
        const pawl_vec2 velocity =
            pawl_vec2_make((pawl_fx)(seeded_next(&seed) % 8000000) - 4000000,
                           (pawl_fx)(seeded_next(&seed) % 8000000) - 4000000);
        ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, velocity, 0, NULL), PAWL_OK);
        assert_clear(world, &p, "room");
        ck_assert_msg(pawl_abs(p.mover.position.x) < FX(3) && p.mover.position.y > 0 &&
                          p.mover.position.y < FX(5),
                      "left the room after %d", i);
    }
    free(world);
}
END_TEST

START_TEST(a_one_sided_chain_is_passed_from_behind) {
    static const pawl_vec2 points[] = {{262144, 131072}, {0, 131072}, {-262144, 131072}};
    pawl_world *const world = make_default_world();
    add_ground(world);
    add_chain(world, points, 3, false, true);
    player p = player_at(0.01, 1);
    let_fall(world, &p);
    play(world, &p, 0, 8);
    while (p.mover.velocity.y > 0) {
        play(world, &p, 0, 0);
        ck_assert_uint_eq(p.report.hit_count, 0);
    }
    let_fall(world, &p);
    assert_near(foot_of(&p), 2, 0.002, "on the chain");
    play_flags(world, &p, 0, 0, PAWL_MOVER_DROP);
    play_for(world, &p, 0, 10);
    assert_near(foot_of(&p), 2, 0.002, "chains are no platforms");
    free(world);
}
END_TEST

static const char *const level[] = {"........................",  /* 7 */
                                    "........................",  /* 6 */
                                    "....----................",  /* 5 */
                                    "...................#....",  /* 4 */
                                    ".............../##\\#....", /* 3 */
                                    "............../####\\#...", /* 2 */
                                    "#............/#######...",  /* 1 */
                                    "########################"};

static pawl_world *make_level(uint8_t cells[192]) {
    pawl_world *const world = make_default_world();
    draw_cells(level, 24, 8, cells);
    add_tiles(world, cells, 24, 8, 1, 0, 0);
    return world;
}

START_TEST(slopes_of_tiles_are_walked_up_and_down) {
    uint8_t cells[192];
    pawl_world *const world = make_level(cells);
    player p = player_at(10, 2);
    let_fall(world, &p);
    double highest = 0;
    for (int i = 0; i < 240; i++) {
        play(world, &p, 3, 0);
        assert_clear(world, &p, "tiles");
        ck_assert_msg(p.mover.on_ground == 1, "in the air after %d at %f", i,
                      units(p.mover.position.x));
        if (foot_of(&p) > highest) highest = foot_of(&p);
    }
    assert_near(highest, 4, 0.002, "the plateau");
    /* The wall behind the slope down stops it. */
    ck_assert_msg(units(p.mover.position.x) > 17.5 && units(p.mover.position.x) < 19, "at %f",
                  units(p.mover.position.x));
    for (int i = 0; i < 240; i++) {
        play(world, &p, -3, 0);
        ck_assert_msg(p.mover.on_ground == 1, "hops down after %d at %f", i,
                      units(p.mover.position.x));
    }
    free(world);
}
END_TEST

START_TEST(one_way_tiles_are_passed_from_below_and_dropped_through) {
    uint8_t cells[192];
    pawl_world *const world = make_level(cells);
    player p = player_at(5.5, 2);
    p.mover.position.y = FX(3);
    let_fall(world, &p);
    assert_near(foot_of(&p), 1, 0.002, "floor");
    play(world, &p, 0, 8.7); /* up to 4.7: the top of the cells is at 3 from the bottom row's 0 */
    for (int i = 0; i < 200 && !p.mover.on_ground; i++)
        play(world, &p, 0, 0);
    const double landed = foot_of(&p);
    ck_assert_msg(landed < 1.1, "reaches %f", landed);
    play(world, &p, 0, 10.5);
    for (int i = 0; i < 200 && !p.mover.on_ground; i++)
        play(world, &p, 1, 0);
    assert_near(foot_of(&p), 6, 0.002, "on the platform");
    play_flags(world, &p, 0, 0, PAWL_MOVER_DROP);
    play_for(world, &p, 0, 120);
    assert_near(foot_of(&p), 1, 0.002, "floor again");
    free(world);
}
END_TEST

/* Random maps and random walks: never in a cell, whatever the size of the player. */
START_TEST(no_random_map_is_entered) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    uint8_t cells[256];
    pawl_world *const world = make_default_world();
    for (int i = 0; i < 256; i++) {
        const bool border = i < 16 || i >= 240 || i % 16 == 0 || i % 16 == 15;
        const uint64_t roll = seeded_next(&seed) % 20;
        cells[i] = border ? PAWL_TILE_SOLID : roll < 6 ? (uint8_t)(roll + 1) : PAWL_TILE_EMPTY;
    }
    add_tiles(world, cells, 16, 16, 1, 0, 0);
    player p = player_at(0, 0);
    p.def.radius = FX(0.125) + (pawl_fx)(seeded_next(&seed) % 20000);
    p.def.half_height = (pawl_fx)(seeded_next(&seed) % 30000);
    bool placed = false;
    for (int i = 0; i < 200 && !placed; i++) {
        pawl_plane plane;
        p.mover.position = pawl_vec2_make((pawl_fx)(seeded_next(&seed) % (16 * 65536)),
                                          (pawl_fx)(seeded_next(&seed) % (16 * 65536)));
        placed = pawl_mover_collide(world, &p.def, p.mover.position, &plane, 1) == 0 &&
                 pawl_world_overlap_point(world, p.mover.position, NULL, NULL, 0) == 0;
    }
    double speed = 0;
    for (int i = 0; placed && i < 300; i++) {
        if (seeded_next(&seed) % 16 == 0) speed = (double)(seeded_next(&seed) % 12) - 6;
        const double jump = seeded_next(&seed) % 24 == 0 ? 9 : 0;
        play(world, &p, speed, jump);
        pawl_plane planes[PAWL_PLANES_MAX];
        const uint32_t count =
            pawl_mover_collide(world, &p.def, p.mover.position, planes, PAWL_PLANES_MAX);
        for (uint32_t k = 0; k < count; k++)
            ck_assert_msg(planes[k].separation >= -2, "seed %d, move %d: %d inside", _i, i,
                          -planes[k].separation);
        ck_assert_msg(p.mover.position.x > FX(1) && p.mover.position.x < FX(15) &&
                          p.mover.position.y > FX(1) && p.mover.position.y < FX(15),
                      "seed %d, move %d: outside", _i, i);
    }
    free(world);
}
END_TEST

Suite *suite_mover_terrain(void) {
    Suite *const suite = suite_create("mover_terrain");
    TCase *const terrain = tcase_create("terrain");
    tcase_set_timeout(terrain, 60);
    tcase_add_loop_test(terrain, a_chain_of_a_thousand_segments_is_as_smooth_as_one, 0, 3);
    tcase_add_loop_test(terrain, a_floor_of_a_thousand_tiles_is_as_smooth_as_one, 0, 2);
    tcase_add_loop_test(terrain, hills_are_walked_without_a_hop, 0, 2);
    tcase_add_test(terrain, a_one_sided_room_is_not_left);
    tcase_add_test(terrain, a_one_sided_chain_is_passed_from_behind);
    tcase_add_test(terrain, slopes_of_tiles_are_walked_up_and_down);
    tcase_add_test(terrain, one_way_tiles_are_passed_from_below_and_dropped_through);
    tcase_add_loop_test(terrain, no_random_map_is_entered, 0, 60);
    suite_add_tcase(suite, terrain);
    return suite;
}
