/* fuzz_api.c - long random sequences of calls, made to two worlds at once.
 *
 *   fuzz_api SEED CALLS
 *
 * Arguments are mostly valid and sometimes wild. The second world lies at another address, which
 * changes, and works in scratch memory that is full of rubbish before every step. Both must give
 * the same answers, handles and hashes, stay sound, and change nothing when they refuse a call. A
 * failure prints seed and call; the same two numbers run into it again. The digest of all hashes
 * that is printed in the end is the same for every compiler and target. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/api.h"
#include "world/validate.h"

#define STORY_LENGTH 1000 /* calls before new worlds are made */
#define SEES_ALL 20000    /* so many calls have met everything */
#define TOLD_MAX 4096u    /* bytes: of no more than so many bodies */
#define CALL_SECONDS 60   /* no call takes that long */

typedef struct story {
    source from;
    pawl_world_def def;
    pawl_world *world, *twin;
    uint8_t *memory, *twin_memory; /* of the twin: room to move in */
    uint64_t *scratch;
    uint64_t told[TOLD_MAX / 8]; /* body events of the twin */
} story;

static unsigned long running_seed, running_call;
static uint32_t running_kind, digest;

static void say_where(void) {
    fprintf(stderr, "fuzz_api: seed %lu, call %lu, kind %lu\n", running_seed, running_call,
            (unsigned long)running_kind);
}

/* Makes sanitizers end in an abort, so that say_where is reached. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "abort_on_error=1";
}

static void aborted(int number) {
    say_where();
    signal(number, SIG_DFL);
    raise(number);
}

void require(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "fuzz_api: %s\n", what);
    say_where();
    exit(1);
}

/* ---- making them --------------------------------------------------------------------------- */
static pawl_status change_body(pawl_world *world, const call *c) {
    const pawl_mass mass = {c->push.x, {c->number / 16, c->rate}, c->push.y};
    switch (c->word % 22) {
    case 0:
    case 1:
        return pawl_body_set_pose(world, c->body, c->position, c->angle);
    case 2:
    case 3:
        return pawl_body_set_velocity(world, c->body, c->velocity);
    case 4:
        return pawl_body_set_angular_velocity(world, c->body, c->number);
    case 5:
        return pawl_body_set_mass(world, c->body, mass);
    case 6:
        return pawl_body_reset_mass(world, c->body);
    case 7:
        return pawl_body_set_type(world, c->body,
                                  (pawl_body_type)(c->angle % 4 ? 2 : c->angle / 4 % 4));
    case 8:
    case 9:
        return pawl_body_set_awake(world, c->body, c->flag);
    case 10:
        return pawl_body_set_enabled(world, c->body, c->flag);
    case 11:
        return pawl_body_set_fixed_rotation(world, c->body, !c->flag);
    case 12:
        return pawl_body_set_gravity_scale(world, c->body, c->number);
    case 13:
        return pawl_body_drop_through(world, c->body);
    case 14:
        return pawl_body_set_bullet(world, c->body, c->flag);
    case 15:
        return pawl_body_set_can_sleep(world, c->body, c->flag);
    case 16:
        return pawl_body_set_target(world, c->body, c->position, c->angle);
    case 17:
        return pawl_body_set_target(
            world, c->body,
            pawl_vec2_add(pawl_body_get_position(world, c->body),
                          pawl_vec2_make(c->velocity.x / 64, c->velocity.y / 64)),
            pawl_body_get_angle(world, c->body) + (c->angle >> 6));
    case 18:
        return pawl_body_set_sleep_threshold(world, c->body, c->rate);
    case 19:
        return pawl_body_set_lock_x(world, c->body, c->flag);
    case 20:
        return pawl_body_set_lock_y(world, c->body, c->flag);
    default:
        return pawl_body_set_damping(world, c->body, c->rate, c->other_rate);
    }
}

static pawl_status reshape(pawl_world *world, const call *c) {
    pawl_convex convex;
    const pawl_fx size = c->rate / 64 + 1;
    const pawl_vec2 at = pawl_vec2_make(c->number / 1024, 0);
    const pawl_status status = c->flag ? pawl_make_circle(at, size, &convex)
                                       : pawl_make_box(size, c->share / 2 + 1, &convex);
    return status != PAWL_OK ? status : pawl_shape_set_convex(world, c->shape, &convex);
}

