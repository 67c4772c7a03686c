/* meter.h - what a game costs on the console: cycles, and refreshes of the screen that came before
 * their picture was ready. */
#ifndef METER_H
#define METER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct meter_state {
    uint32_t pictures, missed; /* missed while one played */
    uint32_t missed_loading;   /* while a level was made ready */
    uint32_t steps, step_longest, picture_longest;
    uint64_t step_cycles, picture_cycles;
    uint32_t crowd, crowd_longest; /* pictures in a row, none missed, with METER_CROWD awake */
    uint32_t crowd_step_longest;
    uint64_t crowd_step_cycles;
    uint32_t crowd_steps;
    uint32_t missed_before; /* of the screen, when the last picture was put */
} meter_state;

#define METER_CROWD 12 /* bodies */

void meter_start(meter_state *meter, uint32_t missed);
/* A step took so many cycles, and so many bodies are awake. */
void meter_step(meter_state *meter, uint32_t cycles, uint32_t awake);
/* A picture was put on the screen; drawing it took so many cycles, and the screen has missed so
 * many so far. */
void meter_picture(meter_state *meter, uint32_t cycles, uint32_t missed_so_far, bool loading);
/* Into the log, as lines "name value". */
void meter_put(const meter_state *meter);
void meter_put_figure(const char *name, uint64_t value);

#endif
