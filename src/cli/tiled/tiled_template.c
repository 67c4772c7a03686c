/* tiled_template.c - objects that are made after one in a file of its own (.tx, .tj), which says
 * all that the object itself does not. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/reference.h"
#include "cli/tiled/tiled_tree.h"

#define TEMPLATES_MAX 1024u

/* Each file is read once. */
typedef struct cli_tiled_template {
    struct cli_tiled_template *next;
    const char *source; /* as the map has it */
    cli_tiled_object object;
    bool is_good;
} template;

/* XML has lists of one element here. */
static const cli_json *find_one(const cli_json *root, const char *key, const char *list_key) {
    const cli_json *one = cli_json_find(root, key);
    if (one != NULL) return one->type == CLI_JSON_OBJECT ? one : NULL;
    const cli_json *list = cli_json_find(root, list_key);
    return list != NULL && list->type == CLI_JSON_ARRAY ? list->child : NULL;
}

/* The tile numbers of a template are those of its own tileset. */
static void take_tileset(cli_plan *plan, cli_tiled_templates *templates, const cli_json *root,
                         cli_tiled_object *object) {
    const cli_json *value = find_one(root, "tileset", "tilesets");
    const uint32_t flips = object->gid & CLI_FLIPS, gid = object->gid & ~CLI_FLIPS;
    int64_t first = 1;
    if (object->form != CLI_TILED_TILE || plan->failed) return;
    if (value == NULL) {
        cli_scene_plan_fail(plan, root->line, "its object is a tile, and there is no tileset");
        return;
    }
    cli_tiled_tree_int(plan, value, "firstgid", 1, CLI_TILED_ID_MAX, &first);
    const uint32_t adopted =
        plan->failed ? 0
                     : cli_tiled_tileset_adopt(plan, value, templates->map, templates->next_gid);
    if (adopted == 0) return;
    if (adopted == templates->next_gid) templates->next_gid += UINT32_C(1) << 20;
    if (gid < (uint32_t)first || gid - (uint32_t)first >= UINT32_C(1) << 20) {
        cli_scene_plan_fail(plan, root->line, "gid: not a tile of its tileset");
        return;
    }
    object->gid = flips | (adopted + gid - (uint32_t)first);
}

static void read_template(cli_plan *plan, cli_tiled_templates *templates, const char *path,
                          cli_file *file, cli_tiled_object *out) {
    const char *map_path = plan->path;
    plan->path = path;
    const cli_json *root = cli_tiled_tree_parse(plan, file);
    if (root != NULL) {
        const cli_json *object = find_one(root, "object", "objects");
        if (object == NULL) {
            cli_scene_plan_fail(plan, root->line, "a template without an object");
        } else {
            cli_tiled_entry_read(plan, object, NULL, out);
            take_tileset(plan, templates, root, out);
        }
    }
    plan->path = map_path;
}

const cli_tiled_object *cli_tiled_template_find(cli_plan *plan, cli_tiled_templates *templates,
                                                const char *source, uint32_t line) {
    char reason[CLI_REASON_MAX];
    cli_file file;
    template **at = &templates->first;
    uint32_t count = 0;
    for (; *at != NULL; at = &(*at)->next, count++) {
        if (strcmp((*at)->source, source) == 0) return (*at)->is_good ? &(*at)->object : NULL;
    }
    if (count == TEMPLATES_MAX) {
        cli_scene_plan_fail(plan, line, "more than %u templates", TEMPLATES_MAX);
        return NULL;
    }
    *at = cli_heap_take(&plan->heap, sizeof **at);
    (*at)->source = source;
    const char *path = cli_tiled_tileset_path(plan, source);
    if (!cli_reference_read(plan->path, path, &file, reason)) {
        cli_scene_plan_warn(plan, line, "the template %.100s: %s", source, reason);
        return NULL;
    }
    read_template(plan, templates, path, &file, &(*at)->object);
    (*at)->is_good = !plan->failed;
    return (*at)->is_good ? &(*at)->object : NULL;
}