static pawl_status change_shape(pawl_world *world, const call *c) {
    pawl_filter filter = {1, c->flag ? UINT32_MAX : c->word | 1, (int16_t)(c->angle % 5), 0};
    filter.group = (int16_t)(filter.group - 2);
    switch (c->word % 14) {
    case 0:
        return pawl_shape_set_density(world, c->shape, c->rate);
    case 1:
        return pawl_shape_set_friction(world, c->shape, c->rate);
    case 2:
        return pawl_shape_set_restitution(world, c->shape, c->share);
    case 3:
        return pawl_shape_set_tangent_speed(world, c->shape, c->number);
    case 4:
        return pawl_shape_set_rolling_resistance(world, c->shape, c->share);
    case 5:
        return pawl_shape_set_break_impulse(world, c->shape, c->rate);
    case 6:
        return pawl_shape_set_sensor(world, c->shape, c->angle % 4 == 0);
    case 7:
        return pawl_shape_set_one_way(world, c->shape, c->flag);
    case 8:
        return pawl_shape_set_custom_filter(world, c->shape, c->flag);
    case 9:
        return pawl_shape_set_pre_solve(world, c->shape, c->flag);
    case 10:
        return pawl_shape_set_hit_events(world, c->shape, c->flag);
    case 11:
    case 12:
        return reshape(world, c);
    default:
        return pawl_shape_set_filter(world, c->shape, filter);
    }
}

static pawl_status tune_world(pawl_world *world, const call *c) {
    const pawl_contact_tuning tuning = {c->rate % PAWL_HERTZ_MAX,
                                        c->other_rate % (2 * PAWL_CONTACT_DAMPING_MAX), c->number};
    switch (c->angle % 3) {
    case 0:
        return pawl_world_set_contact_tuning(world, tuning);
    case 1:
        return pawl_world_set_restitution_threshold(world, c->rate);
    default:
        return pawl_world_set_hit_threshold(world, c->number);
    }
}

static pawl_status change_world(pawl_world *world, const call *c) {
    switch (c->word % 7) {
    case 0:
        if (c->angle % 8 != 0)
            return pawl_world_set_gravity(world, pawl_vec2_make(0, pawl_neg(c->rate)));
        return pawl_world_set_gravity(world, c->velocity);
    case 1:
        return pawl_world_set_substeps(world, c->angle % 16 == 0 ? (int32_t)c->angle
                                                                 : (int32_t)(c->angle % 6) + 1);
    case 2:
        return pawl_world_set_sleeping_enabled(world, c->flag);
    case 3:
        return tune_world(world, c);
    case 4:
        return pawl_world_shift(world, c->flag ? c->velocity : c->position);
    case 5:
        return pawl_world_set_periods(
            world, pawl_vec2_make(c->flag ? PAWL_FX_ONE << c->angle % 14 : 0,
                                  c->angle % 16 < 4 ? 0 : PAWL_FX_ONE << c->angle / 16 % 14));
    default:
        return pawl_world_clear_faults(world);
    }
}

/* Everything that reads, folded into one number so that two worlds can be compared. */
static uint32_t read_all(const pawl_world *world, const call *c) {
    uint32_t sum = pawl_world_motion_hash(world);
    pawl_contact contact;
    for (uint32_t cursor = 0; pawl_world_next_contact(world, &cursor, &contact);) {
        sum = pawl_xxh32(&contact, sizeof contact, sum);
        require(pawl_contact_is_valid(world, pawl_contact_to_key(contact)), "a contact is lost");
    }
    for (uint32_t cursor = 0; pawl_body_next_contact(world, c->body, &cursor, &contact);)
        sum = pawl_xxh32(&contact, sizeof contact, sum);
    pawl_shape_id visitor;
    for (uint32_t cursor = 0; pawl_shape_next_visitor(world, c->shape, &cursor, &visitor);)
        sum = pawl_xxh32(&visitor, sizeof visitor, sum);
    const pawl_pose pose = pawl_body_get_pose(world, c->body);
    const pawl_vec2 at = pawl_body_get_velocity_at(world, c->body, c->position);
    const pawl_mass mass = pawl_body_get_mass(world, c->body);
    const pawl_box box = pawl_shape_get_box(world, c->shape);
    const pawl_counters counters = pawl_world_get_counters(world);
    const pawl_fx spin = pawl_body_get_angular_velocity(world, c->body);
    sum = pawl_xxh32(&pose, sizeof pose, sum);
    sum = pawl_xxh32(&at, sizeof at, sum);
    sum = pawl_xxh32(&mass, sizeof mass, sum);
    sum = pawl_xxh32(&box, sizeof box, sum);
    sum = pawl_xxh32(&counters, sizeof counters, sum);
    sum = api_fold_events(world, sum);
    return pawl_xxh32(&spin, sizeof spin, sum);
}

