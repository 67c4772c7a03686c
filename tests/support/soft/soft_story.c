/* soft_story.c - random stories of soft bodies among walls, judged after each step. */
#include "support/soft/soft_story.h"

#include "support/state/rewind.h"
#include "world/validate.h"
#include "world/world.h"

#include <stdio.h>
#include <string.h>

#define SOFTS 6
#define SOFTS_CROWDED 10
#define BODIES 4
#define FAST FX(1000)

typedef struct teller {
    soft_arena arena;
    const soft_story *story;
    soft_story_totals *totals;
    uint64_t seed;  /* of the calls */
    uint16_t slept; /* bits by slot: asleep after the last step, and nobody has called since */
    const char *wrong;
    uint32_t wrong_step;
} teller;

static const pawl_body_id no_body = {0, 0};
static teller told; /* for pawl_status (*bind)(pawl_world *) */

static uint32_t pick(uint64_t *seed, uint32_t count) {
    return (uint32_t)(seeded_next(seed) >> 33) % count;
}

static pawl_world_def make_def(uint64_t *seed, const soft_story *story) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 32;
    def.shape_capacity = 160;
    def.soft_capacity = story->crowded ? SOFTS_CROWDED : SOFTS;
    def.soft_point_capacity = 160;
    def.soft_link_capacity = 400;
    def.soft_substeps = (uint8_t)(1 + pick(seed, pick(seed, 4) == 0 ? PAWL_SOFT_SUBSTEPS_MAX : 12));
    if (!story->crowded && pick(seed, 2) != 0) def.gravity = VEC(0, -1000);
    if (pick(seed, 6) == 0) def.rate_numerator = 1 + pick(seed, 240);
    def.length_unit = PAWL_FX_ONE;
    return def;
}

static pawl_fx speed_of(uint64_t *seed) {
    static const double speeds[] = {5, 60, 400, 2000, 8192};
    return FX(speeds[pick(seed, 5)]);
}

static void kick(teller *t, pawl_soft_id soft, uint64_t *seed) {
    const pawl_fx speed = speed_of(seed);
    if (pawl_soft_is_valid(t->arena.world, soft))
        arena_kick(&t->arena, soft, seed, speed, pick(seed, 2) != 0);
}

/* ---- looking --------------------------------------------------------------------------------- */

static void look_at_soft(teller *t, pawl_soft_id id) {
    const pawl_world *world = t->arena.world;
    const uint16_t slot = pawli_pool_find_soft(world, id);
    const pawli_soft *soft = &pawli_softs_const(world)[slot];
    const pawli_soft_point *point = &pawli_soft_points_const(world)[soft->first_point];
    const pawli_soft_link *link = &pawli_soft_links_const(world)[soft->first_link];
    bool fast = false;
    for (uint32_t k = 0; k < soft->point_count; k++) {
        pawl_soft_point seen;
        arena_insist(pawl_soft_get_point(world, id, k, &seen) == PAWL_OK, "no point");
        if (pawl_abs(seen.velocity.x) > FAST || pawl_abs(seen.velocity.y) > FAST) fast = true;
        if (point[k].flags & PAWLI_POINT_TOUCHING) t->totals->touches++;
    }
    for (uint32_t k = 0; k < soft->link_count; k++) {
        if (link[k].type == PAWL_LINK_ATTACH && !(link[k].flags & PAWL_LINK_TORN))
            t->totals->attached++;
    }
    const bool asleep = !(soft->flags & PAWLI_SOFT_AWAKE);
    t->totals->fast += fast;
    t->totals->asleep += asleep;
    t->totals->woken += !asleep && (t->slept >> slot & 1u) != 0;
    t->slept = (uint16_t)((t->slept & ~(1u << slot)) | (unsigned)asleep << slot);
    t->totals->judged++;
}

/* After a step. */
static void watch(teller *t, uint32_t step) {
    pawl_soft_id soft = {0, 0};
    const char *wrong = pawli_validate_find_defect(t->arena.world).what;
    while ((soft = pawl_world_next_soft(t->arena.world, soft)).index1 != 0) {
        if (wrong == NULL) wrong = arena_judge(&t->arena, soft);
        look_at_soft(t, soft);
    }
    if (wrong != NULL && t->wrong == NULL) {
        t->wrong = wrong;
        t->wrong_step = step;
    }
    t->totals->torn += pawl_world_get_events(t->arena.world).tear_count;
    t->totals->steps++;
}

/* ---- plain stories --------------------------------------------------------------------------- */

