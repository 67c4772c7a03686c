/* tiled_survey.c - what there is in the layers of a map, for a guess at what is solid. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/tiled/tiled_guess.h"

#define PLAYERS_MAX 64u
#define FULL_PERCENT 85u

/* Where players have their feet, in pixels. */
typedef struct feet {
    cli_pixel_point at[PLAYERS_MAX];
    uint32_t count;
} feet;

/* ---- what tiles say ---- */

/* The name of a property in small letters and without signs is one of these. */
static bool is_listed(const char *name, const char *const *list) {
    char plain[40];
    size_t used = 0;
    for (; *name != 0 && used + 1 < sizeof plain; name++) {
        const char c = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        if (c >= 'a' && c <= 'z') plain[used++] = c;
    }
    plain[used] = 0;
    for (; *list != NULL; list++) {
        if (strcmp(plain, *list) == 0) return true;
    }
    return false;
}

static bool is_no(const char *text) {
    static const char *const words[] = {"false", "0", "no", "none", "", NULL};
    for (int i = 0; words[i] != NULL; i++) {
        if (strcasecmp(text, words[i]) == 0) return true;
    }
    return false;
}

/* What properties say in the words of some game. */
typedef enum mark {
    MARK_NONE,
    MARK_SOLID,
    MARK_OPEN
} mark;

static mark find_mark(cli_tiled_property *one, cli_tiled_property **said) {
    static const char *const solid[] = {
        "block",     "blocks",     "blocked",      "blocking",     "collide",
        "collides",  "collision",  "collidable",   "collideable",  "obstacle",
        "issolid",   "iswall",     "solid",        "wall",         "impassable",
        "barrier",   "unwalkable", "gecollide",    "isblocking",   "isobstacle",
        "isbarrier", "blockmove",  "hascollision", "iscollidable", NULL};
    static const char *const open[] = {"walkable", "passable", "iswalkable", "ispassable", NULL};
    for (; one != NULL; one = one->next) {
        if (one->text == NULL) continue;
        *said = one;
        if (is_listed(one->name, solid) && !is_no(one->text)) return MARK_SOLID;
        if (is_listed(one->name, open) && one->text[0] != 0)
            return is_no(one->text) ? MARK_SOLID : MARK_OPEN;
    }
    return MARK_NONE;
}

static mark mark_of(cli_tiled_property *one) {
    cli_tiled_property *said = NULL;
    return find_mark(one, &said);
}

static mark mark_of_tile(const cli_tiled_tile *tile) {
    char said[CLI_SAID_MAX];
    const mark found = mark_of(tile->properties);
    if (found != MARK_NONE) return found;
    const cli_word word = cli_scene_words_find(tile->class, said);
    return word == CLI_WORD_COLLISION || word == CLI_WORD_BUILT || word == CLI_WORD_FLOOR
               ? MARK_SOLID
               : MARK_NONE;
}

/* Doors and sensors say nothing about walls. */
static bool is_solid_role(cli_tiled_role role) {
    return role == CLI_ROLE_SOLID || role == CLI_ROLE_ONE_WAY;
}

/* ---- tile layers ---- */

