/* fuzz_draw.c - a game drawn from a seed. Each thing that may go wrong is in some of the games and
 * not in others, so that games with few of them are frequent as well. */
#include "cli/fuzz/fuzz_script.h"
#include "pawl/sign.h"

#define EVENTS_MAX 6u
#define WATCHERS_MAX 2u /* without relays */
#define LINES_KEPT 12u  /* for what is drawn last */

typedef struct fuzz_draw {
    pawl_random random;
    cli_fuzz_script *script;
    uint32_t players, machines, ticks;
} fuzz_draw;

static uint32_t between(fuzz_draw *draw, uint32_t low, uint32_t high) {
    return low + pawl_random_below(&draw->random, high - low + 1u);
}

static bool is_so(fuzz_draw *draw, uint32_t percent) {
    return pawl_random_below(&draw->random, 100) < percent;
}

static void add(fuzz_draw *draw, cli_fuzz_verb verb, uint32_t machine, uint32_t at,
                uint32_t number) {
    cli_fuzz_script_add(draw->script, (cli_fuzz_line){verb, at, machine, number});
}

static void set(fuzz_draw *draw, cli_fuzz_verb verb, uint32_t number) {
    add(draw, verb, CLI_FUZZ_EVERY, 0, number);
}

static void draw_settings(fuzz_draw *draw, const pawl_game *game) {
    static const uint32_t windows[] = {0, 0, 4, 8, 8, 12, 15}, holds[] = {1, 2, 7, 20, 60};
    const uint32_t low = game->players_min > 2 || game->players_max < 2 ? game->players_min : 2u;
    draw->players = is_so(draw, 50) ? low : between(draw, low, game->players_max);
    draw->ticks = is_so(draw, 80) ? between(draw, 60, 400) : between(draw, 400, 1200);
    const uint32_t spectators = is_so(draw, 25) ? between(draw, 1, WATCHERS_MAX) : 0;
    draw->machines = draw->players + spectators;
    set(draw, CLI_FUZZ_SEED, pawl_random_next(&draw->random));
    set(draw, CLI_FUZZ_PLAYERS, draw->players);
    set(draw, CLI_FUZZ_TICKS, draw->ticks);
    if (spectators > 0) set(draw, CLI_FUZZ_SPECTATORS, spectators);
    set(draw, CLI_FUZZ_WINDOW, windows[pawl_random_below(&draw->random, 7)]);
    set(draw, CLI_FUZZ_DELAY, between(draw, 0, 5));
    set(draw, CLI_FUZZ_HOLD, holds[pawl_random_below(&draw->random, 5)]);
    if (is_so(draw, 25)) {
        set(draw, CLI_FUZZ_DEADLINE, between(draw, 100, 1500));
        set(draw, CLI_FUZZ_DECIDES, between(draw, PAWL_LATE_REPEAT, PAWL_LATE_GONE));
    }
    if (is_so(draw, 20)) set(draw, CLI_FUZZ_SYNCTEST, between(draw, 1, 8));
    if (is_so(draw, 25)) set(draw, CLI_FUZZ_PREDICT, 1);
    if (is_so(draw, 25)) set(draw, CLI_FUZZ_SAVE_EVERY, between(draw, 2, 8));
    if (is_so(draw, 25)) set(draw, CLI_FUZZ_MEASURES, 1);
}

/* Of all machines, or of one of them. */
static void draw_lines(fuzz_draw *draw) {
    static const struct {
        cli_fuzz_verb verb;
        uint32_t percent, low, high;
    } lines[] = {
        {CLI_FUZZ_LATENCY, 80, 5, 120},     {CLI_FUZZ_JITTER, 50, 1, 60},
        {CLI_FUZZ_LOSS, 50, 1, 25},         {CLI_FUZZ_DUPLICATE, 25, 1, 30},
        {CLI_FUZZ_REORDER, 25, 1, 30},      {CLI_FUZZ_CORRUPT, 25, 1, 10},
        {CLI_FUZZ_RATE, 10, 60000, 200000},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (!is_so(draw, lines[i].percent)) continue;
        const uint32_t machine = draw->machines > 1 && is_so(draw, 30)
                                     ? between(draw, 1, draw->machines - 1)
                                     : CLI_FUZZ_EVERY;
        add(draw, lines[i].verb, machine, 0, between(draw, lines[i].low, lines[i].high));
    }
}

static void draw_machines(fuzz_draw *draw, bool rounds) {
    for (uint32_t machine = 0; machine < draw->machines; machine++) {
        if (is_so(draw, 40)) add(draw, CLI_FUZZ_SPEED, machine, 0, between(draw, 950, 1050));
        if (rounds && is_so(draw, 20))
            add(draw, CLI_FUZZ_ROUNDING, machine, 0, between(draw, 1, 3));
        if (machine > 0 && is_so(draw, 12))
            add(draw, CLI_FUZZ_JOIN, machine, between(draw, 1, draw->ticks / 2), 0);
    }
}

static uint32_t draw_ms(fuzz_draw *draw) {
    return is_so(draw, 70) ? between(draw, 10, 900) : between(draw, 900, 6000);
}

