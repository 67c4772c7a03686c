/* inspect.c - what the inspector says of worlds in which there is something of everything. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/runs/edits.h"
#include "cli/studio/inspect.h"
#include "cli/studio/inspect_unit.h"
#include "pawl/pawl.h"
#include "support/base/seeded.h"
#include "support/state/everything.h"
#include "support/state/heroes.h"
#include "world/layout.h"

/* ---- worlds ---- */

static pawl_world *make(const pawl_world_def *def) {
    pawl_world *world = NULL;
    const size_t size = pawl_world_size(def);
    void *const memory = calloc(1, size);
    ck_assert_int_eq(pawl_world_init(memory, size, def, &world), PAWL_OK);
    return world; /* the start of its memory */
}

static pawl_world *make_everything(uint64_t *seed, uint32_t steps) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make(&def);
    ck_assert_int_eq(everything_make(world), true);
    ck_assert_int_eq(everything_run(world, seeded_next(seed), 0, steps), true);
    return world;
}

static pawl_world *make_heroes(uint32_t steps) {
    const pawl_world_def def = heroes_def();
    pawl_world *const world = make(&def);
    ck_assert_int_eq(heroes_make(world), true);
    for (uint32_t step = 0; step < steps; step++) {
        heroes_call(NULL, world, step);
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    }
    return world;
}

static uint32_t drawn(uint64_t *seed, uint32_t limit) {
    return (uint32_t)(seeded_next(seed) >> 33) % limit;
}

/* Either of them, at a tick drawn. */
static pawl_world *draw_world(uint64_t *seed, int which) {
    return which % 2 == 0 ? make_everything(seed, drawn(seed, 300)) : make_heroes(drawn(seed, 300));
}

/* ---- texts ---- */

/* The raw number nearest to a decimal; digits behind the 19th do not count. */
static int64_t parse_decimal(const char *text, unsigned fraction) {
    const bool is_negative = *text == '-';
    uint128 whole = 0, part = 0, one = 1;
    for (text += is_negative; *text >= '0' && *text <= '9'; text++)
        whole = whole * 10 + (uint128)(*text - '0');
    if (*text == '.') text++;
    for (int digits = 0; *text != '\0' && digits < 19; text++, digits++) {
        part = part * 10 + (uint128)(*text - '0');
        one *= 10;
    }
    const uint128 raw = (whole << fraction) + ((part << fraction) + one / 2) / one;
    return is_negative ? -(int64_t)raw : (int64_t)raw;
}

static void assert_texts(const cli_inspect_object *object, const cli_inspect_field *field) {
    const pawl_field_value *const value = &field->value;
    const uint64_t raw = strtoull(field->raw, NULL, 16);
    const size_t length = strlen(field->raw);
    const int64_t back = length == 10 && value->value < 0 ? (int32_t)(uint32_t)raw : (int64_t)raw;
    ck_assert_msg(strncmp(field->raw, "0x", 2) == 0 && back == value->value, "%s %s: raw %s",
                  object->name, value->name, field->raw);
    ck_assert_msg(parse_decimal(field->decimal, value->fraction) == value->value,
                  "%s %s: %s is not %lld / 2^%u", object->name, value->name, field->decimal,
                  (long long)value->value, (unsigned)value->fraction);
    ck_assert_msg(field->unit != NULL, "%s %s has no unit", object->name, value->name);
    ck_assert_msg(strstr(field->meaning, "unknown") == NULL, "%s %s: %s", object->name, value->name,
                  field->meaning);
    const cli_inspect_row *const row = cli_inspect_unit_find(value->type, value->name);
    if (row->unit == CLI_UNIT_FLAGS) {
        ck_assert_msg(strstr(field->meaning, "bit") == NULL, "%s %s: %s", object->name, value->name,
                      field->meaning);
    }
}

/* What is handed out, in its order. */
typedef struct seen {
    const pawl_world *world;
    uint32_t objects, fields;  /* of all */
    uint32_t fields_of_object; /* of the last one */
    uint32_t branches[PAWL_BRANCH_COUNT];
    uint16_t body;    /* that all of branches 1 to 4 belong to; PAWLI_NONE: any */
    const char *part; /* that all names have; null: any, and then they are complete */
} seen;

