/* test_command.c - commands do what their calls do, and answer what these answer. */
#include "support/base/seeded.h"
#include "support/world/hero.h"

#define BOXES 6
#define ROUNDS 60
#define BATCH 12

typedef struct cast {
    pawl_body_id boxes[BOXES];
    pawl_joint_id joint;
    pawl_character_id hero;
} cast;

static cast fill(pawl_world *world) {
    cast all;
    add_ground(world);
    for (int i = 0; i < BOXES; i++)
        all.boxes[i] = add_unit_box(world, 2 * i - 4, 1 + i % 3);
    const pawl_joint_def def =
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, all.boxes[0], all.boxes[1], VEC(-3, 2), 0);
    ck_assert_int_eq(pawl_joint_create(world, &def, &all.joint), PAWL_OK);
    all.hero = add_hero_at(world, 9, 2);
    return all;
}

/* Numbers of a game, and in one of eight cases any. */
static int32_t draw_number(uint64_t *seed, pawl_fx most) {
    const uint64_t bits = seeded_next(seed);
    if (bits % 8 == 0) return seeded_int32(seed);
    return (int32_t)((int64_t)((bits >> 8) % (2 * (uint64_t)most + 1)) - most);
}

static pawl_vec2 draw_vector(uint64_t *seed, pawl_fx most) {
    const pawl_fx x = draw_number(seed, most);
    return pawl_vec2_make(x, draw_number(seed, most));
}

static pawl_command draw_command(uint64_t *seed, const cast *all) {
    pawl_command command;
    memset(&command, 0, sizeof command);
    command.type = (pawl_command_type)(seeded_next(seed) % (PAWL_COMMAND_CHARACTER_LAUNCH + 2));
    command.body = all->boxes[seeded_next(seed) % BOXES];
    /* The last box may be destroyed: the others, and the joint, are there to the end. */
    if (command.type == PAWL_COMMAND_DESTROY) command.body = all->boxes[BOXES - 1];
    if (seeded_next(seed) % 16 == 0) command.body = NO_BODY;
    command.joint = all->joint;
    command.character = all->hero;
    const pawl_vec2 push = draw_vector(seed, FX(40));
    command.vector.x = push.x;
    command.vector.y = push.y;
    command.amount = draw_number(seed, FX(40));
    command.point = draw_vector(seed, FX(10));
    command.velocity = draw_vector(seed, FX(10));
    command.speed = draw_number(seed, FX(10));
    command.angle = (pawl_angle)seeded_next(seed);
    command.input.run = draw_number(seed, FX(1));
    command.input.climb = draw_number(seed, FX(1));
    command.input.buttons = (uint32_t)(seeded_next(seed) % 5);
    command.enabled = seeded_next(seed) % 2 != 0;
    return command;
}

/* The table of command.h, written once more. */
static pawl_status call(pawl_world *world, const pawl_command *c) {
    const bool on = c->enabled;
    switch ((int)c->type) {
    case 0:
        return PAWL_OK;
    case 1:
        return pawl_body_apply_force(world, c->body, c->vector, c->point);
    case 2:
        return pawl_body_apply_force_to_center(world, c->body, c->vector);
    case 3:
        return pawl_body_apply_torque(world, c->body, c->amount);
    case 4:
        return pawl_body_apply_impulse(world, c->body, c->vector, c->point);
    case 5:
        return pawl_body_apply_impulse_to_center(world, c->body, c->vector);
    case 6:
        return pawl_body_apply_angular_impulse(world, c->body, c->amount);
    case 7:
        return pawl_body_change_velocity(world, c->body, c->velocity, c->point);
    case 8:
        return pawl_body_set_velocity(world, c->body, c->velocity);
    case 9:
        return pawl_body_set_angular_velocity(world, c->body, c->speed);
    case 10:
        return pawl_body_set_pose(world, c->body, c->point, c->angle);
    case 11:
        return pawl_body_set_target(world, c->body, c->point, c->angle);
    case 12:
        return pawl_body_set_awake(world, c->body, on);
    case 13:
        return pawl_body_set_enabled(world, c->body, on);
    case 14:
        return pawl_body_destroy(world, c->body);
    case 15:
        return pawl_joint_set_motor(world, c->joint, on, c->speed, c->amount);
    case 16:
        return pawl_joint_set_target(world, c->joint, c->speed);
    case 17:
        return pawl_character_set_input(world, c->character, &c->input);
    case 18:
        return pawl_character_launch(world, c->character, c->velocity);
    default:
        return PAWL_ERR_ARGUMENT;
    }
}

