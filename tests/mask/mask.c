/* mask.c - each field of the field table in turn is left out of saves, snapshots and hashes (MODE
 * mask, src/state/fields.h), and the cold restore must notice it: by a hash, by a public result, or
 * because what is left contradicts itself and is refused.
 *
 * So the scenes see every field; what they cannot see is listed below with the reason. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "state/fields.h"
#include "support/pileup.h"
#include "support/rewind.h"

/* How long, and how often the state is brought back: often, so that calls of all sorts fall between
 * save and step; and seldom, so that what matters late has its time. */
static const struct { uint32_t steps, period; } plays[] = {{300, 7}, {420, 35}};
#define PLAYS 2

typedef struct field_key {
    pawli_kind kind;
    uint8_t number;
    const char *name;
} field_key;

/* Nothing that follows is different without them. */
typedef struct unseen_field {
    pawli_kind kind;
    uint8_t number;
    bool in_saves, in_snapshots; /* where it is not noticed */
    const char *reason;
} unseen_field;

static const unseen_field unseen[] = {
    {PAWLI_KIND_WORLD, 13, true, false, "it is 0 in all worlds but those just decoded"},
    {PAWLI_KIND_TERRAIN, 4, true, false, "only pawl_shape_bind asks, which a save can do without"},
};

#define FIELDS_MAX 256
static field_key fields[FIELDS_MAX];
static int field_count;

static void list_fields(void) {
    for (int kind = PAWLI_KIND_WORLD; kind <= PAWLI_KIND_TERRAIN; kind++) {
        const pawli_fields table = pawli_fields_of((pawli_kind)kind);
        for (uint16_t i = 0; i < table.count; i++) {
            const field_key key = {(pawli_kind)kind, table.fields[i].number, table.fields[i].name};
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
                        uint32_t steps, uint32_t period) {
    pawl_world_def def = pileup_def();
    def.event_capacity = events;
    const size_t size = pawl_world_size(&def);
    void *const memory = malloc(size);
    rewind_twins twins = {NULL, &def, script, how, NULL, NULL};
    ck_assert_int_eq(pileup_make(memory, size, &def, &twins.world), PAWL_OK);
    const char *const defect = rewind_twin(&twins, steps, period);
    free(memory);
    return defect;
}

/* The heap twice, and then with hardly any room for events. */
static const char *play_all(rewind_how how) {
    static const rewind_script calm = {NULL, pileup_call, pileup_bind};
    static const rewind_script flickering = {NULL, flicker, pileup_bind};
    const char *defect = NULL;
    for (int i = 0; i < PLAYS && defect == NULL; i++)
        defect = play(how, &calm, pileup_def().event_capacity, plays[i].steps, plays[i].period);
    return defect != NULL ? defect : play(how, &flickering, 2, 200, 3);
}

static void expect_notice(const field_key *field, rewind_how how) {
    pawli_mask_field(field->kind, field->number, true);
    const char *const defect = play_all(how);
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
    const char *const defect = play_all((rewind_how)_i);
    ck_assert_msg(defect == NULL, "%s", defect);
}
END_TEST

int main(void) {
    list_fields();
    Suite *const suite = suite_create("mask");
    TCase *const tests = tcase_create("mask");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, whole_states_go_on_the_same, REWIND_DECODE, REWIND_RESTORE + 1);
    tcase_add_loop_test(tests, a_save_without_a_field_is_noticed, 0, field_count);
    tcase_add_loop_test(tests, a_snapshot_without_a_field_is_noticed, 0, field_count);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
