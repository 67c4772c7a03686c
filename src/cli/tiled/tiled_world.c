/* tiled_world.c - a world of Tiled (.world): maps side by side, each at a place in pixels, listed
 * one by one or by patterns of their names, as doc.mapeditor.org/en/stable/manual/worlds tells. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tiled/tiled_tree.h"

#define FILES_MAX 4096u
#define FACTOR_MAX (INT64_C(1) << 22)

typedef struct places {
    cli_plan *plan;
    cli_tiled_place *first;
    uint32_t count;
} places;

bool cli_tiled_world_is(const cli_json *root) {
    return strcmp(cli_tiled_tree_text(root, "type"), "world") == 0 ||
           cli_json_find(root, "onlyShowAdjacentMaps") != NULL;
}

static void add_place(places *all, const char *source, cli_pixel_point at, uint32_t line) {
    cli_tiled_place **one = &all->first;
    while (*one != NULL && strcmp((*one)->source, source) != 0)
        one = &(*one)->next;
    if (*one != NULL) return; /* the first place counts */
    if (all->count == CLI_TILED_MAPS_MAX) {
        cli_scene_plan_fail(all->plan, line, "more than %u maps", CLI_TILED_MAPS_MAX);
        return;
    }
    *one = cli_heap_take(&all->plan->heap, sizeof **one);
    (*one)->source = cli_heap_text(&all->plan->heap, source, strlen(source));
    (*one)->at = at;
    (*one)->line = line;
    all->count++;
}

static void read_listed(places *all, const cli_json *root) {
    const cli_json *list =
        cli_scene_plan_read_member(all->plan, root, "maps", CLI_JSON_ARRAY, false);
    const cli_json *one = list == NULL ? NULL : list->child;
    for (; one != NULL && !all->plan->failed; one = one->next) {
        cli_pixel_point at = {0, 0};
        const char *source = cli_tiled_tree_text(one, "fileName");
        cli_tiled_tree_pixels(all->plan, one, "x", &at.x);
        cli_tiled_tree_pixels(all->plan, one, "y", &at.y);
        if (source[0] == 0) {
            cli_scene_plan_fail(all->plan, one->line, "maps: \"fileName\" is missing");
            return;
        }
        add_place(all, source, at, one->line);
    }
}

/* ---- patterns ---- */

#ifndef CLI_WITH_PCRE

static void read_patterns(places *all, const cli_json *root) {
    const cli_json *list = cli_json_find(root, "patterns");
    if (list != NULL && list->count > 0) {
        cli_scene_plan_fail(all->plan, list->line,
                            "this pawl was built without PCRE2 and knows no patterns");
    }
}

#else

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define PATTERN_MAX 512u
#define MATCH_LIMIT 100000u /* steps for one name: patterns may be made to take for ever */