START_TEST(commands_are_calls) {
    uint64_t seed = seeded_fresh("commands") + (uint64_t)_i;
    pawl_world *const one = make_hero_world(), *const other = make_hero_world();
    const cast all = fill(one);
    fill(other);
    uint32_t met[PAWL_COMMAND_CHARACTER_LAUNCH + 2] = {0};
    for (int round = 0; round < SEEDED_PASSES(20, ROUNDS); round++) {
        pawl_command commands[BATCH];
        pawl_status statuses[BATCH];
        for (int i = 0; i < BATCH; i++)
            commands[i] = draw_command(&seed, &all);
        ck_assert_int_eq(pawl_world_apply_commands(one, commands, BATCH, statuses), PAWL_OK);
        for (int i = 0; i < BATCH; i++) {
            ck_assert_int_eq(call(other, &commands[i]), statuses[i]);
            met[commands[i].type] += statuses[i] == PAWL_OK;
        }
        ck_assert_uint_eq(pawl_world_hash(one), pawl_world_hash(other));
        run(one, 1);
        run(other, 1);
        ck_assert_uint_eq(pawl_world_hash(one), pawl_world_hash(other));
    }
    for (int type = 0; type <= PAWL_COMMAND_CHARACTER_LAUNCH; type++) {
        if (type == PAWL_COMMAND_DESTROY) continue;
        ck_assert_int_gt((int)met[type], SEEDED_OFTEN(0));
    }
    ck_assert_uint_eq(met[PAWL_COMMAND_CHARACTER_LAUNCH + 1], 0);
    free(one);
    free(other);
}
END_TEST

START_TEST(one_that_fails_holds_up_none) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    pawl_command commands[4];
    memset(commands, 0, sizeof commands);
    commands[0].type = PAWL_COMMAND_VELOCITY; /* of no body */
    commands[0].velocity = VEC(9, 9);
    commands[1].type = PAWL_COMMAND_JOINT_MOTOR; /* of no joint */
    commands[1].body = body;
    commands[2].type = (pawl_command_type)(PAWL_COMMAND_CHARACTER_LAUNCH + 1);
    commands[2].body = body;
    commands[3].type = PAWL_COMMAND_VELOCITY;
    commands[3].body = body;
    commands[3].velocity = VEC(1, -2);
    pawl_status statuses[4];
    ck_assert_int_eq(pawl_world_apply_commands(world, commands, 4, statuses), PAWL_OK);
    ck_assert_int_eq(statuses[0], PAWL_ERR_STALE);
    ck_assert_int_eq(statuses[1], PAWL_ERR_STALE);
    ck_assert_int_eq(statuses[2], PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(statuses[3], PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(1, -2));
    commands[3].velocity = VEC(3, 4);
    ck_assert_int_eq(pawl_world_apply_commands(world, commands, 4, NULL), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(3, 4));
    free(world);
}
END_TEST

START_TEST(without_world_or_commands_nothing_is_written) {
    pawl_world *const world = make_space();
    pawl_command command;
    pawl_status status = PAWL_ERR_LIMIT;
    memset(&command, 0, sizeof command);
    ck_assert_int_eq(pawl_world_apply_commands(NULL, &command, 1, &status), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_apply_commands(world, NULL, 1, &status), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_apply_commands(world, &command, 0, &status), PAWL_OK);
    ck_assert_int_eq(status, PAWL_ERR_LIMIT);
    ck_assert_int_eq(pawl_world_apply_commands(world, &command, 1, &status), PAWL_OK);
    ck_assert_int_eq(status, PAWL_OK);
    free(world);
}
END_TEST

Suite *suite_command(void);
Suite *suite_command(void) {
    Suite *const suite = suite_create("command");
    TCase *const tcase = tcase_create("commands");
    tcase_add_loop_test(tcase, commands_are_calls, 0, 4);
    tcase_add_test(tcase, one_that_fails_holds_up_none);
    tcase_add_test(tcase, without_world_or_commands_nothing_is_written);
    suite_add_tcase(suite, tcase);
    return suite;
}
