/* fuzz_body.h - a running game in memory of its own, at an address and with a content that are
 * drawn, with guards behind it; and the calls of its module. */
#ifndef CLI_FUZZ_BODY_H
#define CLI_FUZZ_BODY_H

#include "cli/fuzz/fuzz_module.h"
#include "cli/fuzz/fuzz_verdict.h"

typedef struct cli_fuzz_body {
    const pawl_game *game;
    cli_fuzz_verdict *verdict; /* where calls that fail are told */
    uint32_t machine;          /* for that */
    uint32_t rounding;         /* of CLI_FUZZ_ROUNDING, during calls */
    uint8_t *block, *memory;   /* malloc'ed; where the game is in it */
} cli_fuzz_body;

/* `place` and `fill` decide address and content. */
void cli_fuzz_body_make(cli_fuzz_body *body, const pawl_game *game, cli_fuzz_verdict *verdict,
                        uint32_t machine, uint32_t place);
void cli_fuzz_body_free(cli_fuzz_body *body);

/* Calls; false after a failure, which is in the verdict. */
bool cli_fuzz_body_init(cli_fuzz_body *body, uint32_t seed, uint32_t players, uint32_t fill);
bool cli_fuzz_body_step(cli_fuzz_body *body, uint32_t tick, const uint8_t *inputs,
                        const uint8_t *status);
bool cli_fuzz_body_save(cli_fuzz_body *body, uint32_t tick, void *state);
bool cli_fuzz_body_load(cli_fuzz_body *body, uint32_t tick, const void *state);
uint32_t cli_fuzz_body_hash(const cli_fuzz_body *body);
/* 0 and false are failures, too. */
size_t cli_fuzz_body_encode(cli_fuzz_body *body, uint32_t tick, void *bytes);
bool cli_fuzz_body_decode(cli_fuzz_body *body, uint32_t tick, const void *bytes, size_t size);
void cli_fuzz_body_set_local(cli_fuzz_body *body, uint32_t players);
void cli_fuzz_body_damage(cli_fuzz_body *body, uint32_t random);
/* The first value that differs, or an empty text. */
void cli_fuzz_body_compare(const cli_fuzz_body *a, const cli_fuzz_body *b,
                           char text[CLI_FUZZ_TEXT_MAX]);

#endif
