/* breakout.h - a ball, a paddle and bricks in an arcade of 16 bodies: what an 8-bit part can do. */
#ifndef PAWLI_TARGET_BREAKOUT_H
#define PAWLI_TARGET_BREAKOUT_H

#include "pawl/arcade.h"

/* What the arcade may take; alignment makes it larger where words are. */
#ifdef __AVR__
#define BREAKOUT_BYTES 1280
#else
#define BREAKOUT_BYTES 1280
#endif

typedef struct breakout {
    pawl_arcade *arcade;
    pawl_arcade_id balls[2], paddle;
    uint16_t brick;  /* kind */
    uint16_t broken; /* bricks so far */
    uint16_t lost;   /* balls that the paddle missed */
    uint16_t bounces;
} breakout;

pawl_arcade_def breakout_def(void);
pawl_status breakout_make(void *memory, size_t size, breakout *out);
/* One step: the paddle follows the first ball, a brick that was hit breaks, and a ball that was
 * lost comes back. */
pawl_status breakout_step(breakout *game);

#endif
