/* test_session_wire.c - packets: what they look like, and bytes that are none. */
#include "base/crc.h"
#include "session/session.h"
#include "support/base/seeded.h"
#include "support/net/world_machine.h"

#define TICK_MS 17
#define CAPTURES 8 /* one of each type */

/* A packet, and the session that is about to receive it. */
typedef struct capture {
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
    uint32_t size;
    uint8_t *receiver; /* a copy of its memory */
    uint32_t receiver_size, now_ms;
} capture;

static capture captures[CAPTURES];
static uint8_t snapshot_memory[65536];

static uint8_t type_of(pawl_session_link link, const uint8_t *bytes) {
    return link == PAWL_SESSION_LINK_FULL ? bytes[2] >> 4 : bytes[0] >> 5;
}

/* Deliver a packet; keep it, with a copy of the session before it came, if it was taken. */
static void deliver(world_machine *to, const uint8_t *bytes, uint32_t size, uint32_t now_ms) {
    const uint8_t type = type_of((pawl_session_link)to->def.link, bytes);
    capture *const kept = &captures[type];
    const size_t memory_size = pawl_session_size(&to->def);
    uint8_t *const before = (uint8_t *)malloc(memory_size);
    memcpy(before, to->memory, memory_size);
    const pawl_status status = pawl_session_receive(to->session, 0, bytes, size, now_ms);
    /* Later INPUT packets have more in them than the first. */
    if (status != PAWL_OK ||
        (kept->receiver != NULL && (size <= kept->size || type != PAWLI_INPUT))) {
        free(before);
        return;
    }
    free(kept->receiver);
    kept->receiver = before;
    kept->receiver_size = memory_size;
    memcpy(kept->bytes, bytes, size);
    kept->size = size;
    kept->now_ms = now_ms;
}

static void carry_captured(world_machine *from, world_machine *to, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(from->session, &peer, packet, sizeof packet, now_ms)) > 0)
        deliver(to, packet, (uint32_t)size, now_ms);
}

static world_machine left, right;

/* A game with a late guest who then differs: packets of all eight types. */
static void capture_all(pawl_session_link link) {
    memset(captures, 0, sizeof captures);
    pawl_session_def def = pawl_session_def_default();
    def.link = (uint8_t)link;
    world_machine_open(&left, &def);
    ck_assert_int_eq(pawl_session_start(left.session), PAWL_OK);
    def.role = PAWL_ROLE_CLIENT;
    world_machine_open(&right, &def);
    /* A copy of the session goes on with the same memory for its snapshot. */
    right.session->snapshot.bytes = snapshot_memory;
    right.spoil_tick = 140;
    for (uint32_t frame = 0; frame < 220; frame++) {
        world_machine_frame(&left);
        if (frame < 60) continue;
        world_machine_frame(&right);
        if (frame % 3 != 0) continue;
        if (frame == 60) carry_captured(&left, &right, frame * TICK_MS); /* it knows the time */
        carry_captured(&right, &left, frame * TICK_MS);
        carry_captured(&left, &right, frame * TICK_MS);
    }
    ck_assert_uint_eq(left.diagnoses, 1);
    ck_assert_int_eq(pawl_session_leave(right.session), PAWL_OK);
    carry_captured(&right, &left, 220 * TICK_MS);
    for (int i = 0; i < CAPTURES; i++)
        ck_assert_msg(captures[i].receiver != NULL, "no packet of type %d", i);
}

static void release_captures(void) {
    for (int i = 0; i < CAPTURES; i++)
        free(captures[i].receiver);
    world_machine_close(&left), world_machine_close(&right);
}

/* What must not change when a packet is refused: all but the counters. */
static void forget_counters(uint8_t *memory) {
    const pawl_session *const session = (const pawl_session *)(void *)memory;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        peer->counts.corrupt = peer->counts.malformed = peer->counts.stale =
            peer->counts.duplicate = 0;
    }
    memset(pawli_session_scratch(session, 0), 0, 2u * session->row_size);
}

