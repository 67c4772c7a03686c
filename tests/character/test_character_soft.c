/* test_character_soft.c - characters on soft bodies: they cross rope bridges, which sag, land on
 * blobs and cloths, push what hangs in their way, and are part of the state there, too.
 *
 * Bridges are drawn afresh in each run. PAWL_BRIDGES=500 in the environment draws so many of them.
 */
#include "support/base/seeded.h"
#include "support/replay/replay_world.h"
#include "support/soft/soft_kit.h"
#include "support/world/hero.h"
#include "support/world/mover.h"

static kit parts;

static pawl_world_def soft_hero_def(void) {
    pawl_world_def def = make_def();
    def.character_capacity = 4;
    return def;
}

static pawl_world *make_soft_hero_world(void) {
    const pawl_world_def def = soft_hero_def();
    return make_world(&def);
}

/* ---- bridges --------------------------------------------------------------------------------- */

/* Between two cliffs, whose edges are half a span left and right of 0 at the height 0. */
typedef struct bridge {
    double span, link, slack, mass, radius; /* of a link, of the way, of the rope, its half width */
} bridge;

static pawl_soft_id add_rope_bridge(pawl_world *world, const bridge *b) {
    const double half = b->span / 2;
    const uint32_t count = (uint32_t)(b->span / b->link);
    add_block(world, -half - 6, -4, -half, 0);
    add_block(world, half, -4, half + 6, 0);
    begin_soft(&parts);
    ck_assert_int_eq(pawl_soft_add_rope(&parts.parts, VEC(-half, -b->radius), VEC(half, -b->radius),
                                        count, FX(b->mass), FX(1), 0),
                     PAWL_OK);
    parts.points[0].mass = parts.points[count].mass = 0;
    for (uint32_t i = 0; i < count; i++)
        parts.links[i].length = FX(b->span * (1 + b->slack) / count);
    parts.def.radius = FX(b->radius);
    parts.def.damping = FX(1);
    return finish(&parts, world);
}

static void settle(pawl_world *world, int steps) {
    for (int i = 0; i < steps; i++)
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
}

static double between(uint64_t *seed, double low, double high) {
    return low + (high - low) * (double)(seeded_next(seed) % 65536) / 65536;
}

static bridge draw_bridge(uint64_t *seed) {
    bridge b;
    b.span = between(seed, 5, 16);
    b.link = between(seed, 0.25, 0.6);
    b.slack = between(seed, 0, 0.025); /* at 0.03 ends are too steep for a heavy one */
    b.mass = between(seed, 2, 40);
    b.radius = between(seed, 0.05, 0.2);
    return b;
}

static pawl_character_id add_walker(pawl_world *world, double x, double y, double mass) {
    pawl_character_def def = pawl_character_def_default();
    def.position = VEC(x, y);
    def.mass = FX(mass);
    return add_hero(world, &def);
}

/* Steps until the hero is over the other cliff, and those of them in which it did not stand; -1: it
 * has not come there. */
static int walk_over(pawl_world *world, pawl_character_id hero, pawl_soft_id rope, const bridge *b,
                     double go, int *steps) {
    int in_the_air = 0;
    for (*steps = 0; *steps < 2400; ++*steps) {
        const pawl_character_state state = hero_step(world, hero, go, 0, 0);
        const double x = units(state.position.x);
        if (x > b->span / 2 + 0.5) return in_the_air;
        const double low = units(pawl_soft_get_box(world, rope).lower.y);
        if (hero_foot(world, hero) < low) return -1;
        in_the_air += state.mode != PAWL_CHARACTER_STANDS;
        if (state.mode == PAWL_CHARACTER_STANDS && x > -b->span / 2 + 0.5 &&
            x < b->span / 2 - 0.5) {
            ck_assert_int_eq(pawl_soft_id_equal(state.ground_soft, rope), true);
            ck_assert_int_eq(pawl_shape_is_null(state.ground), true);
        }
        ck_assert_uint_eq(state.events & PAWL_CHARACTER_CRUSHED, 0);
    }
    return -1;
}

