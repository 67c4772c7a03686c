/* test_row_cache.c - a world that keeps rows beside one that does not: no wipe of the cache, no
 * other size, no restore and no setter may make a difference. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/pawl.h"
#include "support/base/seeded.h"
#include "support/state/pileup.h"

#define BOXES 12

/* The same world twice, of which the second one has a cache. */
typedef struct twins {
    pawl_world *plain, *keeping;
    void *memory[2], *saved[2];
    uint64_t *cache;
    size_t room;
    size_t save_size;
    pawl_step_hooks hooks;
    uint64_t seed;
    uint32_t step, saved_step;
} twins;

static void twins_open(twins *pair, const pawl_world_def *def, uint64_t seed) {
    memset(pair, 0, sizeof *pair);
    for (int i = 0; i < 2; i++)
        pair->memory[i] = malloc(pawl_world_size(def));
    pair->room = pawl_world_cache_size(def);
    pair->cache = calloc(1, pair->room);
    pair->hooks.cache = pair->cache;
    pair->hooks.cache_size = pair->room;
    pair->seed = seed;
    ck_assert_ptr_nonnull(pair->cache);
}

static void twins_close(twins *pair) {
    for (int i = 0; i < 2; i++) {
        free(pair->memory[i]);
        free(pair->saved[i]);
    }
    free(pair->cache);
}

static uint32_t draw(twins *pair, uint32_t below) {
    return (uint32_t)(seeded_next(&pair->seed) >> 33) % below;
}

static void wipe(twins *pair) {
    memset(pair->cache, 0, pair->room);
}

static void save(twins *pair) {
    pawl_world *worlds[2] = {pair->plain, pair->keeping};
    for (int i = 0; i < 2; i++) {
        free(pair->saved[i]);
        const size_t size = pawl_world_save_size(worlds[i]);
        pair->saved[i] = malloc(size);
        ck_assert_int_eq(pawl_world_save(worlds[i], pair->saved[i], size), PAWL_OK);
        pair->save_size = size;
    }
    pair->saved_step = pair->step;
}

static void restore(twins *pair) {
    if (pair->saved[0] == NULL) return;
    ck_assert_int_eq(pawl_world_restore(pair->plain, pair->saved[0], pair->save_size), PAWL_OK);
    ck_assert_int_eq(pawl_world_restore(pair->keeping, pair->saved[1], pair->save_size), PAWL_OK);
    pair->step = pair->saved_step;
}

static void step_both(twins *pair) {
    ck_assert_int_eq(pawl_world_step(pair->plain, NULL), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(pair->keeping, &pair->hooks), PAWL_OK);
    const uint32_t expected = pawl_world_hash(pair->plain), hash = pawl_world_hash(pair->keeping);
    ck_assert_msg(hash == expected, "step %" PRIu32 ": %08" PRIx32 ", expected %08" PRIx32,
                  pair->step, hash, expected);
    pair->step++;
}

/* What a program may do to a cache between two steps. */
static void disturb(twins *pair) {
    const uint32_t what = draw(pair, 40);
    if (what < 4) wipe(pair);
    if (what == 4) {
        wipe(pair);
        pair->hooks.cache_size =
            draw(pair, 4) == 0 ? draw(pair, 2000) : draw(pair, (uint32_t)pair->room);
    }
    if (what == 5) {
        wipe(pair);
        pair->hooks.cache_size = pair->room;
    }
    if (what == 6) save(pair);
    if (what == 7) restore(pair);
    if (what == 8) {
        restore(pair);
        wipe(pair);
    }
    if (what == 9) {
        /* moved */
        uint64_t *const moved = malloc(pair->room);
        memcpy(moved, pair->cache, pair->room);
        free(pair->cache);
        pair->hooks.cache = pair->cache = moved;
    }
}

#define PASSES 4

