/* board_log.h - what a board told over its serial line: replays, snapshots, films and hashes,
 * between whatever else it printed (docs/board-log.md). The text comes in portions, as a line does.
 */
#ifndef CLI_BOARD_LOG_H
#define CLI_BOARD_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file in the log. */
typedef struct cli_board_log_part {
    char type[12]; /* "replay" */
    uint8_t *bytes;
    size_t size, room;
    uint32_t first_line, last_line;
    uint32_t lost_line; /* the first line at which bytes were missing; 0: none are. What came behind
                           it is not kept: a file is good up to where it has a hole */
    bool is_whole;      /* up to its end */
} cli_board_log_part;

typedef struct cli_board_log_hash {
    uint64_t tick;
    uint32_t hash;
    uint32_t line;
} cli_board_log_hash;

#define CLI_BOARD_LOG_LINE_MAX 512

typedef struct cli_board_log {
    cli_board_log_part *parts;
    uint32_t part_count, part_room;
    /* Hashes of one run: where a tick is not later than the one before, the board began anew, and
     * the hashes before it are forgotten. */
    cli_board_log_hash *hashes;
    uint32_t hash_count, hash_room;
    uint32_t runs;               /* how often it began */
    uint32_t lines;              /* that have ended */
    uint32_t own;                /* of them those that were meant for here and whole */
    uint32_t damaged;            /* of them those that were meant for here and were not */
    uint32_t first_damaged_line; /* 0: none */
    size_t bytes;                /* of all parts */
    bool is_full;                /* there was more than CLI_REPLAY_MIB in it */
    /* Private: the line that has not ended yet. */
    char line[CLI_BOARD_LOG_LINE_MAX];
    uint32_t length;
} cli_board_log; /* starts as {0} */

/* The next portion of the text; at its end one more of size 0 takes a last line without an end. */
void cli_board_log_add(cli_board_log *log, const void *bytes, size_t size);
void cli_board_log_free(cli_board_log *log);

/* The last one of a type, or of any where it is null: one that is whole, else one that is not;
 * null: there is none. */
const cli_board_log_part *cli_board_log_find(const cli_board_log *log, const char *type);

/* Whether a text has at least one line of a board in it. */
bool cli_board_log_is_log(const void *bytes, size_t size);

#endif
