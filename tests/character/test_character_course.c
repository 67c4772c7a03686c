/* test_character_course.c - random courses of slopes, stairs, seams and lifts: a hero that runs
 * along one is on the ground, never in it, and is stopped by nothing.
 *
 * A course is drawn afresh in each run. PAWL_COURSES=200 in the environment plays so many of them;
 * the default is short enough for every check. */
#include <stdio.h>

#include "support/base/seeded.h"
#include "support/world/hero.h"
#include "support/world/mover.h"

#define PIECES 60
#define POINTS_MAX 1200
#define STEPS 1500

typedef enum piece_type {
    FLAT,
    UPHILL,
    DOWNHILL,
    STAIRS_UP,
    STAIRS_DOWN,
    PIECE_TYPES
} piece_type;

typedef struct course {
    pawl_vec2 points[POINTS_MAX]; /* of the ground, from left to right */
    int count;
    double ends[PIECES]; /* where a piece ends */
    piece_type types[PIECES];
} course;

static double between(uint64_t *seed, double low, double high) {
    return low + (high - low) * (double)(seeded_next(seed) % 65536) / 65536;
}

static void go_on(course *c, double x, double y) {
    const pawl_vec2 last = c->points[c->count - 1];
    ck_assert_int_lt(c->count, POINTS_MAX);
    c->points[c->count++] = pawl_vec2_add(last, VEC(x, y));
}

/* A length is cut into pieces in line: seams. */
static void add_line(course *c, uint64_t *seed, double x, double y) {
    const int seams = (int)(seeded_next(seed) % 3);
    for (int i = 0; i <= seams; i++)
        go_on(c, x / (seams + 1), y / (seams + 1));
}

/* Treads that a mover of radius 0.3 can stand on with both feet. */
static void add_stairs(course *c, uint64_t *seed, double rise) {
    const int steps = 2 + (int)(seeded_next(seed) % 8);
    const double tread = between(seed, 0.4, 1);
    for (int i = 0; i < steps; i++) {
        if (rise > 0) go_on(c, 0, rise);
        go_on(c, tread, 0);
        if (rise < 0) go_on(c, 0, rise);
    }
}

static void add_piece(course *c, uint64_t *seed, piece_type type) {
    const double length = between(seed, 1, 4), slope = between(seed, 0.05, 1); /* to 45 degrees */
    if (type == FLAT) add_line(c, seed, length, 0);
    if (type == UPHILL) add_line(c, seed, length, length * slope);
    if (type == DOWNHILL) add_line(c, seed, length, -length * slope);
    if (type == STAIRS_UP) add_stairs(c, seed, 0.25);
    if (type == STAIRS_DOWN) add_stairs(c, seed, -0.25);
}

static void draw_course(course *c, uint64_t *seed) {
    c->count = 1;
    c->points[0] = VEC(-4, 0);
    go_on(c, 8, 0);
    for (int i = 0; i < PIECES; i++) {
        c->types[i] = (piece_type)(seeded_next(seed) % PIECE_TYPES);
        add_piece(c, seed, c->types[i]);
        c->ends[i] = units(c->points[c->count - 1].x);
    }
    go_on(c, 40, 0);
}

static piece_type type_at(const course *c, double x) {
    if (x < 4) return FLAT;
    for (int i = 0; i < PIECES; i++)
        if (x < c->ends[i]) return c->types[i];
    return FLAT;
}

/* As one chain, or as blocks and triangles side by side: the ground goes from left to right with
 * its front above. */
static pawl_world *build_course(course *c, bool as_chain) {
    pawl_world_def def = pawl_world_def_default();
    def.character_capacity = 1;
    def.body_capacity = def.shape_capacity = POINTS_MAX + 2;
    def.contact_capacity = 64;
    pawl_world *const world = make_world(&def);
    const pawl_shape_def material = pawl_shape_def_default();
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 0);
    pawl_shape_id shape;
    if (as_chain) {
        pawl_chain chain = {c->points, c->count, false, false, false};
        chain.one_sided = seeded_base % 2 == 0;
        if (chain.one_sided) /* the front is on the right, going along */
            for (int i = 0; i < c->count / 2; i++) {
                const pawl_vec2 other = c->points[i];
                c->points[i] = c->points[c->count - 1 - i];
                c->points[c->count - 1 - i] = other;
            }
        ck_assert_int_eq(pawl_shape_create_chain(world, body, &material, &chain, &shape), PAWL_OK);
        return world;
    }
    for (int i = 0; i + 1 < c->count; i++) {
        const pawl_vec2 a = c->points[i], b = c->points[i + 1];
        const pawl_vec2 down = VEC(0, -2);
        if (a.x == b.x) continue;
        const pawl_vec2 corners[4] = {pawl_vec2_add(a, down), pawl_vec2_add(b, down), b, a};
        pawl_convex convex;
        ck_assert_int_eq(pawl_make_polygon(corners, 4, 0, &convex), PAWL_OK);
        ck_assert_int_eq(pawl_shape_create(world, body, &material, &convex, &shape), PAWL_OK);
    }
    return world;
}

