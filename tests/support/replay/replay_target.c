/* replay_target.c - what replay_target.h declares. */
#include "support/replay/replay_target.h"

static pawl_joint_id join(target *t, pawl_joint_type type, pawl_body_id a, pawl_body_id b) {
    pawl_joint_def def = pawl_joint_def_at(t->world, type, a, b, VEC(0, 3), 0);
    def.ground_a = VEC(-3, 9);
    def.ground_b = VEC(3, 9);
    def.spring = type == PAWL_JOINT_MOTOR;
    def.hertz = def.angular_hertz = FX(2);
    if (type == PAWL_JOINT_PULLEY) def.target = FX(40);
    pawl_joint_id joint = {0, 0};
    ck_assert_int_eq(pawl_joint_create(t->world, &def, &joint), PAWL_OK);
    return joint;
}

/* Something on a one-way platform, something that hangs, and a chain. */
static target make_target(pawl_world *world) {
    target t = {.world = world};
    t.ground = add_ground(world);
    const pawl_body_id platform = add_body(world, PAWL_STATIC, 10, 2);
    pawl_shape_def def = pawl_shape_def_default();
    def.one_way = true;
    const pawl_convex convex = box_convex(3, 0.25);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, platform, &def, &convex, &shape), PAWL_OK);
    t.other = add_unit_box(world, 10, 2.8);
    t.body = add_unit_box(world, 0, 2);
    t.shape = shape_of(world, t.body);
    const pawl_body_id swing = add_unit_box(world, -3, 4), more = add_unit_box(world, -6, 4);
    t.revolute = join(&t, PAWL_JOINT_REVOLUTE, t.ground, swing);
    t.motor = join(&t, PAWL_JOINT_MOTOR, swing, more);
    t.pulley = join(&t, PAWL_JOINT_PULLEY, t.other, more);
    t.weld = join(&t, PAWL_JOINT_WELD, more, add_unit_box(world, -6, 6));
    static const pawl_vec2 points[] = {{FX(20), FX(1)}, {FX(24), FX(2)}};
    const pawl_chain chain = {points, 2, false, false, false};
    def.one_way = false;
    ck_assert_int_eq(pawl_shape_create_chain(world, t.ground, &def, &chain, &t.chain), PAWL_OK);
    return t;
}

target begin_target(recording *run) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 48;
    def.shape_capacity = 64;
    def.joint_capacity = 8;
    begin_recording(run, make_world(&def), &def, 0, 0);
    return make_target(run->world);
}

void assert_call_is_an_edit(const target_call *tested) {
    recording run;
    target t = begin_target(&run);
    for (int i = 0; i < TICKS; i++) {
        if (i == CALL_TICK) {
            const uint32_t hash = pawl_world_hash(t.world);
            uint32_t before_size, after_size;
            uint8_t *const before = snapshot_of(t.world, &before_size);
            tested->call(&t);
            uint8_t *const after = snapshot_of(t.world, &after_size);
            ck_assert_msg(before_size != after_size || memcmp(before, after, after_size) != 0,
                          "%s has changed nothing (hash %08x)", tested->name, (unsigned)hash);
            free(before);
            free(after);
        }
        record_step(&run);
    }
    ck_assert_uint_eq(run.recorder.edits, 1);
    end_recording(&run);
    const pawl_replay replay = open_replay(&run.file);
    ck_assert_uint_eq(replay.edits, 1);
    ck_assert_uint_eq(find_chunk(&replay, 0, PAWL_CHUNK_EDIT).tick, CALL_TICK);
    assert_plays_alike(&run, tested->name);
    free_recording(&run);
}

void assert_call_counts_at_the_ends(const target_call *tested, bool late) {
    recording run;
    target t = begin_target(&run);
    tested->call(&t);
    for (int i = 0; i < 3; i++)
        record_step(&run);
    ck_assert_uint_eq(run.recorder.edits, 0);
    end_recording(&run);
    assert_plays_alike(&run, tested->name);
    free_recording(&run);
    t = begin_target(&run);
    for (int i = 0; i < 3; i++)
        record_step(&run);
    if (late) tested->call(&t);
    end_recording(&run);
    assert_plays_alike(&run, tested->name);
    free_recording(&run);
}