START_TEST(it_walks_over_any_bridge_of_rope) {
    uint64_t seed = seeded_fresh("bridges of ropes");
    const char *const asked = getenv("PAWL_BRIDGES");
    const int bridges = asked != NULL ? atoi(asked) : SEEDED_ROUNDS(30);
    long all = 0, in_the_air = 0;
    for (int i = 0; i < bridges; i++) {
        const bridge b = draw_bridge(&seed);
        const double mass = between(&seed, 0, b.mass), go = between(&seed, 0.15, 1);
        pawl_world *const world = make_soft_hero_world();
        const pawl_soft_id rope = add_rope_bridge(world, &b);
        const pawl_character_id hero = add_walker(world, -b.span / 2 - 2, 0.9, mass);
        int steps;
        settle(world, 120);
        const int off = walk_over(world, hero, rope, &b, go, &steps);
        ck_assert_msg(off >= 0, "bridge %d, mass %f: it is at %f", i, mass, hero_foot(world, hero));
        all += steps;
        in_the_air += off;
        ck_assert_uint_eq(pawl_world_get_faults(world), 0);
        free(world);
    }
    ck_assert_msg(in_the_air * 100 <= all, "%ld of %ld steps in the air", in_the_air, all);
}
END_TEST

/* ---- weight ---------------------------------------------------------------------------------- */

static const bridge plain_bridge = {10, 0.5, 0.02, 5, 0.125};

/* How deep the rope hangs under one that stands in its middle: a hero, or a mover that is told to
 * have weight. */
static double sag_under(double mass, bool is_hero) {
    pawl_world *const world = make_soft_hero_world();
    const pawl_soft_id rope = add_rope_bridge(world, &plain_bridge);
    player p = player_at(0.125, 1);
    p.def.filter.soft = true;
    settle(world, 240);
    if (is_hero) add_walker(world, 0.125, 1, mass);
    for (int i = 0; i < 900; i++) {
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        if (is_hero) continue;
        play(world, &p, 0, 0);
        ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, &p.mover, FX(mass)), PAWL_OK);
    }
    const double low = units(pawl_soft_get_box(world, rope).lower.y);
    free(world);
    return -low;
}

START_TEST(a_bridge_sags_by_what_a_mover_of_its_mass_makes) {
    static const double masses[] = {0, 0.5, 2, 10};
    double before = 0;
    for (int i = 0; i < 4; i++) {
        const double hero = sag_under(masses[i], true), mover = sag_under(masses[i], false);
        assert_near(hero, mover, 0.01, "depth");
        ck_assert_msg(hero > before + 0.005, "%f is not deeper than %f", hero, before);
        before = hero;
    }
}
END_TEST

/* How fast the fastest point goes down in the step of the landing. */
static double blow_of_landing(double from) {
    pawl_world *const world = make_soft_hero_world();
    const pawl_soft_id rope = add_rope_bridge(world, &plain_bridge);
    settle(world, 240);
    const pawl_character_id hero = add_walker(world, 0.125, from, 2);
    double fastest = 0;
    for (int i = 0; i < 200; i++) {
        const pawl_character_state state = hero_step(world, hero, 0, 0, 0);
        ck_assert_msg(hero_foot(world, hero) > units(pawl_soft_get_box(world, rope).lower.y),
                      "it falls through after %d", i);
        if (!(state.events & PAWL_CHARACTER_LANDED)) continue;
        for (uint32_t k = 0; k <= 20; k++) {
            pawl_soft_point point;
            ck_assert_int_eq(pawl_soft_get_point(world, rope, k, &point), PAWL_OK);
            if (-units(point.velocity.y) > fastest) fastest = -units(point.velocity.y);
        }
    }
    ck_assert_int_eq(pawl_character_get_state(world, hero).mode, PAWL_CHARACTER_STANDS);
    free(world);
    return fastest;
}

/* A point of a rope takes no more in a step than keeps it whole. */
START_TEST(a_landing_is_a_blow_on_the_bridge) {
    const double low = blow_of_landing(0.6), high = blow_of_landing(5);
    ck_assert_msg(high > low + 1 && high < 14, "%f, and from above %f", low, high);
}
END_TEST

