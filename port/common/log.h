/* log.h - replays, snapshots and hashes as lines of text, for machines that have nothing but a
 * serial line to show what they did. The lines go out by pawl_port_putc, between whatever else a
 * program prints; `pawl log` and the studio find them again (docs/board-log.md).
 *
 *   @pawl begin replay 82e5a662
 *   @pawl 0 UEFXTC1SRVBMQVk= b314d060
 *   @pawl end 11 af374a24
 *   @pawl hash 60 1a2b3c4d 945a60d5
 *
 * At 115,200 baud that is 6 KB of a file in a second. Nothing is kept but the bytes of a line. */
#ifndef PAWLI_LOG_H
#define PAWLI_LOG_H

#include "pawl/replay.h"

#define PAWL_LOG_ROW 48 /* bytes in a line */

/* Private: a file on its way. */
typedef struct pawl_log {
    uint32_t size; /* bytes that have gone out */
    uint8_t held;
    uint8_t row[PAWL_LOG_ROW];
} pawl_log;

/* A file begins: "replay", "snapshot" or "film". What was begun before has to be ended. */
void pawl_log_begin(pawl_log *log, const char *type);
/* Its next bytes. */
void pawl_log_write(pawl_log *log, const void *bytes, size_t size);
void pawl_log_end(pawl_log *log);

/* Where a replay writer or a film recorder can write: between pawl_log_begin and pawl_log_end. */
pawl_sink pawl_log_sink(pawl_log *log);

/* The hash of a world after the step of a tick; ticks are in order, and may be left out. A line of
 * its own, in a file or beside it. */
void pawl_log_hash(uint64_t tick, uint32_t hash);

#endif
