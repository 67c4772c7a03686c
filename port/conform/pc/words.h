/* words.h - the first number of a stage's product that differs, and its name. */
#ifndef PAWLI_CONFORM_WORDS_H
#define PAWLI_CONFORM_WORDS_H

#include "conform/pc/line.h"
#include "pawl/world.h"

typedef struct conform_word {
    bool is_found;
    uint32_t number, board, here;
    char name[120];
} conform_word;

/* Both stand after the same stage, whose products differ. False: the board is silent. */
bool conform_words_compare(conform_line *line, pawl_stage stage, conform_word *out);

#endif