/* ---- blobs, cloths and hanging ropes --------------------------------------------------------- */

static pawl_soft_id add_blob_on_ground(pawl_world *world) {
    add_ground(world);
    begin_blob(&parts, VEC(0, 1.5), 1.5, 24);
    const pawl_soft_id blob = finish(&parts, world);
    settle(world, 180);
    return blob;
}

START_TEST(it_jumps_on_a_blob_and_off_it) {
    double foot[2];
    for (int k = 0; k < 2; k++) {
        pawl_world *const world = make_soft_hero_world();
        const pawl_soft_id blob = add_blob_on_ground(world);
        const pawl_character_id hero = add_walker(world, 0, 5, k == 0 ? 0 : 2);
        uint32_t events = hero_steps(world, hero, 0, 0, 120);
        pawl_character_state state = pawl_character_get_state(world, hero);
        ck_assert_uint_ne(events & PAWL_CHARACTER_LANDED, 0);
        ck_assert_int_eq(state.mode, PAWL_CHARACTER_STANDS);
        ck_assert_int_eq(pawl_soft_id_equal(state.ground_soft, blob), true);
        foot[k] = hero_foot(world, hero);
        events = hero_steps(world, hero, 0, PAWL_CHARACTER_JUMP, 15);
        ck_assert_uint_ne(events & PAWL_CHARACTER_JUMPED, 0);
        ck_assert_uint_ne(events & PAWL_CHARACTER_LEFT_GROUND, 0);
        state = pawl_character_get_state(world, hero);
        ck_assert_int_eq(pawl_soft_is_null(state.ground_soft), true);
        ck_assert_msg(hero_foot(world, hero) > foot[k] + 0.5, "no jump: %f",
                      hero_foot(world, hero));
        free(world);
    }
    ck_assert_msg(foot[1] < foot[0] - 0.02, "with a weight at %f, without at %f", foot[1], foot[0]);
}
END_TEST

/* A net over a gap, two links wide: what lands on it stands on it. */
START_TEST(a_cloth_that_hangs_carries_it) {
    pawl_world *const world = make_soft_hero_world();
    begin_soft(&parts);
    const pawl_box box = {VEC(-3, -0.5), VEC(3, 0)};
    ck_assert_int_eq(pawl_soft_add_cloth(&parts.parts, box, 13, 2, FX(6), FX(1), FX(0.5)), PAWL_OK);
    for (uint32_t i = 0; i < parts.parts.point_count; i++)
        if (pawl_abs(parts.points[i].position.x) == FX(3)) parts.points[i].mass = 0;
    parts.def.damping = FX(1);
    const pawl_soft_id cloth = finish(&parts, world);
    const pawl_character_id hero = add_walker(world, 0, 2, 1);
    hero_steps(world, hero, 0, 0, 240);
    const pawl_character_state state = pawl_character_get_state(world, hero);
    ck_assert_int_eq(state.mode, PAWL_CHARACTER_STANDS);
    ck_assert_int_eq(pawl_soft_id_equal(state.ground_soft, cloth), true);
    free(world);
}
END_TEST

START_TEST(it_pushes_a_rope_that_hangs_in_its_way) {
    double way[2];
    for (int k = 0; k < 2; k++) {
        pawl_world *const world = make_soft_hero_world();
        pawl_character_def def = pawl_character_def_default();
        add_ground(world);
        begin_soft(&parts);
        ck_assert_int_eq(
            pawl_soft_add_rope(&parts.parts, VEC(0, 4), VEC(0, 0.5), 7, FX(1), FX(1), 0), PAWL_OK);
        parts.points[0].mass = 0;
        finish(&parts, world);
        def.position = VEC(-2, 0.9);
        def.speed = FX(2);
        def.push = k == 0 ? 0 : FX(2);
        const pawl_character_id hero = add_hero(world, &def);
        hero_steps(world, hero, 1, 0, 120);
        way[k] = units(pawl_character_get_state(world, hero).position.x);
        free(world);
    }
    ck_assert_msg(way[0] < -0.2, "without a push it gets to %f", way[0]);
    ck_assert_msg(way[1] > way[0] + 0.5, "with a push it gets to %f", way[1]);
}
END_TEST

