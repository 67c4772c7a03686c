/* inspect_values.c - the table of units, and values that are known in units of people. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/studio/inspect.h"
#include "cli/studio/inspect_unit.h"
#include "pawl/pawl.h"
#include "world/fields.h"

static pawl_world *make(const pawl_world_def *def) {
    pawl_world *world = NULL;
    const size_t size = pawl_world_size(def);
    void *const memory = calloc(1, size);
    ck_assert_int_eq(pawl_world_init(memory, size, def, &world), PAWL_OK);
    return world; /* the start of its memory */
}

/* ---- the table ---- */

static void assert_in_table(int type, const char *name) {
    const cli_inspect_row *const row = cli_inspect_unit_find((uint8_t)type, name);
    ck_assert_msg(row != NULL, "field %s of type %d has no unit", name, type);
    ck_assert_msg(row->unit > CLI_UNIT_UNKNOWN && row->unit < CLI_UNIT_COUNT, "unit of %s", name);
    const bool has_words = row->unit == CLI_UNIT_FLAGS || row->unit == CLI_UNIT_CHOICE;
    ck_assert_msg(has_words == (row->words != NULL), "words of %s", name);
}

START_TEST(every_field_of_the_field_table_has_a_unit) {
    int fields = 0;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_fields table = pawli_fields_of((pawli_object_type)type);
        for (int i = 0; i < table.count; i++, fields++) {
            assert_in_table(type,
                            pawli_fields_name((pawli_object_type)type, table.fields[i].number));
        }
    }
    ck_assert_int_gt(fields, 150);
    ck_assert_ptr_null(cli_inspect_unit_find(PAWLI_OBJECT_BODY, "positions.x"));
    ck_assert_ptr_null(cli_inspect_unit_find(PAWLI_OBJECT_BODY, "position.z"));
    ck_assert_ptr_null(cli_inspect_unit_find(PAWLI_OBJECT_BODY, "positio"));
    ck_assert_ptr_null(cli_inspect_unit_find(PAWLI_OBJECT_SOFT, "position.x"));
}
END_TEST

/* ---- known values ---- */

typedef struct wanted {
    const char *name, *decimal, *unit, *meaning;
    bool is_met;
} wanted;

static void take_wanted(void *context, const cli_inspect_object *object,
                        const cli_inspect_field *field) {
    (void)object;
    for (wanted *at = context; at->name != NULL; at++) {
        if (strcmp(at->name, field->value.name) != 0) continue;
        ck_assert_str_eq(field->decimal, at->decimal);
        ck_assert_str_eq(field->unit, at->unit);
        ck_assert_str_eq(field->meaning, at->meaning);
        at->is_met = true;
    }
}

static void assert_wanted(const pawl_world *world, pawl_branch branch, uint32_t index,
                          wanted *all) {
    const cli_inspect_visitor to = {all, NULL, take_wanted};
    pawl_object_key key;
    ck_assert_int_eq(pawl_object_find(world, branch, index, &key), PAWL_OK);
    ck_assert_int_eq(cli_inspect_one(world, branch, &key, &to), true);
    for (; all->name != NULL; all++)
        ck_assert_msg(all->is_met, "no field %s", all->name);
    key.serial += 1000;
    if (branch == PAWL_BRANCH_BODIES || branch == PAWL_BRANCH_JOINTS)
        ck_assert_int_eq(cli_inspect_one(world, branch, &key, &to), false);
}

static void make_joint(pawl_world *world, pawl_joint_type type, pawl_body_id a, pawl_body_id b) {
    pawl_joint_def def = pawl_joint_def_at(world, type, a, b, (pawl_vec2){0, 0}, 0);
    pawl_joint_id joint;
    def.limit = true;
    def.lower = -PAWL_FX_ONE, def.upper = PAWL_DEC(0, 5);
    def.motor_speed = PAWL_FX_ONE, def.motor_max = 3 * PAWL_FX_ONE;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_OK);
}

