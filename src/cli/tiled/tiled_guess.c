/* tiled_guess.c - what is solid in a map that does not say it: first what says so plainly, then
 * what its names say, then what lies how. docs/tiled.md, "What is solid", has the same order. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tiled/tiled_guess.h"

#define WHY_MAX 160
#define PARTLY_PERCENT 75u /* ground seen from the side leaves so much open */
#define HALF_PERCENT 50u
#define COMMON_PERCENT 30u
#define OUTLINES_MIN 4u

/* How far a guess is. */
typedef struct guess {
    cli_tiled_survey all;
    const cli_tiled_layer *collision; /* a layer that holds nothing but what is solid */
    const cli_tiled_layer *outlines;  /* a layer of objects that are solid */
    bool has_shapes, has_marks, has_walls, has_any;
} guess;

static bool is_tiles(const cli_tiled_seen *one) {
    return one->layer->type == CLI_TILED_CELLS && one->cells > 0;
}

static uint32_t percent_of(const guess *now, const cli_tiled_seen *one) {
    return (uint32_t)((uint64_t)one->cells * 100 / (now->all.area > 0 ? now->all.area : 1));
}

static const char *make_text(const guess *now, const char *format, va_list arguments) {
    char text[WHY_MAX];
    vsnprintf(text, sizeof text, format, arguments);
    return cli_heap_text(&now->all.import->plan->heap, text, strlen(text));
}

#if defined(__GNUC__) || defined(__clang__)
#define TEXT_ARGUMENTS __attribute__((format(printf, 3, 4)))
#else
#define TEXT_ARGUMENTS
#endif
static void choose(guess *now, cli_tiled_seen *one, const char *format, ...) TEXT_ARGUMENTS;
static void refuse(guess *now, cli_tiled_seen *one, const char *format, ...) TEXT_ARGUMENTS;

/* The layer is solid. */
static void choose(guess *now, cli_tiled_seen *one, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    one->layer->choice.role = CLI_ROLE_SOLID;
    one->layer->choice.why = make_text(now, format, arguments);
    va_end(arguments);
    now->has_any = true;
}

/* The layer is not, if nothing said so before. */
static void refuse(guess *now, cli_tiled_seen *one, const char *format, ...) {
    va_list arguments;
    if (one->layer->choice.role != CLI_ROLE_NONE) return;
    va_start(arguments, format);
    one->layer->choice.why = make_text(now, format, arguments);
    va_end(arguments);
}

static bool is_open(const guess *now, const cli_tiled_seen *one) {
    (void)now;
    return is_tiles(one) && one->layer->choice.role == CLI_ROLE_NONE &&
           one->layer->choice.why == NULL && !one->is_said;
}

/* ---- what says so plainly ---- */

/* A property of the layer that made the guess is not one without a use. */
static void use_property(const cli_tiled_seen *one) {
    if (one->property != NULL) one->property->used = true;
}

static void judge_plain(guess *now, cli_tiled_seen *one) {
    cli_tiled_choice *choice = &one->layer->choice;
    if (!is_tiles(one) || one->is_said) return;
    if (cli_tiled_survey_is_far(one->layer)) {
        refuse(now, one, "it moves by a factor of parallax");
    } else if (one->word == CLI_WORD_OPEN) {
        refuse(now, one, "its %s says \"%s\"", one->from, one->said);
    } else if (one->word == CLI_WORD_COLLISION) {
        choose(now, one, "its %s says \"%s\"", one->from, one->said);
        use_property(one);
        now->collision = one->layer;
    } else if (one->shaped > 0) {
        now->has_shapes = now->has_any = true;
        refuse(now, one, "only its tiles with collision shapes are solid");
    } else if (one->marked > 0) {
        choose(now, one, "properties or classes of its tiles say so");
        choice->gids = one->marked_gids;
        choice->gid_count = one->marked_gid_count;
        now->has_marks = true;
    } else if (one->opened > 0 && one->opened < one->cells) {
        choose(now, one, "properties of the other tiles say that one walks on them");
        choice->gids = one->opened_gids;
        choice->gid_count = one->opened_gid_count;
        choice->is_except = true;
        now->has_marks = true;
    }
}

