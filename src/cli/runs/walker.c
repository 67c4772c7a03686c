/* walker.c - step a walker beside a world. */
#include "cli/runs/walker.h"

#include <string.h>

#include "base/xxh32.h"
#include "cli/common/command.h"
#include "pawl/path.h"

#define REGION_TEXT_MAX 40

static void print_fx(pawl_fx value, char text[PAWL_FX_TEXT_MAX]) {
    if (pawl_fx_print(value, text, PAWL_FX_TEXT_MAX) != PAWL_OK) text[0] = 0;
}

/* The free place nearest to a point, with a note when it is another one. */
static bool put_player(cli_walker *player, pawl_vec2 point, const char *what) {
    pawl_place place;
    const pawl_status status =
        pawl_level_nearest_free(&player->block.level, &player->gates, point, &place);
    if (status != PAWL_OK) {
        fprintf(stderr, "pawl: %s: level: %s: %s\n", player->path, what,
                status == PAWL_ERR_RANGE ? "outside the bounds" : "nothing is free");
        return false;
    }
    if (place.position.x != point.x || place.position.y != point.y) {
        char x[PAWL_FX_TEXT_MAX], y[PAWL_FX_TEXT_MAX];
        print_fx(place.position.x, x);
        print_fx(place.position.y, y);
        fprintf(stderr, "pawl: %s: note: level: %s is in a wall, so the player goes to %s %s\n",
                player->path, what, x, y);
    }
    player->walker.place = place;
    return true;
}

bool cli_walker_start(const char *path, const cli_scene *scene, cli_walker *player) {
    memset(player, 0, sizeof *player);
    if (scene->level == NULL || !scene->level->has_spawn) return true;
    const pawl_level_def def = cli_level_def(scene->level);
    if (!cli_level_block_build(path, stderr, scene->level, &def, &player->block)) return false;
    player->path = path;
    player->scene = scene->level;
    player->rate_numerator = scene->def.rate_numerator;
    player->rate_denominator = scene->def.rate_denominator;
    return cli_level_block_build_drawn(path, stderr, scene->level, &player->drawn) &&
           put_player(player, scene->level->spawn, "the spawn");
}

void cli_walker_free(cli_walker *player) {
    cli_level_block_free(&player->block);
    cli_level_block_free(&player->drawn);
}

/* What happens once. */
static bool do_wishes(cli_walker *player, cli_script_walker *wish) {
    pawl_walker *const walker = &player->walker;
    if (wish->has_place) {
        const pawl_walker fresh = {.place = walker->place, .velocity = walker->velocity};
        *walker = fresh;
        if (!put_player(player, wish->place, "where the player is put")) return false;
    }
    if (wish->has_velocity) walker->velocity = wish->velocity;
    if (wish->has_jump && walker->on_ground) walker->velocity.y = wish->jump;
    wish->has_place = wish->has_velocity = wish->has_jump = false;
    return true;
}

bool cli_walker_step(cli_walker *player, const pawl_world *world, cli_script_walker *wish) {
    if (player->path == NULL) return true;
    pawl_walker_def def = wish->def;
    def.gravity = pawl_world_gravity(world);
    def.rate_numerator = player->rate_numerator;
    def.rate_denominator = player->rate_denominator;
    player->gates = wish->gates;
    if (!do_wishes(player, wish)) return false;
    const pawl_status status = pawl_walker_step(&player->block.level, &player->gates, &def, NULL, 0,
                                                wish->input, &player->walker, &player->report);
    if (status != PAWL_OK) {
        fprintf(stderr, "pawl: %s: tick %llu: the player: %s\n", player->path,
                (unsigned long long)pawl_world_tick(world), pawl_status_text(status));
        return false;
    }
    const pawl_place place = player->walker.place;
    const uint32_t words[3] = {(uint32_t)place.position.x, (uint32_t)place.position.y,
                               place.triangle};
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, player->places);
    pawli_xxh32_words(&hash, words, 3);
    player->places = pawli_xxh32_end(&hash);
    player->contacts += player->report.contact_count;
    return true;
}

void cli_walker_text(const cli_walker *player, bool is_json, char text[CLI_WALKER_TEXT_MAX]) {
    const pawl_walker *const walker = &player->walker;
    const char *const ground =
        walker->on_ground ? player->scene->region_names[walker->ground_region] : "none";
    char x[PAWL_FX_TEXT_MAX], y[PAWL_FX_TEXT_MAX];
    print_fx(walker->place.position.x, x);
    print_fx(walker->place.position.y, y);
    if (is_json) {
        snprintf(text, CLI_WALKER_TEXT_MAX,
                 "\"player\": [%s, %s], \"on_ground\": %s, \"player_contacts\": %llu, "
                 "\"places\": \"%08lx\"",
                 x, y, walker->on_ground ? "true" : "false", (unsigned long long)player->contacts,
                 (unsigned long)player->places);
    } else {
        snprintf(text, CLI_WALKER_TEXT_MAX, "player=%s,%s ground=%.*s contacts=%llu places=%08lx",
                 x, y, REGION_TEXT_MAX, ground, (unsigned long long)player->contacts,
                 (unsigned long)player->places);
    }
}

void cli_walker_draw(const cli_walker *player, const cli_view *view, cli_drawing *drawing) {
    if (player->path == NULL) return;
    const size_t first = drawing->count;
    const cli_level_picture picture = {
        .scene = player->scene,
        .level = &player->block.level,
        .drawn = &player->drawn.level,
        .gates = player->gates,
        .show = CLI_SHOW_LEVEL,
    };
    cli_drawing_level_add_walls(&picture, view, drawing);
    cli_drawing_level_add_edges(&picture, view, drawing);
    cli_drawing_add_below(drawing, first);
    cli_drawing_level_add_walker(&player->block.level, player->walker.place.position, true, view,
                                 drawing);
}
