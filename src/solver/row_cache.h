/* row_cache.h - internal: rows of contacts, kept from one step to the next.
 *
 * While a manifold is recycled most of its row stays what it was: levers, gains, masses, couplings.
 * All of that is a pure function of what an entry has beside it, so an entry is right or it is not
 * used, whatever has written it or happened since: nothing need be told to the cache,
 * and no result depends on it. Only zeros may be written into it from outside: an entry of zeros
 * fits no row, since rows have points.
 *
 * An entry is looked for by the shapes of the contact and by how many contacts of both came before
 * it: from the place of the second shape on, then from where a hash of all that falls. Rows that
 * make a fault are not kept, because the next step has to report it again, nor those behind them,
 * nor those that resist rolling. */
#ifndef PAWLI_ROW_CACHE_H
#define PAWLI_ROW_CACHE_H

#include "solver/contact_row.h"

typedef struct pawli_row_tag pawli_row_tag;
typedef struct pawli_kept_row pawli_kept_row;

struct pawli_row_cache {
    pawli_row_tag *tags; /* the two arrays of the region */
    pawli_kept_row *rows;
    uint32_t count;
    uint32_t per_shape;           /* of the whole cache, Q0.32; of a slice it wraps */
    uint32_t shapes, before, tag; /* of the row that was asked for last */
    uint32_t last;                /* the entry that was used last */
    uint32_t ahead, lead;         /* the one that was fetched last, and how far it is ahead */
    bool fetches;                 /* whether any is */
    uint16_t tick;
};

/* Bytes for so many rows. */
uint64_t pawli_row_cache_size(uint32_t rows);

/* As many rows as a region aligned like uint64_t has room for. */
pawli_row_cache pawli_row_cache_of(void *region, size_t size, const pawl_world *world);

#if PAWL_WITH_LANES
/* The part of a region that says in which lanes rows were. */
void *pawli_row_cache_lanes(void *region, size_t size, size_t *lanes_size);
#endif

#if PAWL_WITH_WORKERS
/* One of `count` slices of a cache, for a thread of its own. */
pawli_row_cache pawli_row_cache_slice(const pawli_row_cache *cache, uint32_t index, uint32_t count);
#endif

/* pawli_contact_row_prepare with the cache of the setup: contacts in their order, each once. */
void pawli_row_cache_prepare(pawli_contact_setup *setup, const pawli_contact *contact,
                             pawli_contact_row *row);

#endif
