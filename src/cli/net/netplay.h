/* netplay.h - a game of sumo with other machines: what `pawl host` and `pawl join` share. */
#ifndef CLI_NETPLAY_H
#define CLI_NETPLAY_H

#include <stdio.h>

#include "cli/net/net_members.h"
#include "cli/net/netplay_log.h"
#include "sumo/machine.h"

/* What a host does with a machine whose state differs, when there are others. */
typedef enum cli_netplay_desync {
    CLI_NETPLAY_DROP,
    CLI_NETPLAY_IGNORE,
    CLI_NETPLAY_END
} cli_netplay_desync;

typedef struct cli_netplay_options {
    const char *command; /* "host" or "join" */
    bool is_host, spectate, json, has_bot;
    bool migrates;           /* another machine becomes the host when it is gone */
    pawl_udp_address listen; /* host */
    pawl_udp_address host;   /* join */
    const char *serial;      /* "DEV:BAUD" instead of these; null: none */
    uint64_t players, begin, delay, window, ticks, seed, bot, rate;
    uint64_t hash_every, timeout_ms, deadline_ms, wait_seconds;
    uint8_t secret[PAWL_SESSION_SECRET]; /* of this run; join: of this player */
    const char *password;                /* host: of those that may join; null: all may */
    const char *record;
    cli_netplay_desync desync;
} cli_netplay_options;

#define CLI_NETPLAY_WRONG_PASSWORD 1 /* code of a refusal */

/* What is worth knowing afterwards. */
typedef struct cli_netplay_tally {
    uint32_t stalls;        /* ticks in which it had to wait for others */
    uint32_t longest_stall; /* in a row */
    uint32_t stall;         /* the one that goes on */
    uint32_t sat_out;       /* ticks that it waited for others to catch up */
    uint32_t snapshots;     /* that it began from */
    uint32_t bad_sends;     /* that the system refused */
} cli_netplay_tally;

typedef struct cli_netplay {
    const cli_netplay_options *options;
    machine *machine;
    cli_net_transport transport;
    cli_netplay_log log;
    cli_netplay_tally tally;

    uint64_t start_us; /* of all */
    uint64_t begin_us; /* of the ticks that are counted here */
    uint64_t ticks_due;
    uint32_t last_head;

    bool is_host;                     /* now */
    uint64_t hostless_us;             /* since then there is no host; 0: there is */
    uint32_t present;                 /* host: players that have come, a bit each */
    uint8_t keys;                     /* of the person here */
    int code;                         /* to exit with */
    bool is_over;                     /* nothing more is to be played */
    uint64_t leave_us;                /* then it is time to leave; 0: not yet known */
    uint32_t hashes_done, hash_count; /* of the log */
    uint32_t desync_tick;
    bool has_desync, has_printed;
    bool is_there[PAWL_SESSION_PEERS_MAX];    /* host: of its peers */
    uint64_t drop_us[PAWL_SESSION_PEERS_MAX]; /* host: when it is dropped; 0: it is not */
} cli_netplay;

/* Play until the end, an interruption or a failure. Returns an exit code. */
int cli_netplay_run(const cli_netplay_options *options);

/* What happened, on stderr; netplay_report.c. */
void cli_netplay_report_events(cli_netplay *play, uint64_t now_us);
/* The last lines, on stdout. */
void cli_netplay_report(const cli_netplay *play);
/* A line of a hash, when it is due. */
void cli_netplay_report_hash(cli_netplay *play);

#endif
