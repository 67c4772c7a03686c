/* replay.h - files that play a run again, bit for bit, and tell where one differs.
 *
 * A *world replay* holds a snapshot and, tick by tick, what the program did to the world between
 * two steps; any pawl plays and verifies it. What is logged is not the calls but what they changed,
 * as differences of the canonical state: no call can be forgotten, and a reader needs none of the
 * program's code. Functions in pawl_step_hooks are inputs too: the player of a replay must supply
 * them.
 *
 * A *game replay* holds inputs and snapshots of the game's own making; it is played by the game.
 *
 * Files are chunks with checksums (docs/format-replay.md). One that was cut off plays to its last
 * whole chunk. A replay may come from anywhere: counts are checked before use, no memory is taken
 * on its word, and the work it may order is limited. */
#ifndef PAWL_REPLAY_H
#define PAWL_REPLAY_H

#include "pawl/snapshot.h"
#include "pawl/state.h"

#define PAWL_REPLAY_FORMAT 1       /* major version: readers refuse others */
#define PAWL_REPLAY_FORMAT_MINOR 1 /* of files that need it; 0 of those that do not */

#define PAWL_REPLAY_PLAYERS_MAX 16
#define PAWL_REPLAY_INPUT_MAX 64 /* bytes per player and tick */
/* Bytes of a tick: for each player its input, a status, and a size where these vary. More than any
 * session can have. */
#define PAWL_REPLAY_ROW_MAX 512
#define PAWL_REPLAY_META_MAX 4096

/* What a replay is of: a world alone, or a game that makes its own state from inputs. */
typedef enum pawl_replay_type {
    PAWL_REPLAY_WORLD = 1,
    PAWL_REPLAY_GAME = 2
} pawl_replay_type;

typedef struct pawl_replay_header {
    uint8_t type;                      /* pawl_replay_type */
    uint8_t players, input_size;       /* of a game; 0 for a world */
    uint8_t variable_inputs;           /* 1: an input has 0 .. input_size bytes; default 0 */
    uint32_t simulation, config, math; /* set by pawl_replay_header_default */
    uint32_t rate_numerator, rate_denominator; /* steps per second */
    uint32_t app_id, seed;                     /* the game's own */
} pawl_replay_header;
/* A header of this build: 60 steps per second; for a game 2 players, whose inputs have 2 bytes. */
PAWL_API pawl_replay_header pawl_replay_header_default(pawl_replay_type type);

/* ---- writing ---- */

/* Where bytes go, in order; false ends the replay with PAWL_ERR_MEMORY, for this call and all that
 * follow. */
typedef struct pawl_sink {
    bool (*write)(void *context, const void *bytes, size_t size);
    void *context;
} pawl_sink;

/* Bytes of the memory of a writer: a run of inputs is collected there, packed. 64 are enough for up
 * to 56 bytes a tick, 144 for up to 136, and PAWL_REPLAY_BUFFER_MAX for any; more makes smaller
 * files. A world replay needs none. */
#define PAWL_REPLAY_BUFFER_MIN 64
#define PAWL_REPLAY_BUFFER_MAX (2 * PAWL_REPLAY_ROW_MAX + 8)
#define PAWL_REPLAY_BUFFER 512

/* Private: what a writer remembers. */
typedef struct pawl_replay_writer {
    pawl_sink sink;
    uint8_t *buffer;
    uint32_t buffer_size, used;
    uint32_t zeros, literal; /* of the packing: zeros not yet written, start of the open run */
    uint64_t tick;           /* of the last chunk that has one, but for inputs */
    uint64_t input_tick;     /* whose inputs come next */
    uint64_t run_first;      /* tick of the first input in the buffer */
    uint32_t run_count;
    uint32_t written; /* bytes so far, modulo 2^32 */
    uint32_t crc;     /* of the chunk being written */
    pawl_status failed;
    uint8_t players, input_size, type;
    uint8_t stage;     /* what may come next at this tick */
    uint8_t last[136]; /* inputs, status, sizes; of a longer row at the end of the buffer */
    uint8_t variable_inputs;
    uint32_t app_id;
} pawl_replay_writer;