static void take_object(void *context, const cli_inspect_object *object) {
    seen *const all = context;
    uint32_t index;
    char name[PAWL_DIFFERENCE_TEXT_MAX];
    ck_assert_int_eq(pawl_object_match(all->world, object->branch, &object->key, &index), PAWL_OK);
    cli_edits_name(object->branch, &object->key, name);
    ck_assert_str_eq(object->name, name);
    all->objects++;
    all->branches[object->branch]++;
    all->fields_of_object = 0;
    if (all->body == PAWLI_NONE || object->branch > PAWL_BRANCH_CONTACTS) return;
    ck_assert_msg(object->key.body_a == all->body || object->key.body_b == all->body,
                  "%s is not of the body in slot %u", object->name, all->body);
}

static void take_field(void *context, const cli_inspect_object *object,
                       const cli_inspect_field *field) {
    seen *const all = context;
    uint32_t index;
    pawl_field_value value;
    memset(&value, 0, sizeof value);
    ck_assert_int_eq(pawl_object_match(all->world, object->branch, &object->key, &index), PAWL_OK);
    ck_assert_int_eq(pawl_object_field(all->world, object->branch, index, field->index, &value),
                     PAWL_OK);
    ck_assert_str_eq(value.name, field->value.name);
    ck_assert_int_eq(value.value, field->value.value);
    if (all->part == NULL) ck_assert_uint_eq(field->index, all->fields_of_object);
    all->fields_of_object++;
    all->fields++;
    assert_texts(object, field);
}

static cli_inspect_visitor visitor_of(seen *all) {
    const cli_inspect_visitor visitor = {all, take_object, take_field};
    return visitor;
}

/* All fields of all objects, by the interface of the library. */
static uint32_t count_fields(const pawl_world *world, const char *part) {
    uint32_t count = 0;
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        const uint32_t objects = pawl_world_get_object_count(world, (pawl_branch)branch);
        for (uint32_t i = 0; i < objects; i++) {
            pawl_field_value value;
            for (uint32_t f = 0;
                 pawl_object_field(world, (pawl_branch)branch, i, f, &value) == PAWL_OK; f++)
                count += strstr(value.name, part) != NULL ? 1 : 0;
        }
    }
    return count;
}

START_TEST(everything_in_a_world_has_texts_that_are_right) {
    uint64_t seed = seeded_fresh("texts");
    for (int round = 0; round < SEEDED_ROUNDS(6); round++) {
        pawl_world *const world = draw_world(&seed, round);
        seen all = {.world = world, .body = PAWLI_NONE};
        const cli_inspect_visitor to = visitor_of(&all);
        const uint32_t count = cli_inspect_search(world, "", UINT32_MAX, &to);
        ck_assert_uint_eq(count, all.fields);
        ck_assert_uint_eq(count, count_fields(world, ""));
        for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
            pawl_field_value value; /* a pool may have nothing */
            uint32_t objects = pawl_world_get_object_count(world, (pawl_branch)branch);
            for (uint32_t i = objects; i-- > 0;)
                objects -= pawl_object_field(world, (pawl_branch)branch, i, 0, &value) != PAWL_OK;
            ck_assert_uint_eq(all.branches[branch], objects);
        }
        free(world);
    }
}
END_TEST

/* ---- what belongs to a body ---- */

static uint32_t count_of_body(const pawl_world *world, pawl_branch branch, uint16_t slot) {
    pawl_object_key key;
    uint32_t count = 0;
    pawl_status status = pawl_object_find(world, branch, 0, &key);
    for (; status == PAWL_OK; status = pawl_object_next(world, branch, &key))
        count += key.body_a == slot || key.body_b == slot ? 1 : 0;
    return count;
}

