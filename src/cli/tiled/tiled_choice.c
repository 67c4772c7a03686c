/* tiled_choice.c - what is solid by the command line, --solid and --not-solid, or by a file of
 * roles, and such a file of what was guessed. docs/tiled.md has its format. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/common/text.h"
#include "cli/tiled/tiled_guess.h"
#include "cli/tiled/tiled_tree.h"

#define NAMES_TEXT 200

static const char *const role_words[] = {"map",  "none",   "solid", "door", "one_way",
                                         "area", "player", "spawn", "goal", NULL};

/* ---- layers by name ---- */

static bool is_same(const char *own, const char *name, size_t length, bool exactly) {
    return strlen(own) == length && (exactly ? strncmp : strncasecmp)(own, name, length) == 0;
}

/* Exactly so, or but for capitals when no layer is called exactly so; a group is all in it. */
static bool is_called(const cli_tiled_layer *layer, const char *name, size_t length, bool exactly) {
    if (layer->is_settled) return false;
    for (; layer != NULL; layer = layer->group) {
        if (is_same(layer->name, name, length, exactly)) return true;
        if (layer->alias[0] != 0 && is_same(layer->alias, name, length, exactly)) return true;
    }
    return false;
}

/* Whether a name that is not found is a mistake: of worlds it may be that of another map, and in
 * projects of LDtk that of a layer of cells. */
static bool is_all(const cli_tiled_import *import) {
    return import->map->source == NULL && import->map->ldtk == NULL;
}

static void list_names(const cli_tiled_map *map, char text[NAMES_TEXT]) {
    size_t used = 0;
    text[0] = 0;
    for (const cli_tiled_layer *one = map->layers; one != NULL; one = one->next) {
        if (used + 48 > NAMES_TEXT) return;
        const int length = snprintf(text + used, NAMES_TEXT - used, "%s\"%.32s\"",
                                    used > 0 ? ", " : "", one->name);
        used += length > 0 ? (size_t)length : 0;
    }
}

static void set_choice(cli_tiled_layer *layer, cli_tiled_role role, const char *why) {
    layer->choice.role = role;
    layer->choice.is_forced = true;
    layer->choice.why = why;
}

/* Returns how many layers have that name. */
static uint32_t choose_named(cli_tiled_import *import, const char *name, size_t length,
                             cli_tiled_role role, const char *why) {
    uint32_t found = 0;
    for (int exactly = 1; exactly >= 0 && found == 0; exactly--) {
        for (cli_tiled_layer *one = import->map->layers; one != NULL; one = one->next) {
            if (!is_called(one, name, length, exactly != 0)) continue;
            set_choice(one, role, why);
            found++;
        }
    }
    return found;
}

static void choose_all(cli_tiled_import *import, const char *names, cli_tiled_role role,
                       const char *why) {
    char listed[NAMES_TEXT];
    while (names != NULL && !import->plan->failed) {
        const size_t length = strcspn(names, ",");
        const bool is_found = choose_named(import, names, length, role, why) > 0;
        if (!is_found && is_all(import)) {
            list_names(import->map, listed);
            cli_scene_plan_fail(import->plan, 0, "%s: no layer \"%.*s\"; there are %s", why,
                                (int)(length < 60 ? length : 60), names, listed);
        }
        names = names[length] == ',' ? names + length + 1 : NULL;
    }
}

/* ---- a file of roles ---- */

static bool read_role(cli_plan *plan, const cli_json *value, cli_tiled_role *out) {
    const char *word = NULL;
    cli_scene_plan_read_text(plan, value, "role", &word);
    for (int i = 0; word != NULL && role_words[i] != NULL; i++) {
        if (strcmp(word, role_words[i]) != 0) continue;
        *out = (cli_tiled_role)i;
        return true;
    }
    if (!plan->failed) {
        cli_scene_plan_fail(plan, value->line,
                            "role: expected map, none, solid, door, one_way, area, player, "
                            "spawn or goal");
    }
    return false;
}

