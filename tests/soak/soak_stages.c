/* soak_stages.c - machines whose arithmetic, rules or hooks are wrong in one stage of one tick:
 * both sides are told the stage and the object: soak_stages [FAULTS [SEED [FIRST]]]. Fresh seeds in
 * each run.
 *
 * The phases of the step are wrapped (tests/check.mk): on the machine that is wrong one number is
 * off when a phase is done, in the game and whenever the tick is played again. */
#include "pawl/stages.h"
#include "session/session.h"
#include "solver/contact_solver.h"
#include "step/step.h"
#include "support/base/seeded.h"
#include "support/net/netsim.h"
#include "support/net/world_machine.h"

#define FAULTS 200u
#define NEEDED 95u /* per cent */
#define FRAME_MS 17u

/* What is wrong. */
typedef enum fault_type {
    FAULT_RULES,
    FAULT_APPLY,
    FAULT_SHOULD_COLLIDE,
    FAULT_PRE_SOLVE,
    FAULT_FRICTION,
    FAULT_PAIRS,
    FAULT_MANIFOLDS,
    FAULT_ISLANDS,
    FAULT_PREPARE,
    FAULT_SOLVE,
    FAULT_RELAX,
    FAULT_BOUNCE,
    FAULT_CONTINUOUS,
    FAULT_FINISH,
    FAULT_SLEEP,
    FAULT_END,
    FAULT_TYPES,
    FAULT_NONE = FAULT_TYPES,
    FAULT_MEMORY /* of one machine, once: it does not repeat itself */
} fault_type;

static world_machine pair[2];
static void *memories[2];
static pawl_stage_difference told[2];
static uint32_t stages_told[2];
static void (*push)(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                    const uint8_t *status);

/* The fault, and where it has been made. */
static struct {
    fault_type type;
    uint32_t machine, tick, pick, round;
    bool is_row; /* of the solver: a row, not a body */
    int32_t by;
    bool is_made;
    pawl_stage stage;
    pawl_branch branch;
    uint32_t serial, serial_b, detail;
    uint32_t rounds; /* sub-steps so far */
} fault;

static bool is_wrong(const pawl_world *world, fault_type type) {
    const world_machine *const m = &pair[fault.machine];
    const bool is_there = world == m->game.world || (const void *)world == m->game.spare;
    return fault.type == type && is_there && world->tick == fault.tick;
}

static void expect(pawl_stage stage, pawl_branch branch, uint32_t serial, uint32_t serial_b) {
    fault.is_made = true;
    fault.stage = stage;
    fault.branch = branch;
    fault.serial = serial;
    fault.serial_b = serial_b;
}

static void expect_contact(const pawl_world *world, pawl_stage stage, uint32_t index) {
    const pawli_contact *const contact = &pawli_contacts_const(world)[index];
    const pawli_shape *const shapes = pawli_shapes_const(world);
    expect(stage, PAWL_BRANCH_CONTACTS, shapes[contact->shape_a].serial,
           shapes[contact->shape_b].serial);
}

/* ---- wrong arithmetic ---- */

static void spoil_solver_body(pawli_step *step, pawl_stage stage) {
    if (step->solver_count < 2) return;
    pawli_solver_body *const body = &step->solver[1 + fault.pick % (step->solver_count - 1)];
    body->velocity.x += fault.by;
    expect(stage, PAWL_BRANCH_BODIES, step->bodies[body->body].serial, 0);
}

static void spoil_row(pawli_step *step, pawl_stage stage) {
    if (step->row_count == 0) return;
    const uint32_t wanted = fault.pick % step->row_count;
    uint32_t next[2] = {0, step->moving_rows};
    for (uint32_t i = 0; i < step->active_count; i++) {
        pawli_contact_row *const row = pawli_next_row(step, step->active[i], next);
        if (row != &step->rows[wanted]) continue;
        row->points[0].normal_impulse += fault.by;
        expect_contact(step->world, stage, step->active[i] / 2);
    }
}

static void spoil_solver(pawli_step *step, pawl_stage stage) {
    if (fault.is_row) {
        spoil_row(step, stage);
    } else {
        spoil_solver_body(step, stage);
    }
}

static void spoil_body(pawl_world *world, pawl_stage stage) {
    pawl_body_id body = pawl_world_next_body(world, NO_BODY);
    for (uint32_t i = fault.pick % (PIT_BOXES + 1) + 1; i > 0; i--)
        body = pawl_world_next_body(world, body);
    pawli_body *const at = &pawli_bodies(world)[body.index1 - 1];
    at->velocity.x += fault.by;
    expect(stage, PAWL_BRANCH_BODIES, at->serial, 0);
}

