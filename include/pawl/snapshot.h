/* snapshot.h - the state of a world as bytes.
 *
 * A *save* is a raw copy for rollback: as quick as memory, and good only for the program that made
 * it, or one that was built alike. A *snapshot* is portable: little-endian, versioned, with a
 * checksum; any build on any machine that has the features which the state uses loads it and goes
 * on to the same bits.
 *
 * Both bring back everything: handles held when it was taken name the same objects again, and those
 * that were made afterwards are stale. A save also brings back the events and counters of the last
 * step, a snapshot only the ends that the next step is to report. docs/snapshots.md explains,
 * docs/format-snapshot.md has every byte. */
#ifndef PAWL_SNAPSHOT_H
#define PAWL_SNAPSHOT_H

#include "pawl/world.h"

/* ---- saves: rollback ---- */

/* Bytes of a save of this world as it is now, and at most, of any world made from a def; 0 for null
 * or an invalid def. What is in use counts, not the capacities. */
PAWL_API size_t pawl_world_save_size(const pawl_world *world);
PAWL_API size_t pawl_world_save_size_max(const pawl_world_def *def);

/* Copy the state into a buffer aligned like uint64_t. The address of terrain data is part of it.
 * Errors: NULL, LOCKED (in the middle of a step), MEMORY (size or alignment). Cost: one memcpy for
 * each kind of object. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_world_save(const pawl_world *world, void *buffer,
                                                     size_t size);

/* Put a saved state back into a world made from the same def. A save is trusted: it must not come
 * from a file or a network. Errors: NULL, LOCKED (from inside a hook), MEMORY (alignment), FORMAT
 * (no save), CONFIG (of a build with another layout), CAPACITY (of a world with another def),
 * CORRUPT (size). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_world_restore(pawl_world *world, const void *save,
                                                        size_t size);

/* ---- snapshots: files, networks, other machines ---- */

/* Raised when older readers can no longer read what is written. */
#define PAWL_SNAPSHOT_FORMAT 1

typedef struct pawl_snapshot_info {
    uint32_t format, simulation; /* versions of the writer */
    uint32_t features;           /* that the state uses, PAWL_FEATURE_ bits of config.h: a build
                                    that lacks one of them answers UNSUPPORTED */
    uint32_t hash;               /* pawl_world_hash of the state, as the writer says */
    uint64_t tick;
    pawl_world_def def; /* a world made from it has room for the state, and the capacities of the
                           world that was written: slots of new objects depend on them */
    uint32_t bodies, shapes, joints, contacts;
    uint32_t terrains; /* shapes that need pawl_shape_bind afterwards */
    uint32_t softs;    /* soft bodies */
} pawl_snapshot_info;

/* What a snapshot says of itself, after a look at all of it that costs about as much as a checksum.
 * No memory is taken on the word of a snapshot: compare pawl_world_size(&info.def) with what you
 * are willing to spend.
 * Errors: NULL, FORMAT (no snapshot, or a malformed one), CORRUPT, VERSION. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_snapshot_inspect(const void *snapshot, size_t size,
                                                           pawl_snapshot_info *out);

/* Bytes of a snapshot of this world as it is now; 0 for null. */
PAWL_API size_t pawl_world_encode_size(const pawl_world *world);

/* Write a snapshot; *size is its length. Equal states give equal bytes on every machine, in every
 * build: what the state does not use is not written. Errors:
 * NULL, LOCKED (in the middle of a step), MEMORY (too small: *size is what is needed; the buffer
 * needs no alignment). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_world_encode(const pawl_world *world, void *buffer,
                                                       size_t capacity, size_t *size);

/* Make a world from a snapshot in a buffer aligned like uint64_t, as pawl_world_init does: with
 * room for the state region alone it needs scratch memory in the hooks. The bytes may come from
 * anywhere: every count, index, link, generation and range is checked. Terrain has no data yet: see
 * pawl_world_find_unbound.
 *
 * Whether the state has the hash that the snapshot tells is not asked, but in a build with
 * PAWL_VALIDATE: hashing takes about as long as all the rest. Damage is found without it. A
 * caller that compares hashes of snapshots, or tells them to others, compares
 * pawl_world_hash of the world with pawl_snapshot_info.hash: they differ only in a snapshot that
 * was forged.
 *
 * A world that lives in the buffer is replaced. Errors that pawl_snapshot_inspect would report,
 * NULL, MEMORY, CONFIG and UNSUPPORTED (it uses what this build leaves out:
 * pawl_snapshot_info.features & ~PAWL_FEATURES) leave it alone. FORMAT
 * for a state that contradicts itself, which only a forged snapshot has: then there is no world in
 * the buffer any more. A caller that must be safe from that decodes into a second buffer. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_world_decode_for(uint32_t config_id, const void *snapshot,
                                                           size_t snapshot_size, void *buffer,
                                                           size_t size, pawl_world **out);

/* The same with PAWL_CONFIG_ID of the program: the usual call. Errors: as for
 * pawl_world_decode_for. */
static inline PAWL_MUST_CHECK pawl_status pawl_world_decode(const void *snapshot,
                                                            size_t snapshot_size, void *buffer,
                                                            size_t size, pawl_world **out) {
    return pawl_world_decode_for(PAWL_CONFIG_ID, snapshot, snapshot_size, buffer, size, out);
}

/* The oldest terrain whose data is not there, for pawl_shape_bind, or whose table of materials, for
 * pawl_shape_bind_materials; the null handle when all is. */
PAWL_API pawl_shape_id pawl_world_find_unbound(const pawl_world *world);

/* ---- differences of two snapshots ---- */

/* Bytes of a difference at most, for two snapshots of so many bytes. */
PAWL_API size_t pawl_snapshot_diff_size_max(size_t base_size, size_t next_size);

/* What turns one snapshot into another: small when they are of the same world a few ticks apart;
 * *size is its length. Errors: NULL, MEMORY (*size is what is always enough), and those of
 * pawl_snapshot_inspect. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_snapshot_diff(const void *base, size_t base_size,
                                                        const void *next, size_t next_size,
                                                        void *buffer, size_t capacity,
                                                        size_t *size);

/* Bytes of the snapshot that a difference makes; 0 when it is none. */
PAWL_API size_t pawl_snapshot_patch_size(const void *delta, size_t delta_size);

/* The other snapshot, byte for byte. Any bytes are safe.
 * Errors: NULL, MEMORY (*size is what is needed), FORMAT, CORRUPT (also: not a difference to this
 * base). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_snapshot_patch(const void *base, size_t base_size,
                                                         const void *delta, size_t delta_size,
                                                         void *buffer, size_t capacity,
                                                         size_t *size);

#endif
