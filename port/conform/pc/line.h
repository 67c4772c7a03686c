/* line.h - questions to a board over a serial line, repeated until they are answered. */
#ifndef PAWLI_CONFORM_LINE_H
#define PAWLI_CONFORM_LINE_H

#include "common/stream.h"
#include "conform/wire.h"
#include "host/pawl_serial.h"

typedef struct conform_line {
    pawl_serial serial;
    pawl_stream stream;
    uint16_t number;      /* of the last question */
    uint32_t patience_ms; /* without an answer, until the board is given up */
    uint32_t asked, repeated, damaged;
    bool is_broken; /* unplugged, or closed on the other side */
} conform_line;

/* Null, or why it cannot be opened. */
const char *conform_line_open(conform_line *line, const char *name, uint32_t patience_ms);
void conform_line_close(conform_line *line);

/* Begin a question; what belongs to its type is then put into it. */
conform_packet conform_line_begin(conform_line *line, conform_ask type);
/* Send it and wait for the answer, which is opened; false: there is none. */
bool conform_line_ask(conform_line *line, const conform_packet *question, conform_packet *answer);
/* Without an answer. */
void conform_line_tell(conform_line *line, const conform_packet *packet);

/* Where a board is, and what it was asked to reach. */
typedef struct conform_goal {
    uint32_t run, event;
    uint16_t scene, stage;
    bool is_traced;
} conform_goal;

typedef struct conform_report {
    conform_state state;
    uint32_t event, chain;
    uint16_t stage, stage_count;
    uint8_t type;
    int64_t value;
} conform_report;

/* Until the board is there or the scene has ended; false: it fell silent, and the report says where
 * it was last. `wait` is told how far it is, now and then; null: nothing is. */
bool conform_line_go(conform_line *line, const conform_goal *goal, conform_report *out,
                     void (*wait)(void *context, uint32_t event), void *context);

#endif