/* Terrain that moves: in jerks, and turning. */
static void push_ground(const soft_arena *arena, uint64_t *seed) {
    const pawl_fx x = seeded_pick(seed, -FX(20), FX(20));
    const pawl_vec2 velocity = {x, seeded_pick(seed, -FX(20), FX(20))};
    arena_insist(pawl_body_set_velocity(arena->world, arena->ground, velocity) == PAWL_OK,
                 "no velocity");
    arena_insist(pawl_body_set_angular_velocity(arena->world, arena->ground,
                                                seeded_pick(seed, -FX(2), FX(2))) == PAWL_OK,
                 "no spin");
}

static void play_plain(teller *t) {
    pawl_world *const world = t->arena.world;
    pawl_soft_id softs[SOFTS];
    if (t->story->moves)
        arena_insist(pawl_body_set_type(world, t->arena.ground, PAWL_KINEMATIC) == PAWL_OK,
                     "no type");
    for (int i = 0; i < SOFTS; i++) {
        softs[i] = arena_add_soft(&t->arena, &t->seed, i % ARENA_SOFT_KINDS);
        kick(t, softs[i], &t->seed);
    }
    for (uint32_t step = 0; step < t->story->steps && t->wrong == NULL; step++) {
        if (t->story->moves && step % 8 == 0) push_ground(&t->arena, &t->seed);
        arena_insist(pawl_world_step(world, NULL) == PAWL_OK, "a step failed");
        watch(t, step);
        if (step % 4 == 3) kick(t, softs[step % SOFTS], &t->seed);
    }
}

/* ---- crowded stories ------------------------------------------------------------------------- */

static void add_rigid(soft_arena *arena, uint64_t *seed) {
    pawl_convex convex;
    const pawl_fx size = seeded_pick(seed, FX(0.125), FX(0.75));
    const pawl_status made = pick(seed, 2) != 0 ? pawl_make_box(size, size / 2, &convex)
                                                : pawl_make_circle(VEC(0, 0), size, &convex);
    arena_insist(made == PAWL_OK, "no shape");
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    for (int i = 0; i < 50; i++) {
        const pawl_vec2 at = {seeded_pick(seed, arena->box.lower.x, arena->box.upper.x),
                              seeded_pick(seed, arena->box.lower.y, arena->box.upper.y)};
        def.position = arena_world(arena, at);
        if (!arena->has_inside || !arena_is_solid(arena, at)) break;
    }
    pawl_body_id body = {0, 0};
    pawl_shape_id shape;
    const pawl_shape_def shape_def = pawl_shape_def_default();
    arena_insist(pawl_body_create(arena->world, &def, &body) == PAWL_OK, "no body");
    arena_insist(pawl_shape_create(arena->world, body, &shape_def, &convex, &shape) == PAWL_OK,
                 "no shape");
}

static pawl_soft_id any_soft(const pawl_world *world, uint64_t *seed) {
    pawl_soft_id soft = pawl_world_next_soft(world, PAWL_NULL_SOFT), found = soft;
    for (uint32_t i = pick(seed, SOFTS_CROWDED); i > 0 && soft.index1 != 0; i--) {
        found = soft;
        soft = pawl_world_next_soft(world, soft);
    }
    return found;
}

static pawl_body_id any_body(const pawl_world *world, uint64_t *seed) {
    pawl_body_id body = pawl_world_next_body(world, no_body), found = body;
    for (uint32_t i = pick(seed, BODIES + 2); i > 0 && body.index1 != 0; i--) {
        found = body;
        body = pawl_world_next_body(world, body);
    }
    return found;
}

/* At the place where the point is, or near it. */
static void attach(pawl_world *world, pawl_soft_id soft, uint32_t point, uint64_t *seed) {
    const pawl_body_id body = any_body(world, seed);
    pawl_soft_point at;
    uint32_t link;
    if (pawl_soft_get_point(world, soft, point, &at) != PAWL_OK) return;
    pawl_vec2 anchor = pawl_pose_unapply(pawl_body_get_pose(world, body), at.position);
    if (pick(seed, 4) == 0) anchor = VEC(0.25, 0);
    (void)!pawl_soft_attach(world, soft, point, body, anchor, &link);
}

static void change(pawl_world *world, pawl_soft_id soft, uint32_t point, uint64_t *seed) {
    static const double masses[] = {0.00390625, 0.25, 2, 0, 16384};
    const pawl_wide2 impulse = {seeded_pick(seed, -FX(500), FX(500)),
                                seeded_pick(seed, -FX(500), FX(500))};
    switch (pick(seed, 7)) {
    case 0:
        (void)pawl_soft_set_point_mass(world, soft, point, FX(masses[pick(seed, 5)]));
        break;
    case 1:
        (void)pawl_soft_set_awake(world, soft, pick(seed, 2) != 0);
        break;
    case 2:
        (void)pawl_soft_set_iterations(world, soft, 1 + (int32_t)pick(seed, 8));
        break;
    case 3:
        (void)pawl_soft_set_target_area2(world, soft, INT64_C(1) << (28 + pick(seed, 7)));
        break;
    case 4:
        (void)pawl_soft_set_pressure(world, soft, (pawl_fx)pick(seed, 65537));
        break;
    case 5:
        (void)pawl_soft_set_gravity_scale(world, soft, seeded_pick(seed, -FX(4), FX(4)));
        break;
    default:
        (void)pawl_soft_apply_point_impulse(world, soft, point, impulse);
        break;
    }
}

