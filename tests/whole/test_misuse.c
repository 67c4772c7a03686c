/* test_misuse.c - every call on a world with null pointers, dead handles and extreme numbers: an
 * error or zero comes back, the world keeps every byte, and it goes on working. */
#include "support/world/fixture.h"
#include "support/base/seeded.h"
#include "world/world.h"

/* What the calls below are made with. */
typedef struct arguments {
    pawl_world *world;
    pawl_body_id body;
    pawl_shape_id shape;
    pawl_joint_id joint;
    pawl_fx number, other;
    pawl_wide wide;
    int choice;
} arguments;

typedef pawl_status changer(const arguments *a);

#define VECTOR pawl_vec2_make(a->number, a->other)
#define WIDES ((pawl_wide2){a->wide, a->number})
#define MASS ((pawl_mass){a->wide, {a->number, a->other}, a->wide / 3})
#define FILTER ((pawl_filter){(uint32_t)a->number, (uint32_t)a->other, (int16_t)a->choice, 0})

#define NO_JOINT PAWL_NULL_JOINT
#define FRAME ((pawl_joint_frame){VECTOR, (pawl_angle)a->other})

static const pawl_fx numbers[] = {
    INT32_MIN,      INT32_MIN + 1,  -PAWL_COORD_MAX - 1, -65536,   -1, 0, 1, 65536,
    PAWL_SPEED_MAX, PAWL_COORD_MAX, PAWL_COORD_MAX + 1,  INT32_MAX};
#define NUMBER_COUNT ((int)(sizeof numbers / sizeof numbers[0]))
static const pawl_wide wides[] = {INT64_MIN, -1, 0, 1, INT64_C(1) << 40, INT64_MAX};
static const int choices[] = {INT32_MIN, -1, 0, 1, 2, 3, 255, INT32_MAX};

