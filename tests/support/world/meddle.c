/* meddle.c - what meddle.h declares. */
#include "support/world/meddle.h"
#include "pawl/film.h"
#include "pawl/session.h"
#include "support/state/everything.h"
#include "world/world.h"

/* ---- every call, with zeros ---- */

#define CHANGES(name, arguments)                               \
    static int32_t change_##name(pawl_world *own, void *any) { \
        (void)any;                                             \
        return (int32_t)name arguments;                        \
    }
#define READS(name, arguments)                                               \
    static void read_##name(pawl_world *own, void *any) {                    \
        (void)any;                                                           \
        __extension__ const __typeof__(name arguments) got = name arguments; \
        (void)got;                                                           \
    }
#include "world_calls.inc"
#undef CHANGES
#undef READS

static const struct {
    const char *name;
    int32_t (*call)(pawl_world *own, void *any);
} changes[] = {
#define CHANGES(name, arguments) {#name, change_##name},
#define READS(name, arguments)
#include "world_calls.inc"
#undef CHANGES
#undef READS
};

static const struct {
    const char *name;
    void (*call)(pawl_world *own, void *any);
} reads[] = {
#define CHANGES(name, arguments)
#define READS(name, arguments) {#name, read_##name},
#include "world_calls.inc"
#undef CHANGES
#undef READS
};

#define CHANGE_COUNT ((int)(sizeof changes / sizeof changes[0]))
#define READ_COUNT ((int)(sizeof reads / sizeof reads[0]))

/* Larger than whatever any call is handed. */
static uint64_t zeros_for_calls[2048];

static void *fresh_zeros(void) {
    memset(zeros_for_calls, 0, sizeof zeros_for_calls);
    return zeros_for_calls;
}

/* ---- what a hook does ---- */

struct meddler meddler;

void begin_meddling(pawl_world *world, int most) {
    memset(&meddler, 0, sizeof meddler);
    meddler.world = world;
    meddler.before = malloc(world->state_size);
    meddler.save_size = pawl_world_save_size(world) + 65536;
    meddler.save = malloc(meddler.save_size);
    meddler.most = most;
}

void end_meddling(void) {
    free(meddler.before);
    free(meddler.save);
    meddler.world = NULL;
}

static void assert_refused(pawl_status status, const char *what, hook from) {
    ck_assert_msg(status == PAWL_ERR_LOCKED, "%s from hook %d: %s", what, from,
                  pawl_status_text(status));
    ck_assert_msg(memcmp(meddler.world, meddler.before, meddler.world->state_size) == 0,
                  "%s from hook %d changed the world", what, from);
}

/* Handles of what there is, so that nothing but the lock is in the way. */
static void meddle_with_handles(hook from) {
    pawl_world *const world = meddler.world;
    const pawl_body_id first = pawl_world_next_body(world, NO_BODY);
    pawl_body_def body_def = pawl_body_def_default();
    pawl_body_id body = {7, 8};
    for (pawl_body_id at = first; !pawl_body_is_null(at); at = pawl_world_next_body(world, at)) {
        const pawl_shape_id shape = shape_of(world, at);
        assert_refused(pawl_body_set_velocity(world, at, VEC(1, 2)), "set_velocity", from);
        assert_refused(pawl_body_destroy(world, at), "body_destroy", from);
        if (pawl_shape_is_null(shape)) continue;
        assert_refused(pawl_shape_destroy(world, shape), "shape_destroy", from);
        assert_refused(pawl_shape_set_friction(world, shape, 1), "set_friction", from);
    }
    const pawl_joint_id joint = pawl_world_next_joint(world, PAWL_NULL_JOINT);
    const pawl_soft_id soft = pawl_world_next_soft(world, PAWL_NULL_SOFT);
    assert_refused(pawl_joint_destroy(world, joint), "joint_destroy", from);
    assert_refused(pawl_soft_destroy(world, soft), "soft_destroy", from);
    assert_refused(pawl_body_create(world, &body_def, &body), "body_create", from);
    ck_assert_uint_eq(pawl_body_id_store(body), 7 << 16 | 8);
    assert_refused(pawl_world_step(world, NULL), "step", from);
    assert_refused(pawl_world_set_gravity(world, VEC(0, 1)), "set_gravity", from);
    assert_refused(pawl_world_shift(world, VEC(1, 1)), "shift", from);
    assert_refused(pawl_world_set_periods(world, VEC(64, 64)), "set_periods", from);
}

/* In a step the state is between two, so that there is nothing to be kept. */
static void meddle_with_saves(hook from) {
    const bool is_step = from <= TRACE;
    size_t size = 0;
    const pawl_status saved = pawl_world_save(meddler.world, meddler.save, meddler.save_size);
    ck_assert_int_eq(saved, is_step ? PAWL_ERR_LOCKED : PAWL_OK);
    assert_refused(pawl_world_restore(meddler.world, meddler.save, meddler.save_size), "restore",
                   from);
    const pawl_status encoded =
        pawl_world_encode(meddler.world, meddler.save, meddler.save_size, &size);
    ck_assert_int_eq(encoded, is_step ? PAWL_ERR_LOCKED : PAWL_OK);
    ck_assert_uint_eq(size == 0, is_step);
}

