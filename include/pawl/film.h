/* film.h - what was to be seen of a world, for every later version: shapes and where they were.
 *
 * A film is no recording of a simulation. It holds outlines and poses, frame by frame, in a format
 * of its own (docs/films.md), so that showing it steps nothing and needs neither the version
 * nor the features of the build that made it. A replay proves what happened, and only its own
 * version plays it; a film shows it for good. docs/films.md has both sides in a program, too.
 *
 * Recording takes no part in the simulation: it reads the world, and no result depends on it. A
 * film may come from anywhere: everything in it is checked before it is used. */
#ifndef PAWL_FILM_H
#define PAWL_FILM_H

#include "pawl/draw.h"
#include "pawl/replay.h"

#define PAWL_FILM_FORMAT 1 /* major version: readers refuse others */
#define PAWL_FILM_FORMAT_MINOR 0

/* ---- recording ---- */

typedef struct pawl_film_def {
    uint32_t cookie;                           /* set by pawl_film_def_default(); do not touch */
    uint32_t rate_numerator, rate_denominator; /* ticks per second; default 60 / 1 */
    uint32_t app_id;                           /* the game's own; default 0 */
    uint32_t bodies;  /* bodies whose slot is below it are filmed: body_capacity of the world;
                         1 .. 65535; default 1024 */
    uint32_t strokes; /* room for joints and for links of soft bodies, which are lines of each
                         frame; 0 .. 65535; default 0: they are left out */
    uint32_t keyframe_every; /* frames from one place to start at to the next, >= 1; default 300 */
    uint8_t precision;       /* bits of the fraction of positions, 0 .. 16, rounded half away from
                                zero; default 10. Angles have 16 bits to a turn, rounded likewise */
    uint8_t pad[3];
} pawl_film_def;
/* A def with the defaults above. */
PAWL_API pawl_film_def pawl_film_def_default(void);
/* The first wrong field, as pawl_body_def_check in body.h tells it. Errors: NULL, COOKIE, RANGE. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_film_def_check(const pawl_film_def *def,
                                                         const char **field);

typedef struct pawl_film_recorder pawl_film_recorder;

/* Bytes of memory for a recorder, aligned like uint64_t; 0 for an invalid def. About 64 a body and
 * 80 a stroke. */
PAWL_API size_t pawl_film_recorder_size(const pawl_film_def *def);
/* The memory must stay until the end. Errors: NULL, COOKIE, RANGE, MEMORY (memory, sink). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_film_begin(void *memory, size_t size,
                                                     const pawl_film_def *def, pawl_sink sink,
                                                     pawl_film_recorder **out);
/* The world as it is now is the picture of a tick: later than the last one, and not necessarily the
 * next, so a film of 30 pictures a second takes every other tick. Disabled bodies are not to be
 * seen. Errors: NULL, RANGE (a tick that is not later), CAPACITY (bodies or strokes: nothing of the
 * frame is written), MEMORY (the sink failed: so do all calls that follow). Cost: all bodies and
 * shapes, and a walk of pawl_world_draw where shapes have come or gone. */
PAWL_API pawl_status pawl_film_add_frame(pawl_film_recorder *recorder, uint64_t tick,
                                         const pawl_world *world);
/* After the last frame: writes what is still to be written. Errors: NULL, ARGUMENT (it has ended),
 * MEMORY. */
PAWL_API pawl_status pawl_film_end(pawl_film_recorder *recorder);

/* ---- showing ---- */

/* Bytes of a film, opened: from first_tick to last_tick, how many bodies, strokes of lines and
 * frames it has, and the bits of a unit that its `precision` keeps. */
typedef struct pawl_film {
    const uint8_t *bytes;
    uint32_t size, whole; /* whole: bytes of complete chunks */
    uint32_t rate_numerator, rate_denominator, app_id;
    uint32_t bodies, strokes, frames;
    uint64_t first_tick, last_tick;
    uint8_t precision;
    bool is_cut_off; /* it has no end: the last frames are missing */
} pawl_film;

/* The bytes must stay. Checks all of them but what is inside of frames, which is checked when it is
 * shown. Errors: NULL, CORRUPT (damaged bytes), FORMAT, VERSION; `offset`, which may be null, says
 * where. Cost: a CRC of the file. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_film_open(const void *bytes, size_t size, pawl_film *out,
                                                    uint32_t *offset);

typedef struct pawl_film_playback pawl_film_playback;

/* Bytes of memory, aligned like uint64_t: some 32 a body and 24 a stroke. A film names these
 * numbers, at most 65535 each: so never more than 4 MB. */
PAWL_API size_t pawl_film_playback_size(const pawl_film *film);
/* Before the first frame: pawl_film_next shows it. Errors: NULL, MEMORY. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_film_start(const pawl_film *film, void *memory,
                                                     size_t size, pawl_film_playback **out);
/* The next frame. Errors: NULL, RANGE (there is none: the last one stays), FORMAT (the frame is
 * malformed: seek elsewhere, or end). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_film_next(pawl_film_playback *playback);
/* The last frame at or before a tick, from the last keyframe before it. Errors: NULL, RANGE (before
 * the first), FORMAT. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_film_seek(pawl_film_playback *playback, uint64_t tick);
/* Of the frame that is shown; 0 before the first. */
PAWL_API uint64_t pawl_film_get_tick(const pawl_film_playback *playback);

/* A body of the frame that is shown. */
typedef struct pawl_film_body {
    pawl_pose pose;
    pawl_draw_role role; /* STATIC, KINEMATIC, DYNAMIC or ASLEEP */
    uint32_t user_data;
} pawl_film_body;
/* By its slot; false where there is none. */
PAWL_API bool pawl_film_get_body(const pawl_film_playback *playback, uint32_t slot,
                                 pawl_film_body *out);

/* As pawl_world_draw: static bodies first, then kinematic, then dynamic, each by slot, then the
 * strokes. Of an item the role and body.index1 are set (its slot + 1); of the hooks `clip` and the
 * callbacks polygon, circle, capsule, line and pose are used, and of the layers SHAPES, and JOINTS
 * and SOFT together for the strokes. Positions between two frames: `pose`. */
PAWL_API pawl_status pawl_film_draw(const pawl_film_playback *playback,
                                    const pawl_draw_hooks *hooks);

#endif
