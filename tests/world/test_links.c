/* test_links.c - what is no value but names a slot, counts slots or holds a list together: the
 * validator refuses each of them when one bit of it is broken, unless the hash sees the bit.
 *
 * The values of the field table are changed bit by bit in test_state.c and test_compare.c. Left
 * out: what free slots hold but the link to the next one; and geometry_used, which may be too
 * large. */
#include "support/world/fixture.h"
#include "support/state/pileup.h"
#include "support/base/seeded.h"
#include "world/world.h"

/* A 16-bit link in each object of an array. */
typedef struct link {
    const char *name;
    size_t offset;
} link;
#define LINK(type, member) \
    { #member, offsetof(type, member) }

static const link body_links[] = {
    LINK(pawli_body, next),
    LINK(pawli_body, previous),
    LINK(pawli_body, first_shape),
    LINK(pawli_body, island),
};
static const link shape_links[] = {
    LINK(pawli_shape, body),
    LINK(pawli_shape, next),
    LINK(pawli_shape, geometry),
    LINK(pawli_shape, node),
};
static const link joint_links[] = {
    LINK(pawli_joint, next),   LINK(pawli_joint, previous), LINK(pawli_joint, body_a),
    LINK(pawli_joint, body_b), LINK(pawli_joint, next_a),   LINK(pawli_joint, next_b),
};
static const link contact_links[] = {
    LINK(pawli_contact, shape_a),
    LINK(pawli_contact, shape_b),
};
static const link node_links[] = {
    LINK(pawli_node, parent),
    LINK(pawli_node, child[0]),
    LINK(pawli_node, child[1]),
};
static const link geometry_links[] = {
    LINK(pawli_geometry, users),
};
static const link world_links[] = {
    LINK(pawl_world, first_body),
    LINK(pawl_world, last_body),
    LINK(pawl_world, first_joint),
    LINK(pawl_world, last_joint),
    LINK(pawl_world, tree_root),
    LINK(pawl_world, free_node),
    LINK(pawl_world, node_used),
    LINK(pawl_world, contact_count),
    LINK(pawl_world, body_pool.used),
    LINK(pawl_world, body_pool.live),
    LINK(pawl_world, body_pool.free_first),
    LINK(pawl_world, body_pool.free_last),
    LINK(pawl_world, shape_pool.used),
    LINK(pawl_world, shape_pool.live),
    LINK(pawl_world, shape_pool.free_first),
    LINK(pawl_world, shape_pool.free_last),
    LINK(pawl_world, joint_pool.used),
    LINK(pawl_world, joint_pool.live),
    LINK(pawl_world, joint_pool.free_first),
    LINK(pawl_world, joint_pool.free_last),
};

static pawl_world *world;
static uint32_t broken, refused, hashed;

static void make_heap(void) {
    const pawl_world_def def = pileup_def();
    const size_t size = pawl_world_size(&def);
    ck_assert_int_eq(pileup_make(malloc(size), size, &def, &world), PAWL_OK);
    broken = refused = hashed = 0;
}

static void free_heap(void) {
    free(world);
}

/* One bit at a time. */
static void break_link(const char *name, void *object, size_t offset, uint32_t index) {
    uint16_t *const at = (uint16_t *)(void *)((uint8_t *)object + offset);
    const uint16_t before = *at;
    const uint32_t hash = pawl_world_hash(world);
    for (int bit = 0; bit < 16; bit++) {
        *at = (uint16_t)(before ^ 1u << bit);
        const bool sound = pawli_validate_find_defect(world).what == NULL;
        const bool unseen = sound && pawl_world_hash(world) == hash;
        const uint16_t made = *at;
        *at = before;
        ck_assert_msg(!unseen, "%s of %u: %u instead of %u", name, (unsigned)index, (unsigned)made,
                      (unsigned)before);
        broken++;
        if (sound) hashed++;
        if (!sound) refused++;
    }
}

#define COUNT(links) (sizeof(links) / sizeof(links)[0])

static void break_links(const link *links, size_t count, void *object, uint32_t index) {
    for (size_t k = 0; k < count; k++)
        break_link(links[k].name, object, links[k].offset, index);
}

/* The first link of a kind of object is the one that its free slots use, too. */
static void break_bodies(void) {
    pawli_body *const bodies = pawli_bodies(world);
    for (uint16_t i = 0; i < world->body_pool.used; i += SEEDED_STRIDE(1))
        break_links(body_links, bodies[i].flags & PAWLI_BODY_LIVE ? COUNT(body_links) : 1,
                    &bodies[i], i);
    for (uint16_t i = 0; i < world->body_pool.used; i += SEEDED_STRIDE(1)) {
        if (bodies[i].flags & PAWLI_BODY_LIVE)
            break_link("first_joint", &pawli_body_joints(world)[i], 0, i);
    }
}

static void break_shapes(void) {
    pawli_shape *const shapes = pawli_shapes(world);
    for (uint16_t i = 0; i < world->shape_pool.used; i += SEEDED_STRIDE(1)) {
        const bool in_tree = (shapes[i].flags & PAWLI_SHAPE_IN_TREE) != 0;
        const size_t live = COUNT(shape_links) - !in_tree;
        break_links(shape_links, shapes[i].flags & PAWLI_SHAPE_LIVE ? live : 1, &shapes[i], i);
    }
}

static void break_joints(void) {
    pawli_joint *const joints = pawli_joints(world);
    for (uint16_t i = 0; i < world->joint_pool.used; i += SEEDED_STRIDE(1))
        break_links(joint_links, joints[i].flags & PAWLI_JOINT_LIVE ? COUNT(joint_links) : 1,
                    &joints[i], i);
}

/* Of nodes in the tree all, of free ones the link of the list. */
static void break_nodes(void) {
    pawli_node *const nodes = pawli_nodes(world);
    for (uint16_t i = 0; i < world->node_used; i += SEEDED_STRIDE(1)) {
        bool is_free = false;
        for (uint16_t at = world->free_node; at != PAWLI_NONE; at = nodes[at].parent)
            is_free |= at == i;
        break_links(node_links, is_free ? 1 : COUNT(node_links), &nodes[i], i);
    }
}

/* The heap after two, four and nine seconds: slots are free by then, and have been used again. */
START_TEST(every_broken_link_is_refused) {
    static const uint32_t ages[] = {120, 240, 540};
    for (uint32_t step = 0; step < ages[_i]; step++) {
        pileup_call(NULL, world, step);
        run(world, 1);
    }
    assert_sound(world);
    ck_assert_uint_lt(world->body_pool.live, world->body_pool.used);
    ck_assert_uint_lt(world->joint_pool.live, world->joint_pool.used);
    break_links(world_links, COUNT(world_links), world, 0);
    break_bodies();
    break_shapes();
    break_joints();
    break_nodes();
    for (uint32_t i = 0; i < world->contact_count; i += SEEDED_STRIDE(1))
        break_links(contact_links, COUNT(contact_links), &pawli_contacts(world)[i], i);
    for (uint16_t i = 0; i < world->geometry_used; i++)
        break_links(geometry_links, COUNT(geometry_links), &pawli_geometries(world)[i], i);
    ck_assert_uint_eq(refused + hashed, broken);
    ck_assert_int_gt(broken, SEEDED_OFTEN(15000));
    ck_assert_uint_lt(hashed, broken / 20);
}
END_TEST

Suite *suite_links(void) {
    Suite *const suite = suite_create("links");
    TCase *const tests = tcase_create("links");
    tcase_add_checked_fixture(tests, make_heap, free_heap);
    tcase_add_loop_test(tests, every_broken_link_is_refused, 0, 3);
    suite_add_tcase(suite, tests);
    return suite;
}
