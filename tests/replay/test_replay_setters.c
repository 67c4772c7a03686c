/* test_replay_setters.c - random calls of every setter, on random objects of a world with
 * everything, several before each step: the replay has them all, whatever they are.
 *
 * Values are drawn afresh in each run. test_replay_calls.c has each call alone, and proves that it
 * is an edit. */
#include "support/base/seeded.h"
#include "support/replay/replay_world.h"

#define STEPS 120
#define CALLS_MAX 16
#define ATTEMPTS 4 /* with other values, where one is refused: few joints have a ground */

/* What a call may be given, drawn before it is made. */
typedef struct drawn {
    pawl_world *world;
    pawl_body_id body;
    pawl_shape_id shape;
    pawl_joint_id joint;
    pawl_soft_id soft;
    pawl_character_id hero;
    pawl_vec2 place, velocity, little;
    pawl_fx share, rate, speed; /* 0 .. 1, 0 .. 16, -4 .. 4 */
    pawl_wide force;            /* 0 .. 200 */
    uint32_t number, point;
    bool flag;
    pawl_filter filter;
    pawl_convex convex;
    pawl_character_input input;
    pawl_character_def def;
} drawn;

static const pawl_material materials[] = {{FX(1), 0, FX(1), 0, 7}, {FX(0.5), FX(0.25), 0, 0, 8}};
static const uint8_t indices[EVERYTHING_CELLS] = {0, 1, 1};

static pawl_status set_materials(drawn *d) {
    const pawl_material_table table = {&materials[d->flag], indices, 1};
    return pawl_shape_set_materials(d->world, d->shape, &table);
}

static pawl_status create_hero(drawn *d) {
    pawl_character_id hero;
    return pawl_character_create(d->world, &d->def, &hero);
}

/* X(name, what it is given behind the world) */
#define SETTERS(X)                                                                       \
    X(pawl_body_set_pose, d->body, d->place, d->number)                                  \
    X(pawl_body_set_velocity, d->body, d->velocity)                                      \
    X(pawl_body_set_angular_velocity, d->body, d->speed)                                 \
    X(pawl_body_set_target, d->body, d->place, d->number)                                \
    X(pawl_body_set_mass, d->body, (pawl_mass){d->force + 1, d->little, d->force + 1})   \
    X(pawl_body_set_type, d->body, (pawl_body_type)(d->number % 3))                      \
    X(pawl_body_set_awake, d->body, d->flag)                                             \
    X(pawl_body_set_can_sleep, d->body, d->flag)                                         \
    X(pawl_body_set_sleep_threshold, d->body, d->share)                                  \
    X(pawl_body_set_enabled, d->body, d->flag)                                           \
    X(pawl_body_set_fixed_rotation, d->body, d->flag)                                    \
    X(pawl_body_set_lock_x, d->body, d->flag)                                            \
    X(pawl_body_set_lock_y, d->body, d->flag)                                            \
    X(pawl_body_set_bullet, d->body, d->flag)                                            \
    X(pawl_body_set_gravity_scale, d->body, d->speed)                                    \
    X(pawl_body_set_damping, d->body, d->share, d->rate)                                 \
    X(pawl_body_set_user_data, d->body, d->number)                                       \
    X(pawl_joint_set_limit, d->joint, d->flag, -d->share, d->rate)                       \
    X(pawl_joint_set_motor, d->joint, d->flag, d->speed, d->force)                       \
    X(pawl_joint_set_spring, d->joint, d->flag, d->rate, d->share)                       \
    X(pawl_joint_set_angular_spring, d->joint, d->rate, d->share)                        \
    X(pawl_joint_set_spring_max, d->joint, d->force, d->force)                           \
    X(pawl_joint_set_target, d->joint, d->share)                                         \
    X(pawl_joint_set_ratio, d->joint, d->share + FX(0.5))                                \
    X(pawl_joint_set_ground, d->joint, d->place, d->velocity)                            \
    X(pawl_joint_set_frame_a, d->joint, (pawl_joint_frame){d->little, d->number})        \
    X(pawl_joint_set_frame_b, d->joint, (pawl_joint_frame){d->little, d->number})        \
    X(pawl_joint_set_linear_velocity, d->joint, d->velocity, d->force)                   \
    X(pawl_joint_set_break, d->joint, 90 * d->force, 90 * d->force)                      \
    X(pawl_joint_set_load_threshold, d->joint, d->force, d->force)                       \
    X(pawl_joint_set_constraint_tuning, d->joint, d->rate + FX(5), d->share)             \
    X(pawl_joint_set_spring_range, d->joint, -d->force, d->force)                        \
    X(pawl_joint_set_collide_connected, d->joint, d->flag)                               \
    X(pawl_joint_set_user_data, d->joint, d->number)                                     \
    X(pawl_character_destroy, d->hero)                                                   \
    X(pawl_character_set_input, d->hero, &d->input)                                      \
    X(pawl_character_launch, d->hero, d->velocity)                                       \
    X(pawl_character_put, d->hero, d->place)                                             \
    X(pawl_character_tune, d->hero, &d->def)                                             \
    X(pawl_shape_set_convex, d->shape, &d->convex)                                       \
    X(pawl_shape_set_density, d->shape, d->rate)                                         \
    X(pawl_shape_set_friction, d->shape, d->share)                                       \
    X(pawl_shape_set_restitution, d->shape, d->share)                                    \
    X(pawl_shape_set_tangent_speed, d->shape, d->speed)                                  \
    X(pawl_shape_set_rolling_resistance, d->shape, d->share)                             \
    X(pawl_shape_set_break_impulse, d->shape, d->force)                                  \
    X(pawl_shape_set_filter, d->shape, d->filter)                                        \
    X(pawl_shape_set_sensor, d->shape, d->flag)                                          \
    X(pawl_shape_set_one_way, d->shape, d->flag)                                         \
    X(pawl_shape_set_custom_filter, d->shape, d->flag)                                   \
    X(pawl_shape_set_pre_solve, d->shape, d->flag)                                       \
    X(pawl_shape_set_hit_events, d->shape, d->flag)                                      \
    X(pawl_shape_set_user_data, d->shape, d->number)                                     \
    X(pawl_soft_set_point_position, d->soft, d->point, d->place)                         \
    X(pawl_soft_set_point_velocity, d->soft, d->point, d->velocity)                      \
    X(pawl_soft_set_point_mass, d->soft, d->point, d->flag ? 0 : d->rate)                \
    X(pawl_soft_set_target_area2, d->soft, (int64_t)d->rate << 16)                       \
    X(pawl_soft_set_velocity, d->soft, d->velocity)                                      \
    X(pawl_soft_set_awake, d->soft, d->flag)                                             \
    X(pawl_soft_set_user_data, d->soft, d->number)                                       \
    X(pawl_soft_set_filter, d->soft, d->filter)                                          \
    X(pawl_soft_set_pressure, d->soft, d->share)                                         \
    X(pawl_soft_set_damping, d->soft, d->rate)                                           \
    X(pawl_soft_set_gravity_scale, d->soft, d->speed)                                    \
    X(pawl_soft_set_iterations, d->soft, 1 + (int32_t)(d->number % 6))                   \
    X(pawl_world_shift, d->little)                                                       \
    X(pawl_world_set_gravity, d->velocity)                                               \
    X(pawl_world_set_substeps, 1 + (int32_t)(d->number % 6))                             \
    X(pawl_world_set_contact_tuning, (pawl_contact_tuning){d->rate, d->share, d->share}) \
    X(pawl_world_set_restitution_threshold, d->rate)                                     \
    X(pawl_world_set_hit_threshold, d->rate)                                             \
    X(pawl_world_set_sleeping_enabled, d->flag)

