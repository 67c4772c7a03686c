/* walker.c - step a walker beside a world. */
#include "cli/runs/walker.h"

#include <string.h>

#include "base/xxh32.h"
#include "cli/common/command.h"
#include "pawl/level.h"

#define REGION_TEXT_MAX 40

static void print_fx(pawl_fx value, char text[PAWL_FX_TEXT_MAX]) {
    if (pawl_fx_print(value, text, PAWL_FX_TEXT_MAX) != PAWL_OK) text[0] = 0;
}

/* The free place nearest to a point, with a note when it is another one. */
static bool put_at(cli_walker *walker, pawl_vec2 point, const char *what) {
    pawl_place place;
    const pawl_status status =
        pawl_level_find_nearest_free(&walker->block.level, &walker->gates, point, &place);
    if (status != PAWL_OK) {
        fprintf(stderr, "pawl: %s: level: %s: %s\n", walker->path, what,
                status == PAWL_ERR_RANGE ? "outside the bounds" : "nothing is free");
        return false;
    }
    if (place.position.x != point.x || place.position.y != point.y) {
        char x[PAWL_FX_TEXT_MAX], y[PAWL_FX_TEXT_MAX];
        print_fx(place.position.x, x);
        print_fx(place.position.y, y);
        fprintf(stderr, "pawl: %s: note: level: %s is in a wall, so the player goes to %s %s\n",
                walker->path, what, x, y);
    }
    walker->state.place = place;
    return true;
}

bool cli_walker_start(const char *path, const cli_scene *scene, cli_walker *walker) {
    memset(walker, 0, sizeof *walker);
    if (scene->level == NULL || !scene->level->has_spawn) return true;
    const pawl_level_def def = cli_level_def(scene->level);
    if (!cli_level_block_build(path, stderr, scene->level, &def, &walker->block)) return false;
    walker->path = path;
    walker->scene = scene->level;
    walker->rate_numerator = scene->def.rate_numerator;
    walker->rate_denominator = scene->def.rate_denominator;
    return cli_level_block_build_drawn(path, stderr, scene->level, &walker->drawn) &&
           put_at(walker, scene->level->spawn, "the spawn");
}

void cli_walker_free(cli_walker *walker) {
    cli_level_block_free(&walker->block);
    cli_level_block_free(&walker->drawn);
}

/* What happens once. */
static bool do_requests(cli_walker *walker, cli_script_walker *request) {
    pawl_walker *const state = &walker->state;
    if (request->has_place) {
        const pawl_walker fresh = {.place = state->place, .velocity = state->velocity};
        *state = fresh;
        if (!put_at(walker, request->place, "where the player is put")) return false;
    }
    if (request->has_velocity) state->velocity = request->velocity;
    if (request->has_jump && state->on_ground) state->velocity.y = request->jump;
    request->has_place = request->has_velocity = request->has_jump = false;
    return true;
}

bool cli_walker_step(cli_walker *walker, const pawl_world *world, cli_script_walker *request) {
    if (walker->path == NULL) return true;
    pawl_walker_def def = request->def;
    def.gravity = pawl_world_get_gravity(world);
    def.rate_numerator = walker->rate_numerator;
    def.rate_denominator = walker->rate_denominator;
    walker->gates = request->gates;
    if (!do_requests(walker, request)) return false;
    const pawl_status status = pawl_walker_step(&walker->block.level, &walker->gates, &def, NULL, 0,
                                                request->input, &walker->state, &walker->report);
    if (status != PAWL_OK) {
        fprintf(stderr, "pawl: %s: tick %llu: the player: %s\n", walker->path,
                (unsigned long long)pawl_world_get_tick(world), pawl_status_text(status));
        return false;
    }
    const pawl_place place = walker->state.place;
    const uint32_t words[3] = {(uint32_t)place.position.x, (uint32_t)place.position.y,
                               place.triangle};
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, walker->places);
    pawli_xxh32_words(&hash, words, 3);
    walker->places = pawli_xxh32_end(&hash);
    walker->contacts += walker->report.contact_count;
    return true;
}

void cli_walker_text(const cli_walker *walker, bool is_json, char text[CLI_WALKER_TEXT_MAX]) {
    const pawl_walker *const state = &walker->state;
    const char *const ground =
        state->on_ground ? walker->scene->region_names[state->ground_region] : "none";
    char x[PAWL_FX_TEXT_MAX], y[PAWL_FX_TEXT_MAX];
    print_fx(state->place.position.x, x);
    print_fx(state->place.position.y, y);
    if (is_json) {
        snprintf(text, CLI_WALKER_TEXT_MAX,
                 "\"player\": [%s, %s], \"on_ground\": %s, \"player_contacts\": %llu, "
                 "\"places\": \"%08lx\"",
                 x, y, state->on_ground ? "true" : "false", (unsigned long long)walker->contacts,
                 (unsigned long)walker->places);
    } else {
        snprintf(text, CLI_WALKER_TEXT_MAX, "player=%s,%s ground=%.*s contacts=%llu places=%08lx",
                 x, y, REGION_TEXT_MAX, ground, (unsigned long long)walker->contacts,
                 (unsigned long)walker->places);
    }
}

void cli_walker_draw(const cli_walker *walker, const cli_view *view, cli_drawing *drawing) {
    if (walker->path == NULL) return;
    const size_t first = drawing->count;
    const cli_level_picture picture = {
        .scene = walker->scene,
        .level = &walker->block.level,
        .drawn = &walker->drawn.level,
        .gates = walker->gates,
        .show = CLI_SHOW_LEVEL,
    };
    cli_drawing_level_add_walls(&picture, view, drawing);
    cli_drawing_level_add_edges(&picture, view, drawing);
    cli_drawing_add_below(drawing, first);
    cli_drawing_level_add_walker(&walker->block.level, walker->state.place.position, true, view,
                                 drawing);
}