static void draw_events(fuzz_draw *draw) {
    static const cli_fuzz_verb verbs[] = {
        CLI_FUZZ_PAUSE,  CLI_FUZZ_CUT,   CLI_FUZZ_CRASH,  CLI_FUZZ_LEAVE, CLI_FUZZ_RELOAD,
        CLI_FUZZ_RELOAD, CLI_FUZZ_CHEAT, CLI_FUZZ_DAMAGE, CLI_FUZZ_FORGE, CLI_FUZZ_WITHHOLD};
    const uint32_t count = is_so(draw, 30) ? 0 : between(draw, 1, EVENTS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const cli_fuzz_verb verb = verbs[pawl_random_below(&draw->random, 10)];
        const cli_fuzz_verb_info *const info = cli_fuzz_script_verb(verb);
        const uint32_t first = info->is_of_client ? 1u : 0u;
        if (first >= draw->machines) continue;
        const uint32_t machine = between(draw, first, draw->machines - 1);
        const uint32_t number = verb == CLI_FUZZ_DAMAGE ? pawl_random_next(&draw->random)
                                : info->high == 0       ? 0
                                : is_so(draw, 15) && info->is_of_client ? 0
                                                                        : draw_ms(draw);
        add(draw, verb, machine, between(draw, 1, draw->ticks - 1), number);
    }
}

/* From numbers of its own: games of before stay what they were but for this. A compact line has two
 * machines, none of which comes back as the player that it was. */
static void draw_features(fuzz_draw *draw, uint64_t seed, const pawl_game *game) {
    bool returns = false;
    for (uint32_t i = 0; i < draw->script->count; i++) {
        const cli_fuzz_verb verb = draw->script->lines[i].verb;
        returns |= verb == CLI_FUZZ_CRASH || verb == CLI_FUZZ_LEAVE || verb == CLI_FUZZ_JOIN ||
                   verb == CLI_FUZZ_CUT || verb == CLI_FUZZ_PAUSE;
    }
    draw->random = pawl_random_make(seed, 23);
    const uint32_t most = PAWL_SIGN_INPUTS_MAX / (game->input_size + 1u);
    const bool declines = (game->declines & PAWL_GAME_DECLINES_COMMANDS) != 0;
    if (is_so(draw, 25) && !declines) set(draw, CLI_FUZZ_COMMANDS, 1);
    if (is_so(draw, 25)) set(draw, CLI_FUZZ_SIGN_EVERY, between(draw, 1, most < 90 ? most : 90));
    if (is_so(draw, 40) && draw->machines > draw->players)
        set(draw, CLI_FUZZ_WATCH_DELAY, between(draw, 1, is_so(draw, 80) ? 90 : 300));
    if (is_so(draw, 40) && draw->machines == 2 && !returns) set(draw, CLI_FUZZ_COMPACT, 1);
}

/* From numbers of its own, too. */
static void draw_relays(fuzz_draw *draw) {
    static const cli_fuzz_verb verbs[] = {CLI_FUZZ_PAUSE, CLI_FUZZ_CUT,   CLI_FUZZ_CUT,
                                          CLI_FUZZ_CRASH, CLI_FUZZ_LEAVE, CLI_FUZZ_RELOAD};
    const uint32_t relays = is_so(draw, 70) ? 1 : between(draw, 2, 3);
    const uint32_t watch = relays + between(draw, 1, 2);
    if (draw->players + watch > draw->machines) {
        set(draw, CLI_FUZZ_SPECTATORS, watch);
        draw->machines = draw->players + watch;
    }
    set(draw, CLI_FUZZ_RELAYS, relays);
    for (uint32_t count = between(draw, 0, 3); count > 0; count--) {
        const cli_fuzz_verb verb = verbs[pawl_random_below(&draw->random, 6)];
        const uint32_t number = cli_fuzz_script_verb(verb)->high == 0 ? 0
                                : is_so(draw, 50)                     ? between(draw, 3000, 6000)
                                                                      : draw_ms(draw);
        add(draw, verb, between(draw, draw->players, draw->machines - 1),
            between(draw, 1, draw->ticks - 1), number);
    }
}

/* A host that lies has no honest game to be compared with: none of these lies. */
static void draw_hosts(fuzz_draw *draw) {
    set(draw, CLI_FUZZ_MIGRATES, 1);
    for (uint32_t count = between(draw, 1, 3); count > 0; count--) {
        const uint32_t which = pawl_random_below(&draw->random, 3);
        const uint32_t at = between(draw, 1, draw->ticks - 1);
        const uint32_t back = is_so(draw, 40) ? 0 : draw_ms(draw);
        if (which == 0) /* for longer than it takes to be missed, mostly */
            add(draw, CLI_FUZZ_HOST_CUT, CLI_FUZZ_EVERY, at, between(draw, 1000, 6000));
        else
            add(draw, which == 1 && draw->players > 2 ? CLI_FUZZ_HOST_CRASH : CLI_FUZZ_HOST_LEAVE,
                CLI_FUZZ_EVERY, at, back);
    }
}

static void draw_stars(fuzz_draw *draw, uint64_t seed) {
    bool lies = false;
    for (uint32_t i = 0; i < draw->script->count; i++) {
        const cli_fuzz_verb verb = draw->script->lines[i].verb;
        lies |= verb == CLI_FUZZ_CHEAT || verb == CLI_FUZZ_DAMAGE || verb == CLI_FUZZ_FORGE;
    }
    draw->random = pawl_random_make(seed, 24);
    if (draw->script->count + LINES_KEPT > CLI_FUZZ_LINES_MAX) return;
    if (cli_fuzz_script_get(draw->script, CLI_FUZZ_COMPACT) != 0) return;
    if (is_so(draw, 25)) draw_relays(draw);
    if (is_so(draw, 50) && !lies && draw->players > 1) draw_hosts(draw);
}

void cli_fuzz_draw(uint64_t seed, const pawl_game *game, bool rounds, cli_fuzz_script *out) {
    fuzz_draw draw = {.random = pawl_random_make(seed, 20), .script = out};
    out->count = 0;
    draw_settings(&draw, game);
    draw_lines(&draw);
    draw_machines(&draw, rounds);
    draw_events(&draw);
    draw_features(&draw, seed, game);
    draw_stars(&draw, seed);
}
