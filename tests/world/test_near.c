/* test_near.c - which edges of terrain are near a box, and how many are looked at for it. */
#include "support/base/seeded.h"
#include "support/world/ground.h"

#define NEAR_POINTS 400

static uint64_t near_seed;

static int32_t below(int32_t count) {
    return (int32_t)(seeded_next(&near_seed) % (uint32_t)count);
}

/* How x goes on from point to point. */
typedef enum near_order {
    TO_THE_RIGHT,
    TO_THE_LEFT,
    TO_AND_FRO,
    NEAR_ORDERS
} near_order;

/* A fifth of the segments of the first two is vertical. */
static void draw_points(near_order order, pawl_vec2 *at, int32_t count) {
    pawl_vec2 p = pawl_vec2_make(0, 0);
    for (int32_t i = 0; i < count; i++) {
        at[i] = p;
        const bool vertical = below(5) == 0;
        const pawl_fx dx = vertical ? 0 : 1000 + below(3 * PAWL_FX_ONE);
        p.x += order == TO_THE_LEFT || (order == TO_AND_FRO && below(3) == 0) ? -dx : dx;
        p.y += 2000 + below(PAWL_FX_ONE) - below(2) * (PAWL_FX_ONE + 4000);
    }
}

static pawl_box draw_box(pawl_box around) {
    const pawl_fx slack = 4 * PAWL_FX_ONE;
    const pawl_fx width = around.upper.x - around.lower.x + 2 * slack;
    const pawl_fx height = around.upper.y - around.lower.y + 2 * slack;
    pawl_box box;
    box.lower.x = around.lower.x - slack + below(width);
    box.lower.y = around.lower.y - slack + below(height);
    box.upper.x = box.lower.x + (below(4) ? below(6 * PAWL_FX_ONE) : below(width));
    box.upper.y = box.lower.y + (below(4) ? below(6 * PAWL_FX_ONE) : below(height));
    return box;
}

/* Now and then one side of a box is exactly where a point is: that touches. */
static pawl_box draw_box_at(pawl_box around, pawl_fx x) {
    pawl_box box = draw_box(around);
    const int32_t side = below(6);
    if (side == 0 && x <= box.upper.x) box.lower.x = x;
    if (side == 1 && x >= box.lower.x) box.upper.x = x;
    return box;
}

/* A query yields the edges that are near the box, in their order, and no others. Returns how many
 * there are. */
static int assert_edges_near(const pawli_geometry *geometry, uint32_t edges, pawl_box box) {
    pawli_surface_query query = pawli_surface_begin(geometry, box);
    int found = 0;
    for (uint32_t i = 0; i < edges; i++) {
        if (!pawli_surface_is_near(geometry, i, box)) continue;
        uint32_t edge = UINT32_MAX;
        ck_assert_msg(pawli_surface_next(&query, &edge), "edge %u is missing", i);
        ck_assert_uint_eq(edge, i);
        found++;
    }
    uint32_t more = 0;
    ck_assert_msg(!pawli_surface_next(&query, &more), "edge %u is not near", more);
    ck_assert_msg(!pawli_surface_next(&query, &more), "edge %u is not near", more);
    return found;
}

START_TEST(a_query_of_a_chain_yields_what_is_near_and_nothing_else) {
    near_seed = seeded_fresh("boxes over chains") | 1;
    int found = 0, chains = 0;
    for (int round = 0; round < SEEDED_ROUNDS(150); round++) {
        pawl_vec2 at[NEAR_POINTS];
        const near_order order = (near_order)(round % NEAR_ORDERS);
        const int32_t count = 4 + below(NEAR_POINTS - 4);
        draw_points(order, at, count);
        pawl_chain chain = chain_of(at, count);
        chain.loop = below(3) == 0;
        chain.ghost_ends = !chain.loop && below(2) == 0;
        pawli_geometry made;
        if (pawli_terrain_make_chain(&chain, &made) != PAWL_OK)
            continue; /* a loop that ends flat */
        if (chain.loop) {
            ck_assert_uint_eq(made.inner, PAWLI_ORDER_NONE);
        } else if (order != TO_AND_FRO) {
            ck_assert_uint_eq(made.inner,
                              order == TO_THE_LEFT ? PAWLI_ORDER_LEFT : PAWLI_ORDER_RIGHT);
        }
        chains++;
        for (int i = 0; i < 100; i++)
            found += assert_edges_near(&made, (uint32_t)count,
                                       draw_box_at(made.terrain.box, at[below(count)].x));
        made.inner = PAWLI_ORDER_NONE; /* as where it is not bound */
        made.terrain.address[0] = made.terrain.address[1] = 0;
        ck_assert_int_eq(assert_edges_near(&made, (uint32_t)count, draw_box(made.terrain.box)), 0);
    }
    ck_assert_int_gt(chains, SEEDED_OFTEN(100));
    ck_assert_int_gt(found, SEEDED_OFTEN(10000));
}
END_TEST

