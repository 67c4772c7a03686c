/* chunk.h - internal: the parts that a replay is made of (docs/format-replay.md), and which
 * file calls which: only those in lines below its own.
 *
 *   playback.c       a world replay is played        verify.c         a game replay is played
 *   playback_check.c the world against the replay    recorder.c       a world is stepped and logged
 *   playback_load.c  keyframes and edits to worlds   replay_cut.c     a part of a replay
 *   checkpoint.c     a run against its hashes        input_cursor.c   inputs, tick by tick
 *   replay_read.c    opens and checks all bytes      replay_write.c   chunks in their order
 *   replay_inputs.c  inputs are packed               replay_terrain.c chains and maps, both ways
 *   chunk_read.c     the bytes of one chunk, in      chunk.c          and out
 *   replay_signed.c  whether inputs are signed right
 *   snapshot_room.c  how much memory it takes        playback_pack.c  packed keyframes and edits
 *   recorder_pack.c  are written by a recorder       codec_sections.c snapshots told by others,
 *   codec.c          value by value, as              entropy.c        fractions of bits
 *
 * Films (film.h) are made of chunks as well.
 *
 *   file:  magic, chunk, chunk, ...
 *   chunk: id u32 | flags u8 | schema u8 | check u16 | size u32 | content | CRC-32 of all before it
 *
 * `check` is the CRC-16 of the other ten bytes of the head: so a damaged size is never taken for
 * the end of a file that was cut off. */
#ifndef PAWLI_REPLAY_CHUNK_H
#define PAWLI_REPLAY_CHUNK_H

#include "base/bytes.h"
#include "pawl/replay.h"

#define PAWLI_REPLAY_MAGIC_SIZE 8u
#define PAWLI_CHUNK_HEAD_SIZE 12u
#define PAWLI_CHUNK_FRAME (PAWLI_CHUNK_HEAD_SIZE + 4u) /* what is around the content */

/* Four letters, the first in the lowest byte. */
#define PAWLI_CHUNK_ID(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define PAWLI_ID_HEAD PAWLI_CHUNK_ID('H', 'E', 'A', 'D')
#define PAWLI_ID_META PAWLI_CHUNK_ID('M', 'E', 'T', 'A')
#define PAWLI_ID_KEYFRAME PAWLI_CHUNK_ID('S', 'N', 'A', 'P')
#define PAWLI_ID_TERRAIN PAWLI_CHUNK_ID('T', 'E', 'R', 'R')
#define PAWLI_ID_EDIT PAWLI_CHUNK_ID('E', 'D', 'I', 'T')
#define PAWLI_ID_INPUTS PAWLI_CHUNK_ID('I', 'N', 'P', 'T')
#define PAWLI_ID_HASH PAWLI_CHUNK_ID('H', 'A', 'S', 'H')
#define PAWLI_ID_END PAWLI_CHUNK_ID('F', 'I', 'N', 'I')
#define PAWLI_ID_KEYS PAWLI_CHUNK_ID('K', 'E', 'Y', 'S')
#define PAWLI_ID_SIGNATURE PAWLI_CHUNK_ID('S', 'I', 'G', 'N')
#define PAWLI_ID_BASE PAWLI_CHUNK_ID('B', 'A', 'S', 'E')

#define PAWLI_CHUNK_REQUIRED 1u /* flag: a program that does not know it cannot play */
#define PAWLI_CHUNK_SCHEMA 1u   /* of every chunk but */
#define PAWLI_CHUNK_PACKED 2u   /* keyframes and edits of world replays, told by values (codec.h) */

#define PAWLI_CHUNK_SHIFTED 3u /* edits of world replays that begin with a shift */

/* Bytes of the contents, or of what comes before their data. */
#define PAWLI_HEAD_CONTENT 36u
#define PAWLI_TICK_CONTENT 8u     /* keyframe and edit: tick */
#define PAWLI_SHIFT_CONTENT 16u   /* tick, offset */
#define PAWLI_INPUTS_CONTENT 12u  /* first tick, count */
#define PAWLI_HASH_CONTENT 16u    /* tick, chain, hash */
#define PAWLI_SIGN_START 12u      /* player, 0, ticks u16, first tick u64; the signature follows */
#define PAWLI_RUN_CONTENT 16u     /* packed edits: first tick, ticks to the last u32, count u32 */
#define PAWLI_TERRAIN_CONTENT 28u /* see replay_terrain.h */
#define PAWLI_BRANCHES_SIZE (4u * PAWL_BRANCH_COUNT)
/* Without soft bodies, as before there could be any: that branch is 0. */
#define PAWLI_BRANCHES_SIZE_MIN (4u * PAWL_BRANCH_SOFT)

