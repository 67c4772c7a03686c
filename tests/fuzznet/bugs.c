/* bugs.c - a small game with one mistake, chosen by BUG, that `pawl fuzznet` must find. Without a
 * mistake (BUG 0) it must find nothing.
 *
 * The state is the memory itself: a position and a purse for each player. */
#include <pawl_game_module.h>
#include <stdlib.h>
#include <string.h>

#define NONE 0
#define STATIC 1        /* a counter outside of the state */
#define RAND 2          /* rand() */
#define UNINITIALIZED 3 /* a field that init forgets */
#define GUESSES 4       /* the step looks whether an input is a guess */
#define LOCALS 5        /* and which players sit here */
#define ADDRESSES 6     /* objects in the order of their addresses */
#define REALS 7         /* sums of real numbers */
#define FORGOTTEN 8     /* save leaves a field out */
#define CRASH 9         /* a null pointer, now and then */
#define ENDLESS 10      /* a loop without end, now and then */
#define INVARIANT 11    /* what the game itself checks */
#define OVERRUN 12      /* writes behind its memory */
#define PACKED 13       /* encode leaves a field out */
#define LEADER 14       /* who leads is asked of this machine where the first player is gone */

#ifndef BUG
#define BUG NONE
#endif
#ifndef VERSION
#define VERSION PAWL_GAME_MODULE
#endif

typedef struct bugs {
    uint32_t tick, players, spare;
    int32_t at[PAWL_SESSION_PLAYERS_MAX];
    uint32_t purse[PAWL_SESSION_PLAYERS_MAX];
    uint32_t local;
    float real;
} bugs;

static bool init(const pawl_game *game, void *memory, uint32_t seed, uint32_t players) {
    bugs *const state = (bugs *)memory;
    const uint32_t kept = state->spare;
    (void)game;
    memset(state, 0, sizeof *state);
    state->players = players;
    state->at[0] = (int32_t)(seed % 7u);
    state->real = 1.0f;
    if (BUG == UNINITIALIZED) state->spare = kept;
    return true;
}

static void misbehave(bugs *state, const uint8_t *inputs, const uint8_t *status) {
    static uint32_t steps;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < state->players; i++)
        sum += inputs[i];
    const bool seldom = sum % 23u == 7u;
    if (BUG == STATIC && ++steps % 50u == 0) state->purse[0]++;
    if (BUG == RAND && seldom) state->purse[1] += (uint32_t)rand() % 3u;
    if (BUG == GUESSES && status[1] == PAWL_INPUT_PREDICTED && seldom) state->purse[1]++;
    if (BUG == LOCALS && seldom && (state->local & 1u) != 0) state->purse[0]++;
    if (BUG == ADDRESSES && seldom) state->purse[(uintptr_t)state >> 4 & 1u]++;
    if (BUG == REALS) state->real = state->real * 1.1f / 1.09f + (float)sum / 3.0f;
    if (BUG == UNINITIALIZED && seldom) state->purse[0] += state->spare & 3u;
    if ((BUG == FORGOTTEN || BUG == PACKED) && seldom) state->spare++;
    if (BUG == FORGOTTEN || BUG == PACKED) state->purse[0] += state->spare;
    if (BUG == CRASH && state->tick > 40u && seldom) *(volatile uint32_t *)NULL = 1;
    if (BUG == INVARIANT && state->tick > 40u && seldom) state->at[0] = 5000;
    if (BUG == OVERRUN && state->tick > 40u && seldom)
        ((volatile uint8_t *)state)[sizeof *state] = 1;
    if (BUG == LEADER && status[0] == PAWL_INPUT_GONE && seldom) state->purse[state->local & 1u]++;
    while (BUG == ENDLESS && state->tick > 40u && seldom)
        steps++;
}

static bool step(const pawl_game *game, void *memory, const uint8_t *inputs,
                 const uint8_t *status) {
    bugs *const state = (bugs *)memory;
    (void)game;
    for (uint32_t i = 0; i < state->players; i++) {
        if (status[i] == PAWL_INPUT_GONE) continue;
        state->at[i] += inputs[i] % 3 - 1;
        if (state->at[i] > 99 || state->at[i] < -99) state->at[i] = 0;
        if (state->at[i] % 10 == 0) state->purse[i]++;
    }
    misbehave(state, inputs, status);
    state->tick++;
    return true;
}

static uint32_t hash(const pawl_game *game, const void *memory) {
    const bugs *const state = (const bugs *)memory;
    uint32_t words[2 + 2 * PAWL_SESSION_PLAYERS_MAX];
    (void)game;
    words[0] = state->tick;
    memcpy(&words[1], state->at, sizeof state->at);
    memcpy(&words[1 + PAWL_SESSION_PLAYERS_MAX], state->purse, sizeof state->purse);
    memcpy(&words[1 + 2 * PAWL_SESSION_PLAYERS_MAX], &state->real, 4);
    return pawl_xxh32(words, sizeof words, 0);
}

/* Who sits here is not of the state. */
static bool copy(void *to, const void *from, bool with_spare) {
    bugs *const target = (bugs *)to;
    const uint32_t local = target->local, spare = target->spare;
    memcpy(to, from, sizeof(bugs));
    target->local = local;
    if (!with_spare) target->spare = spare;
    return true;
}

static bool save(const pawl_game *game, const void *memory, void *state) {
    (void)game;
    memset(state, 0, sizeof(bugs));
    return copy(state, memory, true);
}

static bool load(const pawl_game *game, void *memory, const void *state) {
    (void)game;
    return copy(memory, state, BUG != FORGOTTEN);
}

static size_t encode(const pawl_game *game, const void *memory, void *bytes, size_t capacity) {
    return capacity >= sizeof(bugs) && save(game, memory, bytes) ? sizeof(bugs) : 0;
}

static bool decode(const pawl_game *game, void *memory, const void *bytes, size_t size) {
    (void)game;
    return size == sizeof(bugs) && copy(memory, bytes, BUG != PACKED);
}

static const char *check(const pawl_game *game, const void *memory) {
    const bugs *const state = (const bugs *)memory;
    (void)game;
    for (uint32_t i = 0; i < state->players; i++)
        if (state->at[i] > 99 || state->at[i] < -99) return "a player is outside of the field";
    return NULL;
}

static void set_local(const pawl_game *game, void *memory, uint32_t players) {
    (void)game;
    ((bugs *)memory)->local = players;
}

static void damage(const pawl_game *game, void *memory, uint32_t random) {
    (void)game;
    ((bugs *)memory)->purse[random % 8u] ^= 1u << random / 8u % 32u;
}

pawl_game pawl_game_module = {.version = VERSION,
                              .size = sizeof(pawl_game),
                              .name = "bugs",
                              .players_min = 2,
                              .players_max = PAWL_SESSION_PLAYERS_MAX,
                              .input_size = 1,
                              .memory_size = sizeof(bugs),
                              .state_size = sizeof(bugs),
                              .init = init,
                              .step = step,
                              .save = save,
                              .load = load,
                              .hash = hash,
                              .encode = encode,
                              .decode = decode,
                              .check = check,
                              .set_local = set_local,
                              .damage = damage};
