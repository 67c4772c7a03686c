/* pocket_screen.c - a picture of a pocket on a machine with 2 KB of RAM: 80 by 96 dots, four to a
 * unit, drawn row by row into ten bytes, each row sent as a line "row HEX" to the serial line,
 * where a display would hang (pocket_film.py). */
#include "target/pocket_screen.h"

#include "common/put.h"

#define DOTS 4 /* to a unit */
#define ROWS 96
#define ROW_BYTES 10

static uint8_t row[ROW_BYTES];

static int16_t dots_of(pawl_fx units) {
    return (int16_t)(units / (PAWL_FX_ONE / DOTS));
}

static void set_dots(int16_t left, int16_t right) {
    for (int16_t x = left; x < right; x++)
        if (x >= 0 && x < 8 * ROW_BYTES) row[x / 8] |= (uint8_t)(0x80u >> (x % 8));
}

/* Half as wide as the body is in a row of dots whose middle is so many half dots above its center;
 * 0 where it is not. */
static int16_t half_width(const pawl_pocket_body *body, int16_t above) {
    const int16_t wide = (int16_t)(body->half[0] / (256 / DOTS));
    const int16_t high = (int16_t)(body->half[1] / (256 / DOTS));
    if (above < 0) above = (int16_t)-above;
    if (body->flags & PAWL_POCKET_BOX) return above < 2 * high ? wide : 0;
    for (int16_t x = wide; x > 0; x--)
        if ((2 * x - 1) * (2 * x - 1) + above * above <= 4 * wide * wide) return x;
    return 0;
}

static void draw_body(const pawl_pocket_body *body, int16_t y) {
    const int16_t x = dots_of(body->position[0]);
    const int16_t above = (int16_t)(2 * (y - dots_of(body->position[1])) + 1);
    const int16_t half = half_width(body, above);
    set_dots((int16_t)(x - half), (int16_t)(x + half));
}

static void send_row(void) {
    pawli_put_text("row ");
    for (uint8_t i = 0; i < ROW_BYTES; i++)
        for (uint8_t shift = 4;; shift = 0) {
            pawl_port_putc("0123456789abcdef"[row[i] >> shift & 15]);
            if (shift == 0) break;
        }
    pawl_port_putc('\n');
}

void pocket_screen_show(const pawl_pocket_body *bodies, uint8_t count) {
    for (int16_t y = ROWS - 1; y >= 0; y--) {
        for (uint8_t i = 0; i < ROW_BYTES; i++)
            row[i] = 0;
        for (uint8_t i = 0; i < count; i++)
            if (bodies[i].flags & PAWL_POCKET_USED) draw_body(&bodies[i], y);
        send_row();
    }
}
