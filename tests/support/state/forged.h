/* forged.h - snapshots with one bit changed and a checksum that fits: each is refused, or is
 * another state that can be played. */
#ifndef FORGED_H
#define FORGED_H

#include "support/state/snapshots.h"

typedef struct forged_plan {
    uint32_t stride;                        /* every so many bytes */
    unsigned first_bit;                     /* 0 .. 7; another one from byte to byte */
    int steps;                              /* that an accepted one is played */
    pawl_status (*bind)(pawl_world *world); /* its terrain; null: it stays unbound */
} forged_plan;

typedef struct forged_totals {
    uint32_t tried;
    uint32_t accepted; /* loaded */
    uint32_t verified; /* of these, with the hash that the snapshot names: what nobody hashes */
} forged_totals;

/* Changes the bytes and puts them back. Null, or what is wrong, valid until the next call. */
const char *forge_each_byte(bytes whole, const forged_plan *plan, forged_totals *totals);

#endif
