/* test_arcade_pairs.c - who is found near whom: an arcade that sorts its bodies, and one that does
 * not, give the same bits. */
#include "arcade/arcade.h"
#include "support/arcade/arcade.h"
#include "support/base/seeded.h"

#define BODIES 140
#define KINDS 8

/* Bodies of all shapes and responses over one another in a small room, a long one among them. */
static pawl_arcade *make_room(uint64_t seed) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.body_capacity = BODIES;
    def.contact_capacity = 512;
    def.impact_limit = 8;
    def.bounds.lower = VEC(-16, -12);
    def.bounds.upper = VEC(16, 12);
    def.edges[PAWL_ARCADE_LEFT] = def.edges[PAWL_ARCADE_RIGHT] = PAWL_ARCADE_EDGE_WRAP;
    def.edges[PAWL_ARCADE_BOTTOM] = PAWL_ARCADE_EDGE_BOUNCE;
    def.edges[PAWL_ARCADE_TOP] = PAWL_ARCADE_EDGE_BOUNCE;
    pawl_arcade *const arcade = make_arcade(&def);
    const pawl_vec2 gem[] = {VEC(-0.5, 0), VEC(0, -0.75), VEC(0.75, 0), VEC(0, 0.5)};
    for (int i = 0; i < KINDS; i++) {
        const double size = 0.25 + (double)(seeded_next(&seed) % 8) / 16;
        pawl_arcade_prototype kind = i % 2 ? circle_kind(size) : box_kind(size, size / 2);
        if (i == 2) kind = polygon_kind(arcade, gem, 4, FX(0.125));
        if (i == 4) kind = immovable(box_kind(9, 0.25));
        kind.elasticity = (pawl_fx)(seeded_next(&seed) % 65537);
        if (i == 5) kind.response = PAWL_ARCADE_SPRING;
        if (i == 6) kind.response = PAWL_ARCADE_SENSOR;
        add_kind(arcade, kind);
    }
    return arcade;
}

static pawl_vec2 any_place(uint64_t *seed) {
    const pawl_fx x = (pawl_fx)(seeded_next(seed) % FX(32)) - FX(16);
    return pawl_vec2_make(x, (pawl_fx)(seeded_next(seed) % FX(24)) - FX(12));
}

/* Bodies come, go and are put somewhere, often over others. */
static void edit(pawl_arcade *arcade, uint64_t *seed) {
    pawl_arcade_id bodies[BODIES];
    for (uint64_t n = seeded_next(seed) % 4; n > 0; n--) {
        const uint16_t count = pawl_arcade_get_bodies(arcade, bodies, BODIES);
        const uint64_t what = seeded_next(seed) % 4;
        const pawl_vec2 place = any_place(seed);
        const pawl_vec2 velocity = {seeded_int32(seed) / 128, seeded_int32(seed) / 128};
        const pawl_arcade_id body = bodies[seeded_next(seed) % (count + !count)];
        if (what < 2 && count < BODIES) {
            const uint16_t kind = (uint16_t)(seeded_next(seed) % KINDS);
            add_arcade_body(arcade, kind == 4 && what == 0 ? 3 : kind, place, velocity);
        } else if (what == 2 && count > BODIES / 2) {
            ck_assert_int_eq(pawl_arcade_destroy(arcade, body), PAWL_OK);
        } else if (what == 3 && count > 0) {
            ck_assert_int_eq(pawl_arcade_set_position(arcade, body, place), PAWL_OK);
        }
    }
}

static void assert_same_contacts(const pawl_arcade *a, const pawl_arcade *b) {
    const uint16_t count = pawl_arcade_get_contact_count(a);
    ck_assert_uint_eq(pawl_arcade_get_contact_count(b), count);
    ck_assert_uint_eq(pawl_arcade_get_dropped_count(a), pawl_arcade_get_dropped_count(b));
    for (int i = 0; i < count; i++) {
        ck_assert_msg(memcmp(pawl_arcade_get_contacts(a) + i, pawl_arcade_get_contacts(b) + i,
                             sizeof(pawl_arcade_contact)) == 0,
                      "contact %d", i);
    }
}

/* What the last step has left to work with: nothing, rubbish, one body many times; and what it says
 * of overlaps, true or not. */
