/* scene_rube_value.c - values as R.U.B.E. exports write them: vectors and custom properties. */
#include <string.h>

#include "cli/scene/scene_readers.h"

#define COORD_ANY (-PAWL_COORD_MAX), PAWL_COORD_MAX

void cli_scene_rube_value_vec2(cli_plan *plan, const cli_json *object, const char *key,
                               pawl_vec2 *out) {
    const cli_json *value = cli_json_find(object, key);
    pawl_fx zero = 0;
    if (value == NULL) return;
    if (value->type == CLI_JSON_NUMBER) {
        cli_scene_plan_value_fx(plan, value, key, 0, 0, &zero);
        *out = pawl_vec2_make(0, 0);
    } else if (cli_scene_plan_value_type(plan, value, key, CLI_JSON_OBJECT)) {
        *out = pawl_vec2_make(0, 0);
        cli_scene_plan_read_fx(plan, value, "x", COORD_ANY, &out->x);
        cli_scene_plan_read_fx(plan, value, "y", COORD_ANY, &out->y);
    }
}

const cli_json *cli_scene_rube_value_property(cli_plan *plan, const cli_json *object,
                                              const char *name) {
    const cli_json *list =
        cli_scene_plan_read_member(plan, object, "customProperties", CLI_JSON_ARRAY, false);
    for (const cli_json *one = list == NULL ? NULL : list->child; one != NULL; one = one->next) {
        const char *found = "";
        if (!cli_scene_plan_value_type(plan, one, "customProperties", CLI_JSON_OBJECT)) return NULL;
        cli_scene_plan_read_text(plan, one, "name", &found);
        if (strcmp(found, name) == 0) return one;
    }
    return NULL;
}