/* X(name, (arguments)) */
#define CHANGERS(X)                                                                           \
    X(body_destroy, (a->world, a->body))                                                      \
    X(body_set_pose, (a->world, a->body, VECTOR, (pawl_angle)a->other))                       \
    X(body_set_velocity, (a->world, a->body, VECTOR))                                         \
    X(body_set_angular_velocity, (a->world, a->body, a->number))                              \
    X(body_set_target, (a->world, a->body, VECTOR, (pawl_angle)a->wide))                      \
    X(body_apply_force, (a->world, a->body, WIDES, VECTOR))                                   \
    X(body_apply_force_to_center, (a->world, a->body, WIDES))                                 \
    X(body_apply_torque, (a->world, a->body, a->wide))                                        \
    X(body_apply_impulse, (a->world, a->body, WIDES, VECTOR))                                 \
    X(body_apply_impulse_to_center, (a->world, a->body, WIDES))                               \
    X(body_apply_angular_impulse, (a->world, a->body, a->wide))                               \
    X(body_change_velocity, (a->world, a->body, VECTOR, pawl_vec2_make(a->other, a->number))) \
    X(body_set_mass, (a->world, a->body, MASS))                                               \
    X(body_reset_mass, (a->world, a->body))                                                   \
    X(body_set_type, (a->world, a->body, (pawl_body_type)a->choice))                          \
    X(body_set_awake, (a->world, a->body, a->choice & 1))                                     \
    X(body_set_can_sleep, (a->world, a->body, a->choice & 1))                                 \
    X(body_set_sleep_threshold, (a->world, a->body, a->number))                               \
    X(body_set_enabled, (a->world, a->body, a->choice & 1))                                   \
    X(body_set_fixed_rotation, (a->world, a->body, a->choice & 1))                            \
    X(body_set_lock_x, (a->world, a->body, a->choice & 1))                                    \
    X(body_set_lock_y, (a->world, a->body, a->choice & 1))                                    \
    X(body_set_gravity_scale, (a->world, a->body, a->number))                                 \
    X(body_set_bullet, (a->world, a->body, a->choice & 1))                                    \
    X(body_drop_through, (a->world, a->body))                                                 \
    X(body_set_damping, (a->world, a->body, a->number, a->other))                             \
    X(body_set_user_data, (a->world, a->body, (uint32_t)a->number))                           \
    X(shape_destroy, (a->world, a->shape))                                                    \
    X(shape_set_density, (a->world, a->shape, a->number))                                     \
    X(shape_set_friction, (a->world, a->shape, a->number))                                    \
    X(shape_set_restitution, (a->world, a->shape, a->number))                                 \
    X(shape_set_tangent_speed, (a->world, a->shape, a->number))                               \
    X(shape_set_rolling_resistance, (a->world, a->shape, a->number))                          \
    X(shape_set_break_impulse, (a->world, a->shape, a->number))                               \
    X(shape_set_filter, (a->world, a->shape, FILTER))                                         \
    X(shape_set_sensor, (a->world, a->shape, a->choice & 1))                                  \
    X(shape_set_one_way, (a->world, a->shape, a->choice & 1))                                 \
    X(shape_set_custom_filter, (a->world, a->shape, a->choice & 1))                           \
    X(shape_set_pre_solve, (a->world, a->shape, a->choice & 1))                               \
    X(shape_set_hit_events, (a->world, a->shape, a->choice & 1))                              \
    X(shape_set_user_data, (a->world, a->shape, (uint32_t)a->number))                         \
    X(joint_destroy, (a->world, a->joint))                                                    \
    X(joint_set_limit, (a->world, a->joint, a->choice & 1, a->number, a->other))              \
    X(joint_set_motor, (a->world, a->joint, a->choice & 1, a->number, a->wide))               \
    X(joint_set_spring, (a->world, a->joint, a->choice & 1, a->number, a->other))             \
    X(joint_set_angular_spring, (a->world, a->joint, a->number, a->other))                    \
    X(joint_set_spring_max, (a->world, a->joint, a->wide, a->number))                         \
    X(joint_set_target, (a->world, a->joint, a->number))                                      \
    X(joint_set_ratio, (a->world, a->joint, a->number))                                       \
    X(joint_set_ground, (a->world, a->joint, VECTOR, VECTOR))                                 \
    X(joint_set_collide_connected, (a->world, a->joint, a->choice & 1))                       \
    X(joint_set_frame_a, (a->world, a->joint, FRAME))                                         \
    X(joint_set_frame_b, (a->world, a->joint, FRAME))                                         \
    X(joint_set_linear_velocity, (a->world, a->joint, VECTOR, a->wide))                       \
    X(joint_set_break, (a->world, a->joint, a->wide, a->number))                              \
    X(joint_set_load_threshold, (a->world, a->joint, a->number, a->wide))                     \
    X(joint_set_constraint_tuning, (a->world, a->joint, a->number, a->other))                 \
    X(joint_set_spring_range, (a->world, a->joint, a->wide, a->number))                       \
    X(joint_set_user_data, (a->world, a->joint, (uint32_t)a->number))

#define DEFINE(name, list)                               \
    static pawl_status call_##name(const arguments *a) { \
        return pawl_##name list;                         \
    }
CHANGERS(DEFINE)

static const struct {
    const char *name;
    changer *call;
} changers[] = {
#define ENTRY(name, list) {#name, call_##name},
    CHANGERS(ENTRY)};

#define CHANGER_COUNT ((int)(sizeof changers / sizeof changers[0]))

static bool is_zero(const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (((const uint8_t *)bytes)[i] != 0) return false;
    }
    return true;
}