/* The order of calls: begin; then meta and terrain at any time; the first keyframe; then tick after
 * tick, for each what there is of edit, keyframe and hash, in this order, and its inputs; end.
 * A call out of order answers ARGUMENT, or RANGE when its tick is the reason, and writes nothing;
 * so do the other mistakes. Once the sink has failed all calls answer MEMORY.
 *
 * Errors of begin: NULL, RANGE (header), ARGUMENT (type), MEMORY (buffer, sink). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_replay_begin(pawl_replay_writer *writer,
                                                       const pawl_replay_header *header,
                                                       pawl_sink sink, void *buffer, size_t size);
/* "key=value" lines in UTF-8, at most PAWL_REPLAY_META_MAX bytes, no control characters but line
 * ends. */
PAWL_API pawl_status pawl_replay_write_meta(pawl_replay_writer *writer, const char *text);
/* The state before the step of a tick: a snapshot of the world, or of the game. The first is
 * required; more are places to start from. */
PAWL_API pawl_status pawl_replay_write_keyframe(pawl_replay_writer *writer, uint64_t tick,
                                                const void *snapshot, size_t size);
/* The data of terrain, once before the first keyframe or edit that has it (world replays).
 * ARGUMENT also: no terrain, or its data is not bound. */
PAWL_API pawl_status pawl_replay_write_terrain(pawl_replay_writer *writer, const pawl_world *world,
                                               pawl_shape_id shape);
/* What the program did to the world before the step of a tick: pawl_snapshot_diff. */
PAWL_API pawl_status pawl_replay_write_edit(pawl_replay_writer *writer, uint64_t tick,
                                            const void *delta, size_t size);
/* inputs[players * input_size]: of all players for a tick, in order, for every tick once from that
 * of the first keyframe on; status[players]: what each is worth (pawl_input_status of session.h),
 * or null: all confirmed. */
PAWL_API pawl_status pawl_replay_write_inputs(pawl_replay_writer *writer, uint64_t tick,
                                              const uint8_t *inputs, const uint8_t *status);
/* The same, inputs[players * input_size] and status[players], with sizes[players] where inputs
 * vary: ARGUMENT where they do not, RANGE of one beyond input_size. What is behind a size does not
 * count. `sizes` may be null: all have input_size. `status` may be null. */
PAWL_API pawl_status pawl_replay_write_inputs_sized(pawl_replay_writer *writer, uint64_t tick,
                                                    const uint8_t *inputs, const uint8_t *sizes,
                                                    const uint8_t *status);
/* A checkpoint: the state before the step of a tick. chain: pawl_hash_chain over the hash of every
 * tick, from the first keyframe to this one, both included; 0 when it is not kept.
 * branches[PAWL_BRANCH_COUNT]: those of pawl_world_hash_tree, or null. */
PAWL_API pawl_status pawl_replay_write_hash(pawl_replay_writer *writer, uint64_t tick,
                                            uint32_t chain, uint32_t hash,
                                            const uint32_t *branches);
/* Game replays, once: match[PAWL_SIGN_MATCH_SIZE] and keys[players * PAWL_SIGN_KEY_SIZE], the
 * public key of each player in order, zeros for one that has none. Then
 * signature[PAWL_SIGNATURE_SIZE] of blocks of inputs (pawl_session_take_signature), in any order.
 * ARGUMENT: of a world, or after the end. They are not copied by pawl_replay_cut. */
PAWL_API pawl_status pawl_replay_write_keys(pawl_replay_writer *writer, const void *match,
                                            const void *keys);
PAWL_API pawl_status pawl_replay_write_signature(pawl_replay_writer *writer, uint32_t player,
                                                 uint64_t tick, uint32_t count,
                                                 const void *signature);
/* Write the inputs that are still in the buffer now: what is in the file survives a crash. */
PAWL_API pawl_status pawl_replay_flush(pawl_replay_writer *writer);
/* After the last step: tick is the number of the one that would come next. */
PAWL_API pawl_status pawl_replay_end(pawl_replay_writer *writer, uint64_t tick, uint32_t chain,
                                     uint32_t hash);

/* ---- recording a world ---- */

/* Private: a world that is recorded. Every state is hashed into the chain, so that a difference
 * which comes and goes between two checkpoints is seen as well. */
