/* test_step_1_pairs.c - contacts of a heap beside what its fat boxes say, each pair of shapes. */
#include "support/world/fixture.h"
#include "support/world/ground.h"

#include "world/terrain.h"

#define COLUMNS 20
#define ROWS 16
#define CORNERS 41

/* Contacts of two shapes, of which the first one has the lower serial. */
static uint32_t count_contacts(const pawl_world *world, uint16_t a, uint16_t b) {
    const pawli_contact *const contacts = pawli_contacts_const(world);
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->contact_count; i++)
        count += contacts[i].shape_a == a && contacts[i].shape_b == b;
    return count;
}

/* What they should have: one where fat boxes overlap; of terrain one for each edge that is near. */
static uint32_t expect_contacts(const pawl_world *world, uint16_t a, uint16_t b) {
    const pawli_shape *const shapes = pawli_shapes_const(world);
    if (!pawl_box_overlaps(shapes[a].fat_box, shapes[b].fat_box)) return 0;
    if (!pawli_contact_should_collide(world, a, b)) return 0;
    if (!pawli_is_terrain(world, a)) return 1;
    pawli_surface_query query = pawli_surface_begin(
        &pawli_geometries_const(world)[shapes[a].geometry], pawli_surface_reach(world, a, b));
    uint32_t count = 0, edge;
    while (pawli_surface_next(&query, &edge))
        count++;
    return count;
}

/* Shapes that have moved since are looked at in the next step. Slots are in creation order here. */
static void assert_pairs(const pawl_world *world) {
    const pawli_shape *const shapes = pawli_shapes_const(world);
    for (uint16_t b = 1; b < world->shape_pool.used; b++) {
        for (uint16_t a = 0; a < b && !(shapes[b].flags & PAWLI_SHAPE_MOVED); a++) {
            if (shapes[a].flags & PAWLI_SHAPE_MOVED) continue;
            ck_assert_msg(count_contacts(world, a, b) == expect_contacts(world, a, b),
                          "shapes %u and %u have %u contacts, not %u", a, b,
                          count_contacts(world, a, b), expect_contacts(world, a, b));
        }
    }
}

/* The second half of the boxes lies apart, and falls in between the first half. */
START_TEST(a_heap_has_the_contacts_of_its_boxes_and_no_others) {
    pawl_vec2 corners[CORNERS];
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = COLUMNS * ROWS + 1;
    def.contact_capacity = 16 * COLUMNS * ROWS;
    def.sleeping = false;
    pawl_world *const world = make_world(&def);
    for (int i = 0; i < CORNERS; i++)
        corners[i] = VEC(30 - 1.5 * i, i % 2 * 0.25);
    const pawl_chain chain = chain_of(corners, CORNERS);
    add_chain(world, add_body(world, PAWL_STATIC, 0, 0), &chain);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        const int row = i / COLUMNS, above = row >= ROWS / 2 ? 3 : 0;
        add_unit_box(world, i % COLUMNS * 1.0625 - 10 + row % 2 * 0.25,
                     row * 1.0625 + above + 0.875);
    }
    uint32_t most = 0, moved = 0;
    for (int step = 0; step < 60; step++) {
        run(world, 1);
        if (world->contact_count > most) most = world->contact_count;
        moved += pawl_world_get_counters(world).moved;
        if (step % 4 == 0) assert_pairs(world);
    }
    ck_assert_uint_gt(most, 2 * COLUMNS * ROWS);
    ck_assert_uint_gt(moved, 20 * COLUMNS * ROWS);
    assert_sound(world);
    free(world);
}
END_TEST

Suite *suite_step_1_pairs(void);
Suite *suite_step_1_pairs(void) {
    Suite *const suite = suite_create("step_1_pairs");
    TCase *const core = tcase_create("core");
    tcase_add_test(core, a_heap_has_the_contacts_of_its_boxes_and_no_others);
    suite_add_tcase(suite, core);
    return suite;
}