static void meddle_with_replays(hook from) {
    pawl_replay_writer writer;
    memset(&writer, 0, sizeof writer);
    const pawl_shape_id shape =
        shape_of(meddler.world, pawl_world_next_body(meddler.world, NO_BODY));
    assert_refused(pawl_replay_write_terrain(&writer, meddler.world, shape), "terrain", from);
    if (meddler.playback != NULL) {
        const uint64_t tick = meddler.playback->tick;
        assert_refused(pawl_playback_step(meddler.playback, NULL), "playback_step", from);
        assert_refused(pawl_playback_seek(meddler.playback, tick, NULL), "playback_seek", from);
        assert_refused(pawl_playback_start_at(meddler.playback, 0), "start_at", from);
        assert_refused(pawl_playback_verify(meddler.playback, NULL, NULL).status, "verify", from);
        ck_assert_uint_eq(meddler.playback->tick, tick);
    }
    if (meddler.recorder != NULL) {
        const pawl_recorder before = *meddler.recorder;
        assert_refused(pawl_recorder_step(meddler.recorder, meddler.world, NULL), "record", from);
        assert_refused(pawl_recorder_end(meddler.recorder, meddler.world), "recorder_end", from);
        ck_assert_int_eq(memcmp(&before, meddler.recorder, sizeof before), 0);
    }
}

void meddle(hook from) {
    if (meddler.world == NULL || meddler.called[from]++ >= meddler.most) return;
    memcpy(meddler.before, meddler.world, meddler.world->state_size);
    for (int i = 0; i < CHANGE_COUNT; i++) {
        const int32_t status = changes[i].call(meddler.world, fresh_zeros());
        assert_refused((pawl_status)status, changes[i].name, from);
    }
    meddle_with_handles(from);
    for (int i = 0; i < READ_COUNT; i++) {
        reads[i].call(meddler.world, fresh_zeros());
        ck_assert_msg(memcmp(meddler.world, meddler.before, meddler.world->state_size) == 0,
                      "%s changed the world", reads[i].name);
    }
    meddle_with_saves(from);
    meddle_with_replays(from);
}

/* ---- the hooks ---- */

static bool should_collide(void *context, const pawl_world *world, pawl_shape_id a,
                           pawl_shape_id b) {
    (void)context;
    meddle(SHOULD_COLLIDE);
    /* Reading goes on, with answers. */
    ck_assert_int_eq(pawl_shape_is_valid(world, a) && pawl_shape_is_valid(world, b), true);
    return true;
}

static bool pre_solve(void *context, const pawl_world *world, const pawl_contact *contact) {
    (void)context;
    (void)world;
    meddle(PRE_SOLVE);
    return contact->count > 0;
}

static pawl_fx mix_friction(void *context, pawl_fx a, uint32_t user_a, pawl_fx b, uint32_t user_b) {
    (void)context, (void)user_a, (void)user_b;
    meddle(MIX_FRICTION);
    return pawl_max(a, b);
}

static pawl_fx mix_restitution(void *context, pawl_fx a, uint32_t user_a, pawl_fx b,
                               uint32_t user_b) {
    (void)context, (void)user_a, (void)user_b;
    meddle(MIX_RESTITUTION);
    return pawl_max(a, b);
}

static bool should_collide_soft(void *context, const pawl_world *world, pawl_soft_id soft,
                                pawl_shape_id shape) {
    (void)context;
    meddle(SHOULD_COLLIDE_SOFT);
    ck_assert_int_eq(pawl_soft_is_valid(world, soft) && pawl_shape_is_valid(world, shape), true);
    return true;
}

#if PAWL_TRACE
static void trace(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                  uint32_t hash) {
    (void)context, (void)world, (void)stage, (void)round, (void)hash;
    meddle(TRACE);
}
#endif

const pawl_step_hooks meddling_hooks = {
    .should_collide = should_collide,
    .pre_solve = pre_solve,
    .mix_friction = mix_friction,
    .mix_restitution = mix_restitution,
    .should_collide_soft = should_collide_soft,
#if PAWL_TRACE
    .trace = trace,
#endif
};

/* ---- a world in which each of them is asked ---- */

void add_asking_box(pawl_world *world, double x, double y) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, y);
    const pawl_convex convex = box_convex(0.5, 0.5);
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    def.custom_filter = def.pre_solve = true;
    def.restitution = FX(0.5);
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
}

pawl_world_def asking_def(void) {
    pawl_world_def def = everything_def();
    def.body_capacity = def.shape_capacity = 200;
    def.soft_capacity++;
    def.soft_point_capacity++;
    return def;
}

/* A pinned point beside the lowest of the boxes. */
static void add_asking_point(pawl_world *world) {
    const pawl_soft_point point = {VEC(-40.53125, 1.25), {0, 0}, 0};
    pawl_soft_def def = pawl_soft_def_default();
    pawl_soft_id soft;
    def.points = &point;
    def.point_count = 1;
    ck_assert_int_eq(pawl_soft_create(world, &def, &soft), PAWL_OK);
}

pawl_world *make_asking_world(void) {
    const pawl_world_def def = asking_def();
    pawl_world *const world = make_world(&def);
    ck_assert_int_eq(everything_make(world), true);
    add_box(world, add_body(world, PAWL_STATIC, -40, 0), 8, 0.5);
    for (int i = 0; i < 6; i++)
        add_asking_box(world, 0.25 * i - 40, 1.25 + 1.5 * i);
    add_asking_point(world);
    return world;
}

void assert_called(hook first, hook last) {
    for (int at = (int)first; at <= (int)last; at++) {
        if (at == TRACE && !PAWL_TRACE) continue;
        ck_assert_msg(meddler.called[at] >= 1, "hook %d was not asked", at);
    }
}