static int compare_gids(const void *left, const void *right) {
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* "tiles" or "all_but": numbers of tiles. */
static void read_gids(cli_plan *plan, const cli_json *value, const char *key,
                      cli_tiled_choice *choice) {
    const cli_json *list = cli_scene_plan_read_member(plan, value, key, CLI_JSON_ARRAY, false);
    if (list == NULL) return;
    uint32_t *gids = cli_heap_take(&plan->heap, (list->count + 1) * sizeof *gids), count = 0;
    for (const cli_json *one = list->child; one != NULL && !plan->failed; one = one->next) {
        int64_t gid = 0;
        cli_scene_plan_value_int(plan, one, key, 1, CLI_TILED_ID_MAX, &gid);
        gids[count++] = (uint32_t)gid;
    }
    qsort(gids, count, sizeof *gids, compare_gids);
    choice->gids = gids;
    choice->gid_count = count;
    choice->is_except = strcmp(key, "all_but") == 0;
}

static void read_layer_row(cli_plan *plan, const cli_json *value, cli_tiled_row *row) {
    static const char *const keys[] = {"map", "layer", "role", "tiles", "all_but", "why", NULL};
    cli_tiled_choice listed = {.role = CLI_ROLE_NONE};
    if (!cli_scene_plan_value_type(plan, value, "layers", CLI_JSON_OBJECT)) return;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_text(plan, value, "layer", &row->layer);
    if (!read_role(plan, value, &row->role)) return;
    read_gids(plan, value, "tiles", &listed);
    read_gids(plan, value, "all_but", &listed);
    row->gids = listed.gids;
    row->gid_count = listed.gid_count;
    row->is_except = listed.is_except;
    if (!plan->failed && (row->layer == NULL || row->role >= CLI_ROLE_WALKER)) {
        cli_scene_plan_fail(plan, value->line, "a row of a layer has its name, and no such role");
    }
}

static void read_object_row(cli_plan *plan, const cli_json *value, cli_tiled_row *row) {
    static const char *const keys[] = {"map", "object", "name", "role", "why", NULL};
    int64_t id = CLI_TILED_ID_MAX;
    if (!cli_scene_plan_value_type(plan, value, "objects", CLI_JSON_OBJECT)) return;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_int(plan, value, "object", 0, CLI_TILED_ID_MAX, &id);
    row->object = (uint32_t)id;
    read_role(plan, value, &row->role);
}

/* Those of layers, then those of objects. */
static cli_tiled_row *read_rows(cli_plan *plan, const cli_json *root) {
    static const char *const keys[] = {"pawl-roles", "layers", "objects", NULL};
    static const char *const lists[] = {"layers", "objects"};
    cli_tiled_row *first = NULL, **end = &first;
    uint32_t count = 0;
    if (cli_json_find(root, "pawl-roles") == NULL) {
        cli_scene_plan_fail(plan, root->line, "no file of roles: \"pawl-roles\" is missing");
        return NULL;
    }
    cli_scene_plan_check_keys(plan, root, keys);
    for (int i = 0; i < 2; i++) {
        const cli_json *list =
            cli_scene_plan_read_member(plan, root, lists[i], CLI_JSON_ARRAY, false);
        const cli_json *one = list == NULL ? NULL : list->child;
        for (; one != NULL && !plan->failed; one = one->next) {
            cli_tiled_row *row = cli_heap_take(&plan->heap, sizeof *row);
            row->line = one->line;
            row->map = cli_tiled_tree_text(one, "map");
            (i == 0 ? read_layer_row : read_object_row)(plan, one, row);
            *end = row;
            end = &row->next;
            if (++count > CLI_TILED_ROWS_MAX)
                cli_scene_plan_fail(plan, one->line, "more than %lu rows",
                                    (unsigned long)CLI_TILED_ROWS_MAX);
        }
    }
    return plan->failed ? NULL : first;
}

const cli_tiled_row *cli_tiled_choice_read(cli_plan *plan, const char *path) {
    const char *map_path = plan->path;
    const cli_tiled_row *rows = NULL;
    char reason[CLI_REASON_MAX];
    cli_file file;
    plan->path = path;
    if (!cli_file_read_limited(path, &file, reason)) {
        cli_scene_plan_fail(plan, 0, "%s", reason);
    } else {
        const cli_json *root = cli_tiled_tree_parse(plan, &file);
        if (root != NULL) rows = read_rows(plan, root);
    }
    plan->path = map_path;
    return rows;
}

static void take_layer_row(cli_tiled_import *import, const cli_tiled_row *row) {
    const size_t length = strlen(row->layer);
    const uint32_t found =
        choose_named(import, row->layer, length, row->role, "the file of roles says so");
    for (cli_tiled_layer *one = import->map->layers; one != NULL && found > 0; one = one->next) {
        if (!is_called(one, row->layer, length, false)) continue;
        one->choice.gids = row->gids;
        one->choice.gid_count = row->gid_count;
        one->choice.is_except = row->is_except;
    }
    if (found == 0 && is_all(import))
        cli_scene_plan_note(import->plan, row->line, "no layer \"%.40s\" in the map", row->layer);
}

static void take_object_row(cli_tiled_import *import, const cli_tiled_row *row) {
    uint32_t found = 0;
    for (cli_tiled_layer *layer = import->map->layers; layer != NULL; layer = layer->next) {
        for (cli_tiled_object *one = layer->objects; one != NULL; one = one->next) {
            if (one->id != row->object || layer->is_settled) continue;
            one->choice = row->role;
            found++;
        }
    }
    if (found == 0 && import->map->source == NULL)
        cli_scene_plan_note(import->plan, row->line, "no object %lu in the map",
                            (unsigned long)row->object);
}

static void take_rows(cli_tiled_import *import, const char *path) {
    const cli_tiled_row *row = cli_tiled_choice_read(import->plan, path);
    const char *map_path = import->plan->path;
    import->plan->path = path;
    for (; row != NULL && !import->plan->failed; row = row->next) {
        /* A row of a world may be for one of its maps. */
        if (row->map[0] != 0 && import->map->source != NULL &&
            strcmp(row->map, import->map->source) != 0)
            continue;
        if (row->layer != NULL) take_layer_row(import, row);
        if (row->layer == NULL) take_object_row(import, row);
    }
    import->plan->path = map_path;
}

bool cli_tiled_choice_take(cli_tiled_import *import) {
    const cli_map_options *options = import->plan->map;
    if (options == NULL) return false;
    if (options->roles != NULL) take_rows(import, options->roles);
    choose_all(import, options->solid, CLI_ROLE_SOLID, "--solid");
    choose_all(import, options->not_solid, CLI_ROLE_LEFT_OUT, "--not-solid");
    return options->solid != NULL || options->roles != NULL;
}

/* ---- what was guessed, written down ---- */

static void put_gids(const cli_tiled_choice *choice, FILE *out) {
    if (choice->gids == NULL) return;
    fprintf(out, ", \"%s\": [", choice->is_except ? "all_but" : "tiles");
    for (uint32_t i = 0; i < choice->gid_count; i++)
        fprintf(out, "%s%lu", i > 0 ? ", " : "", (unsigned long)choice->gids[i]);
    fputc(']', out);
}

/* Opens a row, with the map that it is for in a world. */
static void put_start(const cli_tiled_map *map, uint32_t count, FILE *out) {
    fputs(count == 0 ? "\n    {" : ",\n    {", out);
    if (map->source == NULL) return;
    fputs("\"map\": ", out);
    cli_text_put_json(out, map->source);
    fputs(", ", out);
}

static uint32_t put_layers(const cli_tiled_map *map, uint32_t count, FILE *out) {
    for (const cli_tiled_layer *layer = map->layers; layer != NULL; layer = layer->next) {
        const cli_tiled_choice *choice = &layer->choice;
        if (layer->type == CLI_TILED_GROUP || layer->type == CLI_TILED_IMAGE) continue;
        if (layer->is_settled) continue;
        put_start(map, count++, out);
        fputs("\"layer\": ", out);
        cli_text_put_json(out, layer->name);
        fprintf(out, ", \"role\": \"%s\"", role_words[choice->role]);
        put_gids(choice, out);
        if (choice->why != NULL) {
            fputs(", \"why\": ", out);
            cli_text_put_json(out, choice->why);
        }
        fputc('}', out);
    }
    return count;
}

/* Of a project of LDtk: what each value is. */
static uint32_t put_values(const cli_tiled_map *map, uint32_t count, FILE *out) {
    const cli_json *list = cli_json_find(map->ldtk, "roles");
    const cli_json *one = list == NULL ? NULL : list->child;
    for (; one != NULL; one = one->next) {
        put_start(map, count++, out);
        fputs("\"layer\": ", out);
        cli_text_put_json(out, cli_tiled_tree_text(one, "layer"));
        fprintf(out,
                ", \"role\": \"%s\", \"tiles\": [%s], \"why\": ", cli_tiled_tree_text(one, "role"),
                cli_tiled_tree_text(one, "tile"));
        cli_text_put_json(out, cli_tiled_tree_text(one, "why"));
        fputc('}', out);
    }
    return count;
}

static uint32_t put_objects(const cli_tiled_map *map, uint32_t count, FILE *out) {
    for (const cli_tiled_layer *layer = map->layers; layer != NULL; layer = layer->next) {
        for (const cli_tiled_object *one = layer->objects; one != NULL; one = one->next) {
            if (one->choice == CLI_ROLE_NONE) continue;
            put_start(map, count++, out);
            fprintf(out, "\"object\": %lu, \"name\": ", (unsigned long)one->id);
            cli_text_put_json(out, one->name);
            fprintf(out, ", \"role\": \"%s\"}", role_words[one->choice]);
        }
    }
    return count;
}

void cli_tiled_choice_put(const cli_tiled_import *import, FILE *out) {
    uint32_t count = 0;
    fputs("{\n  \"pawl-roles\": 1,\n  \"layers\": [", out);
    for (const cli_tiled_map *map = import->maps; map != NULL; map = map->next)
        count = put_layers(map, put_values(map, count, out), out);
    fputs("\n  ],\n  \"objects\": [", out);
    count = 0;
    for (const cli_tiled_map *map = import->maps; map != NULL; map = map->next)
        count = put_objects(map, count, out);
    fputs("\n  ]\n}\n", out);
}
