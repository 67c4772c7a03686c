/* test_snapshot_profile.c - snapshots of a build that has everything, in builds that leave
 * something out: the same state, or refused before anything is written.
 *
 * The snapshots are those of tests/fuzz/corpus, which a FULL build has written. This suite runs in
 * every profile. */
#include <stdio.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "pawl/state.h"
#include "state/snapshot.h"
#include "support/world/fixture.h"

#define SIZE_MAX_FILE 4096u
#define SIMULATION_AT 12u
#define CLAIM_AT 16u
/* As a FULL build has them. */
#define BULLET 32u
#define SENSOR 16u
#define CUSTOM_FILTER 32u
#define ONE_WAY 128u
#define SENSING 2u /* a contact of a sensor */
/* What a build believes, because it does not know the sections in which it could look. */
#define BELIEVED (PAWL_WITH_CHARACTERS ? 0u : (uint32_t)PAWL_FEATURE_CHARACTERS)

static uint64_t memory[1 << 13];
static uint8_t bytes[SIZE_MAX_FILE];

static uint32_t read_snapshot(const char *name) {
    char path[100];
    snprintf(path, sizeof path, "tests/fuzz/corpus/snapshot/%s", name);
    FILE *const file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s is not there", path);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ck_assert_uint_gt(size, PAWLI_SNAPSHOT_HEADER);
    ck_assert_uint_lt(size, sizeof bytes);
    /* It need not be written anew for each version. */
    pawli_store_u32(bytes + SIMULATION_AT, PAWL_SIMULATION_VERSION);
    return (uint32_t)size;
}

static void seal(uint32_t size) {
    pawli_store_u32(bytes + size - 4, pawli_crc_32(0, bytes, size - 4));
}

/* A field of a record of a section. */
static uint8_t *field_at(uint32_t size, pawli_section section, uint32_t index, size_t member) {
    pawli_snapshot opened;
    pawli_record record;
    seal(size);
    ck_assert_int_eq(pawli_snapshot_open(bytes, size, &opened), PAWL_OK);
    ck_assert_int_eq(pawli_snapshot_open_section(&record, &opened, section), true);
    for (uint16_t i = 0; i < record.count; i++) {
        if (record.moves[i].member != member) continue;
        return bytes + (pawli_record_at(&opened, section, index) - bytes) + record.moves[i].at;
    }
    ck_abort_msg("no such field");
    return NULL;
}

static uint8_t *field_of(uint32_t size, pawli_section section, size_t member) {
    pawli_snapshot opened;
    seal(size);
    ck_assert_int_eq(pawli_snapshot_open(bytes, size, &opened), PAWL_OK);
    return field_at(size, section, opened.sections[section].count - 1, member); /* the last */
}

static void make_first_bullet(uint32_t size) {
    *field_at(size, PAWLI_SECTION_BODIES, 0, offsetof(pawli_body, flags)) |= BULLET;
}

static void make_bullet(uint32_t size) {
    *field_of(size, PAWLI_SECTION_BODIES, offsetof(pawli_body, flags)) |= BULLET;
}

static void make_round(uint32_t size) {
    pawli_store_u32(field_of(size, PAWLI_SECTION_GEOMETRIES, offsetof(pawl_convex, radius)), 100);
}

#if !PAWL_WITH_SENSORS
/* With contacts, a state that no build could have: refused as beyond this one, nevertheless. */
static void make_sensor(uint32_t size) {
    *field_of(size, PAWLI_SECTION_SHAPES, offsetof(pawli_shape, flags)) |= SENSOR;
}

static void make_sensing(uint32_t size) {
    *field_of(size, PAWLI_SECTION_CONTACTS, offsetof(pawli_contact, flags)) |= SENSING;
}
#endif

static void make_filtered(uint32_t size) {
    *field_of(size, PAWLI_SECTION_SHAPES, offsetof(pawli_shape, flags)) |= CUSTOM_FILTER;
}

static void make_one_way(uint32_t size) {
    *field_of(size, PAWLI_SECTION_SHAPES, offsetof(pawli_shape, flags)) |= ONE_WAY;
}

/* As this very build writes them. */
static void make_own(uint32_t size) {
    (void)size;
    pawli_store_u32(bytes + CLAIM_AT, PAWL_FEATURES);
}

