/* main.c - two players over a network that is read and written by a third machine: packets are
 * sealed with libsodium.
 *
 * The third machine sees every packet. It sends each one again under its own address, sends it with
 * a changed byte under that of the client, and sends packets of its own. The game goes on as if it
 * was not there. Needs libsodium-dev: make build/sealed && build/sealed */
#include <stdio.h>
#include <string.h>

#include "sealed/seal.h"
#include "sumo/machine.h"
#include "sumo/wire.h"

#define TICKS 300
#define SEED 5
#define TICKET 0x5EA1u
#define READABLE 8 /* bytes of a packet, found as they are */

enum {
    HOST,
    CLIENT,
    ATTACKER
};

static machine machines[2];
static seal seals[2];
static wire network;
static pawl_random chance;
static uint32_t seen, readable, forged, rejected, answers;

/* What the attacker does with a packet that passes. */
static void attack(const uint8_t *bytes, size_t size, uint32_t now_ms) {
    uint8_t copy[PAWL_SESSION_PACKET_MAX];
    seen++;
    memcpy(copy, bytes, size);
    wire_send(&network, ATTACKER, HOST, copy, size, now_ms);
    const uint32_t at = pawl_random_below(&chance, (uint32_t)size);
    copy[at] = (uint8_t)(copy[at] ^ 1u << pawl_random_below(&chance, 8));
    wire_send(&network, CLIENT, HOST, copy, size, now_ms);
    wire_send(&network, HOST, CLIENT, copy, size, now_ms);
    forged += 3;
}

static void send_sealed(uint32_t from, uint32_t to, const void *packet, size_t size,
                        uint32_t now_ms) {
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
    const size_t length = seal_close(&seals[from], packet, size, bytes);
    for (size_t i = 0; i + READABLE <= length; i++)
        readable += memcmp(bytes + i, packet, READABLE) == 0;
    wire_send(&network, from, to, bytes, length, now_ms);
    if (to != ATTACKER) attack(bytes, length, now_ms);
}

/* A real host finds the seal by the ticket's number. Ticket and address together are the address:
 * the owner of another ticket cannot speak for this peer. */
static void receive(uint32_t number, uint32_t from, const uint8_t *packet, size_t size,
                    uint32_t now_ms) {
    pawl_session *const session = machines[number].session;
    if (number == CLIENT) {
        (void)pawl_session_receive(session, 0, packet, size, now_ms);
        return;
    }
    const uint32_t address[2] = {TICKET, from};
    pawl_session_reply reply;
    pawl_session_receive_from(session, address, sizeof address, packet, size, now_ms, &reply);
    if (reply.size > 0) send_sealed(HOST, from, reply.bytes, reply.size, now_ms);
    answers += from == ATTACKER && reply.peer != PAWL_SESSION_PEER_NONE;
}

static void frame(uint32_t number, uint32_t now_ms) {
    machine *const self = &machines[number];
    uint8_t bytes[PAWL_SESSION_PACKET_MAX], packet[PAWL_SESSION_PACKET_MAX];
    uint32_t from = 0, peer = 0;
    int32_t size;
    while ((size = wire_receive(&network, number, &from, bytes, sizeof bytes, now_ms)) > 0) {
        const size_t length = seal_open(&seals[number], bytes, (size_t)size, packet);
        if (length > 0) receive(number, from, packet, length, now_ms);
        rejected += length == 0;
    }
    if (!machine_sits_out(self)) {
        const uint32_t tick = pawl_session_get_head(self->session);
        const uint8_t keys = sumo_bot(SEED, number, tick);
        if (tick < TICKS) (void)pawl_session_add_input(self->session, number, &keys);
        (void)machine_play(self);
    }
    while ((size = pawl_session_send(self->session, &peer, packet, sizeof packet, now_ms)) > 0)
        send_sealed(number, 1 - number, packet, (size_t)size, now_ms);
}

static bool begin(uint32_t number, const uint8_t *key) {
    pawl_session_def def = machine_session_def(2, SEED);
    def.role = number == HOST ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    def.packet_size = SEAL_PACKET_SIZE;
    randombytes_buf(&def.session_id, sizeof def.session_id);
    randombytes_buf(def.secret, sizeof def.secret);
    seal_begin(&seals[number], TICKET, key, number == HOST);
    const pawl_status status = machine_start(&machines[number], &def, SEED);
    machines[number].end = TICKS;
    return status == PAWL_OK;
}

int main(void) {
    uint8_t key[crypto_kdf_KEYBYTES]; /* of the ticket: from the lobby */
    if (sodium_init() < 0) return 1;
    crypto_kdf_keygen(key);
    wire_open(&network, 30, 5, 1);
    chance = pawl_random_make(1, 1);
    if (!begin(HOST, key) || !begin(CLIENT, key)) return 1;
    const sumo *const games[2] = {&machines[HOST].sure, &machines[CLIENT].sure};
    for (uint32_t i = 0; i < 4 * TICKS; i++) {
        const uint32_t now_ms = wire_next_frame(&network);
        frame(HOST, now_ms);
        frame(CLIENT, now_ms);
        if (games[HOST]->rules.tick == TICKS && games[CLIENT]->rules.tick == TICKS) break;
    }
    const bool is_same = machines[HOST].hash == machines[CLIENT].hash;
    const bool is_whole = games[HOST]->rules.tick == TICKS && games[CLIENT]->rules.tick == TICKS;
    printf("packets: %lu seen, %lu of them readable, %lu forged, %lu of those rejected\n",
           (unsigned long)seen, (unsigned long)readable, (unsigned long)forged,
           (unsigned long)rejected);
    printf("answers that let the attacker in: %lu\n", (unsigned long)answers);
    printf("%s after %lu ticks\n", is_same ? "the same game" : "games that differ",
           (unsigned long)games[HOST]->rules.tick);
    return is_same && is_whole && rejected > TICKS && readable == 0 && answers == 0 ? 0 : 1;
}