static int compare_gids(const void *left, const void *right) {
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* The tiles of a layer in order, without flips and empty cells; free() them. */
static uint32_t *sort_tiles(cli_tiled_seen *one) {
    size_t room = 1;
    for (const cli_tiled_chunk *chunk = one->layer->chunks; chunk != NULL; chunk = chunk->next)
        room += (size_t)chunk->width * chunk->height;
    uint32_t *sorted = cli_heap_allocate(room * sizeof *sorted);
    for (const cli_tiled_chunk *chunk = one->layer->chunks; chunk != NULL; chunk = chunk->next) {
        for (size_t i = 0; i < (size_t)chunk->width * chunk->height; i++) {
            const uint32_t gid = chunk->gids[i] & ~CLI_FLIPS;
            if (gid != 0) sorted[one->cells++] = gid;
        }
    }
    if (one->cells > 0) qsort(sorted, one->cells, sizeof *sorted, compare_gids);
    return sorted;
}

/* One tile that is there so often. */
static void survey_tile(cli_tiled_survey *all, cli_tiled_seen *one, uint32_t gid, uint32_t count) {
    const cli_tiled_tile *tile = NULL;
    if (cli_tiled_tileset_find(all->import->map, gid, &tile) == NULL) return;
    const cli_tiled_scope scope = {.tile = tile, .layer = one->layer, .map = all->import->map};
    const cli_tiled_role role = cli_tiled_roles_said(all->import, &scope);
    if (count > one->common) {
        one->common = count;
        one->common_gid = gid;
    }
    if (role != CLI_ROLE_NONE) one->is_said = true;
    if (is_solid_role(role)) all->is_said = true;
    if (tile == NULL || role != CLI_ROLE_NONE) return;
    if (tile->objects != NULL) {
        one->shaped += count;
        return;
    }
    const mark found = mark_of_tile(tile);
    if (found == MARK_SOLID) {
        one->marked += count;
        one->marked_gids[one->marked_gid_count++] = gid;
    } else if (found == MARK_OPEN) {
        one->opened += count;
        one->opened_gids[one->opened_gid_count++] = gid;
    }
}

static void survey_tiles(cli_tiled_survey *all, cli_tiled_seen *one) {
    uint32_t *sorted = sort_tiles(one), distinct = 0;
    for (uint32_t i = 0; i < one->cells; i++)
        distinct += i == 0 || sorted[i] != sorted[i - 1];
    one->marked_gids =
        cli_heap_take(&all->import->plan->heap, (distinct + 1) * sizeof *one->marked_gids);
    one->opened_gids =
        cli_heap_take(&all->import->plan->heap, (distinct + 1) * sizeof *one->opened_gids);
    for (uint32_t i = 0, count = 0; i < one->cells; i += count) {
        count = 1;
        while (i + count < one->cells && sorted[i + count] == sorted[i])
            count++;
        survey_tile(all, one, sorted[i], count);
    }
    free(sorted);
}

/* A layer whose own property says so is solid, if its tiles do not say more. */
static void survey_property(cli_tiled_seen *one) {
    cli_tiled_property *said = NULL;
    if (find_mark(one->layer->properties, &said) != MARK_SOLID || one->marked > 0) return;
    one->word = CLI_WORD_COLLISION;
    one->from = "property";
    one->property = said;
    snprintf(one->said, sizeof one->said, "%s", said->name);
}

/* The rectangle around all cells of all layers that are not empty. */
static void measure(cli_tiled_survey *all) {
    int64_t low_x = INT32_MAX, low_y = INT32_MAX, high_x = INT32_MIN, high_y = INT32_MIN;
    for (uint32_t i = 0; i < all->count; i++) {
        const cli_tiled_chunk *chunk = all->layers[i].layer->chunks;
        for (; chunk != NULL; chunk = chunk->next) {
            for (size_t j = 0; j < (size_t)chunk->width * chunk->height; j++) {
                const int64_t x = chunk->x + (int64_t)(j % chunk->width);
                const int64_t y = chunk->y + (int64_t)(j / chunk->width);
                if (chunk->gids[j] == 0) continue;
                low_x = x < low_x ? x : low_x;
                low_y = y < low_y ? y : low_y;
                high_x = x > high_x ? x : high_x;
                high_y = y > high_y ? y : high_y;
            }
        }
    }
    if (high_x >= low_x)
        all->area = (uint64_t)(high_x - low_x + 1) * (uint64_t)(high_y - low_y + 1);
}

bool cli_tiled_survey_is_full(const cli_tiled_survey *all, const cli_tiled_seen *one) {
    return (uint64_t)one->cells * 100 >= all->area * FULL_PERCENT;
}

bool cli_tiled_survey_is_far(const cli_tiled_layer *layer) {
    return layer->parallax.x != CLI_PIXEL || layer->parallax.y != CLI_PIXEL;
}

/* ---- where players stand ---- */

static uint32_t gid_at(const cli_tiled_layer *layer, int64_t x, int64_t y) {
    for (const cli_tiled_chunk *one = layer->chunks; one != NULL; one = one->next) {
        const int64_t column = x - one->x, row = y - one->y;
        if (column < 0 || row < 0 || column >= one->width || row >= one->height) continue;
        return one->gids[(size_t)row * one->width + (size_t)column] & ~CLI_FLIPS;
    }
    return 0;
}

static int64_t floor_cell(cli_pixels at, cli_pixels size) {
    return at / size - (at < 0 && at / size * size != at);
}

/* Feet within two cells above something stand on it. */
static void survey_feet(cli_tiled_survey *all, cli_tiled_seen *one, const feet *all_feet) {
    const cli_tiled_map *map = all->import->map;
    one->inside_gids =
        cli_heap_take(&all->import->plan->heap, PLAYERS_MAX * sizeof *one->inside_gids);
    for (uint32_t i = 0; i < all_feet->count; i++) {
        const int64_t x = floor_cell(all_feet->at[i].x - one->layer->offset.x, map->cell_width);
        const int64_t y =
            floor_cell(all_feet->at[i].y - one->layer->offset.y - CLI_PIXEL, map->cell_height);
        const uint32_t gid = gid_at(one->layer, x, y);
        if (gid != 0) {
            one->inside_gids[one->inside++] = gid;
        } else if (gid_at(one->layer, x, y + 1) != 0 || gid_at(one->layer, x, y + 2) != 0) {
            one->stood++;
        }
    }
}

static cli_pixels sum_of(cli_pixels a, cli_pixels b) {
    return cli_tiled_shape_scaled(a + b, 1, 1);
}

static void add_feet(const cli_tiled_seen *one, const cli_tiled_object *object, feet *all) {
    const cli_pixels below = object->form == CLI_TILED_TILE ? 0 : object->height;
    if (all->count == PLAYERS_MAX) return;
    cli_pixel_point *at = &all->at[all->count++];
    at->x = sum_of(sum_of(object->at.x, object->width / 2), one->layer->offset.x);
    at->y = sum_of(sum_of(object->at.y, below), one->layer->offset.y);
}

/* ---- object layers ---- */

static bool has_outline(const cli_tiled_object *object) {
    switch (object->form) {
    case CLI_TILED_RECTANGLE:
    case CLI_TILED_ELLIPSE:
    case CLI_TILED_CAPSULE:
        return object->width > 0 && object->height > 0;
    case CLI_TILED_POLYGON:
    case CLI_TILED_POLYLINE:
        return true;
    default:
        return false;
    }
}

static cli_word word_of_object(const cli_tiled_object *object, char *said) {
    const cli_word word = cli_scene_words_find(object->name, said);
    return word != CLI_WORD_NONE ? word : cli_scene_words_find(object->class, said);
}

static void survey_object(cli_tiled_survey *all, cli_tiled_seen *one, cli_tiled_object *object,
                          feet *all_feet) {
    char said[CLI_SAID_MAX];
    const cli_tiled_tile *tile = NULL;
    if (object->form == CLI_TILED_TILE)
        cli_tiled_tileset_find(all->import->map, object->gid & ~CLI_FLIPS, &tile);
    const cli_tiled_scope scope = {
        .object = object, .tile = tile, .layer = one->layer, .map = all->import->map};
    const cli_tiled_role role = cli_tiled_roles_said(all->import, &scope);
    cli_word word = word_of_object(object, said);
    if (word == CLI_WORD_NONE) word = one->word;
    if (role != CLI_ROLE_NONE) one->is_said = true;
    if (is_solid_role(role) && (has_outline(object) || object->form == CLI_TILED_TILE))
        all->is_said = true;
    if (role == CLI_ROLE_WALKER || role == CLI_ROLE_SPAWN ||
        (role == CLI_ROLE_NONE && word == CLI_WORD_PLAYER)) {
        add_feet(one, object, all_feet);
        if (all->player == NULL) {
            all->player = object;
            all->player_layer = one->layer;
        }
    }
    if (role != CLI_ROLE_NONE || !has_outline(object)) return;
    one->outlines++;
    one->nameless += object->name[0] == 0 && object->class[0] == 0;
    /* In a layer of things a house is no wall, but the place of one. */
    const bool is_thing = one->word >= CLI_WORD_DECOR && word != CLI_WORD_COLLISION;
    if (mark_of(object->properties) == MARK_SOLID ||
        (!is_thing && word >= CLI_WORD_COLLISION && word <= CLI_WORD_FLOOR)) {
        object->choice = CLI_ROLE_SOLID;
        one->solids++;
    }
}

/* ---- all of it ---- */

static void name_layer(cli_tiled_seen *one) {
    const cli_tiled_layer *layer = one->layer;
    one->from = "name";
    one->word = cli_scene_words_find(layer->name, one->said);
    if (one->word == CLI_WORD_NONE) {
        one->from = "class";
        one->word = cli_scene_words_find(layer->class, one->said);
    }
    for (layer = layer->group; layer != NULL && one->word == CLI_WORD_NONE; layer = layer->group) {
        one->from = "group";
        one->word = cli_scene_words_find(layer->name, one->said);
        /* Groups have names such as "level", which say nothing of a layer in them. */
        if (one->word == CLI_WORD_FLOOR || one->word == CLI_WORD_FRONT) one->word = CLI_WORD_NONE;
    }
}

void cli_tiled_survey_make(cli_tiled_import *import, cli_tiled_survey *all) {
    feet all_feet = {.count = 0};
    uint32_t count = 0;
    for (const cli_tiled_layer *layer = import->map->layers; layer != NULL; layer = layer->next)
        count++;
    memset(all, 0, sizeof *all);
    all->import = import;
    all->layers = cli_heap_take(&import->plan->heap, (count + 1) * sizeof *all->layers);
    for (cli_tiled_layer *layer = import->map->layers; layer != NULL; layer = layer->next) {
        cli_tiled_seen *one = &all->layers[all->count++];
        one->layer = layer;
        name_layer(one);
        cli_scene_plan_at(import->plan, "layer", layer->index, layer->name);
        survey_tiles(all, one);
        survey_property(one);
        for (cli_tiled_object *object = layer->objects; object != NULL; object = object->next) {
            cli_scene_plan_at(import->plan, "layer", layer->index, layer->name);
            cli_scene_plan_at_within(import->plan, "object", object->id, object->name);
            survey_object(all, one, object, &all_feet);
        }
    }
    measure(all);
    for (uint32_t i = 0; i < all->count && cli_tiled_place_is_square(import->map); i++)
        survey_feet(all, &all->layers[i], &all_feet);
    import->plan->where[0] = 0;
}
