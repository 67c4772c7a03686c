/* ldtk_links.c - what entities point at: the points of their fields are paths, such as those of a
 * platform, and references to other entities are links. A scene has neither, so both are data for
 * the game, in the member "ldtk" of the tree; src/cli/tiled/tiled_extra.c writes them. */
#include <stdlib.h>
#include <string.h>

#include "cli/ldtk/ldtk.h"

/* An entity that a reference may lead to. */
struct cli_ldtk_target {
    const char *iid, *name;
    uint32_t id;
};

static bool is_point(const cli_json *value) {
    return cli_json_find(value, "cx") != NULL && cli_json_find(value, "cy") != NULL;
}

static bool is_reference(const cli_json *value) {
    return cli_json_find(value, "entityIid") != NULL;
}

bool cli_ldtk_links_has(const cli_json *value) {
    if (value == NULL) return false;
    const cli_json *one = value->type == CLI_JSON_ARRAY ? value->child : value;
    return is_point(one) || is_reference(one);
}

/* ---- entities ---- */

void cli_ldtk_links_begin(cli_ldtk *all, cli_ldtk_node *to) {
    all->paths = cli_ldtk_tree_open(to, "paths", CLI_JSON_ARRAY, 0);
    all->links = cli_ldtk_tree_open(to, "links", CLI_JSON_ARRAY, 0);
    all->targets =
        cli_heap_take(&all->plan->heap, (CLI_LDTK_ENTITIES_MAX + 1) * sizeof *all->targets);
}

void cli_ldtk_links_add_target(cli_ldtk *all, const cli_json *entity, const char *name,
                               uint32_t id) {
    struct cli_ldtk_target *one = &all->targets[all->target_count];
    one->iid = cli_ldtk_tree_get_text(entity, "iid");
    one->name = name;
    one->id = id;
    if (one->iid[0] != 0 && all->target_count < CLI_LDTK_ENTITIES_MAX) all->target_count++;
}

static int compare_targets(const void *left, const void *right) {
    const struct cli_ldtk_target *a = left, *b = right;
    const int order = strcmp(a->iid, b->iid);
    return order != 0 ? order : (a->id > b->id) - (a->id < b->id);
}

/* ---- paths ---- */

/* The middle of a cell. */
static void put_point(cli_ldtk *all, cli_ldtk_node *points, const cli_ldtk_corner *corner,
                      const cli_json *point) {
    const int64_t grid = corner->grid, far = CLI_LDTK_PIXELS_MAX / 4 / grid;
    const int64_t column = cli_ldtk_tree_get_int(all, point, "cx", -far, far);
    const int64_t row = cli_ldtk_tree_get_int(all, point, "cy", -far, far);
    cli_ldtk_node one = cli_ldtk_tree_open(points, NULL, CLI_JSON_OBJECT, point->line);
    cli_ldtk_tree_pixels(
        &one, "x", corner->x * CLI_LDTK_PIXEL + (2 * column + 1) * grid * (CLI_LDTK_PIXEL / 2));
    cli_ldtk_tree_pixels(&one, "y",
                         corner->y * CLI_LDTK_PIXEL + (2 * row + 1) * grid * (CLI_LDTK_PIXEL / 2));
}

static cli_ldtk_node open_entry(cli_ldtk_node *list, uint32_t id, const char *name,
                                const cli_json *field) {
    cli_ldtk_node one = cli_ldtk_tree_open(list, NULL, CLI_JSON_OBJECT, field->line);
    cli_ldtk_tree_int(&one, "id", id);
    cli_ldtk_tree_text(&one, "name", name);
    cli_ldtk_tree_text(&one, "field", cli_ldtk_tree_get_text(field, "__identifier"));
    return one;
}

/* Whether there is room for one more, of both together. */
static bool has_room(cli_ldtk *all, const cli_json *field) {
    if (all->points == CLI_LDTK_POINTS_MAX) {
        cli_scene_plan_warn(all->plan, field->line,
                            "points of \"%.40s\" are left out: more than %lu points and references",
                            cli_ldtk_tree_get_text(field, "__identifier"),
                            (unsigned long)CLI_LDTK_POINTS_MAX);
    }
    return all->points++ < CLI_LDTK_POINTS_MAX;
}

static void put_path(cli_ldtk *all, uint32_t id, const char *name, const cli_ldtk_corner *corner,
                     const cli_json *field, const cli_json *point) {
    cli_ldtk_node path = open_entry(&all->paths, id, name, field);
    cli_ldtk_node points = cli_ldtk_tree_open(&path, "points", CLI_JSON_ARRAY, field->line);
    const bool is_list = point->key == NULL;
    for (; point != NULL; point = is_list ? point->next : NULL) {
        if (!is_point(point)) continue;
        if (!has_room(all, field)) return;
        put_point(all, &points, corner, point);
    }
}

static void put_links(cli_ldtk *all, uint32_t id, const char *name, const cli_json *field,
                      const cli_json *reference) {
    const bool is_list = reference->key == NULL;
    for (; reference != NULL; reference = is_list ? reference->next : NULL) {
        if (!is_reference(reference)) continue;
        if (!has_room(all, field)) return;
        cli_ldtk_node link = open_entry(&all->links, id, name, field);
        cli_ldtk_tree_text(&link, "iid", cli_ldtk_tree_get_text(reference, "entityIid"));
    }
}

void cli_ldtk_links_put(cli_ldtk *all, const cli_json *entity, uint32_t id, const char *name,
                        const cli_ldtk_corner *corner) {
    const cli_json *field = cli_ldtk_tree_first(entity, "fieldInstances");
    for (; field != NULL && !all->plan->failed; field = field->next) {
        const cli_json *value = cli_json_find(field, "__value");
        if (!cli_ldtk_links_has(value)) continue;
        if (value->type == CLI_JSON_ARRAY) value = value->child;
        if (is_point(value)) {
            put_path(all, id, name, corner, field, value);
        } else {
            put_links(all, id, name, field, value);
        }
    }
}

/* ---- what they lead to ---- */

void cli_ldtk_links_end(cli_ldtk *all) {
    const uint32_t paths = all->paths.json->count, links = all->links.json->count;
    if (all->target_count > 0)
        qsort(all->targets, all->target_count, sizeof *all->targets, compare_targets);
    for (cli_json *link = all->links.json->child; link != NULL; link = link->next) {
        const struct cli_ldtk_target wanted = {.iid = cli_ldtk_tree_get_text(link, "iid")};
        uint32_t low = 0, high = all->target_count;
        while (low < high) { /* the first that is not before it */
            const uint32_t middle = low + (high - low) / 2;
            if (strcmp(all->targets[middle].iid, wanted.iid) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == all->target_count || strcmp(all->targets[low].iid, wanted.iid) != 0) continue;
        cli_json *last = link->child;
        while (last->next != NULL)
            last = last->next;
        cli_ldtk_node node = {.heap = &all->plan->heap, .json = link, .last = last};
        cli_ldtk_tree_int(&node, "to", all->targets[low].id);
        cli_ldtk_tree_text(&node, "to_name", all->targets[low].name);
    }
    if (paths + links == 0) return;
    cli_ldtk_tell(all->plan, 0, "data for the game: %lu path%s and %lu link%s of entities",
                  (unsigned long)paths, paths == 1 ? "" : "s", (unsigned long)links,
                  links == 1 ? "" : "s");
}
