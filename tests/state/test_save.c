/* test_save.c - saves bring back every bit, whatever happened in between. */
#include "support/state/everything.h"
#include "support/world/fixture.h"
#include "support/base/seeded.h"
#include "world/world.h"

#define SEEDS 4
#define FILL 0xAA

static pawl_world *make_filled(const pawl_world_def *def) {
    const size_t size = pawl_world_size(def);
    void *const memory = malloc(size);
    memset(memory, FILL, size);
    pawl_world *world = NULL;
    ck_assert_int_eq(pawl_world_init(memory, size, def, &world), PAWL_OK);
    return world;
}

static pawl_world *make_everything(void) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_filled(&def);
    ck_assert_int_eq(everything_make(world), true);
    return world;
}

static void *save_of(const pawl_world *world, uint32_t *size) {
    *size = pawl_world_save_size(world);
    void *const save = malloc(*size); /* to the byte, for the sanitizer */
    ck_assert_int_eq(pawl_world_save(world, save, *size), PAWL_OK);
    return save;
}

/* Events, counters and state: bytes of the used parts are equal. */
static void assert_same_saves(const pawl_world *a, const pawl_world *b) {
    uint32_t size_a, size_b;
    void *const save_a = save_of(a, &size_a), *const save_b = save_of(b, &size_b);
    ck_assert_uint_eq(size_a, size_b);
    ck_assert_int_eq(memcmp(save_a, save_b, size_a), 0);
    free(save_a);
    free(save_b);
}

static void assert_same_way(pawl_world *a, pawl_world *b, uint64_t seed, uint32_t from) {
    for (uint32_t i = 0; i < 40; i++) {
        ck_assert_int_eq(everything_run(a, seed, from + i, 1), true);
        ck_assert_int_eq(everything_run(b, seed, from + i, 1), true);
        ck_assert_uint_eq(pawl_world_hash(a), pawl_world_hash(b));
    }
    assert_same_saves(a, b);
    assert_sound(b);
}

/* In place after more has happened, and in a world that is fresh: bit for bit, also the bytes that
 * the state leaves out. */
START_TEST(a_restored_world_goes_the_same_way) {
    const uint64_t seed = first_seed(_i);
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_everything(), *const twin = make_everything();
    const uint32_t before = 15 + 30 * (uint32_t)_i;
    ck_assert_int_eq(everything_run(world, seed, 0, before), true);
    ck_assert_int_eq(everything_run(twin, seed, 0, before), true);
    everything_drive(world, seed, before); /* late events */
    everything_drive(twin, seed, before);
    uint32_t size;
    void *const save = save_of(world, &size);
    ck_assert_uint_le(size, pawl_world_save_size_max(&def));
    ck_assert_int_eq(everything_run(world, seed + 1, before, 50), true);
    ck_assert_uint_ne(pawl_world_hash(world), pawl_world_hash(twin));
    ck_assert_int_eq(pawl_world_restore(world, save, size), PAWL_OK);
    assert_sound(world);
    assert_same_saves(world, twin);
    pawl_world *const fresh = make_filled(&def);
    ck_assert_int_eq(pawl_world_restore(fresh, save, size), PAWL_OK);
    assert_same_way(twin, world, seed, before + 1);
    ck_assert_int_eq(everything_run(fresh, seed, before + 1, 40), true);
    assert_same_saves(twin, fresh);
    free(save);
    free(world);
    free(twin);
    free(fresh);
}
END_TEST

/* The whole state region is what it is in a world that has never been elsewhere: slots that were
 * used after the save are as fresh as they were before. */
START_TEST(nothing_of_the_time_after_the_save_stays) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_filled(&def);
    ck_assert_int_eq(everything_make(world), true);
    uint32_t size;
    void *const save = save_of(world, &size);
    pawl_body_id late[8];
    pawl_joint_id joint;
    for (int i = 0; i < 8; i++)
        late[i] = add_unit_box(world, 3 * i, 9);
    const pawl_joint_def joint_def =
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, late[0], late[1], VEC(1, 9), 0);
    ck_assert_int_eq(pawl_joint_create(world, &joint_def, &joint), PAWL_OK);
    run(world, 3);
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(pawl_body_destroy(world, late[i]), PAWL_OK);
    ck_assert_int_eq(pawl_world_restore(world, save, size), PAWL_OK);
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(pawl_body_is_valid(world, late[i]), false);
    for (int i = 0; i < 8; i++) {
        const pawl_body_id again = add_unit_box(world, 3 * i, 9);
        ck_assert_uint_eq(again.index1, late[i].index1); /* as the first time */
        ck_assert_uint_eq(again.generation, late[i].generation);
    }
    pawl_joint_id joint_again;
    ck_assert_int_eq(pawl_joint_create(world, &joint_def, &joint_again), PAWL_OK);
    ck_assert_uint_eq(joint_again.generation, joint.generation);
    free(save);
    free(world);
}
END_TEST

START_TEST(handles_of_before_are_valid_again_and_later_ones_are_not) {
    pawl_world *const world = make_everything();
    const pawl_body_id old = add_unit_box(world, 0, 7);
    const pawl_shape_id old_shape = shape_of(world, old);
    uint32_t size;
    void *const save = save_of(world, &size);
    ck_assert_int_eq(pawl_body_destroy(world, old), PAWL_OK);
    const pawl_body_id later = add_unit_box(world, 0, 7);
    ck_assert_int_eq(pawl_world_restore(world, save, size), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_valid(world, old), true);
    ck_assert_int_eq(pawl_shape_is_valid(world, old_shape), true);
    ck_assert_int_eq(pawl_body_is_valid(world, later), false);
    free(save);
    free(world);
}
END_TEST

