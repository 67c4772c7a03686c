/* replay_file.h - replays from files, and being played. */
#ifndef CLI_REPLAY_FILE_H
#define CLI_REPLAY_FILE_H

#include "cli/common/file.h"
#include "cli/scene/scene_load.h"
#include "pawl/replay.h"

/* What a file may cost by default, in MiB: its size and the memory to play it. */
#define CLI_REPLAY_MIB 512u

typedef struct cli_replay_file {
    const char *path;
    cli_file file;
    pawl_replay replay; /* points into the file */
} cli_replay_file;

/* Read and open. Returns an exit code; unless it is CLI_EXIT_OK, which is 0, the reason is in
 * `reason` ("offset 123: ...", for "FILE: reason") and there is nothing to close. */
#define CLI_REPLAY_REASON_MAX 240
int cli_replay_file_open(const char *path, size_t limit, cli_replay_file *out,
                         char reason[CLI_REPLAY_REASON_MAX]);
void cli_replay_file_close(cli_replay_file *in);

/* Whether the bytes are meant to be a replay. */
bool cli_replay_file_is_replay(const cli_file *file);

/* A world replay being played, as a scene that can be drawn. */
typedef struct cli_replay_run {
    cli_replay_file file;
    pawl_playback playback;
    void *memory;    /* of the playback */
    cli_scene scene; /* its world is that of the playback; cli_replay_file_show */
} cli_replay_run;

/* What playing may cost. */
typedef struct cli_replay_budget {
    uint64_t ticks, work; /* work: 0: no limit */
    uint64_t mib;
    bool force; /* play another version all the same */
} cli_replay_budget;
cli_replay_budget cli_replay_file_default_budget(void);

/* The rows of a table of options for force and memory. */
#define CLI_BUDGET_ROWS(budget)                                                \
    {.name = "force", .flag = &(budget)->force}, {                             \
        .name = "max-memory", .number = &(budget)->mib, .low = 1, .high = 4095 \
    }

/* As cli_replay_file_open. The replay may be open already: path is null. */
int cli_replay_file_play(const char *path, const cli_replay_budget *budget, cli_replay_run *out,
                         char reason[CLI_REPLAY_REASON_MAX]);
void cli_replay_file_stop(cli_replay_run *in);

/* The scene as it is now. */
const cli_scene *cli_replay_file_show(cli_replay_run *in);

/* Why a playback stopped, as "offset 123: reason" or "tick 4: reason". */
void cli_replay_file_verdict_reason(const pawl_verdict *verdict,
                                    char reason[CLI_REPLAY_REASON_MAX]);
/* Why a replay of another version is not played; returns CLI_EXIT_VERSION. */
int cli_replay_file_refuse_version(const pawl_replay_header *header,
                                   char reason[CLI_REPLAY_REASON_MAX]);
/* The exit code of a status: 0, 1 diverged, 3 version, 2 all else. */
int cli_replay_file_exit_code(pawl_status status);
/* "bodies,contacts"; "none" for 0. */
#define CLI_BRANCHES_MAX 80
const char *cli_replay_file_branches_text(uint32_t branches, char text[CLI_BRANCHES_MAX]);

#endif