static void spoil_contact(pawl_world *world, pawl_stage stage) {
    for (uint32_t i = 0; i < world->contact_count; i++) {
        const uint32_t at = (fault.pick + i) % world->contact_count;
        pawli_contact *const contact = &pawli_contacts(world)[at];
        if (contact->count == 0) continue;
        contact->points[0].normal_impulse += 64 * fault.by;
        expect_contact(world, stage, at);
        return;
    }
}

#define WRAP_PHASE(name, type, act)           \
    void __real_##name(pawli_step *step);     \
    void __wrap_##name(pawli_step *step);     \
    void __wrap_##name(pawli_step *step) {    \
        __real_##name(step);                  \
        if (is_wrong(step->world, type)) act; \
    }

WRAP_PHASE(pawli_pairs_update, FAULT_PAIRS, spoil_contact(step->world, PAWL_STAGE_PAIRS))
WRAP_PHASE(pawli_manifolds_update, FAULT_MANIFOLDS,
           spoil_contact(step->world, PAWL_STAGE_MANIFOLDS))
WRAP_PHASE(pawli_prepare, FAULT_PREPARE, spoil_solver(step, PAWL_STAGE_PREPARE))
WRAP_PHASE(pawli_bounce, FAULT_BOUNCE, spoil_solver(step, PAWL_STAGE_BOUNCE))
WRAP_PHASE(pawli_continuous, FAULT_CONTINUOUS, spoil_solver_body(step, PAWL_STAGE_CONTINUOUS))
WRAP_PHASE(pawli_finish, FAULT_FINISH, spoil_body(step->world, PAWL_STAGE_FINISH))
WRAP_PHASE(pawli_sleep, FAULT_SLEEP, spoil_body(step->world, PAWL_STAGE_SLEEP))

/* A body that is found to be alone, and is the root of no other one. */
static void spoil_islands(pawli_step *step) {
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t at = step->awake[(fault.pick + i) % step->awake_count];
        bool is_leaf = step->island_parent[at] != at;
        for (uint32_t other = 0; other < step->awake_count; other++)
            if (step->island_parent[step->awake[other]] == at) is_leaf = false;
        if (!is_leaf) continue;
        step->island_parent[at] = at;
        step->bodies[at].velocity.x += fault.by; /* which the island alone does not tell */
        expect(PAWL_STAGE_ISLANDS, PAWL_BRANCH_BODIES, step->bodies[at].serial, 0);
        return;
    }
}
WRAP_PHASE(pawli_islands_find, FAULT_ISLANDS, spoil_islands(step))

/* Passes know nothing of the world. */
static const pawl_world *stepping;
static pawli_step *solving;
void __real_pawli_exchange_prepare(pawli_step *step);
void __wrap_pawli_exchange_prepare(pawli_step *step);
void __wrap_pawli_exchange_prepare(pawli_step *step) {
    __real_pawli_exchange_prepare(step);
    solving = step;
    stepping = step->world;
    fault.rounds = 0;
}

void __real_pawli_contact_solver_solve(pawli_contact_pass *pass);
void __wrap_pawli_contact_solver_solve(pawli_contact_pass *pass);
void __wrap_pawli_contact_solver_solve(pawli_contact_pass *pass) {
    __real_pawli_contact_solver_solve(pass);
    const bool is_now = fault.rounds == fault.round;
    if (is_now && is_wrong(stepping, FAULT_SOLVE)) spoil_solver(solving, PAWL_STAGE_SOLVE);
}

void __real_pawli_contact_solver_relax(pawli_contact_pass *pass);
void __wrap_pawli_contact_solver_relax(pawli_contact_pass *pass);
void __wrap_pawli_contact_solver_relax(pawli_contact_pass *pass) {
    __real_pawli_contact_solver_relax(pass);
    const bool is_now = fault.rounds++ == fault.round;
    if (is_now && is_wrong(stepping, FAULT_RELAX)) spoil_solver(solving, PAWL_STAGE_RELAX);
}

void __real_pawli_event_finish_step(pawl_world *world);
void __wrap_pawli_event_finish_step(pawl_world *world);
void __wrap_pawli_event_finish_step(pawl_world *world) {
    __real_pawli_event_finish_step(world);
    if (is_wrong(world, FAULT_END)) spoil_body(world, PAWL_STAGE_END);
}

/* ---- wrong functions of a program ---- */

static void push_wrongly(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                         const uint8_t *status) {
    world_machine *const m = (world_machine *)context;
    push(context, world, tick, inputs, status);
    if (is_wrong(world, FAULT_APPLY)) spoil_body(world, PAWL_STAGE_BEGIN);
    if (!is_wrong(world, FAULT_RULES)) return;
    m->rules.score[fault.pick % 4] = (int16_t)(m->rules.score[fault.pick % 4] + fault.by);
    expect(PAWL_STAGE_BEGIN, PAWL_BRANCH_RULES, 0, 0);
    fault.detail = 1 + fault.pick % 4;
}

