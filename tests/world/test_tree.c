/* test_tree.c - the tree of boxes against a plain list of them. */
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

static bool is_in(const pawl_world *world, uint16_t shape) {
    return (pawli_shapes_const(world)[shape].flags & PAWLI_SHAPE_IN_TREE) != 0;
}

static void insert(pawl_world *world, uint16_t shape, pawl_box box) {
    pawli_shapes(world)[shape].fat_box = box;
    pawli_tree_insert(world, shape);
}

static pawl_box make_box(pawl_fx x, pawl_fx y, pawl_fx width, pawl_fx height) {
    const pawl_box box = {{x, y}, {pawl_add(x, width), pawl_add(y, height)}};
    return box;
}

/* Within +-16 units and up to 4 wide, sometimes a point. */
static pawl_box random_box(uint64_t *seed) {
    const pawl_fx x = (pawl_fx)(seeded_next(seed) >> 43) - (1 << 20);
    const pawl_fx y = (pawl_fx)(seeded_next(seed) >> 43) - (1 << 20);
    return make_box(x, y, (pawl_fx)(seeded_next(seed) >> 46), (pawl_fx)(seeded_next(seed) >> 46));
}

/* Every shape that overlaps is reported once, and nothing else is; `beside` only perhaps. */
static void assert_walk(const pawl_world *world, pawl_box box, pawli_tree_query *walk,
                        uint16_t beside) {
    uint8_t found[SHAPES] = {0};
    for (;;) {
        const uint16_t shape = pawli_tree_query_next(world, walk);
        if (shape == PAWLI_NONE) break;
        ck_assert_uint_lt(shape, SHAPES);
        if (++found[shape] > 1) ck_abort_msg("shape %d is reported twice", shape);
    }
    for (uint16_t i = 0; i < SHAPES; i++) {
        const bool want =
            is_in(world, i) && pawl_box_overlaps(pawli_shapes_const(world)[i].fat_box, box);
        if (i == beside && !found[i]) continue;
        if (found[i] != want) ck_abort_msg("shape %d: found %d, want %d", i, found[i], want);
    }
    ck_assert_uint_eq(pawli_tree_query_next(world, walk), PAWLI_NONE);
}

static void assert_query_beside(const pawl_world *world, uint16_t shape, pawl_box box) {
    pawli_tree_query walk;
    pawli_tree_query_begin_beside(world, shape, box, &walk);
    assert_walk(world, box, &walk, shape);
}

/* From the root, and from some of the leaves. */
static void assert_query(const pawl_world *world, pawl_box box) {
    pawli_tree_query walk;
    pawli_tree_query_begin(world, box, &walk);
    assert_walk(world, box, &walk, PAWLI_NONE);
    for (uint16_t i = 0; i < SHAPES; i = (uint16_t)(i + SHAPES / 4 - 1)) {
        if (is_in(world, i)) assert_query_beside(world, i, box);
    }
}

/* What is said about a child: its box, its height, and the parent that it names. */
typedef struct child_facts {
    pawl_box box;
    int height;
    uint16_t parent;
} child_facts;

static child_facts facts_of(const pawl_world *world, uint16_t child) {
    if (child & PAWLI_LEAF) {
        const pawli_shape *const shape = &pawli_shapes_const(world)[child & ~PAWLI_LEAF];
        return (child_facts){shape->fat_box, 0, shape->node};
    }
    const pawli_node *const node = &pawli_nodes_const(world)[child];
    return (child_facts){node->box, node->height, node->parent};
}

