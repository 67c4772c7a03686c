/* fuzz_net.h - the network of a simulated game: lines that lose, repeat, delay and damage
 * packets. The line between two machines is that of the one with the higher number. The same calls
 * give the same run. */
#ifndef CLI_FUZZ_NET_H
#define CLI_FUZZ_NET_H

#include "cli/fuzz/fuzz_script.h"

#define CLI_FUZZ_MS UINT64_C(1000) /* in microseconds */

#define CLI_FUZZ_BELOW 0x100u /* in `machine`: the second session of a relay */

/* Where a packet is from and where it goes: a machine, and its life, since what comes back after a
 * crash has another address. */
typedef struct cli_fuzz_address {
    uint16_t machine, life;
} cli_fuzz_address;

typedef struct cli_fuzz_packet {
    uint64_t at_us, serial;
    cli_fuzz_address from, to;
    uint32_t size;
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
} cli_fuzz_packet;

typedef struct cli_fuzz_net {
    const cli_fuzz_script *script;
    pawl_random random;
    bool is_compact;       /* packets keep their order, and come as they were sent or not at all */
    uint64_t newest_us[2]; /* of a compact line: to the host, from it */
    uint64_t cut_until_us[CLI_FUZZ_MACHINES_MAX];    /* by machine */
    uint64_t line_busy_us[CLI_FUZZ_MACHINES_MAX][2]; /* with a rate; up, down */
    cli_fuzz_packet *packets;                        /* malloc'ed; a heap, the next one first */
    uint32_t count, capacity;
    uint64_t sent, lost, damaged;
} cli_fuzz_net;

void cli_fuzz_net_begin(cli_fuzz_net *net, const cli_fuzz_script *script);
void cli_fuzz_net_free(cli_fuzz_net *net);

void cli_fuzz_net_send(cli_fuzz_net *net, uint64_t now_us, cli_fuzz_address from,
                       cli_fuzz_address to, const void *bytes, size_t size);
/* Null: nothing is on its way. */
const cli_fuzz_packet *cli_fuzz_net_peek(const cli_fuzz_net *net);
void cli_fuzz_net_take(cli_fuzz_net *net, cli_fuzz_packet *out);
/* The next one comes later, behind those of that time. */
void cli_fuzz_net_postpone(cli_fuzz_net *net, uint64_t at_us);

#endif
