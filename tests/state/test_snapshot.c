/* test_snapshot.c - what is written comes back: the same bytes, the same future. */
#include "pawl/snapshot.h"

#include "state/snapshot.h"
#include "support/base/seeded.h"
#include "support/state/snapshots.h"

#define SEEDS 4
static void assert_same_touches(const pawl_touch_event *a, uint32_t count_a,
                                const pawl_touch_event *b, uint32_t count_b) {
    ck_assert_uint_eq(count_a, count_b);
    ck_assert_int_eq(memcmp(a, b, count_a * sizeof *a), 0);
}

static void assert_same_events(const pawl_world *a, const pawl_world *b) {
    const pawl_events of_a = pawl_world_get_events(a), of_b = pawl_world_get_events(b);
    assert_same_touches(of_a.begins, of_a.begin_count, of_b.begins, of_b.begin_count);
    assert_same_touches(of_a.ends, of_a.end_count, of_b.ends, of_b.end_count);
    assert_same_touches((const pawl_touch_event *)of_a.sensor_begins, of_a.sensor_begin_count,
                        (const pawl_touch_event *)of_b.sensor_begins, of_b.sensor_begin_count);
    assert_same_touches((const pawl_touch_event *)of_a.sensor_ends, of_a.sensor_end_count,
                        (const pawl_touch_event *)of_b.sensor_ends, of_b.sensor_end_count);
    ck_assert_uint_eq(of_a.hit_count, of_b.hit_count);
    ck_assert_int_eq(memcmp(of_a.hits, of_b.hits, of_a.hit_count * sizeof *of_a.hits), 0);
    ck_assert_uint_eq(of_a.break_count, of_b.break_count);
    ck_assert_uint_eq(pawl_world_get_counters(a).dropped_events,
                      pawl_world_get_counters(b).dropped_events);
}

/* What has been seen on the way: a test that saw nothing proves nothing. */
typedef struct sights {
    uint32_t late, free_slots, sleepers, dropped, sensors, joints;
} sights;

static void look(const pawl_world *world, sights *seen) {
    seen->late += world->late_end_count + world->late_sensor_end_count;
    seen->free_slots += world->body_pool.used - world->body_pool.live;
    seen->joints += world->joint_pool.live;
    seen->dropped += pawl_world_get_counters(world).dropped_events + world->late_dropped_count;
    seen->sensors += pawl_world_get_events(world).sensor_begin_count;
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = pawli_bodies_const(world)[at].next)
        seen->sleepers += !(pawli_bodies_const(world)[at].flags & PAWLI_BODY_AWAKE);
}

/* A touch ends by a call, and is reported late. */
static void end_a_touch(pawl_world *world) {
    pawl_contact contact;
    uint32_t cursor = 0;
    while (pawl_world_next_contact(world, &cursor, &contact)) {
        const pawl_body_id body = pawl_shape_get_body(world, contact.shape_b);
        if (pawl_body_get_type(world, body) != PAWL_DYNAMIC) continue;
        ck_assert_int_eq(pawl_shape_destroy(world, contact.shape_b), PAWL_OK);
        return;
    }
}

/* Calls between two steps included, so that ends are late. */
START_TEST(a_loaded_world_goes_the_same_way) {
    const uint64_t seed = first_seed(_i);
    pawl_world *const world = make_everything();
    sights seen = {0, 0, 0, 0, 0, 0};
    uint32_t step = 0;
    for (int round = 0; round < SEEDED_ROUNDS(14); round++) {
        ck_assert_int_eq(everything_run(world, seed, step, 7), true);
        step += 7;
        everything_drive(world, seed, step);
        if (round % 2 == 0) end_a_touch(world);
        look(world, &seen);
        const bytes first = encode(world);
        pawl_world *const loaded = decode(first);
        ck_assert_int_eq(everything_bind(loaded), true);
        const bytes second = encode(loaded);
        assert_same_bytes(first, second);
        everything_drive(world, seed, step + 1000);
        everything_drive(loaded, seed, step + 1000);
        for (uint32_t i = 1; i < 12; i++) {
            ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
            ck_assert_int_eq(pawl_world_step(loaded, NULL), PAWL_OK);
            ck_assert_uint_eq(pawl_world_hash(world), pawl_world_hash(loaded));
            assert_same_events(world, loaded);
            everything_drive(world, seed, step + i);
            everything_drive(loaded, seed, step + i);
        }
        const bytes of_world = encode(world), of_loaded = encode(loaded);
        assert_same_bytes(of_world, of_loaded);
        step += 12;
        free(first.at);
        free(second.at);
        free(of_world.at);
        free(of_loaded.at);
        free(loaded);
    }
    ck_assert_uint_gt(seen.free_slots, 0);
    ck_assert_uint_gt(seen.sleepers, 0);
    ck_assert_uint_gt(seen.joints, 0);
    ck_assert_uint_gt(seen.late, 0);
    free(world);
}
END_TEST