/* `snug`: nodes are not larger than what is in them, as long as nothing moves. */
static void assert_node(const pawl_world *world, uint16_t at, bool snug) {
    const pawli_node *const node = &pawli_nodes_const(world)[at];
    const child_facts left = facts_of(world, node->child[0]);
    const child_facts right = facts_of(world, node->child[1]);
    ck_assert_uint_eq(left.parent, at);
    ck_assert_uint_eq(right.parent, at);
    ck_assert_int_eq(node->height, 1 + (left.height > right.height ? left.height : right.height));
    ck_assert_int_eq(pawl_box_contains(node->box, left.box), true);
    ck_assert_int_eq(pawl_box_contains(node->box, right.box), true);
    if (!snug) return;
    ck_assert_int_eq(node->box.lower.x, pawl_min(left.box.lower.x, right.box.lower.x));
    ck_assert_int_eq(node->box.lower.y, pawl_min(left.box.lower.y, right.box.lower.y));
    ck_assert_int_eq(node->box.upper.x, pawl_max(left.box.upper.x, right.box.upper.x));
    ck_assert_int_eq(node->box.upper.y, pawl_max(left.box.upper.y, right.box.upper.y));
}

/* Every node that can be reached is right, and there is one fewer than there are shapes. */
static void assert_tree(const pawl_world *world, bool snug) {
    uint16_t pending[SHAPES];
    int count = 0, nodes = 0, leaves = 0, shapes = 0;
    for (uint16_t i = 0; i < SHAPES; i++)
        shapes += is_in(world, i);
    if (world->tree_root != PAWLI_NONE) {
        ck_assert_uint_eq(facts_of(world, world->tree_root).parent, PAWLI_NONE);
        pending[count++] = world->tree_root;
    }
    while (count > 0) {
        const uint16_t at = pending[--count];
        if (at & PAWLI_LEAF) {
            leaves++;
            ck_assert_int_eq(is_in(world, (uint16_t)(at & ~PAWLI_LEAF)), true);
            continue;
        }
        if (++nodes >= SHAPES) ck_abort_msg("the tree has a cycle");
        assert_node(world, at, snug);
        pending[count++] = pawli_nodes_const(world)[at].child[0];
        pending[count++] = pawli_nodes_const(world)[at].child[1];
    }
    ck_assert_int_eq(leaves, shapes);
    ck_assert_int_eq(nodes, shapes > 0 ? shapes - 1 : 0);
}

static int floor_log2(int value) {
    int log = 0;
    while (value >>= 1)
        log++;
    return log;
}

START_TEST(queries_find_what_a_plain_search_finds) {
    uint64_t seed = seeded_base + (uint64_t)_i; /* _i names a failing run */
    pawl_world *const world = make_shapes();
    assert_query(world, random_box(&seed));
    for (int round = 0; round < 3000; round++) {
        const uint16_t shape = (uint16_t)(seeded_next(&seed) % SHAPES);
        /* Filling up and emptying by turns: growing while this is even. */
        const bool grow = round / 700 % 2 == 0 ? round % 8 != 0 : round % 8 == 0;
        if (is_in(world, shape) && !grow) {
            pawli_tree_remove(world, shape);
        } else if (!is_in(world, shape) && grow) {
            insert(world, shape, random_box(&seed));
        } else {
            continue;
        }
        if (round % 50 == 0) assert_tree(world, true);
        assert_query(world, random_box(&seed));
    }
    const pawl_box all = {{-PAWL_FX_MAX, -PAWL_FX_MAX}, {PAWL_FX_MAX, PAWL_FX_MAX}};
    assert_query(world, all);
    for (uint16_t i = 0; i < SHAPES; i++) {
        if (is_in(world, i)) pawli_tree_remove(world, i);
    }
    assert_tree(world, true);
    ck_assert_uint_eq(world->tree_root, PAWLI_NONE);
    ck_assert_uint_eq(pawli_tree_height(world), 0);
    assert_query(world, all);
    free(world);
}
END_TEST

