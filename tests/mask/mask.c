/* mask.c - each field of the field table in turn is left out of saves, snapshots and hashes (MODE
 * mask, src/world/fields.h), and the cold restore must notice it: by a hash, by a public result, or
 * because what is left contradicts itself and is refused.
 *
 * So the scenes see every field; what they cannot see is listed below with the reason. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "world/fields.h"
#include "support/state/everything.h"
#include "support/state/heroes.h"
#include "support/state/pileup.h"
#include "support/state/rewind.h"

/* How long, and how often the state is brought back: often, so that calls of all sorts fall between
 * save and step; and seldom, so that what matters late has its time. */
static const struct { uint32_t steps, period; } plays[] = {{300, 7}, {420, 35}};
#define PLAYS 2

typedef struct field_key {
    pawli_object_type kind;
    uint8_t number;
    const char *name;
} field_key;

/* Nothing that follows is different without them. */
typedef struct unseen_field {
    pawli_object_type kind;
    uint8_t number;
    bool in_saves, in_snapshots; /* where it is not noticed */
    const char *reason;
} unseen_field;

static const unseen_field unseen[] = {
    {PAWLI_OBJECT_WORLD, 13, true, false, "it is 0 in all worlds but those just decoded"},
    {PAWLI_OBJECT_TERRAIN, 4, true, false,
     "only pawl_shape_bind asks, which a save can do without"},
    {PAWLI_OBJECT_TERRAIN, 13, true, false,
     "only pawl_shape_bind_materials asks, which a save can do without"},
#if PAWL_WITH_CHARACTERS
    {PAWLI_OBJECT_CHARACTER, 47, true, true, "it is for the program, and each step writes it anew"},
    {PAWLI_OBJECT_CHARACTER, 48, true, true, "likewise"},
#endif
};

#define FIELDS_MAX 256
static field_key fields[FIELDS_MAX];
static int field_count;

static void list_fields(void) {
    for (int kind = PAWLI_OBJECT_WORLD; kind <= PAWLI_LAST_OBJECT; kind++) {
        const pawli_fields table = pawli_fields_of((pawli_object_type)kind);
        for (uint16_t i = 0; i < table.count; i++) {
            const field_key key = {
                (pawli_object_type)kind, table.fields[i].number,
                pawli_fields_name((pawli_object_type)kind, table.fields[i].number)};
            fields[field_count++] = key;
        }
    }
}

static const char *why_unseen(const field_key *field, rewind_how how) {
    for (size_t i = 0; i < sizeof unseen / sizeof unseen[0]; i++) {
        if (unseen[i].kind != field->kind || unseen[i].number != field->number) continue;
        return (how == REWIND_RESTORE ? unseen[i].in_saves : unseen[i].in_snapshots)
                   ? unseen[i].reason
                   : NULL;
    }
    return NULL;
}

/* Bodies are switched off and on, which ends their touches between two steps. */
static void flicker(void *nothing, pawl_world *world, uint32_t step) {
    pawl_body_id body = {0, 0};
    for (uint32_t i = 0; i < 10 + step % 50; i++)
        body = pawl_world_next_body(world, body);
    pawl_body_set_enabled(world, body, !pawl_body_is_enabled(world, body));
    pileup_call(nothing, world, step);
}

static const char *play(rewind_how how, const rewind_script *script, uint16_t events,
                        uint32_t steps, uint32_t period, pawl_vec2 round) {
    pawl_world_def def = pileup_def();
    def.event_capacity = events;
    const size_t size = pawl_world_size(&def);
    void *const memory = malloc(size);
    rewind_twins twins = {NULL, &def, script, how, NULL, NULL};
    ck_assert_int_eq(pileup_make(memory, size, &def, &twins.world), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_periods(twins.world, round), PAWL_OK);
    const char *const defect = rewind_twin(&twins, steps, period);
    free(memory);
    return defect;
}

