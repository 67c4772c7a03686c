/* arcade_save.h - internal: the canonical words of an arcade.
 *
 * One visit of everything that is state yields 32-bit words; the hash takes them as they are, and
 * a snapshot writes them low byte first. So nothing can be saved but not hashed; only user data is
 * saved and not hashed.
 *
 *   header      counts of slots, bodies, prototypes, polygons; gravity, bounds, edges, rates, time,
 *               faults
 *   prototypes  as pawl_arcade_prototype says them
 *   polygons    count, radius, vertices and normals
 *   bodies      in the order of creation, each with its slot and generation
 *   free        slots in the order in which they will be used again, with their next generation */
#ifndef PAWLI_ARCADE_SAVE_H
#define PAWLI_ARCADE_SAVE_H

#include "arcade/arcade.h"

/* What takes the words. `is_state` is false for user data. */
typedef struct pawli_arcade_word_sink {
    void (*take)(void *context, uint32_t word, bool is_state);
    void *context;
} pawli_arcade_word_sink;

void pawli_arcade_hash_visit(const pawl_arcade *arcade, const pawli_arcade_word_sink *sink);

#endif
