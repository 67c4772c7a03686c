/* film_look.c - what a body looks like: pieces of its outline, in its own frame.
 *
 *   look:  slot u16 | count u16 | user data u32 | previous u32 | pieces
 *   piece: points, and 128 for a sensor u8 | radius | x | y for each point
 *
 * A body with many pieces has several looks, each with the way back to the one before it. */
#include "replay/film.h"

#define PIECE_SENSOR 128u

void pawli_film_look_write(pawli_writer *to, const pawli_film_piece *piece) {
    pawli_write_u8(to, (uint8_t)(piece->count | (piece->is_sensor ? PIECE_SENSOR : 0u)));
    pawli_film_frame_write_number(to, (uint32_t)piece->radius);
    for (uint32_t i = 0; i < piece->count; i++) {
        pawli_film_frame_write_signed(to, (uint32_t)piece->points[i].x);
        pawli_film_frame_write_signed(to, (uint32_t)piece->points[i].y);
    }
}

bool pawli_film_look_read(pawli_reader *from, pawli_film_piece *out) {
    const uint32_t head = pawli_read_u8(from);
    const uint32_t count = head & ~PIECE_SENSOR;
    const uint32_t radius = pawli_film_frame_read_number(from);
    if (from->bad || count == 0 || count > PAWL_POLYGON_MAX || radius > INT32_MAX) return false;
    memset(out, 0, sizeof *out);
    out->count = (uint8_t)count;
    out->is_sensor = (head & PIECE_SENSOR) != 0;
    out->radius = (pawl_fx)radius;
    for (uint32_t i = 0; i < count; i++) {
        out->points[i].x = (pawl_fx)pawli_film_frame_read_signed(from);
        out->points[i].y = (pawl_fx)pawli_film_frame_read_signed(from);
    }
    return !from->bad;
}

pawli_film_look pawli_film_look_read_head(pawli_reader *from) {
    pawli_film_look look;
    look.slot = pawli_read_u16(from);
    look.count = pawli_read_u16(from);
    look.user_data = pawli_read_u32(from);
    look.previous = pawli_read_u32(from);
    return look;
}
