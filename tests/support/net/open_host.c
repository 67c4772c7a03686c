/* open_host.c - what open_host.h declares. */
#include "support/net/open_host.h"

#include "base/bytes.h"
#include "base/crc.h"
#include "support/base/seeded.h"

#define PLAYERS 4

open_host net;

/* ---- machines ---- */

static void draw_secret(uint8_t *out) {
    for (uint32_t i = 0; i < PAWL_SESSION_SECRET; i++)
        out[i] = (uint8_t)(seeded_next(&net.seed) >> 56 | (i == 0));
}

pawl_session_def open_def(pawl_session_role role) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.players = PLAYERS;
    def.local_players = role != PAWL_ROLE_SPECTATOR;
    def.peers = role == PAWL_ROLE_HOST ? PAWL_SESSION_PEERS_MAX : 1;
    def.app_id = 77;
    def.session_id = (uint32_t)(seeded_next(&net.seed) >> 33) + 1u;
    draw_secret(def.secret);
    return def;
}

void open_begin(uint32_t players) {
    net.seed = seeded_fresh("open_host");
    pawl_session_def def = open_def(PAWL_ROLE_HOST);
    def.players = (uint8_t)players;
    memset(net.is_on, 0, sizeof net.is_on);
    memset(net.bytes_in, 0, sizeof net.bytes_in);
    memset(net.bytes_out, 0, sizeof net.bytes_out);
    for (uint32_t i = 0; i < PAWL_SESSION_PEERS_MAX; i++)
        net.address_of_peer[i] = -1;
    net.clock_ms = (uint32_t)(seeded_next(&net.seed) >> 32);
    machine_open_strictly(&net.host, &def);
}

void open_client(uint32_t at, const pawl_session_def *def) {
    pawl_session_def own = *def;
    own.players = net.host.def.players;
    machine_open_strictly(&net.clients[at], &own);
    ck_assert_int_eq(pawl_session_set_snapshot_memory(net.clients[at].session,
                                                      net.clients[at].snapshot_memory,
                                                      sizeof net.clients[at].snapshot_memory),
                     PAWL_OK);
    net.is_on[at] = true;
}

void open_player(uint32_t at) {
    const pawl_session_def def = open_def(PAWL_ROLE_CLIENT);
    open_client(at, &def);
}

void open_close_client(uint32_t at) {
    machine_close(&net.clients[at]);
    net.is_on[at] = false;
}

void open_end(void) {
    for (uint32_t i = 0; i < OPEN_MACHINES; i++)
        if (net.is_on[i]) machine_close(&net.clients[i]);
    machine_close(&net.host);
}

/* ---- the network ---- */

/* A packet under an address, whatever sent it. What the net.host answers goes to the address. */
pawl_session_reply open_arrive(uint32_t address, const uint8_t *packet, uint32_t size) {
    pawl_session_reply reply;
    ck_assert_uint_lt(address, OPEN_ADDRESSES);
    pawl_session_receive_from(net.host.session, &address, sizeof address, packet, size,
                              net.clock_ms, &reply);
    ck_assert_uint_le(reply.size, size);
    net.bytes_in[address] += size;
    net.bytes_out[address] += reply.size;
    if (reply.peer != PAWL_SESSION_PEER_NONE) net.address_of_peer[reply.peer] = (int32_t)address;
    if (reply.size > 0 && address < OPEN_MACHINES && net.is_on[address]) {
        machine_receive(&net.clients[address], 0, reply.bytes, reply.size, net.clock_ms);
    }
    return reply;
}

static void record(uint32_t address, const uint8_t *packet, uint32_t size) {
    if (!net.is_recording || net.recorded_count == OPEN_RECORDED_MAX ||
        size > sizeof net.recorded[0].bytes)
        return;
    memcpy(net.recorded[net.recorded_count].bytes, packet, size);
    net.recorded[net.recorded_count].size = size;
    net.recorded[net.recorded_count++].address = address;
}