START_TEST(nothing_that_happens_to_a_cache_moves_a_result) {
    const pawl_world_def def = pileup_def();
    twins pair;
    twins_open(&pair, &def, seeded_fresh("row cache") + (uint64_t)_i);
    const size_t size = pawl_world_size(&def);
    ck_assert_int_eq(pileup_make(pair.memory[0], size, &def, &pair.plain), PAWL_OK);
    ck_assert_int_eq(pileup_make(pair.memory[1], size, &def, &pair.keeping), PAWL_OK);
    for (int i = 0; i < 400; i++) {
        disturb(&pair);
        pileup_call(NULL, pair.plain, pair.step);
        pileup_call(NULL, pair.keeping, pair.step);
        step_both(&pair);
    }
    twins_close(&pair);
}
END_TEST

/* ---- a stack --------------------------------------------------------------------------------- */

static pawl_world_def stack_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = BOXES + 1;
    def.joint_capacity = 0;
    def.sleeping = false;
    return def;
}

static pawl_world *make_stack(void *memory, const pawl_world_def *def, pawl_body_id bodies[],
                              pawl_shape_id shapes[]) {
    pawl_world *world = NULL;
    const pawl_fx half = PAWL_FX(0, 1, 2);
    ck_assert_int_eq(pawl_world_init(memory, pawl_world_size(def), def, &world), PAWL_OK);
    for (int i = 0; i <= BOXES; i++) {
        pawl_body_def body = pawl_body_def_default();
        const pawl_shape_def shape = pawl_shape_def_default();
        pawl_convex box;
        body.type = i == 0 ? PAWL_STATIC : PAWL_DYNAMIC;
        body.position.y = i == 0 ? -half : PAWL_FX_ONE * (i - 1) + half;
        ck_assert_int_eq(pawl_make_box(i == 0 ? 20 * PAWL_FX_ONE : half, half, &box), PAWL_OK);
        if (i % 4 == 3)
            ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), half, &box), PAWL_OK);
        ck_assert_int_eq(pawl_body_create(world, &body, &bodies[i]), PAWL_OK);
        ck_assert_int_eq(pawl_shape_create(world, bodies[i], &shape, &box, &shapes[i]), PAWL_OK);
    }
    return world;
}

static void open_stacks(twins *pair, pawl_body_id bodies[], pawl_shape_id shapes[], uint64_t seed) {
    const pawl_world_def def = stack_def();
    twins_open(pair, &def, seed);
    pair->plain = make_stack(pair->memory[0], &def, bodies, shapes);
    pair->keeping = make_stack(pair->memory[1], &def, bodies, shapes);
}

/* One thing that rows are made from, or that looks like it. */
static void change(pawl_world *world, pawl_body_id body, pawl_shape_id shape, uint32_t what,
                   uint32_t value) {
    const pawl_fx share = (pawl_fx)(value * 8192u), small = (pawl_fx)(value * 256u);
    pawl_mass mass = pawl_body_get_mass(world, body);
    switch (what) {
    case 0:
        mass.mass = mass.mass / 2 + share + 1;
        (void)pawl_body_set_mass(world, body, mass);
        break;
    case 1:
        mass.inertia = mass.inertia / 2 + share + 1;
        (void)pawl_body_set_mass(world, body, mass);
        break;
    case 2:
        (void)pawl_shape_set_density(world, shape, PAWL_FX_ONE + share);
        break;
    case 3:
        (void)pawl_body_set_fixed_rotation(world, body, value % 2 == 0);
        break;
    case 4:
        (void)pawl_body_set_type(world, body, value % 4 == 0 ? PAWL_KINEMATIC : PAWL_DYNAMIC);
        break;
    case 5:
        (void)pawl_world_set_substeps(world, 1 + (int32_t)value % 6);
        break;
    case 6:
        (void)pawl_shape_set_friction(world, shape, share);
        break;
    case 7:
        (void)pawl_shape_set_restitution(world, shape, small);
        break;
    case 8:
        (void)pawl_shape_set_tangent_speed(world, shape, small);
        break;
    case 9:
        (void)pawl_shape_set_rolling_resistance(world, shape, value % 2 == 0 ? 0 : small);
        break;
    default:
        (void)pawl_body_reset_mass(world, body);
        break;
    }
}
#define CHANGES 11u

