/* ldtk_place.c - which levels of a project are taken, and where they lie. In the layouts GridVania
 * and Free a level says where it is; in the linear ones each begins where the one before ends. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/file.h"
#include "cli/ldtk/ldtk.h"

/* The world itself, or the project, which then is one. */
static const cli_json *find_world(cli_ldtk *all, const char *wanted, const char **level) {
    const cli_json *first = cli_ldtk_tree_first(all->root, "worlds");
    *level = wanted;
    if (first == NULL) return all->root;
    for (const cli_json *one = first; one != NULL && wanted != NULL; one = one->next) {
        const char *name = cli_ldtk_tree_get_text(one, "identifier");
        const size_t length = strlen(name);
        if (length == 0 || strncmp(wanted, name, length) != 0) continue;
        if (wanted[length] != 0 && wanted[length] != '/') continue;
        *level = wanted[length] == 0 ? NULL : wanted + length + 1;
        all->world = name;
        return one;
    }
    for (const cli_json *one = first; one != NULL && wanted != NULL; one = one->next) {
        for (const cli_json *has = cli_ldtk_tree_first(one, "levels"); has; has = has->next) {
            if (strcmp(cli_ldtk_tree_get_text(has, "identifier"), wanted) != 0) continue;
            all->world = cli_ldtk_tree_get_text(one, "identifier");
            return one;
        }
    }
    all->world = cli_ldtk_tree_get_text(first, "identifier");
    if (first->next != NULL && wanted == NULL) {
        cli_ldtk_tell(all->plan, first->next->line,
                      "world \"%.40s\" is taken; --level names another, such as \"%.40s\"",
                      all->world, cli_ldtk_tree_get_text(first->next, "identifier"));
    }
    return first;
}

/* ---- levels in files of their own ---- */

/* A path that leads up, or away from the folder of the project. */
static bool leads_out(const char *path) {
    if (path[0] == '/' || path[0] == '\\' || strchr(path, ':') != NULL) return true;
    for (const char *at = path; at != NULL; at = strpbrk(at, "/\\")) {
        while (*at == '/' || *at == '\\')
            at++;
        if (strncmp(at, "..", 2) == 0 && (at[2] == 0 || at[2] == '/' || at[2] == '\\')) return true;
    }
    return false;
}

static const char *path_beside(cli_plan *plan, const char *name) {
    const char *slash = strrchr(plan->path, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - plan->path) + 1;
    const size_t length = strlen(name);
    char *path = cli_heap_take(&plan->heap, folder + length + 1);
    memcpy(path, plan->path, folder);
    for (size_t i = 0; i < length; i++)
        path[folder + i] = name[i] == '\\' ? '/' : name[i];
    return path;
}

/* The level with its layers; null where they are not to be had, which has been reported. */
static const cli_json *load_level(cli_ldtk *all, const cli_json *level) {
    const char *name = cli_ldtk_tree_get_text(level, "externalRelPath");
    const cli_json *layers = cli_json_find(level, "layerInstances");
    cli_plan *plan = all->plan;
    cli_file file;
    char reason[CLI_REASON_MAX];
    cli_json_error error = {0, ""};
    if ((layers != NULL && layers->type == CLI_JSON_ARRAY) || name[0] == 0) return level;
    if (leads_out(name)) {
        cli_scene_plan_warn(plan, level->line, "\"%.60s\" is left out: outside of the folder",
                            name);
        return level;
    }
    const char *path = path_beside(plan, name);
    if (!cli_file_read(path, CLI_LDTK_SIZE_MAX - all->bytes, &file, reason)) {
        cli_scene_plan_warn(plan, level->line, "\"%.60s\" is left out: %s", name, reason);
        return level;
    }
    all->bytes += file.size;
    const cli_json *root = cli_json_parse(&plan->heap, (const char *)file.bytes, file.size, &error);
    free(file.bytes);
    all->values += cli_ldtk_tree_count(root);
    if (all->values > CLI_LDTK_VALUES_MAX) {
        cli_scene_plan_fail(plan, level->line, "levels of more than %lu values",
                            (unsigned long)CLI_LDTK_VALUES_MAX);
    }
    if (root != NULL) {
        cli_ldtk_tree_forget_lines(root);
        return root;
    }
    cli_scene_plan_warn(plan, level->line, "\"%.60s\" is left out: line %lu: %s", name,
                        (unsigned long)error.line, error.reason);
    return level;
}

