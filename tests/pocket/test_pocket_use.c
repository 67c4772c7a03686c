/* test_pocket_use.c - edges, sensors and rays of a pocket, its checksum, and wrong use. */
#include "support/arcade/pocket.h"

START_TEST(edges_wrap_report_and_are_open) {
    begin_pocket();
    set_bounds(4, PAWL_POCKET_EDGE_WRAP);
    pawl_pocket_body *const body = put(3, -3, 0.75, -0.75);
    go(2);
    ck_assert_int_eq(body->position[0], FX(4.5 - 8));
    ck_assert_int_eq(body->position[1], FX(-4.5 + 8));
    set_bounds(4, PAWL_POCKET_EDGE_REPORT);
    go(9);
    ck_assert_uint_eq(pocket.contact_count, 0);
    go(1); /* from 3.25 to 4, and its side from 3.75 */
    ck_assert_uint_eq(pocket.contact_count, 2);
    ck_assert_uint_eq(pocket.contacts[0].a, 0);
    ck_assert_uint_eq(pocket.contacts[0].b, PAWL_POCKET_RIGHT);
    ck_assert_uint_eq(pocket.contacts[1].b, PAWL_POCKET_BOTTOM);
    ck_assert_int_eq(pocket.contacts[0].normal[0], 0);
    set_bounds(4, PAWL_POCKET_EDGE_OPEN);
    go(1);
    ck_assert_uint_eq(pocket.contact_count, 0);
}
END_TEST

START_TEST(who_passes_is_reported_and_not_stopped) {
    begin_pocket();
    pawl_pocket_body *const ball = put(0, 0, 1, 0), *const coin = put(3.25, 0, 0, 0);
    coin->flags |= PAWL_POCKET_SENSOR;
    uint32_t seen = 0;
    for (int i = 0; i < 8; i++) {
        go(1);
        seen = seen << 1 | (pocket.contact_count != 0);
        if (pocket.contact_count != 0) ck_assert_uint_eq(pocket.contacts[0].b, 1);
    }
    ck_assert_uint_eq(seen, 0x38); /* from 2 to 3, over 4, to 4.25 of 5 */
    ck_assert_int_eq(ball->position[0], FX(8));
    ck_assert_int_eq(coin->position[0], FX(3.25));
    /* Masks keep apart. */
    begin_pocket();
    put(0, 0, 1, 0)->mask = 2;
    put(3.25, 0, 0, 0);
    go(8);
    ck_assert_int_eq(bodies[0].position[0], FX(8));
}
END_TEST

START_TEST(rays_find_the_nearest_body) {
    begin_pocket();
    pawl_pocket_hit hit;
    box_body(put(8, 0, 1, 0), 1, 1)->category = 2;
    put(4, 0, 0, 0);
    const pawl_fx from[2] = {0, 0}, to[2] = {FX(16), 0}, inside[2] = {FX(8), FX(0.5)};
    ck_assert_int_eq(pawl_pocket_ray(&pocket, bodies, from, to, 255, &hit), 1);
    ck_assert_int_le(hit.point[0], FX(3.5));
    ck_assert_int_ge(hit.point[0], FX(3.5) - 32);
    ck_assert_int_eq(hit.normal[0], 127);
    ck_assert_int_eq(pawl_pocket_ray(&pocket, bodies, from, to, 2, &hit), 0);
    ck_assert_int_le(labs((long)hit.point[0] - FX(7)), 32);
    ck_assert_int_eq(pawl_pocket_ray(&pocket, bodies, to, from, 255, &hit), 0);
    ck_assert_int_eq(hit.normal[0], -127);
    ck_assert_int_eq(pawl_pocket_ray(&pocket, bodies, inside, from, 255, &hit), 0);
    ck_assert_uint_eq(hit.time, 0);
    ck_assert_int_eq(hit.normal[0], 0);
    ck_assert_int_eq(pawl_pocket_ray(&pocket, bodies, from, to, 4, &hit), PAWL_POCKET_NONE);
}
END_TEST