#define CALL(name, ...)                         \
    static pawl_status name##_drawn(drawn *d) { \
        return name(d->world, __VA_ARGS__);     \
    }
SETTERS(CALL)

typedef struct setter {
    const char *name;
    pawl_status (*call)(drawn *d);
} setter;

#define ROW(name, ...) {#name, name##_drawn},
static const setter setters[] = {SETTERS(ROW){"pawl_character_create", create_hero},
                                 {"pawl_shape_set_materials", set_materials}};
#define COUNT ((int)(sizeof setters / sizeof setters[0]))

/* ---- what is drawn --------------------------------------------------------------------------- */

static uint32_t pick(uint64_t *seed, uint32_t count) {
    return (uint32_t)(seeded_next(seed) >> 33) % count;
}

static pawl_fx between(uint64_t *seed, int low, int high) {
    return FX(low) + (pawl_fx)pick(seed, (uint32_t)(high - low) << 16);
}

/* A random one of a list; null: it is empty. */
#define DRAW_OF(type, next)                                            \
    static type draw_##type(const pawl_world *world, uint64_t *seed) { \
        const type none = {0, 0};                                      \
        uint32_t count = 0;                                            \
        type at = none;                                                \
        while ((at = next(world, at)).index1 != 0)                     \
            count++;                                                   \
        if (count == 0) return none;                                   \
        for (uint32_t left = 1 + pick(seed, count); left > 0; left--)  \
            at = next(world, at);                                      \
        return at;                                                     \
    }
DRAW_OF(pawl_body_id, pawl_world_next_body)
DRAW_OF(pawl_joint_id, pawl_world_next_joint)
DRAW_OF(pawl_soft_id, pawl_world_next_soft)
DRAW_OF(pawl_character_id, pawl_world_next_character)

static pawl_shape_id draw_shape(const pawl_world *world, uint64_t *seed) {
    const pawl_body_id body = draw_pawl_body_id(world, seed);
    const pawl_shape_id first = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
    const pawl_shape_id second = pawl_body_next_shape(world, body, first);
    return second.index1 != 0 && pick(seed, 2) == 0 ? second : first;
}