START_TEST(a_body_has_its_shapes_joints_contacts_and_character) {
    uint64_t seed = seeded_fresh("bodies");
    uint32_t sums[PAWL_BRANCH_COUNT] = {0};
    for (int round = 0; round < SEEDED_ROUNDS(4); round++) {
        pawl_world *const world = draw_world(&seed, round);
        pawl_body_id body = {0, 0};
        while ((body = pawl_world_next_body(world, body)).index1 != 0) {
            seen all = {.world = world, .body = (uint16_t)(body.index1 - 1u)};
            const cli_inspect_visitor to = visitor_of(&all);
            const uint32_t count = cli_inspect_list(world, PAWL_BRANCH_BODIES, all.body, &to);
            ck_assert_uint_eq(count, all.objects);
            ck_assert_uint_eq(all.branches[PAWL_BRANCH_BODIES], 1);
            for (int branch = PAWL_BRANCH_SHAPES; branch <= PAWL_BRANCH_CONTACTS; branch++) {
                ck_assert_uint_eq(all.branches[branch],
                                  count_of_body(world, (pawl_branch)branch, all.body));
                sums[branch] += all.branches[branch];
            }
            const bool is_hero = pawl_body_get_character(world, body).index1 != 0;
            ck_assert_uint_eq(all.branches[PAWL_BRANCH_CHARACTERS], is_hero ? 1 : 0);
            sums[PAWL_BRANCH_CHARACTERS] += is_hero;
        }
        free(world);
    }
    for (int branch = PAWL_BRANCH_SHAPES; branch <= PAWL_BRANCH_CONTACTS; branch++)
        ck_assert_uint_gt(sums[branch], 0);
    ck_assert_uint_gt(sums[PAWL_BRANCH_CHARACTERS], 0);
}
END_TEST

START_TEST(soft_bodies_characters_and_the_world_have_what_is_theirs) {
    uint64_t seed = seeded_fresh("others");
    pawl_world *world = make_everything(&seed, drawn(&seed, 100));
    uint32_t softs = 0, parts = 0;
    pawl_soft_id soft = {0, 0};
    while ((soft = pawl_world_next_soft(world, soft)).index1 != 0) {
        seen all = {.world = world, .body = PAWLI_NONE};
        const cli_inspect_visitor to = visitor_of(&all);
        const uint16_t slot = (uint16_t)(soft.index1 - 1u);
        parts += cli_inspect_list(world, PAWL_BRANCH_SOFT, slot, &to);
        ck_assert_uint_eq(all.objects, 1 + pawl_soft_get_point_count(world, soft) +
                                           pawl_soft_get_link_count(world, soft));
        softs++;
    }
    ck_assert_uint_gt(softs, 0);
    ck_assert_uint_eq(parts, pawl_world_get_object_count(world, PAWL_BRANCH_SOFT));
    seen whole = {.world = world, .body = PAWLI_NONE};
    const cli_inspect_visitor to_whole = visitor_of(&whole);
    cli_inspect_list(world, PAWL_BRANCH_WORLD, 0, &to_whole);
    ck_assert_uint_eq(whole.branches[PAWL_BRANCH_WORLD], 1);
    ck_assert_uint_eq(whole.branches[PAWL_BRANCH_POOLS],
                      pawl_world_get_object_count(world, PAWL_BRANCH_POOLS));
    free(world);
    world = make_heroes(60);
    const pawl_character_id hero = pawl_world_next_character(world, (pawl_character_id){0, 0});
    const uint16_t body = (uint16_t)(pawl_character_get_body(world, hero).index1 - 1u);
    seen of_hero = {.world = world, .body = body};
    const cli_inspect_visitor to = visitor_of(&of_hero);
    cli_inspect_list(world, PAWL_BRANCH_CHARACTERS, (uint16_t)(hero.index1 - 1u), &to);
    ck_assert_uint_eq(of_hero.branches[PAWL_BRANCH_CHARACTERS], 1);
    ck_assert_uint_eq(of_hero.branches[PAWL_BRANCH_BODIES], 1);
    ck_assert_uint_gt(of_hero.branches[PAWL_BRANCH_SHAPES], 0);
    const cli_inspect_visitor nothing = {NULL, NULL, NULL};
    for (int branch = 1; branch < PAWL_BRANCH_COUNT; branch++)
        ck_assert_uint_eq(cli_inspect_list(world, (pawl_branch)branch, 9999, &nothing), 0);
    free(world);
}
END_TEST

/* ---- search ---- */