static const struct row {
    const char *name;
    void (*change)(uint32_t size);
    bool is_loaded; /* by this build */
} rows[] = {
    {"empty", NULL, true}, /* there is room for joints, but nobody has used it */
    {"stack", NULL, true},
    {"asleep", NULL, true},
    {"joints-1", NULL, PAWL_WITH_JOINTS},
    {"terrain", NULL, PAWL_WITH_CHAINS},
    {"odd", NULL, PAWL_WITH_SENSORS &&PAWL_WITH_ONE_WAY},
    {"stack", make_bullet, PAWL_WITH_CONTINUOUS},
    {"stack", make_round, PAWL_WITH_POLYGONS},
    {"stack", make_first_bullet, PAWL_WITH_CONTINUOUS},
    {"stack", make_filtered, PAWL_WITH_HOOKS},
    {"stack", make_one_way, PAWL_WITH_ONE_WAY},
    {"stack", make_own, true},
#if !PAWL_WITH_SENSORS
    {"stack", make_sensor, false},
    {"stack", make_sensing, false},
#endif
    {"soft", NULL, PAWL_WITH_SOFT},
    {"soft-asleep", NULL, PAWL_WITH_SOFT},
    {"soft-gone", NULL, PAWL_WITH_SOFT},
    {"joints-gone", NULL, PAWL_WITH_JOINTS},
    {"ball", NULL, true},
    {"bricks", NULL, PAWL_WITH_FRACTURE},
};

START_TEST(what_a_build_leaves_out_is_refused) {
    const struct row row = rows[_i];
    const uint32_t size = read_snapshot(row.name);
    if (row.change != NULL) row.change(size);
    if (row.change != NULL && row.change != make_own) {
        pawl_world *none = NULL; /* it claims less than it uses */
        seal(size);
        ck_assert_int_eq(pawl_world_decode(bytes, size, memory, sizeof memory, &none),
                         PAWL_ERR_FORMAT);
        pawli_store_u32(bytes + CLAIM_AT, PAWL_FEATURES_ALL & ~BELIEVED);
    }
    seal(size);
    pawl_snapshot_info info;
    ck_assert_int_eq(pawl_snapshot_inspect(bytes, size, &info), PAWL_OK);
    ck_assert_int_eq((info.features & ~PAWL_FEATURES) == 0, row.is_loaded);
    memset(memory, 0x55, sizeof memory);
    pawli_snapshot opened;
    pawl_world *world = NULL;
    ck_assert_int_eq(pawli_snapshot_open(bytes, size, &opened), PAWL_OK);
    const pawl_status status = pawli_decode_snapshot(&opened, memory, sizeof memory, &world);
    ck_assert_msg(status == (row.is_loaded ? PAWL_OK : PAWL_ERR_UNSUPPORTED), "%s: %s", row.name,
                  pawl_status_text(status));
    if (!row.is_loaded) {
        ck_assert_ptr_null(world);
        for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++)
            ck_assert_uint_eq(memory[i], UINT64_C(0x5555555555555555));
        return;
    }
    ck_assert_uint_eq(info.bodies, pawl_world_get_counters(world).bodies);
    if (row.change == NULL) ck_assert_uint_eq(info.hash, pawl_world_hash(world));
    ck_assert_ptr_null(pawli_validate_find_defect(world).what);
    run(world, 10);
}
END_TEST

/* No feature stands for periods: fields that a build does not know do. */
START_TEST(a_world_that_goes_round_needs_a_build_that_knows_how) {
    const uint32_t size = read_snapshot("torus");
    pawl_world *world = NULL;
    pawl_snapshot_info info;
    ck_assert_int_eq(pawl_snapshot_inspect(bytes, size, &info), PAWL_OK);
    ck_assert_int_eq(pawl_world_decode(bytes, size, memory, sizeof memory, &world),
                     PAWL_WITH_PERIODS ? PAWL_OK : PAWL_ERR_UNSUPPORTED);
    if (world == NULL) return;
    ck_assert_uint_eq(info.hash, pawl_world_hash(world));
    ck_assert_ptr_null(pawli_validate_find_defect(world).what);
    run(world, 10);
}
END_TEST

#if !PAWL_WITH_CONTINUOUS
/* What says that this build has written it is taken at its word, and then makes no sense. */
START_TEST(what_claims_to_be_of_this_build_is_damaged) {
    const uint32_t size = read_snapshot("stack");
    make_bullet(size);
    make_own(size);
    seal(size);
    pawli_snapshot opened;
    pawl_world *world = NULL;
    ck_assert_int_eq(pawli_snapshot_open(bytes, size, &opened), PAWL_OK);
    ck_assert_int_eq(pawli_decode_snapshot(&opened, memory, sizeof memory, &world),
                     PAWL_ERR_FORMAT);
}
END_TEST
#endif

Suite *suite_snapshot_profile(void);
Suite *suite_snapshot_profile(void) {
    TCase *cases = tcase_create("snapshot_profile");
    tcase_add_loop_test(cases, what_a_build_leaves_out_is_refused, 0,
                        (int)(sizeof rows / sizeof rows[0]));
    tcase_add_test(cases, a_world_that_goes_round_needs_a_build_that_knows_how);
#if !PAWL_WITH_CONTINUOUS
    tcase_add_test(cases, what_claims_to_be_of_this_build_is_damaged);
#endif
    Suite *suite = suite_create("snapshot_profile");
    suite_add_tcase(suite, cases);
    return suite;
}