#define EXPECT_ZERO(type, expression)                                                  \
    do {                                                                               \
        const type result = expression;                                                \
        ck_assert_msg(is_zero(&result, sizeof result), "%s is not zero", #expression); \
    } while (0)

/* Every getter of a joint that is not there. */
static void expect_zeros_of_joint(const pawl_world *w, pawl_joint_id joint) {
    EXPECT_ZERO(bool, pawl_joint_is_valid(w, joint));
    EXPECT_ZERO(pawl_fx, pawl_joint_get_angle(w, joint));
    EXPECT_ZERO(pawl_fx, pawl_joint_get_translation(w, joint));
    EXPECT_ZERO(pawl_fx, pawl_joint_get_length(w, joint));
    EXPECT_ZERO(pawl_wide2, pawl_joint_get_reaction_force(w, joint));
    EXPECT_ZERO(pawl_wide, pawl_joint_get_reaction_torque(w, joint));
}

/* Every getter of a body or shape that is not there. */
static void expect_zeros(const pawl_world *w, pawl_body_id body, pawl_shape_id shape) {
    pawl_shape_id visitor;
    uint32_t cursor = 0;
    pawl_contact contact;
    EXPECT_ZERO(bool, pawl_shape_next_visitor(w, shape, &cursor, &visitor));
    EXPECT_ZERO(bool, pawl_body_next_contact(w, body, &cursor, &contact));
    EXPECT_ZERO(bool, pawl_body_get_can_sleep(w, body));
    EXPECT_ZERO(pawl_fx, pawl_body_get_sleep_threshold(w, body));
    EXPECT_ZERO(bool, pawl_shape_is_one_way(w, shape));
    EXPECT_ZERO(bool, pawl_shape_has_custom_filter(w, shape));
    EXPECT_ZERO(bool, pawl_shape_has_pre_solve(w, shape));
    EXPECT_ZERO(bool, pawl_shape_has_hit_events(w, shape));
    EXPECT_ZERO(bool, pawl_body_is_bullet(w, body));
    EXPECT_ZERO(pawl_joint_id, pawl_body_next_joint(w, body, NO_JOINT));
    EXPECT_ZERO(pawl_fx, pawl_shape_get_rolling_resistance(w, shape));
    EXPECT_ZERO(pawl_wide, pawl_shape_get_break_impulse(w, shape));
    EXPECT_ZERO(bool, pawl_shape_is_sensor(w, shape));
    EXPECT_ZERO(bool, pawl_shape_is_terrain(w, shape));
    EXPECT_ZERO(uint32_t, pawl_shape_get_material_count(w, shape));
    EXPECT_ZERO(bool, pawl_body_is_valid(w, body));
    EXPECT_ZERO(pawl_vec2, pawl_body_get_position(w, body));
    EXPECT_ZERO(pawl_angle, pawl_body_get_angle(w, body));
    EXPECT_ZERO(pawl_rot, pawl_body_get_rotation(w, body));
    EXPECT_ZERO(pawl_pose, pawl_body_get_pose(w, body));
    EXPECT_ZERO(pawl_vec2, pawl_body_get_center(w, body));
    EXPECT_ZERO(pawl_vec2, pawl_body_get_velocity(w, body));
    EXPECT_ZERO(pawl_fx, pawl_body_get_angular_velocity(w, body));
    EXPECT_ZERO(pawl_vec2, pawl_body_get_velocity_at(w, body, pawl_vec2_make(INT32_MIN, 5)));
    EXPECT_ZERO(pawl_mass, pawl_body_get_mass(w, body));
    EXPECT_ZERO(pawl_body_type, pawl_body_get_type(w, body));
    EXPECT_ZERO(bool, pawl_body_is_awake(w, body));
    EXPECT_ZERO(bool, pawl_body_is_enabled(w, body));
    EXPECT_ZERO(bool, pawl_body_has_fixed_rotation(w, body));
    EXPECT_ZERO(bool, pawl_body_has_lock_x(w, body));
    EXPECT_ZERO(bool, pawl_body_has_lock_y(w, body));
    EXPECT_ZERO(pawl_fx, pawl_body_get_gravity_scale(w, body));
    EXPECT_ZERO(pawl_fx, pawl_body_get_linear_damping(w, body));
    EXPECT_ZERO(pawl_fx, pawl_body_get_angular_damping(w, body));
    EXPECT_ZERO(uint32_t, pawl_body_get_user_data(w, body));
    EXPECT_ZERO(pawl_shape_id, pawl_body_next_shape(w, body, NO_SHAPE));
    EXPECT_ZERO(pawl_shape_id, pawl_body_next_shape(w, body, shape));
    EXPECT_ZERO(bool, pawl_shape_is_valid(w, shape));
    EXPECT_ZERO(pawl_body_id, pawl_shape_get_body(w, shape));
    EXPECT_ZERO(pawl_box, pawl_shape_get_box(w, shape));
    EXPECT_ZERO(pawl_fx, pawl_shape_get_density(w, shape));
    EXPECT_ZERO(pawl_fx, pawl_shape_get_friction(w, shape));
    EXPECT_ZERO(pawl_fx, pawl_shape_get_restitution(w, shape));
    EXPECT_ZERO(pawl_fx, pawl_shape_get_tangent_speed(w, shape));
    EXPECT_ZERO(pawl_filter, pawl_shape_get_filter(w, shape));
    EXPECT_ZERO(uint32_t, pawl_shape_get_user_data(w, shape));
}

/* A small world in motion, with one dead body, shape and joint. */
typedef struct scenery {
    pawl_world *world;
    pawl_body_id ground, box, dead_body;
    pawl_shape_id dead_shape;
    pawl_joint_id joint, dead_joint; /* of the box, with all that a joint may have */
    uint8_t *before;
} scenery;

static pawl_joint_id add_joint(pawl_world *world, pawl_joint_type type, pawl_body_id a,
                               pawl_body_id b) {
    pawl_joint_id joint = {0, 0};
    pawl_joint_def def = pawl_joint_def_at(world, type, a, b, VEC(0, 0), 0);
    def.limit = def.motor = def.spring = true;
    def.lower = 0;
    def.upper = PAWL_FX_ONE;
    def.motor_speed = PAWL_FX_ONE;
    def.motor_max = def.force_max = def.spring_force_max = PAWL_FX(20, 0, 1);
    def.hertz = def.angular_hertz = PAWL_FX(2, 0, 1);
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_OK);
    return joint;
}