START_TEST(the_info_says_what_is_there) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_everything();
    ck_assert_int_eq(everything_run(world, 3, 0, 25), true);
    const bytes made = encode(world);
    pawl_snapshot_info info;
    ck_assert_int_eq(pawl_snapshot_inspect(made.at, made.size, &info), PAWL_OK);
    const pawl_counters counters = pawl_world_get_counters(world);
    ck_assert_uint_eq(info.format, PAWL_SNAPSHOT_FORMAT);
    ck_assert_uint_eq(info.simulation, PAWL_SIMULATION_VERSION);
    ck_assert_uint_eq(info.features, pawl_world_get_features(world));
    ck_assert_uint_eq(info.hash, pawl_world_hash(world));
    ck_assert_uint_eq(info.tick, 25);
    ck_assert_uint_eq(info.bodies, counters.bodies);
    ck_assert_uint_eq(info.shapes, counters.shapes);
    ck_assert_uint_eq(info.joints, counters.joints);
    ck_assert_uint_eq(info.contacts, counters.contacts);
    ck_assert_uint_eq(info.terrains, 2);
    ck_assert_uint_eq(info.def.body_capacity, def.body_capacity);
    ck_assert_uint_eq(info.def.geometry_capacity, def.shape_capacity); /* the default, spelt out */
    ck_assert_uint_eq(info.def.contact_capacity, 4u * def.shape_capacity);
    ck_assert_int_eq(info.def.length_unit, pawl_world_get_length_unit(world));
    ck_assert_uint_eq(pawl_world_size(&info.def), pawl_world_size(&def));
    free(made.at);
    free(world);
}
END_TEST

/* Handles name the same objects; user data is there; what was stale stays stale. */
START_TEST(handles_and_user_data_survive) {
    pawl_world *const world = make_everything();
    ck_assert_int_eq(everything_run(world, 4, 0, 30), true);
    const pawl_body_id gone = add_unit_box(world, 0, 8), kept = add_unit_box(world, 2, 8);
    const pawl_shape_id kept_shape = shape_of(world, kept);
    ck_assert_int_eq(pawl_body_set_user_data(world, kept, 0xDEADBEEF), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_user_data(world, kept_shape, 0xCAFEBABE), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(world, gone), PAWL_OK);
    const bytes made = encode(world);
    pawl_world *const loaded = decode(made);
    ck_assert_int_eq(pawl_body_is_valid(loaded, gone), false);
    ck_assert_int_eq(pawl_body_is_valid(loaded, kept), true);
    ck_assert_uint_eq(pawl_body_get_user_data(loaded, kept), 0xDEADBEEF);
    ck_assert_uint_eq(pawl_shape_get_user_data(loaded, kept_shape), 0xCAFEBABE);
    pawl_joint_id joint = pawl_world_next_joint(world, PAWL_NULL_JOINT);
    uint32_t joints = 0;
    for (; joint.index1 != 0; joint = pawl_world_next_joint(world, joint), joints++) {
        pawl_joint_def a, b;
        ck_assert_int_eq(pawl_joint_get_def(world, joint, &a), PAWL_OK);
        ck_assert_int_eq(pawl_joint_get_def(loaded, joint, &b), PAWL_OK);
        ck_assert_uint_eq(a.user_data, b.user_data);
    }
    ck_assert_uint_gt(joints, 0);  /* some have broken */
    for (int i = 0; i < 20; i++) { /* new handles are the same, too */
        const pawl_body_id a = add_unit_box(world, i, 9), b = add_unit_box(loaded, i, 9);
        ck_assert_uint_eq(pawl_body_id_store(a), pawl_body_id_store(b));
        if (i % 3 == 0) ck_assert_int_eq(pawl_body_destroy(world, a), PAWL_OK);
        if (i % 3 == 0) ck_assert_int_eq(pawl_body_destroy(loaded, b), PAWL_OK);
    }
    free(made.at);
    free(world);
    free(loaded);
}
END_TEST

