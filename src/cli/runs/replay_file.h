/* replay_file.h - replays from files, and being played. */
#ifndef PAWLI_CLI_REPLAY_FILE_H
#define PAWLI_CLI_REPLAY_FILE_H

#include "cli/common/file.h"
#include "cli/scene/scene_load.h"
#include "pawl/replay.h"

/* What a file may cost by default, in MiB: its size and the memory to play it. */
#define PAWLI_REPLAY_MIB 512u

typedef struct pawli_replay_file {
    const char *path;
    pawli_file file;
    pawl_replay replay; /* points into the file */
} pawli_replay_file;

/* Read and open. Returns an exit code; unless it is PAWLI_EXIT_OK, which is 0, the reason is in
 * `reason` ("offset 123: ...", for "FILE: reason") and there is nothing to close. */
#define PAWLI_REPLAY_REASON_MAX 160
int pawli_replay_open(const char *path, size_t limit, pawli_replay_file *out,
                      char reason[PAWLI_REPLAY_REASON_MAX]);
void pawli_replay_close(pawli_replay_file *in);

/* Whether the bytes are meant to be a replay. */
bool pawli_looks_like_replay(const pawli_file *file);

/* The value of a key of the meta text; false when there is none or it does not fit. What would
 * disturb a terminal is replaced. */
bool pawli_replay_meta(const pawl_replay *replay, const char *key, char *out, size_t size);

/* A world replay being played, as a scene that can be drawn. */
typedef struct pawli_playback {
    pawli_replay_file file;
    pawl_player player;
    void *memory;      /* of the player */
    pawli_scene scene; /* its world is that of the player; pawli_playback_look */
} pawli_playback;

/* What playing may cost. */
typedef struct pawli_budget {
    uint64_t ticks, work; /* work: 0: no limit */
    uint64_t mib;
    bool force; /* play another version all the same */
} pawli_budget;
pawli_budget pawli_budget_default(void);

/* As pawli_replay_open. The replay may be open already: path is null. */
int pawli_playback_open(const char *path, const pawli_budget *budget, pawli_playback *out,
                        char reason[PAWLI_REPLAY_REASON_MAX]);
void pawli_playback_close(pawli_playback *in);

/* The scene as it is now. */
const pawli_scene *pawli_playback_look(pawli_playback *in);

/* Why a player stopped, as "offset 123: reason" or "tick 4: reason". */
void pawli_verdict_reason(const pawl_verdict *verdict, char reason[PAWLI_REPLAY_REASON_MAX]);
/* Why a replay of another version is not played; returns PAWLI_EXIT_VERSION. */
int pawli_refuse_version(const pawl_replay_header *header, char reason[PAWLI_REPLAY_REASON_MAX]);
/* The exit code of a status: 0, 1 diverged, 3 version, 2 all else. */
int pawli_status_exit(pawl_status status);
/* "bodies,contacts"; "none" for 0. */
#define PAWLI_PARTS_MAX 80
const char *pawli_parts_text(uint32_t parts, char text[PAWLI_PARTS_MAX]);

#endif
