/* fuzz_diagnose.c - why hashes differ: two plain loops over the inputs of the game, alike but for
 * one thing at a time. The first thing that makes them differ is the cause. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/fuzz/fuzz_play.h"

#define PLACE 0x55u
#define OTHER_PLACE 0xAAu /* all bits that can differ do */
#define FILL 5u
#define MORE 200u /* ticks, for what the game has only just begun to do */
#define GUESSES 6u
#define ROUNDS 5u

/* In what the second loop is different. */
typedef enum way {
    PLACED,
    FILLED,
    RELOADED,
    ROLLED_BACK,
    PACKED,
    GUESSED,
    SEATED,
    ROUNDED
} way;
static const cli_fuzz_cause causes[] = {
    [PLACED] = CLI_FUZZ_PLACE,         [FILLED] = CLI_FUZZ_FILL,   [RELOADED] = CLI_FUZZ_LEFT_OUT,
    [ROLLED_BACK] = CLI_FUZZ_LEFT_OUT, [PACKED] = CLI_FUZZ_PACKED, [GUESSED] = CLI_FUZZ_GUESS,
    [SEATED] = CLI_FUZZ_LOCAL,         [ROUNDED] = CLI_FUZZ_REALS,
};

typedef struct diagnosis {
    const cli_fuzz_play *play;
    cli_fuzz_verdict ignored;
    cli_fuzz_body a, b;
    uint32_t count;     /* of ticks */
    cli_fuzz_row *rows; /* those of the game, and MORE that are drawn */
    uint8_t *state;
} diagnosis;

/* Begin b anew, as a machine does that loads something. */
static bool begin_again(diagnosis *in) {
    const bool good = cli_fuzz_body_init(&in->b, in->play->seed, in->play->players, FILL);
    cli_fuzz_body_set_local(&in->b, 1);
    return good;
}

/* Each number gives other inputs, however long players hold theirs in the game. */
static void draw_row(const cli_fuzz_play *play, uint32_t number, cli_fuzz_row *row) {
    const uint32_t tick = number * cli_fuzz_script_get(play->script, CLI_FUZZ_HOLD);
    memset(row, 0, sizeof *row);
    for (uint32_t player = 0; player < play->players; player++)
        cli_fuzz_input_draw(play, player, tick, row->inputs + player * play->game->input_size);
}

/* A few ticks that will not have been. */
static bool play_guesses(diagnosis *in, uint32_t tick) {
    cli_fuzz_row row;
    bool good = true;
    for (uint32_t i = 0; i < GUESSES && good; i++) {
        draw_row(in->play, 100000u + GUESSES * tick + i, &row);
        good = cli_fuzz_body_step(&in->b, tick + i, row.inputs, row.status);
    }
    return good;
}

/* What b does between two steps: its state goes away and comes back. */
static bool come_back(diagnosis *in, way which, uint32_t tick) {
    cli_fuzz_body *const b = &in->b;
    if (which == RELOADED) {
        return cli_fuzz_body_save(b, tick, in->state) && begin_again(in) &&
               cli_fuzz_body_load(b, tick, in->state);
    }
    if (which == ROLLED_BACK) {
        return cli_fuzz_body_save(b, tick, in->state) && play_guesses(in, tick) &&
               cli_fuzz_body_load(b, tick, in->state);
    }
    const size_t size = cli_fuzz_body_encode(b, tick, in->state);
    return size > 0 && begin_again(in) && cli_fuzz_body_decode(b, tick, in->state, size);
}

static bool step_b(diagnosis *in, way which, uint32_t tick) {
    const cli_fuzz_play *const play = in->play;
    const cli_fuzz_row *const row = &in->rows[tick];
    uint8_t status[PAWL_SESSION_PLAYERS_MAX];
    memcpy(status, row->status, sizeof status);
    for (uint32_t player = 0; player < play->players && which == GUESSED; player++)
        if (status[player] == PAWL_INPUT_CONFIRMED) status[player] = PAWL_INPUT_PREDICTED;
    const bool good = which < RELOADED || which > PACKED || come_back(in, which, tick);
    return good && cli_fuzz_body_step(&in->b, tick, row->inputs, status);
}