/* ---- places ---- */

static bool is_level(const cli_json *level, const char *wanted) {
    return strcmp(cli_ldtk_tree_get_text(level, "identifier"), wanted) == 0 ||
           strcmp(cli_ldtk_tree_get_text(level, "iid"), wanted) == 0;
}

static void add_level(cli_ldtk *all, const cli_json *value, const char *layout, int64_t *end) {
    const int64_t far = CLI_LDTK_PIXELS_MAX / 2;
    cli_ldtk_level *level = &all->levels[all->level_count];
    level->name = cli_ldtk_tree_get_text(value, "identifier");
    cli_scene_plan_at(all->plan, "level", all->level_count, level->name);
    level->width = cli_ldtk_tree_get_int(all, value, "pxWid", 0, far);
    level->height = cli_ldtk_tree_get_int(all, value, "pxHei", 0, far);
    level->depth = cli_ldtk_tree_get_int(all, value, "worldDepth", -1000, 1000);
    if (strcmp(layout, "LinearHorizontal") == 0) {
        level->x = *end;
        *end += level->width;
    } else if (strcmp(layout, "LinearVertical") == 0) {
        level->y = *end;
        *end += level->height;
    } else {
        level->x = cli_ldtk_tree_get_int(all, value, "worldX", -far, far);
        level->y = cli_ldtk_tree_get_int(all, value, "worldY", -far, far);
    }
    if (*end > far) cli_scene_plan_fail(all->plan, value->line, "beyond 2000000 pixels");
    if (all->plan->failed) return;
    level->json = load_level(all, value);
    all->level_count++;
}

static void name_levels(cli_ldtk *all, const cli_json *world, const char *wanted) {
    char text[300] = "";
    size_t used = 0;
    for (const cli_json *one = cli_ldtk_tree_first(world, "levels"); one; one = one->next) {
        if (used + 60 > sizeof text) break;
        const int length =
            snprintf(text + used, sizeof text - used, "%s%.40s", used > 0 ? ", " : "",
                     cli_ldtk_tree_get_text(one, "identifier"));
        used += length > 0 ? (size_t)length : 0;
    }
    cli_scene_plan_fail(all->plan, world->line, "no level \"%.40s\"; there are: %s", wanted, text);
}

bool cli_ldtk_place_levels(cli_ldtk *all, const char *wanted) {
    const char *only = NULL;
    int64_t end = 0;
    const cli_json *world = find_world(all, wanted, &only);
    const cli_json *list = cli_json_find(world, "levels");
    const char *layout = cli_ldtk_tree_get_text(world, "worldLayout");
    if (list == NULL || list->type != CLI_JSON_ARRAY) {
        cli_scene_plan_fail(all->plan, world->line, "\"levels\" is missing");
        return false;
    }
    if (list->count > CLI_LDTK_LEVELS_MAX) {
        cli_scene_plan_fail(all->plan, list->line, "more than %lu levels",
                            (unsigned long)CLI_LDTK_LEVELS_MAX);
        return false;
    }
    all->levels = cli_heap_take(&all->plan->heap, (list->count + 1) * sizeof *all->levels);
    for (const cli_json *one = list->child; one != NULL && !all->plan->failed; one = one->next) {
        if (only != NULL && !is_level(one, only)) continue;
        add_level(all, one, only != NULL ? "" : layout, &end);
        if (only != NULL) break;
    }
    all->plan->where[0] = 0;
    if (all->plan->failed) return false;
    if (all->level_count == 0 && only != NULL) name_levels(all, world, only);
    all->is_single = all->level_count == 1;
    if (all->is_single) all->levels[0].x = all->levels[0].y = 0;
    return !all->plan->failed;
}