/* Boxes that touch overlap: an edge, a corner, and one raw unit apart. */
START_TEST(touching_boxes_overlap_and_separate_ones_do_not) {
    pawl_world *const world = make_shapes();
    insert(world, 7, make_box(0, 0, 100, 100));
    assert_query(world, make_box(100, 0, 5, 5));
    assert_query(world, make_box(101, 0, 5, 5));
    insert(world, 3, make_box(200, 0, 100, 100));
    assert_query(world, make_box(100, 100, 100, 0));
    assert_query(world, make_box(101, 0, 98, 100));
    assert_query(world, make_box(-5, -5, 5, 5));
    assert_query(world, make_box(-6, -5, 5, 5));
    free(world);
}
END_TEST

/* Boxes as large as they get, at the ends of the range, and points: sums of edges would wrap. */
START_TEST(boxes_at_the_ends_of_the_range_are_found) {
    uint64_t seed = seeded_base;
    pawl_world *const world = make_shapes();
    const pawl_fx ends[] = {-PAWL_FX_MAX, -PAWL_COORD_MAX, -1, 0, 1, PAWL_COORD_MAX, PAWL_FX_MAX};
    for (uint16_t i = 0; i < SHAPES; i++) {
        const pawl_fx x0 = ends[seeded_next(&seed) % 7], x1 = ends[seeded_next(&seed) % 7];
        const pawl_fx y0 = ends[seeded_next(&seed) % 7], y1 = ends[seeded_next(&seed) % 7];
        const pawl_box box = {{pawl_min(x0, x1), pawl_min(y0, y1)},
                              {pawl_max(x0, x1), pawl_max(y0, y1)}};
        insert(world, i, box);
        assert_query(world, box);
    }
    assert_tree(world, true);
    for (int i = 0; i < 7; i++)
        assert_query(world, make_box(ends[i], ends[6 - i], 0, 0));
    free(world);
}
END_TEST

/* Insertion in order of position, all in one place, and at random. */
START_TEST(the_tree_stays_low) {
    uint64_t seed = seeded_base;
    pawl_world *const world = make_shapes();
    for (uint16_t i = 0; i < SHAPES; i++) {
        const pawl_box row = make_box(i * 65536, 0, 60000, 60000);
        const pawl_box same = make_box(0, 0, 65536, 65536);
        insert(world, i, _i == 0 ? row : _i == 1 ? same : random_box(&seed));
        /* What makes boxes smaller may undo a little of the balance. */
        const int limit = 2 * floor_log2(i + 1) + (_i == 2 ? 3 : 1);
        if ((int)pawli_tree_height(world) > limit)
            ck_abort_msg("height %d with %d shapes", (int)pawli_tree_height(world), i + 1);
    }
    assert_tree(world, true);
    for (uint16_t i = 0; i < SHAPES; i += 2)
        pawli_tree_remove(world, i);
    ck_assert_uint_le(pawli_tree_height(world), 2u * (unsigned)floor_log2(SHAPES / 2) + 1u);
    assert_tree(world, true);
    free(world);
}
END_TEST

/* Half the perimeters of all inner nodes in units: what a query has to look at. */
static double total_cost(const pawl_world *world) {
    double sum = 0;
    for (uint16_t i = 0; i < world->node_used; i++) {
        const pawl_box box = pawli_nodes_const(world)[i].box;
        sum +=
            (units(box.upper.x) - units(box.lower.x)) + (units(box.upper.y) - units(box.lower.y));
    }
    return sum;
}

/* A grid of 16 x 16 unit boxes in random order, and two clusters as far apart as they can be. The
 * limits are a tenth above what the tree does, and below what one does that never stops at an
 * inner node, ignores the cost, or wraps around in it. */