/* A world whose steps are given scratch memory stays one, and the other way round. */
START_TEST(whether_there_is_scratch_memory_is_not_saved) {
    const pawl_world_def def = everything_def();
    const size_t state = pawl_world_state_size(&def);
    pawl_world *const whole = make_everything();
    void *const memory = malloc(state);
    pawl_world *bare;
    ck_assert_int_eq(pawl_world_init(memory, state, &def, &bare), PAWL_OK);
    ck_assert_int_eq(everything_run(whole, 1, 0, 20), true);
    uint32_t size;
    void *const save = save_of(whole, &size);
    ck_assert_int_eq(pawl_world_restore(bare, save, size), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(bare, NULL), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(pawl_world_hash(bare), pawl_world_hash(whole));
    free(save);
    void *const bare_save = save_of(bare, &size);
    ck_assert_int_eq(pawl_world_restore(whole, bare_save, size), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(whole, NULL), PAWL_OK);
    free(bare_save);
    free(memory);
    free(whole);
}
END_TEST

START_TEST(misuse_is_answered_and_changes_nothing) {
    pawl_world_def def = everything_def();
    pawl_world *const world = make_everything();
    ck_assert_int_eq(everything_run(world, 2, 0, 20), true);
    uint32_t size;
    uint8_t *const save = save_of(world, &size);
    ck_assert_int_eq(pawl_world_save(NULL, save, size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_save(world, NULL, size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_save(world, save, size - 1), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_world_save(world, save + 1, size), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_world_restore(NULL, save, size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_restore(world, NULL, size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_restore(world, save + 4, size - 4), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(pawl_world_save_size(NULL), 0);
    ck_assert_uint_eq(pawl_world_save_size_max(NULL), 0);

    pawl_world *const same = make_filled(&def);
    const uint32_t hash = pawl_world_hash(same);
    for (uint32_t cut = 0; cut < size; cut += cut < 700 ? 1 : 997) {
        const pawl_status want = cut < 16 + sizeof(pawl_world) ? PAWL_ERR_FORMAT : PAWL_ERR_CORRUPT;
        ck_assert_int_eq(pawl_world_restore(same, save, cut), want);
    }
    save[0] ^= 1;
    ck_assert_int_eq(pawl_world_restore(same, save, size), PAWL_ERR_FORMAT);
    save[0] ^= 1;
    save[4] ^= 1;
    ck_assert_int_eq(pawl_world_restore(same, save, size), PAWL_ERR_CONFIG);
    save[4] ^= 1;
    save[8] ^= 8;
    ck_assert_int_eq(pawl_world_restore(same, save, size), PAWL_ERR_CORRUPT);
    save[8] ^= 8;
    ck_assert_uint_eq(pawl_world_hash(same), hash);

    for (int i = 0; i < 6; i++) {
        pawl_world_def other = def;
        if (i == 0) other.body_capacity++;
        if (i == 1) other.shape_capacity++;
        if (i == 2) other.geometry_capacity = 95;
        if (i == 3) other.event_capacity++;
        if (i == 4) other.joint_capacity++;
        if (i == 5) other.contact_capacity = 4 * 96 + 1;
        pawl_world *const stranger = make_filled(&other);
        const uint32_t fresh = pawl_world_hash(stranger);
        ck_assert_int_eq(pawl_world_restore(stranger, save, size), PAWL_ERR_CAPACITY);
        ck_assert_uint_eq(pawl_world_hash(stranger), fresh);
        free(stranger);
    }
    ck_assert_int_eq(pawl_world_restore(same, save, size), PAWL_OK);
    assert_same_saves(same, world);
    free(save);
    free(same);
    free(world);
}
END_TEST

/* Even a full world has room. */
START_TEST(the_largest_size_is_reached_and_never_passed) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 12;
    def.joint_capacity = 11;
    def.contact_capacity = 11;
    def.event_capacity = 4;
    pawl_world *const world = make_filled(&def);
    pawl_body_id before = add_unit_box(world, 0, 0);
    for (int i = 1; i < 12; i++) {
        const pawl_body_id body = add_body(world, PAWL_DYNAMIC, i * 0.9, 0);
        add_box(world, body, 0.5 + i / 64.0, 0.5);
        pawl_joint_id joint;
        pawl_joint_def link = pawl_joint_def_at(world, PAWL_JOINT_WELD, before, body, VEC(i, 0), 0);
        link.collide_connected = true;
        ck_assert_int_eq(pawl_joint_create(world, &link, &joint), PAWL_OK);
        before = body;
    }
    uint32_t size;
    for (int i = 0; i < 30; i++) {
        run(world, 1);
        ck_assert_uint_le(pawl_world_save_size(world), pawl_world_save_size_max(&def));
    }
    ck_assert_uint_eq(world->body_pool.used, 12);
    ck_assert_uint_eq(world->contact_count, 11);
    void *const save = save_of(world, &size);
    ck_assert_uint_ge(size + 4 * 8 * 4 + 12 * 16 + 2 * 24, pawl_world_save_size_max(&def));
    free(save);
    free(world);
}
END_TEST

Suite *suite_save(void) {
    Suite *const suite = suite_create("save");
    TCase *const tcase = tcase_create("save");
    tcase_add_loop_test(tcase, a_restored_world_goes_the_same_way, 0, SEEDS);
    tcase_add_test(tcase, nothing_of_the_time_after_the_save_stays);
    tcase_add_test(tcase, handles_of_before_are_valid_again_and_later_ones_are_not);
    tcase_add_test(tcase, whether_there_is_scratch_memory_is_not_saved);
    tcase_add_test(tcase, misuse_is_answered_and_changes_nothing);
    tcase_add_test(tcase, the_largest_size_is_reached_and_never_passed);
    suite_add_tcase(suite, tcase);
    return suite;
}