static void push_rigid(pawl_world *world, uint64_t *seed) {
    const pawl_body_id body = any_body(world, seed);
    const pawl_fx x = seeded_pick(seed, -FX(40), FX(40));
    const pawl_vec2 velocity = {x, seeded_pick(seed, -FX(40), FX(40))};
    if (pick(seed, 8) == 0) {
        (void)pawl_body_set_awake(world, body, pick(seed, 2) != 0);
    } else if (pawl_body_get_type(world, body) == PAWL_DYNAMIC) {
        (void)pawl_body_set_velocity(world, body, velocity);
    }
}

static void call(teller *t, uint64_t *seed) {
    pawl_world *const world = t->arena.world;
    const pawl_soft_id soft = any_soft(world, seed);
    const uint32_t points = pawl_soft_get_point_count(world, soft);
    const uint32_t links = pawl_soft_get_link_count(world, soft);
    const uint32_t point = points == 0 ? 0 : pick(seed, points);
    t->slept = 0;
    switch (points == 0 ? 0 : pick(seed, 9)) {
    case 0:
        (void)arena_add_soft(&t->arena, seed, (int)pick(seed, ARENA_SOFT_KINDS));
        break;
    case 1:
        (void)pawl_soft_destroy(world, soft);
        break;
    case 2:
        if (links > 0) (void)pawl_soft_tear(world, soft, pick(seed, links));
        break;
    case 3:
    case 4:
        attach(world, soft, point, seed);
        break;
    case 5:
        push_rigid(world, seed);
        break;
    case 6:
        kick(t, soft, seed);
        break;
    default:
        change(world, soft, point, seed);
        break;
    }
}

/* Before a step; in the world and in its twin. Only the world itself is watched. */
static void go_on(void *context, pawl_world *world, uint32_t step) {
    teller *const t = (teller *)context;
    pawl_world *const own = t->arena.world;
    uint64_t seed = t->seed ^ (step + 1) * UINT64_C(0xD1342543DE82EF95);
    if (own == world && step > 0) watch(t, step - 1);
    (void)seeded_next(&seed);
    t->arena.world = world;
    if (step < t->story->steps / 2 ? pick(&seed, 2) == 0 : pick(&seed, 40) == 0) call(t, &seed);
    /* Few fall asleep by themselves before the end. */
    if (step >= t->story->steps / 2 && step % 8 == 0)
        (void)pawl_soft_set_awake(world, any_soft(world, &seed), false);
    t->arena.world = own;
}

static pawl_status bind(pawl_world *world) {
    return arena_bind(&told.arena, world);
}

static void play_crowded(teller *t, const pawl_world_def *def) {
    for (int i = 0; i < BODIES; i++)
        add_rigid(&t->arena, &t->seed);
    for (int i = 0; i < SOFTS; i++)
        (void)arena_add_soft(&t->arena, &t->seed, i % ARENA_SOFT_KINDS);
    const rewind_script script = {t, go_on, bind};
    const rewind_how how = pick(&t->seed, 2) != 0 ? REWIND_RESTORE : REWIND_DECODE;
    rewind_twins twins = {t->arena.world, def, &script, how, NULL, NULL};
    const uint32_t period = 1 + pick(&t->seed, 12);
    const char *const wrong = rewind_twin(&twins, t->story->steps, period);
    if (t->wrong == NULL) {
        t->wrong = wrong;
        t->wrong_step = (uint32_t)pawl_world_get_tick(t->arena.world);
    }
}

const char *soft_story_play(uint64_t seed, const soft_story *story, soft_story_totals *totals) {
    static char text[400];
    teller *const t = &told;
    memset(t, 0, sizeof *t);
    t->story = story;
    t->totals = totals;
    t->seed = seed;
    const pawl_world_def def = make_def(&t->seed, story);
    const pawl_angle turn = pick(&t->seed, 2) != 0 ? (pawl_angle)seeded_next(&t->seed) : 0;
    make_arena(&t->arena, story->kind, &t->seed, &def, turn);
    t->arena.moves = story->moves;
    if (story->crowded) {
        play_crowded(t, &def);
    } else {
        play_plain(t);
    }
    free_arena(&t->arena);
    totals->stories++;
    if (t->wrong == NULL) return NULL;
    snprintf(text, sizeof text, "step %u: %s", (unsigned)t->wrong_step, t->wrong);
    return text;
}