/* A world that runs on without its terrain is safe, and has it again when it is bound. */
START_TEST(terrain_is_bound_afterwards) {
    pawl_world *const world = make_everything();
    ck_assert_int_eq(everything_run(world, 5, 0, 60), true);
    const bytes made = encode(world);
    pawl_world *const loaded = decode(made), *const bare = decode(made);
    ck_assert_uint_eq(pawl_world_find_unbound(world).index1, 0);
    ck_assert_uint_eq(pawl_world_find_unbound(NULL).index1, 0);
    const pawl_shape_id first = pawl_world_find_unbound(loaded);
    ck_assert_uint_eq(first.index1, 1);
    ck_assert_uint_eq(pawl_shape_get_terrain_count(loaded, first), EVERYTHING_CELLS);
    ck_assert_int_eq(pawl_shape_bind(loaded, first, everything_cells), PAWL_OK);
    const pawl_shape_id second = pawl_world_find_unbound(loaded);
    ck_assert_uint_eq(second.index1, 2);
    ck_assert_uint_eq(pawl_shape_get_terrain_count(loaded, second), EVERYTHING_POINTS);
    ck_assert_uint_eq(pawl_shape_get_terrain_count(loaded, (pawl_shape_id){3, 1}), 0);
    ck_assert_uint_eq(pawl_shape_get_terrain_count(loaded, NO_SHAPE), 0);
    ck_assert_int_eq(pawl_shape_bind(loaded, second, everything_cells), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shape_bind(loaded, second, everything_points), PAWL_OK);
    ck_assert_uint_eq(pawl_world_find_unbound(loaded).index1, 0);
    ck_assert_int_eq(everything_run(world, 5, 60, 30), true);
    ck_assert_int_eq(everything_run(loaded, 5, 60, 30), true);
    ck_assert_int_eq(everything_run(bare, 5, 60, 60), true);
    assert_sound(bare);
    ck_assert_uint_eq(pawl_world_hash(world), pawl_world_hash(loaded));
    ck_assert_uint_ne(pawl_world_hash(world), pawl_world_hash(bare));
    free(made.at);
    free(world);
    free(loaded);
    free(bare);
}
END_TEST

/* Geometries in other slots, the same state: the same bytes. */
START_TEST(equal_states_of_another_past_give_equal_bytes) {
    bytes made[2];
    uint32_t hashes[2];
    for (int i = 0; i < 2; i++) {
        pawl_world *const world = make_default_world();
        const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 0);
        const pawl_shape_id gone = add_box(world, body, i == 0 ? 1 : 2, 1);
        const pawl_convex circle = circle_convex(0, 0, 1);
        add_shape(world, body, &circle);
        add_box(world, body, 2, 1);
        ck_assert_int_eq(pawl_shape_destroy(world, gone), PAWL_OK);
        hashes[i] = pawl_world_hash(world);
        made[i] = encode(world);
        free(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    assert_same_bytes(made[0], made[1]);
    free(made[0].at);
    free(made[1].at);
}
END_TEST

/* Over the world that was written, and with room for the state alone. */
START_TEST(a_world_can_be_replaced_in_place) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_everything();
    ck_assert_int_eq(everything_run(world, 6, 0, 40), true);
    const bytes made = encode(world);
    ck_assert_int_eq(everything_run(world, 6, 40, 40), true);
    pawl_world *again = NULL;
    ck_assert_int_eq(pawl_world_decode(made.at, made.size, world, pawl_world_size(&def), &again),
                     PAWL_OK);
    ck_assert_ptr_eq(again, world);
    const bytes second = encode(world);
    assert_same_bytes(made, second);
    ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    const size_t state = pawl_world_state_size(&def);
    void *const memory = malloc(state);
    ck_assert_int_eq(pawl_world_decode(made.at, made.size, memory, state, &again), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(again, NULL), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_world_decode(made.at, made.size, memory, state - 1, &again),
                     PAWL_ERR_MEMORY);
    free(memory);
    free(made.at);
    free(second.at);
    free(world);
}
END_TEST

