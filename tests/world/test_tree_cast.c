/* test_tree_cast.c - the walk along a movement against a plain list of boxes and an exact test. */
#include "support/world/fixture.h"
#include "support/base/seeded.h"

#include "world/tree.h"
#include "world/world.h"

#define SHAPES 300

/* The tree works on the shapes of a world, of which these tests only use the boxes. */
static pawl_world *make_shapes(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 1;
    def.shape_capacity = SHAPES;
    return make_world(&def);
}

static void insert(pawl_world *world, uint16_t shape, pawl_box box) {
    pawli_shapes(world)[shape].fat_box = box;
    pawli_tree_insert(world, shape);
}

static pawl_fx random_within(uint64_t *seed, pawl_fx reach) {
    return (pawl_fx)((int64_t)(seeded_next(seed) % (2 * (uint64_t)reach + 1)) - reach);
}

/* Up to `size` wide and high, often a point. */
static pawl_box random_box(uint64_t *seed, pawl_fx reach, pawl_fx size) {
    pawl_box box;
    box.lower.x = random_within(seed, reach);
    box.lower.y = random_within(seed, reach);
    box.upper.x = pawl_add(box.lower.x, pawl_max(random_within(seed, size), 0));
    box.upper.y = pawl_add(box.lower.y, pawl_max(random_within(seed, size), 0));
    return box;
}

/* The signs of where the corners of b, seen from every corner of a, lie across the movement: all
 * on one side means apart. Sixteen products where the walk takes four. */
static bool straddles(pawl_box a, pawl_vec2 move, pawl_box b) {
    const pawl_fx ax[2] = {a.lower.x, a.upper.x}, ay[2] = {a.lower.y, a.upper.y};
    const pawl_fx bx[2] = {b.lower.x, b.upper.x}, by[2] = {b.lower.y, b.upper.y};
    bool left = false, right = false;
    for (int i = 0; i < 16; i++) {
        const int128 x = (int128)bx[i & 1] - ax[i >> 2 & 1];
        const int128 y = (int128)by[i >> 1 & 1] - ay[i >> 3];
        const int128 side = (int128)move.x * y - (int128)move.y * x;
        left = left || side >= 0;
        right = right || side <= 0;
    }
    return left && right;
}

/* Overlap on an axis with what is covered until `fraction`, in 2^-30 raw units. */
static bool reaches(pawl_fx lower, pawl_fx upper, pawl_fx move, int32_t fraction,
                    pawl_fx other_lower, pawl_fx other_upper) {
    const int128 way = (int128)move * fraction, unit = PAWL_UNIT;
    const int128 from = lower * unit + (way < 0 ? way : 0), to = upper * unit + (way > 0 ? way : 0);
    return from <= other_upper * unit && other_lower * unit <= to;
}

static bool meets(pawl_box a, pawl_vec2 move, int32_t fraction, pawl_box b) {
    return reaches(a.lower.x, a.upper.x, move.x, fraction, b.lower.x, b.upper.x) &&
           reaches(a.lower.y, a.upper.y, move.y, fraction, b.lower.y, b.upper.y) &&
           straddles(a, move, b);
}

/* Every shape that is met is reported once, and nothing else is. */
static int assert_cast(const pawl_world *world, pawl_box start, pawl_vec2 move) {
    uint8_t found[SHAPES] = {0};
    int count = 0;
    pawli_tree_cast cast;
    pawli_tree_cast_begin(world, start, move, &cast);
    for (;;) {
        const uint16_t shape = pawli_tree_cast_next(world, &cast);
        if (shape == PAWLI_NONE) break;
        ck_assert_uint_lt(shape, SHAPES);
        if (++found[shape] > 1) ck_abort_msg("shape %d is reported twice", shape);
    }
    for (uint16_t i = 0; i < SHAPES; i++) {
        const pawli_shape *shape = &pawli_shapes_const(world)[i];
        const bool want =
            (shape->flags & PAWLI_SHAPE_IN_TREE) && meets(start, move, PAWL_UNIT, shape->fat_box);
        if (found[i] != want) ck_abort_msg("shape %d: found %d, want %d", i, found[i], want);
        count += want;
    }
    ck_assert_uint_eq(pawli_tree_cast_next(world, &cast), PAWLI_NONE);
    return count;
}

/* Clipping at random: what is met before the last clip is reported all the same, also what is met
 * at a fraction that is rounded down to it. */
