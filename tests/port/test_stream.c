/* test_stream.c - sessions over lines of bytes: through memory, with a line that takes few bytes at
 * a time and damages some, and through the pipes of this machine. */
#include <check.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "common/stream.h"
#include "support/base/seeded.h"

#define TICKS 300
#define PACKET 64
#define LINE_SIZE 4096

/* ---- lines ---- */

/* One direction. */
typedef struct line {
    uint8_t bytes[LINE_SIZE];
    uint32_t begin, end; /* counted on */
    uint32_t at_once;    /* bytes that it takes in one call */
    uint32_t damage;     /* of 1000 bytes, how many arrive wrong; as many again are lost */
    uint64_t seed;
    uint32_t damaged;
} line;

typedef struct two_lines {
    line *out, *in;
} two_lines;

static int32_t line_send(void *context, const uint8_t *bytes, size_t size) {
    line *to = ((two_lines *)context)->out;
    uint32_t taken = 0;
    while (taken < size && taken < to->at_once && to->end - to->begin < LINE_SIZE) {
        const uint32_t chance = (uint32_t)(seeded_next(&to->seed) % 1000);
        const uint8_t byte = bytes[taken++];
        if (chance < to->damage) to->damaged++;
        if (chance < to->damage / 2) continue;
        to->bytes[to->end++ % LINE_SIZE] = chance < to->damage ? (uint8_t)(byte + 1) : byte;
    }
    return (int32_t)taken;
}

static int32_t line_receive(void *context, uint8_t *bytes, size_t size) {
    line *from = ((two_lines *)context)->in;
    uint32_t given = 0;
    while (given < size && from->begin != from->end)
        bytes[given++] = from->bytes[from->begin++ % LINE_SIZE];
    return (int32_t)given;
}

/* Files that never wait. */
static int32_t pipe_send(void *context, const uint8_t *bytes, size_t size) {
    const ssize_t taken = write(((int *)context)[1], bytes, size);
    return taken < 0 ? 0 : (int32_t)taken;
}

static int32_t pipe_receive(void *context, uint8_t *bytes, size_t size) {
    const ssize_t given = read(((int *)context)[0], bytes, size);
    return given < 0 ? 0 : (int32_t)given;
}

/* ---- a game of one number, in lockstep ---- */

typedef struct machine {
    uint64_t memory[PAWL_SESSION_SIZE_MAX(2, 1, 0, 3, 1, 1) / 8 + 1];
    pawl_session *session;
    pawl_stream stream;
    uint32_t state;
} machine;

static machine machines[2];
static line lines[2];

static void start(pawl_session_link link) {
    memset(machines, 0, sizeof machines);
    for (int i = 0; i < 2; i++) {
        pawl_session_def def = pawl_session_def_default();
        def.role = i == 0 ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
        def.link = (uint8_t)link;
        def.input_size = 1;
        def.window = 0;
        def.delay = 3;
        def.packet_size = PACKET;
        def.app_id = 5;
        def.session_id = 9;
        def.trusts_link = true;
        ck_assert_int_eq(pawl_session_init(machines[i].memory, sizeof machines[i].memory, &def,
                                           &machines[i].session),
                         PAWL_OK);
    }
}

static void frame(machine *self, uint32_t now_ms) {
    pawl_session *session = self->session;
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    pawl_request request;
    uint32_t peer;
    int32_t size;
    while ((size = pawl_stream_receive(&self->stream, 2000)) > 0)
        (void)pawl_session_receive(session, 0, self->stream.reader.packet, (size_t)size, now_ms);
    const uint32_t head = pawl_session_get_head(session);
    for (uint32_t player = 0; player < 2 && head < TICKS; player++) {
        const uint8_t keys = (uint8_t)(17 * player + head);
        (void)pawl_session_add_input(session, player, &keys);
    }
    while (pawl_session_next_request(session, &request) > PAWL_REQUEST_WAIT) {
        if (request.type == PAWL_REQUEST_STEP) {
            self->state = self->state * 31u + request.inputs[0] * 3u + request.inputs[1];
        } else {
            ck_assert_int_eq(request.type, PAWL_REQUEST_SAVE);
            ck_assert_int_eq(pawl_session_answer_save(session, request.tick, self->state), PAWL_OK);
        }
    }
    (void)pawl_stream_flush(&self->stream);
    while ((size = pawl_session_send(session, &peer, packet, sizeof packet, now_ms)) > 0)
        (void)pawl_stream_send(&self->stream, packet, (size_t)size);
}

/* Until both have played all ticks; the state follows from the inputs alone. */
static void play(uint32_t frames_max) {
    uint32_t frames = 0, state = 0;
    while (pawl_session_get_head(machines[0].session) < TICKS ||
           pawl_session_get_head(machines[1].session) < TICKS) {
        ck_assert_uint_lt(frames, frames_max);
        for (int i = 0; i < 2; i++)
            frame(&machines[i], frames * 16);
        frames++;
    }
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        const uint8_t a = tick < 3 ? 0 : (uint8_t)(tick - 3);
        const uint8_t b = tick < 3 ? 0 : (uint8_t)(17 + tick - 3);
        state = state * 31u + a * 3u + b;
    }
    ck_assert_uint_eq(machines[0].state, state);
    ck_assert_uint_eq(machines[1].state, state);
}

