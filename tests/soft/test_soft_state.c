/* test_soft_state.c - soft bodies come and go: handles, room, and who moves up when one goes. */
#include "support/world/fixture.h"
#include "support/base/seeded.h"
#include "world/world.h"

#define SOFTS 6
#define POINTS 40
#define LINKS 50
#define NO_SOFT PAWL_NULL_SOFT

static pawl_world *make_soft_world(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 8;
    def.soft_capacity = SOFTS;
    def.soft_point_capacity = POINTS;
    def.soft_link_capacity = LINKS;
    return make_world(&def);
}

/* A row of points from x on, one apart, each linked to the next; their masses tell them apart. */
static pawl_status try_row(pawl_world *world, int32_t x, uint32_t count, pawl_soft_id *out) {
    pawl_soft_point points[POINTS + 1];
    pawl_soft_link links[POINTS + 1];
    memset(points, 0, sizeof points);
    memset(links, 0, sizeof links);
    for (uint32_t i = 0; i < count; i++) {
        points[i].position = pawl_vec2_make(pawl_from_int(x + (int32_t)i), 0);
        points[i].mass = PAWL_FX_ONE + (pawl_fx)i;
        links[i].a = (uint16_t)i;
        links[i].b = (uint16_t)(i + 1);
        links[i].stiffness = PAWL_FX_ONE;
    }
    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.links = links;
    def.point_count = count;
    def.link_count = count - 1;
    def.user_data = (uint32_t)x;
    return pawl_soft_create(world, &def, out);
}

static pawl_soft_id add_row(pawl_world *world, int32_t x, uint32_t count) {
    pawl_soft_id soft = {0, 0};
    ck_assert_int_eq(try_row(world, x, count, &soft), PAWL_OK);
    return soft;
}

/* It is the row that add_row has made. */
static void assert_row(const pawl_world *world, pawl_soft_id soft, int32_t x, uint32_t count) {
    ck_assert_uint_eq(pawl_soft_get_user_data(world, soft), (uint32_t)x);
    ck_assert_uint_eq(pawl_soft_get_point_count(world, soft), count);
    ck_assert_uint_eq(pawl_soft_get_link_count(world, soft), count - 1);
    for (uint32_t i = 0; i < count; i++) {
        pawl_soft_point point;
        ck_assert_int_eq(pawl_soft_get_point(world, soft, i, &point), PAWL_OK);
        ck_assert_int_eq(point.position.x, pawl_from_int(x + (int32_t)i));
        ck_assert_int_eq(point.mass, PAWL_FX_ONE + (pawl_fx)i);
        if (i == 0) continue;
        pawl_soft_link link;
        ck_assert_int_eq(pawl_soft_get_link(world, soft, i - 1, &link), PAWL_OK);
        ck_assert_uint_eq(link.a, i - 1);
        ck_assert_uint_eq(link.b, i);
        ck_assert_int_eq(link.length, PAWL_FX_ONE);
        ck_assert_int_eq(link.stiffness, PAWL_FX_ONE);
    }
}

static void assert_next(const pawl_world *world, pawl_soft_id after, pawl_soft_id want) {
    const pawl_soft_id got = pawl_world_next_soft(world, after);
    ck_assert_uint_eq(pawl_soft_id_store(got), pawl_soft_id_store(want));
}

START_TEST(a_soft_body_is_what_it_was_made_of) {
    pawl_world *world = make_soft_world();
    const pawl_soft_id first = add_row(world, 0, 4), second = add_row(world, 100, 5);
    assert_row(world, first, 0, 4);
    assert_row(world, second, 100, 5);
    assert_next(world, NO_SOFT, first);
    assert_next(world, first, second);
    assert_next(world, second, NO_SOFT);
    assert_sound(world);
    free(world);
}
END_TEST

/* A model of rows in creation order; the engine must agree after each call. */
START_TEST(others_stay_whole_when_one_goes) {
    uint64_t seed = first_seed(_i);
    pawl_world *world = make_soft_world();
    struct {
        pawl_soft_id id;
        int32_t x;
        uint32_t count;
    } live[SOFTS];
    int live_count = 0, full = 0, gone = 0;
    pawl_soft_id stale = NO_SOFT;
    for (int round = 0; round < 300; round++) {
        if (seeded_next(&seed) % 5 < 3) {
            uint32_t points = 0;
            for (int i = 0; i < live_count; i++)
                points += live[i].count;
            const uint32_t count = 1 + (uint32_t)(seeded_next(&seed) % 12);
            const bool fits = live_count < SOFTS && points + count <= POINTS;
            pawl_soft_id made = NO_SOFT;
            ck_assert_int_eq(try_row(world, round, count, &made),
                             fits ? PAWL_OK : PAWL_ERR_CAPACITY);
            full += !fits;
            if (!fits) continue;
            live[live_count].id = made;
            live[live_count].x = round;
            live[live_count++].count = count;
        } else if (live_count > 0) {
            const int chosen = (int)(seeded_next(&seed) % (uint64_t)live_count);
            stale = live[chosen].id;
            ck_assert_int_eq(pawl_soft_destroy(world, stale), PAWL_OK);
            memmove(&live[chosen], &live[chosen + 1],
                    (size_t)(--live_count - chosen) * sizeof live[0]);
            gone++;
        }
        pawl_soft_id at = NO_SOFT;
        for (int i = 0; i < live_count; i++) {
            at = pawl_world_next_soft(world, at);
            ck_assert_uint_eq(pawl_soft_id_store(at), pawl_soft_id_store(live[i].id));
            assert_row(world, at, live[i].x, live[i].count);
        }
        assert_next(world, at, NO_SOFT);
        ck_assert_int_eq(pawl_soft_is_valid(world, stale), false);
        ck_assert_int_eq(pawl_soft_destroy(world, stale), PAWL_ERR_STALE);
        assert_sound(world);
    }
    ck_assert_msg(full > 5 && gone > 50, "%d full, %d gone, seed %d", full, gone, _i);
    free(world);
}
END_TEST

Suite *suite_soft_state(void) {
    Suite *suite = suite_create("soft_state");
    TCase *tcase = tcase_create("lifecycle");
    tcase_add_test(tcase, a_soft_body_is_what_it_was_made_of);
    tcase_add_loop_test(tcase, others_stay_whole_when_one_goes, 0, 8);
    suite_add_tcase(suite, tcase);
    return suite;
}
