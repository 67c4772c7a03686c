/* state.h - the hash of a world: two machines agree exactly when these numbers agree.
 *
 * The hash is XXH32 (seed 0) over canonical 32-bit little-endian words that the field table
 * (src/state/fields.c) defines: live objects in creation order, each field that is not at its
 * default, then the id pools. Capacities, tree links, counters and cached values are left out.
 * docs/5-determinism.md gives the exact word stream. */
#ifndef PAWL_STATE_H
#define PAWL_STATE_H

#include "pawl/world.h"

/* The whole state: two worlds with equal hashes step alike. 0 for a null world. */
PAWL_API uint32_t pawl_world_hash(const pawl_world *world);

/* Only what moves: positions, angles, velocities and faults. Survives changes of the layout; a
 * change of this number means that the simulation itself changed. */
PAWL_API uint32_t pawl_world_motion_hash(const pawl_world *world);

/* XXH32 over bytes, for files and packets (Yann Collet's xxHash, specification v0.1.1). */
PAWL_API uint32_t pawl_xxh32(const void *data, size_t size, uint32_t seed);

#endif