static void frame(void) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    for (uint32_t i = 0; i < OPEN_MACHINES; i++) {
        if (!net.is_on[i]) continue;
        machine_add_inputs(&net.clients[i]);
        machine_run(&net.clients[i]);
        while ((size = pawl_session_send(net.clients[i].session, &peer, packet, sizeof packet,
                                         net.clock_ms)) > 0) {
            record(i, packet, (uint32_t)size);
            (void)open_arrive(i, packet, (uint32_t)size);
        }
    }
    machine_add_inputs(&net.host);
    machine_run(&net.host);
    while ((size = pawl_session_send(net.host.session, &peer, packet, sizeof packet,
                                     net.clock_ms)) > 0) {
        const int32_t address = net.address_of_peer[peer];
        ck_assert_int_ge(address, 0);
        net.bytes_out[address] += (uint32_t)size;
        if (address < OPEN_MACHINES && net.is_on[address])
            machine_receive(&net.clients[address], 0, packet, (uint32_t)size, net.clock_ms);
    }
    net.clock_ms += OPEN_TICK_MS;
}

void open_frames(uint32_t count) {
    while (count-- > 0)
        frame();
}

uint32_t open_count_peers(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < net.host.def.peers; i++)
        count += !pawl_session_is_peer_free(net.host.session, i);
    return count;
}

void open_assert_alike(uint32_t at) {
    uint32_t end = pawl_session_get_confirmed(net.clients[at].session);
    const uint32_t heads[] = {pawl_session_get_head(net.clients[at].session),
                              pawl_session_get_head(net.host.session)};
    for (uint32_t i = 0; i < 2; i++)
        end = heads[i] < end ? heads[i] : end;
    ck_assert_uint_gt(end, 40);
    for (uint32_t tick = net.clients[at].resets > 0 ? end - 20 : 0; tick < end; tick++)
        ck_assert_msg(net.host.played[tick] == net.clients[at].played[tick], "tick %u differs",
                      (unsigned)tick);
}

/* ---- packets of an attacker ---- */

void open_seal(uint8_t *packet, uint32_t size) {
    pawli_store_u16(packet + 10, (uint16_t)size);
    pawli_store_u32(packet + size - 4, pawli_crc_32(0, packet, size - 4));
}

static uint32_t send_probe(uint8_t *packet) {
    uint32_t peer;
    const int32_t size =
        pawl_session_send(net.probe.session, &peer, packet, PAWL_SESSION_PACKET_MAX, net.clock_ms);
    ck_assert_int_gt(size, 0);
    return (uint32_t)size;
}

/* The first HELLO of a machine that wants to play, or to watch. */
uint32_t open_make_hello(pawl_session_role role, uint8_t *packet) {
    pawl_session_def def = open_def(role);
    def.players = net.host.def.players;
    if (seeded_next(&net.seed) >> 63) memset(def.secret, 0, sizeof def.secret);
    machine_open_strictly(&net.probe, &def);
    const uint32_t size = send_probe(packet);
    machine_close(&net.probe);
    return size;
}

/* The second one, of a machine that can receive at this address, or of one that took the cookie of
 * it elsewhere. */
uint32_t open_make_answer(const pawl_session_def *def, uint32_t address, uint8_t *packet) {
    machine_open_strictly(&net.probe, def);
    uint32_t size = send_probe(packet);
    const pawl_session_reply reply = open_arrive(address, packet, size);
    ck_assert_uint_eq(reply.size, 36);
    ck_assert_uint_eq(reply.bytes[2] >> 4, PAWLI_CHALLENGE);
    ck_assert_int_eq(
        pawl_session_receive(net.probe.session, 0, reply.bytes, reply.size, net.clock_ms), PAWL_OK);
    size = send_probe(packet);
    machine_close(&net.probe);
    ck_assert_uint_eq(packet[3] & PAWLI_HELLO_COOKIE, PAWLI_HELLO_COOKIE);
    return size;
}

void open_assert_no_amplifier(uint32_t from) {
    for (uint32_t i = from; i < OPEN_ADDRESSES; i++)
        ck_assert_msg(net.bytes_out[i] <= net.bytes_in[i], "%u bytes answer %u at address %u",
                      (unsigned)net.bytes_out[i], (unsigned)net.bytes_in[i], (unsigned)i);
}