/* Bodies get a shape at once: one without is rarely of interest. */
static answer create_body(pawl_world *world, const call *c, uint32_t *shape) {
    answer given = {PAWL_OK, 0};
    pawl_body_id body = {0, 0};
    pawl_shape_id id = {0, 0};
    given.status = pawl_body_create(world, &c->body_def, &body);
    given.handle = pawl_body_id_store(body);
    if (given.status == PAWL_OK) {
        (void)!pawl_shape_create(world, body, &c->shape_def, &c->convex, &id);
    }
    *shape = pawl_shape_id_store(id);
    return given;
}

static answer call_body(pawl_world *world, const call *c, uint32_t *shape) {
    answer given = {PAWL_OK, 0};
    pawl_shape_id id = {0, 0};
    if (c->kind < 6) return create_body(world, c, shape);
    if (c->kind < 10) {
        given.status = pawl_shape_create(world, c->body, &c->shape_def, &c->convex, &id);
        *shape = pawl_shape_id_store(id);
    } else if (c->kind < 12) {
        given.status = pawl_body_destroy(world, c->body);
    } else if (c->kind < 14) {
        given.status = pawl_shape_destroy(world, c->shape);
    } else if (c->kind < 24) {
        given.status = push_body(world, c);
    } else if (c->kind < 44) {
        given.status = change_body(world, c);
    } else if (c->kind < 50) {
        given.status = change_shape(world, c);
    } else if (c->kind < 52) {
        given.status = change_world(world, c);
    } else if (c->kind < KIND_STEP) {
        given.handle = read_all(world, c);
    }
    return given;
}

static answer make_call(pawl_world *world, const call *c, uint32_t *shape) {
    if (c->kind < KIND_STEP) return call_body(world, c, shape);
    if (c->kind < KIND_CREATE_GROUND) return api_joint(world, c);
    if (c->kind < KIND_BIND) return api_create_ground(world, c, shape);
    if (c->kind == KIND_BIND) return api_bind(world, c);
    if (c->kind < KIND_QUERY) return api_field(world, c);
    if (c->kind < KIND_COLLIDE) return api_query(world, c);
    if (c->kind < KIND_DRAW) return api_collide(c);
    if (c->kind < KIND_SOFT) return api_draw(world, c);
    return c->kind < KIND_BREAK ? api_soft(world, c) : api_break(world, c);
}

/* Calls that may not change the world, whatever they answer. */
static bool only_reads(uint32_t kind) {
    return kind == 52 || kind == 53 || kind == KIND_JOINT + 17 || kind == KIND_SOFT_READ ||
           (kind >= KIND_QUERY && kind < KIND_SOFT);
}

/* ---- the two worlds ------------------------------------------------------------------------ */
/* Every third pair of shapes is refused by its handles, and every third contact now and then. */
static bool should_collide(void *context, const pawl_world *world, pawl_shape_id a,
                           pawl_shape_id b) {
    (void)context;
    (void)world;
    return (pawl_shape_id_store(a) + pawl_shape_id_store(b)) % 3 != 0;
}

static bool should_collide_soft(void *context, const pawl_world *world, pawl_soft_id soft,
                                pawl_shape_id shape) {
    (void)context;
    require(pawl_soft_is_valid(world, soft) && pawl_shape_is_valid(world, shape),
            "a soft pair is not there");
    return (pawl_soft_id_store(soft) + pawl_shape_id_store(shape)) % 3 != 0;
}

static bool pre_solve(void *context, const pawl_world *world, const pawl_contact *contact) {
    const uint32_t phase = (uint32_t)(pawl_world_get_tick(world) / 8);
    (void)context;
    return (contact->shape_a.index1 + contact->shape_b.index1 + phase) % 3 != 0;
}

/* A material like no other: far out of range for some pairs. */
static pawl_fx mix(void *context, pawl_fx a, uint32_t user_data_a, pawl_fx b,
                   uint32_t user_data_b) {
    (void)context;
    if ((user_data_a + user_data_b) % 16 == 0) return (pawl_fx)(user_data_a ^ user_data_b);
    return pawl_max(a, b);
}

static void require_sound(const story *s) {
    const char *const defect = pawli_validate_find_defect(s->world).what;
    require(defect == NULL, defect ? defect : "");
}