static void judge_objects(guess *now, cli_tiled_seen *one) {
    if (one->layer->type != CLI_TILED_OBJECTS || one->solids == 0) return;
    const bool had_any = now->has_any;
    const bool is_named = one->word >= CLI_WORD_COLLISION && one->word <= CLI_WORD_FLOOR;
    choose(now, one, is_named ? "its %s says \"%s\"" : "their names, classes or properties say so",
           one->from, one->said);
    /* A few among many things say nothing about tiles. */
    if (is_named) use_property(one);
    if (is_named || (one->solids >= OUTLINES_MIN && one->solids * 4 >= one->outlines)) {
        now->outlines = one->layer;
    } else {
        now->has_any = had_any;
    }
}

/* ---- what names say ---- */

static bool is_seen_from_side(const char *said) {
    static const char *const words[] = {"plat",  "piatt", "brick", "block", "pipe",
                                        "ledge", "blo",   "足場",  "平台",  NULL};
    for (int i = 0; words[i] != NULL; i++) {
        if (strncmp(said, words[i], strlen(words[i])) == 0) return true;
    }
    return false;
}

static void judge_built(guess *now, cli_tiled_seen *one) {
    if (!is_open(now, one) || one->word != CLI_WORD_BUILT) return;
    if (one->inside > one->stood) {
        refuse(now, one, "its %s says \"%s\", but the player starts in it", one->from, one->said);
        return;
    }
    choose(now, one, "its %s says \"%s\"", one->from, one->said);
    if (!is_seen_from_side(one->said)) now->has_walls = true;
}

/* A layer without holes below another one. */
static const cli_tiled_seen *find_ground(const guess *now, const cli_tiled_seen *above) {
    for (const cli_tiled_seen *one = now->all.layers; one < above; one++) {
        if (is_tiles(one) && !one->layer->is_hidden && cli_tiled_survey_is_full(&now->all, one) &&
            !cli_tiled_survey_is_far(one->layer))
            return one;
    }
    return NULL;
}

/* Ground is solid where one sees it from the side: it leaves much open, and no player is in it. */
static void judge_floor(guess *now, cli_tiled_seen *one) {
    if (!is_open(now, one) || one->word != CLI_WORD_FLOOR) return;
    const uint32_t percent = percent_of(now, one);
    if (percent > PARTLY_PERCENT || one->inside > one->stood ||
        (now->has_walls && (percent >= HALF_PERCENT || find_ground(now, one) != NULL))) {
        return;
    }
    choose(now, one, "its %s says \"%s\", and %lu of 100 cells are open", one->from, one->said,
           (unsigned long)(100 - percent));
}

/* What is in front is the ground, where one sees it from the side and nothing else is called so. */
static void judge_front(guess *now, cli_tiled_seen *one) {
    if (!is_open(now, one) || one->word != CLI_WORD_FRONT || one->inside > one->stood) return;
    const uint32_t percent = percent_of(now, one);
    if (percent > PARTLY_PERCENT) return;
    choose(now, one, "its %s says \"%s\", no other is the ground, and %lu of 100 cells are open",
           one->from, one->said, (unsigned long)(100 - percent));
}

static bool has_ground(const guess *now) {
    for (uint32_t i = 0; i < now->all.count; i++) {
        const cli_tiled_seen *one = &now->all.layers[i];
        if (!is_tiles(one) || one->word == CLI_WORD_DECOR || one->word == CLI_WORD_OPEN) continue;
        if (one->word == CLI_WORD_FLOOR || cli_tiled_survey_is_full(&now->all, one)) return true;
    }
    return false;
}

/* ---- outlines without names ---- */