static scenery make_scenery_with(pawl_joint_type type) {
    scenery s;
    s.world = make_default_world();
    s.ground = add_ground(s.world);
    s.dead_body = add_unit_box(s.world, 9, 9);
    s.dead_shape = shape_of(s.world, s.dead_body);
    s.box = add_unit_box(s.world, 0, 0.5);
    s.dead_joint = add_joint(s.world, type, s.dead_body, s.box);
    pawl_body_id above = NO_BODY;
    for (int i = 1; i < 5; i++)
        above = add_unit_box(s.world, 0.25 * i, 0.5 + i);
    s.joint = add_joint(s.world, type, s.box, above);
    ck_assert_int_eq(pawl_body_destroy(s.world, s.dead_body), PAWL_OK);
    run(s.world, 10);
    s.before = malloc(s.world->state_size);
    memcpy(s.before, s.world, s.world->state_size);
    return s;
}

static scenery make_scenery(void) {
    return make_scenery_with(PAWL_JOINT_REVOLUTE);
}

static void assert_untouched(const scenery *s, const char *name) {
    ck_assert_msg(memcmp(s->world, s->before, s->world->state_size) == 0, "%s wrote", name);
}

/* The world still works: as if nothing had happened when `hash` is that of an untouched run. */
static void end_scenery(scenery *s) {
    for (int i = 0; i < 20; i++) {
        run(s->world, 1);
        assert_sound(s->world);
    }
    free(s->before);
    free(s->world);
}

START_TEST(a_null_world_is_an_error) {
    const arguments a = {NULL, {1, 1}, {1, 1}, {1, 1}, 65536, 65536, 65536, 1};
    ck_assert_msg(changers[_i].call(&a) == PAWL_ERR_NULL, "%s", changers[_i].name);
}
END_TEST

static pawl_body_id dead_body(const scenery *s, int kind) {
    switch (kind) {
    case 0:
        return NO_BODY;
    case 1:
        return s->dead_body;
    case 2:
        return (pawl_body_id){65535, 65535};
    case 3:
        return (pawl_body_id){0, 1};
    case 4:
        return (pawl_body_id){s->box.index1, 0};
    case 5:
        return (pawl_body_id){s->box.index1, (uint16_t)(s->box.generation + 1)};
    case 6:
        return (pawl_body_id){200, 1}; /* a slot never used */
    default:
        return (pawl_body_id){257, 1}; /* beyond the capacity */
    }
}
#define DEAD_KINDS 8

static pawl_shape_id dead_shape(const scenery *s, int kind) {
    if (kind == 1) return s->dead_shape;
    return pawl_shape_id_load(pawl_body_id_store(dead_body(s, kind)));
}

static pawl_joint_id dead_joint(const scenery *s, int kind) {
    if (kind == 1) return s->dead_joint;
    if (kind == 4) return (pawl_joint_id){s->joint.index1, 0};
    if (kind == 5) return (pawl_joint_id){s->joint.index1, (uint16_t)(s->joint.generation + 1)};
    return pawl_joint_id_load(pawl_body_id_store(dead_body(s, kind)));
}