typedef struct pawl_recorder {
    pawl_replay_writer *writer;
    uint8_t *state;                  /* a copy of the world as the last step left it */
    uint8_t *before, *after, *delta; /* snapshots around an edit, and their difference */
    uint32_t *terrains;              /* what was written, by slot of its geometry */
    uint32_t state_size, snapshot_size, delta_size, terrain_count;
    uint32_t keyframe_every, hash_every;
    uint32_t chain, hash; /* of the last tick that was logged */
    uint32_t edits;       /* ticks before which something was changed */
    uint64_t first_tick, tick;
    pawl_status failed;
    bool is_started;                   /* the first keyframe is written */
    const struct pawli_packer *packer; /* null: edits and keyframes are not packed */
    struct pawli_packing *packing;
    pawl_lanes lanes; /* of the last step: states are hashed in them */
} pawl_recorder;

/* Bytes for recording worlds made from a def, aligned like uint64_t: a copy of the state, two
 * snapshots and a difference. 0 for null or an invalid def. */
PAWL_API size_t pawl_recorder_size(const pawl_world_def *def);
/* From here on step the world with pawl_recorder_step alone. The first step writes the first
 * keyframe; then follow a keyframe every so many ticks (0: none), and a checkpoint likewise.
 * Errors: NULL, ARGUMENT (not the writer of a new world replay), MEMORY. */
PAWL_API PAWL_MUST_CHECK pawl_status
pawl_recorder_begin(pawl_recorder *recorder, pawl_replay_writer *writer, const pawl_world *world,
                    uint32_t keyframe_every, uint32_t hash_every, void *memory, size_t size);
/* Right after begin: write keyframes and edits packed, in a quarter to a seventh of the bytes
 * (docs/replays.md). Edits are collected, of 64 ticks at most and up to the next checkpoint or
 * keyframe: those that are not written yet when a program crashes are lost. A playback of packed
 * chunks takes some 30 KB more. Errors: NULL, ARGUMENT (the first step is logged, or it packs
 * already), MEMORY. */
PAWL_API size_t pawl_recorder_pack_size(const pawl_world_def *def); /* as pawl_recorder_size */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_recorder_pack(pawl_recorder *recorder, void *memory,
                                                        size_t size);
/* Write the edits that are still collected now. */
PAWL_API pawl_status pawl_recorder_flush(pawl_recorder *recorder);
/* Log what was done to the world since the last step, then pawl_world_step. The world is stepped
 * even if the log fails: the first failure is answered, then and ever after. ARGUMENT: another
 * world, or one that was stepped otherwise; terrain whose data is not bound. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_recorder_step(pawl_recorder *recorder, pawl_world *world,
                                                        const pawl_step_hooks *hooks);
/* Also logs what was done since the last step. */
PAWL_API pawl_status pawl_recorder_end(pawl_recorder *recorder, const pawl_world *world);

/* ---- reading ---- */

/* A replay in memory, which must stay there; read-only and in any alignment: flash, a mapped file.
 */
typedef struct pawl_replay {
    const uint8_t *bytes;
    uint32_t size;
    uint32_t whole; /* bytes up to the end of the last whole chunk */
    pawl_replay_header header;
    uint64_t first_tick, last_tick; /* of the first keyframe, and after the last step */
    uint32_t keyframes, terrains, edits, hashes, inputs; /* chunks */
    uint32_t skipped;                                    /* chunks that are unknown and optional */
    uint32_t first_keyframe;                             /* its offset */
    uint32_t largest;                                    /* keyframe: bytes of the snapshot */
    bool is_complete;                                    /* has its end; else it was cut off */
    uint32_t final_chain, final_hash;                    /* when it is complete */
    uint32_t signatures;                                 /* chunks */
    uint32_t packed; /* chunks of packed keyframes and edits. `edits` counts edits */
} pawl_replay;

