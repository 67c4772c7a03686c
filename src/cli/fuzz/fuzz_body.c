/* fuzz_body.c - calls of a module, with guards around its memory.
 *
 * Machines of a game share a process, so what a module keeps outside of the memory that it is given
 * is seen by all of them, and they do not call it alike: their states differ. Memory of each begins
 * at another address and holds something else, so what depends on these differs as well. */
#include "cli/fuzz/fuzz_body.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"

#define GUARD 64u       /* bytes behind the memory */
#define GUARD_BYTE 0xA5 /* what they hold */
#define PLACES 256u     /* addresses, 16 bytes apart */
#define ALIGNMENT 65536u

void cli_fuzz_body_make(cli_fuzz_body *body, const pawl_game *game, cli_fuzz_verdict *verdict,
                        uint32_t machine, uint32_t place) {
    const size_t size = game->memory_size + GUARD + 16u * PLACES + 2u * ALIGNMENT;
    memset(body, 0, sizeof *body);
    body->game = game;
    body->verdict = verdict;
    body->machine = machine;
    body->block = cli_heap_allocate(size);
    /* The lower bits of an address are the same in each run. */
    const size_t rest = (uintptr_t)body->block % ALIGNMENT;
    body->memory = body->block + (ALIGNMENT - rest) + 16u * (size_t)(place % PLACES);
    memset(body->memory + game->memory_size, GUARD_BYTE, GUARD);
}

void cli_fuzz_body_free(cli_fuzz_body *body) {
    free(body->block);
    body->block = body->memory = NULL;
}

/* ---- the arithmetic of real numbers ---- */

static void enter(const cli_fuzz_body *body) {
    int mode = FE_TONEAREST;
#ifdef FE_UPWARD
    if (body->rounding == 1) mode = FE_UPWARD;
#endif
#ifdef FE_DOWNWARD
    if (body->rounding == 2) mode = FE_DOWNWARD;
#endif
#ifdef FE_TOWARDZERO
    if (body->rounding == 3) mode = FE_TOWARDZERO;
#endif
    if (body->rounding != 0) fesetround(mode);
}

static void leave(const cli_fuzz_body *body) {
    if (body->rounding != 0) fesetround(FE_TONEAREST);
}

static bool finish(cli_fuzz_body *body, const char *what, uint32_t tick, bool good) {
    const uint8_t *const guard = body->memory + body->game->memory_size;
    leave(body);
    if (!good) {
        cli_fuzz_verdict_set(body->verdict, CLI_FUZZ_CALL, body->machine, tick,
                             "%s of the game fails at tick %lu", what, (unsigned long)tick);
    }
    for (uint32_t i = 0; i < GUARD; i++) {
        if (guard[i] == GUARD_BYTE) continue;
        cli_fuzz_verdict_set(body->verdict, CLI_FUZZ_OVERRUN, body->machine, tick,
                             "%s of the game at tick %lu has written behind its memory", what,
                             (unsigned long)tick);
        return false;
    }
    return good;
}

/* ---- calls ---- */

bool cli_fuzz_body_init(cli_fuzz_body *body, uint32_t seed, uint32_t players, uint32_t fill) {
    pawl_random random = pawl_random_make(fill, 22);
    for (size_t i = 0; i < body->game->memory_size; i++)
        body->memory[i] =
            (uint8_t)(i % 64 == 0 ? pawl_random_next(&random) : body->memory[i - 1] * 5u + 3u);
    enter(body);
    return finish(body, "init", 0, body->game->init(body->game, body->memory, seed, players));
}

bool cli_fuzz_body_step(cli_fuzz_body *body, uint32_t tick, const uint8_t *inputs,
                        const uint8_t *status) {
    const pawl_game *const game = body->game;
    enter(body);
    if (!finish(body, "step", tick, game->step(game, body->memory, inputs, status))) return false;
    const char *const broken = game->check == NULL ? NULL : game->check(game, body->memory);
    if (broken == NULL) return true;
    cli_fuzz_verdict_set(body->verdict, CLI_FUZZ_INVARIANT, body->machine, tick,
                         "after the step of tick %lu: %s", (unsigned long)tick, broken);
    return false;
}

bool cli_fuzz_body_save(cli_fuzz_body *body, uint32_t tick, void *state) {
    enter(body);
    return finish(body, "save", tick, cli_fuzz_module_save(body->game, body->memory, state));
}

bool cli_fuzz_body_load(cli_fuzz_body *body, uint32_t tick, const void *state) {
    enter(body);
    return finish(body, "load", tick, cli_fuzz_module_restore(body->game, body->memory, state));
}

uint32_t cli_fuzz_body_hash(const cli_fuzz_body *body) {
    return cli_fuzz_module_hash(body->game, body->memory);
}

size_t cli_fuzz_body_encode(cli_fuzz_body *body, uint32_t tick, void *bytes) {
    enter(body);
    const size_t size = cli_fuzz_module_encode(body->game, body->memory, bytes);
    return finish(body, "encode", tick, size > 0 && size <= body->game->state_size) ? size : 0;
}

bool cli_fuzz_body_decode(cli_fuzz_body *body, uint32_t tick, const void *bytes, size_t size) {
    enter(body);
    return finish(body, "decode", tick,
                  cli_fuzz_module_decode(body->game, body->memory, bytes, size));
}

void cli_fuzz_body_set_local(cli_fuzz_body *body, uint32_t players) {
    if (body->game->set_local != NULL) body->game->set_local(body->game, body->memory, players);
}

void cli_fuzz_body_damage(cli_fuzz_body *body, uint32_t random) {
    if (body->game->damage != NULL) body->game->damage(body->game, body->memory, random);
}

/* The bytes of a state that is nothing but bytes. */
static void compare_bytes(const cli_fuzz_body *a, const cli_fuzz_body *b, char *text) {
    size_t first = 0, count = 0;
    for (size_t i = 0; i < a->game->memory_size; i++) {
        if (a->memory[i] == b->memory[i]) continue;
        if (count++ == 0) first = i;
    }
    if (count == 0) return;
    snprintf(text, CLI_FUZZ_TEXT_MAX, "%lu bytes; first: at offset %lu  a 0x%02x  b 0x%02x",
             (unsigned long)count, (unsigned long)first, (unsigned)a->memory[first],
             (unsigned)b->memory[first]);
}

void cli_fuzz_body_compare(const cli_fuzz_body *a, const cli_fuzz_body *b,
                           char text[CLI_FUZZ_TEXT_MAX]) {
    const pawl_game *const game = a->game;
    text[0] = 0;
    if (game->compare != NULL) {
        game->compare(game, a->memory, b->memory, text, CLI_FUZZ_TEXT_MAX);
        text[CLI_FUZZ_TEXT_MAX - 1] = 0;
    } else if (game->save == NULL) {
        compare_bytes(a, b, text);
    }
}