static void assert_clipped(const pawl_world *world, pawl_box start, pawl_vec2 move,
                           uint64_t *seed) {
    uint8_t found[SHAPES] = {0};
    int32_t fraction = PAWL_UNIT;
    pawli_tree_cast cast;
    pawli_tree_cast_begin(world, start, move, &cast);
    for (;;) {
        const uint16_t shape = pawli_tree_cast_next(world, &cast);
        if (shape == PAWLI_NONE) break;
        if (found[shape]++) ck_abort_msg("shape %d is reported twice", shape);
        if (seeded_next(seed) % 4 == 0) {
            fraction = (int32_t)(seeded_next(seed) % ((uint64_t)fraction + 1));
            pawli_tree_cast_clip(&cast, fraction);
        }
    }
    for (uint16_t i = 0; i < SHAPES; i++) {
        const pawli_shape *shape = &pawli_shapes_const(world)[i];
        if (!(shape->flags & PAWLI_SHAPE_IN_TREE)) continue;
        const int32_t end = fraction < PAWL_UNIT ? fraction + 1 : PAWL_UNIT;
        const bool early = meets(start, move, end, shape->fat_box);
        if (early && !found[i]) ck_abort_msg("shape %d was clipped away", i);
        if (found[i] && !meets(start, move, PAWL_UNIT, shape->fat_box))
            ck_abort_msg("shape %d is not met", i);
    }
}

START_TEST(a_movement_finds_what_a_plain_search_finds) {
    uint64_t seed = seeded_base + (uint64_t)_i; /* _i names a failing run */
    pawl_world *const world = make_shapes();
    const pawl_fx reach = 1 << 20;
    int met = 0;
    met += assert_cast(world, random_box(&seed, reach, 0), pawl_vec2_make(reach, reach));
    ck_assert_int_eq(met, 0);
    for (uint16_t i = 0; i < SHAPES; i++) {
        insert(world, i, random_box(&seed, reach, 1 << (14 + seeded_next(&seed) % 7)));
        const pawl_fx size = seeded_next(&seed) % 2 ? 1 : 1 << 17;
        const pawl_box start = random_box(&seed, reach, size);
        pawl_vec2 move = {random_within(&seed, reach), random_within(&seed, reach)};
        if (i % 5 == 0) move.x = 0;
        if (i % 7 == 0) move.y = 0;
        met += assert_cast(world, start, move);
        assert_clipped(world, start, move, &seed);
    }
    ck_assert_int_gt(met, SHAPES);
    free(world);
}
END_TEST

/* Corners on the line of a movement touch it, and one raw unit beside it they do not. */
START_TEST(touching_a_movement_is_meeting_it) {
    pawl_world *const world = make_shapes();
    insert(world, 0, (pawl_box){{100, 0}, {200, 100}});
    insert(world, 1, (pawl_box){{-200, -300}, {-100, -200}});
    const pawl_vec2 point = {0, 0}, end = {100, 100};
    ck_assert_int_eq(assert_cast(world, (pawl_box){point, point}, pawl_vec2_make(100, 0)), 1);
    ck_assert_int_eq(assert_cast(world, (pawl_box){point, point}, pawl_vec2_make(99, 0)), 0);
    ck_assert_int_eq(assert_cast(world, (pawl_box){point, point}, pawl_vec2_make(400, 400)), 1);
    ck_assert_int_eq(assert_cast(world, (pawl_box){point, point}, pawl_vec2_make(400, 401)), 0);
    ck_assert_int_eq(assert_cast(world, (pawl_box){point, point}, pawl_vec2_make(-100, -200)), 1);
    ck_assert_int_eq(assert_cast(world, (pawl_box){end, end}, point), 1);
    ck_assert_int_eq(assert_cast(world, (pawl_box){point, point}, point), 0);
    free(world);
}
END_TEST

/* As far as coordinates and translations go, where products come near 2^63. */
START_TEST(movements_across_the_whole_range_are_exact) {
    uint64_t seed = seeded_base;
    pawl_world *const world = make_shapes();
    const pawl_fx ends[] = {-PAWL_FX_MAX, -PAWL_COORD_MAX, -1, 0, 1, PAWL_COORD_MAX, PAWL_FX_MAX};
    const pawl_fx ways[] = {-PAWL_FX_MAX + 1, -PAWL_COORD_MAX, -1, 0, 1,
                            PAWL_COORD_MAX,   PAWL_FX_MAX - 1};
    for (uint16_t i = 0; i < SHAPES; i++) {
        pawl_fx at[8];
        for (int k = 0; k < 8; k++)
            at[k] = ends[seeded_next(&seed) % 7];
        const pawl_box box = {{pawl_min(at[0], at[1]), pawl_min(at[2], at[3])},
                              {pawl_max(at[0], at[1]), pawl_max(at[2], at[3])}};
        const pawl_box start = {{pawl_min(at[4], at[5]), pawl_min(at[6], at[7])},
                                {pawl_max(at[4], at[5]), pawl_max(at[6], at[7])}};
        const pawl_vec2 move = {ways[seeded_next(&seed) % 7], ways[seeded_next(&seed) % 7]};
        insert(world, i, i % 2 ? box : random_box(&seed, PAWL_COORD_MAX, 0));
        assert_cast(world, start, move);
        assert_cast(world, (pawl_box){start.lower, start.lower}, move);
        const pawl_vec2 far = {random_within(&seed, PAWL_FX_MAX - 1),
                               random_within(&seed, 1 << 20)};
        assert_clipped(world, start, far, &seed);
        assert_clipped(world, start, pawl_vec2_make(far.y, far.x), &seed);
    }
    free(world);
}
END_TEST

