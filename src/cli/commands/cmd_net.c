/* cmd_net.c - pawl net: a bad network between the clients of a game and its host. */
#include <stdio.h>
#include <string.h>

#include "cli/common/clock.h"
#include "cli/common/command.h"
#include "cli/net/net_address.h"
#include "cli/net/net_link.h"
#include "cli/common/options.h"

#define CLIENTS_MAX PAWL_UDP_PEERS_MAX
#define CLIENT_SILENCE_US 60000000u /* then its place is for others */
#define WAIT_MAX_US 50000u
#define BURST_MAX 256 /* datagrams taken from a socket in a row */
#define TO_HOST 0u
#define TO_CLIENT 1u

static const char help[] =
    "usage: pawl net --listen PORT --to HOST:PORT [OPTION]...\n"
    "\n"
    "Passes datagrams between the clients of a game and its host as a bad network would: clients\n"
    "join this program's address instead of the host's (docs/netplay.md). Chance comes from the\n"
    "seed. At the end, or when interrupted, it prints what it did in each direction.\n"
    "\n"
    "  --listen PORT   where clients come to, on this machine; 0: a free port, which is printed.\n"
    "                  HOST:PORT for another network card\n"
    "  --to HOST:PORT  the host of the game\n"
    "  --delay MS      each way, 0 to 10000 (default 0)\n"
    "  --jitter MS     up to so much more, evenly spread (default 0)\n"
    "  --loss P        of 100 datagrams, so many do not arrive (default 0)\n"
    "  --duplicate P   so many arrive twice (default 0)\n"
    "  --reorder P     so many are held back for 40 ms, so that later ones overtake (default 0)\n"
    "  --corrupt P     so many have one bit turned (default 0)\n"
    "  --rate N        bytes per second each way; what waits longer than a second is dropped\n"
    "                  (default: no limit)\n"
    "  --seed S        of chance (default 1)\n"
    "  --seconds N     end after so long (default: when interrupted)\n"
    "  --json          print JSON instead of lines\n"
    "  --help          this text";

typedef struct net_options {
    const char *listen, *to;
    uint64_t delay, jitter, loss, duplicate, reorder, corrupt, rate, seed, seconds;
    bool json;
} net_options;

/* A client has a socket of its own towards the host, so that the host can tell clients apart. */
typedef struct net_client {
    pawl_udp_address address; /* family 0: none */
    pawl_udp socket;
    uint64_t heard_us;
} net_client;

typedef struct net_run {
    const net_options *options;
    pawl_udp_address host;
    pawl_udp listen;
    net_client clients[CLIENTS_MAX];
    cli_net_link link;
    uint64_t begin_us;
    uint32_t clients_seen, turned_away;
} net_run;