/* A bar of pinned points comes down, moved by the program: over free ground it pushes, and on the
 * ground it crushes. A cloth that falls upon it does neither. */
START_TEST(what_comes_down_on_it_crushes_only_if_it_gives_no_way) {
    pawl_world *const world = make_soft_hero_world();
    add_ground(world);
    begin_soft(&parts);
    ck_assert_int_eq(pawl_soft_add_rope(&parts.parts, VEC(-2, 3), VEC(2, 3), 8, FX(1), FX(1), 0),
                     PAWL_OK);
    for (int i = 0; _i == 0 && i < 9; i++)
        parts.points[i].mass = 0;
    const pawl_soft_id bar = finish(&parts, world);
    const pawl_character_id hero = add_walker(world, 0, 0.9, 1);
    uint32_t events = 0;
    for (int i = 0; i < 120; i++) {
        for (uint32_t k = 0; _i == 0 && k < 9; k++)
            pawl_soft_set_point_position(world, bar, k,
                                         pawl_vec2_add(point_of(world, bar, k), VEC(0, -1 / 60.0)));
        events |= hero_step(world, hero, 0, 0, 0).events;
    }
    ck_assert_int_eq((events & PAWL_CHARACTER_CRUSHED) != 0, _i == 0);
    free(world);
}
END_TEST

/* ---- what it does not meet ------------------------------------------------------------------- */

/* 0: met; 1: by the mask of the hero; 2: by that of the rope. */
START_TEST(filters_say_which_soft_bodies_it_meets) {
    pawl_world *const world = make_soft_hero_world();
    pawl_character_def def = pawl_character_def_default();
    begin_soft(&parts);
    ck_assert_int_eq(pawl_soft_add_rope(&parts.parts, VEC(-2, 0), VEC(2, 0), 8, FX(1), FX(1), 0),
                     PAWL_OK);
    for (int i = 0; i < 9; i++)
        parts.points[i].mass = 0;
    parts.def.filter.category = 4;
    if (_i == 2) parts.def.filter.mask = ~UINT32_C(2);
    finish(&parts, world);
    def.position = VEC(0.1, 1);
    def.filter.category = 2;
    if (_i == 1) def.filter.mask = ~UINT32_C(4);
    const pawl_character_id hero = add_hero(world, &def);
    hero_steps(world, hero, 0, 0, 90);
    const pawl_character_state state = pawl_character_get_state(world, hero);
    ck_assert_int_eq(state.mode == PAWL_CHARACTER_STANDS, _i == 0);
    ck_assert_int_eq(state.position.y > 0, _i == 0);
    free(world);
}
END_TEST

/* An outline lets out what is inside, and carries what comes from above. */
START_TEST(an_outline_is_passed_from_inside) {
    pawl_world *const world = make_soft_hero_world();
    begin_blob(&parts, VEC(0, 0), 3, 24);
    for (uint32_t i = 0; i < 24; i++)
        parts.points[i].mass = 0;
    const pawl_soft_id blob = finish(&parts, world);
    const pawl_character_id on = add_walker(world, 0, 5, 1), in = add_walker(world, 0, 0, 1);
    hero_steps(world, on, 0, 0, 120);
    const pawl_character_state state = pawl_character_get_state(world, on);
    ck_assert_int_eq(state.mode, PAWL_CHARACTER_STANDS);
    ck_assert_int_eq(pawl_soft_id_equal(state.ground_soft, blob), true);
    ck_assert_int_lt(pawl_character_get_state(world, in).position.y, FX(-10));
    free(world);
}
END_TEST

