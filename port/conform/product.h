/* product.h - what a stage of a step has produced: the words over which PAWL_TRACE tells a hash.
 *
 * Rows and bodies of the solver live in memory of the step and are in no state. Between two stages
 * they can be asked for. */
#ifndef PAWLI_CONFORM_PRODUCT_H
#define PAWLI_CONFORM_PRODUCT_H

#include "base/xxh32.h"
#include "conform/conform.h"
#include "step/step.h"

/* Of the stage after which the scene stands. */
typedef struct conform_product {
    uint32_t count; /* words in all; 0: it does not stand between two stages */
    uint32_t chain; /* of those before `first` */
    uint32_t word;  /* that one; 0: there is none */
} conform_product;
conform_product conform_product_at(uint32_t first);

/* The step that stands, or null. */
const pawli_step *conform_product_step(void);

/* The step calls this for pawli_trace, and pawli_trace that for pawli_xxh32_word: conform.mk
 * compiles them so. */
void conform_trace(pawli_step *step, pawl_stage stage, uint32_t round);
void conform_trace_word(pawli_xxh32 *hash, uint32_t word);

#endif
