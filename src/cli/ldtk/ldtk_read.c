/* ldtk_read.c - a project of LDtk as the tree of a map of Tiled. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/file.h"
#include "cli/ldtk/ldtk.h"

bool cli_ldtk_read_is_project(const cli_json *root) {
    const cli_json *header = cli_json_find(root, "__header__");
    if (strcmp(cli_ldtk_tree_get_text(header, "app"), "LDtk") == 0) return true;
    if (cli_json_find(root, "layerInstances") != NULL && cli_json_find(root, "pxWid") != NULL)
        return true;
    return cli_json_find(root, "jsonVersion") != NULL && cli_json_find(root, "defs") != NULL;
}

static bool is_level_file(const cli_json *root) {
    return cli_json_find(root, "layerInstances") != NULL && cli_json_find(root, "levels") == NULL;
}

/* Versions from 1.0 on have the form that is read here; later ones have only added to it. */
static bool check_version(cli_plan *plan, const cli_json *root) {
    const char *version = cli_ldtk_tree_get_text(root, "jsonVersion");
    char *end = NULL;
    const long major = strtol(version, &end, 10);
    if (end == version || *end != '.' || major < 1) {
        cli_scene_plan_fail(plan, root->line,
                            "LDtk's JSON version \"%.20s\": versions from 1.0 on are read; save "
                            "the project with a newer LDtk",
                            version);
    } else if (major > 1) {
        cli_ldtk_tell(plan, root->line,
                      "LDtk's JSON version \"%.20s\" is newer than 1.5, which is known", version);
    }
    return !plan->failed;
}

/* ---- a level in a file of its own ---- */

/* The project NAME.ldtk beside the folder NAME that the level lies in; null without one. */
static const cli_json *project_of(cli_plan *plan) {
    const char *slash = strrchr(plan->path, '/');
    cli_json_error error = {0, ""};
    cli_file file;
    char reason[CLI_REASON_MAX];
    if (slash == NULL || slash == plan->path) return NULL;
    const size_t folder = (size_t)(slash - plan->path);
    char *path = cli_heap_take(&plan->heap, folder + 6);
    memcpy(path, plan->path, folder);
    memcpy(path + folder, ".ldtk", 6);
    if (!cli_file_read(path, CLI_LDTK_SIZE_MAX, &file, reason)) return NULL;
    const cli_json *root = cli_json_parse(&plan->heap, (const char *)file.bytes, file.size, &error);
    free(file.bytes);
    if (root == NULL || cli_json_find(root, "defs") == NULL) return NULL;
    cli_ldtk_tell(plan, 0, "names of values are those of %.100s", path);
    return root;
}

static bool take_level_file(cli_ldtk *all, const cli_json *level) {
    all->root = project_of(all->plan);
    if (all->root == NULL) {
        cli_ldtk_tell(all->plan, 0, "a level without its project, which has the names of values");
        all->root = level;
    } else if (!check_version(all->plan, all->root)) {
        return false;
    }
    all->levels = cli_heap_take(&all->plan->heap, sizeof *all->levels);
    all->levels[0].json = level;
    all->levels[0].name = cli_ldtk_tree_get_text(level, "identifier");
    all->levels[0].width = cli_ldtk_tree_get_int(all, level, "pxWid", 0, CLI_LDTK_PIXELS_MAX / 2);
    all->levels[0].height = cli_ldtk_tree_get_int(all, level, "pxHei", 0, CLI_LDTK_PIXELS_MAX / 2);
    all->level_count = 1;
    all->is_single = true;
    return !all->plan->failed;
}

/* ---- the map ---- */

/* The box of all levels, in cells from its upper left corner. */
static void put_box(cli_ldtk *all, cli_ldtk_node *map) {
    int64_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
    for (uint32_t i = 0; i < all->level_count; i++) {
        const cli_ldtk_level *level = &all->levels[i];
        if (level->x < left) left = level->x;
        if (level->y < top) top = level->y;
        if (level->x + level->width > right) right = level->x + level->width;
        if (level->y + level->height > bottom) bottom = level->y + level->height;
    }
    if (all->level_count == 0) left = top = right = bottom = 0;
    cli_ldtk_tree_int(map, "x", left);
    cli_ldtk_tree_int(map, "y", top);
    cli_ldtk_tree_int(map, "width", (right - left + all->cell - 1) / all->cell);
    cli_ldtk_tree_int(map, "height", (bottom - top + all->cell - 1) / all->cell);
}

/* What draws the level and stops nothing. */
static void note_pictures(cli_ldtk *all) {
    uint32_t tiles = 0, backgrounds = 0;
    for (uint32_t i = 0; i < all->level_count; i++) {
        const cli_json *level = all->levels[i].json;
        if (cli_ldtk_tree_get_text(level, "bgRelPath")[0] != 0) backgrounds++;
        for (const cli_json *one = cli_ldtk_tree_first(level, "layerInstances"); one;
             one = one->next) {
            const cli_json *list = cli_json_find(one, "autoLayerTiles");
            tiles += list == NULL ? 0 : list->count;
        }
    }
    if (tiles + backgrounds == 0) return;
    cli_ldtk_tell(all->plan, 0,
                  "pictures, which stop nothing: %lu tiles of auto-layers, %lu backgrounds",
                  (unsigned long)tiles, (unsigned long)backgrounds);
}

static const cli_json *make_map(cli_ldtk *all) {
    cli_ldtk_node map = cli_ldtk_tree_root(all->plan, all->root->line);
    cli_ldtk_values_decide(all);
    if (all->plan->failed) return NULL;
    cli_ldtk_tree_text(&map, "type", "map");
    cli_ldtk_tree_int(&map, "tilewidth", all->cell);
    cli_ldtk_tree_int(&map, "tileheight", all->cell);
    put_box(all, &map);
    cli_ldtk_fields_put_levels(all, &map);
    cli_ldtk_node tilesets = cli_ldtk_tree_open(&map, "tilesets", CLI_JSON_ARRAY, all->root->line);
    cli_ldtk_node layers = cli_ldtk_tree_open(&map, "layers", CLI_JSON_ARRAY, all->root->line);
    cli_ldtk_node data = cli_ldtk_tree_open(&map, "ldtk", CLI_JSON_OBJECT, all->root->line);
    cli_ldtk_choice_put(all, &data);
    cli_ldtk_links_begin(all, &data);
    cli_ldtk_cells_put(all, &tilesets, &layers);
    if (!all->plan->failed) cli_ldtk_entities_put(all, &layers);
    all->plan->where[0] = 0;
    cli_ldtk_links_end(all);
    if (all->plan->failed) return NULL;
    note_pictures(all);
    return map.json;
}

const cli_json *cli_ldtk_read(cli_plan *plan, const cli_json *root, const char *level) {
    cli_ldtk *all = cli_heap_take(&plan->heap, sizeof *all);
    plan->is_ldtk = true;
    all->plan = plan;
    all->root = root;
    all->world = "";
    all->next_gid = all->next_id = all->next_box = 1;
    if (is_level_file(root)) {
        if (!take_level_file(all, root)) return NULL;
    } else if (!check_version(plan, root) || !cli_ldtk_place_levels(all, level)) {
        return NULL;
    }
    all->defs = cli_json_find(all->root, "defs");
    return make_map(all);
}
