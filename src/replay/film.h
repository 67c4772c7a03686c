/* film.h - internal: what the writer and the reader of films share, and which file calls which:
 * only those in lines below its own.
 *
 *   film_record.c   a world becomes frames        film_show.c    frames become a picture
 *   film_look.c     outlines of bodies            film_open.c    the bytes of a film are checked
 *   film_frame.c    the numbers of a frame, both ways
 *   chunk_read.c    the bytes of one chunk, in    chunk.c        and out
 *
 * A frame tells how it differs from what the one before it lets expect: bodies go on as they moved
 * from the last frame to this one. So what rests costs nothing, and what moves evenly one byte. */
#ifndef PAWLI_REPLAY_FILM_H
#define PAWLI_REPLAY_FILM_H

#include "base/bytes.h"
#include "pawl/film.h"
#include "replay/chunk.h"

#define PAWLI_ID_FILM_LOOK PAWLI_CHUNK_ID('L', 'O', 'O', 'K')
#define PAWLI_ID_FILM_KEYFRAME PAWLI_CHUNK_ID('K', 'E', 'Y', 'F')
#define PAWLI_ID_FILM_FRAME PAWLI_CHUNK_ID('F', 'R', 'A', 'M')

#define PAWLI_FILM_HEAD_CONTENT 32u
#define PAWLI_FILM_LOOK_HEAD 12u /* body u16 | count u16 | user data u32 | previous u32 */
#define PAWLI_FILM_SLOTS_MAX 0xFFFFu
#define PAWLI_FILM_PRECISION_MAX 16u /* as exact as the world */

/* A body of a frame. */
typedef struct pawli_film_pose {
    int32_t x, y; /* multiples of 2^-precision */
    uint16_t angle;
    uint8_t role;
    bool is_here;
} pawli_film_pose;

/* The same with what the next frame may expect. */
typedef struct pawli_film_track {
    pawli_film_pose pose;
    uint32_t dx, dy; /* how it moved to this frame; modulo 2^32, as all sums here */
    uint16_t turn;
} pawli_film_track;

/* A line with a radius around it. */
typedef struct pawli_film_stroke {
    int32_t ends[4]; /* x, y, x, y: multiples of 2^-precision */
    uint32_t radius; /* Q16.16 */
    uint32_t role;
} pawli_film_stroke;

/* What a frame shows. */
typedef struct pawli_film_picture {
    pawli_film_track *tracks; /* by slot */
    pawli_film_stroke *strokes;
    uint32_t track_count, stroke_count, stroke_capacity;
} pawli_film_picture;

/* ---- film_frame.c ---- */
#define PAWLI_FILM_NUMBER_MAX 5u /* bytes of a number */
/* Never less than a frame takes. */
#define PAWLI_FILM_FRAME_SIZE(bodies, strokes) (24u + (bodies)*18u + (strokes)*27u)

/* Seven bits to a byte, the low ones first. */
void pawli_film_frame_write_number(pawli_writer *to, uint32_t value);
uint32_t pawli_film_frame_read_number(pawli_reader *from);
/* Small negative numbers are short, too. */
void pawli_film_frame_write_signed(pawli_writer *to, uint32_t value);
uint32_t pawli_film_frame_read_signed(pawli_reader *from);

/* How a pose and strokes differ from the last picture, which becomes them. */
void pawli_film_frame_write(pawli_writer *to, pawli_film_picture *last,
                            const pawli_film_pose *poses, const pawli_film_stroke *strokes,
                            uint32_t stroke_count);
/* False when it is malformed: then the picture is worth nothing. `limit`: of a coordinate. */
bool pawli_film_frame_read(pawli_reader *from, pawli_film_picture *picture, int32_t limit);
/* As before the first frame: every keyframe begins there. */
void pawli_film_frame_clear(pawli_film_picture *picture);

/* ---- film_look.c ---- */
/* A piece of the outline of a body, in its own frame: a circle of one point, a capsule or segment
 * of two, a polygon. */
typedef struct pawli_film_piece {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    pawl_fx radius;
    uint8_t count;
    bool is_sensor;
} pawli_film_piece;
#define PAWLI_FILM_PIECE_SIZE (2u + PAWLI_FILM_NUMBER_MAX * (1u + 2u * PAWL_POLYGON_MAX))

void pawli_film_look_write(pawli_writer *to, const pawli_film_piece *piece);
/* False when it is malformed. */
bool pawli_film_look_read(pawli_reader *from, pawli_film_piece *out);

/* The head of a look. */
typedef struct pawli_film_look {
    uint32_t slot, count, user_data;
    uint32_t previous; /* bytes back to the look of the same body that this one adds to; 0: none */
} pawli_film_look;
pawli_film_look pawli_film_look_read_head(pawli_reader *from);

/* ---- film_open.c ---- */
extern const uint8_t pawli_film_open_magic[PAWLI_REPLAY_MAGIC_SIZE];

#endif