/* Look at all chunks once. A file that ends inside a chunk is good up to there.
 * Errors: NULL, LIMIT (4 GiB), FORMAT (no replay; counts that cannot be; chunks out of order, bytes
 * behind the end), CORRUPT (a checksum; cut off before the end of the first keyframe), VERSION (of
 * the format, or an unknown chunk that is required). Another simulation is no error here: compare
 * header.simulation. *where, if not null, is the offset of what is wrong; of the end of the file,
 * when it ended too soon. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_replay_open(pawl_replay *replay, const void *bytes,
                                                      size_t size, uint32_t *where);

typedef enum pawl_chunk_type {
    PAWL_CHUNK_HEAD = 1,
    PAWL_CHUNK_META,
    PAWL_CHUNK_KEYFRAME,
    PAWL_CHUNK_TERRAIN,
    PAWL_CHUNK_EDIT,
    PAWL_CHUNK_INPUTS,
    PAWL_CHUNK_HASH,
    PAWL_CHUNK_END,
    PAWL_CHUNK_UNKNOWN,
    PAWL_CHUNK_BASE, /* the snapshot that packed keyframes behind it are told by */
    PAWL_CHUNK_KEYS, /* pawl_replay_write_keys, pawl_replay_write_signature */
    PAWL_CHUNK_SIGNATURE
} pawl_chunk_type;

typedef struct pawl_chunk {
    pawl_chunk_type type;
    uint32_t offset, size;  /* of the whole chunk in the file */
    const uint8_t *content; /* of a keyframe: the snapshot; of an edit: the difference; else all */
    uint32_t content_size;
    uint64_t tick;        /* 0 where there is none */
    uint32_t count;       /* ticks of a run of inputs; packed edits */
    uint32_t chain, hash; /* of a checkpoint and the end */
    bool has_branches;
    uint32_t branches[PAWL_BRANCH_COUNT];
    bool is_packed;  /* keyframe, edit: content is what a playback unpacks (pawl_recorder_pack) */
    bool is_shifted; /* edit: the world is shifted before the difference, which may then be empty */
    pawl_vec2 shift; /* by how much; else 0 */
    uint64_t last_tick; /* of packed edits, which are `count` from tick to here; else tick */
} pawl_chunk;

/* The chunk at an offset, and *next that of the one after it; 0 gives the first. RANGE at the end
 * of what is whole. FORMAT at any offset that did not come from here. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_replay_get_chunk(const pawl_replay *replay,
                                                           uint32_t offset, pawl_chunk *out,
                                                           uint32_t *next);
/* Private: where a reader of inputs is. Zero-initialize it. */
typedef struct pawl_input_cursor {
    uint32_t offset;    /* of the chunk after this run; 0: nowhere yet */
    uint32_t left;      /* ticks of the run that come after next_tick */
    uint64_t next_tick; /* of the row that is unpacked next */
    uint32_t at, end;   /* packed bytes in the file */
    uint8_t pending, zeros;
    uint8_t last[PAWL_REPLAY_ROW_MAX];
} pawl_input_cursor;
/* The inputs of a tick: inputs[players * input_size] and status[players], or null. Errors: NULL,
 * RANGE (the replay has none), FORMAT. Cost: what is between the tick and the last one asked for,
 * when that was earlier, else all from the start. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_replay_get_inputs(const pawl_replay *replay,
                                                            pawl_input_cursor *cursor,
                                                            uint64_t tick, uint8_t *inputs,
                                                            uint8_t *status);
/* The same with sizes[players], or null; zeros are behind them. inputs[players * input_size],
 * status[players], or null. Errors: as for pawl_replay_get_inputs, FORMAT (a size that cannot be).
 */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_replay_get_inputs_sized(const pawl_replay *replay,
                                                                  pawl_input_cursor *cursor,
                                                                  uint64_t tick, uint8_t *inputs,
                                                                  uint8_t *sizes, uint8_t *status);

/* Write a part of a replay as a new one: from the last keyframe at or before `from`, or else the
 * first, to the first checkpoint at or after `to`, or else what there is. Without a checkpoint to
 * end with, the new replay has no end, as if it were cut off. The writer has begun with
 * replay->header, or one like it but for app_id and seed, and has written at most meta; the meta of
 * the replay is not copied. Keys and the signatures of blocks that are whole in the part are kept,
 * right ones and wrong ones; not under another app_id, which is part of what is signed.
 * Errors: NULL, ARGUMENT (another type, other players), RANGE (to < from), those of writing. */
PAWL_API pawl_status pawl_replay_cut(const pawl_replay *replay, uint64_t from, uint64_t to,
                                     pawl_replay_writer *writer);

/* ---- playing and verifying ---- */

