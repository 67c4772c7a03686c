/* netplay_log.h - all confirmed ticks of a game, in memory: a replay can be written at any time. */
#ifndef CLI_NETPLAY_LOG_H
#define CLI_NETPLAY_LOG_H

#include "sumo/machine.h"

typedef struct cli_netplay_log_tick {
    uint8_t inputs[SUMO_PLAYERS_MAX], status[SUMO_PLAYERS_MAX];
    uint32_t hash, chain; /* of the state before the tick */
} cli_netplay_log_tick;

typedef struct cli_netplay_log {
    uint32_t first_tick; /* of this machine */
    uint32_t count, capacity;
    cli_netplay_log_tick *ticks;
    uint32_t first_size;
    uint8_t first[SUMO_SNAPSHOT_BYTES]; /* the state before the first tick */
} cli_netplay_log;                      /* starts as {0} */

/* For machine.on_tick; the context is a log. After a snapshot it begins anew. */
void cli_netplay_log_add(void *context, const machine *self, const uint8_t *inputs,
                         const uint8_t *status);
void cli_netplay_log_free(cli_netplay_log *log);

/* What is written besides the ticks. */
typedef struct cli_netplay_log_end {
    uint32_t players, seed;
    uint32_t tick;        /* the end: after all ticks before it */
    uint32_t hash, chain; /* there */
    const char *meta;     /* null: none */
    const void *snapshot; /* of the state at the end; null: none */
    uint32_t snapshot_size;
} cli_netplay_log_end;

/* Write a game replay: keyframes every 600 ticks, hashes every 60. False after an error, which has
 * been reported. */
bool cli_netplay_log_write(const cli_netplay_log *log, const char *path,
                           const cli_netplay_log_end *end);

#endif