/* A tree as high as there are shapes, linked by hand, of which every level has two children that
 * are met. The tree itself never grows like that. */
START_TEST(a_tree_of_any_height_is_walked) {
    pawl_world *const world = make_shapes();
    pawli_node *const nodes = pawli_nodes(world);
    const bool near_first = _i & 1, in_front = _i & 2;
    for (uint16_t i = 0; i < SHAPES; i++) {
        const pawl_fx x = (near_first ? i : SHAPES - 1 - i) * 10;
        pawli_shape *const shape = &pawli_shapes(world)[i];
        shape->fat_box = (pawl_box){{x, 0}, {x + 5, 5}};
        shape->flags |= PAWLI_SHAPE_IN_TREE;
        const uint16_t last = SHAPES - 1;
        shape->node = i < last ? i : (uint16_t)(last - 1);
        if (i == last) continue;
        nodes[i].box = (pawl_box){{0, 0}, {(SHAPES + 1) * 10, 5}};
        nodes[i].parent = i > 0 ? (uint16_t)(i - 1) : PAWLI_NONE;
        const uint16_t leaf = (uint16_t)(i | PAWLI_LEAF);
        const uint16_t below = i + 1 < last ? (uint16_t)(i + 1) : (uint16_t)((i + 1) | PAWLI_LEAF);
        nodes[i].child[in_front ? 0 : 1] = leaf;
        nodes[i].child[in_front ? 1 : 0] = below;
    }
    world->tree_root = 0;
    const pawl_vec2 left = {-50, 2}, right = {SHAPES * 10 + 50, 2};
    const pawl_box from_left = {left, left}, from_right = {right, right};
    ck_assert_int_eq(assert_cast(world, from_left, pawl_vec2_make(SHAPES * 10 + 200, 0)), SHAPES);
    ck_assert_int_eq(assert_cast(world, from_right, pawl_vec2_make(-SHAPES * 10 - 200, 1)), SHAPES);
    ck_assert_int_eq(assert_cast(world, from_left, pawl_vec2_make(SHAPES * 5, 0)), SHAPES / 2 - 4);
    assert_clipped(world, from_left, pawl_vec2_make(SHAPES * 10 + 200, 0),
                   &(uint64_t){seeded_base});
    free(world);
}
END_TEST

/* The shapes of a row come in the order in which the movement meets them, so that the first clip
 * ends the walk. */
START_TEST(a_row_is_met_from_its_near_end) {
    pawl_world *const world = make_shapes();
    for (uint16_t i = 0; i < SHAPES; i++) {
        const pawl_fx at = (i * 7 % SHAPES) * 10;
        const pawl_box along_x = {{at, 0}, {at + 5, 5}}, along_y = {{0, at}, {5, at + 5}};
        insert(world, i, _i % 2 ? along_y : along_x);
    }
    const pawl_fx end = SHAPES * 10, sign = _i < 2 ? 1 : -1;
    const pawl_vec2 from = {_i % 2 ? 2 : _i < 2 ? -9 : end, _i % 2 == 0 ? 2 : _i < 2 ? -9 : end};
    const pawl_vec2 move = {_i % 2 ? 0 : sign * 2 * end, _i % 2 ? sign * 2 * end : 0};
    pawli_tree_cast cast;
    pawli_tree_cast_begin(world, (pawl_box){from, from}, move, &cast);
    for (int i = 0; i < SHAPES; i++) {
        const uint16_t shape = pawli_tree_cast_next(world, &cast);
        ck_assert_int_eq(shape * 7 % SHAPES, _i < 2 ? i : SHAPES - 1 - i);
    }
    free(world);
}
END_TEST

Suite *suite_tree_cast(void) {
    Suite *const suite = suite_create("tree_cast");
    TCase *const moves = tcase_create("movements");
    tcase_set_timeout(moves, 60);
    tcase_add_loop_test(moves, a_movement_finds_what_a_plain_search_finds, 0, 10);
    tcase_add_test(moves, touching_a_movement_is_meeting_it);
    tcase_add_test(moves, movements_across_the_whole_range_are_exact);
    tcase_add_loop_test(moves, a_tree_of_any_height_is_walked, 0, 4);
    tcase_add_loop_test(moves, a_row_is_met_from_its_near_end, 0, 4);
    suite_add_tcase(suite, moves);
    return suite;
}