static void judge_outlines(guess *now, cli_tiled_seen *one) {
    if (one->layer->type != CLI_TILED_OBJECTS || one->is_said) return;
    if (one->word >= CLI_WORD_DECOR || one->word == CLI_WORD_OPEN) return;
    if (one->nameless < 3 || one->nameless * 4 < one->outlines * 3) return;
    for (cli_tiled_object *object = one->layer->objects; object != NULL; object = object->next) {
        if (object->name[0] == 0 && object->class[0] == 0 && object->form != CLI_TILED_TILE)
            object->choice = CLI_ROLE_SOLID;
    }
    choose(now, one, "outlines without names and classes, in a map where nothing else is solid");
    now->outlines = one->layer;
}

/* ---- what lies how ---- */

static bool is_candidate(const guess *now, const cli_tiled_seen *one) {
    return is_open(now, one) && !one->layer->is_hidden &&
           (one->word == CLI_WORD_NONE || one->word == CLI_WORD_FLOOR ||
            one->word == CLI_WORD_FRONT) &&
           !cli_tiled_survey_is_full(&now->all, one) && one->inside <= one->stood;
}

/* What the player stands on. */
static void judge_stood(guess *now, cli_tiled_seen *one) {
    if (!is_candidate(now, one) || one->stood == 0 || one->inside > 0) return;
    choose(now, one, "the player starts on top of it");
}

/* What lies on a layer that fills the map: walls and things, seen from above. */
static void judge_lying(guess *now, cli_tiled_seen *one) {
    if (!is_candidate(now, one) || one->word == CLI_WORD_FRONT) return;
    const cli_tiled_seen *ground = find_ground(now, one);
    if (ground == NULL) return;
    choose(now, one, "it lies on \"%.40s\", which fills the map", ground->layer->name);
}

/* The layer with the most cells of those that leave some open. */
static void judge_largest(guess *now) {
    cli_tiled_seen *best = NULL;
    for (uint32_t i = 0; i < now->all.count; i++) {
        cli_tiled_seen *one = &now->all.layers[i];
        if (is_candidate(now, one) && (best == NULL || one->cells > best->cells)) best = one;
    }
    if (best != NULL) choose(now, best, "of the layers with open cells it has the most tiles");
}

/* In a layer without holes one tile is the air or the floor: where the player starts, or else the
 * one that is there most often. */
static void judge_full(guess *now, cli_tiled_seen *one) {
    cli_tiled_choice *choice = &one->layer->choice;
    if (now->has_any || !is_tiles(one) || one->is_said || one->layer->is_hidden) return;
    if (choice->role != CLI_ROLE_NONE || cli_tiled_survey_is_far(one->layer)) return;
    if (one->word == CLI_WORD_OPEN || one->word >= CLI_WORD_PLAYER) return;
    uint32_t *open = cli_heap_take(&now->all.import->plan->heap, sizeof *open);
    const bool is_common = (uint64_t)one->common * 100 >= (uint64_t)one->cells * COMMON_PERCENT;
    if (one->common == one->cells || (one->inside == 0 && !is_common)) return;
    *open = one->inside > 0 && !is_common ? one->inside_gids[0] : one->common_gid;
    choose(now, one, "tile %lu, %s, is open, the others are not", (unsigned long)*open,
           is_common ? "which is there most often" : "in which the player starts");
    choice->gids = open;
    choice->gid_count = 1;
    choice->is_except = true;
}

/* ---- why not ---- */