static pawl_status feed(const capture *from, const uint8_t *bytes, uint32_t size) {
    static uint8_t before[65536];
    uint64_t *const exact = (uint64_t *)malloc(from->receiver_size); /* its ends are guarded */
    uint8_t *const memory = (uint8_t *)exact;
    memcpy(memory, from->receiver, from->receiver_size);
    pawl_session *const session = (pawl_session *)(void *)memory;
    uint8_t *const packet = (uint8_t *)malloc(size + 1u);
    memcpy(packet, bytes, size);
    const pawl_status status = pawl_session_receive(session, 0, packet, size, from->now_ms);
    /* A stranger who seems to play, or speaks another version, is told that it cannot. */
    const pawl_session *const start = (const pawl_session *)(const void *)from->receiver;
    const bool is_stranger = pawli_session_peers(start)->state == PAWLI_PEER_FREE &&
                             (status == PAWL_ERR_PHASE || status == PAWL_ERR_VERSION);
    if (status != PAWL_OK && !is_stranger) {
        memcpy(before, from->receiver, from->receiver_size);
        forget_counters(before);
        forget_counters(memory);
        uint32_t at = 0;
        while (at < from->receiver_size && memory[at] == before[at])
            at++;
        ck_assert_msg(at == from->receiver_size, "type %d, status %d: byte %u changed",
                      (int)(from - captures), status, (unsigned)at);
    } else {
        uint8_t out[PAWL_SESSION_PACKET_MAX];
        uint32_t peer;
        pawl_request request;
        (void)pawl_session_next_request(session, &request);
        for (int i = 0; i < 20; i++)
            (void)pawl_session_send(session, &peer, out, sizeof out, from->now_ms + 100);
    }
    free(packet), free(exact);
    return status;
}

START_TEST(every_cut_and_every_flipped_bit_is_refused) {
    const pawl_session_link link = (pawl_session_link)_i;
    capture_all(link);
    uint32_t flips = 0;
    for (int type = 0; type < CAPTURES; type++) {
        const capture *const from = &captures[type];
        uint8_t bytes[PAWL_SESSION_PACKET_MAX];
        ck_assert_int_eq(feed(from, from->bytes, from->size), PAWL_OK);
        for (uint32_t size = 0; size < from->size; size++)
            ck_assert_int_eq(feed(from, from->bytes, size), PAWL_ERR_CORRUPT);
        for (uint32_t bit = 0; bit < 8 * from->size; bit += SEEDED_STRIDE(1)) {
            memcpy(bytes, from->bytes, from->size);
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            ck_assert_int_eq(feed(from, bytes, from->size), PAWL_ERR_CORRUPT);
            flips++;
        }
    }
    ck_assert_uint_gt(flips, 40);
    release_captures();
}
END_TEST

static void repair(const capture *from, pawl_session_link link, uint8_t *bytes, uint32_t size) {
    if (link == PAWL_SESSION_LINK_FULL) {
        pawli_store_u16(bytes + 10, (uint16_t)size);
        pawli_store_u32(bytes + size - 4, pawli_crc_32(0, bytes, size - 4));
        return;
    }
    uint8_t seed[4];
    const pawl_session *const session = (const pawl_session *)(const void *)from->receiver;
    const uint32_t id = session->id ^ pawli_session_peers(session)[0].nonce;
    pawli_store_u32(seed, bytes[0] >> 5 <= PAWLI_BYE ? 0 : id);
    pawli_store_u16(bytes + size - 2, pawli_crc_16(pawli_crc_16(0, seed, 4), bytes, size - 2));
}