/* A full event array: the ends that a snapshot leaves out still take their room. */
START_TEST(late_ends_find_the_room_they_would_have_found) {
    pawl_world_def def = pawl_world_def_default();
    def.event_capacity = 4;
    def.gravity = VEC(0, 0);
    pawl_world *const world = make_world(&def);
    pawl_body_id left[6], right[6];
    for (int i = 0; i < 6; i++) {
        left[i] = add_unit_box(world, 10 * i, 0);
        right[i] = add_unit_box(world, 10 * i + 1, 0);
    }
    run(world, 2);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pawl_body_set_pose(world, left[i], VEC(10 * i, 5), 0), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 2);
    ck_assert_int_eq(pawl_body_destroy(world, left[2]), PAWL_OK);
    const bytes made = encode(world);
    pawl_world *const loaded = decode(made);
    const bytes again = encode(loaded);
    assert_same_bytes(made, again);
    for (int i = 3; i < 6; i++) {
        ck_assert_int_eq(pawl_body_destroy(world, right[i]), PAWL_OK);
        ck_assert_int_eq(pawl_body_destroy(loaded, right[i]), PAWL_OK);
    }
    run(world, 1);
    run(loaded, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 2);
    ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 2);
    assert_same_events(world, loaded);
    free(made.at);
    free(again.at);
    free(world);
    free(loaded);
}
END_TEST