START_TEST(boxes_that_are_near_each_other_share_a_branch) {
    uint64_t seed = seeded_base;
    pawl_world *world = make_shapes();
    uint16_t order[256];
    for (uint16_t i = 0; i < 256; i++) {
        const int other = (int)(seeded_next(&seed) % (i + 1u));
        order[i] = order[other];
        order[other] = i;
    }
    for (uint16_t i = 0; i < 256; i++)
        insert(world, i, make_box(FX(order[i] % 16), FX(order[i] / 16), FX(1), FX(1)));
    assert_tree(world, true);
    if (total_cost(world) > 1650) ck_abort_msg("a grid costs %.0f", total_cost(world));
    free(world);

    world = make_shapes();
    for (uint16_t i = 0; i < 256; i++) {
        const pawl_fx x = i % 2 ? PAWL_FX_MAX - FX(1) : -PAWL_FX_MAX;
        insert(world, i, make_box(x, FX(order[i] / 16), FX(1), FX(1)));
    }
    assert_tree(world, true);
    if (total_cost(world) > 70000) ck_abort_msg("clusters cost %.0f", total_cost(world));
    free(world);
}
END_TEST

START_TEST(nodes_are_used_again) {
    uint64_t seed = seeded_base;
    pawl_world *const world = make_shapes();
    for (int round = 0; round < 20; round++) {
        for (uint16_t i = 0; i < SHAPES; i++)
            insert(world, i, random_box(&seed));
        ck_assert_uint_eq(world->node_used, SHAPES - 1);
        for (uint16_t i = 0; i < SHAPES; i++)
            pawli_tree_remove(world, (uint16_t)((i * 7 + round) % SHAPES));
    }
    free(world);
}
END_TEST

/* Shapes wander, sometimes far, and reach ahead of themselves. */
START_TEST(shapes_that_move_are_found_where_they_are) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    pawl_world *const world = make_shapes();
    for (uint16_t i = 0; i < SHAPES; i++)
        insert(world, i, random_box(&seed));
    for (int round = 0; round < 5000; round++) {
        const uint16_t shape = (uint16_t)(seeded_next(&seed) % SHAPES);
        const pawl_box before = pawli_shapes(world)[shape].fat_box;
        const pawl_fx x = (pawl_fx)(seeded_next(&seed) >> 48) - (1 << 15);
        const pawl_box near = make_box(before.lower.x + x, before.lower.y - x, 40000, 50000);
        const pawl_box now = round % 16 == 0 ? random_box(&seed) : near;
        pawl_box reach = now;
        reach.upper.x += 3 * 65536;
        pawli_shapes(world)[shape].fat_box = now;
        pawli_tree_move(world, shape, reach);
        if (round % 100 == 0) assert_tree(world, false);
        assert_query(world, random_box(&seed));
        assert_query(world, now);
    }
    free(world);
}
END_TEST

/* A tree as high as there are shapes, linked by hand; the tree itself never grows like that. */
START_TEST(a_tree_of_any_height_is_walked) {
    pawl_world *const world = make_shapes();
    pawli_node *const nodes = pawli_nodes(world);
    const uint16_t last = SHAPES - 1;
    for (uint16_t i = 0; i < SHAPES; i++) {
        pawli_shape *const shape = &pawli_shapes(world)[i];
        shape->fat_box = make_box(i * 10, 0, 5, 5);
        shape->flags |= PAWLI_SHAPE_IN_TREE;
        shape->node = i < last ? i : (uint16_t)(last - 1);
        if (i == last) continue;
        nodes[i].box = make_box(0, 0, SHAPES * 10, 5);
        nodes[i].parent = i > 0 ? (uint16_t)(i - 1) : PAWLI_NONE;
        nodes[i].child[_i] = (uint16_t)(i | PAWLI_LEAF);
        nodes[i].child[1 - _i] = (uint16_t)((i + 1) | (i + 1 < last ? 0 : PAWLI_LEAF));
    }
    world->tree_root = 0;
    assert_query(world, make_box(-5, 0, SHAPES * 20, 5));
    assert_query(world, make_box(1000, 0, 500, 5));
    for (uint16_t i = 0; i < 2 * PAWLI_TREE_QUERY_PENDING; i++)
        assert_query_beside(world, i, make_box(-5, 0, SHAPES * 20, 5));
    free(world);
}
END_TEST

/* ---- all at once ---- */