static int compare_names(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The files beside the world, in order. */
static char **list_files(cli_plan *plan, uint32_t *count) {
    const char *slash = strrchr(plan->path, '/');
    const size_t length = slash == NULL ? 0 : (size_t)(slash - plan->path) + 1;
    const char *folder = length == 0 ? "." : cli_heap_text(&plan->heap, plan->path, length);
    char **names = cli_heap_take(&plan->heap, FILES_MAX * sizeof *names);
    DIR *directory = opendir(folder);
    *count = 0;
    if (directory == NULL) return names;
    for (const struct dirent *one = readdir(directory); one != NULL; one = readdir(directory)) {
        if (*count == FILES_MAX) {
            cli_scene_plan_fail(plan, 0, "more than %u files beside it", FILES_MAX);
            break;
        }
        names[(*count)++] = cli_heap_text(&plan->heap, one->d_name, strlen(one->d_name));
    }
    closedir(directory);
    if (*count > 0) qsort(names, *count, sizeof *names, compare_names);
    return names;
}

/* What a group of the pattern caught, as a whole number. */
static bool take_number(const char *name, const PCRE2_SIZE *span, int64_t *out) {
    const size_t length = span[1] - span[0];
    char text[16], *end = NULL;
    if (span[0] == PCRE2_UNSET || length == 0 || length >= sizeof text) return false;
    memcpy(text, name + span[0], length);
    text[length] = 0;
    *out = strtol(text, &end, 10);
    return *end == 0 && *out <= FACTOR_MAX && *out >= -FACTOR_MAX;
}

typedef struct pattern {
    pcre2_code *code;
    pcre2_match_data *found;
    pcre2_match_context *limits;
    int64_t factor_x, factor_y, offset_x, offset_y;
    uint32_t line;
} pattern;

/* Two groups are the column and the row. */
static void match_name(places *all, const pattern *one, const char *name) {
    int64_t column = 0, row = 0;
    const int count =
        pcre2_match(one->code, (PCRE2_SPTR)name, strlen(name), 0, 0, one->found, one->limits);
    if (count < 3) return;
    const PCRE2_SIZE *spans = pcre2_get_ovector_pointer(one->found);
    if (!take_number(name, spans + 2, &column) || !take_number(name, spans + 4, &row)) return;
    const int64_t x = column * one->factor_x + one->offset_x;
    const int64_t y = row * one->factor_y + one->offset_y;
    const int64_t most = CLI_PIXELS_MAX / CLI_PIXEL;
    if (x > most || x < -most || y > most || y < -most) {
        cli_scene_plan_fail(all->plan, one->line, "patterns: %.60s lies beyond 4000000 pixels",
                            name);
        return;
    }
    const cli_pixel_point at = {x * CLI_PIXEL, y * CLI_PIXEL};
    add_place(all, name, at, one->line);
}

static void read_numbers(cli_plan *plan, const cli_json *value, pattern *out) {
    out->factor_x = out->factor_y = 1;
    out->line = value->line;
    cli_tiled_tree_int(plan, value, "multiplierX", -FACTOR_MAX, FACTOR_MAX, &out->factor_x);
    cli_tiled_tree_int(plan, value, "multiplierY", -FACTOR_MAX, FACTOR_MAX, &out->factor_y);
    cli_tiled_tree_int(plan, value, "offsetX", -FACTOR_MAX, FACTOR_MAX, &out->offset_x);
    cli_tiled_tree_int(plan, value, "offsetY", -FACTOR_MAX, FACTOR_MAX, &out->offset_y);
}

static void read_pattern(places *all, const cli_json *value, char *const *names, uint32_t count) {
    const char *text = cli_tiled_tree_text(value, "regexp");
    pattern one = {.code = NULL};
    int error = 0;
    PCRE2_SIZE where = 0;
    read_numbers(all->plan, value, &one);
    if (all->plan->failed) return;
    if (strlen(text) > PATTERN_MAX) {
        cli_scene_plan_fail(all->plan, value->line, "regexp: longer than %u bytes", PATTERN_MAX);
        return;
    }
    one.code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                             PCRE2_ANCHORED | PCRE2_ENDANCHORED, &error, &where, NULL);
    if (one.code == NULL) {
        cli_scene_plan_fail(all->plan, value->line, "regexp: \"%.60s\" is no pattern", text);
        return;
    }
    one.found = pcre2_match_data_create_from_pattern(one.code, NULL);
    one.limits = pcre2_match_context_create(NULL);
    if (one.found == NULL || one.limits == NULL) cli_heap_out_of_memory();
    pcre2_set_match_limit(one.limits, MATCH_LIMIT);
    pcre2_set_depth_limit(one.limits, MATCH_LIMIT);
    for (uint32_t i = 0; i < count && !all->plan->failed; i++)
        match_name(all, &one, names[i]);
    pcre2_match_context_free(one.limits);
    pcre2_match_data_free(one.found);
    pcre2_code_free(one.code);
}

static void read_patterns(places *all, const cli_json *root) {
    const cli_json *list =
        cli_scene_plan_read_member(all->plan, root, "patterns", CLI_JSON_ARRAY, false);
    uint32_t count = 0;
    if (list == NULL || list->child == NULL || all->plan->failed) return;
    char *const *names = list_files(all->plan, &count);
    for (const cli_json *one = list->child; one != NULL && !all->plan->failed; one = one->next)
        read_pattern(all, one, names, count);
}

#endif

cli_tiled_place *cli_tiled_world_read(cli_plan *plan, const cli_json *root) {
    places all = {.plan = plan};
    read_listed(&all, root);
    if (!plan->failed) read_patterns(&all, root);
    if (!plan->failed && all.count == 0)
        cli_scene_plan_fail(plan, root->line, "a world without maps");
    return plan->failed ? NULL : all.first;
}