typedef struct course_count {
    long steps, downhill, downhill_in_air, stairs, stairs_in_air;
} course_count;

static void run_course(uint64_t seed, bool as_chain, int steps, course_count *total) {
    static course c;
    draw_course(&c, &seed);
    const double end = units(c.points[c.count - 1].x) - 2;
    pawl_world *const world = build_course(&c, as_chain);
    const pawl_character_id hero = add_hero_at(world, -2, 1);
    double x = -2, x_before = -2;
    hero_steps(world, hero, 0, 0, 30);
    const pawl_character_input input = {FX(1), 0, 0};
    ck_assert_int_eq(pawl_character_set_input(world, hero, &input), PAWL_OK);
    int settled = 0; /* steps since it was put at the beginning, where it falls and speeds up */
    for (int i = 0; i < steps; i++, settled++) {
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        const pawl_character_state state = pawl_character_get_state(world, hero);
        const double now = units(state.position.x);
        const piece_type type = type_at(&c, now);
        assert_hero_clear(world, hero, "course");
        if (settled % 10 == 0) {
            ck_assert_msg(settled < 40 || now > x_before + 0.3, "held at %f, a piece of type %d",
                          now, (int)type);
            x_before = now;
        }
        const bool flat = type == FLAT && type_at(&c, x) == FLAT &&
                          type_at(&c, now + 0.5) == FLAT && type_at(&c, x - 0.5) == FLAT;
        ck_assert_msg(settled < 30 || !flat || now - x > 0.0999, "slowed to %f at %f, on the flat",
                      now - x, now);
        x = now;
        total->steps++;
        if (type == DOWNHILL) total->downhill++;
        if (type == DOWNHILL && state.mode != PAWL_CHARACTER_STANDS) total->downhill_in_air++;
        if (type == STAIRS_UP || type == STAIRS_DOWN) {
            total->stairs++;
            total->stairs_in_air += state.mode != PAWL_CHARACTER_STANDS;
        }
        if (now > end) {
            ck_assert_int_eq(pawl_character_put(world, hero, VEC(-2, 1)), PAWL_OK);
            settled = 0;
        }
    }
    free(world);
}

START_TEST(it_runs_any_course_on_the_ground_and_never_in_it) {
    const char *const said = getenv("PAWL_COURSES");
    const int courses = said == NULL ? 12 : atoi(said);
    uint64_t seed = seeded_fresh("courses");
    course_count total;
    memset(&total, 0, sizeof total);
    for (int i = 0; i < courses; i++) {
        const uint64_t own = seeded_next(&seed);
        run_course(own, i % 2 == 0, said == NULL ? STEPS : 10000, &total);
    }
    printf("courses: %ld steps; downhill %ld of %ld in the air, stairs %ld of %ld\n", total.steps,
           total.downhill_in_air, total.downhill, total.stairs_in_air, total.stairs);
    ck_assert_int_gt(total.downhill, 0);
    ck_assert_int_gt(total.stairs, 0);
    ck_assert_msg(total.downhill_in_air * 200 <= total.downhill, "downhill: above one in 200");
    ck_assert_msg(total.stairs_in_air * 200 <= total.stairs, "stairs: above one in 200");
}
END_TEST

Suite *suite_character_course(void);

Suite *suite_character_course(void) {
    Suite *const suite = suite_create("character_course");
    TCase *const tcase = tcase_create("character_course");
    tcase_set_timeout(tcase, 1200);
    tcase_add_test(tcase, it_runs_any_course_on_the_ground_and_never_in_it);
    suite_add_tcase(suite, tcase);
    return suite;
}