/* What there can be for one tick, in this order; each at most once. */
typedef enum pawli_stage {
    PAWLI_STAGE_NONE = 0, /* no keyframe yet */
    PAWLI_STAGE_EDIT,
    PAWLI_STAGE_KEYFRAME,
    PAWLI_STAGE_HASH,
    PAWLI_STAGE_END
} pawli_stage;

/* Whether a chunk may follow what there was last. The first one must be a keyframe. */
static inline bool pawli_stage_follows(uint8_t last_stage, uint64_t last_tick, uint8_t stage,
                                       uint64_t tick) {
    if (last_stage == PAWLI_STAGE_NONE) return stage == PAWLI_STAGE_KEYFRAME;
    return tick > last_tick || (tick == last_tick && stage > last_stage);
}

extern const uint8_t pawli_chunk_magic[PAWLI_REPLAY_MAGIC_SIZE];

/* The check of a head of PAWLI_CHUNK_HEAD_SIZE bytes. */
uint16_t pawli_chunk_check(const uint8_t *head);

/* Whether the numbers of a header are possible. */
bool pawli_chunk_is_valid_header(const pawl_replay_header *header);

/* Bytes of the inputs of a tick with their status, and their sizes where these vary. */
static inline uint32_t pawli_input_row(uint32_t players, uint32_t input_size,
                                       uint32_t variable_inputs) {
    return players * (input_size + 1u + variable_inputs);
}

/* ---- reading ---- */

/* A chunk where it lies. */
typedef struct pawli_chunk_view {
    uint32_t id, size; /* size: of the content */
    uint8_t flags, schema;
    const uint8_t *content;
} pawli_chunk_view;

/* The one at an offset: CORRUPT when its head is damaged, RANGE when the bytes end before it does.
 */
pawl_status pawli_chunk_read_view(const uint8_t *bytes, uint32_t size, uint32_t at,
                                  pawli_chunk_view *out);
/* Whether its checksum is right. */
bool pawli_chunk_read_is_intact(const pawli_chunk_view *chunk);

/* ---- writing ---- */

/* A chunk whose content is a beginning, which may be empty, and data. Does nothing after a failure
 * of the sink; answers MEMORY for the first one and ever after. */
typedef struct pawli_content {
    const void *start;
    uint32_t start_size;
    const void *data;
    uint32_t data_size;
} pawli_content;
pawl_status pawli_chunk_write(pawl_replay_writer *writer, uint32_t id, uint8_t flags,
                              const pawli_content *content);

/* The same by hand: the size is that of the content. */
void pawli_chunk_begin(pawl_replay_writer *writer, uint32_t id, uint8_t flags, uint32_t size);
void pawli_chunk_begin_schema(pawl_replay_writer *writer, uint32_t id, uint8_t schema,
                              uint32_t size); /* required */
void pawli_chunk_put(pawl_replay_writer *writer, const void *bytes, uint32_t size);
pawl_status pawli_chunk_end(pawl_replay_writer *writer);

/* replay_write.c: the bytes of packed chunks. */
pawl_status pawli_replay_write_packed(pawl_replay_writer *writer, uint64_t tick, const void *data,
                                      uint32_t size);
pawl_status pawli_replay_write_run(pawl_replay_writer *writer, uint64_t first, uint64_t last,
                                   uint32_t count, const void *data, uint32_t size);
pawl_status pawli_replay_write_base(pawl_replay_writer *writer, const void *snapshot,
                                    uint32_t size);

/* An edit that begins with a shift; without a difference when the shift is all. */
pawl_status pawli_replay_write_shift(pawl_replay_writer *writer, uint64_t tick, pawl_vec2 offset,
                                     const void *delta, uint32_t size);

/* NULL or the failure of before. */
pawl_status pawli_chunk_check_writer(const pawl_replay_writer *writer);

#endif