/* Put the twin somewhere else and fill its scratch memory with rubbish, then step both. */
static void step_both(story *s) {
    const size_t size = pawl_world_state_size(&s->def);
    if (one_in(&s->from, 32)) {
        uint8_t *const to = s->twin_memory + 8 * pawl_random_below(&s->from.random, 16);
        memmove(to, s->twin, size);
        s->twin = (pawl_world *)(void *)to;
    }
    const pawl_step_hooks hooks_alone = {.should_collide = should_collide,
                                         .pre_solve = pre_solve,
                                         .mix_friction = mix,
                                         .mix_restitution = mix,
                                         .should_collide_soft = should_collide_soft};
    pawl_step_hooks hooks = hooks_alone;
    hooks.scratch = s->scratch;
    hooks.scratch_size = pawl_world_scratch_size(&s->def);
    pawl_body_events told = {.memory = s->told};
    const uint32_t most = (uint32_t)pawl_world_body_events_size(&s->def);
    require(most <= sizeof s->told, "a list of body events is too long");
    told.memory_size = most - pawl_random_below(&s->from.random, most / 2);
    hooks.body_events = &told;
    memset(s->scratch, (int)pawl_random_below(&s->from.random, 256), hooks.scratch_size);
    require(pawl_world_step(s->world, &hooks_alone) == PAWL_OK, "a step failed");
    require(pawl_world_step(s->twin, &hooks) == PAWL_OK, "a step of the twin failed");
    const uint32_t hash = pawl_world_hash(s->world);
    require(hash == pawl_world_hash(s->twin), "the twins differ");
    digest = digest * UINT32_C(2654435761) + hash;
    require(told.count + told.dropped <= pawl_world_get_counters(s->world).bodies,
            "more events than bodies");
    require(api_fold_events(s->world, 0) == api_fold_events(s->twin, 0), "events differ");
    require_sound(s);
}

static void drop_ground(ground *g) {
    free(g->data);
    memset(g, 0, sizeof *g);
}

/* Terrain lives as long as its shape, and what was bound stays where it is. */
static void keep_grounds(story *s, const call *c, answer given, uint32_t shape) {
    if (c->kind == KIND_BIND && c->data != NULL) {
        void *const data = c->ground->data;
        if (given.status == PAWL_OK) c->ground->data = (void *)(uintptr_t)c->data;
        free(given.status == PAWL_OK ? data : (void *)(uintptr_t)c->data);
    } else if (c->ground != NULL && shape != 0) {
        c->ground->shape = pawl_shape_id_load(shape);
    }
    for (uint32_t i = 0; i < GROUNDS; i++) {
        ground *const g = &s->from.grounds[i];
        if (g->size != 0 && !pawl_shape_is_valid(s->world, g->shape)) drop_ground(g);
    }
}

static void keep_handles(story *s, const call *c, answer given, uint32_t shape) {
    const uint32_t at = draw_slot(&s->from);
    const bool made_body = c->kind < 6 || c->kind >= KIND_BREAK ||
                           (c->kind >= KIND_CREATE_GROUND && c->kind < KIND_BIND);
    const bool made_joint = c->kind >= KIND_JOINT && c->kind < KIND_JOINT + 6;
    if (shape != 0) s->from.shapes[at] = pawl_shape_id_load(shape);
    if (given.status != PAWL_OK || given.handle == 0) return;
    if (made_body) s->from.bodies[at] = pawl_body_id_load(given.handle);
    if (made_joint) s->from.joints[at] = pawl_joint_id_load(given.handle);
    if (c->kind >= KIND_SOFT && c->kind < KIND_SOFT + 4)
        s->from.softs[at % SOFTS] = pawl_soft_id_load(given.handle);
}

static void call_both(story *s) {
    call c;
    draw_call(&s->from, &c);
    running_kind = c.kind;
    alarm(CALL_SECONDS);
    if (c.kind >= KIND_STEP && c.kind < KIND_JOINT) {
        for (uint32_t i = pawl_random_below(&s->from.random, 9) + 1; i > 0; i--)
            step_both(s);
        return;
    }
    const bool check = c.kind % 4 == 0 || only_reads(c.kind);
    const uint32_t before = check ? pawl_world_hash(s->world) : 0;
    uint32_t shape = 0, twin_shape = 0;
    const answer a = make_call(s->world, &c, &shape), b = make_call(s->twin, &c, &twin_shape);
    require(a.status == b.status && a.handle == b.handle && shape == twin_shape,
            "the twins answer differently");
    if (check && (a.status != PAWL_OK || only_reads(c.kind))) {
        require(pawl_world_hash(s->world) == before, "a refused call changed the world");
    }
    if (check) require_sound(s);
    keep_handles(s, &c, a, shape);
    keep_grounds(s, &c, a, shape);
}