/* The heap twice, then with hardly any room for events, in a world that goes round. */
static const char *play_heap(rewind_how how) {
    static const rewind_script calm = {NULL, pileup_call, pileup_bind};
    static const rewind_script flickering = {NULL, flicker, pileup_bind};
    const pawl_vec2 plain = {0, 0}, round = {PAWL_FX(1024, 0, 1), PAWL_FX(512, 0, 1)};
    const char *defect = NULL;
    for (int i = 0; i < PLAYS && defect == NULL; i++)
        defect =
            play(how, &calm, pileup_def().event_capacity, plays[i].steps, plays[i].period, plain);
    return defect != NULL ? defect : play(how, &flickering, 2, 200, 3, round);
}

static void drive_softs(void *seed, pawl_world *world, uint32_t step) {
    everything_drive(world, *(const uint64_t *)seed, step);
}

static pawl_status bind_softs(pawl_world *world) {
    return everything_bind(world) ? PAWL_OK : PAWL_ERR_ARGUMENT;
}

/* Soft bodies of all kinds, among rigid ones. */
static const char *play_softs(rewind_how how, uint32_t steps, uint32_t period) {
    static uint64_t seed = 1;
    static const rewind_script script = {&seed, drive_softs, bind_softs};
    pawl_world_def def = everything_def();
    def.soft_substeps = 6;
    const size_t size = pawl_world_size(&def);
    void *const memory = malloc(size);
    rewind_twins twins = {NULL, &def, &script, how, NULL, NULL};
    ck_assert_int_eq(pawl_world_init(memory, size, &def, &twins.world), PAWL_OK);
    ck_assert_int_eq(everything_make(twins.world), true);
    const char *const defect = rewind_twin(&twins, steps, period);
    free(memory);
    return defect;
}

/* Blobs one above the other, two that pass through each other by category and two by group: they
 * come to rest and fall asleep. */
static pawl_status add_blob(pawl_world *world, int32_t x, int32_t y, pawl_filter filter) {
    pawl_soft_point points[16];
    pawl_soft_link links[48];
    pawl_soft_parts parts = {points, links, 16, 48, 0, 0};
    pawl_soft_def def = pawl_soft_def_default();
    const pawl_vec2 center = {PAWL_FX(0, 1, 4) * x, PAWL_FX(0, 1, 4) * y};
    pawl_soft_id soft;
    const pawl_status made = pawl_soft_add_blob(&parts, center, PAWL_FX(0, 1, 2), 10, PAWL_FX_ONE,
                                                PAWL_FX_ONE, PAWL_FX(0, 1, 4));
    if (made != PAWL_OK) return made;
    def.points = points;
    def.links = links;
    def.point_count = def.outline_count = parts.point_count;
    def.link_count = parts.link_count;
    def.pressure = PAWL_FX_ONE;
    def.damping = PAWL_FX_ONE;
    def.filter = filter;
    return pawl_soft_create(world, &def, &soft);
}

static void fill_calm_world(pawl_world *world) {
    const pawl_filter plain = pawl_soft_def_default().filter;
    pawl_filter second = plain, not_second = plain, group = plain;
    second.category = 2;
    not_second.mask = ~UINT32_C(2);
    group.group = -3;
    const pawl_body_def ground = pawl_body_def_default();
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_body_id body;
    pawl_shape_id shape;
    pawl_convex box;
    ck_assert_int_eq(pawl_body_create(world, &ground, &body), PAWL_OK);
    ck_assert_int_eq(pawl_make_box(PAWL_FX(20, 0, 1), PAWL_FX_ONE, &box), PAWL_OK);
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &box, &shape), PAWL_OK);
    ck_assert_int_eq(add_blob(world, 0, 8, second), PAWL_OK);
    ck_assert_int_eq(add_blob(world, 1, 16, not_second), PAWL_OK);
    ck_assert_int_eq(add_blob(world, 20, 8, group), PAWL_OK);
    ck_assert_int_eq(add_blob(world, 21, 16, group), PAWL_OK);
    ck_assert_int_eq(add_blob(world, -20, 8, plain), PAWL_OK);
}