START_TEST(misuse_is_answered) {
    pawl_world *const world = make_everything();
    const bytes made = encode(world);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_world_def def = everything_def();
    const size_t size = pawl_world_size(&def);
    pawl_world *out = NULL;
    pawl_snapshot_info info;
    size_t written = 77;
    ck_assert_uint_eq(pawl_world_encode_size(NULL), 0);
    ck_assert_int_eq(pawl_world_encode(NULL, made.at, made.size, &written), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_encode(world, NULL, made.size, &written), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_encode(world, made.at, made.size, NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(written, 77);
    ck_assert_int_eq(pawl_world_encode(world, made.at, made.size - 1, &written), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(written, made.size);
    ck_assert_int_eq(pawl_snapshot_inspect(NULL, made.size, &info), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_snapshot_inspect(made.at, made.size, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_decode(NULL, made.size, world, size, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_decode(made.at, made.size, NULL, size, &out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_decode(made.at, made.size, world, size, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_decode(made.at, made.size, (uint8_t *)world + 4, size - 4, &out),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_world_decode(made.at, made.size, world, 100, &out), PAWL_ERR_MEMORY);
    ck_assert_int_eq(
        pawl_world_decode_for(PAWL_CONFIG_ID ^ 1, made.at, made.size, world, size, &out),
        PAWL_ERR_CONFIG);
    ck_assert_ptr_null(out);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(made.at);
    free(world);
}
END_TEST

/* At any address: nothing is aligned in a file. */
START_TEST(bytes_need_no_alignment) {
    pawl_world *const world = make_everything();
    const bytes made = encode(world);
    uint8_t *const odd = malloc(made.size + 3);
    size_t size;
    ck_assert_int_eq(pawl_world_encode(world, odd + 3, made.size, &size), PAWL_OK);
    assert_same_bytes(made, (bytes){odd + 3, size});
    pawl_world *const loaded = decode((bytes){odd + 3, size});
    free(loaded);
    free(odd);
    free(made.at);
    free(world);
}
END_TEST

/* A step does not ask again between plain shapes: the forged flag stayed when the boxes touched. */
START_TEST(only_what_a_platform_or_the_program_refuses_is_disabled) {
    static const uint8_t refusals[] = {PAWLI_CONTACT_DROPPED, PAWLI_CONTACT_DISABLED};
    for (size_t i = 0; i < sizeof refusals; i++) {
        for (int one_way = 0; one_way < 1 + PAWL_WITH_ONE_WAY; one_way++) {
            pawl_world *const world = make_default_world();
            add_box(world, add_body(world, PAWL_STATIC, 0, 0), 1, 1);
            pawl_shape_def def = pawl_shape_def_default();
            def.one_way = one_way == 1;
            const pawl_convex box = box_convex(1, 1);
            pawl_shape_id shape;
            const pawl_body_id above = add_body(world, PAWL_DYNAMIC, 0, 2);
            ck_assert_int_eq(pawl_shape_create(world, above, &def, &box, &shape), PAWL_OK);
            run(world, 3);
            ck_assert_uint_eq(world->contact_count, 1);
            pawli_contact *const contact = pawli_contacts(world);
            ck_assert_uint_gt(contact->count, 0);
            contact->flags = (uint8_t)(PAWLI_CONTACT_CACHED | refusals[i]);
            const bytes made = encode(world);
            pawl_world *out = NULL;
            const size_t size = world->total_size;
            void *const memory = malloc(size);
            ck_assert_int_eq(pawl_world_decode(made.at, made.size, memory, size, &out),
                             one_way == 1 ? PAWL_OK : PAWL_ERR_FORMAT);
            free(memory), free(made.at), free(world);
        }
    }
}
END_TEST

/* A world with terrain has room for it, and there are no other flags. */
START_TEST(flags_of_the_header_are_checked) {
    pawl_world *const world = make_everything();
    const bytes whole = encode(world);
    const size_t at = PAWLI_SNAPSHOT_HEADER - 6;
    pawl_snapshot_info info;
    for (unsigned bit = 0; bit < 16; bit++) {
        const bytes forged = copy_of(whole);
        pawli_store_u16(forged.at + at, (uint16_t)(1u << bit));
        seal(forged);
        ck_assert_int_eq(pawl_snapshot_inspect(forged.at, forged.size, &info), PAWL_ERR_FORMAT);
        free(forged.at);
    }
    ck_assert_int_eq(pawl_snapshot_inspect(whole.at, whole.size, &info), PAWL_OK);
    ck_assert_int_eq(info.def.terrain, true);
    free(whole.at);
    free(world);
}
END_TEST

static pawl_status load_again(bytes from, pawl_world **out) {
    static uint64_t memory[1 << 15];
    memset(memory, 0x55, sizeof memory);
    return pawl_world_decode(from.at, from.size, memory, sizeof memory, out);
}

/* Slots in a row are read together: here rows are longer than that, begin anywhere and are broken
 * by slots that were used again. */
START_TEST(slots_are_in_any_order_and_none_is_there_twice) {
    enum {
        BODIES = 90
    };
    pawl_world *const world = make_default_world();
    pawl_body_id ids[BODIES];
    for (int i = 0; i < BODIES; i++)
        ids[i] = add_unit_box(world, 4 * i, 0);
    for (int i = 70; i > 60; i--)
        ck_assert_int_eq(pawl_body_destroy(world, ids[i]), PAWL_OK);
    for (int i = 61; i < 68; i++)
        (void)add_unit_box(world, 4 * i, 0); /* in slots that descend */
    const bytes whole = encode(world);
    pawl_world *loaded;
    ck_assert_int_eq(load_again(whole, &loaded), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(loaded), pawl_world_hash(world));
    pawli_snapshot opened;
    ck_assert_int_eq(pawli_snapshot_open(whole.at, whole.size, &opened), PAWL_OK);
    for (uint32_t i = 1; i < opened.sections[PAWLI_SECTION_BODIES].count; i++) {
        const uint8_t *const record = pawli_record_at(&opened, PAWLI_SECTION_BODIES, i);
        uint8_t *const slot = whole.at + (record - whole.at);
        const uint16_t own = pawli_fetch_u16(slot);
        const uint8_t *const other = pawli_record_at(&opened, PAWLI_SECTION_BODIES, i * 5 / 7);
        pawli_store_u16(slot, pawli_fetch_u16(other));
        seal(whole);
        ck_assert_int_eq(load_again(whole, &loaded), PAWL_ERR_FORMAT);
        pawli_store_u16(slot, world->body_pool.used); /* beyond all */
        seal(whole);
        ck_assert_int_eq(load_again(whole, &loaded), PAWL_ERR_FORMAT);
        pawli_store_u16(slot, own);
    }
    free(whole.at);
    free(world);
}
END_TEST

Suite *suite_snapshot(void) {
    Suite *const suite = suite_create("snapshot");
    TCase *const tcase = tcase_create("snapshot");
    tcase_add_loop_test(tcase, a_loaded_world_goes_the_same_way, 0, SEEDED_PASSES(1, SEEDS));
    tcase_add_test(tcase, the_info_says_what_is_there);
    tcase_add_test(tcase, handles_and_user_data_survive);
    tcase_add_test(tcase, terrain_is_bound_afterwards);
    tcase_add_test(tcase, equal_states_of_another_past_give_equal_bytes);
    tcase_add_test(tcase, a_world_can_be_replaced_in_place);
    tcase_add_test(tcase, late_ends_find_the_room_they_would_have_found);
    tcase_add_test(tcase, misuse_is_answered);
    tcase_add_test(tcase, bytes_need_no_alignment);
    tcase_add_test(tcase, only_what_a_platform_or_the_program_refuses_is_disabled);
    tcase_add_test(tcase, flags_of_the_header_are_checked);
    tcase_add_test(tcase, slots_are_in_any_order_and_none_is_there_twice);
    suite_add_tcase(suite, tcase);
    return suite;
}