static int read_options(net_options *options, int argc, char **argv) {
    cli_operands operands = {NULL, 0};
    options->seed = 1;
    const cli_option table[] = {
        {.name = "listen", .text = &options->listen},
        {.name = "to", .text = &options->to},
        {.name = "delay", .number = &options->delay, .high = 10000},
        {.name = "jitter", .number = &options->jitter, .high = 10000},
        {.name = "loss", .number = &options->loss, .high = 100},
        {.name = "duplicate", .number = &options->duplicate, .high = 100},
        {.name = "reorder", .number = &options->reorder, .high = 100},
        {.name = "corrupt", .number = &options->corrupt, .high = 100},
        {.name = "rate", .number = &options->rate, .low = 100, .high = 1000000000},
        {.name = "seed", .number = &options->seed, .high = UINT32_MAX},
        {.name = "seconds", .number = &options->seconds, .low = 1, .high = 31536000},
        {.name = "json", .flag = &options->json},
        {.operands = &operands},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    if (code != CLI_OPTIONS_READ) return code;
    const bool is_extra = operands.count > 0;
    const char *reason = NULL;
    if (is_extra) reason = "unknown operand";
    if (options->to == NULL) reason = "--to is missing";
    if (options->listen == NULL) reason = "--listen is missing";
    if (reason == NULL) return CLI_OPTIONS_READ;
    return cli_command_usage_error("net", reason, is_extra ? operands.at[0] : NULL);
}

static cli_net_def def_of(const net_options *options) {
    const cli_net_def def = {.delay_us = options->delay * 1000,
                             .jitter_us = options->jitter * 1000,
                             .loss = (uint32_t)options->loss * 100,
                             .duplicate = (uint32_t)options->duplicate * 100,
                             .reorder = (uint32_t)options->reorder * 100,
                             .corrupt = (uint32_t)options->corrupt * 100,
                             .rate = options->rate,
                             .seed = (uint32_t)options->seed};
    return def;
}

static bool start(net_run *run) {
    const net_options *options = run->options;
    pawl_udp_address local;
    uint64_t port;
    char text[PAWL_UDP_TEXT_MAX];
    const bool is_port = cli_options_parse_number(options->listen, 0, 65535, &port);
    if (!cli_net_address_find("net", options->to, &run->host)) return false;
    if (!cli_net_address_listen_at("net", is_port ? NULL : options->listen,
                                   is_port ? (uint16_t)port : 0, &local)) {
        return false;
    }
    if (!cli_net_address_open_socket("net", &local, &run->listen)) return false;
    (void)pawl_udp_local(&run->listen, &local);
    pawl_udp_address_text(&local, text, sizeof text);
    fprintf(stderr, "listening on %s\n", text);
    return true;
}

/* ---- clients ---- */

/* The number of a client; a new one gets a socket. -1 when there is no room or no socket. */
static int32_t client_of(net_run *run, const pawl_udp_address *address, uint64_t now_us) {
    int32_t place = -1;
    for (int32_t i = 0; i < CLIENTS_MAX; i++) {
        net_client *client = &run->clients[i];
        if (pawl_udp_same_address(&client->address, address)) return i;
        if (client->address.family != 0 && now_us - client->heard_us > CLIENT_SILENCE_US) {
            pawl_udp_close(&client->socket);
            client->address.family = 0;
        }
        if (client->address.family == 0 && place < 0) place = i;
    }
    const pawl_udp_address from = cli_net_address_from(&run->host);
    if (place < 0 || pawl_udp_open(&run->clients[place].socket, &from) != PAWL_UDP_OK) {
        run->turned_away++;
        return -1;
    }
    run->clients[place].address = *address;
    run->clients_seen++;
    return place;
}

static void take_from_clients(net_run *run, uint64_t now_us) {
    uint8_t bytes[CLI_NET_DATAGRAM_MAX];
    pawl_udp_address from;
    for (int i = 0; i < BURST_MAX; i++) {
        const int32_t size = pawl_udp_receive(&run->listen, &from, bytes, sizeof bytes);
        if (size <= 0) return;
        const int32_t client = client_of(run, &from, now_us);
        if (client < 0) continue;
        run->clients[client].heard_us = now_us;
        cli_net_link_enter(&run->link, (uint32_t)client, TO_HOST, bytes, (size_t)size, now_us);
    }
}

static void take_from_host(net_run *run, uint32_t client, uint64_t now_us) {
    uint8_t bytes[CLI_NET_DATAGRAM_MAX];
    pawl_udp_address from;
    for (int i = 0; i < BURST_MAX; i++) {
        const int32_t size =
            pawl_udp_receive(&run->clients[client].socket, &from, bytes, sizeof bytes);
        if (size <= 0) return;
        if (!pawl_udp_same_address(&from, &run->host)) continue;
        cli_net_link_enter(&run->link, client, TO_CLIENT, bytes, (size_t)size, now_us);
    }
}

/* What is due leaves; the system may lose it, as networks do. */
static void send_due(net_run *run, uint64_t now_us) {
    const cli_net_datagram *left;
    while ((left = cli_net_link_leave(&run->link, now_us)) != NULL) {
        net_client *client = &run->clients[left->client];
        if (left->way == TO_HOST) {
            (void)pawl_udp_send(&client->socket, &run->host, left->bytes, left->size);
        } else {
            (void)pawl_udp_send(&run->listen, &client->address, left->bytes, left->size);
        }
    }
}

static void send_all(net_run *run) {
    pawl_udp *sockets[CLIENTS_MAX + 1] = {&run->listen};
    for (uint32_t i = 0; i < CLIENTS_MAX; i++)
        sockets[i + 1] = &run->clients[i].socket;
    const uint64_t end_us = run->begin_us + run->options->seconds * 1000000;
    uint64_t now_us = run->begin_us;
    while (!cli_clock_is_interrupted() && (run->options->seconds == 0 || now_us < end_us)) {
        const uint64_t wait_us = cli_net_link_wait(&run->link, now_us, WAIT_MAX_US);
        if (wait_us > 0) {
            (void)pawl_udp_wait(sockets, CLIENTS_MAX + 1, (uint32_t)((wait_us + 999) / 1000));
        }
        now_us = cli_clock_now();
        take_from_clients(run, now_us);
        for (uint32_t i = 0; i < CLIENTS_MAX; i++)
            if (run->clients[i].address.family != 0) take_from_host(run, i, now_us);
        send_due(run, now_us);
    }
}

/* ---- the end ---- */

static void print_way(const char *name, const cli_net_stats *stats, bool json) {
    const char *form =
        json ? "\"%s\": {\"received\": %llu, \"sent\": %llu, \"lost\": %llu, \"doubled\": %llu, "
               "\"reordered\": %llu, \"corrupted\": %llu, \"overflow\": %llu, "
               "\"received_bytes\": %llu, \"sent_bytes\": %llu}"
             : "%-9s received=%llu sent=%llu lost=%llu doubled=%llu reordered=%llu "
               "corrupted=%llu overflow=%llu received_bytes=%llu sent_bytes=%llu\n";
    printf(form, name, (unsigned long long)stats->received, (unsigned long long)stats->sent,
           (unsigned long long)stats->lost, (unsigned long long)stats->doubled,
           (unsigned long long)stats->reordered, (unsigned long long)stats->corrupted,
           (unsigned long long)stats->overflow, (unsigned long long)stats->received_bytes,
           (unsigned long long)stats->sent_bytes);
}

static void print_result(const net_run *run, uint64_t elapsed_us) {
    const bool json = run->options->json;
    const unsigned long seconds = (unsigned long)(elapsed_us / 1000000);
    if (json) {
        printf("{\"seconds\": %lu, \"clients\": %lu, \"turned_away\": %lu,\n  ", seconds,
               (unsigned long)run->clients_seen, (unsigned long)run->turned_away);
    } else {
        printf("seconds=%lu clients=%lu turned_away=%lu\n", seconds,
               (unsigned long)run->clients_seen, (unsigned long)run->turned_away);
    }
    print_way("to_host", &run->link.stats[TO_HOST], json);
    if (json) fputs(",\n  ", stdout);
    print_way("to_client", &run->link.stats[TO_CLIENT], json);
    if (json) puts("}");
}

int cli_cmd_net(int argc, char **argv) {
    net_options options = {0};
    net_run run = {.options = &options, .listen = {.socket = -1}};
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    for (uint32_t i = 0; i < CLIENTS_MAX; i++)
        run.clients[i].socket.socket = -1;
    if (!start(&run)) return CLI_EXIT_INPUT;
    const cli_net_def def = def_of(&options);
    cli_net_link_open(&run.link, &def);
    cli_clock_catch_interrupts();
    run.begin_us = cli_clock_now();
    send_all(&run);
    print_result(&run, cli_clock_now() - run.begin_us);
    for (uint32_t i = 0; i < CLIENTS_MAX; i++)
        pawl_udp_close(&run.clients[i].socket);
    pawl_udp_close(&run.listen);
    cli_net_link_close(&run.link);
    return cli_command_finish_output(CLI_EXIT_OK);
}