static bool should_collide(void *context, const pawl_world *world, pawl_shape_id a,
                           pawl_shape_id b) {
    (void)context;
    if (!is_wrong(world, FAULT_SHOULD_COLLIDE)) return true;
    const pawli_shape *const shapes = pawli_shapes_const(world);
    if (fault.is_made && fault.serial != shapes[a.index1 - 1].serial) return true;
    if (fault.is_made && fault.serial_b != shapes[b.index1 - 1].serial) return true;
    expect(PAWL_STAGE_PAIRS, PAWL_BRANCH_CONTACTS, shapes[a.index1 - 1].serial,
           shapes[b.index1 - 1].serial);
    return false;
}

static bool pre_solve(void *context, const pawl_world *world, const pawl_contact *contact) {
    (void)context;
    if (!is_wrong(world, FAULT_PRE_SOLVE)) return true;
    const pawli_shape *const shapes = pawli_shapes_const(world);
    const uint32_t a = shapes[contact->shape_a.index1 - 1].serial;
    const uint32_t b = shapes[contact->shape_b.index1 - 1].serial;
    if (fault.is_made && (fault.serial != a || fault.serial_b != b)) return true;
    expect(PAWL_STAGE_MANIFOLDS, PAWL_BRANCH_CONTACTS, a, b);
    return false;
}

/* User data are serials of shapes. */
static pawl_fx mix_friction(void *context, pawl_fx a, uint32_t user_a, pawl_fx b, uint32_t user_b) {
    world_machine *const m = (world_machine *)context;
    const pawl_world *const spare = (const pawl_world *)(const void *)m->game.spare;
    const bool is_here = is_wrong(m->game.world, FAULT_FRICTION) ||
                         (spare->lock != 0 && is_wrong(spare, FAULT_FRICTION));
    const pawl_fx mixed = pawl_max(a, b);
    if (!is_here || m != &pair[fault.machine]) return mixed;
    if (fault.is_made && (fault.serial != user_a || fault.serial_b != user_b)) return mixed;
    expect(PAWL_STAGE_PREPARE, PAWL_BRANCH_CONTACTS, user_a, user_b);
    return mixed + 4096;
}

static pawl_step_hooks hooks[2];

/* ---- a game ---- */

static void open_machine(uint32_t index, const pawl_session_def *def) {
    world_machine *const m = &pair[index];
    world_machine_open_rules(m, def);
    push = m->game.apply;
    m->game.apply = push_wrongly;
    hooks[index] = (pawl_step_hooks){.context = m,
                                     .should_collide = should_collide,
                                     .pre_solve = pre_solve,
                                     .mix_friction = mix_friction};
    m->game.hooks = &hooks[index];
    for (pawl_body_id body = pawl_world_next_body(m->game.world, NO_BODY); !pawl_body_is_null(body);
         body = pawl_world_next_body(m->game.world, body)) {
        pawli_shape *const shape =
            &pawli_shapes(m->game.world)[shape_of(m->game.world, body).index1 - 1];
        shape->user_data = shape->serial;
        shape->flags |= PAWLI_SHAPE_CUSTOM_FILTER | PAWLI_SHAPE_PRE_SOLVE;
    }
    const size_t size = pawl_session_stage_memory_size(&m->def);
    ck_assert_uint_gt(size, 0);
    memories[index] = malloc(size);
    ck_assert_int_eq(pawl_session_set_stage_memory(m->session, memories[index], size), PAWL_OK);
    stages_told[index] = 0;
}

static void carry(uint32_t from, uint64_t *seed, uint32_t loss, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(pair[from].session, &peer, packet, sizeof packet, now_ms)) >
           0) {
        if (net_chance(seed, loss)) continue;
        (void)pawl_session_receive(pair[1 - from].session, 0, packet, (size_t)size, now_ms);
    }
}

static void note_events(uint32_t index) {
    world_machine *const m = &pair[index];
    for (uint32_t i = 0; i < m->event_count; i++) {
        if (m->events[i].type != PAWL_EVENT_STAGE) continue;
        stages_told[index]++;
        ck_assert_int_eq(pawl_session_get_stage_difference(m->session, &told[index]), PAWL_OK);
    }
    m->event_count = 0;
}

static void change_memory(void) {
    spoil_body(pair[fault.machine].game.world, PAWL_STAGE_BEGIN);
}