START_TEST(wrong_use_is_answered) {
    const pawl_fx at[2] = {0, 0}, far[2] = {PAWL_POCKET_COORD_MAX + 1, 0};
    pawl_pocket_hit hit;
    begin_pocket();
    ck_assert_int_eq(pawl_pocket_init(NULL, bodies, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_pocket_init(&pocket, NULL, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_pocket_init(&pocket, bodies, 241), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_pocket_step(NULL, bodies), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_pocket_step(&pocket, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_pocket_add(NULL, bodies, bodies), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_pocket_add(&pocket, bodies, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_pocket_remove(&pocket, bodies, BODIES), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_pocket_remove(&pocket, bodies, 255), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_pocket_remove(&pocket, bodies, 0), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_pocket_remove(NULL, bodies, 0), PAWL_ERR_NULL);
    for (int i = 0; i < BODIES; i++)
        put(2 * i, 0, 0, 0);
    ck_assert_int_eq(pawl_pocket_add(&pocket, bodies, bodies), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_pocket_remove(&pocket, bodies, 3), PAWL_OK);
    ck_assert_int_eq(pawl_pocket_add(&pocket, bodies, bodies), 3);
    ck_assert_int_eq(pawl_pocket_ray(NULL, bodies, at, at, 1, &hit), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_pocket_ray(&pocket, bodies, at, at, 1, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_pocket_ray(&pocket, bodies, at, far, 1, &hit), PAWL_ERR_RANGE);
    ck_assert_uint_eq(pawl_pocket_hash(NULL, bodies), 0);
    ck_assert_uint_eq(pawl_pocket_hash(&pocket, NULL), 0);
    pocket.body_count = 241;
    ck_assert_int_eq(pawl_pocket_step(&pocket, bodies), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_pocket_ray(&pocket, bodies, at, at, 1, &hit), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_pocket_add(&pocket, bodies, bodies), PAWL_ERR_RANGE);
    ck_assert_uint_eq(pawl_pocket_hash(&pocket, bodies), 0);
}
END_TEST

/* Any bytes may be a pocket: nothing is undefined (the sanitizers look), and what is beyond the
 * limits is clamped. */
START_TEST(any_bytes_do_no_harm) {
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(200); round++) {
        uint8_t *const of_pocket = (uint8_t *)&pocket, *const of_bodies = (uint8_t *)bodies;
        for (size_t i = 0; i < sizeof pocket; i++)
            of_pocket[i] = (uint8_t)seeded_next(&seed);
        for (size_t i = 0; i < sizeof bodies; i++)
            of_bodies[i] = (uint8_t)seeded_next(&seed);
        pocket.body_count = BODIES;
        go(2);
        ck_assert_uint_ne(pocket.faults & PAWL_POCKET_FAULT_POSITION, 0);
        for (int i = 0; i < BODIES; i++) {
            if (!is_used(i)) continue;
            ck_assert_int_le(labs((long)bodies[i].velocity[0]), 8 * PAWL_POCKET_SPEED_MAX);
        }
    }
}
END_TEST

/* Computed by this test on x86-64; 32-bit machines and boards give the same. */
START_TEST(the_hash_is_the_same_everywhere) {
    uint64_t seed = SEEDED_MULTIPLIER;
    begin_pocket();
    set_bounds(10, PAWL_POCKET_EDGE_BOUNCE);
    pocket.gravity[1] = -182;
    for (int i = 0; i < BODIES; i++) {
        pawl_pocket_body *const body = put(i % 4 * 5 - 7.5, i / 4 * 5 - 7.5, 0, 0);
        body->velocity[0] = (pawl_fx)(seeded_next(&seed) % 131072) - 65536;
        body->half[0] = (uint16_t)(64 + i * 20);
        body->elasticity = (uint8_t)(i * 16);
        body->inverse_mass = (uint8_t)(i * 7);
        if (i % 3 == 0) box_body(body, 0.5 + i / 16.0, 0.75);
        if (i == 0) body->velocity[0] = 0;
    }
    uint32_t hash = 0;
    for (int i = 0; i < 300; i++) {
        go(1);
        hash = (hash << 1 | hash >> 31) ^ pawl_pocket_hash(&pocket, bodies);
    }
    ck_assert_msg(hash == 0xBC986EE7, "%08lx", (unsigned long)hash);
}
END_TEST

/* As the formula in pawl/pocket.h says, without a look at src/pocket/pocket_hash.c. */
static uint32_t mixed(uint32_t hash, uint64_t word) {
    const uint64_t sum = (hash + word * UINT64_C(3266489917)) % (UINT64_C(1) << 32);
    const uint64_t turned = sum * 131072 % (UINT64_C(1) << 32) + sum / 32768;
    return (uint32_t)(turned * 668265263 % (UINT64_C(1) << 32));
}

static uint32_t expected_hash(void) {
    uint32_t hash = pocket.tick;
    for (int i = 0; i < 2; i++)
        hash = mixed(hash, (uint32_t)pocket.gravity[i]);
    for (int i = 0; i < 4; i++)
        hash = mixed(hash, (uint32_t)pocket.bounds[i]);
    for (int i = 0; i < 4; i++)
        hash = mixed(hash, pocket.edges[i]);
    hash = mixed(hash, pocket.body_count);
    hash = mixed(hash, pocket.impact_limit);
    hash = mixed(hash, pocket.faults);
    for (int i = 0; i < pocket.body_count; i++) {
        const pawl_pocket_body *const body = &bodies[i];
        if (!is_used(i)) continue;
        hash = mixed((uint32_t)((uint64_t)hash + (unsigned)i), (uint32_t)body->position[0]);
        hash = mixed(hash, (uint32_t)body->position[1]);
        hash = mixed(hash, (uint32_t)body->velocity[0]);
        hash = mixed(hash, (uint32_t)body->velocity[1]);
        hash = mixed(hash, body->half[0] + UINT64_C(65536) * body->half[1]);
        const uint8_t rest[7] = {body->inverse_mass, body->elasticity, body->friction, body->stick,
                                 body->category,     body->mask,       body->flags};
        for (int k = 0; k < 7; k++)
            hash = mixed(hash, rest[k]);
    }
    return hash;
}

START_TEST(the_hash_is_that_of_its_formula) {
    uint64_t seed = first_seed(0);
    /* By hand: 0xC2B2AE3D turned left by 17 bits is 0x5C7B8565, and that times 0x27D4EB2F is
     * 0x0E63BC9338C5348B. 1 turned left is 2^17. */
    ck_assert_uint_eq(mixed(0, 0), 0);
    ck_assert_uint_eq(mixed(0, 1), 0x38C5348B);
    ck_assert_uint_eq(mixed(1, 0), 0xD65E0000);
    for (int round = 0; round < SEEDED_ROUNDS(1000); round++) {
        uint8_t *const of_pocket = (uint8_t *)&pocket, *const of_bodies = (uint8_t *)bodies;
        for (size_t i = 0; i < sizeof pocket; i++)
            of_pocket[i] = (uint8_t)seeded_next(&seed);
        for (size_t i = 0; i < sizeof bodies; i++)
            of_bodies[i] = (uint8_t)seeded_next(&seed);
        pocket.body_count = (uint8_t)(round % (BODIES + 1));
        ck_assert_uint_eq(pawl_pocket_hash(&pocket, bodies), expected_hash());
    }
    /* A cleared pocket without bodies: zeros, mixed in thirteen times. */
    memset(&pocket, 0, sizeof pocket);
    ck_assert_uint_eq(pawl_pocket_hash(&pocket, bodies), 0);
    pocket.faults = 1;
    ck_assert_uint_eq(pawl_pocket_hash(&pocket, bodies), 0x38C5348B);
}
END_TEST

/* Nobody's sum overflows there: the sanitizers look. */
START_TEST(who_is_not_in_use_is_not_wrapped) {
    begin_pocket();
    set_bounds(4, PAWL_POCKET_EDGE_WRAP);
    pocket.bounds[0] = FX(3), pocket.bounds[1] = FX(-3); /* the wrong way round */
    bodies[0].position[0] = INT32_MIN;
    bodies[1].position[0] = INT32_MAX;
    go(1);
    ck_assert_int_eq(bodies[0].position[0], INT32_MIN);
    ck_assert_int_eq(bodies[1].position[0], INT32_MAX);
}
END_TEST

START_TEST(the_hash_sees_every_field) {
    begin_pocket();
    put(0, 0, 0, 0);
    const uint32_t before = pawl_pocket_hash(&pocket, bodies);
    int seen = 0;
    for (size_t i = 0; i < sizeof *bodies; i++) {
        ((uint8_t *)bodies)[i] ^= 4;
        seen += pawl_pocket_hash(&pocket, bodies) != before;
        ((uint8_t *)bodies)[i] ^= 4;
    }
    ck_assert_int_eq(seen, (int)sizeof *bodies - 1); /* all but `held` */
    for (size_t i = 0; i < offsetof(pawl_pocket, contact_count); i++) {
        if (i == offsetof(pawl_pocket, body_count)) continue; /* the array is no longer */
        ((uint8_t *)&pocket)[i] ^= 4;
        ck_assert_msg(pawl_pocket_hash(&pocket, bodies) != before, "byte %d", (int)i);
        ((uint8_t *)&pocket)[i] ^= 4;
    }
    pocket.tick++;
    ck_assert_uint_ne(pawl_pocket_hash(&pocket, bodies), before);
}
END_TEST

Suite *suite_pocket_use(void) {
    Suite *const suite = suite_create("pocket_use");
    TCase *const tests = tcase_create("pocket_use");
    tcase_add_test(tests, edges_wrap_report_and_are_open);
    tcase_add_test(tests, who_passes_is_reported_and_not_stopped);
    tcase_add_test(tests, rays_find_the_nearest_body);
    tcase_add_test(tests, wrong_use_is_answered);
    tcase_add_loop_test(tests, any_bytes_do_no_harm, 0, 2);
    tcase_add_test(tests, the_hash_is_the_same_everywhere);
    tcase_add_test(tests, the_hash_is_that_of_its_formula);
    tcase_add_test(tests, who_is_not_in_use_is_not_wrapped);
    tcase_add_test(tests, the_hash_sees_every_field);
    suite_add_tcase(suite, tests);
    return suite;
}
