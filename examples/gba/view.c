/* view.c - the pasture and the words on it. Reads the game and never writes it. */
#include "view.h"

#include "art.h"

#define SPRITE_SIZE 16

/* ---- the pasture ---------------------------------------------------------------------------- */

static void put_sprite(picture_state *picture, pawl_vec2 place, enum art_sprite image,
                       bool flipped) {
    const int32_t x = place.x / (PAWL_FX_ONE / LEVEL_UNIT),
                  y = -place.y / (PAWL_FX_ONE / LEVEL_UNIT);
    if (picture->sprite_count == PICTURE_SPRITES) return;
    picture->sprites[picture->sprite_count++] = (picture_sprite){
        (int16_t)(x - SPRITE_SIZE / 2), (int16_t)(y - SPRITE_SIZE / 2), (uint8_t)image, flipped};
}

static bool is_moving(pawl_vec2 velocity) {
    const pawl_fx slow = PAWL_FX(0, 1, 3);
    return velocity.x > slow || velocity.x < -slow || velocity.y > slow || velocity.y < -slow;
}

static void put_sheep(picture_state *picture, const flock_state *flock, uint32_t sheep) {
    const bool steps = flock->tick / 8 % 2 != 0;
    enum art_sprite image = ART_SHEEP;
    if (flock_is_home(flock, sheep)) {
        image = ART_SHEEP_SLEEPS;
    } else if (steps && is_moving(pawl_body_get_velocity(flock->world, flock->sheep[sheep]))) {
        image = ART_SHEEP_WALKS;
    }
    put_sprite(picture, flock_sheep_place(flock, sheep), image, (flock->left >> sheep & 1) != 0);
}

static void put_pasture(picture_state *picture, const flock_state *flock, bool with_dog) {
    picture->ground = flock->level->cells;
    picture->sprite_count = 0;
    if (with_dog) {
        const bool runs = flock->tick / 4 % 2 != 0 && is_moving(flock->dog.velocity);
        put_sprite(picture, flock->dog.place.position, runs ? ART_DOG_RUNS : ART_DOG,
                   flock->facing < 0);
    }
    for (uint32_t i = 0; i < flock->sheep_count; i++)
        put_sheep(picture, flock, i);
}

/* ---- words ---------------------------------------------------------------------------------- */

static void put_title(picture_state *picture, const game_state *game, bool fresh) {
    if (fresh) {
        picture_put_big_text(picture, 3, 1, "COUNTING SHEEP", INK_WHITE);
        picture_center_text(picture, 7, "START   TO THE PASTURE", INK_YELLOW);
        picture_center_text(picture, 13, "ARROWS  RUN     ", INK_WHITE);
        picture_center_text(picture, 14, "A       BARK    ", INK_WHITE);
        picture_center_text(picture, 15, "B       CALL    ", INK_WHITE);
        picture_center_text(picture, 17, "SELECT  THE SAME ON A PC", INK_WHITE);
        picture_put_text(picture, 0, 1, "BEST", INK_WHITE);
    }
    picture_put_number(picture, 0, 6, game->record.best, 4, INK_YELLOW);
    if (game->record.reached > 1) {
        picture_put_text(picture, 9, 10, "< LEVEL    >", INK_GREEN);
        picture_put_number(picture, 9, 18, game->choice + 1, 1, INK_GREEN);
    }
}

static void put_counts(picture_state *picture, const game_state *game, bool fresh) {
    const uint32_t seconds = game_seconds_left(game);
    if (fresh) {
        picture_put_text(picture, 0, 1, "SHEEP   /     TIME", INK_WHITE);
        picture_put_number(picture, 0, 10, game->flock.sheep_count, 2, INK_WHITE);
    }
    picture_put_number(picture, 0, 7, game_home_count(game), 2, INK_GREEN);
    picture_put_number(picture, 0, 20, seconds, 3, seconds > 10 ? INK_WHITE : INK_RED);
    picture_put_number(picture, 0, 25, game->score, 4, INK_YELLOW);
}

