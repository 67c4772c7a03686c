/* no_maps.c - a studio that leaves the readers of maps and drawings out, which are a third of it: a
 * page fetches the one that has them when somebody opens such a file. The line that says so is what
 * the page looks for. */
#include <stdlib.h>
#include <string.h>

#include "cli/ldtk/ldtk.h"
#include "cli/outline/outline.h"
#include "cli/tiled/tiled_import.h"

#define ELSEWHERE "maps and drawings are read by another module"

bool cli_outline_svg_is(const char *text, size_t size) {
    const size_t first = strspn(text, " \t\r\n");
    return first < size && text[first] == '<';
}
bool cli_outline_plist_is(const char *text, size_t size) {
    return size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
}

const cli_json *cli_outline_shape_parse(cli_plan *plan, const char *text, size_t size,
                                        const char *name) {
    (void)text;
    (void)size;
    (void)name;
    cli_scene_plan_fail(plan, 0, ELSEWHERE);
    return NULL;
}

void cli_outline_shape_add(cli_plan *plan, const cli_outline_asked *asked) {
    (void)asked;
    cli_scene_plan_fail(plan, 0, ELSEWHERE);
}

/* Maps of Tiled and projects of LDtk are JSON as well; by what they have and scenes have not. */
const cli_json *cli_tiled_tree_parse(cli_plan *plan, cli_file *file) {
    cli_json_error error = {0, ""};
    const char *const other = cli_file_other_type(file, true);
    const cli_json *const root =
        other != NULL ? NULL
                      : cli_json_parse(&plan->heap, (const char *)file->bytes, file->size, &error);
    free(file->bytes);
    if (root == NULL)
        cli_scene_plan_fail(plan, error.line, "%s", other != NULL ? other : error.reason);
    return root;
}

bool cli_ldtk_read_is_project(const cli_json *root) {
    return cli_json_find(root, "defs") != NULL || cli_json_find(root, "levels") != NULL;
}
const cli_json *cli_ldtk_read(cli_plan *plan, const cli_json *root, const char *level) {
    (void)root;
    return cli_outline_shape_parse(plan, NULL, 0, level);
}

bool cli_outline_physics_is(const cli_json *root) {
    return cli_json_find(root, "rigidBodies") != NULL;
}
const cli_json *cli_outline_physics_read(cli_plan *plan, const cli_json *root, const char *name,
                                         bool is_xml) {
    (void)root;
    (void)is_xml;
    return cli_outline_shape_parse(plan, NULL, 0, name);
}
const char *cli_outline_physics_other(const cli_json *root) {
    (void)root;
    return NULL;
}

bool cli_tiled_read_is_map(const cli_json *root) {
    return cli_json_find(root, "layers") != NULL || cli_json_find(root, "maps") != NULL;
}
bool cli_tiled_import_convert(cli_plan *plan, const cli_json *map, FILE *out,
                              cli_tiled_result *result) {
    (void)map;
    (void)out;
    (void)result;
    return cli_outline_shape_parse(plan, NULL, 0, NULL) != NULL;
}