typedef struct pawl_replay_limits {
    uint64_t ticks_max; /* default 36,000,000: a week at 60 a second */
    uint32_t world_max; /* bytes of a world. Default 64 MiB */
    uint64_t
        work_max; /* sum over ticks of 1 + bodies + joints + contacts; 0: no limit. Default 0 */
} pawl_replay_limits;
/* Limits with the defaults above. */
PAWL_API pawl_replay_limits pawl_replay_limits_default(void);

typedef struct pawl_verdict {
    pawl_status status;   /* OK, DESYNC, FORMAT, CORRUPT, VERSION, LIMIT, ... */
    uint64_t tick;        /* reached, or of the first checkpoint that differs */
    uint64_t equal_tick;  /* of the last checkpoint that agreed */
    uint32_t want, got;   /* hashes there; 0 where an edit does not fit the state */
    uint32_t branches;    /* bit per pawl_branch that differs, if the checkpoint has them */
    uint32_t checkpoints; /* that agreed: hashes, keyframes, edits, the end */
    uint32_t offset;      /* of the chunk that differs or is wrong */
    uint32_t lacking;     /* UNSUPPORTED: features that the world uses and this build lacks */
    bool is_transient;    /* the states agree again: want and got are chains */
    bool is_cut_off;
    bool is_own_version; /* false: another simulation version was played by force */
} pawl_verdict;

/* A world replay being played: `world`, `tick` and `verdict` are for reading, the rest is private.
 */
typedef struct pawl_playback {
    const pawl_replay *replay;
    pawl_replay_limits limits;
    pawl_world *world; /* null before begin, and after an edit that made no world */
    uint64_t tick;     /* that the next step is about */
    uint32_t next;     /* offset of the next chunk to look at */
    uint32_t chain;
    uint64_t work;
    uint8_t *memory; /* of the world */
    uint32_t world_size, snapshot_size;
    uint32_t capacity_id;        /* that every keyframe must have */
    uint8_t *snapshot, *patched; /* before and after an edit */
    uint8_t *terrain;            /* table and points in this machine's form */
    uint32_t terrain_count;
    bool is_settled;  /* what the program did before the step of this tick has been done */
    bool knows_chain; /* false from a later keyframe to its first checkpoint */
    bool force;
    pawl_verdict verdict;
    struct pawli_codec *pack;      /* of packed chunks, else null */
    uint32_t base, base_seen;      /* offset of the last BASE among the chunks before base_seen */
    uint32_t patched_size;         /* of the keyframe that was unpacked last */
    uint32_t run_offset, run_left; /* packed edits at hand: their chunk, how many are left */
    uint64_t run_tick, run_last_tick; /* of the next and the last */
    bool run_resets;                  /* models begin anew with the next */
    pawl_lanes lanes;                 /* of the last step: states are hashed in them */
} pawl_playback;

/* Bytes of memory, aligned like uint64_t, that playing takes; 0 when the replay is none of a world,
 * or goes beyond the limits (null: the default ones). */
PAWL_API size_t pawl_playback_size(const pawl_replay *replay, const pawl_replay_limits *limits);
/* To the first keyframe. `force` plays another simulation version all the same, and one whose
 * arithmetic had another fingerprint; but not versions below PAWL_HASH_SIMULATION_VERSION, of which
 * nothing could be compared.
 * Errors: NULL, ARGUMENT (not a world replay), VERSION, MEMORY, LIMIT, FORMAT, UNSUPPORTED. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_playback_begin(pawl_playback *playback,
                                                         const pawl_replay *replay,
                                                         const pawl_replay_limits *limits,
                                                         bool force, void *memory, size_t size);
/* What the program did before this tick, comparison with checkpoints and keyframes, one step: then
 * playback->world has the events of the step. RANGE at the end, once all of it agreed; DESYNC,
 * LIMIT, FORMAT: playback->verdict says where. A failure stays. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_playback_step(pawl_playback *playback,
                                                        const pawl_step_hooks *hooks);
/* To the state before the step of a tick, with all that was done to it, from the last keyframe
 * before it or from where the playback is, if that is nearer. RANGE for ticks that the replay does
 * not have; else as pawl_playback_step. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_playback_seek(pawl_playback *playback, uint64_t tick,
                                                        const pawl_step_hooks *hooks);
/* From the n-th keyframe, counted from 0: for finding the first one that fails. Forgets a failure.
 * RANGE when there are fewer. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_playback_start_at(pawl_playback *playback,
                                                            uint32_t keyframe);

/* After DESYNC at a keyframe: the first value that differs; a is what was recorded, b what was
 * played. The recorded world is made in a buffer of playback->world_size bytes, aligned like
 * uint64_t. Errors: NULL, RANGE (not at a keyframe), those of pawl_world_decode. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_playback_get_difference(const pawl_playback *playback,
                                                                  void *buffer, size_t size,
                                                                  pawl_difference *out);

/* Play all of it from the first keyframe. Progress, if not null, is called now and then; false ends
 * with LIMIT. */
