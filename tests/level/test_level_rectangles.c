/* test_level_rectangles.c - levels of rectangles and upright walls, where nothing is rounded: every
 * point is in the regions that were drawn over it. */
#include <check.h>
#include <stdlib.h>

#include "pawl/level.h"
#include "support/level/level_parts.h"
#include "support/level/level_random.h"
#include "support/base/seeded.h"

#define RECTANGLES 12u
#define RANGE 40 /* even coordinates up to this; points between are never on an edge */

typedef struct rectangles {
    pawl_vec2 points[4 * RECTANGLES];
    uint32_t ends[RECTANGLES];
    pawl_level_polygon polygons[RECTANGLES];
    pawl_box boxes[RECTANGLES]; /* inflated */
    pawl_region regions[4];
    pawl_vec2 player[4];
    pawl_level_def def;
} rectangles;

static int32_t even(uint64_t *seed, int32_t range) {
    return 2 * ((int32_t)(seeded_next(seed) % (uint64_t)(range + 1)) - range / 2);
}

/* Rectangles, or walls with two points, any way round, in any region. */
static void draw_rectangle(rectangles *to, uint32_t i, uint64_t *seed) {
    pawl_vec2 *const ring = to->points + 4 * i;
    pawl_vec2 a = {even(seed, RANGE), even(seed, RANGE)};
    pawl_vec2 b = {even(seed, RANGE), even(seed, RANGE)};
    uint32_t count = 4;
    if (seeded_next(seed) % 4 == 0) {
        count = 2;
        if (seeded_next(seed) % 2)
            a.x = b.x;
        else
            a.y = b.y;
    }
    const pawl_vec2 corners[4] = {a, {b.x, a.y}, b, {a.x, b.y}};
    for (uint32_t k = 0; k < 4; k++)
        ring[k] = corners[count == 2 ? 2 * (k % 2) : k];
    if (count == 4 && (a.x == b.x || a.y == b.y)) count = 2, ring[1] = b;
    to->ends[i] = count;
    to->polygons[i].rings.points = ring;
    to->polygons[i].rings.ends = &to->ends[i];
    to->polygons[i].rings.count = 1;
    to->polygons[i].region = (uint16_t)(seeded_next(seed) % 4);
    /* Less the player's box, which is not symmetric. */
    to->boxes[i].lower.x = pawl_min(a.x, b.x) - to->player[2].x;
    to->boxes[i].lower.y = pawl_min(a.y, b.y) - to->player[2].y;
    to->boxes[i].upper.x = pawl_max(a.x, b.x) - to->player[0].x;
    to->boxes[i].upper.y = pawl_max(a.y, b.y) - to->player[0].y;
}

static void draw_rectangles(rectangles *to, uint64_t *seed) {
    memset(to, 0, sizeof *to);
    const pawl_vec2 low = {-2 * (int32_t)(seeded_next(seed) % 4),
                           -2 * (int32_t)(seeded_next(seed) % 3)};
    const pawl_vec2 high = {2 + 2 * (int32_t)(seeded_next(seed) % 3),
                            2 + 2 * (int32_t)(seeded_next(seed) % 5)};
    const pawl_vec2 player[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    memcpy(to->player, player, sizeof player);
    to->def = pawl_level_def_default();
    to->def.walker_points = to->player;
    to->def.walker_point_count = 4;
    to->def.regions = to->regions;
    to->def.region_count = 4;
    to->def.polygons = to->polygons;
    to->def.polygon_count = 1 + (uint32_t)(seeded_next(seed) % RECTANGLES);
    to->def.limits.vertices = 4000;
    to->def.limits.edges = 16000;
    for (uint32_t i = 0; i < to->def.polygon_count; i++)
        draw_rectangle(to, i, seed);
    if (seeded_next(seed) % 2) { /* cut off right through them */
        to->def.bounds.lower = pawl_vec2_make(-RANGE / 2, -RANGE / 2);
        to->def.bounds.upper = pawl_vec2_make(RANGE / 2 + 2, RANGE / 2);
    }
}

static bool is_strictly_in(pawl_box box, pawl_vec2 p) {
    return p.x > box.lower.x && p.x < box.upper.x && p.y > box.lower.y && p.y < box.upper.y;
}

START_TEST(every_point_between_rectangles_is_in_the_regions_that_were_drawn_over_it) {
    uint64_t seed = first_seed(_i);
    rectangles drawn;
    uint32_t cells_seen = 0;
    for (int n = 0; n < SEEDED_ROUNDS(60); n++) {
        draw_rectangles(&drawn, &seed);
        const level_built built = level_build_now(&drawn.def);
        for (int32_t y = -RANGE - 21; y < RANGE + 22; y += 2) {
            for (int32_t x = -RANGE - 21; x < RANGE + 22; x += 2) {
                const pawl_vec2 point = {x, y};
                uint32_t want = 0;
                for (uint32_t i = 0; i < drawn.def.polygon_count; i++)
                    if (is_strictly_in(drawn.boxes[i], point))
                        want |= UINT32_C(1) << drawn.polygons[i].region;
                pawl_place place;
                const bool is_in = is_strictly_in(built.level.bounds, point);
                const pawl_status status =
                    pawl_level_locate(&built.level, point, (uint32_t)n, &place);
                ck_assert_int_eq(status, is_in ? PAWL_OK : PAWL_ERR_RANGE);
                if (!is_in) continue;
                const uint32_t got = level_regions_of(&built.level, place.triangle);
                ck_assert_msg(got == want, "pass %d round %d, (%d, %d): %x, not %x", _i, n, (int)x,
                              (int)y, (unsigned)got, (unsigned)want);
                cells_seen |= UINT32_C(1) << got;
            }
        }
        free(built.block);
    }
    ck_assert_msg(SEEDED_SHARE > 1 || cells_seen == UINT32_C(0xFFFF), "%x", (unsigned)cells_seen);
}
END_TEST

Suite *suite_level_rectangles(void);
Suite *suite_level_rectangles(void) {
    Suite *const suite = suite_create("level_rectangles");
    TCase *const tcase = tcase_create("all");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(
        tcase, every_point_between_rectangles_is_in_the_regions_that_were_drawn_over_it, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