static void join_by_lines(uint32_t at_once, uint32_t damage, uint64_t seed) {
    static two_lines ends[2];
    memset(lines, 0, sizeof lines);
    for (int i = 0; i < 2; i++) {
        lines[i].at_once = at_once;
        lines[i].damage = damage;
        lines[i].seed = seed + (uint64_t)i;
        ends[i].out = &lines[i];
        ends[i].in = &lines[1 - i];
        machines[i].stream.send = line_send;
        machines[i].stream.receive = line_receive;
        machines[i].stream.context = &ends[i];
    }
}

START_TEST(a_perfect_line_is_as_good_as_a_network) {
    start(_i == 0 ? PAWL_SESSION_LINK_FULL : PAWL_SESSION_LINK_COMPACT);
    join_by_lines(LINE_SIZE, 0, 1);
    play(TICKS + 50);
    ck_assert_uint_eq(machines[0].stream.dropped + machines[1].stream.dropped, 0);
}
END_TEST

/* 20 bytes in a frame: packets wait for each other, and some are dropped. */
START_TEST(a_slow_line_delays_the_game_and_nothing_else) {
    start(PAWL_SESSION_LINK_COMPACT);
    join_by_lines(20, 0, 1);
    play(20 * TICKS);
}
END_TEST

START_TEST(damaged_bytes_cost_packets_and_nothing_else) {
    start(_i % 2 == 0 ? PAWL_SESSION_LINK_FULL : PAWL_SESSION_LINK_COMPACT);
    join_by_lines(LINE_SIZE, 10, first_seed(_i));
    play(40 * TICKS);
    ck_assert_uint_gt(lines[0].damaged, 20);
    ck_assert_uint_gt(lines[1].damaged, 20);
}
END_TEST

START_TEST(pipes_of_this_machine_carry_a_game) {
    int there[2], back[2];
    ck_assert_int_eq(pipe(there), 0);
    ck_assert_int_eq(pipe(back), 0);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(fcntl(there[i], F_SETFL, O_NONBLOCK), 0);
        ck_assert_int_eq(fcntl(back[i], F_SETFL, O_NONBLOCK), 0);
    }
    int ends[2][2] = {{back[0], there[1]}, {there[0], back[1]}};
    start(PAWL_SESSION_LINK_COMPACT);
    for (int i = 0; i < 2; i++) {
        machines[i].stream.send = pipe_send;
        machines[i].stream.receive = pipe_receive;
        machines[i].stream.context = ends[i];
    }
    play(TICKS + 50);
    for (int i = 0; i < 2; i++) {
        close(there[i]);
        close(back[i]);
    }
}
END_TEST

static int32_t broken_send(void *context, const uint8_t *bytes, size_t size) {
    (void)context, (void)bytes, (void)size;
    return -1;
}

START_TEST(misuse_and_a_broken_line_are_errors) {
    static pawl_stream stream;
    uint8_t packet[PAWL_SESSION_PACKET_MAX + 1] = {1};
    ck_assert_int_eq(pawl_stream_send(NULL, packet, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_stream_flush(NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_stream_receive(NULL, 1), 0);
    ck_assert_int_eq(pawl_stream_is_busy(NULL), 0);
    ck_assert_int_eq(pawl_stream_receive(&stream, 1), 0);
    ck_assert_int_eq(pawl_stream_send(&stream, packet, 1), PAWL_ERR_NULL);
    start(PAWL_SESSION_LINK_FULL);
    join_by_lines(3, 0, 1);
    pawl_stream *const slow = &machines[0].stream;
    ck_assert_int_eq(pawl_stream_send(slow, NULL, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_stream_send(slow, packet, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_stream_send(slow, packet, sizeof packet), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_stream_is_busy(slow), 0);
    ck_assert_int_eq(pawl_stream_send(slow, packet, 30), PAWL_OK);
    ck_assert_int_eq(pawl_stream_is_busy(slow), 1);
    ck_assert_int_eq(pawl_stream_send(slow, packet, 30), PAWL_ERR_CAPACITY);
    ck_assert_uint_eq(slow->dropped, 1);
    for (int i = 0; i < 20; i++)
        ck_assert_int_eq(pawl_stream_flush(slow), PAWL_OK);
    ck_assert_int_eq(pawl_stream_is_busy(slow), 0);
    ck_assert_int_eq(pawl_stream_receive(&machines[1].stream, 10), 0); /* out of budget */
    ck_assert_int_eq(pawl_stream_receive(&machines[1].stream, 1000), 30);
    ck_assert_mem_eq(machines[1].stream.reader.packet, packet, 30);
    pawl_stream_open_link(&stream); /* which this machine does not have */
    ck_assert_int_eq(pawl_stream_send(&stream, packet, 1), PAWL_ERR_UNSUPPORTED);
    ck_assert_int_eq(pawl_stream_receive(&stream, 1), 0);
    pawl_stream_open_link(NULL);
    stream.send = broken_send;
    ck_assert_int_eq(pawl_stream_send(&stream, packet, 1), PAWL_ERR_UNSUPPORTED);
}
END_TEST

Suite *suite_stream(void) {
    Suite *const suite = suite_create("stream");
    TCase *const tests = tcase_create("stream");
    tcase_add_loop_test(tests, a_perfect_line_is_as_good_as_a_network, 0, 2);
    tcase_add_test(tests, a_slow_line_delays_the_game_and_nothing_else);
    tcase_add_loop_test(tests, damaged_bytes_cost_packets_and_nothing_else, 0, 4);
    tcase_add_test(tests, pipes_of_this_machine_carry_a_game);
    tcase_add_test(tests, misuse_and_a_broken_line_are_errors);
    suite_add_tcase(suite, tests);
    return suite;
}
