/* episodes_joint.c - each type of joint: as it is made, then with limit, motor, spring and another
 * target, at last under a load that breaks it. */
#include "portcheck/check.h"

#include "pawl/pawl.h"

#if PAWL_WITH_JOINTS
#define EPISODE(name) \
    { #name, run_##name }

/* Between a static frame and a body, and between that and a second one. */
#define TESTED_MAX 2

/* In hundredths, but the type. */
typedef struct row {
    int16_t type;
    int16_t lower, upper; /* of the limit */
    int16_t speed;        /* of the motor */
    int16_t strength;     /* of the motor, units of force or torque */
    int16_t target;       /* in the end; 0: as it was made */
    int16_t force;        /* that breaks it, units; 0: it has none, and breaks by hand */
} row;

typedef struct machine {
    pawl_world *world;
    pawl_body_id frame, arm, hand;
    pawl_joint_id tested[TESTED_MAX];
    int16_t count; /* of tested */
} machine;

static void join(pawli_check *check, machine *m, const pawl_joint_def *def) {
    pawl_joint_id *const at = &m->tested[m->count];
    pawli_expect(check, "pawl_joint_create()", pawl_joint_create(m->world, def, at), PAWL_OK);
    m->count++;
}

static bool make_machine(pawli_check *check, machine *m) {
    m->count = 0;
    m->world = pawli_make_world(check, 3, 3);
    if (m->world == NULL) return false;
    m->frame = pawli_add(check, m->world, PAWL_STATIC, 0, 300, 20, 20);
    m->arm = pawli_add(check, m->world, PAWL_DYNAMIC, 90, 330, 40, 15);
    m->hand = pawli_add(check, m->world, PAWL_DYNAMIC, 190, 280, 25, 0);
    return true;
}

/* Wheels in gear and ropes over pulleys need two bodies that are held otherwise. */
static void add_hubs(pawli_check *check, const machine *m) {
    const pawl_body_id wheels[2] = {m->arm, m->hand};
    for (int i = 0; i < 2; i++) {
        pawl_joint_id hub;
        const pawl_vec2 center = pawl_body_get_position(m->world, wheels[i]);
        const pawl_joint_def def =
            pawl_joint_def_at(m->world, PAWL_JOINT_REVOLUTE, m->frame, wheels[i], center, 0);
        pawli_expect(check, "a hub", pawl_joint_create(m->world, &def, &hub), PAWL_OK);
    }
}

/* A lever of its own on each side, and an axis that is none of the world's. */
static void add_pair(pawli_check *check, machine *m, pawl_joint_type type, pawl_body_id a,
                     pawl_body_id b) {
    const pawl_vec2 from = pawl_body_get_position(m->world, a);
    const pawl_vec2 to = pawl_body_get_position(m->world, b);
    const pawl_vec2 middle = pawl_vec2_make((from.x + to.x) / 2, (from.y + to.y) / 2);
    pawl_joint_def def =
        type == PAWL_JOINT_DISTANCE
            ? pawl_joint_def_between(m->world, type, a, b, from, pawl_vec2_make(to.x, middle.y))
            : pawl_joint_def_at(m->world, type, a, b, middle, PAWL_TURN(1, 12));
    if (type == PAWL_JOINT_RATCHET) def.ratio = PAWL_FX(0, 3, 10);
    if (type == PAWL_JOINT_MOTOR) {
        def.motor_max = PAWL_WIDE(20, 0, 1);
        def.force_max = PAWL_WIDE(30, 0, 1);
        def.linear_velocity = pawl_vec2_make(PAWL_FX(0, 1, 2), PAWL_FX(0, 1, 4));
        def.motor = true;
    }
    join(check, m, &def);
}

static void add_pulley(pawli_check *check, machine *m) {
    const pawl_vec2 left = pawl_body_get_position(m->world, m->arm);
    const pawl_vec2 right = pawl_body_get_position(m->world, m->hand);
    pawl_joint_def def =
        pawl_joint_def_between(m->world, PAWL_JOINT_PULLEY, m->arm, m->hand, left, right);
    def.ground_a = pawl_vec2_make(left.x - PAWL_FX(0, 1, 4), left.y + PAWL_FX(2, 0, 1));
    def.ground_b = pawl_vec2_make(right.x, right.y + PAWL_FX(1, 1, 2));
    def.ratio = PAWL_FX(1, 1, 2);
    def.target = PAWL_FX(4, 3, 10);
    join(check, m, &def);
}

static void add_gear(pawli_check *check, machine *m) {
    add_hubs(check, m);
    const pawl_vec2 center = pawl_body_get_position(m->world, m->hand);
    pawl_joint_def def = pawl_joint_def_at(m->world, PAWL_JOINT_GEAR, m->arm, m->hand, center, 0);
    def.ratio = -PAWL_FX(2, 0, 1);
    join(check, m, &def);
    (void)pawl_body_apply_angular_impulse(m->world, m->arm, PAWL_WIDE(1, 0, 1));
}

static void add_tested(pawli_check *check, machine *m, pawl_joint_type type) {
    if (type == PAWL_JOINT_PULLEY) {
        add_pulley(check, m);
    } else if (type == PAWL_JOINT_GEAR) {
        add_gear(check, m);
    } else {
        add_pair(check, m, type, m->frame, m->arm);
        add_pair(check, m, type, m->arm, m->hand);
    }
}

/* What a joint says of itself. */
static void fold_joints(pawli_check *check, const machine *m) {
    for (int16_t i = 0; i < m->count; i++) {
        const pawl_joint_id joint = m->tested[i];
        pawl_joint_def def;
        pawli_fold(check, (uint32_t)pawl_joint_get_angle(m->world, joint));
        pawli_fold(check, (uint32_t)pawl_joint_get_translation(m->world, joint));
        pawli_fold(check, (uint32_t)pawl_joint_get_length(m->world, joint));
        const pawl_wide2 force = pawl_joint_get_reaction_force(m->world, joint);
        pawli_fold_wide(check, force.x);
        pawli_fold_wide(check, force.y);
        pawli_fold_wide(check, pawl_joint_get_reaction_torque(m->world, joint));
        if (pawl_joint_get_def(m->world, joint, &def) != PAWL_OK) continue;
        pawli_fold(check, (uint32_t)def.target);
        pawli_fold_vec2(check, def.frame_b.anchor);
    }
}

static void play_joints(pawli_check *check, const machine *m) {
    pawli_play(check, m->world, 24);
    fold_joints(check, m);
}

static void expect_done(pawli_check *check, pawl_status status) {
    pawli_expect(check, "pawl_joint_set_...()", status, PAWL_OK);
}

/* Each way to hold it, one after the other. */
static void drive(pawli_check *check, const machine *m, const row *with) {
    const pawl_wide strength = (pawl_wide)with->strength * 65536;
    const pawl_vec2 up = pawl_vec2_make(PAWL_FX(1, 0, 1), PAWL_FX(2, 0, 1));
    for (int16_t way = 0; way < 4; way++) {
        for (int16_t i = 0; i < m->count; i++) {
            const pawl_joint_id joint = m->tested[i];
            if (way == 0) {
                expect_done(check, pawl_joint_set_limit(m->world, joint, true,
                                                        pawli_hundredths(with->lower),
                                                        pawli_hundredths(with->upper)));
            } else if (way == 1) {
                expect_done(check, pawl_joint_set_motor(m->world, joint, true,
                                                        pawli_hundredths(with->speed), strength));
            } else if (way == 2) {
                expect_done(check, pawl_joint_set_motor(m->world, joint, false, 0, 0));
                expect_done(check, pawl_joint_set_spring_max(m->world, joint, strength, strength));
                expect_done(check, pawl_joint_set_spring(m->world, joint, true, PAWL_FX(3, 0, 1),
                                                         PAWL_FX(0, 3, 10)));
                expect_done(check, pawl_joint_set_angular_spring(m->world, joint, PAWL_FX(2, 0, 1),
                                                                 PAWL_FX(0, 1, 5)));
            } else if (with->target != 0) {
                expect_done(check,
                            pawl_joint_set_target(m->world, joint, pawli_hundredths(with->target)));
            }
        }
        (void)pawl_body_change_velocity(m->world, m->hand, up,
                                        pawl_body_get_position(m->world, m->arm));
        play_joints(check, m);
    }
}

/* A load that is more than it holds; a filter holds nothing, and goes by hand. */
static void break_joints(pawli_check *check, const machine *m, const row *with) {
    const pawl_wide force = (pawl_wide)with->force * 65536;
    uint32_t broken = 0;
    for (int16_t i = 0; i < m->count; i++) {
        if (with->force == 0) {
            pawli_expect(check, "pawl_joint_destroy()", pawl_joint_destroy(m->world, m->tested[i]),
                         PAWL_OK);
        } else {
            expect_done(check, pawl_joint_set_break(m->world, m->tested[i], force, force));
        }
    }
    const pawl_vec2 away = pawl_vec2_make(PAWL_FX(30, 0, 1), -PAWL_FX(40, 0, 1));
    (void)pawl_body_set_velocity(m->world, m->hand, away);
    (void)pawl_body_set_angular_velocity(m->world, m->arm, -PAWL_FX(40, 0, 1));
    for (int16_t tick = 0; tick < 16; tick++) {
        (void)pawl_body_apply_torque(m->world, m->arm, -PAWL_WIDE(20, 0, 1));
        (void)pawl_body_apply_torque(m->world, m->hand, -PAWL_WIDE(9, 0, 1));
        pawli_play(check, m->world, 1);
        broken += pawl_world_get_events(m->world).break_count;
    }
    pawli_fold(check, broken);
    pawli_expect(check, "joints broke", broken > 0, with->force != 0);
    pawli_expect(check, "faults of the world", (int64_t)pawl_world_get_faults(m->world), 0);
}

static void run_row(pawli_check *check, const row *with) {
    machine m;
    if (!make_machine(check, &m)) return;
    add_tested(check, &m, (pawl_joint_type)with->type);
    play_joints(check, &m);
    drive(check, &m, with);
    break_joints(check, &m, with);
}

#define ROW(name, TYPE, lower, upper, speed, strength, target, force)                       \
    static void run_##name(pawli_check *check) {                                            \
        const row with = {PAWL_JOINT_##TYPE, lower, upper, speed, strength, target, force}; \
        run_row(check, &with);                                                              \
    }

ROW(revolute, REVOLUTE, -60, 40, 300, 20, 90, 8)
ROW(prismatic, PRISMATIC, -50, 30, -200, 40, 70, 8)
ROW(distance, DISTANCE, 60, 130, 150, 60, 80, 8)
ROW(weld, WELD, 0, 0, 0, 30, 0, 8)
ROW(wheel, WHEEL, -20, 20, 800, 10, 10, 8)
ROW(motor, MOTOR, 0, 0, 200, 25, 0, 8)
ROW(filter, FILTER, 0, 0, 0, 1, 0, 0)
ROW(pulley, PULLEY, 0, 0, 0, 1, 380, 2)
ROW(gear, GEAR, 0, 0, 250, 15, 150, 1)
ROW(ratchet, RATCHET, 0, 0, 0, 1, 35, 1)
#else
#define EPISODE(name) \
    { #name, NULL }
#endif

const pawli_episode pawli_joint_types_episodes[] = {
    EPISODE(revolute), EPISODE(prismatic), EPISODE(distance), EPISODE(weld),
    EPISODE(wheel),    EPISODE(motor),     EPISODE(filter),   EPISODE(pulley),
    EPISODE(gear),     EPISODE(ratchet),   {NULL, NULL},
};

void pawli_stage_joint_types(pawli_check *check) {
    pawli_run_episodes(check, pawli_joint_types_episodes);
}