static void draw_numbers(drawn *d, uint64_t *seed) {
    d->place = pawl_vec2_make(between(seed, -9, 20), between(seed, 0, 7));
    d->velocity = pawl_vec2_make(between(seed, -4, 4), between(seed, -10, 6));
    d->little = pawl_vec2_make(between(seed, -1, 1) / 4, between(seed, -1, 1) / 4);
    d->share = (pawl_fx)pick(seed, 65537);
    d->rate = between(seed, 0, 16);
    d->speed = between(seed, -4, 4);
    d->force = between(seed, 0, 200);
    d->number = (uint32_t)seeded_next(seed);
    d->flag = pick(seed, 2) == 0;
    d->filter = (pawl_filter){1u << pick(seed, 3), ~(1u << pick(seed, 6)),
                              (int16_t)((int)pick(seed, 5) - 2), 0};
}

static void draw(drawn *d, uint64_t *seed) {
    memset(&d->convex, 0, sizeof d->convex);
    draw_numbers(d, seed);
    d->body = draw_pawl_body_id(d->world, seed);
    d->shape = draw_shape(d->world, seed);
    d->joint = draw_pawl_joint_id(d->world, seed);
    d->soft = draw_pawl_soft_id(d->world, seed);
    d->hero = draw_pawl_character_id(d->world, seed);
    const uint32_t points = pawl_soft_get_point_count(d->world, d->soft);
    d->point = pick(seed, points == 0 ? 1 : points);
    d->convex = d->flag ? box_convex(0.25 + units(d->share) / 2, 0.375)
                        : circle_convex(0, 0, 0.25 + units(d->share) / 2);
    d->input = (pawl_character_input){between(seed, -1, 1), between(seed, -1, 1), pick(seed, 4)};
    d->def = pawl_character_def_default();
    d->def.position = d->place;
    d->def.speed = d->rate;
    d->def.mass = d->share;
    d->def.push = d->rate;
    d->def.slope_limit = d->number % PAWL_TURN(1, 4);
    d->def.coyote_steps = (uint8_t)d->number;
    d->def.water = 1;
}

/* ---- proofs ---------------------------------------------------------------------------------- */

static void record_calls(recording *run, uint64_t *seed, int *taken) {
    drawn d;
    memset(&d, 0, sizeof d);
    d.world = run->world;
    for (uint32_t i = 0; i < STEPS; i++) {
        everything_drive(run->world, *seed, i);
        for (uint32_t left = pick(seed, CALLS_MAX + 1); left > 0; left--) {
            const int which = (int)pick(seed, (uint32_t)COUNT);
            pawl_status status = PAWL_ERR_ARGUMENT;
            for (int attempt = 0; attempt < ATTEMPTS && status != PAWL_OK; attempt++) {
                draw(&d, seed);
                status = setters[which].call(&d);
            }
            taken[which] += status == PAWL_OK;
        }
        record_step(run);
    }
    end_recording(run);
}

START_TEST(a_replay_has_random_calls_of_all_setters) {
    uint64_t seed = seeded_fresh("setters");
    const pawl_world_def def = everything_def();
    int taken[COUNT] = {0};
    const int rounds = SEEDED_PASSES(2, 12);
    for (int round = 0; round < rounds; round++) {
        recording run;
        pawl_world *const world = make_world(&def);
        ck_assert_int_eq(everything_make(world), true);
        begin_recording(&run, world, &def, 40, 7);
        if (round % 2 == 1) pack_recording(&run, &def);
        record_calls(&run, &seed, taken);
        ck_assert_uint_gt(run.recorder.edits, STEPS / 2);
        assert_plays_alike(&run, "setters");
        free_recording(&run);
    }
    for (int i = 0; i < COUNT && rounds > 2; i++)
        ck_assert_msg(taken[i] > 0, "%s was never taken", setters[i].name);
}
END_TEST

/* A setter of which the list above knows nothing would never be drawn. No world with soft bodies
 * goes round: tests/period has that one in a replay. */
START_TEST(all_setters_are_drawn) {
#define READS(name, values)
#define CHANGES(name, values) #name,
    static const char *const changes[] = {
#include "support/world/world_calls.inc"
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const char *const name = changes[i];
        bool found = false;
        if (strstr(name, "_set_") == NULL && strncmp(name, "pawl_character_", 15) != 0 &&
            strcmp(name, "pawl_world_shift") != 0)
            continue;
        if (strcmp(name, "pawl_world_set_periods") == 0) continue;
        for (int k = 0; k < COUNT && !found; k++)
            found = strcmp(setters[k].name, name) == 0;
        ck_assert_msg(found, "%s is not among the setters", name);
    }
}
END_TEST

Suite *suite_replay_setters(void);
Suite *suite_replay_setters(void) {
    TCase *cases = tcase_create("replay_setters");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, a_replay_has_random_calls_of_all_setters);
    tcase_add_test(cases, all_setters_are_drawn);
    Suite *suite = suite_create("replay_setters");
    suite_add_tcase(suite, cases);
    return suite;
}
