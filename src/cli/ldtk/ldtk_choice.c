/* ldtk_choice.c - what the command line says of values and entities, --solid, --not-solid and a
 * file of roles; and such a file of what was guessed. docs/ldtk.md, "Layers by name". */
#include <string.h>
#include <strings.h>

#include "cli/ldtk/ldtk.h"
#include "cli/tiled/tiled.h"

#define NAMES_TEXT 200

static bool is_solid(cli_role role) {
    return role == CLI_MEANS_SOLID || role == CLI_MEANS_DOOR;
}

static void set_role(cli_ldtk_value *value, cli_role role, const char *why) {
    value->role = role;
    value->reason = why;
}

/* --solid LAYER: its values are solid but for those that say that they are something else. */
static void make_solid(cli_ldtk_value *value, const char *why) {
    const bool is_open = cli_scene_words_of_cells(value->name) == CLI_MEANS_NOTHING ||
                         cli_scene_words_of_cells(value->group) == CLI_MEANS_NOTHING;
    const bool says_more = value->role >= CLI_MEANS_ONE_WAY && value->role <= CLI_MEANS_AREA;
    if (!is_open && !says_more) set_role(value, CLI_MEANS_SOLID, why);
}

/* ---- layers and values by name ---- */

static bool is_called(const char *name, const char *text, size_t length, bool exactly) {
    return strlen(name) == length && (exactly ? strncmp : strncasecmp)(name, text, length) == 0;
}

/* Whether a layer of entities has that name, by itself or behind that of a level. */
static bool is_of_entities(const cli_ldtk *all, const char *text, size_t length) {
    for (uint32_t i = 0; i < all->level_count; i++) {
        const cli_json *one = cli_ldtk_tree_first(all->levels[i].json, "layerInstances");
        for (; one != NULL; one = one->next) {
            const char *name = cli_ldtk_tree_get_text(one, "__identifier");
            const size_t before = strlen(all->levels[i].name);
            if (strcmp(cli_ldtk_tree_get_text(one, "__type"), "Entities") != 0) continue;
            if (is_called(name, text, length, false)) return true;
            if (length > before && text[before] == ' ' &&
                strncmp(all->levels[i].name, text, before) == 0 &&
                is_called(name, text + before + 1, length - before - 1, false))
                return true;
        }
    }
    return false;
}

/* All values of layers of that name; or values of that name. */
static bool choose_named(cli_ldtk *all, const char *text, size_t length, bool exactly, bool solid) {
    const char *why = solid ? "--solid" : "--not-solid";
    bool is_found = false;
    for (uint32_t i = 0; i < all->grid_count; i++) {
        cli_ldtk_grid *grid = &all->grids[i];
        const bool is_whole = is_called(grid->name, text, length, exactly);
        is_found = is_found || is_whole;
        for (uint32_t j = 0; j < grid->value_count; j++) {
            cli_ldtk_value *value = &grid->values[j];
            const bool is_own = !is_whole && is_called(value->name, text, length, exactly);
            if (!is_whole && !is_own) continue;
            is_found = true;
            if (!solid) set_role(value, CLI_MEANS_NOTHING, why);
            if (solid && is_whole) make_solid(value, why);
            if (solid && is_own) set_role(value, CLI_MEANS_SOLID, why);
        }
    }
    return is_found;
}

static void fail_name(cli_ldtk *all, const char *text, size_t length, bool solid) {
    char names[NAMES_TEXT] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < all->grid_count && used + 48 < sizeof names; i++) {
        const int more = snprintf(names + used, sizeof names - used, "%s\"%.32s\"",
                                  used > 0 ? ", " : "", all->grids[i].name);
        used += more > 0 ? (size_t)more : 0;
    }
    cli_scene_plan_fail(all->plan, 0, "%s: no layer or value \"%.*s\"; layers with cells are %s",
                        solid ? "--solid" : "--not-solid", (int)(length < 60 ? length : 60), text,
                        names[0] != 0 ? names : "none");
}

static void choose_all(cli_ldtk *all, const char *names, bool solid) {
    while (names != NULL && !all->plan->failed) {
        const size_t length = strcspn(names, ",");
        if (!choose_named(all, names, length, true, solid) &&
            !choose_named(all, names, length, false, solid) &&
            !is_of_entities(all, names, length)) {
            fail_name(all, names, length, solid);
        }
        names = names[length] == ',' ? names + length + 1 : NULL;
    }
}

/* ---- a file of roles ---- */

/* By cli_tiled_role. */
static const cli_role roles_of_rows[] = {
    CLI_MEANS_NONE, CLI_MEANS_NOTHING, CLI_MEANS_SOLID, CLI_MEANS_DOOR, CLI_MEANS_ONE_WAY,
    CLI_MEANS_AREA, CLI_MEANS_PLAYER,  CLI_MEANS_SPAWN, CLI_MEANS_GOAL,
};