START_TEST(what_a_row_is_made_from_is_looked_at) {
    twins pair;
    pawl_body_id bodies[BOXES + 1];
    pawl_shape_id shapes[BOXES + 1];
    open_stacks(&pair, bodies, shapes, seeded_fresh("row cache, setters") + (uint64_t)_i);
    for (int i = 0; i < 600; i++) {
        if (i % 150 == 50) save(&pair);
        if (i % 150 == 149) restore(&pair);
        const uint32_t which = 1 + draw(&pair, BOXES), what = draw(&pair, CHANGES);
        const uint32_t value = draw(&pair, 32);
        if (draw(&pair, 3) == 0) {
            change(pair.plain, bodies[which], shapes[which], what, value);
            change(pair.keeping, bodies[which], shapes[which], what, value);
        }
        step_both(&pair);
    }
    twins_close(&pair);
}
END_TEST

/* Otherwise all of the above says nothing: a bit that is wrong in what is kept is seen in the next
 * step, wherever it is not in what is only compared. */
START_TEST(rows_of_a_resting_pile_are_kept) {
    twins pair;
    pawl_body_id bodies[BOXES + 1];
    pawl_shape_id shapes[BOXES + 1];
    open_stacks(&pair, bodies, shapes, 1);
    for (int i = 0; i < 60; i++)
        step_both(&pair);
    save(&pair);
    step_both(&pair);
    const uint32_t expected = pawl_world_hash(pair.plain);
    uint64_t *const kept = malloc(pair.room);
    memcpy(kept, pair.cache, pair.room);
    int seen = 0;
    for (size_t word = 0; word < pair.room / 4; word++) {
        restore(&pair);
        memcpy(pair.cache, kept, pair.room);
        ((unsigned char *)pair.cache)[4 * word + 2] ^= 1u;
        ck_assert_int_eq(pawl_world_step(pair.keeping, &pair.hooks), PAWL_OK);
        seen += pawl_world_hash(pair.keeping) != expected;
    }
    free(kept);
    /* A step shows about eight of the words of a row. */
    ck_assert_msg(seen >= 5 * BOXES, "%d words were used", seen);
    twins_close(&pair);
}
END_TEST

START_TEST(a_cache_has_room_for_all_contacts) {
    pawl_world_def def = stack_def();
    def.contact_capacity = 10;
    const size_t ten = pawl_world_cache_size(&def);
    def.contact_capacity = 20;
    ck_assert_uint_eq(pawl_world_cache_size(&def), 2 * ten);
    ck_assert_uint_eq(ten % 10, 0);
    def.substeps = 0;
    ck_assert_uint_eq(pawl_world_cache_size(&def), 0);
}
END_TEST

START_TEST(a_cache_that_is_not_aligned_is_refused) {
    twins pair;
    pawl_body_id bodies[BOXES + 1];
    pawl_shape_id shapes[BOXES + 1];
    open_stacks(&pair, bodies, shapes, 1);
    pair.hooks.cache = (unsigned char *)pair.cache + 1;
    ck_assert_int_eq(pawl_world_step(pair.keeping, &pair.hooks), PAWL_ERR_MEMORY);
    ck_assert_uint_eq(pawl_world_get_tick(pair.keeping), 0);
    twins_close(&pair);
}
END_TEST

Suite *suite_row_cache(void);
Suite *suite_row_cache(void) {
    Suite *suite = suite_create("row_cache");
    TCase *core = tcase_create("core");
    tcase_set_timeout(core, 120);
    tcase_add_loop_test(core, nothing_that_happens_to_a_cache_moves_a_result, 0, PASSES);
    tcase_add_loop_test(core, what_a_row_is_made_from_is_looked_at, 0, PASSES);
    tcase_add_test(core, rows_of_a_resting_pile_are_kept);
    tcase_add_test(core, a_cache_has_room_for_all_contacts);
    tcase_add_test(core, a_cache_that_is_not_aligned_is_refused);
    suite_add_tcase(suite, core);
    return suite;
}
