/* fuzz_net.c - packets on their way, as a binary heap by time and then by the order of sending. */
#include "cli/fuzz/fuzz_net.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"

#define PACKETS_MAX 20000u    /* more are lost */
#define REORDER_US 40000u     /* by which a packet is held back */
#define QUEUE_MAX_US 1000000u /* what would wait longer for its rate is lost */

void cli_fuzz_net_begin(cli_fuzz_net *net, const cli_fuzz_script *script) {
    memset(net, 0, sizeof *net);
    net->script = script;
    net->is_compact = cli_fuzz_script_get(script, CLI_FUZZ_COMPACT) != 0;
    net->random = pawl_random_make(cli_fuzz_script_get(script, CLI_FUZZ_SEED), 21);
}

void cli_fuzz_net_free(cli_fuzz_net *net) {
    free(net->packets);
    net->packets = NULL;
}

static bool is_before(const cli_fuzz_packet *a, const cli_fuzz_packet *b) {
    return a->at_us != b->at_us ? a->at_us < b->at_us : a->serial < b->serial;
}

static void put(cli_fuzz_net *net, const cli_fuzz_packet *packet) {
    if (net->count == net->capacity) {
        net->capacity = net->capacity == 0 ? 64 : 2 * net->capacity;
        net->packets = cli_heap_reallocate(net->packets, net->capacity * sizeof *net->packets);
    }
    uint32_t at = net->count++;
    for (; at > 0 && is_before(packet, &net->packets[(at - 1) / 2]); at = (at - 1) / 2)
        net->packets[at] = net->packets[(at - 1) / 2];
    net->packets[at] = *packet;
}

const cli_fuzz_packet *cli_fuzz_net_peek(const cli_fuzz_net *net) {
    return net->count == 0 ? NULL : &net->packets[0];
}

void cli_fuzz_net_take(cli_fuzz_net *net, cli_fuzz_packet *out) {
    *out = net->packets[0];
    const cli_fuzz_packet *const last = &net->packets[--net->count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= net->count) break;
        if (child + 1 < net->count && is_before(&net->packets[child + 1], &net->packets[child]))
            child++;
        if (!is_before(&net->packets[child], last)) break;
        net->packets[at] = net->packets[child];
        at = child;
    }
    if (at != net->count) net->packets[at] = *last;
}

void cli_fuzz_net_postpone(cli_fuzz_net *net, uint64_t at_us) {
    cli_fuzz_packet packet;
    cli_fuzz_net_take(net, &packet);
    packet.at_us = at_us;
    put(net, &packet);
}

static bool happens(cli_fuzz_net *net, cli_fuzz_verb verb, uint32_t machine) {
    return pawl_random_below(&net->random, 100) <
           cli_fuzz_script_get_of(net->script, verb, machine);
}

/* One to four bits, and now and then the end is missing. */
static void damage(cli_fuzz_net *net, cli_fuzz_packet *packet) {
    const uint32_t bits = 1u + pawl_random_below(&net->random, 4);
    net->damaged++;
    if (pawl_random_below(&net->random, 4) == 0)
        packet->size = pawl_random_below(&net->random, packet->size + 1u);
    for (uint32_t i = 0; i < bits && packet->size > 0; i++)
        packet->bytes[pawl_random_below(&net->random, packet->size)] ^=
            (uint8_t)(1u << pawl_random_below(&net->random, 8));
}

/* When it is through a line of limited rate; UINT64_MAX: it is lost. */
static uint64_t leave_at(cli_fuzz_net *net, uint64_t now_us, uint32_t machine, bool to_host,
                         uint32_t size) {
    const uint32_t rate = cli_fuzz_script_get_of(net->script, CLI_FUZZ_RATE, machine);
    uint64_t *const busy = &net->line_busy_us[machine][to_host ? 0 : 1];
    if (rate == 0) return now_us;
    if (*busy < now_us) *busy = now_us;
    if (*busy - now_us > QUEUE_MAX_US) return UINT64_MAX;
    *busy += (uint64_t)(size + 28u) * 1000000u / rate; /* with the heads of IP and UDP */
    return *busy;
}

void cli_fuzz_net_send(cli_fuzz_net *net, uint64_t now_us, cli_fuzz_address from,
                       cli_fuzz_address to, const void *bytes, size_t size) {
    const uint32_t a = from.machine % CLI_FUZZ_BELOW, b = to.machine % CLI_FUZZ_BELOW;
    const bool to_host = b < a;
    const uint32_t machine = to_host ? a : b;
    const bool is_cut = now_us < net->cut_until_us[a] || now_us < net->cut_until_us[b];
    net->sent++;
    const bool is_lost = happens(net, CLI_FUZZ_LOSS, machine);
    const uint32_t copies = happens(net, CLI_FUZZ_DUPLICATE, machine) ? 2 : 1;
    const uint64_t leaves_us = leave_at(net, now_us, machine, to_host, (uint32_t)size);
    if (is_lost || leaves_us == UINT64_MAX || is_cut) {
        net->lost++;
        return;
    }
    for (uint32_t i = 0; i < copies && net->count < PACKETS_MAX; i++) {
        const uint32_t jitter = cli_fuzz_script_get_of(net->script, CLI_FUZZ_JITTER, machine);
        const uint32_t latency = cli_fuzz_script_get_of(net->script, CLI_FUZZ_LATENCY, machine);
        cli_fuzz_packet packet = {.serial = 2 * net->sent + i, .from = from, .to = to};
        packet.size = (uint32_t)size;
        memcpy(packet.bytes, bytes, size);
        packet.at_us = leaves_us + CLI_FUZZ_MS * latency +
                       pawl_random_below(&net->random, 1000u * jitter + 1u);
        if (happens(net, CLI_FUZZ_REORDER, machine)) packet.at_us += REORDER_US;
        if (net->is_compact) {
            uint64_t *const newest_us = &net->newest_us[to_host ? 0 : 1];
            if (packet.at_us < *newest_us) packet.at_us = *newest_us;
            *newest_us = packet.at_us;
            put(net, &packet);
            return;
        }
        if (happens(net, CLI_FUZZ_CORRUPT, machine)) damage(net, &packet);
        put(net, &packet);
    }
}