static void play(uint64_t *seed, fault_type type) {
    pawl_session_def def = pawl_session_def_default();
    static const uint8_t every[] = {1, 1, 2, 7, 20};
    const uint32_t loss = net_chance(seed, 50) ? 0 : 10;
    const bool is_lockstep = net_chance(seed, 40);
    memset(&fault, 0, sizeof fault);
    fault.type = type;
    fault.machine = net_random(seed, 2);
    fault.tick = 60 + net_random(seed, 120);
    fault.pick = net_random(seed, 1u << 30);
    fault.round = net_random(seed, 4);
    fault.is_row = net_chance(seed, 50);
    fault.by = 1 + (int32_t)net_random(seed, 1000);
    def.session_id = 0x57;
    def.hash_every = every[net_random(seed, 5)];
    def.packet_size = (uint16_t)(net_chance(seed, 30) ? 128 : 508);
    if (is_lockstep) def.window = 0, def.delay = 3;
    def.slots = (uint8_t)(def.window + 20);
    open_machine(0, &def);
    def.role = PAWL_ROLE_CLIENT;
    open_machine(1, &def);
    for (uint32_t frame = 0; frame < 500; frame++) {
        for (uint32_t i = 0; i < 2; i++) {
            if (type == FAULT_MEMORY && i == fault.machine && !fault.is_made &&
                pawl_session_get_head(pair[i].session) == fault.tick)
                change_memory();
            world_machine_frame(&pair[i]);
        }
        carry(1, seed, loss, frame * FRAME_MS);
        carry(0, seed, loss, frame * FRAME_MS);
        note_events(0), note_events(1);
    }
}

static void close_pair(void) {
    for (uint32_t i = 0; i < 2; i++)
        world_machine_close(&pair[i]), free(memories[i]);
}

static bool is_named(uint32_t index) {
    const pawl_stage_difference *const is = &told[index];
    return stages_told[index] == 1 && is->tick == fault.tick && is->stage == fault.stage &&
           is->branch == fault.branch && is->key.serial == fault.serial &&
           is->key.serial_b == fault.serial_b && is->key.detail == fault.detail &&
           (fault.stage != PAWL_STAGE_SOLVE && fault.stage != PAWL_STAGE_RELAX
                ? is->round == 0
                : is->round == fault.round);
}

static uint32_t faults = FAULTS, first;
static uint64_t base;

START_TEST(stage_and_object_are_named_on_both_sides) {
    uint32_t made = 0, named = 0, heard = 0, alarms = 0;
    for (uint32_t i = first; made < faults && i < first + 3 * faults; i++) {
        uint64_t seed = base + i * SEEDED_MULTIPLIER;
        const fault_type type = (fault_type)(i % FAULT_TYPES);
        play(&seed, type);
        if (!fault.is_made || pair[0].desyncs + pair[1].desyncs < 2) {
            alarms += stages_told[0] + stages_told[1];
            if (fault.is_made) printf("soak_stages: fault %u heals\n", type);
            close_pair();
            continue;
        }
        made++;
        heard += stages_told[0] == 1 && stages_told[1] == 1;
        const bool is_right = is_named(0) && is_named(1);
        named += is_right;
        if (!is_right) {
            printf("soak_stages: seed 0x%llx + %u, type %d, tick %u, %s, serials %u %u detail %u; "
                   ""
                   "told %u %u: tick %u, %s %u, branch %d, serials %u %u detail %u\n",
                   (unsigned long long)base, i, type, fault.tick, pawl_stage_text(fault.stage),
                   fault.serial, fault.serial_b, fault.detail, stages_told[0], stages_told[1],
                   told[1].tick, pawl_stage_text(told[1].stage), told[1].round, told[1].branch,
                   told[1].key.serial, told[1].key.serial_b, told[1].key.detail);
        }
        close_pair();
        seed = base + i * SEEDED_MULTIPLIER;
        play(&seed, i % 2 == 0 ? FAULT_NONE : FAULT_MEMORY);
        alarms += stages_told[0] + stages_told[1];
        if (i % 2 == 0) alarms += pair[0].desyncs + pair[1].desyncs;
        close_pair();
    }
    printf("soak_stages: %u faults, both sides told of %u, stage and object right of %u; %u false "
           "alarms in as many games without\n",
           made, heard, named, alarms);
    ck_assert_uint_eq(made, faults);
    ck_assert_uint_eq(alarms, 0);
    ck_assert_uint_ge(100u * named, NEEDED * faults);
}
END_TEST

int main(int argc, char **argv) {
    if (argc > 1) faults = (uint32_t)strtoul(argv[1], NULL, 0);
    base = argc > 2 ? strtoull(argv[2], NULL, 0) : seeded_fresh("soak_stages");
    if (argc > 3) first = (uint32_t)strtoul(argv[3], NULL, 0);
    Suite *const suite = suite_create("soak_stages");
    TCase *const all = tcase_create("soak_stages");
    tcase_set_timeout(all, 0);
    tcase_add_test(all, stage_and_object_are_named_on_both_sides);
    suite_add_tcase(suite, all);
    SRunner *const runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