static void spoil(pawl_arcade *arcade, uint64_t *seed) {
    const uint64_t how = seeded_next(seed) % 8;
    arcade->is_crowded = seeded_next(seed) % 2 != 0;
    pawli_arcade_span *const spans = pawli_arcade_spans(arcade);
    for (int i = 0; i < BODIES; i++) {
        if (how == 0) spans[i].slot = (uint16_t)seeded_next(seed);
        if (how == 1) spans[i].slot = (uint16_t)(seeded_next(seed) % BODIES);
        if (how == 2) spans[i].slot = 5;
        if (how == 3) spans[i].slot = (uint16_t)(BODIES - 1 - i);
    }
}

START_TEST(sorted_and_unsorted_bodies_move_alike) {
    uint64_t seed = first_seed(_i);
    pawl_arcade *const sorted = make_room(seed), *const plain = make_room(seed);
    ck_assert_uint_ne(sorted->offset_spans, 0);
    plain->offset_spans = 0;
    int seen[5] = {0};
    for (int i = 0; i < 70; i++) {
        const pawl_vec2 place = any_place(&seed);
        const pawl_vec2 velocity = {seeded_int32(&seed) / 128, seeded_int32(&seed) / 128};
        const uint16_t kind = i == 40 ? 4 : (uint16_t)(i % 2 ? 1 : seeded_next(&seed) % 4);
        add_arcade_body(sorted, kind, place, velocity);
        add_arcade_body(plain, kind, place, velocity);
    }
    for (int i = 0; i < SEEDED_ROUNDS(150); i++) {
        uint64_t again = seed;
        edit(sorted, &seed);
        edit(plain, &again);
        spoil(sorted, &again);
        step(sorted, 1);
        step(plain, 1);
        ck_assert_msg(pawl_arcade_hash(sorted) == pawl_arcade_hash(plain), "step %d of %d", i, _i);
        assert_same_contacts(sorted, plain);
        for (int k = 0; k < pawl_arcade_get_contact_count(sorted); k++)
            seen[pawl_arcade_get_contacts(sorted)[k].type]++;
    }
    for (int type = 0; type < 5; type++) {
        ck_assert_msg(seen[type] > SEEDED_OFTEN(20), "only %d of type %d", seen[type], type);
    }
    free(sorted);
    free(plain);
}
END_TEST

/* Each of a set of ranks once, upward, from any rank on. */
START_TEST(marks_come_out_in_the_order_of_ranks) {
    uint64_t seed = first_seed(0);
    pawl_arcade *const arcade = make_room(seed);
    for (int n = 0; n < SEEDED_ROUNDS(200); n++) {
        bool want[BODIES] = {false};
        arcade->body_count = (uint16_t)(1 + seeded_next(&seed) % BODIES);
        pawli_order_set_clear(arcade);
        for (uint64_t i = seeded_next(&seed) % 8; i > 0; i--) {
            const uint16_t rank = (uint16_t)(seeded_next(&seed) % arcade->body_count);
            pawli_order_set_add(arcade, rank);
            want[rank] = true;
        }
        for (uint64_t i = seeded_next(&seed) % 4; i > 0; i--) {
            const uint16_t rank = (uint16_t)(seeded_next(&seed) % arcade->body_count);
            pawli_order_set_remove(arcade, rank);
            want[rank] = false;
        }
        uint16_t next = arcade->body_count;
        for (int rank = arcade->body_count - 1; rank >= 0; rank--) {
            if (want[rank]) next = (uint16_t)rank;
            ck_assert_int_eq(pawli_order_set_has(arcade, (uint16_t)rank), want[rank]);
            ck_assert_uint_eq(pawli_order_set_next(arcade, (uint32_t)rank), next);
        }
        ck_assert_uint_eq(pawli_order_set_next(arcade, arcade->body_count), arcade->body_count);
    }
    free(arcade);
}
END_TEST

Suite *suite_arcade_pairs(void);

Suite *suite_arcade_pairs(void) {
    Suite *const suite = suite_create("arcade_pairs");
    TCase *const all = tcase_create("arcade_pairs");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, sorted_and_unsorted_bodies_move_alike, 0, 8);
    tcase_add_test(all, marks_come_out_in_the_order_of_ranks);
    suite_add_tcase(suite, all);
    return suite;
}
