/* product.c - words of a stage, computed again whenever one is asked for: a board has no room to
 * keep them. */
#include "conform/product.h"

#include "step/trace.h"

/* The stage that is told now. */
static const pawli_step *standing;
static pawl_stage standing_stage;
static uint32_t standing_round;

/* Its words, of which one is looked for. */
static bool is_counting;
static uint32_t wanted;
static conform_product found;

void conform_trace_word(pawli_xxh32 *hash, uint32_t word) {
    pawli_xxh32_word(hash, word);
    if (!is_counting) return;
    if (found.count < wanted) found.chain = conform_mix(found.chain, word);
    if (found.count == wanted) found.word = word;
    found.count++;
}

void conform_trace(pawli_step *step, pawl_stage stage, uint32_t round) {
    standing = step;
    standing_stage = stage;
    standing_round = round;
    pawli_trace(step, stage, round);
    standing = NULL;
}

static void tell_nothing(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                         uint32_t hash) {
    (void)context, (void)world, (void)stage, (void)round, (void)hash;
}

conform_product conform_product_at(uint32_t first) {
    const conform_product nothing = {0, 0, 0};
    found = nothing;
    if (standing == NULL) return nothing;
    pawli_step copy = *standing;
    copy.hooks.trace = tell_nothing;
    wanted = first;
    is_counting = true;
    pawli_trace(&copy, standing_stage, standing_round);
    is_counting = false;
    return found;
}

const pawli_step *conform_product_step(void) {
    return standing;
}