/* Damage that no checksum finds: refused without a trace, or harmless. */
START_TEST(forged_packets_harm_nothing) {
    const pawl_session_link link = (pawl_session_link)(_i % 2);
    uint64_t seed = first_seed(_i);
    capture_all(link);
    uint32_t refused = 0, taken = 0;
    for (int n = 0; n < SEEDED_ROUNDS(8000); n++) {
        const capture *const from = &captures[n % CAPTURES];
        uint8_t bytes[PAWL_SESSION_PACKET_MAX];
        uint32_t size = from->size;
        memcpy(bytes, from->bytes, size);
        const uint32_t head = link == PAWL_SESSION_LINK_FULL ? 12 : 2,
                       end = link == PAWL_SESSION_LINK_FULL ? 4 : 2;
        const uint32_t edits = (uint32_t)(seeded_next(&seed) % 4);
        if (seeded_next(&seed) % 3 == 0) {
            size = head + end + (uint32_t)(seeded_next(&seed) % (size - head - end + 1));
        }
        for (uint32_t i = 0; i < edits; i++) {
            const uint64_t draw = seeded_next(&seed);
            const uint8_t special[] = {0, 1, 0x7F, 0x80, 0xFF, (uint8_t)(draw >> 32)};
            bytes[draw % size] = special[draw >> 40 & 7u ? (draw >> 40) % 6 : 5];
        }
        repair(from, link, bytes, size);
        if (feed(from, bytes, size) == PAWL_OK) {
            taken++;
        } else {
            refused++;
        }
    }
    ck_assert_int_gt((int)refused, SEEDED_OFTEN(1000));
    ck_assert_int_gt((int)taken, SEEDED_OFTEN(500));
    release_captures();
}
END_TEST

/* ---- what packets look like ---- */

static machine host, guest;

static void open_pair(pawl_session_link link) {
    pawl_session_def def = pawl_session_def_default();
    def.link = (uint8_t)link;
    def.window = 0;
    def.session_id = 0x11223344;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    machine_carry(&guest, &host, 0, 0); /* HELLO */
    machine_carry(&host, &guest, 0, 0); /* WELCOME, and the first INPUT */
}

static void add(machine *m, uint32_t player, uint8_t low, uint8_t high) {
    const uint8_t input[2] = {low, high};
    ck_assert_int_eq(pawl_session_add_input(m->session, player, input), PAWL_OK);
}

/* Two ticks of the delay, which are zeros, and one input. By hand from docs/format-wire.md. */
START_TEST(an_input_packet_has_the_documented_bytes) {
    open_pair(PAWL_SESSION_LINK_FULL);
    uint8_t want[64] = {'P',  'W',  0x33, 0x03, /* type 3, version 3; ECHO, and BEGIN is known */
                        0x44, 0x33, 0x22, 0x11, 0x01, 0x00,
                        38,   0,    0,    0,    0,    0, /* no row of the host's is here */
                        0,    0,    0,    0,             /* told from tick 0 on */
                        3,    0,                         /* three rows, none of which is final */
                        0,    0,                         /* our head */
                        0xB4, 0xFF,                      /* 5 ms behind: -76 of 256 */
                        5,    0,                         /* the clock */
                        5,    0,                         /* the host's, which said 0, 5 ms ago */
                        2,                 /* two rows of the delay, as before: zeros */
                        1,    0xAB, 0xCD}; /* then two bytes, otherwise */
    uint8_t got[64];
    add(&guest, 1, 0xAB, 0xCD);
    uint32_t peer;
    const int32_t size = pawl_session_send(guest.session, &peer, got, sizeof got, 5);
    ck_assert_int_eq(size, 38);
    /* The session, and the number of the knock, which is the same on both sides. */
    ck_assert_uint_eq(pawli_session_peers(guest.session)[0].nonce,
                      pawli_session_peers(host.session)[0].nonce);
    pawli_store_u32(want + 4, 0x11223344u ^ pawli_session_peers(host.session)[0].nonce);
    pawli_store_u32(want + 34, pawli_crc_32(0, want, 34));
    ck_assert_mem_eq(got, want, 38);
    machine_close(&host), machine_close(&guest);
}
END_TEST

