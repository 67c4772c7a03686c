/* board.h - the state of the program on a board. */
#ifndef PAWLI_CONFORM_BOARD_H
#define PAWLI_CONFORM_BOARD_H

#include <string.h>

#include "common/stream.h"
#include "conform/conform.h"
#include "conform/wire.h"

/* After an event, or after a stage of it. */
typedef struct board_place {
    uint32_t event;
    uint16_t stage; /* the how manyth that was told; CONFORM_AFTER: after the event */
} board_place;

typedef struct board_stage {
    uint8_t stage, round;
    uint32_t hash;
} board_stage;

typedef struct board {
    pawl_stream stream;
    conform_watch watch;
    uint32_t run; /* 0: none was asked for */
    uint16_t scene;
    conform_state state;
    bool is_left; /* what is played now is not of interest any more */
    bool is_over;
    bool is_traced;
    board_place target, here;
    uint32_t events, chain; /* events that are over; that of the last one, as are these */
    uint8_t type;
    int64_t value;
    uint32_t chains[CONFORM_CHAINS]; /* of event n at n modulo their number */
    uint16_t stage_count;
    board_stage stages[CONFORM_STAGES_MAX];
    const pawl_world *world; /* where it stands; null: there is none, or it is moving */
} board;

#endif