static void put_play(picture_state *picture, const game_state *game, bool fresh) {
    put_counts(picture, game, fresh);
    if (game->wait < 120)
        picture_center_text(picture, 1, game_levels[game->level].title, INK_WHITE);
    if (game->wait == 120) picture_center_text(picture, 1, "                ", INK_WHITE);
    picture_center_text(picture, 9, game->paused ? "PAUSE" : "     ", INK_YELLOW);
}

static void put_end_of_day(picture_state *picture, const game_state *game, bool fresh) {
    put_counts(picture, game, fresh);
    if (!fresh) return;
    switch (game->screen) {
    case GAME_WON:
        picture_put_big_text(picture, 8, 7, "ALL HOME", INK_GREEN);
        picture_center_text(picture, 11, "A POINT FOR EACH SECOND", INK_WHITE);
        break;
    case GAME_LOST:
        picture_put_big_text(picture, 8, 8, "EVENING", INK_RED);
        picture_center_text(picture, 11, "SOME SHEEP ARE STILL OUT", INK_WHITE);
        break;
    default:
        picture_put_big_text(picture, 6, 5, "GOOD NIGHT", INK_YELLOW);
        picture_center_text(picture, 9, "ALL SHEEP OF ALL PASTURES", INK_WHITE);
        picture_center_text(picture, 10, "HAVE BEEN COUNTED", INK_WHITE);
        break;
    }
    picture_center_text(picture, 13, "START", INK_YELLOW);
}

void view_game(picture_state *picture, const game_state *game, bool fresh) {
    if (fresh) picture_clear_text(picture);
    put_pasture(picture, &game->flock, game->screen != GAME_TITLE);
    switch (game->screen) {
    case GAME_TITLE:
        put_title(picture, game, fresh);
        break;
    case GAME_PLAY:
        put_play(picture, game, fresh);
        break;
    default:
        put_end_of_day(picture, game, fresh);
        break;
    }
}

/* ---- the hashes ----------------------------------------------------------------------------- */

#define HASH_ROWS 4
#define FIRST_ROW 13

static void put_hash_row(picture_state *picture, const demo_run *run, uint32_t check, int row) {
    const bool equal = run->hashes[check] == run->demo->hashes[check];
    const enum picture_ink ink = equal ? INK_GREEN : INK_RED;
    picture_put_number(picture, row, 2, (check + 1) * DEMO_PERIOD, 5, INK_WHITE);
    picture_put_hex(picture, row, 9, run->hashes[check], ink);
    picture_put_hex(picture, row, 19, run->demo->hashes[check], ink);
}

static void put_verdict(picture_state *picture, const demo_run *run) {
    const bool equal = run->equal == run->checks;
    picture_put_number(picture, 17, 2, run->equal, 3, INK_WHITE);
    picture_put_text(picture, 17, 6, "OF", INK_WHITE);
    picture_put_number(picture, 17, 9, run->checks, 3, INK_WHITE);
    picture_put_text(picture, 17, 13, equal ? "EQUAL" : "EQUAL: OTHER BITS",
                     equal ? INK_GREEN : INK_RED);
    if (demo_is_over(run)) picture_put_text(picture, 17, 23, "END", INK_YELLOW);
}

void view_proof(picture_state *picture, const demo_run *run, bool fresh) {
    view_game(picture, run->game, fresh);
    if (fresh) picture_put_text(picture, FIRST_ROW - 1, 2, "TICK   HERE      PC", INK_WHITE);
    if (!fresh && run->game->tick % DEMO_PERIOD != 0 && !demo_is_over(run)) return;
    const uint32_t first = run->checks > HASH_ROWS ? run->checks - HASH_ROWS : 0;
    for (uint32_t check = first; check < run->checks; check++)
        put_hash_row(picture, run, check, FIRST_ROW + (int)(check - first));
    put_verdict(picture, run);
}
