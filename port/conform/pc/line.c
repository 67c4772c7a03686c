/* line.c - packets to a board and back. Lost and damaged ones cost time, and nothing else. */
#include "conform/pc/line.h"

#include <string.h>

#include "cli/common/clock.h"

#define FIRST_MS 60u /* until a question is repeated: a board in the middle of a step is slow */
#define LAST_MS 1000u
#define POLL_US 10000u

static int32_t send_bytes(void *context, const uint8_t *bytes, size_t size) {
    conform_line *const line = context;
    const int32_t taken = pawl_serial_send(&line->serial, bytes, size);
    if (taken < 0) line->is_broken = true;
    return taken;
}

static int32_t receive_bytes(void *context, uint8_t *bytes, size_t size) {
    conform_line *const line = context;
    const int32_t given = pawl_serial_receive(&line->serial, bytes, size);
    if (given < 0) line->is_broken = true;
    return given;
}

const char *conform_line_open(conform_line *line, const char *name, uint32_t patience_ms) {
    memset(line, 0, sizeof *line);
    const pawl_serial_status status = pawl_serial_open(&line->serial, name);
    if (status != PAWL_SERIAL_OK) return pawl_serial_status_text(status);
    line->patience_ms = patience_ms;
    line->stream.send = send_bytes;
    line->stream.receive = receive_bytes;
    line->stream.context = line;
    return NULL;
}

void conform_line_close(conform_line *line) {
    pawl_serial_close(&line->serial);
}

static uint32_t now_ms(void) {
    return (uint32_t)(cli_clock_now() / 1000u);
}

conform_packet conform_line_begin(conform_line *line, conform_ask type) {
    conform_packet packet;
    conform_begin(&packet, type, ++line->number);
    return packet;
}

void conform_line_tell(conform_line *line, const conform_packet *packet) {
    static const uint8_t end = 0; /* of whatever noise came before */
    conform_packet sealed = *packet;
    conform_seal(&sealed);
    while (!line->is_broken && pawl_stream_is_busy(&line->stream))
        if (pawl_stream_flush(&line->stream) != PAWL_OK) line->is_broken = true;
    (void)send_bytes(line, &end, 1);
    (void)pawl_stream_send(&line->stream, sealed.bytes, sealed.size);
    while (!line->is_broken && pawl_stream_is_busy(&line->stream))
        if (pawl_stream_flush(&line->stream) != PAWL_OK) line->is_broken = true;
}

/* Until the answer with the number of the question comes, or so many milliseconds are over. */
static bool await(conform_line *line, conform_packet *answer, const conform_packet *question,
                  uint32_t milliseconds) {
    const uint32_t begin = now_ms();
    while (!line->is_broken && now_ms() - begin < milliseconds) {
        const int32_t size = pawl_stream_receive(&line->stream, 4096);
        if (size <= 0) {
            pawl_serial_wait(&line->serial, milliseconds - (now_ms() - begin));
            continue;
        }
        if (!conform_open(answer, line->stream.reader.packet, (size_t)size)) {
            line->damaged++;
        } else if (conform_number_of(answer) == conform_number_of(question) &&
                   conform_type_of(answer) == conform_type_of(question)) {
            return true;
        }
    }
    return false;
}

bool conform_line_ask(conform_line *line, const conform_packet *question, conform_packet *answer) {
    const uint32_t begin = now_ms();
    uint32_t pause = FIRST_MS;
    line->asked++;
    while (!line->is_broken) {
        const uint32_t gone = now_ms() - begin;
        if (gone >= line->patience_ms) return false;
        const uint32_t left = line->patience_ms - gone;
        conform_line_tell(line, question);
        if (await(line, answer, question, pause < left ? pause : left)) return true;
        line->repeated++;
        pause = pause * 3 / 2 < LAST_MS ? pause * 3 / 2 : LAST_MS;
    }
    return false;
}

static bool ask_where(conform_line *line, const conform_goal *goal, conform_report *out) {
    conform_packet answer, question = conform_line_begin(line, CONFORM_GO);
    conform_put(&question, goal->run, 4);
    conform_put(&question, goal->scene, 2);
    conform_put(&question, goal->event, 4);
    conform_put(&question, goal->stage, 2);
    conform_put(&question, goal->is_traced, 1);
    if (!conform_line_ask(line, &question, &answer)) return false;
    (void)conform_get(&answer, 4); /* the run */
    out->state = (conform_state)conform_get(&answer, 1);
    out->event = (uint32_t)conform_get(&answer, 4);
    out->stage = (uint16_t)conform_get(&answer, 2);
    out->chain = (uint32_t)conform_get(&answer, 4);
    out->type = (uint8_t)conform_get(&answer, 1);
    out->value = (int64_t)conform_get(&answer, 8);
    out->stage_count = (uint16_t)conform_get(&answer, 2);
    return !answer.bad;
}

bool conform_line_go(conform_line *line, const conform_goal *goal, conform_report *out,
                     void (*wait)(void *context, uint32_t event), void *context) {
    memset(out, 0, sizeof *out);
    while (ask_where(line, goal, out)) {
        if (out->state != CONFORM_ON_THE_WAY) return true;
        if (wait != NULL) wait(context, out->event);
        cli_clock_sleep(POLL_US);
    }
    return false;
}