/* Another one in its place is not what it stood on. */
START_TEST(what_is_destroyed_carries_it_no_longer) {
    pawl_world *const world = make_soft_hero_world();
    const pawl_soft_id rope = add_rope_bridge(world, &plain_bridge);
    const pawl_character_id hero = add_walker(world, 0.125, 1, 1);
    hero_steps(world, hero, 0, 0, 120);
    ck_assert_int_eq(pawl_soft_id_equal(pawl_character_get_state(world, hero).ground_soft, rope),
                     true);
    ck_assert_int_eq(pawl_soft_destroy(world, rope), PAWL_OK);
    begin_square(&parts, VEC(30, 0));
    finish(&parts, world);
    assert_sound(world);
    ck_assert_int_eq(pawl_soft_is_null(pawl_character_get_state(world, hero).ground_soft), true);
    const pawl_character_state state = hero_step(world, hero, 0, 0, 0);
    ck_assert_int_eq(state.mode, PAWL_CHARACTER_FALLS);
    ck_assert_uint_ne(state.events & PAWL_CHARACTER_LEFT_GROUND, 0);
    free(world);
}
END_TEST

/* What lists of touches promise of shapes holds for the body of a character, too. */
START_TEST(touches_tell_who_stands_on_a_rope) {
    pawl_world *const world = make_soft_hero_world();
    pawl_soft_touch pairs[8];
    pawl_soft_touches touches = {pairs, 8, 0, 0};
    const pawl_soft_id rope = add_rope_bridge(world, &plain_bridge);
    const pawl_character_id hero = add_walker(world, 0.125, 1.5, 1);
    const pawl_body_id body = pawl_character_get_body(world, hero);
    int begins = 0, stays = 0, ends = 0;
    for (int i = 0; i < 200; i++) {
        const uint32_t buttons = i == 150 ? PAWL_CHARACTER_JUMP : 0;
        const bool stands = hero_step(world, hero, 0, 0, buttons).mode == PAWL_CHARACTER_STANDS;
        ck_assert_int_eq(pawl_world_update_soft_touches(world, &touches), PAWL_OK);
        bool touched = false;
        for (uint32_t k = 0; k < touches.count; k++) {
            if (!pawl_body_id_equal(pawl_shape_get_body(world, pairs[k].shape), body)) continue;
            ck_assert_int_eq(pawl_soft_id_equal(pairs[k].soft, rope), true);
            begins += pairs[k].state == PAWL_SOFT_TOUCH_BEGINS;
            stays += pairs[k].state == PAWL_SOFT_TOUCH_STAYS;
            ends += pairs[k].state == PAWL_SOFT_TOUCH_ENDS;
            touched = pairs[k].state != PAWL_SOFT_TOUCH_ENDS;
        }
        ck_assert_msg(touched || !stands, "it stands untouched after %d", i);
    }
    ck_assert_msg(begins > 0 && ends > 0 && stays > 100, "%d begin, %d end", begins, ends);
    free(world);
}
END_TEST

/* ---- state ----------------------------------------------------------------------------------- */

/* Two heroes on a bridge, told something else every now and then. */
static void drive_bridge(pawl_world *world, uint64_t *seed) {
    pawl_character_id hero = PAWL_NULL_CHARACTER;
    while (!pawl_character_is_null(hero = pawl_world_next_character(world, hero))) {
        pawl_character_input input = {FX(between(seed, -0.5, 0.5)), 0, 0};
        if (seeded_next(seed) % 5 == 0) input.buttons = PAWL_CHARACTER_JUMP;
        if (seeded_next(seed) % 20 == 0)
            ck_assert_int_eq(pawl_character_set_input(world, hero, &input), PAWL_OK);
    }
}

static pawl_world *make_driven_bridge(const pawl_world_def *def) {
    pawl_world *const world = make_world(def);
    add_rope_bridge(world, &plain_bridge);
    add_walker(world, -1, 1, 2);
    add_walker(world, 1, 1, 1);
    return world;
}