typedef struct pawl_progress {
    bool (*report)(void *context, uint64_t tick, uint64_t last_tick);
    void *context;
} pawl_progress;
/* `hooks` and `progress` may be null. Where and how it ended; verdict.status is OK when all is as
 * it was recorded. */
PAWL_API pawl_verdict pawl_playback_verify(pawl_playback *playback, const pawl_step_hooks *hooks,
                                           const pawl_progress *progress);

/* What a game must offer to verify its replays. */
typedef struct pawl_replay_game {
    void *context;
    /* Become the state of a keyframe; false if that is none. Bytes may be hostile. */
    bool (*load)(void *context, uint64_t tick, const void *snapshot, uint32_t size);
    /* One tick. inputs: players * input_size; status: one byte per player. */
    void (*step)(void *context, const uint8_t *inputs, const uint8_t *status);
    /* Of the whole state, before the step of each tick. */
    uint32_t (*hash)(void *context);
    /* Instead of `step`, which may be null then: with the size of each input. */
    void (*step_sized)(void *context, const uint8_t *inputs, const uint8_t *sizes,
                       const uint8_t *status);
} pawl_replay_game;
typedef enum pawl_signed_result {
    PAWL_SIGNED_RIGHT, /* these ticks are proven */
    PAWL_SIGNED_WRONG,
    PAWL_SIGNED_OUTSIDE /* the replay does not have all of the ticks */
} pawl_signed_result;
/* Whether 64 bytes are a signature of a message by a public key of 32 bytes: a function of the
 * program, such as Ed25519 of a library. `report`, if not null, is told of each signature. */
typedef struct pawl_verifier {
    bool (*verify)(void *context, const uint8_t *key, const uint8_t *message, size_t size,
                   const uint8_t *signature);
    void *context;
    void (*report)(void *context, uint32_t player, uint64_t tick, uint32_t count,
                   pawl_signed_result result);
} pawl_verifier;

typedef struct pawl_signed_verdict {
    pawl_status status; /* OK: no signature is wrong; CORRUPT: one is; ARGUMENT: no keys, or of a
                           world; LIMIT: signatures in a wild order; NULL */
    uint32_t player;    /* of the first wrong one, its ticks and its chunk */
    uint64_t tick;
    uint32_t count, offset;
    uint32_t good, bad, outside; /* blocks; outside: the replay does not have all of the ticks */
    uint64_t ticks[PAWL_REPLAY_PLAYERS_MAX]; /* signed by each player, in good blocks */
    uint64_t ends[PAWL_REPLAY_PLAYERS_MAX];  /* of the last good block */
} pawl_signed_verdict;
/* Verify all signatures against the inputs of the replay. It proves that the player's key signed
 * these inputs for this match; that the key is the player's is for the program to know. Ticks that
 * are not signed prove nothing. Cost: a call of `verify` for each signature. */
PAWL_API pawl_signed_verdict pawl_replay_verify_signatures(const pawl_replay *replay,
                                                           const pawl_verifier *verifier);
/* The keys of a replay, 32 bytes for each player, and its match; null when it has none. */
PAWL_API const uint8_t *pawl_replay_get_keys(const pawl_replay *replay, const uint8_t **match);

/* work_max and world_max do not count here: that is up to the game. */
PAWL_API pawl_verdict pawl_replay_verify(const pawl_replay *replay, const pawl_replay_game *game,
                                         const pawl_replay_limits *limits, bool force,
                                         const pawl_progress *progress);

#endif