static const char *play_calm(rewind_how how, uint32_t steps, uint32_t period) {
    static const rewind_script script = {NULL, NULL, NULL};
    pawl_world_def def = everything_def();
    const size_t size = pawl_world_size(&def);
    void *const memory = malloc(size);
    rewind_twins twins = {NULL, &def, &script, how, NULL, NULL};
    ck_assert_int_eq(pawl_world_init(memory, size, &def, &twins.world), PAWL_OK);
    fill_calm_world(twins.world);
    const char *const defect = rewind_twin(&twins, steps, period);
    pawl_soft_id soft = pawl_world_next_soft(twins.world, PAWL_NULL_SOFT);
    for (int i = 0; defect == NULL && soft.index1 != 0; i++) {
        ck_assert_msg(!pawl_soft_is_awake(twins.world, soft), "blob %d does not sleep", i);
        soft = pawl_world_next_soft(twins.world, soft);
    }
    free(memory);
    return defect;
}

#if PAWL_WITH_CHARACTERS
static const char *play_heroes(rewind_how how, uint32_t steps, uint32_t period) {
    static const rewind_script script = {NULL, heroes_call, bind_softs};
    const pawl_world_def def = heroes_def();
    const size_t size = pawl_world_size(&def);
    void *const memory = malloc(size);
    rewind_twins twins = {NULL, &def, &script, how, NULL, NULL};
    ck_assert_int_eq(pawl_world_init(memory, size, &def, &twins.world), PAWL_OK);
    ck_assert_int_eq(heroes_make(twins.world), true);
    const char *const defect = rewind_twin(&twins, steps, period);
    free(memory);
    return defect;
}
#endif

static const char *play_all(pawli_object_type kind, rewind_how how) {
    if (kind < PAWLI_OBJECT_SOFT) return play_heap(how);
#if PAWL_WITH_CHARACTERS
    if (kind == PAWLI_OBJECT_CHARACTER) {
        const char *const defect = play_heroes(how, 2000, 7);
        return defect != NULL ? defect : play_heroes(how, 2000, 1);
    }
#endif
    const char *defect = NULL;
    for (int i = 0; i < PLAYS && defect == NULL; i++)
        defect = play_softs(how, plays[i].steps, plays[i].period);
    return defect != NULL ? defect : play_calm(how, 400, 7);
}

static void expect_notice(const field_key *field, rewind_how how) {
    pawli_mask_field(field->kind, field->number, true);
    const char *const defect = play_all(field->kind, how);
    pawli_mask_field(field->kind, field->number, false);
    const char *const reason = why_unseen(field, how);
    if (reason == NULL) {
        ck_assert_msg(defect != NULL, "kind %d, %s: nobody notices", (int)field->kind, field->name);
    } else {
        ck_assert_msg(defect == NULL, "kind %d, %s: noticed (%s), though %s", (int)field->kind,
                      field->name, defect, reason);
    }
}

START_TEST(a_save_without_a_field_is_noticed) {
    expect_notice(&fields[_i], REWIND_RESTORE);
}
END_TEST

START_TEST(a_snapshot_without_a_field_is_noticed) {
    expect_notice(&fields[_i], REWIND_DECODE);
}
END_TEST

/* With all fields there is nothing to notice. */
START_TEST(whole_states_go_on_the_same) {
    const char *const heap = play_all(PAWLI_OBJECT_WORLD, (rewind_how)_i);
    ck_assert_msg(heap == NULL, "%s", heap);
    const char *const softs = play_all(PAWLI_OBJECT_SOFT, (rewind_how)_i);
    ck_assert_msg(softs == NULL, "%s", softs);
}
END_TEST

/* usage: mask [PART PARTS]    only every PARTS-th field, from field PART on */
int main(int argc, char **argv) {
    const int part = argc == 3 ? atoi(argv[1]) : 0, parts = argc == 3 ? atoi(argv[2]) : 1;
    list_fields();
    if (part < 0 || part >= parts || parts > field_count) return 2;
    Suite *const suite = suite_create("mask");
    TCase *const tests = tcase_create("mask");
    tcase_set_timeout(tests, 300);
    if (part == 0) {
        tcase_add_loop_test(tests, whole_states_go_on_the_same, REWIND_DECODE, REWIND_RESTORE + 1);
    }
    for (int i = part; i < field_count; i += parts) {
        tcase_add_loop_test(tests, a_save_without_a_field_is_noticed, i, i + 1);
        tcase_add_loop_test(tests, a_snapshot_without_a_field_is_noticed, i, i + 1);
    }
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