/* Builds the tree of all shapes below `count`, in an order that is not that of their slots. */
static void build(pawl_world *world, uint16_t count) {
    uint16_t first = PAWLI_NONE;
    for (uint16_t i = 0; i < count; i++) {
        pawli_shape *const shape = &pawli_shapes(world)[(uint16_t)(i * 7u % count)];
        shape->flags |= PAWLI_SHAPE_IN_TREE;
        shape->node = first;
        first = (uint16_t)(i * 7u % count);
    }
    pawli_tree_build(world, first);
}

/* What is built can be searched and changed like what has grown. */
START_TEST(a_tree_that_is_built_is_like_one_that_has_grown) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    const uint16_t counts[] = {0, 1, 2, 3, 4, 5, 33, 255, 256, SHAPES - 1};
    pawl_world *const world = make_shapes();
    for (uint16_t i = 0; i < SHAPES; i++)
        pawli_shapes(world)[i].fat_box = random_box(&seed);
    build(world, counts[_i]);
    ck_assert_uint_eq(world->node_used, counts[_i] > 0 ? counts[_i] - 1u : 0u);
    assert_tree(world, true);
    for (int round = 0; round < 300; round++)
        assert_query(world, random_box(&seed));
    for (int round = 0; round < 1000; round++) {
        const uint16_t shape = (uint16_t)(seeded_next(&seed) % SHAPES);
        if (is_in(world, shape)) {
            pawli_tree_remove(world, shape);
        } else {
            insert(world, shape, random_box(&seed));
        }
        if (round % 50 == 0) assert_tree(world, true);
        assert_query(world, random_box(&seed));
    }
    free(world);
}
END_TEST

/* Where there is scratch memory leaves are sorted in it: that changes no byte of the tree. Some
 * boxes share their center, some all of them: then the order counts. */
START_TEST(scratch_memory_makes_no_other_tree) {
    uint64_t seed = first_seed(_i);
    pawl_world *const with = make_shapes(), *const without = make_shapes();
    const uint16_t drawn = (uint16_t)(seeded_next(&seed) % SHAPES + 1);
    const uint16_t count = drawn % 7 == 0 ? (uint16_t)(drawn - 1) : drawn; /* `build` jumps by 7 */
    const uint32_t places = 1 + (uint32_t)(seeded_next(&seed) % (_i % 2 == 0 ? 4 : SHAPES));
    ck_assert_uint_gt(with->total_size, with->state_size);
    without->total_size = without->state_size;
    for (uint16_t i = 0; i < SHAPES; i++) {
        uint64_t place = seeded_base + seeded_next(&seed) % places;
        pawli_shapes(with)[i].fat_box = pawli_shapes(without)[i].fat_box = random_box(&place);
    }
    build(with, count);
    build(without, count);
    ck_assert_uint_eq(with->tree_root, without->tree_root);
    ck_assert_uint_eq(with->node_used, without->node_used);
    ck_assert_mem_eq(pawli_nodes(with), pawli_nodes(without), SHAPES * sizeof(pawli_node));
    for (uint16_t i = 0; i < SHAPES; i++)
        ck_assert_uint_eq(pawli_shapes(with)[i].node, pawli_shapes(without)[i].node);
    free(with);
    free(without);
}
END_TEST

/* All in one place: halves by count. In pairs of places, and at the ends of the range, where a sum
 * of two edges would wrap and the middle of two neighbours must lie below the upper one. */