START_TEST(a_loaded_bridge_goes_on_as_the_saved_one) {
    uint64_t seed = first_seed(_i);
    const pawl_world_def def = soft_hero_def();
    pawl_world *const world = make_driven_bridge(&def);
    pawl_world *copy;
    int on_rope = 0;
    for (int i = 0; i < 90 + 10 * _i; i++) {
        drive_bridge(world, &seed);
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    }
    uint32_t size;
    uint8_t *const bytes = snapshot_of(world, &size);
    void *const memory = malloc(world->total_size);
    ck_assert_int_eq(pawl_world_decode(bytes, size, memory, world->total_size, &copy), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(copy), pawl_world_hash(world));
    ck_assert_int_eq(pawl_world_compare(world, copy, NULL), 0);
    uint64_t other = seed;
    for (int i = 0; i < 150; i++) {
        drive_bridge(world, &seed);
        drive_bridge(copy, &other);
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        ck_assert_int_eq(pawl_world_step(copy, NULL), PAWL_OK);
        assert_sound(copy);
        ck_assert_uint_eq(pawl_world_hash(copy), pawl_world_hash(world));
        const pawl_character_id hero = pawl_world_next_character(copy, PAWL_NULL_CHARACTER);
        on_rope += !pawl_soft_is_null(pawl_character_get_state(copy, hero).ground_soft);
    }
    ck_assert_msg(on_rope > 20, "%d steps on the rope", on_rope);
    free(memory);
    free(bytes);
    free(world);
}
END_TEST

START_TEST(a_replay_of_a_bridge_plays_alike) {
    uint64_t seed = first_seed(7);
    const pawl_world_def def = soft_hero_def();
    recording run;
    begin_recording(&run, make_driven_bridge(&def), &def, 50, 10);
    for (int i = 0; i < 200; i++) {
        drive_bridge(run.world, &seed);
        record_step(&run);
    }
    end_recording(&run);
    assert_plays_alike(&run, "bridge");
    free_recording(&run);
}
END_TEST

/* Which soft body it is, is hashed and named. */
START_TEST(the_soft_ground_is_state) {
    const pawl_world_def def = soft_hero_def();
    pawl_world *const world = make_driven_bridge(&def), *const copy = malloc(world->total_size);
    pawl_difference difference;
    settle(world, 90);
    memcpy(copy, world, world->total_size);
    pawli_character *const hero = &pawli_characters(copy)[0];
    ck_assert_uint_eq(hero->ground_soft, 1);
    hero->ground_soft = 0;
    ck_assert_uint_ne(pawl_world_hash(copy), pawl_world_hash(world));
    ck_assert_int_eq(pawl_world_compare(world, copy, &difference), 1);
    ck_assert_str_eq(difference.a.name, "ground_soft");
    hero->ground_soft = 2; /* there is no such body: neither sound nor loaded */
    ck_assert_ptr_ne(pawli_validate_find_defect(copy).what, NULL);
    uint32_t size;
    uint8_t *const bytes = snapshot_of(copy, &size);
    void *const memory = malloc(world->total_size);
    pawl_world *loaded;
    ck_assert_int_eq(pawl_world_decode(bytes, size, memory, world->total_size, &loaded),
                     PAWL_ERR_FORMAT);
    free(memory);
    free(bytes);
    free(copy);
    free(world);
}
END_TEST

Suite *suite_character_soft(void);
Suite *suite_character_soft(void) {
    Suite *const suite = suite_create("character_soft");
    TCase *const tcase = tcase_create("character_soft");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, it_walks_over_any_bridge_of_rope);
    tcase_add_test(tcase, a_bridge_sags_by_what_a_mover_of_its_mass_makes);
    tcase_add_test(tcase, a_landing_is_a_blow_on_the_bridge);
    tcase_add_test(tcase, it_jumps_on_a_blob_and_off_it);
    tcase_add_test(tcase, a_cloth_that_hangs_carries_it);
    tcase_add_test(tcase, it_pushes_a_rope_that_hangs_in_its_way);
    tcase_add_loop_test(tcase, what_comes_down_on_it_crushes_only_if_it_gives_no_way, 0, 2);
    tcase_add_loop_test(tcase, filters_say_which_soft_bodies_it_meets, 0, 3);
    tcase_add_test(tcase, an_outline_is_passed_from_inside);
    tcase_add_test(tcase, what_is_destroyed_carries_it_no_longer);
    tcase_add_test(tcase, touches_tell_who_stands_on_a_rope);
    tcase_add_loop_test(tcase, a_loaded_bridge_goes_on_as_the_saved_one, 0, 4);
    tcase_add_test(tcase, a_replay_of_a_bridge_plays_alike);
    tcase_add_test(tcase, the_soft_ground_is_state);
    suite_add_tcase(suite, tcase);
    return suite;
}
