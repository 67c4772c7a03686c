/* test_tree_gather.c - what is near shapes of one place of a world, against a plain list. */
#include "support/world/fixture.h"
#include "support/base/seeded.h"

#include "world/tree.h"
#include "world/world.h"

#define SHAPES 400
#define WALLS 3   /* the first ones, around the place */
#define INSIDE 60 /* the next ones, in it; all others are elsewhere */
#define PLACE (20 * 65536)

#if PAWLI_TREE_GATHERS
static pawl_box make_box(pawl_fx x, pawl_fx y, pawl_fx width, pawl_fx height) {
    const pawl_box box = {{x, y}, {x + width, y + height}};
    return box;
}

static pawl_box random_box(uint64_t *seed, pawl_fx x) {
    const pawl_fx across = (pawl_fx)(seeded_next(seed) % PLACE);
    const pawl_fx up = (pawl_fx)(seeded_next(seed) % PLACE);
    return make_box(x + across, up, (pawl_fx)(seeded_next(seed) % 80000),
                    (pawl_fx)(seeded_next(seed) % 80000));
}

static void insert(pawl_world *world, uint16_t shape, pawl_box box) {
    pawli_shapes(world)[shape].fat_box = box;
    pawli_tree_insert(world, shape);
}

static pawl_world *make_place(uint64_t *seed) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 1;
    def.shape_capacity = SHAPES;
    pawl_world *const world = make_world(&def);
    insert(world, 0, make_box(0, -65536, PLACE, 65536));
    insert(world, 1, make_box(-65536, 0, 65536, PLACE));
    insert(world, 2, make_box(PLACE, 0, 65536, PLACE));
    for (uint16_t i = WALLS; i < SHAPES; i++)
        insert(world, i, random_box(seed, i < WALLS + INSIDE ? 0 : 3 * PLACE));
    return world;
}

/* What is near a shape is found once, and nothing else is; the shape itself only perhaps. Returns
 * how much that was. */
static uint32_t assert_gather(const pawl_world *world, const pawli_tree_scope *scope,
                              uint16_t shape, pawl_box reach) {
    uint16_t list[PAWLI_TREE_GATHER_MOST];
    uint8_t found[SHAPES] = {0};
    const pawli_shape *const shapes = pawli_shapes_const(world);
    const uint32_t count = pawli_tree_query_gather(world, scope, shape, reach, list);
    if (count == PAWLI_TREE_GATHER_MANY) return count;
    ck_assert_uint_le(count, PAWLI_TREE_GATHER_MOST);
    for (uint32_t i = 0; i < count; i++)
        if (++found[list[i]] > 1) ck_abort_msg("shape %d is found twice", list[i]);
    for (uint16_t i = 0; i < SHAPES; i++) {
        const bool want = pawl_box_overlaps(shapes[i].fat_box, reach);
        if (i != shape && found[i] != want) ck_abort_msg("shape %d: found %d", i, found[i]);
    }
    return count;
}

/* Walls and all that is inside have a part of the tree of their own, but for what lies beside. */
START_TEST(all_that_is_near_is_found_from_within_a_place) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    pawl_world *const world = make_place(&seed);
    const pawli_tree_scope scope =
        pawli_tree_query_scope_of(world, make_box(-65536, -65536, PLACE + 200000, PLACE + 200000));
    ck_assert_uint_ne(scope.stop, PAWLI_NONE);
    for (uint16_t i = 0; i < WALLS + INSIDE; i++) {
        const pawl_box own = pawli_shapes_const(world)[i].fat_box;
        assert_gather(world, &scope, i, own);
        if (i < WALLS) continue;
        pawl_box reach = own;
        reach.lower.x -= 60000;
        reach.upper.y += 60000;
        ck_assert_uint_ne(assert_gather(world, &scope, i, reach), PAWLI_TREE_GATHER_MANY);
    }
    free(world);
}
END_TEST

/* A box around little, of which the scope may be a single leaf's neighborhood; and one around all.
 */
START_TEST(a_scope_may_be_of_any_size) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    pawl_world *const world = make_place(&seed);
    for (int round = 0; round < 200; round++) {
        const uint16_t shape = (uint16_t)(seeded_next(&seed) % SHAPES);
        pawl_box box = pawli_shapes_const(world)[shape].fat_box;
        const pawl_fx more = (pawl_fx)(seeded_next(&seed) % (round % 2 == 0 ? 5000 : 5 * PLACE));
        box.lower.x -= more;
        box.upper.x += more;
        const pawli_tree_scope scope = pawli_tree_query_scope_of(world, box);
        ck_assert_uint_le(scope.count, PAWLI_TREE_SCOPE_LEAVES);
        assert_gather(world, &scope, shape, pawli_shapes_const(world)[shape].fat_box);
        assert_gather(world, &scope, shape, box);
    }
    free(world);
}
END_TEST

/* More than there is room for is not found in part. */
START_TEST(too_much_is_told) {
    uint64_t seed = seeded_base;
    pawl_world *const world = make_place(&seed);
    const pawl_box all = make_box(-PLACE, -PLACE, 8 * PLACE, 8 * PLACE);
    const pawli_tree_scope scope = pawli_tree_query_scope_of(world, all);
    ck_assert_uint_eq(assert_gather(world, &scope, WALLS, all), PAWLI_TREE_GATHER_MANY);
    free(world);
}
END_TEST
#endif

Suite *suite_tree_gather(void) {
    Suite *const suite = suite_create("tree_gather");
#if PAWLI_TREE_GATHERS
    TCase *const tcase = tcase_create("tree_gather");
    tcase_add_loop_test(tcase, all_that_is_near_is_found_from_within_a_place, 0, 20);
    tcase_add_loop_test(tcase, a_scope_may_be_of_any_size, 0, 20);
    tcase_add_test(tcase, too_much_is_told);
    suite_add_tcase(suite, tcase);
#endif
    return suite;
}