START_TEST(a_search_finds_parts_of_names_and_is_bounded) {
    uint64_t seed = seeded_fresh("search");
    static const char *const parts[] = {"velocity", "VELOCITY.X", "impulse", "s[1]", "no such", ""};
    static const char *const small[] = {"velocity", "velocity.x", "impulse", "s[1]", "no such", ""};
    for (int round = 0; round < SEEDED_ROUNDS(3); round++) {
        pawl_world *const world = draw_world(&seed, round);
        for (int i = 0; i < 6; i++) {
            const uint32_t there = count_fields(world, small[i]);
            const uint32_t bounds[4] = {UINT32_MAX, there, there / 2, drawn(&seed, there + 1)};
            for (int bound = 0; bound < 4; bound++) {
                seen all = {.world = world, .body = PAWLI_NONE, .part = small[i]};
                const cli_inspect_visitor to = visitor_of(&all);
                const uint32_t count = cli_inspect_search(world, parts[i], bounds[bound], &to);
                ck_assert_uint_eq(count, all.fields);
                ck_assert_uint_eq(count, bounds[bound] < there ? bounds[bound] : there);
            }
        }
        free(world);
    }
}
END_TEST

/* ---- a value that is watched ---- */

#define WATCHES 40

static cli_inspect_watch draw_watch(uint64_t *seed, const pawl_world *world) {
    cli_inspect_watch watch = {PAWL_BRANCH_WORLD, {0}, "", 0};
    pawl_field_value value;
    uint32_t objects, fields = 0;
    do {
        watch.branch = (pawl_branch)drawn(seed, PAWL_BRANCH_COUNT);
        objects = pawl_world_get_object_count(world, watch.branch);
    } while (objects == 0);
    const uint32_t index = drawn(seed, objects);
    ck_assert_int_eq(pawl_object_find(world, watch.branch, index, &watch.key), PAWL_OK);
    while (pawl_object_field(world, watch.branch, index, fields, &value) == PAWL_OK)
        fields++;
    ck_assert_int_eq(pawl_object_field(world, watch.branch, index, drawn(seed, fields), &value),
                     PAWL_OK);
    memcpy(watch.name, value.name, sizeof watch.name);
    watch.index = drawn(seed, 60);
    return watch;
}

/* As the interface of the library finds it, by the serials of its key. */
static bool look(const pawl_world *world, const cli_inspect_watch *watch, int64_t *out) {
    uint32_t index;
    pawl_field_value value;
    if (pawl_object_match(world, watch->branch, &watch->key, &index) != PAWL_OK) return false;
    for (uint32_t i = 0; pawl_object_field(world, watch->branch, index, i, &value) == PAWL_OK;
         i++) {
        if (strcmp(value.name, watch->name) != 0) continue;
        *out = value.value;
        return true;
    }
    return false;
}

START_TEST(a_value_is_watched_until_its_object_is_gone) {
    uint64_t seed = seeded_fresh("watches");
    int gone = 0, changed = 0;
    for (int round = 0; round < SEEDED_ROUNDS(4); round++) {
        pawl_world *const world = make_everything(&seed, drawn(&seed, 40));
        const uint64_t calls = seeded_next(&seed);
        cli_inspect_watch watches[WATCHES];
        int64_t before[WATCHES] = {0};
        for (int i = 0; i < WATCHES; i++)
            watches[i] = draw_watch(&seed, world);
        for (uint32_t step = 0; step < 60; step++) {
            for (int i = 0; i < WATCHES; i++) {
                pawl_field_value value;
                int64_t expected = 0;
                const bool is_there = look(world, &watches[i], &expected);
                ck_assert_int_eq(cli_inspect_look(world, &watches[i], &value), is_there);
                gone += !is_there;
                if (!is_there) continue;
                ck_assert_str_eq(value.name, watches[i].name);
                ck_assert_int_eq(value.value, expected);
                changed += step > 0 && expected != before[i];
                before[i] = expected;
            }
            ck_assert_int_eq(everything_run(world, calls, 1000 + step, 1), true);
        }
        free(world);
    }
    ck_assert_int_gt(gone, SEEDED_OFTEN(20));
    ck_assert_int_gt(changed, SEEDED_OFTEN(20));
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("inspect");
    TCase *const tests = tcase_create("inspect");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, everything_in_a_world_has_texts_that_are_right);
    tcase_add_test(tests, a_body_has_its_shapes_joints_contacts_and_character);
    tcase_add_test(tests, soft_bodies_characters_and_the_world_have_what_is_theirs);
    tcase_add_test(tests, a_search_finds_parts_of_names_and_is_bounded);
    tcase_add_test(tests, a_value_is_watched_until_its_object_is_gone);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