START_TEST(a_compact_input_packet_is_small) {
    open_pair(PAWL_SESSION_LINK_COMPACT);
    for (uint32_t frame = 1; frame < 21; frame++) { /* behind the packets that tell the time */
        machine_frame(&guest, &host, 0, frame * TICK_MS);
        machine_frame(&host, &guest, 0, frame * TICK_MS);
    }
    uint8_t got[64];
    uint32_t peer;
    int32_t least = 64;
    for (uint32_t frame = 21; frame < 40; frame++) {
        machine_add_inputs(&guest);
        machine_run(&guest);
        const int32_t size =
            pawl_session_send(guest.session, &peer, got, sizeof got, frame * TICK_MS);
        if (size > 0 && size < least) least = size;
        if (size > 0) {
            ck_assert_uint_eq(got[0] >> 5, PAWLI_INPUT);
            (void)pawl_session_receive(host.session, 0, got, (size_t)size, frame * TICK_MS);
        }
        machine_carry(&guest, &host, 0, frame * TICK_MS);
        machine_frame(&host, &guest, 0, frame * TICK_MS);
    }
    ck_assert_int_le(least, 7);
    machine_close(&host), machine_close(&guest);
}
END_TEST

START_TEST(packets_of_before_are_left_alone) {
    open_pair(PAWL_SESSION_LINK_FULL);
    uint8_t packets[40][PAWL_SESSION_PACKET_MAX];
    int32_t sizes[40];
    uint32_t peer, frame;
    for (frame = 0; frame < 40; frame++) {
        machine_add_inputs(&guest), machine_run(&guest);
        sizes[frame] = pawl_session_send(guest.session, &peer, packets[frame],
                                         PAWL_SESSION_PACKET_MAX, frame * TICK_MS);
        ck_assert_int_gt(sizes[frame], 0);
        ck_assert_int_eq(pawl_session_receive(host.session, 0, packets[frame], (size_t)sizes[frame],
                                              frame * TICK_MS),
                         PAWL_OK);
        machine_carry(&guest, &host, 0, frame * TICK_MS);
        machine_frame(&host, &guest, 0, frame * TICK_MS);
    }
    pawl_session_stats stats;
    for (uint32_t i = 0; i < 40; i++) { /* seen among the last 32, or too old to tell */
        ck_assert_int_eq(
            pawl_session_receive(host.session, 0, packets[i], (size_t)sizes[i], frame * TICK_MS),
            PAWL_ERR_PHASE);
    }
    ck_assert_int_eq(pawl_session_get_stats(host.session, 0, &stats), PAWL_OK);
    ck_assert_uint_eq(stats.stale, 40);
    ck_assert_uint_eq(stats.duplicate, 40);
    /* The same packets in another game. */
    pawli_store_u32(packets[39] + 4, 0x99);
    pawli_store_u16(packets[39] + 8, (uint16_t)(pawli_fetch_u16(packets[39] + 8) + 500u));
    pawli_store_u32(packets[39] + sizes[39] - 4,
                    pawli_crc_32(0, packets[39], (size_t)sizes[39] - 4));
    ck_assert_int_eq(
        pawl_session_receive(host.session, 0, packets[39], (size_t)sizes[39], frame * TICK_MS),
        PAWL_ERR_PHASE);
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* What the envelope lets through, and the body must not. */
START_TEST(counts_are_checked_against_what_is_there) {
    open_pair(PAWL_SESSION_LINK_FULL);
    add(&guest, 1, 1, 2);
    uint8_t packet[PAWL_SESSION_PACKET_MAX], forged[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    const int32_t sent = pawl_session_send(guest.session, &peer, packet, sizeof packet, 20);
    ck_assert_int_eq(sent, 38);
    static const struct {
        uint8_t at, value, size;
        int8_t status;
    } rows[] = {
        {16, 1, 38, PAWL_ERR_FORMAT},   /* from a row that we have not asked for */
        {12, 99, 38, PAWL_ERR_FORMAT},  /* acknowledges what was not told */
        {20, 2, 38, PAWL_ERR_FORMAT},   /* fewer rows than there are bytes */
        {20, 4, 38, PAWL_ERR_FORMAT},   /* more */
        {21, 1, 38, PAWL_ERR_FORMAT},   /* final rows from a client */
        {30, 9, 38, PAWL_ERR_FORMAT},   /* more that are the same than there are rows */
        {34, 0, 39, PAWL_ERR_FORMAT},   /* a byte too many */
        {33, 0, 37, PAWL_ERR_FORMAT},   /* one too few */
        {3, 8, 38, PAWL_ERR_FORMAT},    /* an unknown flag */
        {2, 0xD3, 38, PAWL_ERR_FORMAT}, /* an unknown type */
        {2, 0x34, 38, PAWL_ERR_VERSION},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memcpy(forged, packet, 40);
        forged[rows[i].at] = rows[i].value;
        pawli_store_u16(forged + 10, rows[i].size);
        const uint32_t end = rows[i].size - 4u;
        pawli_store_u32(forged + end, pawli_crc_32(0, forged, end));
        ck_assert_int_eq(pawl_session_receive(host.session, 0, forged, rows[i].size, 20),
                         rows[i].status);
    }
    memcpy(forged, packet, 40);
    forged[10]++; /* the length is that of another packet */
    pawli_store_u32(forged + 34, pawli_crc_32(0, forged, 34));
    ck_assert_int_eq(pawl_session_receive(host.session, 0, forged, 38, 20), PAWL_ERR_CORRUPT);
    ck_assert_int_eq(pawl_session_receive(host.session, 0, packet, 38, 20), PAWL_OK);
    ck_assert_uint_eq(pawl_session_get_confirmed(host.session), 2);
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* Each mismatch is refused with its reason, on the machine that knocks. */
START_TEST(whoever_cannot_play_here_is_told_why) {
    static const pawl_refusal reasons[] = {
        PAWL_REFUSED_APP,      PAWL_REFUSED_GAME, PAWL_REFUSED_GAME,     PAWL_REFUSED_GAME,
        PAWL_REFUSED_GAME,     PAWL_REFUSED_FULL, PAWL_REFUSED_PROTOCOL, PAWL_REFUSED_SIMULATION,
        PAWL_REFUSED_FEATURES, PAWL_REFUSED_MATH, PAWL_REFUSED_CONFIG,   PAWL_REFUSED_CONFIG};
    pawl_session_def def = pawl_session_def_default();
    if (_i == 5) def.local_players = 2;
    if (_i == 8) def.features = PAWL_FEATURE_SENSORS;
    if (_i == 11) def.world_id = 77;
    machine_open(&host, &def);
    def = pawl_session_def_default();
    def.role = PAWL_ROLE_CLIENT;
    if (_i == 0) def.app_id = 1;
    if (_i == 1) def.players = 3;
    if (_i == 2) def.input_size = 3;
    if (_i == 3) def.rate = 50;
    if (_i == 4) def.hash_every = 2;
    if (_i == 10) def.world_id = 77;
    if (_i == 11) def.world_id = 78;
    machine_open(&guest, &def);
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    const int32_t size = pawl_session_send(guest.session, &peer, packet, sizeof packet, 0);
    ck_assert_int_gt(size, 0);
    if (_i == 6) packet[2]++;
    if (_i == 7) packet[12 + 4]++;
    if (_i == 8) packet[12 + 6] ^= PAWL_FEATURE_SENSORS; /* of its build */
    if (_i == 9) packet[12 + 14]++;
    pawli_store_u32(packet + size - 4, pawli_crc_32(0, packet, (size_t)size - 4));
    ck_assert_int_eq(pawl_session_receive(host.session, 0, packet, (size_t)size, 0),
                     _i == 6 ? PAWL_ERR_VERSION : PAWL_OK);
    const int32_t answer = pawl_session_send(host.session, &peer, packet, sizeof packet, 0);
    ck_assert_int_gt(answer, 0);
    ck_assert_uint_eq(packet[2] >> 4, PAWLI_BYE);
    if (_i == 6) { /* as a host of that version would send it */
        packet[2] = (uint8_t)(packet[2] + 1u);
        pawli_store_u32(packet + answer - 4, pawli_crc_32(0, packet, (size_t)answer - 4));
    }
    ck_assert_int_eq(pawl_session_receive(guest.session, 0, packet, (size_t)answer, 0), PAWL_OK);
    pawl_session_event_info event;
    ck_assert_int_eq(pawl_session_take_event(guest.session, &event), true);
    ck_assert_int_eq(event.type, PAWL_EVENT_REFUSED);
    ck_assert_int_eq(event.reason, reasons[_i]);
    ck_assert_int_eq(pawl_session_get_phase(guest.session), PAWL_PHASE_ENDED);
    ck_assert_int_eq(pawl_session_is_peer_free(host.session, 0), true);
    ck_assert_str_ne(pawl_refusal_text(event.reason), "unknown reason");
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* A host of another version forgot this guest. The packet was read twice: the guest knocked again,
 * and then said that the packet was none. With such a host there is nothing to play, whatever the
 * reason. */
START_TEST(a_bye_of_another_version_is_read_once) {
    static const uint8_t reasons[] = {PAWL_REFUSED_SILENCE, PAWL_REFUSED_SLOW, PAWL_REFUSED_LEFT};
    const uint32_t version = PAWL_SESSION_PROTOCOL + 1, size = 12 + 11 + 4;
    pawl_session_def def = pawl_session_def_default();
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    uint8_t hello[PAWL_SESSION_PACKET_MAX], bye[27] = {'P', 'W'};
    uint32_t peer;
    ck_assert_int_gt(pawl_session_send(guest.session, &peer, hello, sizeof hello, 0), 0);
    bye[2] = (uint8_t)(version | PAWLI_BYE << 4);
    memcpy(bye + 12, hello + 12, 4); /* the nonce */
    pawli_store_u16(bye + 10, (uint16_t)size);
    bye[20] = reasons[_i];
    pawli_store_u32(bye + size - 4, pawli_crc_32(0, bye, size - 4));
    ck_assert_int_eq(pawl_session_receive(guest.session, 0, bye, size, 1), PAWL_OK);
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(guest.session, 0, &stats), PAWL_OK);
    ck_assert_uint_eq(stats.corrupt + stats.malformed + stats.stale, 0);
    ck_assert_int_eq(pawl_session_get_phase(guest.session), PAWL_PHASE_ENDED);
    ck_assert_int_eq(pawl_session_send(guest.session, &peer, hello, sizeof hello, 1), 0);
    machine_close(&guest);
}
END_TEST

/* Worlds of the same capacities play; the packet is no longer than without. */
START_TEST(machines_with_the_same_world_meet) {
    pawl_session_def def = pawl_session_def_default();
    def.world_id = 77;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    const int32_t size = pawl_session_send(guest.session, &peer, packet, sizeof packet, 0);
    ck_assert_int_eq(size, 12 + 28 + 4);
    ck_assert_int_le(size, PAWL_SESSION_PACKET_MIN);
    ck_assert_int_eq(pawl_session_receive(host.session, 0, packet, (size_t)size, 0), PAWL_OK);
    ck_assert_int_gt(pawl_session_send(host.session, &peer, packet, sizeof packet, 0), 0);
    ck_assert_uint_eq(packet[2] >> 4, PAWLI_WELCOME);
    machine_close(&host), machine_close(&guest);
}
END_TEST

Suite *suite_session_wire(void) {
    Suite *const suite = suite_create("session_wire");
    TCase *const wire = tcase_create("wire");
    tcase_add_test(wire, an_input_packet_has_the_documented_bytes);
    tcase_add_test(wire, a_compact_input_packet_is_small);
    tcase_add_test(wire, packets_of_before_are_left_alone);
    tcase_add_test(wire, counts_are_checked_against_what_is_there);
    tcase_add_loop_test(wire, whoever_cannot_play_here_is_told_why, 0, 12);
    tcase_add_loop_test(wire, a_bye_of_another_version_is_read_once, 0, 3);
    tcase_add_test(wire, machines_with_the_same_world_meet);
    tcase_add_loop_test(wire, every_cut_and_every_flipped_bit_is_refused, 0, 2);
    tcase_add_loop_test(wire, forged_packets_harm_nothing, 0, 4);
    suite_add_tcase(suite, wire);
    return suite;
}
