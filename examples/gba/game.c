/* game.c - screens, time and points. */
#include "game.h"

#include <pawl/port.h>

#define HOME_POINTS 10
#define SPLASH_POINTS 5 /* lost */
#define TICKS_PER_SECOND 60u
#define BARK_PAUSE 40
#define LOOK_TICKS 60 /* for which a screen stays at least */

static void show(game_state *game, game_screen screen) {
    game->screen = screen;
    game->wait = 0;
}

static pawl_status show_title(game_state *game) {
    show(game, GAME_TITLE);
    return flock_start(&game->flock, &game_levels[0], game->scratch);
}

static pawl_status begin_level(game_state *game, uint32_t level) {
    game->level = level;
    game->ticks_left = game_levels[level].seconds * TICKS_PER_SECOND;
    game->paused = false;
    show(game, GAME_PLAY);
    return flock_start(&game->flock, &game_levels[level], game->scratch);
}

pawl_status game_start(game_state *game, const game_record *record, void *scratch) {
    game->record = *record;
    game->scratch = scratch;
    game->level = game->choice = game->score = game->ticks_left = 0;
    game->tick = game->keys = game->silence = game->sounds = 0;
    game->paused = false;
    return show_title(game);
}

uint32_t game_home_count(const game_state *game) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < game->flock.sheep_count; i++)
        if (flock_is_home(&game->flock, i)) count++;
    return count;
}

uint32_t game_seconds_left(const game_state *game) {
    return (game->ticks_left + TICKS_PER_SECOND - 1) / TICKS_PER_SECOND;
}

/* ---- the screens ---------------------------------------------------------------------------- */

static pawl_status step_title(game_state *game, uint32_t pressed) {
    flock_report report;
    const uint32_t before = game->choice;
    if ((pressed & PAWL_KEY_RIGHT) && game->choice + 1 < game->record.reached) game->choice++;
    if ((pressed & PAWL_KEY_LEFT) && game->choice > 0) game->choice--;
    if (game->choice != before) game->sounds |= GAME_SOUND_CHOICE;
    if (!(pressed & PAWL_KEY_START)) return flock_step(&game->flock, 0, false, &report);
    game->sounds |= GAME_SOUND_CHOICE;
    game->score = 0;
    return begin_level(game, game->choice);
}

static void win(game_state *game) {
    game->score += game_seconds_left(game);
    game->sounds |= GAME_SOUND_WON;
    if (game->record.reached < game->level + 2 && game->level + 1 < GAME_LEVELS) {
        game->record.reached = game->level + 2;
    }
    if (game->score > game->record.best) game->record.best = game->score;
    show(game, GAME_WON);
}

static void lose(game_state *game) {
    game->sounds |= GAME_SOUND_LOST;
    if (game->score > game->record.best) game->record.best = game->score;
    show(game, GAME_LOST);
}

static void count(game_state *game, const flock_report *report) {
    const uint32_t lost = report->fell_in * SPLASH_POINTS;
    game->score += report->came_home * HOME_POINTS;
    game->score -= lost < game->score ? lost : game->score;
    if (report->came_home > 0) game->sounds |= GAME_SOUND_HOME;
    if (report->fell_in > 0) game->sounds |= GAME_SOUND_SPLASH;
}

static pawl_status step_play(game_state *game, uint32_t keys, uint32_t pressed) {
    flock_report report;
    if (pressed & PAWL_KEY_START) game->paused = !game->paused;
    if (game->paused) return PAWL_OK;
    if (game->silence > 0) game->silence--;
    const bool barks = (pressed & PAWL_KEY_A) && game->silence == 0;
    if (barks) {
        game->silence = BARK_PAUSE;
        game->sounds |= GAME_SOUND_BARK;
    }
    if (pressed & PAWL_KEY_B) game->sounds |= GAME_SOUND_CALL;
    const pawl_status status = flock_step(&game->flock, keys, barks, &report);
    if (status != PAWL_OK) return status;
    count(game, &report);
    game->ticks_left--;
    if (game_home_count(game) == game->flock.sheep_count) {
        win(game);
    } else if (game->ticks_left == 0) {
        lose(game);
    }
    return PAWL_OK;
}

/* The other screens wait for a key. */
static pawl_status step_on(game_state *game, uint32_t pressed) {
    if (game->wait < LOOK_TICKS || !(pressed & (PAWL_KEY_START | PAWL_KEY_A))) return PAWL_OK;
    if (game->screen != GAME_WON) return show_title(game);
    if (game->level + 1 < GAME_LEVELS) return begin_level(game, game->level + 1);
    show(game, GAME_END);
    return PAWL_OK;
}

pawl_status game_step(game_state *game, uint32_t keys) {
    const uint32_t pressed = keys & ~game->keys;
    game->keys = keys;
    game->tick++;
    game->wait++;
    game->sounds = 0;
    switch (game->screen) {
    case GAME_TITLE:
        return step_title(game, pressed);
    case GAME_PLAY:
        return step_play(game, keys, pressed);
    default:
        return step_on(game, pressed);
    }
}

uint32_t game_hash(const game_state *game) {
    const flock_state *flock = &game->flock;
    const uint32_t words[] = {game->tick,
                              game->keys,
                              (uint32_t)game->screen,
                              game->level,
                              game->choice,
                              game->score,
                              game->ticks_left,
                              game->wait,
                              game->silence,
                              game->paused,
                              game->record.best,
                              game->record.reached,
                              flock->home,
                              flock->chance,
                              flock->left,
                              (uint32_t)flock->facing,
                              (uint32_t)flock->bark,
                              (uint32_t)flock->dog.place.position.x,
                              (uint32_t)flock->dog.place.position.y,
                              flock->dog.place.triangle,
                              (uint32_t)flock->dog.velocity.x,
                              (uint32_t)flock->dog.velocity.y};
    uint32_t hash = pawl_world_hash(flock->world);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = (hash ^ words[i]) * UINT32_C(16777619); /* FNV-1a, by words */
    return hash;
}