/* A pit that keeps bodies together, else most of them would be lonely. */
static void add_pit(story *s, pawl_world *world) {
    static const struct {
        pawl_fx x, y, half_width, half_height;
    } walls[] = {{0, -PAWL_FX(3, 0, 1), PAWL_FX(6, 0, 1), PAWL_FX_ONE},
                 {-PAWL_FX(5, 0, 1), PAWL_FX(6, 0, 1), PAWL_FX_ONE, PAWL_FX(8, 0, 1)},
                 {PAWL_FX(5, 0, 1), PAWL_FX(6, 0, 1), PAWL_FX_ONE, PAWL_FX(8, 0, 1)}};
    pawl_body_def body_def = pawl_body_def_default();
    const pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_body_id body;
    pawl_shape_id shape;
    pawl_convex convex;
    body_def.position = s->from.home;
    if (pawl_body_create(world, &body_def, &body) != PAWL_OK) return;
    for (uint32_t i = 0; i < LENGTH_OF(walls); i++) {
        const pawl_vec2 center = pawl_vec2_make(walls[i].x, walls[i].y);
        require(pawl_make_box_at(walls[i].half_width, walls[i].half_height, center, 0, &convex) ==
                    PAWL_OK,
                "no wall");
        (void)!pawl_shape_create(world, body, &shape_def, &convex, &shape);
    }
}

static bool begin_story(story *s) {
    static const pawl_fx homes[] = {0, PAWL_FX(16380, 0, 1), -PAWL_FX(16375, 0, 1),
                                    PAWL_FX(8000, 0, 1)};
    memset(s->from.bodies, 0, sizeof s->from.bodies);
    memset(s->from.shapes, 0, sizeof s->from.shapes);
    memset(s->from.joints, 0, sizeof s->from.joints);
    memset(s->from.softs, 0, sizeof s->from.softs);
    s->from.home = pawl_vec2_make(0, 0);
    if (one_in(&s->from, 3))
        s->from.home.x = homes[pawl_random_below(&s->from.random, LENGTH_OF(homes))];
    if (one_in(&s->from, 3))
        s->from.home.y = homes[pawl_random_below(&s->from.random, LENGTH_OF(homes))];
    s->from.calm = UINT32_C(8) << pawl_random_below(&s->from.random, 9);
    s->from.theme = pawl_random_next(&s->from.random);
    draw_world_def(&s->from, &s->def);
    const size_t size = pawl_world_size(&s->def), state_size = pawl_world_state_size(&s->def);
    if (size == 0) return false;
    s->memory = malloc(size);
    s->twin_memory = malloc(state_size + 128);
    s->scratch = malloc(pawl_world_scratch_size(&s->def));
    require(s->memory && s->twin_memory && s->scratch, "no memory");
    memset(s->memory, 0xA5, size);
    require(pawl_world_init(s->memory, size, &s->def, &s->world) == PAWL_OK, "init failed");
    require(pawl_world_init(s->twin_memory, state_size, &s->def, &s->twin) == PAWL_OK,
            "init of the twin failed");
    if (!one_in(&s->from, 4)) {
        add_pit(s, s->world);
        add_pit(s, s->twin);
    }
    return true;
}

static void end_story(story *s) {
    free(s->memory);
    free(s->twin_memory);
    free(s->scratch);
    for (uint32_t i = 0; i < GROUNDS; i++)
        drop_ground(&s->from.grounds[i]);
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: fuzz_api SEED CALLS\n");
        return 2;
    }
    running_seed = strtoul(words[1], NULL, 10);
    const unsigned long calls = strtoul(words[2], NULL, 10);
    signal(SIGABRT, aborted);
    signal(SIGFPE, aborted);
    signal(SIGALRM, aborted);
    story s;
    memset(&s, 0, sizeof s);
    s.from.random = pawl_random_make(running_seed, 1);
    while (running_call < calls) {
        if (!begin_story(&s)) continue;
        for (int i = 0; i < STORY_LENGTH && running_call < calls; i++, running_call++)
            call_both(&s);
        end_story(&s);
    }
    const api_sights seen = api_seen;
    printf("fuzz_api: %lu soft bodies, %lu attached, %lu tears, %lu fractures, %lu broken\n",
           seen.softs, seen.attached, seen.tears, seen.fractures, seen.broken);
    require(calls < SEES_ALL ||
                (seen.softs && seen.attached && seen.tears && seen.fractures && seen.broken),
            "too little was seen");
    printf("fuzz_api: seed %lu, %lu calls, digest %08lx: 1 passed, 0 failed\n", running_seed,
           running_call, (unsigned long)digest);
    return 0;
}