START_TEST(a_tree_is_built_wherever_the_boxes_are) {
    uint64_t seed = seeded_base;
    pawl_world *world = make_shapes();
    for (uint16_t i = 0; i < SHAPES; i++)
        pawli_shapes(world)[i].fat_box = make_box(_i, -_i, 65536, 65536);
    build(world, 256);
    assert_tree(world, true);
    ck_assert_uint_eq(pawli_tree_height(world), 8);
    free(world);

    world = make_shapes();
    for (uint16_t i = 0; i < SHAPES; i++)
        pawli_shapes(world)[i].fat_box = make_box(2 * (i % 2 - _i), 0, 0, 0);
    build(world, 256);
    assert_tree(world, true);
    ck_assert_uint_eq(pawli_tree_height(world), 8);
    free(world);

    world = make_shapes();
    const pawl_fx ends[] = {-PAWL_FX_MAX, -PAWL_COORD_MAX, -1, 0, 1, PAWL_COORD_MAX, PAWL_FX_MAX};
    for (uint16_t i = 0; i < SHAPES; i++) {
        const pawl_fx x0 = ends[seeded_next(&seed) % 7], x1 = ends[seeded_next(&seed) % 7];
        const pawl_fx y0 = ends[seeded_next(&seed) % 7], y1 = ends[seeded_next(&seed) % 7];
        const pawl_box box = {{pawl_min(x0, x1), pawl_min(y0, y1)},
                              {pawl_max(x0, x1), pawl_max(y0, y1)}};
        pawli_shapes(world)[i].fat_box = box;
    }
    build(world, SHAPES - 1);
    assert_tree(world, true);
    for (int i = 0; i < 7; i++)
        assert_query(world, make_box(ends[i], ends[6 - i], 0, 0));
    free(world);
}
END_TEST

/* The limits are a twentieth above what it does; a tree that only halves the count costs more. */
START_TEST(what_is_built_together_is_near_each_other) {
    pawl_world *world = make_shapes();
    for (uint16_t i = 0; i < 256; i++) {
        const int place = i * 77 % 256;
        pawli_shapes(world)[i].fat_box = make_box(FX(place % 16), FX(place / 16), FX(1), FX(1));
    }
    build(world, 256);
    assert_tree(world, true);
    ck_assert_uint_eq(pawli_tree_height(world), 8);
    if (total_cost(world) > 1260) ck_abort_msg("a grid costs %.0f", total_cost(world));
    free(world);

    world = make_shapes();
    for (uint16_t i = 0; i < 256; i++) {
        const pawl_fx x = i % 2 ? PAWL_FX_MAX - FX(1) : -PAWL_FX_MAX;
        pawli_shapes(world)[i].fat_box = make_box(x, FX(i * 77 % 256 / 16), FX(1), FX(1));
    }
    build(world, 256);
    assert_tree(world, true);
    if (total_cost(world) > 70000) ck_abort_msg("clusters cost %.0f", total_cost(world));
    free(world);
}
END_TEST

Suite *suite_tree(void) {
    Suite *const suite = suite_create("tree");
    TCase *const boxes = tcase_create("boxes");
    tcase_set_timeout(boxes, 60);
    tcase_add_loop_test(boxes, queries_find_what_a_plain_search_finds, 0, SEEDED_PASSES(3, 10));
    tcase_add_test(boxes, touching_boxes_overlap_and_separate_ones_do_not);
    tcase_add_test(boxes, boxes_at_the_ends_of_the_range_are_found);
    tcase_add_loop_test(boxes, the_tree_stays_low, 0, 3);
    tcase_add_test(boxes, boxes_that_are_near_each_other_share_a_branch);
    tcase_add_test(boxes, nodes_are_used_again);
    tcase_add_loop_test(boxes, shapes_that_move_are_found_where_they_are, 0, SEEDED_PASSES(2, 4));
    tcase_add_loop_test(boxes, a_tree_of_any_height_is_walked, 0, 2);
    tcase_add_loop_test(boxes, scratch_memory_makes_no_other_tree, 0, 100);
    tcase_add_loop_test(boxes, a_tree_that_is_built_is_like_one_that_has_grown, 0,
                        SEEDED_PASSES(3, 10));
    tcase_add_loop_test(boxes, a_tree_is_built_wherever_the_boxes_are, 0, 3);
    tcase_add_test(boxes, what_is_built_together_is_near_each_other);
    suite_add_tcase(suite, boxes);
    return suite;
}