START_TEST(a_dead_handle_is_an_error_and_nothing_is_written) {
    scenery s = make_scenery();
    for (int kind = 0; kind < DEAD_KINDS; kind++) {
        const pawl_body_id body = dead_body(&s, kind);
        const pawl_shape_id shape = dead_shape(&s, kind);
        const pawl_joint_id joint = dead_joint(&s, kind);
        const arguments a = {s.world, body, shape, joint, 65536, 65536, 65536, 1};
        for (int i = 0; i < CHANGER_COUNT; i++) {
            const pawl_status status = changers[i].call(&a);
            ck_assert_msg(status == PAWL_ERR_STALE, "%s: %s", changers[i].name,
                          pawl_status_text(status));
            assert_untouched(&s, changers[i].name);
        }
        expect_zeros(s.world, body, shape);
        expect_zeros_of_joint(s.world, joint);
        pawl_joint_def joint_def = pawl_joint_def_default(PAWL_JOINT_WELD);
        ck_assert_int_eq(pawl_joint_get_def(s.world, joint, &joint_def), PAWL_ERR_STALE);
        ck_assert_int_eq(joint_def.type, PAWL_JOINT_WELD);
        ck_assert_int_eq(pawl_shape_bind(s.world, shape, numbers), PAWL_ERR_STALE);
        ck_assert_int_eq(pawl_shape_set_materials(s.world, shape, NULL), PAWL_ERR_STALE);
        const pawl_material_table table = {NULL, NULL, 0};
        ck_assert_int_eq(pawl_shape_bind_materials(s.world, shape, &table), PAWL_ERR_STALE);
        pawl_material material;
        ck_assert_int_eq(pawl_shape_get_material(s.world, shape, 0, &material), PAWL_ERR_STALE);
        pawl_shape_id out = {3, 4};
        pawl_convex convex = box_convex(1, 1);
        const pawl_shape_def def = pawl_shape_def_default();
        ck_assert_int_eq(pawl_shape_create(s.world, body, &def, &convex, &out), PAWL_ERR_STALE);
        ck_assert_uint_eq(pawl_shape_id_store(out), 3 << 16 | 4);
        convex.radius = 42;
        ck_assert_int_eq(pawl_shape_get_convex(s.world, shape, &convex), PAWL_ERR_STALE);
        ck_assert_int_eq(convex.radius, 42);
        if (kind != 0 && kind != 3) {
            EXPECT_ZERO(pawl_body_id, pawl_world_next_body(s.world, body));
            EXPECT_ZERO(pawl_joint_id, pawl_world_next_joint(s.world, joint));
            EXPECT_ZERO(pawl_joint_id, pawl_body_next_joint(s.world, s.box, joint));
        }
        assert_untouched(&s, "a getter");
    }
    end_scenery(&s);
}
END_TEST

START_TEST(getters_of_a_null_world_give_zero) {
    expect_zeros(NULL, (pawl_body_id){1, 1}, (pawl_shape_id){1, 1});
    expect_zeros_of_joint(NULL, (pawl_joint_id){1, 1});
    EXPECT_ZERO(pawl_joint_id, pawl_world_next_joint(NULL, NO_JOINT));
    EXPECT_ZERO(uint32_t, pawl_world_get_faults(NULL));
    EXPECT_ZERO(uint64_t, pawl_world_get_tick(NULL));
    EXPECT_ZERO(pawl_wide, pawl_world_get_time(NULL));
    EXPECT_ZERO(pawl_vec2, pawl_world_get_gravity(NULL));
    EXPECT_ZERO(pawl_fx, pawl_world_get_length_unit(NULL));
    EXPECT_ZERO(int32_t, pawl_world_get_substeps(NULL));
    EXPECT_ZERO(pawl_contact_tuning, pawl_world_get_contact_tuning(NULL));
    EXPECT_ZERO(pawl_fx, pawl_world_get_restitution_threshold(NULL));
    EXPECT_ZERO(pawl_fx, pawl_world_get_hit_threshold(NULL));
    EXPECT_ZERO(pawl_counters, pawl_world_get_counters(NULL));
    EXPECT_ZERO(uint32_t, pawl_world_hash(NULL));
    EXPECT_ZERO(uint32_t, pawl_world_motion_hash(NULL));
    EXPECT_ZERO(pawl_body_id, pawl_world_next_body(NULL, NO_BODY));
    EXPECT_ZERO(pawl_body_id, pawl_world_next_body(NULL, (pawl_body_id){1, 1}));
    EXPECT_ZERO(uint32_t, pawl_world_state_size(NULL));
    EXPECT_ZERO(uint32_t, pawl_world_scratch_size(NULL));
    EXPECT_ZERO(uint32_t, pawl_world_size(NULL));
    const pawl_events events = pawl_world_get_events(NULL);
    ck_assert_uint_eq(events.begin_count + events.end_count + events.hit_count, 0);
    pawl_contact contact;
    uint32_t cursor = 0;
    ck_assert_int_eq(pawl_world_next_contact(NULL, &cursor, &contact), false);
    const pawl_contact_key key = {{1, 1}, {2, 1}, PAWL_CONTACT_EDGE_ANY};
    ck_assert_int_eq(pawl_contact_is_valid(NULL, key), false);
    ck_assert_int_eq(pawl_contact_find(NULL, key, &contact), false);
}
END_TEST