static bool is_in_row(const cli_tiled_row *row, uint32_t number) {
    uint32_t low = 0, high = row->gid_count;
    while (low < high) { /* the first that is not below it */
        const uint32_t middle = low + (high - low) / 2;
        if (row->gids[middle] < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const bool is_listed = low < row->gid_count && row->gids[low] == number;
    return row->gids == NULL || is_listed != row->is_except;
}

static void take_row(cli_ldtk *all, const cli_tiled_row *row, cli_role own[]) {
    bool is_found = false;
    for (uint32_t i = 0, at = 0; i < all->grid_count; i++) {
        cli_ldtk_grid *grid = &all->grids[i];
        const bool is_it = strcmp(grid->name, row->layer) == 0;
        is_found = is_found || is_it;
        for (uint32_t j = 0; j < grid->value_count; j++, at++) {
            cli_ldtk_value *value = &grid->values[j];
            if (!is_it || !is_in_row(row, value->number)) continue;
            if (row->role == CLI_ROLE_NONE) {
                set_role(value, own[at], "");
            } else if (row->role != CLI_ROLE_AREA || value->role < CLI_MEANS_HAZARD ||
                       value->role > CLI_MEANS_LADDER) {
                set_role(value, roles_of_rows[row->role], "the file of roles says so");
            }
        }
    }
    if (!is_found && !is_of_entities(all, row->layer, strlen(row->layer)))
        cli_ldtk_tell(all->plan, 0, "no layer \"%.40s\", for which the file of roles has a row",
                      row->layer);
}

/* Rows for entities, by their numbers. */
static void take_object_row(cli_ldtk *all, const cli_tiled_row *row) {
    if (all->entity_rows == NULL)
        all->entity_rows =
            cli_heap_take(&all->plan->heap, (CLI_LDTK_ENTITIES_MAX + 1) * sizeof *all->entity_rows);
    if (row->object <= CLI_LDTK_ENTITIES_MAX) all->entity_rows[row->object] = row;
}

/* What names say is kept apart, for rows that ask for it; nothing is solid then but by choice. */
static cli_role *keep_own(cli_ldtk *all) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->grid_count; i++)
        count += all->grids[i].value_count;
    cli_role *own = cli_heap_take(&all->plan->heap, (count + 1) * sizeof *own);
    count = 0;
    for (uint32_t i = 0; i < all->grid_count; i++) {
        for (uint32_t j = 0; j < all->grids[i].value_count; j++) {
            cli_ldtk_value *value = &all->grids[i].values[j];
            own[count++] = value->role;
            if (is_solid(value->role)) set_role(value, CLI_MEANS_NOTHING, "it was not chosen");
        }
    }
    return own;
}

bool cli_ldtk_choice_take(cli_ldtk *all) {
    const cli_map_options *options = all->plan->map;
    if (options == NULL) return false;
    const bool is_chosen = options->solid != NULL || options->roles != NULL;
    if (is_chosen) {
        cli_role *own = keep_own(all);
        const cli_tiled_row *row =
            options->roles == NULL ? NULL : cli_tiled_choice_read(all->plan, options->roles);
        for (; row != NULL && !all->plan->failed; row = row->next) {
            if (row->layer != NULL) take_row(all, row, own);
            if (row->layer == NULL) take_object_row(all, row);
        }
    }
    choose_all(all, options->solid, true);
    choose_all(all, options->not_solid, false);
    return is_chosen;
}

bool cli_ldtk_choice_find(const cli_ldtk *all, uint32_t id, cli_role *out) {
    const cli_tiled_row *row =
        all->entity_rows == NULL || id > CLI_LDTK_ENTITIES_MAX ? NULL : all->entity_rows[id];
    if (row == NULL || row->role == CLI_ROLE_NONE) return false;
    *out = roles_of_rows[row->role];
    return true;
}

/* ---- what was guessed, for such a file ---- */

static const char *word_of(cli_role role) {
    switch (role) {
    case CLI_MEANS_SOLID:
        return "solid";
    case CLI_MEANS_ONE_WAY:
        return "one_way";
    case CLI_MEANS_DOOR:
        return "door";
    case CLI_MEANS_HAZARD:
    case CLI_MEANS_WATER:
    case CLI_MEANS_LADDER:
    case CLI_MEANS_AREA:
        return "area";
    default:
        return "none";
    }
}

/* "solid: 1 \"dirt\"" is a row for each value, so that each can be changed by itself. */
void cli_ldtk_choice_put(cli_ldtk *all, cli_ldtk_node *to) {
    cli_ldtk_node list = cli_ldtk_tree_open(to, "roles", CLI_JSON_ARRAY, 0);
    for (uint32_t i = 0; i < all->grid_count; i++) {
        const cli_ldtk_grid *grid = &all->grids[i];
        for (uint32_t j = 0; j < grid->value_count; j++) {
            const cli_ldtk_value *value = &grid->values[j];
            if (value->cells == 0) continue;
            cli_ldtk_node row = cli_ldtk_tree_open(&list, NULL, CLI_JSON_OBJECT, 0);
            cli_ldtk_tree_text(&row, "layer", grid->name);
            cli_ldtk_tree_text(&row, "role", word_of(value->role));
            cli_ldtk_tree_int(&row, "tile", value->number);
            const char *name =
                value->name[0] == 0 && grid->is_tiles ? "without a tag" : value->name;
            cli_ldtk_tree_text(&row, "why", value->reason[0] != 0 ? value->reason : name);
        }
    }
}