START_TEST(a_query_of_heights_yields_what_is_near_and_nothing_else) {
    near_seed = seeded_fresh("boxes over heights") | 1;
    int found = 0;
    for (int round = 0; round < SEEDED_ROUNDS(100); round++) {
        int16_t at[NEAR_POINTS];
        const int32_t count = 4 + below(NEAR_POINTS - 4);
        for (int32_t i = 0; i < count; i++)
            at[i] = (int16_t)(below(12) == 0 ? PAWL_HEIGHT_HOLE : below(20) - 10);
        at[0] = at[1] = 0;
        const pawl_vec2 origin = {below(99 * PAWL_FX_ONE) - 99 * PAWL_FX_ONE, below(9999)};
        const pawl_heights heights = {
            at,    count,        100 + below(2 * PAWL_FX_ONE), 1 + below(20000), origin,
            false, below(2) == 0};
        pawli_geometry made;
        ck_assert_int_eq(pawli_terrain_make_heights(&heights, &made), PAWL_OK);
        for (int i = 0; i < 100; i++)
            found += assert_edges_near(
                &made, (uint32_t)count,
                draw_box_at(made.terrain.box, origin.x + below(count) * heights.spacing));
        made.terrain.address[0] = made.terrain.address[1] = 0;
        ck_assert_int_eq(assert_edges_near(&made, (uint32_t)count, draw_box(made.terrain.box)), 0);
    }
    ck_assert_int_gt(found, SEEDED_OFTEN(10000));
}
END_TEST

/* ---- cost ----------------------------------------------------------------------------------- */

#define FLAT_SEGMENTS_MAX 10000

static const int32_t flat_counts[] = {100, 1000, FLAT_SEGMENTS_MAX};

/* Edges that a query of a box looks at, one after the other. */
static uint32_t count_looks(const pawli_geometry *geometry, pawl_box box) {
    pawli_surface_query query = pawli_surface_begin(geometry, box);
    const uint32_t first = query.next;
    uint32_t edge;
    while (pawli_surface_next(&query, &edge)) {
    }
    return query.next - first;
}

/* Boxes of two units over segments of a half. */
static uint32_t most_looks(const pawli_geometry *geometry, int32_t count) {
    uint32_t most = 0;
    for (int32_t i = 0; i < 200; i++) {
        const pawl_fx x = (below(count + 8) - count / 2 - 4) * PAWL_FX_ONE / 2 + below(PAWL_FX_ONE);
        const pawl_box box = {{x, -PAWL_FX_ONE}, {x + 2 * PAWL_FX_ONE, PAWL_FX_ONE}};
        const uint32_t looks = count_looks(geometry, box);
        if (looks > most) most = looks;
    }
    return most;
}

START_TEST(long_ground_by_heights_is_looked_at_no_more_than_short_one) {
    static int16_t flat[FLAT_SEGMENTS_MAX + 1];
    const int32_t count = flat_counts[_i];
    near_seed = first_seed(_i);
    pawl_heights heights = {flat, count + 1, PAWL_FX_ONE / 2, 1, {0, 0}, false, false};
    heights.origin.x = -(count / 2) * (PAWL_FX_ONE / 2);
    pawli_geometry made;
    ck_assert_int_eq(pawli_terrain_make_heights(&heights, &made), PAWL_OK);
    ck_assert_uint_le(most_looks(&made, count), 6);
}
END_TEST

START_TEST(a_long_chain_is_looked_at_no_more_than_a_short_one) {
    static pawl_vec2 at[FLAT_SEGMENTS_MAX + 1];
    const int32_t count = flat_counts[_i / 2];
    near_seed = first_seed(_i);
    for (int32_t i = 0; i <= count; i++) {
        const int32_t x = _i % 2 ? i - count / 2 : count / 2 - i;
        at[i] = pawl_vec2_make(x * (PAWL_FX_ONE / 2), 0);
    }
    const pawl_chain chain = chain_of(at, count + 1);
    pawli_geometry made;
    ck_assert_int_eq(pawli_terrain_make_chain(&chain, &made), PAWL_OK);
    ck_assert_uint_le(most_looks(&made, count), 6);
    made.inner = PAWLI_ORDER_NONE;
    ck_assert_uint_eq(most_looks(&made, count), count);
}
END_TEST

Suite *suite_near(void);
Suite *suite_near(void) {
    Suite *const suite = suite_create("near");
    TCase *const tests = tcase_create("near");
    tcase_add_test(tests, a_query_of_a_chain_yields_what_is_near_and_nothing_else);
    tcase_add_test(tests, a_query_of_heights_yields_what_is_near_and_nothing_else);
    tcase_add_loop_test(tests, long_ground_by_heights_is_looked_at_no_more_than_short_one, 0, 3);
    tcase_add_loop_test(tests, a_long_chain_is_looked_at_no_more_than_a_short_one, 0, 6);
    suite_add_tcase(suite, tests);
    return suite;
}