/* Whether the two loops differ. */
static bool differ(diagnosis *in, way which) {
    const cli_fuzz_play *const play = in->play;
    cli_fuzz_verdict *const verdict = play->verdict;
    cli_fuzz_body *const a = &in->a, *const b = &in->b;
    cli_fuzz_body_make(a, play->game, &in->ignored, 0, PLACE);
    cli_fuzz_body_make(b, play->game, &in->ignored, 0, which == PLACED ? OTHER_PLACE : PLACE);
    if (which == ROUNDED) b->rounding = 1;
    bool good =
        cli_fuzz_body_init(a, play->seed, play->players, FILL) &&
        cli_fuzz_body_init(b, play->seed, play->players, which == FILLED ? FILL + 1u : FILL);
    cli_fuzz_body_set_local(a, 1);
    cli_fuzz_body_set_local(b, which == SEATED ? 2 : 1);
    bool is_equal = cli_fuzz_body_hash(a) == cli_fuzz_body_hash(b);
    uint32_t tick = 0;
    for (; tick < in->count && good && is_equal; tick++) {
        const cli_fuzz_row *const row = &in->rows[tick];
        good = cli_fuzz_body_step(a, tick, row->inputs, row->status) && step_b(in, which, tick);
        is_equal = cli_fuzz_body_hash(a) == cli_fuzz_body_hash(b);
    }
    if (!is_equal) {
        verdict->cause = causes[which];
        verdict->tick = tick;
        cli_fuzz_body_compare(a, b, verdict->difference);
    }
    cli_fuzz_body_free(a);
    cli_fuzz_body_free(b);
    return !is_equal;
}

/* The same memory again and again, with the same bytes in it. */
static bool repeats(diagnosis *in) {
    const cli_fuzz_play *const play = in->play;
    uint32_t *const hashes = cli_heap_allocate((in->count + 1u) * sizeof *hashes);
    bool is_equal = true;
    uint32_t tick = 0;
    cli_fuzz_body_make(&in->a, play->game, &in->ignored, 0, PLACE);
    for (uint32_t round = 0; round < ROUNDS && is_equal; round++) {
        bool good = cli_fuzz_body_init(&in->a, play->seed, play->players, FILL);
        for (tick = 0; good && is_equal; tick++) {
            const cli_fuzz_row *const row = &in->rows[tick];
            const uint32_t hash = cli_fuzz_body_hash(&in->a);
            if (round == 0) hashes[tick] = hash;
            is_equal = hash == hashes[tick];
            if (tick == in->count || !is_equal) break;
            good = cli_fuzz_body_step(&in->a, tick, row->inputs, row->status);
        }
    }
    if (!is_equal) {
        play->verdict->cause = CLI_FUZZ_UNREPEATABLE;
        play->verdict->tick = tick;
    }
    cli_fuzz_body_free(&in->a);
    free(hashes);
    return is_equal;
}

static bool find_way(diagnosis *in, uint32_t count) {
    bool is_found = false;
    in->count = count;
    for (way which = PLACED; which <= ROUNDED && !is_found; which++)
        is_found = differ(in, which);
    return is_found;
}

void cli_fuzz_diagnose(const cli_fuzz_play *play) {
    const bool is_sync = play->verdict->finding == CLI_FUZZ_SYNC;
    const uint32_t played = is_sync ? play->verdict->tick : play->confirmed;
    diagnosis in = {.play = play, .count = played + MORE};
    in.state = cli_heap_allocate(play->game->state_size);
    in.rows = cli_heap_allocate((played + MORE + 1u) * sizeof *in.rows);
    memcpy(in.rows, play->rows, played * sizeof *in.rows);
    for (uint32_t tick = played; tick <= played + MORE; tick++)
        draw_row(play, tick, &in.rows[tick]);
    if (repeats(&in) && !find_way(&in, played)) (void)find_way(&in, played + MORE);
    free(in.rows);
    free(in.state);
}