START_TEST(values_are_told_in_units_of_people) {
    wanted body[] = {{"position.x", "2.5", "units", "", false},
                     {"velocity.y", "-1.5", "units/s", "", false},
                     {"angle", "0.125", "turns", "45.000 degrees", false},
                     {"mass", "1610612736", "", "0.75 mass", false},
                     {"type", "2", "", "dynamic", false},
                     {"flags", "15", "", "live, awake, enabled, can sleep", false},
                     {"quiet_steps", "0", "steps", "0.000 s", false},
                     {"island", "0", "", "none", false},
                     {"linear_damping", "0.25", "1/s", "", false},
                     {NULL, NULL, NULL, NULL, false}};
    wanted shape[] = {{"body", "2", "", "body 2", false},
                      {"density", "0.25", "mass/units^2", "", false},
                      {"category", "5", "", "bit 0, bit 2", false},
                      {"mask", "-1", "", "all", false},
                      {"flags", "11", "", "live, moved, in the tree", false},
                      {"vertices[0].x", "-1", "units", "", false},
                      {NULL, NULL, NULL, NULL, false}};
    wanted revolute[] = {{"type", "1", "", "revolute", false},
                         {"flags", "5", "", "live, limit", false},
                         {"body_a", "1", "", "body 1", false},
                         {"lower", "-1", "radians", "-57.296 degrees", false},
                         {"upper", "0.5", "radians", "28.648 degrees", false},
                         {"motor_speed", "1", "radians/s", "57.296 degrees/s", false},
                         {"motor_max", "3", "mass units^2/s^2", "", false},
                         {NULL, NULL, NULL, NULL, false}};
    wanted prismatic[] = {{"lower", "-1", "units", "", false},
                          {"motor_speed", "1", "units/s", "", false},
                          {"motor_max", "3", "mass units/s^2", "", false},
                          {NULL, NULL, NULL, NULL, false}};
    wanted whole[] = {
        {"gravity.y", "-10", "units/s^2", "", false}, {"tick", "90", "steps", "1.500 s", false},
        {"sleeping", "1", "", "yes", false},          {"faults", "0", "", "none", false},
        {"rate_numerator", "60", "1/s", "", false},   {NULL, NULL, NULL, NULL, false}};
    pawl_world_def def = pawl_world_def_default();
    pawl_world *const world = make(&def);
    pawl_body_def body_def = pawl_body_def_default();
    pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_body_id ground, box;
    ck_assert_int_eq(pawl_body_create(world, &body_def, &ground), PAWL_OK);
    for (int tick = 0; tick < 90; tick++)
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    body_def.type = PAWL_DYNAMIC;
    body_def.position.x = PAWL_DEC(2, 5), body_def.velocity.y = -PAWL_DEC(1, 5);
    body_def.angle = UINT32_C(1) << 29;
    body_def.linear_damping = PAWL_DEC(0, 25);
    shape_def.density = PAWL_DEC(0, 25), shape_def.filter.category = 5;
    ck_assert_int_eq(
        pawl_body_create_box(world, &body_def, &shape_def, PAWL_FX_ONE, PAWL_FX(0, 3, 8) * 2, &box),
        PAWL_OK);
    make_joint(world, PAWL_JOINT_REVOLUTE, ground, box);
    make_joint(world, PAWL_JOINT_PRISMATIC, ground, box);
    assert_wanted(world, PAWL_BRANCH_BODIES, 1, body);
    assert_wanted(world, PAWL_BRANCH_SHAPES, 0, shape);
    assert_wanted(world, PAWL_BRANCH_JOINTS, 0, revolute);
    assert_wanted(world, PAWL_BRANCH_JOINTS, 1, prismatic);
    assert_wanted(world, PAWL_BRANCH_WORLD, 0, whole);
    wanted still[] = {{"mass", "0", "", "none", false}, {NULL, NULL, NULL, NULL, false}};
    assert_wanted(world, PAWL_BRANCH_BODIES, 0, still);
    free(world);
}
END_TEST

START_TEST(a_spin_is_told_as_a_speed_of_turning) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *const world = make(&def);
    pawl_body_def body_def = pawl_body_def_default();
    pawl_body_id box;
    pawl_object_key key;
    pawl_field_value value;
    char speed[CLI_INSPECT_MEANING_MAX], decimal[PAWL_FX_TEXT_MAX], text[PAWL_WIDE_TEXT_MAX];
    body_def.type = PAWL_DYNAMIC;
    body_def.angular_velocity = 2 * PAWL_FX_ONE;
    ck_assert_int_eq(pawl_body_create_box(world, &body_def, NULL, PAWL_FX_ONE, PAWL_FX_ONE, &box),
                     PAWL_OK);
    const pawl_fx turning = pawl_body_get_angular_velocity(world, box);
    ck_assert_int_le(abs(turning - 2 * PAWL_FX_ONE), 2);
    ck_assert_int_eq(pawl_fx_print(turning, decimal, sizeof decimal), PAWL_OK);
    snprintf(speed, sizeof speed, "%s radians/s", decimal);
    ck_assert_int_eq(pawl_object_find(world, PAWL_BRANCH_BODIES, 0, &key), PAWL_OK);
    cli_inspect_watch watch = {PAWL_BRANCH_BODIES, key, "spin", 0};
    ck_assert_int_eq(cli_inspect_look(world, &watch, &value), true);
    ck_assert_int_lt(value.value, turning); /* its radius of gyration is below 1 */
    ck_assert_int_eq(pawl_wide_print(value.value, text, sizeof text), PAWL_OK);
    wanted spin[] = {{"spin", text, "units/s", speed, false}, {NULL, NULL, NULL, NULL, false}};
    assert_wanted(world, PAWL_BRANCH_BODIES, 0, spin);
    free(world);
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("inspect_values");
    TCase *const tests = tcase_create("inspect_values");
    tcase_add_test(tests, every_field_of_the_field_table_has_a_unit);
    tcase_add_test(tests, values_are_told_in_units_of_people);
    tcase_add_test(tests, a_spin_is_told_as_a_speed_of_turning);
    suite_add_tcase(suite, tests);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