static void tell_why_not(guess *now, cli_tiled_seen *one) {
    if (!is_open(now, one)) return;
    if (one->word >= CLI_WORD_FRONT) {
        refuse(now, one, "its %s says \"%s\"", one->from, one->said);
    } else if (now->collision != NULL) {
        refuse(now, one, "layer \"%.40s\" holds what is solid", now->collision->name);
    } else if (now->outlines != NULL) {
        refuse(now, one, "the objects of layer \"%.40s\" are what is solid", now->outlines->name);
    } else if (now->has_shapes) {
        refuse(now, one, "its tiles have no collision shapes, and others have");
    } else if (now->has_marks) {
        refuse(now, one, "nothing marks its tiles, and others are marked");
    } else if (one->inside > one->stood) {
        refuse(now, one, "the player starts in it");
    } else if (one->layer->is_hidden) {
        refuse(now, one, "it is hidden");
    } else if (cli_tiled_survey_is_full(&now->all, one)) {
        refuse(now, one, "it fills the map");
    } else if (now->has_any) {
        refuse(now, one, "others are more likely");
    } else {
        refuse(now, one, "nothing tells whether it is");
    }
}

/* ---- where the player starts ---- */

static void place_player(guess *now) {
    cli_tiled_object *player = now->all.player;
    const cli_pixels size = now->all.import->scale;
    const cli_tiled_result *result = now->all.import->result;
    if (player == NULL || player->choice != CLI_ROLE_NONE || !now->has_any) return;
    if (result->has_spawn || result->has_walker) return; /* in a map of the world before */
    const cli_tiled_scope scope = {
        .object = player, .layer = now->all.player_layer, .map = now->all.import->map};
    if (cli_tiled_roles_said(now->all.import, &scope) != CLI_ROLE_NONE) return;
    const bool has_size = player->width >= size / 4 && player->height >= size / 4 &&
                          player->width <= 4 * size && player->height <= 4 * size;
    player->choice =
        has_size && player->form != CLI_TILED_POINT && player->form != CLI_TILED_POLYLINE
            ? CLI_ROLE_WALKER
            : CLI_ROLE_SPAWN;
}

/* ---- all of it ---- */

static void for_all(guess *now, void (*judge)(guess *, cli_tiled_seen *)) {
    for (uint32_t i = 0; i < now->all.count; i++)
        judge(now, &now->all.layers[i]);
}

static void judge_names(guess *now) {
    if (now->collision != NULL || now->outlines != NULL) return;
    for_all(now, judge_built);
    if (now->has_shapes || now->has_marks) return;
    for_all(now, judge_floor);
    if (!now->has_walls && !has_ground(now)) for_all(now, judge_front);
}

void cli_tiled_guess_layers(cli_tiled_import *import) {
    guess now = {.collision = NULL};
    const bool is_chosen = cli_tiled_choice_take(import);
    if (import->plan->failed || import->is_arcade) return;
    cli_tiled_survey_make(import, &now.all);
    if (now.all.is_said || is_chosen) {
        for (uint32_t i = 0; i < now.all.count; i++) {
            cli_tiled_object *one = now.all.layers[i].layer->objects;
            for (; one != NULL; one = one->next)
                one->choice = CLI_ROLE_NONE;
            if (!is_open(&now, &now.all.layers[i])) continue;
            refuse(&now, &now.all.layers[i], "%s",
                   is_chosen ? "it was not chosen" : "the map says itself what is solid");
        }
        return;
    }
    for_all(&now, judge_plain);
    for_all(&now, judge_objects);
    judge_names(&now);
    if (!now.has_any) for_all(&now, judge_outlines);
    if (!now.has_any) for_all(&now, judge_stood);
    if (!now.has_any) for_all(&now, judge_lying);
    if (!now.has_any) judge_largest(&now);
    for_all(&now, judge_full);
    for_all(&now, tell_why_not);
    place_player(&now);
}

cli_tiled_role cli_tiled_guess_tile(const cli_tiled_layer *layer, uint32_t gid) {
    const cli_tiled_choice *choice = &layer->choice;
    bool is_listed = false;
    for (uint32_t low = 0, high = choice->gid_count; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        if (choice->gids[middle] == gid) is_listed = true;
        if (choice->gids[middle] < gid) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (choice->role == CLI_ROLE_NONE || choice->role == CLI_ROLE_LEFT_OUT) return choice->role;
    if (choice->gids != NULL && is_listed == choice->is_except) return CLI_ROLE_NONE;
    return choice->role;
}