START_TEST(null_pointers_are_errors_and_nothing_is_written) {
    scenery s = make_scenery();
    const pawl_world_def world_def = pawl_world_def_default();
    const pawl_body_def body_def = pawl_body_def_default();
    const pawl_shape_def shape_def = pawl_shape_def_default();
    const pawl_convex convex = box_convex(1, 1);
    pawl_body_id body = {3, 4};
    pawl_shape_id shape = {3, 4};
    pawl_world *world = NULL;
    uint64_t memory[4] = {0, 0, 0, 0};
    uint32_t cursor = 0;
    pawl_contact contact;
    ck_assert_int_eq(pawl_world_init(NULL, 99999999, &world_def, &world), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_init(memory, sizeof memory, NULL, &world), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_init(memory, sizeof memory, &world_def, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_body_create(NULL, &body_def, &body), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_body_create(s.world, NULL, &body), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_body_create(s.world, &body_def, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create(NULL, s.box, &shape_def, &convex, &shape), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create(s.world, s.box, NULL, &convex, &shape), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create(s.world, s.box, &shape_def, NULL, &shape), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_create(s.world, s.box, &shape_def, &convex, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_set_convex(NULL, PAWL_NULL_SHAPE, &convex), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_set_convex(s.world, PAWL_NULL_SHAPE, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_set_convex(s.world, PAWL_NULL_SHAPE, &convex), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_shape_get_convex(s.world, shape_of(s.world, s.box), NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_get_convex(NULL, shape, (pawl_convex *)(void *)memory),
                     PAWL_ERR_NULL);
    pawl_joint_def joint_def = pawl_joint_def_default(PAWL_JOINT_WELD);
    pawl_joint_id joint = {3, 4};
    ck_assert_int_eq(pawl_joint_create(NULL, &joint_def, &joint), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_create(s.world, NULL, &joint), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_create(s.world, &joint_def, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_get_def(NULL, s.joint, &joint_def), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_get_def(s.world, s.joint, NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_joint_id_store(joint), 3 << 16 | 4);
    ck_assert_int_eq(pawl_shape_bind(NULL, shape, memory), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_set_materials(NULL, shape, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_bind_materials(NULL, shape, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_bind(s.world, shape, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_next_contact(s.world, NULL, &contact), false);
    ck_assert_int_eq(pawl_world_next_contact(s.world, &cursor, NULL), false);
    ck_assert_uint_eq(cursor, 0);
    ck_assert_int_eq(pawl_world_step(NULL, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_clear_faults(NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_set_gravity(NULL, VEC(0, 0)), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_shift(NULL, VEC(1, 0)), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_set_periods(NULL, VEC(64, 0)), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_set_substeps(NULL, 4), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_set_contact_tuning(NULL, world_def.contact_tuning), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_set_restitution_threshold(NULL, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_set_hit_threshold(NULL, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_set_sleeping_enabled(NULL, true), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_body_id_store(body), 3 << 16 | 4);
    ck_assert_uint_eq(pawl_shape_id_store(shape), 3 << 16 | 4);
    ck_assert_ptr_null(world);
    ck_assert_int_eq(is_zero(memory, sizeof memory), true);
    assert_untouched(&s, "one of them");
    end_scenery(&s);
}
END_TEST

/* The three kinds of body; asleep or disabled ones as well. */
static void prepare_target(scenery *s, int kind) {
    static const pawl_body_type types[] = {PAWL_DYNAMIC, PAWL_STATIC, PAWL_KINEMATIC};
    ck_assert_int_eq(pawl_body_set_type(s->world, s->box, types[kind % 3]), PAWL_OK);
    if (kind == 3) ck_assert_int_eq(pawl_body_set_awake(s->world, s->box, false), PAWL_OK);
    if (kind == 4) ck_assert_int_eq(pawl_body_set_enabled(s->world, s->box, false), PAWL_OK);
    if (kind == 5) ck_assert_int_eq(pawl_body_set_fixed_rotation(s->world, s->box, true), 0);
    memcpy(s->before, s->world, s->world->state_size);
}

/* Loop index: the call. A refused call writes nothing; an accepted one leaves a sound world. */
START_TEST(extreme_numbers_do_no_harm) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int kind = 0; kind < 6; kind++) {
        scenery s = make_scenery_with((pawl_joint_type)(1 + (kind + _i) % 10));
        prepare_target(&s, kind);
        for (int i = 0; i < NUMBER_COUNT * NUMBER_COUNT; i++) {
            const arguments a = {s.world,
                                 s.box,
                                 shape_of(s.world, s.box),
                                 s.joint,
                                 numbers[i % NUMBER_COUNT],
                                 numbers[i / NUMBER_COUNT],
                                 wides[seeded_next(&seed) % 6],
                                 choices[seeded_next(&seed) % 8]};
            const pawl_status status = changers[_i].call(&a);
            if (status != PAWL_OK) {
                ck_assert_int_ne(status, PAWL_ERR_NULL);
                assert_untouched(&s, changers[_i].name);
            } else {
                for (int k = 0; k < 2; k++) {
                    run(s.world, 1);
                    assert_sound(s.world);
                }
                memcpy(s.before, s.world, s.world->state_size);
            }
        }
        end_scenery(&s);
    }
}
END_TEST

START_TEST(texts_exist_for_every_value) {
    for (int i = -20; i < 20; i++)
        ck_assert_msg(pawl_status_text((pawl_status)i) && pawl_fault_text((uint32_t)i), "%d", i);
    ck_assert_str_eq(pawl_status_text((pawl_status)INT32_MIN), pawl_status_text((pawl_status)99));
    ck_assert_str_eq(pawl_fault_text(0), "none");
    for (uint32_t bit = 1; bit != 0; bit <<= 1)
        ck_assert_ptr_nonnull(pawl_fault_text(bit));
}
END_TEST

/* pawl/body.h: numbers out of range give PAWL_ERR_RANGE, whatever the type of the body. */
START_TEST(a_velocity_out_of_range_is_refused_for_every_type) {
    static const pawl_body_type types[] = {PAWL_STATIC, PAWL_KINEMATIC, PAWL_DYNAMIC};
    pawl_world *const world = make_space();
    const pawl_vec2 wild = pawl_vec2_make(INT32_MIN, 0);
    const pawl_body_id body = add_body(world, types[_i], 0, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, wild), PAWL_ERR_RANGE);
    free(world);
}
END_TEST

Suite *suite_misuse(void) {
    Suite *const suite = suite_create("misuse");
    TCase *const tcase = tcase_create("misuse");
    tcase_add_loop_test(tcase, a_null_world_is_an_error, 0, CHANGER_COUNT);
    tcase_add_test(tcase, a_dead_handle_is_an_error_and_nothing_is_written);
    tcase_add_test(tcase, getters_of_a_null_world_give_zero);
    tcase_add_test(tcase, null_pointers_are_errors_and_nothing_is_written);
    tcase_add_loop_test(tcase, extreme_numbers_do_no_harm, 0, CHANGER_COUNT);
    tcase_add_test(tcase, texts_exist_for_every_value);
    tcase_add_loop_test(tcase, a_velocity_out_of_range_is_refused_for_every_type, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
